"""Real dice: typed by whoever throws, contested by anybody at the table, and never taken for sealed ones."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest

from sobremesa import find, names, verify2
from sobremesa.core.match import start
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.server import events, real, records, wire
from sobremesa.server.events import Seat
from sobremesa.server.room import Room
from tests.server.company import (
    ALONE,
    ANA,
    BEA,
    BOTH,
    HOT_SEAT,
    ME,
    House,
    Watcher,
    enter,
    move,
    refused,
    rooms_in,
    set_up,
    settled,
)


def play(
    folder: Path, work: Callable[[Room], Awaitable[None]], game: str = "poleana", seats: Sequence[Seat] = BOTH
) -> None:
    async def run() -> None:
        async with rooms_in(folder) as rooms:
            room = await rooms.find(await set_up(rooms.store, game, seats, match="m", real=True, luck=2))
            await work(room)
            await settled(room)
            await rooms.close()

    asyncio.run(run())


async def typing(room: Room, watcher: Watcher, throw: str, name: str) -> None:
    await room.obey(watcher.listener, wire.TypeCommand(id=name, seq=room.course.seq, throw=throw))


def contest(room: Room, name: str = "x") -> wire.ContestCommand:
    return wire.ContestCommand(id=name, seq=room.course.seq)


def test_dice_lie_still_until_whoever_throws_says_what_fell(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        assert (room.course.seq, room.course.actor, room.roller()) == (0, CHANCE, None)
        assert len(ana.frame["real"]["type"]) == 21
        assert bea.frame["real"] == crowd.frame["real"] == {"type": None, "contest": False}
        assert await refused(typing(room, bea, "6-6", "b")) == "not_your_throw"
        assert await refused(typing(room, crowd, "6-6", "b")) == "no_seat"
        assert await refused(typing(room, ana, "7-1", "a")) == "illegal"
        assert await refused(room.obey(ana.listener, wire.RollCommand(id="r", seq=0))) == "not_your_throw"

        await typing(room, ana, "6-5", "t")

        assert (room.course.seq, room.course.thrown) == (1, 0)
        assert ana.frame["real"]["type"] is None
        assert len(bea.frame["real"]["type"]) == 21

    play(tmp_path, work)


def test_a_contested_throw_is_taken_back_with_what_was_done_with_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        await typing(room, ana, "6-5", "1")
        await typing(room, bea, "2-1", "2")
        before = room.course.table.tobytes()
        await typing(room, ana, "6-6", "3")
        await room.obey(ana.listener, move(room))
        assert bea.frame["real"]["contest"]

        await room.obey(bea.listener, contest(room))

        assert room.course.table.tobytes() == before
        assert bea.told[-1]["say"] == "server.contested"
        assert ana.frame["real"]["type"]
        # It can be said twice; the third throw stands.
        await typing(room, ana, "5-5", "4")
        await room.obey(bea.listener, contest(room, "y"))
        await typing(room, ana, "4-3", "5")
        assert await refused(room.obey(bea.listener, contest(room, "z"))) == "too_late"
        # What others have done since stays done.
        assert room.course.last_choice is not None

    play(tmp_path, work)


def test_after_another_throw_it_is_too_late(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        assert await refused(room.obey(bea.listener, contest(room))) == "too_late"
        await typing(room, ana, "6-5", "1")
        assert await refused(room.obey(crowd.listener, contest(room))) == "no_seat"
        await typing(room, bea, "2-1", "2")
        back = real.contested(room.course)
        assert back == 1
        await room.obey(ana.listener, contest(room))
        assert room.course.actor == CHANCE

    play(tmp_path, work)


def test_for_a_bot_somebody_at_the_table_throws_and_one_device_throws_for_all(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        for number, throw in enumerate(("2-1", "6-5", "2-1")):
            await typing(room, ana, throw, str(number))
            await settled(room)
        assert room.course.seq >= 3

    play(tmp_path / "bot", work, seats=ALONE)
    play(tmp_path / "hot", work, seats=HOT_SEAT)


LONG = {"custodians": True}
"""Guards send pieces back, so that matches last."""


def test_what_was_contested_stays_so_after_a_restart_and_in_the_record(tmp_path: Path) -> None:
    async def run() -> None:
        luck = random.Random(3)
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(
                await set_up(rooms.store, "poleana", HOT_SEAT, match="m", real=True, luck=2, options=LONG)
            )
            ana = Watcher(ANA, 0)
            for number in range(300):
                if real.is_awaited(room.course):
                    throw = luck.choice(["6-6", "6-5", "4-2", "3-3", "5-1"])
                    await typing(room, ana, throw, f"t{number}")
                elif room.course.actor >= 0:
                    await room.obey(ana.listener, move(room))
                if number % 7 == 0 and real.contested(room.course):
                    await room.obey(ana.listener, contest(room, f"c{number}"))
            table, seq = room.course.table.tobytes(), room.course.seq
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find("m")
            assert (room.course.table.tobytes(), room.course.seq) == (table, seq)
            await room.obey(ana.listener, wire.ResignCommand(id="end"))
            entry = rooms.store.entry("m")
            assert entry is not None
            text = records.recorded(rooms.store, "m", events.read_head(entry.head), entry.secret)
        found = verify2.check(text)
        assert found["throws"] == 0
        assert found["typed"] > 50

    asyncio.run(run())


def test_what_is_no_die_is_drawn_from_the_seal(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        drawn = room.course.thrown
        number = 0
        while real.is_awaited(room.course):
            throws = ana.frame["real"]["type"] or room.frame(room.usual_seat(ANA))["real"]["type"]
            await typing(room, ana, throws[0], f"t{number}")
            number += 1
        assert drawn > 0
        assert number > 0
        assert room.course.thrown >= drawn

    play(tmp_path, work, game="stalag17", seats=HOT_SEAT)


def test_a_table_of_real_dice_is_set_up_over_the_network(house: House) -> None:
    match = house.ana.set_up(ME, {"kind": "here", "name": "Bo"}, game="girumgo", real=True)
    with house.ana.socket(match) as socket:
        frame = socket.hello()
        assert frame["real"]["type"] == ["1", "2", "3", "4", "5", "6"]
        assert socket.ask("type", seq=frame["seq"], throw="4")["t"] == "ok"
        assert socket.frame["real"] == {"type": ["1", "2", "3", "4", "5", "6"], "contest": True}
        assert socket.ask("contest", seq=socket.frame["seq"])["t"] == "ok"
        assert socket.frame["real"]["contest"] is False
    assert house.ana.http.get(f"/api/matches/{match}").json()["real"] is True


@pytest.mark.parametrize("name", names())
def test_dice_that_can_be_real_are_seen_by_everybody(name: str) -> None:
    game = find(name)
    luck, seen = random.Random(1), set()
    for seed in range(3):
        match = start(name, seed=seed)
        for _ in range(400):
            if match.actor == OVER:
                break
            if match.actor == CHANCE:
                if match.phase in game.dice:
                    seen.add(match.phase)
                    assert all(game.rules.tells(match._table, each.number, SPECTATOR) for each in match.outcomes())
                match.push(match.draw())
            else:
                match.push(luck.choice(match.moves()))
    assert seen == set(game.dice) != set()
