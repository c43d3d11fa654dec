"""The fair semaphore: few at once, everybody in turn, and nobody who has gone."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from sobremesa.server.limits import Hurried
from sobremesa.server.semaphore import FairSemaphore


async def breathe() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Line:
    """Those who wait for a slot, and the order in which they got one."""

    def __init__(self, slots: FairSemaphore) -> None:
        self.slots = slots
        self.entered: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, *names: str) -> None:
        for name in names:
            self.tasks[name] = asyncio.create_task(self._enter(name))
            await breathe()

    async def _enter(self, name: str) -> None:
        await self.slots.acquire(name[0])
        self.entered.append(name)

    async def leave(self) -> None:
        self.slots.release()
        await breathe()


def stand(work: Callable[[Line], Awaitable[None]], *, slots: int = 1, most: int = 3) -> None:
    async def run() -> None:
        await work(Line(FairSemaphore(slots, most)))

    asyncio.run(run())


def test_accounts_take_turns() -> None:
    async def work(line: Line) -> None:
        await line.come("a1", "a2", "a3", "a4", "b1", "b2", "c1")
        for _ in range(6):
            await line.leave()
        assert line.entered == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]
        await line.leave()
        assert (line.slots.free, line.slots.waiting) == (1, 0)

    stand(work)


def test_there_are_never_more_than_there_are_slots() -> None:
    async def work(line: Line) -> None:
        await line.come("a1", "b1", "c1", "d1")
        assert line.entered == ["a1", "b1"]
        assert line.slots.waiting == 2
        await line.leave()
        assert line.entered == ["a1", "b1", "c1"]

    stand(work, slots=2)


def test_one_account_cannot_fill_the_queue() -> None:
    async def work(line: Line) -> None:
        await line.come("a0", "a1", "a2", "a3", "a4", "b1")
        with pytest.raises(Hurried):
            await line.tasks["a4"]
        assert line.slots.waiting == 4
        assert line.slots.dropped == {"full": 1}
        await line.leave()
        await line.leave()
        assert line.entered == ["a0", "a1", "b1"]

    stand(work)


def test_who_goes_is_passed_over() -> None:
    async def work(line: Line) -> None:
        await line.come("a0", "a1", "b1", "c1")
        line.tasks["b1"].cancel()
        await breathe()
        await line.leave()
        await line.leave()
        assert line.entered == ["a0", "a1", "c1"]
        assert line.slots.dropped == {"gone": 1}

    stand(work)


def test_who_goes_at_the_moment_of_its_turn_gives_the_slot_back() -> None:
    async def work(line: Line) -> None:
        await line.come("a0", "b1", "c1")
        line.slots.release()
        line.tasks["b1"].cancel()
        await breathe()
        assert line.entered == ["a0", "c1"]
        await line.leave()
        assert line.slots.free == 1

    stand(work)
