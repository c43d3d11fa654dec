"""Layout: where the things of a place come to lie, and how large."""

from dataclasses import dataclass
from math import ceil

from sobremesa.core.scene import Kind, Place, Point
from sobremesa.draw.shapes import middle_of
from sobremesa.draw.things import Piece, toward

ROW_FORMS = ("card",)
"""Forms that lie in a row and may cover one another."""
LOOSE_FORMS = ("glass",)
"""Forms that keep their size on a small place: one sees through them what is beside it."""
FREE = 0.06
"""How much room there is between cards of a row."""


@dataclass(frozen=True)
class Spot:
    """This is where a thing comes to lie: its middle, and how much smaller it is drawn."""

    at: Point
    scale: float


def spots(place: Place, pieces: list[Piece]) -> list[Spot]:
    """This is where the things of a place come to lie: one in its middle, several side by side and smaller."""
    kind = pieces[0].kind
    if place.pivot is not None:
        return [Spot(place.pivot, 1.0) for _ in pieces]
    if kind.form in LOOSE_FORMS:
        return [Spot(middle_of(place.at, place.size), 1.0) for _ in pieces]
    if kind.orbit:
        return [Spot(_orbiting(place, piece), 1.0) for piece in pieces]
    if kind.form in ROW_FORMS:
        return _row(place, kind, len(pieces))
    if len(pieces) == 2 and place.size[0] == place.size[1] < 2 * kind.size[0]:
        return _askew(place, kind)
    scale, columns = max((_fit(place, kind, columns, len(pieces)), columns) for columns in range(1, len(pieces) + 1))
    rows = ceil(len(pieces) / columns)
    cell = place.size[0] / columns, place.size[1] / rows
    found = []
    for number in range(len(pieces)):
        row, column = divmod(number, columns)
        # The last row may be shorter, and stands in the middle all the same.
        missing = columns - min(columns, len(pieces) - row * columns)
        x = place.at[0] + place.lift[0] + cell[0] * (column + 0.5 + missing / 2)
        y = place.at[1] + place.lift[1] + cell[1] * (row + 0.5)
        found.append(Spot((x, y), scale))
    return found


def _askew(place: Place, kind: Kind) -> list[Spot]:
    # Two on a square have the most room across its corners.
    (x, y), off = middle_of(place.at, place.size), 0.225 * place.size[0]
    scale = 0.62 * place.size[0] / kind.size[0]
    return [Spot((x + side * off, y + side * off), scale) for side in (-1, 1)]


def _fit(place: Place, kind: Kind, columns: int, count: int) -> float:
    rows = ceil(count / columns)
    return min(1.0, place.size[0] / columns / kind.size[0], place.size[1] / rows / kind.size[1])


def _row(place: Place, kind: Kind, count: int) -> list[Spot]:
    scale = min(1.0, place.size[1] / kind.size[1], place.size[0] / kind.size[0])
    width = kind.size[0] * scale
    step = min(width + FREE, (place.size[0] - width) / max(count - 1, 1))
    y = place.at[1] + place.size[1] / 2
    return [Spot((place.at[0] + width / 2 + step * number, y), scale) for number in range(count)]


def _orbiting(place: Place, piece: Piece) -> Point:
    kind, at = piece.kind, middle_of(place.at, place.size)
    x, y = toward((piece.thing.turn + 0.5) * 360 / kind.parts, kind.orbit)
    return at[0] + x, at[1] + y
