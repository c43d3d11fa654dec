"""The command `sobremesa`: it finds the subcommand, speaks the reader's language, and turns errors into one line."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version

from sobremesa.cli.parser import Parser, Usage
from sobremesa.core import interrupts
from sobremesa.core.errors import FileFault, SobremesaError
from sobremesa.core.files import reason_of
from sobremesa.core.words import LANGUAGES, Phrase, Words, language_here

COMMANDS = (
    "serve",
    "check-config",
    "admin",
    "backup",
    "play",
    "moves",
    "apply",
    "draw",
    "simulate",
    "arena",
    "solve",
    "replay",
    "verify",
    "review",
    "bench",
)
"""The commands; each is a module of this package, which is loaded when the command is given."""
FAILED = 2
INTERRUPTED = 130

OPENING = ("serve", "--open")
"""What is done when no command is given."""


def main(arguments: Sequence[str] | None = None) -> int:
    """This runs the command line and returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    words = Words(language(given), "sobremesa.cli", "sobremesa.core")
    if sys.stdin is None:
        # A closed input has nothing to say.
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    if sys.stdout is None:
        return failed(FileFault(path=words("output"), reason=Phrase("system.EBADF")).say(words.language))
    try:
        asked = given if has_command(given) else [*given, *OPENING]
        chosen = build(words, asked).parse_args(asked)
        interrupts.can_be_caught()
        chosen.given = given
        chosen.run(chosen, words)
        sys.stdout.flush()
    except Usage as fault:
        return failed(words("errors.usage", reason=str(fault)))
    except SobremesaError as fault:
        return failed(fault.say(words.language))
    except BrokenPipeError:
        # Whoever read our output has seen enough; what is left goes nowhere, quietly.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as fault:
        return failed(FileFault(path=words("output"), reason=reason_of(fault)).say(words.language))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    return 0


def has_command(arguments: Sequence[str]) -> bool:
    """This tells whether there is more than a choice of language; without a command the table is opened."""
    rest = [argument for argument in arguments if argument not in ("--lang", *LANGUAGES)]
    return any(not argument.startswith("--lang=") for argument in rest)


def failed(message: str) -> int:
    """This says in one line what went wrong."""
    print(f"sobremesa: {' '.join(message.split())}", file=sys.stderr)
    return FAILED


def build(words: Words, asked: Sequence[str]) -> argparse.ArgumentParser:
    """This is the parser of all commands, in a language; it knows the arguments of those that are asked for."""
    parser = Parser(words, prog="sobremesa", about="about")
    parser.say("--version", action="version", version=f"sobremesa {version('sobremesa')}")
    parsers = parser.add_subparsers(metavar=words("help.command_metavar"), title=words("help.commands"), required=True)
    for name in COMMANDS:
        subparser = parsers.add_parser(name, words=words, about=name, help=words(f"{name}.about"))
        if name in asked:
            command = import_module(f"sobremesa.cli.{name.replace('-', '_')}")
            command.declare(subparser)
            subparser.set_defaults(run=command.run)
    return parser


def language(arguments: Sequence[str]) -> str:
    """This is the language to speak: as --lang says, else as the environment does, else English."""
    for number, argument in enumerate(arguments):
        following = arguments[number + 1] if number + 1 < len(arguments) else ""
        asked = following if argument == "--lang" else argument.removeprefix("--lang=")
        if argument.startswith("--lang") and asked in LANGUAGES:
            return asked
    return language_here()
