"""Lines: WebSockets as uvicorn serves them, with a short way for what is said all the time.

Nearly everything that clients say is one short text in one frame, and nearly everything that they are told is too. Such
frames are read and written here at once; whatever is said to a client in one go leaves in one packet. Anything else,
be it strange or only rare, goes the whole way through uvicorn and websockets.

Long messages are packed where the client can read them so; each by itself, so that a client costs no memory between
two of them. Short ones would hardly become shorter.

What is sent to somebody who does not read waits in memory, and closing such a line in good order would wait as well; so
it is cut.
"""

import asyncio
import contextlib
from struct import pack
from typing import Any, cast

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request
from websockets.protocol import State

NAME = "sobremesa.line"
"""Under which name an app finds its line in the extensions of a scope."""
PLAIN_TEXT = 0x81
"""How a frame begins that is a whole text, not packed."""
MASKED = 0x80
NO_SUCH_BITS = 0x30
SHORT = 126
"""How a length begins that needs two bytes more; above it are longer ones, and all that are not masked."""
MAX_SIZE = 4096
"""How long a frame is at most that is read here; others decide about longer ones."""
LONG_SIZE = MAX_SIZE + 1
MASK_BYTES = 4
PACKED_FROM = 2048
"""How many bytes a message has that is packed."""
MAX_UNREAD = 16
"""How many messages wait for the app before no more are taken."""
SOME = 1024
"""How many bytes others are given at once."""
MAX_BUFFER = 32 * 1024
"""How many bytes the network takes from us beyond what it has sent; the rest waits where it is counted."""
FAREWELL = 1.0
"""Seconds for which a line is left open on which nothing more is read."""
PING_EVERY = 10.0
PING_WAIT = 15.0
"""Seconds after which a client is asked whether it reads, and in which it must answer."""


class Inbox:
    """This is what has come and waits for the app: a queue of one reader, in a tenth of the room of asyncio's."""

    __slots__ = ("_came", "_reader")

    def __init__(self) -> None:
        self._came: list[ASGIReceiveEvent] = []
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: ASGIReceiveEvent) -> None:
        """This adds what has come."""
        self._came.append(message)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> ASGIReceiveEvent:
        """This is what came first, once there is something; whoever sends more at once lets others go before it."""
        if self._came:
            await asyncio.sleep(0)
        while not self._came:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        self._reader = None
        return self._came.pop(0)

    def qsize(self) -> int:
        """This is how much waits."""
        return len(self._came)

    def empty(self) -> bool:
        """This tells whether nothing does."""
        return not self._came


class Line(WebSocketsSansIOProtocol):
    """This is the connection of one client."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.queue = Inbox()  # type: ignore[assignment]
        self.conn.available_extensions = [
            ServerPerMessageDeflateFactory(
                server_no_context_takeover=True, client_no_context_takeover=True, compress_settings={"level": 3}
            )
        ]
        self._rest = b""
        """What has come and is not taken apart: the beginning of a frame, or more than the app can do at once.

        No more comes while it waits, so it is at most as much as the network hands over in one go.
        """
        self._is_strange = False
        """Whether something came that is left to others, from then on everything."""
        self._is_deaf = False
        """Whether it was told why nothing more is read; what still comes is let pass."""
        self._leaving: list[bytes] = []
        self._going = 0
        """How many bytes that is."""
        self._cutting: asyncio.TimerHandle | None = None

    # Coming

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """This begins to serve it."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(MAX_BUFFER)

    def handle_connect(self, event: Request) -> None:
        """This lets the app find this line."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][NAME] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """This takes frames apart."""
        if self._is_deaf:
            return
        if not self.handshake_complete:
            # What comes before it was told that it may come may leave half a frame with those who read it.
            self._is_strange = self._is_strange or self.handshake_initiated
        self._rest = self._rest + data if self._rest else data
        self._go_on()

    def _go_on(self) -> None:
        """This takes apart what has come, until the app has enough to do; the rest waits for it."""
        if self._is_strange or not self.handshake_complete:
            self._leave_to_others()
            return
        if self.conn.state is not State.OPEN:
            self._is_strange = True
            self._leave_to_others()
            return
        data, at = self._rest, 0
        end = len(data)
        while end - at >= 2 and not self.read_paused:
            size, start = data[at + 1] ^ MASKED, at + 2
            if size == SHORT:
                if end - at < 4:
                    break
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size > SHORT:
                size = LONG_SIZE
            if size > MAX_SIZE or data[at] & NO_SUCH_BITS:
                self._rest = data[at:]
                self._is_strange = True
                self._leave_to_others()
                return
            stop = start + MASK_BYTES + size
            if stop > end:
                break
            if not self._take(data[at], data[start : start + MASK_BYTES], data[start + MASK_BYTES : stop]):
                super().data_received(data[at:stop])
                if self.close_sent or self.transport.is_closing():
                    stop = end
            at = stop
        self._rest = data[at:]

    def _leave_to_others(self) -> None:
        # They take everything apart that they are given, so they are given little at a time.
        while self._rest and not self.read_paused and not self.transport.is_closing():
            some, self._rest = self._rest[:SOME], self._rest[SOME:]
            super().data_received(some)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                # Nobody else notices what never becomes a greeting.
                self.transport.close()

    def handle_parser_exception(self) -> None:
        """This says why nothing more is read. A line cut while something comes would lose that, so it is left open."""
        said = self.conn.close_sent
        if said is not None:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": said.code, "reason": said.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = self._is_deaf = True
        self._rest = b""
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(FAREWELL, self.transport.close)

    async def receive(self) -> ASGIReceiveEvent:
        """This is what the app hears next; when it has heard everything, more is taken apart."""
        message = await super().receive()
        if self._rest and not self.read_paused:
            self._go_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        """This does what the app wishes; once it has said farewell, the answer is looked for in what has come."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._forget_greeting()
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Uvicorn would note that there was no handshake, though there will be none.
            self.handshake_complete = True
        if self._rest and not self.read_paused:
            self._go_on()

    def _forget_greeting(self) -> None:
        """What a client said when it came was read, and would take more room than all it says later."""
        cast("list[Any]", self.scope["headers"]).clear()
        # Who reads frames keeps the request.
        self.request.headers.clear()
        del self.request, self.response

    def _take(self, first: int, mask: bytes, masked: bytes) -> bool:
        """This hands a text on to the app; it returns false if that is not as simple."""
        if first != PLAIN_TEXT or self.frames or self.close_sent:
            return False
        size = len(masked)
        whole = int.from_bytes(masked, "big") ^ int.from_bytes((mask * (size // MASK_BYTES + 1))[:size], "big")
        try:
            text = whole.to_bytes(size, "big").decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() > MAX_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def send_receive_event_to_app(self) -> None:
        """This passes a message on, unless it makes no sense and its farewell has come with it."""
        with contextlib.suppress(InvalidState):
            super().send_receive_event_to_app()

    # Leaving

    @property
    def waiting(self) -> int:
        """This is how many bytes have not left yet."""
        return self._going + self.transport.get_write_buffer_size()

    def tell(self, message: bytes) -> None:
        """This sends a text, with whatever else is sent before anything else happens."""
        if self.close_sent or self.disconnected or self.conn.state is not State.OPEN:
            return
        size = len(message)
        if size >= PACKED_FROM:
            self.conn.send_text(message)
            frame = b"".join(self.conn.data_to_send())
        elif size < SHORT:
            frame = bytes((PLAIN_TEXT, size)) + message
        else:
            frame = pack("!BBH", PLAIN_TEXT, SHORT, size) + message
        if not self._leaving:
            self.loop.call_soon(self.flush)
        self._leaving.append(frame)
        self._going += len(frame)

    def flush(self) -> None:
        """This lets go whatever has been sent."""
        if self._leaving:
            leaving, self._leaving, self._going = b"".join(self._leaving), [], 0
            if not self.disconnected:
                self.transport.write(leaving)

    def connection_lost(self, exc: Exception | None) -> None:
        """This forgets a line that has ended.

        What waits for the rest of a frame, what was wrong with one, and what the app found here would keep each other
        alive until garbage is looked for among everything; that happens seldom, since whoever plays waits for it.
        """
        super().connection_lost(exc)
        if self._cutting is not None:
            self._cutting.cancel()
        self.conn.parser.close()
        fault: BaseException | None = self.conn.parser_exc or self.conn.handshake_exc
        while fault is not None:
            fault.__traceback__, fault = None, fault.__cause__ or fault.__context__
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(NAME, None)

    def keepalive_timeout(self) -> None:
        """This cuts a line whose other end does not say that it is there."""
        super().keepalive_timeout()
        self.cut()

    def cut_after(self, seconds: float) -> None:
        """This ends the line after a while, unless it has ended by then."""
        if not self.disconnected and self._cutting is None:
            self._cutting = self.loop.call_later(seconds, self.cut)

    def cut(self) -> None:
        """This ends the line at once, whatever waits in it."""
        self.transport.abort()
