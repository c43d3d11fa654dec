"""Hints: moves for whoever must choose, the best first."""

import pytest

import sobremesa
from sobremesa import NotNow
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
