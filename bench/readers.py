"""Readers: what many who read a very long match cost a server and its players, and how soon it ends then.

A match of Stalag 17 with thousands of events is written into a database. Then many clients ask for its replay and its
log at once, page after page, some leave before the answer has come, others have begun to ask and do not go on, and some
change their name as fast as they can. The memory of the server is watched, and how soon moves of neighbours are
answered beside a time without any of that; in the end it is told to end by SIGTERM, with all of it going on. Run by
`make readers`; it fails if a bar is missed.
"""

import argparse
import asyncio
import random
import secrets
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import msgspec
from bench.line import dial
from bench.load import Served
from bench.process import Peak, memory_of
from bench.recovery import played
from bench.swarm import Pair, Swarm

from sobremesa.server import events, seats
from sobremesa.server.batches import Batch
from sobremesa.server.store import SQLite

MOST_MEMORY = 100.0
"""MB that all readers together may cost."""
MOST_SLOWER = 2.0
"""How many times as long 95 % of the neighbours' moves may take."""
NEIGHBOURS = 20
"""Matches that others play meanwhile, at one move a second each."""
RENAMERS = 10
COMMANDS = 10
"""Commands a second that the limits let a guest have; the server runs without them here."""
MOST_SECONDS = 5.0
"""Seconds in which a server ends."""
CHUNK = 1 << 16


async def fill(folder: Path, length: int) -> str:
    """Write a long match, and return its id."""
    head, secret, rows, kept, summary = played("stalag17", secrets.token_hex(), length, random.Random(1), None)
    store, match = SQLite(folder), seats.new_match()
    try:
        await store.write(Batch(match, tuple(rows), events.dump(head), secret, (head.host,), None, summary))
        await asyncio.gather(*(store.write(Batch(match, snapshot=each)) for each in kept.items()))
    finally:
        store.close()
    return match


class Readers:
    """Clients that read a match as fast as they are answered."""

    def __init__(self, port: int, match: str) -> None:
        self.port = port
        self.match = match
        self.pages = 0
        self.bytes = 0
        self.left = 0
        self.names = 0

    async def read(self, number: int, length: int) -> None:
        """Read page after page, and sometimes leave before the answer has come."""
        luck = random.Random(number)
        while True:
            what = luck.choice(("replay?theme=light&from={}", "replay?theme=light&from={}", "log?from={}"))
            path = f"/api/matches/{self.match}/{what.format(luck.randrange(length))}"
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            try:
                asked = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n"
                writer.write(asked.encode())
                if luck.random() < 0.2:
                    await asyncio.sleep(0.05)
                    self.left += 1
                    continue
                while part := await reader.read(CHUNK):
                    self.bytes += len(part)
                self.pages += 1
            finally:
                writer.close()

    async def rename(self, pair: Pair) -> None:
        """Change the name of a player again and again, as fast as a guest may ask for anything."""
        answered = asyncio.Event()

        def hear(_: bytes) -> None:
            answered.set()

        line = await dial(self.port, f"/ws/{pair.id}", {"Cookie": pair.cookies[0]}, hear, packed=False)
        line.say(msgspec.json.encode({"t": "hello", "v": 1, "seat": 0}))
        while True:
            await answered.wait()
            answered.clear()
            await asyncio.sleep(1 / COMMANDS)
            self.names += 1
            name = {"t": "name", "id": f"n{self.names}", "seat": 0, "name": f"Ana {self.names}"}
            line.say(msgspec.json.encode(name))

    async def dawdle(self) -> None:
        """Begin to ask, and do not go on."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /api/games HTTP/1.1\r\nHost:")
        await asyncio.sleep(3600)


@dataclass(frozen=True)
class Found:
    """What was measured."""

    memory: float
    """MB by which the memory rose at most."""
    quiet: float
    """Milliseconds in which 95 % of the neighbours' moves were answered before."""
    busy: float
    """The same meanwhile."""
    ended: float
    """Seconds in which the server ended."""
    readers: Readers


async def measure(chosen: argparse.Namespace) -> Found:
    """Measure all of it."""
    with tempfile.TemporaryDirectory() as folder:
        match = await fill(Path(folder), chosen.length)
        served = Served(Path(folder), one_core=False)
        try:
            await served.settle()
            neighbours = Swarm(served.port, "royal-ludo", NEIGHBOURS, 1.0, "light", packed=False)
            renaming = Swarm(served.port, "royal-ludo", RENAMERS, 0.0, "light", packed=False)
            await neighbours.begin()
            await renaming.begin()
            neighbours.go()
            await asyncio.sleep(chosen.seconds)
            quiet, before = neighbours.tally.wait(95), memory_of(served.process.pid)
            neighbours.tally.waits.clear()
            readers = Readers(served.port, match)
            tasks = [asyncio.create_task(readers.read(number, chosen.length)) for number in range(chosen.readers)]
            tasks += [asyncio.create_task(readers.dawdle()) for _ in range(chosen.readers)]
            tasks += [asyncio.create_task(readers.rename(pair)) for pair in renaming.pairs]
            async with Peak(served.process.pid) as peak:
                await asyncio.sleep(chosen.seconds)
            busy = neighbours.tally.wait(95)
            await neighbours.stop()
            await renaming.stop()
            began = time.monotonic()
            served.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(served.process.wait, 60)
            ended = time.monotonic() - began
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            return Found(peak.memory - before, quiet, busy, ended, readers)
        finally:
            served.stop()


def main() -> int:
    """Measure, print what was found, and tell whether all bars are met."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.readers", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--readers", type=int, default=40, help="how many read at once (40)")
    parser.add_argument("--length", type=int, default=8000, help="events of the match (8000)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for how long they read (20)")
    chosen = parser.parse_args()
    found = asyncio.run(measure(chosen))
    read = found.readers
    print(f"{read.pages} pages ({read.bytes / 1e6:.0f} MB), {read.left} abandoned, {read.names} names wished for")
    print(f"memory: {found.memory:+.1f} MB at most")
    print(f"neighbours' moves, p95: {found.quiet:.1f} ms before, {found.busy:.1f} ms meanwhile")
    print(f"SIGTERM in the middle of it: ended in {found.ended:.2f} s")
    missed = [f"at most {MOST_MEMORY:+g} MB"] * (found.memory > MOST_MEMORY)
    missed += [f"at most {MOST_SLOWER:g} times as long"] * (found.busy > MOST_SLOWER * found.quiet)
    missed += [f"ends within {MOST_SECONDS:g} s"] * (found.ended > MOST_SECONDS)
    for each in missed:
        print(f"missed: {each}", file=sys.stderr)
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
