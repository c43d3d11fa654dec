"""Take-backs by consent: everybody else is asked, and nobody gets back what came to light."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from sobremesa import names, replay, verify2
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.view import View
from sobremesa.server import audit, course, events, records, takebacks, telling, wire
from sobremesa.server import room as room_module
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Choice, Clock, Seat, Undo
from sobremesa.server.limits import Hurried
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from tests.browser.friend import SHORT
from tests.server.company import (
    ALONE,
    ANA,
    BEA,
    BOTH,
    HOT_SEAT,
    Watcher,
    enter,
    hinted,
    move,
    mover,
    other,
    refused,
    rooms_in,
    seat,
    set_up,
    settled,
)
from tests.server.test_clocks import Fake, fake

__all__ = ["fake"]

CLEO = "c" * 64
LONG_ENOUGH = {**SHORT, "poleana": {"pieces": 2}}
"""Options of matches that are short, but leave something to be taken back."""


def play(
    folder: Path,
    work: Callable[[Rooms, Room], Awaitable[None]],
    seats: Sequence[Seat] = BOTH,
    game: str = "girumgo",
    **more: Any,
) -> None:
    async def run() -> None:
        async with rooms_in(folder) as rooms:
            room = await rooms.find(await set_up(rooms.store, game, seats, match="m", secret=b"x" * 32, **more))
            await work(rooms, room)
            await rooms.close()

    asyncio.run(run())


def plead(room: Room, name: str = "p") -> wire.PleaCommand:
    return wire.PleaCommand(id=name, seq=room.course.seq)


def reply(room: Room, name: str, *, yes: bool) -> wire.ReplyCommand:
    plea = room.course.plea
    return wire.ReplyCommand(id=name, plea=plea.seq if plea else 0, yes=yes)


async def until_reached(room: Room, guest: str, *watchers: Watcher) -> None:
    """They play until the last choice of a guest could be taken back."""
    while not takebacks.reach(room.course, guest):
        await room.obey(mover(room, *watchers).listener, move(room))


def test_with_the_consent_of_the_other_a_move_is_taken_back(tmp_path: Path) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        await until_reached(room, ANA, ana, bea)
        before = takebacks.reach(room.course, ANA)[-1].before.tobytes()
        assert ana.frame["plea"] == {"ask": True}
        assert not crowd.frame["plea"]

        await room.obey(ana.listener, plead(room))

        asked: dict[str, Any] = {"ask": False, "by": 0, "seq": room.course.seq}
        assert bea.frame["plea"] == asked | {"answer": True}
        assert ana.frame["plea"] == crowd.frame["plea"] == asked | {"answer": False}
        assert room.course.table.tobytes() != before
        await room.obey(bea.listener, reply(room, "y", yes=True))

        assert room.course.table.tobytes() == before
        assert room.course.actor == 0
        assert ana.frame["gestures"]
        assert bea.told[-1] == {"say": "server.undone_agreed", "seat": {"seat": 0}}
        # Whoever was away follows, and whoever reads the log comes to the same table.
        late = Watcher(BEA, 1)
        late.frame = {"seq": room.course.seq - 2}
        assert room.resume(late.listener, room.course.seq - 2, [])
        assert telling.load(rooms.store, "m", room.course.head).table.tobytes() == before
        audit.follow(rooms.store, "m", audit.Findings())

    play(tmp_path, work)


def test_who_is_refused_waits_longer_each_time_also_after_a_restart(tmp_path: Path, fake: Fake) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        for number, wait in enumerate((30, 60, 120)):
            await until_reached(room, ANA, ana, bea)
            await room.obey(ana.listener, plead(room, f"p{number}"))
            await room.obey(bea.listener, reply(room, f"n{number}", yes=False))
            assert ana.told[-1] == {"say": "server.objects", "seat": {"seat": 1}}
            assert room.course.plea is None
            fake.now += 1000 * wait - 1500
            await until_reached(room, ANA, ana, bea)
            with pytest.raises(Hurried) as hurried:
                await room.obey(ana.listener, plead(room, f"q{number}"))
            assert hurried.value.retry_after == 2
            assert telling.load(rooms.store, "m", room.course.head).refused == room.course.refused
            fake.now += 1500
        await room.obey(ana.listener, plead(room, "last"))

    play(tmp_path, work)


@pytest.mark.parametrize("clock", [None, Clock("fischer", 600, 5)])
def test_who_goes_on_without_an_answer_has_refused(tmp_path: Path, fake: Fake, clock: Clock | None) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        while not takebacks.reach(room.course, other(room, ana, bea).listener.guest):
            await room.obey(mover(room, ana, bea).listener, move(room))
        asks, goes_on = other(room, ana, bea).listener, mover(room, ana, bea).listener
        await room.obey(asks, plead(room))
        fake.now += 1000

        await room.obey(goes_on, move(room))

        assert room.course.refused[asks.seat] == course.Refusals(1, fake.now)
        assert telling.load(rooms.store, "m", room.course.head).refused == room.course.refused
        await until_reached(room, asks.guest, ana, bea)
        with pytest.raises(Hurried):
            await room.obey(asks, plead(room, "q"))

    play(tmp_path, work, game="royal-ludo", clock=clock)


def test_who_goes_on_themselves_has_refused_nobody(tmp_path: Path) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        while room.course.actor != 0 or not takebacks.reach(room.course, ANA):
            await room.obey(mover(room, ana, bea).listener, move(room))
        await room.obey(ana.listener, plead(room))
        await room.obey(ana.listener, move(room))
        assert room.course.plea is None
        assert room.course.refused[0] == course.Refusals()

    play(tmp_path, work)


@pytest.mark.parametrize("clock", [Clock("fischer", 600, 5), Clock("move", 60)])
def test_who_takes_back_keeps_the_time_that_was_a_gift(tmp_path: Path, fake: Fake, clock: Clock) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        while not takebacks.reach(room.course, ANA):
            fake.now += 10_000
            await room.obey(mover(room, ana, bea).listener, move(room))
        first = takebacks.reach(room.course, ANA)[-1]
        await room.obey(bea.listener, wire.TimeCommand(id="t", seat=0))
        given = room.course.recent[-1].event
        assert isinstance(given, events.Gift)

        await room.obey(ana.listener, plead(room))
        await room.obey(bea.listener, reply(room, "y", yes=True))

        assert isinstance(room.course.recent[-1].event, Undo)
        assert first.times is not None
        assert room.course.times is not None
        assert room.course.times.left[0] == first.times.left[0] - 10_000 + given.given
        audit.follow(rooms.store, "m", audit.Findings())

    play(tmp_path, work, clock=clock)


def test_everybody_must_agree_and_bots_do(tmp_path: Path) -> None:
    four = (*BOTH, seat(PERSON, "Cleo", guest=CLEO), seat("bot"))

    async def work(rooms: Rooms, room: Room) -> None:
        watchers = [Watcher(guest, place) for place, guest in enumerate((ANA, BEA, CLEO))]
        ana, bea, cleo = watchers
        await enter(room, *watchers)
        while not takebacks.reach(room.course, ANA):
            await settled(room)
            if room.course.actor in (0, 1, 2):
                await room.obey(watchers[room.course.actor].listener, move(room))
        await settled(room)
        await room.obey(ana.listener, plead(room))
        seq = room.course.seq
        await room.obey(cleo.listener, reply(room, "c", yes=True))
        assert cleo.frame["plea"]["answer"] is False
        assert await refused(room.obey(ana.listener, reply(room, "a", yes=True))) == "not_yours"
        assert telling.load(rooms.store, "m", room.course.head).plea == room.course.plea
        assert room.course.plea == course.Asked(seq, 0, len(takebacks.reach(room.course, ANA)), (CLEO,))
        await room.obey(bea.listener, wire.ReplyCommand(id="b", plea=seq, yes=True))
        assert isinstance(room.course.recent[-1].event, Undo)
        assert room.course.actor == 0

    play(tmp_path, work, four, game="poleana")


@pytest.mark.parametrize(
    "leave", [events.Resign(seats=[2], guest=CLEO), events.Replace(seats=[2]), events.Away(seats=[2])]
)
def test_who_leaves_is_not_asked_any_more(tmp_path: Path, leave: events.Event) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea, cleo = watchers = [Watcher(guest, place) for place, guest in enumerate((ANA, BEA, CLEO))]
        await enter(room, *watchers)
        await until_reached(room, ANA, ana, bea, cleo)
        await room.obey(ana.listener, plead(room))
        await room.obey(bea.listener, reply(room, "b", yes=True))
        assert room.course.plea is not None

        async with room.lock:
            await room.go_on(leave)

        assert isinstance(room.course.recent[-1].event, Undo)
        assert bea.told[-1] == {"say": "server.undone_agreed", "seat": {"seat": 0}}
        assert room.course.actor == 0
        audit.follow(rooms.store, "m", audit.Findings())

    play(tmp_path, work, (*BOTH, seat(PERSON, "Cleo", guest=CLEO)), game="poleana")


def test_nobody_is_asked_any_more_for_who_has_left(tmp_path: Path) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea, cleo = watchers = [Watcher(guest, place) for place, guest in enumerate((ANA, BEA, CLEO))]
        await enter(room, *watchers)
        await until_reached(room, ANA, ana, bea, cleo)
        await room.obey(ana.listener, plead(room))

        await room.obey(ana.listener, wire.ResignCommand(id="r"))

        assert room.course.plea is None
        assert not (bea.frame["plea"] or {}).get("answer")
        assert not any(isinstance(step.event, Undo) for step in room.course.recent)

    play(tmp_path, work, (*BOTH, seat(PERSON, "Cleo", guest=CLEO)), game="poleana")


@pytest.mark.parametrize("seats", [ALONE, HOT_SEAT])
def test_where_nobody_else_is_to_be_asked_it_happens_at_once(tmp_path: Path, seats: Sequence[Seat]) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        while not takebacks.reach(room.course, ANA):
            await settled(room)
            if room.course.seats[room.course.actor].guest == ANA:
                await room.obey(ana.listener, move(room))
        seq = room.course.seq
        assert type(await room.obey(ana.listener, plead(room))) is wire.Ok
        assert type(await room.obey(ana.listener, plead(room))) is wire.Dup
        assert isinstance(events.read_event(rooms.store.rows("m", seq)[0].body), Undo)

    play(tmp_path, work, seats, game="poleana")


def test_nobody_takes_back_across_a_throw(tmp_path: Path) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        maker = mover(room, ana, bea)
        await room.obey(maker.listener, move(room))
        last = room.course.recent[-1].event
        assert isinstance(last, Choice)
        assert last.actor == CHANCE

        assert maker.frame["plea"] is None
        assert await refused(room.obey(maker.listener, plead(room))) == "too_late"

    play(tmp_path, work, game="sequence-dice")


def test_an_undo_across_a_throw_cannot_even_be_folded() -> None:
    head = events.Head(
        game="poleana", rules=1, options={}, seats=list(BOTH), seal="", host=ANA, made="2026-01-01T12:00:00+00:00"
    )
    match = Course(head)
    thrown = next(audit.listed(match))
    match.fold(Choice(actor=CHANCE, number=thrown[0], text=thrown[1]))
    for back in (1, 2):
        with pytest.raises(LookupError):
            match.fold(Undo(seat=0, back=back))
    assert match.thrown == 1


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        assert await refused(room.obey(crowd.listener, plead(room))) == "no_seat"
        assert await refused(room.obey(bea.listener, reply(room, "y", yes=True))) == "no_plea"
        await until_reached(room, ANA, ana, bea)
        stale = wire.PleaCommand(id="s", seq=room.course.turned - 1)
        assert await refused(room.obey(ana.listener, stale)) == "stale"
        await room.obey(ana.listener, plead(room))
        assert await refused(room.obey(ana.listener, plead(room, "again"))) == "plea_open"
        assert await refused(room.obey(crowd.listener, reply(room, "c", yes=True))) == "no_seat"
        old = reply(room, "old", yes=True)
        # Whoever simply moves has answered.
        await room.obey(mover(room, ana, bea).listener, move(room))
        assert room.course.plea is None
        assert await refused(room.obey(bea.listener, old)) == "no_plea"
        await room.obey(ana.listener, wire.ResignCommand(id="r"))
        assert room.course.actor == OVER
        assert await refused(room.obey(bea.listener, plead(room, "over"))) == "over"

    play(tmp_path, work)


def test_what_is_not_remembered_any_more_is_not_taken_back(tmp_path: Path) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        await until_reached(room, ANA, ana, bea)
        await room.obey(ana.listener, plead(room))
        for number in range(course.RECENT):
            name = wire.NameCommand(id=f"n{number}", seat=number % 2, name=f"Eva {number}")
            await room.obey((ana, bea)[number % 2].listener, name)
        assert await refused(room.obey(bea.listener, reply(room, "y", yes=True))) == "too_late"
        await room.obey(bea.listener, reply(room, "n", yes=False))
        assert room.course.plea is None

    play(tmp_path, work)


def test_nothing_is_taken_back_that_lies_before_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "SNAPSHOT_EVERY", 1)

    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        await until_reached(room, ANA, ana, bea)
        assert await refused(room.obey(ana.listener, plead(room))) == "too_late"
        # Nor is it offered, once it is known that there is one.
        assert takebacks.shown(room.course, 0, is_free=False) is None

    play(tmp_path, work)


def test_a_card_that_came_to_light_stays_there(tmp_path: Path) -> None:
    """In a game of hidden hands some choices can be taken back, and those that showed something never can."""
    found = {"revealed": 0, "given": 0}

    async def work(rooms: Rooms, room: Room) -> None:
        luck = random.Random(4)
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        # No snapshot is taken before that.
        for number in range(room_module.SNAPSHOT_EVERY // 2):
            if room.course.actor == OVER or room.course.seq > room_module.SNAPSHOT_EVERY - 5:
                break
            maker = mover(room, ana, bea)
            moves = View(room.course.game, room.course.table, room.course.actor).moves()
            await room.obey(maker.listener, move(room, luck.choice(moves).text))
            guest = (ANA, BEA)[luck.randrange(2)]
            undone = takebacks.reach(room.course, guest)
            if not undone:
                continue
            is_open = any(takebacks.reveals(room.course.game, step, room.key) for step in undone)
            # What would be refused is not even offered.
            assert bool((ana, bea)[guest == BEA].frame["plea"]) != is_open
            command = plead(room, f"p{number}")
            if is_open:
                found["revealed"] += 1
                assert await refused(room.obey((ana, bea)[guest == BEA].listener, command)) == "revealed"
            else:
                await room.obey((ana, bea)[guest == BEA].listener, command)
                found["given"] += 1
                # What the others see of it is what they could have known before.
                answerer = (bea, ana)[guest == BEA]
                await room.obey(answerer.listener, reply(room, f"y{number}", yes=True))
                for place in (0, 1):
                    assert View(room.course.game, room.course.table, place).table.tobytes() == (
                        View(room.course.game, undone[-1].before, place).table.tobytes()
                    )

    play(tmp_path, work, game="stalag17")
    assert found["revealed"] > 2
    assert found["given"] > 2


def test_playing_a_card_of_a_hidden_hand_reveals_it() -> None:
    """Whatever changes what somebody else sees of a hand is not taken back, as long as cards lie hidden."""
    head = events.Head(
        game="stalag17", rules=1, options={}, seats=list(BOTH), seal="", host=ANA, made="2026-01-01T12:00:00+00:00"
    )
    shown = 0
    for seed in range(4):
        luck, match = random.Random(seed), Course(head)
        for _ in range(200):
            listed = list(audit.listed(match))
            if not listed or match.actor == OVER:
                break
            number, text = luck.choice(listed)
            step = match.fold(Choice(actor=match.actor, number=number, text=text))
            if step.actor == CHANCE or not text.startswith("play"):
                continue
            shown += 1
            assert takebacks.reveals(match.game, step, b"k"), text
    assert shown > 10


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("clock", [None, Clock("fischer", 600, 5)])
def test_whatever_is_asked_and_granted_no_throw_is_lost_and_the_record_is_right(
    tmp_path: Path, game: str, clock: Clock | None
) -> None:
    luck = random.Random(f"{game}/{clock}")
    undone = 0

    async def live(steps: int) -> bool:
        nonlocal undone
        async with rooms_in(tmp_path) as rooms:
            if rooms.store.entry("m") is None:
                options = dict(LONG_ENOUGH[game])
                await set_up(rooms.store, game, match="m", secret=b"x" * 32, options=options, luck=2, clock=clock)
            room = await rooms.find("m")
            ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            for number in range(steps):
                if room.course.actor == OVER:
                    break
                before, what = room.course.thrown, luck.random()
                try:
                    if what < 0.3:
                        await room.obey(luck.choice((ana, bea)).listener, plead(room, f"p{luck.random()}"))
                    elif what < 0.4 or (room.course.plea and what < 0.9):
                        answer = reply(room, f"r{luck.random()}", yes=luck.random() < 0.9)
                        await room.obey(luck.choice((ana, bea)).listener, answer)
                    elif what > 0.95:
                        await hinted(room, luck.choice((ana, bea)))
                    elif room.course.actor >= 0:
                        moves = View(room.course.game, room.course.table, room.course.actor).moves()
                        await room.obey(mover(room, ana, bea).listener, move(room, luck.choice(moves).text))
                except Refused:
                    pass
                undone += isinstance(room.course.recent[-1].event, Undo)
                assert room.course.thrown >= before, number
            again = telling.load(rooms.store, "m", room.course.head)
            assert again.table.tobytes() == room.course.table.tobytes()
            assert (again.times, again.plea, again.refused) == (
                room.course.times,
                room.course.plea,
                room.course.refused,
            )
            is_over = room.course.actor == OVER
            if not is_over and steps == LAST:
                await room.obey(other(room, ana, bea).listener, wire.ResignCommand(id="r"))
            await rooms.close()
            return is_over

    for steps in (60, 60, LAST):
        if asyncio.run(live(steps)):
            break
    # Where a throw follows every move, nothing is left to be asked for.
    assert undone > 0 or game not in ("girumgo", "poleana")
    check_record(tmp_path)


LAST = 61


def check_record(folder: Path) -> None:
    async def look() -> str:
        async with rooms_in(folder) as rooms:
            audit.follow(rooms.store, "m", audit.Findings())
            entry = rooms.store.entry("m")
            assert entry is not None
            head, last = events.read_head(entry.head), rooms.store.last("m")[0]
            # Whoever looks at it again sees every event, wherever they begin.
            for after in (0, last // 2):
                seen = telling.replay(rooms.store, "m", head, 0, "light", after, last)
                assert [event.seq for event in seen["events"]] == list(range(after + 1, last + 1))
            assert len(telling.sayings(rooms.store, "m", head, 1, 0, last)) == last
            return records.recorded(rooms.store, "m", head, entry.secret)

    text = asyncio.run(look())
    (folder / "record.jsonl").write_text(text)
    replay(folder / "record.jsonl")
    verify2.check(text)


def test_what_a_seat_was_refused_is_kept_in_snapshots_and_others_are_as_they_were() -> None:
    head = events.Head(
        game="girumgo", rules=1, options={}, seats=list(BOTH), seal="", host=ANA, made="2026-01-01T12:00:00+00:00"
    )
    match = Course(head)
    number, text = next(audit.listed(match))
    plain = len(match.keep())
    match.fold(Choice(actor=match.actor, number=number, text=text))
    match.fold(events.Plea(seat=0, back=1, guest=ANA))
    assert match.plea == course.Asked(2, 0, 1)
    copy = Course(head)
    copy.restore(match.keep())
    assert copy.plea == match.plea
    match.fold(events.Reply(seat=1, yes=False, guest=BEA, at=77))
    later = Course(head)
    later.restore(match.keep())
    assert (later.refused[0], later.plea) == (course.Refusals(1, 77), None)
    assert len(match.keep()) > plain
    assert course.seq_of(match.keep()) == 3
