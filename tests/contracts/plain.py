"""Plain runs for long comparisons: the same rules on the same bytes, with a quicker way to the fields of a table.

A record looks a field up by its name every time. Here the ways to all fields are found once for a table; what rules
read and write through them are the same NumPy numbers and arrays.
"""

from typing import Any

import numpy as np

from sobremesa import CHANCE, OVER, Engine, Game
from sobremesa.core.rules import Ints
from sobremesa.core.table import Tables, alone
from sobremesa.kit.luck import below, pick, sow


def fields_of(tables: Tables) -> Any:
    """What stands for the one table of an array: an object with its fields."""
    names = tables.dtype.names or ()
    numbers = [name for name in names if not tables.dtype[name].shape]
    ways = {name: _number(name) for name in numbers}
    fields = type("Fields", (), ways | {"__getitem__": lambda self, name: getattr(self, name)})()
    vars(fields).update({f"_{name}": tables[name].reshape(()) for name in numbers})
    vars(fields).update({name: tables[name][0] for name in names if name not in ways})
    return fields


def _number(name: str) -> property:
    place = f"_{name}"

    def read(fields: Any) -> Any:
        return vars(fields)[place][()]

    def write(fields: Any, number: int) -> None:
        vars(fields)[place][()] = number

    return property(read, write)


def follow(game: Game, tables: Tables, seen: Ints, seed: int) -> None:
    """This plays a traced match again, plain and by the same luck, and compares every step with what was traced."""
    rules = game.rules
    mine = alone(tables[0])
    t = fields_of(mine)
    luck = sow(seed, 1)[0]
    out, weight = Engine(game, native=False).lists()
    nth = np.arange(1, game.width + 1)
    for step, (who, listed, digest, choice) in enumerate(seen.tolist()):
        assert mine.tobytes() == tables[step].tobytes()
        assert rules.actor(t) == who
        if step == len(seen) - 1 or who == OVER:
            return
        count = rules.chance(t, out, weight) if who == CHANCE else rules.legal(t, out)
        assert mine.tobytes() == tables[step].tobytes()
        weights = weight[:count] if who == CHANCE else 1
        assert (count, ((out[:count] + 1) * nth[:count] * weights).sum()) == (listed, digest)
        assert out[pick(luck, weight, count) if who == CHANCE else below(luck, count)] == choice
        rules.apply(t, choice)
