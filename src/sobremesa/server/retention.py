"""Retention: how long matches are kept. Old ones are pruned a few at a time, so that nobody who plays waits for it."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sobremesa.core.errors import SobremesaError
from sobremesa.server.admin import AT_ONCE, Admin
from sobremesa.server.catalogue import Filter
from sobremesa.server.refusals import Refused

MAX_EVENTS = 800
"""How many events are deleted by one batch, unless one match alone has more."""
MIN_PAUSE = 0.02
"""Seconds between two batches at least."""
REST = 3
"""How many times as long as the last batch took it rests, if that is longer: the busier the machine is, the longer."""
DAY = 24 * 60 * 60.0
FIRST_PRUNE = 60.0
"""Seconds after the start of a server at which it prunes for the first time."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Progress:
    """How far a prune is."""

    total: int = 0
    done: int = 0
    skipped: int = 0
    """Matches that somebody looks at, or that have gone on meanwhile."""
    is_running: bool = False
    is_stopped: bool = False
    fault: SobremesaError | None = None
    remnants: bool = False

    def json(self, language: str) -> dict[str, Any]:
        """Return it as it is told."""
        told: dict[str, Any] = {
            "total": self.total,
            "done": self.done,
            "skipped": self.skipped,
            "running": self.is_running,
            "stopped": self.is_stopped,
            "remnants": self.remnants,
        }
        if self.fault is not None:
            told |= {"error": self.fault.phrase.json(), "text": self.fault.say(language)}
        return told


def batches_of(found: Sequence[tuple[str, int]]) -> Iterator[list[str]]:
    """Split matches, each with how many events it has, into batches of not too many events.

    >>> list(batches_of([("a", 500), ("b", 200), ("c", 200), ("d", 5000), ("e", 0)]))
    [['a', 'b'], ['c'], ['d'], ['e']]
    """
    batch, events = list[str](), 0
    for match, count in found:
        if batch and (events + count > MAX_EVENTS or len(batch) == AT_ONCE):
            yield batch
            batch, events = [], 0
        batch.append(match)
        events += count
    if batch:
        yield batch


class Pruner:
    """Deletion of all matches of an age, one prune at a time."""

    def __init__(self, admin: Admin) -> None:
        self.admin = admin
        self.progress = Progress()
        self._task: asyncio.Task[None] | None = None

    async def count(self, chosen: Filter) -> int:
        """Return how many matches would be deleted."""
        return len(await asyncio.to_thread(self.admin.catalogue.matching, chosen))

    def start(self, chosen: Filter) -> Progress:
        """Begin to prune; Refused while it is done already."""
        if self.progress.is_running:
            raise Refused("pruning")
        self.progress = Progress(is_running=True)
        self._task = asyncio.create_task(self._run(chosen, self.progress))
        return self.progress

    def stop(self) -> Progress:
        """End a prune after the present batch; what is deleted stays deleted."""
        self.progress.is_stopped = self.progress.is_running
        return self.progress

    async def close(self) -> None:
        """End whatever is being done."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self, chosen: Filter, progress: Progress) -> None:
        gone: list[str] = []
        try:
            await self._prune(chosen, progress, gone)
        except SobremesaError as fault:
            progress.fault = fault
        except Exception:
            log.exception("matches could not be pruned")
            progress.fault = Refused("failed", status=500)
        finally:
            progress.is_running = False
        if gone:
            log.info("%d matches were pruned", len(gone))

    async def _prune(self, chosen: Filter, progress: Progress, gone: list[str]) -> None:
        found = await asyncio.to_thread(self.admin.catalogue.matching, chosen)
        progress.total = len(found)
        try:
            for batch in batches_of(found):
                began = time.monotonic()
                pruned = await self.admin.prune(batch, chosen)
                gone += pruned
                progress.done += len(pruned)
                progress.skipped += len(batch) - len(pruned)
                if progress.is_stopped:
                    break
                await asyncio.sleep(max(MIN_PAUSE, REST * (time.monotonic() - began)))
        except SobremesaError:
            # Why it could not go on is what somebody wants to know; at the next start the rest is tidied up.
            with contextlib.suppress(SobremesaError):
                await self._tidy(progress, gone)
            raise
        await self._tidy(progress, gone)

    async def _tidy(self, progress: Progress, gone: list[str]) -> None:
        if gone:
            progress.remnants = (await self.admin.tidy(gone))["remnants"]

    async def daily(self, finished_days: float, unfinished_days: float) -> None:
        """Prune every day what is older than matches are kept; 0 days are for ever."""
        ages = (("finished", finished_days), ("running", unfinished_days))
        await asyncio.sleep(FIRST_PRUNE)
        while any(days for _, days in ages):
            for state, days in ages:
                if days and not self.progress.is_running:
                    self.start(Filter(state=state, older=days * DAY))
                    await asyncio.gather(*filter(None, [self._task]), return_exceptions=True)
                    if self.progress.fault is not None:
                        log.error("old matches could not be pruned: %s", self.progress.fault)
            await asyncio.sleep(DAY)
