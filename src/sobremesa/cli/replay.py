"""The command `replay`: a record checked, and told in words or shown move by move."""

import argparse

from rich.console import Console

from sobremesa.cli.parser import Parser
from sobremesa.cli.picture import picture
from sobremesa.core import jsontext
from sobremesa.core.match import Match, replay
from sobremesa.core.record import Step, load
from sobremesa.core.words import Words


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("record", metavar="RECORD")
    parser.say("--boards", action="store_true")
    parser.say("--position", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This replays the record from the start; nothing is printed unless all of it can be."""
    record = load(chosen.record)
    match = replay(record)
    if chosen.position:
        print(jsontext.dump(match.position()))
        return
    spoken = Words(words.language, match.game.package, "sobremesa.core")
    console = Console(highlight=False, markup=False)
    steps = [Step(step.actor, step.choice) for step in record.steps]
    for _ in steps:
        match.pop()
    for step in steps:
        match.push(step.choice)
        tell(match, spoken, console, boards=chosen.boards)
    console.print(words("replay.end", choices=len(steps), prompt=spoken.say(match.view().prompt())))


def tell(match: Match, spoken: Words, console: Console, *, boards: bool) -> None:
    """This prints what the last choice brought about."""
    for phrase in match.story():
        console.print(f"{match.made:4}  {spoken.say(phrase)}")
    if boards and match.made:
        console.print(picture(match.view(), spoken))
