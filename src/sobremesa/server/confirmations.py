"""Confirmations: players' devices sign the record of a match that is over, each with a key that it can use once.

The key is a chain signature (Winternitz, 16 steps): a device draws 67 secret values and sends each through 15 steps of
SHA-256(chain, step, value). The digest of all ends is its public key, the last 32 bytes of what it gives to the luck,
and so sealed before the match. To sign 32 bytes it shows each value after as many steps as one of their 64 hexadecimal
digits says, and three more for the sum of what is left of them. The server cannot sign in its place.
"""

from functools import partial
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sobremesa.core import record
from sobremesa.core.rules import OVER
from sobremesa.server import events
from sobremesa.server.asking import GONE, body, told
from sobremesa.server.events import Confirm
from sobremesa.server.guests import guest_of
from sobremesa.server.limits import Door, address_of
from sobremesa.server.reading import Check, Disconnected, read
from sobremesa.server.records import recorded
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.semaphore import FairSemaphore

CHAINS, STEPS = 67, 15
VALUE_DIGITS = 64
KEY_AT = 32
"""Where the key begins in what a device has given, in hexadecimal digits."""
MAX_WAITING = 8
"""How many of one address may wait."""


class ConfirmWish(msgspec.Struct):
    """The signature of a device."""

    signed: Annotated[str, Meta(pattern="^([0-9a-f]{2})*$", max_length=CHAINS * VALUE_DIGITS)]


class Confirmations:
    """The handler of signed records."""

    def __init__(self, rooms: Rooms, door: Door) -> None:
        self.rooms = rooms
        self.door = door
        self.slots = FairSemaphore(1, MAX_WAITING)
        """For those whose match is played again, to find what they were to sign."""

    async def confirm(self, request: Request) -> Response:
        """Keep the signature of the record by the device that asks; whoever asks again is answered alike."""
        wish = await body(request, ConfirmWish)
        self.door.tell(address_of(request))
        room, guest = await self.rooms.find(request.path_params["match"]), guest_of(request)
        share = next((number for number, each in enumerate(room.course.shares) if each.guest == guest), None)
        if share is None or not guest:
            raise Refused("no_seat", status=403)
        if room.course.actor != OVER:
            raise Refused("not_over")
        confirmed = await run_in_threadpool(_confirmed, room)
        if share not in confirmed:
            try:
                digest = await self._signed_part(room, request)
            except Disconnected:
                return Response(status_code=GONE)
            if not is_signed(room.course.shares[share].given[KEY_AT:], digest, wish.signed):
                raise Refused("other_record")
            confirmed = await _keep(room, Confirm(share=share, signed=wish.signed, guest=guest))
        return told({"confirmed": len(confirmed)})

    async def _signed_part(self, room: Room, request: Request) -> bytes:
        # Nothing of it changes once the match is over, so nobody there has to wait.
        await self.slots.acquire(address_of(request))
        try:
            return await read(partial(_digest, room), request)
        finally:
            self.slots.release()


async def _keep(room: Room, signature: Confirm) -> set[int]:
    """Write a signature into the log, unless its device has been faster; return the shares that have signed."""
    async with room.lock:
        confirmed = await run_in_threadpool(_confirmed, room)
        if signature.share not in confirmed:
            await room.go_on(signature)
    return confirmed | {signature.share}


def _digest(room: Room, check: Check) -> bytes:
    """Return the digest of the record of a match up to its end."""
    text = recorded(room.store, room.id, room.course.head, room.secret, check)
    sealed = record.parse(text).sealed
    rows = text.splitlines(keepends=True)
    signed = len(rows) - len(sealed.confirmed if sealed else ())
    return sha256("".join(rows[:signed]).encode()).digest()


def _confirmed(room: Room) -> set[int]:
    """Return the shares whose devices have signed the record of a match."""
    kept = (events.read_event(row.body) for row in room.store.rows_with(room.id, b'"confirm"'))
    return {event.share for event in kept if isinstance(event, Confirm)}


def digits_of(digest: bytes) -> list[int]:
    """Return how many steps of each chain are shown with the signature of a digest."""
    digits = [int(digit, 16) for digit in digest.hex()]
    return digits + [int(digit, 16) for digit in f"{sum(STEPS - digit for digit in digits):03x}"]


def gone(value: bytes, chain: int, first: int, last: int) -> bytes:
    """Return a value of a chain after the steps from a first up to before a last one."""
    for step in range(first, last):
        value = sha256(bytes((chain, step)) + value).digest()
    return value


def is_signed(key: str, digest: bytes, signed: str) -> bool:
    """Return whether a device with a public key has signed a digest."""
    values = bytes.fromhex(signed)
    ends = (
        gone(values[32 * chain : 32 * chain + 32], chain, digit, STEPS) for chain, digit in enumerate(digits_of(digest))
    )
    return sha256(b"".join(ends)).hexdigest() == key
