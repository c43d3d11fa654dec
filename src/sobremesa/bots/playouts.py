"""The bot that tries every move: it plays on from each at random, many times, and takes the one that won most."""

from collections.abc import Sequence

import numpy as np

from sobremesa.core.engine import Engine, PlayOuts
from sobremesa.core.table import copy
from sobremesa.core.view import Move, View
from sobremesa.kit.luck import Luck, draw

PLAYOUTS = 200
PLAIN_PLAYOUTS = 3
"""Plain runs are some thousand times slower; a weaker opponent is better than one that keeps people waiting."""


class Player:
    """This plays by trying."""

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses the move whose play-outs it won most often; the first of equals."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        return max(moves, key=lambda move: self._worth(view, move, luck))

    def _worth(self, view: View, move: Move, luck: Luck) -> float:
        engine = Engine(view.game)
        t = copy(view.table)
        view.game.rules.guess(t, view.seat, luck)
        view.game.rules.apply(t, move.number)
        count = PLAYOUTS if engine.is_native else PLAIN_PLAYOUTS
        played = engine.play_outs(t, count, seed=int(draw(luck)))
        sides = [int(view.game.worth.side(t, seat)) for seat in range(int(t.seats))]
        return wins(played, sides, view.seat)


def wins(played: PlayOuts, sides: Sequence[int], seat: int) -> float:
    """This is how many of some play-outs a seat won; one that several sides won is shared by them, not by partners."""
    winners = played.places == 1
    return float(np.sum(winners[:, seat] / winners[:, sorted(set(sides))].sum(axis=1)))
