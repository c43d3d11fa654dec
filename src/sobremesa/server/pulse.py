"""The pulse: a file of the data folder that says until when the server ran, so that clocks do not count its outages."""

import asyncio
import contextlib
import logging
from pathlib import Path

from sobremesa.server import clocks

FILE = "server.alive"
EVERY = 5.0
"""Seconds between two beats; an outage is taken to be longer by as much, in favour of those who play."""

log = logging.getLogger(__name__)


class Pulse:
    """This beats as long as the server runs."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def last(self) -> int:
        """This is when it beat last, in milliseconds since 1970; 0 if nobody knows."""
        try:
            return int(self.path.read_text())
        except (OSError, ValueError):
            return 0

    def beat(self) -> None:
        """This says that the server runs; were it not to, clocks would only give back more than an outage took."""
        new = self.path.with_suffix(".new")
        try:
            new.write_text(str(clocks.now()))
            new.replace(self.path)
        except OSError as fault:
            log.warning("the pulse cannot be written: %s", fault)

    async def run(self) -> None:
        """This beats until it is cancelled, and once more then."""
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                await asyncio.to_thread(self.beat)
                await asyncio.sleep(EVERY)
        self.beat()
