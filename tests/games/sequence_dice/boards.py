"""Boards drawn as text, for the tests of Dice Sequence."""

from typing import Any

import sobremesa

EMPTY = ("......",) * 6

# The published board, row by row.
NUMBERS = (
    (2, 3, 4, 5, 6, 2),
    (6, 7, 8, 9, 7, 3),
    (5, 9, 12, 12, 8, 4),
    (4, 8, 12, 12, 9, 5),
    (3, 7, 9, 8, 7, 6),
    (2, 6, 5, 4, 3, 2),
)


def match_with(*board: str, **keys: Any) -> sobremesa.Match:
    """A match from a board, seat 0 to move unless the keys say otherwise."""
    return sobremesa.position({"game": "sequence-dice", "turn": 0, "board": list(board or EMPTY), **keys})


def texts(match: sobremesa.Match) -> list[str]:
    """The legal moves as text."""
    return [move.text for move in match.moves()]


def piles(match: sobremesa.Match) -> dict[str, str]:
    """What is left in the pile of each side."""
    return {thing["place"]: thing["face"] for thing in match.frame()["things"] if thing["kind"] == "pile"}
