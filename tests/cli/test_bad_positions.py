"""Positions that cannot be: every reason at once, by name, in one line, in both languages, in the words of JSON."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from sobremesa.cli.main import main
from sobremesa.core.words import LANGUAGES

THREE = {"game": "poleana", "players": "RGB", "turn": "R", "phase": "throw", "options": {"custodians": True}}
ESCAPE = {"objects": "RH", "huida": 8}
CASES: list[tuple[dict[str, Any], list[str]]] = [
    (THREE | {"pos": {"R": "Y0 Y3"}}, ["a custodian stands on Y0", "a custodian stands on Y3"]),
    (
        THREE
        | {"pos": {"R": "Y0 R5 R5 R5 Rz9 Gz1", "G": "R5", "Y": "R1"}, "turn": None, "phase": "move"}
        | {"roll": [7, None], "again": True},
        [
            *("R has 6 pieces, 4 at most", "R: there is no square 'Rz9'", "a piece of R never stands on Gz1"),
            *("Y does not play", "a custodian stands on Y0", "3 pieces of R on R5, 2 at most"),
            *("G, R stand together on R5", "turn must be one of R, G, B, not null", "not [7, null]"),
            "again cannot be true after this throw",
        ],
    ),
    (
        THREE | {"players": None, "options": {"bonus": True, "wings": 2}, "pos": {"R": "R5 R5 R5"}},
        ["players must be one of RB, RGB, RGBY, not null", "20, not true", "no option 'wings'", "3 pieces of R on R5"],
    ),
    (
        {"game": "royal-ludo", "seats": 2, "turn": 0, "phase": "throw", "pawns": [[5, -1, -1, -1], [10, -1, -1, -1]]}
        | {"rides": [[0, 0, 1, 0], [0, 1, 1, 1], [0, 0, 0, 1], None]},
        [
            "ride [0, 0, 1, 0]: the two do not stand on one square of the ring",
            "ride [0, 1, 1, 1]: the two do not stand on one square of the ring",
            *("not [0, 0, 0, 1]", "not null"),
        ],
    ),
    (
        {"game": "royal-ludo", "seats": 2, "turn": True, "pawns": [[57, None, True, 0], [5, 5, 5, -1]]}
        | {"rides": [[0, 0, 1, 0], [0, 0]], "phase": None},
        ["not [57, null, true, 0]", "not [0, 0]", "not true", "phase must be one of"],
    ),
    (
        {"game": "stalag17", "seats": 2, "phase": "act", "plan": ESCAPE, "hands": ["R1 " * 40, "h3 " * 45]},
        ["40 copies of R1 are named, there are 2", "45 copies of h3", "85 cards are named, the deck has 84"],
    ),
    (
        {"game": "stalag17", "seats": 2, "phase": "act", "plan": ESCAPE, "hands": ["Q9 R1 ZZ", "R7"], "tried": None}
        | {"discard": "R1 R1 R1", "coin": [None, 1]},
        [
            *("hands[0]: 'Q9', 'ZZ' are no cards of the deck", "hands[1]: 'R7' is no card of the deck"),
            *("4 copies of R1 are named, there are 2", "tried must be true or false, not null"),
            *("coin of seat 0 must be true or false, not null", "coin of seat 1 must be true or false, not 1"),
        ],
    ),
    (
        {"game": "stalag17", "seats": 2, "phase": "nap", "hands": ["Q9", "R1 R1 R1"], "inside": [True, 3]},
        ["not 'nap'", "'Q9' is no card of the deck", "3 copies of R1", "inside of seat 0"],
    ),
    (
        {"game": "girumgo", "seats": 2, "turn": None, "tokens": [[9, 9], [-3, 0]], "rot": {"0,0": None, "9,9": 1}},
        [
            *("token of seat 0", "not [9, 9]", "rot of 0,0", "rot names '9,9'"),
            "turn must be a whole number from 0 to 1, not null",
        ],
    ),
    (
        {"game": "girumgo", "seats": 9, "options": {"size": 7}, "tokens": 3, "turn": True},
        [
            *("girumgo is for 2, 3, 4, 5, 6 players, not 9", "option size must be one of 4, 3, 5, not 7"),
            *("tokens must be a list with an entry for each of 2, 3, 4, 5, 6 seats, not 3", "from 0 to 5, not true"),
        ],
    ),
    (
        {"game": "sequence-dice", "seats": None, "turn": 0, "roll": True, "board": [], "turns": None},
        ["players, not null", "board must be a list of 6 rows", "turns must be", "roll must be"],
    ),
    (
        {"game": "sequence-dice", "seats": 9, "turn": 7, "roll": 99, "board": ["ZC....", *["......"] * 5]},
        [
            *("2, 3, 4 players, not 9", "board, row 0: only ., A, B, C are possible, not Z"),
            *("turn must be a whole number from 0 to 3, not 7", "roll must be"),
        ],
    ),
    (
        {"game": "sequence-dice", "seats": 9, "opening": [[1], [2], "x", [99], [2]], "roll": 1},
        ["entry for each of 2, 3, 4 seats", "not [1]", "not 'x'", "not [99]", "roll"],
    ),
    (
        {"game": "royal-ludo", "seats": 9, "turn": 9, "pawns": [[99, 0, 0, 0], [0, 0], [-1] * 4, "x"], "rides": [[0]]}
        | {"roll": [9, 9], "phase": "nap", "push": [7]},
        [
            *("2, 3, 4 players, not 9", "turn must be a whole number from 0 to 3, not 9", "not [99, 0, 0, 0]"),
            *("not [0, 0]", "not 'x'", "not [0]", "not [9, 9]", "not 'nap'", "not [7]"),
        ],
    ),
    (
        {"game": "stalag17", "seats": 9, "phase": "act", "plan": ESCAPE, "turn": 8, "hands": ["R1 R1 R1 X9", "", "h9"]}
        | {"vigilance": [-1, 0], "tried": 3, "turns": -1, "round": 99, "coin": 7},
        [
            *("2, 3, 4, 5 players, not 9", "turn must be a whole number from 0 to 4, not 8", "'X9' is no card"),
            *("'h9' is no card", "3 copies of R1", "vigilance of seat 0", "tried must be", "turns must be"),
            *("round must be", "coin must be a list with an entry for each of 2, 3, 4, 5 seats, not 7"),
        ],
    ),
    (
        {"game": "stalag17", "phase": "act", "plan": ESCAPE, "hands": ["R1 R1 R1", "X9"]},
        ["the key seats is missing", "3 copies of R1", "'X9' is no card"],
    ),
    (
        {"game": "stalag17", "seats": 2, "phase": "act", "plan": ESCAPE, "hands": ["R1 " * 85, ""]},
        ["85 copies of R1 are named, there are 2", "85 cards are named, the deck has 84"],
    ),
    (
        {"game": "stalag17", "seats": 2, "phase": "act", "plan": ESCAPE, "discard": "R1 R1 R1 X9", "hands": ["", ""]},
        ["3 copies of R1", "'X9' is no card"],
    ),
    (
        {"game": "girumgo", "seats": 9, "turn": 9, "tokens": [[99, 9], 5], "advances": [-1], "rot": {"0,0": 9}}
        | {"die": 9, "turns": -1},
        [
            *("2, 3, 4, 5, 6 players, not 9", "turn must be a whole number from 0 to 5, not 9", "not [99, 9]", "not 5"),
            *("advances", "not -1", "rot of 0,0", "die must be", "turns must be"),
        ],
    ),
    (
        {"game": "poleana", "players": "XYZ", "pos": {"R": "R5 R5 R5 Rz9"}, "turn": "Q", "roll": [7, 1]},
        ["not 'XYZ'", "3 pieces of R on R5", "no square 'Rz9'", "one of R, B, G, Y, not 'Q'", "not [7, 1]"],
    ),
]  # fmt: skip


@pytest.mark.parametrize("command", ["moves", "apply"])
@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize(("position", "reasons"), CASES)
def test_every_reason_is_named_in_one_line(
    position: dict[str, Any],
    reasons: list[str],
    spoken: str,
    command: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position))

    assert main([command, str(path), "--lang", spoken]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert not re.search(r"\b(None|True|False)\b", printed.err)
    if spoken == "en":
        assert [reason for reason in reasons if reason not in printed.err] == []
    else:
        assert printed.err.startswith("sobremesa: esta posición no puede darse: ")


def test_seats_that_cannot_be_blame_nothing_that_may_be_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Three sit here, or four: with either of them this turn and these letters can be.
    board = ["C.....", *["......"] * 5]
    path = tmp_path / "position.json"
    path.write_text(json.dumps({"game": "sequence-dice", "seats": 9, "turn": 2, "board": board}))

    assert main(["moves", str(path), "--lang", "en"]) == 2

    assert capsys.readouterr().err == (
        "sobremesa: this position cannot be: sequence-dice is for 2, 3, 4 players, not 9\n"
    )


def test_nothing_is_blamed_that_may_be_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Whether this board is too small for the token nobody knows, for its size cannot be.
    position = {"game": "girumgo", "seats": 2, "options": {"size": 7}, "turn": 0, "tokens": [[4, 0], [-4, 0]]}
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position))

    assert main(["moves", str(path), "--lang", "en"]) == 2

    assert capsys.readouterr().err == (
        "sobremesa: this position cannot be: option size must be one of 4, 3, 5, not 7\n"
    )
