"""Matches over HTTP: setting them up, inviting and joining, and looking at what has happened."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Annotated, Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sobremesa.core.game import Game, find
from sobremesa.core.rules import OVER, SPECTATOR
from sobremesa.draw.paints import THEMES
from sobremesa.server import absence, clocks, events, fairness, records, sealing, seats, summaries, telling, times
from sobremesa.server.asking import GONE, JSON, body, number, told, told_at_length
from sobremesa.server.base import base_of
from sobremesa.server.batches import Batch
from sobremesa.server.club import MAX_WORD
from sobremesa.server.commands import check_level, clean
from sobremesa.server.events import BOT, OPEN, PERSON, Head, Seat
from sobremesa.server.guests import guest_of, token_of, with_guest
from sobremesa.server.house import House
from sobremesa.server.limits import Door, address_of
from sobremesa.server.permission import Permission
from sobremesa.server.reading import Check, Disconnected, read
from sobremesa.server.refusals import Refused
from sobremesa.server.reviews import Reviews, Work
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from sobremesa.server.store import Entry, Store
from sobremesa.server.times import ClockWish
from sobremesa.server.wire import Digest, Name

log = logging.getLogger(__name__)

MAX_CODES = 512
"""How many pictures of addresses are remembered: pages ask for those of their table again and again."""
EVENTS_A_PAGE = 200
"""How many events of a replay are told at once."""
SAYINGS_A_PAGE = 1000
"""How many events of a log are told at once, in words."""
MAX_MINE = 50
"""How many matches of a guest are listed."""


class SeatWish(msgspec.Struct):
    """This is who shall sit somewhere: the one who asks, a friend on the same device, anybody invited, or a bot."""

    kind: str
    name: Name = ""
    level: Name = "normal"


class MatchWish(msgspec.Struct):
    """This is a match that somebody wants to play."""

    game: str
    seats: list[SeatWish]
    options: dict[str, Any] = {}
    roll: bool = True
    """Whether the dice of the one who asks fall by themselves."""
    sealed: Digest = ""
    """What the one who asks adds to the luck, sealed."""
    real: bool = False
    """Whether real dice are thrown."""
    clock: ClockWish | None = None
    """How long people may think; as long as they like, if nothing is said."""
    absent: int = 0
    """After how many seconds a bot plays for somebody who is waited for; 0 if the table waits."""
    later: bool = False
    """Whether those who only watch may see all hands, as they were a round ago."""
    hints: bool = True
    """Whether people may ask for hints."""
    word: Annotated[str, msgspec.Meta(max_length=MAX_WORD)] = ""
    """The club's word, where tables are for those who know it."""


class JoinWish(msgspec.Struct):
    """This is somebody with an invite who wants to sit down."""

    token: str
    name: Name = ""
    roll: bool = True
    sealed: Digest = ""


class HouseWish(msgspec.Struct):
    """Whether the house shall be open for a table."""

    open: bool


class Matches:
    """This answers what is asked about matches."""

    def __init__(
        self,
        store: Store,
        rooms: Rooms,
        key: bytes,
        door: Door,
        reviews: Reviews,
        permission: Permission,
        house: House | None = None,
    ) -> None:
        self.permission = permission
        self.store = store
        self.reviews = reviews
        self.rooms = rooms
        self.key = key
        self.door = door
        self.house = house

    # Setting up

    async def create(self, request: Request) -> Response:
        """This sets up a match."""
        wish = await body(request, MatchWish)
        has_said = await self.permission.check(request, wish.word)
        token = token_of(request)
        guest = seats.known_as(token)
        game = find(wish.game)
        game.check_seats(len(wish.seats))
        secret = fairness.new_secret()
        head = Head(
            game=game.name,
            rules=game.version,
            options=game.check_options(wish.options, len(wish.seats)),
            seats=[seated(each, guest, by_hand=not wish.roll) for each in wish.seats],
            seal="",
            host=guest,
            made=datetime.now(UTC).isoformat(timespec="seconds"),
            sealed=wish.sealed,
            real=check_dice(game, is_real=wish.real),
            clock=times.check(wish.clock),
            began=clocks.now(),
            absent=absence.check(wish.absent),
            later=check_hands(game, is_later=wish.later),
            hints=wish.hints,
        )
        # What could not have been set up anyway costs nothing.
        self.door.create(address_of(request))
        match = seats.new_match()
        head = sealing.seal(head, match, secret)
        await self.store.write(Batch(match, head=events.dump(head), secret=secret, holders=(guest,)))
        answer = with_guest(request, told({"match": match, "seal": head.seal, "luck": head.luck}, 201), token)
        return self.permission.with_code(request, answer, token) if has_said else answer

    async def invites(self, request: Request) -> Response:
        """This is how others get to the open seats: an address each, and a picture of it."""
        await body(request, dict)
        room = await self._sat_at(request)
        paths = {
            seat: f"{base_of(request)}join/{room.id}/{seats.invite(self.key, room.id, seat)}"
            for seat, each in enumerate(room.course.seats)
            if each.kind == OPEN
        }
        # While the house is open, invites are for phones: they find this machine by its address there.
        opened = self.house.site if self.house is not None and self.house.is_for(room.id) else ""
        site = opened or str(request.base_url).rstrip("/")
        codes = await run_in_threadpool(lambda: [code(site + path) for path in paths.values()])
        return told(
            [
                {"seat": seat, "path": path, "address": opened and opened + path, "qr": qr}
                for (seat, path), qr in zip(paths.items(), codes, strict=True)
            ]
        )

    async def house_state(self, request: Request) -> Response:
        """Tell whether whoever asks may open the house for a table, and the site at which it is open."""
        room = await self._room(request)
        return told(self._house_state(request, room.id))

    async def set_house(self, request: Request) -> Response:
        """Open the house for a table, or close it again; only from this machine, and from a seat of that table."""
        wish = await body(request, HouseWish)
        room = await self._sat_at(request)
        if self.house is None or not self.house.may_open(request):
            raise Refused("house_refused", status=403)
        if not wish.open:
            self.house.close(room.id)
        elif room.course.actor == OVER:
            raise Refused("over")
        else:
            await self.house.open(room.id)
        return told(self._house_state(request, room.id))

    def _house_state(self, request: Request, match: str) -> dict[str, Any]:
        if self.house is None or not self.house.may_open(request):
            return {"offered": False, "site": ""}
        return {"offered": True, "site": self.house.site if self.house.is_for(match) else ""}

    async def join(self, request: Request) -> Response:
        """This lets somebody with an invite sit down; who does not know whether it has may ask again."""
        wish = await body(request, JoinWish)
        room = await self._room(request)
        token = token_of(request)
        guest = seats.known_as(token)
        async with room.lock:
            seat = invited_to(room, self.key, wish.token)
            if seat is None:
                raise Refused("stale_invite", status=410)
            mine = room.mine(guest)
            if seat in mine:
                return with_guest(request, told({"seat": seat}), token)
            if mine:
                raise Refused("own")
            if room.course.seats[seat].kind != OPEN:
                raise Refused("taken")
            if room.course.actor == OVER:
                raise Refused("over")
            room.reservations.check(room.course, seat, guest)
            name = clean(wish.name)
            sitting = events.Sit(seat=seat, name=name, guest=guest, by_hand=not wish.roll, sealed=wish.sealed)
            await room.go_on(sitting)
        return with_guest(request, told({"seat": seat}), token)

    # Looking

    async def mine(self, request: Request) -> Response:
        """This is the matches of whoever asks, the one that changed last first."""
        guest = guest_of(request)
        return told(await run_in_threadpool(self._listed, guest) if guest else [])

    def _listed(self, guest: str) -> list[dict[str, Any]]:
        found = []
        for held in self.store.held(guest, MAX_MINE):
            try:
                found.append(summaries.listed(self.store, guest, held))
            except Exception as fault:
                # One that cannot be gone on with must not hide the others.
                log.warning("match %s is not listed: %s", held.id, fault)
        return found

    async def head(self, request: Request) -> Response:
        """This is what anybody with the link may know of a match, and to which seat an invite leads."""
        room = await self._room(request)
        invite = request.query_params.get("invite")
        async with room.lock:
            course = room.course
            mine = room.mine(guest_of(request))
            summary = {
                "match": room.id,
                "game": course.head.game,
                "options": course.options,
                "seats": room.audience.chairs(room.course.seats, mine[0] if mine else SPECTATOR),
                "mine": mine,
                "seal": course.head.seal,
                "luck": course.head.luck,
                "real": course.head.real,
                "clock": course.head.clock,
                "absent": course.head.absent,
                "later": course.head.later,
                "hints": course.head.hints,
                "over": course.actor == OVER,
                "kept": room.reservations.shown(course),
            }
            if course.actor == OVER:
                summary["secret"] = room.secret.hex()
            if invite is not None:
                summary["invited"] = invited_to(room, self.key, invite)
        return told(summary)

    async def sealed(self, request: Request) -> Response:
        """This is what is fixed of a match before anything is thrown, as a file to keep."""
        room = await self._room(request)
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="sobremesa-{room.id}.seal.json"',
        }
        async with room.lock:
            # What is not written yet may never be.
            fixed = sealing.kept(room.course, room.id)
        sheet = msgspec.json.format(msgspec.json.encode(fixed), indent=2)
        return Response(sheet + b"\n", headers=headers, media_type=JSON)

    async def log(self, request: Request) -> Response:
        """Return a page of everything that whoever asks has been told; the next one begins at its last number."""
        self.door.tell(address_of(request))
        entry, head, seat, last = await self._perspective(request)
        after, upto, _ = stretch(request, last, SAYINGS_A_PAGE)

        def page(check: Check) -> list[dict[str, Any]]:
            return telling.sayings(self.store, entry.id, head, seat, after, upto, check)

        return await told_at_length(request, page)

    async def replay(self, request: Request) -> Response:
        """Return a page of a match to look at again, and where the next one begins."""
        entry, head, seat, last = await self._perspective(request)
        theme = request.query_params.get("theme", THEMES[0])
        if theme not in THEMES:
            raise Refused("malformed", status=400)
        after, upto, following = stretch(request, last, EVENTS_A_PAGE)
        if after < upto:
            # Whoever leafs through a match asks for one moment after another.
            self.door.tell(address_of(request))

        def page(check: Check) -> dict[str, Any]:
            found = telling.replay(self.store, entry.id, head, seat, theme, after, upto, check)
            return found | {"end": last, "next": following}

        return await told_at_length(request, page)

    async def record(self, request: Request) -> Response:
        """This is a match that is over as a file from which it can be replayed."""
        self.door.tell(address_of(request))
        entry = await self._entry(request)
        if not entry.ended:
            raise Refused("not_over")
        head = events.read_head(entry.head)
        try:
            text = await read(partial(records.recorded, self.store, entry.id, head, entry.secret), request)
        except Disconnected:
            return Response(status_code=GONE)
        headers = {"content-disposition": f'attachment; filename="sobremesa-{entry.id}.jsonl"'}
        return Response(text, headers=headers, media_type="application/jsonl; charset=utf-8")

    async def review(self, request: Request) -> Response:
        """This is what luck and what play did in a match that is over, or how far the review is."""
        found = await self.reviews.find(await self._entry(request), guest_of(request), address_of(request))
        if isinstance(found, Work):
            return told({"done": found.done, "of": found.total}, 202)
        return await told_at_length(request, lambda _: msgspec.Raw(found))

    # Who, what and from where

    async def _room(self, request: Request) -> Room:
        return await self.rooms.find(request.path_params["match"])

    async def _sat_at(self, request: Request) -> Room:
        """Return the room of a match in which whoever asks has a seat, or which they set up."""
        room = await self._room(request)
        guest = guest_of(request)
        if not room.mine(guest) and not seats.is_same(guest, room.course.head.host):
            raise Refused("no_seat", status=403)
        return room

    async def _entry(self, request: Request) -> Entry:
        entry = await run_in_threadpool(self.store.entry, request.path_params["match"])
        if entry is None:
            raise Refused("unknown_match", status=404)
        return entry

    async def _perspective(self, request: Request) -> tuple[Entry, Head, int, int]:
        """This is the match that is asked about, the seat from which it is looked at, and how far that may be."""
        entry = await self._entry(request)
        head = events.read_head(entry.head)
        last = (await run_in_threadpool(self.store.last, entry.id))[0]
        if not request.query_params.get("seat"):
            return entry, head, SPECTATOR, last
        seat = number(request, "seat", 0)
        mine = (await self._room(request)).mine(guest_of(request))
        if seat < len(head.seats) and (entry.ended or seat in mine):
            return entry, head, seat, last
        if seat < len(head.seats) and head.later and not mine:
            return entry, head, seat, await read(partial(telling.a_round_ago, self.store, entry.id, head))
        raise Refused("not_yours", status=403)


def stretch(request: Request, last: int, most: int) -> tuple[int, int, int | None]:
    """Return the numbers between which a page lies, and after which the next one does, if there is one."""
    end = min(number(request, "to", last), last)
    after = min(number(request, "from", 0), end)
    upto = min(after + most, end)
    return after, upto, upto if upto < end else None


def seated(wish: SeatWish, guest: str, *, by_hand: bool) -> Seat:
    """This is a seat as it was wished for."""
    make: dict[str, Callable[[], Seat]] = {
        "me": lambda: Seat(PERSON, clean(wish.name), guest=guest, by_hand=by_hand),
        "here": lambda: Seat(PERSON, clean(wish.name), guest=guest, by_hand=by_hand),
        "bot": lambda: Seat(BOT, clean(wish.name), check_level(wish.level)),
        "open": Seat,
    }
    if wish.kind not in make:
        raise Refused("malformed", status=400)
    return make[wish.kind]()


def check_dice(game: Game, *, is_real: bool) -> bool:
    """This lets real dice pass where the game has dice that everybody sees."""
    if is_real and not game.dice:
        raise Refused("no_dice", status=400)
    return is_real


def check_hands(game: Game, *, is_later: bool) -> bool:
    """This lets hands be shown later where there are any."""
    if is_later and game.is_open:
        raise Refused("no_hands", status=400)
    return is_later


def invited_to(room: Room, key: bytes, token: str) -> int | None:
    """This is the seat that an invite was for; None if it is no invite."""
    for seat in range(len(room.course.seats)):
        if seats.is_same(token, seats.invite(key, room.id, seat)):
            return seat
    return None


@lru_cache(MAX_CODES)
def code(address: str) -> str:
    """This is an address as a picture that phones read."""
    # It takes longer to load than to use, and few matches need it.
    import segno

    return str(segno.make(address, micro=False).svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None))
