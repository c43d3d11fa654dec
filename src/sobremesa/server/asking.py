"""Asking: what every question over HTTP has in common: in which language, from which page, and with what."""

import asyncio
import gzip
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from sobremesa.server.assets import takes_gzip
from sobremesa.server.language import reader
from sobremesa.server.reading import Check, Disconnected, read
from sobremesa.server.refusals import Refused

MAX_BODY = 16 * 1024
MAX_SECONDS: float = 10
"""How long somebody may take to send it."""
QUICKLY = 5
"""How much trouble is taken to make an answer short, from 1 to 9."""
VARY = "accept-encoding"
JSON = "application/json"
GONE = 499
"""Status of an answer that nobody reads, because whoever asked has gone."""

Wish = TypeVar("Wish")


def told(data: Any, status: int = 200) -> Response:
    """This is an answer as JSON, which nobody keeps."""
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(data), status, headers, media_type=JSON)


async def told_at_length(request: Request, work: Callable[[Check], Any]) -> Response:
    """Return an answer that takes a while to find and is long to send; a thread finds it, while somebody waits."""

    def pack(check: Check) -> tuple[bytes, dict[str, str]]:
        content = msgspec.json.encode(work(check))
        check()
        if not takes_gzip(request):
            return content, {}
        return gzip.compress(content, QUICKLY), {"content-encoding": "gzip"}

    try:
        content, headers = await read(pack, request)
    except Disconnected:
        return Response(status_code=GONE)
    return Response(content, headers=headers | {"cache-control": "no-store", "vary": VARY}, media_type=JSON)


def language_of(connection: HTTPConnection) -> str:
    """This is the language of whoever asks."""
    return reader(connection.headers.get("accept-language", ""))


def check_origin(connection: HTTPConnection) -> None:
    """This refuses what a page of another site asks for in the name of its reader."""
    origin = connection.headers.get("origin")
    if origin is not None and origin.partition("://")[2] != connection.headers.get("host"):
        raise Refused("foreign", status=403)


async def body(request: Request, kind: type[Wish]) -> Wish:
    """This reads what somebody sends, if it comes from our pages, is not too long and makes sense."""
    check_origin(request)
    content = b""
    try:
        async with asyncio.timeout(MAX_SECONDS):
            async for part in request.stream():
                content += part
                if len(content) > MAX_BODY:
                    raise Refused("too_long", status=413, most=MAX_BODY)
    except TimeoutError:
        raise Refused("too_slow", status=408, seconds=MAX_SECONDS) from None
    except ClientDisconnect:
        # Nobody reads what is answered.
        raise Refused("malformed", status=400) from None
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Refused("malformed", status=400) from None


def number(request: Request, name: str, usual: int) -> int:
    """This reads a whole number of an address."""
    given = request.query_params.get(name, "")
    if not given:
        return usual
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise Refused("malformed", status=400)
    return int(given)
