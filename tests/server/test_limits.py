"""Limits: whoever keeps to them never notices, whoever does not is told when to come back, and then let go."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed

from sobremesa.server import app, limits, socket
from sobremesa.server.batches import Batch
from sobremesa.server.limits import UNLIMITED, Buckets, Door, Hurried, Limits, Rate, address_of
from sobremesa.server.pen import Pen, Written
from tests.server.company import A_FRIEND, ME, PATIENCE, Guest, House, Socket


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


# Buckets, with a clock of their own


def test_ten_a_second_and_twenty_at_once(clock: Clock) -> None:
    door = Door(clock=clock)

    def taken() -> int:
        for count in range(1000):
            try:
                door.command("ana")
            except Hurried:
                return count
        raise AssertionError

    assert taken() == 20
    assert taken() == 0
    clock.now += 1.0
    assert taken() == 10
    clock.now += 0.35
    assert taken() == 3
    clock.now += 3600
    assert taken() == 20
    door.command("bea")


def test_six_matches_a_minute(clock: Clock) -> None:
    door = Door(Limits(matches=Rate(6 / 60, 6)), clock)
    for _ in range(6):
        door.create("192.0.2.1")
    with pytest.raises(Hurried) as hurried:
        door.create("192.0.2.1")
    assert (hurried.value.status, hurried.value.retry_after) == (429, 10)
    door.create("192.0.2.2")
    clock.now += 9.9
    with pytest.raises(Hurried):
        door.create("192.0.2.1")
    clock.now += 0.1
    door.create("192.0.2.1")


def test_over_an_hour_nobody_gets_more_than_the_rate(clock: Clock) -> None:
    buckets = Buckets(Rate(10, 20), clock)
    got = 0
    for _ in range(3600 * 20):
        clock.now += 0.05
        got += sum(buckets.wait("ana") == 0 for _ in range(3))
    assert 36_000 <= got <= 36_020


def test_who_waits_as_long_as_told_is_let_in(clock: Clock) -> None:
    buckets = Buckets(Rate(3, 1), clock)
    for _ in range(100):
        assert buckets.wait("ana") == 0
        wait = buckets.wait("ana")
        assert wait > 0
        clock.now += wait


def test_buckets_that_are_full_again_are_forgotten(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_KNOWN", 50)
    buckets = Buckets(Rate(10, 20), clock)
    for number in range(5000):
        clock.now += 0.01
        assert buckets.wait(f"guest {number}") == 0
    assert len(buckets._full_at) <= 51


def test_sockets_are_counted_by_address_and_by_guest(clock: Clock) -> None:
    door = Door(Limits(greetings=None), clock)
    most = door.limits.sockets or 0
    open_ = [door.visit("here", f"match {number}", "ana") for number in range(most)]
    for each in open_:
        each.__enter__()
    with pytest.raises(Hurried, match="Too many tables"), door.visit("here", "another", "ana"):
        pass
    with door.visit("there", "another", "ana"):
        pass
    open_[0].__exit__(None, None, None)
    with door.visit("here", "another", "ana"):
        pass
    for each in open_[1:]:
        each.__exit__(None, None, None)
    assert not len(door._sockets)
    assert not door._tabs

    tabs = [door.visit(f"house {number}", "match", "ana") for number in range(3)]
    for each in tabs:
        each.__enter__()
    with pytest.raises(Hurried, match="too many places"), door.visit("elsewhere", "match", "ana"):
        pass
    with door.visit("elsewhere", "match", "bea"), door.visit("elsewhere", "another", "ana"):
        pass
    # Those without a cookie are not one and the same.
    for _ in range(5):
        door.visit("elsewhere", "match", "").__enter__()


def test_without_limits_nobody_waits(clock: Clock) -> None:
    door = Door(UNLIMITED, clock)
    for _ in range(1000):
        door.command("ana")
        door.create("here")
        door.visit("here", "match", "ana").__enter__()


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_a_house_is_one_address(host: str | None, expected: str) -> None:
    scope: dict[str, Any] = {"type": "http", "headers": [], "client": (host, 1) if host else None}
    assert address_of(HTTPConnection(scope)) == expected


# Networks


def houses(count: int) -> list[str]:
    """These are addresses of one IPv6 /48, each in a /64 of its own."""
    return [f"2001:db8:1:{number:x}::/64" for number in range(count)]


def test_300_addresses_of_one_network_get_four_times_the_limits_of_one(clock: Clock) -> None:
    buckets = Buckets(Rate(10, 20), clock)

    def taken(addresses: list[str]) -> int:
        return sum(buckets.wait(address) == 0 for address in addresses for _ in range(30))

    assert taken(houses(300)) == 4 * 20
    clock.now += 1.0
    assert taken(houses(300)) == 4 * 10
    # Neighbours of another network, and addresses of the older kind, have their own.
    assert taken(["2001:db8:2:1::/64"]) == 20
    assert taken([f"192.0.2.{number}" for number in range(10)]) == 10 * 20


def test_who_is_refused_for_its_network_has_not_spent_its_own_ticket(clock: Clock) -> None:
    buckets = Buckets(Rate(1, 5), clock)
    for house in houses(4):
        assert [buckets.wait(house) for _ in range(5)] == [0] * 5
    late = houses(5)[-1]
    assert buckets.wait(late) > 0
    clock.now += 5.0
    assert [buckets.wait(late) for _ in range(5)] == [0] * 5


def test_sockets_of_one_network_are_counted_together() -> None:
    door = Door(Limits(greetings=None, sockets=3))
    with ExitStack() as open_:

        def visit(address: str) -> bool:
            try:
                open_.enter_context(door.visit(address, address, ""))
            except Hurried:
                return False
            return True

        assert sum(visit(house) for house in houses(300) for _ in range(5)) == 12
        assert visit("2001:db8:2:1::/64")
    assert not len(door._sockets)


def test_thirty_people_behind_one_address_play(clock: Clock) -> None:
    """All at once they open the first page, set up a table each, and play on it from two devices."""
    door, here = Door(clock=clock), "192.0.2.7"
    with ExitStack() as open_:
        for person in range(30):
            for _ in range(90):
                door.request("pages", here)
            for _ in range(8):
                door.request("reads", here)
            door.create(here)
            for _ in range(3):
                door.request("writes", here)
            for _ in range(2):
                open_.enter_context(door.visit(here, f"match {person}", f"guest {person}"))
            door.tell(here)
            door.request("heavy", here)
        for _ in range(600):
            clock.now += 1.0
            for person in range(30):
                door.command(f"guest {person}")
                door.request("reads", here)


# The same over the network


@pytest.mark.parametrize("asked", ["log", "replay", "record"])
def test_matches_are_not_told_again_and_again(asked: str, tmp_path: Path) -> None:
    house = House(tmp_path / "data", limits=Limits(tales=Rate(0.01, 2)))
    try:
        match = house.ana.set_up(ME, A_FRIEND)
        with house.ana.socket(match) as connected:
            connected.hello()
            assert connected.ask("name", seat=0, name="Bo")["t"] == "ok"
        first = house.ana.http.get(f"/api/matches/{match}/{asked}")
        assert first.status_code == (409 if asked == "record" else 200)
        assert house.ana.http.get(f"/api/matches/{match}/log").status_code == 200

        refused = house.ana.http.get(f"/api/matches/{match}/{asked}")
        assert (refused.status_code, refused.json()["error"]["say"]) == (429, "server.too_fast")
        assert refused.headers["retry-after"] == "100"
        assert house.ana.http.get(f"/api/matches/{match}").status_code == 200
        # Whoever leafs through a match asks for many moments.
        assert house.ana.http.get(f"/api/matches/{match}/replay?from=0&to=0").status_code == 200
    finally:
        house.close()


@pytest.fixture
def strict(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(app, "Door", partial(Door, clock=clock))
    made = House(tmp_path / "data", limits=Limits(commands=Rate(0.01, 5), matches=Rate(0.01, 4), sockets=6, tabs=3))
    yield made
    made.close()


def closed_with(connected: Socket) -> int | None:
    try:
        while True:
            connected.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def test_who_asks_too_often_is_told_to_wait_and_then_let_go(strict: House) -> None:
    match = strict.ana.set_up(ME, A_FRIEND)
    bea = strict.guest()
    with strict.ana.socket(match, **{"Accept-Language": "es"}) as ana, bea.socket(match) as looking:
        ana.hello()
        looking.hello()
        for _ in range(5):
            assert ana.ask("auto", roll=True)["t"] == "ok"
        answer = ana.ask("auto", roll=True)
        assert answer["t"] == "no"
        assert answer["why"]["say"] == "server.too_fast"
        assert answer["retry_after"] == 100
        assert answer["text"].startswith("Eso fue demasiado rápido")
        seq = strict.store.last(match)
        for _ in range(socket.MAX_HURRIES - 1):
            ana.say("move", id="again", seq=ana.frame["seq"], move="x")
        assert closed_with(ana) == 1008
        assert len(ana.answers["again"]) == socket.MAX_HURRIES - 1
        assert strict.store.last(match) == seq
        # Who sits elsewhere has tickets of its own.
        looking.say("ping")
        looking.until("pong")


def refused(guest: Guest, match: str) -> dict[str, Any]:
    with guest.socket(match) as connected:
        answer = connected.hear()
        assert closed_with(connected) == 1008
        return answer


def test_one_who_has_a_match_open_too_often_is_told_so(strict: House) -> None:
    match = strict.ana.set_up(ME, A_FRIEND)
    with strict.ana.socket(match) as one, strict.ana.socket(match) as two, strict.ana.socket(match) as three:
        for each in (one, two, three):
            assert each.hello()["t"] == "snap"
        answer = refused(strict.ana, match)
        assert (answer["id"], answer["why"]["say"], answer["retry_after"]) == (None, "server.too_many_tabs", 5)
        others = [strict.guest().socket(match) for _ in range(3)]
        for other in others:
            other.__enter__().hello()
        assert refused(strict.guest(), match)["why"]["say"] == "server.too_many_sockets"
        for other in others:
            other.__exit__(None, None, None)
        one.say("ping")
        one.until("pong")
    # The server may hear a moment later that they have gone.
    end = time.monotonic() + PATIENCE
    is_let_in = False
    while not is_let_in:
        assert time.monotonic() < end
        with strict.ana.socket(match) as again:
            is_let_in = again.hello()["t"] == "snap"


def test_one_who_sets_up_many_matches_is_told_when_to_come_back(strict: House) -> None:
    for _ in range(4):
        strict.ana.set_up()
    # What makes no sense is said to make no sense.
    assert strict.ana.http.post("/api/matches", json={"game": "chess", "seats": []}).status_code == 404
    answer = strict.guest().http.post(
        "/api/matches",
        json={"game": "sequence-dice", "seats": [ME, A_FRIEND]},
        headers={"accept-language": "es", "x-forwarded-for": "192.0.2.9"},
    )
    # The machine itself may say for whom it asks, as a proxy does.
    assert answer.status_code == 201
    answer = strict.guest().http.post(
        "/api/matches", json={"game": "sequence-dice", "seats": [ME, A_FRIEND]}, headers={"accept-language": "es"}
    )
    assert answer.status_code == 429
    told = answer.json()
    assert told["error"]["say"] == "server.too_many_matches"
    assert int(answer.headers["retry-after"]) == told["retry_after"] <= 100
    assert told["text"].startswith("Fueron muchas partidas")


def test_whoever_is_too_fast_hears_of_nothing_that_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither over a socket nor over HTTP, while what somebody else asked for is on its way to the disk."""
    house = House(tmp_path / "data", limits=Limits(commands=Rate(0.001, 1)))
    reached, disk, write = Event(), Event(), Pen.write

    def slowly(self: Pen, parcels: list[list[Batch]]) -> list[Written]:
        reached.set()
        assert disk.wait(PATIENCE)
        return write(self, parcels)

    try:
        bea = house.guest()
        match = house.ana.set_up(ME, {"kind": "open"})
        assert bea.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match)}).status_code == 200
        path, name = f"/api/matches/{match}/commands", {"t": "name", "id": "n", "seat": 0, "name": "Ada"}
        with bea.socket(match) as line, ThreadPoolExecutor() as others:
            seq = line.hello()["seq"]
            monkeypatch.setattr(Pen, "write", slowly)
            # It takes the only ticket, and does nothing.
            line.say("ping")
            line.until("pong")
            renaming = others.submit(house.ana.http.post, path, json=name)
            assert reached.wait(PATIENCE)
            fixed = others.submit(bea.http.get, f"/api/matches/{match}/sealed")
            assert line.ask("name", seat=1, name="Bo")["seq"] == seq
            assert bea.http.post(path, json={"t": "name", "id": "b", "seat": 1, "name": "Bo"}).json()["seq"] == seq
            assert not fixed.done()
            disk.set()
            assert renaming.result().json() == {"t": "ok", "id": "n", "seq": seq + 1}
            assert fixed.result().status_code == 200
    finally:
        disk.set()
        house.close()
