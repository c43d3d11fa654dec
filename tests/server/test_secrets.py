"""Secrets: a seat is sent the same bytes whatever it may not know, and whoever plants a leak is caught."""

import base64
import json
import logging
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
import pytest

from sobremesa import names
from sobremesa.core.rules import SPECTATOR
from sobremesa.core.view import View
from sobremesa.games.stalag17 import rules
from sobremesa.games.stalag17.notation import CARD_TEXTS
from sobremesa.server import asking, crew, fairness, frames, seats, shorthand, wire
from sobremesa.server import socket as socket_module
from sobremesa.server.course import Course
from sobremesa.server.crew import Crew, Workers
from sobremesa.server.frames import Moment
from sobremesa.server.listeners import Listener
from sobremesa.server.refusals import Refused
from tests.server.company import INVITES
from tests.server.worlds import MATCH, SECRET, TOKENS, VIEWER, Sent, head, pairs, recorded

POSITIONS = int(os.environ.get("SOBREMESA_POSITIONS", "80"))
LENGTH = 60


def scripts(seed: int) -> tuple[list[Any], list[Any]]:
    """Two worlds of Stalag 17, long enough that a card was played."""
    both = [pair for pair, _ in pairs("stalag17", random.Random(seed), LENGTH)]
    assert len(both) > 30
    assert sum(one.number != other.number for one, other in both) > 5
    return [one for one, _ in both], [other for _, other in both]


# Positions: frames, events and what bots are asked


@pytest.mark.parametrize("game", names())
def test_equal_knowledge_gives_equal_bytes(game: str) -> None:
    """What is drawn, offered and told of every step, for the seat and for a spectator, and what its bot is asked."""
    count, seed, different = 0, 0, 0
    while count < POSITIONS:
        rng = random.Random(f"{game}/{seed}")
        seed += 1
        for pair, courses in pairs(game, rng, 120):
            count += 1
            different += courses[0].table.tobytes() != courses[1].table.tobytes()
            one, other = (_shown(course, choice) for course, choice in zip(courses, pair, strict=True))
            assert one == other
        assert seed < POSITIONS
    assert (different > POSITIONS / 3) == (game == "stalag17")


def test_worlds_differ_in_nothing_that_is_open() -> None:
    """In this one a card is played in secret, and another taken before all eyes."""
    both = [pair for pair, _ in pairs("stalag17", random.Random("stalag17/31"), 120)]
    taking = [pair for pair in both if any("take:" in choice.text for choice in pair)]
    assert any(one.text != other.text for one, other in taking)
    assert all(one.text.partition("+")[2] == other.text.partition("+")[2] for one, other in taking)


def _shown(course: Course, choice: Any) -> list[bytes]:
    moment = Moment.of(course)
    after = course.twin()
    step = after.fold(choice)
    now = Moment.of(after)
    shown = []
    for place in (VIEWER, SPECTATOR):
        frame, told = now.frame(place), frames.Report(step, moment, now).of(place)
        book, places = shorthand.book_of(course.game.name), shorthand.places_of(now.view(place).scene())
        short = shorthand.gestures(book, places, now.gestures(place), moment.gestures(place))
        shown.append(wire.dump(frames.full(moment.frame(place))))
        shown.append(wire.add_changes(told.full, {"gestures": frames.gestures(now.gestures(place))}))
        shown.append(wire.add_changes(told.short, {"gestures": short}))
        shown.append(wire.dump(frames.looks(now.view(place), {row[1] for row in frame["things"].values()}, "light")))
    # A bot is asked with the same bytes, and nothing else crosses to its process.
    shown.append(crew._packed(View(course.game, course.table, VIEWER)).encode())
    return shown


# The whole server


@pytest.mark.parametrize("hold", [0.0, 0.05])
def test_two_worlds_send_the_same_bytes(
    hold: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = scripts(2)

    here = recorded(tmp_path / "here", one, monkeypatch, caplog, hold=hold)
    there = recorded(tmp_path / "there", other, monkeypatch, caplog, hold=hold)

    assert len(here.frames) > 100
    assert len(here.http) > 50
    assert len(here.noted) > 20
    assert any(b'"hold":0.05' in frame for frame in here.frames) == bool(hold)
    assert here.frames == there.frames
    assert here.http == there.http
    assert here.noted == there.noted
    assert here.operated == there.operated
    _scan(here, one)


def _scan(sent: Sent, script: list[Any]) -> None:
    """Nothing secret is among all that was sent, however it may be written."""
    for name, canary in {
        "secret": SECRET,
        "key": fairness.key_of(SECRET, MATCH),
        "invites": INVITES,
        **{f"token {number}": TOKENS[number].encode() for number in (0, 1, 2)},
        **{f"digest {number}": bytes.fromhex(seats.known_as(TOKENS[number])) for number in (0, 1, 2)},
        **{f"invite {number}": seats.invite(INVITES, MATCH, number).encode() for number in (0, 1, 2)},
    }.items():
        for form in forms(canary):
            assert form not in sent.everything, (name, form)
    for look in hidden_looks(script):
        assert look not in b"".join(sent.frames), look


def forms(canary: bytes) -> set[bytes]:
    """How a secret may be written: as it is, in hexadecimal, in base 64, and escaped."""
    written = {canary, canary.hex().encode(), canary.hex().upper().encode(), repr(canary)[2:-1].encode()}
    for shift in range(3):
        # In the midst of other bytes it is shifted; what does not depend on its neighbours is looked for.
        encoded = base64.b64encode(b"\0" * shift + canary)
        inner = encoded[4 if shift else 0 : -4]
        written |= {inner, inner.replace(b"+", b"-").replace(b"/", b"_")}
    written.add(json.dumps(canary.decode("latin-1"))[1:-1].encode())
    written.add(json.dumps(list(canary)).encode())
    return written


def hidden_looks(script: list[Any]) -> set[bytes]:
    """Cards of which there is one, and which somebody else got in secret and never showed."""
    dealt, public = set(), set()
    course = Course(head("stalag17"))
    for choice in script:
        phase = int(course.table.phase)
        text = CARD_TEXTS[choice.number] if phase in (rules.Phase.DEAL, rules.Phase.DRAW) else ""
        if text and not rules.tells(course.table, choice.number, VIEWER):
            dealt.add(text)
        course.fold(choice)
        shown = Moment.of(course).frame(VIEWER)["things"].values()
        public |= {row[1] for row in shown}
    pairs_of_goods = {text for text in dealt if len(text) == 2 and text.isalpha() and text.isupper()}
    return {f"card|{text}|".encode() for text in pairs_of_goods if f"card|{text}|" not in public}


def test_a_scan_would_find_what_it_looks_for() -> None:
    hidden = hidden_looks(scripts(2)[0])
    assert hidden
    for form in forms(SECRET):
        with pytest.raises(AssertionError):
            _scan(Sent(frames=[b"{" + form + b"}"]), scripts(2)[0])
    with pytest.raises(AssertionError):
        _scan(Sent(frames=[b'["x","' + next(iter(hidden)) + b'"]']), scripts(2)[0])
    with pytest.raises(AssertionError):
        _scan(Sent(noted=[f"key {fairness.key_of(SECRET, MATCH).hex()}"]), scripts(2)[0])


# Plants: each lets a little through, somewhere, and must be caught


def hands_in_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    hide = rules.hide

    def leaky(t: Any, seat: int) -> None:
        hand = t.hands[0].copy()
        hide(t, seat)
        t.hands[0] = hand

    monkeypatch.setattr(rules, "hide", leaky)


def a_hand_in_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = socket_module.Socket._refuse

    def leaky(self: Any, fault: Exception, command: str | None, seq: int) -> None:
        room = self.rooms.known(self.match)
        if isinstance(fault, Refused) and room is not None and fault.phrase.name == "stale":
            fault.phrase.values["hand"] = room.course.table.hands[0].tolist()
        refuse(self, fault, command, seq)

    monkeypatch.setattr(socket_module.Socket, "_refuse", leaky)


def the_size_of_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    show = Listener.show
    kept: list[Any] = []
    of = Moment.of.__func__  # type: ignore[attr-defined]

    def remembered(cls: type[Moment], course: Course) -> Moment:
        kept[:] = [course.table]
        made: Moment = of(cls, course)
        return made

    def padded(self: Listener, message: bytes, *others: Any) -> None:
        show(self, message + b" " * int(np.flatnonzero(kept[0].hands[0])[:1].sum()), *others)

    monkeypatch.setattr(Moment, "of", classmethod(remembered))
    monkeypatch.setattr(Listener, "show", padded)
    monkeypatch.setattr(wire, "add", lambda message, **more: message)


def a_line_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    fold = Course.fold

    def noted(self: Course, event: Any) -> Any:
        logging.getLogger("sobremesa.server.course").info("the table is %s now", self.table.hands[0].tolist())
        return fold(self, event)

    monkeypatch.setattr(Course, "fold", noted)


def a_header(monkeypatch: pytest.MonkeyPatch) -> None:
    told = asking.told
    last: list[Any] = [0]
    fold = Course.fold

    def followed(self: Course, event: Any) -> Any:
        step = fold(self, event)
        last[0] = int(self.table.hands[0] @ np.arange(len(self.table.hands[0])))
        return step

    def etagged(data: Any, status: int = 200) -> Any:
        answer = told(data, status)
        answer.headers["etag"] = str(last[0])
        return answer

    monkeypatch.setattr(Course, "fold", followed)
    monkeypatch.setattr("sobremesa.server.matches.told", etagged)


def what_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "tells", lambda t, choice, seat: True)


@pytest.mark.parametrize(
    ("plant", "where"),
    [
        (hands_in_the_view, "frames"),
        (a_hand_in_an_error, "frames"),
        (the_size_of_a_frame, "frames"),
        (a_line_in_the_log, "noted"),
        (a_header, "http"),
        (what_is_told_in_words, "frames"),
    ],
)
def test_a_planted_leak_is_caught(
    plant: Callable[[pytest.MonkeyPatch], None],
    where: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, other = scripts(2)
    plant(monkeypatch)

    here = recorded(tmp_path / "here", one, monkeypatch, caplog, stops=2)
    there = recorded(tmp_path / "there", other, monkeypatch, caplog, stops=2)

    assert getattr(here, where) != getattr(there, where)


# Bots


def test_bots_get_a_view_by_type() -> None:
    """Neither a crew nor a worker has a way to be given a table."""
    for crew_ in (Crew, Workers):
        for asked in ("choose", "hint"):
            hints = get_type_hints(getattr(crew_, asked))
            assert hints["view"] is View
            assert not {"table", "course", "room", "t"} & set(hints)


def test_a_view_has_no_way_back_to_the_table() -> None:
    for _, (course, _) in pairs("stalag17", random.Random(5), 40):
        view = View(course.game, course.table, VIEWER)
    whole = course.table.tobytes()
    assert view.table.tobytes() != whole
    assert not np.shares_memory(np.asarray(view.table["hands"]), np.asarray(course.table["hands"]))
    for value in vars(view).values():
        assert not hasattr(value, "tobytes") or value.tobytes() != whole
