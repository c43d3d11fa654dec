"""The pulse: a file of the data folder that says until when the server ran, so that clocks do not count its outages."""

import asyncio
import contextlib
import logging
from pathlib import Path

import msgspec

from sobremesa.server import timebase
from sobremesa.server.timebase import Stamp

FILE = "server.alive"
EVERY = 5.0
"""Seconds between two beats; an outage is taken to be longer by as much, in favour of those who play."""

log = logging.getLogger(__name__)


class Pulse:
    """This beats as long as the server runs."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def last(self) -> Stamp | None:
        """Return when it beat last; None if nobody knows."""
        try:
            content = self.path.read_bytes()
            # Earlier versions wrote the wall clock alone.
            return Stamp(int(content), int(content)) if content.isdigit() else msgspec.json.decode(content, type=Stamp)
        except (OSError, ValueError, msgspec.DecodeError):
            return None

    def resume(self) -> int:
        """Let the time base go on from the last beat, and return when that was; 0 if nobody knows."""
        last = self.last()
        if last is None:
            return 0
        timebase.BASE.resume(last)
        return last.now

    def beat(self) -> None:
        """This says that the server runs; were it not to, clocks would only give back more than an outage took."""
        new = self.path.with_suffix(".new")
        try:
            new.write_bytes(msgspec.json.encode(timebase.BASE.stamp()))
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
