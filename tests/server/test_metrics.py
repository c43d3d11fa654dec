"""Metrics, health and logs: whoever runs the server learns how it fares, and nothing about anybody."""

import logging
import re
import time
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from sobremesa.server import store as store_module
from sobremesa.server.app import build
from sobremesa.server.metrics import is_near
from sobremesa.server.seats import known_as
from tests.server.company import A_FRIEND, ANYBODY, INVITES, ME, PATIENCE, House, Quick
from tests.server.pens import database_of
from tests.server.scraping import parse

DOCS = Path(__file__).parents[2] / "docs" / "server.md"


def scraped(house: House) -> dict[str, float]:
    """What a scraper reads."""
    answer = house.ana.http.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return parse(answer.text).values


def test_what_happens_is_counted(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.socket(match) as playing:
        playing.hello()
        before = scraped(house)
        for _ in range(5):
            if playing.frame["seat"] != playing.frame["actor"]:
                playing.ask("sit", seat=playing.frame["actor"])
                playing.until("snap")
            assert playing.move()["t"] == "ok"
            while playing.frame["actor"] == "chance":
                playing.hear()
        playing.ask("move", seq=playing.frame["seq"], move="nonsense")
        house.ana.http.get("/api/matches/nothing")
        after = scraped(house)

    assert after["sobremesa_moves_total"] == before["sobremesa_moves_total"] + 5
    assert after['sobremesa_commands_total{kind="move"}'] == 5
    assert after['sobremesa_refusals_total{reason="server.illegal"}'] == 1
    assert after['sobremesa_refusals_total{reason="server.unknown_match"}'] == 1
    assert after["sobremesa_events_total"] == house.store.last(match)[0]
    assert (after["sobremesa_sockets"], after["sobremesa_rooms"]) == (1, 1)
    assert after["sobremesa_store_queue"] == 0
    for name in ("answer", "commit"):
        assert (
            0
            < after[f'sobremesa_{name}_seconds{{quantile="0.5"}}']
            <= after[f'sobremesa_{name}_seconds{{quantile="0.99"}}']
        )
        assert after[f"sobremesa_{name}_seconds_count"] > before[f"sobremesa_{name}_seconds_count"]


def test_requests_are_counted_by_route_and_never_by_path(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    for path in (f"/api/matches/{match}", "/api/matches/unknown", "/nowhere", f"/api/{match}"):
        house.ana.http.get(path)
    house.ana.http.get("/api/games", headers={"host": "elsewhere.example"})
    house.ana.http.get("/api/games", headers={"authorization": "Bearer nothing"})
    house.ana.http.delete("/api/games")
    house.ana.http.request("BREW", "/api/games")
    house.ana.http.post("/api/matches", content=b"[" * 100)
    text = house.ana.http.get("/metrics").text
    told = parse(text).values

    def count(route: str, method: str, status: str) -> float:
        labels = f'{{route="{route}",method="{method}",status="{status}"}}'
        return told.get(f"sobremesa_http_requests_total{labels}", 0)

    assert count("/api/matches", "POST", "2xx") == 1
    assert count("/api/matches", "POST", "4xx") == 1
    assert count("/api/matches/{match}", "GET", "2xx") == 1
    assert count("/api/matches/{match}", "GET", "4xx") == 1
    assert count("none", "GET", "4xx") == 4
    assert count("/api/games", "DELETE", "4xx") == 1
    assert count("/api/games", "other", "4xx") == 1
    assert told['sobremesa_http_request_seconds_count{route="/api/matches"}'] == 2
    assert told['sobremesa_http_received_bytes_total{route="/api/matches"}'] > 100
    assert told['sobremesa_http_sent_bytes_total{route="/api/matches/{match}"}'] > 100
    # The one that is being answered.
    assert told["sobremesa_http_requests_running"] == 1
    # Neither a match nor a guest.
    assert match not in text
    assert known_as(house.ana.token) not in text


def test_streams_are_counted_and_not_timed(house: House) -> None:
    match = house.ana.set_up()
    route = "/api/matches/{match}/events"
    with house.ana.http.stream("GET", f"/api/matches/{match}/events") as stream:
        lines = stream.iter_lines()
        next(lines)
        assert scraped(house)["sobremesa_sockets"] == 1
    counted = f'sobremesa_http_requests_total{{route="{route}",method="GET",status="2xx"}}'
    deadline = time.monotonic() + PATIENCE
    while counted not in (told := scraped(house)) and time.monotonic() < deadline:
        time.sleep(0.01)

    assert told[counted] == 1
    assert told["sobremesa_sockets"] == 0
    assert told[f'sobremesa_http_sent_bytes_total{{route="{route}"}}'] > 0
    assert f'sobremesa_http_request_seconds_count{{route="{route}"}}' not in told


@pytest.mark.parametrize(
    ("client", "headers", "expected"),
    [
        (("127.0.0.1", 1), [], True),
        (("127.9.9.9", 1), [], True),
        (("::1", 1), [], True),
        (("192.0.2.1", 1), [], False),
        (("elsewhere", 1), [], False),
        (None, [], False),
        (("127.0.0.1", 1), [(b"x-forwarded-for", b"192.0.2.1")], False),
        (("127.0.0.1", 1), [(b"forwarded", b"for=192.0.2.1")], False),
        (("127.0.0.1", 1), [(b"via", b"1.1 proxy")], False),
    ],
)
def test_only_this_machine_is_near(
    client: tuple[str, int] | None, headers: list[tuple[bytes, bytes]], expected: bool
) -> None:
    assert is_near(HTTPConnection({"type": "http", "client": client, "headers": headers})) is expected


def test_who_asks_from_elsewhere_finds_nothing(house: House) -> None:
    answer = house.ana.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})
    assert answer.status_code == 404
    assert answer.json()["error"] == {"say": "server.unknown_page"}


def test_a_server_that_cannot_read_its_store_is_not_ready(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert house.ana.http.get("/readyz").json() == {"ok": True}

    def broken(match: str) -> tuple[int, int]:
        raise OSError("the disk is gone")

    monkeypatch.setattr(house.store, "last", broken)
    answer = house.ana.http.get("/readyz")
    assert answer.status_code == 503
    assert "disk" not in answer.text
    assert house.ana.http.get("/healthz").json() == {"ok": True}


def test_a_server_that_cannot_write_is_not_ready(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    wish = {"game": "sequence-dice", "seats": [ME, ANYBODY]}
    database_of(house.store).execute("PRAGMA query_only = ON")
    assert house.ana.http.post("/api/matches", json=wish).status_code == 507
    assert house.ana.http.get("/readyz").status_code == 503
    # If nobody tries, it is not known any more after a while.
    with monkeypatch.context() as later:
        later.setattr(store_module, "TROUBLED", 0.0)
        assert house.ana.http.get("/readyz").status_code == 200
    assert house.ana.http.get("/readyz").status_code == 503
    database_of(house.store).execute("PRAGMA query_only = OFF")
    assert house.ana.http.post("/api/matches", json=wish).status_code == 201
    assert house.ana.http.get("/readyz").status_code == 200


def test_a_refused_command_is_a_line_without_secrets(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """One line each, which names the reason; no token, no invite, and not what was asked for: it may tell of a hand."""
    caplog.set_level(logging.INFO, "sobremesa")
    match = house.ana.set_up(ME, ANYBODY, game="stalag17")
    invite = house.ana.invite(match)
    bea = house.guest()
    bea.http.post(f"/api/matches/{match}/join", json={"token": invite, "name": "Bea"})
    caplog.clear()
    with house.ana.socket(match) as ana:
        ana.hello()
        ana.ask("move", seq=ana.frame["seq"], move="play HIDDENCARD")
        ana.ask("undo", seq=ana.frame["seq"] - 1)
        ana.connection.send('{"t":"move","secret":"TOPSECRET"}')
        ana.until("no")
    with house.guest().socket("HIDDENMATCH") as nowhere:
        nowhere.hello()
    house.ana.http.post(f"/api/matches/{match}/join", json={"token": "MADEUP", "name": ""})
    said = [record.getMessage() for record in caplog.records if record.name.startswith("sobremesa")]

    assert [line for line in said if "refused at" in line] == [
        f"refused at match {match}: server.illegal",
        f"refused at match {match}: server.stale",
        f"refused at match {match}: server.malformed",
        "refused at match ?: server.unknown_match",
    ]
    assert "refused: server.stale_invite" in said
    whole = caplog.text
    for secret in ("HIDDEN", "TOPSECRET", "MADEUP", invite, house.ana.token, bea.token, known_as(house.ana.token)):
        assert secret not in whole


def test_everybody_may_see_metrics_if_that_is_wanted(tmp_path: Path) -> None:
    house = House(tmp_path / "data")
    try:
        inner = build(house.store, Quick(), INVITES, 0.0, is_open=True)
        house.server.config.loaded_app = inner
        answer = house.guest().http.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})
        assert answer.status_code == 200
    finally:
        house.close()


def test_every_metric_is_documented_and_nothing_else(house: House) -> None:
    documented = set(re.findall(r"`((?:sobremesa|process)_[a-z_]+)(?:\{[a-z,]+\})?`", DOCS.read_text(encoding="utf-8")))
    told = parse(house.ana.http.get("/metrics").text)

    assert set(told.kinds) - documented == set(), "describe these in docs/server.md, section Metrics"
    assert documented - set(told.kinds) == set(), "docs/server.md describes what there is not"
