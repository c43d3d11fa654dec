"""Catalogue: the matches of a database as its operator lists them: by age, state and game, page by page.

It reads over a connection of its own, so that nobody who plays waits for it.
"""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from sobremesa.server import events, summaries
from sobremesa.server.events import Seat

STATES = ("all", "running", "finished")
MAX_LISTED = 200
MILLI = 1000

CHANGED = "coalesce((SELECT at FROM log WHERE match = id ORDER BY seq DESC LIMIT 1), made)"
EVENT_BYTES = 100
"""About what an event takes."""
SIZE = f"""length(head) + CASE WHEN ended
    THEN coalesce((SELECT sum(length(body)) FROM log WHERE match = id), 0)
    + coalesce((SELECT sum(length(kept)) FROM snapshots WHERE match = id), 0)
    + coalesce((SELECT length(kept) FROM summaries WHERE match = id), 0)
    ELSE {EVENT_BYTES} * (SELECT count(*) FROM log WHERE match = id) END"""  # noqa: S608 - nothing of it comes from outside
"""Bytes of a match; of one that goes on by the number of its events, since lengths would tell hidden cards."""


class Filter(msgspec.Struct, frozen=True):
    """Which matches are meant: by state, game, and seconds since something happened there last."""

    state: str = "all"
    game: str = ""
    older: float | None = None
    newer: float | None = None

    def where(self) -> tuple[str, list[str | int]]:
        """Return the condition, and its values."""
        parts, values, now = ["1"], list[str | int](), time.time()
        if self.state != "all":
            parts.append("ended = ?")
            values.append(int(self.state == "finished"))
        if self.game:
            parts.append("json_extract(CAST(head AS TEXT), '$.game') = ?")
            values.append(self.game)
        if self.older is not None:
            parts.append("changed < ?")
            values.append(int((now - self.older) * MILLI))
        if self.newer is not None:
            parts.append("changed >= ?")
            values.append(int((now - self.newer) * MILLI))
        return " AND ".join(parts), values


class Catalogue:
    """The matches of a database, for its operator."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def _read(self, query: str, values: Sequence[str | int]) -> list[tuple[Any, ...]]:
        address = f"{self.path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=10)) as connection:
            return connection.execute(query, values).fetchall()

    def listed(self, chosen: Filter, first: int, count: int) -> dict[str, Any]:
        """Return a page of matches, the one that changed last first, and how many there are in all."""
        where, values = chosen.where()
        inner = f"SELECT *, {CHANGED} AS changed FROM matches"  # noqa: S608 - nothing of it comes from outside
        rows = self._read(
            f"SELECT id, head, ended, changed, {SIZE}, (SELECT kept FROM summaries WHERE match = id) "  # noqa: S608
            f"FROM ({inner}) WHERE {where} ORDER BY changed DESC, id LIMIT ? OFFSET ?",
            [*values, count, first],
        )
        ((total,),) = self._read(f"SELECT count(*) FROM ({inner}) WHERE {where}", values)  # noqa: S608
        return {"total": total, "first": first, "matches": [_line(*row) for row in rows]}

    def line(self, match: str) -> dict[str, Any] | None:
        """Return one match as it is listed; None if there is none."""
        query = f"SELECT id, head, ended, {CHANGED}, {SIZE}, (SELECT kept FROM summaries WHERE match = id) FROM matches"  # noqa: S608
        for row in self._read(f"{query} WHERE id = ?", [match]):
            return _line(*row)
        return None

    def events(self, match: str) -> int:
        """Return how many events a match has."""
        ((count,),) = self._read("SELECT count(*) FROM log WHERE match = ?", [match])
        return int(count)

    def matching(self, chosen: Filter, among: Sequence[str] = ()) -> list[tuple[str, int]]:
        """Return the ids of matches, the oldest first, each with how many events it has; of all, or of some."""
        where, values = chosen.where()
        if among:
            where += f" AND id IN ({', '.join('?' * len(among))})"
            values += among
        inner = f"SELECT *, {CHANGED} AS changed FROM matches"  # noqa: S608
        last = "coalesce((SELECT max(seq) FROM log WHERE match = id), 0)"
        rows = self._read(f"SELECT id, {last} FROM ({inner}) WHERE {where} ORDER BY changed, id", values)  # noqa: S608
        return [(str(match), int(events)) for match, events in rows]

    def held(self, guests: Sequence[str]) -> list[str]:
        """Return the matches in which some guests have had a seat, or which they set up."""
        marks = ", ".join("?" * len(guests))
        rows = self._read(f"SELECT DISTINCT match FROM holders WHERE guest IN ({marks}) ORDER BY match", guests)  # noqa: S608
        return [str(match) for (match,) in rows]

    def has_remnants(self) -> bool:
        """Tell whether something of rows that were deleted may be left in the file."""
        return bool(self._read("PRAGMA user_version", [])[0][0])

    def summary(self, match: str) -> bytes | None:
        """Return where a match stands, as it is kept."""
        for (kept,) in self._read("SELECT kept FROM summaries WHERE match = ?", [match]):
            return bytes(kept)
        return None


def _line(match: str, head: bytes, ended: int, changed: int, size: int, summary: bytes | None) -> dict[str, Any]:
    setting = events.read_head(head)
    seats = summaries.read(summary).seats if summary else setting.seats
    return {
        "match": match,
        "game": setting.game,
        "state": "finished" if ended else "running",
        "seats": [_seat(seat) for seat in seats],
        "made": setting.made,
        "changed": datetime.fromtimestamp(changed / MILLI, UTC).isoformat(timespec="seconds"),
        "bytes": size,
    }


def _seat(seat: Seat) -> dict[str, str]:
    shown = {"kind": seat.kind, "name": seat.name, "level": seat.level}
    return {name: value for name, value in shown.items() if value or name == "kind"}
