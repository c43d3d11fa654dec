"""The bot that looks ahead: a tree search over moves and listed outcomes, by time or by a number of simulations."""

from typing import Annotated

from sobremesa.bots.settings import Instead, Within
from sobremesa.core.view import Move, View
from sobremesa.kit.luck import Luck
from sobremesa.search.thinker import think


class Player:
    """This plays the move that a search tried most often."""

    def __init__(
        self,
        *,
        seconds: Annotated[float, Within(0.001, 3600)] = 0.2,
        simulations: Annotated[int | None, Within(1, 10_000_000), Instead("seconds")] = None,
        threads: Annotated[int, Within(1, 64)] = 1,
    ) -> None:
        self.seconds = seconds
        self.simulations = simulations
        self.threads = threads

    @property
    def is_timed(self) -> bool:
        """This tells whether it thinks by the clock, so that it may choose otherwise the next time."""
        return self.simulations is None

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses after thinking for its seconds, or its simulations if that is what it was told."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        thought = think(view, luck, seconds=self.seconds, simulations=self.simulations, threads=self.threads)
        best = thought.prospects[0].choice
        return next(move for move in moves if move.number == best)
