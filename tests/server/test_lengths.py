"""Lengths: a log has an end, and so has the number of names that a seat can have."""

from pathlib import Path

import pytest

from sobremesa.core import record
from sobremesa.core.rules import OVER
from sobremesa.server import audit, commands, course, events, frames, limits, records, telling, wire
from sobremesa.server.course import Course
from sobremesa.server.events import MAX_RENAMES, Close, Rename, Resign
from sobremesa.server.limits import Door, Hurried, Limits, Rate
from sobremesa.server.room import Room
from sobremesa.server.socket import let_pass
from tests.server.company import ANA, BEA, Watcher, enter, move, mover, play, refused

MANY, MOST = 8, 14


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Logs that are full soon."""
    monkeypatch.setattr(commands, "MANY_EVENTS", MANY)
    for module in (course, frames):
        monkeypatch.setattr(module, "MAX_EVENTS", MOST)


def rename(number: int, seat: int = 0) -> wire.NameCommand:
    return wire.NameCommand(id=f"n{number}", seat=seat, name=f"Ana {number}")


def kept(room: Room) -> list[events.Event]:
    return [events.read_event(row.body) for row in room.store.rows(room.id)]


def test_a_seat_has_so_many_names_and_no_more(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        for number in range(MAX_RENAMES):
            await room.obey(ana.listener, rename(number))
        before = kept(room)

        assert await refused(room.obey(ana.listener, rename(99))) == "many_names"

        assert kept(room) == before
        assert sum(isinstance(event, Rename) for event in before) == MAX_RENAMES
        assert room.course.seats[0].name == f"Ana {MAX_RENAMES - 1}"
        # The other seat has its own, and whoever begins at a snapshot has not forgotten.
        await room.obey(bea.listener, rename(1, seat=1))
        again = Course(room.course.head)
        again.restore(room.course.keep())
        assert again.renames == room.course.renames == [MAX_RENAMES, 1]
        assert telling.load(room.store, room.id, room.course.head).renames == again.renames
        # One that was carried out and comes again is answered as ever.
        assert isinstance(await room.obey(ana.listener, rename(0)), wire.Dup)

    play(tmp_path, work)


def test_names_have_a_rate_by_guest_and_by_seat() -> None:
    now = 0.0
    door = Door(Limits(names=Rate(0.1, 2)), lambda: now)
    door.rename("ana", "m/0")
    door.rename("ana", "m/1")
    with pytest.raises(Hurried) as hurried:
        door.rename("ana", "m/2")
    assert (hurried.value.phrase.name, hurried.value.retry_after) == ("too_many_names", 10)
    assert hurried.value.say("es") != hurried.value.say("en")
    # Somebody else on the same seat shares what is left there; who is refused has taken nothing.
    door.rename("bea", "m/0")
    for _ in range(3):
        with pytest.raises(Hurried):
            door.rename("bea", "m/0")
    door.rename("bea", "m/3")
    now = 10.0
    door.rename("ana", "m/2")


def test_names_over_a_socket_keep_to_the_rate(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        door = Door(Limits(names=Rate(0.1, 1)), lambda: 0.0)
        let_pass(door, room, ANA, "192.0.2.1", rename(1))
        await room.obey(ana.listener, rename(1))
        with pytest.raises(Hurried):
            let_pass(door, room, ANA, "192.0.2.1", rename(2))
        # The same one again is not another.
        let_pass(door, room, ANA, "192.0.2.1", rename(1))

    play(tmp_path, work)


def test_without_limits_there_is_no_rate() -> None:
    door = Door(limits.UNLIMITED)
    for _ in range(100):
        door.rename("ana", "m/0")


@pytest.mark.usefixtures("short")
def test_a_match_that_is_too_long_is_closed_and_its_log_stays_whole(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea, watching = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, watching)
        while room.course.seq < MANY:
            await room.obey(mover(room, ana, bea).listener, move(room))

        # First only what leads on is allowed.
        before, who = kept(room), mover(room, ana, bea)
        assert await refused(room.obey(ana.listener, rename(1))) == "long_match"
        assert await refused(room.obey(who.listener, wire.UndoCommand(id="u", seq=room.course.seq))) == "long_match"
        assert await refused(room.obey(who.listener, wire.PleaCommand(id="p", seq=room.course.seq))) == "long_match"
        assert kept(room) == before
        while room.course.actor != OVER:
            await room.obey(mover(room, ana, bea).listener, move(room))

        log = kept(room)
        assert (len(log), type(log[-1])) == (MOST, Close)
        assert not any(isinstance(event, Close) for event in log[:-1])
        for each in (ana, bea, watching):
            assert each.told[-1] == {"say": "server.too_long_match"}
            assert (each.frame["actor"], each.frame["places"]) == ("over", None)
            assert each.frame["prompt"] == {"say": "server.too_long_match"}
        assert await refused(room.obey(ana.listener, wire.ResignCommand(id="r"))) == "over"
        # Whoever reads it later comes to the same end.
        again = telling.load(room.store, room.id, room.course.head)
        assert (again.seq, again.actor, again.places()) == (MOST, OVER, None)
        assert audit.audit(room.store).faults == {}
        entry = room.store.entry(room.id)
        assert entry is not None
        assert entry.ended
        written = record.parse(records.recorded(room.store, room.id, room.course.head, entry.secret))
        assert len(written.steps) == MOST - 1

    play(tmp_path, work)


@pytest.mark.usefixtures("short")
def test_in_a_very_long_match_one_can_still_give_up(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        while room.course.seq < MANY:
            await room.obey(mover(room, ana, bea).listener, move(room))

        await room.obey(ana.listener, wire.ResignCommand(id="r"))

        assert isinstance(kept(room)[-1], Resign)
        assert room.course.places() == [2, 1]

    play(tmp_path, work)


def test_a_match_that_was_too_long_before_there_was_a_limit_is_closed_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        while room.course.seq < MANY:
            await room.obey(mover(room, ana, bea).listener, move(room))
        for module in (course, frames):
            monkeypatch.setattr(module, "MAX_EVENTS", 5)
        length = room.course.seq

        await room.nudge()

        assert (room.course.seq, room.course.actor) == (length + 1, OVER)
        assert ana.told[-1] == {"say": "server.too_long_match"}

    play(tmp_path, work)
