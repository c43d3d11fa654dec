"""Bots at the table: they play until a person must, and see what their seat may see."""

import asyncio
from pathlib import Path

import pytest

from sobremesa.core.rules import OVER
from sobremesa.core.view import View
from sobremesa.server.events import BOT
from sobremesa.server.room import Room
from sobremesa.server.thinking import Asker
from tests.server.company import (
    ALONE,
    ANA,
    BEA,
    LONG,
    Quick,
    Watcher,
    enter,
    hinted,
    move,
    mover,
    play,
    refused,
    rooms_in,
    seat,
    set_up,
    settled,
    until,
)


def test_bots_play_until_a_person_must(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        for _ in range(400):
            await settled(room)
            if room.course.actor == OVER:
                break
            assert room.course.actor == 0
            await room.obey(ana.listener, move(room))

        assert room.course.actor == OVER
        assert sorted(ana.frame["places"]) == [1, 2]
        assert ana.seqs == list(range(ana.seqs[0], room.course.seq + 1))

    play(tmp_path, work, seats=ALONE)


def test_a_bot_sees_what_its_seat_may_see(tmp_path: Path) -> None:
    crew = Quick()

    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        while not crew.asked:
            await settled(room)
            if room.course.actor == 0:
                await room.obey(ana.listener, move(room))
        view = crew.asked[0]
        assert view.seat == 1
        again = View(view.game, view.table, 1)
        assert again.table.tobytes() == view.table.tobytes()

    play(tmp_path, work, game="stalag17", seats=ALONE, crew=crew)


@pytest.mark.parametrize(("is_ready", "why"), [(True, "no_hint"), (False, "preparing")])
def test_for_a_bot_that_does_not_answer_the_usual_move_is_made(is_ready: bool, why: str, tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        for _ in range(3):
            await settled(room)
            await room.obey(ana.listener, move(room))
        await settled(room)

        assert "server.fault" in [told["say"] for told in ana.told]
        assert await refused(hinted(room, ana)) == why

    play(tmp_path, work, seats=ALONE, crew=Quick(is_lame=True, is_ready=is_ready))


def test_while_bots_get_ready_that_is_said(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        for _ in range(3):
            await settled(room)
            await room.obey(ana.listener, move(room))
        await settled(room)

        assert {"say": "server.preparing"} in [message["status"] for message in ana.of("status")]
        assert ana.frame["status"] is None

    play(tmp_path, work, seats=ALONE, crew=Quick(is_ready=False))


def test_bots_among_themselves_play_only_for_somebody(tmp_path: Path) -> None:
    crew = Quick()

    async def work(room: Room) -> None:
        await settled(room)
        assert not crew.asked
        crowd = Watcher()
        await enter(room, crowd)
        await until(lambda: crew.asked)
        room.leave(crowd.listener)
        while room._thinking:
            await asyncio.sleep(0.001)

    play(tmp_path, work, seats=(seat(BOT), seat(BOT)), crew=crew)


def test_a_bot_that_thinks_when_the_server_ends_has_done_nothing_wrong(tmp_path: Path) -> None:
    class Slow(Quick):
        async def choose(self, view: View, level: str, luck: object, asker: Asker) -> int:
            self.asked.append(view)
            await asyncio.sleep(LONG)
            return 0

    async def run() -> None:
        crew = Slow()
        async with rooms_in(tmp_path, crew=crew) as rooms:
            room = await rooms.find(await set_up(rooms.store, seats=ALONE, match="m"))
            ana = Watcher(ANA, 0)
            await enter(room, ana)
            await asyncio.sleep(0)
            while not crew.asked:
                await room.obey(ana.listener, move(room))
                await asyncio.sleep(0)
            seq = room.course.seq

            await rooms.close()

            assert not room.is_busy or room.audience
            assert rooms.store.last("m")[0] == seq

    asyncio.run(run())


def test_hints_are_moves_with_their_chances(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)

        found = await hinted(room, maker)

        offered = {gesture["move"]: gesture["caption"] for gesture in maker.frame["gestures"]}
        assert found
        assert all(offered[hint["move"]] == hint["caption"] for hint in found)
        assert (found[0]["chance"], found[0]["interval"]) == (0.5, 0.1)

    play(tmp_path, work)
