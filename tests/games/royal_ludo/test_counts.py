"""Counts of the ways a match can go, and the numbers the specification tells us to expect."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from sobremesa import Count, Engine, find
from sobremesa.core.position import table_of
from sobremesa.games.royal_ludo import rules
from sobremesa.games.royal_ludo.rules import Phase

GAME = find("royal-ludo")
PRISON = [-1] * 4
CROWD = [[10, 10, 5, 50], [49, 49, 2, 51], [36, 36, -1, 55], [23, 23, 0, -1]]
HOUSE_RULES = {"board": "short", "final_crown_counts": True, "pushback": "always", "ambush": "any_two"}


@pytest.mark.parametrize(
    ("position", "depth", "expected"),
    [
        ({"seats": 3, "turn": 0, "pawns": [PRISON] * 3, "opening": [None] * 3}, 4, 1_679_616),
        ({"seats": 4, "turn": 0, "pawns": [PRISON] * 4}, 4, 990_396),
        ({"seats": 2, "turn": 0, "pawns": [[5, 20, -1, -1], [3, 41, -1, -1]]}, 4, 5_856),
        ({"seats": 4, "turn": 1, "pawns": CROWD, "rides": [[0, 0, 1, 0], [2, 0, 3, 0]]}, 4, 13_752),
        (
            {
                "seats": 3,
                "turn": 2,
                "options": HOUSE_RULES,
                "pawns": [[38, 36, 30, -1], [28, 26, 1, 40], [18, 16, 14, 42]],
                "rides": [[0, 0, 1, 0]],
            },
            4,
            13_693,
        ),
    ],
)
def test_counts(position: dict[str, Any], depth: int, expected: int) -> None:
    game, t = table_of({"game": GAME.name} | position)

    assert Engine(game, native=True).count(t, depth) == Count(expected, expected)


@pytest.mark.parametrize(
    ("seats", "board", "turns", "spread"),
    [(2, "classic", 140, 2), (3, "classic", 215, 2), (4, "classic", 305, 2), (4, "short", 262, 8), (4, "long", 401, 8)],
)
def test_lengths_of_random_matches_are_as_expected(seats: int, board: str, turns: int, spread: int) -> None:
    played = Engine(GAME, native=True).play_outs(GAME.table(seats, {"board": board}), 4000, seed=20)

    assert played.turns.mean() == pytest.approx(turns, abs=spread)
    assert played.steps.max() < GAME.longest


def test_matches_in_which_pawns_may_leave_their_zone_are_longer() -> None:
    played = Engine(GAME, native=True).play_outs(GAME.table(4, {"bounce": "free"}), 4000, seed=20)

    assert played.turns.mean() == pytest.approx(323, abs=2)


def test_what_happens_in_random_matches_is_as_expected() -> None:
    engine, matches = Engine(GAME, native=True), 400
    told: Counter[str] = Counter()

    for seed in range(matches):
        tables, seen = engine.trace(GAME.table(4), seed=seed)
        phase, choice, turn = tables["phase"][:-1], seen[:-1, 3], tables["turn"][:-1, None]
        before, after = tables["at"][:-1], tables["at"][1:]
        is_own = turn == np.arange(rules.ALL_PAWNS) // rules.PAWNS
        told["rides"] += int(((phase == Phase.LAND) & (choice >= rules.RIDE)).sum())
        told["push-backs"] += int((phase == Phase.PUSH).sum())
        told["captures"] += int(((before != rules.PRISON) & (after == rules.PRISON)).sum())
        told["passes"] += int(((phase == Phase.THROW) & (tables["phase"][1:] == Phase.THROW)).sum())
        told["ends behind"] += int(((phase == Phase.ACT)[:, None] & is_own & (after < before)).sum())

    assert {what: count / matches for what, count in told.items()} == {
        "rides": pytest.approx(4.5, rel=0.1),
        "push-backs": pytest.approx(61, rel=0.05),
        "captures": pytest.approx(5.2, rel=0.1),
        "passes": pytest.approx(40, rel=0.1),
        "ends behind": pytest.approx(31, rel=0.1),
    }
