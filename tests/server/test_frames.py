"""Frames: what a seat is sent is enough to draw, and nothing that it may not know."""

import asyncio
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from sobremesa import names
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.table import copy
from sobremesa.core.view import View, outcomes_of
from sobremesa.games.stalag17 import rules
from sobremesa.server import events, frames, telling, wire
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Choice
from sobremesa.server.frames import Moment
from tests.server.company import ANA, BEA, BOTH, Watcher, enter, move, rooms_in, seat, set_up
from tests.server.test_course import choice, head


@pytest.mark.parametrize("game", names())
def test_differences_lead_from_frame_to_frame(game: str) -> None:
    course = Course(head(game))
    was = {place: Moment.of(course).frame(place) for place in (SPECTATOR, 0, 1)}
    for _ in range(40):
        if course.actor == OVER:
            break
        course.fold(choice(course))
        now = Moment.of(course)
        for place, before in was.items():
            after = now.frame(place)
            changed = frames.changes(before, after)
            gone = set(changed.pop("gone", ()))
            things = {name: row for name, row in before["things"].items() if name not in gone}
            things |= {row[0]: row for row in changed.pop("things", ())}
            rebuilt = before | changed | {"things": things}

            assert rebuilt == after
            assert (after["gestures"] != []) == (place == course.actor >= 0)
            was[place] = after


@pytest.mark.parametrize("game", names())
def test_a_frame_is_what_the_view_shows(game: str) -> None:
    course = Course(head(game))
    for _ in range(45):
        course.fold(choice(course))
    moment = Moment.of(course)
    for place in (SPECTATOR, 0, 1):
        view = View(course.game, course.table, place)
        shown, expected = frames.full(moment.frame(place)), view.frame()

        assert shown["gestures"] == expected["gestures"]
        assert {name: shown[name] for name in ("actor", "phase", "prompt")} == {
            name: expected[name] for name in ("actor", "phase", "prompt")
        }
        assert list(shown["things"]) != []
        assert set(shown["things"]) == {thing["id"] for thing in expected["things"]}


def test_what_looks_alike_is_made_once() -> None:
    course = Course(head("poleana"))
    moment = Moment.of(course)

    assert moment.sight(0) is moment.sight(1) is moment.sight(SPECTATOR)
    assert not moment.sight(0)["secret"]


# Stalag 17: what others hold must not change a byte


def dealt() -> Course:
    course = Course(head("stalag17", tuple(seat(PERSON, name, guest=name * 8) for name in "abc")))
    while course.game.notation.phase_of(course.table) in ("first", "deal"):
        course.fold(choice(course))
    return course


def exchanged(t: Any, one: int, other: int) -> Any:
    """This is a table on which two seats have each other's hands, as far as their sizes allow."""
    swapped = copy(t)
    assert t.hands[one].sum() == t.hands[other].sum()
    hand = t.hands[one].copy()
    swapped.hands[one] = t.hands[other]
    swapped.hands[other] = hand
    return swapped


def sent(course: Course, table: Any, seat: int, event: events.Event | None = None) -> bytes:
    """This is every byte that a seat is sent of a table, and of what happens there."""
    moment = Moment(course.game, table, int(course.game.rules.actor(table)))
    frame = moment.frame(seat)
    written = wire.dump(frames.full(frame)) + wire.dump(
        frames.looks(moment.view(seat), {row[1] for row in frame["things"].values()}, "light")
    )
    if event is not None:
        again = Course(course.head)
        again.table, again.actor = copy(table), moment.actor
        step = again.fold(event)
        now = Moment.of(again)
        message = frames.event(step, seat, moment, now)
        message.d["gestures"] = frames.gestures(now.gestures(seat))
        written += wire.dump(message)
    return written


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_seat_is_sent_the_same_bytes_whatever_the_others_hold(order: tuple[int, int, int]) -> None:
    viewer, one, other = order
    course = dealt()
    table, changed = course.table, exchanged(course.table, one, other)
    assert table.tobytes() != changed.tobytes()

    assert sent(course, table, viewer) == sent(course, changed, viewer)
    assert sent(course, table, SPECTATOR) == sent(course, changed, SPECTATOR)
    assert sent(course, table, one) != sent(course, changed, one)


def test_the_first_card_is_a_secret_also_for_the_seat_that_sees_it() -> None:
    course = Course(head("stalag17"))
    while View(course.game, course.table, SPECTATOR).table.tobytes() == course.table.tobytes():
        assert not Moment.of(course).sight(0)["secret"]
        course.fold(choice(course))

    assert [Moment.of(course).sight(place)["secret"] for place in (SPECTATOR, 0, 1)] == [True, True, True]


def test_a_card_drawn_in_secret_is_told_to_its_seat_alone() -> None:
    course = Course(head("stalag17"))
    while course.game.notation.phase_of(course.table) != "deal":
        course.fold(choice(course))
    listed = outcomes_of(course.game, course.table)
    outcomes = [Choice(actor=CHANCE, number=each.number, text=each.text) for each in listed]
    receiver = int(rules.receiver(course.table))
    others = [each for each in (SPECTATOR, 0, 1) if each != receiver]

    assert len({sent(course, course.table, receiver, event) for event in outcomes}) == len(outcomes)
    for each in others:
        assert len({sent(course, course.table, each, event) for event in outcomes}) == 1


def test_the_whole_stream_of_a_match_is_the_same_for_a_seat_whatever_the_others_hold(tmp_path: Path) -> None:
    """Bytes from a room: a whole opening of Stalag 17, watched from seat 2, with hands 0 and 1 exchanged."""

    async def streamed(folder: Path, *, is_exchanged: bool) -> list[dict[str, Any]]:
        three = tuple(seat(PERSON, name, guest=guest) for name, guest in (("A", ANA), ("B", BEA), ("C", "c" * 64)))
        async with rooms_in(folder) as rooms:
            room = await rooms.find(await set_up(rooms.store, "stalag17", three, match="m", secret=b"s" * 32))
            if is_exchanged:
                room.course.table = exchanged(room.course.table, 0, 1)
                room.moment = Moment.of(room.course)
            watcher, spectator = Watcher("c" * 64, 2, "light"), Watcher()
            await enter(room, watcher, spectator)
            return watcher.messages + spectator.messages

    one = asyncio.run(streamed(tmp_path / "one", is_exchanged=False))
    two = asyncio.run(streamed(tmp_path / "two", is_exchanged=True))
    for messages in (one, two):
        for message in messages:
            # What was told before the hands were exchanged is another story.
            message.pop("last", None)

    assert one == two


# What is told again


@pytest.mark.parametrize("game", names())
def test_a_replay_shows_what_was_shown(game: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store, game)
            room = await rooms.find(match)
            ana, bea = Watcher(ANA, 0, "light"), Watcher(BEA, 1)
            await enter(room, ana, bea)
            start = room.course.seq
            while room.course.seq < start + 12 and room.course.actor != OVER:
                mover = ana if room.course.actor == 0 else bea
                await room.obey(mover.listener, move(room))

            told = telling.replay(rooms.store, match, room.course.head, 0, "light", start, room.course.seq)
            ours = Watcher(ANA, 0)
            ours.hear(wire.dump(told["first"]))
            for message in told["events"]:
                ours.hear(wire.dump(message))

            assert ours.things == ana.things
            for name in ("seq", "actor", "phase", "prompt", "scores", "places", "rule", "secret"):
                assert ours.frame[name] == ana.frame[name]
            assert ours.told == ana.told
            assert told["length"] == room.course.seq
            assert {row[1] for row in ours.things.values()} <= set(told["looks"])
            assert {row[1] for row in ana.things.values()} <= set(ana.looks)

    asyncio.run(work())


def test_what_was_said_is_said_again_to_whom_it_was_said(tmp_path: Path) -> None:
    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store, "stalag17", BOTH)
            await rooms.find(match)
            course = (await rooms.find(match)).course

            mine, public = (
                telling.sayings(rooms.store, match, course.head, seat, 0, course.seq) for seat in (0, SPECTATOR)
            )

            assert [each["seq"] for each in mine] == list(range(1, len(mine) + 1))
            assert mine != public

    asyncio.run(work())
