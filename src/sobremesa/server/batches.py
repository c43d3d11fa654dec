"""Batches: what is written together or not at all."""

from dataclasses import dataclass
from typing import NamedTuple


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
