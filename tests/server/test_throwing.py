"""Throwing: dice wait for the hand of whoever wants to throw them."""

from pathlib import Path

from sobremesa.core.rules import CHANCE
from sobremesa.server import wire
from sobremesa.server.room import Room
from tests.server.company import (
    ALONE,
    ANA,
    BEA,
    HOT_SEAT,
    Watcher,
    enter,
    move,
    mover,
    play,
    refused,
    settled,
)


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
