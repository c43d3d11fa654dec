"""Frames: what one seat, or a spectator, sees of a match, and what changes from one event to the next.

Everything here is made from views. In a game without secrets all views are alike, so what is made for one of them is
made for all; only the gestures belong to the seat that must choose.
"""

from collections.abc import Collection, Hashable, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from sobremesa.core.game import Game, find
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR, listed
from sobremesa.core.scene import UNKNOWN
from sobremesa.core.table import is_same, make_room
from sobremesa.core.view import View, actor_name
from sobremesa.core.words import Phrase
from sobremesa.core.words import Seat as SeatWord
from sobremesa.draw import stage as drawing
from sobremesa.draw.layout import Moved
from sobremesa.server import shorthand, wire
from sobremesa.server.course import STAND_IN, Course, Step, ends_without
from sobremesa.server.events import (
    BOT,
    MAX_EVENTS,
    PERSON,
    Away,
    Back,
    Choice,
    Close,
    Contest,
    Event,
    Fill,
    Gift,
    HintTaken,
    Miss,
    Outage,
    Plea,
    Rename,
    Replace,
    Reply,
    Resign,
    Seat,
    Sit,
    Undo,
)
from sobremesa.server.shorthand import Offer

Frame = dict[str, Any]
"""What is sent of a table, by the names of the protocol; `things` is a dict by id, and phrases are not JSON yet."""

_encoder = msgspec.json.Encoder()
KIN = 32
"""How many looks one is compared with, to find the most alike."""
_offers: dict[tuple[str, int, int], Offer] = {}
"""What has been offered, by the move's text and by which gesture and caption; an offer keeps both, and so their ids."""
OFFERS = 8192
"""How many offers are remembered."""
GRIPS = 512
"""How many hands full of them are remembered by what they follow from."""


class Tale(NamedTuple):
    """This is what is told of a step: sentences, the ways that things walked, and what was seen only for a moment."""

    said: list[Phrase]
    paths: dict[str, list[str]]
    glimpse: list[wire.Row]

    @property
    def log(self) -> list[dict[str, Any]]:
        """This is the sentences as they are sent."""
        return [phrase.json() for phrase in self.said]


@dataclass(slots=True, eq=False)
class Glance:
    """This is a table as it is seen from somewhere, and what was made of it so far."""

    view: View
    prompt: Phrase | None = None
    common: Frame | None = None
    """What everybody who sees the same is shown; made when somebody looks."""


@dataclass(slots=True, eq=False)
class Moment:
    """This is a table at one moment, seen from anywhere; what is alike is made once."""

    game: Game
    table: Any
    actor: int
    """Who chooses next."""
    ended: list[int] | None = None
    """The places of a match that ended before its rules ended it."""
    closed: bool = False
    """Whether the server has ended it, so that there are no places."""
    is_full: bool = False
    """Whether that was because its log is full."""
    seen: dict[int, Glance] = field(default_factory=dict)
    choices: tuple[dict[str, int], list[Offer]] | None = None
    """What the actor can choose, by text, and how each move is made by hand; made when somebody asks."""
    secret: bool | None = None
    """Whether there is anything that not everybody may know; found out when somebody looks."""

    @classmethod
    def of(cls, course: Course) -> "Moment":
        """This is the present moment of a course."""
        ended = course.places() if course.ended else None
        return cls(
            course.game, course.table, course.actor, ended, closed=course.closed, is_full=course.seq >= MAX_EVENTS
        )

    def __post_init__(self) -> None:
        if self.game.is_open:
            self.secret = False
            self.seen[SPECTATOR] = Glance(View.of_all(self.game, self.table))

    def glance(self, seat: int) -> Glance:
        """This is what is seen from a seat."""
        found = self.seen.get(seat)
        if found is None:
            if self.secret is None:
                found = self._look(seat)
                # What is hidden from one seat is a secret; nobody need look on to find that out.
                self.secret = True if not self._is_all(found) else None
            # Where there are no secrets, everybody sees what a spectator sees.
            found = self.seen[seat] = (found or self._look(seat)) if self.is_secret else self.seen[SPECTATOR]
        return found

    @property
    def is_secret(self) -> bool:
        """This tells whether there is anything that not everybody may know.

        What one seat alone knows is a secret too, also for that seat.
        """
        if self.secret is None:
            public = self.seen[SPECTATOR] = self._look(SPECTATOR)
            self.secret = not self._is_all(public)
        return self.secret

    def _is_all(self, glance: Glance) -> bool:
        return is_same(glance.view.table, self.table)

    def _look(self, seat: int) -> Glance:
        return Glance(View.still(self.game, self.table, seat))

    def view(self, seat: int) -> View:
        """This is the table as a seat may see it."""
        return self.glance(seat).view

    def frame(self, seat: int) -> Frame:
        """This is what a seat is shown, and what it can do."""
        return self.sight(seat) | {"gestures": self.gestures(seat)}

    def sight(self, seat: int) -> Frame:
        """This is what a seat is shown."""
        return self.shown(self.glance(seat))

    def shown(self, glance: Glance, like: Frame | None = None) -> Frame:
        """This is what those are shown who see the same; most of it may be as in another frame of the match."""
        if glance.common is None:
            view, is_over = glance.view, self.actor == OVER
            prompt, is_cut = self._asked(glance), self.closed or bool(self.ended)
            glance.common = {
                "things": drawing.things_by_id(view, like["things"] if like else None),
                "actor": actor_name(self.actor),
                "phase": "over" if is_cut else view.phase,
                "prompt": prompt,
                "rule": view.rule() if is_cut else self.game.scenery.RULES[prompt.name],
                "places": self.ended or (_places(self.game, view.table) if is_over and not self.closed else None),
                "scores": _scores(self.game, view.table),
                "secret": self.is_secret,
            }
        return glance.common

    def prompt(self, seat: int) -> Phrase:
        """This is what is asked of whom, as a seat is told."""
        return self._asked(self.glance(seat))

    def thrower(self) -> int | None:
        """Return the seat whose throw it is, as far as the game says so."""
        seat = self.prompt(SPECTATOR).values.get("seat")
        return int(seat) if isinstance(seat, SeatWord) else None

    def _asked(self, glance: Glance) -> Phrase:
        if glance.prompt is None:
            closed = Phrase("server.too_long_match" if self.is_full else "server.closed")
            cut = closed if self.closed else Phrase("server.ended") if self.ended else None
            glance.prompt = cut or glance.view.prompt()
        return glance.prompt

    def legal(self) -> dict[str, int]:
        """This is what the actor can choose, by text."""
        return self._listed()[0]

    def gestures(self, seat: int) -> list[Offer]:
        """This is what a seat can do."""
        if seat < 0 or seat != self.actor:
            return []
        return self._listed()[1]

    def _listed(self) -> tuple[dict[str, int], list[Offer]]:
        if self.choices is None:
            if self.actor < 0:
                return {}, []
            v = self.view(self.actor).table
            numbers = listed(v, self.game.rules, self.game.moves)
            offers = _offered(self.game, v, numbers)
            self.choices = {offer.move: number for offer, number in zip(offers, numbers, strict=True)}, offers
        return self.choices


def _offered(game: Game, v: Any, numbers: list[int]) -> list[Offer]:
    """This is how moves are made by hand; where many follow from little, they are looked up."""
    grip = game.scenery.grip(v)
    if grip is None:
        return [_offer(game, v, number) for number in numbers]
    known = _in_hand(game.name, grip)
    return [known.get(number) or known.setdefault(number, _offer(game, v, number)) for number in numbers]


@lru_cache(GRIPS)
def _in_hand(game: str, grip: Hashable) -> dict[int, Offer]:  # noqa: ARG001 - it is what they are remembered by
    return {}


def _offer(game: Game, v: Any, number: int) -> Offer:
    text, gesture = game.notation.text_of(v, number), game.scenery.gesture(v, number)
    caption = game.scenery.caption(v, number)
    key = text, id(gesture), id(caption)
    offer = _offers.get(key)
    # A scene that remembers gestures gives the same ones again, and the offer is the same as well.
    if offer is None:
        make_room(_offers, OFFERS)
        offer = _offers[key] = Offer(text, gesture, caption)
    return offer


def _scores(game: Game, v: Any) -> list[int]:
    points = np.zeros(int(v.seats), dtype=np.int64)
    game.rules.score(v, points)
    return points.tolist()


def _places(game: Game, v: Any) -> list[int]:
    places = np.zeros(int(v.seats), dtype=np.int64)
    game.rules.rank(v, places)
    return places.tolist()


def changes(before: Frame, after: Frame) -> Frame:
    """This is what differs between two frames, as it is sent: things by row, and the ids of those that are gone."""
    return _changes(before, after, after["things"].since(before["things"]))


def _changes(before: Frame, after: Frame, moved: Moved) -> Frame:
    found = {name: value for name, value in after.items() if name != "things" and before.get(name) != value}
    if moved.rows:
        found["things"] = moved.rows
    if moved.gone:
        found["gone"] = moved.gone
    return found


# What is told


class Report:
    """This is a step between two moments as it is told: once for all who see the same."""

    def __init__(self, step: Step, was: Moment, now: Moment) -> None:
        self.step = step
        self.was = was
        self.now = now
        self._made: dict[tuple[Glance, Glance, int], Told] = {}

    def of(self, seat: int) -> "Told":
        """This is what those who look from a seat are told."""
        before, after = self.was.glance(seat), self.now.glance(seat)
        choice = _choice(self.step, self.now.game, seat)
        found = self._made.get((before, after, choice))
        if found is None:
            was = self.was.shown(before)
            now = self.now.shown(after, was)
            found = self._made[before, after, choice] = Told(self.step, choice, before, after, was, now)
            found.thrown = self._thrown(choice)
        return found

    def _thrown(self, choice: int) -> list[str | int | None] | UnsetType:
        """Return a throw of the sealed luck, for those who are told what fell: the outcome, and whose throw it was."""
        event = self.step.event
        if choice == UNKNOWN or not isinstance(event, Choice) or event.actor != CHANCE or event.typed:
            return UNSET
        return [event.text, self.was.thrower()]


class Told:
    """This is what is told of a step to all who see the same before and after it: what they can do is not in it."""

    def __init__(self, step: Step, choice: int, before: Glance, after: Glance, was: Frame, now: Frame) -> None:
        self.step = step
        self.view = after.view
        self.was = was
        self.moved: Moved = now["things"].since(was["things"])
        self.differences = _changes(was, now, self.moved)
        self.tale = _tale(step, choice, before, after)
        self.looks = {row[1] for row in (*self.moved.rows, *self.tale.glimpse)}
        """How everything looks that is shown."""
        self.thrown: list[str | int | None] | UnsetType = UNSET
        """What fell from the sealed luck, if anything did and those who see this are told."""
        self._full = self._short = b""

    @property
    def changed(self) -> wire.Changed:
        """This is all of it as it is sent."""
        tale = self.tale
        d = full(self.differences)
        return wire.Changed(
            seq=self.step.seq, log=tale.log, paths=tale.paths, glimpse=tale.glimpse, thrown=self.thrown, d=d
        )

    @property
    def full(self) -> bytes:
        """This is the same, written."""
        self._full = self._full or wire.dump(self.changed)
        return self._full

    @property
    def short(self) -> bytes:
        """This is the same in shorthand, written."""
        self._short = self._short or wire.dump(self._shortened())
        return self._short

    def _shortened(self) -> wire.Short:
        tale, lay, lay_before = self.tale, shorthand.row, self.moved.old.get
        book, places = shorthand.book_of(self.view.game.name), shorthand.places_of(self.view.scene())
        found = self.differences.copy()
        # Nobody who reads shorthand asks for it.
        found.pop("phase", None)
        if "things" in found:
            found["things"] = [lay(places, row, lay_before(row[0])) for row in found["things"]]
        if "prompt" in found:
            if found["prompt"].key in shorthand.rules_of(self.view.game.name):
                found.pop("rule", None)
            found["prompt"] = shorthand.phrase(book, found["prompt"])
        return wire.Short(
            seq=self.step.seq,
            log=[shorthand.phrase(book, said) for said in tale.said],
            paths=shorthand.paths(places, tale.paths),
            # What was to be seen only for a moment may be something that lies there now as it did.
            glimpse=[lay(places, row, self.was["things"].get(row[0])) for row in tale.glimpse],
            thrown=self.thrown,
            d=found,
        )


def said(step: Step, seat: int, was: Moment, now: Moment) -> list[dict[str, Any]]:
    """This is what a seat is told of a step between two moments in words, as it is sent."""
    told = _said(step, _choice(step, now.game, seat), was.glance(seat), now.glance(seat))
    return [phrase.json() for phrase in told]


def _choice(step: Step, game: Game, seat: int) -> int:
    """This is what a seat may know of what was chosen; it knows no choice where there was none."""
    event = step.event
    if isinstance(event, Choice) and game.rules.tells(step.before, event.number, seat):
        return event.number
    return UNKNOWN


def _tale(step: Step, choice: int, before: Glance, after: Glance) -> Tale:
    told = _said(step, choice, before, after)
    if not isinstance(step.event, Choice):
        return Tale(told, {}, [])
    was, now = before.view, after.view
    walked = now.game.scenery.paths(was.table, choice, now.table)
    ways = {name: list(targets) for name, targets in walked.items()}
    return Tale(told, ways, list(drawing.glimpse(was, choice, now)))


def _said(step: Step, choice: int, before: Glance, after: Glance) -> list[Phrase]:
    event = step.event
    if not isinstance(event, Choice):
        return [Phrase("server.too_long_match")] if _is_last(step) else _told(event)
    told = list(before.view.game.scenery.story(before.view.table, choice, after.view.table))
    if event.fault:
        told.insert(0, Phrase("server.fault", seat=SeatWord(event.actor)))
    if event.late and event.actor >= 0:
        told.insert(0, Phrase("server.late", seat=SeatWord(event.actor)))
    elif event.late:
        told.insert(0, Phrase("server.late_throw", seat=SeatWord(event.whose)))
    return told


def _is_last(step: Step) -> bool:
    """Return whether a match was closed because its log is full."""
    return isinstance(step.event, Close) and step.seq >= MAX_EVENTS


def _told(event: Event) -> list[Phrase]:
    if isinstance(event, Undo):
        name = "server.undone_agreed" if event.agreed else "server.undone"
        return [Phrase(name, seat=SeatWord(event.seat))]
    if isinstance(event, Plea):
        return [Phrase("server.pleads", seat=SeatWord(event.seat))]
    if isinstance(event, Reply):
        return [Phrase("server.agrees" if event.yes else "server.objects", seat=SeatWord(event.seat))]
    if isinstance(event, Sit):
        # When this is read, some may not know yet who sits there: for them the seat is still a free one.
        first = Phrase("server.sat", seat=event.name or Phrase("server.guest", number=event.seat + 1))
        return [first, *(Phrase("server.sat", seat=SeatWord(seat)) for seat in event.also)]
    if isinstance(event, Fill):
        return [Phrase("server.filled", number=event.seat + 1, level=Phrase(f"levels.{event.level}"))]
    if isinstance(event, Rename):
        return [Phrase("server.renamed", number=event.seat + 1, name=event.name)]
    if isinstance(event, Resign):
        return [Phrase("server.resigned", seat=SeatWord(seat)) for seat in event.seats]
    if isinstance(event, Close):
        return [Phrase("server.closed")]
    if isinstance(event, Replace):
        level = Phrase(f"levels.{STAND_IN}")
        return [Phrase("server.replaced", seat=SeatWord(seat), level=level) for seat in event.seats]
    if isinstance(event, Miss):
        return [Phrase("server.missed")]
    if isinstance(event, Away):
        return [Phrase("server.away", seat=SeatWord(seat)) for seat in event.seats]
    if isinstance(event, Back):
        return [Phrase("server.back", seat=SeatWord(seat)) for seat in event.seats]
    if isinstance(event, Gift):
        return [Phrase("server.gift", seat=SeatWord(event.seat), to=SeatWord(event.to))]
    if isinstance(event, Outage):
        return [Phrase("server.outage")]
    if isinstance(event, Contest):
        return [Phrase("server.contested", seat=SeatWord(event.seat))]
    if isinstance(event, HintTaken):
        return [Phrase("server.hinted", seat=SeatWord(event.seat))]
    return []


def full(frame: Frame) -> Frame:
    """This is a frame, or what differs between two, with all phrases as JSON."""
    found = frame.copy()
    if "prompt" in found:
        found["prompt"] = found["prompt"].json()
    if "gestures" in found:
        found["gestures"] = gestures(found["gestures"])
    return found


def gestures(offers: Sequence[Offer]) -> list[dict[str, Any]]:
    """This is how moves are made by hand, as JSON."""
    return [
        {"move": offer.move, "picks": offer.picks, "close": offer.gesture.close, "caption": offer.caption.json()}
        for offer in offers
    ]


def event(step: Step, seat: int, was: Moment, now: Moment) -> wire.Changed:
    """This is what those who look from a seat are sent of a step that is past; what they can do now is not in it."""
    return Report(step, was, now).of(seat).changed


def rows_of(message: wire.Changed) -> list[wire.Row]:
    """This is everything that a message shows."""
    return [*message.d.get("things", ()), *message.glimpse]


def seats(taken: Sequence[Seat], seat: int, here: Collection[str]) -> list[dict[str, Any]]:
    """This is who sits where, as those who look from a seat call them; here is the guests who are present."""
    viewer = taken[seat].guest if seat >= 0 else ""
    found = []
    for number, each in enumerate(taken):
        kind = each.kind
        if viewer and each.guest == viewer:
            kind = "me" if number == seat else "here"
        is_on = each.kind == BOT or (each.kind == PERSON and each.guest in here)
        chair = {"kind": kind, "name": each.name, "level": each.level, "on": is_on, "gone": each.resigned}
        if each.kind == PERSON and ends_without(taken, (number,)):
            chair["ends"] = True
        if each.helped:
            chair |= {"away": each.away, "helped": True}
        if each.replaced:
            chair["replaced"] = True
        found.append(chair)
    return found


def whole(course: Course, moment: Moment, seat: int, theme: str) -> wire.Whole:
    """This is how a match looked from a seat at a moment, for those who look at it again."""
    frame = full(moment.sight(seat))
    return wire.Whole(
        seq=course.seq,
        seat=seat if seat >= 0 else None,
        mine=[],
        seats=seats(course.seats, seat, ()),
        stage=stage_of(course, seat, theme),
        things=list(frame.pop("things").values()),
        looks={},
        gestures=[],
        roller=None,
        undo=False,
        hold=0,
        status=None,
        seal=course.head.seal,
        hints=course.head.hints,
        over=moment.actor == OVER,
        last=[],
        **frame,
    )


# Pictures


def stage_of(course: Course, seat: int, theme: str) -> msgspec.Raw:
    """This is the board as a seat sees it, which stays as it is all match long."""
    options = tuple(sorted(course.options.items()))
    return _stage(course.head.game, len(course.seats), options, seat, theme)


@lru_cache(128)
def _stage(game: str, seats: int, options: tuple[tuple[str, Any], ...], seat: int, theme: str) -> msgspec.Raw:
    view = View(find(game), find(game).table(seats, dict(options)), seat)
    return msgspec.Raw(_encoder.encode(drawing.stage(view, theme) | shorthand.primer(game)))


class Cards(NamedTuple):
    """This is all cards of a game as they look."""

    drawn: dict[str, Any]
    """In shorthand, as they are sent."""
    families: dict[str, list[str]]
    """By family, in that order."""


def cards_of(course: Course, theme: str) -> Cards:
    """This is how all cards look that may come to light in a match.

    Whoever comes is sent them at once. There are many, and sent together each differs little from another; later most
    moves would bring a new one, and with it more to send and to make.
    """
    return _cards(course.head.game, len(course.seats), tuple(sorted(course.options.items())), theme)


@lru_cache(128)
def _cards(game: str, seats: int, options: tuple[tuple[str, Any], ...], theme: str) -> Cards:
    view = View(find(game), find(game).table(seats, dict(options)), SPECTATOR)
    families: dict[str, list[str]] = {}
    return Cards(short_looks(view, drawing.cards(view), theme, families), families)


def looks(view: View, keys: Set[str], theme: str) -> dict[str, str]:
    """This draws looks of things, by their names."""
    return {key: drawing.look(view, key, theme) for key in sorted(keys)}


def short_looks(view: View, keys: Set[str], theme: str, known: dict[str, list[str]]) -> dict[str, Any]:
    """This draws looks of things as they differ from others of their family that are known; then they are too."""
    found: dict[str, Any] = {}
    for key in sorted(keys):
        kin, drawn = known.setdefault(shorthand.family(key), []), drawing.look(view, key, theme)
        # One whose face begins alike is often all but the same; if not, another may be more so.
        like = shorthand.nearest(key, kin)
        found[key] = shorthand.look(like, drawn, drawing.look(view, like, theme)) if like else drawn
        if shorthand.size_of(found[key]) > shorthand.SMALL:
            others = [shorthand.look(other, drawn, drawing.look(view, other, theme)) for other in kin[-KIN:]]
            found[key] = min([found[key], *others], key=shorthand.size_of)
        kin.append(key)
    return found
