"""Long reads: work on whole stretches of logs, in threads, which ends when nobody waits for it any more.

The threads are daemons, so that no read keeps a server from ending. How many run at once is up to `admission`.
"""

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar, cast

from starlette.requests import Request

REST = 2.0
"""For how many times as long as it has worked a read rests between two rows.

Python runs one thread at a time, and whoever plays needs it often, if not for long.
"""
SPELL = 0.001
"""Seconds that it works at least before it rests: to fall asleep takes time as well."""
MOST_REST = 0.05
"""Seconds."""

Check = Callable[[], None]
"""Called between rows of a log; it raises Disconnected once nobody waits for the answer."""
Found = TypeVar("Found")


class Disconnected(Exception):
    """Nobody waits for what is being read any more."""


def keep_going() -> None:
    """Check that never stops a read."""


async def read(work: Callable[[Check], Found], request: Request | None = None) -> Found:
    """Return what a read finds; Disconnected if whoever sent the request has gone meanwhile."""
    stop = threading.Event()
    reading = _start(work, stop)
    waited: list[asyncio.Future[Any]] = [reading]
    if request is not None:
        waited.append(asyncio.create_task(_disconnected(request)))
    try:
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            raise Disconnected
        return reading.result()
    finally:
        stop.set()
        for each in waited:
            each.cancel()
        await asyncio.gather(*waited, return_exceptions=True)


def _start(work: Callable[[Check], Found], stop: threading.Event) -> "asyncio.Future[Found]":
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    worked = 0.0

    def check() -> None:
        nonlocal worked
        if stop.is_set():
            raise Disconnected
        spell = time.thread_time() - worked
        if spell >= SPELL:
            worked += spell
            time.sleep(min(spell * REST, MOST_REST))

    def end(found: Found | None, fault: BaseException | None) -> None:
        if future.done():
            return
        if fault is not None:
            future.set_exception(fault)
        else:
            future.set_result(cast("Found", found))

    def run() -> None:
        found, fault = None, None
        try:
            found = work(check)
        except BaseException as raised:
            fault = raised
        with contextlib.suppress(RuntimeError):
            # The loop may have been closed; then nobody waits.
            loop.call_soon_threadsafe(end, found, fault)

    threading.Thread(target=run, name="read", daemon=True).start()
    return future


async def _disconnected(request: Request) -> None:
    """Return when whoever sent a request has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
