"""Administration: what the operator of a server does with matches and guests while it runs.

Everything is written by the one writer, between the moves of those who play. What is deleted leaves the files: the
database is written anew once it is gone, and the write-ahead log is emptied.
"""

import asyncio
import logging
import re
import sqlite3
from collections.abc import Collection, Sequence, Set
from contextlib import AsyncExitStack
from typing import Any

import msgspec

from sobremesa.core import files
from sobremesa.core.errors import SobremesaError
from sobremesa.server import erasure, events, records, seats
from sobremesa.server.batches import COMPACT, Batch
from sobremesa.server.catalogue import Catalogue, Filter
from sobremesa.server.erasure import Anonymiser
from sobremesa.server.events import Head, Sit
from sobremesa.server.house import House
from sobremesa.server.refusals import Refused
from sobremesa.server.reviews import Reviews
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Entry, Store
from sobremesa.server.tokens import Tokens

AT_ONCE = 16
"""How many matches are deleted by one batch; moves that come meanwhile wait for it."""
TRIES = 10
"""How often the files are tidied up, if somebody reads them."""
PAUSE = 0.5
"""Seconds between two tries."""
DIGEST = re.compile("[0-9a-f]{64}")
"""How guests are named; tokens of the console belong to nobody of such a name."""

log = logging.getLogger(__name__)


class Admin:
    """The operations of whoever runs a server."""

    def __init__(
        self, store: Store, rooms: Rooms, reviews: Reviews, tokens: Tokens, key: bytes, house: House | None = None
    ) -> None:
        self.store = store
        self.rooms = rooms
        self.reviews = reviews
        self.tokens = tokens
        self.key = key
        self.house = house
        self.catalogue = Catalogue(store.path)
        self._lock = asyncio.Lock()
        """Held by whatever rewrites or deletes matches."""

    async def _entry(self, match: str) -> Entry:
        entry = await asyncio.to_thread(self.store.entry, match)
        if entry is None:
            raise Refused("unknown_match", status=404)
        return entry

    # Looking

    async def listed(self, chosen: Filter, first: int, count: int) -> dict[str, Any]:
        """Return a page of the matches."""
        return await asyncio.to_thread(self.catalogue.listed, chosen, first, count)

    async def show(self, match: str) -> dict[str, Any]:
        """Return what is kept of a match, but nothing that its players do not know."""
        entry = await self._entry(match)
        head = events.read_head(entry.head)
        line = await asyncio.to_thread(self.catalogue.line, match)
        if line is None:
            # It was deleted meanwhile.
            raise Refused("unknown_match", status=404)
        sat = await asyncio.to_thread(guests_of, self.store, match, head)
        for seat, guest in zip(line["seats"], sat, strict=True):
            if guest:
                seat["guest"] = guest
        return line | {
            "rules": head.rules,
            "options": head.options,
            "seal": head.seal,
            "host": head.host,
            "after": head.after,
            "events": await asyncio.to_thread(self.catalogue.events, match),
        }

    async def record(self, match: str) -> str:
        """Return the record of a match that is over."""
        entry = await self._ended(match)
        return await asyncio.to_thread(records.recorded, self.store, match, events.read_head(entry.head), entry.secret)

    async def log(self, match: str) -> dict[str, Any]:
        """Return everything that is kept of a match that is over, its seal opened."""
        entry = await self._ended(match)
        rows = await asyncio.to_thread(self.store.rows, match)
        return {
            "match": match,
            "head": msgspec.Raw(entry.head),
            "secret": entry.secret.hex(),
            "events": [{"seq": row.seq, "at": row.at, "event": msgspec.Raw(row.body)} for row in rows],
        }

    async def _ended(self, match: str) -> Entry:
        entry = await self._entry(match)
        if not entry.ended:
            # Its throws and hands would be seen by somebody who may sit there.
            raise Refused("not_over")
        return entry

    # Ending and deleting

    async def end(self, match: str) -> dict[str, Any]:
        """End a match, without a winner; everybody there is told."""
        room = await self.rooms.find(match)
        await room.end()
        return {"match": match, "state": "finished"}

    async def delete(self, match: str) -> dict[str, Any]:
        """Delete a match, and every trace of it in the data folder."""
        async with self._lock:
            await self._entry(match)
            await self._erase([match])
            return {"deleted": [match], **await self._tidy([match])}

    async def prune(self, matches: Sequence[str], chosen: Filter) -> list[str]:
        """Delete those of some matches that are still meant and that nobody looks at, and return them."""
        async with self._lock, self.rooms.withhold(matches):
            unseen = [match for match in matches if self.rooms.known(match) is None]
            if not unseen:
                return []
            due = [match for match, _ in await asyncio.to_thread(self.catalogue.matching, chosen, unseen)]
            if due:
                await self._delete_rows(due)
        await self.reviews.remove(due)
        return due

    async def tidy(self, matches: Sequence[str]) -> dict[str, Any]:
        """Remove what may be left in files of matches that were deleted."""
        async with self._lock:
            return await self._tidy(matches)

    async def _erase(self, matches: Sequence[str]) -> None:
        async with self.rooms.withhold(matches), AsyncExitStack() as locks:
            for match in matches:
                if room := self.rooms.known(match):
                    await locks.enter_async_context(room.lock)
            await self._delete_rows(matches)
        await self.reviews.remove(matches)

    async def _delete_rows(self, matches: Sequence[str]) -> None:
        await self.store.write(Batch("", statements=erasure.deletion(matches)))
        for match in matches:
            await self.rooms.remove(match, Refused("deleted", status=404))
            if self.house is not None and self.house.is_for(match):
                self.house.close(match)

    async def _tidy(self, matches: Sequence[str], guests: Sequence[str] = ()) -> dict[str, Any]:
        for copy in erasure.copies(self.store.path.parent):
            try:
                await asyncio.to_thread(erasure.erase_in_copy, copy, matches, guests)
            except (OSError, sqlite3.Error) as fault:
                reason = files.reason_of(fault) if isinstance(fault, OSError) else str(fault)
                raise Refused("copy_kept", status=507, path=copy.name, reason=reason) from fault
        for number in range(1, TRIES + 1):
            try:
                await self.store.write(Batch("", tidying=COMPACT))
                break
            except Refused as fault:
                if number == TRIES:
                    raise Refused("untidy", status=507, reason=fault.phrase.values["reason"]) from fault
                await asyncio.sleep(PAUSE)
        return {"remnants": await asyncio.to_thread(self.catalogue.has_remnants)}

    # Forgetting

    async def guest_at(self, match: str, seat: int) -> str:
        """Return who sits, or sat last, at a seat, by digest."""
        entry = await self._entry(match)
        sat = await asyncio.to_thread(guests_of, self.store, match, events.read_head(entry.head))
        if not 0 <= seat < len(sat) or not sat[seat]:
            raise Refused("unknown_guest", status=404)
        return sat[seat]

    async def forget(self, guest: str) -> dict[str, Any]:
        """Delete everything of a guest: matches of theirs alone, their bots, and their name where others played too."""
        if not DIGEST.fullmatch(guest):
            raise Refused("unknown_guest", status=404)
        guests = [guest, *await self.tokens.owned_by(guest)]
        async with self._lock:
            held = await asyncio.to_thread(self.catalogue.held, guests)
            if not held and len(guests) == 1 and guest not in await self._bots():
                raise Refused("unknown_guest", status=404)
            shared = [match for match in held if await asyncio.to_thread(self._has_others, match, guests)]
            alone = [match for match in held if match not in shared]
            with self.tokens.dropping(guests):
                for match in shared:
                    await self._forget_in(match, set(guests), held)
                for first in range(0, len(alone), AT_ONCE):
                    await self._erase(alone[first : first + AT_ONCE])
                await self.store.write(Batch("", statements=erasure.forgetting(guests)))
            return {"deleted": alone, "anonymised": shared, **await self._tidy(alone, guests)}

    async def _bots(self) -> set[str]:
        return {token.digest for token in await asyncio.to_thread(self.store.tokens)}

    def _has_others(self, match: str, guests: Collection[str]) -> bool:
        entry = self.store.entry(match)
        return entry is not None and bool(people_of(self.store, match, events.read_head(entry.head)) - set(guests))

    async def _forget_in(self, match: str, guests: Set[str], held: Collection[str]) -> None:
        """Anonymise a match, and the rematches in which seats were kept under the same names."""
        names = await self._anonymise(match, guests)
        again = seats.next_match(self.key, match)
        while again not in held and await asyncio.to_thread(self.store.entry, again) is not None:
            await self._anonymise(again, guests, names)
            again = seats.next_match(self.key, again)

    async def _anonymise(self, match: str, guests: Set[str], known: Set[str] = frozenset()) -> set[str]:
        await self._let_bots_play(match, guests)
        async with self.rooms.withhold([match]), AsyncExitStack() as locks:
            room = self.rooms.known(match)
            if room is not None:
                await locks.enter_async_context(room.lock)
            head = events.read_head((await self._entry(match)).head)
            rows = await asyncio.to_thread(self.store.rows, match)
            anonymiser = Anonymiser(match, guests, head, (events.read_event(row.body) for row in rows), known)
            snapshots = await asyncio.to_thread(self.store.snapshots, match)
            summary = await asyncio.to_thread(self.catalogue.summary, match)
            changed = erasure.anonymisation(match, head, rows, snapshots, summary, anonymiser)
            await self.store.write(Batch("", statements=changed))
            if room is not None:
                await room.reload(events.read_head(anonymiser.head(head)))
        return anonymiser.names

    async def _let_bots_play(self, match: str, guests: Set[str]) -> None:
        if (await self._entry(match)).ended:
            return
        try:
            room = await self.rooms.find(match)
            async with room.lock:
                await room.replace(guests)
        except SobremesaError as fault:
            # Of a game that is not installed, for example: nobody plays it anyway.
            log.warning("match %s goes on without a bot: %s", match, fault)


def guests_of(store: Store, match: str, head: Head) -> list[str]:
    """Return who sits, or sat last, at each seat, by digest."""
    found = [seat.guest for seat in head.seats]
    for row in store.rows_with(match, b'"sit"'):
        event = events.read_event(row.body)
        if isinstance(event, Sit):
            for seat in (event.seat, *event.also):
                found[seat] = event.guest
    return found


def people_of(store: Store, match: str, head: Head) -> set[str]:
    """Return everybody who has ever sat at a match, by digest."""
    sat = {seat.guest for seat in head.seats}
    for row in store.rows_with(match, b'"sit"'):
        event = events.read_event(row.body)
        sat |= {event.guest} if isinstance(event, Sit) else set()
    return sat - {""}
