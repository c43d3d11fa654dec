"""Random matches for the contract tests: every game, every number of seats, options drawn at random."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sobremesa import CHANCE, OVER, Game, Match, find, names
from sobremesa.core.table import copy

CASES = [(name, seats) for name in names() for seats in find(name).seats]
IDS = [f"{name}-{seats}" for name, seats in CASES]


def random_options(game: Game, seats: int, dice: random.Random) -> dict[str, Any]:
    possible = [option for option in game.options if not option.only_seats or seats in option.only_seats]
    return {option.name: dice.choice(option.values) for option in possible}


def random_table(game: Game, seats: int, dice: random.Random) -> Any:
    return game.table(seats, random_options(game, seats, dice))


def random_match(name: str, seats: int, seed: int) -> Match:
    """A match under random options, begun but not played."""
    dice = random.Random(seed)
    game = find(name)
    return Match(game, random_table(game, seats, dice), seed=seed)


def moments(match: Match, seed: int) -> Iterator[Match]:
    """The same match before every choice, and at its end; moves are drawn at random."""
    dice = random.Random(seed)
    yield match
    while match.actor != OVER:
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
        yield match


def table_of(match: Match) -> Any:
    """The referee's table, which only tests may look at."""
    return match._table


@dataclass(frozen=True)
class Listed:
    """What the rules list at one moment: actor, choices and weights."""

    actor: int
    choices: list[int]
    weights: list[int]


def listed(game: Game, verbs: Any, t: Any) -> Listed:
    """What some verbs, plain or native, list for a table; they must leave it as it is."""
    before = t.tobytes()
    out, weight = np.full((2, game.width), -7, dtype=np.int64)
    who = int(verbs.actor(t))
    count = verbs.chance(t, out, weight) if who == CHANCE else verbs.legal(t, out) if who >= 0 else 0
    assert t.tobytes() == before
    return Listed(who, out[:count].tolist(), weight[:count].tolist() if who == CHANCE else [])


def tables(game: Game, verbs: Any, seats: int, seed: int) -> Iterator[Any]:
    """Every table of a random match, played with some verbs."""
    dice = random.Random(seed)
    t = random_table(game, seats, dice)
    while True:
        yield copy(t)
        now = listed(game, verbs, t)
        if now.actor == OVER:
            return
        verbs.apply(t, dice.choices(now.choices, now.weights or None)[0])
