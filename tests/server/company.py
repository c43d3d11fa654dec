"""Company for tests: a crew that answers at once, listeners that remember, and rooms over a real store."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from sobremesa.core.game import find
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck, below
from sobremesa.server import events, fairness, wire
from sobremesa.server.crew import NoAnswer
from sobremesa.server.events import BOT, OPEN, PERSON, Head, Seat
from sobremesa.server.listeners import Listener
from sobremesa.server.rooms import Room, Rooms
from sobremesa.server.store import Batch, Store, open_store
from sobremesa.server.worker import Prospect

ANA, BEA = "a" * 64, "b" * 64


class Quick:
    """A crew that chooses at random, at once, in this process; or never, if it is lame."""

    def __init__(self, *, is_lame: bool = False, is_ready: bool = True) -> None:
        self.is_lame = is_lame
        self.ready = is_ready
        self.asked: list[View] = []

    def is_ready(self, game: str) -> bool:
        return self.ready

    async def choose(self, view: View, level: str, luck: Luck) -> int:
        self.asked.append(view)
        await asyncio.sleep(0)
        if self.is_lame:
            raise NoAnswer
        moves = view.moves()
        return moves[below(luck, len(moves))].number

    async def hint(self, view: View, luck: Luck) -> list[Prospect]:
        if self.is_lame:
            raise NoAnswer
        return [Prospect(move.number, 0.5, 0.1) for move in view.moves()[:3]]

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass


class Watcher:
    """Somebody who looks at a match, and keeps what is shown as a client would."""

    def __init__(self, guest: str = "", seat: int = -1, theme: str | None = None) -> None:
        self.messages: list[dict[str, Any]] = []
        self.frame: dict[str, Any] = {}
        self.things: dict[str, Any] = {}
        self.looks: dict[str, str] = {}
        self.told: list[dict[str, Any]] = []
        self.listener = Listener(guest, seat, theme, self.hear)

    def hear(self, message: bytes) -> None:
        told = json.loads(message)
        self.messages.append(told)
        take(self, told)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["t"] == kind]

    @property
    def seqs(self) -> list[int]:
        return [message["seq"] for message in self.of("ev")]


def take(client: Any, told: dict[str, Any]) -> None:
    """This keeps what a message shows, as a client would."""
    client.looks |= told.get("looks", {})
    if told["t"] == "snap":
        client.frame = {name: value for name, value in told.items() if name not in ("t", "things", "looks", "last")}
        client.things = {row[0]: row for row in told["things"]}
    elif told["t"] == "ev":
        assert told["seq"] == client.frame["seq"] + 1
        changes = dict(told["d"])
        for name in changes.pop("gone", ()):
            del client.things[name]
        client.things |= {row[0]: row for row in changes.pop("things", ())}
        client.frame |= changes | {"seq": told["seq"]}
        client.told += told["log"]
    elif told["t"] in ("seats", "status"):
        client.frame |= {name: value for name, value in told.items() if name != "t"}


def seat(kind: str, name: str = "", *, guest: str = "", level: str = "normal") -> Seat:
    return Seat(kind, name, guest=guest, level=level if kind == BOT else "")


BOTH = (seat(PERSON, "Ana", guest=ANA), seat(PERSON, "Bea", guest=BEA))
ALONE = (seat(PERSON, "Ana", guest=ANA), seat(BOT))
HOT_SEAT = (seat(PERSON, "Ana", guest=ANA), seat(PERSON, "Ada", guest=ANA))
INVITING = (seat(PERSON, "Ana", guest=ANA), seat(OPEN))


async def set_up(
    store: Store, game: str = "sequence-dice", seats: Sequence[Seat] = BOTH, *, match: str = "", secret: bytes = b""
) -> str:
    """This writes a match as if somebody had set it up."""
    secret = secret or secrets.token_bytes(32)
    head = Head(
        game=game,
        rules=find(game).version,
        options={},
        seats=list(seats),
        seal=fairness.seal_of(secret),
        host=seats[0].guest,
        made="2026-01-01T12:00:00+00:00",
    )
    match = match or secrets.token_hex(6)
    holders = tuple({each.guest for each in seats if each.guest})
    await store.write(Batch(match, head=events.dump(head), secret=secret, holders=holders))
    return match


@asynccontextmanager
async def rooms_in(folder: Path, *, hold: float = 0.0, crew: Quick | None = None) -> AsyncIterator[Rooms]:
    """This is rooms over a store of their own."""
    store = open_store(folder)
    try:
        yield Rooms(store, crew or Quick(), hold)
    finally:
        store.close()


async def enter(room: Room, *watchers: Watcher) -> None:
    """This lets people look."""
    for watcher in watchers:
        room.join(watcher.listener)
        watcher.hear(room.whole(watcher.listener))
    async with room.lock:
        await room.nudge()


_ids = (f"c{number}" for number in count(1))


def move(room: Room, text: str | None = None, *, name: str = "", seq: int | None = None) -> wire.MoveCommand:
    """This is a command: the first legal move, unless another is given, made now."""
    if text is None:
        actor = room.course.actor
        text = View(room.course.game, room.course.table, actor).moves()[0].text
    return wire.MoveCommand(id=name or next(_ids), seq=room.course.seq if seq is None else seq, move=text)


async def settled(room: Room) -> None:
    """This waits until nothing goes on by itself any more."""
    while room._thinking or room.held_until or room.lock.locked():
        await asyncio.sleep(0.001)
