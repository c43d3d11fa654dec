"""The rules of Poleana about honour, penalties and third doubles."""

import pytest

from sobremesa import find
from tests.games.poleana.boards import after, at, guarded, pieces, texts, to_throw

HONOUR = {"enforcement": "honour"}


def test_po_29_a_piece_touched_in_vain_goes_back() -> None:
    match = at("R: R8 | B: R10 R10", "3-1", options=HONOUR)

    after(match, "3:R8>RC")

    assert (pieces(match), to_throw(match)) == ("B: R10 R10", "G")


def test_po_29_strict_play_offers_nothing_of_the_kind() -> None:
    assert texts(at("R: R8 | B: R10 R10", "3-1")) == ["1:R8>R9"]


def test_po_35_a_missed_capture_costs_the_most_advanced_piece() -> None:
    match = after(at("R: R5 G5 F F | G: R7", options=HONOUR), "2-1", "3:R5>R8", "call")

    assert (pieces(match), to_throw(match)) == ("R: R8 F F | G: R7", "G")


def test_amb_14_of_two_equally_advanced_pieces_the_owner_chooses() -> None:
    match = at("R: G3 Gb7 R2", "2-1", dice_left=[], phase="penalty", options=HONOUR)

    assert texts(match) == ["G3>RC", "Gb7>RC"]
    assert match.default().text == "G3>RC"
    assert pieces(after(match, "G3>RC")) == "R: R2 Gb7"


def test_amb_14_pieces_that_cannot_be_sent_back_are_no_choice() -> None:
    match = at("R: G3 Gb7 Y9 Rz1", "2-1", dice_left=[], phase="penalty", options=HONOUR)

    assert texts(match) == ["G3>RC", "Gb7>RC"]


def test_amb_14_the_default_is_the_first_text() -> None:
    match = at("R: R14 Gb3", "2-1", dice_left=[], phase="penalty", options=HONOUR)

    assert (texts(match), match.default().text) == (["Gb3>RC", "R14>RC"], "Gb3>RC")


def test_amb_14_with_the_other_way_down_they_are_not_equal() -> None:
    options = HONOUR | {"bridge_rejoin": 5}
    match = at("R: G3 Gb7 R2", "2-1", dice_left=[], phase="penalty", options=options)

    assert pieces(match) == "R: R2 G3"


@pytest.mark.parametrize(
    ("standing", "left"),
    [
        ("R: R2 R5", "R: R2"),
        ("R: R5 R5", "R: R5"),
        ("R: R0", ""),
        ("R: Y8", ""),
        ("R: R2 Y9 Rz3 F", "R: Y9 Rz3 F"),
        ("R: Y9 Rz3 F F", "R: Y9 Rz3 F F"),
        ("", ""),
    ],
)
def test_amb_14_without_a_tie_it_goes_back_by_itself(standing: str, left: str) -> None:
    match = at(standing, "2-1", dice_left=[], phase="penalty", options=HONOUR)

    assert (pieces(match), to_throw(match)) == (left, "G")


def test_amb_21_exits_and_walks_are_offered_side_by_side() -> None:
    assert texts(at("R: R5", "5-1", options=HONOUR)) == ["1:R5>R6", "1>R0", "5:R5>R10", "6:R5>R11"]
    assert texts(at("R: R5 F F F | G: R7", "2-1", options=HONOUR)) == ["1:R5>R6", "2:R5>R7xG", "3:R5>R8"]


@pytest.mark.parametrize(
    ("standing", "throw", "moves", "phase"),
    [
        ("R: R5", "5-1", ["1>R0"], "throw"),
        ("R: R5", "5-1", ["6:R5>R11"], "call"),
        ("R: R5 F F F | G: R7", "2-1", ["2:R5>R7xG", "10:R7>G2", "1:G2>G3"], "throw"),
        ("R: R5 F F F | G: R7", "2-1", ["3:R5>R8"], "call"),
        ("R: R5 R1 F F | G: R7", "2-1", ["1:R1>R2", "2:R5>R7xG", "10:R7>G2"], "call"),
        ("R: R5 F F F | G: R7", "5-1", ["6:R5>R11"], "throw"),
        ("R: R5 | B: R7 R7", "2-1", ["1:R5>R6"], "throw"),
        ("R: R1 R5 F F | G: R8", "2-1", ["2:R1>R3", "1:R3>R4"], "call"),
        ("R: R5 G5 B5 Y5 | G: R7", "2-1", ["2:G5>G7", "1:G7>G8"], "call"),
    ],
)
def test_amb_21_what_breaks_a_priority(standing: str, throw: str, moves: list[str], phase: str) -> None:
    match = at(standing, throw, options=HONOUR)

    assert after(match, *moves).phase == phase


def test_amb_21_the_offence_is_remembered_while_the_throw_lasts() -> None:
    match = after(at("R: R5", "5-1", options=HONOUR), "1:R5>R6")

    assert match.position()["offence"] is True


def test_amb_22_the_rivals_are_asked_in_turn_order() -> None:
    match = after(at("R: R5", options=HONOUR), "5-1", "6:R5>R11")
    asked = []

    while match.phase == "call":
        asked.append(match.position()["caller"])
        assert texts(match) == ["call", "pass"]
        assert match.default().text == "pass"
        assert match.default() in match.moves()
        assert all(move.number < find("poleana").moves for move in match.moves())
        match.push(match.default())

    assert asked == ["G", "B", "Y"]
    assert (pieces(match), to_throw(match)) == ("R: R11", "G")


def test_amb_22_the_first_call_ends_the_asking_and_a_repeat_stays() -> None:
    match = after(at("R: R5", options=HONOUR), "3-3", "6:R5>R11", "pass", "call")

    assert (pieces(match), to_throw(match)) == ("", "R")


def test_amb_22_once_it_was_called_nobody_is_asked() -> None:
    match = after(at("R: R5 G3 Gb7", options=HONOUR), "5-1", "6:R5>R11", "pass")

    assert match.view().table.caller == 2
    assert after(match, "call").view().table.caller == 0


def test_amb_22_those_who_have_finished_are_not_asked() -> None:
    match = at("R: R5 | G: F F F F", "5-1", options=HONOUR | {"play_on": True})

    after(match, "6:R5>R11")

    assert match.position()["caller"] == "B"


def test_amb_22_partners_are_not_asked() -> None:
    match = after(at("R: R5", "5-1", options=HONOUR | {"partners": True}), "6:R5>R11", "pass")

    assert match.position()["caller"] == "Y"
    assert to_throw(after(match, "pass")) == "G"


def test_amb_22_partners_are_not_asked_whoever_played() -> None:
    match = after(at("G: G5", "5-1", turn="G", options=HONOUR | {"partners": True}), "6:G5>G11")
    asked = []

    while match.phase == "call":
        asked.append(match.position()["caller"])
        after(match, "pass")

    assert asked == ["B", "R"]


def test_amb_22_nobody_is_asked_if_no_piece_could_go_back() -> None:
    match = after(at("R: Y8 F F", options=HONOUR), "5-1", "1:Y8>Y9", "5:Y9>Rz5")

    assert to_throw(match) == "G"


def test_amb_22_the_bonus_comes_before_the_call() -> None:
    match = after(at("R: R5 R1 F F | G: R7", options=HONOUR), "2-1", "1:R1>R2", "2:R5>R7xG")

    assert match.phase == "bonus10"
    assert after(match, "10:R7>G2").phase == "call"


def test_amb_23_for_each_die_the_pieces_that_it_cannot_walk() -> None:
    match = at("R: R8 Gb2 | B: R10 R10 | Y: Gb4", "4-3", options=HONOUR)

    assert texts(match) == []

    match = at("R: R1 R8 Gb2 | B: R10 R10 | Y: Gb4", "4-3", options=HONOUR)

    assert texts(match) == [
        "3:Gb2>RC",
        "3:R1>R4",
        "3:R8>RC",
        "4:Gb2>RC",
        "4:R1>R5",
        "4:R8>RC",
        "7:R1>R8",
    ]


def test_amb_23_not_from_the_own_nine_or_the_zone_and_once_for_a_double() -> None:
    match = at("R: R8 R8 Y9 Rz5 | B: R10 R10", "6-6", options=HONOUR)

    assert texts(match) == ["6:R8>RC", "6:Y9>Rz6"]
    assert texts(at("R: R8 R8 Y9 Rz6 | B: R10 R10", "6-6", options=HONOUR)) == []


def test_amb_23_it_is_no_offence_and_only_that_die_is_lost() -> None:
    match = after(at("R: R8 R1 | B: R10 R10", "3-1", options=HONOUR), "3:R8>RC")

    assert texts(match) == ["1:R1>R2"]
    assert to_throw(after(match, "1:R1>R2")) == "G"


def test_amb_23_the_second_die_touches_too_when_the_first_is_spent() -> None:
    match = after(at("R: R1 R9 | B: R10 R10", "3-1", options=HONOUR), "3:R1>R4")

    assert texts(match) == ["1:R4>R5", "1:R9>RC"]


def test_amb_23_who_touched_instead_of_coming_out_may_have_nothing_left() -> None:
    match = after(at("R: R8 | B: R10 R10", "5-1", options=HONOUR), "5:R8>RC")

    assert (pieces(match), to_throw(match)) == ("B: R10 R10", "G")


def test_amb_23_the_bonus_touches_nobody() -> None:
    match = at("R: R8 R1 F F | B: R10 R10", phase="bonus10", options=HONOUR)

    assert texts(match) == []

    assert texts(at("R: R8 G1 F F | B: R10 R10", phase="bonus10", options=HONOUR)) == ["10:G1>G11"]


@pytest.mark.parametrize("rule", ["lose_turn", "lose_leader"])
def test_amb_24_a_third_double_is_void(rule: str) -> None:
    match = after(at("R: R5", options={"three_doubles": rule}), "1-1", "2:R5>R7", "2-2", "4:R7>R11")

    counted = match.position()["doubles"]
    after(match, "6-6")

    assert counted == 2
    assert (pieces(match), to_throw(match)) == ("R: R11" if rule == "lose_turn" else "", "G")
    assert "doubles" not in match.position()


def test_amb_24_no_die_of_it_is_left_when_the_owner_must_choose() -> None:
    match = after(at("R: G3 Gb7", doubles=2, options={"three_doubles": "lose_leader"}), "6-6")

    assert texts(match) == ["G3>RC", "Gb7>RC"]
    assert (match.position()["dice_left"], match.position()["again"]) == ([], False)


def test_amb_24_doubles_that_nobody_could_use_count_too() -> None:
    match = after(guarded("R: Y6", turn="B", options={"three_doubles": "lose_turn"}), "3-3", "Y0+6>Y6xR")

    assert to_throw(after(match, "1-1", "4-4")) == "R"


def test_amb_24_otherwise_there_is_no_limit() -> None:
    assert to_throw(after(at(), "1-1", "2-2", "4-4", "5-5")) == "R"


def test_amb_24_custodians_do_not_use_a_void_throw() -> None:
    match = guarded("R: Y6", turn="B", doubles=2, options={"three_doubles": "lose_turn"})

    assert (pieces(after(match, "3-3")), to_throw(match)) == ("R: Y6", "R")


@pytest.mark.parametrize(
    ("standing", "throw", "default"),
    [
        ("R: R5", "5-1", "1>R0"),
        ("R: R5 F F F | G: R7", "2-1", "2:R5>R7xG"),
        ("R: R5 F F F", "6-4", "10:R5>G0"),
        ("R: R8 | B: R10 R10", "3-1", "1:R8>R9"),
        ("R: R1 R10 F F", "2-1", "1:R10>R11"),
    ],
)
def test_the_default_is_the_first_text_of_strict_play(standing: str, throw: str, default: str) -> None:
    for options in ({}, HONOUR):
        assert at(standing, throw, options=options).default().text == default


def test_the_longest_bonus_has_a_default_too() -> None:
    match = at("R: R5 R8 F F", "2-1", dice_left=[], phase="bonus10", options={"bonus": 20})

    assert match.default().text == texts(match)[0]
