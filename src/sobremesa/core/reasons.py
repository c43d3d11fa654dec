"""Reasons: what speaks for a move, in words; and how often a rival's next throw could undo it.

Every reason follows from what the move really does, or from a count of everything that may be thrown: none is a guess.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol

import numpy as np

from sobremesa.core.rules import CHANCE
from sobremesa.core.table import copy
from sobremesa.core.words import Phrase, Seat


class Reasons(Protocol):
    """This is what a game needs to say why a move is good."""

    def reasons(self, before: Any, move: int, after: Any, /) -> Iterable[Phrase]:
        """This is what speaks for a move, the weightiest first; before and after are views of the seat that moves.

        What it says of the view after the move must follow from the view before it alone.
        """


class Threat(NamedTuple):
    """This is in how many of all ways the next throw lets its player do harm."""

    ways: int
    total: int


def threat(rules: Any, t: Any, seat: int, lost: Callable[[Any, int], int], width: int) -> Threat:
    """This counts the throws after which their player could make a seat lose something more.

    It is for tables without secrets at which somebody else is about to throw. Lost counts what a seat has lost so far;
    the player's choices are followed until somebody else is to choose or to throw.
    """
    out, weight = np.zeros((2, width), dtype=np.int64)
    count, was = rules.chance(t, out, weight), lost(t, seat)
    ways = 0
    for outcome, each in zip(out[:count].tolist(), weight[:count].tolist(), strict=True):
        thrown = copy(t)
        rules.apply(thrown, outcome)
        ways += each * (lost(thrown, seat) > was or _can_harm(rules, thrown, seat, lost, was, width))
    return Threat(ways, int(weight[:count].sum()))


def what_threatens(rules: Any, t: Any, seat: int, lost: Callable[[Any, int], int], width: int) -> Phrase:
    """This says how often the next throw could harm a seat, or that it never can; as for `threat`."""
    ways, total = threat(rules, t, seat, lost, width)
    rival = Seat(t.turn)
    if ways == 0:
        return Phrase("reasons.safe", rival=rival)
    return Phrase("reasons.threat", rival=rival, count=ways, total=total)


def _can_harm(rules: Any, t: Any, seat: int, lost: Callable[[Any, int], int], was: int, width: int) -> bool:
    actor = rules.actor(t)
    if actor <= CHANCE or actor == seat:
        return False
    out = np.zeros(width, dtype=np.int64)
    for move in out[: rules.legal(t, out)].tolist():
        after = copy(t)
        rules.apply(after, move)
        if lost(after, seat) > was:
            return True
        if rules.actor(after) == actor and _can_harm(rules, after, seat, lost, was, width):
            return True
    return False
