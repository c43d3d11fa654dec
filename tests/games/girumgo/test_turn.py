"""A turn of Girumgo, GI-8, GI-9, GI-14 and GI-15: turning wheels and stepping."""

from typing import Any

import pytest

from tests.games.girumgo.tables import faults_of, match_with, play, steps, texts

# A turn


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_gi_8_the_die_gives_so_many_turns(die: int) -> None:
    match = match_with()

    match.push(str(die))
    for _ in range(die):
        assert (match.actor, match.position()["turn"]) == (0, 0)
        match.push("turn 0,0 +")

    assert (match.phase, match.position()["turn"], match.turns) == ("throw", 1, 1)


def test_gi_8_unused_turns_are_lost_and_advances_kept() -> None:
    match = match_with(die=6, advances=[3, 2])

    match.push("end")

    assert (match.position()["turn"], match.position()["advances"], match.phase) == (1, [3, 2], "throw")
    assert "turns_left" not in match.position()


def test_gi_8_without_turns_the_turn_goes_on_while_a_step_is_possible() -> None:
    match = match_with(die=2, turns_left=1, rot={"3,0": 1}, advances=[2, 0])
    offered = []

    for choice in ("turn 3,0 +", "step 2,0", "step 3,0"):
        match.push(choice)
        offered.append(texts(match))

    assert offered == [["step 2,0", "end"], ["step 3,0", "end"], []]
    assert (match.phase, match.position()["turn"], match.position()["advances"]) == ("throw", 1, [0, 0])


def test_gi_8_a_turn_in_which_nothing_is_left_ends_when_it_is_read() -> None:
    match = match_with(die=2, turns_left=0, advances=[2, 0])

    assert (match.phase, match.position()["turn"], match.turns) == ("throw", 1, 1)


@pytest.mark.parametrize(
    ("keys", "reasons"),
    [
        ({"die": 3, "turns_left": 4}, ["whole"]),
        ({"die": 7}, ["whole"]),
        ({"turns_left": 0}, ["only_with_die"]),
        ({"scored": [], "stood": [], "attacked": []}, ["only_with_die"]),
        ({"turn": 2}, ["whole"]),
        ({"rot": []}, ["rot_not_an_object"]),
        ({"rot": {"0,0": 6}}, ["rot"]),
        ({"tokens": [[3, 0]]}, ["by_seat"]),
        ({"tokens": [[3, 0], [4, 0]]}, ["token"]),
        ({"tokens": [[3, 0], "0,0"]}, ["token"]),
        ({"advances": 3}, ["by_seat"]),
    ],
)
def test_gi_8_a_position_within_a_turn_is_one_that_can_be(keys: dict[str, Any], reasons: list[str]) -> None:
    assert faults_of(**({"turn": 0} | keys)) == reasons


@pytest.mark.parametrize("disc", ["0,0", "3,0", "-3,0", "3,-1", "2,-2"])
@pytest.mark.parametrize(("way", "rot"), [("+", 1), ("-", 5)])
def test_gi_9_any_wheel_turns_by_one_wedge_either_way(disc: str, way: str, rot: int) -> None:
    match = match_with(die=3)

    match.push(f"turn {disc} {way}")

    assert (match.position()["rot"], match.position()["turns_left"]) == ({disc: rot}, 2)


def test_gi_9_the_same_wheel_turns_as_often_as_one_likes() -> None:
    match = match_with(die=6, rot={"1,0": 5})
    seen = []

    for way in "++++-":
        match.push(f"turn 1,0 {way}")
        seen.append(match.position()["rot"].get("1,0", 0))

    assert seen == [0, 1, 2, 3, 2]


def test_gi_9_tokens_stay_on_a_wheel_that_is_turned() -> None:
    match = match_with(die=6, tokens=[[0, 0], [0, 0]])

    match.push("turn 0,0 +")

    assert match.position()["tokens"] == [[0, 0], [0, 0]]


# Steps


@pytest.mark.parametrize(
    ("rot", "expected"),
    [
        ({"0,0": 0, "1,0": 2, "1,-1": 4}, ["step 1,-1", "step 1,0"]),
        ({"0,0": 0, "1,0": 2}, ["step 1,0"]),
        ({"0,0": 0, "1,-1": 4}, ["step 1,-1"]),
        ({}, []),
        ({"0,0": 3, "-1,0": 5}, ["step -1,0"]),
        ({"0,0": 3, "-1,1": 1}, ["step -1,1"]),
    ],
)
def test_gi_14_a_step_follows_the_own_colour_through_a_hole(rot: dict[str, int], expected: list[str]) -> None:
    match = match_with(die=6, rot=rot, tokens=[[0, 0], [-3, 0]], advances=[1, 0])

    assert steps(match) == expected


def test_gi_14_a_step_needs_an_advance_and_costs_it() -> None:
    rot = {"1,0": 2, "1,-1": 4}
    without = match_with(die=6, rot=rot, tokens=[[0, 0], [-3, 0]])
    match = match_with(die=6, rot=rot, tokens=[[0, 0], [-3, 0]], advances=[2, 2])

    match.push("step 1,0")

    assert steps(without) == []
    assert (match.position()["tokens"], match.position()["advances"]) == ([[1, 0], [-3, 0]], [1, 2])
    assert match.position()["turns_left"] == 6


def test_gi_14_an_advance_of_this_turn_counts_and_steps_are_chained() -> None:
    match = match_with(die=1, rot={"1,0": 2, "1,-1": 5}, tokens=[[0, 0], [-3, 0]], advances=[1, 0])

    play(match, "turn 1,-1 -", "step 1,0", "step 1,-1")

    assert (match.position()["tokens"][0], match.position()["advances"]) == ([1, -1], [0, 0])
    assert match.position()["turn"] == 1


def test_gi_14_there_is_no_step_where_there_is_no_hole() -> None:
    # In slot 4 the own colour of the vertex 3,0 looks off the board.
    match = match_with(die=6, rot={"3,0": 4}, advances=[5, 0])

    assert steps(match) == []


@pytest.mark.parametrize("size", [3, 4])
@pytest.mark.parametrize("seat", range(6))
def test_gi_14_nobody_steps_off_the_board(size: int, seat: int) -> None:
    far = size - 1
    for vertex in ([far, 0], [0, far], [-far, far], [-far, 0], [0, -far], [far, -far]):
        tokens = [[0, 0]] * seat + [vertex] + [[0, 0]] * (5 - seat)
        for rot in range(6):
            keys = {
                "seats": 6,
                "turn": seat,
                "die": 6,
                "options": {"size": size},
                "tokens": tokens,
                "advances": [9] * 6,
            }
            keys["rot"] = {f"{vertex[0]},{vertex[1]}": rot}
            # On its own target no token goes on.
            if not faults_of(**keys):
                for text in steps(match_with(**keys)):
                    q, r = map(int, text.removeprefix("step ").split(","))
                    assert max(abs(q), abs(r), abs(q + r)) <= far


def test_gi_14_on_a_smaller_board_the_rim_is_nearer() -> None:
    rot = {"2,0": 5, "2,-1": 1}

    assert steps(match_with(die=6, rot=rot, tokens=[[2, 0], [-2, 0]], advances=[5, 0], options={"size": 3})) == []


def test_gi_15_any_number_of_tokens_stand_on_a_wheel() -> None:
    match = match_with(
        seats=3, die=6, rot={"1,0": 2}, tokens=[[0, 0], [1, 0], [1, 0]], advances=[1, 7, 2], turns_left=3
    )

    match.push("step 1,0")

    assert match.position()["tokens"] == [[1, 0], [1, 0], [1, 0]]
    assert match.position()["advances"] == [0, 7, 2]
