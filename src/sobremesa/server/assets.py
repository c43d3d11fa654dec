"""Assets: the files of the client as they are sent, each read once, packed once, and known by its digest."""

import gzip
import mimetypes
import re
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from sobremesa.server.base import ROOT

CLIENT = "sobremesa.client"
SERVED = (".html", ".js", ".css", ".svg", ".ico", ".png", ".webmanifest")
"""What the browser may ask for; the client's words and Python files are none of them."""
SMALL = 512
"""What is not longer is sent as it is."""
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

mimetypes.add_type("text/javascript", ".js")


@dataclass(frozen=True)
class Asset:
    """This is something that is sent as it is to everybody."""

    content: bytes
    packed: bytes | None
    type: str
    tag: str


def asset(content: bytes, type_: str) -> Asset:
    """This makes an asset of bytes."""
    packed = gzip.compress(content, mtime=0) if len(content) > SMALL else None
    return Asset(content, packed, type_, f'"{sha256(content).hexdigest()[:20]}"')


def answer(request: Request, found: Asset) -> Response:
    """This sends an asset, unless the browser has it already; one that is asked for by version never changes."""
    headers = {
        "etag": found.tag,
        "cache-control": FOR_EVER if "v" in request.query_params else ASK_AGAIN,
        "vary": "accept-encoding",
    }
    # Several may be named, and proxies mark them as weak.
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = found.content
    if found.packed is not None and takes_gzip(request):
        body, headers["content-encoding"] = found.packed, "gzip"
    return Response(body, headers=headers, media_type=found.type)


def takes_gzip(request: Request) -> bool:
    """Tell whether whoever asks can read what is packed; `gzip;q=0` says no."""
    return bool(TAKES_GZIP.search(request.headers.get("accept-encoding", "")))


def client_file(name: str) -> Asset | None:
    """This is a file of the client by its name, if it is one that browsers get; one that was changed is read anew."""
    if Path(name).name != name or Path(name).suffix not in SERVED:
        return None
    path = client_folder() / name
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        return None
    return _read(path, changed)


def page(base: str) -> Asset | None:
    """Return the page of the client for a table below a base path."""
    found = client_file("index.html")
    return found if found is None or base == ROOT else _based(found, base)


@lru_cache(4)
def _based(found: Asset, base: str) -> Asset:
    return asset(found.content.replace(b'"/client/', f'"{base}client/'.encode()), found.type)


def client_folder() -> Path:
    """This is where the client's files lie."""
    return Path(str(resources.files(CLIENT)))


@lru_cache(256)
def _read(path: Path, changed: int) -> Asset:  # noqa: ARG001 - a file that was changed is another one
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return asset(path.read_bytes(), f"{kind}; charset=utf-8" if kind.startswith("text/") else kind)
