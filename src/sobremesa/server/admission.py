"""Admission: which requests over HTTP are served at once, which wait for their turn, and which are refused.

Every route belongs to a class with a rate limit by address. What takes a while to find has a few slots, shared fairly
among addresses, so that moves never wait for it. Whoever is refused is told so a moment later: then a program that asks
again at once, over many connections, costs next to nothing.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sobremesa.server.asked import LINE, Asked
from sobremesa.server.limits import Door, Hurried, address_of
from sobremesa.server.prometheus import Registry
from sobremesa.server.semaphore import FairSemaphore

STATIC = re.compile(r"/api/(words|rules|pictures|examples)/.*")
"""What is made once and then sent as it is."""
PROBES = ("/readyz", "/metrics")
"""What looks at the disk or counts, though it is no part of the API."""
HEAVY = re.compile(r"/api/(lessons/.*|matches/[^/]+/(log|replay|record))")
SLOTS = 1
"""How many requests of the class heavy are worked on at once."""
MOST_WAITING = 40
"""How many of them may wait for one address."""
DELAY: float = 1.0
"""Seconds after which whoever asks too often is told so."""

Refuse = Callable[[Request, Exception], Awaitable[Response]]


def class_of(method: str, path: str) -> str:
    """Return the class to which a request belongs; `limits.REQUESTS` lists them.

    >>> class_of("GET", "/client/main.js"), class_of("GET", "/api/games"), class_of("POST", "/api/matches")
    ('pages', 'reads', 'writes')
    """
    if method not in ("GET", "HEAD"):
        return "orders" if path.endswith("/commands") else "writes"
    if path not in PROBES and (not path.startswith("/api/") or STATIC.fullmatch(path)):
        return "pages"
    return "heavy" if HEAVY.fullmatch(path) else "reads"


class Admission:
    """The app behind it is asked only what keeps to the limits."""

    def __init__(self, rest: ASGIApp, door: Door, refuse: Refuse) -> None:
        self.rest = rest
        self.door = door
        self.refuse = refuse
        self.slots = FairSemaphore(SLOTS, MOST_WAITING)
        self.limited: Counter[str] = Counter()
        """Requests that were refused, by class."""

    def register(self, registry: Registry) -> None:
        """Register what is refused and what waits."""
        slots = self.slots
        registry.counter(
            "sobremesa_http_limited_total", "requests refused for their rate", "class", read=lambda: self.limited
        )
        registry.gauge("sobremesa_heavy_queue", "long answers that wait for a slot", read=lambda: slots.waiting)
        registry.summary("sobremesa_heavy_wait_seconds", "how long they waited", slots.waits)
        registry.counter(
            "sobremesa_heavy_dropped_total", "those that got no slot: full, gone", "reason", read=lambda: slots.dropped
        )

    async def refuses(self, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer a request that comes too soon, a moment later; tell whether it did. Nothing was looked up for it."""
        kind = class_of(scope["method"], scope["path"])
        try:
            self.door.request(kind, address_of(HTTPConnection(scope)))
        except Hurried as hurried:
            await self._refuse(kind, hurried, scope, receive, send)
            return True
        return False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, one that takes a while when its turn comes."""
        if scope["type"] != "http" or class_of(scope["method"], scope["path"]) != "heavy":
            await self.rest(scope, receive, send)
            return
        try:
            await self.slots.acquire(address_of(HTTPConnection(scope)))
        except Hurried as hurried:
            await self._refuse("heavy", hurried, scope, receive, send)
            return
        await self._in_turn(scope, receive, send)

    async def _refuse(self, kind: str, hurried: Hurried, scope: Scope, receive: Receive, send: Send) -> None:
        self.limited[kind] += 1
        await asyncio.sleep(DELAY)
        await (await self.refuse(Request(scope), hurried))(scope, receive, send)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in a slot, which is free again as soon as the answer is found: a slow reader keeps nobody waiting."""
        is_held = True

        def give_back() -> None:
            nonlocal is_held
            if is_held:
                is_held = False
                self.slots.release()

        async def freeing(message: Message) -> None:
            give_back()
            await send(message)

        try:
            line: Asked | None = scope.get(LINE)
            if line is not None and line.transport.is_closing():
                # Whoever asked has gone meanwhile.
                self.slots.dropped["gone"] += 1
                return
            await self.rest(scope, receive, freeing)
        finally:
            give_back()
