"""Kills: the server is killed twenty times under load, and nothing that was acknowledged may be lost; checks the bars.

Before each of them its scribe is killed alone, of which the players must not notice anything.

Run by `make kills`; `--kills`, `--matches` and `--moves` make it shorter or longer.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.server.crowd import Chair, Served, sit_down_everywhere, under_load

from sobremesa.server.audit import audit
from sobremesa.server.store import SQLite


def main() -> int:
    """This plays, kills and compares, and tells by its exit code whether anything is lost, wrong or unreadable."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rng = random.Random(chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        chairs, kills, slowest = campaign(chosen, rng, data)
        began = time.perf_counter()
        acknowledged = acknowledged_by(chairs)
        matches = len({chair.match for chair in chairs})
        store = SQLite(data)
        for chair in chairs:
            # Those who went home long ago too: later kills must have left their matches as they were.
            chair.check(store)
        found = audit(store)
        store.close()
    print(
        f"{kills} kills, {matches} matches, {acknowledged} acknowledged moves "
        f"({sum(chair.repeated for chair in chairs)} of them answered only after a restart)"
    )
    print(f"log: {found.events} events, {found.snapshots} snapshots, {found.finished} finished, faults {found.faults}")
    print(f"slowest restart {slowest:.2f} s; the audit took {time.perf_counter() - began:.0f} s")
    is_enough = acknowledged >= chosen.moves and matches >= chosen.matches and kills >= chosen.kills
    print("0 lost, 0 wrong, 0 unreadable" if is_enough and not found.faults else "not enough", file=sys.stderr)
    return int(not is_enough or bool(found.faults))


def campaign(chosen: argparse.Namespace, rng: random.Random, data: Path) -> tuple[list[Chair], int, float]:
    """This is everybody who played, how often the server was killed, and the slowest restart; Lost if anything is."""
    everybody: list[Chair] = []
    playing: list[Chair] = []
    slowest = 0.0
    for kill in range(chosen.kills):
        began = time.perf_counter()
        served = Served(data)
        slowest = max(slowest, time.perf_counter() - began)
        playing += sit_down_everywhere(served.address, chosen.matches - len(playing) // 2, rng)
        everybody = list({id(chair): chair for chair in [*everybody, *playing]}.values())
        goal = (kill + 1) * chosen.moves // chosen.kills + (chosen.matches if kill + 1 == chosen.kills else 0)
        asyncio.run(press(playing, everybody, served, goal, rng.uniform(0.0, 0.5)))
        served.kill()
        store = SQLite(data)
        for chair in playing:
            chair.check(store)
        store.close()
        print(f"kill {kill + 1}: {acknowledged_by(everybody)} acknowledged, nothing lost", flush=True)
        playing = [chair for chair in playing if not chair.is_over]
        # Who is left alone at a table looks once more when the other has seen the end.
        alone = {chair.match for chair in playing if sum(other.match == chair.match for other in playing) == 1}
        playing = [chair for chair in playing if chair.match not in alone]
    return everybody, chosen.kills, slowest


def acknowledged_by(chairs: list[Chair]) -> int:
    """This is how many moves were acknowledged."""
    return sum(len(chair.names) for chair in chairs)


async def press(playing: list[Chair], everybody: list[Chair], served: Served, goal: int, pause: float) -> None:
    """This lets people play until so many moves are acknowledged, and kills the server a moment later."""
    before = acknowledged_by(everybody)

    def halfway() -> bool:
        return acknowledged_by(everybody) >= (before + goal) // 2

    def enough() -> bool:
        return acknowledged_by(everybody) >= goal

    async def until(is_so: Callable[[], bool]) -> None:
        while not is_so():
            await asyncio.sleep(0.02)

    async def kill() -> None:
        await until(halfway)
        if served.scribe is None:
            raise SystemExit("the server has no scribe")
        os.kill(served.scribe, signal.SIGKILL)
        await until(enough)
        await asyncio.sleep(pause)
        served.strike()

    killing = asyncio.create_task(kill())
    # Nobody stops before the server is gone.
    await under_load(playing, served.address, killing.done)
    await killing


if __name__ == "__main__":
    sys.exit(main())
