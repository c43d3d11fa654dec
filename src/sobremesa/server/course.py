"""The course of a match: its table, its seats and what happened last, as the fold of its log.

Only what comes next needs the present table, so no list grows; the last few steps are kept for those who missed them
and for whoever takes a move back.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import numpy as np

from sobremesa.core.game import Game, find
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.table import again_of, blank, copy, light, packed, put_back, set_aside, settle
from sobremesa.server import times
from sobremesa.server.events import (
    BOT,
    MAX_EVENTS,
    OPEN,
    PERSON,
    Away,
    Back,
    Choice,
    Close,
    Contest,
    Event,
    Fill,
    Give,
    Head,
    Miss,
    Plea,
    Rename,
    Replace,
    Reply,
    Resign,
    Seat,
    Share,
    Sit,
    Undo,
)
from sobremesa.server.times import Times

RECENT = 24
"""How many of the last steps are kept. Logs may hold that something was taken back across so many: never fewer."""
AT_HAND = 2
"""How many of them are at hand; the tables before the others are set aside, until somebody reads them."""
MADE_AGAIN = 8
"""How many tables in a row are made again of one another."""

STAND_IN = "normal"
"""The level of the bot that plays on for somebody who has given up, or is away, or may play no longer."""


class Step(NamedTuple):
    """This is an event with its number, the table before it and who was to choose there, and the table after it."""

    seq: int
    event: Event
    before: Any
    actor: int
    after: Any
    times: Times | None = None
    """How much time everybody had before it, where there is a clock."""


@dataclass(slots=True, eq=False)
class After:
    """This is how a table is made again: of the one before it, by what was chosen there."""

    game: Game
    before: Any
    number: int

    def __call__(self) -> Any:
        """This makes it."""
        made = copy(self.before)
        self.game.rules.apply(made, self.number)
        return made


class Kept(msgspec.Struct):
    """This is a course as a snapshot keeps it."""

    table: bytes
    seats: list[Seat]
    seq: int
    turned: int
    thrown: int
    ended: bool
    shares: list[Share] = []


class Asked(msgspec.Struct, frozen=True):
    """This is a plea that is not answered yet by everybody."""

    seq: int
    seat: int
    back: int
    agreed: tuple[str, ...] = ()
    """The guests who have agreed."""


class Refusals(msgspec.Struct, frozen=True):
    """This is how often a seat was refused a take-back, and when last."""

    count: int = 0
    at: int = 0


class More(Kept):
    """This is the same of a match with a clock, pleas or later rules; all others are kept as they ever were."""

    left: tuple[int, ...] = ()
    since: int = 0
    at: int = 0
    plea: Asked | None = None
    refused: list[Refusals] = []
    rules: int = 1
    """The version of the rules that laid out the table."""
    closed: bool = False
    renames: list[int] = []


class Course:
    """This is where a match stands."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.game: Game = find(head.game)
        self.options = self.game.check_options(head.options, len(head.seats), head.rules)
        """The options that were chosen, and those whose default was another under the rules of its time."""
        self.table: Any = light(self.game.table(len(head.seats), self.options))
        self.seats: list[Seat] = list(head.seats)
        self.seq = 0
        self.turned = 0
        """The number of the last event that changed the table."""
        self.thrown = 0
        """How many outcomes chance has drawn; what real dice showed is not among them."""
        self.shares: list[Share] = []
        """What each device adds to the luck, in the order in which they sat down."""
        if hosted := self.held_by(head.host):
            self.shares.append(Share(head.host, hosted, head.sealed))
        self.times = times.begin(head)
        """How much time everybody has; None where there is no clock."""
        self.plea: Asked | None = None
        """Who asks to take a choice back, if anybody does."""
        self.refused = [Refusals()] * len(head.seats)
        """How often each seat was refused one."""
        self.kept = 0
        """The number at which it was kept last as a snapshot."""
        self.ended = False
        """Whether it has ended before its rules ended it."""
        self.closed = False
        """Whether the server has ended it, so that nobody has won."""
        self.renames = [0] * len(head.seats)
        """How often each seat was given another name."""
        self.recent: deque[Step] = deque(maxlen=RECENT)
        self._made_again = 0
        self.actor = self._actor()
        """Who chooses next: a seat, CHANCE or OVER."""
        self._is_gathering = self._lacks_somebody()

    # What there is

    def _lacks_somebody(self) -> bool:
        return self.missing > 0 or any(share.is_wanted for share in self.shares)

    def _actor(self) -> int:
        return OVER if self.ended else int(self.game.rules.actor(self.table))

    @property
    def is_waiting(self) -> bool:
        """This tells whether somebody must sit down, or add to the luck, before it goes on."""
        return self._is_gathering and self.actor != OVER

    @property
    def is_full(self) -> bool:
        """Whether its log has room for its closure alone, or not even for that."""
        return self.seq >= MAX_EVENTS - 1

    @property
    def is_sealing(self) -> bool:
        """This tells whether everybody sits and has sealed, and some are still to give what they sealed."""
        return self.is_waiting and not self.missing

    @property
    def missing(self) -> int:
        """This is how many seats are open."""
        return sum(seat.kind == OPEN for seat in self.seats)

    def places(self) -> list[int] | None:
        """This is the place of every seat, 1 the best; None until the match is over, or if it was closed."""
        if self.closed:
            return None
        if self.ended:
            stayed = sum(not seat.resigned for seat in self.seats)
            return [stayed + 1 if seat.resigned else 1 for seat in self.seats]
        if self.actor != OVER:
            return None
        places = np.zeros(len(self.seats), dtype=np.int64)
        self.game.rules.rank(self.table, places)
        return places.tolist()

    def held_by(self, guest: str) -> list[int]:
        """This is the seats that a guest holds."""
        return [seat for seat, each in enumerate(self.seats) if each.kind == PERSON and each.guest == guest]

    def given_up_by(self, guest: str) -> list[int]:
        """This is the seats that a guest has given up, as far back as is remembered."""
        given_up = (step.event for step in self.recent if isinstance(step.event, Resign))
        return [seat for event in given_up if guest and event.guest == guest for seat in event.seats]

    @property
    def last_choice(self) -> Step | None:
        """This is the last choice that has not been taken back, as far back as is remembered."""
        return next(iter(self.choices_back(1)), None)

    # Going on

    def fold(self, event: Event) -> Step:
        """This lets an event happen; it trusts that somebody has checked it."""
        before, actor, had = self.table, self.actor, self.times
        was_waiting = had is not None and self.is_waiting
        undone: list[Step] = []
        if self.recent:
            # Nobody asks any more what follows from it, and many such tables are remembered.
            settle(self.recent[-1].before)
            self._set_aside(before)
        if isinstance(event, Choice):
            self.table = copy(before)
            self.game.rules.apply(self.table, event.number)
            self.thrown += event.actor == CHANCE and not event.typed
        elif isinstance(event, Undo):
            undone = self._taken_back(event.back)
            self.table = undone[-1].before
        elif isinstance(event, Contest):
            undone = self._reached(event.back)
            self.table = undone[-1].before
        else:
            self._sit(event)
            self._is_gathering = self._lacks_somebody()
        self.seq += 1
        self.actor = self._actor()
        if isinstance(event, Choice | Undo | Contest):
            self.turned = self.seq
            if isinstance(event, Choice) and self.plea and event.guest not in ("", self.seats[self.plea.seat].guest):
                # Whoever simply goes on has answered.
                self._refuse(self.plea.seat, event.at)
            self.plea = None
        if had is not None and self.head.clock is not None:
            past = [(step.event, step.times) for step in undone if step.times is not None]
            begins = was_waiting and not self.is_waiting
            self.times = times.after(self.head.clock, had, event, past, begins=begins)
        settle(self.table)
        step = Step(self.seq, event, before, actor, self.table, had)
        self.recent.append(step)
        return step

    def _set_aside(self, current: Any) -> None:
        """This lets a table of a while ago take little room: it is made again of the one before it, or of its bytes."""
        if len(self.recent) <= AT_HAND:
            return
        last, step = self.recent[-AT_HAND - 1], self.recent[-AT_HAND]
        if step.before is last.before or step.before is current:
            return
        if self._made_again < MADE_AGAIN and isinstance(last.event, Choice) and last.after is step.before:
            self._made_again += 1
            set_aside(step.before, After(self.game, last.before, last.event.number))
        else:
            self._made_again = 0
            set_aside(step.before, packed(step.before))

    def put_back(self) -> None:
        """This lets all tables that were set aside take little room again: somebody has looked back at them."""
        oldest = self.recent[0].before if self.recent else self.table
        for step in self.recent:
            if step.before is not self.table:
                put_back(step.before)
        # The oldest may have been made of others, of steps that are forgotten.
        while isinstance(again := again_of(oldest), After):
            oldest = again.before
            put_back(oldest)

    def _taken_back(self, back: int) -> list[Step]:
        found = self._reached(back)
        if any(step.actor == CHANCE for step in found):
            # Whatever was thrown stays thrown.
            raise LookupError("nothing to take back")
        return found

    def _reached(self, back: int) -> list[Step]:
        found = self.choices_back(back)
        if len(found) < back:
            raise LookupError("nothing to take back")
        return found

    def choices_back(self, most: int) -> list[Step]:
        """This is the last choices that have not been taken back, the last one first, as far as is remembered."""
        return list(islice(self.backwards(), most))

    def backwards(self) -> Iterator[Step]:
        """This goes back over the choices that have not been taken back, as far as they are remembered."""
        undone = 0
        for step in reversed(self.recent):
            if isinstance(step.event, Undo | Contest):
                undone += step.event.back
            elif isinstance(step.event, Choice):
                if undone == 0:
                    yield step
                undone -= undone > 0

    def _sit(self, event: Event) -> None:
        if isinstance(event, Sit):
            self.shares.append(Share(event.guest, [event.seat, *event.also], event.sealed))
            self._change(event.seat, name=event.name)
            for seat in (event.seat, *event.also):
                self._change(seat, kind=PERSON, guest=event.guest, level="", by_hand=event.by_hand, kept="")
        elif isinstance(event, Fill):
            self._change(event.seat, kind=BOT, level=event.level, name="", guest="", kept="")
        elif isinstance(event, Rename):
            self._change(event.seat, name=event.name)
            self.renames = [count + (seat == event.seat) for seat, count in enumerate(self.renames)]
        elif isinstance(event, Resign):
            self.ended = ends_without(self.seats, event.seats)
            for seat in event.seats:
                self._change(seat, kind=BOT, level=STAND_IN, guest="", resigned=True, away=False)
            self._forget_the_gone()
        elif isinstance(event, Close):
            self.ended = self.closed = True
            self.plea = None
        elif isinstance(event, Replace):
            for seat in event.seats:
                self._change(seat, kind=BOT, level=STAND_IN, guest="", replaced=True, away=False, helped=True)
            self._forget_the_gone()
        elif isinstance(event, Plea):
            # It has the number that comes next.
            self.plea = Asked(self.seq + 1, event.seat, event.back)
        elif isinstance(event, Reply):
            self._answer(event)
        elif isinstance(event, Away):
            for seat in event.seats:
                self._change(seat, away=True, helped=True)
        elif isinstance(event, Back):
            for seat in event.seats:
                self._change(seat, away=False)
        elif isinstance(event, Miss):
            self._miss(event.shares)
        elif isinstance(event, Give):
            number = next(number for number, share in enumerate(self.shares) if self._awaits(share, event.guest))
            self.shares[number] = msgspec.structs.replace(self.shares[number], given=event.given)

    def _answer(self, event: Reply) -> None:
        plea = self.plea
        if plea is not None and event.yes:
            self.plea = msgspec.structs.replace(plea, agreed=(*plea.agreed, event.guest))
        elif plea is not None:
            self.plea = None
            self._refuse(plea.seat, event.at)

    def _refuse(self, seat: int, at: int) -> None:
        self.refused = list(self.refused)
        self.refused[seat] = Refusals(self.refused[seat].count + 1, at)

    @staticmethod
    def _awaits(share: Share, guest: str) -> bool:
        return share.guest == guest and share.is_wanted

    def _forget_the_gone(self) -> None:
        """Nobody waits for the luck of who holds no seat any more, nor answers what they have asked."""
        self._miss(number for number, share in enumerate(self.shares) if not self.held_by(share.guest))
        if self.plea is not None and self.seats[self.plea.seat].kind == BOT:
            self.plea = None

    def _miss(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if self.shares[number].is_wanted:
                self.shares[number] = msgspec.structs.replace(self.shares[number], missed=True)

    def _change(self, seat: int, **changes: Any) -> None:
        self.seats[seat] = msgspec.structs.replace(self.seats[seat], **changes)

    def twin(self) -> "Course":
        """This is the course as it is now, which stays so when this one goes on."""
        found = Course.__new__(Course)
        vars(found).update(vars(self))
        found.seats, found.recent, found.shares = list(self.seats), self.recent.copy(), list(self.shares)
        return found

    # Snapshots

    def keep(self) -> bytes:
        """This is the course as a snapshot; what happened last is not in it."""
        self.kept = self.seq
        kind, more = Kept, times.kept(self.times)
        if self.plea is not None or any(each.count for each in self.refused):
            more |= {"plea": self.plea, "refused": self.refused}
        if self.game.version > 1:
            more |= {"rules": self.game.version}
        if self.closed:
            more |= {"rules": self.game.version, "closed": True}
        if any(self.renames):
            more |= {"rules": self.game.version, "renames": self.renames}
        if more:
            kind = More
        table = self.table.tobytes()
        state = kind(table, self.seats, self.seq, self.turned, self.thrown, self.ended, self.shares, **more)
        return msgspec.msgpack.encode(state)

    def restore(self, kept: bytes) -> None:
        """This goes on from a snapshot, unless other rules laid out its table: then the log is read from the start."""
        state = msgspec.msgpack.decode(kept, type=More)
        if state.rules != self.game.version:
            return
        table = blank(self.game.rules.Table)
        table.view(np.uint8)[:] = np.frombuffer(state.table, dtype=np.uint8)
        self.table = light(table[0])
        self.seats, self.seq, self.turned, self.kept = state.seats, state.seq, state.turned, state.seq
        self.thrown, self.ended, self.shares = state.thrown, state.ended, state.shares or self.shares
        if self.times is not None and state.left:
            self.times = Times(state.left, state.since, state.at)
        self.plea, self.refused = state.plea, state.refused or self.refused
        self.closed, self.renames = state.closed, state.renames or self.renames
        self.recent.clear()
        self.actor = self._actor()
        self._is_gathering = self._lacks_somebody()


def ends_without(seats: Sequence[Seat], leaving: Collection[int]) -> bool:
    """This tells whether a match ends if some leave it: it goes on as long as a person plays against somebody."""
    stayed = [seat for number, seat in enumerate(seats) if not seat.resigned and number not in leaving]
    return len(stayed) < 2 or not any(seat.kind == PERSON for seat in stayed)


def rules_of(kept: bytes) -> int:
    """Return the version of the rules that laid out the table of a snapshot."""
    return msgspec.msgpack.decode(kept, type=More).rules


def seq_of(kept: bytes) -> int:
    """This is the number at which a snapshot was taken."""
    return msgspec.msgpack.decode(kept, type=More).seq
