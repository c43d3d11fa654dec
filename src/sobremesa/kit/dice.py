"""Dice: what can fall, as classes with weights.

Dice that are thrown together and read together are one event: its outcomes are the classes the rules tell apart
(sums, or unordered faces), each weighted by the number of ways it can fall.
"""

from collections import Counter
from itertools import product

import numpy as np
import numpy.typing as npt

SIDES = 6


def sums(dice: int, sides: int = SIDES) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """This lists the sums of some dice, ascending, and the ways each can fall.

    >>> faces, ways = sums(2)
    >>> faces.tolist(), ways.tolist()
    ([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
    """
    ways = Counter(sum(fall) for fall in product(range(1, sides + 1), repeat=dice))
    listed = sorted(ways)
    return np.array(listed, dtype=np.int64), np.array([ways[total] for total in listed], dtype=np.int64)


def falls(dice: int, sides: int = SIDES) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """This lists the unordered falls of some dice, lowest face first, and the ways each can fall.

    >>> faces, ways = falls(2)
    >>> len(faces), faces[1].tolist(), int(ways[1]), int(ways.sum())
    (21, [1, 2], 2, 36)
    """
    ways = Counter(tuple(sorted(fall)) for fall in product(range(1, sides + 1), repeat=dice))
    listed = sorted(ways)
    return np.array(listed, dtype=np.int64), np.array([ways[fall] for fall in listed], dtype=np.int64)
