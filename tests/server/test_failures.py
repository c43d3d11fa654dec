"""Failures: what cannot be written did not happen, and is tried again."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import frames, wire
from sobremesa.server import room as room_module
from sobremesa.server.batches import Batch
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.store import SQLite
from sobremesa.server.thinking import Asker
from tests.server.company import (
    ALONE,
    ANA,
    BEA,
    Quick,
    Watcher,
    enter,
    move,
    mover,
    play,
    refused,
    rooms_in,
    settled,
)
from tests.server.pens import database_of


def test_what_cannot_be_written_did_not_happen(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        assert isinstance(room.store, SQLite)
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        table, seq, seen = room.course.table.tobytes(), room.course.seq, dict(bea.things)
        database_of(room.store).execute("PRAGMA query_only = ON")

        assert await refused(room.obey(maker.listener, move(room))) == "not_written"
        assert (room.course.table.tobytes(), room.course.seq) == (table, seq)
        assert bea.things == seen
        assert bea.seqs == []

        database_of(room.store).execute("PRAGMA query_only = OFF")
        await room.obey(maker.listener, move(room))
        assert room.course.seq > seq
        assert ana.things == bea.things

    play(tmp_path, work)


def test_what_cannot_be_written_did_not_happen_even_if_the_log_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: str) -> tuple[int, int]:
        raise sqlite3.OperationalError("disk I/O error")

    async def work(room: Room) -> None:
        assert isinstance(room.store, SQLite)
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker, table = mover(room, ana, bea), room.course.table.tobytes()
        database_of(room.store).execute("PRAGMA query_only = ON")
        with monkeypatch.context() as unreadable:
            unreadable.setattr(room.store, "last", broken)
            assert await refused(room.obey(maker.listener, move(room))) == "not_written"
        assert room.course.table.tobytes() == table

        database_of(room.store).execute("PRAGMA query_only = OFF")
        await room.obey(maker.listener, move(room))
        assert [row.seq for row in room.store.rows(room.id)] == list(range(1, room.course.seq + 1))
        assert ana.things == bea.things

    play(tmp_path, work)


def test_a_bot_whose_move_cannot_be_written_says_so_and_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "RETRY", 0.02)
    full = asyncio.Event()

    class Filling(Quick):
        async def choose(self, view: View, level: str, luck: Luck, asker: Asker) -> int:
            full.set()
            return await super().choose(view, level, luck, asker)

    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        write = room.store.write

        async def refuse(batch: Batch) -> None:
            if full.is_set():
                raise Refused("not_written", status=507, reason="full")
            await write(batch)

        room.store.write = refuse  # type: ignore[method-assign, assignment]
        await enter(room, ana)
        while not full.is_set():
            if room.course.actor == 0:
                await room.obey(ana.listener, move(room))
            await asyncio.sleep(0)
        while ana.frame["status"] is None:
            await asyncio.sleep(0.001)
        assert room.course.actor == 1
        assert ana.frame["status"] == {"say": "server.not_written", "reason": "full"}

        room.store.write = write  # type: ignore[method-assign]
        while room.course.actor != 0:
            await asyncio.sleep(0.01)
        await settled(room)
        assert ana.frame["status"] is None
        assert ana.frame["seq"] == room.course.seq

    play(tmp_path, work, seats=ALONE, crew=Filling())


def test_who_was_overtaken_by_another_process_learns_what_happened(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        async with rooms_in(tmp_path) as elsewhere:
            twin = await elsewhere.find(room.id)
            await twin.obey(maker.listener, move(twin, name="there"))

        assert await refused(room.obey(maker.listener, move(room, name="here"))) == "stale"

        assert room.course.table.tobytes() == twin.course.table.tobytes()
        assert ana.frame["seq"] == bea.frame["seq"] == twin.course.seq
        await room.obey(mover(room, ana, bea).listener, move(room))

    play(tmp_path, work)


def test_what_another_process_has_carried_out_counts_once(tmp_path: Path) -> None:
    """A server was killed, and its scribe writes the last move when the next one is asked for it again."""

    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker, command = mover(room, ana, bea), move(room, name="again")
        async with rooms_in(tmp_path) as elsewhere:
            twin = await elsewhere.find(room.id)
            await twin.obey(maker.listener, command)

        assert await room.obey(maker.listener, command) == wire.Dup(id="again", seq=command.seq + 1)
        assert room.course.table.tobytes() == twin.course.table.tobytes()
        assert ana.frame["seq"] == bea.frame["seq"] == twin.course.seq

    play(tmp_path, work)


def test_a_fault_of_ours_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker, seq = mover(room, ana, bea), room.course.seq
        with monkeypatch.context() as broken:
            broken.setattr(frames.Report, "of", lambda *_: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                await room.obey(maker.listener, move(room))
        assert room.course.seq == seq
        await room.obey(maker.listener, move(room))

    play(tmp_path, work)
