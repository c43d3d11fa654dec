"""The kinds of throws that a match seals hold for every throw that its rules ever list."""

import json
import random

import pytest

import sobremesa
from sobremesa.core.game import find
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.throws import outcome_in

CHOICES = 600


@pytest.mark.parametrize("seats", ["fewest", "most"])
@pytest.mark.parametrize("name", sobremesa.names())
def test_every_throw_is_of_a_kind_that_the_game_tells(name: str, seats: str) -> None:
    game, luck = find(name), random.Random(f"{name}/{seats}")
    count = game.seats[0 if seats == "fewest" else -1]
    met = set()
    for seed in range(3):
        match = sobremesa.start(name, seats=count, seed=seed)
        kinds = game.kinds(match._table)
        while match.actor != OVER and match.made < CHOICES:
            if match.actor != CHANCE:
                match.push(luck.choice(match.moves()))
                continue
            kind = kinds[game.kind_of(match._table)]
            most = dict(zip(kind.outcomes, kind.weights, strict=True))
            listed = [(outcome_in(each.text), each.weight) for each in match.outcomes()]
            if kind.is_fixed:
                assert [(each.text, each.weight) for each in match.outcomes()] == list(most.items())
            else:
                # In the order of the table, and never more of one than it says.
                assert [text for text in most if text in dict(listed)] == [text for text, _ in listed]
                assert all(weight <= most[text] for text, weight in listed)
            met.add(game.kind_of(match._table))
            match.push(match.draw())
    assert met >= {name for name, kind in kinds.items() if kind.is_fixed}


# A change here makes records of matches that are being played unverifiable: raise the version of the rules instead.
SIZES = {
    "girumgo": {"opening": 6, "throw": 6, "setup": 6},
    "poleana": {"opening": 36, "throw": 36},
    "royal-ludo": {"opening": 36, "throw": 36},
    "sequence-dice": {"opening": 36, "throw": 36},
    "stalag17": {"first": 3, "plan": 6, "huida": 6, "deal": 84, "draw": 84, "guard": 84},
}


@pytest.mark.parametrize("name", sobremesa.names())
def test_the_kinds_of_a_game_are_these(name: str) -> None:
    game = find(name)
    kinds = game.kinds(game.table())

    assert {kind: sum(told.weights) for kind, told in kinds.items()} == SIZES[name]
    for told in kinds.values():
        assert len(set(told.outcomes)) == len(told.outcomes)
        assert json.loads(json.dumps(told.outcomes)) == list(told.outcomes)


def test_a_game_without_kinds_is_judged_by_its_rules_alone() -> None:
    from tests.lab.coin import GAME

    assert GAME.kinds(GAME.table()) == {}
    assert GAME.kind_of(GAME.table()) == GAME.notation.phase_of(GAME.table())
