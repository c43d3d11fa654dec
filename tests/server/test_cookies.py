"""Cookies of guests: only those that were issued count, and nobody who holds a seat loses it."""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sobremesa.server import seats
from sobremesa.server.batches import Batch, Token
from sobremesa.server.guests import COOKIE, COOKIE_SECONDS, SECURE_COOKIE, Guests
from sobremesa.server.store import Store, open_store
from tests.server.company import A_FRIEND, ANYBODY, INVITES, ME, Guest, House, set_up
from tests.server.company import seat as sits

HTTPS = {"x-forwarded-proto": "https"}
FORM = re.compile(r"[0-9a-f]{32}\.[0-9a-f]{32}")


def wish() -> dict[str, Any]:
    return {"game": "sequence-dice", "seats": [ME, A_FRIEND]}


def mine(guest: Guest, **headers: str) -> list[str]:
    return [each["match"] for each in guest.http.get("/api/matches", headers=headers).json()]


def shows(house: House, cookies: dict[str, str]) -> Guest:
    """Somebody whose browser sends these cookies with everything, also where a browser would not."""
    guest = house.guest()
    guest.http.headers["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
    return guest


def written(house: House, work: Callable[[Store], Awaitable[Any]]) -> Any:
    """What somebody else writes into the folder of a server."""

    async def write() -> Any:
        store = open_store(house.folder)
        try:
            return await work(store)
        finally:
            store.close()

    return asyncio.run(write())


def test_a_token_has_128_random_bits_and_an_hmac_under_the_key(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    try:
        guests, others = Guests(b"k" * 32, store), Guests(b"o" * 32, store)
        token = guests.issue()
        assert FORM.fullmatch(token)
        assert guests.issue().split(".")[0] != token.split(".")[0]
        assert guests.is_issued(token)
        number, mac = token.split(".")
        other = format(int(number, 16) ^ 1, "032x")
        invented = (number, f"{number}.", f"{number}.{mac[:-1]}", f"{other}.{mac}", f"{mac}.{number}", token + "0", "")
        for each in (*invented, f".{mac}", f"{number}.{'0' * 32}", f"{number}.é", others.issue(), "é.ü"):
            assert not guests.is_issued(each), each
    finally:
        store.close()


def test_an_invented_cookie_is_nobody_and_is_replaced(house: House) -> None:
    """Were it taken, whoever plants it in somebody's browser would hold their seat too."""
    invented = secrets.token_hex(16)
    for shown in (invented, f"{invented}.{'0' * 32}", "x", "a" * 5000):
        stranger = shows(house, {COOKIE: shown})
        assert "set-cookie" not in stranger.http.get("/api/matches").headers
        made = stranger.http.post("/api/matches", json=wish())
        assert made.status_code == 201
        issued = made.cookies[COOKIE]
        assert FORM.fullmatch(issued)
        assert mine(shows(house, {COOKIE: issued})) == [made.json()["match"]]
        # It never counts, not even for who was given another in its place.
        assert mine(stranger) == []


def test_an_invented_cookie_takes_no_seat_by_an_invitation(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    joining = {"token": house.ana.invite(match), "name": "Bea"}
    shown = secrets.token_hex(16)

    answer = shows(house, {COOKIE: shown}).http.post(f"/api/matches/{match}/join", json=joining)

    assert answer.json() == {"seat": 1}
    assert not house.store.knows(seats.known_as(shown))
    assert house.store.knows(seats.known_as(answer.cookies[COOKIE]))
    page = shows(house, {COOKIE: shown}).http.get(f"/join/{match}/{joining['token']}")
    assert FORM.fullmatch(page.cookies[COOKIE])


def test_who_holds_a_seat_by_an_older_cookie_keeps_it(house: House) -> None:
    token = secrets.token_hex(16)
    chairs = (sits("person", "Ana", guest=seats.known_as(token)), sits("bot"))
    match = written(house, lambda store: set_up(store, seats=chairs))
    ana = house.guest()
    ana.http.cookies.set(COOKIE, token)

    assert mine(ana) == [match]
    with ana.socket(match) as socket:
        assert socket.hello()["mine"] == [0]
    # Nobody becomes another by setting up a second table.
    second = ana.set_up(ME, A_FRIEND)
    assert ana.token == token
    assert sorted(mine(ana)) == sorted([match, second])


def test_a_server_with_another_key_knows_who_holds_seats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(tmp_path)
    try:
        match, token = house.ana.set_up(ME, A_FRIEND), house.ana.token
    finally:
        house.close()
    monkeypatch.setattr("tests.server.company.INVITES", b"o" * 32)
    house = House(tmp_path)
    try:
        house.ana.http.cookies.set(COOKIE, token)
        assert mine(house.ana) == [match]
        assert mine(shows(house, {COOKIE: Guests(INVITES, house.store).issue()})) == []
    finally:
        house.close()


def test_who_owns_bots_by_an_older_cookie_keeps_them(house: House) -> None:
    token = secrets.token_hex(16)
    bot = Token("d" * 64, seats.new_match(), seats.known_as(token), "Robot", 1)
    written(house, lambda store: store.write(Batch("", token=bot)))
    ana = house.guest()
    ana.http.cookies.set(COOKIE, token)

    assert [each["name"] for each in ana.http.get("/api/bots").json()] == ["Robot"]


def test_over_http_the_cookie_has_its_plain_name(house: House) -> None:
    answer = house.guest().http.post("/api/matches", json=wish())

    name, value, *parts = re.split("=|; ", answer.headers["set-cookie"])
    assert (name, bool(FORM.fullmatch(value))) == (COOKIE, True)
    assert "; ".join(parts).lower() == f"httponly; max-age; {COOKIE_SECONDS}; path; /; samesite; lax"
    # One with the prefix is not for http, wherever it may come from.
    assert mine(shows(house, {SECURE_COOKIE: value})) == []


def test_over_https_the_cookie_has_the_host_prefix(house: House) -> None:
    answer = house.guest().http.post("/api/matches", json=wish(), headers=HTTPS)

    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{SECURE_COOKIE}=")
    assert "; secure" in cookie.lower()
    assert "; path=/;" in cookie.lower()
    assert "domain" not in cookie.lower()
    token = cookie.partition("=")[2].partition(";")[0]
    again = shows(house, {SECURE_COOKIE: token}).http.get("/api/matches", headers=HTTPS)
    assert [each["match"] for each in again.json()] == [answer.json()["match"]]
    assert "set-cookie" not in again.headers


def test_who_comes_over_https_with_the_plain_cookie_keeps_the_seat_under_the_safe_name(house: House) -> None:
    match, token = house.ana.set_up(ME, A_FRIEND), house.ana.token
    ana = shows(house, {COOKIE: token})

    answer = ana.http.get("/api/matches", headers=HTTPS)

    assert [each["match"] for each in answer.json()] == [match]
    assert answer.headers["set-cookie"].startswith(f"{SECURE_COOKIE}={token};")
    # What others may keep for their readers sets nobody's cookie.
    for path in ("/", "/client/main.js", "/api/words/es"):
        assert "set-cookie" not in ana.http.get(path, headers=HTTPS).headers
    assert "set-cookie" not in shows(house, {COOKIE: "x"}).http.get("/api/matches", headers=HTTPS).headers


def test_over_https_a_planted_plain_cookie_changes_nothing(house: House) -> None:
    match, token = house.ana.set_up(ME, A_FRIEND), house.ana.token
    eve = house.guest()
    eve.set_up(ME, A_FRIEND)

    ana = shows(house, {SECURE_COOKIE: token, COOKIE: eve.token})

    assert mine(ana, **HTTPS) == [match]
    with eve.socket(match, **{"X-Forwarded-Proto": "https"}) as socket:
        assert socket.hello()["mine"] == []


def test_a_socket_over_https_knows_the_safe_cookie(house: House) -> None:
    match, token = house.ana.set_up(ME, A_FRIEND), house.ana.token
    cookie = {"X-Forwarded-Proto": "https", "Cookie": f"{SECURE_COOKIE}={token}"}
    with house.guest().socket(match, **cookie) as socket:
        assert socket.hello()["mine"] == [0, 1]
