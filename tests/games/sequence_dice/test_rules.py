"""The rules of Dice Sequence, SD-1 to SD-19."""

from typing import Any

import pytest

import sobremesa

EMPTY = ("......",) * 6

# The published board, row by row.
NUMBERS = (
    (2, 3, 4, 5, 6, 2),
    (6, 7, 8, 9, 7, 3),
    (5, 9, 12, 12, 8, 4),
    (4, 8, 12, 12, 9, 5),
    (3, 7, 9, 8, 7, 6),
    (2, 6, 5, 4, 3, 2),
)


def match_with(*board: str, **keys: Any) -> sobremesa.Match:
    return sobremesa.position({"game": "sequence-dice", "turn": 0, "board": list(board or EMPTY), **keys})


def texts(match: sobremesa.Match) -> list[str]:
    return [move.text for move in match.moves()]


def piles(match: sobremesa.Match) -> dict[str, str]:
    return {thing["place"]: thing["face"] for thing in match.frame()["things"] if thing["kind"] == "pile"}


# Players, material, board


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


# Who starts, and in which order


def test_sd_5_everybody_throws_twice_in_a_row_in_seat_order() -> None:
    match = sobremesa.start("sequence-dice", seats=3)
    openings = []

    for total in ("4", "9", "12", "3", "2"):
        match.push(total)
        openings.append(match.position()["opening"])

    assert openings == [
        [[4], [], []],
        [[4, 9], [], []],
        [[4, 9], [12], []],
        [[4, 9], [12, 3], []],
        [[4, 9], [12, 3], [2]],
    ]
    assert (match.phase, match.actor) == ("opening", sobremesa.CHANCE)


def test_sd_5_the_last_opening_throw_settles_who_starts() -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": 3, "opening": [[4, 9], [12, 3], [2]]})

    match.push("11")

    assert match.position() == {
        "game": "sequence-dice",
        "seats": 3,
        "options": {},
        "board": list(EMPTY),
        "turns": 0,
        "turn": 1,
    }
    assert (match.phase, match.actor) == ("throw", sobremesa.CHANCE)


@pytest.mark.parametrize(
    ("opening", "starter"),
    [
        ([[3, 8], [7, 7]], 0),
        ([[8, 3], [7, 7]], 0),
        ([[7, 7], [3, 8]], 1),
        ([[7, 7], [8, 3]], 1),
        ([[11, 11], [12, 2]], 1),
        ([[12, 2], [11, 11]], 0),
        ([[2, 2], [2, 3]], 1),
        ([[5, 5], [5, 5], [9, 2]], 2),
        ([[5, 5], [9, 2], [5, 5]], 1),
        ([[9, 2], [5, 5], [5, 5]], 0),
        ([[6, 6], [6, 6], [7, 2], [6, 6]], 2),
        ([[3, 3], [4, 4], [5, 5], [6, 6]], 3),
        ([[6, 6], [5, 5], [4, 4], [3, 3]], 0),
    ],
)
def test_sd_5_the_highest_better_throw_starts(opening: list[list[int]], starter: int) -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": len(opening), "opening": opening})

    assert (match.phase, match.position()["turn"]) == ("throw", starter)


@pytest.mark.parametrize(
    ("opening", "starter"),
    [
        ([[9, 3], [4, 9]], 1),
        ([[3, 9], [9, 4]], 1),
        ([[4, 9], [9, 3]], 0),
        ([[9, 4], [3, 9]], 0),
        ([[12, 12], [12, 11]], 0),
        ([[8, 8], [9, 2], [9, 3]], 2),
        ([[9, 4], [9, 4], [9, 5], [9, 4]], 2),
    ],
)
def test_sd_5_the_other_throw_decides_a_tie(opening: list[list[int]], starter: int) -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": len(opening), "opening": opening})

    assert (match.phase, match.position()["turn"]) == ("throw", starter)


@pytest.mark.parametrize(
    ("opening", "again"),
    [
        ([[9, 5], [5, 9]], [[], []]),
        ([[9, 5], [9, 5], [9, 4]], [[], [], None]),
        ([[9, 4], [9, 5], [5, 9]], [None, [], []]),
        ([[5, 9], [8, 8], [9, 5]], [[], None, []]),
        ([[7, 7], [7, 7], [7, 7]], [[], [], []]),
        ([[6, 6], [7, 2], [6, 6], [2, 7]], [None, [], None, []]),
        ([[7, 2], [6, 6], [6, 6], [2, 7]], [[], None, None, []]),
        ([[7, 2], [2, 7], [7, 2], [7, 2]], [[], [], [], []]),
    ],
)
def test_sd_5_those_still_tied_for_the_best_repeat(opening: list[list[int]], again: list[list[int] | None]) -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": len(opening), "opening": opening})

    assert (match.phase, match.actor) == ("opening", sobremesa.CHANCE)
    assert match.position()["opening"] == again


def test_sd_5_whoever_is_out_stays_out_until_one_is_left() -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": 4, "opening": [[12, 9], [9, 12], [12, 8], [12]]})
    openings = []

    for total in ("9", "5", "4", "6", "3", "3", "6", "2", "3", "4", "2"):
        match.push(total)
        openings.append(match.position().get("opening"))

    assert openings == [
        [[], [], None, []],
        [[5], [], None, []],
        [[5, 4], [], None, []],
        [[5, 4], [6], None, []],
        [[5, 4], [6, 3], None, []],
        [[5, 4], [6, 3], None, [3]],
        [None, [], None, []],
        [None, [2], None, []],
        [None, [2, 3], None, []],
        [None, [2, 3], None, [4]],
        None,
    ]
    assert (match.phase, match.position()["turn"]) == ("throw", 3)


def test_sd_5_the_starter_after_a_tie_need_not_be_the_last_to_throw() -> None:
    match = sobremesa.position({"game": "sequence-dice", "seats": 3, "opening": [None, [6, 2], [5]]})

    match.push("5")

    assert (match.phase, match.position()["turn"]) == ("throw", 1)


@pytest.mark.parametrize(
    ("seats", "seat", "following"),
    [(2, 0, 1), (2, 1, 0), (3, 0, 1), (3, 1, 2), (3, 2, 0), (4, 0, 1), (4, 1, 2), (4, 2, 3), (4, 3, 0)],
)
def test_sd_6_the_turn_passes_to_the_next_seat(seats: int, seat: int, following: int) -> None:
    match = match_with(seats=seats, turn=seat, roll=7)

    match.push("place 1,1")

    assert match.position()["turn"] == following


def test_sd_7_only_the_one_who_acts_is_offered_moves() -> None:
    match = match_with(seats=4, turn=2, roll=7)

    offers = {seat: [gesture["move"] for gesture in match.frame(seat)["gestures"]] for seat in range(-1, 4)}

    assert offers == {-1: [], 0: [], 1: [], 2: ["place 1,1", "place 1,4", "place 4,1", "place 4,4"], 3: []}


def test_sd_7_nobody_is_offered_moves_before_the_throw() -> None:
    match = match_with(seats=4, turn=2)

    offers = [match.frame(seat)["gestures"] for seat in range(-1, 4)]

    assert offers == [[]] * 5


# A turn


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


# The piles


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


# The end


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


# What everybody may know


def test_score_is_the_number_of_chips_on_the_board() -> None:
    match = match_with("AB....", ".B....", "......", "......", "......", "B.....", seats=4)

    assert match.scores() == [1, 3, 1, 3]


def test_everybody_is_told_every_choice() -> None:
    match = match_with(seats=4, roll=7)

    match.push("place 1,1")

    told = [[phrase.json() for phrase in match.story(seat)] for seat in range(-1, 4)]
    assert told == [[{"say": "log.place", "seat": {"seat": 0}, "square": "1,1"}]] * 5
