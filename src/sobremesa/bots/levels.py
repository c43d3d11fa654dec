"""Levels: opponents for people, from one who has just learnt the rules on. Each is a bot with its settings."""

import unicodedata

from sobremesa.core.words import LANGUAGES, catalogue

LEVELS = {
    "easy": "greedy:slips=0.5",
    "normal": "greedy",
    "hard": "search:simulations=200",
    "expert": "search:seconds=1",
}
"""From the weakest to the strongest; their names in every language stand in the words under levels.<name>."""


def level_of(name: str) -> str | None:
    """This is the level that a name means in any language, with or without accents; None if it means none.

    >>> level_of("Fácil"), level_of("dificil"), level_of("expert"), level_of("greedy")
    ('easy', 'hard', 'expert', None)
    """
    return _names().get(_plain(name))


def _names() -> dict[str, str]:
    spoken = {
        _plain(catalogue("sobremesa.core", language)[f"levels.{level}"]): level
        for language in LANGUAGES
        for level in LEVELS
    }
    return spoken | {level: level for level in LEVELS}


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
