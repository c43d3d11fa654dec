"""Lessons: a game taught at the table itself, on scripted positions, in a few steps.

A game keeps its lesson in the file `lesson.toml` and what is said in its words, under `lesson.NAME` for every step. The
rules decide everything: what is offered at a step is the legal moves of its table, and what a move leads to is what
the rules make of it. Only chance and the other players follow the script. Nothing is remembered between two questions.
"""

import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import msgspec

from sobremesa.core.game import find
from sobremesa.core.match import Match, position
from sobremesa.core.rules import CHANCE
from sobremesa.core.table import light
from sobremesa.draw.paints import THEMES
from sobremesa.server import events, frames
from sobremesa.server.course import Course
from sobremesa.server.events import BOT, PERSON, Choice, Head
from sobremesa.server.frames import Moment
from sobremesa.server.refusals import Refused

FILE = "lesson.toml"
LEARNER = "learner"
"""The guest who learns; nobody is known by it."""
LEVEL = "easy"
"""The level of the bots at the table."""
KEPT = 512
"""How many answers are remembered: everybody who learns asks the same."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This is what the words of a step claim about the table after it; a test holds it against the rules."""

    told: tuple[str, ...] = ()
    """Keys of sentences that the log must have."""
    position: dict[str, Any] = {}
    """Parts that the position must have."""
    scores: tuple[int, ...] = ()
    """The points of every seat, if anything is claimed about them."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This is a step: a position, what is asked for there, and what happens then.

    Without a position it goes on where the step before it ended. Where chance is to choose, the learner throws, and
    what is asked for is what falls.
    """

    name: str
    asked: tuple[str, ...]
    """The moves that are asked for; any of them will do."""
    position: dict[str, Any] | None = None
    then: tuple[str, ...] = ()
    """What chance and the others choose after it."""
    claims: Outcome = Outcome()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This is what a game's file holds: the learner's seat, and the steps."""

    steps: tuple[LessonStep, ...] = ()
    seat: int = 0


@cache
def lesson_of(game: str) -> Lesson:
    """This is the lesson of a game; one without steps if it has none."""
    file = resources.files(find(game).package).joinpath(FILE)
    if not file.is_file():
        return Lesson()
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Lesson)


def begun(game: str, number: int) -> Match:
    """This is the table at the beginning of a step."""
    steps = lesson_of(game).steps
    first = next(back for back in range(number, -1, -1) if steps[back].position is not None)
    match = position({"game": game} | (steps[first].position or {}), seed=0)
    for step in steps[first:number]:
        for choice in (step.asked[0], *step.then):
            match.push(choice)
    return match


def whole(game: str, theme: str) -> dict[str, Any]:
    """This is a lesson as it is sent: every step as it is shown, with boards and looks beside them, each once."""
    lesson = _known(game, theme)
    boards: dict[bytes, int] = {}
    looks: dict[str, str] = {}
    steps = []
    for number, step in enumerate(lesson.steps):
        course, _ = _set_up(game, number)
        moment = Moment.of(course)
        frame = msgspec.structs.replace(frames.whole(course, moment, lesson.seat, theme), stage=None)
        board = bytes(frames.stage_of(course, lesson.seat, theme))
        shown = msgspec.to_builtins(frame) | {
            "mine": [lesson.seat],
            "gestures": frames.gestures(moment.gestures(lesson.seat)),
            "roller": lesson.seat if moment.actor == CHANCE else None,
        }
        looks |= frames.looks(moment.view(lesson.seat), {row[1] for row in frame.things}, theme)
        asked = [] if moment.actor == CHANCE else list(step.asked)
        steps.append(
            {"name": step.name, "board": boards.setdefault(board, len(boards)), "frame": shown, "asked": asked}
        )
    return {"boards": [msgspec.Raw(board) for board in boards], "looks": looks, "steps": steps}


@lru_cache(KEPT)
def answer(game: str, number: int, move: str, theme: str) -> dict[str, Any]:
    """This is what a move leads to: what happens, if it was asked for. One that is not legal is refused.

    Where chance is to choose there is nothing to be chosen: any word means the throw.
    """
    lesson = _known(game, theme)
    if number >= len(lesson.steps):
        raise Refused("unknown_page", status=404)
    step, (course, match) = lesson.steps[number], _set_up(game, number)
    if match.actor == CHANCE:
        move = step.asked[0]
    elif move not in {each.text for each in match.moves()}:
        raise Refused("illegal", move=move)
    if move not in step.asked:
        return {"asked": False}
    messages, looks = [], set()
    was = Moment.of(course)
    for choice in _choices(match, (move, *step.then)):
        told = course.fold(choice)
        now = Moment.of(course)
        message = frames.event(told, lesson.seat, was, now)
        # What comes next belongs to the next step.
        message.d["gestures"] = []
        looks |= {row[1] for row in frames.rows_of(message)}
        messages.append(message)
        was = now
    return {"asked": True, "events": messages, "looks": frames.looks(was.view(lesson.seat), looks, theme)}


def _choices(match: Match, texts: tuple[str, ...]) -> Iterator[Choice]:
    for text in texts:
        actor = match.actor
        listed = {each.text: each.number for each in match.moves() or match.outcomes()}
        match.push(text)
        yield Choice(actor=actor, number=listed[text], text=text)


def _set_up(game: str, number: int) -> tuple[Course, Match]:
    """The table of a step as the server keeps matches, and as a match in which everything is checked."""
    match = begun(game, number)
    seat = lesson_of(game).seat
    taken = [events.Seat(BOT, level=LEVEL) for _ in range(match.seats)]
    taken[seat] = events.Seat(PERSON, guest=LEARNER)
    head = Head(game, match.game.version, match.game.options_of(match._table), taken, seal="", host="", made="")
    course = Course(head)
    course.table = light(match._table)
    course.actor = match.actor
    return course, match


def _known(game: str, theme: str) -> Lesson:
    lesson = lesson_of(game)
    if not lesson.steps or theme not in THEMES:
        raise Refused("unknown_page", status=404)
    return lesson
