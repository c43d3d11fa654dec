"""The command `review`: luck and play of a match, in words, as JSON, or as a page."""

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from sobremesa.cli.captions import Said, captions, seat_names
from sobremesa.cli.parser import Parser, whole
from sobremesa.cli.review_page import FIGURES, grades_line, most_changed, page
from sobremesa.cli.simulate import MAX_THREADS
from sobremesa.core import files, jsontext
from sobremesa.core.game import find
from sobremesa.core.record import load
from sobremesa.core.words import Words
from sobremesa.lab.review import USUAL, Moment, Review, review

MAX_SIMULATIONS = 10_000_000
LISTED = 12
"""How many moves, and how many throws, are named."""


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("record", metavar="RECORD")
    parser.say("--simulations", type=whole(1, MAX_SIMULATIONS), default=USUAL, metavar="N")
    parser.say("--threads", type=whole(1, MAX_THREADS), metavar="N")
    parser.say("--html", metavar="FILE")
    parser.say("--json", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This reviews the record, with progress on standard error."""
    record = load(chosen.record)
    if chosen.html is not None:
        files.expect_folder(chosen.html)
        files.keep_apart(chosen.record, chosen.html)
    console = Console(stderr=True)
    # What is no terminal could not erase the bar.
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        task = bar.add_task(words("review.working"), total=len(record.steps) + 1)
        done = review(
            record,
            simulations=chosen.simulations,
            threads=chosen.threads,
            progress=lambda number, _: bar.update(task, completed=number),
        )
    if chosen.html:
        files.write(chosen.html, page(done, words.language))
    if chosen.json:
        print(jsontext.dump(done.json()))
    else:
        show(done, words)


def show(done: Review, words: Words) -> None:
    """This prints a review for people."""
    console = Console(file=sys.stdout, highlight=False, markup=False)
    # Eight columns in eighty letters leave no room for lines between them.
    name = Words(words.language, find(done.record.game).package)("name")
    table = Table(title=words("review.title", game=name), title_justify="left", box=None)
    table.add_column(words("review.seat"), no_wrap=True)
    for name in FIGURES:
        table.add_column(words(f"review.{name}"), justify="right", no_wrap=True)
    names = seat_names(done.record, words)
    for seat, account in enumerate(done.accounts):
        table.add_row(names[seat], *(hundredths(getattr(account, name)) for name in FIGURES))
    console.print(table)
    console.print(words("review.legend"))
    console.print(words("review.meaning"))
    interval = max(account.interval for account in done.accounts)
    console.print(words("review.interval", interval=f"{100 * interval:.1f}", simulations=done.simulations))
    if not done.is_over:
        console.print(words("review.unfinished"))
    for seat, account in enumerate(done.accounts):
        console.print(grades_line(names[seat], account, words))
    said = captions(done, words)
    costly = [move_line(each, names[each.actor], said[each.number], words) for each in done.costly_moves(LISTED)]
    tell(console, words, "moves", costly)
    tell(console, words, "throws", [throw_line(each, names, words) for each in done.lucky_throws(LISTED)])


def tell(console: Console, words: Words, name: str, lines: list[str]) -> None:
    """This prints a list under its heading."""
    console.print(f"\n{words(f'review.{name}')}")
    for line in lines or [words("review.none")]:
        console.print(f"  {line}")


def move_line(moment: Moment, seat: str, said: Said, words: Words) -> str:
    """This is a move that cost something."""
    return words(
        "review.move",
        number=moment.number + 1,
        seat=seat,
        choice=said.choice,
        grade=words(f"review.grades_of.{moment.grade}"),
        loss=f"{100 * moment.loss:.1f}",
        made=f"{100 * (moment.made_chance or 0):.1f}",
        best_chance=f"{100 * (moment.best_chance or 0):.1f}",
        interval=f"{100 * moment.loss_interval:.1f}",
        best=said.best,
    )


def throw_line(moment: Moment, names: list[str], words: Words) -> str:
    """This is a throw, told for the seat whose chance it changed most."""
    changed = most_changed(moment)
    return words(
        "review.throw",
        number=moment.number + 1,
        choice=moment.choice,
        luck=hundredths(moment.change[changed]),
        seat=names[changed],
        interval=f"{100 * moment.interval:.1f}",
    )


def hundredths(chance: float) -> str:
    """This writes a chance or a change of it."""
    return f"{100 * chance:+.1f}"
