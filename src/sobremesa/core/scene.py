"""Scenes: what a game looks like, as data that a browser, a terminal and a screen reader all draw from.

A scene is the static picture: shapes, and zones of places where things can lie. Things are what lies there now. A
gesture is how a move is made by hand: some things or places are picked in any order, and one click closes the move.
Lengths are board units; one unit is about the side of a square.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, zip_longest
from typing import Any, NamedTuple, Protocol

from sobremesa.core.words import Phrase

Point = tuple[float, float]

BUTTON = "button"
"""The zone of whatever is clicked but lies nowhere."""

UNKNOWN = -1
"""A choice that a seat may not know."""

CUES = ("roll", "step", "capture", "home", "escape", "place", "turn", "card", "coin", "win")
"""What can be heard and seen when something happens."""


@dataclass(frozen=True)
class Shape:
    """This is a part of the picture that never changes: a form, where it stands, how large, and its look."""

    form: str
    at: Point
    size: Point
    look: str
    text: str = ""
    paint: str = ""
    """The name of its colour, if it has one of its own."""
    mark: str = ""
    """The name of the little drawing on it, in place of the text."""


@dataclass(frozen=True)
class Place:
    """This is a spot where things lie; its name is what a screen reader says, its label what is printed there."""

    id: str
    at: Point
    name: Phrase
    label: str = ""
    size: Point = (1.0, 1.0)
    pivot: Point | None = None
    """The middle of the wheel that it is a part of."""
    lift: Point = (0.0, 0.0)
    """How far from its middle things are drawn, so that they do not cover what lies on the place around it."""


@dataclass(frozen=True)
class Zone:
    """This is a group of places: a board, whose places have their spots, or a tray beside it."""

    id: str
    name: Phrase
    places: tuple[Place, ...]
    tray: bool = False


@dataclass(frozen=True)
class Face:
    """This is how a kind of things looks with one of its faces: its little drawings, letters and colour."""

    text: str
    marks: tuple[str, ...] = ()
    label: str = ""
    paint: str = ""


@dataclass(frozen=True)
class Kind:
    """This is how all things of a kind are drawn: a form, how large, and the faces that are more than their text."""

    id: str
    form: str
    size: Point = (0.8, 0.8)
    mark: str = ""
    paint: str = ""
    faces: tuple[Face, ...] = ()
    parts: int = 1
    """Of how many turns the full circle consists."""
    orbit: float = 0.0
    """How far from the middle of its place it stands, in the direction of its turn."""


@dataclass(frozen=True)
class Caption:
    """This is something written beside the board, in the reader's language; it begins, ends or has its middle there."""

    say: Phrase
    at: Point
    side: str = "start"
    zone: str = ""
    """It is written only while something lies in this zone."""


@dataclass(frozen=True)
class Scene:
    """This is the static picture of a table."""

    size: Point
    shapes: tuple[Shape, ...]
    zones: tuple[Zone, ...]
    colours: tuple[str, ...] = ("green", "blue", "red", "yellow", "magenta", "cyan")
    """What colour the things of each owner have; shapes and letters say the same to those who cannot see it."""
    material: str = "wood"
    """What the board is made of."""
    kinds: tuple[Kind, ...] = ()
    captions: tuple[Caption, ...] = ()
    plates: tuple[Point, ...] = ()
    """Where the name of each seat stands; without, the names stand in a row above the board."""
    cues: Mapping[str, str] = field(default_factory=dict)
    """What there is to hear and to see when something is told, by the key of the phrase: one of CUES."""

    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # Enough to tell the scenes of a game apart; all of its shapes would take long.
        object.__setattr__(self, "_hash", hash((self.size, self.colours, self.material)))

    def __hash__(self) -> int:
        return self._hash


class Thing(NamedTuple):
    """This is an object on the table; it keeps its id as long as public knowledge can follow it."""

    id: str
    kind: str
    zone: str
    place: str
    face: str = ""
    owner: int | None = None
    turn: int = 0


class Things:
    """This is everything that lies on a table, in groups of which no two share a place.

    Whoever draws it remembers groups by what they are, not by what they hold: one that is made of the same numbers as
    before should be the very same tuple, so that it is neither laid nor compared again.
    """

    __slots__ = ("groups",)

    def __init__(self, *groups: tuple[Thing, ...]) -> None:
        self.groups = groups

    def __iter__(self) -> Iterator[Thing]:
        return chain.from_iterable(self.groups)

    def since(self, before: "Things") -> list[Thing]:
        """This is what was not there before; groups that are the same are not looked at."""
        known: set[str] = set()
        fresh: list[Thing] = []
        for group, had in zip_longest(self.groups, before.groups, fillvalue=()):
            if group is not had:
                known |= {thing.id for thing in had}
                fresh += group
        return [thing for thing in fresh if thing.id not in known]


class Gesture(NamedTuple):
    """This is how a move is made by hand: what is picked, in any order, and the click that closes it.

    What is clicked is a place (`target`), a thing by its id, or a button, which needs no place on the table.
    """

    close: str
    picks: frozenset[str] = frozenset()


def target(zone: str, place: str) -> str:
    """This is the name of a place as something to click."""
    return f"{zone}/{place}"


def button(name: str) -> str:
    """This is the name of a button as something to click."""
    return target(BUTTON, name)


class Scenery(Protocol):
    """This is what a game's scene.py provides; each function sees a view, never the table."""

    RULES: dict[str, str]
    """By the name of each prompt, the anchor in the rulebook of the rule that it is about."""

    def scene(self, v: Any, /) -> Scene:
        """This is the static picture for the view's seats and options."""

    def things(self, v: Any, /) -> Iterable[Thing]:
        """This is everything that lies on the table, in a fixed order; best as Things, where much stays as it was."""

    def owner(self, v: Any, seat: int, /) -> int:
        """This is the owner of the things that a seat plays with: partners share those of the first of them."""

    def gesture(self, v: Any, move: int, /) -> Gesture:
        """This is how a legal move is made by hand."""

    def caption(self, v: Any, move: int, /) -> Phrase:
        """This says in a few words what a legal move does, as on a button."""

    def grip(self, v: Any, /) -> Hashable:
        """This is all that texts, gestures and captions of moves follow from beside the move; None if that is much.

        Where there are many moves and they follow from little, whoever shows them looks them up.
        """

    def prompt(self, v: Any, /) -> Phrase:
        """This says what is asked of whom."""

    def story(self, before: Any, choice: int, after: Any, /) -> Sequence[Phrase]:
        """This tells what happened between two views; choice is UNKNOWN if the seat may not know it."""

    def paths(self, before: Any, choice: int, after: Any, /) -> Mapping[str, Sequence[str]]:
        """This is the way of each thing that walked between two views: the targets that it passed, up to its own.

        A thing that was not there before comes from the first of them. Choice is UNKNOWN if the seat may not know it.
        """

    def glimpse(self, before: Any, choice: int, after: Any, /) -> Iterable[Thing]:
        """This is what was to be seen only for a moment between two views, such as dice that nobody could use."""
