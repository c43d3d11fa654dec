"""Times: how long everybody may still think, as the fold of the log. What is live about clocks stands in `clocks`.

A clock gives so many seconds for each move, or so many days, or a stock of time that each move adds to (Fischer). It
runs for the person on whom the match waits: who is to choose, or to throw. Every choice is written with the time that
it took; a server that begins anew knows from the log alone how much is left.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from msgspec import Struct

from sobremesa.server.events import Back, Choice, Clock, Contest, Event, Gift, Head, Outage, Undo
from sobremesa.server.refusals import Refused

MOVE, FISCHER, DAYS = "move", "fischer", "days"
DAY = 24 * 60 * 60
SECONDS = {MOVE: (5, 3_600), FISCHER: (30, 10_800), DAYS: (DAY, 14 * DAY)}
"""The least and the most that a clock begins with."""
ADDED = 1, 600
"""The least and the most that a move adds to a stock of time."""
GIFTS = {MOVE: 30, FISCHER: 60, DAYS: DAY}
"""How many seconds are given away at once."""
MILLI = 1000
SHOWN, MOST_SHOWN = 800, 5_000
"""Milliseconds that a page takes to show a choice, and for all that it has still to show."""


class ClockWish(Struct):
    """This is the clock that somebody wants at a table; days for one that counts in days, seconds for others."""

    kind: Literal["none", "move", "fischer", "days"]
    seconds: int = 0
    add: int = 0
    days: int = 0


class Times(Struct, frozen=True):
    """This is how much time everybody has, in milliseconds, and since when the match has waited for somebody."""

    left: tuple[int, ...]
    since: int
    """In milliseconds since 1970, as all moments here."""
    at: int
    """When something happened last."""
    shown: int = 0
    """When pages have shown all of it; until then nobody's time runs."""

    def spent(self, moment: int) -> int:
        """This is for how long somebody has been thinking; less than nothing if time was given back to them."""
        return min(moment - self.since, max(moment - self.shown, 0))


def check(wish: ClockWish | None) -> Clock | None:
    """This lets a clock pass that people can play with; None is a table without one."""
    if wish is None or wish.kind == "none":
        return None
    if wish.kind == DAYS:
        least, most = (bound // DAY for bound in SECONDS[DAYS])
        if not least <= wish.days <= most:
            raise Refused("bad_clock_days", status=400, least=least, most=most, given=wish.days)
        return Clock(DAYS, wish.days * DAY)
    least, most = SECONDS[wish.kind]
    if not least <= wish.seconds <= most:
        if wish.kind == MOVE:
            raise Refused("bad_clock_move", status=400, least=least, most=most, given=wish.seconds)
        raise Refused("bad_clock_stock", status=400, least=least, most=most, given=wish.seconds)
    if wish.kind == MOVE:
        return Clock(MOVE, wish.seconds)
    if not ADDED[0] <= wish.add <= ADDED[1]:
        raise Refused("bad_clock_add", status=400, least=ADDED[0], most=ADDED[1], given=wish.add)
    return Clock(FISCHER, wish.seconds, wish.add)


def begin(head: Head) -> Times | None:
    """This is the time that everybody has when a match begins; None if nobody counts it."""
    if head.clock is None:
        return None
    # The other one was written to the second: a match must not seem to be older than the server that set it up.
    made = head.began or (int(datetime.fromisoformat(head.made).timestamp()) + 1) * MILLI
    return Times((head.clock.seconds * MILLI,) * len(head.seats), made, made)


def after(clock: Clock, times: Times, event: Event, undone: Sequence[tuple[Event, Times]], *, begins: bool) -> Times:
    """This is the time that everybody has after an event.

    Undone is what it takes back, the last one first, each with the times before it; begins tells whether the match had
    to wait for more than a move, and does no longer.
    """
    left, since, at, shown = list(times.left), times.since, event.at or times.at, times.shown
    if isinstance(event, Choice):
        whose = event.actor if event.actor >= 0 else event.whose
        if whose >= 0:
            left[whose] = _renewed(clock, left[whose], event)
        since = at
        # One thing is shown after the other, so what comes in quick succession keeps pages busy for longer.
        shown = at + min(max(shown - at, 0) + SHOWN, MOST_SHOWN)
    elif isinstance(event, Undo | Contest):
        if undone:
            _give_back(clock, left, undone)
        since = at
    elif isinstance(event, Gift):
        left[event.to] += event.given
    elif isinstance(event, Outage):
        since += event.given
    elif begins or (isinstance(event, Back) and not event.aside):
        since = at
    return Times(tuple(left), since, at, shown)


def _renewed(clock: Clock, left: int, event: Choice) -> int:
    """This is what somebody has for the next decision."""
    if clock.kind != FISCHER:
        return clock.seconds * MILLI
    return max(left - event.spent, 0) + _added(clock, event)


def _added(clock: Clock, event: Choice) -> int:
    """This is what a choice adds to a stock: neither a throw nor a bot's choice adds anything."""
    return clock.add * MILLI if event.actor >= 0 and (event.guest or event.late) else 0


def _give_back(clock: Clock, left: list[int], undone: Sequence[tuple[Event, Times]]) -> None:
    """This takes away what choices gave, not what they cost: who takes back gains no time, and keeps gifts."""
    for event, before in undone if clock.kind == FISCHER else undone[-1:]:
        if isinstance(event, Choice):
            whose = event.actor if event.actor >= 0 else event.whose
            if whose >= 0:
                renewed = clock.seconds * MILLI - before.left[whose] + event.spent
                given = _added(clock, event) if clock.kind == FISCHER else renewed
                left[whose] = max(left[whose] - given, 0)


def gift(clock: Clock, left: int) -> int:
    """This is how much time can be given to somebody who has so much; 0 if they have as much as any clock has."""
    return max(min(GIFTS[clock.kind] * MILLI, SECONDS[clock.kind][1] * MILLI - left), 0)


def kept(times: Times | None) -> dict[str, Any]:
    """This is what a snapshot keeps of it; what pages showed then is long over when somebody begins there."""
    return {} if times is None else {"left": times.left, "since": times.since, "at": times.at}
