"""Counts of the ways a match can go, and the numbers the specification tells us to expect."""

from typing import Any

import numpy as np
import pytest

from sobremesa import Count, Engine, find
from sobremesa.core.position import table_of
from tests.games.girumgo.tables import READY

GAME = find("girumgo")
ATTACK = {"turn": 0, "die": 6, "turns_left": 2, "rot": READY, "tokens": [[1, 0], [0, 0]], "advances": [1, 2]}
FIRST_TURN = {"turn": 1, "seats": 3, "die": 2, "tokens": [[2, 0], [0, 0], [0, 0]], "advances": [0, 3, 0]}
LAST_TURN = {"turn": 0, "die": 2, "rot": {"-2,0": 1}, "tokens": [[-2, 0], [0, 0]], "advances": [1, 2], "turns": 1999}


@pytest.mark.parametrize(
    ("position", "depth", "expected"),
    [
        ({}, 3, 216),
        ({}, 5, 7_344),
        ({"options": {"setup": "free", "size": 3}}, 6, 41_580),
        ({"seats": 3, "options": {"setup": "aligned"}}, 4, 1_296),
        ({"turn": 0}, 2, 450),
        ({"turn": 0}, 3, 28_230),
        ({"turn": 0, "die": 3}, 3, 411_594),
        (FIRST_TURN | {"rot": {"-2,2": 3}, "options": {"size": 3}}, 3, 9_094),
        (ATTACK | {"scored": ["0,0/0:0"], "options": {"order": "phases", "must_turn": True}}, 3, 16_746),
        (ATTACK | {"stood": [], "options": {"count": "end", "order": "phases", "size": 3}}, 3, 5_220),
        (LAST_TURN | {"options": {"size": 5, "cap": 12, "attack": "marked"}}, 3, 15_725),
    ],
)
def test_counts(position: dict[str, Any], depth: int, expected: int) -> None:
    game, t = table_of({"game": GAME.name} | position)

    # All outcomes have the weight 1.
    assert Engine(game, native=True).count(t, depth) == Count(expected, expected)


@pytest.mark.parametrize(
    ("size", "seats", "turns", "choices", "won"),
    [
        (3, 2, (1_250, 1_250), (5_450, 5_900), (0.76, 0.86)),
        (3, 3, (1_180, 1_180), (5_450, 5_900), (0.76, 0.86)),
        (3, 4, (1_170, 1_170), (5_450, 5_900), (0.76, 0.86)),
        (3, 5, (1_160, 1_160), (5_450, 5_900), (0.76, 0.86)),
        (3, 6, (1_215, 1_215), (5_450, 5_900), (0.76, 0.86)),
        (4, 2, (1_880, 1_910), (9_100, 9_250), (0.15, 0.20)),
        (4, 3, (1_880, 1_910), (9_100, 9_250), (0.15, 0.20)),
        (4, 6, (1_880, 1_910), (9_100, 9_250), (0.15, 0.20)),
        (5, 2, (1_980, 2_000), (9_600, 9_800), (0, 0.05)),
        (5, 6, (1_980, 2_000), (9_600, 9_800), (0, 0.05)),
    ],
)
def test_lengths_of_random_matches_are_as_expected(
    size: int, seats: int, turns: tuple[int, int], choices: tuple[int, int], won: tuple[float, float]
) -> None:
    matches = 400 if size == 3 else 100
    played = Engine(GAME, native=True).play_outs(GAME.table(seats, {"size": size}), matches, seed=20)
    slack = 0.06 if size == 3 else 0.02

    assert turns[0] * (1 - slack) <= played.turns.mean() <= turns[1] * (1 + slack)
    assert choices[0] * (1 - slack) <= played.steps.mean() <= choices[1] * (1 + slack)
    assert won[0] - 0.05 <= (played.places.max(axis=1) == 2).mean() <= won[1] + 0.05
    assert played.steps.max() < GAME.longest / 2


@pytest.mark.parametrize(("size", "choices", "triangles"), [(3, 4.70, 0.33), (4, 4.83, 0.40), (5, 4.87, 0.44)])
def test_choices_and_triangles_of_a_turn_are_as_expected(size: int, choices: float, triangles: float) -> None:
    steps, turns, gained = 0, 0, 0
    for seed in range(6):
        traced, _ = Engine(GAME, native=True).trace(GAME.table(2, {"size": size}), seed=seed)
        # An advance is gained for a triangle, and hardly ever for an attack.
        gained += np.maximum(np.diff(traced["advances"].astype(np.int64), axis=0), 0).sum()
        steps += len(traced)
        turns += int(traced[-1]["turns"])

    assert steps / turns == pytest.approx(choices, rel=0.02)
    assert gained / turns == pytest.approx(triangles, rel=0.06)
