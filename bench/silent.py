"""Silence: clients who come and never read, beside people who play; checks the bars.

Run by `make silent`. Each of a hundred silent clients may cost 256 KB and is let go within 30 seconds, and those who
play may not wait for more than twice as long.
"""

import argparse
import asyncio
import contextlib
import random
import socket
import sys
import tempfile
import time
from pathlib import Path

from bench.fuzz import p99
from tests.server.crowd import Chair, Served, sit_down_everywhere, under_load
from tests.server.nonsense import HELLO, TEXT, frame, handshake

MAX_COST = 256.0
"""Kilobytes of memory for each."""
MAX_STAY = 30.0
"""Seconds."""
MAX_SLOWER = 2.0
PONG = 0xA
CALM = 15.0
"""Seconds of play before the silent ones come, and after a while of getting used to."""


async def stay(port: int, match: str) -> float:
    """This is for how many seconds somebody who comes, and never reads, is borne."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(0)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(line, ("127.0.0.1", port))
    began = time.monotonic()
    with line:
        await loop.sock_sendall(line, handshake(match, "localhost") + frame(TEXT, HELLO))
        # To hear of the end without reading, it says from time to time that nothing has come of it.
        with contextlib.suppress(OSError):
            while time.monotonic() - began < 2 * MAX_STAY:
                await asyncio.sleep(0.5)
                await loop.sock_sendall(line, frame(PONG, b""))
    return time.monotonic() - began


async def measure(chosen: argparse.Namespace, served: Served, chairs: list[Chair]) -> dict[str, float]:
    """This is what the silent ones cost, how long they stayed, and how long others waited before and beside them."""
    stop = False
    playing = asyncio.create_task(under_load(chairs, served.address, lambda: stop))
    await asyncio.sleep(CALM)
    for chair in chairs:
        chair.waits.clear()
    await asyncio.sleep(CALM)
    before, small, largest = p99([wait for chair in chairs for wait in chair.waits]), served.memory(), 0.0
    for chair in chairs:
        chair.waits.clear()
    port = int(served.address.rpartition(":")[2])
    staying = [asyncio.create_task(stay(port, chairs[number % len(chairs)].match)) for number in range(chosen.silent)]
    while not all(task.done() for task in staying):
        largest = max(largest, served.memory())
        await asyncio.sleep(0.1)
    beside = p99([wait for chair in chairs for wait in chair.waits])
    stop = True
    await playing
    cost = max(largest - small, 0.0) * 1024 / chosen.silent
    return {"before": before, "beside": beside, "cost": cost, "stay": max(task.result() for task in staying)}


def main() -> int:
    """This plays and keeps silent, and tells by its exit code whether the bars are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--silent", type=int, default=100)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder) / "data")
        try:
            chairs = sit_down_everywhere(served.address, chosen.matches, random.Random(chosen.seed), pace=2.0)
            found = asyncio.run(measure(chosen, served, chairs))
            is_dead = served.process.poll() is not None
        finally:
            served.kill()
    print(
        f"{chosen.silent} silent clients: {found['cost']:.0f} KB each, the last let go after {found['stay']:.1f} s; "
        f"p99 of those who play {found['before']:.1f} ms before, {found['beside']:.1f} ms beside"
    )
    faults = {
        "the server died": is_dead,
        "they cost too much": found["cost"] > MAX_COST,
        "they stayed too long": found["stay"] > MAX_STAY,
        "those who played had to wait": found["beside"] > MAX_SLOWER * found["before"],
    }
    for fault in (name for name, is_so in faults.items() if is_so):
        print(fault, file=sys.stderr)
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
