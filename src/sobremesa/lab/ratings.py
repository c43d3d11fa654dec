"""Ratings: one number a bot from who beat whom, with how sure it is.

The model is Bradley's and Terry's on the scale of Elo: 400 points more make a bot ten times as likely to win as to
lose. The strengths are those that make the results likeliest; how sharply the results point at them gives the
intervals.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from sobremesa.lab.statistics import Z95

Floats = npt.NDArray[np.float64]

ANCHOR = 1000.0
SCALE = 400 / log(10)
ROUNDS = 100
CLOSE = 1e-10
FARTHEST_STEP = 2.0


@dataclass(frozen=True)
class Rating:
    """This is a bot's rating and the interval that holds the true one 95 times in 100, relative to the anchor."""

    rating: float
    low: float
    high: float


def ratings(won: Sequence[Sequence[float]], anchor: int = 0) -> list[Rating]:
    """This rates bots: won[a][b] is what a has won against b, a tie being half a win for each; the anchor has 1000.

    Every bot is credited with one tie, shared out among the others, so that one who has always won is not infinitely
    strong.

    >>> [round(each.rating) for each in ratings([[0, 25], [75, 0]])]
    [1000, 1189]
    """
    wins = np.array(won, dtype=np.float64)
    count = len(wins)
    wins += (1 - np.eye(count)) / (2 * max(count - 1, 1))
    free = [bot for bot in range(count) if bot != anchor]
    strengths = _likeliest(wins, free)
    spread = np.zeros(count)
    spread[free] = np.sqrt(np.diag(np.linalg.inv(_information(wins, strengths)[np.ix_(free, free)])))
    return [
        Rating(*(ANCHOR + SCALE * float(strengths[bot] + sign * Z95 * spread[bot]) for sign in (0, -1, 1)))
        for bot in range(count)
    ]


def _likeliest(wins: Floats, free: list[int]) -> Floats:
    strengths = np.zeros(len(wins))
    for _ in range(ROUNDS):
        slope = (wins - (wins + wins.T) * _chances(strengths)).sum(axis=1)[free]
        step = np.linalg.solve(_information(wins, strengths)[np.ix_(free, free)], slope)
        # Far from the top the slope promises too much.
        longest = float(np.abs(step).max(initial=0))
        strengths[free] += step * min(1, FARTHEST_STEP / max(longest, CLOSE))
        if longest < CLOSE:
            break
    return strengths


def _chances(strengths: Floats) -> Floats:
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def _information(wins: Floats, strengths: Floats) -> Floats:
    chances = _chances(strengths)
    met = (wins + wins.T) * chances * (1 - chances)
    return np.asarray(np.diag(met.sum(axis=1)) - met, dtype=np.float64)
