"""The house: who may open it, at which address, for which tables, and until when."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.requests import HTTPConnection

from sobremesa.core.rules import OVER
from sobremesa.server import house
from sobremesa.server.house import LINGER, House
from sobremesa.server.refusals import Refused
from tests.server.company import PATIENCE


class Listening:
    """A listener that only notes whether it is open."""

    def __init__(self, host: str, port: int) -> None:
        self.address = (host, port or 4321)
        self.is_open = True

    def close(self) -> None:
        """Stop listening."""
        self.is_open = False


def make(address: str = "192.168.1.7", taken: tuple[int, ...] = ()) -> tuple[House, list[Listening]]:
    made: list[Listening] = []

    async def listen(host: str, port: int) -> Listening:
        if port in taken:
            raise Refused("port_taken", port=port)
        made.append(Listening(host, port))
        return made[-1]

    return House(listen, 7341, address=lambda: address), made


def connection(client: str = "127.0.0.1", host: str = "127.0.0.1:7341", **headers: str) -> HTTPConnection:
    named = {"host": host, **headers}
    scope: dict[str, Any] = {"type": "http", "client": (client, 1), "server": (host.partition(":")[0], 7341)}
    scope["headers"] = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]
    return HTTPConnection(scope)


def test_only_this_machine_may_open_it() -> None:
    opened, _ = make()

    assert opened.may_open(connection())
    assert not opened.may_open(connection(client="192.168.1.9"))
    assert not opened.may_open(connection(x_forwarded_for="192.168.1.9"))


def test_it_is_open_until_it_is_closed_to_every_table() -> None:
    opened, made = make()

    async def play() -> None:
        await opened.open("one")
        await opened.open("two")
        assert (opened.site, opened.is_for("one"), opened.is_for("three")) == ("http://192.168.1.7:7341", True, False)
        opened.check(connection(client="192.168.1.9", host="192.168.1.7:7341"))
        assert not opened.may_open(connection(host="192.168.1.7:7341"))
        opened.close("one")
        assert opened.site
        opened.close("two")

    asyncio.run(play())
    assert [listening.is_open for listening in made] == [False]
    assert opened.site == ""
    opened.check(connection())
    with pytest.raises(Refused, match="not open to the house"):
        opened.check(connection(client="192.168.1.9", host="192.168.1.7:7341"))


def test_another_port_will_do() -> None:
    opened, _ = make(taken=(7341,))

    async def play() -> str:
        await opened.open("one")
        site = opened.site
        opened.shut()
        return site

    assert asyncio.run(play()) == "http://192.168.1.7:4321"


def test_without_a_network_it_stays_closed() -> None:
    opened, made = make(address="")

    with pytest.raises(Refused, match="in no network"):
        asyncio.run(opened.open("one"))
    assert not made


def test_it_closes_a_while_after_the_table_has_ended_unless_there_is_a_rematch() -> None:
    opened, _ = make()
    rooms: dict[str, Any] = {"one": SimpleNamespace(course=SimpleNamespace(actor=0), rematch="")}
    opened.known = rooms.get

    async def play() -> None:
        await opened.open("one")
        opened.look(1000)
        rooms["one"].course.actor = OVER
        opened.look(1000 + LINGER)
        assert opened.is_for("one")
        rooms["one"].rematch = "again"
        opened.look(1001 + LINGER)
        assert (opened.is_for("one"), opened.is_for("again")) == (False, True)
        opened.look(1002 + 2 * LINGER)
        assert not opened.is_for("again")
        opened.shut()

    asyncio.run(play())


def test_it_shuts_when_no_table_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "POLL", 0.001)
    monkeypatch.setattr(house, "LINGER", 0.0)
    opened, made = make()

    async def play() -> None:
        await opened.open("one")
        while opened.site:
            await asyncio.sleep(0.001)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))
    assert not made[0].is_open


def test_the_address_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOBREMESA_HOUSE", "127.0.0.2")

    assert house.own_address() == "127.0.0.2"
