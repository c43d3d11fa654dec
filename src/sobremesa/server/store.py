"""The store: where logs of matches are kept. What it has said is written stays written.

One thread writes. Whatever has come while the last commit ran goes into the next one together, so that many matches
share the price of reaching the disk. The number of an event is unique in its match, whoever writes it.

Each statement costs more than the rows that it writes: the threads of a server take turns, and change at every one. So
what is written all the time goes to the disk many rows at once, and is handed to the writer once for each go of the
loop.
"""

import asyncio
import contextlib
import logging
import sqlite3
import threading
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol

from sobremesa.core import files
from sobremesa.core.errors import FileFault
from sobremesa.server import crash
from sobremesa.server.metrics import Timings
from sobremesa.server.refusals import Refused

FILE = "matches.sqlite3"
MOST_AT_ONCE = 64
"""How many rows a statement writes at most: there is a statement for each number of rows, and all are kept ready."""
VERSION = 4
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

MIGRATIONS = {1: SUMMARIES, 2: "", 3: TOKENS}
"""How a database of a version becomes one of the next; 3 and 4 have events that the version before cannot read."""

log = logging.getLogger(__name__)


class Overtaken(Exception):
    """Somebody else has written an event of that number; whoever reads the log again knows what happened."""


class Row(NamedTuple):
    """This is an event as it is kept: its number, when it was, in milliseconds since 1970, and itself."""

    seq: int
    at: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Token:
    """This is what lets a bot from outside in; of the token itself only the digest is kept."""

    digest: str
    id: str
    """How its owner names it."""
    owner: str
    name: str
    made: int
    """In milliseconds since 1970."""
    revoked: int = 0
    """When it was revoked; 0 if it was not."""


class Batch(NamedTuple):
    """This is what is written together or not at all."""

    match: str
    rows: tuple[Row, ...] = ()
    head: bytes | None = None
    """For a match that begins: how it was set up."""
    secret: bytes = b""
    holders: tuple[str, ...] = ()
    """Guests who have a seat from now on."""
    snapshot: tuple[int, bytes] | None = None
    summary: bytes | None = None
    """Where the match stands after all of this."""
    ended: bool = False
    token: Token | None = None
    """One that was made, or changed; it belongs to no match."""


@dataclass(frozen=True, slots=True)
class Entry:
    """This is a match as it is kept, without its log."""

    id: str
    head: bytes
    secret: bytes
    ended: bool


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

    commits: Timings
    """How long commits took."""
    written: int
    """How many events were written."""

    @property
    def waiting(self) -> int:
        """This is how many batches wait to be written."""

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

    def tokens(self, owner: str = "") -> list[Token]:
        """This is the tokens of all bots from outside, or of somebody's, the oldest first."""

    def close(self) -> None:
        """This ends all writing and reading."""


class SQLite:
    """This is the store in a file of the data folder."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self.commits = Timings()
        self.written = 0
        self._writer = self._connect()
        self._reader = self._connect()
        self._reading = threading.Lock()
        self._outgoing: list[_Letter] = []
        """What is handed to the writer as soon as the loop has done what it is about to do."""
        self._inbox: SimpleQueue[list[_Letter] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    # Opening

    def _connect(self) -> sqlite3.Connection:
        try:
            connection = sqlite3.connect(
                self.path,
                isolation_level=None,
                check_same_thread=False,
                timeout=10,
                cached_statements=4 * MOST_AT_ONCE,
            )
        except sqlite3.Error as fault:
            raise FileFault(path=str(self.path), reason=str(fault)) from fault
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            self._bring_up(connection)
        except sqlite3.Error as fault:
            connection.close()
            raise FileFault(path=str(self.path), reason=str(fault)) from fault
        except Refused:
            connection.close()
            raise
        return connection

    def _bring_up(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchone()
            version = connection.execute("SELECT version FROM meta").fetchone()[0] if known else 0
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

    def _check_version(self, version: int) -> None:
        if version > VERSION:
            raise Refused("newer_database", path=str(self.path), given=version, expected=VERSION)

    # Writing

    def write(self, batch: Batch) -> "asyncio.Future[None]":
        """This writes a batch with whatever else has come by the time the disk is free."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if not self._outgoing:
            loop.call_soon(self._hand_over)
        self._outgoing.append(_Letter(batch, future, loop))
        return future

    def _hand_over(self) -> None:
        if self._outgoing:
            letters, self._outgoing = self._outgoing, []
            self._inbox.put(letters)

    @property
    def waiting(self) -> int:
        """This is how many batches wait to be written, as far as is known without asking the writer."""
        return len(self._outgoing) + self._inbox.qsize()

    def _run(self) -> None:
        is_last = False
        while not is_last and (letters := self._inbox.get()) is not None:
            while not self._inbox.empty():
                more = self._inbox.get()
                if more is None:
                    is_last = True
                    break
                letters += more
            self._deliver(letters)

    def _deliver(self, letters: "list[_Letter]") -> None:
        fault = self._commit([letter.batch for letter in letters])
        faults = [fault] * len(letters)
        if fault is not None and len(letters) > 1:
            # One of them is to blame, or the disk; each is tried alone.
            faults = [self._commit([letter.batch]) for letter in letters]
        with contextlib.suppress(RuntimeError):
            # The loop may have been closed; then nobody waits.
            letters[0].loop.call_soon_threadsafe(_answer, letters, faults)

    def _commit(self, batches: list[Batch]) -> Exception | None:
        began = time.perf_counter()
        try:
            self._writer.execute("BEGIN IMMEDIATE")
            crash.at("before-append")
            self._put(*batches)
            crash.at("after-append")
            crash.inside("commit", self.path)
            self._writer.execute("COMMIT")
            crash.at("after-commit")
        except sqlite3.IntegrityError as fault:
            self._roll_back()
            return Overtaken(str(fault))
        except sqlite3.Error as fault:
            self._roll_back()
            log.exception("nothing was written")
            return Refused("not_written", status=507, reason=str(fault))
        self.commits.add(time.perf_counter() - began)
        self.written += sum(len(batch.rows) for batch in batches)
        return None

    def _put(self, *batches: Batch) -> None:
        for batch in batches:
            if batch.head is not None:
                made = time.time_ns() // 1_000_000
                head = batch.match, made, batch.head, batch.secret
                self._writer.execute("INSERT INTO matches VALUES (?, ?, ?, ?, 0)", head)
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
            self._writer.execute(f"{into} VALUES {', '.join([marks] * len(some))}", list(chain.from_iterable(some)))

    def _put_rarities(self, batch: Batch) -> None:
        execute, match = self._writer.execute, batch.match
        for guest in batch.holders:
            execute("INSERT OR IGNORE INTO holders VALUES (?, ?)", (guest, match))
        if batch.snapshot is not None:
            execute("INSERT OR IGNORE INTO snapshots VALUES (?, ?, ?)", (match, *batch.snapshot))
            crash.at("snapshot")
        if batch.token is not None:
            execute("INSERT OR REPLACE INTO tokens VALUES (?, ?, ?, ?, ?, ?)", astuple(batch.token))
        if batch.ended:
            execute("UPDATE matches SET ended = 1 WHERE id = ?", (match,))

    def _roll_back(self) -> None:
        if self._writer.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                self._writer.execute("ROLLBACK")

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

    def tokens(self, owner: str = "") -> list[Token]:
        """This is the tokens of all bots from outside, or of somebody's, the oldest first."""
        query, order = "SELECT digest, id, owner, name, made, revoked FROM tokens", "ORDER BY made, id"
        rows = self._read(f"{query} WHERE owner = ? {order}", owner) if owner else self._read(f"{query} {order}")
        return [Token(*row) for row in rows]

    def close(self) -> None:
        """This writes what is still to be written, and ends."""
        self._hand_over()
        self._inbox.put(None)
        self._thread.join()
        for connection in (self._writer, self._reader):
            connection.close()


class _Letter(NamedTuple):
    """A batch on its way to the disk, and who waits for it."""

    batch: Batch
    future: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


def _answer(letters: list[_Letter], faults: list[Exception | None]) -> None:
    for letter, fault in zip(letters, faults, strict=True):
        if letter.future.cancelled():
            continue
        if fault is None:
            letter.future.set_result(None)
        else:
            letter.future.set_exception(fault)


def open_store(folder: Path) -> Store:
    """This opens the store of a data folder, which is made if there is none."""
    try:
        # Sealed secrets lie there; the folder may be one that others can read.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        (folder / FILE).touch(mode=0o600)
    except OSError as fault:
        raise FileFault(path=str(folder), reason=files.reason_of(fault)) from fault
    return SQLite(folder)
