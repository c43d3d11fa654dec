"""Hints: the best moves for the seat that must choose, with its chances of winning."""

import time
from dataclasses import dataclass
from math import inf

from sobremesa.core.engine import check_seconds
from sobremesa.core.errors import NotNow
from sobremesa.core.match import Match
from sobremesa.core.streams import luck_of
from sobremesa.core.view import Move, actor_name
from sobremesa.core.words import Phrase
from sobremesa.search.reasons import reasons
from sobremesa.search.thinker import think

STREAM = "hint"
NORMAL = 1.96
THINKING = 0.75
"""The share of the time that is spent on thinking; what is left is for reasons."""


@dataclass(frozen=True)
class Hint:
    """This is a move and what it promises."""

    move: Move
    chance: float
    """The chance of winning after it."""
    interval: float
    """Half the width of the 95 % interval of the chance."""
    reasons: tuple[Phrase, ...] = ()
    """What speaks for it, if anything can be said, and if there was time to look for it."""


def hints(match: Match, *, seconds: float = 1.0, simulations: int | None = None, threads: int = 1) -> list[Hint]:
    """This searches for so many seconds, or simulations, and lists the moves that it has tried, the best first.

    It sees what the seat that must choose sees, and nothing else.
    """
    if match.actor < 0:
        raise NotNow(actor=actor_name(match.actor))
    if simulations is None:
        check_seconds("seconds", seconds)
        end = time.monotonic() + seconds
        thinks = THINKING * seconds
    else:
        end, thinks = inf, 0.0
    view = match.view(match.actor)
    luck = luck_of(match.seed, STREAM, match.made)
    thought = think(view, luck, seconds=thinks, simulations=simulations, threads=threads)
    moves = {move.number: move for move in view.moves()}
    found: list[Hint] = []
    slowest = 0.0
    for prospect in thought.prospects:
        began = time.monotonic()
        # The best ones come first; for the others there may be no time to look for reasons.
        said = reasons(view, prospect.choice, luck) if began + slowest < end else ()
        slowest = max(slowest, time.monotonic() - began)
        chance, interval = prospect.chances[view.seat], NORMAL * prospect.error
        found.append(Hint(moves[prospect.choice], chance, interval, tuple(said)))
    return found
