"""Writers: those to whom the store hands batches, and who say what became of them."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple, Protocol

from sobremesa.server.batches import Batch
from sobremesa.server.pen import Pen, Written

Told = Callable[[Written | None], None]
"""Who is told what became of a parcel; None if the writer died, and does not know itself."""


class Writer(Protocol):
    """This is what the store needs of whoever writes."""

    def send(self, parcel: list[Batch], told: Told, loop: asyncio.AbstractEventLoop) -> None:
        """This writes batches with whatever else has come by the time the disk is free, and tells so in the loop."""

    def close(self) -> None:
        """This writes what is still to be written, and ends."""


class _Order(NamedTuple):
    parcel: list[Batch]
    told: Told
    loop: asyncio.AbstractEventLoop


class InThread:
    """This writes in a thread of the same process."""

    def __init__(self, path: Path) -> None:
        self.pen = Pen(path)
        self._inbox: SimpleQueue[_Order | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def send(self, parcel: list[Batch], told: Told, loop: asyncio.AbstractEventLoop) -> None:
        """This leaves it to the thread."""
        self._inbox.put(_Order(parcel, told, loop))

    def _run(self) -> None:
        is_last = False
        while not is_last:
            came = [self._inbox.get()]
            while not self._inbox.empty():
                came.append(self._inbox.get())
            is_last = came[-1] is None
            self._write([order for order in came if order is not None])

    def _write(self, orders: list[_Order]) -> None:
        written = self.pen.write([order.parcel for order in orders]) if orders else []
        for order, each in zip(orders, written, strict=True):
            with contextlib.suppress(RuntimeError):
                # The loop may have been closed; then nobody waits.
                order.loop.call_soon_threadsafe(order.told, each)

    def close(self) -> None:
        """This writes what is still to be written, and ends."""
        self._inbox.put(None)
        self._thread.join()
        self.pen.close()
