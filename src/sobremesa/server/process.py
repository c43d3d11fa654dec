"""Process: memory, processor time, open files and threads of the server and of the processes that it started.

Linux tells them in /proc; elsewhere only what Python knows is given. Names are those that Prometheus clients agree on.
"""

import os
import threading
import time
from pathlib import Path
from typing import NamedTuple

from sobremesa.server.prometheus import Registry

PROC = Path("/proc")
BEGAN = time.time()
"""When this module was loaded: the start of the process, where nothing better is known."""


def _configured(name: str, usual: int) -> int:
    return os.sysconf(name) if hasattr(os, "sysconf") else usual


TICKS = _configured("SC_CLK_TCK", 100)
"""Ticks of processor time in a second."""
PAGE = _configured("SC_PAGE_SIZE", 4096)


class Usage(NamedTuple):
    """What a process uses, as /proc/PID/stat tells it."""

    parent: int
    cpu_seconds: float
    threads: int
    started: float
    """Seconds between the start of the machine and that of the process."""
    virtual_bytes: int
    resident_bytes: int


def parse_stat(text: str) -> Usage:
    """Read /proc/PID/stat, where the name of the program, in parentheses, may hold anything.

    >>> parse_stat("7 (a) b) S 1 0 0 0 -1 0 0 0 0 0 150 50 0 0 20 0 3 0 1200 4096 2 0").threads
    3
    """
    fields = text.rpartition(")")[2].split()
    return Usage(
        parent=int(fields[1]),
        cpu_seconds=(int(fields[11]) + int(fields[12])) / TICKS,
        threads=int(fields[17]),
        started=int(fields[19]) / TICKS,
        virtual_bytes=int(fields[20]),
        resident_bytes=int(fields[21]) * PAGE,
    )


def usage_of(pid: int | str = "self") -> Usage | None:
    """Return what a process uses; None if it has ended, or nobody can tell."""
    try:
        return parse_stat((PROC / str(pid) / "stat").read_text())
    except (OSError, ValueError, IndexError):
        return None


class Children:
    """The processes that this one started, and those that these started.

    Finding them reads something of every process of the machine, so it is done in a thread before metrics are scraped.
    """

    def __init__(self) -> None:
        self.running: list[Usage] = []
        self._seconds: dict[int, float] = {}
        self._ended = 0.0
        self._lock = threading.Lock()

    @property
    def cpu_seconds(self) -> float:
        """Processor time of all of them, also of those that have ended: it never shrinks."""
        return self._ended + sum(self._seconds.values())

    def look(self) -> None:
        """Look at which run."""
        found = _descendants(os.getpid())
        with self._lock:
            self._ended += sum(seconds for pid, seconds in self._seconds.items() if pid not in found)
            self._seconds = {pid: usage.cpu_seconds for pid, usage in found.items()}
            self.running = list(found.values())


def _descendants(ancestor: int) -> dict[int, Usage]:
    pids = [int(each.name) for each in PROC.iterdir() if each.name.isdigit()] if PROC.is_dir() else []
    usages = {pid: usage for pid in pids if (usage := usage_of(pid)) is not None}
    family = {ancestor}
    while born := {pid for pid, usage in usages.items() if usage.parent in family and pid not in family}:
        family |= born
    return {pid: usages[pid] for pid in family - {ancestor}}


def boot_time() -> float:
    """Return when the machine started; 0 if nobody can tell."""
    try:
        lines = (PROC / "stat").read_text().splitlines()
        return float(next(line.split()[1] for line in lines if line.startswith("btime ")))
    except (OSError, StopIteration, ValueError, IndexError):
        return 0.0


def start_time() -> float:
    """Return when this process started, in seconds since 1970."""
    usage, booted = usage_of(), boot_time()
    return booted + usage.started if usage is not None and booted else BEGAN


def open_files() -> int:
    """Return how many file descriptors are open."""
    # Listing them opens one more.
    return sum(1 for _ in (PROC / "self" / "fd").iterdir()) - 1


def register(registry: Registry, children: Children) -> None:
    """Register what the process uses, and those that it started."""
    began = start_time()
    registry.gauge("process_start_time_seconds", "start of the process since 1970", read=lambda: began)
    registry.counter("process_cpu_seconds_total", "processor time used", read=time.process_time)
    registry.gauge("process_threads", "threads", read=threading.active_count)
    if usage_of() is None:
        return
    _from_proc(registry, children)


def _from_proc(registry: Registry, children: Children) -> None:
    def now() -> Usage:
        return parse_stat((PROC / "self" / "stat").read_text())

    registry.gauge("process_resident_memory_bytes", "memory in use", read=lambda: now().resident_bytes)
    registry.gauge("process_virtual_memory_bytes", "memory reserved", read=lambda: now().virtual_bytes)
    registry.gauge("process_open_fds", "open file descriptors", read=open_files)
    registry.gauge("sobremesa_children", "processes started: bots, reviews, writer", read=lambda: len(children.running))
    registry.gauge(
        "sobremesa_children_memory_bytes",
        "memory in use by those processes",
        read=lambda: sum(usage.resident_bytes for usage in children.running),
    )
    registry.counter(
        "sobremesa_children_cpu_seconds_total",
        "processor time used by those processes",
        read=lambda: children.cpu_seconds,
    )
