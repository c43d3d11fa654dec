"""Pruning: thousands of old matches are deleted beside people who play; checks the bar.

Run by `make prune`. Those who play may not wait for more than twice as long (p95) as before, in the same run, and
nothing of a match that was deleted may be found in the data folder afterwards.
"""

import argparse
import asyncio
import json
import random
import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from tests.server.crowd import Chair, Served, sit_down_everywhere, under_load

from sobremesa.core.game import find
from sobremesa.server import control, events, fairness, seats, summaries
from sobremesa.server.events import BOT, PERSON, Choice, Close, Head, Seat
from sobremesa.server.store import open_store
from sobremesa.server.summaries import Summary

MAX_SLOWER = 2.0
CALM = 20.0
"""Seconds of play before matches are pruned, after a while of getting used to it."""
GAME = "sequence-dice"
AGE = 100 * 24 * 60 * 60 * 1000
"""Milliseconds since the last event of the old matches."""
MADE = "2026-01-01T12:00:00+00:00"
POLL = 0.25
LOOKED_FOR = 500
"""How many of the matches that were deleted are looked for."""


def old_matches(folder: Path, count: int, length: int) -> list[str]:
    """Write so many matches that were over long ago, each of so many events, and return their ids."""
    store = open_store(folder)
    store.close()
    at, ids = int(time.time() * 1000) - AGE, [seats.new_match() for _ in range(count)]
    with closing(sqlite3.connect(store.path)) as connection:
        for match in ids:
            guest, secret = secrets.token_hex(32), fairness.new_secret()
            table = [Seat(PERSON, "Ana", guest=guest), Seat(BOT, level="normal")]
            head = Head(
                GAME, find(GAME).version, {}, table, fairness.seal_of(secret), guest, "2026-01-01T12:00:00+00:00"
            )
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, 1)", (match, at, events.dump(head), secret))
            connection.execute("INSERT INTO holders VALUES (?, ?)", (guest, match))
            chosen = [
                Choice(actor=seq % 3 - 1, number=seq % 36, text="place 3,4", guest=guest, id=secrets.token_hex(8))
                for seq in range(1, length)
            ]
            bodies = [events.dump(event) for event in (*chosen, Close())]
            rows = [(match, seq, at, body) for seq, body in enumerate(bodies, start=1)]
            connection.executemany("INSERT INTO log VALUES (?, ?, ?, ?)", rows)
            kept = summaries.dump(Summary(length, -2, table, None))
            connection.execute("INSERT INTO summaries VALUES (?, ?)", (match, kept))
            connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (match, length, secrets.token_bytes(1200)))
        connection.commit()
    return ids


def ask(folder: Path, method: str, path: str, **wish: Any) -> Any:
    """Ask the server that runs on a folder, as its operator."""
    found = control.read(folder)
    headers = {"authorization": f"Bearer {found.secret}", "content-type": "application/json"}
    data = json.dumps(wish).encode() if wish else None
    with urlopen(Request(f"{found.address}/api/admin{path}", data, headers, method=method)) as answer:
        return json.load(answer)


def waits_of(chairs: list[Chair]) -> list[float]:
    """Return how long everybody has waited since this was asked last, in milliseconds."""
    found = [wait * 1000 for chair in chairs for wait in chair.waits]
    for chair in chairs:
        chair.waits.clear()
    return found


async def measure(served: Served, chairs: list[Chair]) -> dict[str, Any]:
    """Return how long players waited before and beside, how long it took, and what was pruned."""
    stop = False
    playing = asyncio.create_task(under_load(chairs, served.address, lambda: stop))
    await asyncio.sleep(CALM / 2)
    waits_of(chairs)
    await asyncio.sleep(CALM)
    before, began = waits_of(chairs), time.monotonic()
    told = await asyncio.to_thread(ask, served.data, "POST", "/prune", older=90 * 24 * 60 * 60)
    while told["running"]:
        await asyncio.sleep(POLL)
        told = await asyncio.to_thread(ask, served.data, "GET", "/prune")
    seconds, beside = time.monotonic() - began, waits_of(chairs)
    stop = True
    await playing
    return {"before": before, "beside": beside, "seconds": seconds, "told": told}


def left_of(folder: Path, ids: list[str]) -> list[str]:
    """Return the ids that are found in some file of a folder."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return [match for match in ids if any(match.encode() in content for content in contents)]


def figures(waits: list[float]) -> str:
    """Return what half, 95 and 99 of 100 do not exceed, and the longest wait."""
    parts = statistics.quantiles(waits, n=100)
    return f"p50 {parts[49]:.1f}, p95 {parts[94]:.1f}, p99 {parts[98]:.1f}, longest {max(waits):.0f} ms of {len(waits)}"


def main() -> int:
    """Play and prune, and tell by the exit code whether the bar is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", type=int, default=10_000, help="matches that are pruned")
    parser.add_argument("--events", type=int, default=120, help="events of each of them")
    parser.add_argument("--matches", type=int, default=100, help="matches that are played beside")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        ids = old_matches(data, chosen.old, chosen.events)
        large = sum(path.stat().st_size for path in data.iterdir()) / 1e6
        served = Served(data)
        try:
            chairs = sit_down_everywhere(served.address, chosen.matches, random.Random(chosen.seed), pace=1.0)
            found = asyncio.run(measure(served, chairs))
            is_dead = served.process.poll() is not None
            left = left_of(data, random.Random(chosen.seed).sample(ids, min(LOOKED_FOR, len(ids))))
        finally:
            served.kill()
        small = sum(path.stat().st_size for path in data.iterdir() if path.is_file()) / 1e6
    told, before, beside = found["told"], found["before"], found["beside"]
    print(f"{told['done']} matches pruned in {found['seconds']:.0f} s; {large:.0f} MB before, {small:.0f} MB after")
    print(f"moves before: {figures(before)}\nmoves beside: {figures(beside)}")
    slower = statistics.quantiles(beside, n=20)[-1] / statistics.quantiles(before, n=20)[-1]
    print(f"p95 beside is {slower:.2f} times p95 before")
    faults = {
        "the server died": is_dead,
        f"not all were pruned: {told}": told["done"] != chosen.old or "error" in told,
        f"{len(left)} of them are still found in the folder": bool(left) or told["remnants"],
        "those who played had to wait": slower > MAX_SLOWER,
    }
    for fault in (name for name, is_so in faults.items() if is_so):
        print(fault, file=sys.stderr)
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
