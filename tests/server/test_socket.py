"""The socket: every command gets exactly one answer, and nothing that is said can hurt."""

import asyncio
import contextlib
import gc
import json
import logging
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from socket import create_connection
from typing import Any

import httpx
import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.server import ServerProtocol

from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import socket as socket_module
from sobremesa.server.asked import Asked
from sobremesa.server.line import Inbox, Line
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import FILE
from sobremesa.server.thinking import Asker
from sobremesa.server.worker import Prospect
from tests.server import nonsense
from tests.server.company import A_BOT, A_FRIEND, ANYBODY, ME, PATIENCE, House, Quick, Socket
from tests.server.timers import Timeouts


def test_hello_is_answered_with_everything(house: House) -> None:
    match = house.ana.set_up()
    with house.ana.socket(match) as socket:
        snap = socket.hello(theme="light", seq=-1)

        assert snap["t"] == "snap"
        assert (snap["v"], snap["seat"], snap["mine"]) == (1, 0, [0])
        assert snap["stage"]["board"].startswith("<g")
        assert {row[1] for row in snap["things"]} == set(snap["looks"])
        assert {"seq", "actor", "phase", "prompt", "rule", "gestures", "scores", "places", "last"} <= set(snap)
        mine = {"kind": "me", "name": "Ana", "level": "", "on": True, "gone": False}
        # Against a bot nobody would play on.
        assert snap["seats"][0] == mine | {"ends": True}
        assert len(snap["seal"]) == 64
        socket.say("ping")
        assert socket.until("pong") == {"t": "pong"}


def test_what_was_said_on_coming_is_not_kept(house: House) -> None:
    with house.ana.socket(house.ana.set_up()) as socket:
        socket.hello()

        lines = [each for each in house.server.server_state.connections if isinstance(each, Line)]
        assert [list(line.scope["headers"]) for line in lines] == [[]]
        assert not any(hasattr(line, "request") or hasattr(line, "response") for line in lines)
        assert not any(hasattr(each, "_cookies") for each in gc.get_objects() if type(each) is WebSocket)


def test_there_are_sockets_of_matches_alone(house: House) -> None:
    for path in ("", "a/b"):
        with pytest.raises(InvalidStatus, match="403"), house.ana.socket(path) as socket:
            socket.hello()


def test_bots_want_no_pictures_and_spectators_no_seat(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.guest().socket(match) as socket:
        snap = socket.hello()

        assert (snap["seat"], snap["mine"], snap["gestures"]) == (None, [], [])
        assert (snap["stage"], snap["looks"]) == (None, {})


def test_a_seat_of_somebody_else_is_not_looked_from(house: House) -> None:
    match = house.ana.set_up(ME, A_BOT)
    for guest, seat in ((house.guest(), 0), (house.ana, 1), (house.ana, 60)):
        with guest.socket(match) as socket:
            answer = socket.hello(seat=seat)
            assert answer["why"] == {"say": "server.not_yours"}
            with pytest.raises(ConnectionClosed) as closed:
                socket.hear()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008


def test_an_unknown_match_is_said_in_the_readers_language(house: House) -> None:
    with house.ana.socket("nothing", **{"Accept-Language": "es"}) as socket:
        answer = socket.hello()

        assert (answer["t"], answer["id"]) == ("no", None)
        assert answer["why"] == {"say": "server.unknown_match"}
        assert answer["text"] == "No existe esa partida, o ya no."
        with pytest.raises(ConnectionClosed):
            socket.hear()


def test_who_does_not_greet_or_speaks_another_version_is_sent_away(house: House) -> None:
    match = house.ana.set_up()
    for first, name in (({"t": "ping"}, "no_hello"), ({"t": "hello", "v": 7}, "other_version")):
        with house.ana.socket(match) as socket:
            socket.say(**first)
            assert socket.hear()["why"]["say"] == f"server.{name}"
            with pytest.raises(ConnectionClosed):
                socket.hear()


@pytest.mark.parametrize("said", [[], ["{"] * 3])
def test_who_does_not_greet_in_time_is_sent_away(
    house: House, monkeypatch: pytest.MonkeyPatch, said: list[str]
) -> None:
    timeouts = Timeouts(socket_module, monkeypatch)
    match = house.ana.set_up()
    with contextlib.ExitStack() as lines:
        greeted = lines.enter_context(house.ana.socket(match))
        greeted.hello()
        silent = lines.enter_context(house.ana.socket(match, **{"Accept-Language": "es"}))
        for text in said:
            silent.connection.send(text)
            assert silent.hear()["why"]["say"] == "server.malformed"
        timeouts.expire(1)
        answer = silent.hear()
        assert (answer["t"], answer["id"], answer["text"]) == ("no", None, "En 10 segundos no llegó ningún saludo.")
        with pytest.raises(ConnectionClosed) as closed:
            silent.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        # Whoever has greeted may be silent for as long as it likes.
        greeted.say("ping")
        greeted.until("pong")


def test_other_sites_get_no_socket(house: House) -> None:
    match = house.ana.set_up()
    for origin in ("https://elsewhere.example", "null"):
        with pytest.raises(InvalidStatus) as refused, house.ana.socket(match, Origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with house.ana.socket(match, Origin=house.address) as socket:
        assert socket.hello()["t"] == "snap"


def handshake(house: House, *changes: tuple[bytes, bytes]) -> bytes:
    """What is answered to a handshake that was changed somehow."""
    address = httpx.URL(house.address)
    text = b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    text += b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    for was, becomes in changes:
        text = text.replace(was, becomes)
    with create_connection((address.host, address.port or 80), 20) as line:
        line.sendall(text)
        return line.recv(4096).splitlines()[0]


def test_what_strangers_send_makes_no_noise(house: House, caplog: pytest.LogCaptureFixture) -> None:
    assert b" 101 " in handshake(house)
    for change in (
        (b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", b""),
        (b"dGhlIHNhbXBsZSBub25jZQ==", b"x"),
        (b"Version: 13", b"Version: 7"),
        (b"GET", b"POST"),
        (b"/ws/x", b"/ws/\xff"),
        (b"/ws/x", b"/nothing"),
        (b"Host: localhost", b"Host: elsewhere.example"),
        (b"Upgrade: websocket", b"Origin: http://elsewhere.example\r\nUpgrade: websocket"),
    ):
        assert b" 40" in handshake(house, change)
    with house.ana.socket(house.ana.set_up()) as socket:
        socket.connection.send(b"\xff\xfe", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            socket.hear()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007

    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == []
    assert not any(record.exc_info for record in caplog.records)


NONSENSE = [
    "",
    "{",
    "[]",
    "7",
    '"hello"',
    "null",
    "{}",
    '{"t":"dance"}',
    '{"t":"move"}',
    '{"t":"move","id":"x","seq":0}',
    '{"t":"move","id":"","seq":0,"move":"a"}',
    '{"t":"move","id":7,"seq":0,"move":"a"}',
    '{"t":"move","id":"x","seq":"0","move":"a"}',
    '{"t":"move","id":"x","seq":1e400,"move":"a"}',
    '{"t":"move","id":"x","seq":NaN,"move":"a"}',
    '{"t":"move","id":"x","seq":99999999999999999999999999,"move":"a"}',
    '{"t":"move","id":"x","seq":0,"move":"\\ud800"}',
    '{"t":"sit","id":"x","seat":-1}',
    '{"__proto__":{"t":"ping"}}',
    "[" * 2000,
    '{"a":' * 600,
]


def test_what_makes_no_sense_is_refused_and_forgiven_for_a_while(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "MAX_FAULTS", len(NONSENSE) + 2)
    match = house.ana.set_up()
    with house.ana.socket(match) as socket:
        socket.hello()
        for text in NONSENSE:
            socket.connection.send(text)
            answer = socket.until("no")
            assert answer["why"] == {"say": "server.malformed"}, text
            assert answer["text"]
        socket.connection.send('{"t":"sit","id":"named","seat":"?"}')
        assert socket.answer("named")["t"] == "no"
        # One that is too long for an id is no id of a command, also not where it begins.
        socket.connection.send(json.dumps({"t": "sit", "id": "i" * 65, "seat": 0}))
        assert socket.until("no")["id"] is None
        with pytest.raises(ConnectionClosed) as closed:
            socket.until("pong")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_a_second_hello_shows_everything_anew(house: House) -> None:
    with house.ana.socket(house.ana.set_up()) as socket:
        light = socket.hello(theme="light")
        socket.say("hello", v=1, theme="dark", seat=0)
        dark = socket.until("snap")
        assert (dark["seq"] >= light["seq"], dark["seat"]) == (True, 0)
        assert dark["stage"] != light["stage"]
        assert set(dark["looks"]) == {row[1] for row in dark["things"]}
        # Whoever reads shorthand from now on is told so, and whoever does not any more is not.
        for is_short, kind in ((True, list), (False, dict)):
            socket.say("hello", v=1, theme="dark", seat=0, short=is_short)
            socket.until("snap")
            socket.say("name", id=f"name {is_short}", seat=0, name=f"Ana {is_short}")
            assert type(socket.until("ev")["log"][0]) is kind
        for wish, name in (({"v": 1, "seat": 1}, "not_yours"), ({"v": 2}, "other_version")):
            socket.say("hello", **wish)
            assert socket.until("no")["why"]["say"] == f"server.{name}"
        socket.say("ping")
        socket.until("pong")


def test_bytes_and_long_messages_end_the_connection_and_nothing_else(house: House) -> None:
    match = house.ana.set_up()
    with house.ana.socket(match) as neighbour:
        neighbour.hello()
        for content, code in ((b"\x00\x01", 1003), (" " * 5000, 1009)):
            with house.ana.socket(match) as socket:
                socket.hello()
                socket.connection.send(content)
                with pytest.raises(ConnectionClosed) as closed:
                    socket.until("pong")
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == code
        neighbour.say("ping")
        neighbour.until("pong")


def test_every_command_gets_exactly_one_answer(house: House) -> None:
    """Good ones, stale ones, repeated ones, illegal ones, in any order and many at once."""
    match = house.ana.set_up(ME, A_FRIEND)
    rng = random.Random(5)
    sent: list[str] = []
    with house.ana.socket(match) as socket:
        socket.hello()
        for number in range(150):
            frame = socket.frame
            moves = [gesture["move"] for gesture in frame["gestures"]] or ["place 0,0"]
            seq = frame["seq"] + rng.choice([0, 0, 0, 0, -1, 1])
            kind = rng.choice(["move"] * 6 + ["undo", "roll", "go", "sit", "bot", "name", "auto", "hint"])
            values = {
                "move": {"seq": seq, "move": rng.choice([*moves, "nonsense"])},
                "undo": {"seq": seq},
                "roll": {"seq": seq},
                "go": {"seq": seq},
                "sit": {"seat": rng.choice([0, 1, 7])},
                "bot": {"seat": 1},
                "name": {"seat": 0, "name": "A" * rng.randrange(1, 40)},
                "auto": {"roll": True},
                "hint": {},
            }[kind]
            command = rng.choice(sent) if sent and rng.random() < 0.15 else f"n{number}"
            sent.append(command)
            socket.say(kind, id=command, **values)
            if rng.random() < 0.5:
                while len(socket.answers.get(command, [])) < sent.count(command):
                    socket.hear()
        while sum(map(len, socket.answers.values())) < len(sent):
            socket.hear()
        socket.say("ping")
        socket.until("pong")

        assert {command: len(answers) for command, answers in socket.answers.items()} == {
            command: sent.count(command) for command in sent
        }
        written = [json.loads(row.body).get("id") for row in house.store.rows(match)]
        assert all(written.count(command) <= 1 for command in sent)
        everything = [answer for answers in socket.answers.values() for answer in answers]
        assert {answer["t"] for answer in everything} == {"ok", "no", "dup"}
        assert all(answer["text"] and answer["why"]["say"] for answer in everything if answer["t"] == "no")


def test_refresh_changes_nothing(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND, game="royal-ludo")
    with house.ana.socket(match) as playing:
        playing.hello()
        for _ in range(12):
            actor = playing.frame["actor"]
            if playing.frame["seat"] != actor:
                playing.ask("sit", seat=actor)
                playing.until("snap")
            playing.move(playing.frame["seq"])
            snaps = []
            for _ in range(2):
                with house.ana.socket(match) as again:
                    snap = again.hello(seat=playing.frame["seat"])
                    snaps.append({name: value for name, value in snap.items() if name != "seats"})
            assert snaps[0] == snaps[1]
            assert {row[0]: row for row in snaps[0]["things"]} == playing.things
            for name in ("seq", "prompt", "actor", "gestures", "undo", "scores"):
                assert snaps[0][name] == playing.frame[name]


def test_two_people_play_each_other_by_invite(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    bea = house.guest()
    with house.ana.socket(match) as ana:
        assert ana.hello()["status"] == {"say": "server.waiting", "count": 1}
        joined = bea.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match), "name": "Bea"})
        assert joined.json() == {"seat": 1}
        with bea.socket(match) as other:
            assert other.hello()["seat"] == 1
            for _ in range(6):
                both = (ana, other)
                while not any(each.frame["gestures"] for each in both):
                    ana.hear()
                    if other.frame["seq"] < ana.frame["seq"]:
                        other.hear()
                mover = next(each for each in both if each.frame["gestures"])
                assert mover.move()["t"] == "ok"
                for each in both:
                    while each.frame["seq"] < mover.frame["seq"] or not (
                        each.frame["actor"] in (0, 1) or each.frame["actor"] == "over"
                    ):
                        each.hear()
                assert ana.things == other.things
            assert [seat["on"] for seat in ana.frame["seats"]] == [True, True]
        while ana.frame["seats"][1]["on"]:
            ana.hear()


def test_who_comes_back_gets_only_what_was_missed(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.socket(match) as playing:
        playing.hello()
        play_on_one_device(playing, 40)
        seen = playing.frame["seq"]
        for away in (0, 1, 5, 30):
            with house.guest().socket(match) as back:
                back.say("hello", v=1, seat=None, seq=seen - away)
                messages: list[dict[str, Any]] = []
                while not messages or messages[-1]["t"] != "seats":
                    messages.append(json.loads(back.connection.recv(20)))
                assert [each["seq"] for each in messages[:-2]] == list(range(seen - away + 1, seen + 1))
                assert [each["t"] for each in messages[-2:]] == ["status", "seats"]
        for seq in (seen + 1, seen - 201, -1):
            with house.guest().socket(match) as back:
                assert back.hello(seq=max(seq, -1))["t"] == "snap"
        # Who has a seat and does not say from where it looked is shown everything.
        with house.ana.socket(match) as back:
            assert back.hello(seq=seen)["t"] == "snap"


def play_on_one_device(playing: Socket, seq: int) -> None:
    """This plays on a device with two seats until so much has happened."""
    while playing.frame["seq"] < seq and playing.frame["actor"] != "over":
        actor = playing.frame["actor"]
        if playing.frame["seat"] != actor:
            playing.ask("sit", seat=actor)
            playing.until("snap")
        playing.move(playing.frame["seq"])
        while playing.frame["actor"] == "chance":
            playing.hear()


def test_hints_come_while_others_play(tmp_path: Path) -> None:
    house = House(tmp_path / "data", hold=0.0)
    try:
        with house.ana.socket(house.ana.set_up(ME, A_FRIEND)) as socket:
            socket.hello()
            answer = socket.ask("hint")
            assert answer["t"] == "ok"
            offered = {gesture["move"] for gesture in socket.frame["gestures"]}
            assert {hint["move"] for hint in answer["hints"]} <= offered
    finally:
        house.close()


class Slow(Quick):
    """A crew that takes its time over hints."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = threading.Event()

    async def hint(self, view: View, luck: Luck, asker: Asker) -> list[Prospect]:
        await asyncio.to_thread(self.may_answer.wait, 20)
        return await super().hint(view, luck, asker)


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[tuple[House, Slow]]:
    crew = Slow()
    house = House(tmp_path / "data", crew=crew)
    yield house, crew
    crew.may_answer.set()
    house.close()


def test_whoever_waits_for_a_hint_is_heard_meanwhile(slow: tuple[House, Slow]) -> None:
    house, crew = slow
    with house.ana.socket(house.ana.set_up(ME, A_FRIEND)) as socket:
        socket.hello()
        offered = {gesture["move"] for gesture in socket.frame["gestures"]}
        socket.say("hint", id="hint")
        socket.say("ping")
        socket.until("pong")
        assert socket.move()["t"] == "ok"
        assert "hint" not in socket.answers

        crew.may_answer.set()

        # It is about the moment at which it was asked for, even if the move came right behind.
        assert {hint["move"] for hint in socket.answer("hint")["hints"]} <= offered
        socket.say("ping")
        socket.until("pong")
        assert len(socket.answers["hint"]) == 1


def test_whoever_asks_for_many_hints_gets_them_all(slow: tuple[House, Slow]) -> None:
    house, crew = slow
    with house.ana.socket(house.ana.set_up(ME, A_FRIEND)) as socket:
        socket.hello()
        names = [f"hint{number}" for number in range(9)]
        for name in names:
            socket.say("hint", id=name)
        socket.say("ping")
        crew.may_answer.set()
        socket.until("pong")
        assert [socket.answer(name)["t"] for name in names] == ["ok"] * len(names)
        assert {len(answers) for answers in socket.answers.values()} == {1}


def test_whoever_goes_without_waiting_for_a_hint_leaves_no_trouble(slow: tuple[House, Slow]) -> None:
    house, crew = slow
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.socket(match) as socket:
        socket.hello()
        socket.say("hint", id="hint")
        socket.say("ping")
        socket.until("pong")
    crew.may_answer.set()
    with house.ana.socket(match) as again:
        assert again.hello()["t"] == "snap"
        assert again.ask("hint")["t"] == "ok"


def test_a_client_that_does_not_read_is_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.socket(match) as socket:
        socket.hello()
        with monkeypatch.context() as patch, contextlib.suppress(ConnectionClosed):
            patch.setattr(socket_module, "MAX_WAITING", 2000)
            for _ in range(3000):
                socket.connection.send('{"t":"ping"}')
    with house.ana.socket(match) as again:
        assert again.hello()["t"] == "snap"


def test_commands_that_come_late_twice_and_out_of_order_are_done_once_or_not_at_all(house: House) -> None:
    """What a bad line makes of a good player: in the end the log says the same as every answer did."""
    match = house.ana.set_up(ME, A_FRIEND)
    rng = random.Random(8)
    held_back: list[str] = []
    accepted: dict[str, int] = {}
    with house.ana.socket(match) as socket:
        socket.hello()
        for number in range(25):
            actor = socket.frame["actor"]
            if actor == "over":
                break
            if socket.frame["seat"] != actor:
                socket.ask("sit", seat=actor)
                socket.until("snap")
            move = rng.choice(socket.frame["gestures"])["move"]
            good = json.dumps({"t": "move", "id": f"g{number}", "seq": socket.frame["seq"], "move": move})
            schedule = [good, *rng.choices([good, *held_back[-10:]], k=rng.randrange(3))]
            rng.shuffle(schedule)
            held_back.append(good)
            before = {name: len(answers) for name, answers in socket.answers.items()}
            for text in schedule:
                socket.connection.send(text)
            names = [json.loads(text)["id"] for text in schedule]
            while any(len(socket.answers.get(name, [])) < before.get(name, 0) + names.count(name) for name in names):
                socket.hear()
            first = socket.answers[f"g{number}"][0]
            assert first["t"] == "ok"
            accepted[f"g{number}"] = first["seq"]
            while socket.frame["actor"] == "chance":
                socket.hear()
        for name, answers in socket.answers.items():
            assert [answer["t"] for answer in answers if answer["t"] == "ok"] == ["ok"], name
            assert {answer["t"] for answer in answers[1:]} <= {"dup", "no"}
    written = [json.loads(row.body).get("id") for row in house.store.rows(match)]
    assert [name for name in written if name in accepted] == list(accepted)


def test_commands_may_be_sent_without_waiting(tmp_path: Path) -> None:
    """A client that is ahead of itself: the first command counts, the others are stale or not its turn."""
    house = House(tmp_path / "data", crew=Quick())
    try:
        with house.ana.socket(house.ana.set_up(ME, A_FRIEND)) as socket:
            socket.hello()
            if socket.frame["seat"] != socket.frame["actor"]:
                socket.ask("sit", seat=socket.frame["actor"])
                socket.until("snap")
            wish = {"seq": socket.frame["seq"], "move": socket.frame["gestures"][0]["move"]}
            socket.connection.send(json.dumps({"t": "move", "id": "one", **wish}))
            socket.connection.send(json.dumps({"t": "move", "id": "two", **wish}))
            socket.connection.send(json.dumps({"t": "move", "id": "one", **wish}))
            assert socket.answer("one")["t"] == "ok"
            assert socket.answer("two")["why"] == {"say": "server.stale"}
            while len(socket.answers["one"]) < 2:
                socket.hear()
            assert socket.answers["one"][1]["t"] == "dup"
    finally:
        house.close()


def test_a_match_that_cannot_be_opened_is_told(house: House) -> None:
    """Its game is not installed any more, or its log is damaged; the others are there all the same."""
    gone, damaged, fine = house.ana.set_up(), house.ana.set_up(), house.ana.set_up()
    with sqlite3.connect(house.folder / FILE) as database:
        (head,) = database.execute("SELECT head FROM matches WHERE id = ?", (gone,)).fetchone()
        other = head.replace(b"sequence-dice", b"gone")
        database.execute("UPDATE matches SET head = ? WHERE id = ?", (other, gone))
        database.execute("INSERT INTO log VALUES (?, 1, 0, ?)", (damaged, b"{}"))
    database.close()
    for match, name in ((gone, "errors.unknown_game"), (damaged, "server.failed")):
        with house.ana.socket(match, **{"Accept-Language": "es"}) as socket:
            answer = socket.hello()
            assert (answer["t"], answer["why"]["say"]) == ("no", name)
            assert answer["text"]
            with pytest.raises(ConnectionClosed):
                socket.hear()
    assert [entry["match"] for entry in house.ana.http.get("/api/matches").json()] == [fine]


def test_who_cannot_be_shown_the_match_does_not_sit_there(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.guest().socket(match) as crowd:
        crowd.hello()
        with monkeypatch.context() as broken:
            broken.setattr(Room, "resume", lambda *_: 1 / 0)
            with house.ana.socket(match) as socket:
                assert socket.hello(seat=0, seq=crowd.frame["seq"])["why"] == {"say": "server.failed"}
        crowd.say("hello", v=1)
        assert [seat["on"] for seat in crowd.until("snap")["seats"]] == [False, False]


def test_a_client_that_lets_too_much_gather_is_let_go_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.guest().socket(match) as crowd, house.ana.socket(match) as socket:
        crowd.hello()
        socket.hello()
        crowd.say("ping")
        crowd.until("pong")
        monkeypatch.setattr(socket_module, "MAX_WAITING", 10)
        # The move and the throw after it come together.
        socket.say("move", id="m", seq=socket.frame["seq"], move=socket.frame["gestures"][0]["move"])
        with pytest.raises(ConnectionClosed) as closed:
            crowd.until("pong")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


@pytest.mark.parametrize("game", ["sequence-dice", "royal-ludo", "poleana"])
def test_who_throws_by_hand_throws_the_first_time_too(game: str, house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND, game=game, roll=False)
    assert house.guest().http.get(f"/api/matches/{match}").json()["seats"][0]["name"] == "Ana"
    with house.guest().socket(match) as crowd, house.ana.socket(match) as socket:
        # Somebody who only looks on changes nothing, whatever they say.
        assert crowd.hello(roll=True)["actor"] == "chance"
        assert socket.hello(roll=False)["actor"] == "chance"
        thrower, seq = socket.frame["roller"], socket.frame["seq"]
        assert thrower is not None

    # A page that is loaded anew throws nothing either.
    with house.ana.socket(match) as socket:
        socket.hello(roll=False)
        assert (socket.frame["roller"], socket.frame["seq"]) == (thrower, seq)
        assert socket.ask("roll", seq=seq)["t"] == "ok"
        assert socket.frame["seq"] == seq + 1


def test_who_sits_down_as_the_last_one_throws_the_first_time_too(house: House) -> None:
    match = house.ana.set_up(ANYBODY, ME)
    bea = house.guest()
    with house.ana.socket(match) as first:
        first.hello()
        bea.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match), "roll": False})
        with bea.socket(match) as second:
            second.hello(roll=False)

            assert (second.frame["actor"], second.frame["roller"]) == ("chance", 0)
            assert second.ask("roll", seq=second.frame["seq"])["t"] == "ok"


def test_whose_dice_fall_by_themselves_need_not_be_told(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    bea = house.guest()
    bea.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match)})
    with bea.socket(match) as socket:
        assert socket.hello()["actor"] != "chance"


def test_who_wanted_to_throw_by_hand_and_says_otherwise_is_not_waited_for(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND, roll=False)
    with house.ana.socket(match) as socket:
        assert socket.hello()["gestures"]


def test_the_dice_of_bots_wait_for_nobody(house: House) -> None:
    match = house.ana.set_up(ME, A_BOT)
    with house.guest().socket(match) as crowd, house.ana.socket(match) as socket:
        crowd.hello(roll=False)
        socket.hello()

        socket.play(lambda each: each.frame["seq"] > 20)


def test_the_dice_of_who_does_not_come_fall_by_themselves(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rooms, "WAIT", 0.05)
    match = house.ana.set_up(ME, A_FRIEND, roll=False)
    with house.guest().socket(match) as crowd:
        crowd.hello()
        while crowd.frame["actor"] == "chance":
            crowd.hear()


def test_the_dice_of_who_goes_fall_by_themselves(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rooms, "WAIT", 0.05)
    match = house.ana.set_up(ME, ANYBODY)
    bea = house.guest()
    bea.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match)})
    with house.ana.socket(match) as first, bea.socket(match) as second:
        both = first, second
        for socket in both:
            socket.hello(roll=False)
        while True:
            for socket in both:
                socket.say("ping")
                socket.until("pong")
            if first.frame["actor"] == "chance":
                break
            both[first.frame["actor"]].move()
        thrower = first.frame["roller"]
        both[thrower].connection.close()

        # Not until it is somebody's choice: a ten on an empty board leaves none, and the other throws next
        stays, thrown = both[1 - thrower], both[1 - thrower].frame["seq"]
        while stays.frame["seq"] == thrown:
            stays.hear()


def test_who_sits_down_without_a_name_is_called_by_the_seat(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    bea = house.guest()
    with house.ana.socket(match) as socket:
        socket.hello()
        bea.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match)})

        # Whoever reads it may not have heard yet that the seat is not free any more.
        sat = {"say": "server.sat", "seat": {"say": "server.guest", "number": 2}}
        assert socket.until("ev")["log"] == [sat]


@pytest.mark.parametrize("match", ["known", "nowhere"])
def test_a_line_that_was_cut_leaves_nothing_behind(house: House, match: str) -> None:
    known = house.ana.set_up()
    host = house.address.removeprefix("http://").rstrip("/")
    name, _, port = host.rpartition(":")
    with nothing_left_behind():
        for _ in range(3):
            with create_connection((name, int(port)), PATIENCE) as line:
                line.sendall(nonsense.handshake(known if match == "known" else match, host) + b"\x81")
                line.recv(64)


@pytest.mark.parametrize("kind", nonsense.KINDS, ids=lambda kind: kind.make.__name__)
def test_nonsense_leaves_nothing_behind(house: House, kind: nonsense.Kind) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    name, _, port = house.address.removeprefix("http://").rstrip("/").rpartition(":")
    with nothing_left_behind():
        stranger = nonsense.Stranger(name, int(port))
        for number in range(2):
            asyncio.run(stranger.send(kind, random.Random(number), match))


@pytest.mark.parametrize("request_", nonsense.REQUESTS, ids=range(len(nonsense.REQUESTS)))
def test_requests_leave_nothing_behind(house: House, request_: bytes) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    name, _, port = house.address.removeprefix("http://").rstrip("/").rpartition(":")
    with nothing_left_behind():
        asyncio.run(nonsense.Stranger(name, int(port)).ask(request_, match))


@pytest.mark.parametrize("greeting", nonsense.NO_GREETINGS, ids=range(len(nonsense.NO_GREETINGS)))
def test_what_is_no_greeting_is_not_waited_for(house: House, greeting: bytes) -> None:
    name, _, port = house.address.removeprefix("http://").rstrip("/").rpartition(":")
    with create_connection((name, int(port)), PATIENCE) as line:
        line.sendall(greeting)
        while line.recv(4096):
            pass


def test_a_line_that_asks_and_then_greets_leaves_nothing_behind(house: House) -> None:
    match = house.ana.set_up()
    host = house.address.removeprefix("http://").rstrip("/")
    name, _, port = host.rpartition(":")
    with nothing_left_behind(), create_connection((name, int(port)), PATIENCE) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        came = b""
        while not came.endswith(b"}"):
            came += line.recv(4096)
        line.sendall(nonsense.handshake(match, host))
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        line.close()


@contextlib.contextmanager
def nothing_left_behind() -> Iterator[None]:
    """Garbage is looked for among everything so seldom that strangers could fill the memory meanwhile."""
    kinds = (Asked, Line, ServerProtocol, socket_module.Socket)
    gc.collect()
    gc.disable()
    try:
        before = alive(*kinds)
        yield
        end = time.monotonic() + PATIENCE
        while alive(*kinds) > before:
            assert time.monotonic() < end
            time.sleep(0.01)
    finally:
        gc.enable()


def alive(*kinds: type) -> int:
    return sum(type(each) in kinds for each in gc.get_objects())


def test_whoever_sends_several_messages_at_once_lets_others_go_first() -> None:
    async def work() -> None:
        inbox, order = Inbox(), list[str | None]()
        for text in "abc":
            inbox.put_nowait({"type": "websocket.receive", "bytes": None, "text": text})

        async def read() -> None:
            for _ in range(3):
                order.append((await inbox.get())["text"])  # type: ignore[typeddict-item]

        async def others() -> None:
            for number in range(3):
                order.append(str(number))
                await asyncio.sleep(0)

        await asyncio.gather(read(), others())
        assert order == ["0", "a", "1", "b", "2", "c"]

    asyncio.run(work())
