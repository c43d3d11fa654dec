"""Processes: what the system says of a running program: its time on processors, its memory, and where it may run."""

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


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


def place(process: int, core: int) -> None:
    """This lets a process, and all that it starts from now on, run on one core, if there are several."""
    cores = os.cpu_count() or 1
    if cores > 1:
        os.sched_setaffinity(process, {core % cores})
