"""Pawns that go back in Royal Ludo, RL-12 and RL-13."""

import pytest

from tests.games.royal_ludo.tables import after, match_with, now, pawns, rides, texts


def test_rl_12_everybody_else_takes_a_pawn_back_in_turn_order() -> None:
    match = match_with((20,), (3, 15), (5,), (40,), turn=2, roll=["C", 1])
    told = []

    match.push("advance 5>14")
    for choice in ("back 40>39", "back 20>13", "back 15>13"):
        told.append((match.actor, match.position()["push"], texts(match)))
        match.push(choice)

    assert told == [
        (3, [3, 0, 1], ["back 40>39"]),
        (0, [0, 1], ["back 20>13"]),
        (1, [1], ["back 3>0", "back 15>13"]),
    ]
    assert (pawns(match), now(match)) == ([(13,), (3, 13), (14,), (39,)], ("throw", 3))


@pytest.mark.parametrize(("x", "crown"), [(1, 0), (12, 0), (13, 0), (14, 13), (26, 13), (39, 26), (40, 39), (50, 39)])
def test_rl_12_a_pawn_goes_to_the_crown_strictly_behind(x: int, crown: int) -> None:
    match = match_with((55,), (x,), roll=["C", 2])

    match.push("advance 55>55")
    offered = texts(match)
    match.push(f"back {x}>{crown}")

    assert offered == [f"back {x}>{crown}"]
    assert (pawns(match)[1], now(match)) == ((crown,), ("throw", 1))


@pytest.mark.parametrize("row", [(), (0,), (51,), (55,), (56,), (0, 0, 51, 56)])
def test_rl_12_prisoners_starters_and_pawns_at_home_stay(row: tuple[int, ...]) -> None:
    match = match_with((55,), row, roll=["C", 2])

    match.push("advance 55>55")

    assert (pawns(match)[1], now(match)) == (row, ("throw", 1))


def test_rl_12_seats_without_such_a_pawn_are_passed_over() -> None:
    match = match_with((55,), (0,), (7,), (52,), roll=["C", 2])

    match.push("advance 55>55")

    assert (match.actor, match.position()["push"]) == (2, [2, 3])


def test_rl_12_a_feather_or_points_push_nobody_back() -> None:
    for roll, move in (([2, 2], "move 20>24"), (["P", 2], "advance 20>23")):
        match = after(match_with((20,), (7,), roll=roll), move)

        assert (pawns(match)[1], now(match)) == ((7,), ("throw", 1))


def test_rl_12_freeing_pushes_nobody_back() -> None:
    match = after(match_with((), (7,), roll=["C", 2]), "free")

    assert (pawns(match), now(match)) == ([(2,), (7,)], ("throw", 1))


def test_rl_12_a_rider_that_goes_back_gets_off() -> None:
    match = match_with((55, 20), (7,), (), (), roll=["C", 2], rides=[[1, 0, 0, 1]])

    after(match, "advance 55>55", "back 7>0")

    assert (pawns(match), rides(match)) == ([(55, 20), (0,), (), ()], [])


def test_rl_12_a_carrier_that_goes_back_takes_its_rider_along() -> None:
    match = match_with((55, 20), (7,), (), (), roll=["C", 2], rides=[[0, 1, 1, 0]])

    after(match, "advance 55>55", "back 7>0")

    assert (pawns(match), rides(match)) == ([(55, 13), (0,), (), ()], [[0, 1, 1, 0]])


def test_rl_12_a_carrier_takes_along_a_rider_that_came_back_already() -> None:
    match = match_with((55,), (16, 40), (3,), (), roll=["C", 2], rides=[[1, 0, 2, 0]])

    after(match, "advance 55>55", "back 40>39", "back 3>0")

    assert (pawns(match), rides(match)) == ([(55,), (13, 39), (0,), ()], [[1, 0, 2, 0]])


def test_rl_12_a_carrier_takes_along_the_rider_of_a_seat_that_has_gone() -> None:
    match = match_with((55,), (29, 45), (16,), (), roll=["C", 2], rides=[[1, 0, 2, 0]])

    after(match, "advance 55>55", "back 45>39", "back 16>13")

    assert (pawns(match), rides(match)) == ([(55,), (26, 39), (13,), ()], [[1, 0, 2, 0]])


def test_rl_13_nobody_on_the_crown_is_touched() -> None:
    match = match_with((55, 13), (7, 0), (39, 40), (), roll=["C", 2])

    after(match, "advance 55>55", "back 7>0", "back 40>39")

    assert (pawns(match), rides(match)) == ([(55, 13), (0, 0), (39, 39), ()], [])
