"""Lag: how much later than it was due the event loop gets to something; whoever plays waits as long."""

import asyncio

from sobremesa.server.prometheus import Registry

EVERY = 0.25
"""Seconds between two looks."""


class Lag:
    """A timer that measures how late it is."""

    def __init__(self, registry: Registry) -> None:
        self._seconds = registry.histogram("sobremesa_loop_lag_seconds", "how late the event loop gets to a timer")
        self._next: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Look again and again, as long as the loop runs."""
        loop = asyncio.get_running_loop()
        self._look_at(loop, loop.time() + EVERY)

    def end(self) -> None:
        """Look no more."""
        if self._next is not None:
            self._next.cancel()

    def _look_at(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        self._next = loop.call_at(due, self._look, loop, due)

    def _look(self, loop: asyncio.AbstractEventLoop, due: float) -> None:
        now = loop.time()
        self._seconds.observe(max(0.0, now - due))
        self._look_at(loop, now + EVERY)
