"""Counts of the ways a match can go, and the numbers the specification tells us to expect."""

import pytest

from sobremesa import Count, Engine, find
from sobremesa.core.position import table_of

GAME = find("sequence-dice")
NEARLY = ["AAAA..", "......", "..BB..", "..BB..", "......", "......"]


@pytest.mark.parametrize(
    ("position", "depth", "expected"),
    [
        ({}, 4, Count(14_641, 1_679_616)),
        ({}, 5, Count(161_051, 60_466_176)),
        ({"turn": 0}, 4, Count(6_147, 64_256)),
        ({"turn": 0}, 6, Count(436_243, 12_752_532)),
        ({"seats": 3, "turn": 2}, 4, Count(6_147, 64_256)),
        ({"turn": 0, "board": NEARLY, "options": {"line": 5}}, 4, Count(4_725, 54_048)),
        ({"seats": 4, "turn": 1, "board": ["AABBAB", "BBAABA"] * 3, "turns": 9}, 4, Count(2_336, 18_806)),
    ],
)
def test_counts(position: dict[str, object], depth: int, expected: Count) -> None:
    game, t = table_of({"game": GAME.name} | position)

    assert Engine(game, native=True).count(t, depth) == expected


@pytest.mark.parametrize(
    ("seats", "line", "turns", "choices"),
    [(2, 5, 46, 100), (2, 6, 89, 185), (3, 5, 90, 196), (3, 6, 257, 540), (4, 5, 46, None), (4, 6, 89, 188)],
)
def test_lengths_of_random_matches_are_as_expected(seats: int, line: int, turns: int, choices: int | None) -> None:
    played = Engine(GAME, native=True).play_outs(GAME.table(seats, {"line": line}), 2000, seed=20)

    assert played.turns.mean() == pytest.approx(turns, rel=0.05)
    assert choices is None or played.steps.mean() == pytest.approx(choices, rel=0.05)
    assert played.turns.max() < 2000
