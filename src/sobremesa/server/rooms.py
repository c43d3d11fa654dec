"""Rooms: all matches that are being played here. Each is opened from its log when somebody comes."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable, Set

from sobremesa.server import clocks, events, seats
from sobremesa.server.crew import Crew
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.store import Store
from sobremesa.server.telling import load

log = logging.getLogger(__name__)


class Rooms:
    """This is all matches that are being played here."""

    IDLE = 60.0
    """Seconds after which a room that nobody looks at is given up; the log knows everything."""

    WAIT = 15.0
    """Seconds for which dice wait for the hand of somebody who may be on the way: a page may load, or a line break."""

    def __init__(self, store: Store, crew: Crew, hold: float, key: bytes = b"") -> None:
        self.store = store
        self.crew = crew
        self.hold = hold
        self.key = key
        """From which the ids of rematches are made."""
        self.stopped = 0
        """When the server before this one ended, in milliseconds since 1970; 0 if nobody knows."""
        self.started = clocks.now()
        self.revoked: Set[str] = frozenset()
        """Guests who may play no longer, by digest."""
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Future[Room]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        """When the room of a match is given up, or opened again."""
        self._reopening: set[asyncio.Task[None]] = set()
        self._withheld: dict[str, asyncio.Future[None]] = {}
        """Matches that are not opened until something is done."""

    def __len__(self) -> int:
        return len(self._rooms)

    async def find(self, match: str) -> Room:
        """This is the room of a match; Refused if there is no such match."""
        while (withheld := self._withheld.get(match)) is not None:
            await asyncio.shield(withheld)
        room = self._rooms.get(match)
        if room is not None:
            # Whoever asks has a while to come in: somebody else must not find another room of the same match.
            self.let_go(room)
            return room
        opening = self._opening.get(match)
        if opening is None:
            opening = self._opening[match] = asyncio.ensure_future(self._open(match))
            opening.add_done_callback(lambda _: self._opening.pop(match))
        return await asyncio.shield(opening)

    async def _open(self, match: str) -> Room:
        entry = await asyncio.to_thread(self.store.entry, match)
        if entry is None:
            raise Refused("unknown_match", status=404)
        course = await asyncio.to_thread(load, self.store, match, events.read_head(entry.head))
        room = self._rooms[match] = Room(entry, course, self.store, self.crew, self.hold, self.WAIT)
        if entry.ended:
            again = seats.next_match(self.key, match)
            room.rematch = again if await asyncio.to_thread(self.store.entry, again) else ""
        async with room.lock:
            await room.nudge(clocks.outage(course, self.stopped, self.started))
            # Whoever was to replace them may have been cut off.
            await room.replace(self.revoked)
        self.let_go(room)
        return room

    async def wake(self) -> None:
        """This opens every match with a clock that goes on: somebody's time may be up though nobody comes."""
        for match in await asyncio.to_thread(self._timed):
            try:
                await self.find(match)
            except Exception as fault:
                # Of a game that is not installed any more, for example; the others must not wait for it.
                log.warning("match %s is not woken: %s", match, fault)

    def _timed(self) -> list[str]:
        # Most have none, which is seen without reading them.
        found = ((match, head) for match, head in self.store.unfinished() if b'"clock":{' in head)
        return [match for match, head in found if events.read_head(head).clock is not None]

    async def close(self) -> None:
        """This ends whatever goes on by itself, so that bots whose processes end do not seem to fail."""
        for timer in self._timers.values():
            timer.cancel()
        for task in self._reopening:
            task.cancel()
        for room in list(self._rooms.values()):
            await room.close()

    def known(self, match: str) -> Room | None:
        """This is the room of a match if it is open."""
        return self._rooms.get(match)

    @contextlib.asynccontextmanager
    async def withhold(self, matches: Iterable[str]) -> AsyncIterator[None]:
        """Keep matches from being opened meanwhile: whoever asks for one of them waits."""
        done = asyncio.get_running_loop().create_future()
        named = [match for match in matches if match not in self._withheld]
        self._withheld |= dict.fromkeys(named, done)
        try:
            opening = [self._opening[match] for match in named if match in self._opening]
            await asyncio.gather(*opening, return_exceptions=True)
            yield
        finally:
            for match in named:
                del self._withheld[match]
            done.set_result(None)

    async def remove(self, match: str, reason: Refused) -> None:
        """Forget a match that was deleted, and send away those who are there."""
        if timer := self._timers.pop(match, None):
            timer.cancel()
        if room := self._rooms.pop(match, None):
            await room.remove(reason)

    def let_go(self, room: Room) -> None:
        """This gives a room up in a while, if nothing goes on there and nobody asks for it until then."""
        if room.is_removed:
            return
        if timer := self._timers.pop(room.id, None):
            timer.cancel()
        self._timers[room.id] = asyncio.get_running_loop().call_later(self.IDLE, self._give_up, room)

    def _give_up(self, room: Room) -> None:
        due = room.due
        if room.is_busy or (due is not None and due <= self.IDLE):
            self.let_go(room)
            return
        room.alarm.set(None)
        del self._timers[room.id]
        del self._rooms[room.id]
        if due is not None:
            self._open_in(due, room.id)

    def _open_in(self, seconds: float, match: str) -> None:
        """This opens a match when somebody's time is up there: days may go by until then."""
        self._timers[match] = asyncio.get_running_loop().call_later(seconds, self._spawn, match)

    def _spawn(self, match: str) -> None:
        task = asyncio.get_running_loop().create_task(self._reopen(match))
        self._reopening.add(task)
        task.add_done_callback(self._reopening.discard)

    async def _reopen(self, match: str) -> None:
        try:
            await self.find(match)
        except Exception as fault:
            if isinstance(fault, Refused) and fault.status == 404:
                # It was deleted meanwhile.
                return
            log.warning("match %s is not woken, and is tried again: %s", match, fault)
            self._open_in(self.IDLE, match)
