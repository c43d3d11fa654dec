"""Positions of Stalag 17 as JSON: what may be left out, what is refused, and with which reasons."""

from typing import Any

import pytest

import sobremesa
from sobremesa import InvalidPosition
from tests.games.stalag17.scenes import BASE, match_with, others, push, reasons

DEFAULTS = {
    "round": 1,
    "turns": 0,
    "dry": 0,
    "first": 0,
    "turn": 0,
    "tried": False,
    "hands": ["", "", ""],
    "played": ["", "", ""],
    "shown": ["", "", ""],
    "negotiated": ["", "", ""],
    "offer": ["", "", ""],
    "discard": "",
    "vigilance": [0, 0, 0],
    "inside": [3, 3, 3],
    "coin": [True, True, True],
    "informer": [False, False, False],
}


@pytest.mark.parametrize(
    ("phase", "further"),
    [
        ("first", {}),
        ("deal", {}),
        ("plan", {"rolled": ""}),
        ("coin", {"plan": {"objects": "RCD", "huida": 4}, "sides": ["", "", ""]}),
        ("act", {"plan": {"objects": "RCD", "huida": 4}}),
    ],
)
def test_what_is_left_out_is_as_at_the_start(phase: str, further: dict[str, Any]) -> None:
    match = match_with(phase=phase)

    expected = {"game": "stalag17", "seats": 3, "options": {}, "phase": phase, **DEFAULTS, **further}

    assert match.position() == expected


def test_turn_is_the_first_player_unless_it_is_said() -> None:
    assert match_with(first=2).actor == 2


def test_cards_are_read_in_any_order_and_written_in_theirs() -> None:
    match = match_with(hands=["I B h5 HM M3 R1", "", ""], plan={"objects": "MDR", "huida": 2}, discard="I R1 B")

    position = match.position()

    assert (position["hands"][0], position["plan"]["objects"]) == ("R1 M3 HM h5 B I", "RDM")
    assert position["discard"] == "I R1 B"


def test_faces_are_read_in_any_order_and_written_in_theirs() -> None:
    match = match_with(phase="plan", rolled="VR")

    assert match.position()["rolled"] == "RV"


@pytest.mark.parametrize(
    "keys",
    [
        {"phase": "draw", "due": 2, "hands": ["R1", "", ""], "tried": True},
        {"phase": "group", "group": "discard RC C2", "hands": ["CD", "", ""], "discard": "h1"},
        {"phase": "guard", "group": "negotiate R1 CD M2", "discard": "h1"},
        {"phase": "join", "asked": 2, "inside": [0, 3, 3], "shown": ["R1 C1 D1 h4", "", ""], "turns": 7},
        {"phase": "over", "inside": [0, 2, 2], "places": [1, 2, 2], "plan": {"objects": "R", "huida": 9}},
        {"phase": "over", "inside": [1, 2, 2], "places": [1, 2, 3], "round": 30, "vigilance": [9, 1, 3]},
        {"phase": "coin", "sides": ["heads", "", ""]},
        {"phase": "deal", "hands": ["", "R1 C1", "I"], "first": 1, "turn": 1, "round": 9},
    ],
)
def test_every_phase_can_be_read_back(keys: dict[str, Any]) -> None:
    match = match_with(**keys)

    again = sobremesa.position(match.position())

    assert again.position() == match.position()
    assert all(match.position()[key] == value for key, value in keys.items())


def test_a_position_names_its_game_seats_phase_and_plan() -> None:
    for position, reason in (
        ({"game": "stalag17", "phase": "first"}, "missing"),
        ({"game": "stalag17", "seats": 3}, "phase"),
        ({"game": "stalag17", "seats": 3, "phase": "act"}, "missing"),
    ):
        with pytest.raises(InvalidPosition) as refusal:
            sobremesa.position(position)
        assert [found.name for found in refusal.value.reasons] == [reason]


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({"phase": "start"}, "phase"),
        ({"phase": ["act"]}, "phase"),
        ({"what": 1}, "unknown_key"),
        ({"due": 1}, "foreign_key"),
        ({"phase": "deal", "plan": {"objects": "R", "huida": 1}}, "foreign_key"),
        ({"round": 31}, "whole"),
        ({"turns": 500}, "whole"),
        ({"dry": 3}, "whole"),
        ({"turn": 3}, "whole"),
        ({"tried": 1}, "flag"),
        ({"plan": {"objects": "R"}}, "plan"),
        ({"plan": {"objects": "RX", "huida": 1}}, "plan_objects"),
        ({"plan": {"objects": "RRRRRR", "huida": 1}}, "plan_objects"),
        ({"plan": {"objects": "RRRR", "huida": 9}}, "plan_huida"),
        ({"plan": {"objects": "RRRR", "huida": 0}}, "plan_huida"),
        ({"vigilance": [0, 0]}, "by_seat"),
        ({"vigilance": [0, 0, -1]}, "number_of_seat"),
        ({"inside": [3, 3, 4]}, "number_of_seat"),
        ({"inside": [3, 3, 0]}, "number_of_seat"),
        ({"coin": [True, True, 1]}, "flag_of_seat"),
        ({"hands": ["R1", "", 3]}, "cards"),
        ({"hands": ["R1", "", "X1"]}, "no_card"),
        ({"hands": ["R1", "", "?"]}, "no_card"),
        ({"hands": ["", "", "R1 " * 85]}, "deck"),
        ({"hands": ["R1 R1", "", "R1"]}, "copies"),
        ({"hands": ["R1 " * 40, "", "C1 " * 45]}, "deck"),
        ({"phase": "nap", "hands": ["X1", "", ""]}, "no_card"),
        ({"offer": ["R1 R2", "", ""]}, "one_offer"),
        ({"offer": ["H1", "", ""]}, "offer"),
        ({"offer": ["I", "", ""]}, "offer"),
        ({"negotiated": ["I", "", ""]}, "negotiated"),
        ({"dry": 2, "turns": 9}, "dry"),
        ({"dry": 2, "turns": 1, "hands": [others(), "", ""]}, "dry"),
        ({"phase": "first", "round": 2}, "out_of_phase"),
        ({"phase": "first", "hands": ["R1", "", ""]}, "out_of_phase"),
        ({"phase": "plan", "turns": 1}, "out_of_phase"),
        ({"phase": "plan", "turn": 1}, "out_of_phase"),
        ({"phase": "plan", "discard": "R1"}, "out_of_phase"),
        ({"phase": "plan", "played": ["R1", "", ""]}, "out_of_phase"),
        ({"phase": "coin", "informer": [True, False, False]}, "out_of_phase"),
        ({"phase": "join", "asked": 1, "inside": [2, 3, 3], "tried": True}, "out_of_phase"),
        ({"phase": "join", "asked": 1, "inside": [2, 3, 3], "played": ["R1", "", ""]}, "out_of_phase"),
        ({"phase": "join", "asked": 1, "inside": [2, 0, 3]}, "nobody_inside"),
        ({"phase": "join", "asked": 0, "inside": [2, 3, 3]}, "join"),
        ({"phase": "join", "asked": 1}, "join"),
        ({"phase": "join", "asked": 1, "inside": [2, 3, 3], "informer": [False, True, False]}, "join"),
        ({"phase": "deal", "hands": ["R1", "R2", ""]}, "dealt"),
        ({"phase": "deal", "hands": ["R1 R2 R3", "", ""]}, "dealt"),
        ({"phase": "deal", "hands": ["R1 R2", "R1 R2", "C1 C1"]}, "dealt"),
        ({"phase": "plan", "rolled": "X"}, "rolled"),
        ({"phase": "plan", "rolled": "RRRR"}, "too_many_dice"),
        ({"phase": "coin", "sides": ["", "heads", ""]}, "sides"),
        ({"phase": "coin", "sides": ["heads", "heads", "tails"]}, "sides"),
        ({"phase": "coin", "sides": ["heads", "", ""], "coin": [False, True, True]}, "sides"),
        ({"phase": "coin", "sides": ["?", "", ""]}, "side"),
        ({"phase": "draw"}, "whole"),
        ({"phase": "draw", "due": 1, "hands": [others(), "", ""]}, "empty_deck"),
        ({"phase": "group", "group": "discard"}, "group"),
        ({"phase": "group", "group": "play R1"}, "group"),
        ({"phase": "guard", "group": "discard R1"}, "group"),
        ({"phase": "group", "group": "discard R1 C1"}, "group_cards"),
        ({"phase": "group", "group": "negotiate R1 RC"}, "group_cards"),
        ({"phase": "group", "group": "negotiate h1"}, "group_cards"),
        ({"phase": "over", "places": [1, 1, 1]}, "not_over"),
        ({"phase": "over", "places": [1, 2, 3], "inside": [0, 1, 1]}, "places"),
        ({"phase": "over", "inside": [0, 1, 1]}, "places"),
    ],
)
def test_what_cannot_be_is_refused(keys: dict[str, Any], reason: str) -> None:
    assert reason in reasons(**keys)


def test_all_reasons_are_named_at_once() -> None:
    assert reasons(round=0, turns=-1, tried=2, hands=["R9", "", ""], inside=[9, 9, 9]) == [
        *("whole", "whole", "flag"),
        *("number_of_seat", "number_of_seat", "number_of_seat", "no_card"),
    ]


def test_what_a_module_lacks_is_named_beside_what_cannot_be_read() -> None:
    assert reasons(hands=["R1 R1 R1", "", ""], negotiated=["h1", "", ""], options={"guard": False}) == [
        *("copies", "module", "negotiated"),
    ]


def test_the_deck_is_what_is_not_named() -> None:
    match = match_with(
        hands=["R1", "", ""], played=["", "R1", ""], shown=["", "", "C1"], negotiated=["C1", "", ""], options={},
        offer=["", "D1", ""], discard="D1 RC", phase="group", group="negotiate CM",
    )  # fmt: skip

    match.push("done")

    listed = {outcome.text: outcome.weight for outcome in match.outcomes()}
    assert not {"R1", "C1", "D1", "RC", "CM"} & set(listed)
    assert sum(listed.values()) == 84 - 8


def test_points_are_the_prisoners_that_are_free() -> None:
    match = push(match_with(played=["R1 C1 D1 h4", "", ""], inside=[3, 1, 2], options=BASE), "escape")

    assert match.scores() == [1, 2, 1]
