"""Connections: how many an address may have open over HTTP, and how many at all may keep the server waiting.

A connection waits until its whole request has come: one that sends nothing, half a head, or half a body. When there are
too many of those, the one that has waited longest is cut: whoever means well has sent a request by then.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Protocol

from sobremesa.server.limits import Counts, address_for
from sobremesa.server.prometheus import Registry
from sobremesa.server.proxies import Proxies, parse_address

MAX_WAITING = 1000
"""Connections whose request has not come yet."""


class Connection(Protocol):
    """What is known of a connection."""

    def cut(self) -> None:
        """End it at once."""


class Connections:
    """All connections over HTTP; proxies that are trusted have as many as they like."""

    def __init__(self, most: int | None = None, trusts: Callable[[str], bool] = lambda _: False) -> None:
        self.cut: Counter[str] = Counter()
        """Connections that were cut: too many of an address, or they had waited longest."""
        self._counts = Counts(most)
        self._trusts = trusts
        self._open: dict[Connection, str] = {}
        """The address of each; empty for those that are not counted."""
        self._waiting: OrderedDict[Connection, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    @property
    def waiting(self) -> int:
        """How many wait for their request."""
        return len(self._waiting)

    def register(self, registry: Registry) -> None:
        """Register how many there are."""
        registry.gauge("sobremesa_connections", "connections over HTTP that are open", read=lambda: len(self))
        registry.gauge(
            "sobremesa_connections_waiting", "those whose request has not come yet", read=lambda: self.waiting
        )
        registry.counter(
            "sobremesa_connections_cut_total", "connections cut: many, waiting", "reason", read=lambda: self.cut
        )

    def open(self, connection: Connection, host: str) -> bool:
        """Count a connection; tell whether its address may have another one."""
        address = "" if self._trusts(host) else address_for(host)
        if address and not self._counts.add(address):
            self.cut["many"] += 1
            return False
        self._open[connection] = address
        return True

    def close(self, connection: Connection) -> None:
        """Count a connection no longer."""
        self._waiting.pop(connection, None)
        if address := self._open.pop(connection, ""):
            self._counts.remove(address)

    def wait(self, connection: Connection) -> None:
        """Note that the request of a connection has not come yet; if too many wait, the first of them is cut."""
        if connection in self._waiting or connection not in self._open:
            return
        self._waiting[connection] = None
        if len(self._waiting) > MAX_WAITING:
            longest, _ = self._waiting.popitem(last=False)
            self.cut["waiting"] += 1
            longest.cut()

    def serve(self, connection: Connection) -> None:
        """Note that the whole request of a connection has come."""
        self._waiting.pop(connection, None)


def connections(most: int | None, proxies: Proxies) -> Connections:
    """Return the connections of a server that trusts some proxies."""
    return Connections(most, lambda host: proxies.trusts(parse_address(host)))
