"""Pictures in letters: any scene, drawn for a terminal.

Places of a board become boxes whose borders run together; a place shows its label and what lies on it, and, where a
click would close a move, the number to type. A place much smaller than a square is only a spot for a letter. Trays are
listed below the board, those of a seat in a row of their own. What has moved last is underlined, and its box is bright.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import floor

from rich.console import Group, RenderableType
from rich.style import Style
from rich.text import Text

from sobremesa.core.scene import Place, Point, Scene, Thing, Zone, target
from sobremesa.core.view import View
from sobremesa.core.words import Seat, Words
from sobremesa.draw.things import SECTOR

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
BORDERS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
SHAPES = "●■▲◆⬟★"
DICE = "⚀⚁⚂⚃⚄⚅"
LABEL = Style(dim=True)
CHOICE = Style(bold=True, reverse=True)
MOVED = Style(underline=True)
BRIGHT = Style(bold=True)
INKS = {"orange": "dark_orange", "purple": "medium_purple"}
"""Colours that terminals call otherwise."""
DARK_ON = ("yellow", "cyan", "orange")
"""Colours on which white letters cannot be read."""
MORE = "+"
BOARD_WIDTH = 66
"""How many columns a board may take, so that seats and log have room beside it at 100."""
INDENT = 4
"""How far the further rows of a long tray stand in."""
MIN_BOX = 0.75
"""Places smaller than this have no box of their own."""


@dataclass(frozen=True)
class Scale:
    """This is how many columns and rows of letters a board unit takes; a roomy box has a line for its label."""

    columns: int
    rows: int
    is_roomy: bool

    def spot(self, at: Point, origin: Point) -> tuple[int, int]:
        """This is the row and column of a point; halves always go the same way, so that equal gaps stay equal."""
        return floor((at[1] - origin[1]) * self.rows + 0.5), floor((at[0] - origin[0]) * self.columns + 0.5)


ROOMY, TIGHT = Scale(7, 3, is_roomy=True), Scale(4, 2, is_roomy=False)


class Canvas:
    """This is a sheet of letters with a style each."""

    def __init__(self, height: int, width: int) -> None:
        self.letters = [[" "] * width for _ in range(height)]
        self.styles = [[Style.null()] * width for _ in range(height)]
        self.borders = [[0] * width for _ in range(height)]
        self.rims = [[LABEL] * width for _ in range(height)]

    def write(self, row: int, column: int, text: str, style: Style) -> None:
        """This writes a text from a spot to the right, as far as the sheet goes."""
        for offset, letter in enumerate(text[: max(0, len(self.letters[row]) - column)]):
            self.letters[row][column + offset] = letter
            self.styles[row][column + offset] = style
            self.borders[row][column + offset] = 0

    def box(self, row: int, column: int, height: int, width: int, style: Style) -> None:
        """This draws a box; where it meets another the borders join."""
        for x in range(column, column + width + 1):
            for y in (row, row + height):
                self.borders[y][x] |= (LEFT if x > column else 0) | (RIGHT if x < column + width else 0)
                self.rims[y][x] = style
        for y in range(row, row + height + 1):
            for x in (column, column + width):
                self.borders[y][x] |= (UP if y > row else 0) | (DOWN if y < row + height else 0)
                self.rims[y][x] = style

    def text(self) -> Text:
        """This is the sheet as something to print."""
        text = Text()
        for letters, styles, borders, rims in zip(self.letters, self.styles, self.borders, self.rims, strict=True):
            for letter, style, border, rim in zip(letters, styles, borders, rims, strict=True):
                text.append(BORDERS[border] if border else letter, rim if border else style)
            text.append("\n")
        return text


def board_of(scene: Scene) -> dict[str, Place]:
    """This is every place of the boards, by what a click on it is called."""
    return {target(zone.id, place.id): place for zone in scene.zones if not zone.tray for place in zone.places}


def board_targets(view: View) -> set[str]:
    """This is what can be clicked on the boards."""
    return set(board_of(view.scene()))


def occupied(view: View) -> set[str]:
    """This is every place where something lies."""
    return {target(thing.zone, thing.place) for thing in view.game.scenery.things(view.table)}


def changes(before: View, after: View) -> set[str]:
    """This is every thing on the boards that has come, or has changed its place, between two views."""
    lay = set(before.game.scenery.things(before.table))
    board = board_targets(after)
    things = after.game.scenery.things(after.table)
    return {thing.id for thing in things if thing not in lay and target(thing.zone, thing.place) in board}


def picture(
    view: View, words: Words, numbers: Mapping[str, int] | None = None, moved: Collection[str] = ()
) -> RenderableType:
    """This draws a view; numbers are what to type, by the place that a click would go to; what moved is underlined."""
    things: dict[str, list[Thing]] = {}
    for thing in view.game.scenery.things(view.table):
        things.setdefault(target(thing.zone, thing.place), []).append(thing)
    scene = view.scene()
    boards = [_board(scene, things, numbers or {}, moved)] if board_of(scene) else []
    return Group(*boards, *_rows(view, things, words))


def _board(scene: Scene, things: Mapping[str, list[Thing]], numbers: Mapping[str, int], moved: Collection[str]) -> Text:
    board = board_of(scene)
    rulers = [shape for shape in scene.shapes if shape.form == "text"]
    corners = [place.at for place in board.values()] + [shape.at for shape in rulers]
    origin = min(at[0] for at in corners), min(at[1] for at in corners)
    ends = [(place.at[0] + place.size[0], place.at[1] + place.size[1]) for place in board.values()]
    ends += [shape.at for shape in rulers]
    end = max(at[0] for at in ends), max(at[1] for at in ends)
    sketch = Sketch(scene, origin, end, moved)
    # Bright boxes come last, since neighbours share their borders.
    lit = {name for name in board if any(thing.id in moved for thing in things.get(name, []))}
    for name in sorted(board, key=lambda name: name in lit):
        sketch.outline(board[name], BRIGHT if name in lit else LABEL)
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

    def __init__(self, scene: Scene, origin: Point, end: Point, moved: Collection[str]) -> None:
        self.scene = scene
        self.moved = moved
        self.origin = origin
        self.scale = ROOMY if (end[0] - origin[0]) * ROOMY.columns <= BOARD_WIDTH else TIGHT
        height, width = self.scale.spot(end, origin)
        self.canvas = Canvas(height + 1, width + 1)

    def outline(self, place: Place, style: Style) -> None:
        """This draws the box of a place that has one."""
        if has_box(place):
            self.canvas.box(*self.scale.spot(place.at, self.origin), *self.scale.spot(place.size, (0.0, 0.0)), style)

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
            key = f"[{number}]" if len(str(number)) + 2 <= inner else str(number)
            self.canvas.write(row + 1, column + 1, key[:inner].center(inner), CHOICE)
            return
        elif not lying:
            self.canvas.write(row + 1, column + 1, place.label[:inner].center(inner), LABEL)
        glyphs = _glyphs(lying, inner)
        if self.scale.is_roomy and len(lying) == 1:
            glyphs = [f" {glyphs[0]} "]
        start = column + 1 + (max(0, inner - sum(map(len, glyphs))) + 1) // 2
        for thing, glyph in zip(lying, glyphs, strict=False):
            text = glyph[: max(0, column + width - start)]
            self.canvas.write(row + height - 1, start, text, self.style(thing))
            start += len(text)

    def dot(self, place: Place, lying: list[Thing], number: int | None) -> None:
        """This writes a few letters where a place is too small for a box."""
        middle = place.at[0] + place.size[0] / 2, place.at[1] + place.size[1] / 2
        row, column = self.scale.spot(middle, self.origin)
        room = max(2, self.scale.spot(place.size, (0.0, 0.0))[1])
        start = column
        for thing, glyph in zip(lying, _glyphs(lying, room), strict=False):
            self.canvas.write(row, start, glyph[:room], self.style(thing))
            start += len(glyph)
        if number is not None:
            self.canvas.write(row, column, str(number), CHOICE)
        elif not lying:
            self.canvas.write(row, column, place.label[:2], LABEL)

    def style(self, thing: Thing) -> Style:
        """This is how a thing on the board looks: underlined if it has moved."""
        style = _style(thing, self.scene)
        return style + MOVED if thing.id in self.moved else style


def _rows(view: View, things: Mapping[str, list[Thing]], words: Words) -> list[Text]:
    """This lists what lies in the trays, side by side as far as they fit; a seat's trays begin a row."""
    scene = view.scene()
    rows: list[Text] = []
    before: Seat | None = None
    for zone in scene.zones:
        lying = [thing for place in zone.places for thing in things.get(target(zone.id, place.id), []) if thing.face]
        if not zone.tray or not lying:
            continue
        seat = _seat_of(zone)
        pieces = [Text(words.say(zone.name) + ": ", LABEL)]
        pieces += [Text.assemble((f" {_glyph(thing)} ", _style(thing, scene)), " ") for thing in lying]
        if rows and seat == before and rows[-1].cell_len + sum(piece.cell_len for piece in pieces) + 2 <= BOARD_WIDTH:
            rows[-1].append("  ")
        else:
            rows.append(Text(" " * INDENT) if seat == before and seat is not None else _beginning(view, seat))
        for number, piece in enumerate(pieces):
            # The name of a tray stays with the first of what lies there.
            ahead = piece.cell_len + (pieces[1].cell_len if number == 0 else 0)
            if rows[-1].cell_len + ahead > BOARD_WIDTH:
                rows.append(Text(" " * INDENT))
            rows[-1].append_text(piece)
        before = seat
    return rows


def _beginning(view: View, seat: Seat | None) -> Text:
    return Text() if seat is None else badge(view, seat).append(" ")


def _seat_of(zone: Zone) -> Seat | None:
    """This is the seat to which all places of a zone belong, if there is one."""
    seats = {place.name.values.get("seat") for place in zone.places}
    return seats.pop() if len(seats) == 1 else None


def _glyphs(lying: list[Thing], room: int) -> list[str]:
    """This is how things on one place stand side by side: whole, as shapes, counted, or as many as fit."""
    if len(lying) == 1:
        return [_glyph(lying[0])]
    shapes = [_shape(thing) or thing.face[:1] for thing in lying]
    if len(shapes) <= room:
        return shapes
    counted = [f"{shape}{count}" for shape, count in Counter(shapes).items()]
    if len(counted) == 1:
        return counted
    return [*shapes[: room - 1], MORE]


def _glyph(thing: Thing) -> str:
    if thing.kind == "die" and thing.face in tuple("123456"):
        return f"{DICE[int(thing.face) - 1]} {thing.face}"
    return f"{_shape(thing)}{thing.face}"


def _shape(thing: Thing) -> str:
    return "" if thing.owner is None else SHAPES[thing.owner]


def _style(thing: Thing, scene: Scene) -> Style:
    if thing.owner is not None:
        return owner_style(scene, thing.owner)
    ink = _inks(scene).get((thing.kind, thing.face))
    return Style(bold=True, color=INKS.get(ink, ink) if ink else None)


@lru_cache
def _inks(scene: Scene) -> dict[tuple[str, str], str]:
    """This is the colours of things that nobody owns, by kind and face, where a face stands for a colour."""
    painted = [(kind, face) for kind in scene.kinds if kind.form == SECTOR for face in kind.faces]
    return {(kind.id, face.text): face.paint for kind, face in painted}


def badge(view: View, seat: int) -> Text:
    """This is the sign of a seat: the shape and the colour of what it plays with."""
    owner = view.game.scenery.owner(view.table, seat)
    return Text().append(f" {SHAPES[owner]} ", owner_style(view.scene(), owner))


def owner_style(scene: Scene, owner: int) -> Style:
    """This is how what belongs to an owner is coloured."""
    colour = scene.colours[owner]
    return Style(color="black" if colour in DARK_ON else "white", bgcolor=INKS.get(colour, colour), bold=True)
