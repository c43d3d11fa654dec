"""Patience: what can be taken back, and how long chance and bots wait for somebody who may want to."""

import asyncio
import time
from collections.abc import Callable

from sobremesa.core.match import POSSIBLE, reveals
from sobremesa.core.rules import OVER, SPECTATOR
from sobremesa.core.table import copy, is_same
from sobremesa.core.view import View
from sobremesa.server import fairness
from sobremesa.server.course import Course, Step
from sobremesa.server.events import Choice, Event, Undo

MAX_FREE = 12
"""How many moves in a row can be taken back."""


class Patience:
    """This follows a match and knows what can still be taken back.

    A move can be, by whoever made it, until somebody else moves, chance falls, or its maker learns something from it.
    """

    def __init__(self, hold: float, key: bytes, lost: Callable[[int], None]) -> None:
        self.hold = hold
        """For how many seconds chance and bots wait; 0 lets nobody have anything back."""
        self.key = key
        self.lost = lost
        """What is called, with the number of the move, when a wait is over."""
        self.free = 0
        """How many of the last choices can be taken back."""
        self.seat = SPECTATOR
        """Who made them."""
        self.is_revealing = False
        """Whether the choice that comes next tells its maker what it could not know."""
        self.until = 0.0
        """Until when somebody is waited for; 0 if nobody is."""
        self._timer: asyncio.TimerHandle | None = None

    async def foresee(self, course: Course, event: Event | None) -> None:
        """This works out whether the maker of a choice will learn from it: many tables are tried, so in a thread."""
        self.is_revealing = (
            isinstance(event, Choice)
            and self._is_of_a_person(event)
            and not is_same(View(course.game, course.table, event.actor).table, course.table)
            and await asyncio.to_thread(self._reveals, course, event)
        )

    def follow(self, course: Course, step: Step) -> None:
        """This works out what can be taken back after a step."""
        event = step.event
        if isinstance(event, Choice | Undo) or course.actor == OVER:
            self.go_on()
        if isinstance(event, Undo):
            self.free = 0 if event.agreed else max(self.free - event.back, 0)
        elif course.actor == OVER:
            self.free = 0
        elif isinstance(event, Choice):
            before = self.free if event.actor == self.seat else 0
            self.free = min(before + 1, MAX_FREE) if self._is_of_a_person(event) and not self.is_revealing else 0
            self.seat = event.actor

    def _is_of_a_person(self, event: Choice) -> bool:
        return self.hold > 0 and event.actor >= 0 and bool(event.guest)

    def _reveals(self, course: Course, event: Choice) -> bool:
        first = (course.seq + 1) * POSSIBLE
        lucks = (fairness.luck_for(self.key, "guess", first + number) for number in range(POSSIBLE))
        after = copy(course.table)
        course.game.rules.apply(after, event.number)
        return reveals(course.game, course.table, event.number, after, event.actor, lucks)

    def allows(self, course: Course, seat: int) -> bool:
        """This tells whether those who look from a seat can take the last choice back.

        On one device that may be somebody else's choice, but none that they do not know.
        """
        if not self.free or seat < 0 or course.seats[self.seat].guest != course.seats[seat].guest:
            return False
        last = course.last_choice
        if seat == self.seat or last is None:
            return seat == self.seat
        return isinstance(last.event, Choice) and bool(course.game.rules.tells(last.before, last.event.number, seat))

    def wait(self, number: int) -> None:
        """This waits for somebody who may want the move of a number back."""
        self.until = time.monotonic() + self.hold
        self._timer = asyncio.get_running_loop().call_later(self.hold, self.lost, number)

    def go_on(self) -> None:
        """This waits no longer."""
        self.until = 0.0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def left(self) -> float:
        """This is for how many seconds somebody is still waited for."""
        return round(max(self.until - time.monotonic(), 0.0), 2) if self.until else 0.0
