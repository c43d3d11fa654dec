"""Hints: what somebody could do best. To find out takes a while, so a hint is asked for first and found later."""

from dataclasses import dataclass
from typing import Any

from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import commands, fairness
from sobremesa.server.course import Course
from sobremesa.server.crew import Crew, NoAnswer
from sobremesa.server.refusals import Refused


@dataclass(frozen=True, slots=True)
class Doubt:
    """This is a moment at which somebody does not know what to do, with the luck by which it is thought about."""

    view: View
    luck: Luck


def doubt(course: Course, key: bytes, guest: str, seat: int) -> Doubt:
    """This is the doubt of a guest at a seat, if that must choose now."""
    if seat not in commands.held(course, guest) or seat != course.actor:
        raise Refused("not_your_turn")
    return Doubt(View(course.game, course.table, seat), fairness.luck_for(key, "hint", course.turned))


async def find(crew: Crew, about: Doubt) -> list[dict[str, Any]]:
    """This is the best moves, as clients are told of them."""
    view = about.view
    try:
        found = await crew.hint(view, about.luck)
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
