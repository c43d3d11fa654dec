"""The doubtful cases of Dice Sequence, SD-A1 to SD-A9, and its options."""

from typing import Any

import pytest

import sobremesa

EMPTY = ("......",) * 6


def match_with(*board: str, **keys: Any) -> sobremesa.Match:
    return sobremesa.position({"game": "sequence-dice", "turn": 0, "board": list(board or EMPTY), **keys})


def texts(match: sobremesa.Match) -> list[str]:
    return [move.text for move in match.moves()]


# SD-A1 and SD-A9: the opening throws


def test_sd_a1_everybody_throws_twice() -> None:
    match = sobremesa.start("sequence-dice")

    match.push("9")
    match.push("4")

    assert match.position()["opening"] == [[9, 4], []]


def test_sd_a1_one_throw_each_if_so_chosen() -> None:
    match = sobremesa.start("sequence-dice", seats=3, options={"start_throws": 1})
    openings = []

    for total in ("4", "9"):
        match.push(total)
        openings.append(match.position()["opening"])
    match.push("8")

    assert openings == [[[4], [], []], [[4], [9], []]]
    assert (match.phase, match.position()["turn"]) == ("throw", 1)


def test_sd_a1_those_tied_for_the_highest_single_throw_repeat() -> None:
    match = sobremesa.start("sequence-dice", seats=4, options={"start_throws": 1})
    openings = []

    for total in ("9", "4", "9", "9", "3", "6", "6", "2", "3"):
        match.push(total)
        openings.append(match.position().get("opening"))

    assert openings == [
        [[9], [], [], []],
        [[9], [4], [], []],
        [[9], [4], [9], []],
        [[], None, [], []],
        [[3], None, [], []],
        [[3], None, [6], []],
        [None, None, [], []],
        [None, None, [2], []],
        None,
    ]
    assert (match.phase, match.position()["turn"]) == ("throw", 3)


def test_sd_a1_nobody_throws_more_often_than_chosen() -> None:
    options = {"start_throws": 1}

    with pytest.raises(sobremesa.InvalidPosition) as refusal:
        sobremesa.position({"game": "sequence-dice", "options": options, "opening": [[9, 3], []]})

    assert [reason.name for reason in refusal.value.reasons] == ["opening_throws"]


def test_sd_a9_the_lower_throw_decides_between_equal_better_ones() -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": 3, "opening": [[10, 3], [4, 10], [10]]})

    match.push("2")

    assert (match.phase, match.position()["turn"]) == ("throw", 1)


def test_sd_a9_equal_pairs_of_throws_repeat() -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": 3, "opening": [[10, 3], [4, 10], [10]]})

    match.push("4")

    assert match.position()["opening"] == [None, [], []]


# SD-A2: five or six


def test_sd_a2_two_sides_need_six() -> None:
    match = match_with("......", "......", "......", "......", "......", "BBBB..", turn=1, roll=3)

    match.push("place 5,4")

    assert (match.phase, match.places()) == ("throw", None)


def test_sd_a2_two_sides_need_five_if_so_chosen() -> None:
    match = match_with(
        "......", "......", "......", "......", "......", "BBBB..", turn=1, roll=3, options={"line": 5}
    )

    match.push("place 5,4")

    assert (match.phase, match.places()) == ("over", [2, 1])


# SD-A3 and SD-A4: another throw


@pytest.mark.parametrize(("roll", "square"), [(2, "0,0"), (2, "5,5"), (12, "2,2"), (12, "3,3")])
def test_sd_a3_a_replacing_2_or_12_gives_another_throw(roll: int, square: str) -> None:
    match = match_with("B....B", "......", "..BB..", "..BB..", "......", "B....B", roll=roll)

    match.push(f"replace {square}")

    assert (match.position()["turn"], match.turns, match.phase) == (0, 0, "throw")
    assert "roll" not in match.position()


def test_sd_a3_any_other_replacement_ends_the_turn() -> None:
    match = match_with("......", ".B..B.", "......", "......", ".B..B.", "......", roll=7)

    match.push("replace 1,1")

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize("total", ["2", "12"])
def test_sd_a4_a_2_or_12_all_own_ends_the_turn(total: str) -> None:
    match = match_with("A....A", "......", "..AA..", "..AA..", "......", "A....A")

    match.push(total)

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize("total", ["2", "12"])
@pytest.mark.parametrize("seat", [0, 2])
def test_sd_a4_a_2_or_12_all_own_gives_another_throw_if_so_chosen(seat: int, total: str) -> None:
    match = match_with(
        "A....A", "......", "..AA..", "..AA..", "......", "A....A", seats=4, turn=seat, options={"extra_on_own": True}
    )

    match.push(total)

    assert (match.position()["turn"], match.turns, match.phase) == (seat, 0, "throw")
    assert "roll" not in match.position()


def test_sd_a4_that_throw_is_resolved_like_any_other() -> None:
    match = match_with("A....A", "......", "......", "......", "......", "A....A", options={"extra_on_own": True})

    for choice in ("2", "2", "12", "place 2,2", "2", "7", "place 1,1"):
        match.push(choice)

    assert match.position()["board"] == ["A....A", ".A....", "..A...", "......", "......", "A....A"]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize("total", ["3", "7", "10"])
def test_sd_a4_no_other_number_all_own_gives_another_throw(total: str) -> None:
    match = match_with(".A....", ".A..AA", "......", "......", "AA..A.", "....A.", options={"extra_on_own": True})

    match.push(total)

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize("turn", [1, 2])
def test_sd_a4_squares_of_a_rival_are_not_own(turn: int) -> None:
    match = match_with(
        "A....A", "......", "......", "......", "......", "A....A", seats=3, turn=turn, options={"extra_on_own": True}
    )

    match.push("2")

    assert texts(match) == ["replace 0,0", "replace 0,5", "replace 5,0", "replace 5,5"]


@pytest.mark.parametrize("total", ["2", "12"])
def test_sd_a4_an_empty_pile_with_all_own_gives_another_throw(total: str) -> None:
    match = match_with("AAAA.A", "AAAA..", "AAAA..", "AAAA..", "......", "A....A", options={"extra_on_own": True})

    assert sum(row.count("A") for row in match.position()["board"]) == 20 - 1
