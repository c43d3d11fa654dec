"""Foresight: tables are played on from in every game, and the error that is told is the one that is made."""

import pytest

import sobremesa
from sobremesa import CHANCE, OVER, Match, bots
from sobremesa.core.view import View
from sobremesa.kit.luck import sow
from sobremesa.search.foresight import Foresight, Judgement

SEEDS = 60


def after(name: str, choices: int) -> Match:
    match = sobremesa.start(name, seats=2, seed=3)
    greedy = bots.find("greedy")
    while match.actor != OVER and match.made < choices:
        match.push(match.draw() if match.actor == CHANCE else bots.ask(greedy, match).move)
    return match


def judgements(match: Match, simulations: int) -> list[Judgement]:
    """The same table, as it is judged under one seed after another."""
    each = [Foresight(match.game, match.seats, luck, simulations) for luck in sow(7, SEEDS)]
    if match.game.is_open:
        return [foresight.known(match._table) for foresight in each]
    return [foresight.seen(View(match.game, match._table, 0)) for foresight in each]


@pytest.mark.parametrize("name", ["sequence-dice", "royal-ludo", "poleana", "girumgo", "stalag17"])
@pytest.mark.parametrize("simulations", [1, 200])
def test_the_error_is_as_large_as_told(name: str, simulations: int) -> None:
    told = judgements(after(name, 40), simulations)

    chances = [judgement.chances[0] for judgement in told]
    mean = sum(chances) / SEEDS
    made = (sum((chance - mean) ** 2 for chance in chances) / (SEEDS - 1)) ** 0.5
    expected = (sum(judgement.error**2 for judgement in told) / SEEDS) ** 0.5
    assert made > 0
    assert 0.7 < expected / made < 1.4
