"""Closed matches: the operator of the server ends one, and everything that is made of its log still makes sense."""

import asyncio
import json
from pathlib import Path

import pytest

from sobremesa import verify2
from sobremesa.core.match import replay
from sobremesa.core.record import parse
from sobremesa.core.rules import OVER
from sobremesa.server import events, records, summaries, telling
from sobremesa.server.audit import audit
from sobremesa.server.room import Room
from tests.server.company import ANA, BEA, Watcher, enter, move, play, refused, rooms_in, set_up

CLOSED = {"say": "server.closed"}


async def begun(room: Room, *watchers: Watcher, moves: int = 3) -> None:
    await enter(room, *watchers)
    for _ in range(moves):
        await room.obey(next(each for each in watchers if each.listener.seat == room.course.actor).listener, move(room))


def test_everybody_is_told_and_nobody_has_won(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea, carl = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await begun(room, ana, bea, carl)

        await room.end()

        for each in (ana, bea, carl):
            assert each.of("ev")[-1]["log"] == [CLOSED]
            assert (each.frame["phase"], each.frame["places"], each.frame["gestures"]) == ("over", None, [])
            assert each.frame["prompt"] == CLOSED
        assert (room.course.actor, room.course.places()) == (OVER, None)
        assert await refused(room.end()) == "over"
        assert await refused(room.obey(ana.listener, move(room, "place 1,1"))) == "over"

    play(tmp_path, work)


def test_a_closed_match_is_closed_after_a_restart_too(tmp_path: Path) -> None:
    async def first() -> str:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store)
            room = await rooms.find(match)
            await begun(room, Watcher(ANA, 0), Watcher(BEA, 1))
            await room.end()
            return match

    async def second(match: str) -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(match)
            assert (room.course.closed, room.course.actor, room.course.places()) == (True, OVER, None)
            assert audit(rooms.store).faults == {}
            (held,) = rooms.store.held(ANA, 5)
            assert held.summary is not None
            told = summaries.listed(rooms.store, ANA, held)
            assert (told["over"], told["places"]) == (True, None)

    asyncio.run(second(asyncio.run(first())))


def test_its_seal_is_opened_and_its_record_verifies(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        await begun(room, Watcher(ANA, 0), Watcher(BEA, 1))
        await room.end()
        entry = room.store.entry(room.id)
        assert entry is not None
        assert entry.ended

        text = records.recorded(room.store, room.id, room.course.head, entry.secret)

        assert verify2.check(text)["throws"] == room.course.thrown
        assert replay(parse(text)).made == sum(
            isinstance(events.read_event(row.body), events.Choice) for row in room.store.rows(room.id)
        )

    play(tmp_path, work)


@pytest.mark.parametrize("seq", [1, 4])
def test_a_replay_shows_the_end_where_it_was(tmp_path: Path, seq: int) -> None:
    async def work(room: Room) -> None:
        await begun(room, Watcher(ANA, 0), Watcher(BEA, 1))
        await room.end()
        last = room.course.seq

        shown = telling.replay(room.store, room.id, room.course.head, -1, "light", seq, last)

        assert json.loads(json.dumps(shown["events"][-1].log)) == [CLOSED]
        assert shown["events"][-1].d["phase"] == "over"
        assert shown["first"].phase != "over"

    play(tmp_path, work)
