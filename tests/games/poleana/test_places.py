"""The rules of Poleana about partners, places and small games."""

import pytest

import sobremesa
from tests.games.poleana.boards import after, at, pieces, texts, to_throw

PARTNERS = {"partners": True}


def test_amb_28_a_partner_is_passed_but_neither_taken_nor_joined() -> None:
    assert texts(at("R: R5 F F F | B: R7", "2-1", options=PARTNERS)) == ["1:R5>R6", "3:R5>R8"]
    assert texts(at("R: R5 F F F | B: R7 R7", "2-1", options=PARTNERS)) == ["1:R5>R6"]


def test_amb_28_a_partner_closes_an_exit() -> None:
    assert texts(at("B: R0", "5-1", options=PARTNERS)) == []
    assert texts(at("R: F F F | B: R6", "6-6", options=PARTNERS)) == []
    assert texts(at("Y: R0", "5-1", options=PARTNERS)) == ["1>R0xY"]


def test_amb_28_a_seat_whose_pieces_are_free_is_skipped() -> None:
    match = after(at("R: R5 | G: F F F F", options=PARTNERS), "2-1", "3:R5>R8")

    assert to_throw(match) == "B"


@pytest.mark.parametrize(("players", "next_one"), [("RGBY", "Y"), ("RGB", "R")])
def test_amb_29_who_has_finished_is_skipped_on_the_way_round(players: str, next_one: str) -> None:
    match = at("G: G5 | B: F F F F", players=players, turn="G", options={"play_on": True})

    assert to_throw(after(match, "2-1", "3:G5>G8")) == next_one


@pytest.mark.parametrize("seats", [2, 3])
def test_amb_28_only_four_have_partners(seats: int) -> None:
    with pytest.raises(sobremesa.InvalidOption):
        sobremesa.start("poleana", seats=seats, options=PARTNERS)


@pytest.mark.parametrize("play_on", [False, True])
def test_amb_29_a_team_wins_when_both_are_done(play_on: bool) -> None:
    match = at("R: Rz6 F F F | B: Bz6 F F F", options=PARTNERS | {"play_on": play_on})

    after(match, "2-1", "1:Rz6>Rz7")
    first = match.position()
    after(match, "2-1", "2-1", "1:Bz6>Bz7")

    assert (first["phase"], first["turn"], first["places"]) == ("throw", "G", "R")
    assert (match.phase, match.places()) == ("over", [1, 3, 1, 3])


def test_amb_29_the_others_play_on_for_their_places() -> None:
    match = at("R: Rz6 F F F | G: Gz6 F F F | B: Bz6 F F F", options={"play_on": True})

    after(match, "1-1", "1:Rz6>Rz7")
    after(match, "2-1", "1:Gz6>Gz7")
    after(match, "2-1", "1:Bz6>Bz7")

    assert (match.phase, match.places(), match.position()["places"]) == ("over", [1, 2, 3, 4], "RGB")


def test_amb_29_what_is_left_of_the_turn_lapses() -> None:
    match = after(at("R: Rz6 F F F", options={"play_on": True}), "1-1", "1:Rz6>Rz7")

    assert to_throw(match) == "G"
    assert "roll" not in match.position()


def test_amb_29_otherwise_all_others_are_second() -> None:
    match = after(at("B: Bz6 F F F", turn="B", players="RGB"), "2-1", "1:Bz6>Bz7")

    assert match.places() == [2, 2, 1]
    assert match.position()["turn"] == "B"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_fewer_pieces_make_a_smaller_game(count: int) -> None:
    match = at("R: Rz6" + " F" * (count - 1), "2-1", options={"pieces": count})

    assert match.scores() == [count - 1, 0, 0, 0]
    assert after(match, "1:Rz6>Rz7").phase == "over"


def test_po_01_every_seat_scores_the_pieces_that_it_has_freed() -> None:
    assert at("R: F | G: F F | Y: F F F").scores() == [1, 2, 0, 3]


def test_a_double_six_needs_two_pieces() -> None:
    assert texts(at("", "6-6", options={"pieces": 1})) == ["1>R6"]
    assert pieces(after(at("", "6-6", options={"pieces": 2}), "2>R0")) == "R: R0 R0"


def test_amb_29_the_last_seat_may_finish_first() -> None:
    match = at("R: Rz6 F F F | Y: Yz6 F F F", turn="Y", options={"play_on": True})

    after(match, "2-1", "1:Yz6>Yz7", "2-1", "1:Rz6>Rz7")

    assert match.position()["places"] == "YR"
