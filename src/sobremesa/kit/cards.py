"""Cards: hands and decks as counts of each card, so that equal cards are one and a deck has no order to leak.

A card is its number. A hand, a deck or a row of played cards is an array with the copies of every card, and drawing is
an outcome weighted by what the deck still holds. Arrays of what may be hidden have one place more, behind the last
card, for the cards whose face is not known. What nobody has seen lies together in the deck of a view.
"""

import numpy as np
import numpy.typing as npt

from sobremesa.kit.luck import Luck, below

Counts = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int64]


def total(counts: Counts) -> int:
    """This counts the cards of a hand, known or not.

    >>> int(total(np.array([2, 0, 1], dtype=np.int8)))
    3
    """
    cards = 0
    for card in range(len(counts)):
        cards += counts[card]
    return cards


def list_draws(deck: Counts, out: Ints, weight: Ints) -> int:
    """This lists the cards that can be drawn, ascending, each weighted by its copies; it returns how many."""
    listed = 0
    for card in range(len(deck)):
        out[listed] = card
        weight[listed] = deck[card]
        listed += 1 if deck[card] > 0 else 0
    return listed


def list_held(hand: Counts, cards: int, first: int, out: Ints, listed: int) -> int:
    """This lists first + card for each of the first so many cards that a hand holds; it returns how many are listed."""
    for card in range(cards):
        out[listed] = first + card
        listed += 1 if hand[card] > 0 else 0
    return listed


def pour(source: Counts, target: Counts) -> None:
    """This moves all cards that another hand has room for to it."""
    for card in range(len(target)):
        target[card] += source[card]
        source[card] = 0


def turn_down(hand: Counts, deck: Counts) -> None:
    """This hides the cards of a hand: they lie with whatever else is unseen, and only their number is left."""
    unknown = len(deck)
    for card in range(unknown):
        held = hand[card]
        if held:
            deck[card] += held
            hand[unknown] += held
            hand[card] = 0


def turn_up(hand: Counts, deck: Counts, luck: Luck) -> None:
    """This replaces the unknown cards of a hand by cards drawn one after the other from the unseen ones."""
    unknown = len(deck)
    unseen = int(total(deck)) if hand[unknown] > 0 else 0
    while hand[unknown] > 0:
        ticket = below(luck, unseen)
        card = 0
        while ticket >= deck[card]:
            ticket -= int(deck[card])
            card += 1
        deck[card] -= 1
        hand[card] += 1
        hand[unknown] -= 1
        unseen -= 1


def ranks(kinds: int, marks: tuple[int, ...]) -> Counts:
    """This is, for every set of marks, how many different kinds its cards can show at once.

    A mark is what a card can stand for, as a mask of kinds; a set of marks is a mask of their places. The largest
    number of different kinds is, for the worst set of kinds, its size plus the cards that can stand for another.

    >>> table = ranks(2, (0b01, 0b10, 0b11))
    >>> [int(table[marked]) for marked in (0b000, 0b001, 0b011, 0b101, 0b111)]
    [0, 1, 2, 2, 2]
    """
    sets = np.arange(1 << len(marks))
    # Small numbers, for this is worked out whenever the rules are loaded.
    held = [(sets >> place & 1).astype(np.int8) for place in range(len(marks))]
    best = np.full(len(sets), kinds, dtype=np.int8)
    for chosen in range(1 << kinds):
        others = np.full(len(sets), chosen.bit_count(), dtype=np.int8)
        for place, mark in enumerate(marks):
            if mark & ~chosen:
                others += held[place]
        np.minimum(best, others, out=best)
    return best
