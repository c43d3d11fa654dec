"""Processes: what the system says of a running program: its time on processors, its memory, and where it may run."""

import asyncio
import contextlib
import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
OFTEN = 0.2
"""Seconds between two looks at the memory of a process."""


def runs(process: int) -> bool:
    """This tells whether a process has not ended yet; one that nobody has asked how it ended is still listed."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def scribe_of(process: int) -> int | None:
    """This is the process that writes to the disk for a server, if there is one."""
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        # One of them may end at this moment.
        with contextlib.suppress(OSError):
            if b"scribe" in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)
    return None


def seconds_of(process: int) -> float:
    """This is how many seconds all threads of a process have run, and those of its scribe."""
    return sum(map(_seconds_of, filter(None, [process, scribe_of(process)])))


def _seconds_of(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(process: int) -> float:
    """This is the memory that a process and its scribe hold, in MB."""
    return sum(map(_memory_of, filter(None, [process, scribe_of(process)])))


def _memory_of(process: int) -> float:
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


class Peak:
    """This is the most memory that a process is seen to hold meanwhile, in MB."""

    def __init__(self, process: int) -> None:
        self.process = process
        self.memory = memory_of(process)

    async def __aenter__(self) -> "Peak":
        self._looking = asyncio.create_task(self._look())
        return self

    async def __aexit__(self, *fault: object) -> None:
        self._looking.cancel()
        await asyncio.gather(self._looking, return_exceptions=True)

    async def _look(self) -> None:
        while True:
            self.memory = max(self.memory, memory_of(self.process))
            await asyncio.sleep(OFTEN)


def place(process: int, core: int) -> None:
    """This lets a process, and all that it starts from now on, run on one core, if there are several."""
    cores = os.cpu_count() or 1
    if cores > 1:
        os.sched_setaffinity(process, {core % cores})
