"""Two worlds: matches that differ only in what one seat may not know, and all that this seat is sent in each of them.

Chance and the other seats choose differently wherever the seat is not told what they choose. What it is told is the
same, and stays so: a choice that would reveal a difference is not made.
"""

import json
import logging
import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from sobremesa.core.game import find
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import View, moves_of, outcomes_of
from sobremesa.server import clocks, events, fairness, seats
from sobremesa.server.batches import Batch
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Choice, Clock, Head
from sobremesa.server.guests import COOKIE
from sobremesa.server.room import Room
from tests.server.company import Guest, House, Socket, seat
from tests.server.operator import SECRET as OPERATOR
from tests.server.pens import pen_of

TOKENS = ("ana" * 8, "bea" * 8, "cleo" * 8)
VIEWER = 2
"""The seat that must not notice in which of two worlds it is."""
SECRET = b"canary: thirty-two sealed bytes!"
SOON_SHOWN, RARELY = "coin", 0.85
"""A phase whose secrets all see a moment later, so that worlds which differ there soon end; so they rarely do."""
MATCH = "mmmmmmmmmmmm"
NOW = 1_800_000_000


def head(game: str) -> Head:
    guests = [seats.known_as(token) for token in TOKENS]
    return Head(
        game=game,
        rules=find(game).version,
        options=find(game).check_options({}, len(guests)),
        seats=[seat(PERSON, name, guest=guest) for name, guest in zip("ABC", guests, strict=True)],
        seal=fairness.seal_of(SECRET),
        host=guests[0],
        made="2027-01-15T08:00:00+00:00",
        # What is left on clocks must not tell worlds apart either.
        clock=Clock("days", 14 * 86_400),
    )


def numbers(course: Course) -> dict[int, str]:
    """What can be chosen now, by number."""
    listed = moves_of(course.game, course.table) or outcomes_of(course.game, course.table)
    return {each.number: each.text for each in listed}


def seen(course: Course) -> tuple[bytes, bytes]:
    """What the seat, and anybody, may know of a table."""
    mine, public = (View(course.game, course.table, place).table.tobytes() for place in (VIEWER, SPECTATOR))
    return mine, public


def is_told(course: Course, number: int) -> bool:
    tells = course.game.rules.tells
    return any(bool(tells(course.table, number, place)) for place in (VIEWER, SPECTATOR))


def shown(text: str) -> str:
    """What everybody sees of a choice that is secret otherwise: what is taken openly with a card that is not shown.

    Whether tables look alike afterwards is not asked for it, since a leak would then pass for something that is open.
    """
    return text.partition("+")[2]


def course_phase(course: Course) -> str:
    return str(course.game.notation.phase_of(course.table))


Pair = tuple[Choice, Choice]


def pairs(game: str, rng: random.Random, most: int) -> Iterator[tuple[Pair, tuple[Course, Course]]]:
    """This plays a match in both worlds, and yields what was chosen in each, before it happens there."""
    one, other = Course(head(game)), Course(head(game))
    for _ in range(most):
        if one.actor == OVER:
            return
        pair = _chosen(one, other, rng)
        if pair is None:
            return
        yield pair, (one, other)
        for course, choice in zip((one, other), pair, strict=True):
            course.fold(choice)
        assert one.actor == other.actor
        # What was not told has changed nothing that is seen; what was told is the same.
        assert seen(one) == seen(other)


def _chosen(one: Course, other: Course, rng: random.Random) -> Pair | None:
    here, there = numbers(one), numbers(other)
    order = rng.sample(sorted(here), len(here))
    for number in order:
        if is_told(one, number):
            if number in there and is_told(other, number) and _stays_alike(one, other, number):
                return _choice(one, number, here), _choice(other, number, there)
            continue
        alike = [each for each in there if not is_told(other, each) and shown(there[each]) == shown(here[number])]
        different = [each for each in alike if each != number]
        if course_phase(one) == SOON_SHOWN and number in there and rng.random() < RARELY:
            different = [number]
        if alike:
            chosen = rng.choice(different or alike)
            if _goes_on(one, number) == _goes_on(other, chosen):
                return _choice(one, number, here), _choice(other, chosen, there)
    return None


def _stays_alike(one: Course, other: Course, number: int) -> bool:
    return _after(one, number) == _after(other, number)


def _after(course: Course, number: int) -> tuple[int, tuple[bytes, bytes]]:
    trial = course.twin()
    trial.fold(Choice(actor=course.actor, number=number, text=""))
    return trial.actor, seen(trial)


def _goes_on(course: Course, number: int) -> int:
    return _after(course, number)[0]


def _choice(course: Course, number: int, texts: dict[int, str]) -> Choice:
    return Choice(actor=course.actor, number=number, text=texts[number])


@dataclass
class Sent:
    """Everything that left a server for the seat and for a spectator, and what it noted meanwhile."""

    frames: list[bytes] = field(default_factory=list)
    http: list[bytes] = field(default_factory=list)
    noted: list[str] = field(default_factory=list)
    operated: list[bytes] = field(default_factory=list)
    """What an operator is told, who knows guests by their digests."""

    @property
    def everything(self) -> bytes:
        return b"\n".join([*self.frames, *self.http, *(line.encode() for line in self.noted)])


class Ear:
    """A socket that keeps every byte."""

    def __init__(self, socket: Socket, sent: list[bytes]) -> None:
        self.socket = socket
        self.sent = sent

    def hear(self) -> dict[str, Any]:
        text = self.socket.connection.recv(20)
        self.sent.append(text.encode() if isinstance(text, str) else text)
        message: dict[str, Any] = json.loads(text)
        return message

    def until(self, seq: int) -> None:
        """This hears until something of a number has been told."""
        while self.hear().get("seq", -2) < seq:
            pass

    def ask(self, t: str, **values: Any) -> dict[str, Any]:
        """This asks for something, and hears until it is answered."""
        self.socket.say(t, id=f"{t}-{len(self.sent)}", **values)
        while True:
            message = self.hear()
            if message["t"] in ("ok", "no", "dup"):
                return message


def recorded(
    folder: Path,
    script: list[Choice],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    *,
    game: str = "stalag17",
    stops: int = 6,
    hold: float = 0.0,
) -> Sent:
    """This plays a script over a real server, and keeps all that the seat and a spectator are sent.

    Now and then the seat asks for what it may not do, looks again, looks at the log and at the replay.
    """
    sent = Sent()
    caplog.clear()
    caplog.set_level(logging.INFO, "sobremesa")
    house = House(folder, hold=hold, secret=OPERATOR)
    with monkeypatch.context() as patch, ExitStack() as stack:
        stack.callback(house.close)
        patch.setattr(Room, "_outcome", _scripted(script))
        patch.setattr(time, "time_ns", lambda: NOW * 1_000_000_000)
        patch.setattr(clocks, "now", lambda: NOW * 1000)
        pen_of(house.store).write([[_begun(game)]])
        guests = [house.guest() for _ in TOKENS]
        for guest, token in zip(guests, TOKENS, strict=True):
            guest.http.cookies.set(COOKIE, token)
        ears = [Ear(stack.enter_context(guest.socket(MATCH)), []) for guest in guests]
        watching = Ear(stack.enter_context(house.guest().socket(MATCH)), sent.frames)
        ears[VIEWER].sent = sent.frames
        seq = _first(script)
        # One after another, since those who are there already are told who comes.
        watching.socket.say("hello", v=1, theme="dark")
        watching.until(seq)
        for place in (VIEWER, 0, 1):
            ears[place].socket.say("hello", v=1, seat=place, theme="light")
            ears[place].until(seq)
        every = max(1, len(script) // stops)
        while seq < len(script):
            choice = script[seq]
            if seq % every < 3:
                _trouble(house, guests[VIEWER], ears[VIEWER], sent, seq)
                if not hold or script[seq - 1].actor != VIEWER:
                    # What was its own it could have back.
                    ears[VIEWER].ask("undo", seq=seq)
            mover = ears[choice.actor]
            mover.socket.say("move", id=f"m{seq}", seq=seq, move=choice.text)
            seq += 1 + _first(script[seq + 1 :])
            for ear in (*ears, watching):
                ear.until(seq)
        _look(house, guests[VIEWER], sent, seq)
    sent.noted = [record.getMessage() for record in caplog.records if record.name.startswith("sobremesa")]
    return sent


def _begun(game: str) -> Batch:
    holders = tuple(seats.known_as(token) for token in TOKENS)
    return Batch(MATCH, head=events.dump(head(game)), secret=SECRET, holders=holders)


def _scripted(script: list[Choice]) -> Any:
    def outcome(self: Room, guest: str = "", id: str = "") -> Choice:  # noqa: A002 - it is called so on the wire
        return script[self.course.seq]

    return outcome


def _first(script: list[Choice]) -> int:
    """How many choices of chance come first."""
    for count, choice in enumerate(script):
        if choice.actor != CHANCE:
            return count
    return len(script)


def _trouble(house: House, guest: Guest, ear: Ear, sent: Sent, seq: int) -> None:
    """What a seat may try, and is refused."""
    for move in ("play DH", "discard R1", "escape", "draw", "nonsense"):
        # Were it possible, it would change the match.
        ear.ask("move", seq=seq - 1, move=move)
    ear.ask("roll", seq=seq)
    ear.ask("sit", seat=0)
    for place in (0, 1):
        ear.socket.say("hello", v=1, seat=place)
        ear.hear()
    with guest.socket(MATCH) as again:
        other = Ear(again, sent.frames)
        other.socket.say("hello", v=1, seat=VIEWER, seq=max(seq - 5, 0))
        other.until(seq)
        other.ask("auto", roll=True)
    # Somebody has come and gone.
    ear.hear()
    ear.hear()
    _look(house, guest, sent, seq)


def _look(house: House, guest: Guest, sent: Sent, seq: int) -> None:
    api = f"/api/matches/{MATCH}"
    stranger = house.guest()
    for asking in (guest, stranger):
        for path in (
            "/api/matches",
            api,
            f"{api}/log",
            f"{api}/log?seat={VIEWER}",
            f"{api}/log?seat=0",
            f"{api}/replay?seat={VIEWER}&from={max(seq - 20, 0)}",
            f"{api}/replay?to={seq}",
            f"{api}/replay?seat=1",
            f"{api}/record",
        ):
            answer = asking.http.get(path, headers={"accept-encoding": "identity", "accept-language": "es"})
            head_ = sorted(f"{name}: {value}" for name, value in answer.headers.items())
            sent.http.append(f"{answer.status_code} {path} {head_}".encode() + answer.content)
    # Operators may play too.
    for path in ("matches", f"matches/{MATCH}", f"matches/{MATCH}/record", f"matches/{MATCH}/log"):
        answer = stranger.http.get(f"/api/admin/{path}", headers={"authorization": f"Bearer {OPERATOR}"})
        sent.operated.append(f"{answer.status_code} {path}".encode() + answer.content)
