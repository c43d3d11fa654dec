"""Fuzzing: frames that make no sense, beside people who play; checks the bars.

Run by `make fuzz`. The server may not die, nor trace a fault of its own, nor grow by more than 20 MB, and those who
play may not wait for more than twice as long. `--frames`, `--matches` and `--rate` make it shorter or longer.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
from pathlib import Path

from bench.process import Peak, place
from bench.strangers import Sent, Wish, let_in
from tests.server.crowd import Chair, Served, sit_down_everywhere, under_load
from websockets.asyncio.client import connect

MAX_GROWTH = 20.0
MAX_SLOWER = 2.0
CALM = 60.0
"""Seconds of play before the strangers come, and of getting used to before that."""
PACE, FAST_PACE = 2.0, 0.2
"""Seconds between two moves of somebody; first all are fast, for what the server remembers grows with every move."""
SERVER_CORE, OTHERS_CORE = 0, 1
LAST = 10.0
"""Seconds of play after they have gone."""


async def look_on(chairs: list[Chair], address: str) -> None:
    """This lets somebody look at every match and go again, as friends do: what that takes is no stranger's fault."""
    for match in sorted({chair.match for chair in chairs}):
        async with connect(f"{address.replace('http', 'ws', 1)}/ws/{match}", compression=None, max_size=None) as line:
            await line.send(json.dumps({"t": "hello", "v": 1, "theme": "light"}))
            await line.recv()


async def measure(
    chosen: argparse.Namespace, served: Served, chairs: list[Chair]
) -> tuple[float, float, float, float, Sent]:
    """This is how long 99 of 100 answers take before and beside the nonsense, and the most megabytes at both times.

    And it is what was sent, and how that ended.
    """
    stop = False
    playing = asyncio.create_task(under_load(chairs, served.address, lambda: stop))
    await asyncio.sleep(CALM)
    await look_on(chairs, served.address)
    for chair in chairs:
        chair.pace = PACE
        chair.waits.clear()
    await asyncio.sleep(CALM)
    before = [wait for chair in chairs for wait in chair.waits]
    await look_on(chairs, served.address)
    small = served.memory()
    for chair in chairs:
        chair.waits.clear()
    address, port = served.address.removeprefix("http://").split(":")
    matches = [(chair.match, chair.token) for chair in chairs]
    async with Peak(served.process.pid) as peak:
        sent = await let_in(Wish(address, int(port), matches, chosen.frames, chosen.rate, chosen.seed))
        beside = [wait for chair in chairs for wait in chair.waits]
        await asyncio.sleep(LAST)
    stop = True
    await playing
    print(f"{sent.frames} frames over {sent.lines} lines; closed with {dict(sent.codes)}")
    print(f"moves beside: {len(beside)}")
    return p99(before), p99(beside), small, peak.memory, sent


def p99(waits: list[float]) -> float:
    """This is what 99 of 100 do not exceed, in milliseconds."""
    return statistics.quantiles(waits, n=100)[-1] * 1000


def main() -> int:
    """This plays and annoys, and tells by its exit code whether the bars are kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rate", type=float, default=500.0, help="frames a second")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        served = Served(Path(folder) / "data", log=log)
        try:
            for each in filter(None, (served.process.pid, served.scribe)):
                place(each, SERVER_CORE)
            place(0, OTHERS_CORE)
            chairs = sit_down_everywhere(served.address, chosen.matches, random.Random(chosen.seed), pace=FAST_PACE)
            before, beside, small, large, sent = asyncio.run(measure(chosen, served, chairs))
            is_dead = served.process.poll() is not None
        finally:
            served.kill()
        noted = log.read_text()
    print(f"p99 {before:.1f} ms before, {beside:.1f} ms beside; {small:.0f} MB before, {large:.0f} MB at most beside")
    faults = {
        "the server died": is_dead,
        "it traced a fault": "Traceback" in noted,
        "it grew too much": large - small > MAX_GROWTH,
        f"lines were closed with wrong codes: {dict(sent.wrong)}": bool(sent.wrong),
        "those who played had to wait": beside > MAX_SLOWER * before,
    }
    print(noted[-2000:], end="")
    for fault in (name for name, is_so in faults.items() if is_so):
        print(fault, file=sys.stderr)
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
