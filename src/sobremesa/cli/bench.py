"""The command `bench`: how fast the games run here."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from sobremesa.cli.parser import Parser, positive
from sobremesa.core import jsontext
from sobremesa.core.engine import Engine
from sobremesa.core.game import Game, find, names
from sobremesa.core.words import Words

FIRST_RUN = """
import sys, time
from sobremesa import Engine, find
game = find(sys.argv[1])
began = time.perf_counter()
import numba
imported = time.perf_counter()
Engine(game, native=True).play_outs(game.table(), 1, seed=0)
print(imported - began, time.perf_counter() - imported)
"""


@dataclass(frozen=True)
class Speed:
    """This is how fast a game runs: steps (throws and moves) and whole matches a second, and seconds to start."""

    game: str
    threads: int
    plain_steps: float
    plain_matches: float
    plain_steps_all: float
    plain_matches_all: float
    native_steps: float
    native_matches: float
    native_steps_all: float
    native_matches_all: float
    first_compile: float
    later_start: float
    compiler_import: float


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("games", nargs="*", metavar="GAME")
    parser.say("--seconds", type=positive, default=2.0, metavar="S")
    parser.say("--json", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This measures the named games, or all of them."""
    console = Console(stderr=True)
    speeds = []
    for game in [find(name) for name in chosen.games or names()]:
        with console.status(words("bench.measuring", game=game.name)):
            speeds.append(measure(game, chosen.seconds))
    if chosen.json:
        print(jsontext.dump([asdict(speed) for speed in speeds]))
    else:
        show(speeds, words)


def show(speeds: list[Speed], words: Words) -> None:
    """This prints what was measured for people."""
    # Without borders, and with headings that break, the whole table has room in 80 columns.
    title = words("bench.title", threads=speeds[0].threads)
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(words("bench.game"))
    for heading in ("plain", "native", "native_all", "matches", "compile", "start"):
        table.add_column(words(f"bench.{heading}"), justify="right")
    for speed in speeds:
        table.add_row(
            speed.game,
            f"{speed.plain_steps:,.0f}",
            f"{speed.native_steps:,.0f}",
            f"{speed.native_steps_all:,.0f}",
            f"{speed.native_matches:,.0f}",
            f"{speed.first_compile:.1f} s",
            f"{speed.later_start:.2f} s",
        )
    Console().print(table)


def measure(game: Game, seconds: float, options: dict[str, Any] | None = None) -> Speed:
    """This measures a game for about so many seconds a figure."""
    threads = os.cpu_count() or 1
    t = game.table(options=options)
    plain, native = (Engine(game, native=native) for native in (False, True))
    return Speed(
        game.name,
        threads,
        *rate(plain, t, 1, seconds),
        *rate(plain, t, threads, seconds),
        *rate(native, t, 1, seconds),
        *rate(native, t, threads, seconds),
        *start_times(game),
    )


def rate(engine: Engine, t: Any, threads: int, seconds: float) -> tuple[float, float]:
    """This is the steps and matches a second of random play-outs."""
    # The first run may compile; that is measured elsewhere.
    engine.play_outs(t, 1, seed=0)
    count, took, steps = 1, 0.0, 0
    while took < seconds:
        count = max(count + 1, min(count * 8, round(count * 1.2 * seconds / took))) if took else count
        took, steps = timed(lambda: int(engine.play_outs(t, count, seed=1, threads=threads).steps.sum()))  # noqa: B023
    return steps / took, count / took


def timed(work: Callable[[], int]) -> tuple[float, int]:
    """This does some work and returns the seconds it took, and its result."""
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def start_times(game: Game) -> tuple[float, float, float]:
    """This is how long a game takes to compile, and to start in later processes; and to import the compiler."""
    with tempfile.TemporaryDirectory() as folder:
        first, later = (_first_run(game, folder) for _ in range(2))
    return first[1], later[1], later[0]


def _first_run(game: Game, folder: str) -> list[float]:
    done = subprocess.run(  # noqa: S603 - our own interpreter with our own source
        [sys.executable, "-c", FIRST_RUN, game.name],
        env=os.environ | {"SOBREMESA_CACHE": folder},
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(number) for number in done.stdout.split()]
