"""The command `arena`: bots play one another, and are rated."""

import argparse
import os
import secrets
import shlex
from typing import Any

from rich.console import Console
from rich.table import Table

from sobremesa import bots
from sobremesa.bots.levels import LEVELS
from sobremesa.cli.parser import Parser, names_of, options_of, positive, whole
from sobremesa.cli.progress import bar
from sobremesa.cli.simulate import MAX_GAMES, MAX_THREADS, shares_table
from sobremesa.core import jsontext
from sobremesa.core.game import find
from sobremesa.core.words import Words, read_phrase
from sobremesa.lab.arena import Arena, Result, hold
from sobremesa.lab.ledger import Ledger
from sobremesa.lab.standings import Standings


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("game", metavar="GAME")
    parser.say("--bots", "arena_bots", nargs="+", required=True, metavar="BOT")
    parser.say("--matches", "games_count", type=whole(1, MAX_GAMES), default=100, metavar="N")
    parser.say("--seats", type=whole(1), metavar="N")
    parser.say("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.say("--seed", type=whole(0), metavar="N")
    parser.say("--threads", type=whole(1, MAX_THREADS), default=os.cpu_count() or 1, metavar="N")
    parser.say("--limit", type=positive, default=bots.LIMIT, metavar="S")
    parser.say("--out", "results", metavar="FILE")
    parser.say("--json", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This plays what is not in the file yet, and prints the standings; also those of an arena that is interrupted."""
    game = find(chosen.game)
    named = [name for text in chosen.bots for name in names_of(text)]
    options = options_of(game, chosen.option)
    # Whatever is wrong is said before a file is touched.
    arena = Arena(game, named, seed=chosen.seed or 0, seats=chosen.seats, options=options, limit=chosen.limit)
    is_timed = any(getattr(bots.find(name), "is_timed", False) for name in named)
    ledger = Ledger(chosen.out) if chosen.out else None
    try:
        seed = chosen.seed if chosen.seed is not None else ledger.seed if ledger else None
        arena.seed = secrets.randbits(32) if seed is None else seed
        results = {}
        if ledger:
            ledger.begin(arena)
            results = {number: ledger.results[number] for number in ledger.results if number < chosen.matches}
        is_interrupted = not _played(arena, chosen, words, results, ledger)
    finally:
        if ledger:
            ledger.close()

    summary = Standings(arena, results.values()).summary()
    if chosen.json:
        print(jsontext.dump(summary))
    else:
        show(summary, words, is_timed=is_timed)
    if is_interrupted:
        key = "arena.resume" if chosen.out else "arena.nowhere"
        command = shlex.join(["sobremesa", *chosen.given])
        Console(stderr=True).print(words(key, command=command, count=len(results)), soft_wrap=True, highlight=False)
        raise KeyboardInterrupt


def _played(
    arena: Arena, chosen: argparse.Namespace, words: Words, results: dict[int, Result], ledger: Ledger | None
) -> bool:
    """This plays the matches that are missing; it tells whether it was let."""
    missing = [number for number in range(chosen.matches) if number not in results]
    with bar(Console(stderr=True)) as shown:
        task = shown.add_task(words("arena.preparing"), total=chosen.matches, completed=len(results))
        try:
            for result in hold(arena, missing, threads=chosen.threads):
                if ledger:
                    ledger.add(result)
                results[result.number] = result
                shown.update(task, advance=1, description=words("simulate.playing"))
        except KeyboardInterrupt:
            return False
    return True


def show(summary: dict[str, Any], words: Words, *, is_timed: bool) -> None:
    """This prints standings for people, the strongest first."""
    console = Console(highlight=False, markup=False)
    order = sorted(range(len(summary["bots"])), key=lambda bot: -summary["ratings"][bot]["rating"])
    console.print(_ratings(summary, order, words))
    console.print(_cross(summary, order, words))
    if summary["matches"]:
        shares = summary["wins"], summary["win_intervals"]
        console.print(shares_table(words("simulate.by_seat"), "seat", *shares, summary["matches"], words))
    if summary["wins_by_order"]:
        shares = summary["wins_by_order"], summary["win_intervals_by_order"]
        console.print(shares_table(words("simulate.by_order"), "order", *shares, summary["matches"], words))
    if summary["matches"]:
        length = {"mean": summary["turns_mean"], "error": summary["turns_mean_error"], "steps": summary["choices_mean"]}
        console.print(words("arena.length", **{name: f"{number:.1f}" for name, number in length.items()}))
    console.print(words("arena.scale", seed=summary["seed"]), soft_wrap=True)
    for bot in order:
        row = summary["ratings"][bot]
        if row["faults"]:
            fault = words.say(read_phrase(row["first_fault"])) if row["first_fault"] else ""
            console.print(
                words("arena.fault", bot=_name(row["bot"], words), count=row["faults"], fault=fault), soft_wrap=True
            )
    if summary["matches"] % summary["cycle"]:
        console.print(words("arena.uneven", cycle=summary["cycle"]), soft_wrap=True)
    if is_timed:
        console.print(words("arena.timed"), soft_wrap=True)


def _ratings(summary: dict[str, Any], order: list[int], words: Words) -> Table:
    game = Words(words.language, find(summary["game"]).package)("name")
    table = Table(title=words("simulate.title", game=game, count=summary["matches"]), title_justify="left")
    for heading in ("bot", "rating", "interval", "decisions", "mean_time", "longest_time", "faults"):
        if heading == "bot":
            table.add_column(words("arena.bot"), overflow="fold")
        else:
            table.add_column(words(f"arena.{heading}"), justify="right", no_wrap=True)
    for row in (summary["ratings"][bot] for bot in order):
        table.add_row(
            _name(row["bot"], words),
            f"{row['rating']:.0f}",
            f"{row['low']:.0f} – {row['high']:.0f}",
            f"{row['decisions']:,}",
            _time(row["seconds_mean"]),
            _time(row["seconds_longest"]),
            str(row["faults"]),
        )
    return table


def _cross(summary: dict[str, Any], order: list[int], words: Words) -> Table:
    table = Table(title=words("arena.cross"), title_justify="left")
    names = [_name(bot, words) for bot in summary["bots"]]
    table.add_column(words("arena.bot"), overflow="fold")
    for other in order:
        table.add_column(names[other], justify="right", overflow="fold")
    for bot in order:
        cells = [summary["cross"][bot][other] for other in order]
        table.add_row(names[bot], *[_cell(cell) if cell else "" for cell in cells])
    return table


def _name(bot: str, words: Words) -> str:
    """What a bot is called: a level by its name in the language of the reader."""
    return words(f"levels.{bot}") if bot in LEVELS else bot


def _cell(cell: dict[str, Any]) -> str:
    low, high = cell["interval"]
    return f"{cell['share']:.1%} ({100 * low:.0f}–{100 * high:.0f})"


def _time(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"
