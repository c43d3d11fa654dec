"""Garbage: it is found when there is much of it, and looked for so seldom that nobody notices."""

import asyncio
import gc
import time
import weakref
from collections.abc import Iterator

import pytest

from sobremesa.server import garbage
from sobremesa.server.garbage import Sweeper
from tests.server.company import PATIENCE

MUCH = 1_000


class Ring:
    """This holds itself."""

    def __init__(self) -> None:
        self.again = self


@pytest.fixture
def sweeper() -> Iterator[Sweeper]:
    yield Sweeper(MUCH)
    gc.enable()
    gc.unfreeze()


def rings(count: int) -> list["weakref.ref[Ring]"]:
    """This makes things that nobody holds but they themselves."""
    return [weakref.ref(Ring()) for _ in range(count)]


def test_much_garbage_is_found(sweeper: Sweeper) -> None:
    left = rings(MUCH)
    assert all(ring() for ring in left)  # Python itself does not look any more.
    assert sweeper.look(0.0)
    assert not any(ring() for ring in left)


def test_little_is_left_alone(sweeper: Sweeper) -> None:
    left = rings(MUCH // 10)
    assert not sweeper.look(0.0)
    assert all(ring() for ring in left)


def test_what_goes_by_itself_is_not_counted(sweeper: Sweeper) -> None:
    for _ in range(10 * MUCH):
        Ring().again = None  # type: ignore[assignment]
    assert not sweeper.look(0.0)


def test_it_rests_in_proportion_to_what_it_took(sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100.0, 100.02])
    monkeypatch.setattr(time, "perf_counter", lambda: next(times))
    rings(MUCH)
    assert sweeper.look(5.0)
    monkeypatch.undo()
    rings(MUCH)
    assert not sweeper.look(14.9)  # 20 ms are the allowed part of 10 s.
    assert sweeper.look(15.1)


def test_it_goes_on_by_itself(sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "EVERY", 0.01)
    monkeypatch.setattr(garbage, "SHARE", float("inf"))

    async def twice() -> None:
        sweeper.begin()
        for _ in range(2):
            left = rings(MUCH)
            async with asyncio.timeout(PATIENCE):
                while any(ring() for ring in left):
                    await asyncio.sleep(0.01)

    asyncio.run(twice())
