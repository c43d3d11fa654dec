"""Rules and oracle, two independent readings of one specification, agree on whole random matches."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

import sobremesa
from sobremesa import CHANCE, OVER, Engine, find
from sobremesa.games.sequence_dice.rules import Phase
from tests.contracts.walks import random_options
from tests.games.campaign import Comparison, chunks, matches, more
from tests.games.sequence_dice.oracle import Oracle, Refused
from tests.games.witness import count, damaged, read, read_by

# Tracing lines would take most of the time; the lines have tests of their own.
pytestmark = pytest.mark.no_cover

GAME = find("sequence-dice")


@chunks(GAME, matches(30))
def test_oracle_and_rules_agree_on_whole_matches(seats: int, seeds: Sequence[int]) -> None:
    Comparison(GAME, Oracle.start, fixed=(Phase.OPENING, Phase.THROW)).play(seats, seeds)


DAMAGES: dict[str, list[Any]] = {
    "seats": [0, 1, 2, 3, 4, 5, True, "2", 2.0, None],
    "options": [{}, {"line": 5}, {"line": 7}, {"chips": 0}, {"start_throws": 1}, {"start_throws": True}, [], {"no": 1}],
    "turn": [0, 1, 2, 3, 4, -1, None, "0", 1.0],
    "roll": [2, 7, 10, 11, 12, 1, 13, None, "7", True],
    "turns": [0, 5, 1999, 2000, 2001, -1, 1.5, None],
    "opening": [
        None,
        [],
        [[], []],
        [[9], []],
        [[9, 5], []],
        [[], [9]],
        [[9, 5], [9, 5]],
        [[9, 5], [3, 4]],
        [[9, 5, 3], []],
        [None, None],
        [None, []],
        [None, [9], None],
        [[1], []],
        [[True], []],
        [[], [], []],
        [[9, 5], [5, 9], [9]],
        [[9, 5], None, [9]],
        [[13], []],
    ],
    "board": [
        None,
        [],
        ["......"] * 5,
        ["......"] * 7,
        ["......."] * 6,
        [".a...."] * 6,
        ["AAAAAA"] + ["......"] * 5,
        ["AAAAAA", "BBBBBB"] + ["......"] * 4,
        ["AABBAB", "BBAABA"] * 3,
        ["ABCABC", "......"] * 3,
    ],
    "what": [1],
    "game": [None, 7, "chess", "sequence-dice"],
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_refuse_the_same_positions(seats: int) -> None:
    dice = random.Random(seats)
    refused = 0
    for _ in range(more(90)):
        position = damaged(any_position(seats, dice), DAMAGES, dice)

        mine, theirs = read(position), read_by(Oracle.read, Refused, position)

        assert mine == theirs, position
        refused += mine is None
    assert refused > 30


def any_position(seats: int, dice: random.Random) -> dict[str, Any]:
    match = sobremesa.start(
        GAME.name, seats=seats, options=random_options(GAME, seats, dice), seed=dice.randrange(10**6)
    )
    for _ in range(dice.randrange(120)):
        if match.actor == OVER:
            break
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
    return match.position()


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_count_the_same_ways(seats: int) -> None:
    match = sobremesa.position({"game": GAME.name, "seats": seats, "turn": 0})
    _, t = sobremesa.core.position.table_of(match.position())

    counted = Engine(GAME, native=False).count(t, depth=3)

    assert (counted.sequences, counted.ways) == count(Oracle.read(match.position()), depth=3)
