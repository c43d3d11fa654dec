"""Grids: boards of rows and columns whose squares are numbered row by row and held in masks.

Bit n of a mask stands for square n, so a side's chips are one number, and a line is held when no bit of it is missing.
"""

import numpy as np
import numpy.typing as npt

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

NO_LINE = -1
"""A line that nobody can hold: it has every bit of a number, and no board has 64 squares."""


def lines(rows: int, columns: int, length: int) -> list[int]:
    """This lists the masks of all straight lines of a length: along rows, columns and both diagonals.

    >>> len(lines(6, 6, 5)), len(lines(6, 6, 6))
    (32, 14)
    """
    masks = []
    for row in range(rows):
        for column in range(columns):
            for down, right in DIRECTIONS:
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    squares = ((row + down * step) * columns + column + right * step for step in range(length))
                    masks.append(sum(1 << square for square in squares))
    return masks


def lines_through(rows: int, columns: int, length: int) -> npt.NDArray[np.int64]:
    """This lists, square by square, the masks of the lines that contain it, filled up with NO_LINE."""
    masks = lines(rows, columns, length)
    through = [[mask for mask in masks if mask >> square & 1] for square in range(rows * columns)]
    width = max(len(row) for row in through)
    return np.array([row + [NO_LINE] * (width - len(row)) for row in through], dtype=np.int64)


def completes(held: int, through: npt.NDArray[np.int64]) -> bool:
    """This tells whether a mask holds one of the lines through a square."""
    for i in range(len(through)):
        if held & through[i] == through[i]:
            return True
    return False


def count(mask: int) -> int:
    """This counts the squares of a mask of up to 62 squares."""
    # Neighbouring counts are added up in ever wider groups: pairs of bits, fours, eights, then the rest.
    mask = mask - (mask >> 1 & 0x1555555555555555)
    mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333)
    mask = mask + (mask >> 4) & 0x0F0F0F0F0F0F0F0F
    mask = mask + (mask >> 8)
    mask = mask + (mask >> 16)
    return (mask + (mask >> 32)) & 0x7F


def first(mask: int) -> int:
    """This is the lowest square of a mask that has one."""
    return count((mask & -mask) - 1)


def list_squares(mask: int, out: npt.NDArray[np.int64]) -> int:
    """This fills in the squares of a mask, ascending, and returns how many."""
    listed = 0
    while mask != 0:
        out[listed] = first(mask)
        listed += 1
        mask &= mask - 1
    return listed
