"""Requests over HTTP as they come from the network: one that does not go on is given up."""

import asyncio
import re
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.server import ServerState

from sobremesa.server.connections import Connections

MAX_HEAD = 10.0
"""Seconds in which a request must have come, as far as it says what is wanted."""
MAX_HEAD_BYTES = 16 * 1024
"""How long that may be: to take thousands of lines apart takes long, and nobody who means well sends them."""
END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
MAX_EXCHANGE = 60.0
"""Seconds in which it must have been read and answered."""

LINE = "sobremesa.asked"
"""Under which name an app finds the line of a request in its scope."""


class State(ServerState):
    """What the connections of a server share."""

    def __init__(self, lines: Connections) -> None:
        super().__init__()
        self.lines = lines


class Asked(H11Protocol):
    """This is a line on which somebody asks for something over HTTP."""

    _timer: asyncio.TimerHandle | None = None
    _watched: RequestResponseCycle | None = None
    """The request that is waited for; None while it is waited for the next one."""
    _is_listened_to = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """This begins to wait."""
        super().connection_made(transport)
        if self._lines.open(self, self.client[0] if self.client else ""):
            self._lines.wait(self)
            self._watch()
        else:
            self.cut()

    @property
    def _lines(self) -> Connections:
        # All connections of a server share what uvicorn calls its state.
        return cast("State", self.server_state).lines

    def data_received(self, data: bytes) -> None:
        """This hears more; of a head that is too long only as much as shows that it is."""
        if self.conn.their_state is h11.IDLE and len(data) > MAX_HEAD_BYTES:
            # Its end may have begun to come before.
            before, _ = self.conn.trailing_data
            if not END_OF_HEAD.search(before[-3:] + data[:MAX_HEAD_BYTES]):
                data = data[: MAX_HEAD_BYTES + 1]
        super().data_received(data)

    def handle_events(self) -> None:
        """This hears more of a request, or begins with one that came while the one before it was answered."""
        super().handle_events()
        if self.cycle is not None:
            self.cycle.scope[LINE] = self  # type: ignore[literal-required]
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self._lines.wait(self)
        else:
            self._lines.serve(self)
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """This leaves the line to a socket, which has its own patience; nothing of the request is kept for longer."""
        super().handle_websocket_upgrade(event)
        self._lines.close(self)
        self.stay()
        self._forget()

    def stay(self) -> None:
        """This lets an answer take as long as it likes, for somebody who listens."""
        self._stop()
        self._is_listened_to = True

    def cut(self) -> None:
        """This ends the line at once, whatever waits in it."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """This waits no longer."""
        self._lines.close(self)
        self._stop()
        super().connection_lost(exc)
        self._forget()

    def _forget(self) -> None:
        """What was asked would keep this alive until garbage is looked for; all is as it was before anything was."""
        self.scope = self.cycle = self._watched = None  # type: ignore[assignment]

    @property
    def _asked(self) -> RequestResponseCycle | None:
        return None if self.cycle is None or self.cycle.response_complete else self.cycle

    def _watch(self) -> None:
        if self._is_listened_to:
            return
        asked = self._asked
        if self._timer is None or asked is not self._watched:
            self._stop()
            self._watched = asked
            self._timer = self.loop.call_later(MAX_HEAD if asked is None else MAX_EXCHANGE, self._give_up)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if self._asked is self._watched:
            self.transport.abort()
        else:
            self._watch()
