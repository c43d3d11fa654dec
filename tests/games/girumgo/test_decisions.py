"""The decisions on doubtful cases of Girumgo, GI-A1 to GI-A12, and the options that decide otherwise."""

import pytest

import sobremesa
from sobremesa import find
from sobremesa.games.girumgo import notation, rules
from tests.contracts.walks import table_of
from tests.games.girumgo.tables import READY, attack_with, chips, faults_of, match_with, play, steps, texts

GAME = find("girumgo")

# One turn of 3,0 away from a step onto 2,0, and one of 3,-1 from a triangle with both.
ON_THE_WAY = {"3,0": 1, "3,-1": 5}


# GI-A1: how large the board is


def test_gi_a1_the_usual_board_has_37_wheels() -> None:
    assert rules.wheels(GAME.table()) == 37
    assert [rules.wheels(GAME.table(2, {"size": size})) for size in (3, 5)] == [19, 61]


# GI-A2: steps between turns


def test_gi_a2_steps_and_turns_mix() -> None:
    match = match_with(die=4, rot={"3,0": 2}, advances=[1, 0])

    match.push("step 2,0")

    assert (match.actor, match.position()["turns_left"]) == (0, 4)
    assert "turn 2,0 +" in texts(match)


def test_gi_a2_with_phases_the_first_step_gives_up_the_turns() -> None:
    match = match_with(die=4, rot={"3,0": 2}, advances=[3, 0], options={"order": "phases"})

    match.push("step 2,0")

    assert match.position()["turns_left"] == 0
    assert texts(match) == ["step 3,0", "end"]


# GI-A3: when triangles are counted


def test_gi_a3_triangles_count_when_they_are_made() -> None:
    match = match_with(die=2, rot=ON_THE_WAY)

    match.push("turn 3,0 +")
    before = match.position()["advances"]
    match.push("turn 3,-1 -")

    assert (before, match.position()["advances"], steps(match)) == ([0, 0], [1, 0], ["step 2,0", "step 3,-1"])


def test_gi_a3_with_a_count_they_score_when_the_last_turn_is_made() -> None:
    match = match_with(die=3, rot=ON_THE_WAY, options={"count": "end"})
    seen = []

    for choice in ("turn 3,0 +", "turn 3,-1 -", "turn 0,0 +"):
        match.push(choice)
        seen.append((match.position()["advances"][0], match.position()["scored"], chips(match)))

    assert seen == [(0, [], []), (0, [], ["2,0/0:0"]), (1, ["2,0/0:0"], ["2,0/0:0"])]
    assert steps(match) == ["step 2,0", "step 3,-1"]


def test_gi_a3_what_is_broken_before_the_count_scores_nothing() -> None:
    match = match_with(die=3, rot=ON_THE_WAY, options={"count": "end"})

    play(match, "turn 3,0 +", "turn 3,-1 -", "turn 3,0 +")

    assert (match.position()["turn"], match.position()["advances"]) == (1, [0, 0])


def test_gi_a3_what_stood_when_the_turn_began_is_not_counted() -> None:
    match = match_with(die=2, rot={"1,0": 2, "1,-1": 4}, options={"count": "end"})

    play(match, "turn 1,0 +", "turn 1,0 -")

    assert (match.position()["turn"], match.position()["advances"]) == (1, [0, 0])


def test_gi_a3_the_end_of_the_turn_brings_the_count() -> None:
    match = match_with(die=6, rot=ON_THE_WAY, options={"count": "end"})

    play(match, "turn 3,0 +", "turn 3,-1 -", "end")

    assert (match.position()["turn"], match.position()["advances"]) == (1, [1, 0])


def test_gi_a3_a_step_before_the_count_needs_an_older_advance() -> None:
    match = match_with(die=6, rot=ON_THE_WAY, advances=[1, 0], options={"count": "end"})

    play(match, "turn 3,0 +", "turn 3,-1 -", "step 2,0")

    assert (match.position()["turns_left"], match.position()["advances"], steps(match)) == (4, [0, 0], [])


def test_gi_a3_with_phases_a_step_brings_the_count_before_it_is_made() -> None:
    match = match_with(die=6, rot=ON_THE_WAY, advances=[1, 0], options={"count": "end", "order": "phases"})

    play(match, "turn 3,0 +", "turn 3,-1 -", "step 2,0")

    assert (match.position()["turns_left"], match.position()["advances"]) == (0, [1, 0])
    assert match.position()["scored"] == ["2,0/0:0"]
    assert texts(match) == ["step 3,0", "step 3,-1", "end"]


def test_gi_a3_attacks_are_judged_once_at_the_count() -> None:
    match = attack_with(options={"count": "end"}, scored=[], stood=[], turns_left=2, advances=[0, 6])

    match.push("turn 0,-1 +")
    before = match.position()["advances"]
    match.push("turn 3,0 +")

    assert before == [0, 6]
    assert match.position()["advances"] == [4, 2]


@pytest.mark.parametrize(
    ("left", "keys", "reasons"),
    [
        (2, {"stood": []}, []),
        (2, {"scored": ["0,0/0:0"]}, ["before_the_count"]),
        (2, {"attacked": ["0,0"]}, ["attack_without_triangles", "before_the_count"]),
        (0, {"stood": []}, ["neither_scored_nor_stood"]),
        (0, {"scored": ["0,0/0:0", "0,0/2:2"]}, ["counted_but_broken"]),
    ],
)
def test_gi_a3_a_position_knows_whether_the_count_was_made(
    left: int, keys: dict[str, list[str]], reasons: list[str]
) -> None:
    rot = {"1,0": 2, "1,-1": 4}

    assert faults_of(turn=0, die=4, turns_left=left, rot=rot, options={"count": "end"}, **keys) == reasons


# GI-A4: another colour than the one there


def test_gi_a4_the_comparison_is_with_the_start_of_the_turn() -> None:
    match = match_with(die=6, rot={"1,0": 2, "1,-1": 4})

    play(match, "turn 0,0 +", "turn 1,0 +", "turn 1,-1 +", "turn 0,0 -", "turn 1,0 -", "turn 1,-1 -")

    # The hole showed colour 0, then 5, which is new, then 0 again, which is not.
    assert match.position()["advances"] == [1, 0]
    assert chips(match) == ["0,0/0:0"]


# GI-A5: which two triangles make an attack


def test_gi_a5_both_triangles_must_be_scored_in_this_turn() -> None:
    match = attack_with(scored=[], stood=["0,0/0:0"], advances=[0, 6])

    match.push("turn 0,-1 +")

    assert match.position()["advances"] == [2, 6]


def test_gi_a5_marked_triangles_count_if_one_of_them_is_scored_now() -> None:
    match = attack_with(scored=[], stood=["0,0/0:0"], advances=[0, 6], options={"attack": "marked"})

    match.push("turn 0,-1 +")

    assert match.position()["advances"] == [3, 2]


def test_gi_a5_older_triangles_alone_attack_nobody() -> None:
    standing = {**READY, "0,-1": 2}
    match = match_with(die=6, rot=standing, tokens=[[3, 0], [0, 0]], advances=[0, 6], options={"attack": "marked"})

    play(match, "turn 0,-1 +", "turn 0,-1 -")

    assert len(chips(match)) == 3
    assert match.position()["advances"] == [0, 6]


def test_gi_a5_an_attack_on_marked_triangles_needs_one_that_was_scored() -> None:
    position = {"turn": 0, "die": 6, "turns_left": 3, "attacked": ["0,0"], "options": {"attack": "marked"}}

    assert faults_of(**position, scored=["0,0/0:0"]) == []
    assert faults_of(**position) == ["attack_without_triangles"]


# GI-A6: several rivals on a wheel


def test_gi_a6_all_rivals_lose_and_one_advance_is_gained() -> None:
    match = attack_with(seats=4, tokens=[[0, 0], [0, 0], [0, 0], [0, 0]], advances=[1, 9, 4, 3])

    match.push("turn 0,-1 +")

    assert match.position()["advances"] == [4, 5, 0, 0]
    assert match.position()["tokens"] == [[0, 0], [0, 0], [0, 0], [0, -3]]


# GI-A7: the order of the colours


def test_gi_a7_all_wheels_show_their_colours_in_the_same_order() -> None:
    t = table_of(match_with(rot=dict.fromkeys(notation.WHEEL_TEXTS[:37], 4)))

    shown = {tuple(rules.colour_at(int(t.rot[disc]), slot) for slot in range(6)) for disc in range(37)}

    assert shown == {(2, 3, 4, 5, 0, 1)}


# GI-A8: how the wheels stand at the start


@pytest.mark.parametrize(
    ("options", "phase", "draws"),
    [({}, "setup", 7), ({"setup": "aligned"}, "opening", 0), ({"setup": "free"}, "setup", 37)],
)
def test_gi_a8_the_usual_start_is_symmetric(options: dict[str, str], phase: str, draws: int) -> None:
    match = sobremesa.start("girumgo", options=options, seed=2)

    assert (match.phase, rules.draws(table_of(match))) == (phase, draws)


# GI-A9: a limit for advances


def test_gi_a9_with_a_cap_the_surplus_is_lost() -> None:
    match = attack_with(advances=[11, 6], options={"cap": 12})

    match.push("turn 0,-1 +")

    assert match.position()["advances"] == [12, 2]
    assert faults_of(turn=0, advances=[13, 0], options={"cap": 12}) == ["advances"]


# GI-A10: turns that must be made


def test_gi_a10_nobody_must_make_all_turns() -> None:
    assert texts(match_with(die=6))[-1] == "end"


def test_gi_a10_with_must_turn_the_end_comes_after_the_turns() -> None:
    match = match_with(die=2, rot={"3,0": 2}, advances=[1, 0], options={"must_turn": True})
    offered = []

    for choice in ("turn 0,0 +", "turn 0,0 -"):
        offered.append((steps(match), "end" in texts(match)))
        match.push(choice)
    offered.append((steps(match), "end" in texts(match)))

    assert offered == [(["step 2,0"], False), (["step 2,0"], False), (["step 2,0"], True)]


def test_gi_a10_with_phases_steps_come_after_the_turns_too() -> None:
    options = {"must_turn": True, "order": "phases"}
    match = match_with(die=1, rot={"3,0": 2}, advances=[1, 0], options=options)

    before = texts(match)
    match.push("turn 0,0 +")

    assert all(text.startswith("turn") for text in before)
    assert texts(match) == ["step 2,0", "end"]


def test_gi_a10_the_match_may_be_won_with_turns_left() -> None:
    match = match_with(die=6, rot={"-2,0": 2}, tokens=[[-2, 0], [0, 0]], advances=[1, 0], options={"must_turn": True})

    match.push("step -3,0")

    assert (match.phase, match.places()) == ("over", [1, 2])


# GI-A11: a rival turns the token's wheel


def test_gi_a11_a_rivals_wheel_may_be_turned_and_its_token_looks_elsewhere() -> None:
    match = match_with(turn=1, die=1, rot={"3,0": 2}, advances=[1, 0])

    play(match, "turn 3,0 +", "1")

    # The first seat's colour would have led to 2,0.
    assert match.position()["tokens"][0] == [3, 0]
    assert steps(match) == []


# GI-A12: colour and vertex


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_gi_a12_every_colour_has_its_vertex(seats: int) -> None:
    t = GAME.table(seats)
    vertices = [(3, 0), (3, -3), (0, -3), (-3, 0), (-3, 3), (0, 3)]

    starts = [notation.POINTS[rules.start_of(t, seat)] for seat in range(seats)]

    assert starts == [vertices[rules.colour_of(t, seat)] for seat in range(seats)]
