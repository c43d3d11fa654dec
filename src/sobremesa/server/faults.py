"""Faults over HTTP: what a reader is told, in their language, instead of what they asked for."""

import logging
from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from sobremesa.core.errors import SobremesaError, UnknownGame
from sobremesa.server import assets
from sobremesa.server.asking import language_of, told
from sobremesa.server.base import base_of
from sobremesa.server.limits import Hurried
from sobremesa.server.refusals import Refused

COUNTED = "sobremesa.metrics"
"""Where a request finds what is counted."""

log = logging.getLogger(__name__)


async def refuse(request: Request, fault: Exception) -> Response:
    """This says to a reader why something was not done."""
    more: Mapping[str, str] | None = None
    if isinstance(fault, HTTPException):
        if fault.status_code == 404 and _is_for_eyes(request) and (page := assets.page(base_of(request))):
            # The client says in the reader's language that there is nothing here, and shows the way home.
            answer = assets.answer(request, page)
            answer.status_code = 404
            return answer
        name = {404: "unknown_page", 405: "other_method"}.get(fault.status_code, "failed")
        more, fault = fault.headers, Refused(name, status=fault.status_code)
    if not isinstance(fault, SobremesaError):
        log.error("a request failed", exc_info=fault)
        fault = Refused("failed", status=500)
    status = getattr(fault, "status", 404 if isinstance(fault, UnknownGame) else 400)
    log.info("refused: %s", fault.phrase.key)
    if (counted := request.scope.get(COUNTED)) is not None:
        counted.refusals.inc(fault.phrase.key)
    said: dict[str, Any] = {"error": fault.phrase.json(), "text": fault.say(language_of(request))}
    if isinstance(fault, Hurried):
        said, more = said | {"retry_after": fault.retry_after}, {"retry-after": str(fault.retry_after)}
    refused = told(said, status)
    refused.headers.update(more or {})
    return refused


async def refuse_stranger(request: Request, refused: Refused) -> Response:
    """This says to somebody who may not come in why, and how else it could be tried."""
    answer = await refuse(request, refused)
    if refused.status == 401:
        answer.headers["www-authenticate"] = "Bearer"
    return answer


def _is_for_eyes(request: Request) -> bool:
    """This tells whether somebody opens an address in a browser, where scripts would say what they want of it."""
    is_page = not request.url.path.startswith(("/api/", "/client/"))
    return is_page and request.method == "GET" and "text/html" in request.headers.get("accept", "")
