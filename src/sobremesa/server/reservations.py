"""Reservations: for a minute the seats of a rematch can be taken by those alone who sat there.

When that is over follows from when the rematch was made, so it survives a restart. While a room is open it is measured
by the monotonic clock, which nobody can set; after a restart by the wall clock, and never for longer than a minute.
"""

import asyncio
import math
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sobremesa.core.words import Phrase
from sobremesa.server import seats
from sobremesa.server.course import Course
from sobremesa.server.events import OPEN, Head
from sobremesa.server.refusals import Refused
from sobremesa.server.times import MILLI

SECONDS = 60.0


def now() -> float:
    """Return the time of a clock that nobody sets, in seconds."""
    return time.monotonic()


def wall() -> float:
    """Return the time of day, in seconds since 1970."""
    return datetime.now(UTC).timestamp()


def left_of(head: Head) -> float:
    """Return for how many seconds the seats of a match are still kept, by the wall clock."""
    if not any(seat.kept for seat in head.seats):
        return 0.0
    return min(max(datetime.fromisoformat(head.made).timestamp() + SECONDS - wall(), 0.0), SECONDS)


class Reservations:
    """Seats of a match that are kept for somebody; over is called when they are no longer."""

    def __init__(self, match: str, head: Head, over: Callable[[], None]) -> None:
        self._match = match
        self._over = over
        left = left_of(head)
        self._until = now() + left
        self._timer = asyncio.get_running_loop().call_later(left, self._end) if left else None

    def _end(self) -> None:
        # A timer may ring a little early, and rings once.
        self._timer = None
        self._over()

    def close(self) -> None:
        """Call nobody any more."""
        if self._timer is not None:
            self._timer.cancel()

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return max(self._until - now(), 0.0)

    def kept(self, course: Course) -> list[int]:
        """Return the seats that are kept now."""
        if self._timer is None or not self.left:
            return []
        return [number for number, seat in enumerate(course.seats) if seat.kind == OPEN and seat.kept]

    def shown(self, course: Course) -> dict[str, Any] | None:
        """Return what everybody is shown: which seats are kept, and for how many milliseconds; None if none is."""
        kept = self.kept(course)
        return {"seats": kept, "left": round(self.left * MILLI)} if kept else None

    def check(self, course: Course, seat: int, guest: str = "") -> None:
        """Refuse a seat that is kept for somebody else than a guest; a bot is nobody's guest."""
        if seat not in self.kept(course):
            return
        if not seats.is_same(course.seats[seat].kept, seats.reservation(self._match, guest)):
            name = course.seats[seat].name or Phrase("server.guest", number=seat + 1)
            raise Refused("seat_kept", name=name, seconds=math.ceil(self.left))
