"""The worth of a table of Royal Ludo: how many steps a player still has to go, and may lose to rivals' throws."""

from math import log

import numpy as np

from sobremesa.core.table import Ints8
from sobremesa.games.royal_ludo.rules import (
    CROWN,
    FEATHER,
    FEATHERS,
    FINALS,
    GATES,
    PAWNS,
    PRISON,
    QUARTERS,
    SIDES,
    THROWS,
    Phase,
    Table,
    crown_behind,
    final,
    is_on_ring,
    is_safe,
    landed_pawn,
    may_go_back,
    ring,
    rivals_met,
    start_of,
)
from sobremesa.kit.ring import mark_ahead, seen_from

HORIZON = 0
WANDER = 10
SCALE = 0.35
EXPLORATION = 0.35

# All in steps, of which a throw makes seven or so. A pawn that is not crowned yet will waste some throws before it is;
# a prisoner waits for a Crown, longer if no other pawn can use the throws until then.
UNCROWNED = 20.0
IMPRISONED = 26.0
IDLE = 12.0

# What a throw that can crown a pawn saves, of those that would be wasted.
CROWNING = 18.0

# What a throw makes on average, and a symbol on it beside the points.
PACE = 7.0
LEAP = 6.0

# So many steps are won or lost by chance at any time, which makes those that are still to go count for less.
LUCK = 100.0

# How much of what it may lose a pawn loses by rivals that throw before it can run, and by those that throw later.
SOON = 0.7
LATER = 0.2


def _ways() -> Ints8:
    ways = np.zeros((len(FINALS), FINALS.max() + 2, FINALS.max() + 2), dtype=np.int8)
    for board, last in enumerate(FINALS):
        for throw in range(THROWS):
            special, plain = throw // SIDES + 1, throw % SIDES + 1
            if special == CROWN:
                ways[board, PRISON, plain] += 1
            for x in range(last):
                goal = x + plain
                if special < FEATHER:
                    goal += special
                else:
                    mark = mark_ahead(x, FEATHERS[board] if special == FEATHER else 0, QUARTERS[board])
                    goal = mark + plain if mark <= GATES[board] else goal
                if goal <= last:
                    ways[board, x, goal] += 1
    return ways


# With how many throws a pawn gets from one coordinate to another; the last row is that of the prison, which is -1.
WAYS = _ways()


def side(t: Table, seat: int) -> int:
    """This is the seat itself: everybody plays alone."""
    return seat


def worth(t: Table, seat: int) -> float:
    """This counts the steps that a seat has to go, as a loss."""
    met = rivals_met(t) if t.phase == Phase.LAND else 0
    nearest_crown = ring(t)
    is_idle = True
    steps = 0.0
    for pawn in range(PAWNS * seat, PAWNS * seat + PAWNS):
        x = int(t.at[pawn])
        if x == final(t):
            continue
        steps += UNCROWNED
        if x == PRISON or met >> pawn & 1:
            steps += final(t) + IMPRISONED
            continue
        is_idle = False
        steps += final(t) - x - CROWNING * WAYS[t.board, x, final(t)] / THROWS
        if is_on_ring(t, x) and not is_safe(t, x):
            steps += danger(t, seat, x, met) * (IMPRISONED + x)
        if may_go_back(t, pawn):
            nearest_crown = min(nearest_crown, x - crown_behind(t, x))
    if is_idle:
        steps += IDLE
    elif nearest_crown < ring(t) and must_go_back(t, seat):
        steps += nearest_crown
    if seat == following(t) and t.phase != Phase.OPENING:
        steps -= pace(t)
    return -log(steps + LUCK)


def danger(t: Table, seat: int, x: int, met: int) -> float:
    """This is how likely a seat's pawn on a square of the ring is to be jailed, as far as one can see."""
    total = 0.0
    for other in range(t.seats):
        there = seen_from(x, start_of(t, other) - start_of(t, seat), ring(t))
        if other == seat or not is_on_ring(t, there):
            continue
        ways = 0
        for pawn in range(PAWNS * other, PAWNS * other + PAWNS):
            if not met >> pawn & 1:
                ways += WAYS[t.board, t.at[pawn], there]
        total += ways / THROWS * (SOON if is_before(t, other, seat) else LATER)
    return total


def following(t: Table) -> int:
    """This is the seat that acts or throws next."""
    return int(t.turn) if t.phase <= Phase.ACT else (int(t.turn) + 1) % int(t.seats)


def pace(t: Table) -> float:
    """This is how many steps the throw on the table makes, or one that is still to come."""
    if t.phase != Phase.ACT:
        return PACE
    return float(t.plain) + (float(t.special) if t.special < FEATHER else LEAP)


def is_before(t: Table, other: int, seat: int) -> bool:
    """This is whether another seat throws before a seat does."""
    first = following(t)
    return (other - first) % int(t.seats) < (seat - first) % int(t.seats)


def must_go_back(t: Table, seat: int) -> bool:
    """This is whether a seat has still to take a pawn back in this turn."""
    if t.phase == Phase.LAND:
        # As in the rules: with a Crown only a freed pawn ends on the coordinate that the plain die shows.
        return bool(seat != t.turn and t.special == CROWN and t.at[landed_pawn(t)] != t.plain)
    return bool(t.phase == Phase.PUSH and (seat - t.turn) % t.seats >= t.seats - t.push)
