"""Garbage: what nobody can reach any more, but which holds itself, so that it does not go on its own.

Python looks for it as often as enough has been made. With a thousand matches at one move a second that took 10 to 50 ms
every second, and 250 to 450 where it looked at everything, for which everybody waited. There is next to nothing to
find, for whatever serves a move, a line or a match goes when it is done. So the server looks itself: when very much has
stayed, which takes hours or some thousand matches, and seldom.
"""

import asyncio
import gc
import time

MUCH = 1_000_000
"""How many things must have stayed since the last time; a thousand matches are half as many."""
SHARE = 0.002
"""The part of the time that looking may take."""
EVERY = 1.0
"""Seconds between two counts."""


class Sweeper:
    """This looks for garbage, and nobody else does from now on."""

    def __init__(self, much: int = MUCH) -> None:
        self.much = much
        self._rests_until = 0.0
        # What was loaded to serve stays; nobody need look at it again.
        gc.collect()
        gc.freeze()
        gc.disable()

    def look(self, now: float) -> bool:
        """This looks if it is worth while and time for it; it tells whether it did."""
        # This is what was made less what has gone since the last time.
        if gc.get_count()[0] < self.much or now < self._rests_until:
            return False
        began = time.perf_counter()
        gc.collect()
        self._rests_until = now + (time.perf_counter() - began) / SHARE
        return True

    def begin(self) -> None:
        """This looks from now on, as long as the loop runs."""
        self.look(time.monotonic())
        asyncio.get_running_loop().call_later(EVERY, self.begin)
