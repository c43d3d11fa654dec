"""The console: administration over HTTP, for commands on the same machine and for operators who have a token.

Commands show the secret of the control file. Operators elsewhere show a console token, of which only the digest is
kept; as long as there is none, there is no console for them, not even a page. Tokens are made and revoked by commands
alone, so that one that was stolen cannot make others.
"""

import secrets
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sobremesa.server import seats
from sobremesa.server.admin import Admin
from sobremesa.server.asking import body, check_origin, language_of, number, told
from sobremesa.server.batches import Batch, Token
from sobremesa.server.catalogue import MAX_LISTED, STATES, Filter
from sobremesa.server.commands import clean
from sobremesa.server.limits import Buckets, Hurried, Rate, address_of
from sobremesa.server.refusals import Refused
from sobremesa.server.retention import Pruner
from sobremesa.server.store import Store
from sobremesa.server.tokens import CONSOLE
from sobremesa.server.wire import Name

PATH = "/api/admin"
HEADER = "x-console-token"
"""Where a page shows its token: `authorization` may be taken by a proxy that asks for a password."""
PREFIX = "console_"
MAX_AGE = 10**10
"""Seconds: some three hundred years, which the store can still count."""
GUESSES = Rate(1 / 60, 10)
"""Wrong tokens that may come from an address."""
PAGE = 50

Handler = Callable[[Request], Awaitable[Response]]


class TokenWish(msgspec.Struct):
    """The name of a console token that is to be made."""

    name: Name = ""


class ForgetWish(msgspec.Struct):
    """The guest who is to be forgotten: by digest, or by match and seat."""

    guest: str = ""
    match: str = ""
    seat: int = -1


class PruneWish(msgspec.Struct):
    """The age in seconds beyond which matches are deleted, and whether those that are not over are too."""

    older: float
    unfinished: bool = False
    dry: bool = False


class Console:
    """What operators are answered."""

    def __init__(self, store: Store, admin: Admin, pruner: Pruner, secret: str = "") -> None:
        self.store = store
        self.admin = admin
        self.pruner = pruner
        self.secret = secret
        self._guesses = Buckets(GUESSES, time.monotonic)
        made = [token for token in store.tokens(CONSOLE) if not token.revoked]
        self._tokens = {token.id: token for token in made}
        """The console tokens that count."""

    def routes(self, page: Handler) -> list[Route]:
        """Return the routes of the console, and of its page."""

        @wraps(page)
        async def shown(request: Request) -> Response:
            if not self._tokens:
                raise HTTPException(404)
            return await page(request)

        guarded: list[tuple[str, str, Handler]] = [
            ("GET", "/matches", self.listed),
            ("GET", "/matches/{match}", self.show),
            ("DELETE", "/matches/{match}", self.delete),
            ("POST", "/matches/{match}/end", self.end),
            ("GET", "/matches/{match}/record", self.record),
            ("GET", "/matches/{match}/log", self.log),
            ("POST", "/forget", self.forget),
            ("GET", "/prune", self.progress),
            ("POST", "/prune", self.prune),
            ("DELETE", "/prune", self.stop),
        ]
        local: list[tuple[str, str, Handler]] = [
            ("GET", "/tokens", self.tokens),
            ("POST", "/tokens", self.make),
            ("DELETE", "/tokens/{token}", self.revoke),
        ]
        return [
            Route("/admin", shown),
            *(Route(PATH + path, self._guard(work), methods=[method]) for method, path, work in guarded),
            *(Route(PATH + path, self._guard(work, is_local=True), methods=[method]) for method, path, work in local),
        ]

    # Who asks

    def _guard(self, work: Handler, *, is_local: bool = False) -> Handler:
        @wraps(work)
        async def answer(request: Request) -> Response:
            self.check(request, is_local=is_local)
            return await work(request)

        return answer

    def check(self, request: Request, *, is_local: bool = False) -> None:
        """Refuse whoever shows neither the secret of this run nor, where that is enough, a console token."""
        check_origin(request)
        given = shown_token(request)
        if self.secret and seats.is_same(given, self.secret):
            return
        if is_local or not self._tokens:
            raise Refused("unknown_page", status=404)
        if not given:
            raise Refused("no_console_token", status=401)
        address = address_of(request)
        if wait := self._guesses.wait(address):
            raise Hurried("too_fast", wait)
        digest = seats.known_as(given)
        # All are compared, so that the time does not tell which was like it.
        if not sum([seats.is_same(digest, token.digest) for token in self._tokens.values()]):
            raise Refused("unknown_console_token", status=401)
        self._guesses.put_back(address)

    # Matches

    async def listed(self, request: Request) -> Response:
        """List matches."""
        asked = request.query_params
        state = asked.get("state", STATES[0])
        count = number(request, "count", PAGE)
        if state not in STATES or not 0 < count <= MAX_LISTED:
            raise Refused("malformed", status=400)
        older, newer = (number(request, name, -1) for name in ("older", "newer"))
        chosen = Filter(state, asked.get("game", ""), older if older >= 0 else None, newer if newer >= 0 else None)
        return told(await self.admin.listed(chosen, number(request, "first", 0), count))

    async def show(self, request: Request) -> Response:
        """Show a match."""
        return told(await self.admin.show(request.path_params["match"]))

    async def end(self, request: Request) -> Response:
        """End a match."""
        return told(await self.admin.end(request.path_params["match"]))

    async def delete(self, request: Request) -> Response:
        """Delete a match."""
        return told(await self.admin.delete(request.path_params["match"]))

    async def record(self, request: Request) -> Response:
        """Export the record of a match."""
        text = await self.admin.record(request.path_params["match"])
        return Response(text, headers={"cache-control": "no-store"}, media_type="application/jsonl; charset=utf-8")

    async def log(self, request: Request) -> Response:
        """Export everything that is kept of a match."""
        return told(await self.admin.log(request.path_params["match"]))

    # Guests and ages

    async def forget(self, request: Request) -> Response:
        """Forget a guest."""
        wish = await body(request, ForgetWish)
        guest = wish.guest or await self.admin.guest_at(wish.match, wish.seat)
        return told(await self.admin.forget(guest))

    async def prune(self, request: Request) -> Response:
        """Delete matches by age, or tell how many they would be."""
        wish = await body(request, PruneWish)
        if not 0 <= wish.older <= MAX_AGE:
            raise Refused("malformed", status=400)
        chosen = Filter("all" if wish.unfinished else "finished", older=wish.older)
        if wish.dry:
            return told({"total": await self.pruner.count(chosen)})
        return told(self.pruner.start(chosen).json(language_of(request)), 202)

    async def progress(self, request: Request) -> Response:
        """Tell how far a prune is."""
        return told(self.pruner.progress.json(language_of(request)))

    async def stop(self, request: Request) -> Response:
        """Stop a prune."""
        return told(self.pruner.stop().json(language_of(request)))

    # Tokens

    async def tokens(self, _: Request) -> Response:
        """List the console tokens that count."""
        return told([_listed(token) for token in self._tokens.values()])

    async def make(self, request: Request) -> Response:
        """Make a console token, and tell it once."""
        wish = await body(request, TokenWish)
        secret = PREFIX + secrets.token_hex(seats.TOKEN_BYTES)
        made = time.time_ns() // 1_000_000
        token = Token(seats.known_as(secret), seats.new_match(), CONSOLE, clean(wish.name), made)
        await self.store.write(Batch("", token=token))
        self._tokens[token.id] = token
        return told(_listed(token) | {"token": secret}, 201)

    async def revoke(self, request: Request) -> Response:
        """Revoke a console token."""
        token = self._tokens.get(request.path_params["token"])
        if token is None:
            raise Refused("no_such_console_token", status=404)
        token = token._replace(revoked=time.time_ns() // 1_000_000)
        await self.store.write(Batch("", token=token))
        del self._tokens[token.id]
        return told(_listed(token))


def shown_token(request: Request) -> str:
    """Return the token that somebody shows, if any."""
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    return request.headers.get(HEADER, "") or (given.strip() if kind.lower() == "bearer" else "")


def _listed(token: Token) -> dict[str, Any]:
    return {"id": token.id, "name": token.name, "made": token.made}
