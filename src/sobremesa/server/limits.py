"""Limits: how often and how many at once, so that nobody can take the table from the others.

A bucket holds so many tickets and is refilled evenly; whoever finds none is told how long to wait. What people do never
comes near; what programs do may, so a server for them can be started without limits.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TypeVar

from starlette.requests import HTTPConnection

from sobremesa.server.refusals import Refused

SIXTY_FOUR = 64
"""How many bits of an address of the newer kind a house has; the rest is its own to choose."""
MAX_KNOWN = 10_000
"""How many buckets are kept before those that are full again are thrown away."""
MIN_WAIT = 0.001
"""Seconds; below that a bucket is not asked to tell a difference."""
TAB_WAIT = 5
"""Seconds after which it makes sense to try again where too many lines are open."""


Key = TypeVar("Key")


class Hurried(Refused):
    """This is raised where somebody asks too often, or has too much at once; they may come back after some seconds."""

    def __init__(self, name: str, /, retry_after: float) -> None:
        self.retry_after = max(1, math.ceil(retry_after))
        super().__init__(name, status=429, seconds=self.retry_after)


@dataclass(frozen=True, slots=True)
class Rate:
    """This is how many a second for long, and how many at once."""

    each_second: float
    at_once: int


@dataclass(frozen=True, slots=True)
class Limits:
    """This is what one may do; None is as much as one likes."""

    commands: Rate | None = Rate(10, 20)
    """What a guest asks for over its sockets."""
    greetings: Rate | None = Rate(10, 40)
    """Sockets that an address opens, one after another."""
    matches: Rate | None = Rate(6 / 60, 6)
    """Matches that an address sets up."""
    sockets: int | None = 20
    """Sockets that an address has open at once."""
    tabs: int | None = 3
    """Sockets that a guest has open at once at one match."""
    phrases: Rate | None = Rate(1, 5)
    """What a guest says to others."""
    bots: Rate | None = Rate(6 / 60, 6)
    """Tokens for bots from outside that an address asks for."""
    tales: Rate | None = Rate(5, 40)
    """Logs, replays and records that an address asks for: a match is played again for each."""


UNLIMITED = Limits(None, None, None, None, None, None, None, None)


class Buckets:
    """This is a bucket for everybody who asks for the same kind of thing.

    >>> now = 0.0
    >>> buckets = Buckets(Rate(10, 2), lambda: now)
    >>> [buckets.wait("ana") for _ in range(3)]
    [0.0, 0.0, 0.1]
    >>> now = 0.1
    >>> buckets.wait("ana"), buckets.wait("bea")
    (0.0, 0.0)
    """

    def __init__(self, rate: Rate | None, clock: Callable[[], float]) -> None:
        self.rate = rate
        self.clock = clock
        self._full_at: dict[str, float] = {}
        """When the bucket of somebody will be full again; whoever is not named has a full one."""

    def wait(self, who: str) -> float:
        """This takes a ticket; if there is none, it returns after how many seconds there will be."""
        if self.rate is None:
            return 0.0
        now = self.clock()
        full_at = max(self._full_at.get(who, now), now)
        left = self.rate.at_once - (full_at - now) * self.rate.each_second
        if left < 1 - MIN_WAIT:
            return math.ceil((1 - left) / self.rate.each_second * 1000) / 1000
        self._full_at[who] = full_at + 1 / self.rate.each_second
        if len(self._full_at) > MAX_KNOWN:
            self._full_at = {name: at for name, at in self._full_at.items() if at > now}
        return 0.0


class Door:
    """This lets in whoever keeps to the limits."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits or Limits()
        self._commands = Buckets(self.limits.commands, clock)
        self._greetings = Buckets(self.limits.greetings, clock)
        self._matches = Buckets(self.limits.matches, clock)
        self._phrases = Buckets(self.limits.phrases, clock)
        self._bots = Buckets(self.limits.bots, clock)
        self._tales = Buckets(self.limits.tales, clock)
        self._sockets: Counter[str] = Counter()
        self._tabs: Counter[tuple[str, str]] = Counter()
        self.revoked: set[str] = set()
        """Bots from outside whose tokens do not count any more, by digest."""

    def admit(self, guest: str) -> None:
        """This refuses a bot from outside whose token was revoked."""
        if guest in self.revoked:
            raise Refused("revoked", status=401)

    @contextmanager
    def visit(self, address: str, match: str, guest: str) -> Iterator[None]:
        """This counts a socket as long as it is open; Hurried if there are too many."""
        if wait := self._greetings.wait(address):
            raise Hurried("too_fast", wait)
        tab = (match, guest)
        if self.limits.sockets is not None and self._sockets[address] >= self.limits.sockets:
            raise Hurried("too_many_sockets", TAB_WAIT)
        if guest and self.limits.tabs is not None and self._tabs[tab] >= self.limits.tabs:
            raise Hurried("too_many_tabs", TAB_WAIT)
        self._sockets[address] += 1
        self._tabs[tab] += 1
        try:
            yield
        finally:
            # Who has gone is forgotten, so that nothing grows with the number of those who came.
            _take(self._sockets, address)
            _take(self._tabs, tab)

    def command(self, who: str) -> None:
        """This lets a command pass; Hurried if it comes too soon."""
        if wait := self._commands.wait(who):
            raise Hurried("too_fast", wait)

    def phrase(self, who: str) -> None:
        """This lets somebody say something; Hurried if it comes too soon."""
        if wait := self._phrases.wait(who):
            raise Hurried("too_talkative", wait)

    def create(self, address: str) -> None:
        """This lets a match be set up; Hurried if it comes too soon."""
        if wait := self._matches.wait(address):
            raise Hurried("too_many_matches", wait)

    def create_bot(self, address: str) -> None:
        """This lets a token be made for a bot from outside; Hurried if it comes too soon."""
        if wait := self._bots.wait(address):
            raise Hurried("too_many_new_bots", wait)

    def tell(self, address: str) -> None:
        """This lets a match be told again; Hurried if it comes too soon."""
        if wait := self._tales.wait(address):
            raise Hurried("too_fast", wait)


def _take(counted: "Counter[Key]", key: Key) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]


def address_of(connection: HTTPConnection) -> str:
    """This is from where somebody asks: an address, or for the newer kind the house to which it belongs."""
    host = connection.client.host if connection.client else ""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((int(address), SIXTY_FOUR), strict=False))
    return str(address)
