"""Reviews: what luck and what play did in a match that is over. It takes a while, so it is begun once and kept.

A review is made of what is in the log, so it may be thrown away at any time; the next one who asks has it made again.
"""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool

from sobremesa.core.game import find
from sobremesa.server import events, telling
from sobremesa.server.crew import Crew, NoAnswer
from sobremesa.server.events import Choice, Contest, Head, Undo
from sobremesa.server.reading import Check, keep_going, read
from sobremesa.server.refusals import Refused
from sobremesa.server.store import Entry, Store

FOLDER = "reviews"
FORMAT = 1
"""A review of another format is made anew."""
MOST = 8
"""How many may wait to be made."""
REMEMBERED = 32
"""How many are kept at hand."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Work:
    """This is a review that is being made: how many of how many tables have been looked at."""

    task: "asyncio.Task[None] | None" = None
    done: int = 0
    total: int = 0

    def hear(self, done: int, total: int) -> None:
        """This is told how far it is."""
        self.done, self.total = done, total


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

    async def find(self, entry: Entry) -> bytes | Work:
        """This is the review of a match as JSON, or how far it is; the first who asks has it begun."""
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
            work = self._begin(entry, head)
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
        for match in matches:
            for kind in ("json", "part"):
                (self.folder / f"{match}.{kind}").unlink(missing_ok=True)

    async def close(self) -> None:
        """This ends what is being made."""
        tasks = [work.task for work in self.working.values() if work.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _begin(self, entry: Entry, head: Head) -> Work:
        if not self.crew.is_ready(head.game):
            raise Refused("preparing", status=503)
        if len(self.working) >= MOST:
            raise Refused("many_reviews", status=503)
        work = self.working[entry.id] = Work()
        work.task = asyncio.create_task(self._make(entry, head, work))
        return work

    async def _make(self, entry: Entry, head: Head, work: Work) -> None:
        try:
            record = await read(partial(telling.recorded, self.store, entry.id, head, entry.secret))
            review = await self.crew.review(head.game, record, work.hear)
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
        finally:
            del self.working[entry.id]

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
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            begun = self.folder / f"{match}.part"
            begun.write_bytes(kept)
            begun.rename(self.folder / f"{match}.json")
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
