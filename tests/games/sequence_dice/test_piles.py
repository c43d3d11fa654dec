"""The rules of Dice Sequence: the piles."""

import pytest

from tests.games.sequence_dice.boards import match_with, piles, texts


@pytest.mark.parametrize("total", ["2", "3", "7", "9", "11", "12"])
def test_sd_16_an_empty_pile_places_nothing(total: str) -> None:
    match = match_with("AAAAA.", "AAAAA.", "AA..A.", "AA..A.", "AA.A..", "..A...")

    match.push(total)

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


@pytest.mark.parametrize("total", ["2", "3", "7", "9", "11", "12"])
def test_sd_16_the_twentieth_chip_can_be_placed(total: str) -> None:
    match = match_with("AAAAA.", "AAAAA.", "AA..A.", "AA..A.", "AA.A..", "......")

    match.push(total)

    assert (match.actor, match.phase) == (0, "act")


@pytest.mark.parametrize(("seats", "seat"), [(2, 1), (3, 1), (3, 2), (4, 3)])
def test_sd_16_every_side_counts_its_own_chips(seats: int, seat: int) -> None:
    side = {1: "B", 2: "C", 3: "B"}[seat]
    board = [row.replace("x", side) for row in ("xxxxx.", "xxxxx.", "xx..xA", "xx..xA", "xx.x..", "..x...")]
    match = match_with(*board, seats=seats, turn=seat, options={"line": 6})

    match.push("7")

    assert (match.position()["turn"], match.turns, match.phase) == ((seat + 1) % seats, 1, "throw")


@pytest.mark.parametrize("total", ["5", "11"])
def test_sd_16_chips_of_others_do_not_count(total: str) -> None:
    match = match_with("BBBBB.", "BBBBB.", "BB..BA", "BB..BA", "BB.B..", "..B...")

    match.push(total)

    assert (match.actor, match.phase) == (0, "act")


@pytest.mark.parametrize("total", ["2", "7", "12"])
def test_sd_16_an_empty_pile_replaces_nothing(total: str) -> None:
    board = ["AAAAAB", ".BAABA", "AABBA.", "AABBA.", "ABAAB.", "AA.A.B"]
    match = match_with(*board)

    match.push(total)

    assert match.position()["board"] == board
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_16_an_empty_pile_replaces_nothing_on_a_full_board() -> None:
    board = ["AAAAAB", "BBAABA", "AABBAB", "AABBAB", "ABAABB", "AABABB"]
    match = match_with(*board)

    match.push("11")

    assert match.position()["board"] == board
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_16_the_twentieth_chip_can_replace_on_a_full_board() -> None:
    match = match_with("AAAAAB", "BBAABA", "AABBAB", "AABBAB", "ABAABB", "AABBBB", roll=11)

    match.push("replace 5,3")

    assert match.position()["board"][5] == "AABABB"
    assert piles(match) == {"A": "0", "B": "4"}


def test_sd_16_a_ten_needs_no_pile() -> None:
    match = match_with("AAAAA.", "AAAAA.", "AA..A.", "AA..A.", "AA.AB.", "..A...", roll=10)

    match.push("remove 4,4")

    assert match.position()["board"][4] == "AA.A.."
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_16_a_removed_chip_can_be_used_again() -> None:
    match = match_with("BBBBB.", "BBBBB.", "BB..B.", "BB..B.", "BB.B..", "..B...", roll=10)

    match.push("remove 1,1")
    match.push("7")

    assert (match.actor, texts(match)) == (1, ["place 1,1", "place 4,4"])


def test_sd_16_the_last_chip_may_go_in_the_middle_of_a_turn() -> None:
    match = match_with("AAAAA.", "AAAAA.", "AA..A.", "AA..A.", "AA.A..", "......")

    for choice in ("12", "place 2,2", "12"):
        match.push(choice)

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")
