"""The rules of Poleana about custodians, who guard the zones of absent colours."""

import pytest

import sobremesa
from tests.games.poleana.boards import after, at, faults, guarded, pieces, texts, to_throw

GUARDED = {"custodians": True}


def test_po_41_custodians_stand_there_only_if_switched_on() -> None:
    standing = {"pieces": "R: Y8", "players": "RGB", "turn": "G"}

    assert texts(after(at(**standing, options=GUARDED), "5-3")) == ["Y0+8>Y8xR", "Y3+5>Y8xR"]
    assert to_throw(after(at(**standing), "5-3")) == "B"
    assert to_throw(after(at(**standing, options={"custodians": False}), "5-3")) == "B"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_po_41_a_match_begins_without_them(seats: int) -> None:
    match = sobremesa.start("poleana", seats=seats)

    assert match.position()["options"] == {}
    assert not [thing for thing in match.frame()["things"] if thing["kind"] == "custodian"]


@pytest.mark.parametrize("players", ["RB", "RGB"])
def test_po_41_without_them_their_squares_are_open(players: str) -> None:
    assert faults(players=players, pos={"R": "Y3"}) == []
    assert texts(at("R: B14", "4-1", players=players)) == [
        *("1:B14>Y0", "1:B14>Yb1", "4:B14>Y3", "4:B14>Yb4", "5:B14>Y4", "5:B14>Yb5"),
    ]


def test_po_41_four_players_have_none() -> None:
    assert faults(pos={"R": "Y3"}, options=GUARDED) == []
    assert to_throw(after(at("R: Y8", turn="G", options=GUARDED), "5-3")) == "B"


@pytest.mark.parametrize(("square", "fault"), [("Y0", True), ("Y3", True), ("G0", False), ("G3", False), ("Y4", False)])
def test_po_42_three_players_leave_two_custodians(square: str, fault: bool) -> None:
    assert faults(players="RGB", pos={"R": square}, options=GUARDED) == ["on_custodian"] * fault


@pytest.mark.parametrize(("square", "fault"), [("Y0", True), ("Y3", True), ("G0", True), ("G3", True), ("B3", False)])
def test_po_43_two_players_leave_four_custodians(square: str, fault: bool) -> None:
    assert faults(players="RB", pos={"R": square}, options=GUARDED) == ["on_custodian"] * fault


@pytest.mark.parametrize("colour", ["R", "G", "B"])
def test_po_44_custodians_are_passed_but_not_landed_on(colour: str) -> None:
    match = guarded(f"{colour}: B14", "4-1", turn=colour)

    assert texts(match) == ["1:B14>Yb1", "4:B14>Yb4", "5:B14>Y4", "5:B14>Yb5"]


def test_po_32_a_custodian_never_forces_anybody_to_move() -> None:
    match = after(guarded("R: B14 | G: Yb1"), "4-1", "5:B14>Y4")

    assert to_throw(match) == "G"


@pytest.mark.parametrize("move", ["Y0+8>Y8xR", "Y3+5>Y8xR"])
def test_po_45_a_custodian_takes_by_a_die_or_by_the_sum(move: str) -> None:
    match = after(guarded("R: Y8 R5", turn="G"), "5-3", move)

    assert pieces(match) == "R: R5"


def test_po_46_the_throw_is_lost() -> None:
    match = after(guarded("R: Y8 | G: G5", turn="G"), "5-3", "Y0+8>Y8xR")

    assert (pieces(match), to_throw(match)) == ("G: G5", "B")
    assert texts(after(guarded("R: Y6", turn="B"), "5-1")) == ["Y0+6>Y6xR"]


def test_po_47_nobody_walks_a_bonus_for_it() -> None:
    match = after(guarded("R: Y8 | G: G5 F F F", turn="G"), "5-3", "Y3+5>Y8xR")

    assert to_throw(match) == "B"


def test_amb_12_the_piece_of_the_thrower_is_taken_too() -> None:
    match = after(guarded("R: Y8"), "5-3")

    assert texts(match) == ["Y0+8>Y8xR", "Y3+5>Y8xR"]


@pytest.mark.parametrize(
    "standing", ["R: Y9", "G: Y9", "R: Yb5", "G: Y8 Y8", "R: Y8 | G: Y7 Y7", "R: Y8 | G: Y6 Y6", "B: R1"]
)
def test_amb_12_nines_roads_and_barriers_protect(standing: str) -> None:
    match = after(guarded(standing, turn="B"), "5-3")

    assert not [move for move in texts(match) if "+" in move]


def test_amb_12_a_barrier_shields_only_what_is_behind_it() -> None:
    assert texts(guarded("R: Y8 | G: Y1 Y1", "5-3")) == ["Y3+5>Y8xR"]
    assert texts(guarded("R: Y8 | G: Y2 Y2", "5-3")) == ["Y3+5>Y8xR"]
    assert texts(guarded("R: Y8 | G: Y9 Y9", "5-3")) == ["Y0+8>Y8xR", "Y3+5>Y8xR"]


def test_amb_12_a_custodian_does_not_shield() -> None:
    assert texts(guarded("R: Y5", "4-1")) == ["Y0+5>Y5xR"]


def test_amb_12_a_foreign_nine_protects_only_if_so_chosen() -> None:
    options = {"nine_safe": "own"}

    assert texts(guarded("G: Y9", "6-3", options=options)) == ["Y0+9>Y9xG", "Y3+6>Y9xG"]
    assert texts(guarded("R: Y9 F F F", "6-3", options=options)) == ["3:Y9>Rz3", "6:Y9>Rz6"]


def test_amb_12_one_victim_a_throw_and_the_thrower_chooses() -> None:
    match = after(guarded("R: Y8 | G: Y5", turn="B"), "5-3")

    assert texts(match) == ["Y0+5>Y5xG", "Y0+8>Y8xR", "Y3+5>Y8xR"]
    assert pieces(after(match, "Y0+5>Y5xG")) == "R: Y8"


def test_amb_12_custodians_reach_as_far_as_fourteen() -> None:
    assert texts(guarded("G: Y14", "6-5", turn="B")) == ["Y3+11>Y14xG"]
    assert texts(guarded("G: R0", "6-6", turn="B"))[0] == "1>B6"


def test_amb_13_a_double_taken_by_a_custodian_repeats() -> None:
    match = after(guarded("R: Y6", turn="B"), "3-3", "Y0+6>Y6xR")

    assert (pieces(match), to_throw(match)) == ("", "B")


def test_amb_13_or_ends_the_turn_if_so_chosen() -> None:
    options = {"custodian_ends_turn": True}

    assert to_throw(after(guarded("R: Y6", turn="B", options=options), "3-3", "Y0+6>Y6xR")) == "R"
    assert to_throw(after(guarded("R: Y8", turn="G", options=options), "5-3", "Y0+8>Y8xR")) == "B"
    assert to_throw(after(guarded("R: Y8 | G: Y4", turn="B", options=options), "4-4", "Y0+8>Y8xR")) == "R"


def test_amb_13_a_double_that_no_custodian_uses_repeats_in_any_case() -> None:
    options = {"custodian_ends_turn": True}

    assert to_throw(after(guarded("R: Y9", turn="B", options=options), "5-5")) == "B"
    assert to_throw(after(guarded("R: R5", options=options), "1-1", "2:R5>R7")) == "R"


@pytest.mark.parametrize(("ends", "turn"), [(False, "B"), (True, "R")])
def test_amb_13_all_taken_at_once_is_the_same(ends: bool, turn: str) -> None:
    options = {"custodian_all": True, "custodian_ends_turn": ends}
    match = after(guarded("R: Y6", turn="B", options=options), "3-3", "Y0+6>Y6xR,Y3+3>Y6xR")

    assert to_throw(match) == turn


def test_amb_13_doubles_are_counted_anew_after_a_turn_that_a_custodian_ended() -> None:
    options = {"three_doubles": "lose_turn", "custodian_ends_turn": True}
    match = guarded("R: Y6 | B: R5", turn="B", doubles=1, options=options)

    after(match, "3-3", "Y0+6>Y6xR")

    assert to_throw(match) == "R"
    assert "doubles" not in match.position()


def test_amb_30_custodians_can_take_all_at_once() -> None:
    match = after(guarded("R: Y8 | G: Y5", turn="B", options={"custodian_all": True}), "5-3")

    assert texts(match) == ["Y0+5>Y5xG,Y0+8>Y8xR,Y3+5>Y8xR"]
    assert pieces(after(match, texts(match)[0])) == ""


def test_amb_30_two_zones_are_guarded_at_once() -> None:
    options = {"custodian_all": True}
    match = after(guarded("R: G2 Y5", players="RB", turn="B", options=options), "3-2")

    assert texts(match) == ["G0+2>G2xR,Y0+5>Y5xR,Y3+2>Y5xR"]
    assert pieces(after(match, texts(match)[0])) == ""


def test_the_default_is_the_first_text() -> None:
    assert guarded("R: Y8 | G: Y5", "5-3").default().text == "Y0+5>Y5xG"
    assert guarded("R: Y8", "5-3").default().text == "Y0+8>Y8xR"
    assert guarded("R: G5 Y1", "2-1", players="RB").default().text == "G3+2>G5xR"
    assert guarded("G: Y12", "6-6", turn="B").default().text == "Y0+12>Y12xG"
    assert guarded("R: Y8 | G: Y5", "5-3", options={"custodian_all": True}).default() is not None


def test_a_custodian_is_no_piece() -> None:
    assert sobremesa.start("poleana", seats=2).scores() == [0, 0]


def test_amb_30_many_can_be_taken_at_once() -> None:
    crowd = guarded("R: G1 G4 G5 G7 | B: G8 Y1 Y4 Y5", "4-1", players="RB", options={"custodian_all": True})

    (move,) = texts(crowd)

    assert move.count("+") == 10
    assert pieces(after(crowd, move)) == ""
