"""Drivers: loops over matches, written once against the names of the contract.

`native.bind` gives every game its own copy of this module, in which the names below are those of its rules. The
functions fill arrays that their caller made, so that the same source runs plain, compiled and in threads.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sobremesa.core.rules import CHANCE, OVER, SPECTATOR, Ints
from sobremesa.core.table import Tables
from sobremesa.kit.luck import Luck, below, pick

deal: Callable[[Any, int], None]
actor: Callable[[Any], int]
legal: Callable[[Any, Ints], int]
chance: Callable[[Any, Ints, Ints], int]
apply: Callable[[Any, int], None]
default: Callable[[Any], int]
turns: Callable[[Any], int]
score: Callable[[Any, Ints], None]
rank: Callable[[Any, Ints], None]
hide: Callable[[Any, int], None]
guess: Callable[[Any, int, Luck], None]
tells: Callable[[Any, int, int], bool]

ENDLESS = -1
"""What a play-out answers when the match went on beyond its bound."""

MAX_WAYS = np.int64(1) << np.int64(62)


def draw(t: Any, who: int, luck: Luck, out: Ints, weight: Ints) -> Any:
    """This draws a choice: an outcome by its weight, a move with every move alike."""
    count = chance(t, out, weight) if who == CHANCE else legal(t, out)
    return out[pick(luck, weight, count) if who == CHANCE else below(luck, count)]


def play_out(t: Any, luck: Luck, longest: int, out: Ints, weight: Ints) -> int:
    """This plays a match at random to its end; it returns the number of choices, or ENDLESS."""
    for steps in range(longest + 1):
        who = actor(t)
        if who == OVER:
            return steps
        apply(t, draw(t, who, luck, out, weight))
    return ENDLESS


def play_outs(
    start: Tables,
    scratch: Tables,
    lucks: Luck,
    longest: int,
    out: Ints,
    weight: Ints,
    steps: Ints,
    ends: Ints,
    places: Ints,
) -> None:
    """This plays a match at random for every luck: its choices, finished turns and places fill a row each."""
    for row in range(len(lucks)):
        scratch[0] = start[0]
        steps[row] = play_out(scratch[0], lucks[row], longest, out, weight)
        ends[row] = turns(scratch[0])
        if steps[row] != ENDLESS:
            rank(scratch[0], places[row])


def trace(t: Any, luck: Luck, out: Ints, weight: Ints, tables: Tables, seen: Ints) -> int:
    """This plays a match at random and writes down every step; it returns how many there were.

    Before each choice the table is copied, and seen gets a row: actor, number of choices, a sum that changes with
    any listed choice or weight, and the choice. A match longer than the room for it is left there.
    """
    for step in range(len(seen)):
        tables[step] = t
        who = actor(t)
        seen[step, 0] = who
        if who == OVER:
            return step
        choice = draw(t, who, luck, out, weight)
        count = chance(t, out, weight) if who == CHANCE else legal(t, out)
        digest = 0
        for i in range(count):
            digest += (i + 1) * (out[i] + 1) * (weight[i] if who == CHANCE else 1)
        seen[step, 1] = count
        seen[step, 2] = digest
        seen[step, 3] = choice
        apply(t, choice)
    return len(seen)


def count(tables: Tables, level: int, out: Ints, weight: Ints, totals: Ints, ways: int) -> bool:
    """This adds up the ways of choosing from a table on; false if they are too many to count.

    tables[level] is the table; out and weight have a row a level, and their height is the depth. totals[0] gets the
    sequences of choices (one that ends the match early counts once), totals[1] the same, each multiplied by the
    weights of its outcomes.
    """
    who = actor(tables[level])
    if level == len(out) or who == OVER:
        totals[0] += 1
        totals[1] += ways
        return bool(totals[1] <= MAX_WAYS)
    is_chance = who == CHANCE
    if is_chance:
        choices = chance(tables[level], out[level], weight[level])
    else:
        choices = legal(tables[level], out[level])
    for i in range(choices):
        if is_chance and ways > MAX_WAYS // weight[level, i]:
            return False
        weighted = ways * weight[level, i] if is_chance else ways
        tables[level + 1] = tables[level]
        apply(tables[level + 1], out[level, i])
        if not count(tables, level + 1, out, weight, totals, weighted):
            return False
    return True


def settle_all(tables: Tables, lucks: Luck, out: Ints, weight: Ints) -> None:
    """This lets chance choose at every table until a seat must or the match is over."""
    for row in range(len(tables)):
        while actor(tables[row]) == CHANCE:
            apply(tables[row], draw(tables[row], CHANCE, lucks[row], out, weight))


def actors(tables: Tables, who: Ints) -> None:
    """This fills in who chooses next at every table."""
    for row in range(len(tables)):
        who[row] = actor(tables[row])


def list_moves(tables: Tables, moves: Ints, counts: Ints) -> None:
    """This fills in the legal moves of every table, a row each, and how many; none where no seat chooses."""
    for row in range(len(tables)):
        counts[row] = legal(tables[row], moves[row]) if actor(tables[row]) >= 0 else 0


def first_refused(tables: Tables, choices: Ints, out: Ints) -> int:
    """This finds the first table at which a seat's choice is not legal; as many as there are tables if all are."""
    for row in range(len(tables)):
        if actor(tables[row]) != OVER and not is_among(choices[row], out, legal(tables[row], out)):
            return row
    return len(tables)


def hide_all(tables: Tables) -> None:
    """This turns every table into the view of its actor, or of a spectator where the match is over."""
    for row in range(len(tables)):
        hide(tables[row], max(actor(tables[row]), SPECTATOR))


def is_among(choice: int, out: Ints, listed: int) -> bool:
    """This tells whether a choice is one of the first so many of a list."""
    for i in range(listed):
        if out[i] == choice:
            return True
    return False


def step_all(tables: Tables, choices: Ints) -> None:
    """This carries out a choice at every table that is not over."""
    for row in range(len(tables)):
        if actor(tables[row]) != OVER:
            apply(tables[row], choices[row])


def rank_all(tables: Tables, places: Ints) -> None:
    """This fills in the places of every table that is over."""
    for row in range(len(tables)):
        if actor(tables[row]) == OVER:
            rank(tables[row], places[row])
