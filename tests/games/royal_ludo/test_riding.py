"""Pawns that ride in Royal Ludo, RL-17 to RL-19."""

from typing import Any

import pytest

from tests.games.royal_ludo.tables import after, match_with, now, pawns, rides, texts


@pytest.mark.parametrize(
    ("roll", "move", "carrier", "rider"),
    [([2, 3], "move 10>15", 15, 28), (["P", 3], "advance 10>24", 24, 37), (["C", 3], "advance 10>16", 16, 29)],
)
def test_rl_17_a_rider_goes_with_its_carrier(roll: list[Any], move: str, carrier: int, rider: int) -> None:
    match = match_with((10,), (), (), (23,), roll=roll, rides=[[3, 0, 0, 0]])

    match.push(move)

    assert (pawns(match), rides(match)) == ([(carrier,), (), (), (rider,)], [[3, 0, 0, 0]])


def test_rl_17_a_carried_pawn_captures_nobody() -> None:
    match = match_with((10, 30), (), (), (23,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 10>15")

    assert now(match) == ("throw", 1)


def test_rl_17_a_rider_that_moves_gets_off() -> None:
    match = match_with((10,), (), (), (23,), turn=3, roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 23>28")

    assert (pawns(match), rides(match)) == ([(10,), (), (), (28,)], [])


def test_rl_17_a_rider_that_moves_may_jail_and_mount() -> None:
    match = match_with((10,), (), (41,), (23,), turn=3, roll=[2, 3], rides=[[3, 0, 0, 0]])

    after(match, "move 23>28", "ride 2:41")

    assert (pawns(match), rides(match)) == ([(10,), (), (41,), (28,)], [[3, 0, 2, 0]])


def test_rl_17_a_rider_may_be_the_one_that_goes_back() -> None:
    match = match_with((10,), (), (), (23, 5), roll=["C", 2], push=[3], rides=[[3, 0, 0, 0]])

    offered = texts(match)
    match.push("back 23>13")

    assert offered == ["back 23>13", "back 5>0"]
    assert (pawns(match), rides(match)) == ([(10,), (), (), (13, 5)], [])


def test_rl_17_a_pair_moves_until_somebody_parts_it() -> None:
    match = match_with((10,), (), (), (23,), rides=[[3, 0, 0, 0]])

    after(match, "1-2", "move 10>13", "3-3", "3-3", "1-2", "move 26>29")

    assert (pawns(match), rides(match)) == ([(13,), (), (), (29,)], [])


@pytest.mark.parametrize(
    ("carrier", "rider", "roll", "move", "expected"),
    [
        (48, 9, [2, 3], "move 48>53", ((53,), (11,))),
        (50, 11, [2, 4], "move 50>56", ((56,), (11,))),
        (45, 6, ["P", 6], "advance 45>53", ((53,), (11,))),
    ],
    ids=["zone", "final Crown", "feather"],
)
def test_rl_18_a_rider_stays_on_the_gate_of_a_carrier_that_goes_home(
    carrier: int, rider: int, roll: list[Any], move: str, expected: tuple[tuple[int, ...], ...]
) -> None:
    match = match_with((carrier,), (), (), (rider,), roll=roll, rides=[[3, 0, 0, 0]])

    match.push(move)

    assert (pawns(match), rides(match)) == ([expected[0], (), (), expected[1]], [])


def test_rl_18_a_rider_is_left_on_its_own_gate() -> None:
    match = match_with((36,), (), (), (49,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 36>41")

    assert (pawns(match), rides(match)) == ([(41,), (), (), (50,)], [])


def test_rl_18_a_rider_comes_as_far_as_its_gate() -> None:
    match = match_with((32,), (), (), (45,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 32>37")

    assert (pawns(match), rides(match)) == ([(37,), (), (), (50,)], [[3, 0, 0, 0]])


@pytest.mark.parametrize(("carrier", "rider"), [(14, 1), (15, 2), (25, 12)])
def test_rl_18_a_rider_comes_as_far_back_as_its_start(carrier: int, rider: int) -> None:
    match = match_with((52,), (), (carrier,), (rider,), roll=["C", 1], push=[2, 3], rides=[[3, 0, 2, 0]])

    match.push(f"back {carrier}>13")

    assert (pawns(match), rides(match), now(match)) == ([(52,), (), (13,), (0,)], [[3, 0, 2, 0]], ("throw", 1))


@pytest.mark.parametrize(("carrier", "rider", "crown"), [(13, 0, 0), (26, 13, 13), (39, 26, 26)])
def test_rl_18_a_rider_is_not_taken_behind_its_start(carrier: int, rider: int, crown: int) -> None:
    match = match_with((52,), (carrier,), (rider,), (), roll=["C", 1], push=[1, 2, 3], rides=[[2, 0, 1, 0]])

    match.push(f"back {carrier}>{crown}")

    is_parted = rider == 0
    assert (pawns(match)[1:3]) == [(crown,), (max(rider - 13, 0),)]
    assert rides(match) == ([] if is_parted else [[2, 0, 1, 0]])


def test_rl_18_the_riders_own_gate_comes_first() -> None:
    match = match_with((48,), (35,), (), (), turn=1, roll=["P", 6], rides=[[0, 0, 1, 0]])

    match.push("advance 35>53")

    assert (pawns(match), rides(match)) == ([(50,), (53,), (), ()], [])


def test_rl_18_only_the_square_where_the_carrier_ends_counts() -> None:
    options = {"final_crown_counts": True, "bounce": "free"}
    match = match_with((45,), (), (), (6,), roll=["C", 6], rides=[[3, 0, 0, 0]], options=options)

    match.push("advance 45>50")

    assert (pawns(match), rides(match)) == ([(50,), (), (), (11,)], [[3, 0, 0, 0]])


def test_rl_18_a_carrier_that_walks_back_within_its_zone_leaves_its_rider_on_the_gate() -> None:
    match = match_with((50,), (), (), (11,), roll=[4, 6], rides=[[3, 0, 0, 0]])

    match.push("move 50>52")

    assert (pawns(match), rides(match)) == ([(52,), (), (), (11,)], [])


def test_rl_18_a_carrier_left_alone_may_mount() -> None:
    match = match_with((36,), (28,), (), (49,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 36>41")
    offered = texts(match)
    match.push("ride 1:28")

    assert offered == ["jail", "ride 1:28"]
    assert (pawns(match), rides(match)) == ([(41,), (28,), (), (50,)], [[0, 0, 1, 0]])


def test_rl_18_nobody_is_captured_where_a_rider_is_left() -> None:
    match = match_with((36,), (24,), (), (49,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 36>41")

    assert (pawns(match), now(match)) == ([(41,), (24,), (), (50,)], ("throw", 1))


@pytest.mark.parametrize("pair", [[1, 0, 2, 0], [2, 0, 1, 0]], ids=["rider", "carrier"])
def test_rl_19_the_survivor_of_a_jailed_pawn_stays_alone(pair: list[int]) -> None:
    match = match_with((10, 15), (2,), (), (), roll=[2, 3], rides=[[0, 1, 1, 0]])
    other = match_with((10,), (2,), (41,), (), roll=[2, 3], rides=[pair])

    after(match, "move 10>15", "jail")
    after(other, "move 10>15", "ride 2:41")

    assert (pawns(match), rides(match)) == ([(15, 15), (), (), ()], [])
    assert (pawns(other), rides(other)) == ([(15,), (), (41,), ()], [[0, 0, 2, 0]])
