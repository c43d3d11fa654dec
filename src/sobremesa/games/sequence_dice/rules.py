"""Dice Sequence: throw two dice, put a chip on a square of that number, be the first side with a line of chips.

A side's chips are one mask of the 36 squares, so that a line is found by comparing masks.
"""

from enum import IntEnum
from typing import Annotated

import numpy as np

from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Int8, Int16, Ints8, Ints64
from sobremesa.kit.dice import sums
from sobremesa.kit.grid import completes, count, first, lines_through, list_squares
from sobremesa.kit.luck import Luck


class Phase(IntEnum):
    """This is what is going on."""

    OPENING = 0
    THROW = 1
    ACT = 2
    OVER = 3


MAX_SEATS = 4  # SD-1
MAX_SIDES = 3  # SD-1
ROWS = COLUMNS = 6
SQUARES = ROWS * COLUMNS

# The number that each square shows.
NUMBERS = np.array(  # SD-3
    [
        [2, 3, 4, 5, 6, 2],
        [6, 7, 8, 9, 7, 3],
        [5, 9, 12, 12, 8, 4],
        [4, 8, 12, 12, 9, 5],
        [3, 7, 9, 8, 7, 6],
        [2, 6, 5, 4, 3, 2],
    ]
).reshape(SQUARES)

LOWEST, HIGHEST = 2, 12
DEFENSIVE = 10  # SD-12
WILD = 11  # SD-13
AUTO = 0
SHORT, LONG = 5, 6  # SD-4
UNLIMITED = 0
MAX_TURNS = 2000  # SD-18
TOTALS, WAYS = sums(2)  # SD-8

# The squares that show a number, as a mask, and the squares that a ten or a full-board eleven may spare.
SHOWING = np.array([sum(1 << square for square in range(SQUARES) if NUMBERS[square] == n) for n in range(13)])
ALL_SQUARES = (1 << SQUARES) - 1
SHELTERED = int(SHOWING[LOWEST] | SHOWING[HIGHEST])
THROUGH_SHORT = lines_through(ROWS, COLUMNS, SHORT)
THROUGH_LONG = lines_through(ROWS, COLUMNS, LONG)


class Table:
    """Everything on the table of Dice Sequence. What the piles hold follows from the board."""

    held: Annotated[Ints64, (MAX_SIDES,), "squares with a chip of each side, as masks"]
    turns: Annotated[Int16, "turns finished so far"]
    seats: Annotated[Int8, "how many play"]
    phase: Annotated[Int8, "what is going on"]
    turn: Annotated[Int8, "seat whose turn it is, or whose opening throw"]
    roll: Annotated[Int8, "sum of the dice to be resolved, 0 when they are still to be thrown"]
    throws: Annotated[Ints8, (MAX_SEATS, 2), "opening throws of each seat in this round, 0 when not yet made"]
    waiting: Annotated[Ints8, (MAX_SEATS,), "1 for each seat that is out of the opening throws"]
    line: Annotated[Int8, "option: chips in a line, 0 for the usual number"]
    start_throws: Annotated[Int8, "option: opening throws of each seat"]
    extra_on_own: Annotated[Int8, "option: 1 if a 2 or 12 that is all own gives another throw"]
    wild_spares_2_12: Annotated[Int8, "option: 1 if an 11 on a full board spares the 2s and 12s"]
    chips: Annotated[Int8, "option: chips of a side, 0 for any number"]


# Sides, chips and squares


def sides(t: Table) -> int:
    """This is how many sides play: partners sit opposite each other when there are four."""
    return 3 if t.seats == 3 else 2  # SD-1


def side_of(t: Table, seat: int) -> int:
    """This is the side of a seat."""
    return seat % sides(t)  # SD-1


def line_length(t: Table) -> int:
    """This is how many chips make a line."""
    if t.line != AUTO:
        return t.line
    return SHORT if sides(t) == 3 else LONG  # SD-4 SD-A2


def has_chip(t: Table, side: int) -> bool:
    """This is whether a side has a chip left in its pile."""
    return t.chips == UNLIMITED or count(t.held[side]) < t.chips  # SD-2 SD-16 SD-A7


def occupied(t: Table) -> int:
    """This is every square with a chip on it."""
    return int(t.held[0] | t.held[1] | t.held[2])


def makes_line(t: Table, side: int, square: int) -> bool:
    """This is whether a side has a line through a square."""
    through = THROUGH_SHORT if line_length(t) == SHORT else THROUGH_LONG
    return completes(t.held[side], through[square])  # SD-17


def has_line(t: Table, side: int) -> bool:
    """This is whether a side has a line anywhere."""
    for square in range(SQUARES):
        if makes_line(t, side, square):
            return True
    return False


def targets(t: Table) -> int:
    """This is every square on which the throw can be resolved now; none if nothing can be done."""
    own: int = t.held[side_of(t, t.turn)]
    rivals = occupied(t) & ~own  # SD-15 SD-A8

    if t.roll == DEFENSIVE:
        return rivals & ~SHELTERED  # SD-12
    if not has_chip(t, side_of(t, t.turn)):
        return 0  # SD-16

    squares: int = ALL_SQUARES if t.roll == WILD else SHOWING[t.roll]
    empty = squares & ~occupied(t)
    if empty != 0:
        return empty  # SD-9 SD-13
    if t.roll == WILD and t.wild_spares_2_12:
        return rivals & ~SHELTERED  # SD-A5
    return rivals & squares  # SD-10 SD-11


# The course of a match


def deal(t: Table, seats: int) -> None:
    """This starts a match: the opening throws come first."""
    t.seats = seats
    t.phase = Phase.OPENING


def actor(t: Table) -> int:
    """This is who chooses next."""
    if t.phase == Phase.ACT:
        return t.turn
    return OVER if t.phase == Phase.OVER else CHANCE


def legal(t: Table, out: Ints) -> int:
    """This lists the squares on which the throw can be resolved; a move is the number of its square."""
    return list_squares(targets(t), out)


def chance(t: Table, out: Ints, weight: Ints) -> int:
    """This lists the sums of two dice; an outcome is the sum."""
    for i in range(len(TOTALS)):
        out[i] = TOTALS[i]
        weight[i] = WAYS[i]
    return len(TOTALS)


def apply(t: Table, choice: int) -> None:
    """This carries out a throw or a move."""
    if t.phase == Phase.OPENING:
        throw_for_start(t, choice)
    elif t.phase == Phase.THROW:
        throw(t, choice)
    elif t.roll == DEFENSIVE:
        remove(t, choice)
    else:
        put(t, choice)


# The opening throws


def throw_for_start(t: Table, total: int) -> None:
    """This is an opening throw of the seat in turn."""
    if t.throws[t.turn, 0] == 0:
        t.throws[t.turn, 0] = total
    else:
        t.throws[t.turn, 1] = total
    settle_opening(t)


def settle_opening(t: Table) -> None:
    """This finds who throws next in the opening, or, when all have thrown, who begins or must throw again."""
    for seat in range(t.seats):
        if not t.waiting[seat] and t.throws[seat, t.start_throws - 1] == 0:  # SD-A1
            t.turn = seat  # SD-5
            return

    best = 0
    tied = 0
    for seat in range(t.seats):
        if opening_worth(t, seat) > best:
            best = opening_worth(t, seat)
            tied = 0
        if opening_worth(t, seat) == best:
            tied += 1
    for seat in range(t.seats - 1, -1, -1):
        if opening_worth(t, seat) == best:
            t.turn = seat
        else:
            t.waiting[seat] = 1
    t.throws[:] = 0
    if tied == 1:
        t.waiting[:] = 0
        t.phase = Phase.THROW


def opening_worth(t: Table, seat: int) -> int:
    """This is a number that grows with a seat's opening throws: first by the better one, then by the other."""
    one, other = int(t.throws[seat, 0]), int(t.throws[seat, 1])
    return (HIGHEST + 1) * max(one, other) + min(one, other)  # SD-5 SD-A9


# A turn


def throw(t: Table, total: int) -> None:
    """This is a throw in a turn; one with which nothing can be done passes by itself."""
    t.roll = total
    t.phase = Phase.ACT
    if targets(t) == 0:  # SD-8 SD-A6
        if t.extra_on_own and is_all_own(t):
            throw_again(t)  # SD-A4
        else:
            end_turn(t)


def is_all_own(t: Table) -> bool:
    """This is whether the throw was a 2 or 12 and its squares all carry chips of the thrower's side."""
    own: int = t.held[side_of(t, t.turn)]
    squares: int = SHOWING[t.roll] & SHELTERED
    return squares != 0 and squares & own == squares


def put(t: Table, square: int) -> None:
    """This puts a chip on a square; a rival's chip on it goes back to its pile."""
    side = side_of(t, t.turn)
    lift(t, square)  # SD-10
    t.held[side] |= 1 << square

    if makes_line(t, side, square):
        t.roll = 0
        t.turns += 1
        t.phase = Phase.OVER  # SD-17
    elif t.roll == LOWEST or t.roll == HIGHEST:
        throw_again(t)  # SD-14 SD-A3
    else:
        end_turn(t)


def remove(t: Table, square: int) -> None:
    """This takes a rival's chip off the board."""
    lift(t, square)  # SD-12
    end_turn(t)


def lift(t: Table, square: int) -> None:
    """This clears a square: the chip on it, if any, goes back to its pile."""
    for side in range(MAX_SIDES):
        t.held[side] &= ~(1 << square)


def throw_again(t: Table) -> None:
    """This gives the same seat another throw in the same turn."""
    t.roll = 0
    t.phase = Phase.THROW


def end_turn(t: Table) -> None:
    """This passes the turn to the left."""
    t.roll = 0
    t.turns += 1
    t.turn = (t.turn + 1) % t.seats  # SD-6
    t.phase = Phase.OVER if t.turns == MAX_TURNS else Phase.THROW  # SD-18


# The end, and what a match is worth


def winner(t: Table) -> int:
    """This is the side that has a line, or -1."""
    for side in range(sides(t)):
        if has_line(t, side):
            return side
    return -1


def turns(t: Table) -> int:
    """This is how many turns have been finished, the winning one included."""
    return t.turns


def default(t: Table) -> int:
    """This is the move for an absent player: the first square on which the throw can be resolved."""
    return first(targets(t))


def score(t: Table, out: Ints) -> None:
    """This is, for every seat, how many chips its side has on the board."""
    for seat in range(t.seats):
        out[seat] = count(t.held[side_of(t, seat)])


def rank(t: Table, out: Ints) -> None:
    """This is the place of every seat: first for the side with the line; if there is none, nobody did better."""
    leader = winner(t)
    winners = 0
    for seat in range(t.seats):
        if side_of(t, seat) == leader:
            winners += 1
    for seat in range(t.seats):
        out[seat] = 1 if side_of(t, seat) == leader else 1 + winners  # SD-19


# What a seat may know: everything lies open


def hide(t: Table, seat: int) -> None:
    """This removes nothing: the game has no secrets."""


def guess(t: Table, seat: int, luck: Luck) -> None:
    """This adds nothing, for nothing was removed."""


def tells(t: Table, choice: int, seat: int) -> bool:
    """This is whether a seat sees a choice: always."""
    return True
