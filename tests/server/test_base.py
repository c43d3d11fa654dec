"""A table below a path: pages, files, questions, sockets, cookies and invitations all stay below it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sobremesa.server import matches
from sobremesa.server.settings import ServerSettings, Settings
from tests.server.company import A_BOT, A_FRIEND, ANYBODY, ME, Guest, House

BASE = "/juegos/mesa/"


@pytest.fixture
def below(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "data", settings=Settings(server=ServerSettings(base_path=BASE)))
    yield house
    house.close()


@pytest.fixture
def ana(below: House) -> Iterator[Guest]:
    guest = Guest(below.address + BASE.rstrip("/"))
    yield guest
    guest.http.close()


def test_a_match_is_played_below_the_path(below: House, ana: Guest) -> None:
    match = ana.set_up(ME, A_BOT)
    with ana.socket(match) as playing:
        playing.hello()
        playing.play(lambda each: each.frame["seq"] > 20)
    assert [each["match"] for each in ana.http.get("/api/matches").json()] == [match]


def test_a_proxy_may_take_the_path_away(below: House, ana: Guest) -> None:
    match = ana.set_up(ME, A_FRIEND)
    assert below.ana.http.get(f"/api/matches/{match}").status_code == 200
    with below.ana.socket(match) as looking:
        assert looking.hello()["t"] == "snap"


def test_pages_name_their_files_below_the_path(below: House, ana: Guest) -> None:
    for path in ("/", "/new/sequence-dice", "/join/a/b", "/nothing/there"):
        page = ana.http.get(path, headers={"accept": "text/html"}).text
        named = re.findall(r'(?:src|href)="([^"]*)"', page)
        assert len(named) > 10
        assert all(each.startswith(f"{BASE}client/") for each in named)
    assert below.ana.http.get(named[0]).status_code == 200


def test_the_path_without_its_slash_leads_there(below: House) -> None:
    answer = below.ana.http.get(BASE.rstrip("/"))
    assert (answer.status_code, answer.headers["location"]) == (307, BASE)
    for other in (BASE + BASE[1:-1], "/juegos", "/juegos/mesas"):
        assert below.ana.http.get(other).status_code == 404


def test_cookies_are_for_the_path_alone(ana: Guest) -> None:
    wish = {"game": "sequence-dice", "seats": [ME, A_FRIEND]}
    plain = ana.http.post("/api/matches", json=wish).headers["set-cookie"]
    assert plain.startswith("guest=")
    assert f"Path={BASE};" in plain
    ana.http.cookies.clear()
    secure = ana.http.post("/api/matches", json=wish, headers={"x-forwarded-proto": "https"}).headers["set-cookie"]
    # The prefix __Host- would be for the whole host, where the tables of several clubs would share a cookie.
    assert secure.startswith("__Secure-guest=")
    assert f"Path={BASE};" in secure
    assert "Secure" in secure


def test_invitations_lead_below_the_path(ana: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(address: str) -> str:
        drawn.append(address)
        return ""

    monkeypatch.setattr(matches, "code", draw)
    match = ana.set_up(ME, ANYBODY)
    (invite,) = ana.http.post(f"/api/matches/{match}/invites", json={}).json()
    assert invite["path"].startswith(f"{BASE}join/{match}/")
    assert drawn == [ana.address.removesuffix(BASE.rstrip("/")) + invite["path"]]
