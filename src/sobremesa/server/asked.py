"""Requests over HTTP as they come from the network: one that does not go on is given up."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_HEAD = 10.0
"""Seconds in which a request must have come, as far as it says what is wanted."""
MAX_EXCHANGE = 60.0
"""Seconds in which it must have been read and answered."""

LINE = "sobremesa.asked"
"""Under which name an app finds the line of a request in its scope."""


class Asked(H11Protocol):
    """This is a line on which somebody asks for something over HTTP."""

    _timer: asyncio.TimerHandle | None = None
    _is_asked = False
    _is_listened_to = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """This begins to wait."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """This hears more of a request."""
        super().data_received(data)
        if self.cycle is not None:
            self.cycle.scope[LINE] = self  # type: ignore[literal-required]
        self._watch()

    def stay(self) -> None:
        """This lets an answer take as long as it likes, for somebody who listens."""
        self._stop()
        self._is_listened_to = True

    def cut(self) -> None:
        """This ends the line at once, whatever waits in it."""
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """This waits no longer."""
        self._stop()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self._is_listened_to:
            return
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
