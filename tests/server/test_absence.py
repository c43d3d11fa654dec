"""Absence: a bot plays for who keeps others waiting, where the table agreed, and gives the seat back."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import absence, audit, clocks, events, telling, wire
from sobremesa.server.events import PERSON, Clock, Seat
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.thinking import Asker
from tests.server.company import (
    A_BOT,
    ALONE,
    ANA,
    ANYBODY,
    BEA,
    BOTH,
    ME,
    House,
    Quick,
    Watcher,
    enter,
    move,
    mover,
    other,
    rooms_in,
    seat,
    set_up,
    settled,
    until,
)
from tests.server.test_clocks import Fake, fake
from tests.server.test_http import refused

__all__ = ["fake"]

WAIT = 60


class Slow(Quick):
    """A crew that thinks until it is told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.done = asyncio.Event()

    async def choose(self, view: View, level: str, luck: Luck, asker: Asker) -> int:
        await self.done.wait()
        return await super().choose(view, level, luck, asker)


def play(
    folder: Path,
    work: Callable[[Rooms, Room], Awaitable[None]],
    seats: Sequence[Seat] = BOTH,
    crew: Quick | None = None,
    **more: Any,
) -> None:
    async def run() -> None:
        async with rooms_in(folder, crew=crew) as rooms:
            wish = {"absent": WAIT} | more
            room = await rooms.find(await set_up(rooms.store, seats=seats, match="m", secret=b"x" * 32, **wish))
            await work(rooms, room)
            await rooms.close()

    asyncio.run(run())


@pytest.mark.parametrize("given", [1, 9, -60, 86_401, 31_536_000])
def test_a_wait_that_makes_no_sense_is_refused(house: House, given: int) -> None:
    wish = {"game": "sequence-dice", "seats": [ME, A_BOT], "absent": given}

    refused(house.ana.http.post("/api/matches", json=wish), 400, "server.bad_absence")
    refused(house.ana.http.post("/api/matches", json=wish | {"absent": "soon"}), 400, "server.malformed")
    assert house.store.ids() == []


def test_the_table_is_asked_first_and_guests_are_told(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY, absent=90)

    assert house.ana.http.get(f"/api/matches/{match}").json()["absent"] == 90
    assert house.ana.http.get(f"/api/matches/{house.ana.set_up(ME, A_BOT)}").json()["absent"] == 0


def test_a_bot_takes_over_after_a_while_and_the_person_comes_back(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow, here = mover(room, ana, bea), other(room, ana, bea)
        place = slow.listener.seat
        room.leave(slow.listener)
        fake.now += WAIT * 1000 - 1
        await room._ring()
        assert room.course.seats[place].is_played

        fake.now += 1
        await room._ring()
        await settled(room)

        assert {"say": "server.away", "seat": {"seat": place}} in here.told
        chair = here.frame["seats"][place]
        assert (chair["kind"], chair["away"], chair["helped"]) == ("person", True, True)
        assert room.course.actor == here.listener.seat
        # From now on nobody waits for them.
        while room.course.actor == here.listener.seat and room.course.actor != OVER:
            await room.obey(here.listener, move(room))
        await settled(room)
        made = [step.event for step in room.course.recent]
        assert any(isinstance(event, events.Choice) and event.actor == place and not event.guest for event in made)

        room.join(slow.listener)
        async with room.lock:
            await room.welcome(slow.listener.guest)

        assert room.course.seats[place].is_played
        assert room.course.seats[place].helped
        assert {"say": "server.back", "seat": {"seat": place}} in here.told
        assert telling.load(rooms.store, "m", room.course.head).seats == room.course.seats
        audit.follow(rooms.store, "m", audit.Findings())

    play(tmp_path, work)


@pytest.mark.parametrize("command", [wire.BackCommand(id="b"), None])
def test_who_is_here_and_dreamt_takes_the_seat_back_by_a_word_or_by_moving(
    tmp_path: Path, fake: Fake, command: wire.Command | None
) -> None:
    crew = Slow()

    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow = mover(room, ana, bea)
        place = slow.listener.seat
        fake.now += WAIT * 1000
        await room._ring()
        assert room.course.seats[place].away
        seq = room.course.seq

        await room.obey(slow.listener, command or move(room))
        if command:
            assert type(await room.obey(slow.listener, command)) is wire.Dup
            assert room.course.actor == place

        assert room.course.seats[place].is_played
        # The bot that still thought about it is not heard any more.
        crew.done.set()
        await settled(room)
        made = [step.event for step in room.course.recent if step.seq > seq and step.actor == place]
        assert all(event.guest == slow.listener.guest for event in made)

    play(tmp_path, work, crew=crew)


def test_who_keeps_nobody_waiting_is_waited_for(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        crowd = Watcher()
        await enter(room, crowd)
        while room.course.actor != 0:
            await settled(room)
        fake.now += 10 * WAIT * 1000
        await room._ring()
        assert room.course.seats[0].is_played

    play(tmp_path, work, ALONE)


def test_when_somebody_comes_who_is_kept_waiting_the_wait_is_over(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        place = room.course.actor
        late = Watcher((ANA, BEA)[1 - place], 1 - place)
        fake.now += 10 * WAIT * 1000
        await room._ring()
        assert room.course.seats[place].is_played

        await enter(room, late)
        await until(lambda: room.course.seats[place].away)

    play(tmp_path, work)


def test_a_table_that_did_not_agree_waits_for_ever(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        seq = room.course.seq
        fake.now += 100 * 86_400_000
        await room._ring()
        assert room.course.seq == seq

    play(tmp_path, work, absent=0)


def test_whoever_asks_for_anything_is_not_absent(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow = mover(room, ana, bea).listener
        for _ in range(3):
            fake.now += WAIT * 1000 - 1
            await room.obey(slow, wire.AutoCommand(id=f"a{fake.now}", roll=True))
        await room._ring()
        assert room.course.seats[slow.seat].is_played

    play(tmp_path, work)


def test_who_plays_slowly_is_not_absent_while_others_think(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        for _ in range(8):
            fake.now += WAIT * 1000 * 2 // 3
            await room._ring()
            assert not any(each.helped for each in room.course.seats)
            await room.obey(mover(room, ana, bea).listener, move(room))

    play(tmp_path, work)


def test_who_is_present_is_told_in_time_and_a_word_keeps_the_bot_away(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        slow, here = mover(room, ana, bea), other(room, ana, bea)
        place = slow.listener.seat
        assert slow.frame["absent"] == {"seat": place, "left": WAIT * 1000}
        assert here.frame["absent"] is crowd.frame["absent"] is None

        fake.now += WAIT * 1000 - 1
        slow.messages.clear()
        await room.obey(slow.listener, wire.BackCommand(id="here"))

        # Nothing but time has passed, and still it is told.
        assert [told["absent"] for told in slow.of("status")] == [{"seat": place, "left": WAIT * 1000}]
        fake.now += WAIT * 1000 - 1
        await room._ring()
        assert room.course.seats[place].is_played
        # Who asks for advice thinks, and is told so too.
        await room.take_hint(slow.listener)
        assert len(slow.of("status")) == 2
        fake.now += WAIT * 1000
        await room._ring()
        assert room.course.seats[place].away
        assert slow.frame["absent"] is None

    play(tmp_path, work, crew=Slow())


def test_who_thinks_alone_is_told_when_somebody_comes_who_waits(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        place = room.course.actor
        slow, late = (Watcher((ANA, BEA)[seat], seat) for seat in (place, 1 - place))
        await enter(room, slow)
        assert not slow.frame["absent"]
        fake.now += 10 * WAIT * 1000

        room.join(late.listener)
        async with room.lock:
            await room.welcome(late.listener.guest)

        assert slow.frame["absent"] == {"seat": place, "left": absence.NOTICE}
        await room._ring()
        assert room.course.seats[place].is_played
        fake.now += absence.NOTICE
        await room._ring()
        assert room.course.seats[place].away

    play(tmp_path, work)


def test_whoever_is_given_time_is_waited_for_anew(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow, here = mover(room, ana, bea).listener, other(room, ana, bea).listener
        fake.now += WAIT * 1000 - 1
        await room.obey(here, wire.TimeCommand(id="t", seat=slow.seat))
        fake.now += WAIT * 1000 - 1
        await room._ring()
        assert room.course.seats[slow.seat].is_played

        fake.now += 1
        await room._ring()
        assert room.course.seats[slow.seat].away

    play(tmp_path, work, clock=Clock("fischer", 600, 10))


def test_two_on_one_device_are_away_together_and_the_dice_of_the_absent_fall(tmp_path: Path, fake: Fake) -> None:
    three = (
        Seat(PERSON, "Ana", guest=ANA, by_hand=True),
        Seat(PERSON, "Ada", guest=ANA, by_hand=True),
        seat(PERSON, "Bea", guest=BEA),
    )

    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 2)
        async with room.lock:
            room.throwers.say(ANA, by_hand=True)
        await enter(room, ana, bea)
        for _ in range(20):
            if room.awaited in (0, 1):
                break
            await room.obey(bea.listener, move(room))
        assert room.awaited in (0, 1)
        fake.now += WAIT * 1000
        await room._ring()
        await settled(room)

        assert [each.away for each in room.course.seats] == [True, True, False]
        assert (room.course.actor, room.roller()) == (2, None)
        assert room.course.actor != CHANCE

    play(tmp_path, work, three)


def test_with_a_clock_the_usual_move_comes_first_and_then_the_bot(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        place = room.course.actor
        here = other(room, ana, bea).listener
        for _ in range(60):
            if room.course.seats[place].away or room.course.actor == OVER:
                break
            if room.course.actor == here.seat:
                await room.obey(here, move(room))
            else:
                fake.now += 10_000
                await room._ring()
        late = [line for line in ana.told if line["say"] == "server.late"]
        assert {line["seat"]["seat"] for line in late} == {place}
        assert room.course.seats[place].away
        # Who comes back before the bot has moved has a whole move's time.
        fake.now += 5_000
        async with room.lock:
            await room.welcome((ANA, BEA)[place])
        assert room.awaited == place
        assert clocks.left(room.course, place, fake.now) == 10_000
        crew.done.set()

    crew = Slow()
    play(tmp_path, work, clock=Clock("move", 10), crew=crew)


def test_who_was_away_gains_no_time_and_gives_none_back_by_coming(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow, here = mover(room, ana, bea).listener, other(room, ana, bea).listener
        fake.now += WAIT * 1000
        await room._ring()
        await settled(room)
        assert (room.course.seats[slow.seat].away, room.awaited) == (True, here.seat)
        # What a bot chose in their place has not added to their stock either.
        assert room.course.times is not None
        assert room.course.times.left == (600_000, 600_000)
        fake.now += 50_000

        async with room.lock:
            await room.welcome(slow.guest)

        assert room.course.seats[slow.seat].is_played
        assert clocks.left(room.course, here.seat, fake.now) == 550_000
        assert telling.load(rooms.store, "m", room.course.head).times == room.course.times
        audit.follow(rooms.store, "m", audit.Findings())

    play(tmp_path, work, clock=Clock("fischer", 600, 10))


def test_who_gives_up_while_a_bot_plays_is_gone(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow = mover(room, ana, bea).listener
        fake.now += WAIT * 1000
        await room._ring()
        await settled(room)
        await room.obey(slow, wire.ResignCommand(id="r"))
        assert room.course.actor == OVER
        assert not room.course.seats[slow.seat].away
        await room.welcome(slow.guest)

    play(tmp_path, work)
