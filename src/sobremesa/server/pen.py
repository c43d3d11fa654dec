"""The pen: how batches come into the database. Whatever it says is written has reached the disk.

Each statement costs more than the rows that it writes, so what is written all the time goes there many rows at once.
"""

import contextlib
import sqlite3
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from sobremesa.server import crash
from sobremesa.server.batches import Batch

MOST_AT_ONCE = 64
"""How many rows a statement writes at most: there is a statement for each number of rows, and all are kept ready."""


class Fault(NamedTuple):
    """This is why a batch was not written."""

    reason: str
    is_overtaken: bool = False
    """Whether somebody else has written an event of that number."""


class Written(NamedTuple):
    """This is what became of some batches: for each why it was not written, or None."""

    faults: list[Fault | None]
    seconds: list[float]
    """How long commits took; of one that several share only the first of them tells."""


def connect(path: Path) -> sqlite3.Connection:
    """This opens a database such that every commit reaches the disk."""
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=10, cached_statements=4 * MOST_AT_ONCE
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


class Pen:
    """This writes to a database."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = connect(path)

    def write(self, parcels: list[list[Batch]]) -> list[Written]:
        """This writes batches with one commit; if that fails, because of one of them or of the disk, each alone."""
        batches, seconds = list(chain.from_iterable(parcels)), list[float]()
        fault = self._commit(batches, seconds)
        faults = [fault] * len(batches)
        if fault is not None and len(batches) > 1:
            faults = [self._commit([batch], seconds) for batch in batches]
        told = iter(faults)
        written = [Written([next(told) for _ in parcel], []) for parcel in parcels]
        written[0].seconds.extend(seconds)
        return written

    def _commit(self, batches: list[Batch], seconds: list[float]) -> Fault | None:
        began = time.perf_counter()
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            crash.at("before-append")
            self._put(batches)
            crash.at("after-append")
            crash.inside("commit", self.path)
            self.connection.execute("COMMIT")
            crash.at("after-commit")
        except Exception as fault:
            # Whatever is wrong with a batch, its neighbours are written.
            self._roll_back()
            return Fault(str(fault), isinstance(fault, sqlite3.IntegrityError))
        seconds.append(time.perf_counter() - began)
        return None

    def _put(self, batches: list[Batch]) -> None:
        for batch in batches:
            if batch.head is not None:
                made = time.time_ns() // 1_000_000
                head = batch.match, made, batch.head, batch.secret
                self.connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, 0)", head)
        rows = [(batch.match, row.seq, row.at, row.body) for batch in batches for row in batch.rows]
        self._insert("INSERT INTO log", rows)
        # Of a match that comes twice the later summary is the one that stays.
        summaries = {batch.match: batch.summary for batch in batches if batch.summary is not None}
        self._insert("INSERT OR REPLACE INTO summaries", list(summaries.items()))
        for batch in batches:
            self._put_rarities(batch)

    def _insert(self, into: str, rows: Sequence[tuple[str | int | bytes, ...]]) -> None:
        for start in range(0, len(rows), MOST_AT_ONCE):
            some = rows[start : start + MOST_AT_ONCE]
            marks = f"({', '.join('?' * len(some[0]))})"
            self.connection.execute(f"{into} VALUES {', '.join([marks] * len(some))}", list(chain.from_iterable(some)))

    def _put_rarities(self, batch: Batch) -> None:
        execute, match = self.connection.execute, batch.match
        for guest in batch.holders:
            execute("INSERT OR IGNORE INTO holders VALUES (?, ?)", (guest, match))
        if batch.snapshot is not None:
            execute("INSERT OR IGNORE INTO snapshots VALUES (?, ?, ?)", (match, *batch.snapshot))
            crash.at("snapshot")
        if batch.token is not None:
            execute("INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?, ?)", batch.token)
        if batch.ended:
            execute("UPDATE matches SET ended = 1 WHERE id = ?", (match,))

    def _roll_back(self) -> None:
        if self.connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")

    def close(self) -> None:
        """This lets go of the database."""
        self.connection.close()
