"""The worked examples of Poleana, and the longer ones told step by step."""

from dataclasses import dataclass
from typing import Any

import pytest

import sobremesa
from tests.games.poleana.boards import after, at, guarded, pieces, texts, to_throw

GUARDED = {"custodians": True}


@dataclass(frozen=True)
class Example:
    """A position, the moves there, and whether the same player throws again after them."""

    name: str
    keys: dict[str, Any]
    legal: list[str]
    again: bool | None


EXAMPLES = [
    Example("T01", {"roll": [5, 1]}, ["1>R0"], again=False),
    Example("T02", {"roll": [4, 2]}, ["1>R0"], again=False),
    Example("T03", {"roll": [3, 3]}, ["1>R0"], again=False),
    Example("T04", {"roll": [6, 3]}, ["1>R3"], again=False),
    Example("T05", {"roll": [6, 6]}, ["1>R6", "2>R0"], again=False),
    Example("T06", {"roll": [6, 1]}, [], again=False),
    Example(
        "T08",
        {"pos": {"R": "R0 R4"}, "roll": [3, 2]},
        ["2:R0>R2", "2:R4>R6", "3:R0>R3", "3:R4>R7", "5:R0>R5", "5:R4>R9"],
        again=False,
    ),
    Example("T10", {"pos": {"R": "R5 G5 B5 Y5", "G": "R7"}, "roll": [2, 1]}, ["2:R5>R7xG"], again=False),
    Example(
        "T11",
        {"pos": {"R": "R7 G5 B5 Y5"}, "phase": "bonus10"},
        ["10:B5>Y0", "10:B5>Yb1", "10:G5>B0", "10:G5>Bb1", "10:R7>G2", "10:R7>Gb3", "10:Y5>Rz6"],
        again=None,
    ),
    Example(
        "T14",
        {"pos": {"R": "R8 R10 R10"}, "roll": [2, 1]},
        ["1:R10>R11", "1:R8>R9", "2:R10>R12", "3:R10>R13"],
        again=False,
    ),
    Example(
        "T15",
        {"pos": {"R": "R12"}, "roll": [4, 1]},
        ["1:R12>R13", "4:R12>G1", "4:R12>Gb2", "5:R12>G2", "5:R12>Gb3"],
        again=False,
    ),
    Example("T17", {"pos": {"R": "Gb2", "Y": "Gb4"}, "roll": [1, 2]}, ["1:Gb2>Gb3"], again=False),
    Example("T18", {"pos": {"R": "Gb6"}, "roll": [2, 5]}, ["2:Gb6>G4", "5:Gb6>G7", "7:Gb6>G9"], again=False),
    Example("T20", {"pos": {"R": "Y8"}, "roll": [1, 6]}, ["1:Y8>Y9", "6:Y8>Rz5", "7:Y8>Rz6"], again=False),
    Example("T21", {"pos": {"R": "Rz4 Rz6 F F"}, "roll": [1, 3]}, ["1:Rz4>Rz5", "1:Rz6>Rz7", "3:Rz4>Rz7"], again=False),
    Example("T23", {"pos": {"R": "Rz6 F F F"}, "roll": [4, 2]}, [], again=False),
    Example(
        "T24",
        {"pos": {"R": "R10", "B": "R0 R0"}, "roll": [5, 1]},
        ["1:R10>R11", "5:R10>G0", "5:R10>Gb1", "6:R10>G1", "6:R10>Gb2"],
        again=False,
    ),
    Example("T26", {"pos": {"B": "R0"}, "roll": [2, 4]}, ["1>R0xB"], again=False),
    Example("T27", {"pos": {"R": "R0"}, "phase": "bonus10"}, ["10:R0>R10"], again=None),
    Example("T28", {"pos": {"G": "R3"}, "roll": [3, 6]}, ["1>R3xG"], again=False),
    Example("T30", {"pos": {"R": "R0 R0"}, "roll": [6, 6]}, ["1>R6"], again=False),
    Example("T31", {"pos": {"R": "R0"}, "roll": [6, 6]}, ["1>R6", "2>R0"], again=False),
    Example(
        "T33",
        {"pos": {"R": "R0 R6 F F"}, "roll": [6, 6]},
        ["6:R0>R6", "6:R6>R12", "12:R0>R12", "12:R6>G3", "12:R6>Gb4"],
        again=True,
    ),
    Example(
        "T34",
        {"pos": {"R": "R4 R9"}, "roll": [5, 5]},
        ["5:R4>R9", "5:R9>R14", "10:R4>R14", "10:R9>G4", "10:R9>Gb5"],
        again=True,
    ),
    Example("T35", {"pos": {"R": "R6 F F F", "B": "R9"}, "roll": [3, 1]}, ["1:R6>R7", "4:R6>R10"], again=False),
    Example("T37", {"pos": {"G": "R6"}, "roll": [6, 6]}, ["2>R0"], again=False),
    Example("T39", {"pos": {"R": "R3 F F F", "B": "R13"}, "phase": "bonus10"}, ["10:R3>R13xB"], again=None),
    Example("T41", {"pos": {"R": "Y8 F F F"}, "phase": "bonus10"}, [], again=None),
    Example(
        "T42",
        {"players": "RGB", "pos": {"R": "Y8"}, "turn": "G", "roll": [5, 3], "options": GUARDED},
        ["Y0+8>Y8xR", "Y3+5>Y8xR"],
        again=False,
    ),
    Example(
        "T43",
        {"players": "RGB", "pos": {"R": "Y8"}, "roll": [5, 3], "options": GUARDED},
        ["Y0+8>Y8xR", "Y3+5>Y8xR"],
        again=False,
    ),
    Example(
        "T45",
        {"players": "RGB", "pos": {"R": "B14"}, "roll": [1, 4], "options": GUARDED},
        ["1:B14>Yb1", "4:B14>Yb4", "5:B14>Y4", "5:B14>Yb5"],
        again=False,
    ),
    Example(
        "T48", {"players": "RGB", "pos": {"R": "Y9"}, "turn": "G", "roll": [6, 5], "options": GUARDED}, [], again=False
    ),
    Example(
        "T50",
        {"players": "RB", "pos": {"R": "G2"}, "turn": "B", "roll": [1, 1], "options": GUARDED},
        ["G0+2>G2xR"],
        again=True,
    ),
    Example("T51", {"pos": {"R": "R12 F F F", "G": "G0"}, "roll": [3, 1]}, ["3:R12>G0xG"], again=False),
    Example("T52", {"pos": {"R": "R8 F F F", "B": "R14 R14"}, "roll": [1, 6]}, ["1:R8>R9"], again=False),
    Example("T54", {"pos": {"R": "Gb1 Gb3 F F"}, "roll": [2, 4]}, ["2:Gb3>Gb5", "4:Gb3>Gb7", "6:Gb3>G5"], again=False),
    Example(
        "T57",
        {"pos": {"R": "R5 F F F", "G": "R7"}, "roll": [2, 1], "options": {"enforcement": "honour"}},
        ["1:R5>R6", "2:R5>R7xG", "3:R5>R8"],
        again=False,
    ),
    Example(
        "T58",
        {"pos": {"R": "R8", "B": "R10 R10"}, "roll": [3, 1], "options": {"enforcement": "honour"}},
        ["1:R8>R9", "3:R8>RC"],
        again=False,
    ),
    Example(
        "T59",
        {
            "pos": {"R": "R8 F F F", "G": "R7"},
            "roll": [2, 1],
            "dice_left": [],
            "caller": "G",
            "options": {"enforcement": "honour"},
            "phase": "call",
        },
        ["call", "pass"],
        again=False,
    ),
    Example(
        "T60",
        {
            "pos": {"R": "G3 Gb7 R2"},
            "roll": [2, 1],
            "dice_left": [],
            "options": {"enforcement": "honour"},
            "phase": "penalty",
        },
        ["G3>RC", "Gb7>RC"],
        again=False,
    ),
    Example(
        "T61",
        {"pos": {"R": "R0 R0"}, "roll": [6, 6], "dice_left": [6], "again": False, "options": {"exit_throw": "any_six"}},
        ["1>R0"],
        again=False,
    ),
    Example(
        "T62",
        {"pos": {"R": "R0 R0 R0"}, "roll": [6, 2], "options": {"exit_throw": "any_six"}},
        ["2:R0>R2", "6:R0>R6", "8:R0>R8"],
        again=False,
    ),
    Example(
        "T63",
        {"pos": {"R": "Rz6 F F F"}, "roll": [4, 2], "options": {"overshoot": "rebound"}},
        ["2:Rz6>Rz6", "4:Rz6>Rz4", "6:Rz6>Rz2"],
        again=False,
    ),
    Example(
        "T64",
        {"pos": {"R": "R5 F F F", "B": "R7"}, "roll": [2, 1], "options": {"partners": True}},
        ["1:R5>R6", "3:R5>R8"],
        again=False,
    ),
    Example(
        "T65",
        {
            "players": "RGB",
            "pos": {"R": "Y8", "G": "Y5"},
            "turn": "B",
            "roll": [5, 3],
            "options": GUARDED | {"custodian_all": True},
        },
        ["Y0+5>Y5xG,Y0+8>Y8xR,Y3+5>Y8xR"],
        again=False,
    ),
    Example(
        "T66",
        {"pos": {"R": "R5", "G": "R7"}, "roll": [2, 1], "options": {"capture": "any_time"}},
        ["2:R5>R7xG"],
        again=False,
    ),
    Example("T67", {"pos": {"B": "R0"}, "roll": [5, 1], "options": {"exit_capture": "last_only"}}, [], again=False),
    Example(
        "T68",
        {"pos": {"R": "R12 F F F", "G": "G0"}, "roll": [3, 1], "options": {"exit_safe": True}},
        ["1:R12>R13", "3:R12>Gb1", "4:R12>G1", "4:R12>Gb2"],
        again=False,
    ),
    Example(
        "T69",
        {"pos": {"R": "Gb6"}, "roll": [2, 5], "options": {"bridge_rejoin": 5}},
        ["2:Gb6>G5", "5:Gb6>G8", "7:Gb6>G10"],
        again=False,
    ),
    Example(
        "T70",
        {"pos": {"R": "R0"}, "roll": [3, 3], "dice_left": [], "again": False, "phase": "bonus10"},
        ["10:R0>R10"],
        again=False,
    ),
    Example(
        "T71",
        {
            "pos": {"R": "R5 R7 F F", "B": "R6"},
            "roll": [4, 4],
            "dice_left": [],
            "options": {"bonus": 1},
            "phase": "bonus10",
        },
        ["1:R5>R6xB", "1:R7>R8"],
        again=True,
    ),
    Example(
        "T72",
        {"pos": {"R": "R14 F F F"}, "options": {"bonus": 20}, "phase": "bonus10"},
        ["20:R14>B1", "20:R14>B4", "20:R14>Bb2", "20:R14>Bb5"],
        again=None,
    ),
]


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.name for example in EXAMPLES])
def test_examples_list_these_moves(example: Example) -> None:
    match = sobremesa.position({"game": "poleana", "turn": "R"} | example.keys)

    assert texts(match) == sorted(example.legal)


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each.again is not None], ids=lambda each: each.name)
def test_examples_throw_again_or_not(example: Example) -> None:
    match = sobremesa.position({"game": "poleana", "turn": "R"} | example.keys)
    turn = example.keys.get("turn", "R")

    while match.phase not in ("throw", "over"):
        match.push("pass" if match.phase == "call" else match.default())

    assert (match.position()["turn"] == turn) == example.again


def test_example_1_capture_bonus_and_the_second_die() -> None:
    match = at("R: R5 G5 F F | G: R7 G6", "2-1")

    after(match, "2:R5>R7xG")
    bonus = texts(match)
    after(match, "10:R7>G2")
    forced = texts(match)
    after(match, "1:G5>G6xG")

    assert bonus == ["10:G5>B0", "10:G5>Bb1", "10:R7>G2", "10:R7>Gb3"]
    assert forced == ["1:G5>G6xG"]
    assert match.phase == "bonus10"
    assert to_throw(after(match, "10:G2>G12")) == "G"


def test_example_2_a_queue_on_the_safe_road() -> None:
    match = at("B: B0 Gb1 | R: R14 | Y: R12", "4-1", turn="B")

    after(match, "4:Gb1>Gb5", "1:B0>B1")
    moves = {throw: texts(at(pieces(match), throw)) for throw in ("4-3", "6-5")}

    assert texts(at("B: Gb1 | R: R14", "1-2")) == ["1:R14>G0", "2:R14>G1", "3:R14>G2"]
    assert {"3:R14>Gb3", "3:R14>G2", "4:R14>Gb4", "4:R14>G3"} <= set(moves["4-3"])
    assert moves["6-5"] == ["11:R14>G10", "5:R14>G4", "6:R14>G5"]


def test_example_3_trouble_with_an_own_barrier() -> None:
    match = at("R: R8 R10 R10", "1-1")

    moves = texts(match)
    after(match, "2:R10>R12")

    assert moves == ["1:R10>R11", "1:R8>R9", "2:R10>R12"]
    assert to_throw(match) == "R"


def test_example_4_an_exit_closed_and_then_opened() -> None:
    match = after(at("B: R0 R0"), "3-3")

    passed = to_throw(match)
    after(match, "6-3")

    assert passed == "R"
    assert texts(match) == ["1>R3"]


def test_example_5_honour() -> None:
    match = at("R: R5 G5 F F | B: R10", "5-1", options={"enforcement": "honour"})

    after(match, "5:G5>G10", "1:R5>R6", "call")

    assert pieces(match) == "R: R6 F F | B: R10"
    assert to_throw(match) == "G"


def test_example_6_custodian_and_double() -> None:
    match = after(guarded("R: Y6", turn="B"), "3-3")

    moves = texts(match)
    after(match, "Y3+3>Y6xR")

    assert moves == ["Y0+6>Y6xR", "Y3+3>Y6xR"]
    assert (pieces(match), to_throw(match)) == ("", "B")


def test_example_7_the_opening() -> None:
    match = sobremesa.position({"game": "poleana", "phase": "opening", "opening": {"R": 0, "B": 0}})

    after(match, "5-3", "6-2")
    tied = match.position()["opening"]
    after(match, "4-1", "3-3")

    assert tied == {"R": 0, "B": 0}
    assert to_throw(match) == "B"


def test_example_8_the_third_double() -> None:
    match = after(at("R: G3 Gb7", options={"three_doubles": "lose_leader"}, doubles=2), "6-6")

    position = match.position()
    after(match, "Gb7>RC")

    assert (position["phase"], position["again"], position["doubles"]) == ("penalty", False, 3)
    assert (pieces(match), to_throw(match)) == ("R: G3", "G")
