"""Readers: what many who read a very long match cost a server, and how soon it ends in the middle of that.

A match of Stalag 17 with thousands of events is written into a database. Then many clients ask for its replay and its
log at once, page after page, some leave before the answer has come, and others have begun to ask and do not go on. The
memory of the server is watched; in the end it is told to end by SIGTERM, with all of that going on. Run by
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
from pathlib import Path

from bench.load import Served
from bench.process import Peak, memory_of
from bench.recovery import played

from sobremesa.server import events, seats
from sobremesa.server.batches import Batch
from sobremesa.server.store import SQLite

MOST_MEMORY = 100.0
"""MB that all readers together may cost."""
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

    async def dawdle(self) -> None:
        """Begin to ask, and do not go on."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(b"GET /api/games HTTP/1.1\r\nHost:")
        await asyncio.sleep(3600)


async def measure(chosen: argparse.Namespace) -> tuple[float, float, Readers]:
    """Return by how many MB the memory rose, in how many seconds the server ended, and what was read."""
    with tempfile.TemporaryDirectory() as folder:
        match = await fill(Path(folder), chosen.length)
        served = Served(Path(folder), one_core=False)
        try:
            readers = Readers(served.port, match)
            await asyncio.sleep(2)
            before = memory_of(served.process.pid)
            tasks = [asyncio.create_task(readers.read(number, chosen.length)) for number in range(chosen.readers)]
            tasks += [asyncio.create_task(readers.dawdle()) for _ in range(chosen.readers)]
            async with Peak(served.process.pid) as peak:
                await asyncio.sleep(chosen.seconds)
            began = time.monotonic()
            served.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(served.process.wait, 60)
            ended = time.monotonic() - began
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            return peak.memory - before, ended, readers
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
    memory, ended, readers = asyncio.run(measure(chosen))
    print(f"{readers.pages} pages ({readers.bytes / 1e6:.0f} MB), {readers.left} abandoned: {memory:+.1f} MB at most")
    print(f"SIGTERM in the middle of it: ended in {ended:.2f} s")
    missed = [f"at most {MOST_MEMORY:+g} MB"] * (memory > MOST_MEMORY)
    missed += [f"ends within {MOST_SECONDS:g} s"] * (ended > MOST_SECONDS)
    for each in missed:
        print(f"missed: {each}", file=sys.stderr)
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
