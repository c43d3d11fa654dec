"""Reviews: what luck and what play did in a match that is over. It takes a while, so it is begun once and kept.

A review is made of what is in the log, so it may be thrown away at any time; the next one who asks has it made again.
One is made after another, in turn by address, and one for each guest. Whoever waits asks again and again how far it is:
a review that nobody asks for any more is not begun, and is given up if others wait.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool

from sobremesa.core.game import find
from sobremesa.server import events, records, telling
from sobremesa.server.crew import Crew
from sobremesa.server.events import Choice, Contest, Head, Undo
from sobremesa.server.limits import Hurried
from sobremesa.server.prometheus import Registry
from sobremesa.server.reading import Check, keep_going, read
from sobremesa.server.refusals import Refused
from sobremesa.server.semaphore import FairSemaphore
from sobremesa.server.store import Entry, Store
from sobremesa.server.thinking import NoAnswer

FOLDER = "reviews"
FORMAT = 1
"""A review of another format is made anew."""
MOST = 32
"""How many may wait to be made."""
MOST_OF_ADDRESS = 8
ABANDONED = 60.0
"""Seconds after which nobody waits for a review that nobody has asked for."""
AGAIN = 5
"""Seconds after which it makes sense to ask for another one."""
REMEMBERED = 32
"""How many are kept at hand."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Work:
    """This is a review that is being made: how many of how many tables have been looked at."""

    guest: str = ""
    address: str = ""
    asked: float = 0.0
    """When somebody asked for it last."""
    task: "asyncio.Task[None] | None" = None
    done: int = 0
    total: int = 0


@dataclass(slots=True)
class Reviews:
    """This is all reviews: those that are made, at hand or in a folder, and those that are being made."""

    store: Store
    crew: Crew
    folder: Path | None = None
    made: dict[str, bytes] = field(default_factory=dict)
    working: dict[str, Work] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    """Matches whose review could not be made, until somebody has been told."""
    clock: Callable[[], float] = time.monotonic
    slots: FairSemaphore = field(default_factory=lambda: FairSemaphore(1, MOST))
    """Where those wait that are to be made."""
    disk: threading.Lock = field(default_factory=threading.Lock)
    """Held by the thread that writes or deletes files."""

    async def find(self, entry: Entry, guest: str = "", address: str = "") -> bytes | Work:
        """This is the review of a match as JSON, or how far it is; the first who asks has it begun.

        Who has no cookie is known by its address.
        """
        if not entry.ended:
            raise Refused("not_over")
        head = events.read_head(entry.head)
        telling.check_rules(head)
        kept = self.made.get(entry.id) or await run_in_threadpool(self._read, entry.id, head)
        # It may have been made while the disk was asked.
        if kept := kept or self.made.get(entry.id):
            return kept
        if entry.id in self.failed:
            self.failed.discard(entry.id)
            raise Refused("no_review", status=503)
        work = self.working.get(entry.id)
        if work is None:
            work = self._begin(entry, head, guest or address, address)
        work.asked = self.clock()
        return work

    async def remove(self, matches: Collection[str]) -> None:
        """Delete the reviews of some matches, and end those that are being made."""
        tasks = [work.task for match in matches if (work := self.working.get(match)) and work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for match in matches:
            self.made.pop(match, None)
            self.failed.discard(match)
        await run_in_threadpool(self._unlink, matches)

    def _unlink(self, matches: Collection[str]) -> None:
        if self.folder is None:
            return
        with self.disk:
            for match in matches:
                for kind in ("json", "part"):
                    (self.folder / f"{match}.{kind}").unlink(missing_ok=True)

    def register(self, registry: Registry) -> None:
        """Register what waits."""
        registry.gauge("sobremesa_reviews", "reviews that are being made or wait", read=lambda: len(self.working))
        registry.summary("sobremesa_review_wait_seconds", "how long reviews waited", self.slots.waits)

    async def close(self) -> None:
        """This ends what is being made."""
        tasks = [work.task for work in self.working.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, entry: Entry, head: Head, guest: str, address: str) -> Work:
        if not self.crew.is_ready(head.game):
            raise Refused("preparing", status=503)
        of_address = sum(work.address == address for work in self.working.values())
        if len(self.working) >= MOST or of_address >= MOST_OF_ADDRESS:
            raise Refused("many_reviews", status=503)
        if guest and any(work.guest == guest and not self._is_abandoned(work) for work in self.working.values()):
            raise Hurried("one_review", AGAIN)
        work = self.working[entry.id] = Work(guest, address, self.clock())
        work.task = asyncio.create_task(self._wait_and_make(entry, head, work))
        work.task.add_done_callback(lambda _: self.working.pop(entry.id))
        return work

    def _is_abandoned(self, work: Work) -> bool:
        return self.clock() - work.asked > ABANDONED

    async def _wait_and_make(self, entry: Entry, head: Head, work: Work) -> None:
        await self.slots.acquire(work.address)
        try:
            if not self._is_abandoned(work):
                await self._make(entry, head, work)
        finally:
            self.slots.release()

    def _hear(self, work: Work, done: int, total: int) -> None:
        """Note how far a review is; one for which nobody waits makes way for others."""
        work.done, work.total = done, total
        if self.slots.waiting and self._is_abandoned(work) and work.task is not None:
            work.task.cancel()

    async def _make(self, entry: Entry, head: Head, work: Work) -> None:
        try:
            record = await read(partial(records.recorded, self.store, entry.id, head, entry.secret))
            review = await self.crew.review(head.game, record, partial(self._hear, work))
            seqs = await read(partial(seqs_of, self.store, entry.id))
            kept = msgspec.json.encode(mark(head) | review | {"seqs": seqs})
            while len(self.made) >= REMEMBERED:
                del self.made[next(iter(self.made))]
            self.made[entry.id] = kept
            await run_in_threadpool(self._write, entry.id, kept)
        except Exception as fault:
            if not isinstance(fault, NoAnswer):
                log.exception("a review could not be made")
            self.failed.add(entry.id)

    # On the disk

    def _read(self, match: str, head: Head) -> bytes | None:
        if self.folder is None:
            return None
        try:
            kept = (self.folder / f"{match}.json").read_bytes()
            found: dict[str, Any] = msgspec.json.decode(kept)
            return kept if {name: found.get(name) for name in mark(head)} == mark(head) else None
        except (OSError, msgspec.DecodeError, AttributeError):
            return None

    def _write(self, match: str, kept: bytes) -> None:
        if self.folder is None:
            return
        with self.disk:
            # A thread goes on though its task was cancelled, because the match was deleted.
            if match in self.made:
                self._replace(self.folder / f"{match}.json", kept)

    def _replace(self, path: Path, kept: bytes) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            begun = path.with_suffix(".part")
            begun.write_bytes(kept)
            begun.rename(path)
        except OSError:
            # It is at hand all the same, and can be made again.
            log.warning("a review could not be kept", exc_info=True)


def mark(head: Head) -> dict[str, Any]:
    """This is how a review is known as one of these rules and of this format."""
    return {"format": FORMAT, "game": head.game, "rules": find(head.game).version}


def seqs_of(store: Store, match: str, check: Check = keep_going) -> list[int]:
    """This is the numbers of the events that are the choices of a record: what was taken back is left out."""
    kept: list[int] = []
    for row in telling.scan(store, match, check=check):
        event = events.read_event(row.body)
        if isinstance(event, Choice):
            kept.append(row.seq)
        elif isinstance(event, Undo | Contest):
            del kept[-event.back :]
    return kept
