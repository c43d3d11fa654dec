"""Expansion: the tables that can follow from other tables, found and told apart, written against the contract's names.

Like the drivers of the core, this module is bound to the rules of a game by `native.bind` and runs plain and compiled.
A table is known here by its key, which is those of its bytes that can change and that rules ask; keys are numbered as
they are found, and found again by hashing.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.core.table import Tables
from sobremesa.kit.luck import Luck, pick

actor: Callable[[Any], int]
legal: Callable[[Any, Ints], int]
chance: Callable[[Any, Ints, Ints], int]
apply: Callable[[Any, int], None]
rank: Callable[[Any, Ints], None]
hide: Callable[[Any, int], None]

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

SIDES = 2
NOBODY = -1
"""What stands in a slot without a key, and what a search for an unknown key answers."""

# What an exploration has done so far: how many tables are known, and of how many it is known what follows.
FOUND, EXPLORED = 0, 1

# What an exploration answers: all is known, there is more to do, there is no room, a table has hidden parts.
COMPLETE, PAUSED, FULL, SECRET = range(4)

# What happened in a match so far: how many choices, and how many of them were moves that were the only ones.
MADE, FORCED = 0, 1

# A product of a digest and the factor fits in 63 bits, so nothing ever wraps.
DIGEST_SEED, DIGEST_FACTOR, DIGEST_MASK = 2166136261, 16777619, 0xFFFFFFFF


def slot_of(key: Bytes, keys: Bytes, slots: Ints) -> int:
    """This is the slot in which a key stands, or the empty one in which it would."""
    digest = DIGEST_SEED
    for place in range(len(key)):
        digest = ((digest ^ int(key[place])) * DIGEST_FACTOR) & DIGEST_MASK
    slot = (digest ^ digest >> 15) & (len(slots) - 1)
    while slots[slot] != NOBODY and not is_same(keys[slots[slot]], key):
        slot = (slot + 1) & (len(slots) - 1)
    return slot


def is_same(key: Bytes, other: Bytes) -> bool:
    """This is whether two keys, or two tables as bytes, are equal."""
    for place in range(len(key)):
        if key[place] != other[place]:
            return False
    return True


def number_all(keys: Bytes, count: int, slots: Ints) -> None:
    """This fills empty slots with the numbers of the first so many keys."""
    for number in range(count):
        slots[slot_of(keys[number], keys, slots)] = number


def number_of(key: Bytes, keys: Bytes, slots: Ints) -> int:
    """This is the number of a key; NOBODY if it is not known."""
    return int(slots[slot_of(key, keys, slots)])


def number_or_add(key: Bytes, keys: Bytes, slots: Ints, counts: Ints) -> int:
    """This is the number of a key, which is a new one if it was not known."""
    slot = slot_of(key, keys, slots)
    if slots[slot] == NOBODY:
        slots[slot] = counts[FOUND]
        keys[counts[FOUND]] = key
        counts[FOUND] += 1
    return int(slots[slot])


def read_key(bare: Bytes, columns: Ints, key: Bytes) -> None:
    """This takes the key out of a table's bytes."""
    for place in range(len(columns)):
        key[place] = bare[columns[place]]


def write_key(bare: Bytes, columns: Ints, key: Bytes) -> None:
    """This puts a key into a table's bytes."""
    for place in range(len(columns)):
        bare[columns[place]] = key[place]


def has_secrets(tables: Tables, bare: Bytes) -> bool:
    """This is whether a side may not see all of the first table; the second one is overwritten."""
    for seat in range(SIDES):
        tables[1] = tables[0]
        hide(tables[1], seat)
        if not is_same(bare[0], bare[1]):
            return True
    return False


def worth_of(t: Any, places: Ints) -> float:
    """This is what an end is worth to seat 0: a match won, or a part of one that is shared."""
    rank(t, places)
    winners = 0
    for seat in range(SIDES):
        if places[seat] == 1:
            winners += 1
    return 1 / winners if places[0] == 1 else 0.0


def explore(
    tables: Tables,
    bare: Bytes,
    columns: Ints,
    keys: Bytes,
    slots: Ints,
    out: Ints,
    weight: Ints,
    who: Ints,
    worth: Floats,
    firsts: Ints,
    following: Ints,
    share: Floats,
    counts: Ints,
    most: int,
) -> int:
    """This finds what follows from tables that are known, at most so many of them; it answers how that went.

    tables are two to work on, bare their bytes, and the first holds what is not in the keys. For each table explored,
    who gets its actor, worth what it is worth if it is over, and firsts the place after its choices, of which
    following gets the tables and share the chances.
    """
    key = np.empty(len(columns), dtype=np.uint8)
    places = np.zeros(SIDES, dtype=np.int64)
    for _ in range(most):
        row = counts[EXPLORED]
        if row == counts[FOUND]:
            return COMPLETE
        end = firsts[row]
        if counts[FOUND] + len(out) > len(keys) or end + len(out) > len(following):
            return FULL
        write_key(bare[0], columns, keys[row])
        if has_secrets(tables, bare):
            return SECRET

        who[row] = actor(tables[0])
        choices = 0
        total = 1
        if who[row] == OVER:
            worth[row] = worth_of(tables[0], places)
        elif who[row] == CHANCE:
            choices = chance(tables[0], out, weight)
            total = 0
            for i in range(choices):
                total += weight[i]
        else:
            choices = legal(tables[0], out)
        for i in range(choices):
            tables[1] = tables[0]
            apply(tables[1], out[i])
            read_key(bare[1], columns, key)
            following[end + i] = number_or_add(key, keys, slots, counts)
            share[end + i] = weight[i] / total if who[row] == CHANCE else 1.0
        firsts[row + 1] = end + choices
        counts[EXPLORED] += 1
    return PAUSED


def go_on(t: Any, luck: Luck, longest: int, out: Ints, weight: Ints, counts: Ints) -> int:
    """This makes the moves that are the only ones and lets chance choose until a seat has a decision to make.

    It answers how many moves there are then, which fill out: none once the match is over, NOBODY if it goes on beyond
    its bound.
    """
    while counts[MADE] <= longest:
        side = actor(t)
        if side == OVER:
            return 0
        if side == CHANCE:
            choice = out[pick(luck, weight, chance(t, out, weight))]
        else:
            listed = legal(t, out)
            if listed > 1:
                return listed
            choice = out[0]
            counts[FORCED] += 1
        apply(t, choice)
        counts[MADE] += 1
    return NOBODY


def judge_moves(
    t: Any,
    tables: Tables,
    bare: Bytes,
    columns: Ints,
    keys: Bytes,
    slots: Ints,
    values: Floats,
    out: Ints,
    judged: Floats,
) -> int:
    """This lists the legal moves and what the tables after them are worth; NaN where that is not known.

    tables are two to work on and bare their bytes; the second one is overwritten.
    """
    key = np.empty(len(columns), dtype=np.uint8)
    listed = legal(t, out)
    for i in range(listed):
        tables[1] = t
        apply(tables[1], out[i])
        read_key(bare[1], columns, key)
        number = number_of(key, keys, slots)
        judged[i] = np.nan if number == NOBODY else values[number]
    return listed


def play_best(
    start: Tables,
    tables: Tables,
    bare: Bytes,
    columns: Ints,
    keys: Bytes,
    slots: Ints,
    values: Floats,
    lucks: Luck,
    longest: int,
    out: Ints,
    weight: Ints,
    judged: Floats,
    worth: Floats,
) -> None:
    """This plays a match for every luck in which both sides choose what the values say is best.

    tables are two to work on and bare their bytes. What a match was worth to seat 0 fills a row of worth; a match that
    goes on beyond its bound is worth NaN.
    """
    places = np.zeros(SIDES, dtype=np.int64)
    counts = np.zeros(2, dtype=np.int64)
    for row in range(len(lucks)):
        tables[0] = start[0]
        counts[:] = 0
        while go_on(tables[0], lucks[row], longest, out, weight, counts) > 0:
            listed = judge_moves(tables[0], tables, bare, columns, keys, slots, values, out, judged)
            best = 0
            for i in range(1, listed):
                if judged[i] != judged[best] and (judged[i] > judged[best]) == (actor(tables[0]) == 0):
                    best = i
            apply(tables[0], out[best])
            counts[MADE] += 1
        worth[row] = worth_of(tables[0], places) if actor(tables[0]) == OVER else np.nan
