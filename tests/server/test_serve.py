"""Serving for real: processes that start, say what is in the way, end in order, and survive being killed."""

import asyncio
import json
import logging
import os
import random
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from sobremesa.server import claim, descriptors, serve, telling
from sobremesa.server.claim import claimed
from sobremesa.server.events import read_head
from sobremesa.server.frames import Moment
from sobremesa.server.refusals import Refused
from sobremesa.server.store import FILE, SQLite
from tests.server.company import A_BOT, A_FRIEND, ME, Guest, House, take

PLAIN = os.environ | {"SOBREMESA_NATIVE": "0", "SOBREMESA_HOLD": "0"}
TIMEOUT = 120.0


def command(data: Path, port: int = 0) -> list[str]:
    return [sys.executable, "-m", "sobremesa.server", "--port", str(port), "--data", str(data), "--no-limits"]


@contextmanager
def serving(data: Path, environment: dict[str, str] = PLAIN) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """This is a server in a process of its own, and its address."""
    process = subprocess.Popen(command(data), stdout=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stdout
        yield process, process.stdout.readline().strip().rstrip("/")
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


def failed(data: Path, port: int = 0, **more: str) -> str:
    """This starts a server that cannot start, with more in its environment; what it says comes back."""
    ended = subprocess.run(
        command(data, port), capture_output=True, text=True, env=PLAIN | more, timeout=TIMEOUT, check=False
    )
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    return ended.stderr.strip()


@pytest.mark.parametrize("asked", [signal.SIGTERM, signal.SIGINT])
def test_a_server_says_where_it_is_and_ends_in_order(tmp_path: Path, asked: signal.Signals) -> None:
    with serving(tmp_path / "data") as (process, address):
        assert address.startswith("http://127.0.0.1:")
        assert httpx.get(f"{address}/healthz", timeout=TIMEOUT).json() == {"ok": True}
        assert httpx.get(f"{address}/readyz", timeout=TIMEOUT).status_code == 200

        process.send_signal(asked)

        assert process.wait(TIMEOUT) == 0


def test_what_stands_in_the_way_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert failed(tmp_path / "data", port) == f"Port {port} is in use already; choose another one."
    (tmp_path / "file").write_text("")
    assert str(tmp_path / "file") in failed(tmp_path / "file")
    SQLite(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("UPDATE meta SET version = 42")
    database.close()
    assert "newer" in failed(tmp_path)


def test_a_data_folder_is_for_one_server(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        assert failed(tmp_path).startswith(f"Another server already runs on {tmp_path}; ")
        assert failed(tmp_path, SOBREMESA_LANG="es").startswith(f"Otro servidor ya usa {tmp_path}; ")
        assert httpx.get(f"{address}/readyz", timeout=TIMEOUT).status_code == 200
    with serving(tmp_path) as (_, address):
        assert address


def test_what_a_server_that_ends_has_cancelled_is_no_fault() -> None:
    def noted(fault: BaseException) -> bool:
        told = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "failed", (), (type(fault), fault, None))
        return serve.Strangers().filter(told)

    assert not noted(asyncio.CancelledError())
    assert noted(ZeroDivisionError())


def test_a_folder_is_claimed_before_its_database_is_touched(tmp_path: Path) -> None:
    SQLite(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("DROP TABLE tokens")
        database.execute("UPDATE meta SET version = 3")
    database.close()
    before = (tmp_path / FILE).read_bytes()

    with claimed(tmp_path):
        assert failed(tmp_path).startswith(f"Another server already runs on {tmp_path}; ")

    assert (tmp_path / FILE).read_bytes() == before
    assert [each.name for each in tmp_path.iterdir() if each.name not in (FILE, claim.FILE)] == []


def test_where_there_is_room_for_no_more_lines_the_log_says_so_seldom(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log, ExitStack() as lines:
        process = lines.enter_context(
            subprocess.Popen(
                command(tmp_path / "data"),
                stdout=subprocess.PIPE,
                stderr=log,
                env=PLAIN,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64)),
            )
        )
        lines.callback(process.kill)
        assert process.stdout
        address = process.stdout.readline().decode().strip().rstrip("/")
        for _ in range(80):
            lines.enter_context(socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))))
        end = time.monotonic() + TIMEOUT
        while not (noted := (tmp_path / "log").read_text()) and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(1.5)
        noted = (tmp_path / "log").read_text()
    # uvloop does not speak of it at all.
    assert noted.count(descriptors.NO_ROOM) == (find_spec("uvloop") is None)
    assert "Traceback" not in noted


def test_a_server_takes_as_many_lines_as_the_system_lets_it(tmp_path: Path) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with serving(tmp_path) as (process, _):
        limits = Path(f"/proc/{process.pid}/limits").read_text()
    assert re.search(rf"Max open files +{most if most > 0 else 'unlimited'} ", limits)


def test_addresses_and_settings_that_cannot_be_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"192\.0\.2\.1"):
        serve.listen("192.0.2.1", 0)
    with pytest.raises(Refused, match="70000"):
        serve.listen("127.0.0.1", 70_000)
    for host in ("a\0b", "ñ" * 70):
        with pytest.raises(Refused, match=host):
            serve.listen(host, 0)
    for given in ("soon", "-1", "nan", "1e9"):
        monkeypatch.setenv("SOBREMESA_HOLD", given)
        with pytest.raises(Refused, match="SOBREMESA_HOLD"):
            serve.serve("127.0.0.1", 0, tmp_path)
    monkeypatch.delenv("SOBREMESA_HOLD")
    for number in (-1.0, float("nan"), 1e9):
        with pytest.raises(Refused, match="hold must be"):
            serve.serve("127.0.0.1", 0, tmp_path, hold=number)
    for count in (-1, 10**9):
        with pytest.raises(Refused, match="workers must be"):
            serve.serve("127.0.0.1", 0, tmp_path, workers=count)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "wrong", [("--hold", "soon"), ("--hold", "nan"), ("--workers", "-3"), ("--port", "x"), ("--host", "ñ" * 70)]
)
def test_arguments_that_cannot_be_are_said_in_one_line(
    wrong: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["server", "--data", str(tmp_path), *wrong])

    with pytest.raises(SystemExit) as ended:
        serve.main()

    printed = capsys.readouterr()
    assert (ended.value.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert wrong[0].strip("-") in printed.err or wrong[1] in printed.err


def test_messages_are_sent_at_once(house: House) -> None:
    """Else every second one waits until the client has confirmed the one before: some forty milliseconds."""
    with house.ana.socket(house.ana.set_up()) as connected:
        connected.hello()
        sockets = [each.transport.get_extra_info("socket") for each in house.server.server_state.connections]
        assert sockets
        assert all(each.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for each in sockets)


def test_matches_are_kept_where_the_user_keeps_such_things(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOBREMESA_DATA", "/somewhere")
    assert serve.data_folder() == Path("/somewhere")
    monkeypatch.delenv("SOBREMESA_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert serve.data_folder() == Path("/data/sobremesa")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert serve.data_folder() == Path.home() / ".local" / "share" / "sobremesa"


SERVES_AND_CONFESSES = """
import sys
from pathlib import Path
from sobremesa.server.limits import UNLIMITED
from sobremesa.server.serve import serve
serve("127.0.0.1", 0, Path(sys.argv[1]), lambda address: print(address, flush=True), limits=UNLIMITED)
print("numba" in sys.modules)
"""


def test_the_server_never_loads_the_compiler(tmp_path: Path) -> None:
    """A whole match against bots in processes of their own; compiled rules are wanted, and get ready meanwhile."""
    code = [sys.executable, "-c", SERVES_AND_CONFESSES, str(tmp_path / "data")]
    process = subprocess.Popen(code, stdout=subprocess.PIPE, text=True, env=os.environ | {"SOBREMESA_HOLD": "0"})
    try:
        assert process.stdout
        ana = Guest(process.stdout.readline().strip().rstrip("/"))
        match = ana.set_up(ME, A_BOT, {"kind": "bot", "level": "hard"})
        with ana.socket(match) as playing:
            playing.hello()
            playing.play(lambda each: each.frame["actor"] == "over")
        ana.http.close()
        assert not [each for each in playing.told if each["say"] == "server.fault"]
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline().strip() == "False"
        assert process.wait(TIMEOUT) == 0
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


# Killed in the middle of it all


@dataclass
class Player:
    """Somebody who plays both seats of a match, and remembers what was acknowledged."""

    match: str
    token: str
    rng: random.Random
    frame: dict[str, Any] = field(default_factory=dict)
    things: dict[str, Any] = field(default_factory=dict)
    looks: dict[str, str] = field(default_factory=dict)
    told: list[dict[str, Any]] = field(default_factory=list)
    pending: dict[str, Any] | None = None
    acknowledged: dict[str, int] = field(default_factory=dict)
    highest: int = 0
    repeated: int = 0

    async def play(self, address: str) -> None:
        """This plays until the server is gone."""
        url = address.replace("http", "ws", 1) + f"/ws/{self.match}"
        headers = {"Cookie": f"guest={self.token}"}
        with suppress(OSError, WebSocketException, asyncio.TimeoutError):
            async with connect(url, additional_headers=headers, compression=None, open_timeout=TIMEOUT) as connection:
                await connection.send(json.dumps({"t": "hello", "v": 1}))
                if self.pending:
                    await self.hear(connection)
                    assert self.frame["seq"] >= self.highest, "an acknowledged move is lost"
                    await connection.send(json.dumps(self.pending))
                while self.frame.get("actor") != "over":
                    await self.hear(connection)
                    await self.choose(connection)

    async def hear(self, connection: Any) -> None:
        message = json.loads(await connection.recv())
        take(self, message)
        if message["t"] in ("ok", "dup", "no") and self.pending and message["id"] == self.pending["id"]:
            if message["t"] != "no":
                self.acknowledged[message["id"]] = message["seq"]
                self.highest = max(self.highest, message["seq"])
                self.repeated += message["t"] == "dup"
            else:
                assert message["why"]["say"] == "server.stale", message
            self.pending = None

    async def choose(self, connection: Any) -> None:
        actor = self.frame.get("actor")
        if self.pending or not isinstance(actor, int):
            return
        if actor != self.frame["seat"]:
            self.frame["seat"] = actor
            await connection.send(json.dumps({"t": "sit", "id": "sit", "seat": actor}))
        elif self.frame["gestures"]:
            move = self.rng.choice(self.frame["gestures"])["move"]
            name = f"{self.match}-{self.frame['seq']}-{self.rng.random()}"
            self.pending = {"t": "move", "id": name, "seq": self.frame["seq"], "move": move}
            await connection.send(json.dumps(self.pending))


MATCHES = 6
KILLS = 5


def test_killed_five_times_under_load_it_loses_nothing(tmp_path: Path) -> None:
    data, rng = tmp_path / "data", random.Random(3)
    players: list[Player] = []
    for kill in range(KILLS + 1):
        with serving(data) as (process, address):
            if not players:
                ana = Guest(address)
                games = ["sequence-dice", "royal-ludo", "poleana"] * MATCHES
                players = [
                    Player(ana.set_up(ME, A_FRIEND, game=game), ana.token, random.Random(number))
                    for number, game in enumerate(games[:MATCHES])
                ]
                ana.http.close()
            pause = rng.uniform(0.3, 0.9) if kill < KILLS else 0.5
            asyncio.run(under_load(players, address, process, pause))

    acknowledged = sum(len(player.acknowledged) for player in players)
    assert acknowledged > 5 * MATCHES
    store = SQLite(data)
    try:
        for player in players:
            check(store, player)
    finally:
        store.close()


async def under_load(players: list[Player], address: str, process: subprocess.Popen[str], pause: float) -> None:
    playing = [asyncio.create_task(player.play(address)) for player in players]
    before = sum(len(player.acknowledged) for player in players)
    deadline = time.monotonic() + TIMEOUT
    while sum(len(player.acknowledged) for player in players) < before + len(players) and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    await asyncio.sleep(pause)
    process.kill()
    await asyncio.gather(*playing)


def check(store: SQLite, player: Player) -> None:
    """This compares what somebody was told with what the log says."""
    rows = store.rows(player.match)
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    named = [json.loads(row.body).get("id") for row in rows]
    for name, seq in player.acknowledged.items():
        assert named.count(name) == 1
        assert named.index(name) + 1 <= seq
    assert len(rows) >= player.highest
    entry = store.entry(player.match)
    assert entry is not None
    course = telling.load(store, player.match, read_head(entry.head), player.frame["seq"])
    shown = Moment.of(course).frame(0)["things"]
    assert {name: list(row) for name, row in shown.items()} == player.things


# Told to end in the middle of it all

STUCK = """
import asyncio, sys, threading, time
from pathlib import Path
from sobremesa.server import app, library, room, telling
from sobremesa.server.limits import UNLIMITED
from sobremesa.server.serve import serve

def endless(*_):
    print("stuck", flush=True)
    while True:
        time.sleep(0.01)

async def forever(*_):
    print("stuck", flush=True)
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            pass

telling.replay = endless
library.rulebook = endless
room.carried_out = endless
app.App.lesson_step = forever
serve("127.0.0.1", 0, Path(sys.argv[1]), lambda address: print(address, flush=True), limits=UNLIMITED)
"""
"""A server in which some work never ends: in a thread of its own, in one of two pools, and in the loop itself."""
ENDLESS = {
    "a long read": "/api/matches/{match}/replay",
    "a pool of threads": "/api/rules/girumgo/en",
    "the loop": "/api/lessons/girumgo/0?move=x",
}


@pytest.mark.parametrize("what", [*ENDLESS, "a command", "nothing"])
def test_a_server_ends_whatever_runs_in_it_and_keeps_what_it_acknowledged(tmp_path: Path, what: str) -> None:
    code = [sys.executable, "-c", STUCK, str(tmp_path / "data")]
    process = subprocess.Popen(code, stdout=subprocess.PIPE, text=True, env=PLAIN)
    with ExitStack() as stack:
        stack.callback(process.communicate)
        stack.callback(process.kill)
        assert process.stdout
        address = process.stdout.readline().strip().rstrip("/")
        host, port = "127.0.0.1", int(address.rpartition(":")[2])
        ana = Guest(address)
        stack.callback(ana.http.close)
        match = ana.set_up(ME, A_FRIEND)
        playing = stack.enter_context(ana.socket(match))
        playing.hello()
        acknowledged = playing.move()["seq"]
        # Somebody who has not asked all of a question, and somebody who does not wait for the answer.
        stack.enter_context(socket.create_connection((host, port))).sendall(b"GET /healthz HTTP/1.1\r\nHost:")
        asking = stack.enter_context(socket.create_connection((host, port)))
        if what == "a command":
            playing.say("name", id="late", seat=0, name="Eva")
        elif what in ENDLESS:
            path = ENDLESS[what].format(match=match)
            asking.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        if what != "nothing":
            # Were it not to get stuck, there would be no line.
            giving_up = Timer(TIMEOUT, process.kill)
            giving_up.start()
            assert process.stdout.readline().strip() == "stuck"
            giving_up.cancel()

        process.send_signal(signal.SIGTERM)

        # What runs would run for ever.
        assert process.wait(TIMEOUT) == 0
    store = SQLite(tmp_path / "data")
    try:
        entry, last = store.entry(match), store.last(match)[0]
        assert last >= acknowledged
        assert entry is not None
        assert telling.load(store, match, read_head(entry.head)).seq == last
    finally:
        store.close()
