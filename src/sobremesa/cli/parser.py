"""The parser: arguments, help and complaints in the reader's language."""

import argparse
import re
from typing import Any, NoReturn

from sobremesa import bots
from sobremesa.core.errors import InvalidOption, OptionTwice, TooManyBots
from sobremesa.core.game import Game
from sobremesa.core.option import Value
from sobremesa.core.words import LANGUAGES, Words


class Usage(Exception):
    """The arguments make no sense; the text says why."""


class Parser(argparse.ArgumentParser):
    """This is a parser whose help comes from the words files, and whose errors are raised, not printed."""

    def __init__(self, words: Words, about: str, **settings: Any) -> None:
        self.words = words
        _speak(words)
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description=words(f"{about}.about"),
            epilog=words("help.examples") + "\n" + words(f"{about}.examples"),
            allow_abbrev=False,
            **settings,
        )
        self.add_argument("--lang", choices=LANGUAGES, help=words("arguments.lang"))

    def say(self, name: str, key: str = "", **settings: Any) -> None:
        """This adds an argument whose help is found under its name, or under another key."""
        usual = settings.get("default")
        values = {"usual": f"{usual:,}" if isinstance(usual, int) else f"{usual:g}" if isinstance(usual, float) else ""}
        values["limit"] = f"{bots.LIMIT:g}"
        self.add_argument(name, help=self.words(f"arguments.{key or name.lstrip('-')}", **values), **settings)

    def error(self, message: str) -> NoReturn:
        """This raises what is wrong, so that it is said in one line."""
        raise Usage(message)


def _speak(words: Words) -> None:
    """This lets argparse speak our language: it looks every sentence of its own up in a function of this name."""

    def translated(sentence: str | None) -> str | None:
        if not sentence:
            return sentence
        key = "argparse." + re.sub(r"\W+", "_", re.sub(r"%(\(\w+\))?\w", "", sentence)).strip("_").lower()
        return words(key) if words.has(key) else sentence

    setattr(argparse, "_", translated)  # noqa: B010 - the name is not public, but it is the only way


def whole(low: int, high: int | None = None) -> Any:
    """This makes a reader of whole numbers within bounds."""

    def read(text: str) -> int:
        number = int(text)
        if number < low or (high is not None and number > high):
            raise ValueError
        return number

    # argparse names the reader when it complains.
    read.__name__ = f">= {low}" if high is None else f"{low} – {high:,}"
    return read


def positive(text: str) -> float:
    """This reads a number above zero."""
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


positive.__name__ = "> 0"


def options_of(game: Game, pairs: list[str]) -> dict[str, Value]:
    """This reads options given as name=value."""
    chosen: dict[str, Value] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise InvalidOption(option=repr(pair), expected=("name=value",), given=repr(pair))
        if name in chosen:
            raise OptionTwice(option=name)
        chosen[name] = game.option(name).parse(text)
    return chosen


def names_of(text: str) -> list[str]:
    """This reads names of bots given as name,name; what is a setting belongs to the bot before it.

    >>> names_of("search:seconds=0.5,threads=2,random")
    ['search:seconds=0.5,threads=2', 'random']
    """
    named: list[str] = []
    for part in filter(None, map(str.strip, text.split(","))):
        if named and ":" in named[-1] and "=" in part and ":" not in part:
            named[-1] += f",{part}"
        else:
            named.append(bots.proper_name(part))
    return named


def bots_of(game: Game, seats: int, text: str) -> list[str]:
    """This reads names of bots given as name,name; each must exist, and there must be a seat for it."""
    game.check_seats(seats)
    named = names_of(text)
    if len(named) > seats:
        raise TooManyBots(seats=seats, given=len(named))
    for name in named:
        bots.find(name)
    return named


def declare_match(parser: Parser, bots_key: str = "bots") -> None:
    """This adds the arguments that set up a match."""
    parser.say("--seats", type=whole(1), metavar="N")
    parser.say("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.say("--bots", bots_key, default="", metavar="NAME,…")
    parser.say("--seed", type=whole(0), metavar="N")
