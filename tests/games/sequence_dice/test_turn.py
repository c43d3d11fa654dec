"""The rules of Dice Sequence: a turn."""

from typing import Any

import pytest

import sobremesa
from tests.games.sequence_dice.boards import match_with, piles, texts


@pytest.mark.parametrize("keys", [{}, {"opening": [[9], []]}, {"turn": 0}, {"turn": 1, "turns": 5}])
def test_sd_8_a_throw_is_the_sum_of_two_dice(keys: dict[str, Any]) -> None:
    match = sobremesa.position({"game": "sequence-dice", **keys})

    weights = {outcome.text: outcome.weight for outcome in match.outcomes()}

    assert weights == {"2": 1, "3": 2, "4": 3, "5": 4, "6": 5, "7": 6, "8": 5, "9": 4, "10": 3, "11": 2, "12": 1}


def test_sd_8_a_throw_is_to_be_resolved_by_its_thrower() -> None:
    match = match_with(turn=1)

    match.push("7")

    assert (match.phase, match.actor, match.position()["roll"], match.turns) == ("act", 1, 7, 0)


def test_sd_8_a_throw_is_resolved_once() -> None:
    match = match_with(roll=7)

    match.push("place 1,1")

    assert (match.phase, match.actor, match.turns) == ("throw", sobremesa.CHANCE, 1)
    assert "roll" not in match.position()


def test_sd_8_a_throw_that_allows_nothing_passes_by_itself() -> None:
    match = match_with()

    match.push("10")

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")
    assert "roll" not in match.position()


def test_sd_8_such_a_throw_passes_also_when_it_is_read() -> None:
    match = match_with(turn=1, turns=3, roll=10)

    assert (match.position()["turn"], match.turns, match.phase) == (0, 4, "throw")
    assert "roll" not in match.position()


@pytest.mark.parametrize("choice", ["pass", "place 0,0", "replace 1,4", "remove 1,4", "7"])
def test_sd_8_nothing_but_the_throw_can_be_resolved(choice: str) -> None:
    match = match_with("......", "....B.", "......", "......", "......", "......", roll=7)
    before = match.position()

    with pytest.raises(sobremesa.IllegalMove):
        match.push(choice)

    assert match.position() == before


@pytest.mark.parametrize(
    "choices",
    [("7", "place 1,4"), ("2", "place 0,0"), ("5", "place 0,3"), ("10",)],
    ids=["win", "another throw", "end of turn", "pass"],
)
def test_sd_8_the_dice_are_taken_up_once_resolved(choices: tuple[str, ...]) -> None:
    match = match_with("......", "AAAA..", "......", "......", "......", "......", options={"line": 5})

    for choice in choices:
        match.push(choice)

    assert [thing["face"] for thing in match.frame()["things"] if thing["kind"] == "die"] == ["", ""]


def test_sd_9_a_chip_goes_to_an_empty_square_of_the_number() -> None:
    match = match_with("......", ".A..B.", "......", "......", "......", "......", roll=7)

    offered = texts(match)
    match.push("place 4,4")

    assert offered == ["place 4,1", "place 4,4"]
    assert match.position()["board"] == ["......", ".A..B.", "......", "......", "....A.", "......"]


def test_sd_9_the_chip_is_of_the_side_in_turn() -> None:
    match = match_with("......", ".A..B.", "......", "......", "......", "......", seats=3, turn=2, roll=7)

    match.push("place 4,4")

    assert match.position()["board"] == ["......", ".A..B.", "......", "......", "....C.", "......"]


def test_sd_9_the_last_empty_square_comes_before_any_rival() -> None:
    match = match_with("......", ".B..B.", "......", "......", ".B....", "......", roll=7)

    assert texts(match) == ["place 4,4"]


@pytest.mark.parametrize(
    ("number", "squares"),
    [
        (2, ["0,5", "5,0"]),
        (3, ["5,4"]),
        (4, ["0,2", "2,5", "3,0"]),
        (5, ["0,3"]),
        (6, ["1,0", "4,5", "5,1"]),
        (7, ["1,1", "1,4"]),
        (8, ["3,1", "4,3"]),
        (9, ["3,4", "4,2"]),
        (12, ["2,2", "2,3"]),
    ],
)
def test_sd_10_a_full_number_lets_rivals_be_replaced(number: int, squares: list[str]) -> None:
    match = match_with("AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA", roll=number)

    assert texts(match) == [f"replace {square}" for square in squares]


def test_sd_10_full_number_replaces_a_rival() -> None:
    match = match_with("......", ".A..B.", "......", "......", ".B..A.", "......", roll=7)

    match.push("replace 1,4")

    assert match.position()["board"] == ["......", ".A..A.", "......", "......", ".B..A.", "......"]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize(
    ("square", "left"), [("1,1", {"A": "19", "B": "20", "C": "17"}), ("1,4", {"A": "19", "B": "19", "C": "18"})]
)
def test_sd_10_the_replaced_chip_returns_to_its_owner(square: str, left: dict[str, str]) -> None:
    match = match_with("......", ".B..C.", "......", "......", ".C..C.", "......", seats=3, roll=7)
    before = piles(match)

    match.push(f"replace {square}")

    assert before == {"A": "20", "B": "19", "C": "17"}
    assert piles(match) == left


def test_sd_10_the_replaced_chip_can_be_used_again() -> None:
    match = match_with("BBBBB.", "BBBBB.", "BBBBB.", "BBBB..", ".B....", "......", roll=8)

    for choice in ("place 4,3", "8", "8", "replace 1,2", "3"):
        match.push(choice)

    assert (match.actor, texts(match)) == (1, ["place 1,5", "place 4,0", "place 5,4"])


@pytest.mark.parametrize(
    ("number", "board"),
    [
        (number, board)
        for numbers, board in [
            ((2, 3, 12), ("AA...A", ".....A", "..AA..", "..AA..", "A.....", "A...AA")),
            ((4, 5, 7), ("..AA..", ".A..A.", "A....A", "A....A", ".A..A.", "..AA..")),
            ((6, 8, 9), ("....A.", "A.AA..", ".A..A.", ".A..A.", "..AA.A", ".A....")),
        ]
        for number in numbers
    ],
)
def test_sd_11_a_number_all_own_ends_the_turn(number: int, board: tuple[str, ...]) -> None:
    match = match_with(*board)

    match.push(str(number))

    assert match.position()["board"] == list(board)
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_11_a_partner_holds_own_chips() -> None:
    match = match_with("......", ".A..A.", "......", "......", ".A..A.", "......", seats=4, turn=2)

    match.push("7")

    assert (match.position()["turn"], match.turns, match.phase) == (3, 1, "throw")


def test_sd_12_a_ten_takes_a_rival_off_any_square_but_2_and_12() -> None:
    match = match_with("BB...B", "AB....", "..BB.A", "..BA.B", "A...B.", "B...AB", roll=10)

    assert texts(match) == ["remove 0,1", "remove 1,1", "remove 3,5", "remove 4,4"]


def test_sd_12_a_ten_takes_a_chip_and_puts_none() -> None:
    match = match_with("BB....", "......", "..A...", "......", "......", "......", roll=10)

    match.push("remove 0,1")

    assert match.position()["board"] == ["B.....", "......", "..A...", "......", "......", "......"]
    assert piles(match) == {"A": "19", "B": "19"}
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_12_a_ten_without_a_removable_chip_is_lost() -> None:
    match = match_with("BA...B", "AAA...", "..BB..", "..BB..", "......", "B....B")

    match.push("10")

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_13_an_eleven_goes_to_any_empty_square() -> None:
    match = match_with("AABBA.", "BBAABA", "AAB.AB", "BBAABA", "AAB.AB", "BB.ABA", roll=11)

    assert texts(match) == ["place 0,5", "place 2,3", "place 4,3", "place 5,2"]


@pytest.mark.parametrize("square", ["0,5", "2,3", "4,3"])
def test_sd_13_an_eleven_gives_no_other_throw(square: str) -> None:
    match = match_with("AABBA.", "BBAABA", "AAB.AB", "BBAABA", "AAB.AB", "BB.ABA", roll=11)

    match.push(f"place {square}")

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize(
    ("board", "square"),
    [
        ((".ABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA"), "0,0"),
        (("AABBAB", "BBAABA", "AABBAB", "BB.ABA", "AABBAB", "BBAABA"), "3,2"),
        (("AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAAB."), "5,5"),
    ],
)
def test_sd_13_the_last_empty_square_comes_before_any_rival(board: tuple[str, ...], square: str) -> None:
    match = match_with(*board, roll=11)

    assert texts(match) == [f"place {square}"]


def test_sd_13_an_eleven_on_a_full_board_replaces_any_rival() -> None:
    match = match_with("AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA", roll=11)

    rivals = ["0,2", "0,3", "0,5", "1,0", "1,1", "1,4", "2,2", "2,3", "2,5"]
    rivals += ["3,0", "3,1", "3,4", "4,2", "4,3", "4,5", "5,0", "5,1", "5,4"]
    assert texts(match) == [f"replace {square}" for square in rivals]


@pytest.mark.parametrize(("square", "row"), [("0,5", "AABBAA"), ("0,2", "AAABAB")])
def test_sd_13_a_replacing_eleven_ends_the_turn(square: str, row: str) -> None:
    match = match_with("AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA", roll=11)

    match.push(f"replace {square}")

    assert match.position()["board"] == [row, "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA"]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize(("total", "square"), [("2", "0,0"), ("2", "5,5"), ("12", "2,2"), ("12", "3,3")])
def test_sd_14_a_2_or_12_gives_another_throw(total: str, square: str) -> None:
    match = match_with(seats=3, turn=1)

    match.push(total)
    match.push(f"place {square}")

    assert (match.position()["turn"], match.turns, match.phase) == (1, 0, "throw")
    assert "roll" not in match.position()


@pytest.mark.parametrize(("total", "square"), [("3", "0,1"), ("6", "0,4"), ("7", "1,1"), ("9", "1,3"), ("11", "0,0")])
def test_sd_14_no_other_throw_does(total: str, square: str) -> None:
    match = match_with(seats=3, turn=1)

    match.push(total)
    match.push(f"place {square}")

    assert (match.position()["turn"], match.turns, match.phase) == (2, 1, "throw")


def test_sd_14_the_other_throw_is_resolved_in_full() -> None:
    match = match_with(".B....", "......", "......", "......", "......", "......")

    for choice in ("2", "place 0,0", "10", "remove 0,1"):
        match.push(choice)

    assert match.position()["board"] == ["A.....", "......", "......", "......", "......", "......"]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_14_another_throw_may_be_lost() -> None:
    match = match_with()

    for choice in ("12", "place 2,2", "10"):
        match.push(choice)

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_14_many_throws_are_one_turn() -> None:
    match = match_with()
    standing = []

    for choice in ("2", "place 0,0", "12", "place 2,2", "2", "place 0,5", "2", "place 5,0", "12", "place 3,3", "2"):
        match.push(choice)
        standing.append((match.position()["turn"], match.turns))
    for choice in ("place 5,5", "4", "place 0,2"):
        match.push(choice)

    assert standing == [(0, 0)] * 11
    assert match.position()["board"] == ["A.A..A", "......", "..A...", "...A..", "......", "A....A"]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_15_every_other_side_can_be_replaced() -> None:
    match = match_with("......", ".A..B.", "......", "......", ".C..A.", "......", seats=3, turn=1, roll=7)

    assert texts(match) == ["replace 1,1", "replace 4,1", "replace 4,4"]


@pytest.mark.parametrize(("square", "rows"), [("1,1", ["....B.", ".C..A."]), ("4,1", [".A..B.", "....A."])])
def test_sd_15_every_other_side_can_be_removed(square: str, rows: list[str]) -> None:
    match = match_with("......", ".A..B.", "......", "......", ".C..A.", "......", seats=3, turn=1, roll=10)

    offered = texts(match)
    match.push(f"remove {square}")

    assert offered == ["remove 1,1", "remove 4,1", "remove 4,4"]
    assert [match.position()["board"][row] for row in (1, 4)] == rows


@pytest.mark.parametrize(("seat", "squares"), [(0, ["1,4", "4,1"]), (1, ["1,1", "4,4"]), (2, ["1,4", "4,1"])])
def test_sd_15_a_partner_is_no_opponent(seat: int, squares: list[str]) -> None:
    match = match_with("......", ".A..B.", "......", "......", ".B..A.", "......", seats=4, turn=seat, roll=7)

    assert texts(match) == [f"replace {square}" for square in squares]
