"""The twin of the socket over HTTP: the same messages as a stream of events, and commands one by one.

For programs that speak no WebSocket, and for networks that let none through. What is told is the same to the byte, but
for the words `data: ` before it and a line that tells its number, so that a stream can be gone on with.
"""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import ExitStack
from functools import partial
from typing import Any, TypeVar, cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sobremesa.core.errors import SobremesaError
from sobremesa.server import hints, visits, wire
from sobremesa.server.asked import LINE, Asked
from sobremesa.server.asking import body, language_of, number, told
from sobremesa.server.guests import guest_of
from sobremesa.server.limits import Door, Hurried, address_of
from sobremesa.server.listeners import Listener
from sobremesa.server.metrics import Metrics
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.socket import MAX_WAITING, let_pass, note_refusal

QUIET = 15.0
"""Seconds after which a stream says that it is still there."""
MAX_STUCK = 25.0
"""Seconds for which something may be on its way to somebody who does not read."""
END = b""
"""What ends a stream, in place of a message."""
HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"x-accel-buffering", b"no")]

Found = TypeVar("Found")


class Twin:
    """This answers those who play over HTTP."""

    def __init__(self, rooms: Rooms, door: Door, metrics: Metrics) -> None:
        self.rooms = rooms
        self.door = door
        self.metrics = metrics

    async def events(self, request: Request) -> Response:
        """This tells everything that happens from now on, or since a number, as long as somebody listens."""
        seen = request.headers.get("last-event-id", "")
        seq = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else number(request, "seq", -1)
        seat = number(request, "seat", 0) if request.query_params.get("seat") else None
        room = await self.rooms.find(request.path_params["match"])
        if request.method == "HEAD":
            # Nobody would read a stream, and it would keep its connection for ever.
            return Response(headers={name.decode(): value.decode() for name, value in HEADERS})
        guest = guest_of(request)
        with ExitStack() as stack:
            stack.enter_context(self.door.visit(address_of(request), room.id, guest))
            stream = Stream(self.rooms, room, self.metrics)
            hello = wire.Hello(v=wire.VERSION, seat=seat, seq=seq)
            stream.listener = await visits.greet(room, guest, hello, stream.send, address_of(request))
            stream.listener.dismiss = partial(stream.dismiss, language_of(request))
            # Whoever listens is counted until they go.
            stream.counted = stack.pop_all()
        return cast("Response", stream)

    async def command(self, request: Request) -> Response:
        """This carries one command out, and answers it as a socket would."""
        command = cast("wire.Command", await body(request, wire.AnyCommand))  # type: ignore[arg-type]
        room = await self.rooms.find(request.path_params["match"])
        guest, came = guest_of(request), time.perf_counter()
        try:
            let_pass(self.door, room, guest, address_of(request), command)
            answer = await self._obey(request, room, guest, command)
        except SobremesaError as fault:
            note_refusal(self.metrics, room.id, fault)
            wait = fault.retry_after if isinstance(fault, Hurried) else msgspec.UNSET
            text = fault.say(language_of(request))
            refusal = wire.No(id=command.id, seq=room.told_seq, why=fault.phrase.json(), text=text, retry_after=wait)
            # Like over a socket, a refusal is an answer; whoever plays simply looks again.
            return told(refusal, 429 if isinstance(fault, Hurried) else 200)
        self.metrics.commands.inc(str(command.__struct_config__.tag))
        self.metrics.answers.add(time.perf_counter() - came)
        return told(answer)

    async def _obey(self, request: Request, room: Room, guest: str, command: wire.Command) -> wire.Told:
        listener = Listener(guest, room.usual_seat(guest), None, lambda _: None, address=address_of(request))
        if isinstance(command, wire.HintCommand):
            found = await _while_there(request, hints.find(room.crew, await room.take_hint(listener)))
            return wire.Ok(id=command.id, seq=room.told_seq, hints=found)
        return await room.obey(listener, command)


class Stream:
    """This is somebody who listens over HTTP; as an answer it lasts until they go, or do not read."""

    def __init__(self, rooms: Rooms, room: Room, metrics: Metrics) -> None:
        self.rooms = rooms
        self.room = room
        self.metrics = metrics
        self.listener: Listener | None = None
        self.counted = ExitStack()
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting = 0
        self._stuck = asyncio.Event()

    def send(self, message: bytes) -> None:
        """This sends a message when its turn comes; who does not read is let go."""
        if self._stuck.is_set():
            return
        if not self._queue.empty() and self._waiting + len(message) > MAX_WAITING:
            self._stuck.set()
            return
        self._waiting += len(message)
        self._queue.put_nowait(message)

    def dismiss(self, language: str, reason: Refused) -> None:
        """End the stream with the reason."""
        self.send(wire.dump(wire.No(id=None, seq=-1, why=reason.phrase.json(), text=reason.say(language))))
        self._queue.put_nowait(END)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """This answers as long as somebody listens."""
        self.metrics.sockets.inc()
        try:
            await self._last(scope[LINE], receive, send)
        finally:
            self.metrics.sockets.dec()
            self.counted.close()
            if self.listener is not None:
                await visits.part(self.rooms, self.room, self.listener)

    async def _last(self, line: Asked, receive: Receive, send: Send) -> None:
        line.stay()
        ends = [asyncio.create_task(each) for each in (self._tell(send), _gone(receive), self._stuck.wait())]
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            self.metrics.slow_readers.inc(by=self._stuck.is_set())
        finally:
            for task in ends:
                task.cancel()
            await asyncio.gather(*ends, return_exceptions=True)
            line.cut()
            # The server hears of it in a moment, and does not wait for the rest of the answer.
            await asyncio.sleep(0)

    async def _tell(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        while True:
            try:
                async with asyncio.timeout(QUIET):
                    message = await self._queue.get()
            except TimeoutError:
                said = b": still here\n\n"
            else:
                if message == END:
                    await send({"type": "http.response.body", "body": b"", "more_body": False})
                    return
                self._waiting -= len(message)
                said = _numbered(message) + b"data: " + message + b"\n\n"
            try:
                async with asyncio.timeout(MAX_STUCK):
                    await send({"type": "http.response.body", "body": said, "more_body": True})
            except TimeoutError:
                self._stuck.set()
                return


async def _while_there(request: Request, work: Coroutine[Any, Any, Found]) -> Found:
    """Return what is found for whoever asked; if they go meanwhile, it is given up."""
    finding, gone = asyncio.create_task(work), asyncio.create_task(_gone(request.receive))
    try:
        await asyncio.wait((finding, gone), return_when=asyncio.FIRST_COMPLETED)
        if not finding.done():
            # Nobody reads what is answered.
            raise Refused("no_hint", status=503)
        return finding.result()
    finally:
        for task in (finding, gone):
            task.cancel()
        await asyncio.gather(finding, gone, return_exceptions=True)


async def _gone(receive: Receive) -> None:
    """This lasts until somebody has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _numbered(message: bytes) -> bytes:
    """This is the line that tells the number of an event, after which a stream can be gone on with."""
    told_ = msgspec.json.decode(message, type=_Numbered)
    return b"id: %d\n" % told_.seq if told_.t in ("snap", "ev") else b""


class _Numbered(msgspec.Struct):
    t: str
    seq: int = -1
