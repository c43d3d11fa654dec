"""Company for tests: a crew that answers at once, listeners that remember, and rooms over a real store."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from sobremesa.core.game import find
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck, below
from sobremesa.server import events, fairness, hints, sealing, wire
from sobremesa.server.app import build
from sobremesa.server.batches import Batch
from sobremesa.server.connections import Connections
from sobremesa.server.crew import Hand
from sobremesa.server.events import BOT, OPEN, PERSON, Head, Seat
from sobremesa.server.guests import COOKIE
from sobremesa.server.hosts import Hosts
from sobremesa.server.limits import UNLIMITED, Hurried, Limits
from sobremesa.server.listeners import Listener
from sobremesa.server.prometheus import Registry
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.serve import Server, listen
from sobremesa.server.settings import Settings
from sobremesa.server.store import Store, open_store
from sobremesa.server.thinking import Asker, NoAnswer, Queue
from sobremesa.server.worker import Prospect

ANA, BEA = "a" * 64, "b" * 64


class Quick:
    """A crew that chooses at random, at once, in this process; or never, if it is lame."""

    def __init__(self, *, is_lame: bool = False, is_ready: bool = True) -> None:
        self.is_lame = is_lame
        self.ready = is_ready
        self.is_crowded = False
        self.pause = 0.0
        self.asked: list[View] = []
        self.reviewed: list[str] = []

    def is_ready(self, game: str) -> bool:
        return self.ready

    async def choose(self, view: View, level: str, luck: Luck, asker: Asker) -> int:
        self.asked.append(view)
        await asyncio.sleep(0)
        if self.is_lame:
            raise NoAnswer
        moves = view.moves()
        return moves[below(luck, len(moves))].number

    def check_hint(self, asker: Asker) -> None:
        if self.is_crowded:
            raise Hurried("many_hints", 1)

    async def hint(self, view: View, luck: Luck, asker: Asker) -> list[Prospect]:
        if self.is_lame:
            raise NoAnswer
        return [Prospect(move.number, 0.5, 0.1) for move in view.moves()[:3]]

    async def review(self, game: str, record: str, heard: Callable[[int, int], None]) -> dict[str, Any]:
        self.reviewed.append(game)
        heard(1, 2)
        await asyncio.sleep(self.pause)
        if self.is_lame:
            raise NoAnswer
        return {"lines": record.count("\n")}

    async def start(self) -> None:
        pass

    async def stop(self) -> None:
        pass

    def register(self, registry: Registry) -> None:
        # Nothing ever waits here.
        Queue((), Hand(), limit=1.0).register(registry)


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
    store: Store,
    game: str = "sequence-dice",
    seats: Sequence[Seat] = BOTH,
    *,
    match: str = "",
    secret: bytes = b"",
    **more: Any,
) -> str:
    """This writes a match as if somebody had set it up."""
    secret = secret or secrets.token_bytes(32)
    head = Head(
        game=game,
        rules=find(game).version,
        options=more.pop("options", {}),
        seats=list(seats),
        seal=fairness.seal_of(secret),
        host=seats[0].guest,
        made="2026-01-01T12:00:00+00:00",
        **more,
    )
    match = match or secrets.token_hex(6)
    if head.luck >= sealing.LUCK:
        head = sealing.seal(head, match, secret)
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


async def hinted(room: Room, watcher: Watcher) -> list[dict[str, Any]]:
    """This is the hint that somebody asks for."""
    return await hints.find(room.crew, await room.take_hint(watcher.listener))


PATIENCE = 120.0
"""Seconds after which what does not happen is taken never to happen, however busy the machine is."""


async def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


async def settled(room: Room) -> None:
    """This waits until nothing goes on by itself any more."""
    while room._thinking or room.patience.until or room.lock.locked():
        await asyncio.sleep(0.001)


LONG = 600.0
"""A hold that no test waits for."""


def play(
    folder: Path,
    work: Callable[[Room], Awaitable[None]],
    *,
    game: str = "sequence-dice",
    seats: Sequence[Seat] = BOTH,
    hold: float = 0.0,
    crew: Quick | None = None,
) -> None:
    async def run() -> None:
        async with rooms_in(folder, hold=hold, crew=crew) as rooms:
            # The same throws every time.
            room = await rooms.find(await set_up(rooms.store, game, seats, match="m", secret=b"x" * 32))
            await work(room)
            room.patience.go_on()

    asyncio.run(run())


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await work
    assert caught.value.say("es")
    return caught.value.phrase.name


def mover(room: Room, *watchers: Watcher) -> Watcher:
    """This is the one of some who look from their only seat whose turn it is."""
    return next(each for each in watchers if each.listener.seat == room.course.actor)


def other(room: Room, *watchers: Watcher) -> Watcher:
    return next(each for each in watchers if each.listener.seat != room.course.actor)


# A server in this process, on a port of its own


class Socket:
    """A client's connection, which keeps what is shown as a client would."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frame: dict[str, Any] = {}
        self.things: dict[str, Any] = {}
        self.looks: dict[str, str] = {}
        self.told: list[dict[str, Any]] = []
        self.answers: dict[str, list[dict[str, Any]]] = {}

    def say(self, t: str, **values: Any) -> None:
        self.connection.send(json.dumps({"t": t, **values}))

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.connection.recv(timeout))
        if "id" in message:
            self.answers.setdefault(message["id"], []).append(message)
        if self.frame or message["t"] == "snap":
            take(self, message)
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """This hears messages until there is one of a kind."""
        while True:
            message = self.hear()
            if message["t"] == kind:
                return message

    def answer(self, command: str) -> dict[str, Any]:
        """This hears messages until there is the answer to a command."""
        while command not in self.answers:
            self.hear()
        return self.answers[command][-1]

    def ask(self, t: str, **values: Any) -> dict[str, Any]:
        """This sends a command and waits for its answer."""
        command = next(_ids)
        self.say(t, id=command, **values)
        return self.answer(command)

    def move(self, number: int = 0) -> dict[str, Any]:
        """This makes one of the moves that are offered."""
        gestures = self.frame["gestures"]
        return self.ask("move", seq=self.frame["seq"], move=gestures[number % len(gestures)]["move"])

    def hello(self, **values: Any) -> dict[str, Any]:
        self.say("hello", **{"v": 1, **values})
        return self.hear()

    def play(self, until: Callable[["Socket"], bool]) -> None:
        """This plays on, with whatever move is offered first, until something is so."""
        while not until(self):
            if self.frame["gestures"]:
                answer = self.move(self.frame["seq"])
                assert answer["t"] == "ok", answer
            else:
                self.hear()


class Guest:
    """Somebody with a browser of one's own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)

    @property
    def token(self) -> str:
        return self.http.cookies.get(COOKIE) or ""

    @contextmanager
    def socket(self, match: str, **headers: str) -> Iterator[Socket]:
        if self.token:
            headers["Cookie"] = f"{COOKIE}={self.token}"
        address = self.address.replace("http", "ws", 1) + f"/ws/{match}"
        with connect(
            address, additional_headers=headers, compression=None, max_size=None, open_timeout=PATIENCE
        ) as connection:
            yield Socket(connection)

    def set_up(self, *seats: dict[str, str], game: str = "sequence-dice", **more: Any) -> str:
        answer = self.http.post("/api/matches", json={"game": game, "seats": seats or (ME, A_BOT), **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["match"])

    def invite(self, match: str) -> str:
        """This is the token of the invite for the first open seat."""
        path = self.http.post(f"/api/matches/{match}/invites", json={}).json()[0]["path"]
        return str(path).rpartition("/")[2]


class House:
    """A server in this process, and people who come there."""

    def __init__(
        self,
        folder: Path,
        *,
        hold: float = 0.0,
        crew: Quick | None = None,
        hosts: Hosts | None = None,
        limits: Limits = UNLIMITED,
        reviews: Path | None = None,
        settings: Settings | None = None,
        secret: str = "",
        lines: Connections | None = None,
    ) -> None:
        self.folder = folder
        self.lines = lines or Connections()
        self.crew = crew
        self.store = open_store(folder)
        listening = listen("127.0.0.1", 0)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.ready = Event()
        more: dict[str, Any] = {"folder": reviews, "settings": settings, "secret": secret, "lines": self.lines}
        app = build(self.store, crew or Quick(), INVITES, hold, hosts, limits, **more)
        self.server = Server(app, self.ready.set, self.lines)
        self.thread = Thread(target=self.server.run, args=([listening],))
        self.thread.start()
        assert self.ready.wait(PATIENCE)
        self.guests: list[Guest] = []
        self.ana = self.guest()

    def guest(self) -> Guest:
        self.guests.append(Guest(self.address))
        return self.guests[-1]

    def close(self) -> None:
        for guest in self.guests:
            guest.http.close()
        self.server.should_exit = True
        self.thread.join()


INVITES = b"k" * 32
ME = {"kind": "me", "name": "Ana"}
A_FRIEND = {"kind": "here", "name": "Bo"}
A_BOT = {"kind": "bot", "level": "easy"}
ANYBODY = {"kind": "open"}
