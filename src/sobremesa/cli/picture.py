"""Pictures in letters: any scene, drawn for a terminal.

Places of a board become boxes whose borders run together; a place shows its label and what lies on it, and, where a
click would close a move, the number to type. A place much smaller than a square is only a spot for a letter. Trays are
listed below the board.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from sobremesa.core.scene import Place, Point, Scene, Thing, Zone, target
from sobremesa.core.view import View
from sobremesa.core.words import Words

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
BORDERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
SHAPES = "●■▲◆⬟★"
DICE = "⚀⚁⚂⚃⚄⚅"
LABEL = Style(dim=True)
CHOICE = Style(bold=True, reverse=True)
BOARD_WIDTH = 66
"""How many columns a board may take, so that seats and log have room beside it at 100."""
MIN_BOX = 0.75
"""Places smaller than this have no box of their own."""


@dataclass(frozen=True)
class Scale:
    """This is how many columns and rows of letters a board unit takes; a roomy box has a line for its label."""

    columns: int
    rows: int
    is_roomy: bool

    def spot(self, at: Point, origin: Point) -> tuple[int, int]:
        """This is the row and column of a point."""
        return round((at[1] - origin[1]) * self.rows), round((at[0] - origin[0]) * self.columns)


ROOMY, TIGHT = Scale(7, 3, is_roomy=True), Scale(4, 2, is_roomy=False)


class Canvas:
    """This is a sheet of letters with a style each."""

    def __init__(self, height: int, width: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[Style.null()] * width for _ in range(height)]
        self.borders = [[0] * width for _ in range(height)]

    def write(self, row: int, column: int, text: str, style: Style) -> None:
        """This writes a text from a spot to the right, as far as the sheet goes."""
        for offset, letter in enumerate(text[: max(0, len(self.letters[row]) - column)]):
            self.letters[row][column + offset] = letter
            self.styles[row][column + offset] = style
            self.borders[row][column + offset] = 0

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


def board_of(scene: Scene) -> dict[str, Place]:
    """This is every place of the boards, by what a click on it is called."""
    return {target(zone.id, place.id): place for zone in scene.zones if not zone.tray for place in zone.places}


def board_targets(view: View) -> set[str]:
    """This is what can be clicked on the boards."""
    return set(board_of(view.scene()))


def picture(view: View, words: Words, numbers: Mapping[str, int] | None = None) -> RenderableType:
    """This draws a view; numbers are what to type, by the place that a click would go to."""
    things: dict[str, list[Thing]] = {}
    for thing in view.game.scenery.things(view.table):
        things.setdefault(target(thing.zone, thing.place), []).append(thing)
    scene = view.scene()
    trays = [tray for zone in scene.zones if zone.tray and (tray := _tray(zone, things, scene, words))]
    boards = [_board(scene, things, numbers or {})] if board_of(scene) else []
    return Group(*boards, *_rows(trays))


def _board(scene: Scene, things: Mapping[str, list[Thing]], numbers: Mapping[str, int]) -> Text:
    board = board_of(scene)
    rulers = [shape for shape in scene.shapes if shape.form == "text"]
    corners = [place.at for place in board.values()] + [shape.at for shape in rulers]
    origin = min(at[0] for at in corners), min(at[1] for at in corners)
    ends = [(place.at[0] + place.size[0], place.at[1] + place.size[1]) for place in board.values()]
    ends += [shape.at for shape in rulers]
    end = max(at[0] for at in ends), max(at[1] for at in ends)
    sketch = Sketch(scene, origin, end)
    for place in board.values():
        sketch.outline(place)
    for shape in rulers:
        sketch.canvas.write(*sketch.scale.spot(shape.at, origin), shape.text, LABEL)
    for name, place in board.items():
        draw = sketch.fill if has_box(place) else sketch.dot
        draw(place, things.get(name, []), numbers.get(name))
    return sketch.canvas.text()


def has_box(place: Place) -> bool:
    """This tells whether a place is large enough for a box of its own."""
    return place.size[0] >= MIN_BOX


class Sketch:
    """This is a board being drawn, roomy if that fits."""

    def __init__(self, scene: Scene, origin: Point, end: Point) -> None:
        self.scene = scene
        self.origin = origin
        self.scale = ROOMY if (end[0] - origin[0]) * ROOMY.columns <= BOARD_WIDTH else TIGHT
        height, width = self.scale.spot(end, origin)
        self.canvas = Canvas(height + 1, width + 1)

    def outline(self, place: Place) -> None:
        """This draws the box of a place that has one."""
        if has_box(place):
            self.canvas.box(*self.scale.spot(place.at, self.origin), *self.scale.spot(place.size, (0.0, 0.0)))

    def fill(self, place: Place, lying: list[Thing], number: int | None) -> None:
        """This writes into a box its label, what lies there, and the number to type."""
        row, column = self.scale.spot(place.at, self.origin)
        height, width = self.scale.spot(place.size, (0.0, 0.0))
        inner = width - 1
        if self.scale.is_roomy:
            key = "" if number is None else f"[{number}]"
            self.canvas.write(row + 1, column + 2, place.label[: inner - 1], LABEL)
            self.canvas.write(row + 1, column + width - len(key), key, CHOICE)
        elif number is not None:
            self.canvas.write(row + 1, column + 1, str(number)[:inner].center(inner), CHOICE)
            return
        elif not lying:
            self.canvas.write(row + 1, column + 1, place.label[:inner].center(inner), LABEL)
        # Several things on a place stand side by side, as far as there is room.
        glyphs = [_glyph(thing) if len(lying) == 1 else _shape(thing) for thing in lying]
        if self.scale.is_roomy and len(lying) == 1:
            glyphs = [f" {glyphs[0]} "]
        start = column + 1 + (max(0, inner - sum(map(len, glyphs))) + 1) // 2
        for thing, glyph in zip(lying, glyphs, strict=True):
            text = glyph[: max(0, column + width - start)]
            self.canvas.write(row + height - 1, start, text, _style(thing, self.scene))
            start += len(text)

    def dot(self, place: Place, lying: list[Thing], number: int | None) -> None:
        """This writes a letter or two where a place is too small for a box."""
        middle = place.at[0] + place.size[0] / 2, place.at[1] + place.size[1] / 2
        row, column = self.scale.spot(middle, self.origin)
        for thing in lying:
            self.canvas.write(row, column, _glyph(thing)[:2], _style(thing, self.scene))
        if number is not None:
            self.canvas.write(row, column, str(number), CHOICE)
        elif not lying:
            self.canvas.write(row, column, place.label[:2], LABEL)


def _tray(zone: Zone, things: Mapping[str, list[Thing]], scene: Scene, words: Words) -> Text | None:
    lying = [thing for place in zone.places for thing in things.get(target(zone.id, place.id), []) if thing.face]
    if not lying:
        return None
    text = Text()
    text.append(words.say(zone.name) + ": ", LABEL)
    for thing in lying:
        text.append(f" {_glyph(thing)} ", _style(thing, scene))
        text.append(" ")
    return text


def _rows(trays: list[Text]) -> list[Text]:
    rows: list[Text] = []
    for tray in trays:
        if rows and rows[-1].cell_len + tray.cell_len + 3 <= BOARD_WIDTH:
            rows[-1] = Text("   ").join([rows[-1], tray])
        else:
            rows.append(tray)
    return rows


def _glyph(thing: Thing) -> str:
    if thing.kind == "die" and thing.face in tuple("123456"):
        return f"{DICE[int(thing.face) - 1]} {thing.face}"
    return f"{_shape(thing)}{thing.face}"


def _shape(thing: Thing) -> str:
    return "" if thing.owner is None else SHAPES[thing.owner]


def _style(thing: Thing, scene: Scene) -> Style:
    return Style(bold=True) if thing.owner is None else owner_style(scene, thing.owner)


def owner_style(scene: Scene, owner: int) -> Style:
    """This is how what belongs to an owner is coloured."""
    colour = scene.colours[owner]
    return Style(color="black" if colour in ("yellow", "cyan") else "white", bgcolor=colour, bold=True)
