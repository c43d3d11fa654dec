"""Metrics: how the server fares, in numbers that whoever runs it can watch. They tell nothing of any match or guest."""

from collections import Counter, deque
from collections.abc import Iterator
from ipaddress import ip_address

from starlette.requests import HTTPConnection

RECENT = 4096
"""Of how many of the last times quantiles are taken."""
QUANTILES = (0.5, 0.9, 0.99)
FORWARDED = ("forwarded", "x-forwarded-for", "via")
"""What a proxy adds: then it is not this machine that asks, even if it looks so."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Timings:
    """This is how long something took: in all, and lately.

    >>> timings = Timings()
    >>> for number in range(100):
    ...     timings.add(number / 100)
    >>> timings.quantile(0.5), timings.quantile(0.99), timings.count
    (0.5, 0.99, 100)
    """

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self._recent: deque[float] = deque(maxlen=RECENT)

    def add(self, seconds: float) -> None:
        """This adds one."""
        self.count += 1
        self.total += seconds
        self._recent.append(seconds)

    def quantile(self, share: float) -> float:
        """This is what that share of the last ones did not exceed; 0 if there was none."""
        ordered = sorted(self._recent)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


class Metrics:
    """This is everything that is counted."""

    def __init__(self) -> None:
        self.sockets = 0
        self.answers = Timings()
        """From a command that was read to its answer."""
        self.commands: Counter[str] = Counter()
        """Commands that were carried out, by kind."""
        self.refused: Counter[str] = Counter()
        """What was refused, by reason."""
        self.slow = 0
        """Clients that were let go because they did not read."""

    def text(self, commits: Timings, events: int, waiting: int, rooms: int) -> str:
        """This is everything as Prometheus reads it, with what the store and the rooms say."""
        lines = [
            *_many("commands_total", "counter", "commands carried out", "kind", self.commands),
            *_many("refusals_total", "counter", "commands and requests refused", "reason", self.refused),
            *_one("moves_total", "counter", "moves that people made", self.commands["move"]),
            *_one("events_total", "counter", "events written to logs", events),
            *_one("sockets", "gauge", "sockets that are open", self.sockets),
            *_one("rooms", "gauge", "matches that are in memory", rooms),
            *_one("slow_readers_total", "counter", "clients let go because they did not read", self.slow),
            *_one("store_queue", "gauge", "batches that wait for the disk", waiting),
            *_times("answer_seconds", "from a command to its answer", self.answers),
            *_times("commit_seconds", "how long a commit takes", commits),
        ]
        return "\n".join(lines) + "\n"


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP sobremesa_{name} {about}"
    yield f"# TYPE sobremesa_{name} {kind}"


def _one(name: str, kind: str, about: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, about)
    yield f"sobremesa_{name} {value:g}" if isinstance(value, float) else f"sobremesa_{name} {value}"


def _many(name: str, kind: str, about: str, label: str, values: Counter[str]) -> Iterator[str]:
    yield from _head(name, kind, about)
    for each, value in sorted(values.items()):
        yield f'sobremesa_{name}{{{label}="{each}"}} {value}'


def _times(name: str, about: str, timings: Timings) -> Iterator[str]:
    yield from _head(name, "summary", about)
    for share in QUANTILES:
        yield f'sobremesa_{name}{{quantile="{share:g}"}} {timings.quantile(share):.6f}'
    yield f"sobremesa_{name}_sum {timings.total:.6f}"
    yield f"sobremesa_{name}_count {timings.count}"


def is_near(connection: HTTPConnection) -> bool:
    """This tells whether it is surely this machine that asks."""
    host = connection.client.host if connection.client else ""
    try:
        is_here = ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
    return is_here and not any(name in connection.headers for name in FORWARDED)
