"""Hints: what somebody could do best. To find out takes a while, so a hint is asked for first and found later.

That somebody asks is an event, which all are told before the hint is looked for: neither what it says nor how long it
takes, which may depend on a hidden hand, is in it. Asking again about the same choice adds nothing.
"""

from dataclasses import dataclass
from typing import Any

from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import commands, fairness
from sobremesa.server.course import Course
from sobremesa.server.crew import Crew
from sobremesa.server.events import HintTaken
from sobremesa.server.refusals import Refused
from sobremesa.server.thinking import Asker, NoAnswer


@dataclass(frozen=True, slots=True)
class Doubt:
    """This is a moment at which somebody does not know what to do, with the luck by which it is thought about."""

    view: View
    luck: Luck
    asker: Asker
    """Who does not know, and from where."""


def check(course: Course, crew: Crew, guest: str, seat: int) -> None:
    """Refuse a hint to a guest whose seat must not choose now, where hints are forbidden, or if there are none yet."""
    if seat not in commands.held(course, guest) or seat != course.actor:
        raise Refused("not_your_turn")
    if not course.head.hints:
        raise Refused("hints_forbidden", status=403)
    if not crew.is_ready(course.game.name):
        raise Refused("preparing", status=503)


def taking(course: Course, guest: str, seat: int) -> HintTaken | None:
    """Return the event of a hint that is asked for; None if that was done before about the same choice.

    It does not name the command: whoever asks again is answered again, so nobody looks for it.
    """
    asked = (step.event for step in course.recent if step.seq > course.turned)
    if any(isinstance(event, HintTaken) and event.seat == seat for event in asked):
        return None
    return HintTaken(seat=seat, guest=guest)


def doubt(course: Course, key: bytes, seat: int, asker: Asker) -> Doubt:
    """Return what a seat that must choose now wants a hint about."""
    return Doubt(View(course.game, course.table, seat), fairness.luck_for(key, "hint", course.turned), asker)


async def find(crew: Crew, about: Doubt) -> list[dict[str, Any]]:
    """This is the best moves, as clients are told of them; whoever stops waiting for it has it given up."""
    view = about.view
    try:
        found = await crew.hint(view, about.luck, about.asker)
    except NoAnswer:
        raise Refused("no_hint" if crew.is_ready(view.game.name) else "preparing", status=503) from None
    return [
        {
            "move": view.game.notation.text_of(view.table, prospect.move),
            "caption": view.game.scenery.caption(view.table, prospect.move).json(),
            "chance": round(prospect.chance, 3),
            "interval": round(prospect.interval, 3),
            "reasons": prospect.reasons,
        }
        for prospect in found
    ]
