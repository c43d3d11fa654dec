"""Tokens: what lets bots from outside in. Whoever has one made owns it, and can revoke it at any time.

A token stands for a guest of its own: it sits down by an invitation, like anybody else. When it is revoked, one of our
bots plays on where it sat, so that nobody else loses a match by it.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from sobremesa.server import seats
from sobremesa.server.asking import body, check_origin, told
from sobremesa.server.batches import Batch, Token
from sobremesa.server.commands import clean
from sobremesa.server.guests import BEARER, guest_of, token_of, with_guest
from sobremesa.server.limits import Door, address_of
from sobremesa.server.refusals import Refused
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Store
from sobremesa.server.wire import Name

PREFIX = "sobremesa_"
"""How every token begins, so that it is known where it is found by chance."""
HEADER = "x-sobremesa-token"
"""The header for a token where Authorization is taken by a proxy."""
MAX_BOTS = 20
"""How many tokens that count somebody may have."""

CONSOLE = "console"
"""The owner of tokens that are no bot's, but let an operator into the console."""

log = logging.getLogger(__name__)


class BotWish(msgspec.Struct):
    """This is somebody who wants a token."""

    name: Name = ""


class Tokens:
    """This answers what is asked about tokens."""

    def __init__(self, store: Store, rooms: Rooms, door: Door) -> None:
        self.store = store
        self.rooms = rooms
        self.door = door
        made = [token for token in store.tokens() if token.owner != CONSOLE]
        self._counting = {token.digest: token.owner for token in made if not token.revoked}
        """Whose each token is that counts, by digest; of others nothing but that they were revoked is remembered."""
        door.revoked |= {token.digest for token in made if token.revoked}
        rooms.revoked = door.revoked

    def recognise(self, connection: HTTPConnection) -> None:
        """This lets whoever shows a token be known by it; Refused if it does not count."""
        shown = token_shown(connection)
        if shown is None:
            return
        digest = seats.known_as(shown)
        self.door.admit(digest)
        # One that is empty is none that counts: somebody forgot to fill it in.
        if not shown or digest not in self._counting:
            raise Refused("unknown_token", status=401)
        connection.scope[BEARER] = shown

    async def make(self, request: Request) -> Response:
        """This makes a token, and tells it once."""
        wish = await body(request, BotWish)
        cookie = token_of(request)
        owner = self._owner(request, seats.known_as(cookie))
        if sum(each == owner for each in self._counting.values()) >= MAX_BOTS:
            raise Refused("too_many_bots", most=MAX_BOTS)
        self.door.create_bot(address_of(request))
        secret = PREFIX + secrets.token_hex(seats.TOKEN_BYTES)
        made = time.time_ns() // 1_000_000
        token = Token(seats.known_as(secret), seats.new_match(), owner, clean(wish.name), made)
        await self.store.write(Batch("", token=token))
        self._counting[token.digest] = owner
        return with_guest(request, told(self._shown(token) | {"token": secret}, 201), cookie)

    async def listed(self, request: Request) -> Response:
        """This is the tokens of whoever asks."""
        owner = self._owner(request, guest_of(request))
        return told([self._shown(token) for token in await self._made_by(owner)])

    async def revoke(self, request: Request) -> Response:
        """This lets a token count no more; where its bot sat, one of ours plays on."""
        check_origin(request)
        owner, wanted = self._owner(request, guest_of(request)), request.path_params["bot"]
        token = next((each for each in await self._made_by(owner) if each.id == wanted), None)
        if token is None:
            raise Refused("unknown_bot", status=404)
        token = token._replace(revoked=token.revoked or time.time_ns() // 1_000_000)
        await self.store.write(Batch("", token=token))
        self.door.revoked.add(token.digest)
        self._counting.pop(token.digest, None)
        for match in await asyncio.to_thread(self.store.playing, token.digest):
            await self._replace(match)
        return told(self._shown(token))

    async def owned_by(self, owner: str) -> list[str]:
        """Return the digests of the bots of a guest."""
        return [token.digest for token in await self._made_by(owner)]

    @contextmanager
    def dropping(self, guests: Iterable[str]) -> Iterator[None]:
        """Let nobody in by the tokens of some guests, which are being deleted; if they cannot be, they count again."""
        counted = {guest: self._counting.pop(guest) for guest in guests if guest in self._counting}
        self.door.revoked |= counted.keys()
        try:
            yield
        except Exception:
            self.door.revoked -= counted.keys()
            self._counting |= counted
            raise

    async def _replace(self, match: str) -> None:
        try:
            room = await self.rooms.find(match)
            async with room.lock:
                await room.replace(self.door.revoked)
        except Exception as fault:
            # Of other rules, for example; the other matches must not wait for it.
            log.warning("match %s goes on with a bot that was revoked: %s", match, fault)

    async def _made_by(self, owner: str) -> list[Token]:
        return await asyncio.to_thread(self.store.tokens, owner) if owner else []

    @staticmethod
    def _owner(request: Request, guest: str) -> str:
        """This is who owns tokens: a person, never a bot with a token of its own."""
        if BEARER in request.scope:
            raise Refused("not_for_bots", status=403)
        return guest

    @staticmethod
    def _shown(token: Token) -> dict[str, Any]:
        return {"id": token.id, "name": token.name, "made": token.made, "revoked": bool(token.revoked)}


def token_shown(connection: HTTPConnection) -> str | None:
    """Return the token that a bot shows, which may be an empty text; None if nobody shows one.

    A password for a proxy before us (HTTP Basic) is none; bots that need the header for that use one of ours.
    """
    if HEADER in connection.headers:
        return connection.headers[HEADER].strip()
    kind, _, given = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() in ("", "basic"):
        return None
    return given.strip() if kind.lower() == "bearer" else ""
