"""Tables of Royal Ludo for the tests: a seat's pawns as its own coordinates, those left out are in prison."""

from typing import Any

import pytest

import sobremesa
from sobremesa import InvalidPosition, Match

BOARDS = {
    "classic": {"ring": 52, "quarter": 13, "feather": 8, "gate": 50, "final": 56},
    "short": {"ring": 40, "quarter": 10, "feather": 5, "gate": 38, "final": 43},
    "long": {"ring": 68, "quarter": 17, "feather": 8, "gate": 66, "final": 74},
}


def row(*pawns: int) -> list[int]:
    return [*pawns, -1, -1, -1, -1][:4]


def position_with(*rows: tuple[int, ...], **keys: Any) -> dict[str, Any]:
    pawns = [row(*each) for each in rows]
    return {"game": "royal-ludo", "seats": len(rows), "turn": 0, "pawns": pawns} | keys


def match_with(*rows: tuple[int, ...], **keys: Any) -> Match:
    return sobremesa.position(position_with(*rows, **keys))


def texts(match: Match) -> list[str]:
    return [move.text for move in match.moves()]


def pawns(match: Match) -> list[tuple[int, ...]]:
    """This is the rows of a match as they are given to match_with."""
    return [tuple(x for x in each if x != -1) for each in match.position()["pawns"]]


def rides(match: Match) -> list[list[int]]:
    listed: list[list[int]] = match.position()["rides"]
    return listed


def now(match: Match) -> tuple[str, int]:
    """This is the phase, and whose turn it is."""
    return match.phase, match.position()["turn"]


def after(match: Match, *choices: str) -> Match:
    for choice in choices:
        match.push(choice)
    return match


def reasons(position: dict[str, Any]) -> list[str]:
    """This is why a position is refused."""
    with pytest.raises(InvalidPosition) as refusal:
        sobremesa.position(position)
    return [reason.name for reason in refusal.value.reasons]
