"""How a match of Girumgo starts, GI-6 and GI-7: the set-up of the wheels and the opening throws."""

from typing import Any

import pytest

import sobremesa
from sobremesa.games.girumgo import notation, rules
from tests.contracts.walks import table_of
from tests.games.girumgo.tables import chips, faults_of, outcomes, play

# The set-up


def drawn_texts(match: sobremesa.Match) -> list[str]:
    """The wheels that are drawn, in order, each with the first orientation that is offered."""
    named = []
    while match.phase == "setup":
        named.append(outcomes(match)[0].split()[1])
        match.push(outcomes(match)[0])
    return named


@pytest.mark.parametrize(
    ("size", "named"),
    [
        (3, ["0,0", "1,0", "2,0", "2,-1"]),
        (4, ["0,0", "1,0", "2,0", "2,-1", "3,0", "3,-1", "3,-2"]),
        (5, ["0,0", "1,0", "2,0", "2,-1", "3,0", "3,-1", "3,-2", "4,0", "4,-1", "4,-2", "4,-3"]),
    ],
)
def test_gi_6_orbits_are_drawn_one_by_one(size: int, named: list[str]) -> None:
    match = sobremesa.start("girumgo", options={"size": size})

    assert drawn_texts(match) == named


@pytest.mark.parametrize("size", [3, 4, 5])
def test_gi_6_free_wheels_are_drawn_row_by_row(size: int) -> None:
    match = sobremesa.start("girumgo", options={"size": size, "setup": "free"})

    named = drawn_texts(match)

    points = [tuple(map(int, text.split(","))) for text in named]
    assert points == sorted(notation.POINTS[: len(points)], key=lambda point: (point[1], point[0]))
    assert len(points) == 3 * size * size - 3 * size + 1


def test_gi_6_an_orbit_is_turned_as_one() -> None:
    match = sobremesa.start("girumgo")

    play(match, "set 0,0 1", "set 1,0 2", "set 2,0 0", "set 2,-1 5")

    ring = dict.fromkeys(("1,0", "1,-1", "0,-1", "-1,0", "-1,1", "0,1"), 2)
    side = dict.fromkeys(("2,-1", "1,-2", "-1,-1", "-2,1", "-1,2", "1,1"), 5)
    assert match.position()["rot"] == {"0,0": 1} | ring | side
    assert match.position()["drawn"] == 4


def test_gi_6_a_value_that_makes_a_triangle_is_not_offered() -> None:
    match = sobremesa.start("girumgo")

    play(match, "set 0,0 0", "set 1,0 2")
    alone = outcomes(match)
    match.push("set 2,0 4")
    beside = outcomes(match)

    # 2,-1 meets two wheels of the inner ring, and one of them with 2,0 and one with 2,-2.
    assert alone == [f"set 2,0 {rot}" for rot in range(6)]
    assert beside == [f"set 2,-1 {rot}" for rot in (1, 2, 3, 4, 5)]
    assert all(outcome.weight == 1 for outcome in match.outcomes())


@pytest.mark.parametrize("middle", range(6))
def test_gi_6_wheels_of_one_draw_are_no_triangle_whatever_the_middle_shows(middle: int) -> None:
    # Two wheels of the first ring meet the middle at every hole there, and they are turned alike.
    match = sobremesa.start("girumgo")

    match.push(f"set 0,0 {middle}")

    assert outcomes(match) == [f"set 1,0 {rot}" for rot in range(6)]


@pytest.mark.parametrize("setup", ["symmetric", "free"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_gi_6_no_setup_has_a_triangle_and_three_values_are_always_offered(size: int, setup: str) -> None:
    for seed in range(5):
        match = sobremesa.start("girumgo", options={"size": size, "setup": setup}, seed=seed)
        while match.phase == "setup":
            assert 3 <= len(match.outcomes()) <= 6
            match.push(match.draw())
        t = table_of(match)
        assert not any(rules.triangle(t, hole) for hole in range(rules.holes(t)))


@pytest.mark.parametrize("seed", range(3))
def test_gi_6_every_seat_has_the_same_start(seed: int) -> None:
    match = sobremesa.start("girumgo", seed=seed)
    while match.phase == "setup":
        match.push(match.draw())

    t = table_of(match)

    turned = {point: int(t.rot[disc]) for disc, point in enumerate(notation.POINTS[:37])}
    assert all(turned[(q + r, -q)] == rot for (q, r), rot in turned.items())


def test_gi_6_aligned_wheels_are_not_drawn() -> None:
    match = sobremesa.start("girumgo", options={"setup": "aligned"})

    assert (match.phase, match.position()["rot"], chips(match)) == ("opening", {}, [])


@pytest.mark.parametrize(
    ("position", "reasons"),
    [
        ({"drawn": 2, "rot": {"0,0": 3}}, []),
        ({"drawn": 1, "rot": {"0,0": 3, "1,0": 1}}, ["not_drawn"]),
        ({"drawn": 3, "rot": {"1,0": 3}}, ["not_symmetric"]),
        ({"drawn": 7}, ["whole"]),
        ({"drawn": 0, "options": {"setup": "aligned"}}, ["nothing_to_draw"]),
        ({"options": {"setup": "aligned"}, "rot": {"0,0": 1}}, ["not_drawn"]),
        ({"opening": [[], []], "options": {"setup": "free"}, "rot": {"1,0": 2, "1,-1": 4}}, ["triangle_in_setup"]),
        ({"opening": [[], []], "rot": {"1,0": 2}}, ["not_symmetric"]),
        ({"drawn": 37, "options": {"setup": "free"}}, ["whole"]),
        # 1,-1, 0,0 and 1,0 meet at a hole; without the last of them drawn there is no triangle yet.
        ({"drawn": 18, "options": {"setup": "free"}, "rot": {"1,-1": 4}}, []),
    ],
)
def test_gi_6_a_position_of_the_setup_is_one_that_can_be_drawn(position: dict[str, Any], reasons: list[str]) -> None:
    assert faults_of(**position) == reasons


# The start


def test_gi_7_nobody_has_anything_at_the_start() -> None:
    match = sobremesa.start("girumgo", seats=3, options={"setup": "aligned"})

    assert match.position() == {
        "game": "girumgo",
        "seats": 3,
        "options": {"setup": "aligned"},
        "rot": {},
        "tokens": [[3, 0], [-3, 3], [0, -3]],
        "advances": [0, 0, 0],
        "turns": 0,
        "opening": [[], [], []],
    }


def test_gi_7_the_highest_throw_begins_and_play_goes_on_by_seat() -> None:
    match = sobremesa.start("girumgo", seats=3, options={"setup": "aligned"})
    seats = []

    play(match, "2", "6", "5")
    for _ in range(3):
        seats.append(match.position()["turn"])
        play(match, "1", "end")

    assert (seats, match.position()["turn"]) == ([1, 2, 0], 1)


def test_gi_7_those_tied_for_the_highest_throw_again() -> None:
    match = sobremesa.start("girumgo", seats=4, options={"setup": "aligned"})
    seen = []

    for throw in ("3", "5", "5", "5", "1", "6", "6", "2", "1"):
        match.push(throw)
        seen.append(match.position().get("opening"))

    assert seen[3] == [None, [], [], []]
    assert seen[5] == [None, [1], [6], []]
    assert seen[6] == [None, None, [], []]
    assert (match.phase, match.position()["turn"]) == ("throw", 2)


@pytest.mark.parametrize(
    ("opening", "reasons"),
    [
        ([[5], []], []),
        ([[], [5]], ["opening_order"]),
        ([[5], [3]], ["opening_complete"]),
        ([None, []], ["opening_alone"]),
        ([[5]], ["by_seat"]),
        ([[5, 5], []], ["opening_throw"]),
        ([[7], []], ["opening_throw"]),
        ([5, []], ["opening_throw"]),
    ],
)
def test_gi_7_a_position_of_the_opening_is_one_that_can_be_thrown(opening: list[Any], reasons: list[str]) -> None:
    assert faults_of(opening=opening, options={"setup": "aligned"}) == reasons


def test_gi_7_nothing_has_happened_before_the_first_turn() -> None:
    keys: dict[str, Any] = {"die": 3, "turns_left": 1, "scored": [], "stood": [], "attacked": []}
    keys |= {"tokens": [[2, 0], [-3, 0]], "advances": [1, 0], "turns": 4}

    assert all(faults_of(**{key: value}) == ["before_the_first_turn"] for key, value in keys.items())
    assert faults_of(drawn=1, opening=[[], []]) == ["stages"]
    assert faults_of(drawn=1, turn=0) == ["stages"]
