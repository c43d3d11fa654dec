"""Bots from outside: tokens, the twin of the socket over HTTP, and the example of the documentation."""

import asyncio
import importlib.util
import json
import logging
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from sobremesa import names
from sobremesa.server import asked, seats, twin, visits, wire
from sobremesa.server.asked import LINE
from sobremesa.server.batches import Batch, Token
from sobremesa.server.guests import COOKIE
from sobremesa.server.limits import Door, Limits, Rate
from sobremesa.server.metrics import Metrics
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.socket import MAX_WAITING
from sobremesa.server.tokens import Tokens
from sobremesa.server.twin import Stream
from tests.browser.friend import SHORT
from tests.server.company import A_BOT, A_FRIEND, ANA, BEA, ME, PATIENCE, Guest, House, Socket, rooms_in, set_up
from tests.server.nonsense import STREAM
from tests.server.timers import Exchanges

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "outside.py"

NEVER = 10 * PATIENCE


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path / "data")
    yield found
    found.close()


def made(owner: Guest, name: str = "Robot") -> dict[str, Any]:
    answer = owner.http.post("/api/bots", json={"name": name})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def bot_of(house: House, token: str) -> Guest:
    """A program: it has no cookie, and shows its token."""
    guest = house.guest()
    guest.http.headers["authorization"] = f"Bearer {token}"
    return guest


def seated(house: House, owner: Guest, bot: Guest, game: str = "sequence-dice") -> str:
    match = owner.set_up(ME, {"kind": "open"}, game=game)
    answer = bot.http.post(f"/api/matches/{match}/join", json={"token": owner.invite(match), "name": "Robot"})
    assert answer.status_code == 200, answer.text
    return match


def play_on(owner: Guest, match: str, most: int = 100_000) -> dict[str, Any]:
    """This plays somebody's seat until the match is over, or so many moves were made."""
    with owner.socket(match) as line:
        line.hello()
        number = 0
        while line.frame["actor"] != "over" and number < most:
            if line.frame["actor"] == 0 and line.frame["gestures"]:
                line.move(number := number + 1)
            else:
                line.hear(60)
        return line.frame


def line_of(guest: Guest, match: str) -> AbstractContextManager[Socket]:
    """The socket of a person or of a program."""
    shown = guest.http.headers.get("authorization")
    return guest.socket(match, **({"Authorization": shown} if shown else {}))


def move_once(match: str, *people: Guest) -> tuple[int, Guest]:
    """This makes one move for whoever is to move, and returns the number after it and whoever is to move then."""
    is_made = False
    while True:
        for guest in people:
            with line_of(guest, match) as line:
                line.hello()
                if line.frame["actor"] not in line.frame["mine"]:
                    continue
                if is_made:
                    return line.frame["seq"], guest
                is_made = line.move()["t"] == "ok"


# The example


def example() -> Any:
    spec = importlib.util.spec_from_file_location("outside", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_short_and_the_page_shows_it() -> None:
    source = EXAMPLE.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 30
    assert f"```python\n{source}```\n" in (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_the_page_shows_every_message_with_its_fields() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    shown = [wire.read(text) for text in re.findall(r"^\| `(\{\"t\".*?\})` \|", page, re.MULTILINE)]

    assert {type(each) for each in shown} == set(get_args(wire.Incoming))


def test_the_example_says_that_its_token_was_revoked(house: House) -> None:
    bot = made(house.ana)
    match = house.ana.set_up(ME, {"kind": "open"})
    invitation = f"{house.address}/join/{match}/{house.ana.invite(match)}"
    command = [sys.executable, str(EXAMPLE), invitation, bot["token"]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:
        with house.ana.socket(match) as ana:
            ana.hello()
            # It has sat down, and listens.
            while not ana.frame["seats"][1]["on"]:
                ana.hear()
            # It is her turn, before or after the outsider's.
            while ana.frame["actor"] != 0:
                ana.hear()
        assert house.ana.http.delete(f"/api/bots/{bot['id']}").status_code == 200
        said, complaint = playing.communicate(timeout=PATIENCE)

    assert (playing.returncode, said) == (1, "")
    assert complaint == "No result: the match was closed, or this token was revoked.\n"


@pytest.mark.parametrize("game", names())
def test_the_example_plays_every_game(house: House, game: str) -> None:
    """Matches of people who do not try to win can be long; then one of them gives up."""
    owner = house.ana
    match = owner.set_up(ME, {"kind": "open"}, game=game, options=dict(SHORT[game]))
    invitation = f"{house.address}/join/{match}/{owner.invite(match)}"
    ended: list[dict[str, Any]] = []
    token = made(owner)["token"]
    playing = threading.Thread(target=lambda: ended.append(example().play(invitation, token)))
    playing.start()
    play_on(owner, match, most=40)
    with owner.socket(match) as line:
        if line.hello()["actor"] != "over":
            assert line.ask("resign")["t"] == "ok"
    playing.join(60)
    assert ended
    assert 1 in ended[0]["places"]
    assert ended[0]["seq"] > 20


# The twin


def events_of(answer: httpx.Response) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a stream tells: each with the number in its line, if it has one."""
    number = ""
    for line in answer.iter_lines():
        if line.startswith("id: "):
            number = line.removeprefix("id: ")
        elif line.startswith("data: "):
            yield number, json.loads(line.removeprefix("data: "))
            number = ""


def test_a_stream_tells_what_a_socket_tells(house: House) -> None:
    owner, bot = house.ana, bot_of(house, made(house.ana)["token"])
    match = seated(house, owner, bot)
    with bot.http.stream("GET", f"/api/matches/{match}/events?seat=1") as answer:
        assert answer.headers["content-type"] == "text/event-stream"
        told = events_of(answer)
        number, first = next(told)
        assert first["t"] == "snap"
        assert number == str(first["seq"])
        last, _ = move_once(match, owner, bot)
        streamed: list[tuple[str, dict[str, Any]]] = []
        while not streamed or streamed[-1][1]["seq"] < last:
            streamed += [each for each in (next(told),) if each[1]["t"] == "ev"]
    heard: list[dict[str, Any]] = []
    with line_of(bot, match) as line:
        line.say("hello", v=1, seat=1, seq=first["seq"])
        while len(heard) < len(streamed):
            message = line.hear()
            heard += [message] if message["t"] == "ev" else []
    assert [each["log"] for _, each in streamed] == [each["log"] for each in heard]
    assert [number for number, _ in streamed] == [str(each["seq"]) for each in heard]


def test_a_stream_is_gone_on_with(house: House) -> None:
    owner, bot = house.ana, bot_of(house, made(house.ana)["token"])
    match = seated(house, owner, bot)
    move_once(match, owner, bot)
    for path, headers in (("seat=1&seq=1", {}), ("seat=1", {"last-event-id": "1"})):
        with bot.http.stream("GET", f"/api/matches/{match}/events?{path}", headers=headers) as answer:
            number, first = next(events_of(answer))
        assert first["t"] == "ev"
        assert number == str(first["seq"]) == "2"


def test_a_command_gets_one_answer(house: House) -> None:
    owner, bot = house.ana, bot_of(house, made(house.ana)["token"])
    match = seated(house, owner, bot)
    _, mover = move_once(match, owner, bot)
    path = f"/api/matches/{match}/commands"
    with mover.http.stream("GET", f"/api/matches/{match}/events") as answer:
        frame = next(events_of(answer))[1]
    wish = {"t": "move", "id": "one", "seq": frame["seq"], "move": frame["gestures"][0]["move"]}
    first, again = mover.http.post(path, json=wish), mover.http.post(path, json=wish)
    assert (first.status_code, first.json()["t"]) == (200, "ok")
    assert (again.status_code, again.json()["t"]) == (200, "dup")
    assert frame["seq"] < again.json()["seq"] <= first.json()["seq"]
    stale = mover.http.post(path, json=wish | {"id": "two"}, headers={"accept-language": "es"})
    assert (stale.status_code, stale.json()["t"], stale.json()["why"]["say"]) == (200, "no", "server.stale")
    assert bot.http.post(path, json={"t": "name", "id": "three", "seat": 0, "name": "Eve"}).json()["t"] == "no"
    strange: list[Any] = [{}, {"t": "hello", "v": 1}, {"t": "move"}, {"t": "sit", "id": "x", "seat": 0}, []]
    for nonsense in strange:
        refused = bot.http.post(path, json=nonsense)
        assert (refused.status_code, refused.json()["error"]["say"]) == (400, "server.malformed")
    assert bot.http.post("/api/matches/nothing/commands", json=wish).status_code == 404
    assert house.guest().http.post(path, json=wish | {"id": "four"}).json()["why"]["say"] == "server.no_seat"


def test_a_refusal_over_http_is_noted(house: House, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "sobremesa")
    match = house.ana.set_up(ME, A_FRIEND)
    wish = {"t": "move", "id": "one", "seq": 99, "move": "secret"}
    assert house.ana.http.post(f"/api/matches/{match}/commands", json=wish).json()["t"] == "no"
    assert f"refused at match {match}: server.stale" in [record.getMessage() for record in caplog.records]
    assert not any("secret" in record.getMessage() for record in caplog.records)


def test_a_phrase_over_http_is_heard_by_the_others(house: House) -> None:
    owner, bot = house.ana, bot_of(house, made(house.ana)["token"])
    match = seated(house, owner, bot)
    with owner.socket(match) as line:
        line.hello()
        said = bot.http.post(f"/api/matches/{match}/commands", json={"t": "say", "id": "s", "phrase": "hello"})
        assert said.json()["t"] == "ok"
        assert line.until("say")["phrase"] == "hello"


def test_a_hint_over_http(house: House) -> None:
    owner, bot = house.ana, bot_of(house, made(house.ana)["token"])
    match = seated(house, owner, bot)
    _, mover = move_once(match, owner, bot)
    hint = {"t": "hint", "id": "h"}
    answers = {guest: guest.http.post(f"/api/matches/{match}/commands", json=hint).json() for guest in (owner, bot)}
    assert {guest for guest, answer in answers.items() if answer["t"] == "ok"} == {mover}
    assert answers[mover]["hints"]


def test_a_stream_says_that_it_is_there_and_outlasts_other_answers(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(twin, "QUIET", 0.2)
    exchanges = Exchanges(monkeypatch)
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.http.stream("GET", f"/api/matches/{match}/events") as answer:
        lines = answer.iter_lines()
        while sum(line == ": still here" for line in (next(lines) for _ in range(12))) < 1:
            pass
        exchanges.advance(2 * asked.MAX_EXCHANGE)
        assert sum(line == ": still here" for line in (next(lines) for _ in range(8))) >= 3


def test_a_stream_may_be_asked_for_before_another_answer_has_come(house: House) -> None:
    """Whoever listened on such a line is gone when it is."""
    match, address = house.ana.set_up(ME, A_FRIEND), httpx.URL(house.address)
    cookie = f"Cookie: {COOKIE}={house.ana.token}".encode()
    asked_ = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + STREAM.replace(b"{match}", match.encode())
    with socket.create_connection((address.host, address.port or 80), PATIENCE) as line:
        line.sendall(asked_.removesuffix(b"\r\n") + cookie + b"\r\n\r\n")
        came = b""
        while b'"t":"snap"' not in came:
            more = line.recv(65_536)
            assert more, came
            came += more
        assert is_here(house, match)
    deadline = time.monotonic() + PATIENCE
    while is_here(house, match):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_stream_that_cannot_begin_leaves_nobody_behind(tmp_path: Path) -> None:
    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(await set_up(rooms.store))
            counted = Metrics()
            stream = Stream(rooms, room, counted)
            stream.listener = await visits.greet(room, ANA, wire.Hello(v=1), stream.send)
            with pytest.raises(KeyError):
                await stream({}, None, None)  # type: ignore[arg-type]
            assert (room.audience.listeners, counted.sockets.value()) == ([], 0)

    asyncio.run(work())


def is_here(house: House, match: str) -> bool:
    return bool(house.ana.http.get(f"/api/matches/{match}").json()["seats"][0]["on"])


@pytest.mark.parametrize(
    ("message", "patience"), [(b'{"t": "status"}', 0.2), (b'{"t": "status", "x": "%s"}' % (b"x" * MAX_WAITING), NEVER)]
)
def test_who_does_not_read_a_stream_is_let_go(
    message: bytes, patience: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it is sent does not leave, for long or while more of it gathers than may."""
    monkeypatch.setattr(twin, "MAX_STUCK", patience)
    cut: list[bool] = []
    line = SimpleNamespace(stay=lambda: None, cut=lambda: cut.append(True))

    async def send(told: Any) -> None:
        if told["type"] == "http.response.body":
            await asyncio.sleep(NEVER)

    async def receive() -> Any:
        await asyncio.sleep(NEVER)

    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(await set_up(rooms.store))
            counted = Metrics()
            stream = Stream(rooms, room, counted)
            stream.listener = await visits.greet(room, ANA, wire.Hello(v=1), stream.send)
            lasting = asyncio.create_task(stream({LINE: line}, receive, send))
            await asyncio.sleep(0.05)
            for _ in range(100):
                stream.send(message)
            assert stream._waiting <= MAX_WAITING + len(message)
            async with asyncio.timeout(PATIENCE):
                await lasting
            assert cut
            assert room.audience.listeners == []
            assert (counted.sockets.value(), counted.slow_readers.value()) == (0, 1)

    asyncio.run(work())


def test_streams_are_counted_with_sockets(tmp_path: Path) -> None:
    house = House(tmp_path / "data", limits=Limits(tabs=1))
    try:
        match = house.ana.set_up(ME, A_FRIEND)
        path = f"/api/matches/{match}/events"
        with house.ana.http.stream("GET", path) as answer:
            # Whoever forgets what it reads has hung up.
            told = events_of(answer)
            next(told)
            with house.ana.http.stream("GET", path) as refused:
                assert refused.status_code == 429
                assert json.loads(refused.read())["error"]["say"] == "server.too_many_tabs"
        deadline = time.monotonic() + PATIENCE
        while True:
            with house.ana.http.stream("GET", path) as answer:
                if answer.status_code == 200:
                    break
            assert time.monotonic() < deadline
            time.sleep(0.2)
    finally:
        house.close()


# Tokens


def test_tokens_are_told_once_and_listed(house: House) -> None:
    bot = made(house.ana, "  Deep\tBlue ")
    assert bot["token"].startswith("sobremesa_")
    assert bot["name"] == "Deep Blue"
    listed = house.ana.http.get("/api/bots").json()
    assert listed == [{"id": bot["id"], "name": "Deep Blue", "made": bot["made"], "revoked": False}]
    assert house.guest().http.get("/api/bots").json() == []
    kept = (house.folder / "matches.sqlite3").read_bytes() + (house.folder / "matches.sqlite3-wal").read_bytes()
    assert bot["token"].encode() not in kept
    assert seats.known_as(bot["token"]).encode() in kept


def test_a_bot_is_no_guest_with_a_cookie(house: House) -> None:
    bot = bot_of(house, made(house.ana)["token"])
    match = bot.set_up(ME, A_BOT)
    assert not bot.token
    assert bot.http.get(f"/api/matches/{match}").json()["mine"] == [0]
    assert house.ana.http.get(f"/api/matches/{match}").json()["mine"] == []
    for answer in (bot.http.get("/api/bots"), bot.http.post("/api/bots", json={}), bot.http.delete("/api/bots/x")):
        assert (answer.status_code, answer.json()["error"]["say"]) == (403, "server.not_for_bots")


@pytest.mark.parametrize("header", ["Bearer nobody", "Bearer sobremesa_", "sobremesa_1 x", "Bearer", "Digest a"])
def test_an_unknown_token_is_refused(house: House, header: str) -> None:
    answer = house.guest().http.get("/api/matches", headers={"authorization": header, "accept-language": "es"})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"
    assert answer.json()["text"] == "Aquí no se conoce ese token."


def test_a_password_for_a_proxy_is_no_token(house: House) -> None:
    """HTTP Basic before the table is none of its business; a bot then shows its token in a header of ours."""
    basic, bot = {"Authorization": "Basic YTpi"}, made(house.ana)["token"]
    match = house.ana.set_up(ME, A_FRIEND)
    assert house.ana.http.get(f"/api/matches/{match}", headers=basic).json()["mine"] == [0, 1]
    with house.ana.socket(match, **basic) as connected:
        assert connected.hello()["t"] == "snap"
    both = basic | {"X-Sobremesa-Token": bot}
    wish = {"game": "sequence-dice", "seats": [ME, A_FRIEND]}
    theirs = house.guest().http.post("/api/matches", json=wish, headers=both)
    assert theirs.status_code == 201
    assert "set-cookie" not in theirs.headers
    seen = bot_of(house, bot).http.get(f"/api/matches/{theirs.json()['match']}").json()
    assert seen["mine"] == [0, 1]
    with house.guest().socket(theirs.json()["match"], **both) as connected:
        assert connected.hello()["mine"] == [0, 1]


@pytest.mark.parametrize("token", ["", "nobody", "Bearer x"])
def test_an_unknown_token_in_our_own_header_is_refused(house: House, token: str) -> None:
    known = made(house.ana)["token"]
    headers = {"x-sobremesa-token": token, "authorization": f"Bearer {known}"}
    assert house.guest().http.get("/api/matches", headers=headers).status_code == 401


def test_a_line_is_refused_with_a_sentence(house: House) -> None:
    match, bot = house.ana.set_up(), made(house.ana)
    assert house.ana.http.delete(f"/api/bots/{bot['id']}").status_code == 200
    wrong = {"sobremesa_": "server.unknown_token", bot["token"]: "server.revoked"}
    for token, name in wrong.items():
        headers = {"Authorization": f"Bearer {token}", "Accept-Language": "es"}
        with pytest.raises(InvalidStatus) as refused, house.guest().socket(match, **headers):
            pass
        answer = refused.value.response
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert answer.headers["x-content-type-options"] == "nosniff"
        said = json.loads(answer.body)
        assert said == {"error": {"say": name}, "text": Refused(name.removeprefix("server.")).say("es")}


def test_nobody_has_too_many_bots(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sobremesa.server.tokens.MAX_BOTS", 2)
    first = made(house.ana)
    made(house.ana)
    refused = house.ana.http.post("/api/bots", json={})
    assert refused.json()["error"]["say"] == "server.too_many_bots"
    assert house.ana.http.delete(f"/api/bots/{first['id']}").json()["revoked"] is True
    made(house.ana)


def test_who_makes_many_bots_at_once_is_told_so_and_can_still_set_a_table(tmp_path: Path) -> None:
    house = House(tmp_path / "data", limits=Limits(bots=Rate(0.01, 2), matches=Rate(0.01, 1)))
    try:
        for _ in range(2):
            made(house.ana)
        refused = house.ana.http.post("/api/bots", json={}, headers={"accept-language": "es"})
        assert (refused.status_code, refused.json()["error"]["say"]) == (429, "server.too_many_new_bots")
        assert refused.json()["text"].startswith("Fueron muchos bots en poco tiempo")
        house.ana.set_up(ME, A_BOT)
    finally:
        house.close()


def test_a_token_revoked_in_the_midst_of_a_match(house: House) -> None:
    bot = made(house.ana)
    robot = bot_of(house, bot["token"])
    match = seated(house, house.ana, robot)
    with line_of(robot, match) as line, house.ana.socket(match) as ana:
        line.hello()
        ana.hello()
        assert house.guest().http.delete(f"/api/bots/{bot['id']}").status_code == 404
        foreign = house.ana.http.delete(f"/api/bots/{bot['id']}", headers={"origin": "http://elsewhere"})
        assert foreign.status_code == 403
        assert house.ana.http.delete(f"/api/bots/{bot['id']}").json()["revoked"] is True
        refused = line.ask("move", seq=line.frame["seq"], move="anything")
        assert refused["why"]["say"] == "server.revoked"
        ana.until("ev")
        # One of ours plays on, and nobody has lost anything.
        chair = ana.frame["seats"][1]
        assert (chair["kind"], chair["name"], chair["replaced"], chair["gone"]) == ("bot", "Robot", True, False)
    # Whoever comes later is told the same, of somebody of the same name.
    with house.ana.socket(match) as later:
        assert later.hello()["seats"][1]["name"] == "Robot"
    told = [phrase for event in house.ana.http.get(f"/api/matches/{match}/log").json() for phrase in event["say"]]
    assert {"say": "server.replaced", "seat": {"seat": 1}, "level": {"say": "levels.normal"}} in told
    assert robot.http.get("/api/matches").json()["error"]["say"] == "server.revoked"
    with pytest.raises(InvalidStatus, match="401"), line_of(robot, match):
        pass
    assert 1 in play_on(house.ana, match)["places"]


def test_a_bot_that_was_revoked_is_not_waited_for_in_a_rematch(house: House) -> None:
    bot = made(house.ana)
    match = seated(house, house.ana, bot_of(house, bot["token"]))
    house.ana.http.delete(f"/api/bots/{bot['id']}")
    with house.ana.socket(match) as ana:
        ana.hello()
        ana.ask("resign")
    again = house.ana.http.post(f"/api/matches/{match}/rematch", json={"sealed": "", "roll": True}).json()["match"]
    kinds = [each["kind"] for each in house.ana.http.get(f"/api/matches/{again}").json()["seats"]]
    assert kinds == ["bot", "me"]


def test_one_match_that_cannot_go_on_keeps_no_other_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path / "data")
    bot = made(house.ana)
    robot = bot_of(house, bot["token"])
    played = [seated(house, house.ana, robot) for _ in range(4)]
    with house.ana.socket(played[0]) as ana:
        ana.hello()
        ana.ask("resign")
    opened, find = [], Rooms.find

    async def stumble(rooms: Rooms, match: str) -> Room:
        opened.append(match)
        if match in played[1:3]:
            raise Refused("other_rules", game="x", expected=1, given=0)
        return await find(rooms, match)

    with monkeypatch.context() as patch:
        patch.setattr(Rooms, "find", stumble)
        answer = house.ana.http.delete(f"/api/bots/{bot['id']}")

    assert (answer.status_code, answer.json()["revoked"]) == (200, True)
    # What is over is left alone.
    assert sorted(opened) == sorted(played[1:])
    kinds = [house.ana.http.get(f"/api/matches/{match}").json()["seats"][1]["kind"] for match in played[1:]]
    assert kinds == ["person", "person", "bot"]
    house.close()
    # What could not be done then is done when somebody comes.
    house = House(tmp_path / "data")
    try:
        with house.ana.socket(played[1]) as crowd:
            assert crowd.hello()["seats"][1]["kind"] == "bot"
    finally:
        house.close()


def test_of_what_was_revoked_only_that_is_remembered(tmp_path: Path) -> None:
    async def work() -> None:
        async with rooms_in(tmp_path) as rooms:
            for number in range(3):
                await rooms.store.write(Batch("", token=Token(f"d{number}", f"i{number}", ANA, "", 1, revoked=number)))
            door = Door()
            tokens = Tokens(rooms.store, rooms, door)
            assert list(tokens._counting) == ["d0"]
            assert door.revoked == rooms.revoked == {"d1", "d2"}
            assert [each.id for each in rooms.store.tokens(ANA)] == ["i0", "i1", "i2"]
            assert rooms.store.tokens(BEA) == []

    asyncio.run(work())


def test_what_was_revoked_stays_so(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    bot, other = made(house.ana), made(house.ana)
    house.ana.http.delete(f"/api/bots/{bot['id']}")
    token = house.ana.token
    house.close()
    house = House(tmp_path / "data")
    try:
        assert bot_of(house, bot["token"]).http.get("/api/matches").status_code == 401
        assert bot_of(house, other["token"]).http.get("/api/matches").status_code == 200
        owner = house.guest()
        owner.http.cookies.set(COOKIE, token)
        assert [each["revoked"] for each in owner.http.get("/api/bots").json()] == [True, False]
    finally:
        house.close()
