"""Pace: where hands are hidden, a bot answers after a time that depends on its level alone, which everybody knows.

A bot with one move answers at once, and one with many thinks: by its time others would know how many it has. So its
answer is held back until a whole number of steps has passed since it began. A step is longer than a bot of that level
thinks, so that it is one step unless the machine is busy.
"""

import asyncio
import math
import time
from collections.abc import Awaitable, Callable

from sobremesa.core.game import Game

STEP = 0.4
"""Seconds: bots up to level hard choose in less than a tenth of it."""
LONG_STEPS = {"expert": 1.6}
"""Seconds of those who think for longer: an expert searches for a second, unless it has one move."""


class Pace:
    """Pacemaker of bots; the clock and the sleep are those of asyncio unless others are given."""

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.now = now
        self._sleep = sleep

    async def hold_back(self, game: Game, level: str, began: float) -> None:
        """Wait until a bot that began to think at a time may answer; not at all where nothing is hidden."""
        if not game.is_open:
            await self._sleep(rest_of(self.now() - began, LONG_STEPS.get(level, STEP)))


def rest_of(passed: float, step: float) -> float:
    """Return how many seconds are left of the step that is under way.

    >>> rest_of(0.0, 0.5), rest_of(0.125, 0.5), rest_of(0.625, 0.5)
    (0.5, 0.375, 0.375)
    """
    return max(1, math.ceil(passed / step)) * step - passed
