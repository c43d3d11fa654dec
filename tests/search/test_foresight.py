"""Foresight: tables are played on from in every game, and the error that is told is the one that is made."""

import numpy as np
import pytest

import sobremesa
from sobremesa import CHANCE, OVER, Match, bots, find, names
from sobremesa.core.engine import zeros
from sobremesa.core.table import alone
from sobremesa.core.view import View
from sobremesa.kit.luck import sow
from sobremesa.search.foresight import Foresight, Judgement
from sobremesa.search.thinker import loops

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


@pytest.mark.parametrize("name", names())
def test_nothing_is_judged_before_a_throw(name: str) -> None:
    """A table before a throw is judged as far ahead as those after it, or luck would not be nothing on average."""
    game = find(name)
    played = loops(game, is_native=False)
    seats = int(game.table().seats)
    lists = zeros(game.width), zeros(game.width), np.zeros(seats), zeros(seats), np.zeros(game.width)
    ended = []
    for luck in sow(1, 12):
        scratch = np.repeat(alone(game.table()), 2)
        played.look_ahead(scratch, luck, *lists)
        ended.append(game.rules.actor(scratch[0]))

    assert all(actor >= 0 for actor in ended)
