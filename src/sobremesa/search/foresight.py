"""Foresight: the chances of winning at a table, found by playing on from it without thinking long.

A search is for choosing: what it thinks of a table is rosier than what it thinks of the next one, because it takes the
best of guesses. To compare tables of one match, all of them must be judged alike. Here all seats play on by what looks
best at once, before and after every choice, with the same lucks at every table.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from sobremesa.core import native
from sobremesa.core.engine import zeros
from sobremesa.core.game import Game
from sobremesa.core.rules import OVER
from sobremesa.core.table import alone, copy
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck, draw, sow
from sobremesa.search.thinker import loops
from sobremesa.search.tree import NO_CHOICE

LEAST = 2
"""Simulations that an error can be told from."""

Chances = tuple[float, ...]


@dataclass(frozen=True)
class Judgement:
    """This is the chance of winning of every seat, and the standard error of the least certain of them."""

    chances: Chances
    error: float = 0.0


class Foresight:
    """This judges the tables of a match, each by about so many simulations."""

    def __init__(self, game: Game, seats: int, luck: Luck, simulations: int) -> None:
        self.game, self.seats, self.simulations = game, seats, max(LEAST, simulations)
        self.loops = loops(game, is_native=native.is_wanted())
        self._seed = int(draw(luck))
        self._lucks = sow(self._seed, max(self.simulations, LEAST * game.outcomes))

    def known(self, t: Any) -> Judgement:
        """This judges a table without secrets: who must choose plays plainly, and what is thrown then is weighed.

        So a throw is measured by the mean of all that could have been thrown, and a plain move changes nothing.
        """
        after, _ = self.plainly(t)
        rules = self.game.rules
        if rules.actor(after) == OVER:
            return Judgement(result(self.game, after, self.seats))
        out, weight = zeros(self.game.outcomes), zeros(self.game.outcomes)
        count = rules.chance(after, out, weight)
        each = max(LEAST, self.simulations // count)
        shares = weight[:count] / weight[:count].sum()
        means, variances = np.zeros(self.seats), np.zeros(self.seats)
        for number, share in enumerate(shares):
            thrown = copy(after)
            rules.apply(thrown, int(out[number]))
            mean, variance = self._play(thrown, NO_CHOICE, 0, number * each, each)
            means += share * mean
            # How much the throws differ is no error: each has its share for sure.
            variances += share**2 * variance
        return _judged(means, variances)

    def seen(self, view: View, choice: int = NO_CHOICE) -> Judgement:
        """This judges a view by what may lie behind it, after a choice if one is given."""
        if view.actor == OVER:
            return Judgement(result(self.game, view.table, self.seats))
        return _judged(*self._play(view.table, choice, max(view.seat, 0), 0, self.simulations))

    def plainly(self, t: Any) -> tuple[Any, int]:
        """This is a table after the moves that look best at once, and the first of them; NO_CHOICE if none."""
        game, scratch = self.game, np.repeat(alone(t), 2)
        luck = sow(self._seed, 1)[0]
        lists = zeros(game.width), np.zeros(self.seats), zeros(self.seats), np.zeros(game.width)
        first = self.loops.play_plainly(scratch, luck, *lists)
        return scratch[0], int(first)

    def _play(self, t: Any, choice: int, seat: int, first: int, count: int) -> tuple[Any, Any]:
        """The mean chances of some simulations, and the variances of these means."""
        game, seats, start = self.game, self.seats, alone(t)
        lists = zeros(game.width), zeros(game.width), np.zeros(seats), zeros(seats), np.zeros(game.width)
        totals, squares = np.zeros(seats), np.zeros(seats)
        lucks = self._lucks[first : first + count].copy()
        self.loops.foresee(start, seat, choice, lucks, np.repeat(start, 2), *lists, totals, squares)
        means = totals / count
        return means, np.maximum(squares / count - means**2, 0) / (count - 1)


def result(game: Game, t: Any, seats: int) -> Chances:
    """This is how a match has ended: sides that share the first place share the win."""
    places = zeros(seats)
    game.rules.rank(t, places)
    winners = {game.worth.side(t, seat) for seat in range(seats) if places[seat] == 1}
    return tuple(1 / len(winners) if places[seat] == 1 else 0.0 for seat in range(seats))


def _judged(means: Any, variances: Any) -> Judgement:
    return Judgement(tuple(means.tolist()), sqrt(float(np.max(variances))))
