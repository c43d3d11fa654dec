"""No throw is ever thrown again: not by taking back, not by coming back, not by starting the server anew."""

import asyncio
import random
from pathlib import Path

import pytest

from sobremesa import names
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.view import View
from sobremesa.server import events, wire
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from tests.browser.friend import SHORT
from tests.server.company import ANA, HOT_SEAT, Watcher, rooms_in, set_up

LONG = 60.0
STEPS = 60
LIVES = 3


def thrown_in(room: Room) -> list[str]:
    """These are the throws that are written, in order; what was taken back holds none."""
    made = [events.read_event(row.body) for row in room.store.rows(room.id)]
    return [event.text for event in made if isinstance(event, events.Choice) and event.actor == CHANCE]


async def act(room: Room, luck: random.Random, number: int) -> None:
    """Somebody moves, takes back, or does not wait, as it happens."""
    course, ana = room.course, Watcher(ANA, max(room.course.actor, 0)).listener
    last = course.last_choice
    is_throw = last is not None and isinstance(last.event, events.Choice) and last.event.actor == CHANCE
    if luck.random() < 0.4:
        undo = wire.UndoCommand(id=f"u{number}", seq=course.seq)
        free = room.patience.free
        try:
            await room.obey(Watcher(ANA, max(room.patience.seat, 0)).listener, undo)
        except Refused:
            return
        else:
            # What came to light stays: nobody takes back a throw, nor what revealed something.
            assert free > 0
            assert not is_throw
    elif course.actor >= 0:
        moves = View(course.game, course.table, course.actor).moves()
        await room.obey(ana, wire.MoveCommand(id=f"m{number}", seq=course.seq, move=luck.choice(moves).text))
    else:
        await room.obey(ana, wire.GoCommand(id=f"g{number}", seq=course.seq))


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("seed", range(3))
def test_the_throws_that_were_made_never_change_and_never_fall(tmp_path: Path, game: str, seed: int) -> None:
    luck = random.Random(f"{game}/{seed}")

    async def live(seen: list[str]) -> list[str]:
        async with rooms_in(tmp_path, hold=LONG) as rooms:
            if rooms.store.entry("m") is None:
                await set_up(
                    rooms.store, game, HOT_SEAT, match="m", secret=b"x" * 32, options=dict(SHORT[game]), luck=2
                )
            room = await rooms.find("m")
            for number in range(STEPS):
                if room.course.actor == OVER:
                    break
                before = room.course.thrown
                await act(room, luck, number + len(seen) * STEPS)
                assert room.course.thrown >= before
                now = thrown_in(room)
                assert now[: len(seen)] == seen
                assert len(now) == room.course.thrown
                seen = now
            await rooms.close()
        return seen

    seen: list[str] = []
    for _ in range(LIVES):
        seen = asyncio.run(live(seen))
    assert len(seen) > 5


def test_whatever_is_taken_back_the_next_throw_is_the_same(tmp_path: Path) -> None:
    """Two who play the same and differ in what they take back see the same dice."""

    async def throws(folder: Path, seed: int) -> list[str]:
        luck = random.Random(seed)
        async with rooms_in(folder, hold=LONG) as rooms:
            room = await rooms.find(await set_up(rooms.store, "poleana", HOT_SEAT, match="m", secret=b"x" * 32, luck=2))
            for number in range(80):
                await act(room, luck, number)
            await rooms.close()
            return thrown_in(room)

    one, other = (asyncio.run(throws(tmp_path / str(seed), seed)) for seed in (1, 2))
    shared = min(len(one), len(other))
    assert shared > 5
    assert one[:shared] == other[:shared]
