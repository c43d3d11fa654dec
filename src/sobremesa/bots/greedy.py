"""The bot that takes what looks best at once: it judges the table right after every move by the game's worth."""

from typing import Annotated

import numpy as np

from sobremesa.bots.settings import Within
from sobremesa.core import native
from sobremesa.core.engine import zeros
from sobremesa.core.table import alone
from sobremesa.core.view import Move, View
from sobremesa.kit.luck import Luck
from sobremesa.search.thinker import plain_loops


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
        t, width, seats = alone(view.table), view.game.width, int(view.table.seats)
        lists = zeros(width), np.zeros(seats), zeros(seats), np.zeros(width)
        return moves[int(verbs.decide(t[0], view.seat, self.slips, t.copy(), luck, *lists))]
