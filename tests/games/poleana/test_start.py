"""The rules of Poleana about the beginning: players, pieces, the opening, coming out of the cell."""

import pytest

import sobremesa
from sobremesa.core.notation import Reader
from sobremesa.games.poleana import notation
from tests.games.poleana.boards import after, at, faults, pieces, texts, to_throw


def test_po_01_the_aim_is_to_free_all_prisoners() -> None:
    match = at("R: Rz6 F F F", "1-2")

    after(match, "1:Rz6>Rz7")

    assert (match.phase, pieces(match), match.scores()) == ("over", "R: F F F F", [4, 0, 0, 0])


@pytest.mark.parametrize(("seats", "players"), [(2, "RB"), (3, "RGB"), (4, "RGBY")])
def test_po_02_everybody_has_four_pieces_in_the_cell(seats: int, players: str) -> None:
    match = sobremesa.start("poleana", seats=seats)

    assert match.position()["players"] == players
    assert match.position()["pos"] == {}
    assert faults(players=players, pos={"R": "R0 R1 R2 R3 R4"}) == ["too_many_pieces"]


@pytest.mark.parametrize("seats", [1, 5])
def test_po_02_no_other_number_plays(seats: int) -> None:
    with pytest.raises(sobremesa.InvalidSeats):
        sobremesa.start("poleana", seats=seats)


def test_po_03_a_match_begins_with_throws_for_the_start() -> None:
    match = sobremesa.start("poleana", seats=3)

    after(match, "2-1", "5-4", "4-3")

    assert to_throw(match) == "G"


@pytest.mark.parametrize(("players", "order"), [("RB", "RBRB"), ("RGB", "RGBR"), ("RGBY", "RGBYR")])
def test_po_04_turns_go_to_the_right(players: str, order: str) -> None:
    match = at(players=players)
    seen = ""

    for _ in order:
        seen += to_throw(match)
        after(match, "2-1")

    assert seen == order


@pytest.mark.parametrize("throw", ["2-1", "6-1", "6-2", "6-4", "6-5", "4-3", "5-4", "5-3"])
def test_po_05_other_throws_free_nobody(throw: str) -> None:
    assert to_throw(after(at(), throw)) == "G"


def test_po_05_who_was_sent_back_is_locked_in_again() -> None:
    match = at("R: R5 F F F | G: G0 R7", "2-1")

    after(match, "2:R5>R7xG", "10:R7>G2")

    assert pieces(match) == "R: G2 F F F | G: G0"
    assert texts(after(match, "1:G2>G3", "6-5")) == ["11:G0>G11", "5:G0>G5", "6:G0>G6"]


@pytest.mark.parametrize("throw", ["5-1", "4-2", "3-3"])
def test_po_06_a_sum_of_six_brings_one_out(throw: str) -> None:
    match = after(at(), throw)

    assert texts(match) == ["1>R0"]
    assert (pieces(after(match, "1>R0")), to_throw(match)) == ("R: R0", "G")


def test_po_07_six_and_three_put_one_on_the_own_three() -> None:
    match = after(at(turn="G"), "6-3")

    assert texts(match) == ["1>G3"]
    assert (pieces(after(match, "1>G3")), to_throw(match)) == ("G: G3", "B")


@pytest.mark.parametrize(("move", "result"), [("1>R6", "R: R6"), ("2>R0", "R: R0 R0")])
def test_po_08_double_six_brings_one_to_the_six_or_two_to_the_exit(move: str, result: str) -> None:
    match = after(at(), "6-6", move)

    assert (pieces(match), to_throw(match)) == (result, "G")


@pytest.mark.parametrize("throw", ["1-1", "2-2", "4-4", "5-5"])
def test_po_09_any_double_gives_another_throw(throw: str) -> None:
    assert to_throw(after(at(), throw)) == "R"


@pytest.mark.parametrize(("throw", "move"), [("3-3", "1>R0"), ("6-6", "1>R6"), ("6-6", "2>R0")])
def test_po_09_a_double_that_frees_gives_none(throw: str, move: str) -> None:
    assert to_throw(after(at(), throw, move)) == "G"
    assert to_throw(after(at(options={"exit_double_repeats": True}), throw, move)) == "R"


def test_po_09_a_double_that_could_free_nobody_gives_another() -> None:
    match = after(at("R: R5 F F F"), "3-3", "6:R5>R11")

    assert to_throw(match) == "R"


def test_po_36_coming_out_takes_a_rival_and_walks_ten() -> None:
    match = after(at("B: R0"), "4-2", "1>R0xB")

    assert pieces(match) == "R: R0"
    assert texts(match) == ["10:R0>R10"]


def test_po_36_on_the_three_as_well() -> None:
    match = after(at("G: R3"), "6-3", "1>R3xG", "10:R3>R13")

    assert (pieces(match), to_throw(match)) == ("R: R13", "G")


def test_po_37_two_rivals_close_an_exit() -> None:
    assert texts(at("R: R10 | B: R0 R0", "5-1"))[0] == "1:R10>R11"
    assert to_throw(after(at("B: R0 R0"), "5-1")) == "G"
    assert to_throw(after(at("B: R0 R0"), "3-3")) == "R"
    assert texts(after(at("B: R3 R3"), "6-3")) == []
    assert texts(after(at("B: F F R0 R0"), "5-1")) == []


def test_amb_04_coming_out_takes_a_rival_while_others_are_locked_in() -> None:
    match = after(at("B: R0 R10"), "5-1", "1>R0xB")

    # The walk that is won takes nobody as long as others are locked in.
    assert to_throw(match) == "G"


def test_amb_04_or_only_as_the_last_one_out() -> None:
    options = {"exit_capture": "last_only"}

    assert texts(at("B: R0", "5-1", options=options)) == []
    assert texts(at("R: F F F | B: R0", "5-1", options=options)) == ["1>R0xB"]
    assert texts(at("R: F F | B: R0", "6-6", options=options)) == ["1>R6", "2>R0xB"]
    assert texts(at("R: F | B: R0", "6-6", options=options)) == ["1>R6"]


@pytest.mark.parametrize(
    ("standing", "moves"),
    [
        ("R: F F F", ["1>R6"]),
        ("R: R0 F", ["1>R6", "2>R0"]),
        ("R: R0 R0", ["1>R6"]),
        ("R: R6", ["1>R6", "2>R0"]),
        ("R: R6 R6", ["2>R0"]),
        ("G: R6", ["2>R0"]),
        ("R: R1 F F | G: R6", ["1>R6xG"]),
        ("B: R0", ["1>R6", "2>R0xB"]),
        ("B: R0 R0", ["1>R6"]),
        ("B: R6 R6", ["2>R0"]),
    ],
)
def test_amb_05_what_a_double_six_can_do(standing: str, moves: list[str]) -> None:
    match = at(standing, "6-6")

    assert [move for move in texts(match) if move[1] == ">"] == moves


def test_amb_05_the_last_one_out_takes_a_rival_on_the_six_and_walks_ten() -> None:
    match = after(at("R: F F F | G: R6"), "6-6", "1>R6xG")

    assert texts(match) == ["10:R6>G1", "10:R6>Gb2"]


def test_amb_06_barriers_do_not_stop_a_piece_that_is_put_down() -> None:
    assert texts(at("B: R1 R1 | G: R2 R2", "6-3")) == ["1>R3"]
    assert texts(at("B: R1 R1 | G: R4 R4", "6-6")) == ["1>R6", "2>R0"]


def test_amb_17_two_sit_opposite_and_three_leave_a_side_empty() -> None:
    assert sobremesa.start("poleana", seats=2).position()["players"] == "RB"
    assert sobremesa.start("poleana", seats=3).position()["players"] == "RGB"
    assert texts(at("B: B0", "1-2", players="RB", turn="B")) == ["1:B0>B1", "2:B0>B2", "3:B0>B3"]


def test_amb_18_the_highest_total_starts() -> None:
    match = after(sobremesa.start("poleana"), "5-3", "6-3", "2-1", "6-2")

    assert to_throw(match) == "G"


def test_amb_18_those_who_tie_and_only_they_throw_again() -> None:
    match = after(sobremesa.start("poleana"), "5-3", "6-3", "2-1", "5-4")

    tied = match.position()
    after(match, "1-1", "3-3")

    assert (tied["phase"], tied["opening"]) == ("opening", {"G": 0, "Y": 0})
    assert (to_throw(match), match.turns) == ("Y", 0)
    assert "opening" not in match.position()


def test_amb_18_a_double_in_the_opening_is_nothing_special() -> None:
    match = after(sobremesa.start("poleana", seats=2), "6-6")

    assert match.position()["opening"] == {"R": 12, "B": 0}
    assert to_throw(after(match, "3-3")) == "R"
    assert pieces(match) == ""


def test_amb_18_a_draw_in_which_all_have_thrown_is_settled() -> None:
    match = sobremesa.position({"game": "poleana", "opening": {"R": 4, "G": 9, "Y": 9}})

    assert match.position()["opening"] == {"G": 0, "Y": 0}


def test_amb_18_whoever_throws_is_in_turn() -> None:
    match = sobremesa.start("poleana")
    turns = []

    for throw in ("5-3", "6-3", "2-1", "5-4", "1-1", "1-1", "4-1", "3-3"):
        turns.append((match.phase, match.position()["turn"]))
        after(match, throw)

    assert turns == [("opening", turn) for turn in "RGBYGYGY"]
    assert to_throw(match) == "Y"


@pytest.mark.parametrize(("opening", "thrower"), [({"R": 5, "B": 0}, "B"), ({"G": 0, "Y": 0}, "G"), (None, "R")])
def test_amb_18_another_colour_is_not_in_turn(opening: dict[str, int] | None, thrower: str) -> None:
    keys = {"phase": "opening"} | ({} if opening is None else {"opening": opening})

    assert sobremesa.position({"game": "poleana"} | keys).position()["turn"] == thrower
    for turn in "RGBY":
        assert faults(turn=turn, **keys) == ["not_thrower"] * (turn != thrower)
    assert faults(turn="Q", **keys) == ["colour"]


def test_amb_18_a_draw_that_is_settled_has_its_turn_too() -> None:
    assert faults(turn="G", opening={"R": 4, "G": 9, "Y": 9}) == []
    assert faults(turn="R", opening={"R": 4, "G": 9, "Y": 9}) == ["not_thrower"]
    assert faults(turn="Y", opening={"R": 4, "Y": 9}) == []
    assert faults(turn="R", opening={"R": 4, "Y": 9}) == ["not_thrower"]


@pytest.mark.parametrize("turn", ["R", "G", "B", "Y"])
def test_amb_18_positions_of_the_first_rules_named_any_colour(turn: str) -> None:
    game = sobremesa.find("poleana")
    reader = Reader({"phase": "opening", "opening": {"R": 5, "G": 0}, "turn": turn}, version=1)
    t = game.table()

    notation.read_position(t, reader)

    assert (reader.faults, int(t.turn)) == ([], 1)


def test_amb_25_any_six_frees_one_and_the_other_die_is_played() -> None:
    match = after(at(options={"exit_throw": "any_six"}), "6-2", "1>R0")

    assert texts(match) == ["2:R0>R2"]
    assert to_throw(after(match, "2:R0>R2")) == "G"


def test_amb_25_a_double_six_frees_two_and_gives_no_other_throw() -> None:
    match = after(at(options={"exit_throw": "any_six"}), "6-6", "1>R0", "1>R0")

    assert (pieces(match), to_throw(match)) == ("R: R0 R0", "G")


def test_amb_25_a_six_can_take_a_rival_on_the_exit() -> None:
    match = after(at("B: R0", options={"exit_throw": "any_six"}), "6-2", "1>R0xB", "10:R0>R10")

    assert texts(match) == ["2:R10>R12"]


@pytest.mark.parametrize("throw", ["5-1", "4-2", "3-3"])
def test_amb_25_no_other_throw_frees(throw: str) -> None:
    assert texts(at(options={"exit_throw": "any_six"}, throw=throw)) == []


def test_amb_25_a_six_that_frees_nobody_is_walked() -> None:
    options = {"exit_throw": "any_six"}

    assert texts(at("R: R0 R0 R0", "6-2", options=options)) == ["2:R0>R2", "6:R0>R6", "8:R0>R8"]
    assert texts(after(at("R: R0 R0 R0", "6-2", options=options), "2:R0>R2")) == ["1>R0"]
    assert to_throw(after(at("R: R0 R0 R0", "6-6", options=options), "12:R0>R12")) == "R"


def test_amb_26_captures_at_any_time() -> None:
    options = {"capture": "any_time"}

    assert texts(at("R: R5 | G: R7", "2-1", options=options)) == ["2:R5>R7xG"]
    assert texts(at("G: R6", "6-6", options=options)) == ["1>R6xG", "2>R0"]
    assert texts(at("B: R0", "5-1", options=options | {"exit_capture": "last_only"})) == ["1>R0xB"]
    assert texts(after(at("B: R0 R10", "5-1", options=options), "1>R0xB")) == ["10:R0>R10xB"]


def test_amb_25_a_six_that_is_spent_frees_nobody() -> None:
    for roll in ("6-2", "2-6"):
        assert texts(at("R: R5", roll, dice_left=[2], options={"exit_throw": "any_six"})) == ["2:R5>R7"]
