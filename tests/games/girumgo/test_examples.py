"""The worked examples of Girumgo."""

import pytest

import sobremesa
from sobremesa import find
from sobremesa.games.girumgo import rules
from tests.games.girumgo.tables import chips, match_with, outcomes, play, steps, texts

GAME = find("girumgo")


def test_example_t1_a_triangle_in_four_turns() -> None:
    match = match_with(die=4)
    seen = []

    for choice in ("turn 1,0 +", "turn 1,0 +", "turn 1,-1 -", "turn 1,-1 -"):
        match.push(choice)
        seen.append(match.position()["advances"])

    assert seen == [[0, 0], [0, 0], [0, 0], [1, 0]]
    assert chips(match) == ["0,0/0:0"]
    assert (match.phase, match.position()["turn"]) == ("throw", 1)


def test_example_t2_a_triangle_at_the_token_and_a_step() -> None:
    match = match_with(die=4)

    play(match, "turn 3,0 +", "turn 3,0 +", "turn 3,-1 -", "turn 3,-1 -")
    offered = (match.position()["advances"], texts(match))
    match.push("step 2,0")

    assert offered == ([1, 0], ["step 2,0", "step 3,-1", "end"])
    assert (match.position()["tokens"][0], match.position()["advances"]) == ([2, 0], [0, 0])


def test_example_t3_the_old_triangle_is_broken() -> None:
    match = match_with(die=2, rot={"3,0": 2, "3,-1": 4}, tokens=[[2, 0], [-3, 0]])
    before = chips(match)

    match.push("turn 2,0 +")

    assert (before, chips(match)) == (["2,0/0:0"], [])
    assert (match.position()["advances"], steps(match)) == ([0, 0], [])


def test_example_t5_a_triangle_broken_and_remade_scores_nothing() -> None:
    match = match_with(turn=1, die=2, rot={"1,0": 2, "1,-1": 4})
    seen = []

    for choice in ("turn 1,0 +", "turn 1,0 -"):
        match.push(choice)
        seen.append(chips(match))

    assert seen == [[], ["0,0/0:0"]]
    assert match.position()["advances"] == [0, 0]


def test_example_t7_two_triangles_and_an_attack_at_once() -> None:
    match = match_with(die=6, rot={"1,0": 2}, tokens=[[3, 0], [0, 0]], advances=[0, 6])

    play(match, "turn 1,-1 -", "turn 1,-1 -")
    first = match.position()["advances"]
    play(match, "turn -1,0 -", "turn -1,0 -", "turn 0,-1 +", "turn 0,-1 +")

    assert first == [1, 6]
    assert match.position()["advances"] == [4, 2]
    assert match.position()["tokens"] == [[3, 0], [0, 0]]
    assert chips(match) == ["-1,0/0:2", "0,-1/0:4", "0,0/0:0"]


def test_example_t10_no_hole_no_step() -> None:
    match = match_with(die=3, advances=[5, 0])

    assert steps(match) == []


def test_example_t11_a_walk_across_the_board() -> None:
    match = match_with(advances=[6, 0])
    route = []

    for q in range(3, -3, -1):
        play(match, "2", f"turn {q},0 +", f"turn {q},0 +", f"step {q - 1},0")
        route.append(match.position()["tokens"][0])
        while match.phase != "over" and match.position()["turn"] == 0:
            match.push("end")
        if match.phase != "over":
            play(match, "1", "end")

    assert route == [[2, 0], [1, 0], [0, 0], [-1, 0], [-2, 0], [-3, 0]]
    assert (match.phase, match.position()["advances"], match.places()) == ("over", [0, 0], [1, 2])


def test_example_t12_holes_of_the_board() -> None:
    t = GAME.table(2, {"setup": "aligned"})
    wheels = {"3,0": [2, 3], "3,-1": [2, 3, 4], "0,0": [0, 1, 2, 3, 4, 5]}

    for text, slots in wheels.items():
        wheel = next(turn.number // 2 for turn in match_with(die=1).moves() if turn.text == f"turn {text} +")
        assert [slot for slot in range(6) if rules.HOLE[wheel, slot] < rules.holes(t)] == slots
    assert rules.holes(t) == 54
    assert not any(rules.triangle(t, hole) for hole in range(54))


def test_example_t14_the_very_start() -> None:
    match = sobremesa.position({"game": "girumgo"}, seed=4)
    first = outcomes(match)

    for _ in range(7):
        match.push(match.draw())

    assert first == [f"set 0,0 {rot}" for rot in range(6)]
    assert (match.phase, match.position()["opening"]) == ("opening", [[], []])


def test_example_t15_ties_in_the_opening() -> None:
    match = sobremesa.position({"game": "girumgo", "seats": 3, "options": {"setup": "aligned"}})
    seen = []

    for throw in ("5", "2", "5", "4", "4", "3", "6"):
        match.push(throw)
        seen.append(match.position().get("opening"))

    assert seen[2] == [[], None, []]
    assert seen[4] == [[], None, []]
    assert (match.phase, match.position()["turn"]) == ("throw", 2)


@pytest.mark.parametrize(("order", "turn"), [("mixed", 0), ("phases", 1)])
def test_example_t16_a_step_between_turns(order: str, turn: int) -> None:
    match = match_with(die=4, advances=[1, 0], options={"order": order})

    play(match, "turn 3,0 +", "turn 3,0 +", "step 2,0")

    assert match.position()["turn"] == turn
    assert match.position().get("turns_left") == (2 if turn == 0 else None)


@pytest.mark.parametrize(
    ("last", "advances", "offered"),
    [("turn 0,0 +", [1, 0], ["step 2,0", "step 3,-1"]), ("turn 3,0 +", [0, 0], [])],
)
def test_example_t17_a_count_at_the_end(last: str, advances: list[int], offered: list[str]) -> None:
    match = match_with(die=5, options={"count": "end"})

    play(match, "turn 3,0 +", "turn 3,0 +", "turn 3,-1 -", "turn 3,-1 -")
    before = (match.position()["advances"], steps(match))
    match.push(last)

    assert before == ([0, 0], [])
    assert match.position()["advances"] == advances
    assert (steps(match) if match.actor == 0 else []) == offered


@pytest.mark.parametrize(("attack", "advances"), [("this_turn", [2, 6]), ("marked", [3, 2])])
def test_example_t18_an_older_triangle(attack: str, advances: list[int]) -> None:
    rot = {"1,0": 2, "1,-1": 4, "-1,0": 4}
    match = match_with(die=2, rot=rot, tokens=[[3, 0], [0, 0]], advances=[0, 6], options={"attack": attack})

    play(match, "turn 0,-1 +", "turn 0,-1 +")

    assert match.position()["advances"] == advances
