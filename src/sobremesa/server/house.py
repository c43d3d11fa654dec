"""House: a second listener, by which phones of the local network reach a server that was started for its own machine.

Whoever plays on this machine opens it from a table, for that table; it closes when they close it, or a while after the
table has ended or has been left. Nobody else can open it.
"""

import asyncio
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Protocol

from starlette.requests import HTTPConnection

from sobremesa.core.rules import OVER
from sobremesa.server import metrics
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room

ELSEWHERE = ("192.0.2.1", 9)
"""An address kept for documentation: nothing is ever sent there, but the system tells by which way it would be."""
ADDRESS = "SOBREMESA_HOUSE"
"""The setting that names the address of this machine in the house, where the system would name another."""
LINGER = 60.0
"""Seconds for which the house stays open after its last table: phones show the result, and may ask for a rematch."""
POLL = 1.0

log = logging.getLogger(__name__)


class Listener(Protocol):
    """A listening socket with its connections."""

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""

    def close(self) -> None:
        """Stop listening, and cut off those who came this way."""


Listen = Callable[[str, int], Awaitable[Listener]]
Known = Callable[[str], Room | None]


def own_address() -> str:
    """Return the address by which other machines of the house find this one; an empty text without a network.

    The system is asked by which address it would send something elsewhere; nothing is sent.
    """
    if chosen := os.environ.get(ADDRESS):
        return chosen
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(ELSEWHERE)
        except OSError:
            return ""
        found = str(way.getsockname()[0])
    return "" if ip_address(found).is_loopback else found


def is_loopback(host: str) -> bool:
    """Tell whether a server that listens to a host is reached from its own machine alone.

    >>> is_loopback("127.0.0.1"), is_loopback("localhost"), is_loopback("0.0.0.0"), is_loopback("mesa.example")
    (True, True, False, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class House:
    """Whether the house is open, for which tables, and at which address."""

    def __init__(self, listen: Listen, port: int, *, address: Callable[[], str] = own_address) -> None:
        self.listen = listen
        self.port = port
        self.find_address = address
        self.known: Known = lambda _: None
        self._listener: Listener | None = None
        self._seen: dict[str, float] = {}
        """The tables for which it is open, and when each was last seen to go on."""
        self._hosts: set[str] = set()
        """The addresses at which it was ever open."""
        self._watching: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()

    @property
    def site(self) -> str:
        """The site that phones open; an empty text while the house is closed."""
        if self._listener is None:
            return ""
        host, port = self._listener.address
        return f"http://{host}:{port}"

    def is_for(self, match: str) -> bool:
        """Tell whether the house is open for a table."""
        return self._listener is not None and match in self._seen

    def may_open(self, connection: HTTPConnection) -> bool:
        """Tell whether a connection comes from this machine itself, by its own address."""
        return metrics.is_near(connection) and not self._is_of_house(connection)

    def check(self, connection: HTTPConnection) -> None:
        """Refuse whoever asks by the address of the house while the house is closed."""
        if self._listener is None and self._is_of_house(connection):
            raise Refused("house_closed", status=403)

    def _is_of_house(self, connection: HTTPConnection) -> bool:
        host = connection.headers.get("host", "").rpartition(":")[0]
        here = (connection.scope.get("server") or ("", 0))[0]
        return bool(self._hosts & {host, here})

    async def open(self, match: str) -> None:
        """Open the house for a table; Refused if this machine is in no network."""
        async with self._lock:
            if self._listener is None:
                address = self.find_address()
                if not address:
                    raise Refused("house_nowhere", status=409)
                self._listener = await self._listen_at(address)
                self._hosts.add(address)
                log.info("the house is open at %s", self.site)
            self._seen[match] = time.monotonic()
            if self._watching is None:
                self._watching = asyncio.create_task(self._watch())

    async def _listen_at(self, address: str) -> Listener:
        try:
            return await self.listen(address, self.port)
        except Refused:
            # Somebody else has that port there; any other will do.
            return await self.listen(address, 0)

    def close(self, match: str) -> None:
        """Close the house to a table, and altogether if it is open for no other."""
        self._seen.pop(match, None)
        if not self._seen:
            self.shut()

    def shut(self) -> None:
        """Close the house altogether."""
        self._seen.clear()
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            log.info("the house is closed")

    def look(self, now: float) -> None:
        """Close the house to the tables that ended or were left a while ago; a rematch is the same table."""
        for match, seen in list(self._seen.items()):
            room = self.known(match)
            if room is not None and room.course.actor != OVER:
                self._seen[match] = now
            elif room is not None and room.rematch:
                del self._seen[match]
                self._seen.setdefault(room.rematch, now)
            elif now - seen > LINGER:
                del self._seen[match]

    async def _watch(self) -> None:
        while self._seen:
            await asyncio.sleep(POLL)
            self.look(time.monotonic())
        self._watching = None
        self.shut()
