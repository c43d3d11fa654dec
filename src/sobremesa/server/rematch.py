"""Rematches: the next match of the same people, for whom one click is enough. Everybody moves on by one seat.

Its id follows from that of the match before, so there is only one however many ask for it at once, and whoever asks
again finds it. Whoever asks first sits at once; the seats of the others are kept for them, under their names, until
they ask too, because each device has to seal its part of the luck. For a minute nobody else can take them. Those who
stay away hold nobody up for longer: then such a seat can be given to a bot or to a guest, like any that is open.
"""

from datetime import UTC, datetime

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sobremesa.core.game import find
from sobremesa.core.rules import OVER
from sobremesa.server import clocks, events, fairness, sealing, seats, telling
from sobremesa.server.asking import body, told
from sobremesa.server.batches import Batch
from sobremesa.server.course import STAND_IN
from sobremesa.server.events import OPEN, PERSON, Fill, Head, Rename, Replace, Seat, Sit
from sobremesa.server.guests import token_of, with_guest
from sobremesa.server.limits import Door, address_of
from sobremesa.server.permission import Permission
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Entry, Overtaken, Store
from sobremesa.server.wire import Digest


class RematchWish(msgspec.Struct):
    """This is somebody who wants to play again."""

    roll: bool = True
    """Whether the dice of the one who asks fall by themselves."""
    sealed: Digest = ""
    """What the one who asks adds to the luck, sealed."""


class Rematches:
    """This answers those who want to play again."""

    def __init__(self, store: Store, rooms: Rooms, key: bytes, door: Door, permission: Permission) -> None:
        self.permission = permission
        self.store = store
        self.rooms = rooms
        self.key = key
        self.door = door

    async def ask(self, request: Request) -> Response:
        """This finds the rematch of a match, or sets it up; who sat there before sits down, others may look on."""
        wish = await body(request, RematchWish)
        entry = await run_in_threadpool(self.store.entry, request.path_params["match"])
        if entry is None:
            raise Refused("unknown_match", status=404)
        if not entry.ended:
            raise Refused("early_rematch")
        token = token_of(request)
        guest = seats.known_as(token)
        head = events.read_head(entry.head)
        placed = moved_on(await run_in_threadpool(sitters, self.store, entry.id, head))
        mine = [seat for seat, each in enumerate(placed) if each.kind == PERSON and each.guest == guest]
        match = seats.next_match(self.key, entry.id)
        if await run_in_threadpool(self.store.entry, match) is None:
            if not mine:
                raise Refused("no_seat", status=403)
            self.permission.check_rematch()
            self.door.create(address_of(request))
            await self._set_up(match, entry, head, placed, guest, wish)
        room = await self.rooms.find(match)
        self._tell(entry, match, len(placed), mine)
        seat = await sit(room, guest, mine, wish)
        sealed = {"seal": room.course.head.seal, "luck": room.course.head.luck}
        return with_guest(request, told({"match": match, "seat": seat, **sealed}), token)

    async def _set_up(
        self, match: str, entry: Entry, head: Head, placed: list[Seat], guest: str, wish: RematchWish
    ) -> None:
        game, secret = find(head.game), fairness.new_secret()
        again = msgspec.structs.replace(
            head,
            rules=game.version,
            options=game.check_options(head.options, len(placed), head.rules),
            seats=[kept_for(each, match, guest, by_hand=not wish.roll) for each in placed],
            host=guest,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            began=clocks.now(),
            sealed=wish.sealed,
            after=entry.id,
        )
        again = sealing.seal(again, match, secret)
        try:
            await self.store.write(Batch(match, head=events.dump(again), secret=secret, holders=(guest,)))
        except Overtaken:
            # Somebody else has asked at the same moment; there is one rematch, and this one sits down there.
            return

    def _tell(self, entry: Entry, match: str, count: int, mine: list[int]) -> None:
        room = self.rooms.known(entry.id)
        if room is not None and room.rematch != match and mine:
            room.play_again(match, min((seat + 1) % count for seat in mine))


async def sit(room: Room, guest: str, mine: list[int], wish: RematchWish) -> int | None:
    """This lets somebody take the seats that are kept for them; None if others have them, or there never were any."""
    async with room.lock:
        kept = [seat for seat in mine if room.course.seats[seat].kind == OPEN]
        if kept and room.course.actor != OVER:
            first, *also = kept
            name = room.course.seats[first].name
            by_hand = not wish.roll
            await room.go_on(Sit(seat=first, also=also, name=name, guest=guest, by_hand=by_hand, sealed=wish.sealed))
        held = room.mine(guest)
    return held[0] if held else None


def sitters(store: Store, match: str, head: Head) -> list[Seat]:
    """This is who sat where, whether or not they stayed to the end."""
    found = list(head.seats)
    for row in telling.scan(store, match):
        event = events.read_event(row.body)
        if isinstance(event, Sit):
            for seat in (event.seat, *event.also):
                name = event.name if seat == event.seat else found[seat].name
                found[seat] = Seat(PERSON, name, guest=event.guest)
        elif isinstance(event, Fill):
            found[event.seat] = Seat(events.BOT, level=event.level)
        elif isinstance(event, Replace):
            for seat in event.seats:
                found[seat] = Seat(events.BOT, level=STAND_IN)
        elif isinstance(event, Rename):
            found[event.seat] = msgspec.structs.replace(found[event.seat], name=event.name)
    return found


def moved_on(placed: list[Seat]) -> list[Seat]:
    """This is the same people, each one seat further: who sat second sits first.

    >>> [each.name for each in moved_on([Seat(name="Ana"), Seat(name="Bea"), Seat(name="Cleo")])]
    ['Bea', 'Cleo', 'Ana']
    """
    return placed[1:] + placed[:1]


def kept_for(seat: Seat, match: str, guest: str, *, by_hand: bool) -> Seat:
    """This is a seat of a rematch: whoever asks for it sits, bots too, and for others it is kept."""
    if seat.kind != PERSON:
        return Seat(seat.kind, seat.name, seat.level)
    if seat.guest == guest:
        return Seat(PERSON, seat.name, guest=guest, by_hand=by_hand)
    return Seat(OPEN, seat.name, kept=seats.reservation(match, seat.guest))
