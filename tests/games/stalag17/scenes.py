"""Positions of Stalag 17 for the tests, written down with as little as possible."""

from typing import Any

import sobremesa
from sobremesa import InvalidPosition, Match
from sobremesa.core.words import LANGUAGES, Phrase, Words
from sobremesa.games.stalag17.notation import CARD_TEXTS
from sobremesa.games.stalag17.rules import COPIES

PLAN = {"objects": "RCD", "huida": 4}
BASE = {"informer": False, "guard": False, "trade": False, "joint": False}


def match_with(**keys: Any) -> Match:
    """A match from a position; unless said otherwise three play, and the first of them acts."""
    phase = keys.setdefault("phase", "act")
    if phase not in ("first", "deal", "plan", "over"):
        keys.setdefault("plan", PLAN)
    return sobremesa.position({"game": "stalag17", "seats": 3, **keys})


def push(match: Match, *choices: str) -> Match:
    """The same match after some choices."""
    for choice in choices:
        match.push(choice)
    return match


def texts(match: Match) -> list[str]:
    return [each.text for each in match.moves() or match.outcomes()]


def reasons(**keys: Any) -> list[str]:
    """The names of all reasons for which a position is refused; each can be said in both languages."""
    found: tuple[Phrase, ...] = ()
    try:
        match_with(**keys)
    except InvalidPosition as refusal:
        found = refusal.reasons
    for language in LANGUAGES:
        words = Words(language, "sobremesa.games.stalag17", "sobremesa.core")
        assert all(words.say(reason) for reason in found)
    return [reason.name for reason in found]


def others(*kept: str) -> str:
    """All cards but some, as a hand that leaves nothing else in the deck."""
    left = {text: int(copies) for text, copies in zip(CARD_TEXTS, COPIES, strict=True)}
    for text in " ".join(kept).split():
        left[text] -= 1
    return " ".join(text for text, copies in left.items() for _ in range(copies))
