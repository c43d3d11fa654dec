"""Reservations: for a minute nobody takes the seat of a rematch from whoever sat there."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sobremesa.server import events, reservations, seats
from sobremesa.server.events import OPEN, PERSON, Head, Seat
from sobremesa.server.reservations import SECONDS
from tests.server.company import A_BOT, ANYBODY, ME, Guest, House
from tests.server.test_http import refused
from tests.server.test_rematch import ask, head, join, resign


class Time:
    """Both clocks of a server, which stand still."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.wall = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
        monkeypatch.setattr(reservations, "now", lambda: self.now)
        monkeypatch.setattr(reservations, "wall", lambda: self.wall)
        made = SimpleNamespace(now=lambda zone: datetime.fromtimestamp(self.wall, zone))
        monkeypatch.setattr("sobremesa.server.rematch.datetime", made)

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        self.wall += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def rematch(house: House) -> tuple[str, str, Guest]:
    """A match that is over, its rematch for which Ana has asked alone, and Bea."""
    match = house.ana.set_up(ME, ANYBODY)
    bea = join(house, match, "Bea")
    resign(bea, match)
    return match, ask(house.ana, match)["match"], bea


def take(guest: Guest, match: str, token: str) -> Any:
    return guest.http.post(f"/api/matches/{match}/join", json={"token": token, "name": "Eve"})


def fill(guest: Guest, match: str) -> dict[str, Any]:
    with guest.socket(match) as socket:
        socket.hello()
        return socket.ask("bot", seat=0, level="easy")


def test_for_a_minute_nobody_else_takes_the_seat(house: House, clock: Time) -> None:
    """Whoever asks first has the invitations, and could let themselves in under other names, or bots."""
    match, again, bea = rematch(house)
    token = house.ana.invite(again)
    eve = house.guest()
    for passed, left in ((0.0, 60), (0.5, 60), (58.5, 1)):
        clock.pass_by(passed)
        answer = take(eve, again, token)
        refused(answer, 409, "server.seat_kept")
        assert answer.json()["text"] == f"This seat is kept for Bea for {left} s more."
        told = fill(house.ana, again)
        assert told["why"] == {"say": "server.seat_kept", "name": "Bea", "seconds": left}
    spanish = eve.http.post(
        f"/api/matches/{again}/join", json={"token": token}, headers={"accept-language": "es"}
    ).json()
    assert spanish["text"] == "Este asiento se guarda para Bea durante 1 s más."
    assert house.store.rows(again) == []

    assert ask(bea, match)["seat"] == 0


def test_who_sat_there_may_come_by_the_invitation_too(house: House, clock: Time) -> None:
    _, again, bea = rematch(house)
    assert take(bea, again, house.ana.invite(again)).json() == {"seat": 0}


def test_afterwards_whoever_has_the_link_sits_down(house: House, clock: Time) -> None:
    match, again, bea = rematch(house)
    clock.pass_by(SECONDS)
    assert take(house.guest(), again, house.ana.invite(again)).json() == {"seat": 0}
    assert ask(bea, match)["seat"] is None


def test_afterwards_a_bot_can_have_it(house: House, clock: Time) -> None:
    match, again, bea = rematch(house)
    clock.pass_by(SECONDS)
    assert fill(house.ana, again)["t"] == "ok"
    assert ask(bea, match)["seat"] is None


def test_who_comes_late_sits_down_if_nobody_else_has(house: House, clock: Time) -> None:
    match, _, bea = rematch(house)
    clock.pass_by(100 * SECONDS)
    assert ask(bea, match)["seat"] == 0


def test_it_survives_a_restart(tmp_path: Path, clock: Time) -> None:
    house = House(tmp_path)
    try:
        _, again, _ = rematch(house)
        token = house.ana.invite(again)
    finally:
        house.close()
    # The monotonic clock begins anew with the machine.
    clock.now, clock.wall = 3.0, clock.wall + 40
    house = House(tmp_path)
    try:
        eve = house.guest()
        refused(take(eve, again, token), 409, "server.seat_kept")
        assert eve.http.get(f"/api/matches/{again}").json()["kept"] == {"seats": [0], "left": 20_000}
        clock.pass_by(20)
        assert eve.http.get(f"/api/matches/{again}").json()["kept"] is None
        assert take(eve, again, token).json() == {"seat": 0}
    finally:
        house.close()


def test_a_clock_that_is_set_keeps_no_seat_for_longer(house: House, clock: Time) -> None:
    _, again, _ = rematch(house)
    eve, token = house.guest(), house.ana.invite(again)
    clock.wall -= 3600
    clock.now += SECONDS - 1
    refused(take(eve, again, token), 409, "server.seat_kept")
    clock.wall += 7200
    refused(take(eve, again, token), 409, "server.seat_kept")
    clock.now += 1
    assert take(eve, again, token).status_code == 200
    kept = Head("g", 1, {}, [Seat(kept="x")], "", "", datetime.fromtimestamp(clock.wall + 7200, UTC).isoformat())
    assert reservations.left_of(kept) == SECONDS


def test_everybody_at_the_table_is_told_for_how_long(house: House, clock: Time) -> None:
    match, again, bea = rematch(house)
    clock.pass_by(10)
    with house.ana.socket(again) as ana, house.guest().socket(again) as crowd:
        for socket in (ana, crowd):
            assert socket.hello()["kept"] == {"seats": [0], "left": 50_000}
        assert ask(bea, match)["seat"] == 0
        for socket in (ana, crowd):
            # What is beside the table is told with the last of what comes together.
            while socket.frame["kept"]:
                socket.hear()
            assert socket.frame["seats"][0]["kind"] == "person"


def test_when_it_is_over_everybody_is_told(house: House, clock: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    rang: list[Callable[[], object]] = []
    begin = reservations.Reservations.__init__

    def noted(self: reservations.Reservations, match: str, kept: Head, over: Callable[[], None]) -> None:
        begin(self, match, kept, over)
        loop, end = asyncio.get_running_loop(), self._end
        rang.append(lambda: loop.call_soon_threadsafe(end))

    monkeypatch.setattr(reservations.Reservations, "__init__", noted)
    _, again, _ = rematch(house)
    with house.ana.socket(again) as ana:
        assert ana.hello()["kept"]
        # The last timer is that of the rematch; it may ring a little early.
        clock.pass_by(SECONDS - 0.001)
        rang[-1]()
        while ana.until("status")["kept"]:
            pass
        assert ana.frame["kept"] is None
        assert ana.ask("bot", seat=0, level="easy")["t"] == "ok"


def test_only_a_rematch_keeps_seats(house: House, clock: Time) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    assert house.guest().http.get(f"/api/matches/{match}").json()["kept"] is None
    with house.ana.socket(match) as ana:
        assert ana.hello()["kept"] is None
    assert take(house.guest(), match, house.ana.invite(match)).json() == {"seat": 1}


def test_a_seat_of_a_bot_or_of_nobody_is_kept_for_nobody(house: House, clock: Time) -> None:
    match = house.ana.set_up(ME, ANYBODY, A_BOT, ANYBODY)
    bea = join(house, match, "Bea")
    resign(bea, match)
    resign(house.ana, match)
    begun = head(house, ask(house.ana, match)["match"])
    assert [(each.kind, bool(each.kept)) for each in begun.seats] == [
        (OPEN, True),
        ("bot", False),
        (OPEN, False),
        (PERSON, False),
    ]
    # Who may sit there is not told by what is kept: the mark is of one match alone.
    assert seats.known_as(bea.token) not in events.dump(begun).decode()
