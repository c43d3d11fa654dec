"""Erasure: the statements that remove matches and guests from a database, and from the copies beside it.

What is removed leaves the files too: deleted rows are overwritten, the database is written anew once it is done
(`pen.compact`), and the write-ahead log is emptied. A database from which rows were deleted says so (`user_version`)
until it was written anew, so that one that was interrupted is at the next start.
"""

import secrets
import sqlite3
from collections.abc import Iterable, Sequence, Set
from contextlib import closing
from pathlib import Path

import msgspec

from sobremesa.server import events, pen, seats, summaries
from sobremesa.server.batches import Row, Statement
from sobremesa.server.course import Kept, More
from sobremesa.server.events import OPEN, Event, Head, Rename, Seat, Sit

COLUMNS = {"log": "match", "snapshots": "match", "summaries": "match", "holders": "match", "matches": "id"}
"""The column that names the match, by table."""
REMNANTS: Statement = ("PRAGMA user_version = 1", ())
COPIES = "*.v*.sqlite3"
"""The copies that are made before a database is brought up to a newer version."""


def deletion(matches: Sequence[str]) -> tuple[Statement, ...]:
    """Return the statements that delete matches."""
    marks, named = ", ".join("?" * len(matches)), tuple(matches)
    deleted = [
        (f"DELETE FROM {table} WHERE {column} IN ({marks})", named)  # noqa: S608 - these names are ours
        for table, column in COLUMNS.items()
    ]
    return (*deleted, REMNANTS)


def forgetting(guests: Iterable[str]) -> tuple[Statement, ...]:
    """Return the statements that delete what belongs to guests and to no match: their seats in lists, their bots."""
    found: list[Statement] = []
    for guest in guests:
        found.append(("DELETE FROM holders WHERE guest = ?", (guest,)))
        found.append(("DELETE FROM tokens WHERE owner = ? OR digest = ?", (guest, guest)))
    return (*found, REMNANTS)


class Anonymiser:
    """A match rewritten such that neither the digest nor a name of some guests is left in it.

    Each digest becomes another, which is nobody's; names become empty, also those of seats that were kept under a name
    which is `known` to be theirs.
    """

    def __init__(
        self, match: str, guests: Set[str], head: Head, happened: Iterable[Event], known: Set[str] = frozenset()
    ) -> None:
        self.reserved = {seats.reservation(match, guest) for guest in guests}
        self.aliases = {guest.encode(): secrets.token_hex(len(guest) // 2).encode() for guest in guests}
        self.guests = guests
        self.theirs = {number for number, seat in enumerate(head.seats) if seat.guest in guests}
        self.names = {head.seats[number].name for number in self.theirs} | known
        for event in happened:
            if isinstance(event, Sit) and event.guest in guests:
                self.theirs |= {event.seat, *event.also}
                self.names |= {event.name, *(head.seats[seat].name for seat in event.also)}
            elif isinstance(event, Rename) and event.seat in self.theirs:
                self.names.add(event.name)
        self.names.discard("")

    def _unnamed(self, number: int, seat: Seat) -> Seat:
        if seat.kept in self.reserved:
            return msgspec.structs.replace(seat, name="", kept="")
        # One that is reserved for somebody else has their name, though it may be the same.
        is_kept = seat.kind == OPEN and not seat.kept and seat.name in self.names
        is_left = number in self.theirs and not seat.guest and seat.name in self.names
        if seat.guest in self.guests or is_kept or is_left:
            return msgspec.structs.replace(seat, name="")
        return seat

    def _seats(self, taken: Sequence[Seat]) -> list[Seat]:
        return [self._unnamed(number, seat) for number, seat in enumerate(taken)]

    def _masked(self, content: bytes) -> bytes:
        # Both are as long, so lengths that are written before texts stay true.
        for guest, alias in self.aliases.items():
            content = content.replace(guest, alias)
        return content

    def head(self, head: Head) -> bytes:
        """Return how the match was set up, rewritten."""
        return self._masked(events.dump(msgspec.structs.replace(head, seats=self._seats(head.seats))))

    def event(self, body: bytes) -> bytes:
        """Return an event, rewritten."""
        event = events.read_event(body)
        is_sitting = isinstance(event, Sit) and event.guest in self.guests
        if is_sitting or (isinstance(event, Rename) and event.seat in self.theirs):
            body = events.dump(msgspec.structs.replace(event, name=""))
        return self._masked(body)

    def snapshot(self, kept: bytes) -> bytes:
        """Return a snapshot, rewritten."""
        kind = More if set(msgspec.msgpack.decode(kept)) - set(Kept.__struct_fields__) else Kept
        state = msgspec.msgpack.decode(kept, type=kind)
        state.seats = self._seats(state.seats)
        return self._masked(msgspec.msgpack.encode(state))

    def summary(self, kept: bytes) -> bytes:
        """Return a summary, rewritten."""
        summary = summaries.read(kept)
        return self._masked(summaries.dump(msgspec.structs.replace(summary, seats=self._seats(summary.seats))))


def anonymisation(
    match: str,
    head: Head,
    rows: Sequence[Row],
    snapshots: dict[int, bytes],
    summary: bytes | None,
    anonymiser: Anonymiser,
) -> tuple[Statement, ...]:
    """Return the statements that write a match as somebody has anonymised it."""
    found: list[Statement] = [("UPDATE matches SET head = ? WHERE id = ?", (anonymiser.head(head), match))]
    found += [
        ("UPDATE log SET body = ? WHERE match = ? AND seq = ?", (body, match, row.seq))
        for row in rows
        if (body := anonymiser.event(row.body)) != row.body
    ]
    for seq, kept in snapshots.items():
        values = anonymiser.snapshot(kept), match, seq
        found.append(("UPDATE snapshots SET kept = ? WHERE match = ? AND seq = ?", values))
    if summary is not None:
        found.append(("UPDATE summaries SET kept = ? WHERE match = ?", (anonymiser.summary(summary), match)))
    return (*found, REMNANTS)


# Copies


def copies(folder: Path) -> list[Path]:
    """Return the copies of earlier versions of the database in a data folder."""
    return sorted(folder.glob(COPIES))


def erase_in_copy(path: Path, matches: Sequence[str], guests: Sequence[str] = ()) -> None:
    """Delete matches in a copy, with those in which some guests have sat, and write it anew without remnants."""
    with closing(sqlite3.connect(path, isolation_level=None, timeout=pen.LOCK_WAIT / 1000)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        connection.execute("BEGIN IMMEDIATE")
        for guest in guests:
            held = connection.execute("SELECT match FROM holders WHERE guest = ?", (guest,)).fetchall()
            matches = [*matches, *(match for (match,) in held)]
        for statement, values in (*(each for match in matches for each in deletion([match])), *forgetting(guests)):
            if not statement.startswith("DELETE") or statement.split()[2] in tables:
                connection.execute(statement, values)
        connection.execute("COMMIT")
        pen.compact(connection)
