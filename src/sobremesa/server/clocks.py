"""Clocks: for whom a match waits, how long it still does, and what is done when somebody's time is up.

At zero the move is made that the game names for the absent, or the dice are thrown, and the log says so: clocks never
stop a match. A server that was away gives the outage back, and a little more, to come back in.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.view import View
from sobremesa.server import commands, real, timebase, times, wire
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Back, Choice, Event, Gift, Outage
from sobremesa.server.frames import Moment
from sobremesa.server.refusals import Refused
from sobremesa.server.times import MILLI

BACK = 20_000
"""Milliseconds that everybody gets to come back after an outage."""
AGAIN = 5_000
"""Milliseconds after which what could not be done at zero is tried again."""


def now() -> int:
    """Return the time by which clocks run, in milliseconds since 1970; the machine's own clock may tell another."""
    return timebase.BASE.now()


class Alarm:
    """This rings when somebody's time is up."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self.ring = ring
        self._timer: asyncio.TimerHandle | None = None

    def set(self, left: int | None) -> None:
        """This rings in so many milliseconds, and not when it was to before; None is never."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if left is not None:
            self._timer = asyncio.get_running_loop().call_later(max(left, 0) / MILLI, self.ring)


def awaited(course: Course, moment: Moment, roller: int | None) -> int | None:
    """This is the seat whose time runs; roller is who throws by hand. Who sits next throws real dice for bots."""
    if course.actor == OVER or course.is_waiting:
        return None
    if course.actor != CHANCE:
        return course.actor if course.seats[course.actor].is_played else None
    if not real.is_awaited(course):
        return roller
    first = moment.thrower() or 0
    count = len(course.seats)
    following = ((first + more) % count for more in range(count))
    return next((seat for seat in following if course.seats[seat].is_played), None)


def left(course: Course, seat: int, moment: int) -> int:
    """This is how many milliseconds a seat that is waited for still has."""
    assert course.times is not None  # noqa: S101 - who has no clock is not asked
    return course.times.left[seat] - course.times.spent(moment)


def pause(course: Course, moment: int) -> int:
    """This is for how many milliseconds nobody's time runs, because pages still show what has happened."""
    assert course.times is not None  # noqa: S101 - who has no clock is not asked
    return max(course.times.shown - moment, 0)


def shown(course: Course, seat: int | None, moment: int) -> dict[str, Any] | None:
    """This is what everybody is shown: whose time runs, or will after a wait, and what all have left.

    None where there is no clock.
    """
    if course.times is None or course.head.clock is None:
        return None
    found, wait = list(course.times.left), 0
    if seat is not None:
        found[seat] = max(left(course, seat, moment), 0)
        wait = pause(course, moment)
    return {"seat": seat, "left": found, "wait": wait, **msgspec.to_builtins(course.head.clock)}


def stamped(event: Event, course: Course, seat: int | None, moment: int) -> Event:
    """This is an event with its time; a choice of somebody who was waited for, with the time that it took."""
    assert course.times is not None  # noqa: S101 - who has no clock is not asked
    if isinstance(event, Back):
        # For real dice, who comes back may be waited for in the place of somebody else.
        aside = seat is not None and not real.is_awaited(course)
        return msgspec.structs.replace(event, at=moment, aside=aside)
    if not isinstance(event, Choice) or seat is None or not (event.guest or event.late):
        return msgspec.structs.replace(event, at=moment)
    spent = max(course.times.spent(moment), 0)
    whose = seat if event.actor == CHANCE else -1
    return msgspec.structs.replace(event, at=moment, spent=spent, whose=whose)


def default(course: Course) -> Choice:
    """This is the move that is made for who is to choose: the one that the game names for the absent."""
    move = View(course.game, course.table, course.actor).default()
    return Choice(actor=course.actor, number=move.number, text=move.text, late=True)


def giving(course: Course, guest: str, command: wire.TimeCommand, moment: int, runs: int | None) -> Gift:
    """This is the event of somebody who gives a rival more time; runs is the seat whose time runs."""
    mine = commands.held(course, guest)
    if course.times is None or course.head.clock is None:
        raise Refused("no_clock")
    if command.seat in mine or command.seat >= len(course.seats) or course.seats[command.seat].kind != PERSON:
        raise Refused("no_rival")
    has = left(course, command.seat, moment) if command.seat == runs else course.times.left[command.seat]
    given = times.gift(course.head.clock, has)
    if not given:
        raise Refused("enough_time")
    return Gift(seat=mine[0], to=command.seat, given=given, guest=guest, id=command.id)


def outage(course: Course, stopped: int, started: int) -> Outage | None:
    """This gives back the time of an outage; None if nobody's clock can have run, or it was given back before."""
    if course.times is None or course.actor == OVER or course.is_waiting or course.times.at >= started:
        return None
    return Outage(given=started - max(stopped, course.times.at) + BACK)
