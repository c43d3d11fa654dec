"""The arena: where the system's library keeps what a program has freed, to give it out again.

It has one for every thread that asks for memory, and none uses what another has freed. The threads of a server take
turns all the same; with one arena for all of them a thousand matches took 8 MB less.
"""

import contextlib
import ctypes

M_ARENA_MAX = -8
"""What glibc calls the number of arenas."""


def share_one() -> None:
    """This lets all threads use one arena, where the library has several."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)
