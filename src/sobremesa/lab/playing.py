"""Playing: one match between bots at full speed, and what came of it.

The table is stepped by native verbs, and chance chooses as in a Match of the same seed, so the match is the same.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sobremesa import bots
from sobremesa.bots import search
from sobremesa.core.engine import Engine, zeros
from sobremesa.core.errors import EndlessMatch
from sobremesa.core.game import Game
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.streams import BOT_STREAM, CHANCE_STREAM, luck_of
from sobremesa.core.table import copy
from sobremesa.core.view import View
from sobremesa.core.words import Phrase
from sobremesa.lab.order import seat_in_turn
from sobremesa.search import thinker

FAULTS_TOLD = 3
"""How many faults of a seat in a match are told in words; all are counted."""


@dataclass
class Conduct:
    """This is how a seat played: decisions between several moves, the time they took, and faults."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    faults: int = 0


@dataclass(frozen=True)
class Played:
    """This is what came of a match."""

    choices: int
    turns: int
    places: tuple[int, ...]
    conduct: tuple[Conduct, ...]
    faults: tuple[tuple[int, Phrase], ...]
    """The first faults of every seat: the seat, and what it did."""
    beginner: int | None = None
    """The seat that began; None if the game's tables do not say whose turn it is."""


def play(
    engine: Engine, start: Any, seated: Sequence[bots.Bot], seed: int, *, limit: float | None = bots.LIMIT
) -> Played:
    """This plays a match from a table on; a seat that has only one move is not asked."""
    game, verbs = engine.game, engine.drivers
    t = copy(start)
    out, weight = engine.lists()
    conduct = tuple(Conduct() for _ in seated)
    faults: list[tuple[int, Phrase]] = []
    beginner = None
    for made in range(game.longest + 1):
        if verbs.turns(t) == 0:
            beginner = seat_in_turn(t)
        who = int(verbs.actor(t))
        if who == OVER:
            places = zeros(len(seated))
            verbs.rank(t, places)
            return Played(made, int(verbs.turns(t)), tuple(places.tolist()), conduct, tuple(faults), beginner)
        if who == CHANCE:
            choice = int(verbs.draw(t, who, luck_of(seed, CHANCE_STREAM, made), out, weight))
        elif verbs.legal(t, out) == 1:
            choice = int(out[0])
        else:
            began = time.perf_counter()
            luck = luck_of(seed, BOT_STREAM, made)
            answer = bots.consult(seated[who], View(game, t, who, verbs), luck, limit=limit)
            took = time.perf_counter() - began
            choice = answer.move.number
            seat = conduct[who]
            seat.decisions += 1
            seat.seconds += took
            seat.longest = max(seat.longest, took)
            if answer.fault:
                seat.faults += 1
                faults += [(who, answer.fault)] if seat.faults <= FAULTS_TOLD else []
        verbs.apply(t, choice)
    raise EndlessMatch(game=game.name, longest=game.longest)


def prepare(game: Game, seated: Iterable[bots.Bot]) -> None:
    """This compiles the search of a game where somebody searches it: by the clock, they would not wait for that."""
    if any(isinstance(bot, search.Player) for bot in seated):
        thinker.warm_up(game)


def warm_up(engine: Engine, start: Any, seated: Sequence[bots.Bot]) -> None:
    """This compiles whatever the bots need, or finds it compiled, by letting each decide once."""
    prepare(engine.game, seated)
    t, verbs = copy(start), engine.drivers
    out, weight = engine.lists()
    for made in range(engine.game.longest):
        who = int(verbs.actor(t))
        if who == OVER:
            return
        if who != CHANCE and verbs.legal(t, out) > 1:
            for bot in seated:
                bots.consult(bot, View(engine.game, t, who, verbs), luck_of(0, BOT_STREAM, made))
            return
        verbs.apply(t, int(verbs.draw(t, who, luck_of(0, CHANCE_STREAM, made), out, weight)))
