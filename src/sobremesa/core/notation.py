"""Notation: choices and tables as text, both ways.

Moves and outcomes need no parser: a text means the listed choice that reads like it. Positions are read key by key,
and everything that is wrong with one is found before it is refused.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from sobremesa.core.jsontext import shown
from sobremesa.core.words import Phrase


class Reader:
    """This reads the keys of a position and collects everything that is wrong with it."""

    def __init__(self, data: Mapping[str, Any], version: int = sys.maxsize) -> None:
        self.data = data
        self.version = version
        """Version of the rules under which the position was written."""
        self.faults: list[Phrase] = []

    def fault(self, name: str, /, **values: Any) -> None:
        """This notes that something cannot be, and reading goes on."""
        self.faults.append(Phrase(f"position.{name}", **values))

    def has(self, key: str) -> bool:
        """This tells whether the position has a key."""
        return key in self.data

    def options(self) -> dict[str, Any]:
        """This reads the options of the position; none if they are no object."""
        options = self.data.get("options", {})
        if isinstance(options, dict):
            return options
        self.fault("options_not_an_object")
        return {}

    def whole(self, key: str, low: int, high: int, default: int) -> int:
        """This reads a whole number within bounds; the default stands in for one that is absent or wrong."""
        value = self.data.get(key, default)
        if is_whole(value, low, high):
            return int(value)
        self.fault("whole", key=key, low=low, high=high, given=shown(value))
        return default

    def by_seat(self, key: str, seats: int, most: int, default: Sequence[Any]) -> list[Any]:
        """This reads a list with an entry for every seat; one that has more or fewer is read too, as far as it goes.

        Nobody knows better than the list how many sit there, so what is wrong with an entry is found in any case.
        """
        entries = self.data.get(key, list(default))
        if not isinstance(entries, list) or len(entries) != seats:
            self.fault("by_seat", key=key, expected=seats, given=shown(entries))
        return entries[:most] if isinstance(entries, list) else list(default)

    def rows(self, key: str, height: int, width: int, letters: str, default: str) -> list[str] | None:
        """This reads a board of equal rows of letters; None if it is not one."""
        rows = self.data.get(key, [default * width] * height)
        if not isinstance(rows, list) or len(rows) != height:
            self.fault("row_count", key=key, expected=height)
            return None
        before = len(self.faults)
        for number, row in enumerate(rows):
            if not isinstance(row, str) or len(row) != width:
                self.fault("row_width", key=key, row=number, expected=width, given=shown(row))
            elif strange := sorted(set(row) - set(letters)):
                self.fault("row_letters", key=key, row=number, expected=tuple(letters), given=tuple(strange))
        return rows if len(self.faults) == before else None


def is_whole(value: object, low: int, high: int) -> bool:
    """This tells whether a JSON value is a whole number within bounds; true and 1.0 are none."""
    return type(value) is int and low <= value <= high


class Notation(Protocol):
    """This is what a game's notation.py provides: its choices and its tables as text."""

    @property
    def KEYS(self) -> tuple[str, ...]:  # noqa: N802
        """This is the keys of its positions, beside game, options and those of its seating."""

    def text_of(self, t: Any, choice: int, /) -> str:
        """This is a listed move or outcome as text; no two that are listed together read alike."""

    def phase_of(self, t: Any, /) -> str:
        """This is the name of what is going on."""

    def position_of(self, t: Any, /) -> dict[str, Any]:
        """This is a table, or a view, as JSON, without the keys that every game has."""

    def read_position(self, t: Any, reader: Reader, /) -> None:
        """This lays out a position on a table that has been dealt; whatever cannot be is told to the reader."""


class Seating(Protocol):
    """This is how positions of a game say who plays."""

    @property
    def keys(self) -> tuple[str, ...]:
        """This is the keys that say it."""

    def write(self, t: Any, /) -> dict[str, Any]:
        """This is who plays at a table, as JSON."""

    def read(self, reader: Reader, usual: int, /) -> tuple[Any, dict[str, Any]]:
        """This is the number of seats that a position names, to be checked, and its options without it."""


class NumberOfSeats:
    """This is the usual seating: the key `seats` is a number."""

    keys = ("seats",)

    def __init__(self, *, is_required: bool = False) -> None:
        self.is_required = is_required

    def write(self, t: Any) -> dict[str, Any]:
        """This is how many play."""
        return {"seats": int(t.seats)}

    def read(self, reader: Reader, usual: int) -> tuple[Any, dict[str, Any]]:
        """This is the number, or the usual one where none is required."""
        if self.is_required and not reader.has("seats"):
            reader.fault("missing", key="seats")
        return reader.data.get("seats", usual), reader.options()
