"""Batches: many tables stepped together by arrays, for whoever teaches machines to play."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from sobremesa.core.engine import Engine, check_number, zeros
from sobremesa.core.errors import IllegalMoveInRow
from sobremesa.core.game import Game
from sobremesa.core.rules import Ints
from sobremesa.core.streams import check_seed
from sobremesa.core.table import Tables, alone
from sobremesa.core.view import moves_of
from sobremesa.kit.luck import sow


class Batch:
    """This is a number of tables of one game, each a row; chance chooses by itself, table n by seed and n alone.

    >>> from sobremesa import find
    >>> batch = Batch(find("sequence-dice"), 1000, seed=7, native=False)
    >>> moves, counts = batch.moves()
    >>> batch.step(moves[:, 0])
    >>> int((batch.actors() >= 0).sum())
    1000
    """

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        seed: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        native: bool | None = None,
    ) -> None:
        self.game = game
        self.engine = Engine(game, native=native)
        self.tables = np.repeat(alone(game.table(seats, options)), check_number("count", count, 1))
        self.seats = game.usual_seats if seats is None else seats
        self.lucks = sow(check_seed(seed), count)
        self._settle()

    def __len__(self) -> int:
        return len(self.tables)

    def actors(self) -> Ints:
        """This is who chooses next at every table: a seat, or OVER."""
        who = zeros(len(self))
        self.engine.drivers.actors(self.tables, who)
        return who

    def moves(self) -> tuple[Ints, Ints]:
        """This is the legal moves of every table, a row each, and how many they are; none where the match is over."""
        moves, counts = zeros(len(self), self.game.moves), zeros(len(self))
        self.engine.drivers.list_moves(self.tables, moves, counts)
        return moves, counts

    def mask(self) -> npt.NDArray[np.bool_]:
        """This is, for every table and every move number, whether the move is legal."""
        moves, counts = self.moves()
        mask = np.zeros((len(self), self.game.moves), dtype=np.bool_)
        listed = np.arange(self.game.moves) < counts[:, None]
        mask[np.nonzero(listed)[0], moves[listed]] = True
        return mask

    def step(self, choices: npt.ArrayLike) -> None:
        """This makes a move at every table, and lets chance choose; tables that are over ignore theirs.

        If one of the moves is not legal, IllegalMove names the first such row, and no table has changed.
        """
        numbers = np.ascontiguousarray(choices)
        if numbers.shape != (len(self),) or not np.issubdtype(numbers.dtype, np.integer):
            given = f"{numbers.dtype} of shape {numbers.shape}"
            raise TypeError(f"one whole number for each of {len(self)} tables expected, not {given}")
        numbers = numbers.astype(np.int64)
        row = self.engine.drivers.first_refused(self.tables, numbers, self.engine.lists()[0])
        if row < len(self):
            legal = [move.text for move in moves_of(self.game, self.tables[row])]
            raise IllegalMoveInRow(int(numbers[row]), legal, row=row)
        self.engine.drivers.step_all(self.tables, numbers)
        self._settle()

    def views(self) -> Tables:
        """This is every table as its actor may see it; where the match is over, as a spectator may."""
        views = self.tables.copy()
        self.engine.drivers.hide_all(views)
        return views

    def places(self) -> Ints:
        """This is the place of every seat at every table; zeros where the match goes on."""
        places = zeros(len(self), self.seats)
        self.engine.drivers.rank_all(self.tables, places)
        return places

    def _settle(self) -> None:
        self.engine.drivers.settle_all(self.tables, self.lucks, *self.engine.lists())
