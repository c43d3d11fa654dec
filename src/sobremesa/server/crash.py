"""Crashes: named points at which the server dies on demand, so that tests can ask what is left.

SOBREMESA_CRASH names the point, and after a colon how often it is passed before: `after-commit:12`. Nothing is tidied
up, nobody is told. Without the variable nothing ever happens.
"""

import contextlib
import os
import signal
from pathlib import Path

VARIABLE = "SOBREMESA_CRASH"
POINTS = ("before-append", "after-append", "commit", "after-commit", "snapshot", "migration")
TORN = 2000
"""Bytes of a page that still reach the file when the server dies while it writes."""
FRAME_HEAD = 24
"""Bytes that stand before a page in the file to which commits go first."""

_point, _, _passes = os.environ.get(VARIABLE, "").partition(":")
_left = int(_passes or 0)
_others: list[int] = []


def take_along(process: int) -> None:
    """This lets another process die with this one: both are parts of the server."""
    _others.append(process)


def at(point: str) -> None:
    """This dies here, if it is to."""
    if point == _point and _is_time():
        _kill(*_others, os.getpid())


def inside(point: str, path: Path) -> None:
    """This lets whoever writes die in the middle of the next write to a database, if it is to, and the others at once.

    The file may grow by half a page and no further: the system itself kills whoever tries.
    """
    if point == _point and _is_time():
        # Not every system has it, and none needs it but here.
        import resource

        _kill(*_others)
        log = path.with_name(path.name + "-wal")
        most = log.stat().st_size + FRAME_HEAD + TORN
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def _kill(*processes: int) -> None:
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def _is_time() -> bool:
    global _left
    _left -= 1
    return _left < 0


if _point == "commit":
    # Python would rather have an error than die.
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
