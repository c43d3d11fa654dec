"""Atlases: how the tables of a small game are told apart, by the bytes that can change and that rules ask."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from sobremesa.core import native as binding
from sobremesa.core.engine import zeros
from sobremesa.core.game import Game
from sobremesa.core.option import Value
from sobremesa.core.rules import Ints
from sobremesa.core.table import Tables, alone
from sobremesa.lab import expand
from sobremesa.lab.expand import NOBODY, SIDES, Bytes


class Atlas:
    """This is how the tables of a game of two sides, with its options, are known by keys."""

    def __init__(self, game: Game, options: Mapping[str, Any], *, native: bool | None = None) -> None:
        self.game = game
        self.start = game.table(SIDES, options)
        is_native = binding.is_wanted() if native is None else native
        self.drivers = binding.bind(expand.__name__, game.rules.__name__, native=is_native)
        self.settled = ("seats", *(option.name for option in game.options))
        layout = self.start.dtype.fields
        spans = [
            range(layout[name][1], layout[name][1] + layout[name][0].itemsize)
            for name in self.start.dtype.names
            if name not in (*self.settled, *game.tallies)
        ]
        self.columns: Ints = np.concatenate([np.array(span, dtype=np.int64) for span in spans])

    @property
    def options(self) -> dict[str, Value]:
        """This is the options that are not at their default."""
        return self.game.options_of(self.start)

    def has(self, t: Any) -> bool:
        """This is whether a table is one of this game with these options."""
        return t.dtype == self.start.dtype and all(t[name] == self.start[name] for name in self.settled)

    def key_of(self, t: Any) -> Bytes:
        """This is the key of a table."""
        return np.frombuffer(t.tobytes(), dtype=np.uint8)[self.columns]

    def table_of(self, key: Bytes) -> Any:
        """This is the table that a key stands for; whatever only counts is as at the start."""
        tables, bare = self.desk()
        bare[0, self.columns] = key
        return tables[0]

    def slots_of(self, keys: Bytes, count: int, room: int) -> Ints:
        """This numbers the first so many keys, with room for more."""
        slots = np.full(1 << int(room * 2 - 1).bit_length(), NOBODY, dtype=np.int64)
        self.drivers.number_all(keys, count, slots)
        return slots

    def desk(self) -> tuple[Tables, Bytes]:
        """This makes two tables to work on, both at the start, and shows their bytes."""
        tables = np.repeat(alone(self.start), 2)
        return tables, tables.view(np.uint8).reshape(2, -1)

    def lists(self) -> tuple[Ints, Ints]:
        """This makes room for a list of choices and their weights."""
        return zeros(self.game.width), zeros(self.game.width)
