"""A crowd: many people at many tables of a real server, each of whom remembers what was acknowledged.

Used by the tests and by the campaigns in `bench/`.
"""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import httpx
import msgspec
from bench.process import memory_of, runs, scribe_of
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sobremesa import names
from sobremesa.server import telling
from sobremesa.server.events import read_event, read_head
from sobremesa.server.frames import Moment, full
from sobremesa.server.store import Store
from tests.server.company import take

SHOWN = ("actor", "phase", "prompt", "rule", "places", "scores", "secret")
"""What of a frame follows from the table alone."""
ENVIRONMENT = os.environ | {"SOBREMESA_NATIVE": "0", "SOBREMESA_HOLD": "0", "SOBREMESA_WORKERS": "1"}

PATIENCE = 120.0

_encode = msgspec.json.encode
_decode = msgspec.json.decode


class Lost(Exception):
    """Something that was acknowledged is not there any more, or is something else."""


@dataclass
class Chair:
    """Somebody on a seat, who plays whatever is offered and keeps what is shown."""

    match: str
    token: str
    seat: int
    rng: random.Random
    pace: float = 0.0
    """Seconds between two moves, on average; 0 if it moves at once."""
    frame: dict[str, Any] = field(default_factory=dict)
    things: dict[str, Any] = field(default_factory=dict)
    looks: dict[str, str] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)
    pending: dict[str, Any] | None = None
    is_resent: bool = False
    """Whether that was sent again after a line had broken."""
    names: list[str] = field(default_factory=list)
    """Commands that were acknowledged."""
    highest: int = 0
    mark: tuple[int, str] = (0, "")
    """The number of what was told last, and a digest of what was shown then."""
    repeated: int = 0
    waits: list[float] = field(default_factory=list)
    """How long answers took, in seconds."""
    resumed: float = 0.0
    """When it was shown something after it came back."""

    @property
    def is_over(self) -> bool:
        return bool(self.frame.get("actor") == "over")

    async def play(self, address: str, enough: Callable[[], bool] = lambda: False) -> None:
        """This plays until the match or the server is at its end, or it was enough."""
        url = address.replace("http", "ws", 1) + f"/ws/{self.match}"
        headers = {"Cookie": f"guest={self.token}"}
        try:
            async with connect(
                url, additional_headers=headers, compression=None, open_timeout=PATIENCE, max_size=None
            ) as connection:
                try:
                    await self.greet(connection)
                    while not (self.is_over and not self.pending) and not enough():
                        self.hear(await connection.recv())
                        await self.choose(connection)
                finally:
                    # Nobody waits for a farewell of a server that may be dead.
                    connection.transport.abort()
        except (OSError, WebSocketException):
            pass
        finally:
            if self.frame:
                self.mark = self.frame["seq"], digest(self.frame, self.things)

    async def greet(self, connection: ClientConnection) -> None:
        """This comes back to where it was, and sends again what was not answered."""
        hello = {"t": "hello", "v": 1, "seat": self.seat, "seq": self.frame.get("seq", -1)}
        await connection.send(_encode(hello).decode())
        shown = await connection.recv()
        self.hear(shown)
        if _decode(shown)["t"] != "no":
            self.resumed = asyncio.get_running_loop().time()
        if self.pending:
            self.is_resent = True
            await connection.send(_encode(self.pending).decode())
        else:
            await self.choose(connection)

    def hear(self, text: str | bytes) -> None:
        message = _decode(text)
        if message["t"] == "snap" and message["seq"] < self.highest:
            raise Lost(f"{self.match}: {self.highest} was acknowledged, {message['seq']} is there")
        take(self, message)
        self.told.clear()
        if self.pending and message.get("id") == self.pending["id"]:
            self.answered(message)

    def answered(self, message: dict[str, Any]) -> None:
        assert self.pending is not None
        if message["t"] == "no":
            # Nobody else moves at this turn, so what is sent again was carried out before, or is now.
            if self.is_resent or message["why"]["say"] not in ("server.stale", "server.over"):
                raise Lost(f"{self.match}: {message}")
        else:
            self.names.append(self.pending["id"])
            self.highest = max(self.highest, message["seq"])
            self.repeated += message["t"] == "dup"
        self.pending, self.is_resent = None, False

    async def choose(self, connection: ClientConnection) -> None:
        if not self.pace:
            if self.is_asked:
                await self.move(connection)
            return
        # It may be asked again by what it hears until it is answered; nothing else might come then to wake it.
        while self.is_asked:
            await asyncio.sleep(self.pace * self.rng.uniform(0.5, 1.5))
            came = asyncio.get_running_loop().time()
            await self.move(connection)
            while self.pending:
                self.hear(await connection.recv())
            self.waits.append(asyncio.get_running_loop().time() - came)

    @property
    def is_asked(self) -> bool:
        """This tells whether it is to choose, and has not."""
        return bool(not self.pending and self.frame.get("actor") == self.seat and self.frame["gestures"])

    async def move(self, connection: ClientConnection) -> None:
        move = self.rng.choice(self.frame["gestures"])["move"]
        name = f"{self.seat}.{self.frame['seq']}.{self.rng.getrandbits(40):x}"
        self.pending = {"t": "move", "id": name, "seq": self.frame["seq"], "move": move}
        await connection.send(_encode(self.pending).decode())

    def check(self, store: Store) -> None:
        """This compares what was acknowledged with what is kept."""
        rows = store.rows(self.match)
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            raise Lost(f"{self.match}: its log has a gap")
        seq, shown = self.mark
        if len(rows) < max(self.highest, seq):
            raise Lost(f"{self.match}: {self.highest} was acknowledged and {seq} told, {len(rows)} is kept")
        kept = [event.id for event in map(read_event, (row.body for row in rows)) if event.id]
        if len(set(kept)) != len(kept) or not set(self.names) <= set(kept):
            raise Lost(f"{self.match}: a command is kept twice or not at all")
        if shown and shown != kept_digest(store, self.match, self.seat, seq):
            raise Lost(f"{self.match}: what was shown at {seq} is not what is kept")


def digest(frame: dict[str, Any], things: dict[str, Any]) -> str:
    """This is what is shown at a moment, in short."""
    shown = [frame[name] for name in SHOWN], sorted(list(row) for row in things.values())
    return sha256(_encode(_decode(_encode(shown)))).hexdigest()


def kept_digest(store: Store, match: str, seat: int, seq: int) -> str:
    """This is what a log says was shown at a moment."""
    entry = store.entry(match)
    if entry is None:
        raise Lost(f"{match} is gone")
    frame = full(Moment.of(telling.load(store, match, read_head(entry.head), seq)).frame(seat))
    return digest(frame, frame["things"])


def sit_down(address: str, game: str, rng: random.Random, pace: float = 0.0) -> list[Chair]:
    """This sets up a match of two, and sits down on both seats."""
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}]
    answer = httpx.post(f"{address}/api/matches", json={"game": game, "seats": seats}, timeout=PATIENCE)
    answer.raise_for_status()
    match, token = answer.json()["match"], answer.cookies["guest"]
    return [Chair(match, token, seat, random.Random(rng.random()), pace) for seat in (0, 1)]


def sit_down_everywhere(address: str, matches: int, rng: random.Random, pace: float = 0.0) -> list[Chair]:
    """This sets up so many matches of two, of every game in turn, and sits down on all seats."""
    games = islice(cycle(names()), matches)
    return [chair for game in games for chair in sit_down(address, game, rng, pace)]


class Served:
    """A real server on a data folder, which can be killed and started again."""

    def __init__(self, data: Path, *more: str, log: Path | None = None, **environment: str) -> None:
        self.data = data
        self.log = log
        command = [sys.executable, "-m", "sobremesa.server", "--port", "0", "--data", str(data), "--no-limits", *more]
        errors: Any = None if log is None else log.open("ab")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, text=True, env=ENVIRONMENT | environment
        )
        if errors:
            errors.close()
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rstrip("/")
        self.scribe = scribe_of(self.process.pid) if self.address else None

    def strike(self) -> None:
        """This kills it, unless it is dead; its scribe still writes what it was sent."""
        if self.process.poll() is None:
            self.scribe = scribe_of(self.process.pid)
            self.process.kill()

    def kill(self) -> int:
        """This kills it, waits until its scribe has ended too, and returns how it ended."""
        self.strike()
        self.process.communicate()
        end = time.monotonic() + PATIENCE
        while self.scribe is not None and runs(self.scribe):
            assert time.monotonic() < end, "the scribe does not end"
            time.sleep(0.01)
        return self.process.returncode

    def memory(self) -> float:
        """This is how many megabytes it has."""
        return memory_of(self.process.pid)


async def under_load(chairs: Sequence[Chair], address: str, enough: Callable[[], bool]) -> None:
    """This lets everybody play until it was enough, or nobody answers any more."""
    playing = [asyncio.create_task(chair.play(address, enough)) for chair in chairs]
    while not enough() and not all(task.done() for task in playing):
        await asyncio.sleep(0.02)
    for task in playing:
        task.cancel()
    results = await asyncio.gather(*playing, return_exceptions=True)
    # Lines that are dead are closed a moment later.
    await asyncio.sleep(0.05)
    for result in results:
        if isinstance(result, Exception):
            raise result
