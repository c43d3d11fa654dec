"""Limits: how often and how many at once, so that nobody can take the table from the others.

A bucket holds so many tickets and is refilled evenly; whoever finds none is told how long to wait. What people do never
comes near, thirty behind one address either; what programs do may, so a server for them can be started without limits.
Whoever has a whole IPv6 network has as many addresses as they like, so networks are counted as well.
"""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TypeVar

from starlette.requests import HTTPConnection

from sobremesa.server.refusals import Refused

SIXTY_FOUR = 64
"""How many bits of an address of the newer kind a house has; the rest is its own to choose."""
NETWORK_BITS = 48
"""How many bits the network has that a provider gives to one customer, with 65,536 houses in it."""
NETWORK_SHARE = 4
"""How many times the limits of one address hold for all addresses of such a network together."""
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
    greetings: Rate | None = Rate(10, 150)
    """Sockets that an address opens, one after another."""
    matches: Rate | None = Rate(12 / 60, 40)
    """Matches that an address sets up."""
    sockets: int | None = 120
    """Sockets that an address has open at once."""
    tabs: int | None = 3
    """Sockets that a guest has open at once at one match."""
    phrases: Rate | None = Rate(1, 5)
    """What a guest says to others."""
    names: Rate | None = Rate(6 / 60, 4)
    """Other names that a guest takes, and that a seat is given."""
    bots: Rate | None = Rate(6 / 60, 6)
    """Tokens for bots from outside that an address asks for."""
    tales: Rate | None = Rate(5, 40)
    """Logs, replays and records that an address asks for: a match is played again for each."""
    pages: Rate | None = Rate(150, 3_000)
    """Pages, files of the client, words and pictures that an address asks for; a first page has some 80 of them."""
    reads: Rate | None = Rate(40, 300)
    """What else an address asks to be told."""
    heavy: Rate | None = Rate(10, 120)
    """What of it takes a while to find: lessons, logs, replays and records."""
    writes: Rate | None = Rate(5, 120)
    """What an address asks to be changed over HTTP."""
    orders: Rate | None = Rate(100, 300)
    """Commands of an address over HTTP; those of a guest have the same limit as over sockets."""
    thinking: Rate | None = Rate(0.5, 40)
    """Seconds of thinking for the tables of an address, for each worker; what is beyond waits its turn."""
    thinking_table: Rate | None = Rate(0.5, 20)
    """The same for one table."""
    connections: int | None = 240
    """Connections that an address has open at once over HTTP."""
    guesses: Rate | None = Rate(0.05, 10)
    """Wrong words of the club that an address says."""


UNLIMITED = Limits(**{limit.name: None for limit in fields(Limits)})


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
        """Take a ticket; if there is none, return after how many seconds there will be.

        Of an IPv6 address its network must have one as well; whoever is refused has taken neither.
        """
        if self.rate is None:
            return 0.0
        now, shares = self.clock(), _shares(who)
        if wait := max(self._lacking(each, share) for each, share in shares.items()):
            return wait
        for each, share in shares.items():
            self._note(each, self._full(each, now) + 1 / (self.rate.each_second * share), now)
        return 0.0

    def has_some(self, who: str) -> bool:
        """Tell whether anything is left, of an IPv6 address also of its network."""
        return self.rate is None or all(self._left(each, share) > 0 for each, share in _shares(who).items())

    def spend(self, who: str, amount: float) -> None:
        """Take any amount, even more than is left; nobody owes more than a full bucket."""
        if self.rate is None:
            return
        now = self.clock()
        for each, share in _shares(who).items():
            rate, most = self.rate.each_second * share, self.rate.at_once * share
            self._note(each, min(self._full(each, now) + amount / rate, now + 2 * most / rate), now)

    def _left(self, who: str, share: int) -> float:
        assert self.rate is not None  # noqa: S101 - nobody lacks anything otherwise
        now = self.clock()
        return share * (self.rate.at_once - (self._full(who, now) - now) * self.rate.each_second)

    def _lacking(self, who: str, share: int) -> float:
        assert self.rate is not None  # noqa: S101 - nobody lacks anything otherwise
        left = self._left(who, share)
        return math.ceil((1 - left) / (self.rate.each_second * share) * 1000) / 1000 if left < 1 - MIN_WAIT else 0.0

    def _note(self, who: str, full_at: float, now: float) -> None:
        self._full_at[who] = full_at
        if len(self._full_at) > MAX_KNOWN:
            self._full_at = {name: at for name, at in self._full_at.items() if at > now}

    def _full(self, who: str, now: float) -> float:
        return max(self._full_at.get(who, now), now)

    def put_back(self, who: str) -> None:
        """Put back a ticket that was taken."""
        for each, share in ((who, 1), (network_of(who), NETWORK_SHARE)):
            if self.rate is not None and each in self._full_at:
                self._full_at[each] -= 1 / (self.rate.each_second * share)


def _shares(who: str) -> dict[str, int]:
    """Return whose buckets somebody takes from, and how many times the rate each of them has."""
    network = network_of(who)
    return {who: 1, network: NETWORK_SHARE} if network else {who: 1}


REQUESTS = ("pages", "reads", "heavy", "writes", "orders")
"""Kinds of requests over HTTP, each with a limit of that name."""


class Counts:
    """How many somebody has at once, by address and by network.

    >>> counts = Counts(2)
    >>> [counts.add("192.0.2.1") for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, most: int | None) -> None:
        self.most = most
        self._counted: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._counted)

    def add(self, who: str) -> bool:
        """Count one more, unless there are as many as there may be; tell whether it was counted."""
        network = network_of(who)
        if self.most is not None and (
            self._counted[who] >= self.most or self._counted[network] >= self.most * NETWORK_SHARE
        ):
            return False
        self._counted[who] += 1
        if network:
            self._counted[network] += 1
        return True

    def remove(self, who: str) -> None:
        """Count one less."""
        # Who has gone is forgotten, so that nothing grows with the number of those who came.
        for each in filter(None, (who, network_of(who))):
            _take(self._counted, each)


class Door:
    """This lets in whoever keeps to the limits."""

    def __init__(self, limits: Limits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits or Limits()
        self._commands = Buckets(self.limits.commands, clock)
        self._greetings = Buckets(self.limits.greetings, clock)
        self._matches = Buckets(self.limits.matches, clock)
        self._phrases = Buckets(self.limits.phrases, clock)
        self._names = Buckets(self.limits.names, clock)
        self._bots = Buckets(self.limits.bots, clock)
        self._tales = Buckets(self.limits.tales, clock)
        self._requests = {kind: Buckets(getattr(self.limits, kind), clock) for kind in REQUESTS}
        self._guesses = Buckets(self.limits.guesses, clock)
        self._sockets = Counts(self.limits.sockets)
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
        if guest and self.limits.tabs is not None and self._tabs[tab] >= self.limits.tabs:
            raise Hurried("too_many_tabs", TAB_WAIT)
        if not self._sockets.add(address):
            raise Hurried("too_many_sockets", TAB_WAIT)
        self._tabs[tab] += 1
        try:
            yield
        finally:
            self._sockets.remove(address)
            _take(self._tabs, tab)

    def request(self, kind: str, address: str) -> None:
        """Let a request over HTTP of one of the kinds pass; Hurried if it comes too soon."""
        if wait := self._requests[kind].wait(address):
            raise Hurried("too_fast", wait)

    def command(self, who: str) -> None:
        """This lets a command pass; Hurried if it comes too soon."""
        if wait := self._commands.wait(who):
            raise Hurried("too_fast", wait)

    def phrase(self, who: str) -> None:
        """This lets somebody say something; Hurried if it comes too soon."""
        if wait := self._phrases.wait(who):
            raise Hurried("too_talkative", wait)

    def rename(self, guest: str, seat: str) -> None:
        """Let somebody give a seat another name; Hurried if either comes too soon."""
        if wait := self._names.wait(guest):
            raise Hurried("too_many_names", wait)
        if wait := self._names.wait(seat):
            self._names.put_back(guest)
            raise Hurried("too_many_names", wait)

    def create(self, address: str) -> None:
        """This lets a match be set up; Hurried if it comes too soon."""
        if wait := self._matches.wait(address):
            raise Hurried("too_many_matches", wait)

    def create_bot(self, address: str) -> None:
        """This lets a token be made for a bot from outside; Hurried if it comes too soon."""
        if wait := self._bots.wait(address):
            raise Hurried("too_many_new_bots", wait)

    def guess(self, address: str) -> None:
        """Let somebody try a word of the club; Hurried if there were many wrong ones."""
        if wait := self._guesses.wait(address):
            raise Hurried("too_many_words", wait)

    def take_back_guess(self, address: str) -> None:
        """Forget a try that was right."""
        self._guesses.put_back(address)

    def tell(self, address: str) -> None:
        """This lets a match be told again; Hurried if it comes too soon."""
        if wait := self._tales.wait(address):
            raise Hurried("too_fast", wait)


def _take(counted: "Counter[Key]", key: Key) -> None:
    counted[key] -= 1
    if not counted[key]:
        del counted[key]


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return the network to which an IPv6 address belongs, as `address_of` gives it; of others an empty text.

    >>> network_of("2001:db8:1:2::/64"), network_of("192.0.2.1")
    ('2001:db8:1::/48', '')
    """
    if not address.endswith(f"/{SIXTY_FOUR}"):
        return ""
    try:
        return str(ip_network(address).supernet(new_prefix=NETWORK_BITS))
    except ValueError:
        return ""


def address_of(connection: HTTPConnection) -> str:
    """This is from where somebody asks: an address, or for the newer kind the house to which it belongs."""
    return address_for(connection.client.host if connection.client else "")


@lru_cache(4096)
def address_for(host: str) -> str:
    """Return the address under which a host is limited."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((int(address), SIXTY_FOUR), strict=False))
    return str(address)
