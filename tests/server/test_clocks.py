"""Clocks: time is part of the log, runs for who is waited for, and at zero never stops a match."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sobremesa import names
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.view import View, outcomes_of
from sobremesa.server import audit, clocks, events, records, telling, times, wire
from sobremesa.server import room as room_module
from sobremesa.server.batches import Batch
from sobremesa.server.events import PERSON, Choice, Clock, Seat
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from tests.browser.friend import SHORT
from tests.server.company import (
    A_BOT,
    A_FRIEND,
    ALONE,
    ANA,
    ANYBODY,
    BEA,
    BOTH,
    HOT_SEAT,
    ME,
    House,
    Watcher,
    enter,
    move,
    mover,
    rooms_in,
    seat,
    set_up,
    settled,
    until,
)
from tests.server.company import refused as refusal
from tests.server.test_http import refused

MADE = 1_767_268_800_000
"""When the matches of these tests were set up."""
MOVE, STOCK, DAYS = Clock("move", 30), Clock("fischer", 60, 5), Clock("days", 2 * 86_400)
FAR = 10 * 86_400_000
"""Milliseconds after which no clock has anything left."""


class Fake:
    """A time that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = MADE

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Fake:
    made = Fake()
    monkeypatch.setattr(clocks, "now", made)
    # What pages take to show something is tested by itself.
    monkeypatch.setattr(times, "SHOWN", 0)
    return made


def play(
    folder: Path,
    work: Callable[[Rooms, Room], Awaitable[None]],
    clock: Clock,
    seats: Sequence[Seat] = BOTH,
    game: str = "sequence-dice",
    hold: float = 0.0,
    **more: Any,
) -> None:
    async def run() -> None:
        async with rooms_in(folder, hold=hold) as rooms:
            match = await set_up(rooms.store, game, seats, match="m", secret=b"x" * 32, clock=clock, **more)
            room = await rooms.find(match)
            await work(rooms, room)
            await rooms.close()

    asyncio.run(run())


def again(rooms: Rooms, room: Room) -> Any:
    """The course as the log alone tells it."""
    return telling.load(rooms.store, room.id, room.course.head)


@pytest.mark.parametrize(
    ("wish", "clock"),
    [
        (None, None),
        (times.ClockWish("none"), None),
        (times.ClockWish("move", seconds=5), Clock("move", 5)),
        (times.ClockWish("move", seconds=3600), Clock("move", 3600)),
        (times.ClockWish("fischer", seconds=300, add=10), Clock("fischer", 300, 10)),
        (times.ClockWish("days", days=14), Clock("days", 14 * 86_400)),
    ],
)
def test_clocks_that_people_can_play_with_pass(wish: times.ClockWish | None, clock: Clock | None) -> None:
    assert times.check(wish) == clock


@pytest.mark.parametrize(
    ("clock", "name", "sentence"),
    [
        ({"kind": "move", "seconds": 0}, "bad_clock_move", "A move can have from 5 to 3600 seconds, not 0."),
        (
            {"kind": "move", "seconds": 31_536_000},
            "bad_clock_move",
            "A move can have from 5 to 3600 seconds, not 31536000.",
        ),
        ({"kind": "move"}, "bad_clock_move", None),
        ({"kind": "move", "seconds": -30}, "bad_clock_move", None),
        ({"kind": "fischer", "seconds": 0, "add": 5}, "bad_clock_stock", None),
        ({"kind": "fischer", "seconds": 300}, "bad_clock_add", "Each move can add from 1 to 600 seconds, not 0."),
        ({"kind": "fischer", "seconds": 300, "add": 601}, "bad_clock_add", None),
        ({"kind": "days", "days": 365}, "bad_clock_days", "A move can have from 1 to 14 days, not 365."),
        ({"kind": "days", "days": 0}, "bad_clock_days", None),
        ({"kind": "days", "seconds": 86_400}, "bad_clock_days", None),
        ({"kind": "sand"}, "malformed", None),
        ({"kind": "move", "seconds": 7.5}, "malformed", None),
        ({"kind": "move", "seconds": "30"}, "malformed", None),
        ("move", "malformed", None),
        (30, "malformed", None),
    ],
)
def test_a_clock_of_zero_or_of_a_year_is_refused_in_one_sentence(
    house: House, clock: Any, name: str, sentence: str | None
) -> None:
    answer = house.ana.http.post("/api/matches", json={"game": "sequence-dice", "seats": [ME, A_BOT], "clock": clock})

    refused(answer, 400, f"server.{name}")
    assert sentence is None or answer.json()["text"] == sentence
    assert house.store.ids() == []


def test_the_clock_is_chosen_with_the_table_and_shown_there(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY, clock={"kind": "fischer", "seconds": 300, "add": 10})

    told = house.ana.http.get(f"/api/matches/{match}").json()["clock"]

    assert told == {"kind": "fischer", "seconds": 300, "add": 10}
    with house.ana.socket(match) as ana:
        shown = ana.hello()["clock"]
        # Nobody's time runs before everybody sits.
        assert shown == {"seat": None, "left": [300_000, 300_000], "wait": 0} | told
    assert "clock" in house.ana.http.get(f"/api/matches/{house.ana.set_up(ME, A_BOT)}").json()


def test_time_runs_for_who_is_waited_for_and_is_written_with_the_move(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        first = room.course.actor
        fake.now += 12_000
        assert room._live(0)["clock"]["left"][first] == 48_000
        assert room._live(-1)["clock"] == room._live(1)["clock"]

        await room.obey(mover(room, ana, bea).listener, move(room))

        # What is left, and what the move adds; throws that fell by themselves cost nobody anything.
        assert room.course.times is not None
        assert room.course.times.left[first] == 60_000 - 12_000 + 5_000
        assert room.course.times.left[1 - first] == 60_000
        assert again(rooms, room).times == room.course.times
        made = [events.read_event(row.body) for row in rooms.store.rows("m")]
        assert [event.spent for event in made if isinstance(event, Choice) and event.actor >= 0] == [12_000]
        assert ana.frame["clock"]["seat"] == room.course.actor

    play(tmp_path, work, STOCK)


def test_for_each_move_there_is_as_much_as_for_the_one_before(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        for _ in range(6):
            fake.now += 29_000
            await room.obey(mover(room, ana, bea).listener, move(room))

            assert room.course.times is not None
            assert room.course.times.left == (30_000, 30_000)

    play(tmp_path, work, MOVE)


@pytest.mark.parametrize("clock", [MOVE, STOCK, DAYS])
def test_at_zero_the_usual_move_is_made_and_the_log_says_so(tmp_path: Path, fake: Fake, clock: Clock) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow, seq = room.course.actor, room.course.seq
        usual = View(room.course.game, room.course.table, slow).default().text

        fake.now += clock.seconds * 1000 - 1
        await room._ring()
        assert room.course.seq == seq
        fake.now += 1
        await room._ring()

        made = events.read_event(rooms.store.rows("m", seq)[0].body)
        assert isinstance(made, Choice)
        assert (made.actor, made.text, made.late, made.guest) == (slow, usual, True, "")
        assert {"say": "server.late", "seat": {"seat": slow}} in bea.told
        assert again(rooms, room).times == room.course.times
        # Who comes back in time for the next one goes on as ever.
        await room.obey(mover(room, ana, bea).listener, move(room))

    play(tmp_path, work, clock)


def test_the_bell_rings_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(times, "SHOWN", 10)

    async def work(rooms: Rooms, room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        await until(lambda: any(line["say"] == "server.late" for line in ana.told))

    play(tmp_path, work, Clock("move", 0))


def test_a_table_that_was_set_just_now_has_seen_no_outage(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND, clock={"kind": "move", "seconds": 60})
    with house.ana.socket(match) as ana:
        assert {"say": "server.outage"} not in ana.hello()["last"]
    assert not any(b'"outage"' in row.body for row in house.store.rows(match))


def test_who_does_not_throw_is_thrown_for(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        thrower = room.roller()
        assert (room.course.actor, room.course.thrown) == (CHANCE, 0)
        assert ana.frame["clock"]["seat"] == thrower

        fake.now += 31_000
        await room._ring()

        assert {"say": "server.late_throw", "seat": {"seat": thrower}} in ana.told
        assert room.course.thrown == 1
        assert again(rooms, room).times == room.course.times

    by_hand = tuple(msgspec.structs.replace(each, by_hand=True) for each in HOT_SEAT)
    play(tmp_path, work, MOVE, by_hand, luck=2)


def test_real_dice_that_nobody_types_are_thrown_from_the_seal(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        for _ in range(6):
            fake.now += FAR
            await room._ring()

        late = [line for line in ana.told if line["say"] == "server.late_throw"]
        assert len(late) == room.course.thrown > 0
        # For a bot, who sits next is waited for.
        assert {line["seat"]["seat"] for line in late} == {0}

    play(tmp_path, work, MOVE, ALONE, real=True)


@pytest.mark.parametrize(("game", "clock"), [*((game, MOVE) for game in names()), ("sequence-dice", DAYS)])
def test_a_match_of_absent_people_plays_itself_to_its_end(tmp_path: Path, fake: Fake, game: str, clock: Clock) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        for _ in range(20_000):
            if room.course.actor == OVER:
                break
            seat_ = room.awaited
            assert seat_ is not None
            assert (
                View(room.course.game, room.course.table, seat_).default()
                in View(room.course.game, room.course.table, seat_).moves()
            )
            fake.now += clocks.left(room.course, seat_, fake.now)
            seq = room.course.seq
            await room._ring()
            assert room.course.seq > seq, "the match has stopped"
        assert room.course.actor == OVER
        assert room.awaited is None
        found = audit.Findings()
        assert audit.follow(rooms.store, "m", found).times == room.course.times
        entry = rooms.store.entry("m")
        assert entry is not None
        assert records.recorded(rooms.store, "m", room.course.head, entry.secret)

    play(tmp_path, work, clock, game=game, options=dict(SHORT[game]))


@pytest.mark.parametrize("game", names())
def test_wherever_people_leave_a_match_the_clock_brings_it_to_an_end(tmp_path: Path, fake: Fake, game: str) -> None:
    luck = random.Random(game)

    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        for _ in range(luck.randrange(40)):
            if room.course.actor == OVER:
                return
            fake.now += luck.randrange(4000)
            moves = View(room.course.game, room.course.table, room.course.actor).moves()
            await room.obey(mover(room, ana, bea).listener, move(room, luck.choice(moves).text))
        for watcher in (ana, bea):
            room.leave(watcher.listener)
        while room.course.actor != OVER:
            fake.now += FAR
            seq = room.course.seq
            await room._ring()
            assert room.course.seq > seq

    play(tmp_path, work, STOCK, game=game, options=dict(SHORT[game]))


def test_a_rival_can_be_given_more_time(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow = room.course.actor
        giver = (ana, bea)[1 - slow].listener
        fake.now += 55_000

        await room.obey(giver, wire.TimeCommand(id="t", seat=slow))

        assert ana.frame["clock"]["left"][slow] == 65_000
        assert {"say": "server.gift", "seat": {"seat": 1 - slow}, "to": {"seat": slow}} in bea.told
        assert type(await room.obey(giver, wire.TimeCommand(id="t", seat=slow))) is wire.Dup
        # That somebody got time does not make a move stale, nor take the time that they have used.
        fake.now += 10_000
        await room.obey(mover(room, ana, bea).listener, move(room))
        assert room.course.times is not None
        assert room.course.times.left[slow] == 60_000
        assert again(rooms, room).times == room.course.times

    play(tmp_path, work, STOCK)


def test_time_is_not_given_to_oneself_to_bots_or_without_end(tmp_path: Path, fake: Fake) -> None:
    three = (*BOTH, seat("bot"))

    async def work(rooms: Rooms, room: Room) -> None:
        ana, crowd = Watcher(ANA, 0), Watcher()
        await enter(room, ana, crowd)
        for place in (0, 2, 60):
            assert await refusal(room.obey(ana.listener, wire.TimeCommand(id="t", seat=place))) == "no_rival"
        assert await refusal(room.obey(crowd.listener, wire.TimeCommand(id="t", seat=0))) == "no_seat"
        for number in range(11):
            await room.obey(ana.listener, wire.TimeCommand(id=f"g{number}", seat=1))
        assert room.course.times is not None
        for number in range(200):
            if room.course.times.left[1] >= 3_600_000:
                break
            await room.obey(ana.listener, wire.TimeCommand(id=f"h{number}", seat=1))
        if room.awaited == 1:
            fake.now = room.course.times.since
        assert await refusal(room.obey(ana.listener, wire.TimeCommand(id="e", seat=1))) == "enough_time"

    play(tmp_path, work, MOVE, three)


def test_without_a_clock_no_time_can_be_given(house: House) -> None:
    match = house.ana.set_up(ME, A_BOT)
    with house.ana.socket(match) as ana:
        ana.hello()
        assert ana.ask("time", seat=1)["why"]["say"] == "server.no_clock"
        assert ana.ask("time", seat=-1)["why"]["say"] == "server.malformed"


def test_who_takes_back_gains_no_time_and_costs_nobody_any(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana = Watcher(ANA, room.course.actor)
        await enter(room, ana)
        first = room.course.actor
        fake.now += 20_000
        await room.obey(ana.listener, move(room))
        for _ in range(3):
            fake.now += 1_000
            undo = wire.UndoCommand(id=f"u{fake.now}", seq=room.course.seq)
            await room.obey(ana.listener, undo)
            assert room.course.actor == first
            assert room.course.times is not None
            before = room.course.times.left[first]
            fake.now += 2_000
            await room.obey(ana.listener, move(room, name=f"m{fake.now}"))
            spent = 20_000 + 2_000 * (_ + 1)
            assert before == 60_000 - spent + 2_000
            assert room.course.times.left == tuple(
                60_000 - spent + 5_000 if place == first else 60_000 for place in (0, 1)
            )
        assert again(rooms, room).times == room.course.times

    play(tmp_path, work, STOCK, HOT_SEAT, hold=60.0)


def test_a_restart_gives_the_outage_back_and_twenty_seconds_and_only_once(tmp_path: Path, fake: Fake) -> None:
    async def begin() -> None:
        async with rooms_in(tmp_path) as rooms:
            await set_up(rooms.store, match="m", secret=b"x" * 32, clock=MOVE)
            await rooms.find("m")
            await rooms.close()

    asyncio.run(begin())
    fake.now += 12_000
    stopped = fake.now
    fake.now += 3_600_000

    async def restart() -> None:
        async with rooms_in(tmp_path) as rooms:
            rooms.stopped = stopped
            for _ in range(2):
                room = await rooms.find("m")
                slow = room.awaited
                assert slow is not None
                # Twelve seconds were used before; they are used.
                assert clocks.left(room.course, slow, fake.now) == 30_000 - 12_000 + 20_000
                await room.close()
                rooms._rooms.clear()
            ana = Watcher(ANA, 0)
            room = await rooms.find("m")
            await enter(room, ana)
            assert {"say": "server.outage"} in ana.of("snap")[0]["last"]
            made = [events.read_event(row.body) for row in rooms.store.rows("m")]
            assert sum(isinstance(event, events.Outage) for event in made) == 1
            await rooms.close()

    asyncio.run(restart())


def test_an_outage_of_unknown_length_costs_nobody_anything(tmp_path: Path, fake: Fake) -> None:
    async def live() -> None:
        async with rooms_in(tmp_path) as rooms:
            if rooms.store.entry("m") is None:
                await set_up(rooms.store, match="m", secret=b"x" * 32, clock=MOVE)
            room = await rooms.find("m")
            if len(room.course.recent) and fake.now > MADE:
                assert room.awaited is not None
                assert clocks.left(room.course, room.awaited, fake.now) == 50_000
            await rooms.close()

    asyncio.run(live())
    fake.now += FAR
    asyncio.run(live())


def test_matches_whose_time_is_up_go_on_though_nobody_comes(tmp_path: Path, fake: Fake) -> None:
    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            await set_up(rooms.store, match="timed", clock=Clock("move", 0))
            await set_up(rooms.store, match="calm")
            await set_up(rooms.store, match="over", clock=MOVE, seats=ALONE)
            room = await rooms.find("over")
            await room.obey(Watcher(ANA, 0).listener, wire.ResignCommand(id="r"))
            rooms._rooms.clear()
            await rooms.wake()
            assert set(rooms._rooms) == {"timed"}
            woken = rooms._rooms["timed"]
            assert woken.due is not None
            await until(lambda: woken.course.actor == OVER)
            assert any(isinstance(step.event, Choice) and step.event.late for step in woken.course.recent)
            await rooms.close()

    asyncio.run(work())


def test_a_bot_whose_move_could_not_be_written_tries_again_though_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "RETRY", 0.05)

    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(await set_up(rooms.store, clock=DAYS, seats=ALONE, secret=b"x" * 32))
            ana = Watcher(ANA, 0)
            write, failed = rooms.store.write, asyncio.Event()

            async def stumble(batch: Batch) -> None:
                if not failed.is_set() and any(b'"actor":1' in row.body for row in batch.rows):
                    failed.set()
                    raise OSError("no disk")
                await write(batch)

            monkeypatch.setattr(rooms.store, "write", stumble)
            while not failed.is_set():
                if room.course.actor == 0:
                    await room.obey(ana.listener, move(room))
                await asyncio.sleep(0)
            await settled(room)
            assert room.is_busy
            await until(lambda: room.course.actor == 0)

    asyncio.run(work())


def test_a_match_is_kept_in_memory_only_when_somebodys_time_is_nearly_up(
    tmp_path: Path, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rooms, "IDLE", 0.02)

    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            for number in range(5):
                await set_up(rooms.store, match=f"days{number}", clock=DAYS, secret=b"x" * 32)
            await set_up(rooms.store, match="soon", clock=Clock("move", 2), secret=b"x" * 32)
            await rooms.wake()
            # Half a second is left there: longer than a room is kept.
            fake.now += 1500
            await until(lambda: len(rooms) == 0)
            fake.now += 500
            found, find = [], rooms.store.entry

            def stumble(match: str) -> Any:
                # The first time it cannot be read.
                found.append(match)
                if len(found) == 1:
                    raise OSError("no disk")
                return find(match)

            monkeypatch.setattr(rooms.store, "entry", stumble)
            await until(lambda: any(b'"late"' in row.body for row in rooms.store.rows("soon")))
            assert set(found) == {"soon"}
            await rooms.close()

    asyncio.run(work())


def test_snapshots_of_matches_without_a_clock_are_what_they_were() -> None:
    head = events.Head(
        game="sequence-dice", rules=1, options={}, seats=list(BOTH), seal="", host=ANA, made="2026-01-01T12:00:00+00:00"
    )
    from sobremesa.server.course import Course, Kept

    course = Course(head)
    kept = course.keep()

    assert set(msgspec.msgpack.decode(kept)) == set(Kept.__struct_fields__)
    timed = Course(msgspec.structs.replace(head, clock=STOCK))
    timed.fold(events.Gift(seat=0, to=1, given=7, at=MADE + 5))
    copy = Course(timed.head)
    copy.restore(timed.keep())
    assert copy.times == timed.times == times.Times((60_000, 60_007), MADE + 1000, MADE + 5)


def test_every_choice_that_chance_makes_for_the_absent_is_listed(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        async with room.lock:
            room.throwers.say(ANA, by_hand=True)
        while room.course.actor != CHANCE:
            fake.now += FAR
            await room._ring()
        listed = {each.text for each in outcomes_of(room.course.game, room.course.table)}
        seq = room.course.seq
        fake.now += FAR
        await room._ring()
        made = events.read_event(rooms.store.rows("m", seq)[0].body)
        assert isinstance(made, Choice)
        assert made.text in listed
        assert (made.late, made.typed) == (True, False)
        assert room.course.seats[made.whose].kind == PERSON

    play(tmp_path, work, DAYS, HOT_SEAT, game="poleana")


def test_a_clock_that_begins_anew_with_as_much_as_before_is_told(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        slow = mover(room, ana, bea)
        while room.course.actor == slow.listener.seat:
            slow.messages.clear()
            await room.obey(slow.listener, move(room))
            assert all("clock" in told["d"] for told in slow.of("ev"))

    play(tmp_path, work, MOVE, game="girumgo")


def test_nobodys_time_runs_while_pages_show_what_has_happened(
    tmp_path: Path, fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(times, "SHOWN", 800)

    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        fake.now += 20_000
        await room.obey(mover(room, ana, bea).listener, move(room))
        await room.obey(mover(room, ana, bea).listener, move(room))
        slow, wait = room.course.actor, clocks.pause(room.course, fake.now)
        # One after the other is shown; throws that follow are shown too.
        assert wait >= 1_600
        assert ana.frame["clock"]["wait"] == wait
        assert ana.frame["clock"]["left"][slow] == 30_000

        fake.now += wait + 29_999
        await room._ring()
        assert room.course.actor == slow
        assert clocks.left(room.course, slow, fake.now) == 1
        fake.now += 1
        seq = room.course.seq
        await room._ring()
        assert room.course.seq > seq
        assert again(rooms, room).times == room.course.times

    play(tmp_path, work, MOVE, game="girumgo")


def test_however_much_happens_at_once_the_wait_has_an_end() -> None:
    clock = Clock("fischer", 60, 5)
    now = times.Times((60_000, 60_000), MADE, MADE)
    for _ in range(20):
        now = times.after(clock, now, Choice(actor=0, number=0, text="", at=MADE, spent=0), [], begins=False)

    assert now.shown == MADE + times.MOST_SHOWN
    later = MADE + 60_000
    then = times.after(clock, now, Choice(actor=0, number=0, text="", at=later, spent=0), [], begins=False)
    assert then.shown == later + times.SHOWN
