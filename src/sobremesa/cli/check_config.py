"""The command `check-config`: whether a settings file can be used, and what is in force with it."""

import argparse
import sys
from getpass import getpass
from pathlib import Path

from sobremesa.cli.parser import Parser, Usage
from sobremesa.core.words import Words

FAULTY = 2


def declare(parser: Parser) -> None:
    """Add the arguments."""
    parser.say("file", key="config", nargs="?", metavar="FILE")
    parser.say("--hash", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Print what is in force, or end with every fault on a line of its own."""
    # The other commands need no server, and should not wait for it to load.
    from sobremesa.server import club
    from sobremesa.server.settings import InvalidSettings, lines, read

    if chosen.hash:
        print(club.hashed(getpass(words("check-config.ask")) if sys.stdin.isatty() else sys.stdin.readline()))
        return
    if chosen.file is None:
        raise Usage(words("check-config.nothing"))
    try:
        settings = read(Path(chosen.file))
    except InvalidSettings as fault:
        spoken = Words(words.language, *fault.packages)
        for each in fault.faults:
            print(f"{chosen.file}: {spoken.say(each)}", file=sys.stderr)
        raise SystemExit(FAULTY) from None
    print(words("check-config.good", path=chosen.file))
    print("\n".join(lines(settings)))
