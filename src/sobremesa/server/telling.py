"""Telling: what has happened in a match, for those who come later.

What is looked up in the log takes a while, so it is done in a thread; it knows nothing that is not written.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from sobremesa.core.game import find
from sobremesa.core.rules import CHANCE
from sobremesa.server import events, frames
from sobremesa.server.batches import Row
from sobremesa.server.course import Course, Step
from sobremesa.server.events import Choice, Contest, Head, Undo
from sobremesa.server.frames import Moment, Report, Told
from sobremesa.server.reading import Check, keep_going
from sobremesa.server.refusals import Refused
from sobremesa.server.store import Store

TOLD_AGAIN = 20
"""Of how many events newcomers are told."""

CHUNK = 256
"""How many rows of a log are read at once."""

Steps = Iterable[tuple[Step, Moment]]
"""What happened, each with the moment after it."""


@dataclass(frozen=True, slots=True)
class Retold:
    """This is a step as it is told to those who look from a seat."""

    step: Step
    told: Told


def scan(store: Store, match: str, after: int = 0, upto: int | None = None, check: Check = keep_going) -> Iterator[Row]:
    """Yield the events of a match with numbers above and up to the given ones, as long as they are wanted."""
    end = store.last(match)[0] if upto is None else upto
    for start in range(after, end, CHUNK):
        for row in store.rows(match, start, min(start + CHUNK, end)):
            check()
            yield row


def load(store: Store, match: str, head: Head, upto: int | None = None, check: Check = keep_going) -> Course:
    """This folds the log of a match, from a snapshot that lies a little back, so that the last steps are known."""
    check_rules(head)
    course = Course(head)
    last = store.last(match)[0] if upto is None else upto
    kept = store.snapshot(match, last - TOLD_AGAIN)
    if kept is not None:
        course.restore(kept)
    for row in scan(store, match, course.seq, last, check):
        course.fold(events.read_event(row.body))
    return course


def carried_out(store: Store, match: str, guest: str, command: str) -> int | None:
    """This is the number of the event to which a command of a guest has led, by the id of the command, if to any."""
    for row in store.rows_with(match, msgspec.json.encode(command)):
        event = events.read_event(row.body)
        if (event.guest, event.id) == (guest, command):
            return row.seq
    return None


def check_rules(head: Head) -> None:
    """Refuse a match that was begun under later rules than those that are installed."""
    if not find(head.game).reads(head.rules):
        raise Refused("other_rules", game=head.game, expected=find(head.game).version, given=head.rules)


def from_log(store: Store, match: str, head: Head, after: int, upto: int) -> tuple[Moment, Steps]:
    """This is what the log says of a stretch of a match: how it began, and what happened."""
    course = load(store, match, head, after)

    def steps() -> Iterator[tuple[Step, Moment]]:
        for row in store.rows(match, after, upto):
            yield course.fold(events.read_event(row.body)), Moment.of(course)

    return Moment.of(course), steps()


def from_memory(course: Course, after: int) -> tuple[Moment, Steps]:
    """This is what a course remembers of what happened after a number."""
    steps = [step for step in course.recent if step.seq > after]
    start = Moment(course.game, steps[0].before, steps[0].actor) if steps else Moment.of(course)
    now = [Moment(course.game, step.before, step.actor) for step in steps[1:]] + [Moment.of(course)]
    return start, list(zip(steps, now, strict=False))


def retell(start: Moment, steps: Steps, seat: int) -> Iterator[Retold]:
    """This tells those who look from a seat what happened."""
    was = start
    for step, now in steps:
        yield Retold(step, Report(step, was, now).of(seat))
        was = now


def missed(store: Store, match: str, head: Head, seat: int, after: int, upto: int) -> list[Retold]:
    """This tells those who look from a seat what the log says of a stretch of a match."""
    return list(retell(*from_log(store, match, head, after, upto), seat))


def a_round_ago(store: Store, match: str, head: Head, check: Check = keep_going) -> int:
    """This is the number of the last event after which everybody has had a turn; 0 if there is none.

    Choices of one seat without another's between them are one turn; what was taken back is none. Whoever is out of the
    match is counted too, which makes it longer ago, never less.
    """
    made: list[tuple[int, int]] = []
    for row in scan(store, match, check=check):
        event = events.read_event(row.body)
        if isinstance(event, Choice):
            made.append((row.seq, event.actor))
        elif isinstance(event, Undo | Contest):
            del made[-event.back :]
    begun, last = [], CHANCE
    for seq, actor in made:
        if actor not in (CHANCE, last):
            begun.append(seq)
            last = actor
    return begun[-len(head.seats) - 1] - 1 if len(begun) > len(head.seats) else 0


def sayings(
    store: Store, match: str, head: Head, seat: int, after: int, upto: int, check: Check = keep_going
) -> list[dict[str, Any]]:
    """Return all that a seat has been told in words after a number and up to another, event by event."""
    course, told = load(store, match, head, after, check), []
    was = Moment.of(course)
    for row in scan(store, match, after, upto, check):
        step = course.fold(events.read_event(row.body))
        now = Moment.of(course)
        told.append({"seq": step.seq, "say": frames.said(step, seat, was, now)})
        was = now
    return told


def replay(
    store: Store, match: str, head: Head, seat: int, theme: str, after: int, upto: int, check: Check = keep_going
) -> dict[str, Any]:
    """This is a stretch of a match to look at again: how it began, what happened, and all pictures."""
    course = load(store, match, head, after, check)
    start = Moment.of(course)
    whole = frames.whole(course, start, seat, theme)
    view = start.view(seat)
    keys = {row[1] for row in whole.things}
    messages = []
    for row in scan(store, match, after, upto, check):
        step, was = course.fold(events.read_event(row.body)), start
        start = Moment.of(course)
        message = frames.event(step, seat, was, start)
        if not isinstance(step.event, Choice | Undo):
            message.d["seats"] = frames.seats(course.seats, seat, ())
        keys |= {thing[1] for thing in frames.rows_of(message)}
        messages.append(message)
    length = store.last(match)[0]
    return {"first": whole, "events": messages, "length": length, "looks": frames.looks(view, keys, theme)}
