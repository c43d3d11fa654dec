"""Fuzzing: frames that make no sense, beside people who play; checks the bars.

Run by `make fuzz`. The server may not die, nor trace a fault of its own, nor grow by more than 20 MB, and those who
play may not wait for more than twice as long. `--frames`, `--matches` and `--rate` make it shorter or longer.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.process import Peak
from tests.server.crowd import Chair, Served, sit_down, under_load
from tests.server.nonsense import KINDS, REQUESTS, Stranger

from sobremesa import names

MAX_GROWTH = 20.0
MAX_SLOWER = 2.0
CALM = 20.0
"""Seconds of play before the strangers come, and after a while of getting used to."""
STRANGERS = 4


async def annoy(
    stranger: Stranger, chosen: argparse.Namespace, matches: list[Chair], codes: Counter[str], wrong: Counter[str]
) -> None:
    """This sends nonsense at the wished rate until there was enough."""
    rng, began = random.Random(chosen.seed), time.perf_counter()

    async def one(number: int) -> None:
        rng_ = random.Random(f"{chosen.seed}/{number}")
        chair = rng_.choice(matches)
        if number % 20 == 0:
            await stranger.ask(rng_.choice(REQUESTS), chair.match)
            return
        kind = KINDS[number % len(KINDS)]
        code = await stranger.send(kind, rng_, chair.match, chair.token if rng_.random() < 0.5 else "")
        codes[f"{code}"] += 1
        if kind.code is not None and code != kind.code:
            wrong[f"{kind.make.__name__}: {code} instead of {kind.code}"] += 1

    running: set[asyncio.Task[None]] = set()
    number = 0
    while stranger.frames < chosen.frames:
        ahead = stranger.frames / chosen.rate - (time.perf_counter() - began)
        if ahead > 0:
            await asyncio.sleep(ahead)
        if len(running) >= STRANGERS:
            _, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        running.add(asyncio.create_task(one(number)))
        number += 1
        if rng.random() < 0.001:
            print(f"{stranger.frames} frames", flush=True)
    if running:
        await asyncio.wait(running)


async def measure(
    chosen: argparse.Namespace, served: Served, chairs: list[Chair], codes: Counter[str], wrong: Counter[str]
) -> tuple[float, float, float, float]:
    """This is how long 99 of 100 answers take before and beside the nonsense, and the most megabytes at both times.

    It counts with which codes lines were closed, and which of them were wrong.
    """
    stop = False
    playing = asyncio.create_task(under_load(chairs, served.address, lambda: stop))
    await asyncio.sleep(CALM)
    for chair in chairs:
        chair.waits.clear()
    await asyncio.sleep(CALM)
    before, small = [wait for chair in chairs for wait in chair.waits], served.memory()
    for chair in chairs:
        chair.waits.clear()
    address, port = served.address.removeprefix("http://").split(":")
    stranger = Stranger(address, int(port))
    async with Peak(served.process.pid) as peak:
        await annoy(stranger, chosen, chairs, codes, wrong)
        beside = [wait for chair in chairs for wait in chair.waits]
        await asyncio.sleep(CALM / 2)
    stop = True
    await playing
    print(f"{stranger.frames} frames over {stranger.lines} lines; closed with {dict(codes)}")
    print(f"moves beside: {len(beside)}")
    return p99(before), p99(beside), small, peak.memory


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
        rng, games = random.Random(chosen.seed), names()
        chairs = [
            chair
            for number in range(chosen.matches)
            for chair in sit_down(served.address, games[number % len(games)], rng, pace=2.0)
        ]
        codes, wrong = Counter[str](), Counter[str]()
        before, beside, small, large = asyncio.run(measure(chosen, served, chairs, codes, wrong))
        is_dead = served.process.poll() is not None
        served.kill()
        noted = log.read_text()
    print(f"p99 {before:.1f} ms before, {beside:.1f} ms beside; {small:.0f} MB before, {large:.0f} MB at most beside")
    faults = {
        "the server died": is_dead,
        "it traced a fault": "Traceback" in noted,
        "it grew too much": large - small > MAX_GROWTH,
        f"lines were closed with wrong codes: {dict(wrong)}": bool(wrong),
        "those who played had to wait": beside > MAX_SLOWER * before,
    }
    print(noted[-2000:], end="")
    for fault in (name for name, is_so in faults.items() if is_so):
        print(fault, file=sys.stderr)
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
