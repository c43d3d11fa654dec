"""Seats and guests: who may do what, case by case."""

import hmac
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from sobremesa.server import seats
from sobremesa.server.guests import COOKIE
from sobremesa.server.store import FILE
from tests.server.company import A_FRIEND, ANYBODY, ME, Guest, House


class Scene:
    """A table for three: Ana set it up and sits, Bea was invited and sits, one seat is open; others come by."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.ana = house.ana
        self.match = self.ana.set_up(ME, ANYBODY, ANYBODY, game="stalag17")
        invites = self.ana.http.post(f"/api/matches/{self.match}/invites", json={}).json()
        self.used, self.open = (invite["path"].rpartition("/")[2] for invite in invites)
        self.bea = house.guest()
        self.join(self.bea, self.used)
        self.stranger = house.guest()
        self.elsewhere = self.stranger.set_up(ME, A_FRIEND)
        self.nobody = house.guest()
        self.forger = house.guest()
        self.forger.http.cookies.set(COOKIE, seats.known_as(self.ana.token))

    def join(self, guest: Guest, token: str, **headers: str) -> str:
        answer = guest.http.post(f"/api/matches/{self.match}/join", json={"token": token, "name": "N"}, headers=headers)
        return answer.json()["error"]["say"] if answer.status_code >= 400 else f"seat {answer.json()['seat']}"

    def get(self, guest: Guest, path: str) -> str:
        answer = guest.http.get(f"/api/matches/{self.match}{path}")
        return answer.json()["error"]["say"] if answer.status_code >= 400 else "ok"

    def invite(self, guest: Guest) -> str:
        answer = guest.http.post(f"/api/matches/{self.match}/invites", json={})
        return answer.json()["error"]["say"] if answer.status_code >= 400 else "ok"

    def hello(self, guest: Guest, seat: int | None = None, **headers: str) -> str:
        try:
            with guest.socket(self.match, **headers) as socket:
                told = socket.hello(**({} if seat is None else {"seat": seat}))
                return f"seat {told['seat']}" if told["t"] == "snap" else told["why"]["say"]
        except InvalidStatus as refused:
            return str(refused.response.status_code)

    def ask(self, guest: Guest, t: str, **values: Any) -> str:
        with guest.socket(self.match) as socket:
            told = socket.hello()
            if "seq" in values:
                values["seq"] = told["seq"]
            answer = socket.ask(t, **values)
            return "ok" if answer["t"] == "ok" else answer["why"]["say"]


Case = tuple[str, Callable[[Scene], str], str]
CASES: list[Case] = [
    ("who set it up looks from its seat", lambda s: s.hello(s.ana), "seat 0"),
    ("who was invited looks from its seat", lambda s: s.hello(s.bea), "seat 1"),
    ("a second tab shows the same", lambda s: s.hello(s.ana, 0), "seat 0"),
    ("a stranger looks on", lambda s: s.hello(s.stranger), "seat None"),
    ("one without a cookie looks on", lambda s: s.hello(s.nobody), "seat None"),
    ("a digest is no token", lambda s: s.hello(s.forger), "seat None"),
    ("nobody looks from another's seat", lambda s: s.hello(s.bea, 0), "server.not_yours"),
    ("a stranger looks from no seat", lambda s: s.hello(s.stranger, 0), "server.not_yours"),
    ("nobody looks from an open seat", lambda s: s.hello(s.ana, 2), "server.not_yours"),
    ("nobody looks from a seat there is not", lambda s: s.hello(s.ana, 9), "server.not_yours"),
    ("a digest opens no seat", lambda s: s.hello(s.forger, 0), "server.not_yours"),
    ("a page of another site gets no socket", lambda s: s.hello(s.ana, Origin="https://evil.example"), "403"),
    ("nor does one without a name", lambda s: s.hello(s.ana, Origin="null"), "403"),
    ("an invite gives the open seat", lambda s: s.join(s.stranger, s.open), "seat 2"),
    ("one that was used gives nothing", lambda s: s.join(s.stranger, s.used), "server.taken"),
    ("who used it may ask again", lambda s: s.join(s.bea, s.used), "seat 1"),
    ("who sits takes no second seat", lambda s: s.join(s.bea, s.open), "server.own"),
    ("one that was made up gives nothing", lambda s: s.join(s.stranger, "x" * 22), "server.stale_invite"),
    ("nor does an empty one", lambda s: s.join(s.stranger, ""), "server.stale_invite"),
    ("nor one that is cut", lambda s: s.join(s.stranger, s.open[:-1]), "server.stale_invite"),
    (
        "nor one of another match",
        lambda s: s.join(s.stranger, seats.invite(b"k" * 32, s.elsewhere, 1)),
        "server.stale_invite",
    ),
    (
        "a page of another site invites nobody in",
        lambda s: s.join(s.stranger, s.open, origin="https://evil.example"),
        "server.foreign",
    ),
    ("who sits may invite", lambda s: s.invite(s.bea), "ok"),
    ("a stranger may not", lambda s: s.invite(s.stranger), "server.no_seat"),
    ("nor one without a cookie", lambda s: s.invite(s.nobody), "server.no_seat"),
    ("nor one with a digest", lambda s: s.invite(s.forger), "server.no_seat"),
    ("one reads the log of one's own seat", lambda s: s.get(s.bea, "/log?seat=1"), "ok"),
    ("but not of another", lambda s: s.get(s.bea, "/log?seat=0"), "server.not_yours"),
    ("a stranger reads what all may", lambda s: s.get(s.stranger, "/log"), "ok"),
    ("but no seat's replay", lambda s: s.get(s.stranger, "/replay?seat=0"), "server.not_yours"),
    ("nor the record before the end", lambda s: s.get(s.ana, "/record"), "server.not_over"),
    ("a stranger moves nothing", lambda s: s.ask(s.stranger, "move", seq=0, move="draw"), "server.no_seat"),
    ("nor fills a seat", lambda s: s.ask(s.stranger, "bot", seat=2), "server.no_seat"),
    ("nor gives up for others", lambda s: s.ask(s.bea, "resign", seat=0), "server.not_yours"),
    ("nobody renames another", lambda s: s.ask(s.bea, "name", seat=0, name="X"), "server.not_yours"),
    ("nobody sits down on another's seat", lambda s: s.ask(s.bea, "sit", seat=0), "server.not_yours"),
]


@pytest.mark.parametrize(("name", "work", "expected"), CASES, ids=[case[0] for case in CASES])
def test_who_may_do_what(name: str, work: Callable[[Scene], str], expected: str, house: House) -> None:
    assert work(Scene(house)) == expected


def test_no_token_and_no_invite_is_kept_or_told(house: House) -> None:
    scene = Scene(house)
    scene.hello(scene.ana)
    with sqlite3.connect(house.folder / FILE) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    kept = b"".join(path.read_bytes() for path in house.folder.iterdir())
    for secret in (scene.ana.token, scene.bea.token, scene.stranger.token, scene.used, scene.open):
        assert len(secret) >= 22
        assert secret.encode() not in kept
    assert seats.known_as(scene.ana.token).encode() in kept


def test_pages_run_no_script_of_others(house: House) -> None:
    answer = house.ana.http.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in answer.text
    assert " on" not in answer.text.partition("<body")[2].replace(" on ", "")
    for name in ("x-content-type-options", "referrer-policy", "cross-origin-resource-policy", "permissions-policy"):
        assert answer.headers[name]


def test_secrets_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch, house: House) -> None:
    """Invites go through a comparison that does not stop at the first difference; tokens are known by digest."""
    scene = Scene(house)
    compared: list[tuple[bytes, bytes]] = []
    usual = hmac.compare_digest

    def counted(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return usual(one, other)

    monkeypatch.setattr("hmac.compare_digest", counted)
    assert scene.join(scene.stranger, "made-up") == "server.stale_invite"
    # Once for the cookie, and for each invite.
    assert len(compared) == 4
