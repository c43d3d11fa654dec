"""The running server as commands ask it: by the control file of its data folder, over HTTP on this machine."""

import json
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import ProxyHandler, Request, build_opener

from sobremesa.core.errors import SobremesaError
from sobremesa.server import control
from sobremesa.server.refusals import Refused

TIMEOUT = 300.0
"""Seconds; a server that deletes much may be silent for a while."""


class Declined(SobremesaError):
    """What the server said instead of doing what it was asked."""

    key = "admin.declined"

    def __init__(self, reason: str) -> None:
        super().__init__(package="sobremesa.cli", reason=reason)


class Remote:
    """The server that runs on a data folder."""

    def __init__(self, folder: Path, language: str) -> None:
        self.folder = folder
        self.language = language
        self.control = control.read(folder)
        # Nobody else is to see the secret.
        self._opener = build_opener(ProxyHandler({}))

    def ask(self, method: str, path: str, wish: dict[str, Any] | None = None, **query: Any) -> Any:
        """Return what the server answers."""
        return json.loads(self.fetch(method, path, wish, **query))

    def fetch(self, method: str, path: str, wish: dict[str, Any] | None = None, **query: Any) -> bytes:
        """Return what the server answers, as it comes; Declined if it refuses, Refused if there is none."""
        given = {name: value for name, value in query.items() if value is not None}
        address = f"{self.control.address}/api/admin{path}{f'?{urlencode(given)}' if given else ''}"
        headers = {
            "authorization": f"Bearer {self.control.secret}",
            "accept-language": self.language,
            "content-type": "application/json",
        }
        data = None if wish is None else json.dumps(wish).encode()
        request = Request(address, data, headers, method=method)  # noqa: S310 - the address is of our own file
        try:
            with self._opener.open(request, timeout=TIMEOUT) as answer:
                content: bytes = answer.read()
        except HTTPError as refused:
            raise Declined(_reason(refused)) from refused
        except (URLError, HTTPException, OSError) as fault:
            raise Refused("no_server", path=str(self.folder)) from fault
        return content


def _reason(refused: HTTPError) -> str:
    try:
        return str(json.loads(refused.read())["text"])
    except (ValueError, KeyError, TypeError):
        return str(refused)
