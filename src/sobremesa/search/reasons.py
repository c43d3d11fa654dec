"""Reasons: what speaks for a move, as the seat that makes it could know."""

from sobremesa.core.table import copy
from sobremesa.core.view import View
from sobremesa.core.words import Phrase
from sobremesa.kit.luck import Luck

MOST = 2
"""How many reasons are given; more would not be read."""


def reasons(view: View, move: int, luck: Luck) -> list[Phrase]:
    """This is what speaks for a move of the seat that must choose, the weightiest first; nothing if nothing is known.

    What the seat does not know is guessed by the luck, which changes nothing of what is said.
    """
    if view.game.reasons is None:
        return []
    t = copy(view.reading)
    rules = view.game.rules
    rules.guess(t, view.seat, luck)
    rules.apply(t, move)
    after = View(view.game, t, view.seat)
    return list(view.game.reasons.reasons(view.reading, move, after.reading))[:MOST]
