"""Interrupts: somebody who presses Ctrl-C while the program is still being loaded sees no traceback.

Loading takes most of the time of a short command, and nothing of ours can catch an interrupt then. So from the first
import on until the command line is ready, an interrupt ends our own program as it would end one that knows no Python.
Programs of others that import Sobremesa keep their ways.
"""

import signal
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import PurePath

PROGRAM = "sobremesa"
LOOKING = "-m"
"""What Python calls a program as long as it looks for the module that it shall run."""


def is_ours(called: Sequence[str], typed: Sequence[str]) -> bool:
    """This tells whether the program that is running is the command line, from its arguments and those of Python."""
    if called[:1] == [LOOKING]:
        return [LOOKING, PROGRAM] in [list(pair) for pair in pairwise(typed)]
    return [PurePath(name).stem for name in called[:1]] == [PROGRAM]


def end_quietly() -> None:
    """This lets an interrupt end our program at once."""
    if is_ours(sys.argv, sys.orig_argv):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def can_be_caught() -> None:
    """This lets an interrupt be caught again."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
