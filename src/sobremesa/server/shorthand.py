"""Shorthand: what browsers are told of an event, in fewer bytes. Its readers have the stage and what was told before.

Any part of a message may be written in full or short, and looks different in either case:

- a phrase, `[number, value, …]`: its number in the stage's `book`, and its values in the order that stands there. One
  that is a seat is `[-1 - seat]`, one that is a phrase is written like one, and a list is `{"all": […]}`;
- the rule that a prompt is about: it is not said if the stage's `rules` have one for the prompt;
- a row, `[id, mask, value, …]`: what differs from the row of that id before, in the order of the bits: look, place, x,
  y, scale, turn. A thing that is new has scale 1 and turn 0; one that comes to a place lies in its middle;
- a place, in rows, paths and gestures: its number among all places of the stage, in order;
- a gesture, `[move, picks, close, caption]`, with -1 for the click that closes the one before it too; two numbers,
  `[first, count]`, are some of those that were offered last;
- a look, `[other, start, end, between, scope]`: the first and the last so many letters of another look, what stands
  between them, and the name of its gradients.

Nothing in it depends on anything but what its reader is shown.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import floor
from string import Formatter
from typing import Any, NamedTuple

from sobremesa.core.game import find
from sobremesa.core.scene import Gesture, Scene
from sobremesa.core.table import make_room
from sobremesa.core.words import LANGUAGES, PLAIN, Phrase, Seat, catalogue
from sobremesa.draw.brush import SCOPE
from sobremesa.draw.layout import BETWEEN

FORMS = (".one", ".other")
SPOKEN = "sobremesa.server"
"""The package whose words the server says of a match, beside those of its game."""
APART = ("lesson.", "reasons.")
"""How the keys begin of what is never said of an event: what lessons and hints say."""
LOOK, PLACE, X, Y, SCALE, TURN = 1, 2, 4, 8, 16, 32
ALIKE = -1
"""The click that closes the gesture before it too."""
SCENES = 64
LOOKS = 4096
MENTIONED = 4096
SCOPED = re.compile(r' id="(s[0-9a-f]{10})-')
"""Where the name of the gradients of a look stands."""
WORTHWHILE = 0.7
"""What part of a look in full the short one has at most."""
SMALL = 100
"""How long a difference of looks is that need not be shorter."""

Row = Sequence[Any]
Places = Mapping[str, tuple[int, float, float]]
"""Every place by its target: its number, and its middle."""
NOTHING: Row = ("", None, None, None, None, 1.0, 0.0)
"""The row that a thing had before it was there."""


class Offer:
    """This is a move and how it is made by hand."""

    __slots__ = ("_places", "_short", "caption", "gesture", "move")

    def __init__(self, move: str, gesture: Gesture, caption: Phrase) -> None:
        self.move = move
        self.gesture = gesture
        self.caption = caption
        self._places: Places | None = None
        self._short: tuple[Any, ...] = ()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Offer):
            return NotImplemented
        return (self.move, self.gesture, self.caption) == (other.move, other.gesture, other.caption)

    __hash__ = None  # type: ignore[assignment]

    @property
    def picks(self) -> list[str]:
        """This is what is picked, in an order that depends on nothing else."""
        return sorted(self.gesture.picks)

    def short(self, known: "Book", places: "Places") -> tuple[Any, ...]:
        """This is the same in shorthand; it is written once, since many are offered the same."""
        if self._places is not places:
            picks = [_click(places, pick) for pick in self.picks]
            close = _click(places, self.gesture.close)
            self._places, self._short = places, (self.move, picks, close, phrase(known, self.caption))
        return self._short


class Entry(NamedTuple):
    """This is a phrase in the book: its number, and the names of its values."""

    number: int
    names: tuple[str, ...]


class Book(dict[str, Entry]):
    """This is every phrase that may be said, by its key; and in short what others have mentioned."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        super().__init__(entries)
        self._mentioned: dict[int, tuple[Phrase, Any]] = {}
        """By the phrase itself: as long as it is here, no other one can be taken for it."""

    def mentioned(self, said: Phrase) -> Any:
        """This is a phrase inside another one in short; names of cards and the like are the same every time."""
        found = self._mentioned.get(id(said))
        if found is None:
            # It may mention others itself, which are remembered first.
            found = said, phrase(self, said)
            make_room(self._mentioned, MENTIONED)
            self._mentioned[id(said)] = found
        return found[1]


@cache
def book_of(game: str) -> Book:
    """This is every phrase that may be said in a match of a game, by its key."""
    names: dict[str, set[str]] = {}
    for package in (find(game).package, SPOKEN):
        for language in LANGUAGES:
            for key, sentence in catalogue(package, language).items():
                if key.startswith(APART):
                    continue
                bare = next((key.removesuffix(form) for form in FORMS if key.endswith(form)), key)
                known = names.setdefault(bare, set())
                known |= {name for _, name, _, _ in Formatter().parse(sentence) if name}
                if bare != key:
                    known.add("count")
    return Book({key: Entry(number, tuple(sorted(names[key]))) for number, key in enumerate(sorted(names))})


@cache
def rules_of(game: str) -> dict[str, str]:
    """This is the rule that each prompt of a game is about, by the prompt's key."""
    return {f"prompt.{name}": rule for name, rule in find(game).scenery.RULES.items()}


def primer(game: str) -> dict[str, Any]:
    """This is what its readers must know of a game: phrases with the names of their values, and rules of prompts."""
    return {"book": [[key, *entry.names] for key, entry in book_of(game).items()], "rules": rules_of(game)}


def phrase(known: Book, said: Phrase) -> Any:
    """This is a phrase in short, or in full if the book has none like it."""
    entry, values = known.get(said.key), said.values
    if entry is None or len(entry.names) != len(values):
        return said.json()
    try:
        found = [values[name] for name in entry.names]
    except KeyError:
        return said.json()
    return (entry.number, *[value if type(value) in PLAIN else _value(known, value) for value in found])


def _value(known: Book, value: Any) -> Any:
    if isinstance(value, Seat):
        return (-1 - value,)
    if isinstance(value, Phrase):
        return known.mentioned(value)
    if isinstance(value, (list, tuple)):
        return {"all": [_value(known, part) for part in value]}
    return value


@lru_cache(SCENES)
def places_of(scene: Scene) -> Places:
    """This is every place by its target: its number, and its middle as whoever has the stage works it out."""
    found = [(zone, place) for zone in scene.zones for place in zone.places]
    return {
        f"{zone.id}/{place.id}": (number, _middle(place.at[0], place.size[0]), _middle(place.at[1], place.size[1]))
        for number, (zone, place) in enumerate(found)
    }


def _middle(start: float, length: float) -> float:
    # As a browser rounds, and from what the stage says.
    return floor((round(start, 3) + round(length, 3) / 2) * 1000 + 0.5) / 1000


def row(places: Places, new: Row, old: Row | None) -> list[Any]:
    """This is a row in short: what differs from the one before."""
    name, look, target, x, y, scale, turn = new
    _, was_look, was_target, was_x, was_y, was_scale, was_turn = old or NOTHING
    mask = 0
    found = [name, mask]
    if look != was_look:
        mask = LOOK
        found.append(look)
    if target != was_target:
        mask |= PLACE
        number, was_x, was_y = places[target]
        found.append(number)
    if x != was_x:
        mask |= X
        found.append(_number(x))
    if y != was_y:
        mask |= Y
        found.append(_number(y))
    if scale != was_scale:
        mask |= SCALE
        found.append(_number(scale))
    if turn != was_turn:
        mask |= TURN
        found.append(_number(turn))
    found[1] = mask
    return found


def _number(value: float) -> float:
    return int(value) if value == int(value) else value


def gestures(known: Book, places: Places, now: Sequence[Offer], last: Sequence[Offer]) -> list[Any]:
    """This is what is offered in short; last is what was offered before, if its reader knows."""
    before = {offer.move: number for number, offer in enumerate(last)}
    found: list[Any] = []
    first = count = 0
    closed = ""
    for offer in now:
        is_closed_alike, closed = offer.gesture.close == closed, offer.gesture.close
        number = before.get(offer.move)
        if number is not None and last[number] is not offer and last[number] != offer:
            number = None
        if number is not None and count and number == first + count:
            count += 1
            continue
        if count:
            found.append((first, count))
            count = 0
        if number is None:
            move, picks, close, caption = offer.short(known, places)
            found.append((move, picks, ALIKE if is_closed_alike else close, caption))
        else:
            first, count = number, 1
    if count:
        found.append((first, count))
    return found


def _click(places: Places, clicked: str) -> str | int:
    """This is something to click in short: a place by its number, else a thing or a button by its name."""
    return places[clicked][0] if clicked in places else clicked


def paths(places: Places, walked: Mapping[str, Iterable[str]]) -> dict[str, list[int]]:
    """This is the ways of things in short."""
    return {name: [places[target][0] for target in targets] for name, targets in walked.items()}


@lru_cache(LOOKS)
def family(look: str) -> str:
    """This is what looks have in common that are much alike: kind and owner."""
    kind, _, rest = look.partition(BETWEEN)
    return kind + BETWEEN + rest.rpartition(BETWEEN)[2]


def nearest(key: str, kin: Sequence[str]) -> str:
    """This is the look among others of its family that is most like one: whose face begins alike, the last of those.

    >>> nearest("card|R3|", ["card|C1|", "card|R1|", "card|R2|", "card|C2|"])
    'card|R2|'
    """
    for size in range(len(key) - 1, key.index(BETWEEN), -1):
        start = key[:size]
        for other in reversed(kin):
            if other.startswith(start):
                return other
    return ""


@lru_cache(LOOKS)
def look(other: str, drawn: str, like: str) -> Any:
    """This is a drawing by its difference from that of another look, or in full if that is not much longer."""
    scope, new = _neutral(drawn)
    _, old = _neutral(like)
    most = min(len(new), len(old))
    start = next((at for at in range(most) if new[at] != old[at]), most)
    end = next((at for at in range(most - start) if new[-1 - at] != old[-1 - at]), most - start)
    between = new[start : len(new) - end]
    return (other, start, end, between, scope) if len(between) < WORTHWHILE * len(drawn) else drawn


def size_of(sent: Any) -> int:
    """This is about how long a look is as it is sent, short or in full."""
    return len(sent if isinstance(sent, str) else sent[3])


def _neutral(drawn: str) -> tuple[str, str]:
    """This is the name of the gradients of a drawing, and the drawing without it."""
    found = SCOPED.search(drawn)
    return (found[1], drawn.replace(found[1], SCOPE)) if found else ("", drawn)
