"""Serving: from a folder and a port to a server that answers."""

import argparse
import asyncio
import contextlib
import errno
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NoReturn

import uvicorn
from starlette.types import ASGIApp

from sobremesa.core import files
from sobremesa.core.errors import SobremesaError
from sobremesa.core.game import names
from sobremesa.core.words import language_here
from sobremesa.server import app, arena, control, descriptors, jsonlog, line, pulse, reviews, seats, wire
from sobremesa.server.apart import Apart
from sobremesa.server.asked import MAX_HEAD_BYTES, Asked, State
from sobremesa.server.awake import Awake
from sobremesa.server.claim import claimed
from sobremesa.server.connections import Connections, connections
from sobremesa.server.control import Control
from sobremesa.server.crew import Workers
from sobremesa.server.descriptors import Seldom
from sobremesa.server.ending import Deadline
from sobremesa.server.garbage import Sweeper
from sobremesa.server.hosts import Hosts
from sobremesa.server.house import House, is_loopback
from sobremesa.server.limits import UNLIMITED, Limits
from sobremesa.server.line import Line
from sobremesa.server.proxies import Proxies
from sobremesa.server.pulse import Pulse
from sobremesa.server.refusals import Refused
from sobremesa.server.settings import LogSettings, Settings
from sobremesa.server.store import open_store
from sobremesa.server.writers import InThread

HOST = "127.0.0.1"
PORT = 8000
HOLD = 2.0
"""For how many seconds a move can be taken back before chance or a bot goes on."""
LARGEST = 1000.0
BACKLOG = 256
"""Connections that the system holds until they are taken: all of them are taken at once, and moves wait meanwhile."""
GRACE = 2
"""Seconds that those who are connected have to go."""
TURN = 0.0001
"""Seconds after which a thread that runs lets others run: whoever moves waits for it."""
FIRST_PAGE = 1.5
"""Seconds that a browser has to show its first page, before the bots get ready."""
NONSENSE = (
    "opening handshake failed",
    "Invalid UTF-8 sequence received from client.",
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
)
"""What uvicorn says, sometimes with a traceback, of messages that are not as they must be."""

log = logging.getLogger(__name__)


def data_folder() -> Path:
    """This is where matches are kept: SOBREMESA_DATA, or the user's folder for such things."""
    if chosen := os.environ.get("SOBREMESA_DATA"):
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "sobremesa"


def listen(host: str, port: int) -> socket.socket:
    """This opens a port; 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends every message at once, and does not wait for more to send with it.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, OverflowError, TypeError, ValueError) as fault:
        listening.close()
        if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
            raise Refused("port_taken", port=port) from fault
        reason = files.reason_of(fault)
        raise Refused("cannot_listen", host=host, port=port, reason=reason) from fault
    return listening


class Strangers(logging.Filter):
    """This notes quietly, in a line, that what strangers send makes no sense: no fault of ours is to be traced."""

    def filter(self, record: logging.LogRecord) -> bool:
        """This tells whether it is about something else."""
        if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
            # A server that ends cancels what it still works on; that is no fault.
            return False
        if record.getMessage() not in NONSENSE:
            return True
        log.info("a stranger was not understood: %s", record.getMessage())
        return False


_strangers = Strangers()
_seldom = Seldom()


class Server(uvicorn.Server):
    """This serves an app, and says when it does."""

    def __init__(
        self, served: ASGIApp, ready: Callable[[], None] | None = None, lines: Connections | None = None
    ) -> None:
        config = uvicorn.Config(
            served,
            # uvloop where there is one: its loop takes a fifth less time a move than asyncio's own.
            loop="auto",
            http=Asked,
            h11_max_incomplete_event_size=MAX_HEAD_BYTES,
            ws=Line,
            ws_max_size=wire.MAX_BYTES,
            ws_ping_interval=line.PING_EVERY,
            ws_ping_timeout=line.PING_WAIT,
            log_config=None,
            access_log=False,
            server_header=False,
            # Who asks through a proxy is told by the app, which knows whom the operator trusts.
            proxy_headers=False,
            date_header=False,
            timeout_graceful_shutdown=GRACE,
            backlog=BACKLOG,
        )
        super().__init__(config)
        self.server_state = State(lines or Connections())
        logging.getLogger("uvicorn.error").addFilter(_strangers)
        logging.getLogger("asyncio").addFilter(_seldom)
        self.ready = ready
        self.deadline = Deadline()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """This begins to serve."""
        await super().startup(sockets)
        if self.started and self.ready:
            self.ready()

    async def attach(self, host: str, port: int) -> "Attached":
        """Serve the same app at another address too."""
        listening = listen(host, port)
        made = partial(Asked, config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        try:
            serving = await asyncio.get_running_loop().create_server(made, sock=listening, backlog=self.config.backlog)
        except BaseException:
            listening.close()
            raise
        self.servers.append(serving)
        return Attached(self, serving, listening.getsockname()[:2])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - every signal means the same
        """This ends serving in good order, however often it is asked to; whoever called goes on after that."""
        self.should_exit = True
        self.deadline.set()


class Attached:
    """A further listening socket of a server that runs."""

    def __init__(self, server: Server, serving: asyncio.base_events.Server, address: tuple[str, int]) -> None:
        self.server = server
        self.serving = serving
        self.address = address

    def close(self) -> None:
        """Stop listening, and cut off those who came this way."""
        self.serving.close()
        self.server.servers.remove(self.serving)
        for connection in list(self.server.server_state.connections):
            transport = connection.transport
            if transport is not None and transport.get_extra_info("sockname")[:2] == self.address:
                transport.abort()


def serve(
    host: str,
    port: int,
    folder: Path | None = None,
    ready: Callable[[str], None] | None = None,
    *,
    hold: float | None = None,
    workers: int | None = None,
    known_as: Iterable[str] = (),
    limits: Limits | None = None,
    metrics: bool = False,
    settings: Settings | None = None,
) -> None:
    """This serves until it is stopped; ready is told the address once somebody answers there. Port 0 is a free one.

    What stands in the way is raised as a SobremesaError before anything begins: a port in use, a folder that cannot be
    written, a database of a newer version. Hold is for how many seconds a move can be taken back before chance or a bot
    goes on (SOBREMESA_HOLD), workers how many processes think (SOBREMESA_WORKERS). It is known by the names of this
    machine, and by those given. Limits are the usual ones, unless others are given; metrics are told to this machine
    alone, unless everybody may see them. A server for its own machine, to which no name was given, can be opened to the
    house from a table. Settings say what is left: proxies, the base path, who may set up tables, for how long
    matches are kept.
    """
    folder = folder or data_folder()
    hold = number_of("SOBREMESA_HOLD", HOLD) if hold is None else within_bounds("hold", hold)
    if workers is None:
        workers = int(number_of("SOBREMESA_WORKERS", (os.cpu_count() or 2) - 1))
    workers = max(1, int(within_bounds("workers", workers)))
    known_as = list(known_as)
    hosts = Hosts(host, known_as)
    listening = listen(host, port)
    arena.share_one()
    descriptors.allow_many()
    with contextlib.ExitStack() as failing, contextlib.ExitStack() as held:
        failing.callback(listening.close)
        # Before the database is opened, for that may migrate it under another server.
        held.enter_context(claimed(folder))
        store = open_store(folder, Apart if os.name == "posix" else InThread)
        failing.callback(store.close)
        key = seats.server_key(folder)
        crew = Workers(workers, names(), delay=FIRST_PAGE, limits=limits)
        alive, kept = Pulse(folder / pulse.FILE), folder / reviews.FOLDER
        is_local = is_loopback(host) and not known_as
        house = House(lambda *where: server.attach(*where), listening.getsockname()[1]) if is_local else None
        secret = control.new_secret()
        proxies = Proxies((settings or Settings()).server.trusted_proxies)
        lines = connections((limits or Limits()).connections, proxies)
        served = app.build(
            store,
            crew,
            key,
            hold,
            hosts,
            limits,
            is_open=metrics,
            pulse=alive,
            folder=kept,
            house=house,
            settings=settings,
            secret=secret,
            lines=lines,
        )
        address = control.address_of(*listening.getsockname()[:2])
        held.enter_context(control.published(folder, Control(address, secret)))
        # A thread that reads a long log takes its turns from whoever plays.
        sys.setswitchinterval(TURN)
        sweeper, awake = Sweeper(), Awake(lambda: store.written)

        def begin() -> None:
            sweeper.begin()
            awake.begin()
            if ready:
                ready(_address_of(listening))

        server = Server(served, begin, lines)
        # From now on the server closes them itself.
        failing.pop_all()
        server.run([listening])
        server.deadline.keep()


def _address_of(listening: socket.socket) -> str:
    name, number = listening.getsockname()[:2]
    return f"http://{f'[{name}]' if ':' in name else name}:{number}/"


def number_of(variable: str, usual: float) -> float:
    """This is a number that is set in the environment, or the usual one."""
    given = os.environ.get(variable, "")
    try:
        chosen = float(given) if given else usual
    except ValueError:
        chosen = -1.0
    return within_bounds(variable, chosen, given)


def within_bounds(name: str, chosen: float, given: str = "") -> float:
    """This lets a number pass that a setting may have; given is how somebody wrote it."""
    if not 0 <= chosen <= LARGEST:
        raise Refused("bad_setting", name=name, given=given or f"{chosen:g}")
    return chosen


def say(*, is_verbose: bool) -> None:
    """This lets the server say on standard error what went wrong, and if wanted also what it refused."""
    jsonlog.configure(LogSettings(level="info") if is_verbose else LogSettings())


class Parser(argparse.ArgumentParser):
    """This is a parser that says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        """This ends the program."""
        self.exit(2, f"{message}\n")


def main() -> None:
    """This serves as the command line says."""
    parser = Parser(prog="python -m sobremesa.server")
    parser.add_argument("--host", default=HOST)
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--data", type=Path, default=None)
    parser.add_argument("--name", action="append", default=[])
    parser.add_argument("--hold", type=float)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--no-limits", action="store_true")
    parser.add_argument("--open-metrics", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    chosen = parser.parse_args()
    say(is_verbose=chosen.verbose)
    try:
        serve(
            chosen.host,
            chosen.port,
            chosen.data,
            lambda address: print(address, flush=True),
            hold=chosen.hold,
            workers=chosen.workers,
            known_as=chosen.name,
            limits=UNLIMITED if chosen.no_limits else None,
            metrics=chosen.open_metrics,
        )
    except SobremesaError as fault:
        print(fault.say(language_here()), file=sys.stderr)
        raise SystemExit(2) from fault
