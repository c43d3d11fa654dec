"""Hints: moves for whoever must choose, the best first."""

from typing import Any

import pytest

import sobremesa
from sobremesa import InvalidNumber, NotNow
from tests.search.test_thinker import WINNING, settled


def test_the_best_move_comes_first_with_its_chance() -> None:
    match = sobremesa.position(WINNING)

    best, *others = sobremesa.hints(match, simulations=200)

    assert best.chance == 1
    assert all(other.chance < 1 for other in others)
    assert {hint.move for hint in (best, *others)} <= set(match.moves())


def test_nobody_gets_a_hint_when_chance_chooses() -> None:
    with pytest.raises(NotNow):
        sobremesa.hints(sobremesa.start("sequence-dice", seed=1))


def test_a_hint_changes_nothing() -> None:
    match = settled("stalag17", 3)
    before = match.position()

    sobremesa.hints(match, simulations=20)

    assert match.position() == before


@pytest.mark.parametrize(
    "wrong",
    [
        *({"simulations": given} for given in (0, -1, "x", True, 1.5)),
        *({"seconds": given} for given in (-1, "x", None, float("nan"), float("inf"), True)),
        *({"threads": given} for given in (0, "x")),
    ],
)
def test_numbers_that_cannot_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidNumber, match=next(iter(wrong))):
        sobremesa.hints(sobremesa.position(WINNING), **wrong)
