"""Descriptors: how many lines the system lets a server have, and what it says when there are no more."""

import contextlib
import logging
import time

NO_ROOM = "socket.accept() out of system resource"
"""What asyncio says, with a traceback, each time that it cannot take another line; it tries all the time."""
SELDOM = 10.0
"""Seconds between two lines of the log about that."""


def allow_many() -> None:
    """This lets the server have as many lines as the system lets it ask for: a thousand matches have two thousand."""
    # Not every system has it.
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Seldom(logging.Filter):
    """This notes now and then, in a line, that there is no room for another line."""

    _silent_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        """This tells whether it is to be noted."""
        if not record.getMessage().startswith(NO_ROOM):
            return True
        record.exc_info = None
        is_time = time.monotonic() >= self._silent_until
        if is_time:
            self._silent_until = time.monotonic() + SELDOM
        return is_time
