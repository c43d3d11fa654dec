"""Hints: who takes one is named in the log before it is shown, and a table may forbid them."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sobremesa import verify
from sobremesa.core.rules import SPECTATOR
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import clocks, events, frames, seats, telling, wire
from sobremesa.server.batches import Batch, Row
from sobremesa.server.course import Course
from sobremesa.server.events import Choice, Clock, HintTaken, Sit
from sobremesa.server.frames import Moment
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Store
from sobremesa.server.thinking import Asker
from sobremesa.server.worker import Prospect
from tests.server.company import (
    A_BOT,
    A_FRIEND,
    ANA,
    ANYBODY,
    BEA,
    LONG,
    ME,
    House,
    Quick,
    Watcher,
    enter,
    hinted,
    move,
    mover,
    other,
    play,
    refused,
    rooms_in,
    set_up,
)
from tests.server.test_http import refused as refused_over_http
from tests.server.test_rematch import ask, resign
from tests.server.worlds import NOW, SECRET, TOKENS, VIEWER, head, pairs

ASKED = {"say": "server.hinted", "seat": {"seat": 0}}


class Reader(Quick):
    """A crew that looks at what the log says when it is asked for a hint."""

    def __init__(self) -> None:
        super().__init__()
        self.store: Store | None = None
        self.found: list[events.Event] = []

    async def hint(self, view: View, luck: Luck, asker: Asker) -> list[Prospect]:
        assert self.store is not None
        self.found.append(events.read_event(self.store.rows("m")[-1].body))
        return await super().hint(view, luck, asker)


def hints_in(room: Room) -> list[int]:
    """The seats that have taken hints, as the log says."""
    read = [events.read_event(row.body) for row in room.store.rows(room.id)]
    return [event.seat for event in read if isinstance(event, HintTaken)]


def test_who_asks_is_in_the_log_before_the_hint_is_looked_for(tmp_path: Path) -> None:
    crew = Reader()

    async def work(room: Room) -> None:
        crew.store = room.store
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        asking = mover(room, ana, bea)
        seat, table, turned = room.course.actor, room.course.table.tobytes(), room.course.turned

        assert await hinted(room, asking)

        assert [type(event) for event in crew.found] == [HintTaken]
        for each in (ana, bea, crowd):
            assert each.told[-1] == {"say": "server.hinted", "seat": {"seat": seat}}
        assert (room.course.table.tobytes(), room.course.actor, room.course.turned) == (table, seat, turned)
        # What was offered is offered still, and a move that was chosen before it counts.
        assert await room.obey(asking.listener, move(room, seq=turned))

    play(tmp_path, work, crew=crew)


def test_asking_again_about_the_same_choice_adds_nothing(tmp_path: Path) -> None:
    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        first = mover(room, ana, bea).listener.seat
        for _ in range(3):
            await hinted(room, mover(room, ana, bea))
        assert hints_in(room) == [first]
        await room.obey(mover(room, ana, bea).listener, move(room))
        then = mover(room, ana, bea).listener.seat
        await hinted(room, mover(room, ana, bea))
        # Nor does it after a restart.
        again = await Rooms(room.store, Quick(), 0.0).find("m")
        await hinted(again, mover(again, ana, bea))

        assert hints_in(room) == [first, then]

    play(tmp_path, work)


def test_what_is_refused_is_not_in_the_log(tmp_path: Path) -> None:
    crew = Quick()

    async def work(room: Room) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        await enter(room, ana, bea, crowd)
        seq = room.course.seq

        assert await refused(hinted(room, other(room, ana, bea))) == "not_your_turn"
        assert await refused(hinted(room, crowd)) == "no_seat"
        crew.ready = False
        assert await refused(hinted(room, mover(room, ana, bea))) == "preparing"
        crew.ready, crew.is_crowded = True, True
        assert await refused(hinted(room, mover(room, ana, bea))) == "many_hints"

        assert room.course.seq == seq
        assert hints_in(room) == []

    play(tmp_path, work, crew=crew)


def test_a_move_is_taken_back_across_a_hint(tmp_path: Path) -> None:
    """A hint is no choice: what is taken back is the move before it."""

    async def work(room: Room) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        await enter(room, ana, bea)
        while True:
            maker, before = mover(room, ana, bea), room.course.table.tobytes()
            await room.obey(maker.listener, move(room))
            if room.course.actor == maker.listener.seat:
                break
            await room.obey(maker.listener, wire.GoCommand(id=f"g{room.course.seq}", seq=room.course.seq))
        assert maker.frame["undo"]

        await hinted(room, maker)

        assert maker.frame["undo"]
        await room.obey(maker.listener, wire.UndoCommand(id="u", seq=room.course.seq))
        assert room.course.table.tobytes() == before
        assert telling.load(room.store, "m", room.course.head).table.tobytes() == before

    play(tmp_path, work, game="girumgo", hold=LONG)


def test_a_hint_costs_no_time_and_gives_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        moment = clocks.now()
        monkeypatch.setattr(clocks, "now", lambda: moment)
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(await set_up(rooms.store, match="m", clock=Clock("fischer", 300, 10)))
            ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            seat = room.course.actor
            moment += 60_000
            left = clocks.left(room.course, seat, moment)
            await hinted(room, mover(room, ana, bea))
            assert clocks.left(room.course, seat, moment) == left
            again = telling.load(rooms.store, "m", room.course.head)
            assert clocks.left(again, seat, moment) == left
            await rooms.close()

    asyncio.run(work())


def test_a_hint_is_told_again_in_the_log_and_the_replay(house: House) -> None:
    match = house.ana.set_up(ME, A_BOT)
    with house.ana.socket(match) as socket:
        socket.hello()
        socket.play(lambda each: bool(each.frame["gestures"]))
        seq = socket.frame["seq"]
        answer = socket.ask("hint")
        assert answer["hints"]
        assert socket.told[-1] == ASKED
        assert (answer["seq"], socket.frame["seq"]) == (seq + 1, seq + 1)
    stranger = house.guest().http
    assert {"seq": seq + 1, "say": [ASKED]} in stranger.get(f"/api/matches/{match}/log").json()
    shown = stranger.get(f"/api/matches/{match}/replay?from={seq}").json()["events"]
    assert [event["log"] for event in shown] == [[ASKED]]
    with house.guest().socket(match) as late:
        assert ASKED in late.hello()["last"]
    answer = house.ana.http.post(f"/api/matches/{match}/commands", json={"t": "hint", "id": "h"}).json()
    assert (answer["t"], answer["seq"]) == ("ok", seq + 1)


def test_the_record_counts_hints_under_its_proof(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND, options={"line": 5, "start_throws": 1})
    taken = [0, 0]
    with house.ana.socket(match) as socket:
        socket.hello()
        for _ in range(3):
            socket.play(lambda each: each.frame["actor"] in (0, 1))
            seat = socket.frame["actor"]
            if socket.frame["seat"] != seat:
                socket.ask("sit", seat=seat)
                while socket.frame["seat"] != seat:
                    socket.hear()
            assert socket.ask("hint")["hints"]
            assert socket.ask("hint")["hints"]
            taken[seat] += 1
            assert socket.move()["t"] == "ok"
        assert socket.ask("resign")["t"] == "ok"
    text = house.ana.http.get(f"/api/matches/{match}/record").text
    sheet = house.ana.http.get(f"/api/matches/{match}/sealed").json()
    verify.check(text, sheet, is_strict=False)
    counted = f'"hints": {taken}'
    assert text.count(counted) == 1
    with pytest.raises(verify.Fault):
        verify.check(text.replace(counted, '"hints": [0, 0]'), sheet, is_strict=False)


def test_a_hint_never_uses_the_name_of_another_command(house: House) -> None:
    """Whoever sends a command again is told by its name what became of it, so no two events may have the same."""
    match = house.ana.set_up(ME, A_BOT)
    with house.ana.socket(match) as socket:
        socket.hello()
        socket.play(lambda each: bool(each.frame["gestures"]))
        socket.say("name", id="x", seat=0, name="Ada")
        assert socket.answer("x")["t"] == "ok"
        socket.answers.clear()
        socket.say("hint", id="x")
        assert socket.answer("x")["hints"]
    named = [row for row in house.store.rows(match) if events.read_event(row.body).id == "x"]
    assert len(named) == 1


def test_a_table_may_forbid_hints(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY, hints=False)
    token = house.ana.invite(match)
    bea = house.guest()
    assert bea.http.get(f"/api/matches/{match}?invite={token}").json()["hints"] is False
    assert bea.http.post(f"/api/matches/{match}/join", json={"token": token}).status_code == 200
    with house.ana.socket(match) as socket:
        assert socket.hello()["hints"] is False
        with bea.socket(match) as other_socket:
            other_socket.hello()
            while not any(each.frame["gestures"] for each in (socket, other_socket)):
                socket.say("ping")
                socket.until("pong")
                other_socket.say("ping")
                other_socket.until("pong")
            asking, guest = (socket, house.ana) if socket.frame["gestures"] else (other_socket, bea)
            seq = asking.frame["seq"]
            answer = asking.ask("hint")
            assert (answer["t"], answer["why"]["say"], answer["seq"]) == ("no", "server.hints_forbidden", seq)
            command = {"t": "hint", "id": "h"}
            over_http = guest.http.post(f"/api/matches/{match}/commands", json=command).json()
            assert over_http["why"]["say"] == "server.hints_forbidden"
    # So it stays in the rematch.
    resign(house.ana, match)
    again = ask(house.ana, match)["match"]
    assert house.ana.http.get(f"/api/matches/{again}").json()["hints"] is False


def test_hints_are_allowed_unless_somebody_says_otherwise(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    assert house.ana.http.get(f"/api/matches/{match}").json()["hints"] is True
    wish: dict[str, Any] = {"game": "sequence-dice", "seats": [ME, A_FRIEND], "hints": "no"}
    refused_over_http(house.ana.http.post("/api/matches", json=wish), 400, "server.malformed")


def test_heads_and_logs_from_before_are_read() -> None:
    old = msgspec.json.decode(events.dump(head("stalag17")))
    del old["hints"]
    assert events.read_head(msgspec.json.encode(old)).hints
    assert events.read_event(b'{"e":"hint","g":"a","id":"h","seat":1}') == HintTaken(seat=1, guest="a", id="h")
    assert isinstance(events.read_event(b'{"e":"sit","seat":1,"name":"Bea"}'), Sit)


# What others learn of it


@pytest.mark.parametrize("seed", range(4))
def test_a_hint_tells_others_the_same_whatever_is_hidden_from_them(seed: int) -> None:
    """In two worlds that differ in what a seat may not know, it is sent the same when somebody else takes a hint."""
    different = 0
    for _, courses in pairs("stalag17", random.Random(seed), 60):
        if courses[0].actor not in (0, 1):
            continue
        different += courses[0].table.tobytes() != courses[1].table.tobytes()
        told = [_told_of_hint(course.twin()) for course in courses]
        assert told[0] == told[1]
    assert different > 1


def _told_of_hint(course: Course) -> list[bytes]:
    was = Moment.of(course)
    step = course.fold(HintTaken(seat=course.actor, guest="g", id="h"))
    report = frames.Report(step, was, Moment.of(course))
    return [part for place in (VIEWER, SPECTATOR) for part in (report.of(place).full, report.of(place).short)]


def test_all_that_is_sent_when_a_hint_is_taken_is_the_same_in_two_worlds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: NOW * 1_000_000_000)
    monkeypatch.setattr(clocks, "now", lambda: NOW * 1000)
    here: list[Choice] = []
    there: list[Choice] = []
    made = [(pair, courses[0].table.tobytes() != courses[1].table.tobytes()) for pair, courses in _played(here, there)]
    at = max(number for number, (pair, differs) in enumerate(made) if differs and pair[0].actor in (0, 1))

    sent = [asyncio.run(_sent(tmp_path / name, script[:at])) for name, script in (("a", here), ("b", there))]

    assert len(sent[0]) == 2
    assert sent[0] == sent[1]
    assert all(messages for messages in sent[0])


def _played(here: list[Choice], there: list[Choice]) -> Any:
    for pair, courses in pairs("stalag17", random.Random(2), 60):
        yield pair, courses
        here.append(pair[0])
        there.append(pair[1])


async def _sent(folder: Path, script: list[Choice]) -> list[list[dict[str, Any]]]:
    """What the seat and a spectator are sent when whoever is to choose takes a hint."""
    async with rooms_in(folder) as rooms:
        rows = tuple(Row(seq, seq, events.dump(choice)) for seq, choice in enumerate(script, start=1))
        await rooms.store.write(Batch("m", rows, head=events.dump(head("stalag17")), secret=SECRET))
        room = await rooms.find("m")
        guests = [seats.known_as(token) for token in TOKENS]
        seat, crowd = Watcher(guests[VIEWER], VIEWER), Watcher()
        asking = Watcher(guests[room.course.actor], room.course.actor)
        await enter(room, seat, crowd, asking)
        for each in (seat, crowd):
            each.messages.clear()
        assert await hinted(room, asking)
        await rooms.close()
        return [seat.messages, crowd.messages]
