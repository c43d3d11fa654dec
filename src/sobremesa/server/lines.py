"""Lines: connections as they come from the network. One that does not go on is given up, whatever it was about to be.

What is sent to somebody who does not read waits in memory, and closing such a line in good order would wait as well; so
it is cut. The app finds how to do that among the extensions of a socket.
"""

import asyncio
import contextlib
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

CUT = "sobremesa.cut"
"""The extension that cuts a line."""
MAX_HEAD = 10.0
"""Seconds in which a request must have come, as far as it says what is wanted."""
MAX_EXCHANGE = 60.0
"""Seconds in which it must have been read and answered."""
PING_EVERY = 10.0
PING_WAIT = 15.0
"""Seconds after which a socket is asked whether somebody reads it, and in which it must answer."""
MAX_BUFFER = 32 * 1024
"""How many bytes the network takes from us beyond what it has sent; the rest waits where it is counted."""


class Asked(H11Protocol):
    """This is a line on which somebody asks for something over HTTP."""

    _timer: asyncio.TimerHandle | None = None
    _is_asked = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """This begins to wait."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """This hears more of a request."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """This waits no longer."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        is_asked = self.cycle is not None and not self.cycle.response_complete
        if self._timer is None or is_asked != self._is_asked:
            self._stop()
            self._is_asked = is_asked
            self._timer = self.loop.call_later(MAX_EXCHANGE if is_asked else MAX_HEAD, self._give_up)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self.transport.get_protocol() is not self:
            # It is a socket now, which has its own patience.
            return
        is_asked = self.cycle is not None and not self.cycle.response_complete
        if is_asked == self._is_asked:
            self.transport.abort()
        else:
            self._watch()


class Line(WebSocketsSansIOProtocol):
    """This is a line that is a socket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """This begins to serve it."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(MAX_BUFFER)

    def handle_connect(self, event: Request) -> None:
        """This lets the app know how to cut the line."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][CUT] = self.transport.abort

    def send_receive_event_to_app(self) -> None:
        """This passes a message on, unless it makes no sense and its farewell has come with it."""
        with contextlib.suppress(InvalidState):
            super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """This cuts a line whose other end does not say that it is there."""
        super().keepalive_timeout()
        self.transport.abort()
