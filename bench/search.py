"""Speed of search: simulated steps a second beside raw play-outs of the same game, on one core; checks the bar.

Run by `make speed`. A step is a choice that was carried out: on the way down the tree, in playing on, or to judge the
table after it. It prints a table and writes bench/search.md. Time is that of the processor, so that a busy machine does
not matter.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sobremesa import CHANCE, OVER, Engine, Game, bots, find, names
from sobremesa.core.view import View
from sobremesa.kit.luck import sow
from sobremesa.search.thinker import think

FOLDER = Path(__file__).parent
LEAST = 0.5
"""Which part of the steps of raw play-outs a search makes at least."""

SECONDS = 0.2
"""For how long a search is that the simulations are counted of."""

STEPS, EVERY = 1_000_000, 9
"""About how many steps of play-outs are timed at once, and every how manyth decision of a match is searched."""


@dataclass(frozen=True)
class Pace:
    """This is how fast a game is searched and played out."""

    game: str
    raw: float
    searched: float
    simulations: float
    """So many simulations fit into SECONDS."""

    @property
    def part(self) -> float:
        """This is how many steps a search makes for every step of a play-out."""
        return self.searched / self.raw


def measure(game: Game, seconds: float) -> Pace:
    """This measures a game for about so many seconds a figure, in turns, so that both meet the same machine."""
    engine, start = Engine(game), game.table(2)
    views = decisions(game)
    # So many that what a call costs by itself does not matter.
    matches = 1 + 16 * STEPS // int(engine.play_outs(start, 16, seed=0).steps.sum())
    think(views[0], sow(0, 1)[0], simulations=1)
    raw = searched = simulations = 0
    raw_time = search_time = 0.0
    for turn in range(1 << 30):
        took, steps = timed(lambda: int(engine.play_outs(start, matches, seed=turn).steps.sum()))  # noqa: B023
        raw, raw_time = raw + steps, raw_time + took
        view = views[turn % len(views)]
        took, thought = timed(lambda: think(view, sow(turn, 1)[0], seconds=SECONDS))  # noqa: B023
        searched, search_time = searched + thought.steps, search_time + took
        simulations += thought.simulations
        if turn + 1 >= len(views) and min(raw_time, search_time) > seconds:
            break
    return Pace(game.name, raw / raw_time, searched / search_time, simulations / search_time * SECONDS)


def decisions(game: Game) -> list[View]:
    """This is what seats see at some decisions of a match between greedy players."""
    greedy, engine = bots.find("greedy"), Engine(game)
    t, lists, luck = game.table(2), engine.lists(), sow(3, 1)[0]
    found = []
    while (who := int(game.rules.actor(t))) != OVER:
        if who == CHANCE or game.rules.legal(t, lists[0]) == 1:
            choice = int(engine.drivers.draw(t, who, luck, *lists))
        else:
            view = View(game, t, who)
            found.append(view)
            choice = greedy.choose(view, luck).number
        game.rules.apply(t, choice)
    return found[EVERY // 2 :: EVERY]


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """This does some work and returns the seconds of the processor that it took, and its result."""
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def page(paces: list[Pace]) -> str:
    """This is what was measured as a table for people."""
    lines = [
        f"Measured on {platform.machine()}, Python {platform.python_version()}, one core, matches of two.",
        "",
        f"| game | play-outs, steps/s | search, steps/s | search ÷ play-outs | simulations in {SECONDS} s |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| {pace.game} | {pace.raw:,.0f} | {pace.searched:,.0f} | {pace.part:.2f} | {pace.simulations:,.0f} |"
        for pace in paces
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """This measures, writes and judges."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names(), help="names of games")
    parser.add_argument("--seconds", type=float, default=2.0, help="for how long each figure is measured")
    chosen = parser.parse_args()
    paces = [measure(find(name), chosen.seconds) for name in chosen.games]
    text = page(paces)
    print(text)
    (FOLDER / "search.md").write_text(text, encoding="utf-8")
    if slow := [f"{pace.game}: {pace.part:.2f}, {LEAST} wanted" for pace in paces if pace.part < LEAST]:
        sys.exit("\n".join(["missed:", *slow]))


if __name__ == "__main__":
    main()
