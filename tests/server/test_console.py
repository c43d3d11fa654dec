"""The console: who is let in, by which token, and what everybody else is told."""

import hashlib
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from sobremesa.server import console, control
from sobremesa.server.console import GUESSES
from sobremesa.server.control import Control
from sobremesa.server.limits import NETWORK_SHARE
from sobremesa.server.refusals import Refused
from tests.server.company import PATIENCE, House
from tests.server.operator import SECRET, Operator, found_in


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path / "data", secret=SECRET)
    yield found
    found.close()


def token(house: House, name: str = "") -> dict[str, str]:
    made: dict[str, str] = Operator(house).ask("POST", "/tokens", 201, name=name or "laptop")
    return made


ROUTES = [
    ("GET", "/matches"),
    ("GET", "/matches/x"),
    ("DELETE", "/matches/x"),
    ("POST", "/matches/x/end"),
    ("GET", "/matches/x/record"),
    ("GET", "/matches/x/log"),
    ("POST", "/forget"),
    ("GET", "/prune"),
    ("POST", "/prune"),
    ("DELETE", "/prune"),
    ("GET", "/tokens"),
    ("POST", "/tokens"),
    ("DELETE", "/tokens/x"),
]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_there_is_no_console_without_a_token(house: House, method: str, path: str) -> None:
    for shown in ("", "guess"):
        Operator(house, shown).ask(method, path, 404)


def test_every_route_of_the_console_is_guarded(house: House) -> None:
    routes = house.server.config.app.rest.rest.routes  # type: ignore[union-attr]
    found = {
        (method, route.path.removeprefix(console.PATH))
        for route in routes
        if route.path.startswith(console.PATH)
        for method in route.methods - {"HEAD"}
    }

    assert {(method, path.replace("/x", "/{…}")) for method, path in ROUTES} == {
        (method, path.replace("{match}", "{…}").replace("{token}", "{…}")) for method, path in found
    }


def test_the_page_is_there_as_long_as_somebody_may_use_it(house: House) -> None:
    as_browser = {"accept": "text/html"}
    assert house.ana.http.get("/admin", headers=as_browser).status_code == 404

    made = token(house)

    assert house.ana.http.get("/admin", headers=as_browser).status_code == 200
    Operator(house).ask("DELETE", f"/tokens/{made['id']}")
    assert house.ana.http.get("/admin", headers=as_browser).status_code == 404


@pytest.mark.parametrize(("method", "path"), ROUTES[:10])
def test_a_wrong_token_is_refused_everywhere(house: House, method: str, path: str) -> None:
    token(house)

    assert Operator(house, "").ask(method, path, 401)["error"]["say"] == "server.no_console_token"
    assert Operator(house, "guess").ask(method, path, 401)["error"]["say"] == "server.unknown_console_token"


def test_a_token_lets_in_by_either_header_until_it_is_revoked(house: House) -> None:
    made = token(house)
    by_bearer, by_header = Operator(house, made["token"]), Operator(house, "", **{console.HEADER: made["token"]})
    behind_a_password = Operator(house, "", authorization="Basic YTpi", **{console.HEADER: made["token"]})
    for operator in (by_bearer, by_header, behind_a_password):
        assert operator.ask("GET", "/matches")["total"] == 0

    Operator(house).ask("DELETE", f"/tokens/{made['id']}")

    for operator in (by_bearer, by_header):
        operator.ask("GET", "/matches", 404)
    Operator(house).ask("DELETE", f"/tokens/{made['id']}", 404)


def test_tokens_are_kept_as_digests_and_counted_after_a_restart(house: House, tmp_path: Path) -> None:
    first, second = token(house, "laptop"), token(house, "phone")
    Operator(house).ask("DELETE", f"/tokens/{first['id']}")
    assert found_in(house.folder, first["token"], second["token"]) == {}
    house.close()

    again = House(tmp_path / "data", secret=SECRET)
    try:
        assert [each["name"] for each in Operator(again).ask("GET", "/tokens")] == ["phone"]
        Operator(again, second["token"]).ask("GET", "/matches")
        Operator(again, first["token"]).ask("GET", "/matches", 401)
    finally:
        again.close()
    with closing(sqlite3.connect(again.store.path)) as connection:
        (kept,) = connection.execute("SELECT digest FROM tokens WHERE name = 'phone'").fetchone()
    assert kept == hashlib.sha256(second["token"].encode()).hexdigest()


def test_the_console_cannot_be_forgotten(house: House) -> None:
    made = token(house)

    for guest in ("console", "a", "A" * 64, f"{'a' * 64} "):
        assert Operator(house).ask("POST", "/forget", 404, guest=guest)["error"]["say"] == "server.unknown_guest"

    Operator(house, made["token"]).ask("GET", "/matches")
    with closing(sqlite3.connect(house.store.path)) as connection:
        assert connection.execute("SELECT count(*) FROM tokens").fetchone() == (1,)


def test_tokens_are_made_by_commands_alone(house: House) -> None:
    operator = Operator(house, token(house)["token"])

    operator.ask("POST", "/tokens", 404, name="more")
    operator.ask("GET", "/tokens", 404)


def test_a_console_token_is_no_bot_and_a_bot_is_no_operator(house: House) -> None:
    made = token(house)
    bot = house.ana.http.post("/api/bots", json={"name": "Robot"}).json()["token"]

    assert house.ana.http.get("/api/bots").json()[0]["name"] == "Robot"
    answer = httpx.get(
        f"{house.address}/api/matches", headers={"authorization": f"Bearer {made['token']}"}, timeout=PATIENCE
    )
    assert answer.status_code == 401
    Operator(house, bot).ask("GET", "/matches", 401)


def test_guesses_are_limited_and_the_secret_of_the_machine_is_not(house: House) -> None:
    made = token(house)
    for number in range(GUESSES.at_once):
        Operator(house, f"guess{number}").ask("GET", "/matches", 401)

    late = Operator(house, made["token"]).http.get("/matches")

    assert (late.status_code, int(late.headers["retry-after"]) > 0) == (429, True)
    Operator(house).ask("GET", "/matches")


def test_a_whole_network_may_guess_four_times_as_often_as_one_address(house: House) -> None:
    token(house)
    with httpx.Client(base_url=f"{house.address}/api/admin", headers={"x-console-token": "guess"}) as http:
        answers = [
            http.get("/matches", headers={"x-forwarded-for": f"2001:db8:1:{number % 8}::1"}, timeout=PATIENCE)
            for number in range(NETWORK_SHARE * GUESSES.at_once + 1)
        ]

    assert [answer.status_code for answer in answers] == [401] * NETWORK_SHARE * GUESSES.at_once + [429]


def test_pages_of_other_sites_are_refused(house: House) -> None:
    made = token(house)

    for method, path in ROUTES:
        refused = Operator(house, made["token"], origin="https://elsewhere.example").ask(method, path, 403)
        assert refused["error"]["say"] == "server.foreign"


def test_tokens_are_never_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    made = token(house)
    with caplog.at_level(logging.DEBUG):
        Operator(house, made["token"]).ask("GET", "/matches")
        Operator(house, "a-wrong-guess").ask("GET", "/matches", 401)
        Operator(house).ask("GET", "/matches")

    assert caplog.text
    assert not any(shown in caplog.text for shown in (made["token"], "a-wrong-guess", SECRET))


# The control file


def test_the_control_file_is_for_its_owner_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    with control.published(tmp_path, Control("http://127.0.0.1:1", "x")):
        path = tmp_path / control.FILE
        assert path.stat().st_mode & 0o777 == 0o600
        assert control.read(tmp_path) == Control("http://127.0.0.1:1", "x")
    assert not path.exists()
    with pytest.raises(Refused) as refused:
        control.read(tmp_path)
    assert refused.value.phrase.name == "no_server"


def test_a_control_file_of_another_server_is_replaced(tmp_path: Path) -> None:
    (tmp_path / control.FILE).write_text("left over")
    (tmp_path / control.FILE).chmod(0o644)

    with control.published(tmp_path, Control("http://127.0.0.1:1", "x")):
        assert (tmp_path / control.FILE).stat().st_mode & 0o777 == 0o600
