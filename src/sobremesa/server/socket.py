"""The socket: one connection of a client. It reads commands one after another, and each gets exactly one answer.

Each is carried out before the next is read, but for hints: they are found while the client goes on.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator
from typing import NoReturn

import msgspec
from msgspec import UNSET
from starlette.websockets import WebSocket, WebSocketDisconnect

from sobremesa.core.errors import SobremesaError
from sobremesa.server import hints, line, seats, visits, wire
from sobremesa.server.hints import Doubt
from sobremesa.server.language import reader
from sobremesa.server.limits import Door, Hurried, address_of
from sobremesa.server.line import Line
from sobremesa.server.listeners import Listener
from sobremesa.server.metrics import Metrics
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms

NO_TEXT = 1003
"""How a connection is closed that sends bytes."""
POLICY = 1008
"""How a connection is closed that does not keep to the protocol."""
TOO_SLOW = 1013
MAX_WAITING = 192 * 1024
"""How many bytes wait for a client that does not read; one that lets more gather is let go."""
MAX_FAULTS = 20
"""How many messages that make no sense a client may send."""

MAX_HURRIES = 20
"""How often a client may be told that it is too fast."""
LAST_WORDS = 5.0
"""Seconds in which a client must have read what it was told last; then its line is cut."""
MAX_SILENCE: float = 10
"""Seconds after which a client that has not greeted is sent away."""

log = logging.getLogger(__name__)


class Socket:
    """This is one connection."""

    def __init__(
        self, websocket: WebSocket, rooms: Rooms, match: str, guest: str, door: Door, metrics: Metrics
    ) -> None:
        self.websocket = websocket
        self.rooms = rooms
        self.door = door
        self.metrics = metrics
        self.address = address_of(websocket)
        self.match = match
        self.guest = guest
        self.language = reader(websocket.headers.get("accept-language", ""))
        self.faults = 0
        self.hurries = 0
        self._line: Line = websocket.scope["extensions"][line.NAME]
        self._farewell: asyncio.Task[None] | None = None
        self._hinting: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """This serves the connection until one side ends it."""
        await self.websocket.accept()
        try:
            with self.door.visit(self.address, self.match, self.guest), self._counted():
                await self._serve()
        except WebSocketDisconnect:
            pass
        except Hurried as hurried:
            self._refuse(hurried, None, -1)
            self._close(POLICY)
        finally:
            # Nobody reads what is found for them any more.
            for finding in self._hinting:
                finding.cancel()
            await self._take_leave(self._close())
            await asyncio.gather(*self._hinting, return_exceptions=True)

    @contextlib.contextmanager
    def _counted(self) -> Iterator[None]:
        self.metrics.sockets.inc()
        try:
            yield
        finally:
            self.metrics.sockets.dec()

    async def _take_leave(self, farewell: "asyncio.Task[None]") -> None:
        """This lets a client read what it was told last, but not for long."""
        try:
            await asyncio.wait_for(farewell, LAST_WORDS)
        except TimeoutError:
            self._line.cut()
        else:
            # It may have been sent and not been read.
            self._line.cut_after(LAST_WORDS)

    # Reading

    async def _serve(self) -> None:
        hello = None
        try:
            hello = await self._first()
            room = await self.rooms.find(self.match)
            listener = await visits.greet(room, self.guest, _hello(hello), self.send, self.address)
            listener.dismiss = self._dismiss
        except WebSocketDisconnect:
            raise
        except Exception as fault:
            self._refuse(fault, getattr(hello, "id", None), 0)
            self._close(POLICY)
            return
        try:
            while self._farewell is None:
                await self._obey(room, listener, await self._read())
        finally:
            await visits.part(self.rooms, room, listener)

    async def _first(self) -> wire.Said:
        try:
            async with asyncio.timeout(MAX_SILENCE):
                return await self._read()
        except TimeoutError:
            raise Refused("late_hello", status=408, seconds=MAX_SILENCE) from None

    async def _read(self) -> wire.Said:
        """This is the next message that makes sense; those that do not are refused."""
        while True:
            text = await self._receive()
            try:
                return wire.read(text)
            except (msgspec.DecodeError, RecursionError):
                self.faults += 1
                self._refuse(Refused("malformed", status=400), wire.id_of(text), -1)
            if self.faults >= MAX_FAULTS:
                self._leave(POLICY)

    async def _receive(self) -> str:
        message = await self.websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        text = message.get("text")
        if text is None:
            self._leave(NO_TEXT)
        return str(text)

    def _leave(self, code: int) -> NoReturn:
        self._close(code)
        raise WebSocketDisconnect(code)

    async def _greet_again(self, room: Room, listener: Listener, hello: wire.Hello) -> None:
        """This shows everything anew, in another theme or from another seat."""
        async with room.lock:
            seat = room.usual_seat(self.guest) if hello.seat is None else hello.seat
            if not room.may_look(self.guest, seat):
                raise Refused("not_yours", status=403)
            listener.theme, listener.short = hello.theme, hello.short
            room.throwers.say(self.guest, by_hand=not hello.roll)
            room.turn(listener, seat)
            await room.welcome(self.guest)

    async def _obey(self, room: Room, listener: Listener, said: wire.Said) -> None:
        came = time.perf_counter()
        try:
            self.door.admit(self.guest)
            let_pass(self.door, room, self.guest, self.address, said)
            await self._carry_out(room, listener, said)
        except Exception as fault:
            self._refuse(fault, getattr(said, "id", None), room.told_seq)
            if isinstance(fault, Hurried):
                self.hurries += 1
        else:
            self.metrics.commands.inc(str(said.__struct_config__.tag))
        self.metrics.answers.add(time.perf_counter() - came)
        if self.hurries >= MAX_HURRIES:
            self._leave(POLICY)

    async def _hint(self, room: Room, doubt: Doubt, command: wire.HintCommand) -> None:
        try:
            found = await hints.find(room.crew, doubt)
            self.send(wire.dump(wire.Ok(id=command.id, seq=room.told_seq, hints=found)))
        except Exception as fault:
            self._refuse(fault, command.id, room.told_seq)

    async def _carry_out(self, room: Room, listener: Listener, command: wire.Said) -> None:
        if isinstance(command, wire.Ping):
            self.send(wire.dump(wire.Pong()))
        elif isinstance(command, wire.Hello):
            await self._greet_again(room, listener, _hello(command))
        elif isinstance(command, wire.HintCommand):
            finding = asyncio.create_task(self._hint(room, await room.take_hint(listener), command))
            self._hinting.add(finding)
            finding.add_done_callback(self._hinting.discard)
        elif isinstance(command, wire.SitCommand):
            await room.sit(listener, command)
        elif isinstance(command, wire.Command):
            self.send(wire.dump(await room.obey(listener, command)))

    def _refuse(self, fault: Exception, command: str | None, seq: int) -> None:
        if not isinstance(fault, SobremesaError):
            log.error("a command failed", exc_info=fault)
            fault = Refused("failed", status=500)
        note_refusal(self.metrics, self.match, fault)
        text = fault.say(self.language)
        wait = fault.retry_after if isinstance(fault, Hurried) else UNSET
        self.send(wire.dump(wire.No(id=command, seq=seq, why=fault.phrase.json(), text=text, retry_after=wait)))

    def _dismiss(self, reason: Refused) -> None:
        self._refuse(reason, None, -1)
        self._close()

    # Writing

    def send(self, message: bytes) -> None:
        """This sends a message when its turn comes; who does not read is let go."""
        if self._farewell is not None:
            return
        waiting = self._line.waiting
        if waiting and waiting + len(message) > MAX_WAITING:
            self._close(TOO_SLOW)
            self.metrics.slow_readers.inc()
            # Who does not read would not read a farewell either.
            self._line.cut_after(LAST_WORDS)
            return
        self._line.tell(message)

    def _close(self, code: int = 1000) -> "asyncio.Task[None]":
        """This begins to end the connection, for the first reason that there is."""
        if self._farewell is None:
            self._farewell = asyncio.create_task(self._end(code))
        return self._farewell

    async def _end(self, code: int) -> None:
        self._line.flush()
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.websocket.close(code)


def let_pass(door: Door, room: Room, guest: str, address: str, said: wire.Said) -> None:
    """This lets pass what somebody says in a room; Hurried if it comes too soon."""
    # Who sits here is known by its seat, wherever it comes from; others by where they come from.
    who = guest if room.mine(guest) else address
    door.command(who)
    # A phrase that comes again is not said twice.
    if isinstance(said, wire.SayCommand) and not room.knows(guest, said.id):
        door.phrase(who)
    if isinstance(said, wire.NameCommand) and not room.knows(guest, said.id):
        door.rename(who, f"{room.id}/{said.seat}")


def note_refusal(metrics: Metrics, match: str, fault: SobremesaError) -> None:
    """This notes and counts a command that was refused."""
    # What was asked for may be a secret of its seat, so only the reason is noted.
    log.info("refused at match %s: %s", known(match), fault.phrase.key)
    metrics.refusals.inc(fault.phrase.key)


def known(match: str) -> str:
    """This is the id of a match as it is noted: what has not the form of one may be anything."""
    return match if seats.is_match(match) else "?"


def _hello(said: wire.Said) -> wire.Hello:
    if not isinstance(said, wire.Hello):
        raise Refused("no_hello", status=400)
    if said.v != wire.VERSION:
        raise Refused("other_version", status=400, given=said.v, expected=wire.VERSION)
    return said
