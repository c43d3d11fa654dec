"""A fair semaphore: a few slots for long work, shared in turn by those who wait (round robin over accounts).

An account is whoever is to have one share, an address for example: a hundred requests of one account wait for each
other, and somebody else's single request for one of them at most.
"""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable

from sobremesa.server.limits import Hurried
from sobremesa.server.prometheus import Timings

FULL_WAIT = 2
"""Seconds after which it makes sense to try again where a queue is full."""


class FairSemaphore:
    """Slots and a bounded, fair queue before them."""

    def __init__(self, slots: int, most: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.free = slots
        self.most = most
        """How many of one account may wait."""
        self.clock = clock
        self.waits = Timings()
        """How long those waited who got a slot."""
        self.dropped: Counter[str] = Counter()
        """Those who got none: refused because their queue was full, or gone before their turn."""
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._queues.values()))

    async def acquire(self, account: str) -> None:
        """Wait for a slot; Hurried if too many of the same account wait already. Whoever gets one must release it."""
        if self.free and not self._queues:
            self.free -= 1
            self.waits.add(0.0)
            return
        queue = self._queues.setdefault(account, deque())
        if len(queue) >= self.most:
            self.dropped["full"] += 1
            raise Hurried("too_fast", FULL_WAIT)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        began = self.clock()
        try:
            await turn
        except asyncio.CancelledError:
            self.dropped["gone"] += 1
            self._forget(account, turn)
            raise
        self.waits.add(self.clock() - began)

    def release(self) -> None:
        """Give a slot back: the next account in turn has it."""
        self.free += 1
        while self.free and self._queues:
            account, queue = self._queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self._queues[account] = queue
            if not turn.done():
                self.free -= 1
                turn.set_result(None)

    def _forget(self, account: str, turn: "asyncio.Future[None]") -> None:
        if turn.done() and not turn.cancelled():
            # Its turn came at the same moment.
            self.release()
            return
        queue = self._queues.get(account)
        if queue is not None and turn in queue:
            queue.remove(turn)
            if not queue:
                del self._queues[account]
