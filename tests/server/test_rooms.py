"""Rooms: commands one after another, each answered once, told only when written."""

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import events, frames, hints, patience, wire
from sobremesa.server import room as room_module
from sobremesa.server.events import BOT, OPEN, PERSON, Seat
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Batch, Row, SQLite
from tests.server.company import (
    ALONE,
    ANA,
    BEA,
    BOTH,
    HOT_SEAT,
    INVITING,
    Quick,
    Watcher,
    enter,
    move,
    rooms_in,
    seat,
    set_up,
    settled,
)

LONG = 30.0
"""A hold that no test waits for."""


def play(
    folder: Path,
    work: Callable[[Room], Awaitable[None]],
    *,
    game: str = "sequence-dice",
    seats: Sequence[Seat] = BOTH,
    hold: float = 0.0,
    crew: Quick | None = None,
) -> None:
    async def run() -> None:
        async with rooms_in(folder, hold=hold, crew=crew) as rooms:
            # The same throws every time.
            room = await rooms.find(await set_up(rooms.store, game, seats, match="m", secret=b"x" * 32))
            await work(room)
            room.patience.go_on()

    asyncio.run(run())


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await work
    assert caught.value.say("es")
    return caught.value.phrase.name


def mover(room: Room, *watchers: Watcher) -> Watcher:
    """This is the one of some who look from their only seat whose turn it is."""
    return next(each for each in watchers if each.listener.seat == room.course.actor)


def other(room: Room, *watchers: Watcher) -> Watcher:
    return next(each for each in watchers if each.listener.seat != room.course.actor)


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
        written, write = asyncio.Event(), room.store.write

        async def late(batch: Batch) -> None:
            await written.wait()
            await write(batch)

        room.store.write = late  # type: ignore[method-assign, assignment]
        playing = asyncio.create_task(room.obey(maker.listener, move(room)))
        await asyncio.sleep(0.02)
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
        assert await refused(room.doubt(waiter)) == "not_your_turn"
        assert await refused(room.doubt(crowd.listener)) == "no_seat"
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


# Taking back


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

        await room.obey(maker.listener, move(room))
        assert room.course.actor == CHANCE
        await settled(room)

        assert room.course.actor >= 0
        assert (maker.frame["undo"], maker.frame["hold"]) == (False, 0)

    play(tmp_path, work, hold=0.05)


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


# Throwing by hand


def test_who_wants_to_throws_by_hand(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        for watcher in (ana, bea):
            await room.obey(watcher.listener, wire.AutoCommand(id="a", roll=False))
        maker = mover(room, ana, bea)
        await room.obey(maker.listener, move(room))
        thrower = ana if ana.frame["roller"] == 0 else bea
        idle = bea if thrower is ana else ana
        assert room.course.actor == CHANCE
        assert ana.frame["roller"] == bea.frame["roller"] == thrower.listener.seat

        roll = wire.RollCommand(id="r", seq=room.course.seq)
        assert await refused(room.obey(idle.listener, roll)) == "not_your_throw"
        assert type(await room.obey(thrower.listener, roll)) is wire.Ok
        assert type(await room.obey(thrower.listener, roll)) is wire.Dup
        assert room.course.actor >= 0
        assert ana.frame["roller"] is None

        # Who leaves throws by hand no more, once nobody waits for them.
        room.throwers.wait = 0
        await room.obey(mover(room, ana, bea).listener, move(room))
        while room.course.actor >= 0:
            await room.obey(mover(room, ana, bea).listener, move(room))
        thrower = ana if ana.frame["roller"] == 0 else bea
        room.leave(thrower.listener)
        await room.nudge()
        assert room.course.actor >= 0

    play(tmp_path, work)


def test_a_throw_falls_by_itself_once_that_is_wanted_again(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        await room.obey(ana.listener, wire.AutoCommand(id="a", roll=False))
        while room.course.actor == 0 or room.course.actor == 1:
            ana.listener.seat = room.course.actor
            await room.obey(ana.listener, move(room))
        assert room.course.actor == CHANCE

        await room.obey(ana.listener, wire.AutoCommand(id="b", roll=True))

        assert room.course.actor >= 0

    play(tmp_path, work, seats=HOT_SEAT)


def test_on_one_device_dice_wait_for_the_hand_of_whoever_sits_there_next(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        await room.obey(ana.listener, wire.AutoCommand(id="a", roll=False))
        while room.course.actor >= 0:
            await room.sit(ana.listener, wire.SitCommand(id="s", seat=room.course.actor))
            await room.obey(ana.listener, move(room))

        assert (room.course.actor, room.roller()) in {(CHANCE, 0), (CHANCE, 1)}

    play(tmp_path, work, seats=HOT_SEAT)


def test_who_only_looks_on_cannot_hold_the_dice(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, crowd = Watcher(ANA, 0), Watcher()
        await enter(room, ana, crowd)

        assert await refused(room.obey(crowd.listener, wire.AutoCommand(id="a", roll=False))) == "no_seat"

        while room.course.seq < 20:
            await settled(room)
            await room.obey(ana.listener, move(room))

    play(tmp_path, work, seats=ALONE)


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
        assert [told["say"] for told in ana.told][:1] == ["server.filled"]

    play(tmp_path, work, seats=INVITING)


def test_seats_are_called_as_those_who_look_would(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, crowd = Watcher(ANA, 1), Watcher()
        await enter(room, ana, crowd)
        room.tell_seats()

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


# Bots


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
        assert await refused(hints.find(room.crew, await room.doubt(ana.listener))) == why

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
        await asyncio.sleep(0.05)
        assert crew.asked
        room.leave(crowd.listener)
        while room._thinking:
            await asyncio.sleep(0.001)

    play(tmp_path, work, seats=(seat(BOT), seat(BOT)), crew=crew)


def test_a_bot_that_thinks_when_the_server_ends_has_done_nothing_wrong(tmp_path: Path) -> None:
    class Slow(Quick):
        async def choose(self, view: View, level: str, luck: object) -> int:
            self.asked.append(view)
            await asyncio.sleep(LONG)
            return 0

    async def run() -> None:
        crew = Slow()
        async with rooms_in(tmp_path, crew=crew) as rooms:
            room = await rooms.find(await set_up(rooms.store, seats=ALONE, match="m"))
            ana = Watcher(ANA, 0)
            await enter(room, ana)
            while not crew.asked:
                await room.obey(ana.listener, move(room))
                await asyncio.sleep(0)
            seq = room.course.seq

            await rooms.close()

            assert not room.is_busy or room.listeners
            assert rooms.store.last("m")[0] == seq

    asyncio.run(run())


def test_hints_are_moves_with_their_chances(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)

        found = await hints.find(room.crew, await room.doubt(maker.listener))

        offered = {gesture["move"]: gesture["caption"] for gesture in maker.frame["gestures"]}
        assert found
        assert all(offered[hint["move"]] == hint["caption"] for hint in found)
        assert (found[0]["chance"], found[0]["interval"]) == (0.5, 0.1)

    play(tmp_path, work)


# When something fails


def test_what_cannot_be_written_did_not_happen(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        assert isinstance(room.store, SQLite)
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        table, seq, seen = room.course.table.tobytes(), room.course.seq, dict(bea.things)
        room.store._writer.execute("PRAGMA query_only = ON")

        assert await refused(room.obey(maker.listener, move(room))) == "not_written"
        assert (room.course.table.tobytes(), room.course.seq) == (table, seq)
        assert bea.things == seen
        assert bea.seqs == []

        room.store._writer.execute("PRAGMA query_only = OFF")
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
        room.store._writer.execute("PRAGMA query_only = ON")
        with monkeypatch.context() as unreadable:
            unreadable.setattr(room.store, "last", broken)
            assert await refused(room.obey(maker.listener, move(room))) == "not_written"
        assert room.course.table.tobytes() == table

        room.store._writer.execute("PRAGMA query_only = OFF")
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
        async def choose(self, view: View, level: str, luck: Luck) -> int:
            full.set()
            return await super().choose(view, level, luck)

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


# Coming back


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


def test_a_room_that_nobody_looks_at_is_given_up_and_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rooms, "IDLE", 0.02)

    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store)
            first, same = await asyncio.gather(rooms.find(match), rooms.find(match))
            assert first is same
            ana = Watcher(ANA, 0)
            await enter(first, ana)
            await asyncio.sleep(0.06)
            assert rooms.known(match) is first
            first.leave(ana.listener)
            rooms.let_go(first)
            await asyncio.sleep(0.06)
            assert rooms.known(match) is None
            again = await rooms.find(match)
            assert again is not first
            assert again.course.table.tobytes() == first.course.table.tobytes()
            with pytest.raises(Refused, match="no such match"):
                await rooms.find("unknown")

    asyncio.run(run())


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
                match = match or await set_up(rooms.store)
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


def test_open_is_a_kind_of_seat() -> None:
    assert Seat().kind == OPEN
