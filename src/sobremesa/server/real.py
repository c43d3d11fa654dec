"""Real dice: thrown beside the screen and typed in. What is no die that everybody sees is drawn as ever.

Whoever throws says what fell; for a bot anybody at the table does. Anybody at the table may say that it fell otherwise,
until another seat moves or another throw is made: the throw and what was done with it are taken back, and it is typed
again. That can be said twice of a throw; the third one stands, so that nobody can stop a match.
"""

from typing import Any

from sobremesa.core.rules import CHANCE
from sobremesa.core.view import outcomes_of
from sobremesa.server import commands, events, wire
from sobremesa.server.course import RECENT, Course, Step
from sobremesa.server.events import Choice
from sobremesa.server.frames import Moment
from sobremesa.server.refusals import Refused

MAX_CONTESTS = 2
"""How often one throw can be contested."""


def is_awaited(course: Course) -> bool:
    """This tells whether the match waits for real dice."""
    if not course.head.real or course.actor != CHANCE or course.is_waiting:
        return False
    return course.game.notation.phase_of(course.table) in course.game.dice


def may_type(course: Course, moment: Moment, guest: str) -> bool:
    """This tells whether a guest is to say what fell: whoever throws, or anybody for a bot."""
    seat = moment.thrower()
    if seat is None or not course.seats[seat].is_played:
        return bool(course.held_by(guest))
    return course.seats[seat].guest == guest


def shown(course: Course, moment: Moment, seat: int) -> dict[str, Any] | None:
    """This is what those who look from a seat can do about real dice; None where the table throws none."""
    if not course.head.real:
        return None
    guest = course.seats[seat].guest if seat >= 0 else ""
    is_typing = bool(guest) and is_awaited(course) and may_type(course, moment, guest)
    return {
        "type": [outcome.text for outcome in outcomes_of(course.game, course.table)] if is_typing else None,
        "contest": bool(guest) and contested(course) is not None,
    }


def contested(course: Course) -> int | None:
    """This is how many choices are taken back if somebody contests the last throw; None if nobody can."""
    if not course.head.real or course.actor < CHANCE:
        return None
    steps = course.choices_back(RECENT)
    movers = set()
    for back, step in enumerate(steps, start=1):
        event = step.event
        assert isinstance(event, Choice)  # noqa: S101 - only choices are listed
        if event.actor == CHANCE:
            return back if event.typed and _contests(course, step) < MAX_CONTESTS else None
        movers.add(event.actor)
        if len(movers) > 1:
            return None
    return None


def _contests(course: Course, throw: Step) -> int:
    return sum(isinstance(step.event, events.Contest) and step.after is throw.before for step in course.recent)


def typed(course: Course, moment: Moment, guest: str, command: wire.TypeCommand) -> Choice:
    """This is the throw that a guest says has fallen."""
    commands.held(course, guest)
    commands.check_seq(course, command.seq)
    if not is_awaited(course) or not may_type(course, moment, guest):
        raise Refused("not_your_throw")
    for outcome in outcomes_of(course.game, course.table):
        if outcome.text == command.throw:
            number, text = outcome.number, outcome.text
            return Choice(actor=CHANCE, number=number, text=text, typed=True, guest=guest, id=command.id)
    raise Refused("illegal", move=command.throw)


def contest(course: Course, guest: str, command: wire.ContestCommand) -> events.Contest:
    """This is the event of a guest who says that the dice fell otherwise."""
    mine = commands.held(course, guest)
    commands.check_seq(course, command.seq)
    back = contested(course)
    if back is None:
        raise Refused("too_late")
    return events.Contest(seat=mine[0], back=back, guest=guest, id=command.id)
