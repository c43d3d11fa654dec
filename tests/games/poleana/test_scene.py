"""Poleana to look at: the board, the numbers of pieces, how moves are made by hand, and what is told."""

from itertools import combinations
from typing import Any

import pytest

import sobremesa
from sobremesa import Match
from sobremesa.core.words import Words
from sobremesa.games.poleana.scene import MARGIN, SCENE

NAMES = ("Red", "Green", "Blue", "Yellow")
GUARDED = {"custodians": True}


def match_of(pos: dict[str, str], roll: list[int] | None = None, turn: str = "R", **keys: Any) -> Match:
    dice = {} if roll is None else {"roll": roll}
    return sobremesa.position({"game": "poleana", "pos": pos, "turn": turn, **dice, **keys})


def gestures(match: Match) -> dict[str, tuple[list[str], str]]:
    return {each["move"]: (each["picks"], each["close"]) for each in match.frame(match.actor)["gestures"]}


def things(match: Match) -> dict[str, str]:
    return {thing["id"]: f"{thing['zone']}/{thing['place']}" for thing in match.frame()["things"]}


def told(match: Match, *choices: str) -> list[str]:
    for choice in choices:
        match.push(choice)
    words = Words("en", match.game.package, "sobremesa.core")
    return [words.say(phrase, NAMES) for phrase in match.story()]


def prompted(match: Match) -> str:
    return Words("en", match.game.package, "sobremesa.core").say(match.view().prompt(), NAMES)


# The board


def test_a_corner_is_called_on_the_board_as_in_the_log_and_painted_for_whom_it_is_the_door() -> None:
    written = {shape.text: shape.paint for shape in SCENE.shapes if shape.text}
    corners = {place.id: place.name for place in SCENE.zones[0].places if place.id in written}
    words = Words("en", "sobremesa.games.poleana")

    assert {words.say(name) for name in corners.values()} == {
        "R9, door of Green",
        "G9, door of Blue",
        "B9, door of Yellow",
        "Y9, door of Red",
    }
    # Where an escape zone ends the letter of its colour stands too, so that colour is never alone.
    doors = {"R": "Y9", "G": "R9", "B": "G9", "Y": "B9"}
    assert all(written[f"7{colour}"] == written[corner] for colour, corner in doors.items())


def test_the_zones_have_their_squares() -> None:
    counts = {zone.id: len(zone.places) for zone in SCENE.zones}

    assert counts == {"ring": 60, "bridges": 28, "escape": 28, "cells": 16, "free": 16, "dice": 2, "spent": 2}


@pytest.mark.parametrize(
    ("name", "at"),
    [
        ("R0", (6, 15)),
        ("R9", (15, 15)),
        ("G0", (15, 9)),
        ("G12", (12, 0)),
        ("B5", (4, 0)),
        ("Y14", (5, 15)),
        ("Gb4", (13, 7)),
        ("Bb1", (10, 1)),
        ("Yb6", (2, 10)),
        ("Gz5", (12, 13)),
        ("Bz7", (12, 3)),
        ("Yz2", (2, 1)),
        ("GC2", (14, 8)),
        ("BC4", (6, 1)),
        ("RF1", (4.75, 11.15)),
        ("GF1", (11.15, 10.55)),
        ("YF4", (4.15, 7.75)),
    ],
)
def test_a_place_is_where_the_board_has_it(name: str, at: tuple[float, float]) -> None:
    place = next(place for zone in SCENE.zones for place in zone.places if place.id == name)

    assert place.at == pytest.approx((MARGIN + at[0], MARGIN + at[1]))


def test_no_two_places_of_the_board_overlap() -> None:
    places = [place for zone in SCENE.zones if not zone.tray for place in zone.places]

    for one, other in combinations(places, 2):
        apart = [one.at[axis] + one.size[axis] <= other.at[axis] + 1e-6 for axis in range(2)]
        apart += [other.at[axis] + other.size[axis] <= one.at[axis] + 1e-6 for axis in range(2)]
        assert any(apart), (one.id, other.id)


# Things


def test_pieces_and_dice_lie_where_they_should() -> None:
    match = match_of({"R": "R4 Gb2 Rz3 F"}, [5, 3], dice_left=[3])

    seen = things(match)

    assert sorted(seen[f"R{number}"] for number in (1, 2, 3, 4))[:2] == ["bridges/Gb2", "escape/Rz3"]
    assert {seen["G1"], seen["Y4"]} == {"cells/GC1", "cells/YC4"}
    assert (seen["die-0"], seen["die-1"]) == ("spent/0", "dice/1")


def test_a_piece_keeps_its_number_when_it_overtakes() -> None:
    match = match_of({"R": "R4 R6"}, [5, 3])
    before = things(match)
    runner = next(piece for piece, place in before.items() if place == "ring/R4")

    match.push("5:R4>R9")

    after = things(match)
    assert {piece for piece in before if before[piece] != after[piece]} == {runner, "die-0"}
    assert after[runner] == "ring/R9"


def test_numbers_begin_with_one_also_with_fewer_pieces() -> None:
    match = match_of({"R": "R4", "B": "F"}, options={"pieces": 2})

    seen = things(match)

    assert {piece for piece in seen if piece[0] in "RB"} == {"R1", "R2", "B1", "B2"}


def test_custodians_stand_on_the_vacant_side() -> None:
    match = match_of({}, players="RGB", options=GUARDED)

    assert {place for thing, place in things(match).items() if thing.startswith("custodian")} == {"ring/Y0", "ring/Y3"}


# Moves by hand


def test_coming_out_is_made_from_the_cell() -> None:
    match = match_of({}, [6, 6])

    assert gestures(match) == {"1>R6": (["R1"], "ring/R6"), "2>R0": (["R1", "R2"], "ring/R0")}


def test_a_walk_is_made_from_its_piece_to_its_square() -> None:
    match = match_of({"R": "R12 F F F"}, [4, 1])

    made = gestures(match)

    assert made["4:R12>Gb2"] == (["R4"], "bridges/Gb2")
    assert made["4:R12>G1"] == (["R4"], "ring/G1")


def test_dice_are_picked_where_two_walks_have_the_same_squares() -> None:
    match = match_of({"R": "R14 F F F"}, [5, 3])

    made = gestures(match)

    assert made["5:R14>G4"] == (["R4", "die-0"], "ring/G4")
    assert made["8:R14>G4"] == (["R4", "die-0", "die-1"], "ring/G4")
    assert made["8:R14>G7"] == (["R4"], "ring/G7")


def test_dice_are_picked_where_a_rebound_leads_to_the_same_square() -> None:
    match = match_of({"R": "Rz5 F F F"}, [3, 1], options={"overshoot": "rebound"})

    made = gestures(match)

    assert made["3:Rz5>Rz6"] == (["R4", "die-0"], "escape/Rz6")
    assert made["1:Rz5>Rz6"] == (["R4", "die-1"], "escape/Rz6")
    assert made["4:Rz5>Rz5"] == (["R4"], "escape/Rz5")


def test_a_piece_touched_in_vain_goes_to_the_cell_with_its_die() -> None:
    match = match_of({"R": "R8 F F F", "B": "R10 R10"}, [3, 1], options={"enforcement": "honour"})

    assert gestures(match)["3:R8>RC"] == (["R4", "die-0"], "cells/RC4")


def test_a_hit_is_made_from_the_custodian_to_its_victim() -> None:
    match = match_of({"R": "Y8"}, [5, 3], turn="G", players="RGB", options=GUARDED)

    assert gestures(match) == {
        "Y0+8>Y8xR": (["custodian-Y0"], "ring/Y8"),
        "Y3+5>Y8xR": (["custodian-Y3"], "ring/Y8"),
    }


def test_all_hits_at_once_are_a_button() -> None:
    match = match_of({"R": "Y8"}, [5, 3], turn="G", players="RGB", options=GUARDED | {"custodian_all": True})

    assert list(gestures(match).values()) == [([], "button/hits")]


def test_a_bonus_is_left_by_a_button() -> None:
    match = match_of({"R": "R7 F F F"}, phase="bonus10", options={"bonus_optional": True})

    assert gestures(match) == {
        "10:R7>G2": (["R4"], "ring/G2"),
        "10:R7>Gb3": (["R4"], "bridges/Gb3"),
        "skip": ([], "button/skip"),
    }


def test_a_call_is_a_button_and_a_penalty_goes_to_the_cell() -> None:
    honour = {"enforcement": "honour"}
    asked = match_of({"R": "R8 F F F", "G": "R7"}, [2, 1], phase="call", caller="G", options=honour)
    paying = match_of({"R": "G3 Gb7 R2"}, [2, 1], phase="penalty", options=honour)
    homes = {place: thing for thing, place in things(paying).items()}

    assert gestures(asked) == {"call": ([], "button/call"), "pass": ([], "button/pass")}
    for move, home in (("G3>RC", "ring/G3"), ("Gb7>RC", "bridges/Gb7")):
        piece = homes[home]
        assert gestures(paying)[move] == ([piece], f"cells/RC{piece[1]}")


# Captions and prompts


def captions(match: Match) -> list[str]:
    words = Words("en", match.game.package, "sobremesa.core")
    v = match.view(match.actor).table
    return [words.say(match.game.scenery.caption(v, move.number), NAMES) for move in match.moves()]


def test_captions_say_what_a_move_does() -> None:
    honour = {"enforcement": "honour"}

    assert captions(match_of({}, [5, 1])) == ["one comes out to R0"]
    assert captions(match_of({"B": "R0"}, [6, 6])) == [
        "one comes out to R6",
        "2 come out to R0, capture Blue",
    ]
    assert captions(match_of({"R": "Rz6 F F F"}, [4, 1])) == ["Rz6 to freedom with 1"]
    assert captions(match_of({"R": "R5 F F F", "G": "R7"}, [2, 1])) == ["R5 to R7 with 2, captures Green"]
    assert captions(match_of({"R": "R8 F F F", "B": "R10 R10"}, [3, 1], options=honour)) == [
        "R8 to R9 with 1",
        "touch R8 in vain with the 3",
    ]
    assert captions(match_of({"R": "Y8"}, [5, 2], turn="G", players="RGB", options=GUARDED)) == [
        "the custodian on Y3 captures Red on Y8 with 5"
    ]
    assert captions(match_of({"R": "G3 Gb7 R2"}, [2, 1], phase="penalty", options=honour)) == [
        "the one on G3 goes back",
        "the one on Gb7 goes back",
    ]
    assert captions(match_of({"R": "R8"}, [2, 1], phase="call", caller="G", options=honour)) == [
        "call it",
        "let it pass",
    ]


@pytest.mark.parametrize(
    ("pos", "roll", "options", "said"),
    [
        ({}, [5, 1], {}, "Red: getting out comes first; 5-1 makes six."),
        ({}, [6, 3], {}, "Red: getting out comes first; 6-3 puts one on your 3."),
        ({}, [6, 6], {}, "Red: getting out comes first; 6-6 puts one on your 6 or two on your exit."),
        ({}, [6, 1], {"exit_throw": "any_six"}, "Red: getting out comes first; a 6 lets one out."),
        ({}, [5, 1], {"enforcement": "honour"}, "Red: getting out comes first; 5-1 makes six."),
        ({"R": "R4"}, [5, 1], {"enforcement": "honour"}, "Red: 5-1 can let one out; if you walk, you may be called."),
        ({"R": "R4"}, [5, 2], {}, "Red: walk with 5-2."),
        ({"R": "R4 F F F", "G": "R6"}, [5, 2], {}, "Red: capturing comes before walking (5-2)."),
        (
            {"R": "R4 F F F", "G": "R6"},
            [5, 2],
            {"enforcement": "honour"},
            "Red: walk with 5-2; if you skip a capture, you may be called.",
        ),
    ],
)
def test_the_prompt_says_why(pos: dict[str, str], roll: list[int], options: dict[str, Any], said: str) -> None:
    match = match_of(pos, roll, options=options)

    assert prompted(match) == said


def test_the_prompt_names_whoever_is_asked() -> None:
    honour = {"enforcement": "honour"}
    asked = match_of({"R": "R8 F F F", "G": "R7"}, [2, 1], phase="call", caller="G", options=honour)
    paying = match_of({"R": "G3 Gb7 R2"}, [2, 1], phase="penalty", options=honour)
    watched = match_of({"R": "Y8"}, [5, 3], turn="G", players="RGB", options=GUARDED)
    opening = match_of({}, turn="G", phase="opening", opening={"R": 7, "G": 0, "B": 0, "Y": 0})
    walking = match_of({"R": "R7 F F F"}, phase="bonus10")
    leaving = match_of({"R": "R7 F F F"}, phase="bonus10", options={"bonus_optional": True})

    assert prompted(asked) == "Green: do you call Red's slip?"
    assert prompted(paying) == "Red: they are equally far; which one goes back to the cell?"
    assert prompted(watched) == "Green: your 5-3 serves a custodian; choose the capture."
    assert prompted(opening) == "Green throws to see who begins."
    assert prompted(walking) == "Red: walk 10 as a bonus, with any piece."
    assert prompted(leaving) == "Red: walk 10 as a bonus, with any piece, or leave the bonus."


# The story


def test_the_opening_is_told() -> None:
    match = match_of({}, players="RB", phase="opening")
    names = ["Red", "Blue"]
    words = Words("en", match.game.package, "sobremesa.core")
    lines = []
    for throw in ("5-3", "6-2", "4-1", "3-3"):
        match.push(throw)
        lines.append([words.say(phrase, names) for phrase in match.story()])

    assert lines == [
        ["Red throws 5-3 for the start."],
        ["Blue throws 6-2 for the start.", "Red, Blue are tied and throw again."],
        ["Red throws 4-1 for the start."],
        ["Blue throws 3-3 for the start.", "Blue begins."],
    ]


def test_a_throw_that_moves_nothing_is_told() -> None:
    assert told(match_of({}), "6-1") == ["Red throws 6-1.", "Red cannot move."]
    assert told(match_of({}), "2-2") == ["Red throws 2-2.", "Red cannot move.", "Red throws again."]


def test_a_capture_and_its_bonus_are_told() -> None:
    match = match_of({"R": "R5 F F F", "G": "R7"}, [2, 1])

    assert told(match, "2:R5>R7xG") == [
        "Red walks 2, from R5 to R7.",
        "Red captures Green on R7.",
        "Red wins 10 bonus steps.",
    ]
    assert told(match, "10:R7>Gb3") == ["Red walks 10, from R7 to Gb3."]


def test_a_bonus_and_a_die_that_nobody_can_walk_are_told() -> None:
    match = match_of({"R": "Y5 F F F", "G": "Y8", "B": "R0 R0"}, [6, 3], options={"bonus": 15})

    assert told(match, "3:Y5>Y8xG") == [
        "Red walks 3, from Y5 to Y8.",
        "Red captures Green on Y8.",
        "Nobody can walk the 15 bonus steps.",
    ]

    stuck = match_of({"R": "Rz3 F F F"}, [5, 1])

    assert told(stuck, "1:Rz3>Rz4") == ["Red walks 1, from Rz3 to Rz4.", "The 5 that is left cannot be used."]


@pytest.mark.parametrize(
    ("steps", "caption", "line"),
    [
        (10, "leave the 10 bonus steps", "Red leaves the 10 bonus steps."),
        (1, "leave the bonus step", "Red leaves the bonus step."),
    ],
)
def test_a_bonus_that_is_left_is_told(steps: int, caption: str, line: str) -> None:
    options = {"bonus_optional": True, "bonus": steps}
    match = match_of({"R": "R7 F F F"}, [4, 4], dice_left=[], phase="bonus10", options=options)

    assert captions(match)[-1] == caption
    assert told(match, "skip") == [line, "Red throws again."]


def test_a_die_that_nobody_can_walk_is_told_when_a_bonus_is_left() -> None:
    options = {"bonus_optional": True, "bonus": 1}
    match = match_of({"R": "Y8 F F F", "B": "Y10 Y10"}, [6, 3], dice_left=[6], phase="bonus10", options=options)
    blocked = match_of({"R": "R7 F F F", "B": "R9 R9"}, [6, 3], dice_left=[6], phase="bonus10", options=options)

    assert told(match, "skip") == ["Red leaves the bonus step."]
    assert told(blocked, "skip") == ["Red leaves the bonus step.", "The 6 that is left cannot be used."]


def test_a_double_that_a_custodian_ends_is_told() -> None:
    for ends, again in ((False, ["Green throws again."]), (True, [])):
        options = GUARDED | {"custodian_ends_turn": ends}
        match = match_of({"R": "Y8"}, [4, 4], turn="G", players="RGB", options=options)

        assert told(match, "Y0+8>Y8xR") == ["A custodian captures Red on Y8.", "Green loses the throw.", *again]


def test_coming_out_is_told() -> None:
    assert told(match_of({"B": "R0"}, [5, 1]), "1>R0xB") == [
        "Red lets one out to R0.",
        "Red captures Blue on R0.",
        "Red wins 10 bonus steps.",
    ]
    assert told(match_of({}, [6, 6]), "2>R0") == ["Red lets 2 out to R0."]

    any_six = match_of({"R": "R0 R0", "B": "R2 R2"}, [6, 5], options={"exit_throw": "any_six"})

    assert told(any_six, "1>R0") == ["Red lets one out to R0.", "The 5 that is left cannot be used."]


def test_custodians_are_told() -> None:
    match = match_of({"R": "Y8", "G": "Y5"}, [5, 3], turn="B", players="RGB", options=GUARDED | {"custodian_all": True})
    caption = match.game.scenery.caption(match.view().table, match.moves()[0].number)
    words = Words("en", match.game.package, "sobremesa.core")

    assert words.say(caption, NAMES).count("captures") == 3
    assert told(match, match.moves()[0].text) == [
        "A custodian captures Red on Y8.",
        "A custodian captures Green on Y5.",
        "Blue loses the throw.",
    ]


def test_a_third_double_is_told() -> None:
    match = match_of({"R": "G3"}, doubles=2, options={"three_doubles": "lose_leader"})

    assert told(match, "4-4") == [
        "Red throws 4-4.",
        "That is the third double in a row: it is void and the turn is over.",
        "The piece of Red on G3 goes back to the cell.",
    ]


def test_honour_is_told() -> None:
    honour = {"enforcement": "honour"}
    match = match_of({"R": "R5 F F F", "G": "R7"}, [2, 1], options=honour)
    match.push("3:R5>R8")
    touched = match_of({"R": "R8 F F F", "B": "R10 R10"}, [3, 1], options=honour)
    tied = match_of({"R": "G3 Gb7 R2"}, [2, 1], phase="penalty", options=honour)

    assert told(match, "pass") == ["Green lets it pass."]
    assert told(match, "call") == ["Blue calls Red's slip.", "The piece of Red on R8 goes back to the cell."]
    assert told(touched, "3:R8>RC") == [
        "Red touches R8 in vain: the piece goes to the cell and the 3 is lost.",
        "The 1 that is left cannot be used.",
    ]
    assert told(tied, "Gb7>RC") == ["The piece of Red on Gb7 goes back to the cell."]


def test_freedom_and_the_end_are_told() -> None:
    rivals = {"G": "Gz6 F F F"}
    match = match_of({"R": "Rz4 F F F", **rivals}, [3, 1])
    playing_on = match_of({"R": "Rz4 F F F", **rivals}, [3, 1], players="RGB", options={"play_on": True})

    assert told(match, "3:Rz4>Rz7") == [
        "Red walks 3, from Rz4 to Rz7.",
        "A prisoner of Red is free.",
        "Red has all prisoners free and wins.",
    ]
    assert told(playing_on, "3:Rz4>Rz7")[2:] == ["Red has everybody free."]
    assert told(playing_on, "2-1", "1:Gz6>Gz7")[2:] == ["All is settled. By places: Red, Green, Blue."]


@pytest.mark.parametrize(
    ("seats", "colours"),
    [(2, ("red", "blue")), (3, ("red", "green", "blue")), (4, ("red", "green", "blue", "yellow"))],
)
def test_seats_have_the_colours_of_their_sides(seats: int, colours: tuple[str, ...]) -> None:
    assert sobremesa.start("poleana", seats=seats).view().scene().colours == colours


# The ways of pieces


@pytest.mark.parametrize(
    ("pos", "roll", "move", "path"),
    [
        ("R5", [2, 1], "3:R5>R8", "ring/R6 ring/R7 ring/R8"),
        ("R13", [2, 1], "3:R13>G1", "ring/R14 ring/G0 ring/G1"),
        ("R13", [2, 1], "3:R13>Gb2", "ring/R14 bridges/Gb1 bridges/Gb2"),
        ("Gb6", [2, 1], "3:Gb6>G5", "bridges/Gb7 ring/G4 ring/G5"),
        ("Y8", [2, 1], "3:Y8>Rz2", "ring/Y9 escape/Rz1 escape/Rz2"),
        ("Rz5", [1, 1], "2:Rz5>Rz7", "escape/Rz6 escape/Rz7 free/RF4"),
    ],
)
def test_a_piece_walks_square_by_square(pos: str, roll: list[int], move: str, path: str) -> None:
    match = match_of({"R": f"{pos} F F F" if pos == "Rz5" else pos}, roll)
    match.push(move)

    assert [" ".join(way) for way in match.paths().values()] == [path]


def test_a_long_walk_may_take_two_bridges() -> None:
    match = match_of({"R": "R14 F F F"}, [1, 2], phase="bonus10", dice_left=[], options={"bonus": 20})
    match.push("20:R14>Bb2")

    bridge = [f"bridges/Gb{step}" for step in range(1, 8)]
    ring = [f"ring/G{number}" for number in range(4, 15)]
    assert list(match.paths().values()) == [[*bridge, *ring, "bridges/Bb1", "bridges/Bb2"]]


def test_too_many_points_lead_to_freedom_and_back() -> None:
    match = match_of({"R": "Rz5 R1 F F"}, [3, 1], options={"overshoot": "rebound"})
    match.push("4:Rz5>Rz5")

    assert next(iter(match.paths().values())) == ["escape/Rz6", "escape/Rz7", "escape/Rz6", "escape/Rz5"]


def test_those_who_come_out_stand_on_their_exit_at_once() -> None:
    match = match_of({}, [6, 6])
    match.push("2>R0")

    assert list(match.paths().values()) == [["ring/R0"], ["ring/R0"]]


def test_dice_that_nobody_can_use_are_seen_for_a_moment() -> None:
    match = match_of({}, phase="throw")
    before = match.view()
    match.push("5-4")

    seen = match.game.scenery.glimpse(before.table, 13, match.view().table)

    assert {thing.id: thing.face for thing in seen}.keys() == {"die-0", "die-1"}
    assert {thing["face"] for thing in match.frame()["things"] if thing["kind"] == "die"} == {""}
