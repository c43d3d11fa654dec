"""Random matches for the contract tests: every game, every number of seats, options drawn at random.

Matches of some games take thousands of choices, so they are played natively, and the tests look at moments spread over
the whole of each: its beginning, its end, and others in between.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sobremesa import CHANCE, OVER, Engine, Game, Match, find, names

CASES = [(name, seats) for name in names() for seats in find(name).seats]
IDS = [f"{name}-{seats}" for name, seats in CASES]
LOOKS = 90
"""How many moments of a match are looked at."""


def random_options(game: Game, seats: int, dice: random.Random) -> dict[str, Any]:
    possible = [option for option in game.options if not option.only_seats or seats in option.only_seats]
    return {option.name: dice.choice(option.values) for option in possible}


def random_table(game: Game, seats: int, dice: random.Random) -> Any:
    return game.table(seats, random_options(game, seats, dice))


def looks(length: int, dice: random.Random) -> list[int]:
    """Which of so many moments are looked at: all of a short match, of a long one the ends and some in between."""
    if length <= LOOKS:
        return list(range(length))
    ends = [*range(LOOKS // 3), *range(length - LOOKS // 3, length)]
    return sorted({*ends, *dice.sample(range(length), LOOKS // 3)})


def tables(game: Game, seats: int, seed: int) -> Iterator[Any]:
    """Tables of a random match under random options, in order."""
    dice = random.Random(seed)
    traced, _ = Engine(game, native=True).trace(random_table(game, seats, dice), seed=seed)
    for look in looks(len(traced), dice):
        yield traced[look]


def moments(name: str, seats: int, seed: int) -> Iterator[Match]:
    """Moments of a random match under random options, in order; each but the first comes from a choice just made."""
    game, dice = find(name), random.Random(seed)
    traced, seen = Engine(game, native=True).trace(random_table(game, seats, dice), seed=seed)
    for look in looks(len(traced), dice):
        match = Match(game, traced[max(look - 1, 0)], seed=seed)
        if look:
            match.push(int(seen[look - 1, 3]))
        yield match


def played(name: str, seats: int, seed: int) -> Match:
    """A match under random options, played at random to its end, or as far as one looks."""
    game, dice = find(name), random.Random(seed)
    match = Match(game, random_table(game, seats, dice), seed=seed)
    while match.actor != OVER and match.made < 2 * LOOKS:
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
    return match


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
