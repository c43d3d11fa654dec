"""Attacks and advances of Girumgo, GI-16 to GI-18."""

from typing import Any

import pytest

from sobremesa.games.girumgo import notation, rules
from tests.contracts.walks import table_of
from tests.games.girumgo.tables import READY, attack_with, faults_of, match_with, play


def wheel(text: str) -> int:
    return notation.WHEEL_NUMBERS[text]


@pytest.mark.parametrize(
    ("before", "after", "token"),
    [(9, 5, [0, 0]), (6, 2, [0, 0]), (4, 0, [0, 0]), (3, 0, [-3, 0]), (1, 0, [-3, 0]), (0, 0, [-3, 0])],
)
def test_gi_16_a_rival_between_two_triangles_loses_four_or_goes_home(before: int, after: int, token: list[int]) -> None:
    match = attack_with(advances=[1, before])

    match.push("turn 0,-1 +")

    # One for either triangle and one for the attack.
    assert match.position()["advances"] == [4, after]
    assert match.position()["tokens"] == [[3, 0], token]


def turned(text: str, times: int) -> str:
    """A wheel after so many turns of the whole board by 60 degrees, counter-clockwise."""
    q, r = map(int, text.split(","))
    for _ in range(times):
        q, r = q + r, -q
    return f"{q},{r}"


@pytest.mark.parametrize("times", range(6))
def test_gi_16_an_attack_may_come_from_any_side_of_the_turned_wheel(times: int) -> None:
    # The board and the colours are turned alike, so that every wheel keeps its orientation.
    rot = {turned(text, times): number for text, number in READY.items()}
    match = attack_with(rot=rot, scored=[f"0,0/{times}:{times}"])

    match.push(f"turn {turned('0,-1', times)} +")

    assert match.position()["advances"] == [4, 2]


def test_gi_16_an_attack_on_the_last_wheel_of_the_largest_board_counts() -> None:
    rot = {"4,0": 2, "3,0": 4, "2,1": 2, "2,2": 3}
    match = attack_with(options={"size": 5}, rot=rot, tokens=[[4, 0], [3, 1]], scored=["3,1/1:1"])

    match.push("turn 2,2 +")

    assert match.position()["advances"] == [3, 2]


def test_gi_16_attacked_wheels_are_not_turned() -> None:
    match = attack_with(advances=[1, 0])

    match.push("turn 0,-1 +")

    assert match.position()["rot"] == {"1,0": 2, "1,-1": 4, "-1,0": 4, "0,-1": 2}


def test_gi_16_the_own_token_is_not_attacked() -> None:
    match = attack_with(tokens=[[0, 0], [-3, 0]], turns_left=2)

    match.push("turn 0,-1 +")

    assert (match.position()["advances"], match.position()["attacked"]) == ([3, 6], [])
    assert match.position()["tokens"] == [[0, 0], [-3, 0]]


def test_gi_16_a_triangle_must_be_scored_to_attack() -> None:
    # Both have been scored in this turn, and one of them is only remade.
    rot = {"1,0": 2, "1,-1": 4, "-1,0": 4, "0,-1": 1}
    match = attack_with(rot=rot, turns_left=2, scored=["0,0/0:0", "0,0/2:2", "0,-1/0:4"])

    match.push("turn 0,-1 +")

    assert (match.position()["advances"], match.position()["attacked"]) == ([1, 6], [])


def test_gi_16_a_triangle_broken_and_remade_counts_towards_the_two() -> None:
    match = attack_with(die=6, turns_left=3)

    play(match, "turn 1,0 +", "turn 1,0 -", "turn 0,-1 +")

    assert match.position()["advances"] == [4, 2]


def test_gi_16_a_triangle_that_does_not_stand_does_not_count() -> None:
    match = attack_with(die=6, turns_left=3)

    play(match, "turn 1,0 +", "turn 0,-1 +")

    assert (match.position()["advances"], match.position()["attacked"]) == ([3, 6], [])


@pytest.mark.parametrize(("token", "attacked", "other"), [([0, 0], "0,0", "0,0/4:4"), ([1, -1], "1,-1", "1,-1/0:3")])
def test_gi_16_a_wheel_is_attacked_once_in_a_turn(token: list[int], attacked: str, other: str) -> None:
    match = attack_with(turns_left=2, tokens=[[3, 0], token], attacked=[attacked], scored=["0,0/0:0", other])

    match.push("turn 0,-1 +")

    assert (match.position()["advances"], match.position()["attacked"]) == ([3, 6], [attacked])


def test_gi_16_a_triangle_at_the_last_hole_attacks_when_counted_at_the_end() -> None:
    # The other triangle at the wheel stood before, so that nothing but the last hole tells of the attack.
    rot = {"1,0": 2, "1,1": 4, "3,0": 4, "2,1": 1}
    options = {"count": "end", "attack": "marked"}
    match = match_with(rot=rot, die=1, turns_left=1, tokens=[[3, 0], [2, 0]], advances=[0, 6], options=options)

    match.push("turn 2,1 +")

    assert match.position()["advances"] == [3, 2]


def test_gi_16_one_turn_can_attack_several_wheels() -> None:
    match = attack_with(
        seats=4, turns_left=2, tokens=[[3, 0], [0, 0], [1, -1], [0, -1]], advances=[1, 6, 3, 4], turns=8
    )

    match.push("turn 0,-1 +")

    assert match.position()["attacked"] == ["0,-1", "0,0", "1,-1"]
    assert match.position()["advances"] == [6, 2, 0, 0]
    assert match.position()["tokens"] == [[3, 0], [0, 0], [-3, 0], [0, -1]]


def test_gi_16_nobody_is_hit_twice_by_one_turn() -> None:
    t = table_of(attack_with(advances=[1, 2]))
    home = rules.start_of(t, 1)

    rules.strike(t, 1 << wheel("0,0") | 1 << home)

    assert (t.advances[:2].tolist(), int(t.tokens[1])) == ([3, 0], home)


@pytest.mark.parametrize(
    ("keys", "reasons"),
    [
        ({"attacked": ["0,0"], "scored": ["0,0/0:0", "0,0/2:2"]}, []),
        ({"attacked": ["0,0"], "scored": ["0,0/0:0"]}, ["attack_without_triangles"]),
        ({"attacked": ["0,0", "0,0"], "scored": ["0,0/0:0", "0,0/2:2"]}, ["twice"]),
        ({"attacked": ["4,0"]}, ["wheel"]),
        ({"attacked": [0]}, ["wheel"]),
        ({"attacked": "0,0"}, ["text_list"]),
    ],
)
def test_gi_16_a_position_tells_which_wheels_were_attacked(keys: dict[str, Any], reasons: list[str]) -> None:
    assert faults_of(**({"turn": 0, "die": 6, "turns_left": 3} | keys)) == reasons


@pytest.mark.parametrize(("before", "after"), [(7, 3), (2, 0)])
def test_gi_17_a_rival_at_home_only_loses_advances(before: int, after: int) -> None:
    # The two holes of a vertex are neighbours, so no two triangles ever meet there; the rule holds all the same.
    t = table_of(match_with(die=6, advances=[0, before]))
    home = rules.start_of(t, 1)

    rules.strike(t, 1 << home)

    assert (t.advances[:2].tolist(), int(t.tokens[1])) == ([1, after], home)


def test_gi_18_advances_have_no_upper_limit() -> None:
    match = match_with(die=4, rot={"1,0": 2, "1,-1": 5}, advances=[70_000, 0])

    match.push("turn 1,-1 -")

    assert match.position()["advances"] == [70_001, 0]


@pytest.mark.parametrize("advances", [[-1, 0], [0.5, 0], [True, 0], ["1", 0]])
def test_gi_18_advances_are_never_below_none(advances: list[Any]) -> None:
    assert faults_of(turn=0, advances=advances) == ["advances"]


def test_gi_18_a_position_has_a_thousand_million_advances_at_most() -> None:
    assert match_with(advances=[10**9, 0]).position()["advances"] == [10**9, 0]
    assert faults_of(turn=0, advances=[10**9 + 1, 0]) == ["advances"]
