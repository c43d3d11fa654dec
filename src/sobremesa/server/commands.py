"""Commands: what people ask for, checked, as the event that will be written down. What cannot be is refused."""

import unicodedata

from sobremesa.bots.levels import LEVELS
from sobremesa.core.rules import OVER
from sobremesa.server import events, wire
from sobremesa.server.course import Course
from sobremesa.server.events import MANY_EVENTS, MAX_RENAMES, OPEN, Choice, Event
from sobremesa.server.frames import Moment
from sobremesa.server.refusals import Refused

SIDESTEPS = (
    wire.UndoCommand | wire.PleaCommand | wire.ReplyCommand | wire.NameCommand | wire.ContestCommand | wire.TimeCommand
)
"""Commands that lead to an event, and bring a match no nearer to its end."""
JOINER = "\u200d"
"""What makes one picture of two: a family, an astronaut."""
PICTURES = ("So", "Sm")
SHADES = "\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
"""What may follow a picture: that it is one, and the colour of a skin."""
FLAG = "\U0001f3f4"
FLAG_LETTERS = "".join(map(chr, range(0xE0020, 0xE0080)))
"""What makes the flag of a country of another."""


def event_of(course: Course, moment: Moment, free: int, guest: str, command: wire.Command) -> Event:
    """This is the event that a guest's command leads to; free is how many moves can be taken back."""
    mine = held(course, guest)
    if isinstance(command, wire.MoveCommand):
        return _move(course, moment, guest, mine, command)
    if isinstance(command, wire.UndoCommand):
        return _undo(course, free, guest, mine, command)
    if isinstance(command, wire.BotCommand):
        seat = open_seat(course, command.seat)
        return events.Fill(seat=seat, level=check_level(command.level), guest=guest, id=command.id)
    if isinstance(command, wire.NameCommand):
        if command.seat not in mine:
            raise Refused("not_yours")
        if course.renames[command.seat] >= MAX_RENAMES:
            raise Refused("many_names", most=MAX_RENAMES)
        return events.Rename(seat=command.seat, name=clean(command.name), guest=guest, id=command.id)
    assert isinstance(command, wire.ResignCommand)  # noqa: S101 - the others lead to no event
    if command.seat is not None and command.seat not in mine:
        raise Refused("not_yours")
    leaving = mine if command.seat is None else [command.seat]
    return events.Resign(seats=leaving, guest=guest, id=command.id)


def seated(course: Course, guest: str) -> list[int]:
    """This is the seats of a guest who has one."""
    mine = course.held_by(guest)
    if not mine:
        raise Refused("no_seat", status=403)
    return mine


def held(course: Course, guest: str) -> list[int]:
    """This is the seats of a guest who may still ask for something."""
    mine = seated(course, guest)
    if course.actor == OVER:
        raise Refused("over")
    return mine


def check_room(course: Course, command: wire.Command) -> None:
    """Refuse what brings a match that has become very long no nearer to its end."""
    if course.seq >= MANY_EVENTS and isinstance(command, SIDESTEPS):
        raise Refused("long_match")


def check_seq(course: Course, seq: int) -> None:
    """This refuses what was asked for at another moment; that somebody sat down meanwhile changes nothing."""
    if not course.turned <= seq <= course.seq:
        raise Refused("stale")


def _move(course: Course, moment: Moment, guest: str, mine: list[int], command: wire.MoveCommand) -> Event:
    check_seq(course, command.seq)
    if course.is_sealing:
        raise Refused("sealing")
    if course.is_waiting:
        raise Refused("waiting", count=course.missing)
    actor = course.actor
    if actor not in mine:
        raise Refused("not_your_turn")
    number = moment.legal().get(command.move)
    if number is None:
        raise Refused("illegal", move=command.move)
    return Choice(actor=actor, number=number, text=command.move, guest=guest, id=command.id)


def _undo(course: Course, free: int, guest: str, mine: list[int], command: wire.UndoCommand) -> Event:
    check_seq(course, command.seq)
    last = course.last_choice
    if not free or last is None or not isinstance(last.event, Choice):
        raise Refused("too_late")
    if last.event.actor not in mine:
        raise Refused("not_yours")
    return events.Undo(seat=last.event.actor, guest=guest, id=command.id)


def open_seat(course: Course, seat: int) -> int:
    """This lets the number of an open seat pass."""
    if seat >= len(course.seats) or course.seats[seat].kind != OPEN:
        raise Refused("not_open")
    return seat


def check_level(level: str) -> str:
    """This lets the level of a bot pass."""
    if level not in LEVELS:
        raise Refused("unknown_level", status=400, given=level, known=list(LEVELS))
    return level


def clean(name: str) -> str:
    r"""This is a name as everybody will read it: on one line, without what cannot be seen, and not too long.

    >>> clean("  Ana\tMaría\u202e ")
    'Ana María'
    """
    visible = "".join(each if _is_kept(name, place) else " " for place, each in enumerate(name))
    return " ".join(visible.split())[: wire.MAX_NAME]


def _is_kept(name: str, place: int) -> bool:
    """This tells whether a sign of a name can be seen, or makes one picture of others that can."""
    each, before = name[place], name[:place]
    if unicodedata.category(each)[0] != "C":
        return True
    if each == JOINER:
        after = name[place + 1 : place + 2]
        return all(part and unicodedata.category(part) in PICTURES for part in (before.rstrip(SHADES)[-1:], after))
    return each in FLAG_LETTERS and before.rstrip(FLAG_LETTERS).endswith(FLAG)
