"""Take-backs by consent: where a move is not free any more, everybody else at the table is asked; bots agree.

Nobody can give back what came to light. So no throw is ever taken back, and no choice from which anybody learnt what
they could not know before; whether that is so is worked out from everybody's view, and in doubt it did come to light.
Who was refused has to wait before asking again, longer each time.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from sobremesa.core.game import Game
from sobremesa.core.match import POSSIBLE
from sobremesa.core.match import reveals as teaches
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR, listed
from sobremesa.core.table import copy, is_same, once
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import commands, fairness, wire
from sobremesa.server.course import Asked, Course, Step, seq_of
from sobremesa.server.events import Choice, Contest, Plea, Reply, Undo
from sobremesa.server.limits import Hurried
from sobremesa.server.refusals import Refused
from sobremesa.server.store import Store
from sobremesa.server.times import MILLI

MOST = 12
"""How many choices are taken back at once, at most."""
WAIT, LONGEST = 30, 960
"""Seconds for which one has to wait after a first refusal, and after many."""


def reach(course: Course, guest: str) -> list[Step]:
    """This is what would be taken back if a guest took back its last choice, the last one first; nothing if it cannot.

    No throw lies in between. What came to light is not looked at here: that takes a while.
    """
    if not guest or course.actor == OVER:
        return []
    found = []
    for step in islice(course.backwards(), MOST):
        if step.actor == CHANCE:
            return []
        found.append(step)
        if course.seats[step.actor].guest == guest:
            return [] if course.is_waiting else found
    return []


def others(course: Course, guest: str) -> set[str]:
    """This is the people who must agree."""
    return {each.guest for each in course.seats if each.is_played and each.guest != guest}


def shown(course: Course, seat: int, *, is_free: bool) -> dict[str, object] | None:
    """This is what those who look from a seat can ask or answer; None where there is nothing of that kind."""
    guest, plea = course.seats[seat].guest if seat >= 0 else "", course.plea
    if plea is None:
        return {"ask": True} if guest and not is_free and _can_ask(course, guest) else None
    may_answer = bool(guest) and guest in others(course, course.seats[plea.seat].guest) and guest not in plea.agreed
    return {"ask": False, "by": plea.seat, "seq": plea.seq, "answer": may_answer}


def _can_ask(course: Course, guest: str) -> bool:
    """This tells whether anything is in reach that would not be refused at once.

    It is asked after every event, so it answers soon: whatever does not follow from what everybody saw is not offered,
    and whether anybody learnt more than that is looked at only when somebody asks.
    """
    for step in reversed(course.recent):
        kind = type(step.event)
        if kind is Choice:
            if step.actor == CHANCE:
                return False
            if course.seats[step.actor].guest == guest:
                break
        elif kind is Undo or kind is Contest:
            break
    found = reach(course, guest)
    return bool(found) and found[-1].seq > course.kept and all(_is_public(course.game, step) for step in found)


def pleading(course: Course, guest: str, command: wire.PleaCommand, now: int) -> Plea:
    """This is the event of somebody who asks to take a choice back; Refused if nobody may grant it."""
    commands.held(course, guest)
    commands.check_seq(course, command.seq)
    if course.plea is not None:
        raise Refused("plea_open")
    undone = reach(course, guest)
    if not undone:
        raise Refused("too_late")
    choice = undone[-1].event
    assert isinstance(choice, Choice)  # noqa: S101 - only choices are reached
    refused = course.refused[choice.actor]
    wait = min(WAIT << min(refused.count - 1, 8), LONGEST) * MILLI - (now - refused.at) if refused.count else 0
    if wait > 0:
        raise Hurried("plea_again", wait / MILLI)
    return Plea(seat=choice.actor, back=len(undone), guest=guest, id=command.id, at=now)


def undoing(plea: Plea, *, agreed: bool) -> Undo:
    """This is what a plea leads to that nobody objects to; agreed tells whether people were asked."""
    return Undo(seat=plea.seat, back=plea.back, agreed=agreed, guest=plea.guest, id=plea.id, at=plea.at)


def answering(course: Course, guest: str, command: wire.ReplyCommand, now: int) -> Reply | Undo:
    """This is the event of somebody who answers a plea: the last one who agrees lets it happen."""
    mine = commands.held(course, guest)
    plea = course.plea
    if plea is None or plea.seq != command.plea:
        raise Refused("no_plea")
    wanted = others(course, course.seats[plea.seat].guest)
    if guest not in wanted:
        raise Refused("not_yours")
    seat = next(place for place in mine if course.seats[place].is_played)
    if command.yes and wanted <= {guest, *plea.agreed}:
        if not _is_remembered(course, plea):
            raise Refused("too_late")
        return Undo(seat=plea.seat, back=plea.back, agreed=True, guest=guest, id=command.id, at=now)
    return Reply(seat=seat, yes=command.yes, guest=guest, id=command.id, at=now)


def granted(course: Course, now: int) -> Undo | None:
    """This is what a plea leads to once all who are left to be asked have agreed; None as long as that is not so."""
    plea = course.plea
    if plea is None or course.actor == OVER or not _is_remembered(course, plea):
        return None
    if not others(course, course.seats[plea.seat].guest) <= set(plea.agreed):
        return None
    return Undo(seat=plea.seat, back=plea.back, agreed=True, at=now)


def _is_remembered(course: Course, plea: Asked) -> bool:
    """This tells whether what somebody asks for can still be done: much may have happened that is no choice."""
    return len(course.choices_back(plea.back)) == plea.back


def check(course: Course, store: Store, match: str, key: bytes, back: int) -> None:
    """This refuses to take back what came to light, or what lies before a snapshot; many tables are tried."""
    undone = course.choices_back(back)
    kept = store.snapshot(match, course.seq)
    if kept is not None and undone[-1].seq <= seq_of(kept):
        raise Refused("too_late")
    for step in undone:
        if reveals(course.game, step, key):
            raise Refused("revealed")


def reveals(game: Game, step: Step, key: bytes) -> bool:
    """This tells whether anybody learnt from a choice what they could not know; in doubt, they did."""
    event = step.event
    assert isinstance(event, Choice)  # noqa: S101 - nothing else is taken back
    if not _has_secrets(game, step.before) and not _has_secrets(game, step.after):
        return False
    if not _is_public(game, step):
        return True
    if teaches(game, step.before, event.number, step.after, event.actor, _lucks(key, step.seq, event.actor)):
        return True
    seats = int(step.before.seats)
    return any(_learns(game, step, event.number, seat, key) for seat in range(seats) if seat != event.actor)


def _has_secrets(game: Game, table: Any) -> bool:
    seats = (SPECTATOR, *range(int(table.seats)))
    return any(View(game, table, seat).table.tobytes() != table.tobytes() for seat in seats)


def _is_public(game: Game, step: Step) -> bool:
    """This tells whether what everybody sees after a choice follows from what everybody saw before it.

    So whether somebody may ask to take it back tells nobody anything either.
    """
    assert isinstance(step.event, Choice)  # noqa: S101 - nothing else is taken back
    number = step.event.number
    if game.is_open:
        return True
    return bool(game.rules.tells(step.before, number, SPECTATOR)) and _follows(step.after, step.before, number, game)


@once
def _follows(table: Any, last: Any, number: int, game: Game) -> bool:
    """This tells whether the public part of a table follows from that of the last one and what was chosen there."""
    before = _public(last, game)
    try:
        if number not in listed(before, game.rules, game.moves):
            return False
        then = copy(before)
        game.rules.apply(then, number)
    except (ArithmeticError, LookupError, ValueError):
        # Rules are not made for tables of which they know only a part.
        return False
    after = _public(table, game)
    # What looks like a view already need not be hidden again.
    return is_same(then, after) or is_same(View.still(game, then, SPECTATOR).table, after)


@once
def _public(table: Any, game: Game) -> Any:
    return View.still(game, table, SPECTATOR).table


def _learns(game: Game, step: Step, number: int, seat: int, key: bytes) -> bool:
    before, after = View(game, step.before, seat).table, View(game, step.after, seat).table
    if not game.rules.tells(step.before, number, seat):
        return bool(before.tobytes() != after.tobytes())
    out = np.zeros(game.moves, dtype=np.int64)
    for luck in _lucks(key, step.seq, seat):
        guessed = copy(before)
        game.rules.guess(guessed, seat, luck)
        if number not in out[: game.rules.legal(guessed, out)]:
            return True
        game.rules.apply(guessed, number)
        if View(game, guessed, seat).table.tobytes() != after.tobytes():
            return True
    return False


def _lucks(key: bytes, seq: int, seat: int) -> Iterator[Luck]:
    first = (seq * 64 + seat) * POSSIBLE
    return (fairness.luck_for(key, "plea", first + number) for number in range(POSSIBLE))
