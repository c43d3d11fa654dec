"""Sealing: everybody adds to the luck, nobody can choose it, and what does not come is written down as missing."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from sobremesa.core.rules import CHANCE
from sobremesa.server import events, fairness, sealing, wire
from sobremesa.server.batches import Batch
from sobremesa.server.refusals import Refused
from sobremesa.server.room import Room
from sobremesa.server.rooms import Rooms
from tests.server.company import (
    A_BOT,
    A_FRIEND,
    ALONE,
    ANA,
    ANYBODY,
    BEA,
    HOT_SEAT,
    INVITING,
    ME,
    House,
    Watcher,
    enter,
    move,
    rooms_in,
    set_up,
    settled,
    until,
)
from tests.server.timers import held

HERS, THEIRS = "0a" * 16, "0b" * 16


def seal(given: str) -> str:
    return sha256(bytes.fromhex(given)).hexdigest()


def give(given: str, name: str = "g") -> wire.GiveCommand:
    return wire.GiveCommand(id=name, given=given)


def play(folder: Path, work: Callable[[Rooms], Awaitable[None]]) -> None:
    async def run() -> None:
        async with rooms_in(folder) as rooms:
            await work(rooms)
            await rooms.close()

    asyncio.run(run())


async def alone(rooms: Rooms, **more: Any) -> Room:
    wishes: dict[str, Any] = {"seats": ALONE, "match": "m", "secret": b"x" * 32, "luck": 2, "sealed": seal(HERS)} | more
    return await rooms.find(await set_up(rooms.store, **wishes))


async def two(rooms: Rooms, ana: Watcher, sealed: str = seal(THEIRS)) -> Room:
    room = await alone(rooms, seats=INVITING)
    await enter(room, ana)
    async with room.lock:
        await room.go_on(events.Sit(seat=1, name="Bea", guest=BEA, sealed=sealed))
    return room


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await work
    assert caught.value.say("es")
    return caught.value.phrase.name


def test_a_match_begins_when_what_was_sealed_is_given(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        room, ana = await alone(rooms), Watcher(ANA, 0)
        await enter(room, ana)
        assert (room.course.thrown, room.course.is_sealing) == (0, True)
        assert ana.of("give") == [{"t": "give", "seal": fairness.seal_of(b"x" * 32), "sealed": [seal(HERS)]}]
        assert ana.frame["status"] == {"say": "server.sealing"}
        assert await refused(room.obey(ana.listener, move(room, "x"))) == "sealing"

        answer = await room.obey(ana.listener, give(HERS))

        assert isinstance(answer, wire.Ok)
        assert ana.frame["status"] is None
        await settled(room)
        assert room.course.thrown > 0
        key = fairness.shared_key(b"x" * 32, "m", [HERS])
        throws = [event for event in log_of(room) if isinstance(event, events.Choice) and event.actor == CHANCE]
        weights = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
        assert [throw.number for throw in throws] == [
            fairness.outcome(key, number, weights) + 2 for number in range(len(throws))
        ]

    play(tmp_path, work)


def log_of(room: Room) -> list[events.Event]:
    return [events.read_event(row.body) for row in room.store.rows(room.id)]


def test_nobody_is_asked_before_everybody_has_sealed(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        ana, bea, crowd = Watcher(ANA, 0), Watcher(BEA, 1), Watcher()
        room = await alone(rooms, seats=INVITING)
        await enter(room, ana, crowd)
        assert not ana.of("give")
        assert await refused(room.obey(ana.listener, give(HERS))) == "not_wanted"

        async with room.lock:
            await room.go_on(events.Sit(seat=1, name="Bea", guest=BEA, sealed=seal(THEIRS)))
        await enter(room, bea)

        for watcher in (ana, bea):
            assert [asked["sealed"] for asked in watcher.of("give")] == [[seal(HERS), seal(THEIRS)]]
        assert not crowd.of("give")
        await room.obey(bea.listener, give(THEIRS))
        assert room.course.thrown == 0
        await room.obey(ana.listener, give(HERS))
        assert room.course.thrown > 0
        assert sealing.key_of(room.course, b"x" * 32, "m") == fairness.shared_key(b"x" * 32, "m", [HERS, THEIRS])

    play(tmp_path, work)


def test_only_what_was_sealed_is_taken_and_only_once(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        room = await two(rooms, ana)
        await enter(room, bea)

        assert await refused(room.obey(ana.listener, give(THEIRS))) == "other_bytes"
        assert await refused(room.obey(Watcher().listener, give(HERS))) == "not_wanted"
        await room.obey(ana.listener, give(HERS, "a"))
        assert isinstance(await room.obey(ana.listener, give(HERS, "a")), wire.Dup)
        assert isinstance(await room.obey(ana.listener, give(HERS, "other tab")), wire.Ok)
        assert await refused(room.obey(ana.listener, give(THEIRS))) == "not_wanted"

        assert [type(event) for event in log_of(room)] == [events.Sit, events.Give]

    play(tmp_path, work)


def test_what_does_not_come_in_time_is_written_down_as_missing(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        ana, late = Watcher(ANA, 0), held(sealing.SECONDS)
        room = await two(rooms, ana)
        await room.obey(ana.listener, give(HERS))
        assert room.course.is_sealing
        assert len(late) == 1
        late[0]()
        await until(lambda: not (room.course.is_sealing or room.lock.locked()))

        assert [type(event) for event in log_of(room)[:3]] == [events.Sit, events.Give, events.Miss]
        assert {"say": "server.missed"} in ana.told
        assert [share.missed for share in room.course.shares] == [False, True]
        assert room.course.thrown > 0
        assert sealing.key_of(room.course, b"x" * 32, "m") == fairness.shared_key(b"x" * 32, "m", [HERS, ""])
        assert await refused(room.obey(Watcher(BEA, 1).listener, give(THEIRS))) == "not_wanted"

    play(tmp_path, work)


def test_who_seals_nothing_is_not_waited_for(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        ana = Watcher(ANA, 0)
        room = await two(rooms, ana, sealed="")
        await room.obey(ana.listener, give(HERS))
        assert room.course.thrown > 0
        assert sealing.sealed(room.course) == [seal(HERS), None]

    play(tmp_path, work)


def test_who_leaves_before_giving_is_not_waited_for(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
        room = await two(rooms, ana)
        await enter(room, bea)
        await room.obey(bea.listener, wire.ResignCommand(id="r"))

        assert not room.course.is_waiting
        assert [share.missed for share in room.course.shares] == [False, True]

    play(tmp_path, work)


def test_a_device_with_several_seats_gives_once(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        room, ana = await alone(rooms, seats=HOT_SEAT), Watcher(ANA, 0)
        await enter(room, ana)
        await room.obey(ana.listener, give(HERS))

        assert [(share.seats, share.given) for share in room.course.shares] == [([0, 1], HERS)]
        assert room.course.thrown > 0

    play(tmp_path, work)


def test_what_was_given_is_there_after_a_restart_and_the_rest_is_asked_for_again(tmp_path: Path) -> None:
    async def begin(rooms: Rooms) -> None:
        ana = Watcher(ANA, 0)
        room = await two(rooms, ana)
        await room.obey(ana.listener, give(HERS))

    async def go_on(rooms: Rooms) -> None:
        room, ana, bea = await rooms.find("m"), Watcher(ANA, 0), Watcher(BEA, 1)
        assert (room.course.is_sealing, room.course.thrown) == (True, 0)
        await enter(room, ana, bea)
        assert not ana.of("give")
        assert len(bea.of("give")) == 1
        await room.obey(bea.listener, give(THEIRS))
        assert room.course.thrown > 0

    async def later(rooms: Rooms) -> None:
        room = await rooms.find("m")
        assert [share.given for share in room.course.shares] == [HERS, THEIRS]
        again = type(room.course)(room.course.head)
        again.restore(room.course.keep())
        assert again.shares == room.course.shares

    for work in (begin, go_on, later):
        play(tmp_path, work)


def test_nothing_is_acknowledged_that_is_not_written(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        room, ana = await alone(rooms), Watcher(ANA, 0)
        await enter(room, ana)
        write = room.store.write

        async def fail(batch: Batch) -> None:
            raise Refused("not_written", reason="full")

        room.store.write = fail  # type: ignore[method-assign, assignment]
        assert await refused(room.obey(ana.listener, give(HERS))) == "not_written"
        assert room.course.is_sealing
        room.store.write = write  # type: ignore[method-assign]
        await room.obey(ana.listener, give(HERS))
        assert room.course.thrown > 0

    play(tmp_path, work)


def test_old_matches_are_drawn_as_they_were(tmp_path: Path) -> None:
    async def work(rooms: Rooms) -> None:
        room = await rooms.find(await set_up(rooms.store, seats=ALONE, match="m", secret=b"x" * 32))
        await enter(room, Watcher(ANA, 0))
        assert not room.course.is_sealing
        assert sealing.key_of(room.course, b"x" * 32, "m") == fairness.key_of(b"x" * 32, "m")

    play(tmp_path, work)


def test_a_head_without_the_new_facts_is_read() -> None:
    old = {"game": "poleana", "rules": 1, "options": {}, "seats": [], "seal": "", "host": "", "made": ""}

    head = events.read_head(json.dumps(old).encode())

    assert (head.luck, head.sealed, head.real) == (1, "", False)


# Over the network


def test_a_match_is_sealed_and_given_over_the_network(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY, sealed=seal(HERS))
    bea = house.guest()
    token = house.ana.invite(match)
    with house.ana.socket(match) as hers:
        hers.hello()
        sheet = house.ana.http.get(f"/api/matches/{match}/sealed").json()
        assert (json.loads(sheet["sheet"])["match"], sheet["sealed"], sheet["luck"]) == (match, [seal(HERS)], 3)
        assert not sheet["complete"]
        wish = {"token": token, "name": "Bea", "sealed": seal(THEIRS)}
        assert bea.http.post(f"/api/matches/{match}/join", json=wish).status_code == 200
        assert hers.until("give")["sealed"] == [seal(HERS), seal(THEIRS)]
        sheet = house.ana.http.get(f"/api/matches/{match}/sealed").json()
        assert (sheet["sealed"], sheet["complete"]) == ([seal(HERS), seal(THEIRS)], True)
        with bea.socket(match) as theirs:
            theirs.hello()
            theirs.until("give")
            assert theirs.ask("give", given=THEIRS)["t"] == "ok"
            assert hers.ask("give", given="zz")["t"] == "no"
            assert hers.ask("give", given=HERS)["t"] == "ok"
            assert hers.frame["status"] is None
            assert hers.frame["seq"] > 3


def test_a_digest_that_is_none_is_refused(house: House) -> None:
    for sealed in ("x", "0" * 63, "G" * 64):
        wish = {"game": "poleana", "seats": [ME, A_FRIEND], "sealed": sealed}
        assert house.ana.http.post("/api/matches", json=wish).status_code == 400
    assert house.ana.set_up(ME, A_BOT)
