"""Pictures in letters: any scene, drawn for a terminal.

Places of a board become boxes whose borders run together; a place shows its label and what lies on it, and, where a
click would close a move, the number to type. Trays are listed beside the board.
"""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from sobremesa.core.scene import Place, Thing, target
from sobremesa.core.view import View
from sobremesa.core.words import Words

CELL_WIDTH, CELL_HEIGHT = 7, 3
UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
BORDERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
SHAPES = "●■▲◆⬟★"
COLOURS = ("green", "blue", "red", "yellow", "magenta", "cyan")
DICE = "⚀⚁⚂⚃⚄⚅"
LABEL = Style(dim=True)
CHOICE = Style(bold=True, reverse=True)


class Canvas:
    """This is a sheet of letters with a style each."""

    def __init__(self, width: int, height: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[Style.null()] * width for _ in range(height)]
        self.borders = [[0] * width for _ in range(height)]

    def write(self, row: int, column: int, text: str, style: Style) -> None:
        """This writes a text from a spot to the right."""
        for offset, letter in enumerate(text):
            self.letters[row][column + offset] = letter
            self.styles[row][column + offset] = style

    def box(self, row: int, column: int, height: int, width: int) -> None:
        """This draws a box; where it meets another the borders join."""
        for x in range(column, column + width + 1):
            for y in (row, row + height):
                self.borders[y][x] |= (LEFT if x > column else 0) | (RIGHT if x < column + width else 0)
        for y in range(row, row + height + 1):
            for x in (column, column + width):
                self.borders[y][x] |= (UP if y > row else 0) | (DOWN if y < row + height else 0)

    def text(self) -> Text:
        """This is the sheet as something to print."""
        text = Text()
        for letters, styles, borders in zip(self.letters, self.styles, self.borders, strict=True):
            for letter, style, border in zip(letters, styles, borders, strict=True):
                text.append(BORDERS[border] if border else letter, LABEL if border else style)
            text.append("\n")
        return text


def picture(view: View, words: Words, numbers: Mapping[str, int] | None = None) -> RenderableType:
    """This draws a view; numbers are what to type, by the place that a click would go to."""
    things: dict[str, list[Thing]] = {}
    for thing in view.game.scenery.things(view.table):
        things.setdefault(target(thing.zone, thing.place), []).append(thing)
    scene = view.scene()
    board = {target(zone.id, place.id): place for zone in scene.zones if not zone.tray for place in zone.places}
    rulers = [shape for shape in scene.shapes if shape.form == "text"]
    corners = [place.at for place in board.values()] + [shape.at for shape in rulers]
    left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
    right = max(place.at[0] + place.size[0] for place in board.values())
    bottom = max(place.at[1] + place.size[1] for place in board.values())
    canvas = Canvas(round((right - left) * CELL_WIDTH) + 1, round((bottom - top) * CELL_HEIGHT) + 1)
    for shape in rulers:
        row, column = round((shape.at[1] - top) * CELL_HEIGHT), round((shape.at[0] - left) * CELL_WIDTH)
        canvas.write(row, column, shape.text, LABEL)
    for name, place in board.items():
        _draw(canvas, place, (left, top), things.get(name, []), (numbers or {}).get(name))
    trays = [tray for zone in scene.zones if zone.tray and (tray := _tray(zone.id, zone.places, things, words))]
    return Group(canvas.text(), Text("   ").join(trays))


def _draw(canvas: Canvas, place: Place, origin: tuple[float, float], lying: list[Thing], number: int | None) -> None:
    column = round((place.at[0] - origin[0]) * CELL_WIDTH)
    row = round((place.at[1] - origin[1]) * CELL_HEIGHT)
    width, height = round(place.size[0] * CELL_WIDTH), round(place.size[1] * CELL_HEIGHT)
    canvas.box(row, column, height, width)
    canvas.write(row + 1, column + 2, place.label, LABEL)
    if number is not None:
        key = f"[{number}]"
        canvas.write(row + 1, column + width - len(key), key, CHOICE)
    for thing in lying:
        glyph = f" {_glyph(thing)} "
        canvas.write(row + 2, column + (width - len(glyph) + 1) // 2, glyph, _style(thing))


def _tray(zone: str, places: tuple[Place, ...], things: Mapping[str, list[Thing]], words: Words) -> Text | None:
    lying = [thing for place in places for thing in things.get(target(zone, place.id), []) if thing.face]
    if not lying:
        return None
    text = Text(words(f"zones.{zone}") + ": ", style=LABEL)
    for thing in lying:
        text.append(f" {_glyph(thing)} ", _style(thing))
        text.append(" ")
    return text


def _glyph(thing: Thing) -> str:
    if thing.kind == "die" and thing.face.isdigit():
        return f"{DICE[int(thing.face) - 1]} {thing.face}"
    shape = "" if thing.owner is None else SHAPES[thing.owner]
    return f"{shape}{thing.face}"


def _style(thing: Thing) -> Style:
    if thing.owner is None:
        return Style(bold=True)
    return seat_style(thing.owner)


def seat_style(seat: int) -> Style:
    """This is how what belongs to a seat is coloured."""
    return Style(color="white", bgcolor=COLOURS[seat], bold=True)
