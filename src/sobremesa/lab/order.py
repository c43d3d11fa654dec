"""Order of play: who began a match, and wins counted from there.

The seat that begins is the one in turn until the first turn is finished, after whatever throws decide it. Whoever
decides first may be another: a first turn can pass without a decision. Turns go by the numbers of seats, upwards.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from sobremesa.core.rules import Ints
from sobremesa.search.tree import NOBODY

TURN = "turn"
"""The field of a table that holds the seat whose turn it is; a game without one does not tell who began."""


def tells_turn(dtype: np.dtype[Any]) -> bool:
    """Return whether tables of a layout say whose turn it is."""
    return TURN in (dtype.names or ()) and np.issubdtype(dtype[TURN], np.integer)


def seat_in_turn(t: Any) -> int | None:
    """Return the seat whose turn it is, or None if the tables of the game do not say."""
    return int(t[TURN]) if tells_turn(t.dtype) else None


def winners(places: Ints) -> npt.NDArray[np.bool_]:
    """Return which seats won each match, alone or with partners; one that all share is nobody's.

    >>> winners(np.array([[1, 2], [1, 1]])).tolist()
    [[True, False], [False, False]]
    """
    firsts: npt.NDArray[np.bool_] = places == 1
    firsts[firsts.all(axis=1)] = False
    return firsts


def by_order(won: npt.NDArray[np.bool_], beginners: Ints) -> list[int] | None:
    """Return how many matches were won by the seat that began, by the next one, and so on; None if not known.

    >>> by_order(np.array([[True, False, False], [False, True, False]]), np.array([2, 1]))
    [1, 1, 0]
    """
    seats = won.shape[1]
    if ((beginners <= NOBODY) | (beginners >= seats)).any():
        return None
    seat = (beginners[:, None] + np.arange(seats)) % seats
    return [int(wins) for wins in np.take_along_axis(won, seat, axis=1).sum(axis=0)]
