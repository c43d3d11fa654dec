"""The worth of a table of Dice Sequence: lines that can still be filled, the nearer to full the more."""

import numpy as np

from sobremesa.games.sequence_dice.rules import COLUMNS, LONG, ROWS, SHORT, Table, line_length, occupied, side_of
from sobremesa.kit.grid import count, lines

HORIZON = 8
SCALE = 4.0

SHORT_LINES = np.array(lines(ROWS, COLUMNS, SHORT))
LONG_LINES = np.array(lines(ROWS, COLUMNS, LONG))

# What a line is worth by how many chips it lacks, and what is left of that when rivals' chips, which a throw may
# replace or take away, lie on one square of it, on two, on more.
NEARNESS = np.array([20.0, 6.0, 2.2, 0.8, 0.25, 0.05, 0.0])
BLOCKED = np.array([1.0, 0.35, 0.1, 0.0, 0.0, 0.0, 0.0])


def side(t: Table, seat: int) -> int:
    """This is the lowest seat of a side: partners sit opposite each other."""
    return side_of(t, seat)


def worth(t: Table, seat: int) -> float:
    """This adds up what the lines are worth to a side."""
    held = t.held[side_of(t, seat)]
    rivals = occupied(t) & ~held
    length = line_length(t)
    total = 0.0
    for line in SHORT_LINES if length == SHORT else LONG_LINES:
        total += NEARNESS[length - count(held & line)] * BLOCKED[count(rivals & line)]
    return total
