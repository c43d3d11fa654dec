"""Soak: whether the memory of a server grows while matches begin and end all the time.

The real server runs in a process of its own, without its usual limits, and two clients a match play as in `bench.load`.
After a warm-up, in which caches fill and rooms of matches that have ended gather, the memory of the server and of its
writer is sampled; the slope is that of a straight line through the samples. Run by `make soak`; it fails if the slope
is above the bar.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.load import Served
from bench.process import memory_of
from bench.swarm import Swarm

MINUTE = 60.0
EVERY = 5.0
"""Seconds between two samples."""
MOST_GROWTH = 1.0
"""MB in ten minutes."""


@dataclass(frozen=True)
class Sample:
    """Memory of the server at a moment, and what had been played by then."""

    seconds: float
    memory: float
    moves: int
    matches: int


def slope(samples: Sequence[Sample]) -> float:
    """Return by how many MB the memory grows in ten minutes, by least squares.

    >>> slope([Sample(60.0 * minute, 100 + 0.2 * minute, 0, 0) for minute in range(5)])
    2.0
    """
    middle = sum(each.seconds for each in samples) / len(samples)
    mean = sum(each.memory for each in samples) / len(samples)
    spread = sum((each.seconds - middle) ** 2 for each in samples)
    rise = sum((each.seconds - middle) * (each.memory - mean) for each in samples)
    return round(rise / spread * 10 * MINUTE, 2) if spread else 0.0


class Soak:
    """A server, and swarms of players of some games."""

    def __init__(self, served: Served, chosen: argparse.Namespace) -> None:
        self.served = served
        each = max(chosen.matches // len(chosen.games), 1)
        self.swarms = [Swarm(served.port, game, each, chosen.rate, "light", packed=False) for game in chosen.games]
        self.samples: list[Sample] = []
        self._began = time.monotonic()

    async def play(self, seconds: float) -> list[Sample]:
        """Play for so long, and return the samples that were taken meanwhile."""
        for swarm in self.swarms:
            await swarm.begin()
        self._began = time.monotonic()
        for swarm in self.swarms:
            swarm.go()
        while (passed := time.monotonic() - self._began) < seconds:
            self._sample(passed)
            await asyncio.sleep(EVERY)
        for swarm in self.swarms:
            await swarm.stop()
        return self.samples

    def _sample(self, passed: float) -> None:
        moves = sum(swarm.tally.moves for swarm in self.swarms)
        matches = sum(swarm.tally.matches for swarm in self.swarms)
        for swarm in self.swarms:
            # Only counts matter here, and a list of all waits would grow.
            swarm.tally.waits.clear()
        taken = Sample(round(passed, 1), round(memory_of(self.served.process.pid), 2), moves, matches)
        self.samples.append(taken)
        if int(passed // MINUTE) != int((passed - EVERY) // MINUTE):
            print(f"{passed / MINUTE:5.1f} min {taken.memory:8.2f} MB {moves:8} moves {matches:6} matches", flush=True)


async def run(chosen: argparse.Namespace) -> list[Sample]:
    """Soak a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), one_core=False)
        try:
            if not chosen.at_once:
                await served.settle()
            return await Soak(served, chosen).play((chosen.warm_up + chosen.minutes) * MINUTE)
        finally:
            served.stop()


def main() -> int:
    """Soak a server, print what was found, and tell whether the bar is met."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.soak", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=30.0, help="for how long memory is sampled (30)")
    parser.add_argument("--warm-up", type=float, default=5.0, help="minutes of play before that (5)")
    parser.add_argument("--matches", type=int, default=60, help="how many matches are played at once (60)")
    parser.add_argument("--rate", type=float, default=2.0, help="moves a second in each match (2)")
    parser.add_argument(
        "--games", nargs="+", default=["sequence-dice", "royal-ludo", "poleana"], help="games that end soon"
    )
    parser.add_argument("--at-once", action="store_true", help="do not wait until the server's bots are ready")
    parser.add_argument("--json", type=Path, help="where to write all samples")
    chosen = parser.parse_args()
    samples = asyncio.run(run(chosen))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(each) for each in samples], indent=1) + "\n", encoding="utf-8")
    counted = [each for each in samples if each.seconds >= chosen.warm_up * MINUTE]
    growth = slope(counted)
    ended = counted[-1].matches - counted[0].matches
    print(f"{growth:+.2f} MB in ten minutes over {chosen.minutes:g} minutes, in which {ended} matches ended")
    if growth > MOST_GROWTH:
        print(f"missed: at most {MOST_GROWTH:+.2f} MB", file=sys.stderr)
    return growth > MOST_GROWTH


if __name__ == "__main__":
    sys.exit(main())
