"""The worked examples of Dice Sequence."""

import pytest

import sobremesa
from tests.games.sequence_dice.boards import match_with, texts


def test_example_t1_a_seven_on_the_empty_board() -> None:
    match = match_with()

    match.push("7")

    assert texts(match) == ["place 1,1", "place 1,4", "place 4,1", "place 4,4"]


def test_example_t2_a_twelve_on_the_empty_board() -> None:
    match = match_with()

    match.push("12")
    offered = texts(match)
    match.push("place 2,3")

    assert offered == ["place 2,2", "place 2,3", "place 3,2", "place 3,3"]
    assert (match.position()["turn"], match.turns, match.phase) == (0, 0, "throw")


def test_example_t3_a_ten_on_the_empty_board() -> None:
    match = match_with()

    match.push("10")

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_example_t4_an_eleven_on_the_empty_board() -> None:
    match = match_with()

    match.push("11")
    offered = texts(match)
    match.push("place 0,0")

    assert offered == [f"place {row},{column}" for row in range(6) for column in range(6)]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_example_t6_a_seven_with_all_sevens_own() -> None:
    match = match_with("......", ".A..A.", "......", "......", ".A..A.", "......")

    match.push("7")

    assert match.position()["board"] == ["......", ".A..A.", "......", "......", ".A..A.", "......"]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_example_t7_a_ten_with_rivals_only_on_2_and_12() -> None:
    match = match_with("B.....", "......", "..B...", "......", "......", "......")

    match.push("10")

    assert match.position()["board"] == ["B.....", "......", "..B...", "......", "......", "......"]
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_example_t10_a_two_with_all_corners_own() -> None:
    match = match_with("A....A", "......", "......", "......", "......", "A....A")

    match.push("2")

    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_example_t11_a_fifth_chip_wins_with_line_5() -> None:
    match = match_with("......", "AAAA..", "......", "......", "......", "......", options={"line": 5})

    match.push("7")
    match.push("place 1,4")

    assert (match.phase, match.places()) == ("over", [1, 2])


def test_example_t11_a_sixth_chip_wins_with_line_6() -> None:
    match = match_with("......", "AAAA..", "......", "......", "......", "......")
    phases = []

    for choice in ("7", "place 1,4", "8", "place 2,4", "3", "place 1,5"):
        match.push(choice)
        phases.append(match.phase)

    assert phases == ["act", "throw", "act", "throw", "act", "over"]
    assert match.places() == [1, 2]


def test_example_t13_the_main_diagonal_wins_with_line_6() -> None:
    match = match_with("A.....", ".A....", "..A...", "...A..", "....A.", "......")

    match.push("2")
    match.push("place 5,5")

    assert (match.phase, match.outcomes(), match.places()) == ("over", [], [1, 2])


def test_example_t16_an_eight_with_all_eights_of_two_rivals() -> None:
    match = match_with("......", "..B...", "....B.", ".C....", "...C..", "......", seats=3)

    match.push("8")

    assert texts(match) == ["replace 1,2", "replace 2,4", "replace 3,1", "replace 4,3"]


def test_example_t17_two_seats_tie_on_both_throws() -> None:
    match = sobremesa.start("sequence-dice", seats=3)

    for total in ("9", "5", "5", "9", "9", "3"):
        match.push(total)

    assert match.position()["opening"] == [[], [], None]


def test_example_t17_the_lower_throw_decides() -> None:
    match = sobremesa.start("sequence-dice", seats=3)

    for total in ("9", "5", "9", "4", "9", "3"):
        match.push(total)

    assert (match.phase, match.position()["turn"]) == ("throw", 0)


def test_example_t18_a_two_with_all_corners_own_throws_again() -> None:
    match = match_with("A....A", "......", "......", "......", "......", "A....A", options={"extra_on_own": True})

    match.push("2")

    assert match.position()["board"] == ["A....A", "......", "......", "......", "......", "A....A"]
    assert (match.position()["turn"], match.turns, match.phase) == (0, 0, "throw")


@pytest.mark.parametrize(("spares", "count"), [(False, 18), (True, 14)])
def test_example_t19_an_eleven_on_a_full_board(spares: bool, count: int) -> None:
    match = match_with("AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA", options={"wild_spares_2_12": spares})

    match.push("11")

    assert [text.split()[0] for text in texts(match)] == ["replace"] * count
