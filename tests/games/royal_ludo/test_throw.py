"""What a throw does in Royal Ludo, RL-7 to RL-11 and RL-26."""

from typing import Any

import pytest

from tests.games.royal_ludo.tables import match_with, now, pawns, rides, texts


@pytest.mark.parametrize("roll", [[3, 5], [1, 1], ["P", 6]])
@pytest.mark.parametrize("row", [(), (56,), (56, 56, 56)])
def test_rl_7_a_throw_without_an_action_passes(roll: list[Any], row: tuple[int, ...]) -> None:
    match = match_with((20,), row, (3,), turn=1, roll=roll)

    assert (now(match), pawns(match), match.turns) == (("throw", 2), [(20,), row, (3,)], 1)


def test_rl_7_an_action_must_be_taken() -> None:
    match = match_with((20, 55), (), roll=[2, 2])

    assert texts(match) == ["move 20>24", "move 55>53"]


@pytest.mark.parametrize("row", [(20, -1, -1, -1), (-1, -1, -1, 20), (56, 56, 56, 20)])
def test_rl_7_any_pawn_can_take_the_action(row: tuple[int, ...]) -> None:
    match = match_with(row, (), roll=[2, 2])

    assert (texts(match), match.default().text) == (["move 20>24"], "move 20>24")


def test_rl_7_one_pawn_takes_all_the_points() -> None:
    match = match_with((20, 30), (), roll=[2, 3])

    match.push("move 30>35")

    assert (pawns(match), now(match)) == ([(20, 35), ()], ("throw", 1))


@pytest.mark.parametrize("special", [1, 2, 3, 4])
@pytest.mark.parametrize("plain", range(1, 7))
def test_rl_8_points_are_added_up_and_walked(special: int, plain: int) -> None:
    match = match_with((0, 17, 55, 56), (), roll=[special, plain])

    total = special + plain
    zone = max(51, 112 - 55 - total)
    assert texts(match) == [f"move 0>{total}", f"move 17>{17 + total}", f"move 55>{zone}"]


def test_rl_8_points_free_nobody() -> None:
    match = match_with((20,), (), roll=[4, 6])

    assert texts(match) == ["move 20>30"]


@pytest.mark.parametrize(
    ("x", "end"), [(0, 11), (7, 11), (8, 24), (20, 24), (21, 37), (33, 37), (34, 50), (46, 50), (47, 50), (50, 53)]
)
def test_rl_9_a_feather_leads_to_the_next_feather_and_on(x: int, end: int) -> None:
    match = match_with((x,), (), roll=["P", 3])

    match.push(f"advance {x}>{end}")

    assert (pawns(match)[0], now(match)) == ((end,), ("throw", 1))


@pytest.mark.parametrize(("x", "end"), [(51, 54), (53, 56), (54, 55), (55, 54)])
def test_rl_9_in_the_zone_only_the_points_count(x: int, end: int) -> None:
    match = match_with((x,), (), roll=["P", 3])

    assert texts(match) == [f"advance {x}>{end}"]


def test_rl_9_a_feather_frees_nobody() -> None:
    match = match_with((20,), (), roll=["P", 1])

    assert texts(match) == ["advance 20>22"]


@pytest.mark.parametrize("plain", range(1, 7))
def test_rl_10_a_crown_frees_a_prisoner_who_walks_on(plain: int) -> None:
    match = match_with((), (), roll=["C", plain])

    offered = texts(match)
    match.push("free")

    assert (offered, pawns(match)) == (["free"], [(plain,), ()])


def test_rl_10_the_lowest_prisoner_is_freed() -> None:
    match = match_with((20, -1, 30, -1), (), roll=["C", 4])

    match.push("free")

    assert match.position()["pawns"][0] == [20, 4, 30, -1]


@pytest.mark.parametrize(
    ("x", "end"), [(0, 15), (12, 15), (13, 28), (25, 28), (26, 41), (38, 41), (39, 41), (50, 52), (54, 56), (55, 55)]
)
def test_rl_10_a_crown_leads_to_the_next_crown_and_on(x: int, end: int) -> None:
    match = match_with((x,), (), roll=["C", 2])

    match.push(f"advance {x}>{end}")

    assert (pawns(match)[0], now(match)) == ((end,), ("throw", 1))


def test_rl_10_without_prisoners_nobody_is_freed() -> None:
    match = match_with((3, 20, 56, 56), (), roll=["C", 2])

    assert texts(match) == ["advance 3>15", "advance 20>28"]


@pytest.mark.parametrize(
    ("roll", "move", "rival"), [(["C", 3], "advance 5>16", 39), (["P", 3], "advance 5>11", 34), (["C", 3], "free", 26)]
)
def test_rl_11_squares_in_between_are_passed(roll: list[Any], move: str, rival: int) -> None:
    match = match_with((5,), (rival, 0), roll=roll)

    match.push(move)

    assert (match.phase, match.position()["pawns"][1][0]) in (("throw", rival), ("push", rival))


# Equal pawns


def test_rl_26_equal_pawns_are_one_origin() -> None:
    match = match_with((20, 10, 10, 10), (), roll=[2, 3])

    offered = texts(match)
    match.push("move 10>15")

    assert (offered, pawns(match)[0]) == (["move 20>25", "move 10>15"], (20, 15, 10, 10))


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([], ["move 10>15"]),
        ([[0, 0, 1, 0], [0, 1, 1, 1]], ["move 10>15"]),
        ([[0, 0, 1, 0], [1, 1, 0, 1]], ["move 10r1>15", "move 10c1>15"]),
        ([[0, 0, 1, 0], [0, 1, 2, 0]], ["move 10r1>15", "move 10r2>15"]),
        ([[1, 0, 0, 0], [2, 0, 0, 1]], ["move 10c1>15", "move 10c2>15"]),
        ([[0, 1, 2, 0]], ["move 10>15", "move 10r2>15"]),
        ([[2, 0, 0, 0]], ["move 10c2>15", "move 10>15"]),
    ],
)
def test_rl_26_pawns_are_equal_if_paired_alike(pairs: list[list[int]], expected: list[str]) -> None:
    match = match_with((10, 10), (49, 49), (36,), (), roll=[2, 3], rides=pairs)

    assert texts(match) == expected


@pytest.mark.parametrize(
    "pairs",
    [
        [[0, 0, 3, 0], [0, 1, 3, 1]],
        [[0, 1, 3, 0], [0, 0, 3, 1]],
        [[3, 0, 0, 0], [3, 1, 0, 1]],
        [[3, 0, 0, 1], [3, 1, 0, 0]],
    ],
    ids=str,
)
def test_rl_26_pairs_with_one_rival_are_equal_whichever_its_pawns(pairs: list[list[int]]) -> None:
    match = match_with((10, 10), (), (), (23, 23), turn=3, roll=[2, 3], rides=pairs)

    assert texts(match) == ["move 23>28"]


def test_rl_26_pawns_that_go_back_are_marked_alike() -> None:
    match = match_with((52,), (14, 14, 14), (1,), (), roll=["C", 1], push=[1, 2, 3], rides=[[2, 0, 1, 1]])

    offered = texts(match)
    match.push("back 14c2>13")

    assert offered == ["back 14>13", "back 14c2>13"]
    assert (pawns(match)[1:3], rides(match)) == ([(14, 13, 14), (0,)], [[2, 0, 1, 1]])


def test_rl_26_an_ambush_is_the_same_whoever_makes_it() -> None:
    match = match_with((10, 10), (49,), (), (21,), roll=[1, 1], rides=[[0, 0, 1, 0]])

    offered = texts(match)
    match.push("ambush 10")

    assert offered == ["ambush 10"]
    assert (pawns(match), rides(match)) == ([(10, 10), (49,), (), ()], [[0, 0, 1, 0]])
