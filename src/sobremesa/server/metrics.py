"""Metrics: how the server fares, in numbers that whoever runs it can watch. They tell nothing of any match or guest.

Whatever has something to tell registers it in `Metrics.registry`; `docs/server.md` lists all of them, as a test checks.
"""

from importlib.metadata import version
from ipaddress import ip_address

from starlette.requests import HTTPConnection

from sobremesa.server import process
from sobremesa.server.lag import Lag
from sobremesa.server.prometheus import Registry, Timings
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Store
from sobremesa.server.traffic import Traffic

FORWARDED = ("forwarded", "x-forwarded-for", "via")
"""What a proxy adds: then it is not this machine that asks, even if it looks so."""


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.registry = registry = Registry()
        about = {version("sobremesa"): 1}
        registry.gauge("sobremesa_info", "version that runs", "version", read=lambda: about)
        self.commands = registry.counter("sobremesa_commands_total", "commands carried out", "kind")
        self.refusals = registry.counter("sobremesa_refusals_total", "commands and requests refused", "reason")
        registry.counter("sobremesa_moves_total", "moves that people made", read=lambda: self.commands.value("move"))
        self.sockets = registry.gauge("sobremesa_sockets", "sockets and streams that are open")
        self.slow_readers = registry.counter(
            "sobremesa_slow_readers_total", "clients disconnected because they did not read"
        )
        self.answers = Timings()
        registry.summary("sobremesa_answer_seconds", "from a command to its answer", self.answers)
        self.traffic = Traffic(registry)
        self.lag = Lag(registry)
        self.children = process.Children()
        process.register(registry, self.children)

    def watch(self, store: Store, rooms: Rooms) -> None:
        """Register what the store and the rooms tell."""
        registry = self.registry
        registry.gauge("sobremesa_rooms", "matches in memory", read=lambda: len(rooms))
        registry.counter("sobremesa_events_total", "events written to logs", read=lambda: store.written)
        registry.gauge("sobremesa_store_queue", "batches that wait for the disk", read=lambda: store.waiting)
        registry.summary("sobremesa_commit_seconds", "how long a commit takes", store.commits)


def is_near(connection: HTTPConnection) -> bool:
    """This tells whether it is surely this machine that asks."""
    host = connection.client.host if connection.client else ""
    try:
        is_here = ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
    return is_here and not any(name in connection.headers for name in FORWARDED)
