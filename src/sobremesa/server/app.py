"""The app: what is answered at which address, and what every answer says."""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from sobremesa import verify, verify2
from sobremesa.core.errors import SobremesaError
from sobremesa.draw.paints import THEMES
from sobremesa.server import assets, clocks, lessons, library, metrics, prometheus
from sobremesa.server.admin import Admin
from sobremesa.server.admission import Admission
from sobremesa.server.asking import JSON, language_of, told, told_at_length
from sobremesa.server.base import base_of
from sobremesa.server.confirmations import Confirmations
from sobremesa.server.connections import Connections
from sobremesa.server.console import Console
from sobremesa.server.crew import Crew
from sobremesa.server.faults import refuse
from sobremesa.server.guard import Guarded
from sobremesa.server.guests import Guests, guest_of, token_of, with_guest
from sobremesa.server.hosts import Hosts
from sobremesa.server.house import House
from sobremesa.server.limits import Door, Limits
from sobremesa.server.matches import Matches
from sobremesa.server.metrics import Metrics
from sobremesa.server.permission import Permission
from sobremesa.server.pulse import Pulse
from sobremesa.server.refusals import Refused
from sobremesa.server.rematch import Rematches
from sobremesa.server.retention import Pruner
from sobremesa.server.reviews import Reviews
from sobremesa.server.rooms import Rooms
from sobremesa.server.settings import Settings
from sobremesa.server.socket import Socket
from sobremesa.server.store import Store
from sobremesa.server.tokens import Tokens
from sobremesa.server.twin import Twin

THREADS = 4
"""How many threads look up and draw what is asked for over HTTP: they take turns with whoever plays."""

STEP = re.compile("[0-9]{1,3}")
"""The number of a step of a lesson."""

log = logging.getLogger(__name__)


class App:
    """This answers everything that is asked over HTTP."""

    def __init__(self, rooms: Rooms, door: Door, *, is_open: bool) -> None:
        self.rooms = rooms
        self.door = door
        self.metrics = Metrics()
        self.metrics.watch(rooms.store, rooms)
        self.is_open = is_open
        """Whether others than this machine may see how the server fares."""

    # What is the same for everybody

    async def page(self, request: Request) -> Response:
        """This is every page: the client finds out which it is."""
        return self._client_page(request)

    async def invitation(self, request: Request) -> Response:
        """This is the page to which an invite leads; who opens it is known from then on.

        So whoever sits down there is the same guest when it asks again, should the answer be lost on its way.
        """
        page = with_guest(request, self._client_page(request), token_of(request))
        # The cookie is for one reader.
        page.headers["cache-control"] = f"private, {assets.ASK_AGAIN}"
        return page

    async def file(self, request: Request) -> Response:
        """This is a file of the client."""
        return self._client_file(request, request.path_params["name"])

    def _client_page(self, request: Request) -> Response:
        return self._asset(request, assets.page(base_of(request)))

    def _client_file(self, request: Request, name: str) -> Response:
        return self._asset(request, assets.client_file(name))

    def _asset(self, request: Request, found: assets.Asset | None) -> Response:
        if found is None:
            raise Refused("unknown_page", status=404)
        return assets.answer(request, found)

    async def verifier(self, request: Request) -> Response:
        """Return the file with which anybody can check a match, wherever Python is: older matches have their own."""
        path = verify2.__file__ if request.url.path.endswith("verify2.py") else verify.__file__
        return assets.answer(request, assets.asset(Path(path).read_bytes(), "text/x-python; charset=utf-8"))

    async def health(self, _: Request) -> Response:
        """This says that the server runs."""
        return told({"ok": True})

    async def readiness(self, _: Request) -> Response:
        """This says that the server can read what it has written, and write, so that matches can go on."""
        try:
            await run_in_threadpool(self.rooms.store.last, "")
        except Exception as fault:
            log.exception("the store cannot be read")
            raise Refused("failed", status=503) from fault
        if self.rooms.store.trouble:
            raise Refused("failed", status=503)
        return told({"ok": True})

    async def measures(self, request: Request) -> Response:
        """This is how the server fares, for whoever runs it."""
        if not self.is_open and not metrics.is_near(request):
            raise Refused("unknown_page", status=404)
        await run_in_threadpool(self.metrics.children.look)
        text = self.metrics.registry.text()
        return PlainTextResponse(text, headers={"cache-control": "no-store"}, media_type=prometheus.CONTENT_TYPE)

    async def games(self, _: Request) -> Response:
        """This is what can be played, and what is still being prepared."""
        preparing = tuple(name for name in library.installed() if not self.rooms.crew.is_ready(name))
        return Response(library.games(preparing), headers={"cache-control": "no-store"}, media_type=JSON)

    async def words(self, request: Request) -> Response:
        """This is what the client says."""
        return assets.answer(request, await run_in_threadpool(library.client_words, request.path_params["language"]))

    async def game_words(self, request: Request) -> Response:
        """This is what a game says."""
        return assets.answer(request, library.game_words(request.path_params["language"], request.path_params["game"]))

    async def rules(self, request: Request) -> Response:
        """This is the rulebook of a game."""
        language, game = request.path_params["language"], request.path_params["game"]
        return assets.answer(request, await run_in_threadpool(library.rulebook, language, game))

    async def picture(self, request: Request) -> Response:
        """This is a picture of a game."""
        game, asked = request.path_params["game"], request.query_params
        theme, language = asked.get("theme", THEMES[0]), asked.get("language", language_of(request))
        return assets.answer(request, await run_in_threadpool(library.picture, game, theme, language))

    async def example(self, request: Request) -> Response:
        """This is a table that a rulebook shows."""
        asked, known = request.query_params, request.path_params
        theme, language = asked.get("theme", THEMES[0]), asked.get("language", language_of(request))
        drawn = await run_in_threadpool(library.example, known["game"], known["name"], theme, language)
        return assets.answer(request, drawn)

    async def lesson(self, request: Request) -> Response:
        """This is the lesson of a game, with the tables of all its steps."""
        game, theme = request.path_params["game"], request.query_params.get("theme", THEMES[0])
        return await told_at_length(request, lambda _: lessons.whole(game, theme))

    async def lesson_step(self, request: Request) -> Response:
        """This is what a move at a step of a lesson leads to."""
        game, step, asked = request.path_params["game"], request.path_params["step"], request.query_params
        move, theme = asked.get("move", ""), asked.get("theme", THEMES[0])
        if not STEP.fullmatch(step):
            raise Refused("unknown_page", status=404)
        return told(await run_in_threadpool(lessons.answer, game, int(step), move, theme))

    # Sockets

    async def socket(self, websocket: WebSocket, match: str) -> None:
        """This is a client that plays or looks on."""
        # What is read here is not kept: there may be many cookies.
        guest = guest_of(HTTPConnection(websocket.scope))
        await Socket(websocket, self.rooms, match, guest, self.door, self.metrics).run()


def build(
    store: Store,
    crew: Crew,
    key: bytes,
    hold: float,
    hosts: Hosts | None = None,
    limits: Limits | None = None,
    *,
    is_open: bool = False,
    pulse: Pulse | None = None,
    folder: Path | None = None,
    house: House | None = None,
    settings: Settings | None = None,
    secret: str = "",
    lines: Connections | None = None,
) -> ASGIApp:
    """This puts the app together; is_open tells whether everybody may see how it fares, pulse until when it ran.

    Reviews are kept in the folder, if there is one. The house is what phones of the local network may be let into. The
    secret lets commands of the same machine administrate it.
    """
    settings = settings or Settings()
    rooms, door = Rooms(store, crew, hold, key), Door(limits)
    reviews = Reviews(store, crew, folder)
    permission = Permission(settings.tables, key, door)
    app = App(rooms, door, is_open=is_open)
    matches = Matches(store, rooms, key, door, reviews, permission, house)
    tokens, twin = Tokens(store, rooms, door), Twin(rooms, door, app.metrics)
    if house is not None:
        house.known = rooms.known
    pruner = Pruner(Admin(store, rooms, reviews, tokens, key, house))
    operators = Console(store, pruner.admin, pruner, secret)
    rematches = Rematches(store, rooms, key, door, permission)
    confirmations = Confirmations(rooms, door)
    pages = (
        "/",
        "/new/{game}",
        "/t/{match}",
        "/t/{match}/replay",
        "/t/{match}/review",
        "/rules/{game}",
        "/learn/{game}",
        "/settings",
    )

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await crew.start()
        current_default_thread_limiter().total_tokens = THREADS
        # While a browser is opened there is time to read what its first page asks for.
        reading = asyncio.create_task(asyncio.to_thread(library.warm_up))
        beating = None
        if pulse is not None:
            rooms.stopped = await asyncio.to_thread(pulse.resume)
            rooms.started = clocks.now()
            beating = asyncio.create_task(pulse.run())
        waking = asyncio.create_task(rooms.wake())
        keep = settings.retention
        pruning = asyncio.create_task(pruner.daily(keep.finished_days, keep.unfinished_days))
        app.metrics.lag.begin()
        try:
            yield
        finally:
            app.metrics.lag.end()
            await reading
            waking.cancel()
            pruning.cancel()
            if house is not None:
                house.shut()
            if beating is not None:
                beating.cancel()
            await asyncio.gather(waking, pruning, *filter(None, [beating]), return_exceptions=True)
            await pruner.close()
            await reviews.close()
            await rooms.close()
            await crew.stop()
            store.close()

    routes = [
        *(Route(path, app.page) for path in pages),
        Route("/join/{match}/{token}", app.invitation),
        Route("/client/{name}", app.file),
        Route("/verify.py", app.verifier),
        Route("/verify2.py", app.verifier),
        Route("/healthz", app.health),
        Route("/readyz", app.readiness),
        Route("/metrics", app.measures),
        Route("/api/games", app.games),
        Route("/api/words/{language}", app.words),
        Route("/api/words/{language}/{game}", app.game_words),
        Route("/api/rules/{game}/{language}", app.rules),
        Route("/api/pictures/{game}.svg", app.picture),
        Route("/api/examples/{game}/{name}.svg", app.example),
        Route("/api/lessons/{game}", app.lesson),
        Route("/api/lessons/{game}/{step}", app.lesson_step),
        Route("/api/tables", permission.state),
        Route("/api/matches", matches.create, methods=["POST"]),
        Route("/api/matches", matches.mine),
        Route("/api/matches/{match}", matches.head),
        Route("/api/matches/{match}/invites", matches.invites, methods=["POST"]),
        Route("/api/matches/{match}/house", matches.house_state),
        Route("/api/matches/{match}/house", matches.set_house, methods=["POST"]),
        Route("/api/matches/{match}/join", matches.join, methods=["POST"]),
        Route("/api/matches/{match}/rematch", rematches.ask, methods=["POST"]),
        Route("/api/matches/{match}/log", matches.log),
        Route("/api/matches/{match}/replay", matches.replay),
        Route("/api/matches/{match}/record", matches.record),
        Route("/api/matches/{match}/review", matches.review),
        Route("/api/matches/{match}/sealed", matches.sealed),
        Route("/api/matches/{match}/confirm", confirmations.confirm, methods=["POST"]),
        Route("/api/matches/{match}/events", twin.events),
        Route("/api/matches/{match}/commands", twin.command, methods=["POST"]),
        Route("/api/bots", tokens.make, methods=["POST"]),
        Route("/api/bots", tokens.listed),
        Route("/api/bots/{bot}", tokens.revoke, methods=["DELETE"]),
        *operators.routes(app.page),
    ]
    handlers: Any = {Exception: refuse, HTTPException: refuse, SobremesaError: refuse}
    served = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    admission = Admission(served, door, refuse)
    admission.register(app.metrics.registry)
    (lines or Connections()).register(app.metrics.registry)
    crew.register(app.metrics.registry)
    reviews.register(app.metrics.registry)
    return Guarded(
        admission, app.socket, app.metrics, hosts or Hosts(), tokens, Guests(key, store), settings.server, house
    )
