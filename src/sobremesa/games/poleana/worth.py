"""The worth of a table of Poleana: how many steps a side still has to go, and may lose to rivals and custodians."""

from math import log

import numpy as np

from sobremesa.core.rules import Ints
from sobremesa.games.poleana.rules import (
    CELL,
    EXIT,
    FOREIGN,
    FREE,
    LAP,
    MAX_PIECES,
    NINE_ON,
    REJOIN,
    RING,
    ROAD,
    ROADS,
    SIDE,
    SPOTS,
    THREE_ON,
    ZONE,
    Table,
    colour_of,
    is_vacant,
)
from sobremesa.kit.dice import SIDES

HORIZON = 4
WANDER = 0
SCALE = 0.7
EXPLORATION = 0.35

# All in steps, of which a throw makes seven or so. A piece in the zone waits for its throw; one in the cell for the
# right sum. So many steps are won or lost by chance at any time, which makes those still to go count for less.
WAITING = 8.0
LOCKED = 22.0
LUCK = 40.0

# How much of what it may lose a lone piece loses: to custodians, who use everybody's throws, and to rivals behind it.
CUSTODY = 1.4
RIVALRY = 0.8

THROWS = SIDES * SIDES


def _ways() -> Ints:
    ways = np.zeros(RING, dtype=np.int64)
    for first in range(1, SIDES + 1):
        for second in range(1, SIDES + 1):
            for steps in {first, second, first + second}:
                ways[steps] += 1
    return ways


# With how many throws a piece can make so many steps, by a die or by the sum.
WAYS = _ways()


def _guarded() -> Ints:
    guarded = np.zeros(SIDE, dtype=np.int64)
    for first in range(1, SIDES + 1):
        for second in range(1, SIDES + 1):
            for square in {post + steps for steps in (first, second, first + second) for post in (0, THREE_ON)}:
                if square < SIDE and square != NINE_ON:
                    guarded[square] += 1
    return guarded


# With how many throws the custodians of a side take a lone piece on a square of it.
GUARDED = _guarded()


def _steps() -> Ints:
    steps = np.zeros((2, SPOTS), dtype=np.int64)
    for variant in range(2):
        for spot in range(EXIT, ROADS):
            steps[variant, spot] = ROADS - spot
        for nth in range(FOREIGN):
            for step in range(ROAD):
                rejoined = EXIT + SIDE * (nth + 1) + REJOIN + variant
                steps[variant, ROADS + ROAD * nth + step] = ROAD - step + ROADS - rejoined
    steps[:, CELL] = ROADS - EXIT
    return steps


# How far it is to freedom by the shortest way; from the cell as from the exit.
STEPS = _steps()
WHOLE = ROADS - EXIT


def side(t: Table, seat: int) -> int:
    """This is the lowest seat of a side: partners sit opposite each other."""
    return seat % 2 if t.partners else seat


def worth(t: Table, seat: int) -> float:
    """This counts the steps that a side has to go, as a loss."""
    steps = 0.0
    for other in range(t.seats):
        if side(t, other) == side(t, seat):
            steps += to_go(t, other)
    return -log(steps + LUCK)


def to_go(t: Table, seat: int) -> float:
    """This is how many steps a seat has to go, and may have to go once more."""
    steps = 0.0
    for slot in range(MAX_PIECES):
        spot = int(t.spots[seat, slot])
        if spot == FREE:
            continue
        left = int(STEPS[t.bridge_rejoin - REJOIN, spot])
        steps += left + WAITING
        if spot == CELL:
            steps += LOCKED
        elif EXIT <= spot < EXIT + LAP and is_alone(t, seat, slot):
            steps += danger(t, seat, spot) * (WHOLE - left + LOCKED)
    return steps


def is_alone(t: Table, seat: int, slot: int) -> bool:
    """This is whether no other piece of its seat stands with a piece. Pieces stand in ascending order."""
    spots = t.spots[seat]
    if slot > 0 and spots[slot - 1] == spots[slot]:
        return False
    return bool(slot == MAX_PIECES - 1 or spots[slot + 1] != spots[slot])


def danger(t: Table, seat: int, spot: int) -> float:
    """This is how likely a lone piece on the ring is to be sent back, as far as one can see."""
    colour = colour_of(t, seat)
    square = (SIDE * colour + spot - EXIT) % RING
    if square % SIDE == NINE_ON:
        return 0.0
    total = 0.0
    if is_vacant(t, square // SIDE):
        total += CUSTODY * GUARDED[square % SIDE] / THROWS
    for other in range(t.seats):
        if side(t, other) == side(t, seat):
            continue
        home = SIDE * colour_of(t, other)
        for slot in range(MAX_PIECES):
            rival = int(t.spots[other, slot])
            if EXIT <= rival < ZONE:
                total += RIVALRY * WAYS[(square - home - rival + EXIT) % RING] / THROWS
    return min(1.0, total)
