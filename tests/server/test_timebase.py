"""The time base: clocks at the table do not notice what is done to the clock of the machine."""

from pathlib import Path

import pytest

from sobremesa.core.rules import OVER
from sobremesa.server import clocks, timebase, times, wire
from sobremesa.server.events import Choice, Clock, Outage, read_event, read_head
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.timebase import MILLION, MOST_AWAY, UNSURE, Stamp, TimeBase
from tests.server.company import A_FRIEND, ANA, BEA, ME, House, Watcher, enter, move, mover
from tests.server.test_clocks import play

SECOND = 1000 * MILLION
HOUR = 3600 * SECOND
DAY = 24 * 3_600_000


class Machine:
    """A machine whose clocks run as a test says."""

    def __init__(self) -> None:
        self.wall = 1_767_268_800 * SECOND
        self.steady = 77 * SECOND
        self.boot = "first"

    def base(self) -> TimeBase:
        return TimeBase(lambda: self.wall, lambda: self.steady, lambda: self.boot)

    def pass_by(self, seconds: float) -> None:
        self.wall += int(seconds * SECOND)
        self.steady += int(seconds * SECOND)

    def restart(self, seconds: float) -> None:
        self.wall += int(seconds * SECOND)
        self.steady = 3 * SECOND
        self.boot += " again"


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(timebase, "BASE", made.base())
    monkeypatch.setattr(times, "SHOWN", 0)
    return made


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 1000 * HOUR])
def test_a_jump_of_the_wall_clock_is_not_noticed(jump: int) -> None:
    machine = Machine()
    base = machine.base()
    began = base.now()
    assert began == machine.wall // MILLION

    machine.pass_by(10)
    machine.wall += jump
    machine.pass_by(10)

    assert base.now() == began + 20_000


@pytest.mark.parametrize("jump", [0, HOUR, -HOUR])
def test_an_outage_is_as_long_as_it_was_whatever_the_wall_clock_says(jump: int) -> None:
    machine = Machine()
    before = machine.base()
    stamp = before.stamp()
    machine.pass_by(300)
    machine.wall += jump

    after = machine.base()
    after.resume(stamp)

    assert after.now() == before.now() == stamp.now + 300_000


def test_after_a_restart_of_the_machine_the_wall_clock_must_do() -> None:
    machine = Machine()
    stamp = machine.base().stamp()
    machine.restart(300)

    after = machine.base()
    after.resume(stamp)

    assert after.now() == stamp.now + 300_000 + UNSURE


@pytest.mark.parametrize(("jump", "away"), [(-HOUR, 0), (365 * 24 * HOUR, MOST_AWAY)])
def test_after_a_restart_time_never_goes_back_and_not_too_far_on(jump: int, away: int) -> None:
    machine = Machine()
    stamp = machine.base().stamp()
    machine.restart(300)
    machine.wall += jump

    after = machine.base()
    after.resume(stamp)

    assert after.now() == stamp.now + UNSURE + away


def test_where_no_start_of_the_machine_is_known_the_wall_clock_must_do() -> None:
    machine = Machine()
    machine.boot = ""
    stamp = machine.base().stamp()
    machine.pass_by(300)
    after = machine.base()

    after.resume(stamp)

    assert after.now() == stamp.now + 300_000 + UNSURE


def test_a_stamp_of_the_future_is_of_another_start() -> None:
    machine = Machine()
    stamp = Stamp(machine.base().now(), machine.wall // MILLION, machine.steady // MILLION + 1, machine.boot)
    after = machine.base()

    after.resume(stamp)

    assert after.now() == stamp.now + UNSURE


def test_the_system_tells_its_start() -> None:
    assert timebase.boot_id() == timebase.BOOT_ID.read_text().strip()
    assert TimeBase().stamp().boot == timebase.boot_id()


def test_where_the_system_does_not_tell_its_start_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timebase, "BOOT_ID", tmp_path / "none")
    assert timebase.boot_id() == ""


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
@pytest.mark.parametrize("clock", [Clock("move", 30), Clock("fischer", 60, 5), Clock("days", 2 * 86_400)])
def test_nobody_wins_or_loses_time_by_a_jump(tmp_path: Path, machine: Machine, clock: Clock, jump: int) -> None:
    async def work(_: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        await room.obey(mover(room, ana, bea).listener, move(room))
        seat = room.awaited
        assert seat is not None
        before = clocks.left(room.course, seat, clocks.now())
        machine.pass_by(7)
        machine.wall += jump

        assert clocks.left(room.course, seat, clocks.now()) == before - 7_000
        assert room.due == (before - 7_000) / 1000
        await room._ring()
        assert room.course.actor != OVER
        await room.obey(mover(room, ana, bea).listener, move(room))
        made = [event for row in room.store.rows("m") if isinstance(event := read_event(row.body), Choice)]
        assert not any(choice.late for choice in made)
        assert max(choice.spent for choice in made) == 7_000

    play(tmp_path, work, clock, began=clocks.now())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_match_that_is_set_up_after_a_jump_has_all_its_time(house: House, machine: Machine, jump: int) -> None:
    machine.wall += jump
    match = house.ana.set_up(ME, A_FRIEND, clock={"kind": "move", "seconds": 600})
    entry = house.store.entry(match)
    assert entry is not None
    assert read_head(entry.head).began == clocks.now()

    with house.ana.socket(match) as playing:
        clock = playing.hello()["clock"]

    assert clock["left"] == [600_000, 600_000]


@pytest.mark.parametrize("jump", [0, HOUR, -HOUR])
def test_an_outage_is_given_back_as_long_as_it_was(
    tmp_path: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    async def work(rooms: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        await room.obey(mover(room, ana, bea).listener, move(room))
        seat = room.awaited
        assert seat is not None
        machine.pass_by(10)
        stamp = timebase.BASE.stamp()
        left = clocks.left(room.course, seat, clocks.now())
        # The server is away for a minute, in which somebody sets the clock of the machine.
        machine.pass_by(60)
        machine.wall += jump
        monkeypatch.setattr(timebase, "BASE", machine.base())
        timebase.BASE.resume(stamp)

        given = clocks.outage(room.course, stamp.now, clocks.now())

        assert given == Outage(given=60_000 + clocks.BACK)
        await room.nudge(given)
        assert clocks.left(room.course, seat, clocks.now()) == left + clocks.BACK

    play(tmp_path, work, Clock("move", 30), began=clocks.now())


def test_events_are_stamped_by_the_time_base(tmp_path: Path, machine: Machine) -> None:
    async def work(_: Rooms, room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        machine.wall += 100 * HOUR
        before = clocks.now()
        await room.obey(ana.listener, wire.NameCommand(id="n", seat=0, name="Eva"))
        assert read_event(room.store.rows("m")[-1].body).at == before

    play(tmp_path, work, Clock("move", 30), began=clocks.now())
