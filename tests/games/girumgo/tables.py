"""What the tests of Girumgo share: positions that are quickly laid out, and what lies on their tables."""

from typing import Any

import sobremesa
from sobremesa.core.words import LANGUAGES, Words
from sobremesa.games.girumgo import notation
from tests.contracts.walks import table_of

# Two triangles around the wheel in the middle are one turn of 0,-1 away, and so is one beside it.
READY = {"1,0": 2, "1,-1": 4, "-1,0": 4, "0,-1": 1}
SCORED = ["0,0/0:0"]


def match_with(**keys: Any) -> sobremesa.Match:
    """A match in the first seat's turn, with no wheel turned unless the keys say so."""
    return sobremesa.position({"game": "girumgo", "turn": 0, **keys})


def attack_with(**keys: Any) -> sobremesa.Match:
    """A match in which `turn 0,-1 +`, the last of the turn, scores two triangles beside one that was scored before."""
    usual = {"rot": READY, "die": 6, "turns_left": 1, "scored": SCORED, "tokens": [[3, 0], [0, 0]], "advances": [1, 6]}
    return match_with(**(usual | keys))


def play(match: sobremesa.Match, *choices: str) -> None:
    for choice in choices:
        match.push(choice)


def texts(match: sobremesa.Match) -> list[str]:
    return [move.text for move in match.moves()]


def steps(match: sobremesa.Match) -> list[str]:
    return sorted(text for text in texts(match) if text.startswith("step"))


def outcomes(match: sobremesa.Match) -> list[str]:
    return [outcome.text for outcome in match.outcomes()]


def chips(match: sobremesa.Match) -> list[str]:
    """The triangles that carry a chip."""
    return sorted(notation.triangle_text(triangle) for triangle in notation.standing(table_of(match)))


def faults_of(**position: Any) -> list[str]:
    """The names of the reasons for which a position is refused; none if it is not. Each can be said."""
    try:
        sobremesa.position({"game": "girumgo", **position})
    except sobremesa.InvalidPosition as refusal:
        for language in LANGUAGES:
            words = Words(language, "sobremesa.games.girumgo", "sobremesa.core")
            for reason in refusal.reasons:
                words.say(reason)
        return sorted({reason.name for reason in refusal.reasons})
    return []
