"""The command `draw`: a picture of a position."""

import argparse
import sys

from sobremesa.cli import positions
from sobremesa.cli.parser import Parser, whole
from sobremesa.core import files
from sobremesa.core.rules import SPECTATOR
from sobremesa.core.words import Words
from sobremesa.draw import THEMES


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("file", metavar="FILE|-")
    parser.say("--seat", type=whole(SPECTATOR), default=SPECTATOR, metavar="N")
    parser.say("--theme", choices=THEMES, default=THEMES[0])
    parser.say("--out", metavar="FILE")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This prints the picture as SVG, or writes it into a file."""
    match = positions.read(chosen.file)
    drawn = match.svg(chosen.seat, theme=chosen.theme, language=words.language)
    if chosen.out is None:
        sys.stdout.write(drawn)
    else:
        files.write(chosen.out, drawn)
