"""Sealing: how every player adds to the luck of a match, so that nobody can have chosen it.

Who sits down brings the digest of bytes of their own. When the last seat is taken, all digests are known, and everybody
is asked for the bytes. What has not come after a few seconds is written down as missing, and the match begins.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import msgspec

from sobremesa.core import jsontext, record
from sobremesa.core.game import find
from sobremesa.server import events, fairness, wire
from sobremesa.server.course import Course
from sobremesa.server.events import OPEN, Head
from sobremesa.server.listeners import Listener
from sobremesa.server.refusals import Refused

SECONDS: float = 5.0
"""How long bytes may take that were sealed."""
LUCK = 3
"""How the throws of new matches are drawn."""
UNTAKEN = "?"
"""Who sits, by the sheet, where somebody is still to sit down."""
KEYS = 1024
"""Of how many matches the key is remembered: it is the same for all throws of one."""


class Collector:
    """This asks for what was sealed, and waits for it, but not for long."""

    def __init__(self, late: Callable[[], None]) -> None:
        self.late = late
        """What is called when it has taken too long."""
        self._timer: asyncio.TimerHandle | None = None
        self._asked: set[Listener] = set()

    def follow(self, course: Course, listeners: Iterable[Listener]) -> None:
        """This asks those who have come since the last time, as long as anything is wanted."""
        if not course.is_sealing:
            self.close()
            return
        wanted = {share.guest for share in course.shares if share.is_wanted}
        asking = wire.dump(wire.Wanted(seal=course.head.seal, sealed=sealed(course)))
        for listener in listeners:
            if listener.guest in wanted and listener not in self._asked:
                self._asked.add(listener)
                listener.send(asking)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SECONDS, self.late)

    def close(self) -> None:
        """This waits no longer."""
        self._asked.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def sealed(course: Course) -> list[str | None]:
    """This is what each device has sealed, in the order in which they sat down; None for one that has not."""
    return [share.sealed or None for share in course.shares]


def giving(course: Course, guest: str, command: wire.GiveCommand) -> events.Give | None:
    """This is the event of somebody who gives what they sealed; None if they have given it already."""
    shares = [share for share in course.shares if share.guest == guest]
    if any(share.given == command.given for share in shares):
        return None
    share = next((share for share in shares if share.is_wanted), None)
    if share is None or not course.is_sealing:
        raise Refused("not_wanted")
    if not fairness.seals(share.sealed, command.given):
        raise Refused("other_bytes")
    return events.Give(given=command.given, guest=guest, id=command.id)


def missing(course: Course) -> events.Miss:
    """This is the event of what has not come in time."""
    return events.Miss(shares=[number for number, share in enumerate(course.shares) if share.is_wanted])


def key_of(course: Course, secret: bytes, match: str) -> bytes:
    """This is the key of the throws of a match, once nothing is wanted any more."""
    shares = tuple([share.given for share in course.shares])
    return _key(secret, match, course.head.luck, course.head.seal, shares)


@lru_cache(KEYS)
def _key(secret: bytes, match: str, luck: int, seal: str, shares: tuple[str, ...]) -> bytes:
    if luck < 2:
        return fairness.key_of(secret, match)
    return fairness.shared_key(secret, match, shares) if luck == 2 else fairness.sheet_key(secret, seal, shares)


def seal(head: Head, match: str, secret: bytes) -> Head:
    """Return the head of a new match, sealed with its sheet."""
    sheet = jsontext.dump(sheet_of(head, match))
    return msgspec.structs.replace(head, luck=LUCK, sheet=sheet, seal=fairness.seal_of(secret, sheet))


def sheet_of(head: Head, match: str) -> dict[str, Any]:
    """Return what is fixed of a match before anybody adds to its luck, as the record begins."""
    game = find(head.game)
    kinds = game.kinds(game.table(len(head.seats), head.options, head.rules))
    return {
        "sobremesa": record.SHEET_FORMAT,
        "match": match,
        "game": head.game,
        "rules": head.rules,
        "luck": LUCK,
        "seats": [UNTAKEN if seat.kind == OPEN else seat.level for seat in head.seats],
        "options": head.options,
        "real": [name for name, kind in kinds.items() if kind.phase in game.dice] if head.real else [],
        "throws": {
            name: {"fixed": kind.is_fixed, "outcomes": kind.outcomes, "weights": kind.weights}
            for name, kind in kinds.items()
        },
    }


def kept(course: Course, match: str) -> dict[str, Any]:
    """Return what is fixed of a match before anything is thrown, for those who want to compare it with the record."""
    head = course.head
    if head.sheet:
        return {
            "sobremesa": "seal",
            "luck": head.luck,
            "seal": head.seal,
            "sheet": head.sheet,
            "sealed": sealed(course),
            "complete": not course.missing,
        }
    return {
        "sobremesa": "seal",
        "match": match,
        "game": head.game,
        "rules": head.rules,
        "seats": len(head.seats),
        "options": head.options,
        "real": head.real,
        "luck": head.luck,
        "seal": head.seal,
        "sealed": sealed(course),
        # Once everybody sits nobody can add to the luck any more.
        "complete": not course.missing,
    }
