"""Summaries: where matches stand, for lists of them. Each is written with what led to it; nothing is played anew.

The log stays the truth: a summary that lags behind it, or is missing, is made from the log.
"""

from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import Struct

from sobremesa.core.rules import OVER, SPECTATOR
from sobremesa.server import events, frames, telling
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Seat
from sobremesa.server.store import Held, Store


class Summary(Struct, frozen=True):
    """This is where a match stands after an event."""

    seq: int
    actor: int
    seats: list[Seat]
    places: list[int] | None


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Summary)


def of(course: Course) -> Summary:
    """This is where a match stands now."""
    return Summary(course.seq, course.actor, course.seats, course.places())


def dump(summary: Summary) -> bytes:
    """This is a summary as it is kept."""
    return _encoder.encode(summary)


def read(kept: bytes) -> Summary:
    """Return a summary that was kept."""
    return _decoder.decode(kept)


def listed(store: Store, guest: str, held: Held) -> dict[str, Any]:
    """This is a match in the list of a guest's matches; it may take a while, if it has to be played anew."""
    head = events.read_head(held.head)
    telling.check_rules(head)
    summary = read(held.summary) if held.summary else None
    if summary is None or summary.seq != held.seq:
        summary = of(telling.load(store, held.id, head))
    mine = [seat for seat, each in enumerate(summary.seats) if each.kind == PERSON and each.guest == guest]
    return {
        "match": held.id,
        "game": head.game,
        "names": [seat.name for seat in summary.seats],
        "seats": frames.seats(summary.seats, mine[0] if mine else SPECTATOR, ()),
        "mine": mine,
        "turn": summary.actor in mine,
        "over": summary.actor == OVER,
        "places": summary.places,
        "changed": _when(held.changed) if held.changed else head.made,
    }


def _when(changed: int) -> str:
    return datetime.fromtimestamp(changed / 1000, UTC).isoformat(timespec="seconds")
