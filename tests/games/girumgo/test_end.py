"""How a match of Girumgo ends, GI-19 to GI-22, and what holds beside the rules."""

from typing import Any

import pytest

from sobremesa import OVER, Engine, find
from sobremesa.core.table import copy
from sobremesa.games.girumgo import notation, rules
from tests.contracts.walks import table_of
from tests.games.girumgo.tables import attack_with, faults_of, match_with

GAME = find("girumgo")


def wheel(text: str) -> int:
    return notation.WHEEL_NUMBERS[text]


# The end


def test_gi_19_the_match_ends_on_the_target_wheel() -> None:
    match = match_with(die=5, rot={"-2,0": 2}, tokens=[[-2, 0], [0, 0]], advances=[3, 1], turns=7)

    match.push("step -3,0")

    assert (match.phase, match.actor, match.places(), match.turns) == ("over", OVER, [1, 2], 8)
    assert match.position()["turn"] == 0
    assert "die" not in match.position()


@pytest.mark.parametrize(
    ("keys", "reasons"),
    [
        ({"tokens": [[-3, 0], [0, 0]]}, []),
        ({"tokens": [[-3, 0], [0, 0]], "turn": 1}, ["arrived_out_of_turn"]),
        ({"tokens": [[-3, 0], [3, 0]]}, ["two_arrived"]),
        ({"tokens": [[-3, 0], [0, 0]], "die": 3}, ["die_after_end"]),
        ({"turns": 2000, "die": 3}, ["die_after_end"]),
    ],
)
def test_gi_19_a_token_on_its_target_is_the_end(keys: dict[str, Any], reasons: list[str]) -> None:
    assert faults_of(**({"turn": 0} | keys)) == reasons


def test_gi_20_every_face_of_the_die_is_as_likely() -> None:
    match = match_with()

    assert [(outcome.text, outcome.weight) for outcome in match.outcomes()] == [(str(face), 1) for face in range(1, 7)]


def test_gi_21_the_2000th_turn_is_the_last() -> None:
    match = match_with(turns=1999, turn=1, die=2)

    match.push("end")

    assert (match.phase, match.turns, match.places()) == ("over", 2000, [1, 1])
    assert match.position()["turn"] == 0


def test_gi_21_an_arrival_in_the_last_turn_wins() -> None:
    match = match_with(die=5, rot={"-2,0": 2}, tokens=[[-2, 0], [0, 0]], advances=[1, 0], turns=1999)

    match.push("step -3,0")

    assert (match.phase, match.turns, match.places()) == ("over", 2000, [1, 2])


def test_gi_21_there_are_no_more_than_2000_turns() -> None:
    assert faults_of(turn=0, turns=2001) == ["whole"]
    assert match_with(turns=2000, turn=1).places() == [1, 1]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_gi_22_the_winner_is_first_and_all_others_second(seats: int) -> None:
    t = GAME.table(seats)
    tokens = [list(notation.POINTS[rules.start_of(t, seat)]) for seat in range(seats)]
    tokens[1] = list(notation.POINTS[rules.target_of(t, 1)])

    match = match_with(seats=seats, tokens=tokens, turn=1)

    assert match.places() == [2, 1, 2, 2, 2, 2][:seats]


@pytest.mark.parametrize("seats", [2, 6])
def test_gi_22_without_a_winner_all_are_first(seats: int) -> None:
    assert match_with(seats=seats, turns=2000).places() == [1] * seats


# What holds beside the rules


def test_points_are_advances() -> None:
    assert match_with(seats=3, advances=[4, 0, 9]).scores() == [4, 0, 9]


@pytest.mark.parametrize(
    ("options", "left", "move"),
    [({}, 3, "end"), ({"must_turn": True}, 3, "turn 0,0 +"), ({"must_turn": True}, 0, "end")],
)
def test_an_absent_player_ends_the_turn_if_that_may_be(options: dict[str, Any], left: int, move: str) -> None:
    match = match_with(die=6, turns_left=left, rot={"3,0": 2}, advances=[2, 0], options=options)

    assert match.default().text == move


def test_native_and_plain_runs_agree_on_what_the_examples_show() -> None:
    t = table_of(attack_with(turns_left=2))
    native = copy(t)

    rules.apply(t, 2 * wheel("0,-1"))
    Engine(GAME, native=True).drivers.apply(native, 2 * wheel("0,-1"))

    assert t.tobytes() == native.tobytes()
