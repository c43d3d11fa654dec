"""Traffic: HTTP requests, counted by the template of their route (never by their path), method and status."""

import time
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sobremesa.server.prometheus import OTHER, Registry

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
"""Methods that are told apart."""
UNROUTED = "none"
"""The route of requests that lead nowhere, or were refused before anybody looked where they lead."""
UNANSWERED = "none"
"""The status of requests whose askers went before there was an answer."""
STREAM = b"text/event-stream"
"""The type of answers that last as long as somebody listens; how long says nothing."""


class Traffic:
    """HTTP metrics."""

    def __init__(self, registry: Registry) -> None:
        self.requests = registry.counter(
            "sobremesa_http_requests_total", "requests answered, by class of status", "route", "method", "status"
        )
        self.seconds = registry.histogram(
            "sobremesa_http_request_seconds", "from a request to the end of its answer, but for streams", "route"
        )
        self.sent = registry.counter("sobremesa_http_sent_bytes_total", "bytes of bodies of answers", "route")
        self.received = registry.counter("sobremesa_http_received_bytes_total", "bytes of bodies of requests", "route")
        self.running = registry.gauge("sobremesa_http_requests_running", "requests that are being answered")

    async def measure(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Let an app answer a request, and count it."""
        exchange = Exchange(receive, send)
        began = time.perf_counter()
        self.running.inc()
        try:
            await app(scope, exchange.receive, exchange.send)
        finally:
            self.running.dec()
            self._count(scope, exchange, time.perf_counter() - began)

    def _count(self, scope: Scope, exchange: "Exchange", seconds: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in METHODS else OTHER
        self.requests.inc(route, method, class_of(exchange.status))
        self.sent.inc(route, by=exchange.sent)
        if exchange.received:
            self.received.inc(route, by=exchange.received)
        if not exchange.is_stream:
            self.seconds.observe(seconds, route)


class Exchange:
    """A request and its answer, with the bytes of both."""

    __slots__ = ("_receive", "_send", "is_stream", "received", "sent", "status")

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self.status = 0
        self.is_stream = False
        self.received = 0
        self.sent = 0

    async def receive(self) -> Message:
        """Pass on what comes."""
        message = await self._receive()
        self.received += len(message.get("body", b""))
        return message

    async def send(self, message: Message) -> None:
        """Pass on what is sent."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.is_stream = (b"content-type", STREAM) in message["headers"]
        await self._send(message)
        self.sent += len(message.get("body", b""))


def route_of(scope: Scope) -> str:
    """Return the template of the route to which a request leads."""
    route: Any = scope.get("route")
    return getattr(route, "path", UNROUTED)


def class_of(status: int) -> str:
    """Return the class of a status.

    >>> class_of(404), class_of(0)
    ('4xx', 'none')
    """
    return f"{status // 100}xx" if status else UNANSWERED
