"""Openings: every seat throws once to see who begins, and those who share the highest throw do so again.

What the seats have thrown is one row of an array: a number above 0, or one of two that no throw shows.
"""

import numpy as np
import numpy.typing as npt

TO_THROW, OUT = 0, -1
"""What stands for a throw that is still to be made, and for a seat that others have beaten."""

NOBODY = -1

Row = npt.NDArray[np.int8]


def next_to_throw(opening: Row, seats: int) -> int:
    """This is the first of so many seats that has still to throw, or NOBODY.

    >>> next_to_throw(np.array([7, OUT, TO_THROW, TO_THROW], dtype=np.int8), 4)
    2
    """
    for seat in range(seats):
        if opening[seat] == TO_THROW:
            return seat
    return NOBODY


def settle_throws(opening: Row, seats: int) -> int:
    """This is the seat that begins, or NOBODY as long as somebody has still to throw; a tie lets those tied throw anew.

    >>> opening = np.array([5, 7, 7], dtype=np.int8)
    >>> settle_throws(opening, 3), opening.tolist()
    (-1, [-1, 0, 0])
    >>> opening[1:] = 3, 4
    >>> settle_throws(opening, 3), opening.tolist()
    (2, [0, 0, 0])
    """
    if next_to_throw(opening, seats) != NOBODY:
        return NOBODY
    best = first = 0
    tied = 0
    for seat in range(seats):
        if opening[seat] > best:
            best, first = int(opening[seat]), seat
            tied = 0
        if opening[seat] == best:
            tied += 1
    for seat in range(seats):
        opening[seat] = TO_THROW if tied == 1 or opening[seat] == best else OUT
    return first if tied == 1 else NOBODY
