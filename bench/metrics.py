"""What metrics cost: microseconds for each request and each count, and for a scrape of a busy server."""

import asyncio
import time
from collections.abc import Callable

from starlette.types import Message, Receive, Scope, Send

from sobremesa.server.prometheus import Registry
from sobremesa.server.traffic import Traffic

TIMES = 50_000
ROUTES = 45
BEST_OF = 5


class Route:
    """A route as Starlette notes it."""

    def __init__(self, path: str) -> None:
        self.path = path


async def app(_: Scope, receive: Receive, send: Send) -> None:
    """Answer at once."""
    await receive()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"application/json")]})
    await send({"type": "http.response.body", "body": b"{}"})


async def receive() -> Message:
    """Give an empty body."""
    return {"type": "http.request", "body": b""}


async def send(_: Message) -> None:
    """Take anything."""


def best(work: Callable[[], object]) -> float:
    """Return how many microseconds some work takes each time, at best."""
    taken = []
    for _ in range(BEST_OF):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken) / TIMES * 1e6


def main() -> None:
    """Measure and print."""
    registry = Registry()
    traffic = Traffic(registry)
    scopes = [{"type": "http", "method": "GET", "route": Route(f"/api/{number}")} for number in range(ROUTES)]

    async def bare() -> None:
        for number in range(TIMES):
            await app(scopes[number % ROUTES], receive, send)

    async def measured() -> None:
        for number in range(TIMES):
            await traffic.measure(app, scopes[number % ROUTES], receive, send)

    counter = registry.counter("sobremesa_bench_total", "counted", "kind")

    def count() -> None:
        for _ in range(TIMES):
            counter.inc("move")

    without, within = best(lambda: asyncio.run(bare())), best(lambda: asyncio.run(measured()))
    print(f"a request: {within - without:.2f} µs more than {without:.2f} µs of an app that does nothing")
    print(f"a count: {best(count):.2f} µs")
    scrape = best(registry.text) * TIMES / 1000
    print(f"a scrape of {ROUTES} routes: {scrape:.1f} ms, {len(registry.text()) / 1024:.0f} KB")


if __name__ == "__main__":
    main()
