"""Floods: what neighbours notice of a stranger who wants everything for themselves; checks the bars.

Run by `make floods`. Beside each flood of `bench.flooding`, bots answer neighbours and their moves are acknowledged
within twice the time that it took right before (p95), and the server does not grow by more than 100 MB. `--only` runs
some of them, `--seconds` says how long each lasts.
"""

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import httpx
from bench.flooding import FLOODS
from bench.neighbours import Street
from bench.process import Peak, memory_of
from tests.server.crowd import PATIENCE, Served, sit_down, under_load

MAX_SLOWER = 2.0
MAX_GROWTH = 100.0
PREPARED = 1800.0
"""Seconds in which all games must be ready for bots of every level; the first time they are compiled."""
WARM = 10.0
"""Seconds of play before anything is measured."""
LONG = 12.0
"""Seconds for which a match is played as fast as it goes, to have a long one."""


@dataclass
class Found:
    """What was measured beside a flood, and right before it: seconds, and megabytes."""

    name: str
    done: str
    move: tuple[float, float]
    bot: tuple[float, float]
    growth: float
    count: int

    @property
    def faults(self) -> list[str]:
        """The bars that were missed."""
        missed = {
            "moves waited": self.move[1] > MAX_SLOWER * self.move[0],
            "bots kept people waiting": self.bot[1] > MAX_SLOWER * self.bot[0],
            "the server grew": self.growth > MAX_GROWTH,
            "nobody could play": self.count < 20,
        }
        return [f"{self.name}: {fault}" for fault, is_so in missed.items() if is_so]

    def __str__(self) -> str:
        move, bot = (f"{1000 * a:6.1f} → {1000 * b:6.1f} ms ({b / a:4.2f})" for a, b in (self.move, self.bot))
        return f"{self.name:11} moves {move}   bots {bot}   {self.growth:+6.1f} MB   {self.count} moves; {self.done}"


def p95(waits: list[float]) -> float:
    """Return what 95 of 100 did not exceed."""
    ordered = sorted(waits)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))] if ordered else float("inf")


def started(data: Path, *more: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server with its usual limits, and return its address."""
    command = [sys.executable, "-m", "sobremesa.server", "--port", "0", "--data", str(data), *more]
    environment = os.environ | {"SOBREMESA_HOLD": "0"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    address = process.stdout.readline().strip().rstrip("/")
    end = time.monotonic() + PREPARED
    while httpx.get(f"{address}/api/games", timeout=PATIENCE).json()["preparing"]:
        assert time.monotonic() < end, "the games are never ready"
        time.sleep(0.5)
    return process, address


def a_long_match(data: Path) -> str:
    """Play a match as fast as it goes, and return its id."""
    served = Served(data)
    try:
        chairs = sit_down(served.address, "girumgo", random.Random(1))
        end = time.monotonic() + LONG
        asyncio.run(under_load(chairs, served.address, lambda: time.monotonic() > end))
        return chairs[0].match
    finally:
        served.kill()


async def beside(name: str, address: str, process: int, street: Street, long: str, chosen: argparse.Namespace) -> Found:
    """Measure for a while, and then for as long beside a flood."""
    street.waits.clear()
    await asyncio.sleep(chosen.seconds)
    before = p95(street.waits.moves), p95(street.waits.bots)
    small = memory_of(process)
    street.waits.clear()
    command = [sys.executable, "-m", "bench.flooding", name, address, str(chosen.seconds)]
    flooding = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env=os.environ | {"LONG_MATCH": long}, start_new_session=True
    )
    async with Peak(process) as peak:
        done, _ = await asyncio.wait_for(flooding.communicate(), 10 * chosen.seconds)
    waits = street.waits
    return Found(
        name,
        done.decode().strip(),
        (before[0], p95(waits.moves)),
        (before[1], p95(waits.bots)),
        peak.memory - small,
        len(waits.moves),
    )


async def measure(data: Path, long: str, chosen: argparse.Namespace) -> list[Found]:
    """Run all floods that were chosen."""
    found: list[Found] = []
    process, address = started(data)
    street = Street(chosen.neighbours)
    try:
        street.begin(address)
        await asyncio.sleep(WARM)
        for name in chosen.only:
            if name == "restarted":
                await street.end()
                process.terminate()
                process.wait()
                process, address = started(data)
                street.begin(address)
                await asyncio.sleep(WARM)
            found.append(await beside(name, address, process.pid, street, long, chosen))
            if name == "restarted":
                # There is no calm after a restart; what was before the tables were set up is the measure.
                first = next((each for each in found if each.name == "unattended"), found[-1])
                found[-1].move = first.move[0], found[-1].move[1]
                found[-1].bot = first.bot[0], found[-1].bot[1]
            print(found[-1], flush=True)
            await asyncio.sleep(chosen.rest)
    finally:
        await street.end()
        process.terminate()
        process.wait()
    return found


def main() -> int:
    """Flood, and tell by the exit code whether the bars are kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=FLOODS, default=list(FLOODS))
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rest", type=float, default=5.0, help="seconds between two floods")
    parser.add_argument("--neighbours", type=int, default=8)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        long = a_long_match(data)
        found = asyncio.run(measure(data, long, chosen))
    faults = [fault for each in found for fault in each.faults]
    for fault in faults:
        print(fault, file=sys.stderr)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
