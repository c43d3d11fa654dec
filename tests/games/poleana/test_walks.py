"""The rules of Poleana about walking: the ring, the two roads, barriers, captures, the escape zone."""

import pytest

import sobremesa
from sobremesa.games.poleana import rules
from sobremesa.games.poleana.rules import CELL, square_name
from tests.games.poleana.boards import after, at, faults, pieces, texts, to_throw


def test_po_10_a_throw_is_used_as_it_suits() -> None:
    assert texts(at("R: R1 F F F", "3-2")) == ["2:R1>R3", "3:R1>R4", "5:R1>R6"]


def test_po_11_one_piece_walks_the_sum_or_two_share_it() -> None:
    match = at("R: R0 R4", "3-2")

    assert pieces(after(at("R: R0 R4", "3-2"), "5:R0>R5")) == "R: R4 R5"
    assert pieces(after(match, "3:R4>R7", "2:R0>R2")) == "R: R2 R7"


def test_po_12_a_capture_walks_ten_more_with_any_piece_in_play() -> None:
    match = after(at("R: R5 G5 B5 F | G: R7"), "2-1", "2:R5>R7xG")

    assert texts(match) == ["10:B5>Y0", "10:B5>Yb1", "10:G5>B0", "10:G5>Bb1", "10:R7>G2", "10:R7>Gb3"]


def test_po_12_ten_that_nobody_can_walk_are_lost() -> None:
    match = after(at("R: Y7 F F F | G: Y8"), "2-1", "1:Y7>Y8xG")

    assert texts(match) == ["2:Y8>Rz1"]


@pytest.mark.parametrize(("bonus", "moves"), [(0, ["1:R7>R8"]), (3, ["3:R7>R10"]), (20, ["20:R7>G12", "20:R7>G9"])])
def test_po_12_another_number_can_be_chosen(bonus: int, moves: list[str]) -> None:
    match = after(at("R: R5 F F F | G: R7", options={"bonus": bonus}), "2-1", "2:R5>R7xG")

    assert texts(match) == moves


def test_po_13_a_captured_piece_goes_back_to_its_cell() -> None:
    match = after(at("R: R5 F F F | G: G5 R7"), "2-1", "2:R5>R7xG")

    assert pieces(match) == "R: R7 F F F | G: G5"


def test_po_14_with_somebody_locked_in_a_rival_is_passed_but_not_taken() -> None:
    assert texts(at("R: R5 | G: R7", "2-1")) == ["1:R5>R6", "3:R5>R8"]


def test_po_14_without_another_move_the_turn_passes() -> None:
    match = after(at("R: R5 | G: R7 | B: R6 | Y: R8"), "2-1")

    assert to_throw(match) == "G"


def test_po_15_the_ring_has_four_times_fifteen_squares() -> None:
    names = {square_name(colour, spot) for colour in range(4) for spot in range(1, CELL)}

    assert {f"{side}{number}" for side in "RGBY" for number in range(15)} <= names
    assert texts(at("R: R13 F F F", "1-2")) == ["1:R13>R14", "2:R13>G0", "2:R13>Gb1", "3:R13>G1", "3:R13>Gb2"]


def test_po_16_the_safe_road_leaves_after_fourteen_and_comes_down_on_four() -> None:
    assert "1:R14>Gb1" in texts(at("R: R14 F F F", "1-2"))
    assert texts(at("R: Gb7 F F F", "1-2")) == ["1:Gb7>G4", "2:Gb7>G5", "3:Gb7>G6"]


def test_po_16_nobody_is_taken_there() -> None:
    assert texts(at("R: R14 F F F | B: Gb2", "2-1")) == ["1:R14>G0", "1:R14>Gb1", "2:R14>G1", "3:R14>G2"]


@pytest.mark.parametrize("corner", ["R9", "G9", "B9"])
def test_po_17_nobody_is_taken_on_a_nine(corner: str) -> None:
    rival = {"R9": "B", "G9": "Y", "B9": "B"}[corner]
    match = at(f"R: {corner[0]}8 F F F | {rival}: {corner}", "2-1")

    assert texts(match) == [f"2:{corner[0]}8>{corner[0]}10", f"3:{corner[0]}8>{corner[0]}11"]


def test_po_17_nor_on_the_nine_of_who_moves() -> None:
    assert texts(at("R: Y8 F F F | G: Y9", "2-1")) == ["2:Y8>Rz1", "3:Y8>Rz2"]


def test_po_18_the_way_is_chosen_anew_at_every_fork() -> None:
    match = at("R: R12 G13 F F", "3-2")

    assert {"3:R12>G0", "3:R12>Gb1", "2:G13>B0", "2:G13>Bb1"} <= set(texts(match))


def test_po_19_the_low_road_is_shorter_and_open_to_capture() -> None:
    assert texts(at("R: R14 F F F | Y: G3", "4-1"))[0] == "4:R14>G3xY"


def test_po_20_the_safe_road_is_three_steps_longer() -> None:
    match = at("R: R14 F F F", "6-6", options={"bonus": 8})

    assert {"12:R14>G11", "12:R14>G8"} <= set(texts(match))


def test_po_20_nobody_is_overtaken_there() -> None:
    assert texts(at("R: Gb2 F F F | Y: Gb4", "3-1")) == ["1:Gb2>Gb3"]
    assert texts(at("R: Yb6 Yb7 F F", "2-1")) == ["1:Yb7>Y4", "2:Yb7>Y5", "3:Yb7>Y6"]


def test_po_21_those_behind_climb_on_as_far_as_there_is_room() -> None:
    match = at("R: R14 F F F | Y: Gb4", "3-2")

    assert {"2:R14>Gb2", "3:R14>Gb3"} <= set(texts(match))
    assert "5:R14>Gb5" not in texts(match)


def test_po_22_who_holds_a_road_must_move_on_all_the_same() -> None:
    assert texts(at("R: Gb1 | B: R13", "2-1")) == ["1:Gb1>Gb2", "2:Gb1>Gb3", "3:Gb1>Gb4"]


@pytest.mark.parametrize("holder", ["R", "B", "Y"])
def test_po_23_a_piece_on_the_first_safe_square_lets_nobody_climb(holder: str) -> None:
    own = {"R": "R: R14 Gb1", "B": "R: R14 | B: Gb1", "Y": "R: R14 | Y: Gb1"}[holder]
    moves = [move for move in texts(at(own, "4-1")) if "R14" in move]

    assert moves == ["1:R14>G0", "4:R14>G3", "5:R14>G4"]


@pytest.mark.parametrize("colour", ["R", "B"])
def test_po_24_two_of_a_colour_are_a_barrier(colour: str) -> None:
    pair = {"R": "R: R8 R10 R10", "B": "R: R8 | B: R10 R10"}[colour]

    assert [move for move in texts(at(pair, "4-2")) if "R8" in move] == []
    assert [move for move in texts(at(pair, "4-1")) if "R8" in move] == ["1:R8>R9"]


def test_po_24_each_of_a_barrier_may_leave() -> None:
    assert pieces(after(at("R: R10 R10", "2-1"), "2:R10>R12")) == "R: R10 R12"


def test_po_25_a_lone_piece_on_a_safe_square_is_a_barrier_by_nature() -> None:
    assert texts(at("R: Gb1 Gb3 F F", "4-2")) == ["2:Gb3>Gb5", "4:Gb3>Gb7", "6:Gb3>G5"]


def test_po_26_only_the_owner_turns_in_at_its_nine() -> None:
    assert texts(at("R: Y9 F F F", "2-1")) == ["1:Y9>Rz1", "2:Y9>Rz2", "3:Y9>Rz3"]
    assert texts(at("G: Y9 F F F", "2-1", turn="G")) == ["1:Y9>Y10", "2:Y9>Y11", "3:Y9>Y12"]


@pytest.mark.parametrize("nine_safe", ["all", "own"])
def test_po_27_nobody_is_sent_back_from_its_own_nine(nine_safe: str) -> None:
    match = at("R: Y9 | G: Y8 F F F", "2-1", turn="G", options={"nine_safe": nine_safe})

    assert texts(match) == ["2:Y8>Y10", "3:Y8>Y11"]


def test_po_28_the_first_with_all_pieces_free_wins() -> None:
    match = after(at("R: Rz6 F F F | G: Gz1 F F F"), "2-1", "1:Rz6>Rz7")

    assert (match.phase, match.places()) == ("over", [1, 2, 2, 2])
    assert match.turns == 1


def test_po_28_a_bonus_can_win_too() -> None:
    match = after(at("R: Y1 F F F | G: Y6"), "5-1", "5:Y1>Y6xG", "10:Y6>Rz7")

    assert match.phase == "over"


@pytest.mark.parametrize(
    ("squares", "fault"),
    [
        ("R5 R5 R5", ["too_many_on_square"]),
        ("R9 R9 R9", ["too_many_on_square"]),
        ("G0 G0 G0", ["too_many_on_square"]),
        ("Gb1 Gb1", ["too_many_on_square"]),
        ("Rz2 Rz2", ["too_many_on_square"]),
        ("R0 R0 R0 R0", ["too_many_on_square"]),
        ("R0 R0 R0", []),
        ("R5 R5 G0 G0", []),
    ],
)
def test_po_30_how_many_stand_on_a_square(squares: str, fault: list[str]) -> None:
    assert faults(pos={"R": squares}) == fault


def test_po_30_nobody_joins_a_full_square() -> None:
    assert texts(at("R: R4 R6 R6", "2-1")) == ["1:R4>R5", "1:R6>R7", "2:R6>R8", "3:R6>R9"]
    assert texts(at("R: R0 R0 R0", "5-1")) == ["1:R0>R1", "5:R0>R5", "6:R0>R6"]
    assert texts(at("R: R3 R3", "6-3")) == ["3:R3>R6", "6:R3>R9", "9:R3>R12"]


@pytest.mark.parametrize("standing", ["", "R: R5 F F F", "R: Gb1 F F F", "R: Rz1 F F F", "R: Rz6 F F F"])
def test_po_31_doubles_repeat_wherever_one_stands(standing: str) -> None:
    match = after(at(standing), "2-2")

    while match.phase != "throw":
        match.push(match.moves()[0])

    assert to_throw(match) == "R"


def test_po_32_nobody_may_pass_who_can_move() -> None:
    match = at("R: R8 F F F | B: R14 R14", "6-1")

    with pytest.raises(sobremesa.IllegalMove) as refusal:
        match.push("pass")

    assert list(refusal.value.legal) == ["1:R8>R9"]


def test_po_33_each_die_is_used_once_by_the_same_piece_or_by_two() -> None:
    match = at("R: R1 R8", "5-3")

    assert texts(after(match, "5:R1>R6")) == ["3:R6>R9", "3:R8>R11"]
    assert to_throw(after(match, "3:R6>R9")) == "G"
    assert texts(after(at("R: R1 R8", "5-5"), "5:R1>R6")) == ["5:R6>R11", "5:R8>R13"]


def test_po_34_coming_out_goes_before_taking_and_taking_before_walking() -> None:
    assert texts(at("R: R5 F F | G: R6 | B: R10", "5-1")) == ["1>R0"]
    assert texts(at("R: R5 F F F | G: R6", "5-1")) == ["1:R5>R6xG"]
    assert texts(at("R: R5 F F F | G: R7", "5-1")) == ["1:R5>R6", "5:R5>R10", "6:R5>R11"]


def test_po_35_a_throw_that_can_take_must() -> None:
    match = at("R: R5 G5 F F | G: R7 | B: R8", "2-1")

    assert texts(match) == ["2:R5>R7xG", "3:R5>R8xB"]


def test_po_35_a_capture_by_the_safe_road_is_one_too() -> None:
    match = at("R: R5 R14 F F | Y: R8 G5", "6-3")

    # The sum leads to another square by the low road.
    assert texts(match) == ["3:R5>R8xY", "6:R14>G5xY", "9:R14>G5xY"]


def test_po_38_the_seventh_step_frees() -> None:
    match = after(at("R: Rz4 R5 F F"), "3-1", "3:Rz4>Rz7")

    assert pieces(match) == "R: R5 F F F"


def test_po_39_own_pieces_are_overtaken_in_the_zone_but_not_joined() -> None:
    assert texts(at("R: Rz1 Rz3 F F", "3-2")) == ["2:Rz3>Rz5", "3:Rz1>Rz4", "3:Rz3>Rz6", "5:Rz1>Rz6"]
    assert texts(at("R: Y9 Rz1 F F", "5-1")) == ["1:Rz1>Rz2", "5:Rz1>Rz6", "5:Y9>Rz5", "6:Rz1>Rz7", "6:Y9>Rz6"]


def test_po_40_seven_is_reached_by_the_exact_count() -> None:
    assert texts(at("R: Rz4 F F F", "5-4")) == []
    assert texts(at("R: Rz4 R5 F F", "6-3")) == ["3:R5>R8", "3:Rz4>Rz7", "6:R5>R11", "9:R5>R14"]


def test_amb_01_the_safe_road_can_come_down_on_five() -> None:
    options = {"bridge_rejoin": 5}

    assert texts(at("R: Gb7 F F F", "2-1", options=options)) == ["1:Gb7>G5", "2:Gb7>G6", "3:Gb7>G7"]
    assert {"12:R14>G11", "12:R14>G9"} <= set(texts(at("R: R14 F F F", "6-6", options=options)))
    assert {"12:Gb6>Bb1", "12:Gb6>B0"} <= set(texts(at("R: Gb6 F F F", "6-6", options=options)))


def test_amb_02_a_nine_can_be_safe_for_its_owner_alone() -> None:
    options = {"nine_safe": "own"}

    assert texts(at("R: R6 F F F | B: R9", "3-1", options=options)) == ["3:R6>R9xB"]
    assert texts(at("R: R6 F F F | G: R9", "3-1", options=options)) == ["1:R6>R7", "4:R6>R10"]
    assert texts(at("R: Y6 F F F | G: Y9", "3-1", options=options)) == ["3:Y6>Y9xG"]


def test_amb_03_the_owner_of_an_exit_is_not_safe_there() -> None:
    assert texts(at("R: R12 F F F | G: G0", "3-1")) == ["3:R12>G0xG"]
    assert texts(at("R: R12 F F F | G: G3", "6-1")) == ["6:R12>G3xG"]


@pytest.mark.parametrize(("square", "throw"), [("G0", "3-1"), ("G3", "6-1")])
def test_amb_03_unless_that_is_chosen(square: str, throw: str) -> None:
    match = at(f"R: R12 F F F | G: {square}", throw, options={"exit_safe": True})

    assert not [move for move in texts(match) if move.endswith((square, "xG"))]
    assert texts(at("R: R12 F F F | B: G0", "3-1", options={"exit_safe": True})) == ["3:R12>G0xB"]


def test_amb_07_the_bonus_comes_before_the_other_die() -> None:
    match = after(at("R: R5 F F F | G: R7"), "2-1", "2:R5>R7xG")

    assert (match.phase, match.position()["dice_left"]) == ("bonus10", [1])
    assert texts(match) == ["10:R7>G2", "10:R7>Gb3"]


def test_amb_07_a_bonus_may_take_again_but_need_not() -> None:
    match = after(at("R: R5 R1 F F | G: R7 | B: G2"), "2-1", "2:R5>R7xG")

    assert texts(match) == ["10:R1>R11", "10:R7>G2xB", "10:R7>Gb3"]
    assert texts(after(match, "10:R7>G2xB")) == ["10:G2>G12", "10:R1>R11"]


def test_amb_07_a_bonus_can_be_kept_from_taking() -> None:
    match = after(at("R: R5 R1 F F | G: R7 | B: G2", options={"bonus_chain": False}), "2-1", "2:R5>R7xG")

    assert texts(match) == ["10:R1>R11", "10:R7>Gb3"]


def test_amb_07_a_bonus_that_some_piece_can_walk_is_walked() -> None:
    match = after(at("R: R5 F F F | G: R7"), "2-1", "2:R5>R7xG")

    assert "skip" not in texts(match)


def test_amb_07_a_bonus_may_be_left_if_so_chosen() -> None:
    match = after(at("R: R5 F F F | G: R7", options={"bonus_optional": True}), "2-1", "2:R5>R7xG")

    assert texts(match) == ["10:R7>G2", "10:R7>Gb3", "skip"]
    assert match.moves()[-1].number == rules.SKIPPED
    after(match, "skip")
    assert (match.phase, pieces(match), texts(match)) == ("move", "R: R7 F F F", ["1:R7>R8"])
    assert to_throw(after(match, "1:R7>R8")) == "G"


def test_amb_07_a_bonus_that_is_left_leaves_the_repeat() -> None:
    options = {"bonus_optional": True}

    walked = at("R: R5 R7 F F", "4-4", dice_left=[], phase="bonus10", options=options)
    freed = at("R: R0", "3-3", dice_left=[], again=False, phase="bonus10", options=options)
    spent = at("R: R5 F F F", phase="bonus10", options=options)

    assert to_throw(after(walked, "skip")) == "R"
    assert to_throw(after(freed, "skip")) == "G"
    assert to_throw(after(spent, "skip")) == "G"


def test_amb_07_a_bonus_that_nobody_can_walk_is_lost_without_asking() -> None:
    match = at("R: Y8 F F F", phase="bonus10", options={"bonus_optional": True})

    assert to_throw(match) == "G"


def test_amb_07_each_bonus_of_a_chain_may_be_left() -> None:
    options = {"bonus_optional": True}
    match = after(at("R: R5 R1 F F | G: R7 | B: G2", options=options), "2-1", "2:R5>R7xG", "10:R7>G2xB")

    assert texts(match) == ["10:G2>G12", "10:R1>R11", "skip"]
    assert texts(after(match, "skip")) == ["1:G2>G3", "1:R1>R2"]


def test_amb_07_only_a_bonus_can_be_left() -> None:
    options = {"bonus_optional": True}

    assert texts(at("R: R5 F F F", "2-1", options=options)) == ["1:R5>R6", "2:R5>R7", "3:R5>R8"]
    assert texts(at("R: R5", "5-1", options=options)) == ["1>R0"]


def test_amb_07_to_leave_a_bonus_is_no_offence() -> None:
    options = {"bonus_optional": True, "enforcement": "honour"}
    match = after(at("R: R5 F F F | G: R7 G5", options=options), "2-1", "2:R5>R7xG")

    assert texts(match) == ["10:R7>G2", "10:R7>Gb3", "skip"]
    assert to_throw(after(match, "skip", "1:R7>R8")) == "G"


@pytest.mark.parametrize("enforcement", ["strict", "honour"])
@pytest.mark.parametrize("steps", [1, 10, 20])
def test_amb_07_absent_players_walk_their_bonus(steps: int, enforcement: str) -> None:
    options = {"bonus_optional": True, "bonus": steps, "enforcement": enforcement}
    match = at("R: R5 R8 F F", "2-1", dice_left=[], phase="bonus10", options=options)

    assert match.default().text == texts(match)[0] != "skip"


def test_amb_08_the_sum_hops_what_a_single_die_would_meet() -> None:
    assert texts(at("R: R5 | G: R7 | B: R6", "2-1")) == ["3:R5>R8"]
    assert texts(at("R: R5 | B: R6 R6", "2-1")) == []


def test_amb_08_two_walks_with_one_piece_can_take_in_between() -> None:
    match = after(at("R: R5 F F F | G: R7", options={"bonus": 0}), "2-1", "2:R5>R7xG", "1:R7>R8")

    assert pieces(match) == "R: R8 F F F"


def test_amb_09_nobody_must_choose_the_order_that_uses_both_dice() -> None:
    match = at("R: R5 F F F | B: R9 R9", "3-1")

    assert texts(match) == ["1:R5>R6", "3:R5>R8"]
    assert to_throw(after(match, "3:R5>R8")) == "G"


def test_amb_10_the_own_nine_need_not_be_touched_and_the_sum_may_finish() -> None:
    assert texts(at("R: Y8 F F F", "6-2")) == ["2:Y8>Rz1", "6:Y8>Rz5", "8:Y8>Rz7"]


def test_amb_11_only_the_safe_squares_are_barriers_by_nature() -> None:
    assert texts(at("R: Y8 Y9 F F", "2-1")) == ["1:Y8>Y9", "1:Y9>Rz1", "2:Y8>Rz1", "2:Y9>Rz2", "3:Y8>Rz2", "3:Y9>Rz3"]


def test_amb_15_a_lone_rival_on_a_nine_is_passed_and_not_joined() -> None:
    assert texts(at("R: R6 F F F | B: R9", "3-1")) == ["1:R6>R7", "4:R6>R10"]


def test_amb_16_two_stand_on_a_foreign_exit() -> None:
    assert "1:R14>G0" in texts(at("R: R14 G0", "1-2"))
    assert "1:R14>G0" not in texts(at("R: R14 G0 G0", "1-2"))


def test_amb_19_any_capture_may_be_chosen_and_the_rest_is_judged_anew() -> None:
    match = at("R: R5 G5 F F | G: R7 | B: R6 | Y: G6", "2-1", options={"bonus": 0})

    assert texts(match) == ["1:G5>G6xY", "1:R5>R6xB", "2:R5>R7xG"]
    assert texts(after(match, "1:R5>R6xB")) == ["2:G5>G7", "2:R6>R8"]


def test_amb_20_the_exit_counts_as_a_step_for_everybody() -> None:
    assert texts(at("G: Y14 F F F", "2-1", turn="G")) == [
        "1:Y14>R0",
        "1:Y14>Rb1",
        "2:Y14>R1",
        "2:Y14>Rb2",
        "3:Y14>R2",
        "3:Y14>Rb3",
    ]


def test_amb_27_surplus_steps_can_lead_back() -> None:
    options = {"overshoot": "rebound"}

    assert texts(at("R: Rz6 F F F", "4-2", options=options)) == ["2:Rz6>Rz6", "4:Rz6>Rz4", "6:Rz6>Rz2"]
    assert texts(at("R: Rz4 Rz6 F F", "4-2", options=options)) == ["2:Rz6>Rz6", "6:Rz4>Rz4", "6:Rz6>Rz2"]
    assert texts(at("R: Rz6 F F F", "6-2", options=options)) == ["2:Rz6>Rz6", "6:Rz6>Rz2"]


def test_amb_27_two_open_ways_to_one_square_are_one_move() -> None:
    match = at("R: B14 F F F", phase="bonus10", options={"bonus": 18, "bridge_rejoin": 5, "overshoot": "rebound"})

    assert texts(match) == ["18:B14>Rz6"]


def test_amb_27_of_two_ways_the_open_one_counts() -> None:
    options = {"bonus": 18, "bridge_rejoin": 5, "overshoot": "rebound"}

    assert texts(at("R: B14 F F F | B: Yb3", phase="bonus10", options=options)) == ["18:B14>Rz6"]
    assert texts(at("R: B14 F F F | B: Y2 Y2", phase="bonus10", options=options)) == ["18:B14>Rz6"]
    assert texts(at("R: B14 F F F | B: Y2 Y2 Yb3", phase="bonus10", options=options)) == []


@pytest.mark.parametrize(
    ("rivals", "moves"),
    [
        ("", ["20:R14>B1", "20:R14>B4", "20:R14>Bb2", "20:R14>Bb5"]),
        ("| B: Gb2", ["20:R14>B4", "20:R14>Bb5"]),
        ("| Y: G1 G1", ["20:R14>B1", "20:R14>Bb2"]),
        ("| Y: G4 G4", []),
        ("| Y: G8 G8", []),
        ("| Y: B0 B0", ["20:R14>Bb2", "20:R14>Bb5"]),
        ("| Y: Bb1", ["20:R14>B1", "20:R14>B4"]),
        ("| Y: Bb2", ["20:R14>B1", "20:R14>B4"]),
    ],
)
def test_po_18_a_long_bonus_meets_two_forks(rivals: str, moves: list[str]) -> None:
    match = at(f"R: R14 F F F {rivals}", phase="bonus10", options={"bonus": 20})

    assert texts(match) == moves


@pytest.mark.parametrize(
    ("standing", "bonus", "moves"),
    [
        ("R: Gb7 F F F", 16, ["16:Gb7>B4", "16:Gb7>Bb5"]),
        ("R: Gb7 F F F | Y: B0 B0", 16, ["16:Gb7>Bb5"]),
        ("R: Gb7 F F F | Y: G4 G4", 16, []),
        ("R: Gb6 F F F | Y: Gb7", 16, []),
        ("R: R13 F F F", 17, ["17:R13>B0", "17:R13>Bb1", "17:R13>G12"]),
        ("R: G14 F F F | Y: B4 B4", 10, []),
        ("R: R14 F F F | Y: G4 G4", 9, []),
        ("R: Gb7 F F F | Y: G4 G4", 2, []),
        ("R: Gb1 F F F", 20, ["20:Gb1>B2", "20:Gb1>Bb3"]),
    ],
)
def test_po_20_what_stands_in_the_way_of_a_long_walk(standing: str, bonus: int, moves: list[str]) -> None:
    assert texts(at(standing, phase="bonus10", options={"bonus": bonus})) == moves
