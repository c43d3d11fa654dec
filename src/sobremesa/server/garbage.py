"""Garbage: what nobody can reach any more, but which holds itself, so that it does not go on its own.

Python looks for it as often as enough has been made, and now and then among everything that there is: with a thousand
matches that took up to 370 ms, for which everybody waited. There is next to nothing to find, for whatever serves a
move, a line or a match goes when it is done. So the server looks itself: as soon as a little has stayed, and only among
that, so that a look is short; among everything only when very much has stayed. It looks so seldom that whoever plays
does not notice.
"""

import asyncio
import gc
import time

MUCH = 10_000
"""How many things must have stayed since the last look."""
VERY_MUCH = 2_000_000
"""How many must have stayed since the last look at everything."""
SHARE = 0.01
"""The part of the time that looking may take."""
EVERY = 0.25
"""Seconds between two counts."""
YOUNG, ALL = 1, 2
"""What Python calls the things that have stayed since the last look, and everything."""


class Sweeper:
    """This looks for garbage, and nobody else does from now on."""

    def __init__(self, much: int = MUCH, very_much: int = VERY_MUCH) -> None:
        self.much = much
        self.very_much = very_much
        self._stayed = 0
        self._rests_until = 0.0
        # What was loaded to serve stays; nobody need look at it again.
        gc.collect()
        gc.freeze()
        gc.disable()

    def look(self, now: float) -> bool:
        """This looks if it is worth while and time for it; it tells whether it did."""
        # This is what was made less what has gone since the last time.
        count = gc.get_count()[0]
        if count < self.much or now < self._rests_until:
            return False
        began = time.perf_counter()
        self._stayed += count
        if self._stayed < self.very_much:
            gc.collect(YOUNG)
        else:
            gc.collect(ALL)
            self._stayed = 0
        self._rests_until = now + (time.perf_counter() - began) / SHARE
        return True

    def begin(self) -> None:
        """This looks from now on, as long as the loop runs."""
        self.look(time.monotonic())
        asyncio.get_running_loop().call_later(EVERY, self.begin)
