"""Hints: moves for whoever must choose, the best first."""

from types import SimpleNamespace
from typing import Any

import pytest

import sobremesa
from sobremesa import InvalidNumber, NotNow
from sobremesa.core.view import View
from sobremesa.core.words import Phrase
from sobremesa.kit.luck import Luck
from sobremesa.search import thinker
from sobremesa.search.thinker import Thought
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


def test_reasons_are_looked_for_as_long_as_there_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [5.0]

    def slow(view: View, move: int, luck: Luck) -> list[Phrase]:
        clock[0] += 0.1
        return [Phrase("reasons.slow")]

    def think(view: View, luck: Luck, *, seconds: float, **more: Any) -> Thought:
        clock[0] += seconds
        return thinker.think(view, luck, simulations=200)

    monkeypatch.setattr("sobremesa.search.hints.time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr("sobremesa.search.hints.think", think)
    monkeypatch.setattr("sobremesa.search.hints.reasons", slow)

    given = sobremesa.hints(settled("girumgo"), seconds=1)

    assert len(given) > 3
    assert [bool(hint.reasons) for hint in given] == [True, True] + [False] * (len(given) - 2)
    assert 5.9 < clock[0] <= 6
