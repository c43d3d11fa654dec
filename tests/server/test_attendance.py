"""Attendance: bots think for tables where somebody is, and elsewhere only as far as a clock demands it."""

import asyncio
from pathlib import Path
from typing import Any

from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import room as room_module
from sobremesa.server import wire
from sobremesa.server.events import Clock
from sobremesa.server.room import Room
from sobremesa.server.thinking import Asker
from tests.server.company import ALONE, ANA, BEA, Quick, Watcher, enter, move, mover, play, rooms_in, set_up, until


class Waiting(Quick):
    """A crew that answers when it may, and remembers for whom it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.askers: list[Asker] = []
        self.may_answer = asyncio.Event()

    async def choose(self, view: View, level: str, luck: Luck, asker: Asker) -> int:
        self.askers.append(asker)
        await self.may_answer.wait()
        return await super().choose(view, level, luck, asker)


def left_to_a_bot(tmp_path: Path, **more: Any) -> list[list[bool]]:
    """Leave a table at which a bot is to move, and open it again as after a restart.

    Return for which askers it thinks, by whether they are present: before somebody comes, and after.
    """
    crew, seen = Waiting(), list[list[bool]]()

    async def run() -> None:
        async with rooms_in(tmp_path, crew=crew) as rooms:
            room = await rooms.find(await set_up(rooms.store, seats=ALONE, match="m", secret=b"x" * 32, **more))
            ana = Watcher(ANA, 0)
            await enter(room, ana)
            while room.course.actor != 1:
                await room.obey(ana.listener, move(room))
            await until(lambda: crew.askers)
            room.leave(ana.listener)
            assert not crew.askers[0].is_attended
            await rooms.close()
            crew.askers.clear()
        async with rooms_in(tmp_path, crew=crew) as rooms:
            room = await rooms.find("m")
            assert room.course.actor == 1
            for _ in range(20):
                await asyncio.sleep(0)
            seen.append([asker.is_attended for asker in crew.askers])
            await enter(room, ana)
            await until(lambda: crew.askers)
            seen.append([asker.is_attended for asker in crew.askers])
            await rooms.close()

    asyncio.run(run())
    return seen


def test_nothing_thinks_for_a_table_that_nobody_looks_at(tmp_path: Path) -> None:
    assert left_to_a_bot(tmp_path) == [[], [True]]


def test_where_a_clock_runs_a_bot_moves_though_nobody_looks_but_after_all_others(tmp_path: Path) -> None:
    assert left_to_a_bot(tmp_path, clock=Clock("move", 3600)) == [[False], [True]]


def test_bots_go_on_for_a_while_after_everybody_has_left(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        while room.course.actor != 1:
            await room.obey(ana.listener, move(room))
        room.leave(ana.listener)
        assert room._matters()
        room._seen -= room_module.LINGER
        assert not room._matters()
        # Whoever asks for something over HTTP is here as well.
        await room.obey(ana.listener, wire.AutoCommand(id="x", roll=True))
        assert room._matters()

    play(tmp_path, work, seats=ALONE, crew=Waiting())


def test_the_address_of_who_plays_pays_for_the_bots(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        crowd, ana = Watcher("", -1), Watcher(ANA, 0)
        crowd.listener.address, ana.listener.address = "there", "here"
        assert room._payer() == ""
        await enter(room, crowd)
        assert room._payer() == "there"
        await enter(room, ana)
        assert room._payer() == "here"

    play(tmp_path, work, seats=ALONE, crew=Waiting())


def test_a_hint_about_a_table_that_has_changed_is_given_up(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        asker = (await room.take_hint(maker.listener)).asker
        given_up: list[bool] = []
        asker.withdraw = lambda: given_up.append(True)
        await room.obey(maker.listener, wire.NameCommand(id="n", seat=maker.listener.seat, name="Eva"))
        assert not given_up
        await room.obey(maker.listener, move(room))
        assert given_up == [True]

    play(tmp_path, work)
