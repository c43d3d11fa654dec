"""The command `simulate`: many matches, and what came of them."""

import argparse
import os
import secrets
from typing import Any

from rich.console import Console
from rich.table import Table

from sobremesa import bots
from sobremesa.cli.parser import Parser, bots_of, declare_match, options_of, whole
from sobremesa.cli.progress import bar
from sobremesa.core import jsontext
from sobremesa.core.game import find
from sobremesa.core.streams import check_seed
from sobremesa.core.words import Words, read_phrase
from sobremesa.lab.simulation import prepare, seated_names, simulate

MAX_GAMES = 10_000_000
MAX_THREADS = 1024


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("game", metavar="GAME")
    declare_match(parser, bots_key="bots_by_seat")
    parser.say("--games", "games_count", type=whole(1, MAX_GAMES), default=1000, metavar="N")
    parser.say("--threads", type=whole(1, MAX_THREADS), default=os.cpu_count() or 1, metavar="N")
    parser.say("--json", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This plays the matches, with progress on standard error, and prints the result."""
    game = find(chosen.game)
    options = options_of(game, chosen.option)
    seats = game.usual_seats if chosen.seats is None else chosen.seats
    players = seated_names(bots_of(game, seats, chosen.bots), seats)
    seed = check_seed(secrets.randbits(32) if chosen.seed is None else chosen.seed)

    console = Console(stderr=True)
    with console.status(words("simulate.compiling")):
        prepare(game, game.table(seats, options), [bots.find(name) for name in players])
    with bar(console) as shown:
        task = shown.add_task(words("simulate.playing"), total=chosen.games)
        result = simulate(
            game,
            games=chosen.games,
            seed=seed,
            seats=seats,
            options=options,
            players=players,
            threads=chosen.threads,
            progress=lambda matches: shown.advance(task, matches),
        ).summary()

    result = {"game": game.name, "seats": seats, "options": options, "bots": players, "seed": seed} | result
    if chosen.json:
        print(jsontext.dump(result))
    else:
        show(result, words)


def shares_table(
    title: str, who: str, wins: list[int], intervals: list[tuple[float, float]], matches: int, words: Words
) -> Table:
    """Return a table of the matches that each seat won, or each place in the order of play."""
    table = Table(title=title, title_justify="left")
    for heading in (who, "wins", "share", "interval"):
        table.add_column(words(f"simulate.{heading}"), justify="left" if heading == who else "right")
    for number, (won, (low, high)) in enumerate(zip(wins, intervals, strict=True), start=1):
        name = words("seat", number=number) if who == "seat" else str(number)
        table.add_row(name, f"{won:,}", f"{won / matches:.1%}", f"{low:.1%} – {high:.1%}")
    return table


def show(result: dict[str, Any], words: Words) -> None:
    """This prints a result for people."""
    console = Console()
    title = words("simulate.title", game=result["game"], count=result["games"])
    console.print(shares_table(title, "seat", result["wins"], result["win_intervals"], result["games"], words))
    if result["wins_by_order"]:
        title = words("simulate.by_order")
        shares = result["wins_by_order"], result["win_intervals_by_order"]
        console.print(shares_table(title, "order", *shares, result["games"], words))
    low, middle, high = result["turns_quantiles"]
    console.print(
        words("simulate.undecided", count=result["undecided"]),
        words(
            "simulate.length",
            mean=f"{result['turns_mean']:.1f}",
            error=f"{result['turns_mean_error']:.1f}",
            low=f"{low:.0f}",
            middle=f"{middle:.0f}",
            high=f"{high:.0f}",
            longest=result["turns_longest"],
            steps=f"{result['steps_mean']:.1f}",
        ),
        words(
            "simulate.speed",
            steps=f"{result['steps_per_second']:,}",
            games=f"{result['games_per_second']:,.0f}",
            seconds=f"{result['seconds']:.2f}",
            seed=result["seed"],
        ),
        sep="\n",
        highlight=False,
    )
    for bot, count, first in zip(result["bots"], result["faults"], result["first_faults"], strict=False):
        if count:
            fault = words.say(read_phrase(first))
            console.print(words("arena.fault", bot=bot, count=count, fault=fault), soft_wrap=True, highlight=False)
