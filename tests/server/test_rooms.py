"""Rooms: commands one after another, each answered once, told only when written."""

import asyncio
import threading
from pathlib import Path

import pytest

from sobremesa.core.rules import OVER, SPECTATOR
from sobremesa.server import events, visits, wire
from sobremesa.server.batches import Batch, Row
from sobremesa.server.events import BOT, OPEN, PERSON, Seat
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from tests.server.company import (
    ALONE,
    ANA,
    BEA,
    BOTH,
    HOT_SEAT,
    INVITING,
    PATIENCE,
    Watcher,
    enter,
    move,
    mover,
    other,
    play,
    refused,
    rooms_in,
    seat,
    set_up,
    settled,
)


def test_a_move_is_told_to_everybody_and_the_throws_after_it(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        start = room.course.seq
        maker = mover(room, ana, bea)
        command = move(room)

        answer = await room.obey(maker.listener, command)

        assert answer == wire.Ok(id=command.id, seq=room.course.seq)
        assert room.course.seq >= start + 2
        assert room.course.actor >= 0
        for watcher in (ana, bea, crowd):
            assert watcher.seqs == list(range(start + 1, room.course.seq + 1))
            assert watcher.frame["actor"] == room.course.actor
            named = [message for message in watcher.of("ev") if "by" in message]
            assert [message["by"] for message in named] == ([command.id] if watcher is maker else [])
        assert ana.things == bea.things == crowd.things
        assert mover(room, ana, bea).frame["gestures"]
        assert not crowd.frame["gestures"]
        assert not other(room, ana, bea).frame["gestures"]

    play(tmp_path, work)


def test_nobody_is_told_before_it_is_written(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        before = len(ana.messages), len(bea.messages)
        asked, written, write = asyncio.Event(), asyncio.Event(), room.store.write

        async def late(batch: Batch) -> None:
            asked.set()
            await written.wait()
            await write(batch)

        room.store.write = late  # type: ignore[method-assign, assignment]
        playing = asyncio.create_task(room.obey(maker.listener, move(room)))
        await asked.wait()
        # Whoever could go on without it does so meanwhile.
        for _ in range(10):
            await asyncio.sleep(0)
        assert (len(ana.messages), len(bea.messages)) == before
        assert not playing.done()

        written.set()
        await playing
        assert len(bea.messages) > before[1]
        assert room.store.last(room.id)[0] == room.course.seq

    play(tmp_path, work)


def test_a_repeated_command_is_known_and_done_once(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea).listener
        command = move(room)
        start = room.course.seq

        answers = await asyncio.gather(*(room.obey(maker, command) for _ in range(4)))
        last = room.course.seq

        assert [type(answer) for answer in answers] == [wire.Ok, wire.Dup, wire.Dup, wire.Dup]
        assert {answer.seq for answer in answers[1:]} == {start + 1}
        assert room.store.last(room.id)[0] == last

        # Another's command may be called the same.
        again = mover(room, ana, bea).listener
        if again is not maker:
            assert type(await room.obey(again, move(room, name=command.id))) is wire.Ok

    play(tmp_path, work)


def test_nobody_waits_until_it_is_looked_up_whether_a_command_was_carried_out(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        look_up, found = room.store.rows_with, threading.Event()

        def slowly(match: str, part: bytes) -> list[Row]:
            assert found.wait(PATIENCE)
            return look_up(match, part)

        room.store.rows_with = slowly  # type: ignore[method-assign]
        old = asyncio.create_task(room.obey(other(room, ana, bea).listener, move(room, seq=0)))
        await asyncio.sleep(0)
        try:
            assert isinstance(await room.obey(maker.listener, move(room)), wire.Ok)
            assert not old.done()
        finally:
            found.set()
        assert await refused(old) == "stale"

    play(tmp_path, work)


def test_commands_made_at_another_moment_are_refused(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea).listener

        for seq in (room.course.turned - 1, room.course.seq + 1, -1):
            assert await refused(room.obey(maker, move(room, seq=seq))) == "stale"
        # That somebody is called differently does not make a move stale.
        seq = room.course.seq
        await room.obey(bea.listener, wire.NameCommand(id="n", seat=1, name=" Beatriz "))
        assert room.course.seats[1].name == "Beatriz"
        await room.obey(maker, move(room, seq=seq))

    play(tmp_path, work)


def test_what_cannot_be_is_refused_by_name_and_changes_nothing(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        maker, waiter = mover(room, ana, bea).listener, other(room, ana, bea).listener
        before, seq = room.course.table.tobytes(), room.course.seq

        assert await refused(room.obey(crowd.listener, move(room))) == "no_seat"
        assert await refused(room.obey(waiter, move(room))) == "not_your_turn"
        assert await refused(room.obey(maker, move(room, "jump"))) == "illegal"
        assert await refused(room.obey(maker, wire.UndoCommand(id="u", seq=seq))) == "too_late"
        assert await refused(room.obey(maker, wire.RollCommand(id="r", seq=seq))) == "not_your_throw"
        assert await refused(room.obey(maker, wire.BotCommand(id="b", seat=1))) == "not_open"
        assert await refused(room.obey(maker, wire.BotCommand(id="b", seat=60))) == "not_open"
        assert await refused(room.obey(ana.listener, wire.NameCommand(id="n", seat=1, name="x"))) == "not_yours"
        assert await refused(room.sit(ana.listener, wire.SitCommand(id="s", seat=1))) == "not_yours"
        assert await refused(room.take_hint(waiter)) == "not_your_turn"
        assert await refused(room.take_hint(crowd.listener)) == "no_seat"
        assert (room.course.table.tobytes(), room.course.seq) == (before, seq)

    play(tmp_path, work)


def test_a_match_that_is_over_refuses_everything(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)

        await room.obey(bea.listener, wire.ResignCommand(id="r"))

        assert ana.frame["actor"] == "over"
        assert ana.frame["places"] == [1, 2]
        assert ana.frame["prompt"] == {"say": "server.ended"}
        assert (bea.frame["seat"], bea.frame["mine"]) == (1, [])
        assert await refused(room.obey(ana.listener, move(room, "place 0,0"))) == "over"
        assert await refused(room.obey(ana.listener, wire.ResignCommand(id="r2"))) == "over"
        entry = room.store.entry(room.id)
        assert entry is not None
        assert entry.ended

    play(tmp_path, work)


def test_who_gives_up_still_sees_what_they_held_once_it_is_over(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store, "stalag17", ALONE)
            room = await rooms.find(match)
            ana = Watcher(ANA, 0)
            await enter(room, ana)
            hand = {name: row for name, row in ana.things.items() if row[2].startswith("hand-0/")}

            await room.obey(ana.listener, wire.ResignCommand(id="r"))

            assert hand
            assert hand.items() <= ana.things.items()
            assert (ana.frame["seat"], ana.frame["mine"], ana.frame["gestures"]) == (0, [], [])

        # Whoever comes back later sees it too, and others look from wherever they like, as in the replay.
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(match)
            assert (room.usual_seat(ANA), room.usual_seat(BEA), room.usual_seat("")) == (0, SPECTATOR, SPECTATOR)
            assert room.may_look(BEA, 0)
            assert not room.may_look(BEA, 2)

    asyncio.run(run())


def test_on_one_device_only_who_says_so_gives_up(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        assert await refused(room.obey(ana.listener, wire.ResignCommand(id="r", seat=2))) == "not_yours"

        await room.obey(ana.listener, wire.ResignCommand(id="r", seat=0))

        assert room.course.actor != OVER
        assert (ana.frame["seat"], ana.frame["mine"]) == (None, [1])
        assert [chair["gone"] for chair in ana.frame["seats"]] == [True, False, False]

        await room.obey(ana.listener, wire.ResignCommand(id="s", seat=1))

        assert room.course.places() == [2, 2, 1]

    play(tmp_path, work, game="stalag17", seats=(*HOT_SEAT, seat(BOT)))


def test_on_one_device_the_other_wins_when_one_gives_up(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)

        await room.obey(ana.listener, wire.ResignCommand(id="r", seat=0))

        assert ana.frame["places"] == [2, 1]

    play(tmp_path, work, seats=HOT_SEAT)


def test_who_gives_up_while_others_play_on_sees_only_what_everybody_may(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)

        await room.obey(ana.listener, wire.ResignCommand(id="r"))

        assert room.course.actor != OVER
        assert (ana.frame["seat"], room.usual_seat(ANA), room.may_look(ANA, 0)) == (None, SPECTATOR, False)

    play(tmp_path, work, game="stalag17", seats=(*BOTH, seat(BOT)))


def test_who_was_replaced_sees_only_what_everybody_may(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        assert any(row[2].startswith("hand-1/") for row in bea.things.values())

        async with room.lock:
            await room.go_on(events.Replace(seats=[1]))

        assert (bea.frame["seat"], bea.listener.seat, room.may_look(BEA, 1)) == (None, SPECTATOR, False)
        crowd = Watcher()
        crowd.hear(room.whole(crowd.listener))
        assert bea.things == crowd.things

    play(tmp_path, work, game="stalag17")


# Seats


def test_a_match_begins_when_everybody_sits(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        assert ana.frame["status"] == {"say": "server.waiting", "count": 1}
        assert room.course.turned == 0
        assert await refused(room.obey(ana.listener, move(room, "place 0,0"))) == "waiting"
        assert await refused(room.obey(ana.listener, wire.BotCommand(id="b", seat=1, level="godlike"))) == (
            "unknown_level"
        )

        await room.obey(ana.listener, wire.BotCommand(id="c", seat=1, level="easy"))
        await settled(room)

        assert room.course.turned > 0
        assert ana.frame["status"] is None
        assert ana.frame["seats"][1] == {"kind": "bot", "name": "", "level": "easy", "on": True, "gone": False}
        assert ana.told[0] == {"say": "server.filled", "number": 2, "level": {"say": "levels.easy"}}

    play(tmp_path, work, seats=INVITING)


def test_seats_are_called_as_those_who_look_would(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, crowd = Watcher(ANA, 1), Watcher()
        await enter(room, ana, crowd)
        room.audience.tell_seats(room.course.seats)

        assert [each["kind"] for each in ana.frame["seats"]] == ["here", "me", "person", "bot"]
        assert [each["on"] for each in ana.frame["seats"]] == [True, True, False, True]
        assert [each["kind"] for each in crowd.frame["seats"]] == ["person", "person", "person", "bot"]
        assert ana.frame["mine"] == [0, 1]
        assert crowd.frame["mine"] == []

    play(tmp_path, work, seats=(*HOT_SEAT, seat(PERSON, "Bea", guest=BEA), seat(BOT)))


def test_on_one_device_the_view_goes_from_seat_to_seat(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        assert ana.frame["secret"]
        mine = set(ana.things)

        await room.sit(ana.listener, wire.SitCommand(id="s", seat=1))

        assert [message["t"] for message in ana.messages[-2:]] == ["ok", "snap"]
        assert ana.frame["seat"] == 1
        assert set(ana.things) != mine
        assert room.usual_seat(ANA) in (0, 1)
        assert room.usual_seat("") == SPECTATOR

    play(tmp_path, work, game="stalag17", seats=HOT_SEAT)


def test_open_is_a_kind_of_seat() -> None:
    assert Seat().kind == OPEN


def test_a_match_that_is_withheld_twice_in_a_row_is_not_opened_in_between(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store)
            async with rooms.withhold([match]):
                finding = asyncio.create_task(rooms.find(match))
                await asyncio.sleep(0)
            async with rooms.withhold([match]):
                for _ in range(10):
                    await asyncio.sleep(0)
                assert not rooms._opening
            assert (await finding).id == match

    asyncio.run(run())


def test_whoever_comes_just_after_a_match_was_deleted_is_told_so(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        seen: list[bytes] = []
        await room.lock.acquire()
        coming = asyncio.create_task(visits.greet(room, ANA, wire.Hello(v=1), seen.append))
        await asyncio.sleep(0)
        await room.remove(Refused("deleted", status=404))
        room.lock.release()
        with pytest.raises(Refused, match="deleted"):
            await coming
        assert not room.audience
        assert not seen

    play(tmp_path, work)


def test_nobody_tries_again_and_again_to_wake_a_match_that_was_deleted(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            await rooms._reopen("deleted")
            assert not rooms._timers

    asyncio.run(run())
