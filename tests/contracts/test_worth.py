"""What every game's judgement of a table keeps: finite, fair to sides, alike plain and native, and good for play."""

from collections.abc import Callable
from math import isfinite
from typing import Any

import numpy as np
import pytest

from sobremesa import OVER, Game, find, names
from sobremesa.core.engine import zeros
from sobremesa.lab.simulation import simulate
from sobremesa.search.thinker import loops, plain_loops

from .walks import CASES, IDS, tables

MATCHES = 200
WON = {"sequence-dice": 0.8, "poleana": 0.7, "royal-ludo": 0.8, "stalag17": 0.9, "girumgo": 0.95}
"""Which part of matches of two a greedy player wins against a random one at least, in every game of ours."""


@pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)
def test_a_judgement_is_finite_and_changes_nothing(name: str, seats: int) -> None:
    check_judgement(find(name), seats, loops)


@pytest.mark.parametrize(("name", "seats"), [case for case in CASES if find(case[0]).insight])
def test_the_readable_judgement_does_as_well_where_there_is_a_finer_one(name: str, seats: int) -> None:
    check_judgement(find(name), seats, plain_loops)


def check_judgement(game: Game, seats: int, bound: Callable[..., Any]) -> None:
    plain, native = (bound(game, is_native=is_native) for is_native in (False, True))
    values, again, places = np.zeros(seats), np.zeros(seats), zeros(seats)
    for seed in range(4):
        for t in tables(game, seats, seed=seed + 300):
            before = t.tobytes()
            if game.rules.actor(t) != OVER:
                assert all(isfinite(plain.worth(t, seat)) for seat in range(seats))
            plain.judge(t, values, places)
            native.judge(t, again, places)

            assert t.tobytes() == before
            assert values == pytest.approx(again)
            sides = [game.worth.side(t, seat) for seat in range(seats)]
            assert all(sides[side] == side <= seat for seat, side in enumerate(sides))
            assert sum(values[side] for side in set(sides)) == pytest.approx(1)
            assert all(values[seat] == values[side] for seat, side in enumerate(sides))


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("greedy", [0, 1])
def test_a_greedy_player_beats_a_random_one(name: str, greedy: int) -> None:
    assert share_won(find(name), greedy, {}) > WON[name]


@pytest.mark.parametrize("greedy", [0, 1])
def test_a_greedy_player_of_poleana_fears_custodians(greedy: int) -> None:
    assert share_won(find("poleana"), greedy, {"custodians": True}) > 0.9


def share_won(game: Game, greedy: int, options: dict[str, Any]) -> float:
    """Return the share of matches of two that a greedy player wins against a random one."""
    players = ["random", "random"]
    players[greedy] = "greedy"

    played = simulate(game, games=MATCHES, seed=1, seats=2, options=options, players=players).played

    assert (played.steps > 0).all()
    return float((played.places[:, greedy] == 1).mean())
