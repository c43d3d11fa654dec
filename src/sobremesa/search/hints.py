"""Hints: the best moves for the seat that must choose, with its chances of winning."""

from dataclasses import dataclass

from sobremesa.core.errors import NotNow
from sobremesa.core.match import Match
from sobremesa.core.streams import luck_of
from sobremesa.core.view import Move, actor_name
from sobremesa.core.words import Phrase
from sobremesa.search.reasons import reasons
from sobremesa.search.thinker import think

STREAM = "hint"
NORMAL = 1.96


@dataclass(frozen=True)
class Hint:
    """This is a move and what it promises."""

    move: Move
    chance: float
    """The chance of winning after it."""
    interval: float
    """Half the width of the 95 % interval of the chance."""
    reasons: tuple[Phrase, ...] = ()
    """What speaks for it, if anything can be said."""


def hints(match: Match, *, seconds: float = 1.0, simulations: int | None = None, threads: int = 1) -> list[Hint]:
    """This searches for so many seconds, or simulations, and lists the moves that it has tried, the best first.

    It sees what the seat that must choose sees, and nothing else.
    """
    if match.actor < 0:
        raise NotNow(actor=actor_name(match.actor))
    view = match.view(match.actor)
    luck = luck_of(match.seed, STREAM, match.made)
    thought = think(view, luck, seconds=seconds, simulations=simulations, threads=threads)
    moves = {move.number: move for move in view.moves()}
    return [
        Hint(
            moves[prospect.choice],
            prospect.chances[view.seat],
            NORMAL * prospect.error,
            tuple(reasons(view, prospect.choice, luck)),
        )
        for prospect in thought.prospects
    ]
