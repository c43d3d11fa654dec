"""The app: what is answered over HTTP, and who is let in."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from sobremesa.bots.levels import LEVELS
from sobremesa.core.errors import SobremesaError, UnknownGame
from sobremesa.core.game import find, names
from sobremesa.core.words import LANGUAGES
from sobremesa.server import assets, events, fairness, library, seats
from sobremesa.server.commands import check_level, clean
from sobremesa.server.crew import Workers
from sobremesa.server.events import BOT, OPEN, PERSON, Head, Seat
from sobremesa.server.language import reader
from sobremesa.server.refusals import Refused
from sobremesa.server.rooms import Rooms
from sobremesa.server.socket import Socket
from sobremesa.server.store import Batch, Store
from sobremesa.server.wire import Name

MAX_BODY = 16 * 1024
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
}
"""What every answer says; invites stand in addresses, so no other site may learn from where somebody comes."""

Wish = TypeVar("Wish")

log = logging.getLogger(__name__)


class SeatWish(msgspec.Struct):
    """This is who shall sit somewhere: the one who asks, a friend on the same device, anybody invited, or a bot."""

    kind: str
    name: Name = ""
    level: Name = "normal"


class MatchWish(msgspec.Struct):
    """This is a match that somebody wants to play."""

    game: str
    seats: list[SeatWish]
    options: dict[str, Any] = {}


class App:
    """This answers everything that is asked over HTTP."""

    def __init__(self, store: Store, rooms: Rooms, key: bytes) -> None:
        self.store = store
        self.rooms = rooms
        self.key = key

    # What is the same for everybody

    async def page(self, request: Request) -> Response:
        """This is every page: the client finds out which it is."""
        return self._client_file(request, "index.html")

    async def file(self, request: Request) -> Response:
        """This is a file of the client."""
        return self._client_file(request, request.path_params["name"])

    def _client_file(self, request: Request, name: str) -> Response:
        found = assets.client_file(name)
        if found is None:
            raise Refused("unknown_page", status=404)
        return assets.answer(request, found)

    async def health(self, _: Request) -> Response:
        """This says that the server runs."""
        return told({"ok": True})

    async def games(self, _: Request) -> Response:
        """This is what can be played, and what is still being prepared."""
        preparing = [name for name in names() if not self.rooms.crew.is_ready(name)]
        facts = await run_in_threadpool(library.facts)
        return told({"games": facts, "levels": list(LEVELS), "languages": LANGUAGES, "preparing": preparing})

    async def words(self, request: Request) -> Response:
        """This is what the client says."""
        return assets.answer(request, library.client_words(request.path_params["language"]))

    async def game_words(self, request: Request) -> Response:
        """This is what a game says."""
        return assets.answer(request, library.game_words(request.path_params["language"], request.path_params["game"]))

    async def rules(self, request: Request) -> Response:
        """This is the rulebook of a game."""
        return assets.answer(request, library.rulebook(request.path_params["language"], request.path_params["game"]))

    async def picture(self, request: Request) -> Response:
        """This is a picture of a game."""
        theme = request.query_params.get("theme", "light")
        game = request.path_params["game"]
        return assets.answer(request, await run_in_threadpool(library.picture, game, theme, language_of(request)))

    # Matches

    async def create(self, request: Request) -> Response:
        """This sets up a match."""
        check_origin(request)
        wish = await body(request, MatchWish)
        token = request.cookies.get(seats.COOKIE) or seats.new_guest()
        guest = seats.known_as(token)
        game = find(wish.game)
        game.check_seats(len(wish.seats))
        options = game.check_options(wish.options, len(wish.seats))
        secret = fairness.new_secret()
        head = Head(
            game=game.name,
            rules=game.version,
            options=options,
            seats=[seated(each, guest) for each in wish.seats],
            seal=fairness.seal_of(secret),
            host=guest,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
        )
        match = seats.new_match()
        await self.store.write(Batch(match, head=events.dump(head), secret=secret, holders=(guest,)))
        return with_guest(request, told({"match": match, "seal": head.seal}, 201), token)

    # Sockets

    async def socket(self, websocket: WebSocket) -> None:
        """This is a client that plays or looks on."""
        check_origin(websocket)
        guest = guest_of(websocket)
        await Socket(websocket, self.rooms, websocket.path_params["match"], guest).run()


def told(data: Any, status: int = 200) -> Response:
    """This is an answer as JSON, which nobody keeps."""
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(data), status, headers, media_type=library.JSON)


def language_of(connection: HTTPConnection) -> str:
    """This is the language of whoever asks."""
    return reader(connection.headers.get("accept-language", ""))


def guest_of(connection: HTTPConnection) -> str:
    """This is who asks, by digest; nobody, if there is no cookie."""
    token = connection.cookies.get(seats.COOKIE)
    return seats.known_as(token) if token else ""


def with_guest(request: Request, response: Response, token: str) -> Response:
    """This lets somebody who has come for the first time be known again."""
    if seats.COOKIE not in request.cookies:
        response.set_cookie(
            seats.COOKIE,
            token,
            max_age=seats.COOKIE_SECONDS,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )
    return response


def check_origin(connection: HTTPConnection) -> None:
    """This refuses what a page of another site asks for in the name of its reader."""
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != connection.headers.get("host"):
        raise Refused("foreign", status=403)


async def body(request: Request, kind: type[Wish]) -> Wish:
    """This reads what somebody sends, if it is not too long and makes sense."""
    content = b""
    async for part in request.stream():
        content += part
        if len(content) > MAX_BODY:
            raise Refused("too_long", status=413, most=MAX_BODY)
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, RecursionError):
        raise Refused("malformed", status=400) from None


def seated(wish: SeatWish, guest: str) -> Seat:
    """This is a seat as it was wished for."""
    if wish.kind in ("me", "here"):
        return Seat(PERSON, clean(wish.name), guest=guest)
    if wish.kind == BOT:
        return Seat(BOT, clean(wish.name), check_level(wish.level))
    if wish.kind == OPEN:
        return Seat()
    raise Refused("malformed", status=400)


# Refusals


async def refuse(request: Request, fault: Exception) -> Response:
    """This says to a reader why something was not done."""
    if isinstance(fault, HTTPException):
        name = {404: "unknown_page", 405: "unknown_page"}.get(fault.status_code, "failed")
        fault = Refused(name, status=fault.status_code)
    if not isinstance(fault, SobremesaError):
        log.error("a request failed", exc_info=fault)
        fault = Refused("failed", status=500)
    status = getattr(fault, "status", 404 if isinstance(fault, UnknownGame) else 400)
    return told({"error": fault.phrase.json(), "text": fault.say(language_of(request))}, status)


class Guarded:
    """This adds to every answer what keeps readers safe, and lets no refusal of a socket become an error."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """This passes everything on."""
        if scope["type"] == "websocket":
            try:
                await self.app(scope, receive, send)
            except Refused as refused:
                log.info("a socket was refused: %s", refused.phrase.name)
                await send({"type": "websocket.close", "code": 1008})
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        await self.app(scope, receive, guarded if scope["type"] == "http" else send)


Endpoint = Callable[[Request], Awaitable[Response]]


def build(store: Store, workers: Workers, key: bytes, hold: float) -> ASGIApp:
    """This puts the app together."""
    rooms = Rooms(store, workers, hold)
    app = App(store, rooms, key)
    pages = ("/", "/new/{game}", "/t/{match}", "/t/{match}/replay", "/join/{match}/{token}", "/rules/{game}")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await workers.start()
        try:
            yield
        finally:
            await workers.stop()
            store.close()

    routes = [
        *(Route(path, app.page) for path in (*pages, "/settings")),
        Route("/client/{name}", app.file),
        Route("/healthz", app.health),
        Route("/readyz", app.health),
        Route("/api/games", app.games),
        Route("/api/words/{language}", app.words),
        Route("/api/words/{language}/{game}", app.game_words),
        Route("/api/rules/{game}/{language}", app.rules),
        Route("/api/pictures/{game}.svg", app.picture),
        Route("/api/matches", app.create, methods=["POST"]),
        WebSocketRoute("/ws/{match}", app.socket),
    ]
    handlers: Any = {Exception: refuse, HTTPException: refuse, SobremesaError: refuse}
    return Guarded(Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers))
