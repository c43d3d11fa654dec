"""Batches: what is written together or not at all.

They can be sent to another process as bytes. That process loads little; so nothing here needs more than Python's own.
"""

import marshal
from itertools import starmap
from typing import NamedTuple


class Row(NamedTuple):
    """This is an event as it is kept: its number, when it was, in milliseconds since 1970, and itself."""

    seq: int
    at: int
    body: bytes


class Token(NamedTuple):
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


Statement = tuple[str, tuple[str | int | bytes, ...]]
"""A statement of SQL with its values."""
CHECKPOINT, COMPACT = 1, 2
"""How a batch has files tidied up: the write-ahead log emptied, or the database rewritten without remnants too."""


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
    statements: tuple[Statement, ...] = ()
    """What changes or removes what was written before."""
    tidying: int = 0
    """What is done after the commit: nothing, CHECKPOINT or COMPACT."""
    token: Token | None = None
    """One that was made, or changed; it belongs to no match."""


def packed(parcel: list[Batch]) -> bytes:
    """This is batches as bytes.

    >>> parcel = [Batch("m", (Row(1, 2, b"three"),), snapshot=(1, b"x")), Batch("", token=Token("d", "i", "o", "n", 5))]
    >>> unpacked(packed(parcel)) == parcel
    True
    """
    # Of tuples with names it takes none.
    return marshal.dumps(
        [(match, list(map(tuple, rows)), *more, token and tuple(token)) for match, rows, *more, token in parcel]
    )


def unpacked(content: bytes) -> list[Batch]:
    """This is the batches that some bytes are."""
    return [
        Batch._make((match, tuple(starmap(Row, rows)), *more, token and Token(*token)))
        for match, rows, *more, token in marshal.loads(content)  # noqa: S302 - our own process has made it
    ]
