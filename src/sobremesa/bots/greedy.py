"""The bot that takes what looks best at once: it judges the table right after every move by the game's worth."""

from typing import Annotated

import numpy as np

from sobremesa.bots.settings import Within
from sobremesa.core import native
from sobremesa.core.engine import zeros
from sobremesa.core.table import copy
from sobremesa.core.view import Move, View
from sobremesa.kit.luck import SPAN, Luck, draw
from sobremesa.search.thinker import plain_loops
from sobremesa.search.tree import best_of


class Player:
    """Bot that plays by judgement without looking ahead; in a share of its decisions it slips and plays at random."""

    def __init__(self, *, slips: Annotated[float, Within(0, 1)] = 0.0) -> None:
        self.slips = slips

    def choose(self, view: View, luck: Luck) -> Move:
        """This chooses the move after which its chance of winning looks highest; any of equals."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        verbs = plain_loops(view.game, is_native=native.is_wanted())
        t = copy(view.table)
        if self.slips and int(draw(luck)) < self.slips * int(SPAN):
            return moves[int(verbs.slip(t, luck, zeros(view.game.width)))]
        verbs.guess(t, view.seat, luck)
        judged = np.zeros(view.game.width)
        count = verbs.judge_moves(
            t, np.repeat(t, 1), zeros(view.game.width), np.zeros(t.seats), zeros(int(t.seats)), judged
        )
        return moves[best_of(judged, count, luck)]
