"""The bot that takes what looks best at once: it judges the table right after every move by the game's worth."""

import numpy as np

from sobremesa.core import native
from sobremesa.core.engine import zeros
from sobremesa.core.table import copy
from sobremesa.core.view import Move, View
from sobremesa.kit.luck import Luck
from sobremesa.search.thinker import loops
from sobremesa.search.tree import best_of


class Player:
    """This plays by judgement, without looking ahead."""

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses the move after which its chance of winning looks highest; any of equals."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        t = copy(view.table)
        view.game.rules.guess(t, view.seat, luck)
        judged = np.zeros(view.game.width)
        count = loops(view.game, is_native=native.is_wanted()).judge_moves(
            t, np.repeat(t, 1), zeros(view.game.width), np.zeros(t.seats), zeros(int(t.seats)), judged
        )
        return moves[best_of(judged, count, luck)]
