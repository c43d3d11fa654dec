"""Leaving: whoever goes has what was being found for them given up, over a socket and over HTTP."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server.thinking import Asker
from sobremesa.server.worker import Prospect
from tests.server.company import A_FRIEND, ME, PATIENCE, House, Quick


class Endless(Quick):
    """A crew that never finds a hint, and notes when nobody waits for one any more."""

    def __init__(self) -> None:
        super().__init__()
        self.askers: list[Asker] = []
        self.begun = threading.Event()
        self.given_up = threading.Event()

    async def hint(self, view: View, luck: Luck, asker: Asker) -> list[Prospect]:
        self.askers.append(asker)
        self.begun.set()
        try:
            await asyncio.sleep(PATIENCE)
        except asyncio.CancelledError:
            self.given_up.set()
            raise
        return []


@pytest.fixture
def crew() -> Endless:
    return Endless()


@pytest.fixture
def house(tmp_path: Path, crew: Endless) -> Iterator[House]:
    house = House(tmp_path, crew=crew)
    yield house
    house.close()


def test_a_socket_that_closes_gives_up_its_hint(house: House, crew: Endless) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.socket(match) as line:
        line.hello()
        line.say("hint", id="h")
        assert crew.begun.wait(PATIENCE)
        assert not crew.given_up.is_set()
    assert crew.given_up.wait(PATIENCE)
    assert (crew.askers[0].table, crew.askers[0].address) == (match, "127.0.0.1")


def test_a_request_that_is_dropped_gives_up_its_hint(house: House, crew: Endless) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    body = json.dumps({"t": "hint", "id": "h"})
    cookies = "; ".join(f"{name}={value}" for name, value in house.ana.http.cookies.items())
    head = (
        f"POST /api/matches/{match}/commands HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", int(house.address.rpartition(":")[2]))) as line:
        line.sendall((head + body).encode())
        assert crew.begun.wait(PATIENCE)
        assert not crew.given_up.is_set()
    assert crew.given_up.wait(PATIENCE)
