"""The store: where logs of matches are kept. What it has said is written stays written.

A writer writes, in a thread or a process of its own. Whatever has come while the last commit ran goes into the next one
together, so that many matches share the price of reaching the disk; it is handed over once for each go of the loop. The
number of an event is unique in its match, whoever writes it.
"""

import asyncio
import contextlib
import logging
import math
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from sobremesa.core import files
from sobremesa.core.errors import FileFault
from sobremesa.server import crash, migration, pen
from sobremesa.server.batches import Batch, Row, Token
from sobremesa.server.pen import Fault, Written
from sobremesa.server.prometheus import Timings
from sobremesa.server.refusals import Refused
from sobremesa.server.writers import InThread, Writer

FILE = "matches.sqlite3"
SLOW = 3.0
"""Seconds that a writer may take before somebody who asks is told that it is slow."""
TROUBLED = 30.0
"""Seconds for which it is told that nothing could be written, if nobody has tried since."""
TRIES = 3
"""How often a batch is handed to writers that die, before whoever waits for it is told."""
VERSION = 5
"""The version of the tables below; a database of a later one is refused, one of an earlier one is brought up to it."""

SUMMARIES = """
CREATE TABLE summaries (match TEXT PRIMARY KEY, kept BLOB NOT NULL) WITHOUT ROWID;
"""

TOKENS = """
CREATE TABLE tokens (digest TEXT PRIMARY KEY, id TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL,
  made INTEGER NOT NULL, revoked INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tokens_of ON tokens (owner);
"""

SCHEMA = f"""
CREATE TABLE meta (version INTEGER NOT NULL);
CREATE TABLE matches (id TEXT PRIMARY KEY, made INTEGER NOT NULL, head BLOB NOT NULL, secret BLOB NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE TABLE log (match TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, body BLOB NOT NULL,
  PRIMARY KEY (match, seq)) WITHOUT ROWID;
CREATE TABLE snapshots (match TEXT NOT NULL, seq INTEGER NOT NULL, kept BLOB NOT NULL, PRIMARY KEY (match, seq))
  WITHOUT ROWID;
CREATE TABLE holders (guest TEXT NOT NULL, match TEXT NOT NULL, PRIMARY KEY (guest, match)) WITHOUT ROWID;
{SUMMARIES}
{TOKENS}
"""

MIGRATIONS = {1: SUMMARIES, 2: "", 3: TOKENS, 4: ""}
"""How a database of a version becomes one of the next; 3 to 5 have events that the version before cannot read."""

log = logging.getLogger(__name__)


class Overtaken(Exception):
    """Somebody else has written an event of that number; whoever reads the log again knows what happened."""


@dataclass(frozen=True, slots=True)
class Entry:
    """This is a match as it is kept, without its log."""

    id: str
    head: bytes
    secret: bytes
    ended: bool = False


@dataclass(frozen=True, slots=True)
class Held:
    """This is a match of a guest as it is listed."""

    id: str
    head: bytes
    seq: int
    """The number of its last event; 0 if there is none."""
    changed: int
    """When that was, in milliseconds since 1970."""
    summary: bytes | None


class Store(Protocol):
    """This is what the server needs of whatever keeps its matches."""

    path: Path
    """The file of the database."""
    commits: Timings
    """How long commits took."""
    written: int
    """How many events were written."""

    waiting: int
    """How many batches wait to be written."""

    @property
    def trouble(self) -> str:
        """This is why nothing can be written now, as far as is known; nothing if it can."""

    def write(self, batch: Batch) -> "asyncio.Future[None]":
        """This writes a batch; when the future is done, no crash can lose it. It fails with Refused or Overtaken."""

    def entry(self, match: str) -> Entry | None:
        """This finds a match."""

    def rows(self, match: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """This is the events of a match with numbers above and up to the given ones, in order."""

    def rows_with(self, match: str, part: bytes) -> list[Row]:
        """This is the events of a match in which some bytes occur, in order."""

    def last(self, match: str) -> tuple[int, int]:
        """This is the number of the last event of a match and when it was; (0, 0) if there is none."""

    def snapshot(self, match: str, upto: int) -> bytes | None:
        """This is the last snapshot of a match at or before a number."""

    def snapshots(self, match: str) -> dict[int, bytes]:
        """This is all snapshots of a match, by number."""

    def ids(self) -> list[str]:
        """This is all matches."""

    def unfinished(self) -> list[tuple[str, bytes]]:
        """This is all matches that are not over, each with how it was set up."""

    def held(self, guest: str, most: int) -> list[Held]:
        """This is the matches in which a guest has had a seat, the one that changed last first."""

    def playing(self, guest: str) -> list[str]:
        """This is the matches that are not over in which a guest has had a seat."""

    def knows(self, guest: str) -> bool:
        """Tell whether a guest has had a seat, has set up a match, or owns a bot from outside."""

    def tokens(self, owner: str = "") -> list[Token]:
        """This is the tokens of all bots from outside, or of somebody's, the oldest first."""

    def close(self) -> None:
        """This ends all writing and reading."""


class SQLite:
    """This is the store in a file of the data folder."""

    def __init__(self, folder: Path, hire: Callable[[Path], Writer] = InThread) -> None:
        self.path = folder / FILE
        self.commits = Timings()
        self.written = 0
        self.waiting = 0
        self._heard = 0.0
        """When the writer said something last, or was given something to do."""
        self._failed = -math.inf, ""
        """When nothing could be written last, and why."""
        self._reader = self._open()
        self._reading = threading.Lock()
        try:
            self._writer = hire(self.path)
        except OSError as fault:
            self._reader.close()
            raise FileFault(path=str(self.path), reason=files.reason_of(fault)) from fault
        self._outgoing: list[_Letter] = []
        """What is handed to the writer as soon as the loop has done what it is about to do."""

    # Opening

    def _open(self) -> sqlite3.Connection:
        try:
            connection = pen.connect(self.path)
        except sqlite3.Error as fault:
            raise FileFault(path=str(self.path), reason=str(fault)) from fault
        try:
            self._bring_up(connection)
            self._compact(connection)
        except sqlite3.Error as fault:
            connection.close()
            raise FileFault(path=str(self.path), reason=str(fault)) from fault
        except Refused:
            connection.close()
            raise
        return connection

    def _bring_up(self, connection: sqlite3.Connection) -> None:
        version = _version_of(connection)
        self._check_version(version)
        if 0 < version < VERSION:
            migration.save_copy(connection, self.path, version)
        connection.execute("BEGIN IMMEDIATE")
        try:
            # Somebody else may have been faster.
            version = _version_of(connection)
            self._check_version(version)
            scripts = [SCHEMA] if version == 0 else [MIGRATIONS[each] for each in range(version, VERSION)]
            for statement in ";".join(scripts).split(";"):
                connection.execute(statement)
            if version < VERSION:
                crash.at("migration")
                connection.execute("DELETE FROM meta")
                connection.execute("INSERT INTO meta VALUES (?)", (VERSION,))
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def _compact(self, connection: sqlite3.Connection) -> None:
        try:
            if pen.has_remnants(connection):
                pen.compact(connection)
        except sqlite3.Error as fault:
            # There may be no room for it; matches can go on all the same.
            log.warning("what was deleted may be left in %s: %s", self.path, fault)

    def _check_version(self, version: int) -> None:
        if version > VERSION:
            raise Refused("newer_database", path=str(self.path), given=version, expected=VERSION)

    # Writing

    def write(self, batch: Batch) -> "asyncio.Future[None]":
        """This writes a batch with whatever else has come by the time the disk is free."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._post(_Letter(batch, future))
        return future

    @property
    def trouble(self) -> str:
        """This is why nothing can be written now, as far as is known; nothing if it can."""
        is_slow = self.waiting and time.monotonic() - self._heard > SLOW
        return self._failure or ("slow" if is_slow else "")

    @property
    def _failure(self) -> str:
        when, why = self._failed
        return why if time.monotonic() - when < TROUBLED else ""

    def _post(self, letter: "_Letter") -> None:
        if not self.waiting:
            self._heard = time.monotonic()
        self.waiting += 1
        self._outgoing.append(letter)
        if len(self._outgoing) == 1:
            with contextlib.suppress(RuntimeError):
                # The loop may have been closed; then whoever closes the store hands over.
                letter.future.get_loop().call_soon(self._hand_over)

    def _hand_over(self) -> None:
        if not self._outgoing:
            return
        letters, self._outgoing = self._outgoing, []
        batches, loop = [letter.batch for letter in letters], letters[0].future.get_loop()
        try:
            self._writer.send(batches, partial(self._answer, letters), loop)
        except Exception as fault:
            # There may be no room for another process, say. Nobody waits for what will not come.
            self._answer(letters, Written([Fault(repr(fault))] * len(letters), []))

    def _answer(self, letters: "list[_Letter]", written: Written | None) -> None:
        self.waiting -= len(letters)
        self._heard = time.monotonic()
        if written is None:
            self._try_again(letters)
            return
        for seconds in written.seconds:
            self.commits.add(seconds)
        for letter, fault in zip(letters, written.faults, strict=True):
            self._settle(letter, fault)

    def _settle(self, letter: "_Letter", fault: Fault | None) -> None:
        if fault is None:
            self.written += len(letter.batch.rows)
            self._failed = -math.inf, ""
        elif not fault.is_overtaken and not letter.batch.tidying:
            if not self._failure:
                # Once is enough, however many want to move meanwhile.
                log.error("nothing was written: %s", fault.reason)
            self._failed = time.monotonic(), fault.reason
        letter.answer(fault)

    def _try_again(self, letters: "list[_Letter]") -> None:
        """Whoever wrote has gone, and nobody knows how far it had come; but the log tells."""
        for letter in letters:
            try:
                is_there = self._has(letter.batch)
            except sqlite3.Error as fault:
                self._settle(letter, Fault(str(fault)))
                continue
            if is_there or letter.tries == TRIES:
                self._settle(letter, None if is_there else Fault("whoever writes has died"))
            else:
                self._post(letter._replace(tries=letter.tries + 1))

    def _has(self, batch: Batch) -> bool:
        """This tells whether a batch is written that must not be written twice."""
        if batch.rows:
            last = batch.rows[-1]
            return self.rows(batch.match, last.seq - 1, last.seq) == [last]
        return batch.head is not None and self.entry(batch.match) == Entry(batch.match, batch.head, batch.secret)

    # Reading

    def _read(self, query: str, *values: str | int | bytes) -> list[tuple[Any, ...]]:
        with self._reading:
            return self._reader.execute(query, values).fetchall()

    def entry(self, match: str) -> Entry | None:
        """This finds a match."""
        for head, secret, ended in self._read("SELECT head, secret, ended FROM matches WHERE id = ?", match):
            return Entry(match, bytes(head), bytes(secret), bool(ended))
        return None

    def rows(self, match: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """This is the events of a match with numbers above and up to the given ones, in order."""
        end = 1 << 62 if upto is None else upto
        query = "SELECT seq, at, body FROM log WHERE match = ? AND seq > ? AND seq <= ? ORDER BY seq"
        return [Row(*row) for row in self._read(query, match, after, end)]

    def rows_with(self, match: str, part: bytes) -> list[Row]:
        """This is the events of a match in which some bytes occur, in order."""
        query = "SELECT seq, at, body FROM log WHERE match = ? AND instr(body, ?) ORDER BY seq"
        return [Row(*row) for row in self._read(query, match, part)]

    def last(self, match: str) -> tuple[int, int]:
        """This is the number of the last event of a match and when it was; (0, 0) if there is none."""
        for seq, at in self._read("SELECT seq, at FROM log WHERE match = ? ORDER BY seq DESC LIMIT 1", match):
            return int(seq), int(at)
        return 0, 0

    def snapshot(self, match: str, upto: int) -> bytes | None:
        """This is the last snapshot of a match at or before a number."""
        query = "SELECT kept FROM snapshots WHERE match = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
        for (kept,) in self._read(query, match, upto):
            return bytes(kept)
        return None

    def snapshots(self, match: str) -> dict[int, bytes]:
        """This is all snapshots of a match, by number."""
        return {seq: bytes(kept) for seq, kept in self._read("SELECT seq, kept FROM snapshots WHERE match = ?", match)}

    def ids(self) -> list[str]:
        """This is all matches."""
        return [match for (match,) in self._read("SELECT id FROM matches ORDER BY id")]

    def unfinished(self) -> list[tuple[str, bytes]]:
        """This is all matches that are not over, each with how it was set up."""
        return [(match, bytes(head)) for match, head in self._read("SELECT id, head FROM matches WHERE ended = 0")]

    def held(self, guest: str, most: int) -> list[Held]:
        """This is the matches in which a guest has had a seat, the one that changed last first."""
        query = """SELECT id, head, coalesce(seq, 0), coalesce(at, 0), kept FROM holders
            JOIN matches ON id = holders.match
            LEFT JOIN log ON log.match = id AND seq = (SELECT max(seq) FROM log WHERE log.match = id)
            LEFT JOIN summaries ON summaries.match = id
            WHERE guest = ? ORDER BY coalesce(at, made) DESC LIMIT ?"""
        return [Held(*row) for row in self._read(query, guest, most)]

    def playing(self, guest: str) -> list[str]:
        """This is the matches that are not over in which a guest has had a seat."""
        query = "SELECT id FROM holders JOIN matches ON id = holders.match WHERE guest = ? AND ended = 0"
        return [match for (match,) in self._read(query, guest)]

    def knows(self, guest: str) -> bool:
        """Tell whether a guest has had a seat, has set up a match, or owns a bot from outside."""
        query = "SELECT 1 FROM holders WHERE guest = ?1 UNION ALL SELECT 1 FROM tokens WHERE owner = ?1 LIMIT 1"
        return bool(self._read(query, guest))

    def tokens(self, owner: str = "") -> list[Token]:
        """This is the tokens of all bots from outside, or of somebody's, the oldest first."""
        query, order = "SELECT digest, id, owner, name, made, revoked FROM tokens", "ORDER BY made, id"
        rows = self._read(f"{query} WHERE owner = ? {order}", owner) if owner else self._read(f"{query} {order}")
        return [Token(*row) for row in rows]

    def close(self) -> None:
        """This writes what is still to be written, and ends."""
        self._hand_over()
        self._writer.close()
        while self._outgoing:
            # Whoever wrote has died meanwhile; there is another.
            self._hand_over()
            self._writer.close()
        self._reader.close()


def _version_of(connection: sqlite3.Connection) -> int:
    """Return the version of a database; 0 if it is empty."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone()
    return int(connection.execute("SELECT version FROM meta").fetchone()[0]) if known else 0


class _Letter(NamedTuple):
    """A batch on its way to the disk, and who waits for it."""

    batch: Batch
    future: "asyncio.Future[None]"
    tries: int = 1

    def answer(self, fault: Fault | None) -> None:
        """This says what became of it, unless nobody waits any more."""
        if self.future.done():
            return
        with contextlib.suppress(RuntimeError):
            # The loop may have been closed; then nobody waits.
            if fault is None:
                self.future.set_result(None)
            elif fault.is_overtaken:
                self.future.set_exception(Overtaken(fault.reason))
            else:
                self.future.set_exception(Refused("not_written", status=507, reason=fault.reason))


def open_store(folder: Path, hire: Callable[[Path], Writer] = InThread) -> Store:
    """This opens the store of a data folder, which is made if there is none, and hires a writer for it."""
    try:
        # Sealed secrets lie there; the folder may be one that others can read.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / FILE).touch(mode=0o600)
    except OSError as fault:
        raise FileFault(path=str(folder), reason=files.reason_of(fault)) from fault
    return SQLite(folder, hire)
