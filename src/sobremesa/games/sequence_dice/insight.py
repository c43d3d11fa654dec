"""What a search makes of a table of Dice Sequence: lines that a side may still fill, by the throws that they need."""

import numpy as np

from sobremesa.games.sequence_dice.rules import (
    COLUMNS,
    HIGHEST,
    LONG,
    LOWEST,
    NUMBERS,
    ROWS,
    SHORT,
    SHOWING,
    SQUARES,
    Table,
    line_length,
    occupied,
    side_of,
)
from sobremesa.kit.grid import count, lines

HORIZON = 6
WANDER = 12
SCALE = 0.5
EXPLORATION = 0.05

# The squares of every line.
SHORT_LINES, LONG_LINES = (
    np.array([[square for square in range(SQUARES) if line >> square & 1] for line in lines(ROWS, COLUMNS, length)])
    for length in (SHORT, LONG)
)

# What is left of a line's worth for a square that it lacks: the more ways there are to throw its number, the more. An
# empty square takes an eleven too; a rival's can be taken over only once all squares of its number are occupied.
WAYS = np.array([0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
EMPTY = 0.061 * (WAYS[NUMBERS] + 2)
TAKEN = 0.061 * WAYS[NUMBERS]
SPARED = 0.25 * TAKEN
OWN = np.ones(SQUARES)

# By whether a square is held, occupied, and of a number that is all occupied, as bits; and by square.
LEFT = np.array([EMPTY, OWN, SPARED, OWN, EMPTY, OWN, TAKEN, OWN])

# What a chip is worth that rivals will hardly get rid of, for it bars their lines.
TWO, THREE, TWELVE = 0.075, 0.03, 0.095
TEMPO = 0.04


def side(t: Table, seat: int) -> int:
    """This is the lowest seat of a side: partners sit opposite each other."""
    return side_of(t, seat)


def worth(t: Table, seat: int) -> float:
    """This adds up what the lines are worth to a side."""
    own = side_of(t, seat)
    held, everyone = t.held[own], occupied(t)
    full = 0
    for number in range(LOWEST, HIGHEST + 1):
        if SHOWING[number] & ~everyone == 0:
            full |= SHOWING[number]
    total = TEMPO if side_of(t, t.turn) == own else 0.0
    total += TWO * count(held & SHOWING[2]) + THREE * count(held & SHOWING[3]) + TWELVE * count(held & SHOWING[12])
    for line in SHORT_LINES if line_length(t) == SHORT else LONG_LINES:
        chance = 1.0
        for square in line:
            bits = (held >> square & 1) | (everyone >> square & 1) << 1 | (full >> square & 1) << 2
            chance *= LEFT[bits, square]
        total += chance
    return total
