"""Awake: a loop in which much happens does not sleep, and any other does."""

import asyncio
import os
from math import inf
from typing import Any

import pytest

from sobremesa.server import awake
from sobremesa.server.awake import Awake

EVERY = 0.02


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awake, "EVERY", EVERY)


class Events:
    """This is a count of events, so many more each time that somebody looks."""

    def __init__(self, more: int) -> None:
        self.more = more
        self.seen = 0

    def __call__(self) -> int:
        self.seen += self.more
        return self.seen


def sleeps_of(events: Events, *later: int) -> list[list[float]]:
    """This is how long the loop was ready to sleep each time, while so many events came, and then so many."""
    found: list[list[float]] = []
    sleeps: list[float] = []

    async def look() -> None:
        selector = asyncio.get_running_loop()._selector  # type: ignore[attr-defined]
        select = selector.select

        def noted(timeout: float | None = None) -> Any:
            sleeps.append(inf if timeout is None else timeout)
            return select(timeout)

        selector.select = noted
        Awake(events).begin()
        for more in (events.more, *later):
            events.more = more
            # Until it has counted anew, what was before counts.
            await asyncio.sleep(3 * EVERY)
            sleeps.clear()
            await asyncio.sleep(5 * EVERY)
            found.append(sleeps.copy())

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(look())
    return found


def test_with_many_events_it_never_sleeps_and_with_few_it_does() -> None:
    busy, calm = sleeps_of(Events(awake.MANY), awake.MANY - 1)
    assert len(busy) > 50
    assert max(busy) <= 0
    assert len(calm) < 50
    assert max(calm) > 0


def test_it_wakes_again() -> None:
    calm, busy = sleeps_of(Events(1), awake.MANY)
    assert len(calm) < 50 < len(busy)


def test_others_who_wait_for_the_core_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    let_go = []
    monkeypatch.setattr(os, "sched_yield", lambda: let_go.append(True), raising=False)
    sleeps_of(Events(awake.MANY))
    assert len(let_go) > 50


def test_where_nobody_can_be_let_go_it_stays_awake_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_yield", raising=False)
    (busy,) = sleeps_of(Events(awake.MANY))
    assert len(busy) > 50
