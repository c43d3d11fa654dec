"""The course of a match: its table, its seats and what happened last, as the fold of its log.

Only what comes next needs the present table, so no list grows; the last few steps are kept for those who missed them
and for whoever takes a move back.
"""

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
import numpy as np

from sobremesa.core.game import Game, find
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.table import blank, copy, light
from sobremesa.server.events import (
    BOT,
    OPEN,
    PERSON,
    Choice,
    Contest,
    Event,
    Fill,
    Give,
    Head,
    Miss,
    Rename,
    Resign,
    Seat,
    Share,
    Sit,
    Undo,
)

RECENT = 24
"""How many of the last steps are kept."""

STAND_IN = "normal"
"""The level of the bot that plays on for somebody who has given up."""


class Step(NamedTuple):
    """This is an event with its number, the table before it and who was to choose there, and the table after it."""

    seq: int
    event: Event
    before: Any
    actor: int
    after: Any


class Kept(msgspec.Struct):
    """This is a course as a snapshot keeps it."""

    table: bytes
    seats: list[Seat]
    seq: int
    turned: int
    thrown: int
    ended: bool
    shares: list[Share] = []


class Course:
    """This is where a match stands."""

    def __init__(self, head: Head) -> None:
        self.head = head
        self.game: Game = find(head.game)
        self.table: Any = light(self.game.table(len(head.seats), head.options))
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
        self.kept = 0
        """The number at which it was kept last as a snapshot."""
        self.ended = False
        """Whether it has ended before its rules ended it."""
        self.recent: deque[Step] = deque(maxlen=RECENT)
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
    def is_sealing(self) -> bool:
        """This tells whether everybody sits and has sealed, and some are still to give what they sealed."""
        return self.is_waiting and not self.missing

    @property
    def missing(self) -> int:
        """This is how many seats are open."""
        return sum(seat.kind == OPEN for seat in self.seats)

    def places(self) -> list[int] | None:
        """This is the place of every seat, 1 the best; None until the match is over."""
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
        before, actor = self.table, self.actor
        if isinstance(event, Choice):
            self.table = copy(before)
            self.game.rules.apply(self.table, event.number)
            self.thrown += event.actor == CHANCE and not event.typed
        elif isinstance(event, Undo):
            self.table = self._taken_back()
        elif isinstance(event, Contest):
            self.table = self.choices_back(event.back)[-1].before
        else:
            self._sit(event)
            self._is_gathering = self._lacks_somebody()
        self.seq += 1
        self.actor = self._actor()
        if isinstance(event, Choice | Undo | Contest):
            self.turned = self.seq
        step = Step(self.seq, event, before, actor, self.table)
        self.recent.append(step)
        return step

    def _taken_back(self) -> Any:
        last = self.last_choice
        if last is None:
            raise LookupError("nothing to take back")
        return last.before

    def choices_back(self, most: int) -> list[Step]:
        """This is the last choices that have not been taken back, the last one first, as far as is remembered."""
        found: list[Step] = []
        undone = 0
        for step in reversed(self.recent):
            if isinstance(step.event, Undo | Contest):
                undone += step.event.back if isinstance(step.event, Contest) else 1
            elif isinstance(step.event, Choice):
                if undone == 0:
                    found.append(step)
                undone -= undone > 0
            if len(found) == most:
                break
        return found

    def _sit(self, event: Event) -> None:
        if isinstance(event, Sit):
            self.shares.append(Share(event.guest, [event.seat], event.sealed))
            self._change(event.seat, kind=PERSON, name=event.name, guest=event.guest, level="", by_hand=event.by_hand)
        elif isinstance(event, Fill):
            self._change(event.seat, kind=BOT, level=event.level, name="", guest="")
        elif isinstance(event, Rename):
            self._change(event.seat, name=event.name)
        elif isinstance(event, Resign):
            for seat in event.seats:
                self._change(seat, kind=BOT, level=STAND_IN, guest="", resigned=True)
            # A match goes on without those who have left as long as a person plays against somebody.
            stayed = [seat for seat in self.seats if not seat.resigned]
            self.ended = len(stayed) < 2 or not any(seat.kind == PERSON for seat in stayed)
            self._miss(number for number, share in enumerate(self.shares) if not self.held_by(share.guest))
        elif isinstance(event, Miss):
            self._miss(event.shares)
        elif isinstance(event, Give):
            number = next(number for number, share in enumerate(self.shares) if self._awaits(share, event.guest))
            self.shares[number] = msgspec.structs.replace(self.shares[number], given=event.given)

    @staticmethod
    def _awaits(share: Share, guest: str) -> bool:
        return share.guest == guest and share.is_wanted

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
        state = Kept(self.table.tobytes(), self.seats, self.seq, self.turned, self.thrown, self.ended, self.shares)
        return msgspec.msgpack.encode(state)

    def restore(self, kept: bytes) -> None:
        """This goes on from a snapshot."""
        state = msgspec.msgpack.decode(kept, type=Kept)
        table = blank(self.game.rules.Table)
        table.view(np.uint8)[:] = np.frombuffer(state.table, dtype=np.uint8)
        self.table = light(table[0])
        self.seats, self.seq, self.turned, self.kept = state.seats, state.seq, state.turned, state.seq
        self.thrown, self.ended, self.shares = state.thrown, state.ended, state.shares or self.shares
        self.recent.clear()
        self.actor = self._actor()
        self._is_gathering = self._lacks_somebody()
