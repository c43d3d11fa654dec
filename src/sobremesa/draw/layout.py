"""Layout: where the things of a view come to lie, how large, how much turned, and which of them on top."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import atan2, ceil, degrees
from operator import attrgetter
from typing import NamedTuple
from zlib import crc32

from sobremesa.core.scene import Face, Kind, Place, Point, Scene, Thing, Things, target
from sobremesa.draw.memory import Memory
from sobremesa.draw.shapes import middle_of
from sobremesa.draw.things import Piece, toward

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
BETWEEN = "|"
"""What stands between the parts of the name of a look."""
READABLE = 0.42
"""The part of a card's width that shows what it is; less of it may be seen only if there is no room."""
SHOWN = 0.34
"""The part of a card's height that is seen above the one that lies below it."""
MAX_ROWS = 3
LOOKS = 4096
"""How many names of looks are remembered, so that whoever has seen them keeps no copies."""
SCENES, PLACES, GROUPS = 64, 4096, 8192
"""How many scenes are remembered, and of each how many places with what lies on them, and groups of such."""

Row = tuple[str, str, str, float, float, float, float]
"""A thing that lies on the table: its id, look and target, x and y of its middle, scale, and turn in degrees."""


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


@lru_cache(LOOKS)
def look_name(kind: str, face: str, owner: int | None) -> str:
    """This is the name of a look: a kind with a face and an owner.

    >>> look_name("piece", "R1", 0), look_name("die", "6", None)
    ('piece|R1|0', 'die|6|')
    """
    return f"{kind}{BETWEEN}{face}{BETWEEN}{'' if owner is None else owner}"


def named_piece(scene: Scene, name: str) -> Piece:
    """This is how things look by the name of their look, whatever the face holds."""
    kind, _, rest = name.partition(BETWEEN)
    face, _, owner = rest.rpartition(BETWEEN)
    return _piece(scene, kind, face, int(owner) if owner else None)


def _piece(scene: Scene, kind: str, text: str, owner: int | None) -> Piece:
    found = _kind(scene, kind)
    return Piece(found, next((face for face in found.faces if face.text == text), Face(text)), owner)


def _kind(scene: Scene, name: str) -> Kind:
    return _kinds(scene).get(name) or Kind(name, name)


def lay(scene: Scene, things: Iterable[Thing]) -> Iterator[Laid]:
    """This lays the things of a view, from below to above."""
    for lying in _heaps(scene, things):
        yield from _laid(scene, lying)


def rows(scene: Scene, things: Iterable[Thing], like: "Lying | None" = None) -> "Lying":
    """This is all things of a view as they are sent; most of them may lie as in another one of the same scene."""
    if not isinstance(things, Things):
        return Lying((Group(scene, tuple(things)),))
    groups, alike = things.groups, like.groups if like is not None else ()
    if len(groups) != len(alike):
        return Lying(tuple([_group(scene, each) for each in groups]))
    # Most of them are what they were, each in its place; that is seen sooner than looked up.
    pairs = zip(groups, alike, strict=True)
    return Lying(tuple([had if had.things is each else _group(scene, each) for each, had in pairs]))


def _group(scene: Scene, things: tuple[Thing, ...]) -> "Group":
    known = _groups(scene)
    group = known.get(id(things))
    if group is None:
        group = Group(scene, things)
        known.put(id(things), group)
    return group


def _heaps(scene: Scene, things: Iterable[Thing]) -> list[tuple[Thing, ...]]:
    """This is what lies together on a place, from the lowest place to the highest."""
    lying: dict[Where, tuple[Thing, ...]] = {}
    for thing in things:
        where = thing[2], thing[3]
        lying[where] = (*lying[where], thing) if where in lying else (thing,)
    heights = _heights(scene)
    return [lying[where] for where in sorted(lying, key=heights.__getitem__)]


Where = tuple[str, str]


class Group:
    """This is some of what lies on a table, laid; nothing else lies on the same places."""

    __slots__ = ("heaps", "things")

    def __init__(self, scene: Scene, things: tuple[Thing, ...]) -> None:
        self.things = things
        """What it is remembered by; as long as it is here, nothing else can be taken for it."""
        known = _known(scene)
        self.heaps = tuple([known.get(lying) or _remember(scene, lying) for lying in _heaps(scene, things)])
        """Heaps from the lowest to the highest."""


class Moved(NamedTuple):
    """This is how what lies on a table differs from what lay there before."""

    rows: list[Row]
    """Things that are new or lie otherwise, from below to above."""
    gone: list[str]
    """The ids of those that are not there any more."""
    old: Mapping[str, Row]
    """What lay there before, at least of those that lie otherwise."""


NOTHING_MOVED = Moved([], [], {})


class Lying(Mapping[str, Row]):
    """This is everything that lies on a table as it is sent, by the ids of things, from below to above."""

    def __init__(self, groups: tuple[Group, ...]) -> None:
        self.groups = groups

    @cached_property
    def rows(self) -> dict[str, Row]:
        """This is the same, put together; what only changes a little need not be."""
        return _stacked(self.groups)

    def __getitem__(self, name: str) -> Row:
        return self.rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def since(self, before: "Lying") -> Moved:
        """This is how it differs from what lay there before; groups that are the same are not looked at."""
        if self.groups == before.groups:
            return NOTHING_MOVED
        if len(self.groups) == len(before.groups):
            # Most of them are what they were, each in its place; that is seen sooner than looked up.
            pairs = zip(before.groups, self.groups, strict=True)
            had, has = zip(*[pair for pair in pairs if pair[0] is not pair[1]], strict=True)
        else:
            now, then = set(self.groups), set(before.groups)
            had = tuple([group for group in before.groups if group not in now])
            has = tuple([group for group in self.groups if group not in then])
        old, new = _stacked(had), _stacked(has)
        changed = [row for name, row in new.items() if (was := old.get(name)) is not row and was != row]
        return Moved(changed, [name for name in old if name not in new], old)


def _stacked(groups: Sequence[Group]) -> dict[str, Row]:
    """This is what lies in some groups, from below to above."""
    heaps = [heap for group in groups for heap in group.heaps]
    if len(heaps) == 1:
        return heaps[0].rows
    heaps.sort(key=attrgetter("height"))
    found: dict[str, Row] = {}
    for heap in heaps:
        found.update(heap.rows)
    return found


@lru_cache(SCENES)
def _groups(scene: Scene) -> Memory[int, Group]:  # noqa: ARG001 - it is what they are remembered by
    return Memory(GROUPS)


class Heap(NamedTuple):
    """This is what lies together on a place as it is sent, by the ids of things, and how high that is."""

    height: int
    rows: dict[str, Row]


@lru_cache(SCENES)
def _known(scene: Scene) -> Memory[tuple[Thing, ...], Heap]:  # noqa: ARG001 - it is what they are remembered by
    # What lies on a place is looked up for everything on the table after every move.
    return Memory(PLACES)


def _remember(scene: Scene, things: tuple[Thing, ...]) -> Heap:
    found = Heap(_heights(scene)[things[0].zone, things[0].place], _sent(scene, things))
    _known(scene).put(things, found)
    return found


def _sent(scene: Scene, things: tuple[Thing, ...]) -> dict[str, Row]:
    """This is things that lie together as they are sent, with numbers as exact as a picture needs."""
    _, kind, zone, place, _, _, _ = things[0]
    lying, where = _spots(scene, zone, place, kind, tuple([thing[6] for thing in things])), target(zone, place)
    found: dict[str, Row] = {}
    for thing, (x, y, scale) in zip(things, lying, strict=True):
        name, kind, _, _, face, owner, _ = thing
        turn = round(_turn(thing, _kind(scene, kind), _places(scene)[zone, place]), 3)
        found[name] = name, look_name(kind, face, owner), where, x, y, scale, turn
    return found


@lru_cache(PLACES)
def _spots(scene: Scene, zone: str, place: str, kind: str, turns: tuple[int, ...]) -> list[tuple[float, float, float]]:
    found = spots(_places(scene)[zone, place], _kind(scene, kind), turns)
    return [(round(spot.at[0], 3), round(spot.at[1], 3), round(spot.scale, 3)) for spot in found]


@lru_cache(SCENES)
def _kinds(scene: Scene) -> dict[str, Kind]:
    return {kind.id: kind for kind in reversed(scene.kinds)}


@lru_cache(SCENES)
def _places(scene: Scene) -> dict[Where, Place]:
    return {(zone.id, place.id): place for zone in scene.zones for place in zone.places}


@lru_cache(SCENES)
def _heights(scene: Scene) -> dict[Where, int]:
    # Parts of wheels lie lowest; and a small place may lie on a large one, so what lies there is drawn later.
    found = {where: (place.pivot is None, -place.size[0] * place.size[1]) for where, place in _places(scene).items()}
    ranks = {height: rank for rank, height in enumerate(sorted(set(found.values())))}
    return {where: ranks[height] for where, height in found.items()}


def _laid(scene: Scene, things: tuple[Thing, ...]) -> Iterator[Laid]:
    place = _places(scene)[things[0].zone, things[0].place]
    pieces = [_piece(scene, thing.kind, thing.face, thing.owner) for thing in things]
    found = spots(place, pieces[0].kind, [thing.turn for thing in things])
    for thing, piece, spot in zip(things, pieces, found, strict=True):
        yield Laid(thing, piece, place, spot, _turn(thing, piece.kind, place))


def _turn(thing: Thing, kind: Kind, place: Place) -> float:
    if place.pivot is not None:
        x, y = middle_of(place.at, place.size)
        return degrees(atan2(y - place.pivot[1], x - place.pivot[0]))
    if kind.form in ASKEW_FORMS and thing.face:
        return float(crc32(f"{thing.id}{thing.face}".encode()) % (2 * TILT + 1) - TILT)
    return 0.0


def spots(place: Place, kind: Kind, turns: Sequence[int]) -> list[Spot]:
    """This is where things of a kind come to lie on a place: one in its middle, several side by side and smaller."""
    count = len(turns)
    if place.pivot is not None:
        return [Spot(place.pivot, 1.0)] * count
    if kind.form in LOOSE_FORMS:
        return [Spot(middle_of(place.at, place.size), 1.0)] * count
    if kind.orbit:
        return [Spot(_orbiting(place, kind, turn), 1.0) for turn in turns]
    if kind.form in ROW_FORMS:
        return _row(place, kind, count)
    if count == 2 and place.size[0] == place.size[1] < 2 * kind.size[0]:
        return _askew(place, kind)
    scale, columns = max((_fit(place, kind, columns, count), columns) for columns in range(1, count + 1))
    rows = ceil(count / columns)
    cell = place.size[0] / columns, place.size[1] / rows
    found = []
    for number in range(count):
        row, column = divmod(number, columns)
        # The last row may be shorter, and stands in the middle all the same.
        missing = columns - min(columns, count - row * columns)
        x = place.at[0] + place.lift[0] + cell[0] * (column + 0.5 + missing / 2)
        y = place.at[1] + place.lift[1] + cell[1] * (row + 0.5)
        found.append(Spot((x, y), scale))
    return found


def _askew(place: Place, kind: Kind) -> list[Spot]:
    # Two on a square have the most room across its corners.
    (x, y), off = middle_of(place.at, place.size), 0.2 * place.size[0]
    scale = 0.7 * place.size[0] / kind.size[0]
    return [Spot((x + side * off, y + side * off), scale) for side in (-1, 1)]


def _fit(place: Place, kind: Kind, columns: int, count: int) -> float:
    rows = ceil(count / columns)
    return min(1.0, place.size[0] / columns / kind.size[0], place.size[1] / rows / kind.size[1])


def _row(place: Place, kind: Kind, count: int) -> list[Spot]:
    """This lays cards in a row; if that would hide what they show, in several that cover each other's lower part."""
    whole = min(place.size[1] / kind.size[1], place.size[0] / kind.size[0], 1.0)
    for rows in range(1, MAX_ROWS + 1):
        scale, columns = whole / (1 + SHOWN * (rows - 1)), ceil(count / rows)
        width, height = kind.size[0] * scale, kind.size[1] * scale
        step = min(width + FREE, (place.size[0] - width) / max(columns - 1, 1))
        if columns == 1 or step >= READABLE * width:
            break
    x, y = place.at[0] + width / 2, place.at[1] + (place.size[1] - whole * kind.size[1] + height) / 2
    places = (divmod(number, columns) for number in range(count))
    return [Spot((x + step * column, y + SHOWN * height * row), scale) for row, column in places]


def _orbiting(place: Place, kind: Kind, turn: int) -> Point:
    at = middle_of(place.at, place.size)
    x, y = toward((turn + 0.5) * 360 / kind.parts, kind.orbit)
    return at[0] + x, at[1] + y
