"""Luck: a small seeded generator with the same sequence in plain and in native runs.

It is a multiply-with-carry generator with a 64-bit state and 32-bit draws. Its products fit in 64 bits, so nothing
ever wraps: plain runs may treat overflow as an error, and compiled ones, which would not notice, agree.
A luck is a NumPy array of one number, so that drawing can change it in place.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Luck = npt.NDArray[np.uint64]

MULTIPLIER = np.uint64(4294883355)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
SPAN = np.uint64(1 << 32)

MAX_SEED = (1 << 64) - 1

# What scatters the bits of a number: a step that visits all of them, then shifts and factors.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
STIRS = ((np.uint64(30), np.uint64(0xBF58476D1CE4E5B9)), (np.uint64(27), np.uint64(0x94D049BB133111EB)))


def draw(luck: Luck) -> Any:
    """This draws the next number below 2**32."""
    low = luck[0] & LOW
    high = luck[0] >> HALF
    luck[0] = low * MULTIPLIER + high
    return low ^ high


def below(luck: Luck, bound: int) -> int:
    """This draws a whole number from 0 to bound - 1, each exactly alike (bound up to 2**32)."""
    # The draw is scaled to the bound; the few products that would make some answers likelier are drawn again.
    span = np.uint64(bound)
    product = draw(luck) * span
    if product & LOW < span:
        surplus = (SPAN - span) % span
        while product & LOW < surplus:
            product = draw(luck) * span
    # Compiled, the number would else stay unsigned, and what is reckoned with it would become a float.
    return int(np.int64(product >> HALF))


def pick(luck: Luck, weight: npt.NDArray[np.int64], count: int) -> int:
    """This draws an index below count, each in proportion to its weight, which is 1 at least."""
    total = 0
    for i in range(count):
        total += weight[i]
    ticket = below(luck, total)
    if total == count:
        return ticket  # every weight is 1
    index = 0
    while ticket >= weight[index]:
        ticket -= weight[index]
        index += 1
    return index


def sow(seed: int, count: int, first: int = 0) -> npt.NDArray[np.uint64]:
    """This makes the lucks numbered first, first + 1, … of a seed, a row each.

    Neighbouring seeds and numbers give unrelated lucks: the number is scattered over 64 bits by shifts and
    multiplications in which every bit of the input touches every bit of the state.

    >>> luck = sow(seed=7, count=1)[0]
    >>> [int(below(luck, 6)) + 1 for _ in range(8)]
    [6, 2, 4, 6, 4, 2, 1, 6]
    """
    # Arrays wrap without complaint, which is what scattering needs.
    number = np.arange(first + 1, first + count + 1, dtype=np.uint64)
    return settled(scatter(scatter(np.full(count, seed, dtype=np.uint64)) + number * GOLDEN)).reshape(count, 1)


def settled(state: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """This makes lucks of any numbers: never one of the two states that stand still."""
    return (state >> np.uint64(1)) | np.uint64(1)


def scatter(state: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """This mixes the bits of every number of an array."""
    for shift, factor in STIRS:
        state = (state ^ (state >> shift)) * factor
    return state ^ (state >> np.uint64(31))
