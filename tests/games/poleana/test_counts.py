"""Counts of the ways a match can go, and the numbers the specification tells us to expect."""

from typing import Any

import pytest

from sobremesa import Count, Engine, find
from sobremesa.core.position import table_of

GAME = find("poleana")
GUARDED = {"players": "RB", "options": {"custodians": True}}


@pytest.mark.parametrize(
    ("position", "depth", "expected"),
    [
        ({}, 3, Count(5_598, 28_800)),
        ({"turn": "R"}, 4, Count(91_620, 815_553)),
        ({"pos": {"R": "R5 G5 F F", "G": "R7 G6"}, "turn": "R"}, 4, Count(4_342, 12_333)),
        (GUARDED | {"pos": {"R": "G2 R13", "B": "Y5"}, "turn": "R"}, 4, Count(4_950, 22_714)),
        ({"players": "RB", "pos": {"R": "G2 R13", "B": "Y5"}, "turn": "R"}, 4, Count(7_334, 22_097)),
        (
            {"pos": {"R": "R5 G5 F F", "G": "R7 G6"}, "turn": "R", "options": {"bonus_optional": True}},
            4,
            Count(4_385, 12_409),
        ),
        ({"pos": {"R": "R5", "G": "R7"}, "turn": "R", "options": {"enforcement": "honour"}}, 4, Count(2_930, 8_847)),
    ],
)
def test_counts(position: dict[str, Any], depth: int, expected: Count) -> None:
    game, t = table_of({"game": GAME.name} | position)

    assert Engine(game, native=True).count(t, depth) == expected


@pytest.mark.parametrize(
    ("seats", "custodians", "turns", "within"),
    [(4, True, 148, 0.03), (3, True, 389, 0.04), (2, True, 729, 0.04), (3, False, 113, 0.03), (2, False, 79, 0.03)],
)
def test_lengths_of_random_matches_are_as_expected(seats: int, custodians: bool, turns: int, within: float) -> None:
    played = Engine(GAME, native=True).play_outs(GAME.table(seats, {"custodians": custodians}), 4000, seed=20)

    assert played.turns.mean() == pytest.approx(turns, rel=within)


def test_eight_throws_in_36_free_somebody() -> None:
    game, t = table_of({"game": GAME.name, "turn": "R"})

    counted = Engine(game, native=False).count(t, 2)

    # 28 ways pass and lead to any throw; 8 lead to one move each, and the double six among them to two.
    assert counted == Count(16 * 21 + 4 + 2, 28 * 36 + 7 + 2)
