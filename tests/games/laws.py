"""Laws that the tests of each game check on matches of their own choice."""

import json
import random
from collections.abc import Iterator

from sobremesa import CHANCE, OVER, Match
from sobremesa.core.position import table_of as read_table
from sobremesa.core.table import copy
from tests.contracts.walks import table_of


def walk(match: Match, seed: int, most: int) -> Iterator[Match]:
    """The same match at its beginning and after each of so many choices made at random."""
    dice = random.Random(seed)
    yield match
    for _ in range(most):
        if match.actor == OVER:
            return
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
        yield match


def says_everything(match: Match) -> bool:
    """Whether the position of a match, read again, gives the very table: nothing is left on it that nobody can see."""
    game, t = read_table(json.loads(json.dumps(match.position())))
    kept = copy(table_of(match))
    for tally in game.tallies:
        kept[tally] = 0
    return bool(t.tobytes() == kept.tobytes())
