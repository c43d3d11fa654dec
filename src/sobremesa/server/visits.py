"""Visits: how somebody comes to a room, sees what is there or what they have missed, and goes."""

import asyncio
from collections.abc import Callable

from sobremesa.core.rules import SPECTATOR
from sobremesa.server import wire
from sobremesa.server.listeners import Listener
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.telling import Retold, missed

MAX_MISSED = 50
"""Who has missed more events than this is shown everything anew."""


async def greet(
    room: Room, guest: str, hello: wire.Hello, send: Callable[[bytes], None], address: str = ""
) -> Listener:
    """This lets somebody look from now on: they are sent what they have missed, or everything."""
    if hello.roll and guest in room.throwers:
        # Dice that waited for this word fall before anything is shown.
        async with room.lock:
            room.throwers.say(guest, by_hand=False)
            await room.nudge()
    seat = room.usual_seat(guest) if hello.seat is None else hello.seat
    # One that has not said from where it looked may have looked from elsewhere.
    can_resume = hello.seat is not None or seat == SPECTATOR
    lost = await _missed(room, guest, seat, hello.seq) if can_resume else None
    listener = Listener(guest, seat, hello.theme, send, short=hello.short, address=address)
    async with room.lock:
        if room.is_removed:
            # Nobody would send away who comes after the others.
            raise Refused("deleted", status=404)
        if not room.may_look(guest, seat):
            raise Refused("not_yours", status=403)
        room.throwers.say(guest, by_hand=not hello.roll)
        room.join(listener)
        try:
            if lost is None or not room.resume(listener, hello.seq, lost):
                send(room.whole(listener))
            room.audience.tell_seats(room.course.seats)
            await room.welcome(guest)
        except BaseException:
            room.leave(listener)
            raise
    return listener


async def _missed(room: Room, guest: str, seat: int, seq: int) -> list[Retold] | None:
    """This looks up what somebody has missed and the room does not remember; None if that is too much."""
    last = room.course.seq
    if not 0 <= seq <= last or last - seq > MAX_MISSED or seat not in (SPECTATOR, *room.mine(guest)):
        return None
    if seq >= room.remembered:
        return []
    return await asyncio.to_thread(missed, room.store, room.id, room.course.head, seat, seq, last)


async def part(rooms: Rooms, room: Room, listener: Listener) -> None:
    """This lets somebody go."""
    room.leave(listener)
    async with room.lock:
        room.audience.tell_seats(room.course.seats)
        # Where nobody is waited for, its dice fall by themselves from now on.
        await room.nudge()
    if not room.audience:
        rooms.let_go(room)
