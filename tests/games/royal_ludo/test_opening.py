"""The dice and the beginning of Royal Ludo, RL-5 and RL-6."""

from collections import Counter
from typing import Any

import pytest

import sobremesa
from tests.games.royal_ludo.tables import after, match_with, now, position_with, reasons, texts


def test_rl_5_a_throw_is_one_of_36_alike() -> None:
    match = match_with((), ())

    listed = [(outcome.text, outcome.weight) for outcome in match.outcomes()]

    assert listed == [(f"{special}-{plain}", 1) for special in (1, 2, 3, 4, "P", "C") for plain in range(1, 7)]


def test_rl_5_totals_without_a_symbol() -> None:
    ends: Counter[int] = Counter()
    for outcome in match_with((20,), ()).outcomes():
        match = after(match_with((20,), ()), outcome.text)
        verb, _, end = texts(match)[0].replace(">", " ").split()
        ends[int(end) - 20] += verb == "move"

    assert {total: ways for total, ways in ends.items() if ways} == {
        2: 1,
        3: 2,
        4: 3,
        5: 4,
        6: 4,
        7: 4,
        8: 3,
        9: 2,
        10: 1,
    }


@pytest.mark.parametrize("given", [[5, 1], [0, 1], ["p", 1], ["C", 7], ["C", 0], ["C"], "C-1", [True, 1], [1, "C"]])
def test_rl_5_nothing_else_can_be_thrown(given: object) -> None:
    assert reasons(position_with((), (), roll=given)) == ["roll"]


def test_rl_6_the_opening_throws_are_the_same_dice() -> None:
    match = sobremesa.start("royal-ludo", seats=3)

    assert len(match.outcomes()) == 36
    assert (now(match), match.actor) == (("opening", 0), sobremesa.CHANCE)


@pytest.mark.parametrize(
    ("throws", "starter"),
    [
        (("4-6", "4-5", "1-1"), 0),
        (("2-3", "3-3", "1-1"), 1),
        (("1-1", "P-6", "C-5"), 1),
        (("P-1", "C-1", "1-1"), 2),
        (("C-3", "1-1", "1-3"), 2),
    ],
)
def test_rl_6_the_highest_begins(throws: tuple[str, ...], starter: int) -> None:
    match = sobremesa.start("royal-ludo", seats=3)

    after(match, *throws)

    assert (now(match), match.turns) == (("throw", starter), 0)
    assert "opening" not in match.position()


def test_rl_6_totals_are_kept_while_others_throw() -> None:
    match = after(sobremesa.start("royal-ludo", seats=4), "4-6", "C-2")

    assert (match.position()["opening"], now(match)) == ([10, 2, None, None], ("opening", 2))


def test_rl_6_those_who_are_tied_throw_again_in_seat_order() -> None:
    match = after(sobremesa.start("royal-ludo", seats=4), "1-1", "4-4", "P-2", "2-6")

    again = match.position()["opening"], now(match)
    after(match, "1-1", "3-3")

    assert again == ([-1, None, -1, None], ("opening", 1))
    assert now(match) == ("throw", 3)


def test_rl_6_a_tie_can_follow_a_tie() -> None:
    match = after(sobremesa.start("royal-ludo", seats=3), "2-2", "2-2", "1-3", "1-1", "2-2", "3-1")

    again = match.position()["opening"], now(match)
    after(match, "4-1", "1-1")

    assert again == ([-1, None, None], ("opening", 1))
    assert now(match) == ("throw", 1)


def test_rl_6_the_turn_goes_clockwise_and_nobody_has_two() -> None:
    match = match_with((), (20,), (), (), turn=1)

    seats = [now(after(match, throw, *moves)) for throw, moves in TURNS]

    assert seats == [("throw", 2), ("throw", 3), ("throw", 0), ("throw", 1)]
    assert match.turns == 4


TURNS: list[tuple[str, tuple[str, ...]]] = [
    ("4-6", ("move 20>30",)),
    ("C-6", ("free",)),
    ("2-2", ()),
    ("P-6", ()),
]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"opening": [None]}, "by_seat"),
        ({"opening": 5}, "by_seat"),
        ({"opening": [0, None, None]}, "opening_total"),
        ({"opening": [11, None, None]}, "opening_total"),
        ({"opening": [True, None, None]}, "opening_total"),
        ({"opening": [None, 5, None]}, "opening_order"),
        ({"opening": [-1, None, -1], "turn": 1}, "opening_alone"),
        ({"opening": [5, None, None]}, "opening_turn"),
        ({"opening": [None, None, None], "pawns": [[-1, 3, -1, -1], [-1] * 4, [-1] * 4]}, "opening_pawns"),
    ],
)
def test_rl_6_an_opening_that_cannot_be_is_refused(position: dict[str, Any], reason: str) -> None:
    assert reasons(position_with((), (), ()) | position) == [reason]


def test_rl_6_an_opening_with_all_totals_is_decided() -> None:
    match = match_with((), (), opening=[3, 7])

    assert now(match) == ("throw", 1)
