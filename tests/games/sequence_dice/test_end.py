"""The rules of Dice Sequence: the end, and what everybody may know."""

import pytest

import sobremesa
from tests.games.sequence_dice.boards import match_with


def windows(length: int) -> list[list[tuple[int, int]]]:
    """This lists the straight lines of a length, each as its squares."""
    on_board = {(row, column) for row in range(6) for column in range(6)}
    runs = [
        [(row + step * down, column + step * right) for step in range(length)]
        for row, column in sorted(on_board)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    ]
    return [run for run in runs if set(run) <= on_board]


def drawn(squares: list[tuple[int, int]]) -> list[str]:
    return ["".join("A" if (row, column) in squares else "." for column in range(6)) for row in range(6)]


def test_sd_17_there_are_32_lines_of_five_and_14_of_six() -> None:
    assert (len(windows(5)), len(windows(6))) == (32, 14)


@pytest.mark.parametrize("missing", range(5))
@pytest.mark.parametrize("window", windows(5), ids=str)
def test_sd_17_every_line_of_five_wins(window: list[tuple[int, int]], missing: int) -> None:
    row, column = window[missing]
    match = match_with(*drawn(window[:missing] + window[missing + 1 :]), roll=11, options={"line": 5})

    match.push(f"place {row},{column}")

    assert (match.phase, match.actor) == ("over", sobremesa.OVER)


@pytest.mark.parametrize("missing", range(6))
@pytest.mark.parametrize("window", windows(6), ids=str)
def test_sd_17_every_line_of_six_wins(window: list[tuple[int, int]], missing: int) -> None:
    row, column = window[missing]
    match = match_with(*drawn(window[:missing] + window[missing + 1 :]), roll=11, options={"line": 6})

    match.push(f"place {row},{column}")

    assert (match.phase, match.actor) == ("over", sobremesa.OVER)


@pytest.mark.parametrize(
    ("line", "window"), [(5, window) for window in windows(4)] + [(6, window) for window in windows(5)], ids=str
)
def test_sd_17_one_chip_less_does_not_win(line: int, window: list[tuple[int, int]]) -> None:
    row, column = window[0]
    match = match_with(*drawn(window[1:]), roll=11, options={"line": line})

    match.push(f"place {row},{column}")

    assert match.phase == "throw"


@pytest.mark.parametrize(
    ("board", "square"),
    [
        (("......", "AAA.AA", "......", "......", "......", "......"), "1,3"),
        ((".A....", ".A....", "......", ".A....", ".A....", ".A...."), "2,1"),
        (("A.....", ".A....", "......", "...A..", "....A.", ".....A"), "2,2"),
        ((".....A", "....A.", "......", "..A...", ".A....", "A....."), "2,3"),
    ],
)
def test_sd_17_six_in_a_row_win_where_five_do(board: tuple[str, ...], square: str) -> None:
    match = match_with(*board, roll=11, options={"line": 5})

    match.push(f"place {square}")

    assert match.phase == "over"


@pytest.mark.parametrize(
    ("board", "square"),
    [
        (("......", "AAA.A.", "......", "......", "......", "......"), "1,5"),
        (("......", "AAABA.", "......", "......", "......", "......"), "1,5"),
        (("......", "AAAA..", "......", "......", "......", "......"), "1,5"),
        (("......", "AAAA..", "....A.", "......", "......", "......"), "2,5"),
        (("...AA.", "AA....", "......", "......", "......", "......"), "0,5"),
        (("...A..", "....A.", "......", "......", "A.....", ".A...."), "2,5"),
        (("..A...", ".A....", ".....A", "....A.", "......", "......"), "2,0"),
        (("A.....", "A.....", "......", "......", "A.....", "A....."), "2,0"),
    ],
    ids=["gap", "rival", "far end", "bend", "row edge", "falling edge", "rising edge", "column"],
)
def test_sd_17_a_line_is_straight_and_without_gaps(board: tuple[str, ...], square: str) -> None:
    match = match_with(*board, roll=11, options={"line": 5})

    match.push(f"place {square}")

    assert match.phase == "throw"


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 2), (4, 2), (4, 3)])
def test_sd_17_a_win_ends_the_match_in_the_turn_of_the_winner(seats: int, seat: int) -> None:
    side = "ABAB"[seat] if seats != 3 else "ABC"[seat]
    board = ["......", side * 4 + "..", "......", "......", "......", "......"]
    match = match_with(*board, seats=seats, turn=seat, turns=30, roll=7, options={"line": 5})

    match.push("place 1,4")

    assert (match.phase, match.actor, match.moves(), match.outcomes()) == ("over", sobremesa.OVER, [], [])
    assert (match.position()["turn"], match.turns) == (seat, 31)
    assert "roll" not in match.position()


def test_sd_17_a_replacement_wins() -> None:
    match = match_with("......", "AAAAB.", "......", "......", ".A..A.", "......", roll=7, options={"line": 5})

    match.push("replace 1,4")

    assert (match.phase, match.places()) == ("over", [1, 2])


@pytest.mark.parametrize(
    ("board", "total", "move"),
    [
        ((".AAAA.", "......", "......", "......", "......", "......"), "2", "place 0,0"),
        ((".AAAAB", "......", "......", "......", "......", "......"), "2", "place 0,0"),
        (("BAAAAB", "......", "......", "......", "......", "A....B"), "2", "replace 0,5"),
        (("......", "......", "AA.AA.", "......", "......", "......"), "12", "place 2,2"),
        (("......", "......", "AABAA.", "..AA..", "......", "......"), "12", "replace 2,2"),
    ],
)
def test_sd_17_a_win_with_2_or_12_needs_no_other_throw(board: tuple[str, ...], total: str, move: str) -> None:
    match = match_with(*board, options={"line": 5})

    match.push(total)
    match.push(move)

    assert (match.phase, match.outcomes()) == ("over", [])
    assert (match.position()["turn"], match.turns) == (0, 1)


def test_sd_17_a_win_in_the_middle_of_many_throws_ends_them() -> None:
    match = match_with(".AAAA.", "......", "......", "......", "......", "......", turns=8, options={"line": 5})

    for choice in ("12", "place 2,2", "2", "place 5,5", "2", "place 0,5"):
        match.push(choice)

    assert (match.phase, match.position()["turn"], match.turns) == ("over", 0, 9)
    with pytest.raises(sobremesa.IllegalMove):
        match.push("7")


@pytest.mark.parametrize(
    ("board", "square"),
    [
        (("......", "AAABAA", "......", "......", "......", "......"), "1,3"),
        (("......", "BBBB..", "......", "......", "......", "......"), "1,0"),
    ],
)
def test_sd_17_a_removal_never_wins(board: tuple[str, ...], square: str) -> None:
    match = match_with(*board, roll=10, options={"line": 5})

    match.push(f"remove {square}")

    assert (match.phase, match.position()["turn"], match.turns) == ("throw", 1, 1)


@pytest.mark.parametrize(("seats", "seat"), [(2, 1), (3, 1), (4, 1), (4, 3)])
def test_sd_17_a_board_with_a_line_is_over(seats: int, seat: int) -> None:
    match = match_with(
        "......", "......", "......", "......", "......", ".BBBBB", seats=seats, turn=seat, options={"line": 5}
    )

    assert (match.phase, match.actor, match.position()["turn"]) == ("over", sobremesa.OVER, seat)


@pytest.mark.parametrize(
    ("board", "keys", "reason"),
    [
        (("AAAAA.", "......", "......", "......", "......", "......"), {"turn": 1}, "line_of_another"),
        (("AAAAA.", "......", "......", "......", "......", "......"), {"roll": 7}, "roll_after_end"),
        (("AAAAA.", "......", "......", "......", "......", ".BBBBB"), {}, "two_lines"),
    ],
)
def test_sd_17_a_match_goes_no_further_than_a_line(board: tuple[str, ...], keys: dict[str, int], reason: str) -> None:
    with pytest.raises(sobremesa.InvalidPosition) as refusal:
        match_with(*board, options={"line": 5}, **keys)

    assert [reason.name for reason in refusal.value.reasons] == [reason]


@pytest.mark.parametrize(("roll", "move"), [(7, "place 1,1"), (10, "remove 0,1")])
def test_sd_18_the_2000th_turn_is_the_last(roll: int, move: str) -> None:
    match = match_with(".B....", "......", "......", "......", "......", "......", turns=1999, roll=roll)

    match.push(move)

    assert (match.phase, match.actor, match.moves(), match.outcomes()) == ("over", sobremesa.OVER, [], [])
    assert (match.position()["turn"], match.turns, match.places()) == (1, 2000, [1, 1])


def test_sd_18_a_passed_turn_counts() -> None:
    match = match_with(seats=3, turn=2, turns=1999)

    match.push("10")

    assert (match.phase, match.position()["turn"], match.turns, match.places()) == ("over", 0, 2000, [1, 1, 1])


def test_sd_18_everybody_is_told_that_nobody_won() -> None:
    match = match_with(turns=1999)

    match.push("10")

    assert [phrase.name for phrase in match.story()] == ["throw", "nothing_to_remove", "no_line"]
    assert match.view().prompt().name == "no_line"


def test_sd_18_the_1999th_turn_is_not_the_last() -> None:
    match = match_with(turns=1998, roll=7)

    match.push("place 1,1")

    assert (match.phase, match.position()["turn"], match.turns, match.places()) == ("throw", 1, 1999, None)


def test_sd_18_another_throw_belongs_to_the_last_turn() -> None:
    match = match_with(turns=1999)
    phases = []

    for choice in ("2", "place 0,0", "7", "place 1,1"):
        match.push(choice)
        phases.append((match.phase, match.turns))

    assert phases == [("act", 1999), ("throw", 1999), ("act", 1999), ("over", 2000)]


def test_sd_18_a_line_in_the_last_turn_wins() -> None:
    match = match_with("......", "AAAA..", "......", "......", "......", "......", turns=1999, options={"line": 5})

    match.push("7")
    match.push("place 1,4")

    assert (match.phase, match.position()["turn"], match.turns, match.places()) == ("over", 0, 2000, [1, 2])


def test_sd_18_after_2000_turns_a_position_is_over() -> None:
    match = match_with(turns=2000, turn=1)

    assert (match.phase, match.actor, match.places()) == ("over", sobremesa.OVER, [1, 1])


@pytest.mark.parametrize(
    ("seats", "seat", "places"),
    [
        (2, 0, [1, 2]),
        (2, 1, [2, 1]),
        (3, 0, [1, 2, 2]),
        (3, 1, [2, 1, 2]),
        (3, 2, [2, 2, 1]),
        (4, 0, [1, 3, 1, 3]),
        (4, 1, [3, 1, 3, 1]),
        (4, 2, [1, 3, 1, 3]),
        (4, 3, [3, 1, 3, 1]),
    ],
)
def test_sd_19_the_side_with_the_line_is_first(seats: int, seat: int, places: list[int]) -> None:
    side = "ABAB"[seat] if seats != 3 else "ABC"[seat]
    board = ["......", side * 4 + "..", "......", "......", "......", "......"]
    match = match_with(*board, seats=seats, turn=seat, roll=7, options={"line": 5})

    match.push("place 1,4")

    assert match.places() == places


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sd_19_without_a_winner_all_are_first(seats: int) -> None:
    match = match_with("BBBB..", "......", "......", "......", "......", "......", seats=seats, turns=2000)

    assert match.places() == [1] * seats


@pytest.mark.parametrize("keys", [{}, {"turn": 0}, {"turn": 0, "roll": 7}])
def test_sd_19_there_are_no_places_before_the_end(keys: dict[str, int]) -> None:
    match = sobremesa.position({"game": "sequence-dice", **keys})

    assert match.places() is None


def test_score_is_the_number_of_chips_on_the_board() -> None:
    match = match_with("AB....", ".B....", "......", "......", "......", "B.....", seats=4)

    assert match.scores() == [1, 3, 1, 3]


def test_everybody_is_told_every_choice() -> None:
    match = match_with(seats=4, roll=7)

    match.push("place 1,1")

    told = [[phrase.json() for phrase in match.story(seat)] for seat in range(-1, 4)]
    assert told == [[{"say": "log.place", "seat": {"seat": 0}, "square": "1,1"}]] * 5
