"""Positions of Poleana: what they say, what is refused, what happens by itself."""

from typing import Any

import pytest

import sobremesa
from sobremesa import find
from sobremesa.core.words import LANGUAGES, Words
from sobremesa.games.poleana import rules
from tests.games.poleana.boards import after, at, pieces, to_throw

HONOUR = {"enforcement": "honour"}
THIRD = {"three_doubles": "lose_leader"}


def test_a_new_match() -> None:
    match = sobremesa.start("poleana")

    assert match.position() == {
        "game": "poleana",
        "players": "RGBY",
        "options": {},
        "pos": {},
        "turn": "R",
        "phase": "opening",
        "opening": {"R": 0, "G": 0, "B": 0, "Y": 0},
    }


def test_every_key_but_the_game_may_be_left_out() -> None:
    match = sobremesa.position({"game": "poleana"})

    assert match.position() == {
        "game": "poleana",
        "players": "RGBY",
        "options": {},
        "pos": {},
        "turn": "R",
        "phase": "throw",
    }


def test_a_throw_on_the_table() -> None:
    match = after(at("R: R0 R4", "2-3", options=THIRD | {"bonus": 0}), "2:R0>R2")

    assert match.position() == {
        "game": "poleana",
        "players": "RGBY",
        "options": {"bonus": 0, "three_doubles": "lose_leader"},
        "pos": {"R": "R2 R4"},
        "turn": "R",
        "phase": "move",
        "roll": [2, 3],
        "dice_left": [3],
        "again": False,
    }


def test_moves_keep_the_numbers_that_records_of_the_first_rules_gave_them() -> None:
    firsts = (rules.WALK, rules.TOUCH, rules.HIT, rules.ALL_HITS, rules.PAY, rules.CALLED, rules.PASSED)

    assert firsts == (4, 1012, 1180, 1204, 1205, 1289, 1290)
    assert (rules.SKIPPED, rules.MOVES) == (1291, 1292)


def test_pieces_stand_from_the_rearmost_to_the_most_advanced() -> None:
    assert pieces(at("R: F Gb7 R2 G3 | G: Rb1 R9 Gz3 G0")) == "R: R2 G3 Gb7 F | G: G0 Rb1 R9 Gz3"


@pytest.mark.parametrize(
    ("keys", "players"),
    [
        ({}, "RGBY"),
        ({"players": "RB"}, "RB"),
        ({"options": {"seats": 3}}, "RGB"),
        ({"players": "RB", "options": {"seats": 2}}, "RB"),
    ],
)
def test_who_plays(keys: dict[str, Any], players: str) -> None:
    match = sobremesa.position({"game": "poleana"} | keys)

    assert (match.position()["players"], match.position()["options"]) == (players, {})


@pytest.mark.parametrize(
    ("keys", "reasons"),
    [
        ({"seats": 4}, ["unknown_key"]),
        ({"players": "RG"}, ["players"]),
        ({"players": 4}, ["players"]),
        ({"players": "RB", "options": {"seats": 3}}, ["players_and_seats"]),
        ({"players": "RB", "options": {"partners": True}}, ["option_seats"]),
        ({"options": {"seats": 5}}, ["seats"]),
        ({"options": {"bonus": 21}}, ["option_value"]),
        ({"pos": []}, ["not_an_object"]),
        ({"pos": {"R": 5}}, ["not_a_text"]),
        ({"players": "RGB", "pos": {"Y": "Y5"}}, ["absent"]),
        ({"players": "RGB", "pos": {"RG": "R5"}}, ["absent"]),
        ({"pos": {"": "R5"}}, ["absent"]),
        ({"pos": {"R": "R0 R1 R2 R3 R4"}}, ["too_many_pieces"]),
        ({"pos": {"R": "R1 R2"}, "options": {"pieces": 1}}, ["too_many_pieces"]),
        ({"pos": {"R": "Y10"}}, ["never_there"]),
        ({"pos": {"R": "Y14"}}, ["never_there"]),
        ({"pos": {"R": "Rb1"}}, ["never_there"]),
        ({"pos": {"R": "Gz1"}}, ["never_there"]),
        ({"pos": {"R": "Rz7"}}, ["never_there"]),
        ({"pos": {"R": "RC"}}, ["no_square"]),
        ({"pos": {"R": "R15"}}, ["no_square"]),
        ({"pos": {"R": "x"}}, ["no_square"]),
        ({"pos": {"R": "Q1 Q1 Q1"}}, ["no_square"] * 3),
        ({"players": "RGB", "pos": {"R": "Y3"}, "options": {"custodians": True}}, ["on_custodian"]),
        ({"pos": {"R": "R5", "G": "R5"}}, ["two_colours"]),
        ({"pos": {"R": "Gb1", "B": "Gb1"}}, ["two_colours"]),
        ({"pos": {"R": "R5 R5 R5"}}, ["too_many_on_square"]),
        ({"pos": {"R": "Y10 Q1", "G": "R5", "B": "R5"}}, ["never_there", "no_square", "two_colours"]),
        ({"pos": {"R": "F F F F", "G": "F F F F"}}, ["winners"]),
        ({"pos": {"R": "F F F F"}, "places": "G"}, ["places"]),
        ({"places": ["R"]}, ["places"]),
        ({"phase": "pass"}, ["phase"]),
        ({"phase": None}, ["phase"]),
        ({"phase": "over"}, ["not_won"]),
        ({"pos": {"R": "F F F F"}, "phase": "throw", "turn": "G"}, ["won"]),
        ({"turn": "X"}, ["colour"]),
        ({"turn": 0}, ["colour"]),
        ({"players": "RB", "turn": "G"}, ["colour"]),
        ({"pos": {"R": "F F F F"}, "turn": "R", "options": {"play_on": True}}, ["turn_done"]),
        ({"opening": {}}, ["opening"]),
        ({"opening": {"R": 0}}, ["opening"]),
        ({"opening": {"R": 1, "G": 0}}, ["opening"]),
        ({"opening": {"R": False, "G": 0}}, ["opening"]),
        ({"opening": {"R": 0, "X": 0}}, ["opening"]),
        ({"opening": {"R": 0, "G": 7}}, ["opening_order"]),
        ({"opening": {"R": 7, "G": 0}, "pos": {"R": "R5"}}, ["out_of_phase"]),
        ({"opening": {"R": 7, "G": 0}, "roll": [1, 2]}, ["out_of_phase"]),
        ({"opening": {"R": 7, "G": 0}, "phase": "throw"}, ["out_of_phase"]),
        ({"phase": "throw", "roll": [1, 2]}, ["out_of_phase"]),
        ({"phase": "move"}, ["no_roll"]),
        ({"roll": [1]}, ["roll"]),
        ({"roll": [1, 7]}, ["roll"]),
        ({"roll": None}, ["roll"]),
        ({"dice_left": [1]}, ["dice_left"]),
        ({"roll": [1, 2], "dice_left": [3]}, ["dice_left"]),
        ({"roll": [1, 2], "dice_left": [1, 1]}, ["dice_left"]),
        ({"roll": [1, 2], "dice_left": None}, ["dice_left"]),
        ({"roll": [1, 2], "phase": "bonus10", "pos": {"R": "R5"}}, ["out_of_phase"]),
        ({"roll": [1, 2], "again": True}, ["again"]),
        ({"roll": [1, 1], "again": False}, ["again"]),
        ({"roll": [3, 3], "again": False}, ["again"]),
        ({"roll": [3, 3], "dice_left": [], "again": False, "options": {"exit_double_repeats": True}}, ["again"]),
        ({"roll": [3, 3], "dice_left": [], "again": False, "options": {"exit_throw": "any_six"}}, ["again"]),
        ({"roll": [1, 2], "again": 0}, ["true_or_false"]),
        ({"again": True}, ["again"]),
        ({"doubles": 1}, ["whole"]),
        ({"doubles": 3, "options": THIRD}, ["whole"]),
        ({"doubles": 3, "roll": [1, 1], "options": THIRD}, ["whole"]),
        ({"doubles": 1, "roll": [1, 2], "options": THIRD}, ["whole"]),
        ({"roll": [1, 1], "doubles": 3, "again": True, "phase": "penalty", "options": THIRD}, ["again"]),
        ({"roll": [1, 2], "offence": True}, ["needs_honour"]),
        ({"offence": True, "options": HONOUR}, ["out_of_phase"]),
        ({"roll": [1, 2], "offence": True, "options": HONOUR}, ["out_of_phase"]),
        ({"offence": "yes"}, ["true_or_false"]),
        ({"caller": "G"}, ["out_of_phase"]),
        ({"roll": [1, 2], "phase": "call"}, ["needs_honour"]),
        ({"roll": [1, 2], "phase": "call", "caller": "R", "options": HONOUR}, ["colour"]),
        ({"roll": [1, 2], "phase": "call", "caller": "B", "options": HONOUR | {"partners": True}}, ["colour"]),
        ({"roll": [1, 2], "phase": "call", "dice_left": [1], "options": HONOUR}, ["out_of_phase"]),
        ({"roll": [1, 2], "phase": "penalty"}, ["needs_penalty"]),
        ({"phase": "bonus10", "options": {"bonus": 0}}, ["needs_bonus"]),
        ({"roll": [5, 1], "phase": "move"}, ["other_phase"]),
        ({"roll": [1, 2], "phase": "exit"}, ["other_phase"]),
        ({"roll": [1, 2], "phase": "custodian"}, ["other_phase"]),
    ],
)
def test_what_cannot_be(keys: dict[str, Any], reasons: list[str]) -> None:
    with pytest.raises(sobremesa.InvalidPosition) as refusal:
        sobremesa.position({"game": "poleana"} | keys)

    assert [reason.name for reason in refusal.value.reasons] == reasons
    for language in LANGUAGES:
        words = Words(language, find("poleana").package, "sobremesa.core")
        assert all(words.say(reason) for reason in refusal.value.reasons)


@pytest.mark.parametrize(
    ("keys", "turn", "phase"),
    [
        ({"roll": [2, 1]}, "G", "throw"),
        ({"roll": [2, 2]}, "R", "throw"),
        ({"roll": [2, 1], "phase": "move"}, "G", "throw"),
        ({"roll": [3, 3], "dice_left": [], "again": False}, "G", "throw"),
        ({"roll": [6, 6], "dice_left": [], "again": False, "options": {"exit_throw": "any_six"}}, "G", "throw"),
        ({"phase": "bonus10"}, "G", "throw"),
        ({"phase": "bonus10", "pos": {"R": "R0 R4"}, "roll": [3, 2], "dice_left": [2]}, "R", "bonus10"),
        ({"phase": "bonus10", "pos": {"R": "Y8"}, "roll": [3, 2], "dice_left": [2]}, "R", "move"),
        ({"phase": "call", "options": HONOUR}, "G", "throw"),
        ({"phase": "call", "pos": {"R": "R5"}, "options": HONOUR}, "R", "call"),
        ({"roll": [5, 1], "dice_left": [], "offence": True, "pos": {"R": "R5"}, "options": HONOUR}, "R", "call"),
        ({"phase": "penalty", "pos": {"R": "R5"}, "options": HONOUR}, "G", "throw"),
        ({"roll": [2, 2], "phase": "penalty", "doubles": 3, "pos": {"R": "R5"}, "options": THIRD}, "G", "throw"),
        ({"pos": {"R": "F F F F"}, "turn": "R"}, "R", "over"),
        ({"pos": {"R": "F F F F"}}, "G", "over"),
        ({"pos": {"R": "F F F F"}, "options": {"play_on": True}}, "G", "throw"),
    ],
)
def test_what_happens_by_itself(keys: dict[str, Any], turn: str, phase: str) -> None:
    match = sobremesa.position({"game": "poleana"} | keys)

    assert (match.position()["turn"], match.phase) == (turn, phase)


def test_the_first_rival_is_asked_unless_another_is_named() -> None:
    first = at("R: R5", phase="call", options=HONOUR)
    last = at("R: R5", phase="call", caller="Y", options=HONOUR)

    assert (first.position()["caller"], last.position()["caller"]) == ("G", "Y")
    assert to_throw(after(last, "pass")) == "G"


def test_the_dice_may_lie_in_any_order() -> None:
    match = at("R: R0 F F F", "2-3", dice_left=[3, 2])

    assert (match.position()["roll"], match.position()["dice_left"]) == ([2, 3], [2, 3])


def test_one_of_two_equal_dice_is_left() -> None:
    match = at("R: R0 F F F", "2-2", dice_left=[2])

    assert after(match, "2:R0>R2").phase == "throw"


def test_the_order_of_finishing_is_kept() -> None:
    options = {"play_on": True}
    pos = {"R": "F F F F", "G": "F F F F"}

    match = sobremesa.position({"game": "poleana", "pos": pos, "places": "GR", "options": options})

    assert (match.position()["places"], match.position()["turn"]) == ("GR", "B")


def test_outcomes_are_throws_with_the_larger_die_first() -> None:
    outcomes = {outcome.text: outcome.weight for outcome in at().outcomes()}

    assert (len(outcomes), sum(outcomes.values())) == (21, 36)
    assert (outcomes["5-3"], outcomes["4-4"]) == (2, 1)


def test_pieces_keep_their_numbers() -> None:
    match = at("R: R1 R3 F F", "4-1")
    before = match.view().table

    after(match, "4:R1>R5")
    table = match.view().table

    numbers = [[rules.pawn_at(t, 0, slot) for slot in range(4)] for t in (before, table)]
    assert [int(spot) for spot in table.spots[0]] == [0, 0, 4, 6]
    assert numbers == [[0, 1, 2, 3], [0, 1, 3, 2]]
