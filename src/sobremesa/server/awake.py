"""Awake: while much happens, the loop does not sleep between two messages.

With a thousand moves a second each took half as much time of the processor again as when there was never a pause, and
many waited long; it looks as if a core that rests wakes slowly and works slowly at first. So from so many events a
second on the loop looks for messages all the time. That costs the rest of a core that was busy for much of the time
already; with fewer events the loop sleeps as usual.
"""

import asyncio
import os
from collections.abc import Callable

EVERY = 0.1
"""Seconds between two counts."""
MANY = 50
"""How many events between two counts keep the loop awake until the next."""


class Awake:
    """This keeps a loop awake while many events are counted."""

    def __init__(self, counted: Callable[[], int]) -> None:
        self._counted = counted
        self._before = 0
        self._is_needed = False

    def begin(self) -> None:
        """This counts from now on, as long as the loop runs."""
        counted, was_needed = self._counted(), self._is_needed
        self._is_needed, self._before = counted - self._before >= MANY, counted
        loop = asyncio.get_running_loop()
        loop.call_later(EVERY, self.begin)
        if self._is_needed and not was_needed:
            loop.call_soon(self._stay)

    def _stay(self) -> None:
        if self._is_needed:
            # A loop that has something to do at once does not sleep.
            asyncio.get_running_loop().call_soon(self._stay)
            _let_others_go()


def _let_others_go() -> None:
    """On the same core the scribe may wait, or a bot that thinks."""
    if hasattr(os, "sched_yield"):
        os.sched_yield()
