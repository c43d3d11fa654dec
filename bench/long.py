"""Long matches: what a move costs late in a match beside an early one, and what those are sent who come back.

Matches of Stalag 17 between players who choose at random take more than 10,000 moves. The real server runs on one core,
two clients a match on another, as for `bench.load`. Early and late moves are counted by the time that the server ran.
Then in every match the player who need not move leaves, the other one moves, and the first comes back: once as one who
says what it saw last, and once as one who has seen nothing. Run by `make long`; it fails if a bar is missed.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from bench.load import LOAD_CORE, Served
from bench.process import memory_of, place, seconds_of
from bench.swarm import Pair, Player, Swarm

EARLY, LATE = 50, 5000
STEADY = 0.9
"""What part of the early moves of a CPU-second the late ones are at least."""
MOST_RESUMED = 2048
"""Bytes of what is sent to one who has missed a move."""
RETURNS = 5
"""How often somebody comes back in each match who has missed a move."""
PAUSED = 1e-9
"""Moves a second at which nobody moves."""
PATIENCE = 20.0


@dataclass
class Stretch:
    """This is what was measured from some move of every match on."""

    first: int
    moves: int
    moves_per_cpu_second: float
    memory: float
    resumed: int
    """How many bytes half of those were sent at most who had missed a move."""
    shown: int
    """The most bytes that somebody was sent who had seen nothing."""


class Marathon:
    """This is a few matches that are played on and on."""

    def __init__(self, served: Served, game: str, matches: int) -> None:
        self.served = served
        self.swarm = Swarm(served.port, game, matches, 0.0, "light", packed=False)
        self.played = 0
        """How many moves were made in all matches together."""

    async def play(self, moves: int) -> None:
        """This plays until so many moves have been made in each match on average."""
        self.swarm.rate = 0.0
        self.swarm.go()
        goal = moves * len(self.swarm.pairs) - self.played
        while self.swarm.tally.moves < goal:
            await asyncio.sleep(0.02)
        self.swarm.rate = PAUSED
        await self._until(lambda player: not player.asked)
        self.played += self.swarm.tally.moves
        if self.swarm.tally.matches or self.swarm.tally.refused:
            raise SystemExit(f"a match ended too soon, or a move was refused: {dict(self.swarm.tally.refused)}")

    async def _until(self, is_so: Callable[[Player], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not all(is_so(player) for pair in self.swarm.pairs for player in pair.players):
                await asyncio.sleep(0.02)

    async def measure(self, first: int, moves: int) -> Stretch:
        """This plays up to a move, and on from there, and lets players leave and come back."""
        await self.play(first)
        ran, before = seconds_of(self.served.process.pid), self.played
        await self.play(first + moves)
        ran, made = seconds_of(self.served.process.pid) - ran, self.played - before
        resumed = [await self._come_back(pair, knows=True) for _ in range(RETURNS) for pair in self.swarm.pairs]
        shown = [await self._come_back(pair, knows=False) for pair in self.swarm.pairs]
        memory = round(memory_of(self.served.process.pid), 1)
        return Stretch(first, made, round(made / max(ran, 0.01)), memory, int(median(resumed)), max(shown))

    async def _come_back(self, pair: Pair, *, knows: bool) -> int:
        """This is how many bytes a player is sent who comes back after a move of the other."""
        mover = next(player for player in pair.players if player.offers)
        away = pair.players[1 - mover.seat]
        if away.line is not None:
            away.line.hang_up()
        mover.move()
        self.played += 1
        await self._until(lambda player: player is not mover or not player.asked)
        if not knows:
            away.seq = 0
        await pair.enter(away)
        await self._until(lambda player: player is not away or player.seq == mover.seq)
        await asyncio.sleep(0.1)
        return away.line.bytes if away.line is not None else 0


async def run(chosen: argparse.Namespace) -> list[Stretch]:
    """This measures early and late moves."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        try:
            if not chosen.at_once:
                await served.settle()
            marathon = Marathon(served, chosen.game, chosen.matches)
            await marathon.swarm.begin()
            found = [await marathon.measure(first, chosen.moves) for first in (EARLY, LATE)]
            await marathon.swarm.stop()
        finally:
            served.stop()
    return found


def missed_bars(early: Stretch, late: Stretch) -> list[str]:
    """This is which bars were missed, each with what was measured."""
    ratio = late.moves_per_cpu_second / early.moves_per_cpu_second
    found = [] if ratio >= STEADY else [f"late moves run at {ratio:.0%} of the early ones"]
    return found + [
        f"{each.resumed} bytes are sent to one who missed a move after {each.first}"
        for each in (early, late)
        if each.resumed > MOST_RESUMED
    ]


def main() -> int:
    """This measures, writes a report, and tells whether all bars are met."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.long", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="stalag17", choices=("stalag17", "girumgo"), help="a game that takes long")
    parser.add_argument("--matches", type=int, default=4, help="how many matches are played at once (4)")
    parser.add_argument(
        "--moves", type=int, default=500, help="of how many moves of each match the time is taken (500)"
    )
    parser.add_argument("--at-once", action="store_true", help="do not wait until the server's bots are ready")
    parser.add_argument("--json", type=Path, help="where to write all figures")
    chosen = parser.parse_args()
    place(0, LOAD_CORE)
    found = asyncio.run(run(chosen))
    print("| from move | moves | moves per CPU-second | MB | bytes to one who missed a move | bytes to a newcomer |")
    print("|--:|--:|--:|--:|--:|--:|")
    for stretch in found:
        print(f"| {' | '.join(str(value) for value in asdict(stretch).values())} |")
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(each) for each in found], indent=2) + "\n", encoding="utf-8")
    missed = missed_bars(*found)
    for each in missed:
        print(f"missed: {each}", file=sys.stderr)
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
