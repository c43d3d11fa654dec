"""Connections over HTTP: so many an address, and so many in all that keep the server waiting."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from sobremesa.server import connections as module
from sobremesa.server.connections import Connections, connections
from sobremesa.server.proxies import Proxies
from tests.server.company import PATIENCE, House


class Line:
    """A connection that remembers whether it was cut."""

    def __init__(self) -> None:
        self.is_cut = False

    def cut(self) -> None:
        self.is_cut = True


def test_an_address_has_so_many_and_others_have_their_own() -> None:
    lines = Connections(2)
    first, second = Line(), Line()
    assert lines.open(first, "192.0.2.1")
    assert lines.open(second, "192.0.2.1")
    assert not lines.open(Line(), "192.0.2.1")
    assert lines.open(Line(), "192.0.2.2")
    lines.close(first)
    assert lines.open(Line(), "192.0.2.1")
    assert lines.cut == {"many": 1}


def test_300_addresses_of_one_network_have_four_times_as_many() -> None:
    lines = Connections(5)
    assert sum(lines.open(Line(), f"2001:db8:1:{number:x}::1") for number in range(300) for _ in range(2)) == 20


def test_trusted_proxies_have_as_many_as_they_like() -> None:
    lines = connections(2, Proxies(["127.0.0.1"]))
    assert all(lines.open(Line(), "127.0.0.1") for _ in range(50))
    assert [lines.open(Line(), "127.0.0.2") for _ in range(3)] == [True, True, False]


def test_of_those_that_wait_the_one_that_has_waited_longest_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_WAITING", 3)
    lines, some = Connections(), [Line() for _ in range(5)]
    for line in some[:3]:
        lines.open(line, "here")
        lines.wait(line)
    # Who sends more of the same request has waited as long as before; who is served does not wait.
    lines.wait(some[0])
    lines.serve(some[1])
    for line in some[3:]:
        lines.open(line, "here")
        lines.wait(line)
    assert [line.is_cut for line in some] == [True, False, False, False, False]
    assert (lines.waiting, lines.cut) == (3, {"waiting": 1})


def test_what_has_gone_is_forgotten() -> None:
    lines, line = Connections(1), Line()
    lines.open(line, "192.0.2.1")
    lines.wait(line)
    lines.close(line)
    lines.close(line)
    lines.wait(line)
    assert (len(lines), lines.waiting, len(lines._counts)) == (0, 0, 0)


# Over the network


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(module, "MAX_WAITING", 20)
    house = House(tmp_path / "data", lines=connections(30, Proxies(["127.0.0.1"])))
    yield house
    house.close()


def dial(house: House, source: str, sent: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", int(house.address.rpartition(":")[2])), PATIENCE, (source, 0))
    line.sendall(sent)
    return line


def is_ended(line: socket.socket) -> bool:
    line.settimeout(0.01)
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def ended(lines: list[socket.socket], count: int) -> None:
    """Wait until so many of some lines have ended."""
    end = time.monotonic() + PATIENCE
    while sum(map(is_ended, lines)) < count:
        assert time.monotonic() < end


HALF_A_HEAD = b"GET /api/games HTTP/1.1\r\nHost: localh"
HALF_A_BODY = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{"


@pytest.mark.parametrize("sent", [b"", HALF_A_HEAD, HALF_A_BODY])
def test_lines_that_keep_the_server_waiting_are_bounded(house: House, sent: bytes) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(dial(house, "127.0.0.1", sent)) for _ in range(60)]
        ended(lines, 40)
        # Whoever asks for something is served all the same.
        assert house.ana.http.get("/healthz").status_code == 200
        assert house.lines.waiting <= 20


def test_an_address_with_too_many_lines_is_cut_off_and_others_are_served(house: House) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(dial(house, "127.0.0.9")) for _ in range(40)]
        ended(lines, 10)
        assert house.ana.http.get("/healthz").status_code == 200
    end = time.monotonic() + PATIENCE
    while house.lines._counts._counted:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_who_plays_over_a_socket_does_not_wait_here(house: House) -> None:
    match = house.ana.set_up()
    with house.ana.socket(match) as playing, ExitStack() as stack:
        playing.hello()
        lines = [stack.enter_context(dial(house, "127.0.0.1")) for _ in range(60)]
        ended(lines, 40)
        playing.say("ping")
        playing.until("pong")
