"""Regret: how much winning chance a bot gives away, measured against exact play."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sobremesa import bots
from sobremesa.core.engine import zeros
from sobremesa.core.errors import EndlessMatch, IllegalMove
from sobremesa.core.streams import BOT_STREAM, check_seed, luck_of
from sobremesa.core.table import copy
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck, scatter, sow
from sobremesa.lab.expand import FORCED, MADE, NOBODY, Floats
from sobremesa.lab.playing import prepare
from sobremesa.lab.solution import Solution
from sobremesa.lab.statistics import Z95


@dataclass(frozen=True)
class Regret:
    """This is what a bot lost in matches against itself. Moves that were the only ones are no decisions."""

    decisions: Floats
    """How many real decisions each match had."""
    losses: Floats
    """How much winning chance was lost in each match, all decisions together."""
    forced: int
    """How many moves were the only ones, and are left out."""
    errors: int
    """How many decisions lost something, more than the solution may be off."""

    @property
    def mean(self) -> float:
        """This is the winning chance lost on average at a decision."""
        return float(self.losses.sum() / max(self.decisions.sum(), 1))

    @property
    def interval(self) -> tuple[float, float]:
        """This holds the true mean 95 times in 100; decisions of one match are not taken to be independent."""
        matches, decided = len(self.losses), self.decisions.sum()
        if matches < 2 or decided == 0:
            return 0.0, 1.0
        spread = (self.losses - self.mean * self.decisions).std(ddof=1)
        reach = Z95 * float(spread) * matches**0.5 / float(decided)
        return max(0.0, self.mean - reach), min(1.0, self.mean + reach)

    def summary(self) -> dict[str, Any]:
        """This is the result as JSON."""
        return {
            "matches": len(self.losses),
            "decisions": int(self.decisions.sum()),
            "forced": self.forced,
            "errors": self.errors,
            "regret": self.mean,
            "regret_interval": list(self.interval),
            "regret_per_match": float(self.losses.mean()),
        }


def regret_of(
    bot: bots.Bot,
    solution: Solution,
    matches: int,
    seed: int,
    *,
    progress: Callable[[int], None] | None = None,
) -> Regret:
    """This lets a bot play matches against itself and adds up what its moves lose against the best ones."""
    prepare(solution.game, [bot])
    decisions, losses = np.zeros(matches), np.zeros(matches)
    forced = errors = 0
    lucks = sow(check_seed(seed), matches)
    for row, match_seed in enumerate(scatter(lucks[:, 0])):
        match = _Match(solution, bot, int(match_seed), lucks[row])
        while match.goes_on():
            loss = match.decide()
            decisions[row] += 1
            losses[row] += loss
            errors += loss > 2 * solution.error
        forced += int(match.counts[FORCED])
        if progress:
            progress(1)
    return Regret(decisions, losses, forced, errors)


class _Match:
    """A match of which only the decisions are looked at; all that lies between them runs natively."""

    def __init__(self, solution: Solution, bot: bots.Bot, seed: int, luck: Luck) -> None:
        self.solution = solution
        self.bot = bot
        self.seed = seed
        self.luck = luck
        self.table = copy(solution.atlas.start)
        self.lists = solution.atlas.lists()
        self.counts = zeros(2)

    def goes_on(self) -> bool:
        game = self.solution.game
        listed = self.solution.atlas.drivers.go_on(self.table, self.luck, game.longest, *self.lists, self.counts)
        if listed == NOBODY:
            raise EndlessMatch(game=game.name, longest=game.longest)
        return bool(listed > 0)

    def decide(self) -> float:
        view = View(self.solution.game, self.table, int(self.solution.game.rules.actor(self.table)))
        move = self.bot.choose(view, luck_of(self.seed, BOT_STREAM, int(self.counts[MADE])))
        regrets = self.solution.regrets(self.table)
        if move.number not in regrets:
            raise IllegalMove(move.text, [legal.text for legal in view.moves()])
        self.solution.game.rules.apply(self.table, move.number)
        self.counts[MADE] += 1
        return regrets[move.number]
