"""Rules and oracle, two independent readings of one specification, agree on whole random matches."""

import copy
import random
from collections.abc import Sequence
from typing import Any

import pytest

import sobremesa
from sobremesa import CHANCE, OVER, Engine, find
from sobremesa.games.poleana import notation, rules
from sobremesa.games.poleana.rules import Phase
from tests.contracts.walks import random_options
from tests.games.campaign import Comparison, chunks, matches, more
from tests.games.poleana.oracle import Oracle, Refused
from tests.games.witness import count, damaged, read, read_by

# Tracing lines would take most of the time; the lines have tests of their own.
pytestmark = pytest.mark.no_cover

GAME = find("poleana")


@chunks(GAME, matches(6))
def test_oracle_and_rules_agree_on_whole_matches(seats: int, seeds: Sequence[int]) -> None:
    Comparison(GAME, Oracle.start, fixed=(Phase.OPENING, Phase.THROW), look=look).play(seats, seeds)


def look(t: Any, oracle: Oracle, dice: random.Random) -> None:
    assert rules.turns(t) == oracle.turns()
    moves = oracle.moves()
    if moves and t.enforcement != rules.HONOUR:
        assert notation.text_of(t, rules.default(t)) == moves[0]


DAMAGES: dict[str, list[Any]] = {
    "players": ["RB", "RGB", "RGBY", "RG", 7, None, "BR"],
    "options": [
        {},
        {"seats": 4},
        {"seats": 2},
        {"partners": True},
        {"pieces": 2},
        {"bonus": 0},
        {"three_doubles": "lose_leader"},
        {"enforcement": "honour"},
        {"no": 1},
        [],
        {"custodians": True},
        {"bonus_optional": True},
        {"play_on": True},
    ],
    "pos": [
        {},
        [],
        {"R": "R0 R0 R0 R0"},
        {"R": "R0 R0 R0"},
        {"R": "F F F F"},
        {"R": "F"},
        {"R": "F", "G": "F"},
        {"R": "F", "B": "F"},
        {"R": "F", "G": "F", "B": "F"},
        {"R": "F", "G": "F", "B": "F", "Y": "F"},
        {"R": "R5 R5 R5"},
        {"G": "R5", "R": "R5"},
        {"R": "Y10"},
        {"R": "Rz7"},
        {"R": "Gz1"},
        {"R": "Rb1"},
        {"R": "Gb1", "B": "Gb1"},
        {"Y": "Y5"},
        {"X": "R5"},
        {"R": "RC"},
        {"R": 7},
        {"R": "Q5"},
        {"R": "R15"},
        {"R": "Y0"},
        {"R": "Y3 Y4"},
        {"R": "Rz1 Rz1"},
        {"R": "R5  R6"},
        {"R": ""},
        {"R": "R0 R3 R6 G0 G3"},
        {"R": "G3 Gb7 R2", "B": "R10 R10"},
    ],
    "turn": ["R", "G", "B", "Y", "X", None, 0, "", "RG"],
    "roll": [[3, 3], [5, 1], [1, 5], [6, 6], [6, 3], [2, 1], [7, 1], [1], None, "5-1", [True, 1], [6, 2], [4, 4]],
    "dice_left": [[], [3], [6], [5], [3, 3], [1, 5], [5, 1], [1], None, [6, 6], [2], [7]],
    "again": [True, False, None, 1, 0],
    "doubles": [0, 1, 2, 3, 4, -1, None, True],
    "phase": ["opening", "throw", "custodian", "exit", "move", "bonus10", "call", "penalty", "over", "pass", None, 3],
    "offence": [True, False, None, 1],
    "caller": ["R", "G", "B", "Y", None, "X", ""],
    "opening": [
        {},
        {"R": 0, "B": 0},
        {"R": 5, "B": 0},
        {"R": 0, "B": 5},
        {"R": 0},
        {"R": 1, "B": 0},
        {"R": 13, "B": 0},
        {"R": 0, "G": 0, "B": 0, "Y": 0},
        None,
        [],
        {"R": 5, "G": 5, "B": 0},
        {"R": 8, "G": 8, "B": 3, "Y": 0},
        {"X": 0, "R": 0},
        {"R": True, "B": 0},
    ],
    "places": ["", "R", "RG", "GR", "G", None, ["R"], "RR", "RB", "BRG"],
    "what": [1],
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_refuse_the_same_positions(seats: int) -> None:
    dice = random.Random(seats)
    refused = 0
    for _ in range(more(12)):
        whole = any_position(seats, dice)
        for _ in range(25):
            position = damaged(copy.deepcopy(whole), DAMAGES, dice)

            mine, theirs = read(position), read_by(Oracle.read, Refused, position)

            assert mine == theirs, position
            refused += mine is None
    assert refused > 100


def any_position(seats: int, dice: random.Random) -> dict[str, Any]:
    if dice.random() < 0.2:
        return {"game": GAME.name, "options": {"pieces": 1, "play_on": dice.random() < 0.5}}
    match = sobremesa.start(
        GAME.name, seats=seats, options=random_options(GAME, seats, dice), seed=dice.randrange(10**6)
    )
    for _ in range(dice.randrange(dice.choice((4, 200)))):
        if match.actor == OVER:
            break
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
    return match.position()


@pytest.mark.parametrize(
    "position",
    [
        {},
        {"pos": {"R": "R5 G5 F F", "G": "R7 G6"}},
        {"players": "RB", "pos": {"R": "G2 R13", "B": "Y5"}, "options": {"custodians": True}},
        {"players": "RB", "pos": {"R": "G2", "B": "Y5"}, "options": {"custodians": True, "custodian_ends_turn": True}},
        {"pos": {"R": "R5 G5 F F", "G": "R7 G6"}, "options": {"bonus_optional": True}},
        {"phase": "opening", "opening": {"G": 7, "Y": 0}},
        {"pos": {"R": "R5", "G": "R7"}, "options": {"enforcement": "honour"}},
    ],
)
def test_oracle_and_rules_count_the_same_ways(position: dict[str, Any]) -> None:
    match = sobremesa.position({"game": GAME.name} | position)
    _, t = sobremesa.core.position.table_of(match.position())

    counted = Engine(GAME, native=False).count(t, depth=2)

    assert (counted.sequences, counted.ways) == count(Oracle.read(match.position()), depth=2)
