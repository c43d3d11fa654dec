"""Pace: how soon a bot answers tells nobody what it holds, nor how many moves it has."""

import asyncio
from pathlib import Path

import pytest

from sobremesa import names
from sobremesa.core.game import find
from sobremesa.core.rules import OVER
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server.events import BOT, Choice, Event
from sobremesa.server.pace import LONG_STEPS, STEP, Pace, rest_of
from sobremesa.server.room import Room
from sobremesa.server.thinking import Asker, NoAnswer
from tests.server.company import ANA, Quick, Watcher, enter, move, play, seat, settled


class Clock:
    """A clock that goes on when somebody sleeps or thinks."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)

    def pace(self) -> Pace:
        return Pace(lambda: self.now, self.sleep)


class Thinking(Quick):
    """A crew that thinks for so many seconds of a clock, for longer the more moves there are; or does not answer."""

    def __init__(self, clock: Clock, base: float, each: float, *, is_lame: bool = False) -> None:
        super().__init__(is_lame=is_lame)
        self.clock = clock
        self.base = base
        self.each = each
        self.counts: set[int] = set()

    async def choose(self, view: View, level: str, luck: Luck, asker: Asker) -> int:
        count = len(view.moves())
        self.counts.add(count)
        self.clock.now += self.base + self.each * count
        if self.is_lame:
            raise NoAnswer
        return await super().choose(view, level, luck, asker)


def answers(
    folder: Path, monkeypatch: pytest.MonkeyPatch, crew: Thinking, *, level: str = "normal", game: str = "stalag17"
) -> list[float]:
    """How many seconds each answer of a bot took, as whoever plays against it sees."""
    clock, took = crew.clock, list[float]()
    monkeypatch.setattr(Room, "pace", clock.pace())
    wake, happen = Room._wake, Room._happen
    woken: list[float] = []

    def waking(room: Room) -> None:
        was = room._thinking
        wake(room)
        if room._thinking is not None and room._thinking is not was:
            woken.append(clock.now)

    def happening(room: Room, event: Event) -> object:
        if isinstance(event, Choice) and event.actor == 1:
            took.append(round(clock.now - woken[-1], 6))
        return happen(room, event)

    monkeypatch.setattr(Room, "_wake", waking)
    monkeypatch.setattr(Room, "_happen", happening)

    async def work(room: Room) -> None:
        ana = Watcher(ANA, 0)
        await enter(room, ana)
        for _ in range(40):
            await settled(room)
            if room.course.actor == OVER:
                break
            await room.obey(ana.listener, move(room))
        await settled(room)

    play(folder, work, game=game, seats=(seat("person", "Ana", guest=ANA), seat(BOT, level=level)), crew=crew)
    return took


@pytest.mark.parametrize(("level", "step"), [("easy", STEP), ("normal", STEP), ("hard", STEP), ("expert", 1.6)])
def test_an_answer_takes_as_long_however_many_moves_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str, step: float
) -> None:
    crew = Thinking(Clock(), 0.001, 0.01)

    took = answers(tmp_path, monkeypatch, crew, level=level)

    assert len(took) > 10
    assert len(crew.counts) > 2
    assert min(crew.counts) == 1
    assert set(took) == {step}


def test_on_a_busy_machine_it_takes_whole_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    took = answers(tmp_path, monkeypatch, Thinking(Clock(), STEP, 0.001))
    assert set(took) == {2 * STEP}


def test_a_bot_that_does_not_answer_keeps_to_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    took = answers(tmp_path, monkeypatch, Thinking(Clock(), 0.05, 0.001, is_lame=True))
    assert set(took) == {STEP}


def test_where_nothing_is_hidden_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crew = Thinking(Clock(), 0.0, 0.0)
    took = answers(tmp_path, monkeypatch, crew, game="sequence-dice")
    assert set(took) == {0.0}
    assert crew.clock.slept == []


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("level", ["easy", "expert"])
def test_who_has_secrets_is_held_back(game: str, level: str) -> None:
    clock = Clock()
    asyncio.run(clock.pace().hold_back(find(game), level, clock.now - 0.25))
    expected = [] if find(game).is_open else [pytest.approx(LONG_STEPS.get(level, STEP) - 0.25)]
    assert clock.slept == expected


def test_the_rest_of_a_step_is_never_nothing_at_first() -> None:
    assert rest_of(0.0, 0.5) == 0.5
    assert rest_of(0.5, 0.5) == 0.0
    assert rest_of(0.75, 0.5) == 0.25
