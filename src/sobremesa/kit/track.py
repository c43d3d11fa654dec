"""Tracks: pieces of one player on numbered squares, kept in order, and rows of squares as bits of a mask.

The squares of a player's pieces are one row of an array, ascending, so that tables with the same pieces on the same
squares are the same. Beside it a row of marks tells which piece stands in each slot: how far its number is ahead of
the slot's, round and round. Marks that are all 0 number the pieces in order.
"""

import numpy as np
import numpy.typing as npt

Row = npt.NDArray[np.int8]


def is_clear(mask: int, first: int, count: int) -> bool:
    """This tells whether none of so many squares in a row is in a mask.

    >>> is_clear(0b0100, first=0, count=2), is_clear(0b0100, first=1, count=2)
    (True, False)
    """
    return mask >> first & ((1 << count) - 1) == 0


def count_at(squares: Row, square: int) -> int:
    """This is how many pieces stand on a square."""
    pieces = 0
    for slot in range(len(squares)):
        if squares[slot] == square:
            pieces += 1
    return pieces


def slot_at(squares: Row, square: int) -> int:
    """This is the first slot with a piece on a square that has one."""
    slot = 0
    while squares[slot] != square:
        slot += 1
    return slot


def number_at(marks: Row, slot: int) -> int:
    """This is the number of the piece in a slot, which it keeps wherever it goes."""
    number = slot + int(marks[slot])
    return number if number < len(marks) else number - len(marks)


def mark(marks: Row, slot: int, number: int) -> None:
    """This notes that a piece stands in a slot."""
    marks[slot] = number - slot if number >= slot else number - slot + len(marks)


def put(squares: Row, marks: Row, slot: int, square: int) -> None:
    """This puts the piece in a slot on another square, behind those that stand there, and keeps the order.

    >>> squares, marks = np.array([1, 5, 9], dtype=np.int8), np.zeros(3, dtype=np.int8)
    >>> put(squares, marks, 0, 7)
    >>> squares.tolist(), [number_at(marks, slot) for slot in range(3)]
    ([5, 7, 9], [1, 0, 2])
    """
    number = number_at(marks, slot)
    while slot > 0 and squares[slot - 1] > square:
        squares[slot] = squares[slot - 1]
        mark(marks, slot, number_at(marks, slot - 1))
        slot -= 1
    while slot < len(squares) - 1 and squares[slot + 1] <= square:
        squares[slot] = squares[slot + 1]
        mark(marks, slot, number_at(marks, slot + 1))
        slot += 1
    squares[slot] = square
    mark(marks, slot, number)
