"""The worth of a table of Girumgo, in turns of wheels: how many a token still needs to arrive, the fewer the better."""

import numpy as np

from sobremesa.core.table import Ints8, Ints16
from sobremesa.games.girumgo.rules import (
    COLOURS,
    END,
    FACES,
    FIRST,
    HOLE,
    HOLES,
    LOSS,
    MAX_SIDE,
    SECOND,
    SLOTS,
    VERTEX,
    Phase,
    Table,
    colour_of,
    side_of,
    steps,
)
from sobremesa.games.girumgo.rules import STEP as STEPPING
from sobremesa.kit import hexagon
from sobremesa.kit.hexagon import NOWHERE

HORIZON = 1
WANDER = 0
SCALE = 5.5
EXPLORATION = 0.35

# A step usually takes three turns of the two wheels it joins, and one that rivals spoil.
STEP = 4.1
USUAL = 3.3

# What is saved where wheels lie better than usual: all of it for whoever can walk at once, less for a second step,
# which needs another advance, and less for those who wait, since rivals turn wheels before them.
LATER = 0.8
WAITING = 0.45

# Triangles come by themselves while wheels are turned for a walk, so an advance is worth less than a turn; and no more
# of them are of use than are needed to arrive and to survive an attack.
ADVANCE = 0.4

# Turns that are left are worth less than turns well made, or nobody would make them.
LEFT = 0.7
THROW = 0.7 * (FACES + 1) / 2

# By the difference of two orientations, COLOURS more than it is: how many turns lie between them.
TURNS = np.array([min(difference % COLOURS, -difference % COLOURS) for difference in range(2 * COLOURS)])


POINTS = hexagon.points(MAX_SIDE)


def distance(side: int, colour: int, wheel: int) -> int:
    """This is how many steps a wheel lies away from the target of a colour."""
    at, goal = POINTS[wheel], POINTS[VERTEX[side, (colour + 3) % COLOURS]]
    right, down = goal[0] - at[0], goal[1] - at[1]
    return int(max(abs(right), abs(down), abs(right + down)))


# By the wheels of a side, colour and wheel: the steps to the target.
SIDES = range(MAX_SIDE + 1)
AWAY = np.array(
    [[[distance(side, colour, wheel) for wheel in range(len(HOLE))] for colour in range(COLOURS)] for side in SIDES],
    dtype=np.int16,
)


def ways(side: int, colour: int, wheel: int) -> list[tuple[int, int, int]]:
    """This lists the steps that lead nearer: the wheel stepped onto, and how this one and that one must be turned."""
    found = []
    for slot in range(SLOTS):
        if HOLE[wheel, slot] < HOLES[side]:
            for onto, further in ((FIRST[wheel, slot], 2), (SECOND[wheel, slot], 4)):
                if AWAY[side, colour, onto] < AWAY[side, colour, wheel]:
                    found.append((int(onto), (slot - colour) % COLOURS, (slot + further - colour) % COLOURS))
    return (found + 4 * [(NOWHERE, 0, 0)])[:4]


# At most two directions lead nearer, each past two holes. Small numbers, or a search would wait for its memory.
WAYS = np.array(
    [[[ways(side, colour, wheel) for wheel in range(len(HOLE))] for colour in range(COLOURS)] for side in SIDES],
    dtype=np.int16,
)
MOST_WAYS = WAYS.shape[3]


def next_onto() -> Ints16:
    """This is, like the ways, the two wheels that lie nearer to the target; twice the same if there is only one."""
    onto = np.where(WAYS[..., 0] == NOWHERE, WAYS[..., :1, 0], WAYS[..., 0])
    return np.stack([onto.min(axis=-1), onto.max(axis=-1)], axis=-1)


# After a step: the wheels that a second one may lead onto.
ONTO = next_onto()


def next_turns() -> Ints8:
    """This is, for every way, each wheel that a second step may lead onto and its orientation, the turns it takes."""
    side, colour = np.arange(len(SIDES))[:, None, None, None], np.arange(COLOURS)[:, None, None]
    reached, turned = np.where(WAYS[..., 0] == NOWHERE, 0, WAYS[..., 0]), WAYS[..., 2]
    onto, first, second = np.moveaxis(WAYS[side, colour, reached], -1, 0)
    turns = (
        TURNS[(first - turned[..., None]) % COLOURS, None] + TURNS[(second[..., None] - np.arange(COLOURS)) % COLOURS]
    )
    is_onto = onto[..., None, :] == ONTO[side, colour, reached][..., None]
    fewest: Ints8 = np.where(is_onto[..., None], turns[..., None, :, :], COLOURS).min(axis=-2).astype(np.int8)
    return fewest


# By way, wheel of the second step and its orientation: the fewest turns that this step takes after the first one.
NEXT = next_turns()


def side(t: Table, seat: int) -> int:
    """This is the seat itself: everybody plays alone."""
    return seat


def worth(t: Table, seat: int) -> float:
    """This is what the distance, the wheels of the next two steps, the advances and the turn are worth to a seat."""
    size, colour, wheel = side_of(t), colour_of(t, seat), int(t.tokens[seat])
    away = int(AWAY[size, colour, wheel])
    total = ADVANCE * min(int(t.advances[seat]), away + LOSS) - STEP * away
    if t.phase == Phase.ACT and seat == t.turn:
        return total + LEFT * int(t.left) + saved(t, size, colour, wheel)
    if t.phase == Phase.THROW and seat == t.turn:
        total += THROW
    return total + WAITING * saved(t, size, colour, wheel)


def saved(t: Table, size: int, colour: int, wheel: int) -> float:
    """This is how many turns the best next two steps take less than usual."""
    best = -USUAL
    rot = int(t.rot[wheel])
    for way in range(MOST_WAYS):
        onto = int(WAYS[size, colour, wheel, way, 0])
        if onto != NOWHERE:
            first, second = int(WAYS[size, colour, wheel, way, 1]), int(WAYS[size, colour, wheel, way, 2])
            turns = TURNS[COLOURS + first - rot] + TURNS[COLOURS + second - int(t.rot[onto])]
            best = max(best, USUAL - turns + LATER * saved_later(t, size, colour, wheel, way))
    return best


def saved_later(t: Table, size: int, colour: int, wheel: int, way: int) -> float:
    """This is how many turns the best second step takes less than usual, once the first was made by a way."""
    onto = int(WAYS[size, colour, wheel, way, 0])
    if AWAY[size, colour, onto] == 0:
        return 0.0
    low, high = int(t.rot[ONTO[size, colour, onto, 0]]), int(t.rot[ONTO[size, colour, onto, 1]])
    fewest = min(int(NEXT[size, colour, wheel, way, 0, low]), int(NEXT[size, colour, wheel, way, 1, high]))
    return USUAL - fewest


def hopeless(t: Table, move: int) -> bool:
    """Return whether a move gives something up for nothing.

    That is a step that leads no nearer to the target, anything else while one is open that does, and ending a turn
    with turns of wheels left.
    """
    if STEPPING <= move < END:
        return not leads_nearer(t, move - STEPPING)
    first, second = steps(t)
    return leads_nearer(t, first) or leads_nearer(t, second) or (move == END and t.left > 0)


def leads_nearer(t: Table, wheel: int) -> bool:
    """Return whether a wheel that may be stepped onto lies nearer to the target of the seat in turn than its token."""
    if wheel == NOWHERE:
        return False
    size, colour = side_of(t), colour_of(t, int(t.turn))
    return bool(AWAY[size, colour, wheel] < AWAY[size, colour, int(t.tokens[t.turn])])
