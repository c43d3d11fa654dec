"""Layout: where the things of a view come to lie, how large, how much turned, and which of them on top."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, ceil, degrees
from zlib import crc32

from sobremesa.core.scene import Face, Kind, Place, Point, Scene, Thing, target
from sobremesa.draw.shapes import middle_of
from sobremesa.draw.things import SECTOR, Piece, toward

ROW_FORMS = ("card",)
"""Forms that lie in a row and may cover one another."""
LOOSE_FORMS = ("glass",)
"""Forms that keep their size on a small place: one sees through them what is beside it."""
ASKEW_FORMS = ("die",)
"""Forms that lie as they fell."""
TILT = 7
"""How many degrees a die may lie askew."""
FREE = 0.06
"""How much room there is between cards of a row."""
SCENES = 64
"""How many scenes are remembered."""


@dataclass(frozen=True)
class Spot:
    """This is where a thing comes to lie: its middle, and how much smaller it is drawn."""

    at: Point
    scale: float


@dataclass(frozen=True)
class Laid:
    """This is a thing with how it looks, where it lies, and how many degrees it is turned with the clock."""

    thing: Thing
    piece: Piece
    place: Place
    spot: Spot
    turn: float


@lru_cache(SCENES)
def places_of(scene: Scene) -> dict[str, Place]:
    """This is every place of a scene by its name as something to click."""
    return {target(zone.id, place.id): place for zone in scene.zones for place in zone.places}


@lru_cache(SCENES)
def _kinds(scene: Scene) -> dict[str, Kind]:
    return {kind.id: kind for kind in scene.kinds}


def piece_of(scene: Scene, kind: str, text: str, owner: int | None) -> Piece:
    """This is how a thing looks by the name of its kind, its face and its owner."""
    found = _kinds(scene).get(kind) or Kind(kind, kind)
    return Piece(found, next((face for face in found.faces if face.text == text), Face(text)), owner)


def lay(scene: Scene, things: Iterable[Thing]) -> Iterator[Laid]:
    """This lays the things of a view, from below to above."""
    places = places_of(scene)
    lying: dict[str, list[tuple[Thing, Piece]]] = {}
    for thing in things:
        piece = piece_of(scene, thing.kind, thing.face, thing.owner)
        lying.setdefault(target(thing.zone, thing.place), []).append((thing, piece))
    # Parts of wheels lie lowest; and a small place may lie on a large one, so what lies there is drawn later.
    for name in sorted(lying, key=lambda name: _height(lying[name][0][1], places[name])):
        place, pairs = places[name], lying[name]
        for (thing, piece), spot in zip(pairs, spots(place, pairs), strict=True):
            yield Laid(thing, piece, place, spot, _turn(thing, piece, place))


def _height(piece: Piece, place: Place) -> tuple[bool, float]:
    return piece.kind.form != SECTOR, -place.size[0] * place.size[1]


def _turn(thing: Thing, piece: Piece, place: Place) -> float:
    if place.pivot is not None:
        x, y = middle_of(place.at, place.size)
        return degrees(atan2(y - place.pivot[1], x - place.pivot[0]))
    if piece.kind.form in ASKEW_FORMS and thing.face:
        return float(crc32(f"{thing.id}{thing.face}".encode()) % (2 * TILT + 1) - TILT)
    return 0.0


def spots(place: Place, pieces: list[tuple[Thing, Piece]]) -> list[Spot]:
    """This is where the things of a place come to lie: one in its middle, several side by side and smaller."""
    kind = pieces[0][1].kind
    if place.pivot is not None:
        return [Spot(place.pivot, 1.0) for _ in pieces]
    if kind.form in LOOSE_FORMS:
        return [Spot(middle_of(place.at, place.size), 1.0) for _ in pieces]
    if kind.orbit:
        return [Spot(_orbiting(place, kind, thing.turn), 1.0) for thing, _ in pieces]
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


def _orbiting(place: Place, kind: Kind, turn: int) -> Point:
    at = middle_of(place.at, place.size)
    x, y = toward((turn + 0.5) * 360 / kind.parts, kind.orbit)
    return at[0] + x, at[1] + y
