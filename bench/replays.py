"""Replays: every match that a real server kept leads to the same end when its log is followed again; checks the bar.

Run by `make replays`: 10,000 matches of every game, by random people and bots, to their end or until somebody has had
enough. Each log is followed from its first event, and a copy that was made while others were still played is followed
too. `--first` and `--matches` cut the campaign into parts.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.server.company import rooms_in
from tests.verified import GAMES, TOGETHER, played

from sobremesa.server.audit import Findings, audit
from sobremesa.server.backup import back_up
from sobremesa.server.store import SQLite


async def part(folder: Path, seed: int, numbers: range) -> list[Findings]:
    """This plays some matches at once, and follows what the store kept of them, and what a copy kept meanwhile."""
    async with rooms_in(folder) as rooms:
        playing = asyncio.gather(*(played(rooms, seed, number) for number in numbers))
        await asyncio.sleep(0.1)
        saved = folder / "saved"
        await asyncio.to_thread(back_up, folder, saved)
        await playing
        await rooms.close()
        found = await asyncio.to_thread(audit, rooms.store)
    kept = SQLite(saved)
    try:
        return [found, audit(kept)]
    finally:
        kept.close()


def main() -> int:
    """This plays and follows, and tells by its exit code whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="of every game")
    parser.add_argument("--first", type=int, default=0, help="how many of every game were played before")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    first, end = chosen.first * len(GAMES), (chosen.first + chosen.matches) * len(GAMES)
    finished = events = copied = 0
    faults: dict[str, str] = {}
    began = time.perf_counter()
    for start in range(first, end, TOGETHER):
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(part(Path(folder), chosen.seed, range(start, min(start + TOGETHER, end))))
        finished += found[0].finished
        events += found[0].events
        copied += found[1].events
        faults |= found[0].faults | found[1].faults
        if (start - first) % (25 * TOGETHER) == 0:
            seconds = time.perf_counter() - began
            print(f"{finished} of {end - first} matches, {events} events, {seconds:.0f} s", flush=True)
    print(f"{finished} finished matches and {events} events follow; {copied} events of copies that were made meanwhile")
    for match, fault in faults.items():
        print(f"{match}: {fault}", file=sys.stderr)
    return int(bool(faults) or finished != end - first)


if __name__ == "__main__":
    sys.exit(main())
