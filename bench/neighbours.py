"""Neighbours: people at tables of their own, each from an address of its own, who play against bots.

They tell how long their moves took to be acknowledged, and how long it took until the bot had answered.
"""

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

PATIENCE = 120.0
PACE = 0.4
"""Seconds for which a neighbour thinks, on average."""
TABLES = (("sequence-dice", "normal"), ("royal-ludo", "hard"), ("poleana", "normal"), ("sequence-dice", "hard"))
"""Games in which nothing is hidden, so that bots answer as soon as they can."""


@dataclass
class Waits:
    """How long everybody waited, in seconds."""

    moves: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)

    def clear(self) -> None:
        """Begin anew."""
        self.moves.clear()
        self.bots.clear()


class Neighbour:
    """Somebody who plays one match after another against a bot."""

    def __init__(self, number: int, waits: Waits) -> None:
        self.source = f"127.0.1.{number + 1}"
        self.game, self.level = TABLES[number % len(TABLES)]
        self.rng = random.Random(number)
        self.waits = waits
        self.frame: dict[str, Any] = {}
        self.faults = 0

    async def play(self, address: str) -> None:
        """Play until it is cancelled; a server that is away is waited for."""
        while True:
            try:
                match, cookie = await self._set_up(address)
                await self._play(address, match, cookie)
            except (OSError, WebSocketException, httpx.HTTPError, TimeoutError):
                self.faults += 1
                await asyncio.sleep(1.0)

    async def _set_up(self, address: str) -> tuple[str, str]:
        wish = {"game": self.game, "seats": [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": self.level}]}
        transport = httpx.AsyncHTTPTransport(local_address=self.source)
        async with httpx.AsyncClient(base_url=address, timeout=PATIENCE, transport=transport) as http:
            answer = await http.post("/api/matches", json=wish)
            answer.raise_for_status()
            return answer.json()["match"], "; ".join(f"{name}={value}" for name, value in answer.cookies.items())

    async def _play(self, address: str, match: str, cookie: str) -> None:
        url, self.frame = f"{address.replace('http', 'ws', 1)}/ws/{match}", {}
        async with connect(
            url,
            additional_headers={"Cookie": cookie},
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            local_addr=(self.source, 0),
        ) as line:
            await line.send('{"t":"hello","v":1}')
            await self._until(line, lambda: bool(self.frame))
            while self.frame["actor"] != "over":
                if self.frame["actor"] == 0 and self.frame["gestures"]:
                    await asyncio.sleep(PACE * self.rng.uniform(0.5, 1.5))
                    await self._move(line)
                else:
                    await self._hear(line)

    async def _move(self, line: ClientConnection) -> None:
        name = f"{self.rng.getrandbits(40):x}"
        move = self.rng.choice(self.frame["gestures"])["move"]
        began = time.perf_counter()
        said = {"t": "move", "id": name, "seq": self.frame["seq"], "move": move}
        await line.send(msgspec.json.encode(said).decode())
        while (await self._hear(line)).get("id") != name:
            pass
        told = time.perf_counter()
        self.waits.moves.append(told - began)
        if self.frame["actor"] == 1:
            await self._until(line, lambda: self.frame["actor"] != 1)
            self.waits.bots.append(time.perf_counter() - told)

    async def _until(self, line: ClientConnection, is_so: Any) -> None:
        while not is_so():
            await self._hear(line)

    async def _hear(self, line: ClientConnection) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            message: dict[str, Any] = msgspec.json.decode(await line.recv())
        if message["t"] == "snap":
            self.frame = message
        elif message["t"] == "ev":
            self.frame |= message["d"] | {"seq": message["seq"]}
        return message


class Street:
    """All neighbours of a server."""

    def __init__(self, count: int) -> None:
        self.waits = Waits()
        self.neighbours = [Neighbour(number, self.waits) for number in range(count)]
        self._playing: list[asyncio.Task[None]] = []

    def begin(self, address: str) -> None:
        """Let everybody play."""
        self._playing = [asyncio.create_task(each.play(address)) for each in self.neighbours]

    async def end(self) -> None:
        """Let everybody go."""
        for task in self._playing:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*self._playing, return_exceptions=True)
