"""Processes: what the system says of a running program: its time on processors, its memory, and where it may run."""

import asyncio
import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
OFTEN = 0.2
"""Seconds between two looks at the memory of a process."""


def seconds_of(process: int) -> float:
    """This is how many seconds all threads of a process have run."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(process: int) -> float:
    """This is the memory that a process holds, in MB."""
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
