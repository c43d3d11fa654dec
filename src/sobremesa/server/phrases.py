"""Quick phrases: what people at a table can say to one another.

Only the name of a phrase travels: everybody reads it in their own language, and nobody can write anything else. They
are told and forgotten: nothing about a match depends on them, so they are not in its log.
"""

from sobremesa.server import commands, wire
from sobremesa.server.course import Course
from sobremesa.server.refusals import Refused

PHRASES = (
    "hello",
    "luck",
    "nice",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "unlucky",
    "moment",
    "turn",
    "game",
    "bye",
)
"""The names of all phrases; the client has the words."""


def spoken(course: Course, guest: str, seat: int, command: wire.SayCommand) -> wire.Spoken:
    """This is what everybody is told when somebody at the table says something; Refused if it is no phrase."""
    # Who gave up is remembered for a while, so that nobody has to leave without a word.
    mine = [*course.held_by(guest), *course.given_up_by(guest)] or commands.seated(course, guest)
    if command.phrase not in PHRASES:
        raise Refused("unknown_phrase")
    return wire.Spoken(seat=seat if seat in mine else mine[0], phrase=command.phrase)
