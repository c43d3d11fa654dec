"""Hands and decks as counts."""

from itertools import permutations

import numpy as np

from sobremesa.kit.cards import list_draws, list_held, pour, ranks, total, turn_down, turn_up
from sobremesa.kit.luck import sow


def counts(*copies: int) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.array(copies, dtype=np.int8)


def test_a_deck_lists_what_it_has_weighted_by_copies() -> None:
    out, weight = np.zeros((2, 4), dtype=np.int64)

    listed = list_draws(counts(0, 3, 0, 1), out, weight)

    assert (out[:listed].tolist(), weight[:listed].tolist()) == ([1, 3], [3, 1])


def test_held_cards_are_listed_after_what_is_there() -> None:
    out = np.array([7, 0, 0, 0, 0])

    listed = list_held(counts(2, 0, 1, 5), 3, 100, out, 1)

    assert out[:listed].tolist() == [7, 100, 102]


def test_pouring_moves_everything_there_is_room_for() -> None:
    source, target = counts(1, 2, 3), counts(4, 0)

    pour(source, target)

    assert (source.tolist(), target.tolist()) == ([0, 0, 3], [5, 2])


def test_hidden_cards_are_unseen_and_turned_up_again() -> None:
    hand, deck = counts(1, 0, 2, 0), counts(0, 4, 1)

    turn_down(hand, deck)
    hidden = (hand.tolist(), deck.tolist())
    turn_up(hand, deck, sow(1, 1)[0])

    assert hidden == ([0, 0, 0, 3], [1, 4, 3])
    assert (total(hand), hand[3], total(deck)) == (3, 0, 5)
    assert (hand[:3] + deck).tolist() == [1, 4, 3]


def test_ranks_are_what_trying_all_orders_finds() -> None:
    marks = (0b001, 0b010, 0b011, 0b110, 0b101)

    table = ranks(3, marks)

    for chosen in range(1 << len(marks)):
        cards = [mark for place, mark in enumerate(marks) if chosen >> place & 1]
        assert table[chosen] == max(shown(order) for order in permutations(cards))


def shown(cards: tuple[int, ...]) -> int:
    """How many kinds are shown if each card in turn shows the best of its kinds for those behind it."""
    best = [0]
    for kinds in cards:
        best += [
            taken | 1 << kind for taken in best for kind in range(3) if kinds >> kind & 1 and not taken >> kind & 1
        ]
    return max(taken.bit_count() for taken in best)
