"""Hosts: the table answers under its own names alone, so that no other site can pretend to be it."""

import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sobremesa.server.hosts import Hosts
from sobremesa.server.refusals import Refused
from tests.server.company import ANYBODY, ME, PATIENCE, House

FOREIGN = (
    "elsewhere.example",
    "127.0.0.1.elsewhere.example:7341",
    "localhost.elsewhere.example",
    "notlocalhost",
    "mesa.example",
    "",
    "a:b",
    "localhost:7341:7341",
    "[elsewhere.example]",
    "[::1",
    "ñ.example",
)


@pytest.mark.parametrize(
    "asked",
    [
        "localhost",
        "LocalHost:80",
        "localhost.:7341",
        "table.localhost:7341",
        "127.0.0.1:7341",
        "[::1]:7341",
        "192.168.1.20:7341",
        socket.gethostname(),
        f"{socket.gethostname().partition('.')[0]}.local:7341",
    ],
)
def test_the_machine_and_addresses_are_known(asked: str) -> None:
    assert Hosts().knows(asked)


@pytest.mark.parametrize("asked", FOREIGN)
def test_other_names_are_not(asked: str) -> None:
    assert not Hosts("127.0.0.1").knows(asked)


def test_it_has_the_names_that_it_is_given() -> None:
    hosts = Hosts("table.house", ["Mesa.Example", "año.example"])

    for asked in ("mesa.example", "mesa.example:443", "xn--ao-zja.example", "table.house:7341"):
        assert hosts.knows(asked)


@pytest.mark.parametrize("given", ["", "mesa.example:80", "https://mesa.example", "me sa", "ñ" * 70, ".", "a..b"])
def test_what_can_be_no_name_is_refused(given: str) -> None:
    with pytest.raises(Refused, match="cannot be a name"):
        Hosts("127.0.0.1", [given])


@pytest.fixture
def named(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "data", hosts=Hosts("127.0.0.1", ["mesa.example"]))
    yield made
    made.close()


def test_a_page_whose_name_points_here_learns_nothing(named: House) -> None:
    """It may even say that it comes from itself: its reader's browser believes that this is one site."""
    match = named.ana.set_up(ME, ANYBODY)
    headers = {"host": "elsewhere.example:7341", "origin": "http://elsewhere.example:7341", "accept-language": "es"}

    for path in ("/", "/api/matches", f"/api/matches/{match}", "/client/main.js", "/nowhere"):
        answer = named.ana.http.get(path, headers=headers)
        assert (answer.status_code, answer.headers["x-content-type-options"]) == (403, "nosniff")
        assert answer.text == (
            "Esta mesa no se conoce como elsewhere.example. "
            "Ábrela por su dirección, o iníciala con --name elsewhere.example."
        )
    wish = {"game": "sequence-dice", "seats": [ME, ANYBODY]}
    assert named.ana.http.post("/api/matches", json=wish, headers=headers).status_code == 403
    assert len(named.ana.http.get("/api/matches").json()) == 1


def socket_at(house: House, name: str, match: str) -> ClientConnection:
    """A connection of a page of a site of some name, which points here."""
    address = httpx.URL(house.address)
    line = socket.create_connection((address.host, address.port or 80))
    return connect(
        f"ws://{name}/ws/{match}", sock=line, origin=Origin(f"http://{name}"), compression=None, open_timeout=PATIENCE
    )


def test_a_page_whose_name_points_here_gets_no_socket(named: House) -> None:
    match = named.ana.set_up()
    with pytest.raises(InvalidStatus) as refused, socket_at(named, "elsewhere.example:7341", match):
        pass
    with socket_at(named, "mesa.example", match):
        pass
    assert refused.value.response.status_code == 403


def test_a_name_of_its_own_is_answered(named: House) -> None:
    headers = {"host": "mesa.example", "origin": "http://mesa.example"}
    wish = {"game": "sequence-dice", "seats": [ME, ANYBODY]}

    assert named.ana.http.get("/healthz", headers=headers).json() == {"ok": True}
    made = named.ana.http.post("/api/matches", json=wish, headers=headers)
    assert made.status_code == 201
    foreign = headers | {"origin": "http://elsewhere.example"}
    assert named.ana.http.post("/api/matches", json=wish, headers=foreign).json()["error"]["say"] == "server.foreign"


def test_who_gives_no_name_is_not_answered(named: House) -> None:
    address = httpx.URL(named.address)
    with socket.create_connection((address.host, address.port or 80)) as line:
        line.sendall(b"GET /healthz HTTP/1.0\r\n\r\n")
        assert b" 403 " in line.recv(4096).splitlines()[0]
