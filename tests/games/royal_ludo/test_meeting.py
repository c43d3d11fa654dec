"""Pawns that meet in Royal Ludo, RL-14 to RL-16, and those that lie in wait, RL-20."""

from typing import Any

import pytest

from tests.games.royal_ludo.tables import after, match_with, now, pawns, rides, texts


def test_rl_14_one_rival_is_jailed() -> None:
    match = after(match_with((10,), (), (41,), (), roll=[2, 3]), "move 10>15", "jail")

    assert (pawns(match), rides(match), now(match)) == ([(15,), (), (), ()], [], ("throw", 1))


def test_rl_14_one_rival_is_ridden() -> None:
    match = after(match_with((10,), (), (41,), (), roll=[2, 3]), "move 10>15", "ride 2:41")

    assert (pawns(match), rides(match)) == ([(15,), (), (41,), ()], [[0, 0, 2, 0]])


def test_rl_14_all_but_one_are_jailed() -> None:
    match = match_with((10,), (2, 30), (41, 41), (28,), roll=[2, 3])

    match.push("move 10>15")
    offered = texts(match)
    match.push("ride 2:41")

    assert offered == ["jail", "ride 1:2", "ride 2:41", "ride 3:28"]
    assert match.position()["pawns"] == [[15, -1, -1, -1], [-1, 30, -1, -1], [41, -1, -1, -1], [-1] * 4]
    assert rides(match) == [[0, 0, 2, 0]]


def test_rl_14_all_are_jailed() -> None:
    match = match_with((10,), (2, 30), (41, 41), (28,), roll=[2, 3])

    after(match, "move 10>15", "jail")

    assert pawns(match) == [(15,), (30,), (), ()]


def test_rl_14_a_pair_met_may_have_any_colours() -> None:
    match = match_with((10,), (2,), (41,), (28,), roll=[2, 3], rides=[[2, 0, 3, 0]])

    after(match, "move 10>15", "ride 3:28")

    assert (pawns(match), rides(match)) == ([(15,), (), (), (28,)], [[0, 0, 3, 0]])


def test_rl_14_a_freed_pawn_lands_like_any_other() -> None:
    match = match_with((), (43,), (), (), roll=["C", 4])

    match.push("free")
    offered = texts(match)
    match.push("jail")

    assert offered == ["jail", "ride 1:43"]
    assert (pawns(match), now(match)) == ([(4,), (), (), ()], ("throw", 1))


def test_rl_14_a_pawn_that_walks_back_lands_like_any_other() -> None:
    match = match_with((55,), (35,), (), (), roll=[3, 6], options={"bounce": "free"})

    match.push("move 55>48")

    assert (match.phase, texts(match)) == ("land", ["jail", "ride 1:35"])


def test_rl_14_an_advance_lands_like_any_other() -> None:
    match = match_with((5,), (1,), (), (), roll=["P", 6])

    match.push("advance 5>14")

    assert (match.phase, texts(match)) == ("land", ["jail", "ride 1:1"])


def test_rl_15_a_carrier_cannot_mount() -> None:
    match = match_with((10,), (2,), (41,), (23,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 10>15")
    offered = texts(match)
    match.push("jail")

    assert offered == ["jail"]
    assert (pawns(match), rides(match)) == ([(15,), (), (), (28,)], [[3, 0, 0, 0]])


@pytest.mark.parametrize("pair", [[0, 1, 1, 0], [1, 0, 0, 1]], ids=["own rider", "own carrier"])
@pytest.mark.parametrize(
    ("choice", "expected"), [("jail", [(15, 15), (), (), ()]), ("share", [(15, 15), (2,), (), ()])]
)
def test_rl_15_an_own_pair_is_shared_not_mounted(pair: list[int], choice: str, expected: list[tuple[int, ...]]) -> None:
    match = match_with((10, 15), (2,), (), (), roll=[2, 3], rides=[pair])

    match.push("move 10>15")
    offered = texts(match)
    match.push(choice)

    assert offered == ["jail", "share"]
    assert (pawns(match), rides(match)) == (expected, [pair] if choice == "share" else [])


def test_rl_15_a_carrier_may_share_too() -> None:
    pairs = [[0, 1, 1, 0], [3, 0, 0, 0]]
    match = match_with((10, 15), (2,), (), (23,), roll=[2, 3], rides=pairs)

    match.push("move 10>15")
    offered = texts(match)
    match.push("share")

    assert offered == ["jail", "share"]
    assert (pawns(match), rides(match)) == ([(15, 15), (2,), (), (28,)], pairs)


def test_rl_15_an_own_pair_elsewhere_does_not_matter() -> None:
    match = match_with((10, 20), (2, 7), (), (), roll=[2, 3], rides=[[0, 1, 1, 1]])

    match.push("move 10>15")

    assert texts(match) == ["jail", "ride 1:2"]


def test_rl_16_own_pawns_share_a_square() -> None:
    match = match_with((10, 15), (), roll=[2, 3])

    match.push("move 10>15")

    assert (pawns(match), rides(match), now(match)) == ([(15, 15), ()], [], ("throw", 1))


def test_rl_16_pawns_bar_nobodys_way() -> None:
    match = match_with((10, 12, 12), (38, 38), roll=[2, 3])

    match.push("move 10>15")

    assert (pawns(match), now(match)) == ([(15, 12, 12), (38, 38)], ("throw", 1))


# Ambush


@pytest.mark.parametrize("x", [0, 1, 2, 3, 13, 27, 50])
def test_rl_20_two_points_jail_the_rivals_two_squares_behind(x: int) -> None:
    rows = [tuple(there for there in [(x - 2 - 13 * seat) % 52] if there <= 50) for seat in range(1, 4)]
    match = match_with((x,), *rows, roll=[1, 1])

    offered = texts(match)
    match.push(f"ambush {x}")

    assert offered == [f"ambush {x}"]
    assert (pawns(match), now(match)) == ([(x,), (), (), ()], ("throw", 1))


@pytest.mark.parametrize("roll", [[1, 2], [2, 1], ["P", 2], ["C", 2], ["P", 1]])
def test_rl_20_nothing_but_two_points_is_an_ambush(roll: list[Any]) -> None:
    match = match_with((10, 56, 56, 56), (), (), (21,), roll=roll)

    assert [text.split()[0] for text in texts(match)] in (["move"], ["advance"])


@pytest.mark.parametrize("rival", [20, 22, 23, 19])
def test_rl_20_rivals_elsewhere_are_no_ambush(rival: int) -> None:
    match = match_with((10,), (), (), (rival,), roll=[1, 1])

    assert texts(match) == ["move 10>12"]


def test_rl_20_own_pawns_are_not_ambushed() -> None:
    match = match_with((10, 8), (), roll=[1, 1])

    assert texts(match) == ["move 10>12", "move 8>10"]


def test_rl_20_another_pawn_may_walk_instead() -> None:
    match = match_with((10, 30), (), (), (21,), roll=[1, 1])

    offered = texts(match)
    match.push("move 30>32")

    assert offered == ["ambush 10", "move 30>32"]
    assert pawns(match) == [(10, 32), (), (), (21,)]


@pytest.mark.parametrize("pair", [[0, 0, 2, 0], [2, 0, 0, 0]], ids=["rider", "carrier"])
def test_rl_20_a_paired_pawn_ambushes_and_stays_paired(pair: list[int]) -> None:
    match = match_with((10,), (), (36,), (21,), roll=[1, 1], rides=[pair])

    match.push("ambush 10")

    assert (pawns(match), rides(match)) == ([(10,), (), (36,), ()], [pair])


def test_rl_20_a_pawn_paired_with_an_own_one_is_jailed_too() -> None:
    match = match_with((10, 8), (), (), (21, 21), roll=[1, 1], rides=[[0, 1, 3, 1]])

    match.push("ambush 10")

    assert (pawns(match), rides(match)) == ([(10, 8), (), (), ()], [])
