"""Pace: how a crowd of clients plays, whatever server it plays on: as fast as it goes, or so many moves a second."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass
class Tally:
    """This is what a crowd has counted since somebody began to count."""

    moves: int = 0
    events: int = 0
    """Everything that went into logs: moves, throws, and people who sat down."""
    bytes: int = 0
    """What came to all clients after they had come, in bytes on the wire."""
    coming: int = 0
    """What came to clients when they came: everything, with pictures."""
    comers: int = 0
    matches: int = 0
    """How many matches came to their end."""
    late: int = 0
    """How many moves could not be made in time, because the one before was not answered."""
    refused: Counter[str] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    """Seconds from a move to its answer."""
    kinds: Counter[str] = field(default_factory=Counter)
    """Bytes of messages by their kind."""

    def wait(self, percent: float) -> float:
        """This is the milliseconds in which so many percent of the moves were answered."""
        ordered = sorted(self.waits)
        return 1000 * ordered[min(int(len(ordered) * percent / 100), len(ordered) - 1)] if ordered else 0.0


class Playing(Protocol):
    """This is a match as its crowd sees it."""

    luck: random.Random

    def tick(self) -> None:
        """This makes the move whose time has come."""


class Crowd:
    """This is many matches at once."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        """How many moves a second there are in each match; 0 for as many as can be."""
        self.tally = Tally()
        self._work: list[asyncio.Task[None]] = []

    def start(self, matches: Sequence[Playing]) -> None:
        """This begins to play, and to count."""
        self.tally = Tally()
        if self.rate:
            self._work += [asyncio.create_task(self._tick(match)) for match in matches]
            return
        for match in matches:
            match.tick()

    async def _tick(self, match: Playing) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + match.luck.random() / self.rate
        while True:
            await asyncio.sleep(due - loop.time())
            match.tick()
            due += 1 / self.rate

    async def rest(self) -> None:
        """This ends all work; what failed is raised, for then what was counted means nothing."""
        failed = [task.exception() for task in self._work if task.done()]
        for task in self._work:
            task.cancel()
        await asyncio.gather(*self._work, return_exceptions=True)
        for fault in failed:
            raise RuntimeError("the crowd failed") from fault
