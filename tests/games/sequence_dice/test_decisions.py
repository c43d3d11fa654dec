"""The doubtful cases of Dice Sequence, SD-A1 to SD-A9, and its options."""

import pytest

import sobremesa
from sobremesa.games.sequence_dice import rules
from tests.games.sequence_dice.boards import match_with, texts

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
    match = match_with("......", "......", "......", "......", "......", "BBBB..", turn=1, roll=3, options={"line": 5})

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
    match = match_with("AAAA.A", "AAA...", "A.AA..", "AAAA..", ".AA...", "AA...A", options={"extra_on_own": True})

    match.push(total)

    assert (match.position()["turn"], match.turns, match.phase) == (0, 0, "throw")


@pytest.mark.parametrize(
    ("total", "board"),
    [
        ("2", ("AAAA.A", "AAA...", "A.AA..", "AAAA..", ".AAA..", "AA....")),
        ("2", ("AAAA.A", "AAA...", "A.AA..", "AAAA..", ".AAA..", "AA...B")),
        ("12", ("AAAA.A", "AAA...", "A.A...", "AAAA..", ".AAA..", "AA...A")),
        ("12", ("AAAA.A", "AAA...", "A.AB..", "AAAA..", ".AAA..", "AA...A")),
        ("11", ("AAAA.A", "AAA...", "A.AA..", "AAAA..", ".AA...", "AA...A")),
        ("7", ("AAAA.A", "AAA...", "A.AA..", "AAAA..", ".AA...", "AA...A")),
    ],
)
def test_sd_a4_an_empty_pile_alone_gives_no_other_throw(total: str, board: tuple[str, ...]) -> None:
    match = match_with(*board, options={"extra_on_own": True})

    match.push(total)

    assert match.position()["board"] == list(board)
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


# SD-A5: an eleven on a full board


def test_sd_a5_an_eleven_may_replace_on_2_and_12() -> None:
    match = match_with("AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA", roll=11)

    assert {"replace 0,5", "replace 5,0", "replace 2,2", "replace 2,3"} <= set(texts(match))


def test_sd_a5_an_eleven_spares_2_and_12_if_so_chosen() -> None:
    match = match_with(
        "AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA", roll=11, options={"wild_spares_2_12": True}
    )

    rivals = ["0,2", "0,3", "1,0", "1,1", "1,4", "2,5", "3,0", "3,1", "3,4", "4,2", "4,3", "4,5", "5,1", "5,4"]
    assert texts(match) == [f"replace {square}" for square in rivals]


@pytest.mark.parametrize(
    ("board", "squares"),
    [
        ((".ABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA"), ["0,0"]),
        (("AABBAB", "BBAABA", "AA.BAB", "BBAABA", "AABBAB", "BBAAB."), ["2,2", "5,5"]),
        (("AABBA.", "BBAABA", "AABBAB", "BBA.BA", "AABBAB", ".BA.BA"), ["0,5", "3,3", "5,0", "5,3"]),
    ],
)
def test_sd_a5_empty_2_and_12_squares_are_never_spared(board: tuple[str, ...], squares: list[str]) -> None:
    match = match_with(*board, roll=11, options={"wild_spares_2_12": True})

    assert texts(match) == [f"place {square}" for square in squares]


@pytest.mark.parametrize(("roll", "squares"), [(2, ["0,5", "5,0"]), (12, ["2,2", "2,3"])])
def test_sd_a5_a_2_or_12_spares_nothing(roll: int, squares: list[str]) -> None:
    match = match_with(
        "AABBAB", "BBAABA", "AABBAB", "BBAABA", "AABBAB", "BBAABA", roll=roll, options={"wild_spares_2_12": True}
    )

    assert texts(match) == [f"replace {square}" for square in squares]


def test_sd_a5_an_eleven_with_only_2_and_12_to_replace_passes() -> None:
    t = sobremesa.find("sequence-dice").table(2, {"wild_spares_2_12": True, "chips": 0})
    t.held[:2] = rules.ALL_SQUARES & ~rules.SHELTERED, rules.SHELTERED
    t.phase = rules.Phase.THROW

    rules.apply(t, 11)

    assert (t.turn, t.turns, t.phase) == (1, 1, rules.Phase.THROW)


def test_sd_a5_no_match_comes_to_that() -> None:
    # Where rivals hold only 2s and 12s of a full board, rows 1 and 4 are lines already.
    match = match_with(
        "BAAAAB", "AAAAAA", "AABBAA", "AABBAA", "AAAAAA", "BAAAAB", options={"wild_spares_2_12": True, "chips": 0}
    )

    assert (match.phase, match.places()) == ("over", [1, 2])


# SD-A6: everything is compulsory


@pytest.mark.parametrize(
    ("roll", "moves"),
    [
        (3, ["place 1,5", "place 4,0", "place 5,4"]),
        (7, ["replace 1,1", "replace 1,4", "replace 4,1", "replace 4,4"]),
        (10, ["remove 0,1", "remove 1,1", "remove 1,4", "remove 4,1", "remove 4,4"]),
    ],
)
def test_sd_a6_nobody_may_pass(roll: int, moves: list[str]) -> None:
    match = match_with(".B....", ".B..B.", "......", "......", ".B..B.", "......", roll=roll)

    with pytest.raises(sobremesa.IllegalMove) as refusal:
        match.push("pass")

    assert list(refusal.value.legal) == moves
    assert (match.actor, match.phase) == (0, "act")


@pytest.mark.parametrize(("roll", "move"), [(3, "place 1,5"), (7, "replace 1,1"), (10, "remove 0,1")])
def test_sd_a6_an_absent_player_does_not_pass_either(roll: int, move: str) -> None:
    match = match_with(".B....", ".B..B.", "......", "......", ".B..B.", "......", roll=roll)

    assert match.default().text == move


# SD-A7: the piles


def test_sd_a7_an_empty_pile_passes() -> None:
    board = ["AAAAA.", "AAAAA.", "AA..A.", "AA..A.", "AA.A..", "..A..."]
    match = match_with(*board)

    match.push("11")

    assert match.position()["board"] == board
    assert (match.position()["turn"], match.turns, match.phase) == (1, 1, "throw")


def test_sd_a7_chips_are_unlimited_if_so_chosen() -> None:
    match = match_with("AAAAA.", "AAAAA.", "AA..A.", "AA..A.", "AA.A..", "..A...", roll=7, options={"chips": 0})

    match.push("place 4,4")

    assert match.position()["board"] == ["AAAAA.", "AAAAA.", "AA..A.", "AA..A.", "AA.AA.", "..A..."]


def test_sd_a7_unlimited_chips_replace_too() -> None:
    match = match_with("AAAAA.", "AAAAA.", "AAAAA.", "AAAAA.", "ABAAB.", "......", roll=7, options={"chips": 0})

    assert texts(match) == ["replace 4,1", "replace 4,4"]


# SD-A8: what a ten may take


@pytest.mark.parametrize("square", ["1,0", "1,2", "1,4"])
def test_sd_a8_a_ten_may_break_a_nearly_finished_line(square: str) -> None:
    match = match_with("......", "BBBBB.", "......", "......", "......", "......", roll=10)

    match.push(f"remove {square}")

    assert match.position()["board"][1].count("B") == 4


@pytest.mark.parametrize(
    ("seats", "seat", "squares"),
    [
        (2, 0, ["0,2", "1,4", "4,1"]),
        (2, 1, ["0,1", "1,1", "4,4"]),
        (4, 0, ["0,2", "1,4", "4,1"]),
        (4, 1, ["0,1", "1,1", "4,4"]),
        (4, 2, ["0,2", "1,4", "4,1"]),
        (4, 3, ["0,1", "1,1", "4,4"]),
    ],
)
def test_sd_a8_a_ten_never_takes_a_chip_of_the_own_side(seats: int, seat: int, squares: list[str]) -> None:
    match = match_with("AAB...", ".A..B.", "..AB..", "......", ".B..A.", "......", seats=seats, turn=seat, roll=10)

    assert texts(match) == [f"remove {square}" for square in squares]


# The options


def test_options_are_these_and_no_others() -> None:
    game = sobremesa.find("sequence-dice")

    assert (game.seats, game.usual_seats) == ((2, 3, 4), 2)
    assert [(option.name, option.values, option.default) for option in game.options] == [
        ("line", ("auto", 5, 6), "auto"),
        ("start_throws", (2, 1), 2),
        ("extra_on_own", (False, True), False),
        ("wild_spares_2_12", (False, True), False),
        ("chips", (20, 0), 20),
    ]


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("line", 4),
        ("line", 7),
        ("line", "5"),
        ("start_throws", 0),
        ("start_throws", 3),
        ("extra_on_own", 1),
        ("wild_spares_2_12", "on"),
        ("chips", 19),
        ("chips", False),
        ("opcional", True),
        ("mover-propia", True),
    ],
)
def test_options_have_these_values_and_no_others(option: str, value: object) -> None:
    with pytest.raises(sobremesa.InvalidOption):
        sobremesa.start("sequence-dice", options={option: value})


@pytest.mark.parametrize("chips", [20, 0])
@pytest.mark.parametrize("spares", [False, True])
@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("throws", [2, 1])
@pytest.mark.parametrize("line", ["auto", 5, 6])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_options_combine(*, seats: int, line: str | int, throws: int, extra: bool, spares: bool, chips: int) -> None:
    chosen = {"line": line, "start_throws": throws, "extra_on_own": extra, "wild_spares_2_12": spares, "chips": chips}
    usual = {"line": "auto", "start_throws": 2, "extra_on_own": False, "wild_spares_2_12": False, "chips": 20}
    match = sobremesa.start("sequence-dice", seats=seats, options=chosen)

    again = sobremesa.position(match.position())

    assert match.position()["options"] == {name: chosen[name] for name in chosen if chosen[name] != usual[name]}
    assert again.position() == match.position()
