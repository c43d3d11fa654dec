"""The command `serve`: the table in the browser, for this machine or for everybody in the house."""

import argparse
import os
import sys
import webbrowser
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from msgspec.structs import replace

from sobremesa.cli.parser import Parser, whole
from sobremesa.core.words import Words

if TYPE_CHECKING:
    from sobremesa.server.settings import Settings

LOOPBACK = "127.0.0.1"
ANY_ADDRESS = ("0.0.0.0", "::")  # noqa: S104 - it is compared, not bound

USUAL_PORT = 7341
"""Where the table is if nobody says otherwise; browsers keep settings by address, so it should not change."""

ANY_PORT = 0
HIGHEST_PORT = 65535


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("--config", metavar="FILE")
    parser.say("--host", metavar="ADDRESS")
    parser.say("--port", type=whole(ANY_PORT, HIGHEST_PORT), metavar="N")
    parser.say("--data", metavar="FOLDER")
    parser.say("--name", action="append", default=[], metavar="NAME")
    parser.say("--open", action="store_true")
    parser.say("--no-limits", action="store_true")
    parser.say("--open-metrics", action="store_true")
    parser.say("--verbose", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This serves until somebody interrupts it; whatever was played is kept."""
    # The other commands need no server, and should not wait for it to load.
    from sobremesa.server import jsonlog
    from sobremesa.server.serve import serve

    settings = in_force(chosen)
    jsonlog.configure(settings.log)
    place = settings.server
    # Behind a proxy it must be found where the file says; else any port is better than none.
    port = usual_port(place.host) if chosen.config is None and chosen.port is None else place.port
    serve(
        place.host,
        port,
        Path(place.data) if place.data else None,
        partial(ready, chosen, words, place.host),
        hold=place.hold if chosen.config else None,
        workers=place.workers or None,
        known_as=place.names,
        limits=settings.limits,
        metrics=settings.metrics.open,
        settings=settings,
    )


def in_force(chosen: argparse.Namespace) -> "Settings":
    """Return the settings of the file, if one is named, with what the command line says in its place."""
    from sobremesa.server.limits import UNLIMITED
    from sobremesa.server.settings import Settings, read

    settings = read(Path(chosen.config)) if chosen.config else Settings()
    said = {"host": chosen.host, "port": chosen.port, "data": chosen.data, "names": tuple(chosen.name)}
    server = replace(settings.server, **{name: value for name, value in said.items() if value not in (None, ())})
    return replace(
        settings,
        server=server,
        limits=UNLIMITED if chosen.no_limits else settings.limits,
        log=replace(settings.log, level="info") if chosen.verbose else settings.log,
        metrics=replace(settings.metrics, open=True) if chosen.open_metrics else settings.metrics,
    )


def ready(chosen: argparse.Namespace, words: Words, host: str, address: str) -> None:
    """This tells where the table is, and opens it there."""
    port = address.rstrip("/").rpartition(":")[2]
    is_for_all = host in ANY_ADDRESS
    here = f"http://{LOOPBACK}:{port}/" if is_for_all else address
    print(words("serve.ready", address=here), flush=True)
    if is_for_all:
        print(words("serve.network", address=f"http://{own_address()}:{port}/"), flush=True)
    print(words("serve.end"), flush=True)
    if chosen.open:
        # Some browsers return only when they are closed.
        Thread(target=open_browser, args=(here, words), daemon=True).start()


def open_browser(address: str, words: Words) -> None:
    """This shows the table in the person's browser, or says that it must be opened by hand."""
    browser = graphical_browser()
    if browser is None or not browser.open(address):
        print(words("serve.no_browser", address=address), file=sys.stderr, flush=True)


def graphical_browser() -> webbrowser.BaseBrowser | None:
    """This is the browser that the person prefers, if there is one that can show a picture."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    # The plain class stands for browsers inside the terminal, unless somebody asked for one by name.
    in_terminal = type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER")
    return None if in_terminal else browser


def usual_port(host: str) -> int:
    """This is the usual port if somebody can listen there, else any free one."""
    from sobremesa.server.refusals import Refused
    from sobremesa.server.serve import listen

    try:
        listen(host, USUAL_PORT).close()
    except Refused:
        return ANY_PORT
    return USUAL_PORT


def own_address() -> str:
    """Return the address by which other machines of the house find this one, or this machine's own for itself."""
    from sobremesa.server import house

    return house.own_address() or LOOPBACK
