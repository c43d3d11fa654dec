"""Flooding: what a stranger does who wants everything for themselves; every flood ends by itself.

Run by `bench.floods` in a process of its own: `python -m bench.flooding NAME ADDRESS SECONDS`. All of it goes to this
machine, from its own addresses (127.0.2.1 and so on).
"""

import asyncio
import contextlib
import json
import os
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from functools import partial
from itertools import count
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from sobremesa.server.worker import let_others_go_before

NICE = 10
"""A stranger is on another machine, and takes no time of this one."""
HINTS_A_SECOND = 10
CONNECTIONS = 60
REPLAYERS, RENAMERS = 40, 8
LINES = 9_000
LINES_A_SECOND = 1_500
ME, FRIEND, EXPERT = {"kind": "me"}, {"kind": "here"}, {"kind": "bot", "level": "expert"}
TROUBLE = (OSError, WebSocketException, httpx.HTTPError, TimeoutError, asyncio.IncompleteReadError, ValueError)


class Stranger:
    """Somebody at an address."""

    def __init__(self, address: str, source: str) -> None:
        self.address = address
        self.source = source
        transport = httpx.AsyncHTTPTransport(local_address=source, limits=httpx.Limits(max_connections=CONNECTIONS))
        self.http = httpx.AsyncClient(base_url=address, timeout=30.0, transport=transport)

    async def set_up(self, game: str, *seats: dict[str, str], **more: Any) -> str:
        """Set up a match."""
        answer = await self.http.post("/api/matches", json={"game": game, "seats": seats, **more})
        answer.raise_for_status()
        return str(answer.json()["match"])

    @property
    def cookie(self) -> str:
        """Who it is."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @contextlib.asynccontextmanager
    async def bare(self) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """Open a connection over which requests are written by hand: that takes least time of this machine."""
        host, port = self.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(self.source, 0))
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, asked: str) -> str:
        """Ask for something, and return the status of the answer."""
        head = f"{asked} HTTP/1.1\r\nHost: localhost\r\nCookie: {self.cookie}\r\nContent-Length: "
        writer.write((head + ("2\r\n\r\n{}" if asked.startswith("POST") else "0\r\n\r\n")).encode())
        async with asyncio.timeout(30.0):
            answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = answer.partition("content-length: ")[2].partition("\r\n")[0]
            await reader.readexactly(int(length))
        return answer.split(" ", 2)[1]

    def line(self, match: str) -> Any:
        """Return a connection to a match."""
        url = f"{self.address.replace('http', 'ws', 1)}/ws/{match}"
        return connect(
            url,
            additional_headers={"Cookie": self.cookie},
            compression=None,
            max_size=None,
            local_addr=(self.source, 0),
            open_timeout=30.0,
        )


Flood = Callable[[str, float, Counter[str]], Coroutine[Any, Any, None]]


async def until(end: float, work: Callable[[], Awaitable[None]], seen: Counter[str]) -> None:
    """Do the same again and again; what goes wrong is counted."""
    while time.monotonic() < end:
        try:
            await work()
        except TROUBLE as fault:
            seen[type(fault).__name__] += 1
            await asyncio.sleep(0.05)


async def hints(address: str, seconds: float, seen: Counter[str]) -> None:
    """Ask for hints at many tables, and go before they come."""
    strangers = [Stranger(address, f"127.0.2.{number + 1}") for number in range(4)]
    tables = [(each, await each.set_up("royal-ludo", ME, FRIEND)) for each in strangers for _ in range(5)]
    end = time.monotonic() + seconds

    async def ask(stranger: Stranger, match: str) -> None:
        async with stranger.line(match) as line:
            await line.send('{"t":"hello","v":1,"roll":true}')
            await line.recv()
            await line.send('{"t":"hint","id":"h"}')
            seen["hints"] += 1
            await asyncio.sleep(0.05)
            line.transport.abort()
        await asyncio.sleep(len(tables) / HINTS_A_SECOND)

    await asyncio.gather(*(until(end, partial(ask, *each), seen) for each in tables))


async def unattended(address: str, seconds: float, seen: Counter[str]) -> None:
    """Set up tables of experts with clocks, look at each once, and go."""
    stranger = Stranger(address, "127.0.2.10")
    for _ in range(6):
        match = await stranger.set_up("girumgo", ME, *[EXPERT] * 5, clock={"kind": "move", "seconds": 5})
        async with stranger.line(match) as line:
            await line.send('{"t":"hello","v":1,"roll":true}')
            await line.recv()
        seen["tables"] += 1
    await asyncio.sleep(seconds)


async def requests(address: str, seconds: float, seen: Counter[str]) -> None:
    """Ask for invitations, games and unknown games over many connections."""
    stranger = Stranger(address, "127.0.2.20")
    match = await stranger.set_up("poleana", ME, {"kind": "open"}, {"kind": "open"}, {"kind": "open"})
    end, numbers = time.monotonic() + seconds, count()

    async def ask() -> None:
        async with stranger.bare() as (reader, writer):
            while time.monotonic() < end:
                number = next(numbers)
                asked = f"POST /api/matches/{match}/invites", "GET /api/games", f"GET /api/words/es/x{number}"
                seen[await stranger.ask(reader, writer, asked[number % 3])] += 1

    await asyncio.gather(*(until(end, ask, seen) for _ in range(CONNECTIONS)))


async def tales(address: str, seconds: float, seen: Counter[str]) -> None:
    """Rename seats as fast as it goes, and replay the longest match there is again and again."""
    stranger = Stranger(address, "127.0.2.30")
    long = os.environ["LONG_MATCH"]
    end = time.monotonic() + seconds

    async def replay() -> None:
        async with stranger.bare() as (reader, writer):
            while time.monotonic() < end:
                seen[await stranger.ask(reader, writer, f"GET /api/matches/{long}/replay")] += 1

    async def rename(match: str) -> None:
        async with stranger.line(match) as line:
            await line.send('{"t":"hello","v":1}')
            for number in count():
                if time.monotonic() >= end:
                    return
                await line.send(json.dumps({"t": "name", "id": f"n{number}", "seat": 0, "name": f"Ana {number}"}))
                seen["renames"] += 1
                await line.recv()

    tables = [await stranger.set_up("sequence-dice", ME, FRIEND) for _ in range(RENAMERS)]
    await asyncio.gather(
        *(until(end, replay, seen) for _ in range(REPLAYERS)),
        *(until(end, partial(rename, match), seen) for match in tables),
    )


async def lines(address: str, seconds: float, seen: Counter[str]) -> None:
    """Open thousands of connections that say nothing, or a byte now and then of a head or a body."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    host, port = address.removeprefix("http://").split(":")
    head = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
    body = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n\r\n"
    end = time.monotonic() + seconds

    async def stay(number: int) -> None:
        begun = (b"", head, body)[number % 3]
        # A third comes from where a proxy would be.
        source = "127.0.0.1" if number % 9 < 3 else f"127.0.3.{number % 40 + 1}"
        reader, writer = await asyncio.open_connection(host, int(port), local_addr=(source, 0))
        seen["lines"] += 1
        try:
            writer.write(begun)
            while time.monotonic() < end and not reader.at_eof():
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(random.uniform(1.0, 3.0)):
                        await reader.read(100)
                        break
                writer.write(b"x" if begun else b"")
        finally:
            writer.transport.abort()
        # Whoever was cut comes again.
        await asyncio.sleep(random.uniform(3.0, 6.0))

    async def come(number: int) -> None:
        await asyncio.sleep(number / LINES_A_SECOND)
        await until(end, partial(stay, number), seen)

    await asyncio.gather(*(come(number) for number in range(LINES)))


async def nothing(address: str, seconds: float, seen: Counter[str]) -> None:  # noqa: ARG001 - that is what it is
    """Do nothing: for tables that were set up before."""
    await asyncio.sleep(seconds)


FLOODS: dict[str, Flood] = {
    "hints": hints,
    "unattended": unattended,
    "restarted": nothing,
    "requests": requests,
    "tales": tales,
    "lines": lines,
}


def main() -> None:
    """Flood a server for a while, and tell what was done."""
    name, address, seconds = sys.argv[1:]
    let_others_go_before(NICE)
    seen: Counter[str] = Counter()
    asyncio.run(FLOODS[name](address, float(seconds), seen))
    print(", ".join(f"{value} {key}" for key, value in sorted(seen.items())), flush=True)


if __name__ == "__main__":
    main()
