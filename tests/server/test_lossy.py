"""A bad line: commands are lost, doubled, late and out of order, and the match is as if nothing had been.

What comes back is in order as long as a connection holds, but it often breaks, and all that was on its way is lost.
Time is counted in ticks, in which a line delivers what is due. `make lossy` runs 500 schedules of every game.
"""

import asyncio
import heapq
import json
import os
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from sobremesa import names
from sobremesa.core.rules import OVER
from sobremesa.server import events, wire
from sobremesa.server.listeners import Listener
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from tests.server.company import ANA, BEA, BOTH, rooms_in, set_up, take

SCHEDULES = int(os.environ.get("SOBREMESA_SCHEDULES", "2"))
EVENTS = 50
DROP, COPIES, WINDOW = 0.2, 5, 10
"""How many of what is sent are lost, how often the others come at most, and how many ticks late."""
BREAK = 0.05
"""How many of the messages that come back are the last of their connection, and never arrive."""
PATIENCE = 15
"""Ticks after which somebody asks again."""
MAX_TICKS = 20_000


class Line:
    """A line that loses, doubles, delays and confuses; or none of it."""

    def __init__(self, rng: random.Random, *, is_bad: bool) -> None:
        self.rng = rng
        self.is_bad = is_bad
        self._late: list[tuple[int, int, Any]] = []
        self._order = count()

    def send(self, now: int, message: Any) -> None:
        copies = 1
        if self.is_bad:
            copies = 0 if self.rng.random() < DROP else self.rng.randint(1, COPIES)
        for _ in range(copies):
            late = self.rng.randint(1, WINDOW) if self.is_bad else 1
            heapq.heappush(self._late, (now + late, next(self._order), message))

    def due(self, now: int) -> Iterator[Any]:
        while self._late and self._late[0][0] <= now:
            yield heapq.heappop(self._late)[2]


class Client:
    """Somebody who chooses by what is shown alone, and asks again when nothing comes."""

    def __init__(self, room: Room, guest: str, seat: int, rng: random.Random, *, is_bad: bool) -> None:
        self.room = room
        self.guest = guest
        self.seat = seat
        self.rng = rng
        self.is_bad = is_bad
        self.up = Line(rng, is_bad=is_bad)
        self.now = 0
        self.frame: dict[str, Any] = {}
        self.things: dict[str, Any] = {}
        self.looks: dict[str, str] = {}
        self.told: list[dict[str, Any]] = []
        self.pending: wire.MoveCommand | None = None
        self.asked = 0
        self.seqs: list[int] = []
        self.answers: dict[str, list[str]] = {}
        self.breaks = 0
        self.connect()

    def connect(self) -> None:
        """This begins a connection: what was missed comes first, and what was not answered is sent again."""
        down: list[tuple[int, bytes]] = []
        self.down = down
        self.listener = Listener(self.guest, self.seat, None, lambda message: down.append((self.now, message)))
        self.room.join(self.listener)
        seq = self.frame.get("seq", -1)
        if seq < self.room.remembered or not self.room.resume(self.listener, seq, []):
            self.listener.send(self.room.whole(self.listener))
        if self.pending:
            self.up.send(self.now, self.pending)

    def hear_all(self) -> None:
        """This hears what has come by now, until the connection breaks."""
        late = self.rng.randrange(WINDOW) if self.is_bad else 0
        while self.down and self.down[0][0] + late <= self.now:
            _, message = self.down.pop(0)
            if self.is_bad and self.rng.random() < BREAK:
                self.breaks += 1
                self.room.leave(self.listener)
                self.connect()
                return
            self.hear(json.loads(message))

    def hear(self, told: dict[str, Any]) -> None:
        # An event that is not the very next one is refused there.
        take(self, told)
        if told["t"] == "ev":
            self.seqs.append(told["seq"])
        elif "id" in told:
            self.answers.setdefault(told["id"], []).append(told["t"])
            if self.pending and told["id"] == self.pending.id:
                self.pending = None

    def act(self) -> None:
        frame = self.frame
        if self.pending:
            if self.now - self.asked >= PATIENCE:
                self.asked = self.now
                self.up.send(self.now, self.pending)
        elif frame and frame["actor"] == self.seat and frame["gestures"]:
            gestures = frame["gestures"]
            move = gestures[frame["seq"] * 7 % len(gestures)]["move"]
            self.pending = wire.MoveCommand(id=f"{self.seat}.{frame['seq']}", seq=frame["seq"], move=move)
            self.up.send(self.now, self.pending)
            self.asked = self.now


async def said(room: Room, client: Client, command: wire.MoveCommand) -> None:
    """What a socket does with what it reads."""
    try:
        answer: Any = await room.obey(client.listener, command)
    except Refused as refused:
        answer = wire.No(id=command.id, seq=room.course.seq, why=refused.phrase.json(), text="")
    client.listener.send(wire.dump(answer))


async def play(folder: Path, game: str, rng: random.Random, *, is_bad: bool) -> tuple[list[Any], bytes, list[Client]]:
    """This plays some of a match over lines, and returns what was written, the table, and those who played."""
    async with rooms_in(folder) as rooms:
        match = await set_up(rooms.store, game, BOTH, match="m", secret=b"s" * 32)
        room = await rooms.find(match)
        clients = [Client(room, guest, seat, rng, is_bad=is_bad) for seat, guest in enumerate((ANA, BEA))]
        for now in range(MAX_TICKS):
            for client in clients:
                client.now = now
                for command in client.up.due(now):
                    # What comes after the end that is compared would not be compared.
                    if room.course.seq < EVENTS:
                        await said(room, client, command)
                client.hear_all()
                client.act()
            if room.course.seq >= EVENTS or room.course.actor == OVER:
                break
        else:
            raise AssertionError("it did not go on")
        # Everybody catches up in the end, over a line that is good again.
        for client in clients:
            client.hear(json.loads(room.whole(client.listener)))
            shown = room.frame(client.seat)["things"]
            assert {name: list(row) for name, row in shown.items()} == client.things
        rows = [events.read_event(row.body) for row in rooms.store.rows(match)]
        return rows, room.course.table.tobytes(), clients


@pytest.mark.parametrize("game", names())
def test_a_bad_line_changes_nothing(game: str, tmp_path: Path) -> None:
    good, table, _ = asyncio.run(play(tmp_path / "good", game, random.Random(0), is_bad=False))
    assert len(good) >= min(EVENTS, 20)
    breaks = 0
    for number in range(SCHEDULES):
        rng = random.Random(f"{game}/{number}")

        rows, reached, clients = asyncio.run(play(tmp_path / f"bad{number}", game, rng, is_bad=True))

        assert rows == good, number
        assert reached == table
        named = [event.id for event in rows if event.id]
        assert len(set(named)) == len(named)
        for client in clients:
            breaks += client.breaks
            assert client.seqs == sorted(set(client.seqs))
            for answers in client.answers.values():
                assert answers.count("ok") <= 1
                assert set(answers) <= {"ok", "dup", "no"}
    # A connection may hold in one schedule by chance, but hardly in all.
    assert breaks >= SCHEDULES
