"""Counts of the ways a match can go, and the numbers the specification tells us to expect."""

import os
from typing import Any

import numpy as np
import pytest

from sobremesa import CHANCE, OVER, Count, Engine, find
from sobremesa.core.position import table_of
from sobremesa.core.table import alone
from sobremesa.games.stalag17 import rules
from sobremesa.kit.luck import below, pick, sow
from tests.games.stalag17.scenes import BASE, PLAN

GAME = find("stalag17")
CAMPAIGN = "SOBREMESA_ORACLE_MATCHES" in os.environ


@pytest.mark.parametrize(
    ("position", "depth", "expected"),
    [
        ({"seats": 2, "phase": "first"}, 3, Count(2_028, 13_944)),
        ({"seats": 2, "phase": "act", "plan": PLAN, "hands": ["R1 RC CD I h1", ""]}, 3, Count(4_331, 26_493)),
        ({"seats": 5, "phase": "coin", "plan": PLAN, "hands": ["R1 RC CD I h1", "", "", "", ""]}, 6, Count(576, 576)),
    ],
)
def test_counts(position: dict[str, Any], depth: int, expected: Count) -> None:
    game, t = table_of({"game": GAME.name} | position)

    assert Engine(game, native=True).count(t, depth) == expected


@pytest.mark.parametrize(
    ("options", "seats", "turns", "choices"),
    [
        ({}, 2, 7_350, 12_400 + 6_690),
        ({}, 3, 7_230, 12_200 + 6_570),
        ({}, 4, 7_110, 11_900 + 6_420),
        ({}, 5, 7_050, 11_700 + 6_300),
        (BASE, 2, 6_660, 11_200 + 5_460),
        (BASE, 3, 6_570, 11_000 + 5_340),
        (BASE, 4, 6_570, 11_000 + 5_280),
        (BASE, 5, 6_600, 11_000 + 5_220),
    ],
)
def test_random_matches_are_as_long_as_expected(options: dict[str, Any], seats: int, turns: int, choices: int) -> None:
    played = Engine(GAME, native=True).play_outs(GAME.table(seats, options), 60, seed=20)

    assert played.turns.mean() == pytest.approx(turns, rel=0.1)
    assert played.steps.mean() == pytest.approx(choices, rel=0.1)
    assert played.turns.max() < 30 * 320


LENGTHS = {
    2: (4.7, 460, 720 + 410),
    3: (7.4, 1_000, 1_540 + 860),
    4: (9.2, 1_330, 2_050 + 1_160),
    5: (11.1, 1_720, 2_620 + 1_480),
}


@pytest.mark.parametrize("seats", sorted(LENGTHS) if CAMPAIGN else [2])
def test_matches_with_sure_escapes_are_as_long_as_expected(seats: int) -> None:
    matches = [play_surely(seats, seed) for seed in range(200 if CAMPAIGN else 60)]

    means = np.mean(matches, axis=0)

    assert means == pytest.approx(LENGTHS[seats], rel=0.1)


def play_surely(seats: int, seed: int) -> tuple[int, int, int]:
    """Rounds, turns and choices of a match in which everybody escapes exactly when it works."""
    verbs = Engine(GAME, native=True).drivers
    luck = sow(seed, 1)[0]
    out, weight = np.zeros((2, GAME.width), dtype=np.int64)
    t = GAME.table(seats, BASE)
    choices = 0
    while (who := verbs.actor(t)) != OVER:
        if who == CHANCE:
            choice = out[pick(luck, weight, verbs.chance(t, out, weight))]
        else:
            listed = out[: verbs.legal(t, out)].tolist()
            choice = escape_or_another(verbs, t, listed, luck)
        verbs.apply(t, choice)
        choices += 1
    return int(t.rounds), int(verbs.turns(t)), choices


def escape_or_another(verbs: Any, t: Any, listed: list[int], luck: Any) -> int:
    if rules.ESCAPE in listed:
        after = alone(t)[0]
        verbs.apply(after, rules.ESCAPE)
        if not after.tried:
            return rules.ESCAPE
        listed.remove(rules.ESCAPE)
    return listed[below(luck, len(listed))]
