"""Guest sessions: a cookie counts if this server issued it, or if the store knows whoever shows it.

A token is 128 random bits and their HMAC under the key of the server, so an invented one is found without looking
anything up. Tokens that are older than that, or were issued under a key that was lost, count as long as the store knows
their digest: nobody loses a seat. Over https the cookie has the prefix `__Host-`, so no other site of the same domain
can plant one; whoever comes there with the plain cookie is given the same token under the name with the prefix.
"""

import asyncio
import hmac
import secrets
from collections.abc import Callable

from starlette.requests import HTTPConnection
from starlette.responses import Response

from sobremesa.server import seats
from sobremesa.server.base import ROOT, base_of
from sobremesa.server.store import Store

COOKIE = "guest"
HOST_PREFIX, SECURE_PREFIX = "__Host-", "__Secure-"
"""Prefixes over https: the first is for the whole of a host, the second for one path of a host that others share."""
SECURE_COOKIE = f"{HOST_PREFIX}{COOKIE}"
COOKIE_SECONDS = 365 * 24 * 60 * 60
SECURE_SCHEMES = ("https", "wss")
MAC_BYTES = 16
BEARER = "sobremesa.bearer"
"""Scope entry: the token of a bot from outside, once it was found to be good."""
GUEST = "sobremesa.guest"
"""Scope entry: the token of the cookie, once it was found to be good; nothing if there is none."""
ISSUE = "sobremesa.issue"
"""Scope entry: the function that issues a new token."""


class Guests:
    """Issuer and verifier of guest tokens."""

    def __init__(self, key: bytes, store: Store) -> None:
        self._key = key
        self._store = store

    def issue(self) -> str:
        """Return a new token."""
        number = secrets.token_hex(seats.TOKEN_BYTES)
        return f"{number}.{self._mac(number)}"

    def is_issued(self, token: str) -> bool:
        """Tell whether a token was issued under the key of this server."""
        number, _, mac = token.partition(".")
        return seats.is_same(mac, self._mac(number))

    async def recognise(self, connection: HTTPConnection) -> None:
        """Note in the scope which guest token the connection shows, if any, and how to issue one."""
        connection.scope[ISSUE] = self.issue
        connection.scope[GUEST] = "" if BEARER in connection.scope else await self._shown(connection)

    async def _shown(self, connection: HTTPConnection) -> str:
        names = dict.fromkeys((cookie_name(connection, COOKIE), COOKIE))
        for token in filter(None, map(connection.cookies.get, names)):
            if self.is_issued(token) or await asyncio.to_thread(self._store.knows, seats.known_as(token)):
                return token
        return ""

    def _mac(self, number: str) -> str:
        return hmac.digest(self._key, f"guest/{number}".encode(), "sha256")[:MAC_BYTES].hex()


def is_secure(connection: HTTPConnection) -> bool:
    """Tell whether a connection is encrypted on its way to whoever asks."""
    return connection.url.scheme in SECURE_SCHEMES


def token_of(connection: HTTPConnection) -> str:
    """Return the token of whoever asks, or a new one."""
    scope = connection.scope
    if token := scope.get(BEARER) or scope[GUEST]:
        return str(token)
    issue: Callable[[], str] = scope[ISSUE]
    return issue()


def guest_of(connection: HTTPConnection) -> str:
    """Return the digest of whoever asks; nothing if there is neither a token nor a cookie that counts."""
    token = connection.scope.get(BEARER) or connection.scope[GUEST]
    return seats.known_as(token) if token else ""


def with_guest(connection: HTTPConnection, response: Response, token: str) -> Response:
    """Set the cookie of a guest who does not show it yet under the name that belongs to the scheme."""
    if BEARER not in connection.scope and cookie(connection, COOKIE) != token:
        set_cookie(connection, response, COOKIE, token)
    return response


def cookie_name(connection: HTTPConnection, name: str) -> str:
    """Return the name of a cookie with the prefix that belongs to the scheme and the base path."""
    if not is_secure(connection):
        return name
    return (HOST_PREFIX if base_of(connection) == ROOT else SECURE_PREFIX) + name


def cookie(connection: HTTPConnection, name: str) -> str:
    """Return what a cookie of ours says; nothing if it is not shown."""
    return connection.cookies.get(cookie_name(connection, name), "")


def set_cookie(connection: HTTPConnection, response: Response, name: str, value: str) -> None:
    """Set a cookie of ours, for the table alone where others share its host."""
    response.set_cookie(
        cookie_name(connection, name),
        value,
        max_age=COOKIE_SECONDS,
        path=base_of(connection),
        secure=is_secure(connection),
        httponly=True,
        samesite="lax",
    )


def migration(connection: HTTPConnection) -> list[tuple[bytes, bytes]]:
    """Return the headers that give a plain cookie shown over https the name with the prefix; none if it has it."""
    if not is_secure(connection) or not connection.scope[GUEST]:
        return []
    response = with_guest(connection, Response(), connection.scope[GUEST])
    return [header for header in response.raw_headers if header[0] == b"set-cookie"]
