"""Base path: the path below which a proxy shows the table, such as /mesa/, whether or not the proxy takes it away."""

from starlette.requests import HTTPConnection
from starlette.types import Scope

ROOT = "/"
BASE = "sobremesa.base"
"""Scope entry: the base path, with a slash at both ends."""


def enter(scope: Scope, base: str) -> None:
    """Note the base path in the scope of a connection, and leave the path below it; one without it stays as it is."""
    scope[BASE] = base
    if base != ROOT and f"{scope['path']}/".startswith(base):
        scope["path"] = scope["path"][len(base) - 1 :]


def is_before(scope: Scope) -> bool:
    """Tell whether the path of a connection lacked nothing but the last slash of the base path."""
    return not scope["path"]


def base_of(connection: HTTPConnection) -> str:
    """Return the base path of a connection."""
    return str(connection.scope.get(BASE, ROOT))
