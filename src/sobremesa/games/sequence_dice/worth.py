"""The worth of a table of Dice Sequence: the lines that a side may still fill, by the chips that lie in them."""

import numpy as np

from sobremesa.games.sequence_dice.rules import (
    COLUMNS,
    LONG,
    ROWS,
    SHORT,
    SHOWING,
    Table,
    line_length,
    occupied,
    side_of,
)
from sobremesa.kit.grid import count, lines

HORIZON = 6
WANDER = 12
SCALE = 500.0
EXPLORATION = 0.05

SHORT_LINES = np.array(lines(ROWS, COLUMNS, SHORT))
LONG_LINES = np.array(lines(ROWS, COLUMNS, LONG))

# A chip more makes a line so many times as good.
CHIP = 4

# A rival's chip closes a line, but for one on a seven: those are thrown often enough to be taken over.
OFTEN = int(SHOWING[7])


def side(t: Table, seat: int) -> int:
    """This is the lowest seat of a side: partners sit opposite each other."""
    return side_of(t, seat)


def worth(t: Table, seat: int) -> float:
    """This adds up what the open lines of a side are worth."""
    own = side_of(t, seat)
    held = t.held[own]
    closing = occupied(t) & ~held & ~OFTEN
    total = 0.0
    for line in SHORT_LINES if line_length(t) == SHORT else LONG_LINES:
        if line & closing == 0:
            total += CHIP ** count(line & held)
    return total
