"""Coming back: what was missed is told, whether it is remembered or has to be read."""

import asyncio
import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import ref

import pytest

from sobremesa.core.game import names
from sobremesa.server import room as room_module
from sobremesa.server import wire
from sobremesa.server.batches import Row
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from tests.server.company import (
    ANA,
    BEA,
    Quick,
    Watcher,
    enter,
    move,
    mover,
    play,
    rooms_in,
    set_up,
    until,
)
from tests.server.timers import held


@pytest.mark.parametrize("game", ["sequence-dice", "stalag17", "poleana"])
def test_who_was_away_is_told_what_it_missed(game: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea, stays = Watcher(ANA, 0, "light"), Watcher(BEA, 1), Watcher(BEA, 1, "dark")
        await enter(room, ana, bea, stays)
        room.leave(bea.listener)
        gone_at = bea.frame["seq"]
        for number in range(4):
            if room.course.actor >= 0:
                await room.obey(mover(room, ana, stays).listener, move(room, name=f"own{number}"))

        room.join(bea.listener)
        assert room.resume(bea.listener, gone_at, []) == (gone_at >= room.remembered)

        if gone_at >= room.remembered:
            assert bea.seqs == list(range(gone_at + 1, room.course.seq + 1))
            assert bea.things == stays.things
            assert bea.frame | {"stage": 0} == stays.frame | {"stage": 0}
            mine = [message.get("by") for message in bea.of("ev") if "by" in message]
            assert mine == [message["by"] for message in stays.of("ev") if "by" in message]

    play(tmp_path, work, game=game)


def test_a_command_counts_once_however_long_ago_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The room that carried it out has gone, or much has happened since."""
    monkeypatch.setattr(room_module, "REMEMBERED", 8)
    name = wire.NameCommand(id="n", seat=0, name="Ada")

    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store, secret=b"x" * 32)
            room, ana, bea = await rooms.find(match), Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            named = await room.obey(ana.listener, name)
            first = move(room)
            maker = (ana, bea)[room.course.actor].listener
            await room.obey(maker, first)
            made = room.commands[maker.guest, first.id]
            for _ in range(20):
                await room.obey((ana, bea)[room.course.actor].listener, move(room))
            seq = room.course.seq
            for here in (room, await Rooms(rooms.store, Quick(), 0.0).find(match)):
                assert await here.obey(ana.listener, name) == wire.Dup(id="n", seq=named.seq)
                assert await here.obey(maker, first) == wire.Dup(id=first.id, seq=made)
                assert here.course.seq == seq
                # Others have ids of their own.
                with pytest.raises(Refused, match="gone on in the meantime"):
                    await here.obey((bea if maker is ana.listener else ana).listener, first)
            assert type(await here.obey(bea.listener, wire.NameCommand(id="n", seat=1, name="Bo"))) is wire.Ok

    asyncio.run(run())


def test_a_room_that_nobody_looks_at_is_given_up_and_opened_again(tmp_path: Path) -> None:
    async def run() -> None:
        idle = held(Rooms.IDLE)
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store)
            first, same = await asyncio.gather(rooms.find(match), rooms.find(match))
            assert first is same
            ana = Watcher(ANA, 0)
            await enter(first, ana)
            idle[-1]()
            assert rooms.known(match) is first
            first.leave(ana.listener)
            idle[-1]()
            assert rooms.known(match) is None
            again = await rooms.find(match)
            assert again is not first
            assert again.course.table.tobytes() == first.course.table.tobytes()
            with pytest.raises(Refused, match="no such match"):
                await rooms.find("unknown")

    asyncio.run(run())


@pytest.mark.parametrize("game", names())
def test_a_room_that_is_given_up_goes_at_once_with_all_that_is_in_it(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rooms, "IDLE", 0.02)

    async def play_a_little(rooms: Rooms) -> list["ref[Any]"]:
        room = await rooms.find(await set_up(rooms.store, game, match="m"))
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        for _ in range(5):
            await room.obey(mover(room, ana, bea).listener, move(room))
        for watcher in (ana, bea):
            room.leave(watcher.listener)
        rooms.let_go(room)
        return [ref(room), ref(room.course), ref(room.audience)]

    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            left = await play_a_little(rooms)
            await until(lambda: not rooms.known("m"))
            assert [each() for each in left] == [None] * 3

    gc.disable()
    try:
        asyncio.run(run())
    finally:
        gc.enable()


def test_a_match_has_one_room_however_often_people_come_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        """A timer that fires when the test says so."""

        def __init__(self, work: Callable[[Room], None], room: Room) -> None:
            self.work, self.room, self.is_off = work, room, False

        def cancel(self) -> None:
            self.is_off = True

        def fire(self) -> None:
            if not self.is_off:
                self.is_off = True
                self.work(self.room)

    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            clocks: list[Clock] = []
            loop = asyncio.get_running_loop()
            later = loop.call_later

            def listed(delay: float, work: Any, *given: Any) -> Any:
                if delay != Rooms.IDLE:
                    return later(delay, work, *given)
                clocks.append(Clock(work, *given))
                return clocks[-1]

            monkeypatch.setattr(loop, "call_later", listed)
            match = await set_up(rooms.store)
            first = await rooms.find(match)
            assert await rooms.find(match) is first
            early, late = clocks
            early.fire()
            assert rooms.known(match) is first
            rooms.let_go(first)
            clocks[-1].fire()
            assert rooms.known(match) is None

            second = await rooms.find(match)
            await enter(second, Watcher(ANA, 0))
            for clock in (early, late, *clocks):
                clock.fire()
            assert await rooms.find(match) is second

    asyncio.run(run())


def test_a_match_that_is_opened_for_every_move_is_kept_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "SNAPSHOT_EVERY", 20)

    async def run() -> None:
        match = ""
        for _ in range(12):
            async with rooms_in(tmp_path) as rooms:
                match = match or await set_up(rooms.store, "poleana")
                room = await rooms.find(match)
                ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
                await enter(room, ana, bea)
                for _ in range(3):
                    await room.obey(mover(room, ana, bea).listener, move(room))
                seq = room.course.seq
                kept = rooms.store.snapshot(match, seq)
        assert seq > 50
        assert kept is not None

    asyncio.run(run())


def test_snapshots_are_taken_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "SNAPSHOT_EVERY", 10)

    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store, match="m", secret=b"s" * 32)
            room = await rooms.find(match)
            ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            while room.course.seq < 60:
                await room.obey(mover(room, ana, bea).listener, move(room))
            table, seq = room.course.table.tobytes(), room.course.seq
        async with rooms_in(tmp_path) as rooms:
            assert rooms.store.snapshot(match, seq) is not None
            rows = rooms.store.rows
            read: list[Row] = []

            def counted(*given: object) -> list[Row]:
                found = rows(*given)  # type: ignore[arg-type]
                read.extend(found)
                return found

            rooms.store.rows = counted  # type: ignore[method-assign, assignment]
            again = await rooms.find(match)
            assert (again.course.table.tobytes(), again.course.seq) == (table, seq)
            assert len(read) < 45
            assert len(again.course.recent) >= 20

    asyncio.run(run())
