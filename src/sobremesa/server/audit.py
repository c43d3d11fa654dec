"""Audits: whether everything that a store keeps can still be read, and still leads where it led.

A log is followed from its first event: the numbers have no gap, whatever was chosen could be chosen, and at every
snapshot of the current rules, one of which is taken when a match ends, the table is the same to the byte.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from sobremesa.core.errors import UnknownGame
from sobremesa.core.rules import OVER
from sobremesa.core.view import moves_of, outcomes_of
from sobremesa.server import events, fairness, telling
from sobremesa.server.course import Course, rules_of
from sobremesa.server.events import Choice
from sobremesa.server.refusals import Refused
from sobremesa.server.store import Store


class Broken(Exception):
    """A log does not lead where it led; the text says why."""


@dataclass(slots=True)
class Findings:
    """This is what an audit found."""

    matches: int = 0
    finished: int = 0
    events: int = 0
    snapshots: int = 0
    skipped: int = 0
    """Matches of games, or of rules, that are not installed."""
    faults: dict[str, str] = field(default_factory=dict)
    """What is wrong, by match."""


def audit(store: Store, matches: Iterable[str] | None = None) -> Findings:
    """This follows the logs of some matches, or of all."""
    found = Findings()
    for match in store.ids() if matches is None else matches:
        found.matches += 1
        try:
            follow(store, match, found)
        except (Refused, UnknownGame):
            found.skipped += 1
        except Exception as fault:
            found.faults[match] = f"{type(fault).__name__}: {fault}"
    return found


def follow(store: Store, match: str, found: Findings) -> Course:
    """This follows one log to its end; Broken if it cannot."""
    entry = store.entry(match)
    if entry is None:
        raise Broken("there is no such match")
    head = events.read_head(entry.head)
    telling.check_rules(head)
    if fairness.seal_of(entry.secret, head.sheet) != head.seal:
        raise Broken("the seal is another's")
    course, kept = Course(head), store.snapshots(entry.id)
    for row in store.rows(entry.id):
        if row.seq != course.seq + 1:
            raise Broken(f"event {course.seq + 1} is missing")
        event = events.read_event(row.body)
        if isinstance(event, Choice):
            check(course, event)
        course.fold(event)
        found.events += 1
        if course.seq in kept:
            found.snapshots += 1
            snapshot = kept.pop(course.seq)
            if rules_of(snapshot) == course.game.version and snapshot != course.keep():
                raise Broken(f"event {course.seq} has led elsewhere")
    if kept:
        raise Broken(f"event {min(kept)} was kept, but is not there")
    if entry.ended != (course.actor == OVER):
        raise Broken("it ended" if entry.ended else "it has not ended")
    found.finished += entry.ended
    return course


def check(course: Course, event: Choice) -> None:
    """This asks whether a choice could be made where a course stands."""
    if event.actor != course.actor or (event.number, event.text) not in listed(course):
        raise Broken(f"event {course.seq + 1} could not be: {event.text}")


def listed(course: Course) -> Iterator[tuple[int, str]]:
    """This lists what can be chosen where a course stands, by number and text."""
    for each in moves_of(course.game, course.table) or outcomes_of(course.game, course.table):
        yield each.number, each.text
