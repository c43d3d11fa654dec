"""The board of Royal Ludo, RL-1 to RL-4."""

import re

import pytest

import sobremesa
from tests.games.royal_ludo.tables import BOARDS, after, match_with, now, pawns, texts


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rl_1_two_three_or_four_play(seats: int) -> None:
    match = sobremesa.start("royal-ludo", seats=seats)

    assert match.position()["pawns"] == [[-1] * 4] * seats
    assert match.position()["opening"] == [None] * seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_rl_1_no_other_number_plays(seats: int) -> None:
    with pytest.raises(sobremesa.InvalidSeats):
        sobremesa.start("royal-ludo", seats=seats)


def test_rl_1_four_play_unless_somebody_says_otherwise() -> None:
    assert sobremesa.start("royal-ludo").seats == 4


@pytest.mark.parametrize(("seats", "colours"), [(2, (0, 2)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
@pytest.mark.parametrize("board", BOARDS)
def test_rl_1_a_seat_has_its_colour(seats: int, colours: tuple[int, ...], board: str) -> None:
    ring, quarter = BOARDS[board]["ring"], BOARDS[board]["quarter"]
    for seat in range(1, seats):
        there = (15 - quarter * colours[seat]) % ring
        rows = [(there,) if other == seat else () for other in range(1, seats)]

        match = after(match_with((8,), *rows, roll=[3, 4], options={"board": board}), "move 8>15")

        assert texts(match) == ["jail", f"ride {seat}:{there}"]


def distances(board: str) -> list[tuple[int, int, int]]:
    """This lists, for the seats of a full table, how far each start lies ahead of another."""
    ring, quarter = BOARDS[board]["ring"], BOARDS[board]["quarter"]
    return [(one, other, (other - one) * quarter % ring) for one in range(4) for other in range(4) if one != other]


@pytest.mark.parametrize("board", BOARDS)
def test_rl_2_everybody_counts_the_ring_from_an_own_start(board: str) -> None:
    ring, gate = BOARDS[board]["ring"], BOARDS[board]["gate"]
    for one, other, ahead in distances(board):
        for x in range(3 + one, gate + 1, 4):
            there = (x - ahead) % ring
            if there > gate:
                continue
            rows = [(x - 3,) if seat == one else (there,) if seat == other else () for seat in range(4)]
            match = match_with(*rows, turn=one, roll=[1, 2], options={"board": board})

            match.push(f"move {x - 3}>{x}")

            assert texts(match) == ["jail", f"ride {other}:{there}"]


@pytest.mark.parametrize("board", BOARDS)
def test_rl_2_the_square_behind_the_start_is_never_entered(board: str) -> None:
    gate, quarter = BOARDS[board]["gate"], BOARDS[board]["quarter"]
    match = match_with((gate - 2,), (gate + 1 - quarter,), (), (), roll=[1, 2], options={"board": board})

    match.push(f"move {gate - 2}>{gate + 1}")

    assert (now(match), pawns(match)[1]) == (("throw", 1), (gate + 1 - quarter,))


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seat", range(4))
def test_rl_3_crowns_are_a_quarter_apart_for_everybody(board: str, seat: int) -> None:
    quarter, gate = BOARDS[board]["quarter"], BOARDS[board]["gate"]
    for x in range(3 * quarter):
        rows = [(x,) if each == seat else () for each in range(4)]
        match = match_with(*rows, turn=seat, roll=["C", 1], options={"board": board})

        assert texts(match) == [f"advance {x}>{(x // quarter + 1) * quarter + 1}", "free"]
    assert 3 * quarter < gate < 4 * quarter


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seat", range(4))
def test_rl_3_feathers_are_a_quarter_apart_for_everybody(board: str, seat: int) -> None:
    first, quarter = BOARDS[board]["feather"], BOARDS[board]["quarter"]
    feathers = [first + quarter * number for number in range(4)]
    for x in range(feathers[-1]):
        rows = [(x,) if each == seat else () for each in range(4)]
        match = match_with(*rows, turn=seat, roll=["P", 2], options={"board": board})

        feather = next(each for each in feathers if each > x)
        assert texts(match) == [f"advance {x}>{feather + 2}"]


@pytest.mark.parametrize("x", [8, 13, 21, 26, 34, 39, 47, 50])
def test_rl_3_no_square_of_the_ring_is_safe(x: int) -> None:
    there = (x - 26) % 52
    match = match_with((x - 3,), (there,), roll=[1, 2])

    match.push(f"move {x - 3}>{x}")

    assert texts(match) == ["jail", f"ride 1:{there}"]


# The published drawing, row and column of every square of the ring.
CROSS = """
(6,1)(6,2)(6,3)(6,4)(6,5) (5,6)(4,6)(3,6)(2,6)(1,6)(0,6) (0,7) (0,8)(1,8)(2,8)(3,8)(4,8)(5,8)
(6,9)(6,10)(6,11)(6,12)(6,13)(6,14) (7,14) (8,14)(8,13)(8,12)(8,11)(8,10)(8,9) (9,8)(10,8)(11,8)(12,8)(13,8)(14,8)
(14,7) (14,6)(13,6)(12,6)(11,6)(10,6)(9,6) (8,5)(8,4)(8,3)(8,2)(8,1)(8,0) (7,0) (6,0)
"""


def drawn(text: str) -> list[tuple[int, int]]:
    return [(int(line), int(column)) for line, column in re.findall(r"\((\d+),(\d+)\)", text)]


def spots(match: sobremesa.Match, zone: str) -> list[tuple[int, int]]:
    """This is where the places of a zone lie, counted from the corner of the cross."""
    places = next(each.places for each in match.view().scene().zones if each.id == zone)
    ring = next(each.places for each in match.view().scene().zones if each.id == "ring")
    left, top = (min(place.at[axis] for place in ring) for axis in (0, 1))
    return [(round(place.at[1] - top), round(place.at[0] - left)) for place in places]


def test_rl_4_the_ring_is_a_cross() -> None:
    assert spots(match_with((), (), (), ()), "ring") == drawn(CROSS)


def test_rl_4_the_zones_lead_to_the_middle() -> None:
    zones = spots(match_with((), (), (), ()), "zones")

    assert zones[:5] == [(7, 1), (7, 2), (7, 3), (7, 4), (7, 5)]
    assert zones[5:10] == [(1, 7), (2, 7), (3, 7), (4, 7), (5, 7)]
    assert zones[10:15] == [(7, 13), (7, 12), (7, 11), (7, 10), (7, 9)]
    assert zones[15:] == [(13, 7), (12, 7), (11, 7), (10, 7), (9, 7)]


@pytest.mark.parametrize(
    ("board", "quarter", "zone"),
    [
        ("short", "(4,1)(4,2)(4,3)(4,4) (3,4)(2,4)(1,4)(0,4) (0,5) (0,6)", "(5,1)(5,2)(5,3)(5,4)"),
        (
            "long",
            "(8,1)(8,2)(8,3)(8,4)(8,5)(8,6)(8,7) (7,8)(6,8)(5,8)(4,8)(3,8)(2,8)(1,8)(0,8) (0,9) (0,10)",
            "(9,1)(9,2)(9,3)(9,4)(9,5)(9,6)(9,7)",
        ),
    ],
)
def test_rl_4_the_other_boards_are_a_quarter_turned_three_times(board: str, quarter: str, zone: str) -> None:
    match = match_with((), (), (), (), options={"board": board})
    ring, last = spots(match, "ring"), 10 if board == "short" else 18

    assert ring[: len(drawn(quarter))] == drawn(quarter)
    assert spots(match, "zones")[: len(drawn(zone))] == drawn(zone)
    turned = [(column, last - line) for line, column in ring]
    assert ring[len(drawn(quarter)) :] + ring[: len(drawn(quarter))] == turned


def test_rl_4_prisons_stand_in_the_corners() -> None:
    prisons = spots(match_with((), (), (), ()), "prisons")

    corners = [(line > 7, column > 7) for line, column in prisons]
    assert corners == [(False, False)] * 4 + [(False, True)] * 4 + [(True, True)] * 4 + [(True, False)] * 4
