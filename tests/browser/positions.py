"""Random positions, and a table in the browser that shows one after the other without a match behind them."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from playwright.sync_api import WebSocketRoute

from sobremesa.core.game import find
from sobremesa.core.match import Match, start
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.table import light
from sobremesa.server import events, frames
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Head
from sobremesa.server.frames import Moment
from tests.browser.people import Person

APART = 12
"""At most so many choices lie between two positions of one match."""
LONG = 400
"""After so many choices another match is begun."""


def walk(game: str, luck: random.Random) -> Iterator[Match]:
    """Yield tables of random play at which a seat is to move, for all numbers of seats."""
    while True:
        match = start(game, seats=luck.choice(find(game).seats), seed=luck.randrange(2**32))
        left = luck.randrange(APART)
        while match.actor != OVER and match.made < LONG:
            if match.actor == CHANCE:
                match.push(match.draw())
                continue
            if left <= 0:
                yield match
                left = 1 + luck.randrange(APART)
            match.push(luck.choice(match.moves()))
            left -= 1


def snapshot(match: Match, seq: int, theme: str = "light") -> dict[str, Any]:
    """Return the message that shows a table to the seat that is to move, as the server would send it."""
    seat = match.actor
    taken = [events.Seat(PERSON, f"Ana {number}", guest=f"guest {number}") for number in range(match.seats)]
    head = Head(match.game.name, match.game.version, match.game.options_of(match._table), taken, "", "", "")
    course = Course(head)
    course.table, course.actor = light(match._table), match.actor
    moment = Moment.of(course)
    whole = msgspec.json.decode(msgspec.json.encode(frames.whole(course, moment, seat, theme)))
    looks = frames.looks(moment.view(seat), {row[1] for row in whole["things"]}, theme)
    offered = frames.gestures(moment.gestures(seat))
    shown: dict[str, Any] = whole | {"seq": seq, "mine": [seat], "gestures": offered, "looks": looks}
    return shown


class Shown:
    """Stand-in for the server at the other end of a table's socket: it shows any position."""

    def __init__(self, person: Person, path: str, first: Match) -> None:
        self.person = person
        self.seq = 1
        self.last = snapshot(first, self.seq)
        self.line: WebSocketRoute | None = None
        person.page.route_web_socket(re.compile("/ws/"), self._open)
        person.go(path)
        self._wait()

    def show(self, match: Match) -> list[dict[str, Any]]:
        """Show a position, and return the gestures that are offered there."""
        self.seq += 1
        self.last = snapshot(match, self.seq)
        assert self.line is not None
        self.line.send(json.dumps(self.last))
        self._wait()
        offered: list[dict[str, Any]] = self.last["gestures"]
        return offered

    def _wait(self) -> None:
        self.person.page.wait_for_selector(f'.table[data-seq="{self.seq}"][data-moving="false"]')

    def _open(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(lambda text: self._answer(line, json.loads(text)))

    def _answer(self, line: WebSocketRoute, said: dict[str, Any]) -> None:
        if said["t"] == "hello":
            line.send(json.dumps(self.last))
        elif said["t"] == "ping":
            line.send(json.dumps({"t": "pong"}))
        else:
            line.send(json.dumps({"t": "ok", "id": said["id"], "seq": self.seq}))
