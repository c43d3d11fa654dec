"""Engines: a game's rules at full speed, for many matches at once."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from sobremesa.core import drivers
from sobremesa.core import native as binding
from sobremesa.core.drivers import ENDLESS
from sobremesa.core.errors import EndlessMatch, InvalidNumber, InvalidSeconds
from sobremesa.core.game import Game
from sobremesa.core.jsontext import shown
from sobremesa.core.rules import Ints
from sobremesa.core.streams import check_seed
from sobremesa.core.table import Tables, alone
from sobremesa.kit.luck import sow

CHUNKS = 64
"""Into how many parts a run is cut, so that threads share it evenly and progress can be shown."""

MAX_CHUNK = 4096
TRACED = ("actor", "listed", "digest", "choice")


@dataclass(frozen=True)
class PlayOuts:
    """This is what came of matches played at random, a row each."""

    steps: Ints
    """Choices, throws and moves alike."""
    turns: Ints
    """Finished turns."""
    places: Ints
    """The place of every seat."""


@dataclass(frozen=True)
class Count:
    """This is how many ways a match can go from a table to a depth."""

    sequences: int
    """Sequences of choices; one that ends the match early counts once."""
    ways: int
    """The same, each multiplied by the weights of its outcomes."""


class Engine:
    """This runs a game's rules natively, or plain if SOBREMESA_NATIVE is 0 or native=False.

    >>> from sobremesa import find
    >>> engine = Engine(find("sequence-dice"), native=False)
    >>> engine.count(find("sequence-dice").table(), depth=2)
    Count(sequences=121, ways=1296)
    """

    def __init__(self, game: Game, *, native: bool | None = None, checked: bool = False) -> None:
        self.game = game
        self.is_native = binding.is_wanted() if native is None else native
        self.drivers = binding.bind(drivers.__name__, game.rules.__name__, native=self.is_native, checked=checked)

    def play_outs(
        self,
        t: Any,
        count: int,
        *,
        seed: int,
        threads: int = 1,
        progress: Callable[[int], None] | None = None,
    ) -> PlayOuts:
        """This plays matches at random from a table on.

        Match n depends on the seed and on n alone, so the results do not depend on the number of threads. Progress
        is told how many matches have been played since it was told last.
        """
        lucks = sow(check_seed(seed), check_number("count", count, 0))
        check_number("threads", threads, 1)
        results = PlayOuts(zeros(count), zeros(count), zeros(count, int(t.seats)))
        start = alone(t)

        def play(rows: slice) -> slice:
            self.drivers.play_outs(
                start,
                start.copy(),
                lucks[rows],
                self.game.longest,
                *self.lists(),
                results.steps[rows],
                results.turns[rows],
                results.places[rows],
            )
            return rows

        for rows in in_threads(play, chunks(count), threads):
            if progress:
                progress(rows.stop - rows.start)
        if (results.steps == ENDLESS).any():
            raise EndlessMatch(game=self.game.name, longest=self.game.longest)
        return results

    def count(self, t: Any, depth: int) -> Count:
        """This counts the ways from a table to a depth."""
        tables = np.repeat(alone(t), check_number("depth", depth, 0) + 1)
        out, weight = zeros(depth, self.game.width), zeros(depth, self.game.width)
        totals = zeros(2)
        if not self.drivers.count(tables, 0, out, weight, totals, 1):
            raise OverflowError(f"too many ways to count to depth {depth}")
        return Count(*totals.tolist())

    def trace(self, t: Any, *, seed: int, most: int | None = None) -> tuple[Tables, Ints]:
        """This plays one match at random, or so many choices of it, and returns its tables, and a row for each: TRACED.

        The last table is the one at the end, or after the last choice; its row says who would choose.
        """
        room = (self.game.longest if most is None else check_number("most", most, 0)) + 1
        tables = np.repeat(alone(t), room)
        seen = zeros(room, len(TRACED))
        steps = self.drivers.trace(alone(t)[0], sow(check_seed(seed), 1)[0], *self.lists(), tables, seen)
        return tables[: steps + 1], seen[: steps + 1]

    def lists(self) -> tuple[Ints, Ints]:
        """This makes room for a list of choices and their weights."""
        return zeros(self.game.width), zeros(self.game.width)


def check_number(name: str, number: object, low: int) -> int:
    """This lets a whole number pass that is large enough and refuses anything else."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < low:
        raise InvalidNumber(name=name, low=low, given=shown(number))
    return int(number)


def zeros(*shape: int) -> Ints:
    """This makes an array of numbers for the drivers to fill."""
    return np.zeros(shape, dtype=np.int64)


def chunks(count: int) -> Iterator[slice]:
    """Return the parts into which a run of so many matches is cut."""
    size = min(max(count // CHUNKS, 1), MAX_CHUNK)
    return (slice(first, min(first + size, count)) for first in range(0, count, size))


def in_threads(play: Callable[[slice], slice], parts: Iterator[slice], threads: int) -> Iterator[slice]:
    """Yield the parts of a run in their order as they have been played, by so many threads."""
    # A thread costs more than the few play-outs of a bot, who asks for them move by move.
    if threads == 1:
        yield from map(play, parts)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(play, parts)


def check_seconds(name: str, seconds: object) -> float:
    """This lets a length of time pass, and refuses anything else."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < inf:
        raise InvalidSeconds(name=name, given=shown(seconds))
    return float(seconds)
