"""Rings: closed tracks on which every side counts the squares from a start of its own.

A side's coordinate of a square is how far the square lies ahead of its start. Marks are squares at equal distances
that all sides find at the same coordinates, since the starts are as far apart as the marks.
"""


def seen_from(x: int, ahead: int, length: int) -> int:
    """This is the coordinate of a square for a side whose start lies so far ahead of the start that x counts from.

    The square is less than one round from the start that x counts from, and so is the other start.

    >>> seen_from(15, 13, 52), seen_from(8, 39, 52), seen_from(-2, 0, 52)
    (2, 21, 50)
    """
    seen = x - ahead
    if seen < 0:
        return seen + length
    return seen - length if seen >= length else seen


def mark_ahead(x: int, first: int, spacing: int) -> int:
    """This is the next mark strictly ahead of a coordinate, the first mark being at a coordinate below the spacing.

    >>> [mark_ahead(x, 8, 13) for x in (0, 7, 8, 21)]
    [8, 8, 21, 34]
    """
    return (x - first) // spacing * spacing + spacing + first


def mark_behind(x: int, first: int, spacing: int) -> int:
    """This is the last mark strictly behind a coordinate.

    >>> [mark_behind(x, 0, 13) for x in (1, 13, 14, 39)]
    [0, 0, 13, 26]
    """
    return (x - 1 - first) // spacing * spacing + first
