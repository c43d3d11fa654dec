"""The command `apply`: a position after some choices."""

import argparse

from sobremesa.cli import positions
from sobremesa.cli.parser import Parser
from sobremesa.core import jsontext
from sobremesa.core.words import Words


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("file", metavar="FILE|-")
    parser.say("choice", nargs="*", metavar="CHOICE")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This prints the position as JSON, or nothing if one of the choices is not possible."""
    match = positions.read(chosen.file)
    for choice in chosen.choice:
        match.push(choice)
    print(jsontext.dump(match.position()))
