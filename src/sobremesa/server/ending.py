"""Ending: a server that was told to end does so within seconds, whatever still runs in it.

Nothing is acknowledged before it is on the disk, so nothing of that is lost however a server ends. What ends in good
order is given the time for it; a thread that cannot be interrupted, or a disk that does not answer, is not waited for.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable

WITHIN = 3.5
"""Seconds after which a server that was told to end is ended."""

log = logging.getLogger(__name__)


def leave_at_once() -> None:
    """End this process, without waiting for any thread."""
    log.warning("the server was told to end %g s ago, and ends with work left", WITHIN)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
    os._exit(0)


class Deadline:
    """Timer that ends the process once it was set, unless all work has ended before."""

    def __init__(self, end: Callable[[], None] = leave_at_once, seconds: float = WITHIN) -> None:
        self.end = end
        self.seconds = seconds
        self._timer: threading.Timer | None = None
        self._before = set(threading.enumerate())

    def set(self) -> None:
        """Begin to count; who asks again is not given more time."""
        if self._timer is None:
            self._timer = threading.Timer(self.seconds, self.end)
            self._timer.daemon = True
            self._timer.start()

    def keep(self) -> None:
        """Wait for all threads that have begun since, as the end of the process would; then count no more."""
        if self._timer is None:
            return
        for thread in threading.enumerate():
            if thread not in self._before and not thread.daemon and thread is not threading.current_thread():
                thread.join()
        self._timer.cancel()
