"""Awake: a loop in which much happens does not sleep, and any other does."""

import asyncio
import os
import selectors
from math import inf
from typing import Any

import pytest

from sobremesa.server import awake
from sobremesa.server.awake import EVERY, Awake

TURN = EVERY / 100
"""Seconds that a turn of the loop takes by its own clock."""
WINDOW = 5 * EVERY
"""Seconds for which the loop is watched."""
TURNS = round(WINDOW / TURN)


class Events:
    """Counter that grows by a given number each time it is read."""

    def __init__(self, more: int) -> None:
        self.more = more
        self.seen = 0

    def __call__(self) -> int:
        self.seen += self.more
        return self.seen


class Clock(selectors.DefaultSelector):
    """Selector whose sleeps take no real time: they advance a clock and are noted."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.sleeps: list[float] = []

    def select(self, timeout: float | None = None) -> Any:
        self.sleeps.append(inf if timeout is None else timeout)
        self.now += TURN + max(0.0, timeout or 0.0)
        # Without a timer the loop waits for other threads, in real time.
        return super().select(None if timeout is None else 0)


def sleeps_of(events: Events, *later: int) -> list[list[float]]:
    """Return the sleeps the loop asked for while the first rate of events lasted, and during each later one."""
    clock = Clock()
    found: list[list[float]] = []

    def timed_loop() -> asyncio.SelectorEventLoop:
        loop = asyncio.SelectorEventLoop(clock)
        loop.time = lambda: clock.now  # type: ignore[method-assign]
        return loop

    async def look() -> None:
        Awake(events).begin()
        for more in (events.more, *later):
            events.more = more
            # Until it has counted anew, what was before counts.
            await asyncio.sleep(3 * EVERY)
            clock.sleeps.clear()
            await asyncio.sleep(WINDOW)
            found.append(clock.sleeps.copy())

    with asyncio.Runner(loop_factory=timed_loop) as runner:
        runner.run(look())
    return found


def test_with_many_events_it_never_sleeps_and_with_few_it_does() -> None:
    busy, calm = sleeps_of(Events(awake.MANY), awake.MANY - 1)
    assert len(busy) == pytest.approx(TURNS, abs=1)
    assert max(busy) <= 0
    assert len(calm) < 20
    assert max(calm) > 0


def test_it_wakes_again() -> None:
    calm, busy = sleeps_of(Events(1), awake.MANY)
    assert len(calm) < 20
    assert len(busy) == pytest.approx(TURNS, abs=1)


def test_others_who_wait_for_the_core_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = []
    monkeypatch.setattr(os, "sched_yield", lambda: let_go.append(True), raising=False)
    sleeps_of(Events(awake.MANY))
    assert len(let_go) > TURNS


def test_where_nobody_can_be_let_go_it_stays_awake_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_yield", raising=False)
    (busy,) = sleeps_of(Events(awake.MANY))
    assert len(busy) == pytest.approx(TURNS, abs=1)
