"""The worked examples of Royal Ludo."""

import pytest

from tests.games.royal_ludo.tables import after, match_with, now, pawns, rides, texts


def test_example_t1_points_do_nothing_for_prisoners() -> None:
    match = match_with((), (), (), ())

    match.push("3-5")

    assert now(match) == ("throw", 1)


def test_example_t2_a_crown_frees() -> None:
    match = match_with((), (), (), (), roll=["C", 4])

    offered = texts(match)
    match.push("free")

    assert offered == ["free"]
    assert (pawns(match), now(match)) == ([(4,), (), (), ()], ("throw", 1))


def test_example_t3_a_crown_frees_or_advances() -> None:
    match = match_with((5,), (2,), (3,), (0,), roll=["C", 2])

    offered = texts(match)
    match.push("free")

    assert offered == ["advance 5>15", "free"]
    assert (pawns(match)[0], now(match)) == ((5, 2), ("throw", 1))


def test_example_t3_an_advance_with_a_crown_pushes_back() -> None:
    match = match_with((5,), (3,), (3,), (0,), roll=["C", 2])

    after(match, "advance 5>15", "back 3>0", "back 3>0")

    assert (pawns(match), now(match)) == ([(15,), (0,), (0,), (0,)], ("throw", 1))


def test_example_t4_a_feather_leads_to_the_next_one() -> None:
    match = match_with((5,), (), (), (), roll=["P", 6])

    assert texts(match) == ["advance 5>14"]


def test_example_t6_a_pawn_on_a_crown_goes_to_the_next_one() -> None:
    match = match_with((13,), (), (), (), roll=["C", 3])

    assert texts(match) == ["advance 13>29", "free"]


def test_example_t7_without_a_crown_ahead_only_the_points_count() -> None:
    match = match_with((40, 56, 56, 56), (14,), (), (27,), roll=["C", 5])

    offered = texts(match)
    after(match, "advance 40>45", "back 14>13", "back 27>26")

    assert offered == ["advance 40>45"]
    assert (pawns(match), now(match)) == ([(45, 56, 56, 56), (13,), (), (26,)], ("throw", 1))


@pytest.mark.parametrize(
    ("choice", "expected", "pairs"),
    [("jail", [(15,), (), (), ()], []), ("ride 1:2", [(15,), (2,), (), ()], [[0, 0, 1, 0]])],
)
def test_example_t9_a_rival_met_is_jailed_or_ridden(
    choice: str, expected: list[tuple[int, ...]], pairs: list[list[int]]
) -> None:
    match = match_with((10,), (2,), (), (), roll=[2, 3])

    match.push("move 10>15")
    offered = texts(match)
    match.push(choice)

    assert offered == ["jail", "ride 1:2"]
    assert (pawns(match), rides(match), now(match)) == (expected, pairs, ("throw", 1))


def test_example_t10_two_points_are_an_ambush() -> None:
    match = match_with((10,), (), (), (21,), roll=[1, 1])

    offered = texts(match)
    match.push("ambush 10")

    assert offered == ["ambush 10"]
    assert (pawns(match), now(match)) == ([(10,), (), (), ()], ("throw", 1))


@pytest.mark.parametrize(
    ("choice", "expected", "pairs"),
    [
        ("jail", [(), (), (4,), ()], []),
        ("ride 0:30", [(30,), (), (4,), ()], [[2, 0, 0, 0]]),
        ("ride 1:17", [(), (17,), (4,), ()], [[2, 0, 1, 0]]),
    ],
)
def test_example_t12_a_pair_met_leaves_three_choices(
    choice: str, expected: list[tuple[int, ...]], pairs: list[list[int]]
) -> None:
    match = match_with((30,), (17,), (0,), (), turn=2, roll=[1, 3], rides=[[0, 0, 1, 0]])

    match.push("move 0>4")
    offered = texts(match)
    match.push(choice)

    assert offered == ["jail", "ride 0:30", "ride 1:17"]
    assert (pawns(match), rides(match)) == (expected, pairs)


def test_example_t14_a_rider_is_left_on_its_gate() -> None:
    match = match_with((48,), (35,), (), (), turn=1, roll=[2, 3], rides=[[0, 0, 1, 0]])

    match.push("move 35>40")

    assert (pawns(match), rides(match)) == ([(50,), (40,), (), ()], [])


@pytest.mark.parametrize(
    ("origin", "roll", "end"),
    [(54, [1, 1], 56), (54, [1, 2], 55), (55, ["P", 1], 56), (55, [4, 6], 51), (53, [4, 5], 51), (50, [1, 5], 56)],
)
def test_example_t17_the_excess_is_walked_back(origin: int, roll: list[object], end: int) -> None:
    match = match_with((origin,), (), (), (), roll=roll)

    verb = "advance" if roll[0] == "P" else "move"
    assert texts(match) == [f"{verb} {origin}>{end}"]


@pytest.mark.parametrize(("origin", "roll", "end"), [(55, [4, 6], 47), (53, [4, 5], 50)])
def test_example_t17_the_excess_may_lead_back_onto_the_ring(origin: int, roll: list[object], end: int) -> None:
    match = match_with((origin,), (), (), (), roll=roll, options={"bounce": "free"})

    assert texts(match) == [f"move {origin}>{end}"]


def test_example_t19_the_fourth_pawn_crowned_wins() -> None:
    match = match_with((50, 56, 56, 56), (1,), (), (), roll=[2, 4])

    match.push("move 50>56")

    assert (now(match), match.turns, match.places()) == (("over", 0), 1, [1, 2, 3, 3])


@pytest.mark.parametrize("symbol", ["P", "C"])
def test_example_t20_a_symbol_is_the_only_way_to_score_one(symbol: str) -> None:
    match = match_with((55, 56, 56, 56), (20,), (), (), roll=[symbol, 1])

    offered = texts(match)
    match.push("advance 55>56")

    assert (offered, now(match)) == (["advance 55>56"], ("over", 0))


def test_example_t21_an_own_pair_is_jailed_or_shared() -> None:
    match = match_with((10, 5), (49,), (), (), roll=[2, 3], rides=[[0, 0, 1, 0]])

    offered = texts(match)
    match.push("move 5>10")

    assert (offered, texts(match)) == (["move 10>15", "move 5>10"], ["jail", "share"])


def test_example_t21_a_rider_that_moves_gets_off() -> None:
    match = match_with((10, 5), (49,), (), (), roll=[2, 3], rides=[[0, 0, 1, 0]])

    match.push("move 10>15")

    assert (pawns(match), rides(match)) == ([(15, 5), (49,), (), ()], [])


@pytest.mark.parametrize(
    ("choice", "row", "pairs"),
    [("move 10>15", (15, 10), [[0, 1, 1, 0]]), ("move 10r1>15", (10, 15), [])],
)
def test_example_t22_a_rider_among_others_is_marked(choice: str, row: tuple[int, ...], pairs: list[list[int]]) -> None:
    match = match_with((10, 10), (49,), (), (), roll=[2, 3], rides=[[0, 1, 1, 0]])

    offered = texts(match)
    match.push(choice)

    assert offered == ["move 10>15", "move 10r1>15"]
    assert (pawns(match)[0], rides(match)) == (row, pairs)


def test_example_t23_the_riders_gate_comes_before_the_carriers() -> None:
    match = match_with((48,), (35,), (), (), turn=1, roll=["P", 6], rides=[[0, 0, 1, 0]])

    match.push("advance 35>53")

    assert (pawns(match), rides(match)) == ([(50,), (53,), (), ()], [])


def test_example_t24_a_rider_is_not_taken_behind_its_start() -> None:
    match = match_with((0,), (39,), (), (), turn=3, roll=["C", 1], push=[1, 2], rides=[[0, 0, 1, 0]])

    match.push("back 39>26")

    assert (pawns(match), rides(match)) == ([(0,), (26,), (), ()], [])


def test_example_t25_a_carrier_only_jails() -> None:
    match = match_with((10,), (2,), (), (23,), roll=[2, 3], rides=[[3, 0, 0, 0]])

    match.push("move 10>15")
    met = pawns(match)
    offered = texts(match)
    match.push("jail")

    assert (met, offered) == ([(15,), (2,), (), (28,)], ["jail"])
    assert (pawns(match), rides(match)) == ([(15,), (), (), (28,)], [[3, 0, 0, 0]])


def test_example_t26_ten_points_lead_from_the_gate_into_the_zone_or_to_the_gate() -> None:
    usual = match_with((38,), (), (), (), roll=[4, 6], options={"board": "short"})
    free = match_with((38,), (), (), (), roll=[4, 6], options={"board": "short", "bounce": "free"})

    assert (texts(usual), texts(free)) == (["move 38>39"], ["move 38>38"])


def test_example_t27_back_from_the_final_crown() -> None:
    options = {"final_crown_counts": True}
    usual = match_with((40, 55, 56, 56), (), (), (), roll=["C", 6], options=options)
    free = match_with((40, 55, 56, 56), (), (), (), roll=["C", 6], options=options | {"bounce": "free"})

    assert texts(usual) == ["advance 40>51", "advance 55>51"]
    assert texts(free) == ["advance 40>50", "advance 55>50"]


def test_example_t28_two_seats_sit_opposite() -> None:
    match = match_with((10,), (41,), roll=[2, 3])

    match.push("move 10>15")

    assert texts(match) == ["jail", "ride 1:41"]
