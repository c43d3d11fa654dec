"""The command `moves`: who chooses in a position, and between what."""

import argparse
from typing import Any

from sobremesa.cli import positions
from sobremesa.cli.parser import Parser
from sobremesa.core import jsontext
from sobremesa.core.match import Match
from sobremesa.core.rules import CHANCE
from sobremesa.core.view import actor_name
from sobremesa.core.words import Words


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("file", metavar="FILE|-")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This prints the choices as JSON."""
    print(jsontext.dump(choices(positions.read(chosen.file))))


def choices(match: Match) -> dict[str, Any]:
    """This is who chooses now, and between what."""
    told: dict[str, Any] = {"actor": actor_name(match.actor), "phase": match.phase}
    if match.actor == CHANCE:
        return told | {"outcomes": [{"text": each.text, "weight": each.weight} for each in match.outcomes()]}
    told["moves"] = sorted(move.text for move in match.moves())
    places = match.places()
    return told if places is None else told | {"places": places}
