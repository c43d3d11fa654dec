"""Fuzzing: nothing that strangers send, byte by byte, can hurt the server or disturb those who play."""

import asyncio
import logging
import random
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import h11
import httpx
import pytest

from sobremesa.server import asked, asking, line
from sobremesa.server import socket as socket_module
from tests.server.company import A_FRIEND, ME, PATIENCE, House, Socket
from tests.server.nonsense import CLOSE, HELLO, KINDS, REQUESTS, TEXT, Kind, Stranger, frame, frames_in, handshake
from tests.server.timers import Exchanges

SEVERAL = 6


@pytest.fixture
def stranger(house: House) -> Stranger:
    address = httpx.URL(house.address)
    return Stranger(address.host, address.port or 80)


@pytest.fixture
def neighbour(house: House) -> Iterator[Socket]:
    """Somebody who plays meanwhile, and does not notice."""
    with house.ana.socket(house.ana.set_up(ME, A_FRIEND)) as playing:
        playing.hello()
        yield playing
        playing.say("ping")
        playing.until("pong")


def quiet(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is noted that would have to be looked into."""
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == []
    assert not any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.make.__name__)
def test_no_frame_hurts(
    kind: Kind, house: House, stranger: Stranger, neighbour: Socket, caplog: pytest.LogCaptureFixture
) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    codes = set()
    for number in range(SEVERAL):
        rng = random.Random(number)
        cookie = house.ana.token if number % 2 else ""
        codes.add(asyncio.run(stranger.send(kind, rng, match, cookie)))
    if kind.code is not None:
        assert codes == {kind.code}
    else:
        assert codes <= {None, 1000, 1002, 1003, 1007, 1008, 1009}
    quiet(caplog)


def test_no_request_hurts(
    house: House, stranger: Stranger, neighbour: Socket, caplog: pytest.LogCaptureFixture
) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    # Who has asked for something whole is answered; the others would wait in vain.
    waits = [PATIENCE if b"client/" in request else 0.3 for request in REQUESTS]
    answers = [asyncio.run(stranger.ask(request, match, wait)) for request, wait in zip(REQUESTS, waits, strict=True)]

    assert not [answer for answer in answers if b" 500 " in answer.split(b"\r\n")[0]]
    assert not [answer for answer in answers if b"Traceback" in answer]
    for request, answer in zip(REQUESTS, answers, strict=True):
        if b"client/" in request:
            assert answer.startswith(b"HTTP/1.1 404")
    quiet(caplog)


def line_to(house: House) -> socket.socket:
    address = httpx.URL(house.address)
    return socket.create_connection((address.host, address.port or 80), PATIENCE)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET / HT",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP",
        b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgr",
    ],
)
def test_who_does_not_go_on_is_given_up(house: House, begun: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as impatient:
        impatient.setattr(asked, "MAX_HEAD", 0.3)
        with line_to(house) as line:
            line.sendall(begun)
            try:
                while line.recv(4096):
                    pass
            except ConnectionResetError:
                pass
    assert house.ana.http.get("/healthz").status_code == 200


@pytest.mark.parametrize("first", [1, asked.MAX_HEAD_BYTES // 2, asked.MAX_HEAD_BYTES])
def test_a_head_that_is_too_long_is_not_read(house: House, first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []
    receive = h11.Connection.receive_data

    def count(self: h11.Connection, data: bytes) -> None:
        heard.append(len(data))
        receive(self, data)

    monkeypatch.setattr(h11.Connection, "receive_data", count)
    head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: b\r\n" * 9000 + b"\r\n"
    with line_to(house) as line:
        line.sendall(head[:first])
        time.sleep(0.1)
        line.sendall(head[first:])
        assert line.recv(4096).startswith(b"HTTP/1.1 400")
    assert sum(heard) <= first + asked.MAX_HEAD_BYTES + 1


@pytest.mark.parametrize("size", [1, asked.MAX_HEAD_BYTES - 200])
def test_a_head_that_is_just_short_enough_is_answered(house: House, size: int) -> None:
    with line_to(house) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: " + b"a" * size + b"\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("end", [b"\r\n\r\n", b"\n\n"])
@pytest.mark.parametrize("split", [0, 1, 2])
def test_a_long_body_is_read_wherever_its_head_is_cut(house: House, end: bytes, split: int) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000" + end
    cut = len(head) - split
    with line_to(house) as line:
        line.sendall(head[:cut])
        time.sleep(0.1)
        line.sendall(head[cut:] + b"[" * 20000)
        assert line.recv(4096).startswith((b"HTTP/1.1 400", b"HTTP/1.1 413"))


def test_every_request_of_a_line_has_its_own_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MAX_SECONDS", 10 * PATIENCE)
    # Less than the line may be idle between two requests.
    monkeypatch.setattr(asked, "MAX_EXCHANGE", 1.0)
    exchanges = Exchanges(monkeypatch)
    with line_to(house) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        came = b""
        while not came.endswith(b"}"):
            more = line.recv(4096)
            assert more, came
            came += more
        exchanges.advance(0.6 * asked.MAX_EXCHANGE)
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n[")
        end = time.monotonic() + PATIENCE
        while not exchanges.lasting(asked.MAX_EXCHANGE):
            assert time.monotonic() < end
            time.sleep(0.01)
        exchanges.advance(0.6 * asked.MAX_EXCHANGE)
        line.sendall(b"]")
        while b"HTTP/1.1 400" not in came:
            more = line.recv(4096)
            assert more, came
            came += more


def test_who_announces_more_than_it_sends_is_told_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MAX_SECONDS", 0.3)
    with line_to(house) as line:
        line.sendall(
            b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Language: es\r\n"
            b"Content-Length: 99\r\n\r\n{"
        )
        answer = b""
        while more := line.recv(4096):
            answer += more
    assert answer.startswith(b"HTTP/1.1 408")
    assert "no llegó lo que se anunció" in answer.decode()


def test_who_takes_too_long_to_read_an_answer_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asked, "MAX_EXCHANGE", 0.3)
    monkeypatch.setattr(asking, "MAX_SECONDS", 60)
    with line_to(house) as line:
        line.sendall(b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
        with pytest.raises(ConnectionResetError):
            raise ConnectionResetError if line.recv(4096) == b"" else AssertionError


@pytest.mark.parametrize("is_strange", [False, True])
def test_many_messages_at_once_wait_outside(house: House, is_strange: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few of them are taken apart at a time, also where others do it, and each is answered."""
    queued: list[int] = []
    hear = line.Line.data_received

    def counted(self: line.Line, data: bytes) -> None:
        self._is_strange = is_strange
        hear(self, data)
        queued.append(self.queue.qsize())

    monkeypatch.setattr(line.Line, "data_received", counted)
    match, many = house.ana.set_up(ME, A_FRIEND), 5000
    with line_to(house) as held:
        held.sendall(handshake(match, "localhost"))
        came = b""
        while b"\r\n\r\n" not in came:
            came += held.recv(4096)
        held.sendall(frame(TEXT, HELLO) + frame(TEXT, b'{"t":"ping"}') * many)
        while came.count(b'{"t":"pong"}') < many:
            more = held.recv(65_536)
            assert more, came[-200:]
            came += more
        held.sendall(frame(CLOSE, b"\x03\xe8"))
        while more := held.recv(65_536):
            came += more
    assert list(frames_in(came.partition(b"\r\n\r\n")[2]))[-1] == (CLOSE, b"\x03\xe8")
    assert max(queued) <= (line.SOME / 18 + 1 if is_strange else line.MAX_UNREAD + 1)


# Those who do not read


def deaf(house: House, match: str) -> socket.socket:
    """Somebody who asks and asks, and reads nothing."""
    address = httpx.URL(house.address)
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(PATIENCE)
    line.connect((address.host, address.port or 80))
    line.sendall(handshake(match, "localhost"))
    line.sendall(frame(TEXT, HELLO))
    return line


def waiting(house: House) -> int:
    """How many bytes wait in the server for those who do not read."""
    transports: list[Any] = [each.transport for each in list(house.server.server_state.connections)]
    return sum(transport.get_write_buffer_size() for transport in transports if transport)


def test_who_does_not_read_is_dropped_and_costs_little(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "LAST_WORDS", 0.5)
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.socket(match) as playing:
        playing.hello()
        lines = [deaf(house, match) for _ in range(5)]
        most, end = 0, time.monotonic() + PATIENCE
        hello = frame(TEXT, b'{"t":"hello","v":1,"theme":"light"}')
        try:
            while len(house.server.server_state.connections) > 3:
                assert time.monotonic() < end
                for line in lines:
                    try:
                        line.send(hello)
                    except OSError:
                        continue
                most = max(most, waiting(house))
            # Beyond what waits in line, one picture of the whole table may be on its way to each.
            assert most / len(lines) <= 256 * 1024
            playing.say("ping")
            playing.until("pong")
        finally:
            for line in lines:
                line.close()


def test_who_says_nothing_at_all_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Little waits for it, but it does not answer the question whether it is there."""
    assert line.PING_EVERY + line.PING_WAIT <= 30
    monkeypatch.setattr(line, "PING_EVERY", 0.2)
    monkeypatch.setattr(line, "PING_WAIT", 0.2)
    house = House(tmp_path / "data")
    try:
        with deaf(house, house.ana.set_up(ME, A_FRIEND)) as held:
            came = b""
            try:
                while more := held.recv(65_536):
                    came += more
            except ConnectionResetError:
                pass
            assert {opcode for opcode, _ in frames_in(came.partition(b"\r\n\r\n")[2])} <= {TEXT, 8, 9}
    finally:
        house.close()
