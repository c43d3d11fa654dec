"""Hexagons: boards of discs that are packed in a hexagon, and the holes between three discs that touch.

Discs are numbered ring by ring from the middle, each ring counter-clockwise from its disc in direction 0; holes by the
outermost ring that they touch. So the board of a shorter side is the beginning of the board of a longer one, and one
table of numbers serves all sizes: what is not on a smaller board has a number that is too high for it.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Point: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int]

DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six neighbours in axial coordinates, counter-clockwise from the right, with rows counted downwards."""

TURNS = len(DIRECTIONS)

NOWHERE = 999
"""The number of a disc or a hole that no board has."""


def discs(side: int) -> int:
    """This is how many discs a hexagon has, by the discs of its side.

    >>> [discs(side) for side in (1, 2, 3, 4, 5)]
    [1, 7, 19, 37, 61]
    """
    return 3 * side * (side - 1) + 1


def points(side: int) -> list[Point]:
    """This lists the axial coordinates of the discs in the order of their numbers.

    >>> points(2)
    [(0, 0), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    """
    listed = [(0, 0)]
    for ring in range(1, side):
        for corner in range(TURNS):
            # A ring runs from one corner to the next in the direction two further on.
            (right, down), (along, across) = DIRECTIONS[corner], DIRECTIONS[(corner + 2) % TURNS]
            listed += [(ring * right + step * along, ring * down + step * across) for step in range(ring)]
    return listed


def neighbours(side: int) -> npt.NDArray[np.int64]:
    """This is, for every disc and direction, the disc there, or NOWHERE."""
    number = {point: disc for disc, point in enumerate(points(side))}
    return np.array(
        [[number.get((q + right, r + down), NOWHERE) for right, down in DIRECTIONS] for q, r in number], dtype=np.int64
    )


def orbits(side: int) -> npt.NDArray[np.int64]:
    """This numbers the sets of discs that turn into one another when the board is turned: the set of every disc.

    >>> orbits(3).tolist()
    [0, 1, 1, 1, 1, 1, 1, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 3]
    """
    listed, first = [0], 1
    for ring in range(1, side):
        listed += [first + place % ring for place in range(TURNS * ring)]
        first += ring
    return np.array(listed, dtype=np.int64)


def holes(side: int) -> list[tuple[Place, Place, Place]]:
    """This lists the holes in the order of their numbers, each as its three places, counter-clockwise.

    A place is a disc and one of its six sides, of which number n lies between the directions n and n + 1. The first
    place of a hole is the one whose side is 0 or 1.

    >>> len(holes(4)), holes(4)[0]
    (54, ((0, 0), (1, 2), (2, 4)))
    """
    beside = neighbours(side).tolist()
    found = [
        ((disc, at), (beside[disc][at], at + 2), (beside[disc][at + 1], at + 4))
        for disc in range(discs(side))
        for at in (0, 1)
        if NOWHERE not in (beside[disc][at], beside[disc][at + 1])
    ]
    rings = [ring for ring in range(side) for _ in range(discs(ring + 1) - discs(ring) if ring else 1)]
    return sorted(found, key=lambda hole: max(rings[disc] for disc, _ in hole))


def facing(side: int) -> npt.NDArray[np.int64]:
    """This is, for every disc and each of its sides, the hole there, or NOWHERE."""
    table = np.full((discs(side), TURNS), NOWHERE, dtype=np.int64)
    for number, places in enumerate(holes(side)):
        for disc, at in places:
            table[disc, at] = number
    return table
