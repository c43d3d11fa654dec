"""Bots: players that choose from a view. One file an idea; other people's from a file or an installed package.

A bot is named by its idea, by its idea with settings (`search:seconds=0.5,threads=2`), by a level for people (`hard`),
or by a file that ends in .py. A package of yours is found by an entry point of the group "sobremesa.bots", with the
module that holds the class Player.
"""

import re
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from sobremesa.bots import settings
from sobremesa.bots.guest import Guest, described, shown
from sobremesa.bots.levels import LEVELS, level_of
from sobremesa.bots.watch import Fault, watched
from sobremesa.core.discovery import homes, reason_of
from sobremesa.core.errors import NotNow, UnknownBot
from sobremesa.core.match import Match
from sobremesa.core.streams import BOT_STREAM, luck_of
from sobremesa.core.view import Move, View, actor_name
from sobremesa.core.words import Phrase
from sobremesa.kit.luck import Luck

MACHINERY = ("guest", "levels", "settings", "watch")
"""Modules of this folder that are no bots."""

LIMIT = 30.0
"""Seconds after which a bot that is not ours is stopped, unless somebody says otherwise."""

NAME = re.compile(r"(?P<name>[^:]*)(:(?P<settings>.*))?", re.DOTALL)


class Bot(Protocol):
    """This is a player: it sees a view in which it is the actor, and chooses one of the view's moves."""

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses a move; all its chance comes from the luck, so that equal views and lucks choose alike."""


@dataclass(frozen=True)
class Answer:
    """This is what a bot was asked for: a legal move, the default one if the bot did something wrong."""

    move: Move
    fault: Phrase | None = None


def names() -> list[str]:
    """This lists the names of all installed bots: the levels from the weakest on, then the ideas."""
    return [*LEVELS, *sorted(set(_homes()) - set(LEVELS))]


def find(named: str) -> Bot:
    """This makes a bot by name, with the settings that stand behind a colon.

    >>> find("search:simulations=300").simulations
    300
    """
    name, chosen = _parts(proper_name(named))
    name, usual = _parts(LEVELS.get(name, name))
    home = name if name.endswith(".py") else _homes().get(name)
    if home is None:
        raise UnknownBot(given=repr(name), known=names())
    if not home.startswith(f"{__name__}."):
        return Guest(name, home, chosen)
    make = import_module(home).Player
    bot: Bot = make(**settings.read(name, make, chosen, usual))
    return bot


def proper_name(named: str) -> str:
    """This is a bot's name as records write it: a level by its name in English, whatever language it was named in.

    >>> proper_name("difícil"), proper_name("greedy")
    ('hard', 'greedy')
    """
    name, chosen = _parts(named)
    return ":".join(filter(None, (level_of(name) or name, chosen)))


def ask(bot: Bot, match: Match, *, limit: float | None = LIMIT) -> Answer:
    """This is what a bot chooses for the actor of a match, with the luck that belongs to this moment of it."""
    if match.actor < 0:
        raise NotNow(actor=actor_name(match.actor))
    return consult(bot, match.view(match.actor), luck_of(match.seed, BOT_STREAM, match.made), limit=limit)


def consult(bot: Bot, view: View, luck: Luck, *, limit: float | None = LIMIT) -> Answer:
    """This is what a bot chooses from a view: always a legal move, and what the bot did wrong if it is not the bot's.

    A bot that is not ours is stopped after so many seconds. Ours know their time, and are asked without detours.
    """
    # Listed before the bot is asked: it may do with the view what it likes.
    legal, default = view.moves(), view.default()
    try:
        if isinstance(bot, Guest):
            given: object = bot.choose(view, luck, limit)
        elif limit is None or type(bot).__module__.startswith(f"{__name__}."):
            given = bot.choose(view, luck)
        else:
            given = watched(lambda: bot.choose(view, luck), limit)
    except Fault as fault:
        return Answer(default, fault.phrase)
    except (Exception, SystemExit) as error:
        return Answer(default, Phrase("faults.raised", reason=shown(reason_of(error))))
    for move in legal:
        if isinstance(given, Move) and move.number == given.number:
            return Answer(move)
    return Answer(default, Phrase("faults.illegal", given=described(given)))


def _parts(named: str) -> tuple[str, str]:
    found = NAME.fullmatch(named)
    assert found  # noqa: S101 - the expression fits every text
    return found["name"].strip(), found["settings"] or ""


def _homes() -> dict[str, str]:
    return homes(sys.modules[__name__], are_packages=False, besides=MACHINERY)
