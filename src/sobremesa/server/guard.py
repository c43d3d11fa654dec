"""Guard: what comes before every route: proxies, the base path, our names, tokens, and headers of every answer."""

import contextlib
import re
from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from sobremesa.server import console
from sobremesa.server.admission import Admission
from sobremesa.server.asking import check_origin, language_of
from sobremesa.server.base import enter, is_before
from sobremesa.server.faults import COUNTED, refuse_stranger
from sobremesa.server.guests import GUEST, Guests, migration
from sobremesa.server.hosts import Hosts
from sobremesa.server.house import House
from sobremesa.server.limits import address_of
from sobremesa.server.metrics import Metrics
from sobremesa.server.proxies import Proxies
from sobremesa.server.refusals import Refused
from sobremesa.server.settings import ServerSettings
from sobremesa.server.tokens import Tokens

HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer says; invites stand in addresses, so no other site may learn from where somebody comes."""

SOCKET = re.compile("/ws/([^/]+)")
"""The address of a match for those who play it or look on."""

Connect = Callable[[WebSocket, str], Awaitable[None]]
"""What serves the socket of a match."""


class Guarded:
    """This answers under our own names alone, and adds to every answer what keeps readers safe.

    Sockets leave here for their match; all else is for the rest.
    """

    def __init__(
        self,
        rest: Admission,
        socket: Connect,
        metrics: Metrics,
        hosts: Hosts,
        tokens: Tokens,
        guests: Guests,
        place: ServerSettings,
        house: House | None = None,
    ) -> None:
        self.proxies = Proxies(place.trusted_proxies)
        self.base = place.base_path
        self.rest = rest
        self.socket = socket
        self.hosts = hosts
        self.house = house
        self.tokens = tokens
        self.guests = guests
        self.counted = metrics
        self.headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """This passes everything on."""
        scope[COUNTED] = self.counted
        if scope["type"] != "lifespan":
            self.proxies.resolve(scope)
            enter(scope, self.base)
        if scope["type"] == "http":
            await self.counted.traffic.measure(self._answer, scope, receive, send)
        elif scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        else:
            await self.rest(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                moved = migration(connection) if GUEST in scope and _is_private(message["headers"]) else []
                message["headers"] = [*message["headers"], *self.headers, *moved]
            await send(message)

        try:
            self._check_host(scope)
        except Refused as refused:
            # No page of ours could be shown there, so the sentence has to do.
            said = refused.say(language_of(Request(scope)))
            await PlainTextResponse(said, refused.status)(scope, receive, guarded)
            return
        if is_before(scope):
            await RedirectResponse(self.base)(scope, receive, guarded)
            return
        if await self.rest.refuses(scope, receive, guarded):
            return
        try:
            if not scope["path"].startswith(f"{console.PATH}/"):
                # What is shown there is no bot's.
                self.tokens.recognise(connection)
        except Refused as refused:
            await (await refuse_stranger(Request(scope), refused))(scope, receive, guarded)
            return
        await self.guests.recognise(connection)
        # Starlette raises anew what it has answered; it was noted there.
        with contextlib.suppress(Exception):
            await self.rest(scope, receive, guarded)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            self._check_host(scope)
            check_origin(HTTPConnection(scope))
            self.rest.door.request("reads", address_of(HTTPConnection(scope)))
            self.tokens.recognise(HTTPConnection(scope))
            await self.guests.recognise(HTTPConnection(scope))
        except Refused as refused:
            # Whoever asks for a line is told why there is none, as if for a page.
            answer = await refuse_stranger(Request({**scope, "type": "http", "method": "GET"}), refused)
            answer.headers.update(HEADERS)
            await WebSocket(scope, receive, send).send_denial_response(answer)
            return
        if found := SOCKET.fullmatch(scope["path"]):
            # The way over the rest has a dozen stations, and each would stay in memory as long as the line.
            await self.socket(WebSocket(scope, receive, send), found[1])
        else:
            await self.rest(scope, receive, send)

    def _check_host(self, scope: Scope) -> None:
        connection = HTTPConnection(scope)
        self.hosts.check(connection.headers.get("host", ""))
        if self.house is not None:
            self.house.check(connection)


def _is_private(headers: list[tuple[bytes, bytes]]) -> bool:
    """Tell whether nobody but the reader keeps an answer, and it sets no cookie of its own."""
    names = dict(headers)
    return names.get(b"cache-control") == b"no-store" and b"set-cookie" not in names
