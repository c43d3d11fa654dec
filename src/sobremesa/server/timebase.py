"""Time base: the time by which clocks at the table run. No change of the machine's own clock makes it jump.

It is counted by the steady clock of the system, which runs from one start of the machine to the next and not while the
machine sleeps. From one run of the server to the next it goes on by the same clock, so an outage is as long as it was.
Only after a restart of the machine the wall clock must tell how long that took.
"""

import time
from collections.abc import Callable
from pathlib import Path

import msgspec

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
MILLION = 1_000_000
UNSURE = 5_000
"""Milliseconds for which a server may have run after its last stamp."""
MOST_AWAY = 30 * 24 * 60 * 60 * 1000
"""Milliseconds that a machine is believed to have been away at most, if only its wall clock tells."""


class Stamp(msgspec.Struct, frozen=True):
    """A moment by every clock, in milliseconds, and the start of the machine since which the steady one runs."""

    now: int
    wall: int
    steady: int = 0
    boot: str = ""


def boot_id() -> str:
    """Return what tells this run of the machine from all others; nothing where the system does not say."""
    try:
        return BOOT_ID.read_text().strip()
    except OSError:
        return ""


class TimeBase:
    """Milliseconds since 1970, as they were when the first server of a data folder began, and counted steadily since.

    >>> hour, steady = 3_600_000_000_000, 5_000_000_000
    >>> wall = 100 * hour
    >>> base = TimeBase(lambda: wall, lambda: steady, lambda: "one")
    >>> began = base.now()
    >>> wall, steady = wall + hour, steady + 1_000_000
    >>> base.now() - began
    1
    """

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        steady: Callable[[], int] = time.monotonic_ns,
        boot: Callable[[], str] = boot_id,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._boot = boot
        self._offset = wall() // MILLION - steady() // MILLION

    def now(self) -> int:
        """Return the time."""
        return self._offset + self._steady() // MILLION

    def stamp(self) -> Stamp:
        """Return this moment, to be kept."""
        return Stamp(self.now(), self._wall() // MILLION, self._steady() // MILLION, self._boot())

    def resume(self, last: Stamp) -> None:
        """Go on from a moment that was kept by an earlier server."""
        steady = self._steady() // MILLION
        if last.boot and last.boot == self._boot() and steady >= last.steady:
            self._offset = last.now - last.steady
            return
        away = min(max(self._wall() // MILLION - last.wall, 0), MOST_AWAY)
        self._offset = last.now + UNSURE + away - steady


BASE = TimeBase()
"""The time base of this process."""
