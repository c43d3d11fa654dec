"""Proxies: those that are trusted say who asks; nobody else chooses the address by which they are limited."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from starlette.types import Scope

from sobremesa.server import matches
from sobremesa.server.hosts import Hosts
from sobremesa.server.limits import Limits, Rate
from sobremesa.server.proxies import Proxies
from sobremesa.server.settings import ServerSettings, Settings
from tests.server.company import A_FRIEND, ANYBODY, ME, House

TRUSTED = ("127.0.0.1", "10.0.0.0/8", "fd00::/8")


def resolved(client: str, trusted: tuple[str, ...] = TRUSTED, kind: str = "http", **headers: str) -> Scope:
    """The scope of a connection after the proxies were heard; underscores in headers stand for hyphens."""
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    plain = "ws" if kind == "websocket" else "http"
    scope: Scope = {"type": kind, "client": (client, 5), "scheme": plain, "headers": [(b"host", b"inner:80"), *sent]}
    Proxies(trusted).resolve(scope)
    return scope


@pytest.mark.parametrize(
    ("peer", "hops", "asker"),
    [
        ("10.1.1.1", "192.0.2.7", "192.0.2.7"),
        ("10.1.1.1", "203.0.113.5, 192.0.2.7", "192.0.2.7"),
        ("10.1.1.1", "203.0.113.5, 192.0.2.7, 10.2.2.2", "192.0.2.7"),
        ("10.1.1.1", "10.9.9.9, 192.0.2.7, 127.0.0.1, 10.2.2.2", "192.0.2.7"),
        ("10.1.1.1", "10.9.9.9, 10.8.8.8", "10.9.9.9"),
        ("10.1.1.1", "192.0.2.7, unknown", "10.1.1.1"),
        ("10.1.1.1", "192.0.2.7, garbage, 10.2.2.2", "10.2.2.2"),
        ("10.1.1.1", "", "10.1.1.1"),
        ("10.1.1.1", "192.0.2.7:5000", "192.0.2.7"),
        ("10.1.1.1", "[2001:db8::1]:5000", "2001:db8::1"),
        ("::ffff:10.1.1.1", "2001:db8::1", "2001:db8::1"),
        ("fd00::5", "2001:db8::1, fd00::6", "2001:db8::1"),
        # Those who are not trusted say what they like.
        ("192.0.2.1", "127.0.0.1", "192.0.2.1"),
        ("11.0.0.1", "192.0.2.7", "11.0.0.1"),
        ("2001:db8::9", "192.0.2.7", "2001:db8::9"),
        ("", "192.0.2.7", ""),
    ],
)
def test_the_last_hop_that_is_no_trusted_proxy_is_who_asks(peer: str, hops: str, asker: str) -> None:
    assert resolved(peer, x_forwarded_for=hops)["client"][0] == asker


def test_several_headers_are_one_list() -> None:
    scope: Scope = {"type": "http", "client": ("127.0.0.1", 5), "scheme": "http", "headers": []}
    scope["headers"] = [(b"x-forwarded-for", b"203.0.113.5"), (b"x-forwarded-for", b"192.0.2.7, 10.0.0.1")]
    Proxies(TRUSTED).resolve(scope)
    assert scope["client"][0] == "192.0.2.7"


def test_scheme_and_name_are_those_of_the_nearest_proxy() -> None:
    scope = resolved("10.1.1.1", x_forwarded_proto="http, HTTPS", x_forwarded_host="evil.example, mesa.example")
    assert (scope["scheme"], Headers(scope=scope).getlist("host")) == ("https", ["mesa.example"])
    socket = resolved("10.1.1.1", kind="websocket", x_forwarded_proto="https")
    assert socket["scheme"] == "wss"
    assert resolved("10.1.1.1", x_forwarded_proto="gopher")["scheme"] == "http"


def test_whoever_is_not_trusted_changes_nothing() -> None:
    scope = resolved("192.0.2.1", x_forwarded_proto="https", x_forwarded_host="evil.example", x_forwarded_for="::1")
    assert (scope["client"], scope["scheme"]) == (("192.0.2.1", 5), "http")
    assert Headers(scope=scope)["host"] == "inner:80"
    assert resolved("127.0.0.1", (), x_forwarded_for="192.0.2.7")["client"][0] == "127.0.0.1"


def served(folder: Path, *proxies: str) -> House:
    limits = Limits(matches=Rate(0.001, 1))
    settings = Settings(server=ServerSettings(trusted_proxies=proxies))
    return House(folder, hosts=Hosts("", ["mesa.example"]), limits=limits, settings=settings)


@pytest.fixture
def trusting(tmp_path: Path) -> Iterator[House]:
    house = served(tmp_path / "data", "127.0.0.1")
    yield house
    house.close()


@pytest.fixture
def wary(tmp_path: Path) -> Iterator[House]:
    house = served(tmp_path / "data")
    yield house
    house.close()


def set_up(house: House, hops: str) -> int:
    wish = {"game": "sequence-dice", "seats": [ME, A_FRIEND]}
    return house.guest().http.post("/api/matches", json=wish, headers={"x-forwarded-for": hops}).status_code


def test_limits_count_who_asks_through_a_trusted_proxy(trusting: House) -> None:
    assert [set_up(trusting, hops) for hops in ("192.0.2.1", "192.0.2.2", "192.0.2.1")] == [201, 201, 429]
    # What somebody puts before the proxy's own word does not help.
    assert set_up(trusting, "203.0.113.9, 192.0.2.1") == 429


def test_a_liar_stays_who_they_are(wary: House) -> None:
    assert [set_up(wary, hops) for hops in ("192.0.2.1", "192.0.2.2")] == [201, 429]


PROXY = {"x-forwarded-for": "192.0.2.1", "x-forwarded-proto": "https", "x-forwarded-host": "mesa.example"}


def test_origins_cookies_and_codes_are_those_of_the_name(trusting: House, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(address: str) -> str:
        drawn.append(address)
        return ""

    monkeypatch.setattr(matches, "code", draw)
    guest = trusting.guest()
    guest.http.headers.update(PROXY | {"origin": "https://mesa.example"})
    made = guest.http.post("/api/matches", json={"game": "sequence-dice", "seats": [ME, ANYBODY]})
    assert made.status_code == 201
    assert "__Host-guest=" in made.headers["set-cookie"]
    assert "Secure" in made.headers["set-cookie"]
    guest.http.headers["cookie"] = made.headers["set-cookie"].partition(";")[0]
    (invite,) = guest.http.post(f"/api/matches/{made.json()['match']}/invites", json={}).json()
    assert drawn == [f"https://mesa.example{invite['path']}"]
    guest.http.headers["origin"] = trusting.address
    assert guest.http.post("/api/matches", json={}).json()["error"]["say"] == "server.foreign"
    guest.http.headers["x-forwarded-host"] = "elsewhere.example"
    assert guest.http.get("/api/games").status_code == 403
    assert guest.http.get("/metrics").status_code == 403


def test_a_name_that_a_stranger_forwards_is_ignored(wary: House) -> None:
    guest = wary.guest()
    guest.http.headers.update(PROXY | {"x-forwarded-host": "elsewhere.example", "origin": "https://elsewhere.example"})
    assert guest.http.get("/api/games").status_code == 200
    made = guest.http.post("/api/matches", json={"game": "sequence-dice", "seats": [ME, ANYBODY]})
    assert (made.status_code, made.json()["error"]["say"]) == (403, "server.foreign")
    guest.http.headers["origin"] = wary.address
    made = guest.http.post("/api/matches", json={"game": "sequence-dice", "seats": [ME, ANYBODY]})
    assert made.headers["set-cookie"].startswith("guest=")
    assert "Secure" not in made.headers["set-cookie"]


def test_nobody_is_near_who_comes_through_a_proxy(trusting: House) -> None:
    assert trusting.ana.http.get("/metrics").status_code == 200
    for hops in ("127.0.0.1", "192.0.2.1"):
        assert trusting.ana.http.get("/metrics", headers={"x-forwarded-for": hops}).status_code == 404
