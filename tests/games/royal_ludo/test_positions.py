"""Positions of Royal Ludo, and what everybody may know of them."""

from typing import Any

import pytest

import sobremesa
from tests.games.royal_ludo.tables import match_with, now, position_with, reasons, rides, texts


@pytest.mark.parametrize("key", ["turn", "pawns"])
def test_a_position_needs_turn_and_pawns(key: str) -> None:
    position = position_with((), ())
    del position[key]

    assert reasons(position) == ["missing"]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({}, "throw"),
        ({"opening": [None, None]}, "opening"),
        ({"pawns": [[20, -1, -1, -1], [-1] * 4], "roll": [1, 2]}, "act"),
        ({"pawns": [[20, -1, -1, -1], [46, -1, -1, -1]], "roll": [1, 2], "landed": 0}, "land"),
        ({"pawns": [[20, -1, -1, -1], [46, -1, -1, -1]], "roll": ["C", 2], "push": [1]}, "push"),
    ],
)
def test_the_phase_follows_from_the_keys(keys: dict[str, Any], expected: str) -> None:
    position = position_with((), ()) | keys

    match = sobremesa.position(position)
    named = sobremesa.position(position | {"phase": expected})

    assert match.phase == expected
    assert match.position() == named.position()
    assert set(keys) <= set(match.position())


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"phase": "later"}, ["phase"]),
        ({"phase": 1}, ["phase"]),
        ({"phase": "act"}, ["phase_needs"]),
        ({"phase": "throw", "roll": [1, 2]}, ["phase_lacks"]),
        ({"phase": "land", "roll": [1, 2]}, ["phase_needs"]),
        ({"phase": "push"}, ["phase_needs", "phase_needs"]),
        ({"landed": 0, "push": [1], "roll": ["C", 1]}, ["phase_lacks", "landed"]),
        ({"landed": 1, "roll": [1, 2]}, ["landed"]),
        ({"landed": 4, "roll": [1, 2]}, ["whole"]),
        ({"landed": 2, "roll": [1, 2]}, ["landed"]),
        ({"push": [1], "roll": [1, 2]}, ["push_without_crown"]),
        ({"push": [], "roll": ["C", 2]}, ["push"]),
        ({"push": [0], "roll": ["C", 2]}, ["push"]),
        ({"push": 1, "roll": ["C", 2]}, ["push"]),
        ({"push": [True], "roll": ["C", 2]}, ["push"]),
        ({"turn": 2}, ["whole"]),
        ({"pawns": [[-1] * 4]}, ["by_seat"]),
        ({"pawns": [[-1] * 3, [46, -1, -1, 57]], "rides": []}, ["pawns_of_seat", "pawns_of_seat"]),
        ({"rides": 1}, ["rides_not_a_list"]),
        ({"rides": [1]}, ["ride_form"]),
        ({"rides": [[0, 0, 2, 0]]}, ["ride_form"]),
        ({"rides": [[0, 0, 0, 1]]}, ["ride_form"]),
        ({"rides": [[0, 0, 1, 1]]}, ["ride_apart"]),
        ({"rides": [[0, 0, 1, 0], [1, 0, 0, 0]]}, ["ride_twice"]),
        ({"rides": [[0, 1, 1, 1]]}, ["ride_apart"]),
    ],
)
def test_a_position_that_cannot_be_is_refused(keys: dict[str, Any], expected: list[str]) -> None:
    position = position_with((20, -1, 20), (46,), rides=[[0, 2, 1, 0]])

    assert reasons(position | keys) == expected


def test_a_push_names_all_seats_still_to_go() -> None:
    position = position_with((52,), (3,), (3,), (3,), roll=["C", 1])

    assert [reasons(position | {"push": push}) for push in ([1], [1, 3], [2, 1], [3, 2])] == [["push"]] * 4
    assert [sobremesa.position(position | {"push": push}).actor for push in ([1, 2, 3], [2, 3], [3])] == [1, 2, 3]


def test_what_leaves_nothing_to_do_is_done_when_a_position_is_read() -> None:
    landed = match_with((5, 20), (1,), (), (), roll=[1, 2], landed=1)
    pushed = match_with((52,), (0,), (), (7,), roll=["C", 1], push=[1, 2, 3])
    freed = match_with((4,), (7,), (), (), roll=["C", 4], landed=0)
    advanced = match_with((17,), (7,), (), (), roll=["C", 4], landed=0)

    assert [now(landed), now(pushed), now(freed), now(advanced)] == [
        ("throw", 1),
        ("push", 0),
        ("throw", 1),
        ("push", 0),
    ]
    assert pushed.position()["push"] == [3]


def test_rides_are_listed_in_order() -> None:
    match = match_with((10, 20), (49, 7), (), (), rides=[[1, 1, 0, 1], [0, 0, 1, 0]])

    assert rides(match) == [[0, 0, 1, 0], [1, 1, 0, 1]]


# What everybody may know


def test_score_is_the_number_of_pawns_crowned() -> None:
    match = match_with((56, 56, 3), (56,), ())

    assert match.scores() == [2, 1, 0]


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"roll": [2, 3]}, "move 20>25"),
        ({"roll": ["C", 3], "pawns": [[-1, 56, -1, -1], [46, -1, -1, -1]]}, "free"),
        ({"roll": [2, 3], "landed": 1}, "jail"),
        ({"roll": ["C", 3], "push": [1]}, "back 46>39"),
    ],
)
def test_the_default_move_is_the_first_that_can_be_made(keys: dict[str, Any], expected: str) -> None:
    match = match_with((-1, 20), (0, 46), **keys) if "pawns" not in keys else match_with((), (), **keys)

    assert match.default().text == expected


@pytest.mark.parametrize(
    ("x", "roll", "is_possible"),
    [(15, [2, 3], True), (4, [2, 3], False), (4, ["C", 4], True), (8, ["C", 4], False), (17, ["C", 4], True)],
)
def test_a_pawn_has_landed_only_where_the_roll_leads(x: int, roll: list[Any], is_possible: bool) -> None:
    rival = (x - 26) % 52
    position = position_with((x,), (rival,), roll=roll, landed=0)

    if is_possible:
        assert texts(sobremesa.position(position)) == ["jail", f"ride 1:{rival}"]
    else:
        assert reasons(position) == ["landed"]
