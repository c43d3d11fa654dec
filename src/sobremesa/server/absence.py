"""Absence: where the table has agreed to it, a bot plays for somebody who is waited for too long.

Only who keeps another person waiting is absent: nobody's match is played to its end while they are all away. Whoever
comes back, asks for the seat, or simply moves, plays on from there.
"""

from collections.abc import Collection
from typing import Any

from sobremesa.server import clocks
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Away, Back
from sobremesa.server.refusals import Refused
from sobremesa.server.times import DAY, MILLI

SECONDS = 10, DAY
"""The least and the most for which somebody is waited for."""
NOTICE = 10 * MILLI
"""Milliseconds that somebody who is present has at least to say so, once another person is kept waiting."""


def check(seconds: int) -> int:
    """This lets pass for how many seconds a table waits until a bot takes over; 0 is for ever."""
    if seconds and not SECONDS[0] <= seconds <= SECONDS[1]:
        raise Refused("bad_absence", status=400, least=SECONDS[0], most=SECONDS[1], given=seconds)
    return seconds


class Absence:
    """This knows for whom a match waits, and for how long it has since it heard of them."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._since = 0
        self._before: dict[int, int] = {}
        """For how many milliseconds each seat was waited for in turns that have passed without a word of it."""

    def wait_for(self, seat: int | None) -> None:
        """From now on the match waits for a seat; None if for nobody. While others think, nobody else's wait runs."""
        if seat != self._seat:
            if self._seat is not None:
                self._before[self._seat] = self._waited(self._seat)
            self._seat, self._since = seat, clocks.now()

    def heard(self, seats: Collection[int]) -> None:
        """Whoever has these seats is here."""
        for seat in seats:
            self._before.pop(seat, None)
        if self._seat in seats:
            self._since = clocks.now()

    def _waited(self, seat: int) -> int:
        return self._before.get(seat, 0) + (clocks.now() - self._since if seat == self._seat else 0)

    def left(self, course: Course, seat: int | None) -> int | None:
        """This is for how many milliseconds a seat is still waited for; None for ever."""
        if seat is None or not course.head.absent:
            return None
        return course.head.absent * MILLI - self._waited(seat)

    def away(self, course: Course, seat: int | None, here: Collection[str]) -> Away | None:
        """This is the event of a bot that takes over; None if nobody keeps another person waiting for too long.

        Here is the guests who are present. Whoever has several seats, on one device, is away from all of them.
        """
        left = self.left(course, seat)
        if seat is None or left is None or left > 0 or not _keeps_waiting(course, seat, here):
            return None
        return Away(seats=course.held_by(course.seats[seat].guest))

    def give_notice(self, course: Course, seat: int | None, here: Collection[str]) -> None:
        """Somebody has come: if they are kept waiting by a person who is present, that one is told in time."""
        left = self.left(course, seat)
        if seat is not None and left is not None and left < NOTICE and course.seats[seat].guest in here:
            self._before[seat] = self._before.get(seat, 0) - (NOTICE - left)

    def shown(self, course: Course, seat: int | None, looked_from: int, here: Collection[str]) -> dict[str, Any] | None:
        """This is what those who look from a seat are shown: in how many milliseconds a bot takes their place.

        None if they keep nobody waiting. The seat is the one for which the match waits.
        """
        left = self.left(course, seat)
        if seat is None or left is None or looked_from < 0 or not _keeps_waiting(course, seat, here):
            return None
        is_theirs = course.seats[seat].guest == course.seats[looked_from].guest
        return {"seat": seat, "left": max(left, 0)} if is_theirs else None


def _keeps_waiting(course: Course, seat: int, here: Collection[str]) -> bool:
    """This tells whether another person who plays is present."""
    guest = course.seats[seat].guest
    return any(each.is_played and each.guest != guest and each.guest in here for each in course.seats)


def returning(course: Course, guest: str, command: str = "") -> Back | None:
    """This is the event of a guest who takes seats back; None if nobody plays in their place."""
    seats = [
        seat for seat, each in enumerate(course.seats) if each.away and each.guest == guest and each.kind == PERSON
    ]
    return Back(seats=seats, guest=guest, id=command) if seats and guest else None
