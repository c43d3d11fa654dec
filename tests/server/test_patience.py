"""Patience: a move can be taken back until chance or a bot goes on, unless it showed something."""

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from sobremesa.core.rules import CHANCE
from sobremesa.server import patience, takebacks, wire
from sobremesa.server.room import Room
from tests.server.company import (
    ANA,
    BEA,
    HOT_SEAT,
    LONG,
    Watcher,
    enter,
    move,
    mover,
    other,
    play,
    refused,
    rooms_in,
    set_up,
    settled,
)
from tests.server.timers import held


@pytest.fixture(autouse=True)
def stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes while somebody is waited for, so that all of it is left."""
    monkeypatch.setattr(patience, "time", SimpleNamespace(monotonic=lambda: 100.0))


def test_a_move_can_be_taken_back_until_chance_goes_on(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker, waiter = mover(room, ana, bea), other(room, ana, bea)
        before, thrown = room.course.table.tobytes(), room.course.thrown

        await room.obey(maker.listener, move(room))
        assert room.course.actor == CHANCE
        assert (maker.frame["undo"], maker.frame["hold"]) == (True, LONG)
        assert (waiter.frame["undo"], waiter.frame["hold"]) == (False, LONG)
        assert await refused(room.obey(waiter.listener, wire.UndoCommand(id="w", seq=room.course.seq))) == "not_yours"

        await room.obey(maker.listener, wire.UndoCommand(id="u", seq=room.course.seq))
        assert room.course.table.tobytes() == before
        assert (maker.frame["undo"], maker.frame["hold"]) == (False, 0)
        assert maker.frame["gestures"]
        assert maker.told[-1]["say"] == "server.undone"
        assert await refused(room.obey(maker.listener, wire.UndoCommand(id="v", seq=room.course.seq))) == "too_late"

        # Whoever does not want it back need not wait.
        await room.obey(maker.listener, move(room))
        await room.obey(waiter.listener, wire.GoCommand(id="g", seq=room.course.seq))
        assert room.course.actor == CHANCE
        await room.obey(maker.listener, wire.GoCommand(id="h", seq=room.course.seq))
        assert room.course.actor >= 0
        assert room.course.thrown == thrown + 1
        assert not maker.frame["undo"]
        assert ana.things == bea.things

    play(tmp_path, work, hold=LONG)


def test_whoever_does_not_want_a_move_back_means_no_later_one(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker, first = mover(room, ana, bea), room.course.seq
        await room.obey(maker.listener, move(room))
        await room.obey(maker.listener, wire.UndoCommand(id="u", seq=room.course.seq))
        await room.obey(maker.listener, move(room))

        await room.obey(maker.listener, wire.GoCommand(id="g", seq=first + 1))

        assert room.course.actor == CHANCE
        assert maker.frame["undo"]

    play(tmp_path, work, hold=LONG)


def test_whoever_asks_for_a_move_back_that_is_free_has_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Whatever would be in the way of asking does not matter.
    monkeypatch.delattr(takebacks, "pleading")

    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker, before = mover(room, ana, bea), room.course.table.tobytes()
        await room.obey(maker.listener, move(room))

        await room.obey(maker.listener, wire.PleaCommand(id="p", seq=room.course.seq))

        assert room.course.table.tobytes() == before
        assert room.course.plea is None
        assert maker.frame["gestures"]
        assert (maker.frame["undo"], maker.frame["hold"]) == (False, 0)
        assert maker.told[-1]["say"] == "server.undone"

    play(tmp_path, work, hold=LONG)


def test_that_somebody_is_called_differently_ends_no_wait(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        await room.obey(maker.listener, move(room))

        await room.obey(bea.listener, wire.NameCommand(id="n", seat=1, name="Beatriz"))

        assert room.course.actor == CHANCE
        assert maker.frame["undo"]
        await room.obey(maker.listener, wire.UndoCommand(id="u", seq=room.course.seq))
        assert maker.frame["gestures"]

    play(tmp_path, work, hold=LONG)


def test_chance_goes_on_by_itself_after_a_while(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)

        waits = held(LONG)
        await room.obey(maker.listener, move(room))
        assert room.course.actor == CHANCE
        assert len(waits) == 1
        waits[0]()
        await settled(room)

        assert room.course.actor >= 0
        assert (maker.frame["undo"], maker.frame["hold"]) == (False, 0)

    play(tmp_path, work, hold=LONG)


def test_what_is_thrown_does_not_depend_on_what_was_taken_back(tmp_path: Path) -> None:
    """The number of a throw decides it; taking a move back cannot change the dice."""

    async def tables(folder: Path, *, is_fickle: bool) -> bytes:
        async with rooms_in(folder, hold=LONG) as rooms:
            match = await set_up(rooms.store, match="same", secret=b"x" * 32)
            room = await rooms.find(match)
            ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            maker = mover(room, ana, bea).listener
            for number in range(3 if is_fickle else 0):
                await room.obey(maker, move(room))
                await room.obey(maker, wire.UndoCommand(id=f"u{number}", seq=room.course.seq))
            await room.obey(maker, move(room))
            await room.obey(maker, wire.GoCommand(id="g", seq=room.course.seq))
            room.patience.go_on()
            return bytes(room.course.table.tobytes())

    plain = asyncio.run(tables(tmp_path / "plain", is_fickle=False))
    assert asyncio.run(tables(tmp_path / "fickle", is_fickle=True)) == plain


def test_several_moves_of_a_turn_can_be_taken_back_one_by_one(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        while room.course.table.left < 3:
            await room.obey(mover(room, ana, bea).listener, move(room))
            room.patience.go_on()
            await room.nudge()
        maker, seats = mover(room, ana, bea), room.course.actor
        tables: list[bytes] = []
        while room.course.actor == seats and len(tables) < 3:
            tables.append(room.course.table.tobytes())
            await room.obey(maker.listener, move(room))

        for number, table in enumerate(reversed(tables)):
            assert maker.frame["undo"]
            await room.obey(maker.listener, wire.UndoCommand(id=f"b{number}", seq=room.course.seq))
            assert room.course.table.tobytes() == table
        assert len(tables) > 1

    play(tmp_path, work, game="girumgo", hold=LONG)


def test_what_was_taken_back_stays_so_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path, hold=LONG) as rooms:
            room = await rooms.find(await set_up(rooms.store, match="m"))
            ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            maker = mover(room, ana, bea).listener
            await room.obey(maker, move(room))
            await room.obey(maker, wire.UndoCommand(id="u", seq=room.course.seq))
            table = room.course.table.tobytes()
        async with rooms_in(tmp_path) as rooms:
            again = await rooms.find("m")
            assert again.course.table.tobytes() == table
            # And the commands are known.
            repeated = await again.obey(maker, wire.UndoCommand(id="u", seq=0))
            assert type(repeated) is wire.Dup

    asyncio.run(run())


def test_with_secrets_what_was_revealed_cannot_be_taken_back(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        seen = set()
        for _ in range(25):
            if room.course.actor < 0:
                break
            maker = mover(room, ana, bea)
            await room.obey(maker.listener, move(room))
            seen.add(maker.frame["undo"])
            room.patience.go_on()
            await room.nudge()
        assert True in seen

    play(tmp_path, work, game="stalag17", hold=LONG)


def test_on_one_device_nobody_takes_back_what_they_do_not_know(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        first = room.course.actor
        await room.sit(ana.listener, wire.SitCommand(id="s1", seat=first))
        await room.obey(ana.listener, move(room))
        assert ana.frame["undo"]

        await room.sit(ana.listener, wire.SitCommand(id="s2", seat=room.course.actor))
        assert not ana.frame["undo"]
        undo = wire.UndoCommand(id="u", seq=room.course.seq)
        assert await refused(room.obey(ana.listener, undo)) == "not_yours"

        await room.sit(ana.listener, wire.SitCommand(id="s3", seat=first))
        assert ana.frame["undo"]
        assert type(await room.obey(ana.listener, undo)) is wire.Ok

    play(tmp_path, work, game="stalag17", seats=HOT_SEAT, hold=LONG)


def test_nobody_else_waits_while_it_is_found_out_what_a_move_reveals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes half a second in plain Python."""
    where: list[threading.Thread] = []

    def reveals(*_: object) -> bool:
        where.append(threading.current_thread())
        return False

    monkeypatch.setattr(patience, "reveals", reveals)

    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        await room.obey(mover(room, ana, bea).listener, move(room))
        assert where
        assert threading.main_thread() not in where

    play(tmp_path, work, game="stalag17", hold=LONG)
