"""The way home and the end of Royal Ludo, RL-21 to RL-25."""

from typing import Any

import pytest

import sobremesa
from tests.games.royal_ludo.tables import BOARDS, after, match_with, now, pawns, position_with, reasons, rides, texts


@pytest.mark.parametrize("board", BOARDS)
def test_rl_21_the_excess_is_walked_back(board: str) -> None:
    final = BOARDS[board]["final"]
    for x in range(final - 10, final):
        for special, plain in ((1, 1), (1, 6), (4, 4), (4, 6)):
            match = match_with((x,), (), roll=[special, plain], options={"board": board})

            ahead = x + special + plain
            back = max(BOARDS[board]["gate"] + 1, 2 * final - ahead)
            assert texts(match) == [f"move {x}>{ahead if ahead <= final else back}"]


@pytest.mark.parametrize("board", BOARDS)
def test_rl_21_all_of_the_excess_is_walked_back_by_the_option(board: str) -> None:
    final = BOARDS[board]["final"]
    for x in range(final - 10, final):
        for special, plain in ((1, 1), (1, 6), (4, 4), (4, 6)):
            options = {"board": board, "bounce": "free"}
            match = match_with((x,), (), roll=[special, plain], options=options)

            ahead = x + special + plain
            assert texts(match) == [f"move {x}>{ahead if ahead <= final else 2 * final - ahead}"]


def test_rl_21_a_pawn_that_has_entered_its_zone_stays_there() -> None:
    match = match_with((55,), (34, 38), (), (), roll=[4, 6])

    match.push("move 55>51")

    assert (pawns(match), now(match)) == ([(51,), (34, 38), (), ()], ("throw", 1))


def test_rl_21_walking_back_onto_the_ring_is_a_landing() -> None:
    match = match_with((55,), (34,), (), (), roll=[4, 6], options={"bounce": "free"})

    after(match, "move 55>47", "jail")

    assert pawns(match) == [(47,), (), (), ()]


@pytest.mark.parametrize("x", range(51, 56))
def test_rl_22_nobody_is_met_in_the_zone(x: int) -> None:
    match = match_with((x - 4,), (x - 13,), (), (), roll=[1, 3])

    match.push(f"move {x - 4}>{x}")

    assert (pawns(match)[1], now(match)) == ((x - 13,), ("throw", 1))


@pytest.mark.parametrize("x", range(51, 56))
def test_rl_22_a_pawn_in_its_zone_is_met_by_nobody(x: int) -> None:
    match = match_with((x - 16,), (), (), (x,), roll=[1, 2])

    match.push(f"move {x - 16}>{x - 13}")

    assert (pawns(match)[3], now(match)) == ((x,), ("throw", 1))


@pytest.mark.parametrize(("x", "rival"), [(51, 36), (52, 37), (53, 38), (54, 39)])
def test_rl_22_nobody_ambushes_from_the_zone(x: int, rival: int) -> None:
    match = match_with((x,), (rival,), (), (), roll=[1, 1])

    assert texts(match) == [f"move {x}>{x + 2}"]


@pytest.mark.parametrize("x", range(51, 56))
def test_rl_22_nobody_is_ambushed_in_the_zone(x: int) -> None:
    match = match_with((x - 11,), (), (), (x,), roll=[1, 1])

    assert texts(match) == [f"move {x - 11}>{x - 9}"]


def test_rl_22_nobody_is_pushed_back_from_the_zone() -> None:
    match = match_with((55,), (51, 55), roll=["C", 2])

    match.push("advance 55>55")

    assert (pawns(match)[1], now(match)) == ((51, 55), ("throw", 1))


def test_rl_23_a_pawn_is_crowned_on_the_exact_square() -> None:
    match = match_with((53, 20), (), roll=[1, 2])

    match.push("move 53>56")

    assert (pawns(match), match.scores(), now(match)) == ([(56, 20), ()], [1, 0], ("throw", 1))


def test_rl_23_the_crowned_pawns_of_every_seat_are_its_score() -> None:
    match = match_with((56, 20), (56, 56, 3), (), (56, 56, 56))

    assert match.scores() == [1, 2, 0, 3]


def test_rl_23_a_crowned_pawn_leaves_play() -> None:
    match = match_with((56, 20), (), roll=["P", 6])

    assert texts(match) == ["advance 20>27"]


# The end


@pytest.mark.parametrize("seat", range(4))
def test_rl_24_the_last_pawn_crowned_wins_at_once(seat: int) -> None:
    rows = [(56, 56, 54, 56) if each == seat else (7,) for each in range(4)]
    match = match_with(*rows, turn=seat, roll=["C", 2])

    match.push("advance 54>56")

    assert (now(match), match.actor, match.turns) == (("over", seat), sobremesa.OVER, 1)
    assert (match.moves(), match.outcomes(), pawns(match)[seat - 1]) == ([], [], (7,))
    assert "roll" not in match.position()


@pytest.mark.parametrize(
    ("rows", "places"),
    [
        (((56,), (50, 50, 50, 50), (1,)), [2, 3, 4]),
        (((56, 56), (56, 56, -1, -1), (56, 55, 55, 55)), [2, 2, 4]),
        (((20, 3), (3, 20), (22, 1)), [2, 2, 2]),
        (((0,), (), (0, 0)), [3, 4, 2]),
        (((56, 3), (56, 4), (56, 2, 0)), [3, 2, 3]),
    ],
)
def test_rl_24_the_others_follow_by_crowned_pawns_and_then_by_way(
    rows: tuple[tuple[int, ...], ...], places: list[int]
) -> None:
    match = match_with((56, 56, 54, 56), *rows, roll=[1, 1])

    match.push("move 54>56")

    assert match.places() == [1, *places]


def test_rl_24_there_are_no_places_before_the_end() -> None:
    assert match_with((56, 56, 56, 54), ()).places() is None


def test_rl_24_a_position_with_a_winner_is_over() -> None:
    match = match_with((20,), (56, 56, 56, 56), turn=1)

    assert (now(match), match.actor, match.places()) == (("over", 1), sobremesa.OVER, [2, 1])


@pytest.mark.parametrize(
    ("rows", "keys", "expected"),
    [
        (((56,) * 4, ()), {"turn": 1}, ["turn_of_another"]),
        (((56,) * 4, (56,) * 4), {}, ["two_winners"]),
        (((56,) * 4, ()), {"roll": [1, 1]}, ["phase_lacks"]),
        (((56,) * 4, ()), {"phase": "throw"}, ["over_or_not"]),
        (((56,) * 3, ()), {"phase": "over"}, ["over_or_not"]),
    ],
)
def test_rl_24_an_end_that_cannot_be_is_refused(
    rows: tuple[tuple[int, ...], ...], keys: dict[str, Any], expected: list[str]
) -> None:
    assert reasons(position_with(*rows, **keys)) == expected


def test_rl_25_a_turn_goes_from_throw_to_action_to_landing_to_push_backs() -> None:
    match = match_with((5,), (2,), (5,), ())
    seen = []

    for choice in ("C-2", "advance 5>15", "ride 1:2", "back 2>0", "back 5>0"):
        seen.append((match.phase, match.actor))
        match.push(choice)

    assert seen == [("throw", sobremesa.CHANCE), ("act", 0), ("land", 0), ("push", 1), ("push", 2)]
    assert (pawns(match), rides(match), now(match)) == ([(13,), (0,), (0,), ()], [[0, 0, 1, 0]], ("throw", 1))


def test_rl_25_who_is_eligible_is_seen_when_the_turn_comes() -> None:
    match = match_with((55,), (14,), (1,), (), roll=["C", 2], rides=[[2, 0, 1, 0]])

    match.push("advance 55>55")
    match.push("back 14>13")

    assert (pawns(match), now(match)) == ([(55,), (13,), (0,), ()], ("throw", 1))


def test_rl_25_a_rider_is_taken_along_before_the_landing_is_decided() -> None:
    match = match_with((10,), (2,), (), (23,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 10>15")

    assert (match.phase, pawns(match)) == ("land", [(15,), (2,), (), (28,)])
    assert match.position()["landed"] == 0
