"""The command `solve`: exact play of a small game."""

import argparse
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from sobremesa.cli.parser import Parser, options_of, positive, whole
from sobremesa.core import files, jsontext
from sobremesa.core.game import find
from sobremesa.core.words import Words
from sobremesa.lab import solver
from sobremesa.lab.expand import SIDES


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("game", metavar="GAME")
    parser.say("--seats", "sides", type=whole(1), default=SIDES, metavar="N")
    parser.say("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.say("--most", type=whole(1), default=solver.MOST, metavar="N")
    parser.say("--memory", type=positive, default=solver.MEMORY, metavar="GB")
    parser.say("--seconds", "solve_seconds", type=positive, default=solver.SECONDS, metavar="S")
    parser.say("--out", "solution", metavar="FILE")
    parser.say("--json", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This solves the game, with progress on standard error, keeps the solution if asked to, and prints it."""
    game = find(chosen.game)
    options = options_of(game, chosen.option)
    if chosen.out:
        files.expect_folder(chosen.out)
    with shown(words) as progress:
        solution = solver.solve(
            game,
            seats=chosen.seats,
            options=options,
            most=chosen.most,
            memory=chosen.memory,
            seconds=chosen.seconds,
            progress=progress,
        )
    if chosen.out:
        solution.save(chosen.out)
    result = solution.summary()
    if chosen.json:
        print(jsontext.dump(result))
    else:
        show(result, words)


@contextmanager
def shown(words: Words) -> Iterator[solver.Progress]:
    """This shows how far a solution is: first what part of the tables is explored, then how exact the values are."""
    console = Console(stderr=True)
    # The bars vanish, so that whatever goes wrong is said in one line; what is no terminal could not erase them.
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[so_far]}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bars:
        tasks = {name: bars.add_task(words(f"solve.{name}"), total=1.0, so_far="") for name in ("tables", "sweeps")}

        def tell(name: str, count: int, figure: float) -> None:
            part = figure if name == "tables" else exactness(figure)
            bars.update(tasks[name], completed=part, so_far=f"{count:,}")

        yield tell


def exactness(error: float) -> float:
    """This is which part of the wanted digits is certain."""
    return min(1.0, max(0.0, math.log(max(error, solver.TOLERANCE)) / math.log(solver.TOLERANCE)))


def show(result: dict[str, Any], words: Words) -> None:
    """This prints a solution for people."""
    console = Console()
    console.print(
        words("solve.title", game=result["game"], tables=f"{result['tables']:,}"),
        *(
            words("solve.value", seat=words("seat", number=seat + 1), share=f"{value:.4%}")
            for seat, value in enumerate(result["values"])
        ),
        words(
            "solve.work",
            sweeps=f"{result['sweeps']:,}",
            error=f"{result['error']:.1e}",
            residual=f"{result['residual']:.1e}",
            seconds=f"{result['seconds']:.1f}",
        ),
        sep="\n",
        highlight=False,
    )
