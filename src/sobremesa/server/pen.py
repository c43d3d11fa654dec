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
from sobremesa.server.batches import CHECKPOINT, COMPACT, Batch

MOST_AT_ONCE = 64
"""How many rows a statement writes at most: there is a statement for each number of rows, and all are kept ready."""
MAX_COMPACTED = 128 * 1024 * 1024
"""Bytes in use of the largest database that is written anew while matches go on, because moves wait for it.

It takes 1 to 3 s; larger ones are written anew at the next start.
"""
CHECKPOINT_WAIT = 2000
"""Milliseconds for which a checkpoint waits for those who read; moves wait too."""
LOCK_WAIT = 10_000


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
    kept, wait = 4 * MOST_AT_ONCE, LOCK_WAIT / 1000
    connection = sqlite3.connect(
        path, isolation_level=None, check_same_thread=False, timeout=wait, cached_statements=kept
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def compact(connection: sqlite3.Connection) -> None:
    """Write a database anew, without what is left in its pages of rows that were deleted.

    SQLite overwrites deleted rows, but not the copies that it left behind when it moved rows between pages.
    """
    connection.execute("VACUUM")
    connection.execute("PRAGMA user_version = 0")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def has_remnants(connection: sqlite3.Connection) -> bool:
    """Tell whether rows were deleted since the database was compacted last."""
    return _figure(connection, "user_version") > 0


def size_of(connection: sqlite3.Connection) -> int:
    """Return how many bytes of a database are in use: as many are written when it is compacted."""
    pages, free, size = (_figure(connection, name) for name in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * size


def _figure(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])


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
        if (tidying := max((batch.tidying for batch in batches), default=0)) >= CHECKPOINT:
            untidy = self._tidy(tidying)
            faults = [each or (untidy if batch.tidying else None) for each, batch in zip(faults, batches, strict=True)]
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
            for statement, values in batch.statements:
                self.connection.execute(statement, values)

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

    def _tidy(self, tidying: int) -> Fault | None:
        try:
            is_due = tidying == COMPACT and has_remnants(self.connection)
            if is_due and size_of(self.connection) <= MAX_COMPACTED:
                compact(self.connection)
            self.connection.execute(f"PRAGMA busy_timeout = {CHECKPOINT_WAIT}")
            is_busy, *_ = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as fault:
            return Fault(str(fault))
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {LOCK_WAIT}")
        return Fault("database is locked") if is_busy else None

    def _roll_back(self) -> None:
        if self.connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("ROLLBACK")

    def close(self) -> None:
        """This lets go of the database."""
        self.connection.close()
