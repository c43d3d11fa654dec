"""Triangles of Girumgo and their chips, GI-10 to GI-13."""

import random
from typing import Any

import pytest

import sobremesa
from sobremesa import CHANCE
from sobremesa.games.girumgo import notation, rules
from tests.contracts.walks import table_of
from tests.games.girumgo.tables import attack_with, chips, faults_of, match_with, play

SIZES = [(3, 19, 24), (4, 37, 54), (5, 61, 96)]


@pytest.mark.parametrize("colour", range(6))
@pytest.mark.parametrize("name", ["0,0/0", "0,0/1", "2,0/0", "-3,1/1", "-1,3/1"])
def test_gi_10_three_wedges_of_one_colour_are_a_triangle(name: str, colour: int) -> None:
    places = notation.HOLES[notation.HOLE_TEXTS.index(name)]
    rot = {notation.WHEEL_TEXTS[disc]: (slot - colour) % 6 for disc, slot in places}
    t = table_of(match_with(rot=rot))

    shown = {rules.colour_at(int(t.rot[disc]), slot) for disc, slot in places}

    assert shown == {colour}
    assert f"{name}:{colour}" in chips(match_with(rot=rot))


def test_gi_10_triangles_are_found_as_the_wedges_show() -> None:
    dice = random.Random(1)
    found = 0
    for size, wheels, holes in SIZES * 3:
        rot = {text: dice.randrange(6) for text in notation.WHEEL_TEXTS[:wheels]}
        match = match_with(rot=rot, options={"size": size})
        expected = []
        for hole, places in enumerate(notation.HOLES[:holes]):
            shown = {(slot - rot[notation.WHEEL_TEXTS[disc]]) % 6 for disc, slot in places}
            if len(shown) == 1:
                expected.append(notation.triangle_text((hole, shown.pop())))
        assert chips(match) == sorted(expected)
        found += len(expected)
    assert found > 5


def test_gi_11_a_triangle_scores_when_it_is_made() -> None:
    match = match_with(die=4, rot={"1,0": 2, "1,-1": 5})

    match.push("turn 1,-1 -")

    assert match.position()["advances"] == [1, 0]
    assert (match.position()["scored"], chips(match)) == (["0,0/0:0"], ["0,0/0:0"])


def test_gi_11_one_turn_can_score_several() -> None:
    match = attack_with(tokens=[[3, 0], [-3, 0]], turns_left=2)

    match.push("turn 0,-1 +")

    assert match.position()["advances"] == [3, 6]
    assert match.position()["scored"] == chips(match) == ["-1,0/0:2", "0,-1/0:4", "0,0/0:0"]


def test_gi_11_a_triangle_scores_once_in_a_turn() -> None:
    match = match_with(die=6, rot={"1,0": 2, "1,-1": 5})
    seen = []

    for way in "-+-":
        match.push(f"turn 1,-1 {way}")
        seen.append((match.position()["advances"][0], chips(match)))

    assert seen == [(1, ["0,0/0:0"]), (1, []), (1, ["0,0/0:0"])]


def test_gi_11_a_triangle_that_stood_when_the_turn_began_does_not_score() -> None:
    match = match_with(die=6, rot={"1,0": 2, "1,-1": 4})

    play(match, "turn 1,0 +", "turn 1,0 -")

    assert (match.position()["advances"], match.position()["stood"]) == ([0, 0], ["0,0/0:0"])
    assert (match.position()["scored"], chips(match)) == ([], ["0,0/0:0"])


def test_gi_11_another_colour_at_the_same_hole_scores() -> None:
    # All three wheels have gone one wedge on, so the hole shows the next colour down.
    match = match_with(die=6, rot={"1,0": 2, "1,-1": 4})

    play(match, "turn 0,0 +", "turn 1,0 +", "turn 1,-1 +")

    assert match.position()["advances"] == [1, 0]
    assert (match.position()["scored"], match.position()["stood"]) == (["0,0/0:5"], ["0,0/0:0"])


@pytest.mark.parametrize(
    ("keys", "reasons"),
    [
        ({"scored": ["0,0/0:0"]}, []),
        ({"scored": ["0,0/0:0"], "stood": ["0,0/0:0"]}, ["scored_and_stood"]),
        ({"stood": []}, ["neither_scored_nor_stood"]),
        ({"stood": ["0,0/0:0", "0,0/0:1"]}, ["not_together"]),
        ({"stood": ["0,0/0:0", "0,0/1:1"]}, ["not_together"]),
        ({"scored": ["0,0/0:0", "1,0/2:0"]}, ["twice"]),
        ({"scored": "0,0/0:0"}, ["text_list"]),
        ({"scored": [7]}, ["triangle"]),
        ({"scored": ["3,0/0:0"]}, ["triangle"]),
        ({"scored": ["4,0/2:0"]}, ["triangle"]),
        ({"stood": {}}, ["neither_scored_nor_stood", "text_list"]),
        ({"turns_left": 6, "scored": ["0,0/0:0"]}, ["before_any_turn"]),
        ({"turns_left": 6, "stood": ["0,0/2:2"]}, ["before_any_turn"]),
    ],
)
def test_gi_11_a_position_tells_which_triangles_are_new(keys: dict[str, Any], reasons: list[str]) -> None:
    assert faults_of(**({"turn": 0, "die": 6, "turns_left": 3, "rot": {"1,0": 2, "1,-1": 4}} | keys)) == reasons


def test_gi_12_breaking_takes_the_chip_and_costs_nothing() -> None:
    match = match_with(die=6, turns_left=3, rot={"1,0": 2, "1,-1": 4}, scored=["0,0/0:0"], advances=[1, 0])

    match.push("turn 0,0 -")

    assert (chips(match), match.position()["advances"]) == ([], [1, 0])
    assert match.position()["scored"] == ["0,0/0:0"]


def test_gi_12_a_triangle_broken_in_an_earlier_turn_counts_again() -> None:
    match = match_with(die=1, rot={"1,0": 2, "1,-1": 4})

    play(match, "turn 0,0 -", "2", "turn 0,0 +")

    assert match.position()["advances"] == [0, 1]


def test_gi_13_chips_lie_on_all_triangles_and_nowhere_else() -> None:
    dice = random.Random(5)
    match = sobremesa.start("girumgo", seats=3, options={"size": 3}, seed=5)
    seen = 0

    for _ in range(400):
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
        t = table_of(match)
        if match.phase != "setup":
            assert t.chips.tolist() == [rules.triangle(t, hole) for hole in range(24)] + [0] * 72
        seen += bool(t.chips.any())

    assert seen > 20


def test_gi_13_no_wheel_has_triangles_at_neighbouring_holes() -> None:
    together = [
        (one, other)
        for one in range(6)
        for other in range(6)
        if notation.stand_together([(notation.TRIANGLES[f"0,0/0:{one}"]), notation.TRIANGLES[f"0,0/1:{other}"]])
    ]

    assert together == []
