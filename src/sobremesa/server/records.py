"""Records of matches that are over: written from their logs, with the seal opened."""

from dataclasses import dataclass, field, replace
from typing import Any

from sobremesa.core import jsontext, record
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.view import actor_name, outcomes_of
from sobremesa.server import events, fairness, sealing
from sobremesa.server.course import Course
from sobremesa.server.events import BOT, Choice, Confirm, Contest, Event, Fill, Head, HintTaken, Undo
from sobremesa.server.frames import Moment
from sobremesa.server.reading import Check, keep_going
from sobremesa.server.store import Store
from sobremesa.server.telling import check_rules, scan

BY_RULES, GIVEN_UP, CLOSED = "rules", "given up", "closed"
"""How a match has ended: by its rules, because people gave up, or because whoever runs the server ended it."""
PROOF = ', "proof": "'


@dataclass
class Transcript:
    """What a log tells for the record, event by event."""

    players: list[str]
    """Who sits where: "" for a person, or the level of a bot."""
    steps: list[record.Step] = field(default_factory=list)
    hints: list[int] = field(default_factory=list)
    """How many hints each seat took."""
    confirmed: list[dict[str, Any]] = field(default_factory=list)
    """What devices have signed."""
    ended: int = 0
    """The number of the event that ended the match."""

    @classmethod
    def of(cls, head: Head) -> "Transcript":
        """Return what is known before the first event."""
        players = [seat.level if seat.kind == BOT else "" for seat in head.seats]
        return cls(players, hints=[0] * len(players))

    def follow(self, course: Course, event: Event) -> None:
        """Note an event that comes next in a course; what is taken back is left out."""
        if isinstance(event, Choice):
            throw = _throw(course, event) if event.actor == CHANCE else None
            self.steps.append(record.Step(actor_name(event.actor), event.text, throw))
        elif isinstance(event, Undo | Contest):
            del self.steps[-event.back :]
        elif isinstance(event, Fill):
            self.players[event.seat] = event.level
        elif isinstance(event, HintTaken):
            self.hints[event.seat] += 1
        elif isinstance(event, Confirm):
            self.confirmed.append({"share": event.share, "signed": event.signed})


def recorded(store: Store, match: str, head: Head, secret: bytes, check: Check = keep_going) -> str:
    """Return the record of a match that is over, with what devices have confirmed."""
    check_rules(head)
    course, written = Course(head), Transcript.of(head)
    for row in scan(store, match, check=check):
        event = events.read_event(row.body)
        written.follow(course, event)
        course.fold(event)
        if course.actor == OVER:
            written.ended = written.ended or course.seq
    shares = [
        {"seats": share.seats, "sealed": share.sealed or None, "given": share.given or None} for share in course.shares
    ]
    opened = record.Sealed(match, head.luck, head.seal, secret.hex(), tuple(shares))
    if head.sheet:
        opened = replace(opened, sheet=jsontext.parse(head.sheet), end=_end(course, written))
    kept = record.Record(
        game=head.game,
        rules=head.rules,
        seed=0,
        seats=len(head.seats),
        options=head.options,
        players=tuple(written.players),
        steps=tuple(written.steps),
        sealed=opened,
    )
    proof = fairness.proof_of(sealing.key_of(course, secret, match), proved(kept.text(), is_sheet=bool(head.sheet)))
    return replace(kept, sealed=replace(opened, proof=proof, confirmed=tuple(written.confirmed))).text()


def proved(text: str, *, is_sheet: bool) -> str:
    """Return what the proof of a record covers: all lines before the last, and of format 3 that too up to the proof."""
    rows = text.splitlines(keepends=True)
    return "".join(rows[:-1]) + (rows[-1].partition(PROOF)[0] if is_sheet else "")


def _end(course: Course, written: Transcript) -> dict[str, Any]:
    return {
        "ended": CLOSED if course.closed else GIVEN_UP if course.ended else BY_RULES,
        "places": course.places() or [],
        "gone": [seat for seat, each in enumerate(course.seats) if each.resigned],
        "seq": written.ended,
        "hints": written.hints,
    }


def _throw(course: Course, event: Choice) -> record.Throw:
    """Return what could have come of a throw that comes next."""
    game, table = course.game, course.table
    listed = outcomes_of(game, table)
    outcomes, weights = tuple(each.text for each in listed), tuple(each.weight for each in listed)
    kind = game.kind_of(table) if course.head.sheet else game.notation.phase_of(table)
    return record.Throw(Moment.of(course).thrower(), kind, outcomes, weights, event.typed, course.seq + 1)
