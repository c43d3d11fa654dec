"""Boards as text, for the tests of Poleana."""

from typing import Any

import sobremesa


def at(pieces: str = "", throw: str = "", **keys: Any) -> sobremesa.Match:
    """A match from pieces such as "R: R5 G5 F | G: R7", Red in turn unless the keys say otherwise."""
    pos = {
        colour.strip(): squares.strip() for colour, _, squares in (part.partition(":") for part in pieces.split("|"))
    }
    keys = {"turn": "R"} | keys
    if throw:
        keys["roll"] = [int(die) for die in throw.split("-")]
    return sobremesa.position({"game": "poleana", "pos": pos if pieces else {}} | keys)


def guarded(
    pieces: str = "", throw: str = "", *, options: dict[str, Any] | None = None, **keys: Any
) -> sobremesa.Match:
    """A match with custodians, of three unless the keys name others."""
    return at(pieces, throw, options={"custodians": True} | (options or {}), **{"players": "RGB"} | keys)


def after(match: sobremesa.Match, *choices: str) -> sobremesa.Match:
    """The same match after some choices."""
    for choice in choices:
        match.push(choice)
    return match


def texts(match: sobremesa.Match) -> list[str]:
    """The legal moves as text, sorted."""
    return sorted(move.text for move in match.moves())


def pieces(match: sobremesa.Match) -> str:
    """Where the pieces outside the cells stand, as `at` takes it."""
    return " | ".join(f"{colour}: {squares}" for colour, squares in match.position()["pos"].items())


def to_throw(match: sobremesa.Match) -> str:
    """The colour that throws next; what else goes on if nobody does."""
    return str(match.position()["turn"]) if match.phase == "throw" else match.phase


def faults(**keys: Any) -> list[str]:
    """The names of all reasons for which a position is refused; none if it can be."""
    try:
        sobremesa.position({"game": "poleana"} | keys)
    except sobremesa.InvalidPosition as refusal:
        return [reason.name for reason in refusal.reasons]
    return []
