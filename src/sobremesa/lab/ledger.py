"""The ledger: the results of an arena in a file, a line each, written as they come, so that it can be gone on with.

The first line is the terms of the arena. A line that was cut off when the writer was interrupted counts for nothing;
its match is played again.
"""

import fcntl
import os
import time
from pathlib import Path
from typing import Any, BinaryIO

from msgspec import MsgspecError

from sobremesa.core import jsontext
from sobremesa.core.errors import FileFault, InvalidSeed
from sobremesa.core.files import reason_of
from sobremesa.core.streams import check_seed
from sobremesa.core.words import Phrase
from sobremesa.lab.arena import Arena, Result, read_result

FORMAT = 1
MARK = "arena"
SYNC_SECONDS = 1.0
"""How much work a failing machine may cost; a failing program costs none."""


class Ledger:
    """This is an open file of results: it is read at once, and nobody else may write to it meanwhile."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.results: dict[int, Result] = {}
        self._synced = 0.0
        if self.path.exists() and not self.path.is_file():
            # A device may never end.
            raise self._fault("no_file")
        try:
            self._stream: BinaryIO = self.path.open("r+b" if self.path.exists() else "x+b")
            try:
                fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._lines = self._stream.read().split(b"\n")
            except OSError:
                self._stream.close()
                raise
        except BlockingIOError as fault:
            raise self._fault("busy") from fault
        except OSError as fault:
            raise FileFault(path=self.path, reason=reason_of(fault)) from fault
        try:
            self.terms = self._terms()
        except FileFault:
            self._stream.close()
            raise

    @property
    def seed(self) -> int | None:
        """This is the seed of the arena that the file holds; None if it is new."""
        return self.terms["seed"] if self.terms else None

    def begin(self, arena: Arena) -> None:
        """This goes on with an arena: its terms must be those of the file, if it has any."""
        terms = jsontext.parse(jsontext.dump(arena.terms()))
        if self.terms is None:
            self._cut(0)
            self._write({MARK: FORMAT} | terms, is_urgent=True)
            return
        for key, expected in terms.items():
            if self.terms.get(key) != expected and key == "code":
                raise self._fault("other_code")
            if self.terms.get(key) != expected:
                there, here = (jsontext.dump(each.get(key)) for each in (self.terms, terms))
                raise self._fault("other", key=key, there=there, here=here)
        for number, line in enumerate(self._lines[1:-1], start=2):
            result = self._result(number, line)
            if not _is_of(arena, result):
                raise self._fault("damaged", line=number)
            self.results[result.number] = result
        self._cut(sum(len(line) + 1 for line in self._lines[:-1]))

    def add(self, result: Result) -> None:
        """This writes a result."""
        self._write(result.json())
        self.results[result.number] = result

    def close(self) -> None:
        """This ends writing."""
        try:
            self._sync()
        finally:
            self._stream.close()

    def _terms(self) -> dict[str, Any] | None:
        start = f'{{"{MARK}": '.encode()
        if len(self._lines) == 1 and start.startswith(self._lines[0][: len(start)]):
            # A new file, or one whose first line was cut off.
            return None
        try:
            terms = jsontext.parse(self._lines[0].decode())
        except ValueError as fault:
            raise self._fault("no_arena") from fault
        if not isinstance(terms, dict) or terms.pop(MARK, None) != FORMAT:
            raise self._fault("no_arena")
        try:
            check_seed(terms.get("seed"))
        except InvalidSeed as fault:
            raise self._fault("no_arena") from fault
        return terms

    def _result(self, number: int, line: bytes) -> Result:
        try:
            return read_result(jsontext.parse(line.decode()))
        except (ValueError, KeyError, TypeError, AttributeError, MsgspecError) as fault:
            raise self._fault("damaged", line=number) from fault

    def _cut(self, size: int) -> None:
        try:
            self._stream.truncate(size)
            self._stream.seek(0, os.SEEK_END)
        except OSError as fault:
            raise FileFault(path=self.path, reason=reason_of(fault)) from fault

    def _write(self, data: dict[str, Any], *, is_urgent: bool = False) -> None:
        try:
            self._stream.write(jsontext.dump(data).encode() + b"\n")
            self._stream.flush()
        except OSError as fault:
            raise FileFault(path=self.path, reason=reason_of(fault)) from fault
        if is_urgent or time.monotonic() > self._synced + SYNC_SECONDS:
            self._sync()

    def _sync(self) -> None:
        self._synced = time.monotonic()
        os.fsync(self._stream.fileno())

    def _fault(self, reason: str, **values: Any) -> FileFault:
        return FileFault(path=self.path, reason=Phrase(f"arena.{reason}", **values))


def _is_of(arena: Arena, result: Result) -> bool:
    """Whether a result can have come of an arena."""
    seats, played = range(arena.seats), result.played
    return (
        result.number >= 0
        and result.seating == arena.seating(result.number)
        and len(played.conduct) == len(played.places) == arena.seats
        and all(1 <= place <= arena.seats for place in played.places)
        and all(seat in seats for seat, _ in played.faults)
        and (played.beginner is None or played.beginner in seats)
    )
