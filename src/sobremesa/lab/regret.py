"""Regret: how much winning chance a bot gives away, measured against exact play."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from sobremesa import bots
from sobremesa.core.errors import EndlessMatch
from sobremesa.core.match import Match
from sobremesa.core.rules import OVER
from sobremesa.core.streams import check_seed
from sobremesa.kit.luck import scatter, sow
from sobremesa.lab.expand import Floats
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
    decisions, losses = np.zeros(matches), np.zeros(matches)
    forced = errors = 0
    for row, match_seed in enumerate(scatter(sow(check_seed(seed), matches)[:, 0])):
        match = Match(solution.game, solution.atlas.start, seed=int(match_seed))
        match.settle()
        while match.actor != OVER:
            move = bots.ask(bot, match)
            # The game has no secrets, so the view of the actor is the table.
            regrets = solution.regrets(match.view(match.actor).table)
            if len(regrets) > 1:
                decisions[row] += 1
                losses[row] += regrets[move.number]
                errors += regrets[move.number] > 2 * solution.error
            else:
                forced += 1
            match.push(move)
            match.settle()
            if match.made > match.game.longest:
                raise EndlessMatch(game=match.game.name, longest=match.game.longest)
        if progress:
            progress(1)
    return Regret(decisions, losses, forced, errors)
