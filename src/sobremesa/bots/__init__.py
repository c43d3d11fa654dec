"""Bots: players that choose from a view. One file an idea; other people's by an entry point "sobremesa.bots"."""

import pkgutil
from importlib import import_module
from importlib.metadata import entry_points
from typing import Protocol

from sobremesa.core.errors import UnknownBot
from sobremesa.core.match import Match
from sobremesa.core.streams import BOT_STREAM, luck_of
from sobremesa.core.view import Move, View
from sobremesa.kit.luck import Luck

GROUP = "sobremesa.bots"


class Bot(Protocol):
    """This is a player: it sees a view in which it is the actor, and chooses one of the view's moves."""

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses a move; all its chance comes from the luck, so that equal views and lucks choose alike."""


def names() -> list[str]:
    """This lists the names of all installed bots."""
    return sorted(_homes())


def find(name: str) -> Bot:
    """This makes a bot by name: its module's class Player."""
    home = _homes().get(name)
    if home is None:
        raise UnknownBot(given=repr(name), known=names())
    bot: Bot = import_module(home).Player()
    return bot


def ask(bot: Bot, match: Match) -> Move:
    """This is what a bot chooses for the actor of a match, with the luck that belongs to this moment of it."""
    return bot.choose(match.view(match.actor), luck_of(match.seed, BOT_STREAM, match.made))


def _homes() -> dict[str, str]:
    theirs = {point.name: point.module for point in entry_points(group=GROUP)}
    return theirs | {module.name: f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)}
