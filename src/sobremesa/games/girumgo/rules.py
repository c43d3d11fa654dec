"""Girumgo: turn coloured wheels until three wedges of one colour meet, and walk across the board on your own colour.

What lies in a slot follows from the orientation of its wheel, and whether two wedges at a hole are alike from the
difference of two orientations, whatever the colour: the next wheel counter-clockwise must be turned two wedges
further, the one after it four.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Int8, Int16, Int64, Ints8, Ints32
from sobremesa.kit import hexagon
from sobremesa.kit.hexagon import NOWHERE
from sobremesa.kit.luck import Luck
from sobremesa.kit.opening import NOBODY, next_to_throw, settle_throws


class Phase(IntEnum):
    """This is what is going on."""

    SETUP = 0
    OPENING = 1
    THROW = 2
    ACT = 3
    OVER = 4


class Setup(IntEnum):
    """This is how the wheels are turned at the start."""

    SYMMETRIC = 0
    ALIGNED = 1
    FREE = 2


MIXED, PHASES = 0, 1
FORMED, END_OF_TURNS = 0, 1
THIS_TURN, MARKED = 0, 1

COLOURS = 6  # GI-3
SLOTS = 6
FACES = 6  # GI-20
MAX_SEATS = 6
MAX_SIDE = 5  # GI-A1
MAX_WHEELS = hexagon.discs(MAX_SIDE)
MAX_HOLES = len(hexagon.holes(MAX_SIDE))
MAX_TURNS = 2000  # GI-21
MAX_ADVANCES = 1_000_000_000
LOSS = 4  # GI-16
PAIR = 2  # GI-16 GI-A5
UNLIMITED = 0

# By the wheels of a side: how many wheels and holes there are.
WHEELS = np.array([hexagon.discs(side) if side else 0 for side in range(MAX_SIDE + 1)])  # GI-1
HOLES = np.array([6 * (side - 1) ** 2 if side else 0 for side in range(MAX_SIDE + 1)])  # GI-1

# By wheel and slot: the hole there, and the other two wheels at it, counter-clockwise.
HOLE = hexagon.facing(MAX_SIDE)  # GI-2
FIRST = hexagon.neighbours(MAX_SIDE)  # GI-2
SECOND = np.roll(FIRST, -1, axis=1)  # GI-2

# By hole: its three wheels, and the slot in which the first of them faces it.
CORNERS = np.array([[wheel for wheel, _ in places] for places in hexagon.holes(MAX_SIDE)])
FACED = np.array([places[0][1] for places in hexagon.holes(MAX_SIDE)])

# By the wheels of a side and by colour: the wheel at that vertex of the hexagon.
VERTEX = np.array(  # GI-4
    [[WHEELS[side] - (side - 1) * (COLOURS - colour) for colour in range(COLOURS)] for side in range(MAX_SIDE + 1)]
)

# By how many play and by seat: the colour; clockwise, since that is how the turn goes round.
SEATED = ((), (), (0, 3), (0, 4, 2), (0, 5, 3, 2), (0, 5, 4, 3, 2), (0, 5, 4, 3, 2, 1))  # GI-5
COLOUR_OF = np.array([[*colours, *(0 for _ in range(MAX_SEATS - len(colours)))] for colours in SEATED])

# By the wheels of a side and by wheel: its place when the board is read row by row.
ROW_ORDER = np.array(
    [
        [sorted(here, key=lambda point: point[::-1]).index(point) for point in here] + [0] * (MAX_WHEELS - len(here))
        for here in (hexagon.points(side) if side else [] for side in range(MAX_SIDE + 1))
    ]
)
ORBIT = hexagon.orbits(MAX_SIDE)

# Moves: two for every wheel, then a step onto every wheel, then the end of the turn.
TURN = 0
STEP = TURN + 2 * MAX_WHEELS
END = STEP + MAX_WHEELS
MOVES = END + 1


class Table:
    """Everything on the table of Girumgo."""

    attacked: Annotated[Int64, "wheels attacked in this turn, as a mask"]
    advances: Annotated[Ints32, (MAX_SEATS,), "advances of each seat"]
    turns: Annotated[Int16, "turns finished so far"]
    rot: Annotated[Ints8, (MAX_WHEELS,), "orientation of each wheel, in wedges counter-clockwise"]
    chips: Annotated[Ints8, (MAX_HOLES,), "the triangle at each hole, which carries a chip: its colour + 1, or 0"]
    stood: Annotated[Ints8, (MAX_HOLES,), "the triangle at each hole when the turn began: its colour + 1, or 0"]
    scored: Annotated[Ints8, (MAX_HOLES,), "colours scored at each hole in this turn, as a mask"]
    tokens: Annotated[Ints8, (MAX_SEATS,), "wheel on which each seat's token stands"]
    opening: Annotated[Ints8, (MAX_SEATS,), "opening throw of each seat in this round, 0 when not yet made, -1 if out"]
    seats: Annotated[Int8, "how many play"]
    phase: Annotated[Int8, "what is going on"]
    turn: Annotated[Int8, "seat whose turn it is, or whose opening throw"]
    drawn: Annotated[Int8, "draws made so far in the set-up"]
    die: Annotated[Int8, "what was thrown, 0 when the die is still to be thrown"]
    left: Annotated[Int8, "turns of wheels that are left of the throw"]
    size: Annotated[Int8, "option: wheels along a side of the board"]
    setup: Annotated[Int8, "option: how the wheels are turned at the start"]
    order: Annotated[Int8, "option: 1 if all turns come before the steps"]
    count: Annotated[Int8, "option: 1 if triangles are counted when the last turn is made"]
    attack: Annotated[Int8, "option: 1 if older triangles count towards an attack"]
    must_turn: Annotated[Int8, "option: 1 if all turns must be made"]
    cap: Annotated[Int8, "option: most advances that a seat can have, 0 for any number"]


# The board


def side_of(t: Table) -> int:
    """This is how many wheels a side of the board has."""
    # A NumPy record answers `.size` itself, so this one field is asked for by its name.
    return int(t["size"])  # type: ignore[index]


def wheels(t: Table) -> int:
    """This is how many wheels the board has."""
    return int(WHEELS[side_of(t)])


def holes(t: Table) -> int:
    """This is how many holes the board has."""
    return int(HOLES[side_of(t)])


def slot_of(rot: int, colour: int) -> int:
    """This is the slot in which a wheel shows a colour."""
    return (colour + rot) % COLOURS  # GI-3 GI-A7


def colour_at(rot: int, slot: int) -> int:
    """This is the colour that a wheel shows in a slot."""
    return (slot - rot) % COLOURS  # GI-3


def colour_of(t: Table, seat: int) -> int:
    """This is the colour of a seat."""
    return int(COLOUR_OF[t.seats, seat])  # GI-5


def start_of(t: Table, seat: int) -> int:
    """This is the wheel on which a seat's token starts."""
    return int(VERTEX[side_of(t), colour_of(t, seat)])  # GI-4 GI-A12


def target_of(t: Table, seat: int) -> int:
    """This is the wheel that a seat's token is bound for."""
    return int(VERTEX[side_of(t), (colour_of(t, seat) + 3) % COLOURS])  # GI-4


def triangle(t: Table, hole: int) -> int:
    """This is the colour of a triangle + 1, or 0 if the wedges at the hole are not all alike."""
    rot = int(t.rot[CORNERS[hole, 0]])
    if t.rot[CORNERS[hole, 1]] == (rot + 2) % COLOURS and t.rot[CORNERS[hole, 2]] == (rot + 4) % COLOURS:
        return colour_at(rot, int(FACED[hole])) + 1  # GI-10
    return 0


# The course of a match


def deal(t: Table, seats: int) -> None:
    """This starts a match: tokens on their vertices, then the set-up of the wheels."""
    t.seats = seats
    for seat in range(seats):
        t.tokens[seat] = start_of(t, seat)  # GI-7
    t.phase = Phase.SETUP
    if draws(t) == 0:
        t.phase = Phase.OPENING  # GI-6


def actor(t: Table) -> int:
    """This is who chooses next."""
    if t.phase == Phase.ACT:
        return t.turn
    return OVER if t.phase == Phase.OVER else CHANCE


def legal(t: Table, out: Ints) -> int:
    """This lists the wheels that can be turned, the wheels that can be stepped onto, and the end of the turn."""
    count = 0
    if t.left > 0:  # GI-8
        count = 2 * wheels(t)
        for move in range(count):
            out[move] = TURN + move  # GI-9 GI-A11
    low, high = steps(t)
    if low != NOWHERE:
        out[count] = STEP + low  # GI-14
        count += 1
    if high != NOWHERE:
        out[count] = STEP + high  # GI-14
        count += 1
    if t.left == 0 or not t.must_turn:
        out[count] = END  # GI-8 GI-A10
        count += 1
    return count


def chance(t: Table, out: Ints, weight: Ints) -> int:
    """This lists the orientations that a wheel can be drawn with, or the faces of the die."""
    count = 0
    if t.phase == Phase.SETUP:
        for rot in range(COLOURS):
            if fits(t, rot):
                out[count] = rot
                weight[count] = 1  # GI-6
                count += 1
        return count
    for face in range(FACES):
        out[face] = face + 1
        weight[face] = 1  # GI-20
    return FACES


def apply(t: Table, choice: int) -> None:
    """This carries out a draw, a throw or a move."""
    if t.phase == Phase.ACT:
        if choice < STEP:
            turn_wheel(t, (choice - TURN) // 2, (choice - TURN) % 2)
        elif choice < END:
            step(t, choice - STEP)
        else:
            give_up(t)
            end_turn(t)
    elif t.phase == Phase.THROW:
        throw(t, choice)
    elif t.phase == Phase.OPENING:
        throw_for_start(t, choice)
    else:
        draw(t, choice)


# The set-up of the wheels


def draws(t: Table) -> int:
    """This is how many draws the set-up takes."""
    if t.setup == Setup.SYMMETRIC:
        return int(ORBIT[wheels(t) - 1]) + 1  # GI-6 GI-A8
    return wheels(t) if t.setup == Setup.FREE else 0  # GI-6 GI-A8


def draw_of(t: Table, wheel: int) -> int:
    """This is the number of the draw that gives a wheel its orientation."""
    if t.setup == Setup.FREE:
        return int(ROW_ORDER[side_of(t), wheel])  # GI-6
    return int(ORBIT[wheel])  # GI-6


def drawn_wheel(t: Table) -> int:
    """This is the wheel for which the next draw is made: the first of all that get the same."""
    wheel = 0
    while draw_of(t, wheel) != t.drawn:
        wheel += 1
    return wheel


def fits(t: Table, rot: int) -> bool:
    """This is whether the next draw can be an orientation: it must leave no triangle among the wheels drawn so far."""
    # Wheels of one draw are turned alike, so two of them never show one colour at a hole.
    wheel = drawn_wheel(t)
    for slot in range(SLOTS):
        if HOLE[wheel, slot] < holes(t):
            first, second = int(FIRST[wheel, slot]), int(SECOND[wheel, slot])
            is_drawn = draw_of(t, first) < t.drawn and draw_of(t, second) < t.drawn
            if is_drawn and t.rot[first] == (rot + 2) % COLOURS and t.rot[second] == (rot + 4) % COLOURS:
                return False  # GI-6
    return True


def draw(t: Table, rot: int) -> None:
    """This turns the wheels of a draw; after the last one the players throw for the start."""
    for wheel in range(wheels(t)):
        if draw_of(t, wheel) == t.drawn:
            t.rot[wheel] = rot  # GI-6
    t.drawn += 1
    if t.drawn == draws(t):
        t.drawn = 0
        t.phase = Phase.OPENING  # GI-7


# The opening throws


def throw_for_start(t: Table, face: int) -> None:
    """This is an opening throw of the seat in turn."""
    t.opening[t.turn] = face
    settle_opening(t)


def settle_opening(t: Table) -> None:
    """This finds who throws next in the opening, or, when all have thrown, who begins or must throw again."""
    first = settle_throws(t.opening, t.seats)
    if first == NOBODY:
        t.turn = next_to_throw(t.opening, t.seats)  # GI-7
    else:
        t.turn = first
        t.phase = Phase.THROW  # GI-7


# A turn


def throw(t: Table, face: int) -> None:
    """This throws the die of a turn."""
    t.die = face
    t.left = face  # GI-8
    t.phase = Phase.ACT
    stood, chips = t.stood, t.chips
    for hole in range(MAX_HOLES):
        stood[hole] = chips[hole]  # GI-11


def turn_wheel(t: Table, wheel: int, way: int) -> None:
    """This turns a wheel by one wedge, counter-clockwise if way is 0, and the tokens on it with it."""
    rots, chips = t.rot, t.chips
    rot = (int(rots[wheel]) + (1 if way == 0 else COLOURS - 1)) % COLOURS  # GI-9
    next_rot, last_rot = (rot + 2) % COLOURS, (rot + 4) % COLOURS
    rots[wheel] = rot
    t.left -= 1  # GI-8

    # Put and take chips; the slots with a new triangle are kept as a mask.
    bound = holes(t)
    made = 0
    for slot in range(SLOTS):
        hole = HOLE[wheel, slot]
        if hole < bound:
            if rots[FIRST[wheel, slot]] == next_rot and rots[SECOND[wheel, slot]] == last_rot:
                chips[hole] = colour_at(rot, slot) + 1  # GI-11 GI-13
                made |= 1 << slot
            else:
                chips[hole] = 0  # GI-12

    if made != 0 and t.count == FORMED:
        score_around(t, wheel, made)  # GI-A3
    if t.left == 0:
        if t.count == END_OF_TURNS:
            score_all(t)  # GI-A3
        pass_on(t)


def step(t: Table, wheel: int) -> None:
    """This moves the token of the seat in turn onto a wheel beside its own."""
    if t.order == PHASES:
        give_up(t)  # GI-A2
    seat = t.turn
    t.advances[seat] -= 1  # GI-14
    t.tokens[seat] = wheel  # GI-15
    if wheel == target_of(t, seat):
        close_turn(t)
        t.phase = Phase.OVER  # GI-19
    else:
        pass_on(t)


def steps(t: Table) -> tuple[int, int]:
    """This is the wheels that can be stepped onto, the lower number first; NOWHERE for one that there is not."""
    seat = t.turn
    if t.advances[seat] == 0:
        return NOWHERE, NOWHERE  # GI-14
    if t.left > 0 and t.must_turn and t.order == PHASES:
        return NOWHERE, NOWHERE  # GI-A2 GI-A10
    rots, wheel = t.rot, t.tokens[seat]
    rot = int(rots[wheel])
    slot = slot_of(rot, colour_of(t, seat))
    if HOLE[wheel, slot] >= holes(t):
        return NOWHERE, NOWHERE  # GI-14
    first, second = int(FIRST[wheel, slot]), int(SECOND[wheel, slot])
    if rots[first] != (rot + 2) % COLOURS:
        first = NOWHERE  # GI-14
    if rots[second] != (rot + 4) % COLOURS:
        second = NOWHERE  # GI-14
    return min(first, second), max(first, second)


def give_up(t: Table) -> None:
    """This gives up the turns that are left; where triangles are counted at the end of them, it is now."""
    if t.left > 0:
        t.left = 0  # GI-8
        if t.count == END_OF_TURNS:
            score_all(t)  # GI-A3


def pass_on(t: Table) -> None:
    """This ends the turn if nothing can be done in it any more."""
    if t.left == 0 and steps(t)[0] == NOWHERE:
        end_turn(t)  # GI-8


def end_turn(t: Table) -> None:
    """This passes the turn on, clockwise; advances are kept."""
    close_turn(t)
    t.turn = t.turn + 1 if t.turn + 1 < t.seats else 0  # GI-7
    t.phase = Phase.OVER if t.turns == MAX_TURNS else Phase.THROW  # GI-21


def close_turn(t: Table) -> None:
    """This finishes a turn and forgets what mattered only in it."""
    t.turns += 1
    t.die = 0
    t.left = 0
    t.attacked = 0
    t.stood[:] = 0
    t.scored[:] = 0


# Triangles and attacks


def score_around(t: Table, wheel: int, made: int) -> None:
    """This scores the triangles in some slots of a wheel, and judges the attacks that they make."""
    fresh = 0
    for slot in range(SLOTS):
        if made >> slot & 1 and may_score(t, HOLE[wheel, slot]):
            mark_scored(t, HOLE[wheel, slot])
            fresh |= 1 << slot
    struck = 0
    for slot in range(SLOTS):
        if fresh >> slot & 1:
            struck |= struck_at(t, HOLE[wheel, slot])
    strike(t, struck)


def score_all(t: Table) -> None:
    """This scores every triangle that did not stand when the turn began, and judges the attacks that they make."""
    for hole in range(holes(t)):
        if t.chips[hole] != 0 and may_score(t, hole):
            mark_scored(t, hole)
    struck = 0
    for hole in range(holes(t)):
        if t.scored[hole] != 0:
            struck |= struck_at(t, hole)
    strike(t, struck)


def may_score(t: Table, hole: int) -> bool:
    """This is whether the triangle at a hole is new: it neither stood when the turn began nor has been scored since."""
    chip = t.chips[hole]
    return bool(t.stood[hole] != chip and not t.scored[hole] >> (chip - 1) & 1)  # GI-11 GI-A4


def mark_scored(t: Table, hole: int) -> None:
    """This scores the triangle at a hole for the seat in turn."""
    t.scored[hole] |= 1 << (t.chips[hole] - 1)  # GI-11
    gain(t)


def gain(t: Table) -> None:
    """This gives the seat in turn an advance, unless it has as many as there can be."""
    if t.cap == UNLIMITED or t.advances[t.turn] < t.cap:  # GI-18 GI-A9
        t.advances[t.turn] += 1


def struck_at(t: Table, hole: int) -> int:
    """This is the wheels at a newly scored hole on which rivals are attacked now, as a mask."""
    struck = 0
    for corner in range(3):
        wheel = int(CORNERS[hole, corner])
        is_fresh = not t.attacked >> wheel & 1  # GI-16
        if is_fresh and has_rival(t, wheel) and triangles_at(t, wheel) >= PAIR:  # GI-16
            struck |= 1 << wheel
    return struck


def has_rival(t: Table, wheel: int) -> bool:
    """This is whether a rival of the seat in turn stands on a wheel."""
    for seat in range(t.seats):
        if seat != t.turn and t.tokens[seat] == wheel:
            return True
    return False


def triangles_at(t: Table, wheel: int) -> int:
    """This is how many triangles at a wheel count towards an attack."""
    count = 0
    for slot in range(SLOTS):
        hole = HOLE[wheel, slot]
        if hole < holes(t) and counts_for_attack(t, hole):
            count += 1
    return count


def counts_for_attack(t: Table, hole: int) -> bool:
    """This is whether there is a triangle at a hole that counts towards an attack: one that was scored in this turn."""
    if t.chips[hole] == 0:
        return False
    return bool(t.attack == MARKED or t.scored[hole] >> (t.chips[hole] - 1) & 1)  # GI-16 GI-A5


def strike(t: Table, struck: int) -> None:
    """This carries out the attacks on some wheels, all at once."""
    if struck == 0:
        return
    for wheel in range(MAX_WHEELS):
        if struck >> wheel & 1:
            gain(t)  # GI-16 GI-A6
    for seat in range(t.seats):
        if seat != t.turn and struck >> int(t.tokens[seat]) & 1:  # GI-A6
            if t.advances[seat] >= LOSS:
                t.advances[seat] -= LOSS  # GI-16
            else:
                t.advances[seat] = 0  # GI-16 GI-18
                t.tokens[seat] = start_of(t, seat)  # GI-16 GI-17
    t.attacked |= struck


# The end, and what a match is worth


def winner(t: Table) -> int:
    """This is the seat whose token has arrived, or -1."""
    for seat in range(t.seats):
        if t.tokens[seat] == target_of(t, seat):
            return seat
    return -1


def turns(t: Table) -> int:
    """This is how many turns have been finished, the winning one included."""
    return t.turns


def default(t: Table) -> int:
    """This is the move for an absent player: to end the turn, or to turn the middle wheel while turns must be made."""
    return END if t.left == 0 or not t.must_turn else TURN


def score(t: Table, out: Ints) -> None:
    """This is, for every seat, its advances."""
    for seat in range(t.seats):
        out[seat] = t.advances[seat]


def rank(t: Table, out: Ints) -> None:
    """This is the place of every seat: first for the one that has arrived, or for all if nobody has."""
    leader = winner(t)
    for seat in range(t.seats):
        out[seat] = 1 if leader < 0 or seat == leader else 2  # GI-22


# What a seat may know: everything lies open


def hide(t: Table, seat: int) -> None:
    """This removes nothing: the game has no secrets."""


def guess(t: Table, seat: int, luck: Luck) -> None:
    """This adds nothing, for nothing was removed."""


def tells(t: Table, choice: int, seat: int) -> bool:
    """This is whether a seat sees a choice: always."""
    return True
