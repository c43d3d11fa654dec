"""The rules of Dice Sequence: players, material and board."""

from typing import Any

import pytest

import sobremesa
from sobremesa.core.words import Words
from tests.games.sequence_dice.boards import NUMBERS, match_with, piles, texts


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sd_1_two_three_or_four_play(seats: int) -> None:
    match = sobremesa.start("sequence-dice", seats=seats)

    assert match.seats == seats
    assert match.position()["opening"] == [[]] * seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_sd_1_no_other_number_plays(seats: int) -> None:
    with pytest.raises(sobremesa.InvalidSeats):
        sobremesa.start("sequence-dice", seats=seats)


@pytest.mark.parametrize(("seats", "sides"), [(2, "AB"), (3, "ABC"), (4, "ABAB")])
def test_sd_1_every_seat_plays_for_its_side(seats: int, sides: str) -> None:
    placed = []

    for seat in range(seats):
        match = match_with(seats=seats, turn=seat, roll=7)
        match.push("place 1,1")
        placed.append(match.position()["board"][1])

    assert placed == [f".{side}...." for side in sides]


def test_sd_1_teams_are_the_same_whoever_starts() -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": 4, "opening": [[2, 2], [9, 9], [2, 2], [2, 2]]})

    for choice in ("7", "place 1,1", "7", "place 1,4", "9", "place 1,3", "6", "place 1,0"):
        match.push(choice)

    assert match.position()["board"][1] == "AB.BA."


@pytest.mark.parametrize(
    ("seats", "expected"),
    [(2, {"A": "20", "B": "20"}), (3, {"A": "20", "B": "20", "C": "20"}), (4, {"A": "20", "B": "20"})],
)
def test_sd_2_every_side_has_one_pile_of_20(seats: int, expected: dict[str, str]) -> None:
    match = sobremesa.start("sequence-dice", seats=seats)

    assert piles(match) == expected


@pytest.mark.parametrize("seats", [2, 4])
def test_sd_2_two_sides_leave_the_third_colour_in_the_box(seats: int) -> None:
    with pytest.raises(sobremesa.InvalidPosition) as refusal:
        match_with("C.....", "......", "......", "......", "......", "......", seats=seats)

    assert [reason.name for reason in refusal.value.reasons] == ["row_letters"]


@pytest.mark.parametrize("side", ["A", "B", "C"])
def test_sd_2_a_side_has_no_21st_chip(side: str) -> None:
    board = [row.replace("x", side) for row in ("xxxxx.", "xxxxx.", "xxxxx.", "xxxxx.", ".....x", "......")]

    with pytest.raises(sobremesa.InvalidPosition) as refusal:
        match_with(*board, seats=3, options={"line": 6})

    assert [reason.name for reason in refusal.value.reasons] == ["too_many_chips"]


@pytest.mark.parametrize("seat", [0, 2])
def test_sd_2_a_team_shares_its_pile(seat: int) -> None:
    match = match_with("AAAAA.", "AAAAA.", "AAAAA.", "AAAAA.", "......", "......", seats=4, turn=seat)

    match.push("7")

    assert (match.position()["turn"], match.turns, match.phase) == (seat + 1, 1, "throw")


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6, 7, 8, 9, 12])
def test_sd_3_four_squares_show_each_number(number: int) -> None:
    match = match_with(roll=number)

    shown = [f"place {row},{column}" for row in range(6) for column in range(6) if NUMBERS[row][column] == number]
    assert texts(match) == shown
    assert len(shown) == 4


def test_sd_3_the_board_is_drawn_with_its_numbers() -> None:
    match = match_with()

    tiles = match.view().scene().zones[0].places
    drawn = {tile.id: tile.label for tile in tiles}
    assert drawn == {f"{row},{column}": str(NUMBERS[row][column]) for row in range(6) for column in range(6)}


@pytest.mark.parametrize(
    ("seats", "line", "length"),
    [(2, "auto", 6), (3, "auto", 5), (4, "auto", 6)] + [(seats, line, line) for seats in (2, 3, 4) for line in (5, 6)],
)
def test_sd_4_a_line_has_five_or_six_chips(seats: int, line: str | int, length: int) -> None:
    match = match_with("......", "AAAA..", "......", "......", "......", "......", seats=seats, options={"line": line})

    match.push("7")
    match.push("place 1,4")

    assert match.phase == {5: "over", 6: "throw"}[length]


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {}), (2, {"line": 6}), (3, {"line": 6}), (4, {"line": 6})])
def test_sd_4_six_chips_win_where_five_do_not(seats: int, options: dict[str, Any]) -> None:
    match = match_with("......", "AAAAA.", "......", "......", "......", "......", seats=seats, options=options)

    match.push("3")
    match.push("place 1,5")

    assert match.phase == "over"


# What moves


def test_a_new_chip_comes_from_its_pile() -> None:
    match = match_with(roll=7)
    match.push("place 1,4")

    assert match.paths() == {"chip-1,4-A": ["piles/A", "board/1,4"]}


def test_a_chip_that_is_removed_has_no_way() -> None:
    match = match_with("......", ".B....", "......", "......", "......", "......", roll=10)
    match.push("remove 1,1")

    assert match.paths() == {}


def test_dice_that_nobody_can_use_are_seen_for_a_moment() -> None:
    match = match_with()
    before = match.view()
    match.push("10")

    seen = match.game.scenery.glimpse(before.table, 10, match.view().table)

    assert sum(int(thing.face) for thing in seen) == 10
    match.push("7")
    assert list(match.game.scenery.glimpse(before.table, 7, match.view().table)) == []


@pytest.mark.parametrize(("language", "expected"), [("en", "chip on 5,1, number 6"), ("es", "ficha en 5,1, número 6")])
def test_a_move_is_called_by_its_square_and_number(language: str, expected: str) -> None:
    match = match_with(roll=6)
    view = match.view(0)
    words = Words(language, view.game.package, "sobremesa.core")
    captions = [words.say(view.game.scenery.caption(view.table, move.number)) for move in match.moves()]

    assert expected in captions
