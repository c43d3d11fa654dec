"""Retention: old matches are deleted a few at a time, and others are left alone."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from sobremesa.server import retention
from sobremesa.server.admin import Admin
from sobremesa.server.batches import Batch, Row
from sobremesa.server.catalogue import Filter
from sobremesa.server.crew import Crew
from sobremesa.server.limits import Door
from sobremesa.server.refusals import Refused
from sobremesa.server.retention import DAY, Pruner
from sobremesa.server.reviews import Reviews
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Store
from sobremesa.server.tokens import Tokens
from tests.server.company import ALONE, ANA, House, Quick, Watcher, rooms_in, set_up
from tests.server.operator import SECRET, Operator, found_in

OLD = Filter("finished", older=90 * DAY)


def pruner_of(rooms: Rooms) -> Pruner:
    crew: Crew = rooms.crew
    reviews = Reviews(rooms.store, crew, rooms.store.path.parent / "reviews")
    return Pruner(Admin(rooms.store, rooms, reviews, Tokens(rooms.store, rooms, Door()), b"k" * 32))


async def aged(store: Store, match: str, days: float, *, is_over: bool = True) -> str:
    """Write a match whose last event was some days ago."""
    await set_up(store, seats=ALONE, match=match)
    at = int((time.time() - days * DAY) * 1000)
    body = b'{"e":"close"}' if is_over else b'{"e":"name","seat":0,"name":"Ana"}'
    await store.write(Batch(match, (Row(1, at, body),), ended=is_over))
    return match


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MIN_PAUSE", 0.0)
    monkeypatch.setattr(retention, "FIRST_PRUNE", 0.0)


async def pruned(pruner: Pruner, chosen: Filter) -> retention.Progress:
    progress = pruner.start(chosen)
    assert pruner._task is not None
    await pruner._task
    return progress


def test_only_old_matches_of_the_state_are_pruned(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            store, pruner = rooms.store, pruner_of(rooms)
            for number in range(40):
                await aged(store, f"old{number}", 91 + number)
            await aged(store, "young", 89)
            await aged(store, "paused", 400, is_over=False)
            assert await pruner.count(OLD) == 40

            progress = await pruned(pruner, OLD)

            assert (progress.total, progress.done, progress.skipped, progress.fault) == (40, 40, 0, None)
            assert (progress.is_running, progress.remnants) == (False, False)
            assert store.ids() == ["paused", "young"]
            assert found_in(tmp_path, "old17", "old3") == {}
            await pruned(pruner, Filter("all", older=90 * DAY))
            assert store.ids() == ["young"]

    asyncio.run(run())


def test_a_match_at_which_somebody_sits_is_left_alone(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            pruner = pruner_of(rooms)
            for name in ("here", "gone"):
                await aged(rooms.store, name, 100)
            room = await rooms.find("here")
            room.join(Watcher(ANA, 0).listener)

            progress = await pruned(pruner, OLD)

            assert (progress.done, progress.skipped, rooms.store.ids()) == (1, 1, ["here"])

    asyncio.run(run())


def test_a_match_that_goes_on_meanwhile_is_left_alone(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            pruner = pruner_of(rooms)
            await aged(rooms.store, "awake", 100, is_over=False)
            chosen = Filter("all", older=90 * DAY)
            found = await asyncio.to_thread(pruner.admin.catalogue.matching, chosen)
            now = int(time.time() * 1000)
            await rooms.store.write(Batch("awake", (Row(2, now, b'{"e":"name","seat":0,"name":"Ana"}'),)))

            assert await pruner.admin.prune([match for match, _ in found], chosen) == []
            assert rooms.store.ids() == ["awake"]

    asyncio.run(run())


def test_on_a_full_disk_what_was_done_stays_and_the_rest_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            store, pruner = rooms.store, pruner_of(rooms)
            for number in range(40):
                await aged(store, f"old{number}", 100 - number / 10)
            write = type(store).write
            left = [2]

            def failing(self: Any, batch: Batch) -> "asyncio.Future[None]":
                if batch.statements or batch.tidying:
                    left[0] -= 1
                    if left[0] < 0:
                        raise Refused("not_written", status=507, reason="database or disk is full")
                return write(self, batch)

            with monkeypatch.context() as patched:
                patched.setattr(type(store), "write", failing)
                patched.setattr("sobremesa.server.admin.PAUSE", 0)
                progress = await pruned(pruner, OLD)

            assert progress.fault is not None
            assert "disk is full" in progress.fault.say("en")
            assert progress.json("en")["text"] == progress.fault.say("en")
            assert (progress.done, len(store.ids())) == (32, 8)
            assert set(store.ids()) == {f"old{number}" for number in range(32, 40)}
            again = await pruned(pruner, OLD)
            assert (again.fault, again.done, store.ids()) == (None, 8, [])
            assert found_in(tmp_path, "old1", "old39") == {}

    asyncio.run(run())


def test_one_prune_at_a_time_and_it_can_be_stopped(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            pruner = pruner_of(rooms)
            for number in range(60):
                await aged(rooms.store, f"old{number}", 100)
            pruner.start(OLD)
            with pytest.raises(Refused):
                pruner.start(OLD)

            progress = pruner.stop()
            assert pruner._task is not None
            await pruner._task

            assert (progress.is_stopped, progress.done < 60, len(rooms.store.ids())) == (True, True, 60 - progress.done)
            await pruner.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("days", "left"),
    [((0, 0), ["b", "c", "d"]), ((90, 0), ["c", "d"]), ((0, 30), ["b", "d"]), ((90, 30), ["d"])],
)
def test_every_day_what_is_too_old_is_pruned(
    tmp_path: Path, days: tuple[float, float], left: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            pruner = pruner_of(rooms)
            await aged(rooms.store, "b", 91)
            await aged(rooms.store, "c", 31, is_over=False)
            await aged(rooms.store, "d", 29, is_over=False)
            sleep, slept = asyncio.sleep, list[float]()

            async def passing(seconds: float) -> None:
                slept.append(seconds)
                if seconds == DAY:
                    raise asyncio.CancelledError
                await sleep(0)

            monkeypatch.setattr(asyncio, "sleep", passing)
            await asyncio.gather(asyncio.create_task(pruner.daily(*days)), return_exceptions=True)

            assert rooms.store.ids() == left
            assert (DAY in slept) == any(days)

    asyncio.run(run())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path / "data", secret=SECRET, crew=Quick())
    yield found
    found.close()


def test_prunes_are_begun_and_followed_over_http(house: House) -> None:
    operator = Operator(house)
    match = house.ana.set_up()
    operator.ask("POST", f"/matches/{match}/end")

    assert operator.ask("POST", "/prune", older=3600, dry=True) == {"total": 0}
    assert operator.ask("POST", "/prune", older=0, dry=True) == {"total": 1}
    for bad in (-1, "x"):
        operator.ask("POST", "/prune", 400, older=bad)
    assert house.store.ids() == [match]
    operator.ask("POST", "/prune", 202, older=0)
    while (told := operator.ask("GET", "/prune"))["running"]:
        pass
    assert (told["done"] + told["skipped"], "error" in told) == (1, False)
    operator.ask("DELETE", "/prune")
