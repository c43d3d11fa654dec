"""The rules of Dice Sequence: who starts, and in which order."""

import pytest

import sobremesa
from tests.games.sequence_dice.boards import EMPTY, match_with


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
