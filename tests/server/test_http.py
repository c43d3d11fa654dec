"""What is asked over HTTP: answered as agreed, or refused in the reader's language."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from sobremesa import names, replay
from sobremesa.core import record
from sobremesa.core.words import LANGUAGES
from sobremesa.server import assets, events, seats, telling
from sobremesa.server.store import FILE, SQLite
from tests.server.company import A_BOT, A_FRIEND, ANYBODY, ME, PATIENCE, House
from tests.server.pens import database_of


def refused(answer: Any, status: int, name: str) -> None:
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert told["error"]["say"] == name
    assert told["text"]


# Pages and files


def test_every_page_is_the_same_file(house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("<!doctype html>" + "hello " * 200)
    (client / "main.js").write_text("export {}")
    (client / "words.en.toml").write_text("secret = 1")
    monkeypatch.setattr(assets, "client_folder", lambda: client)

    pages = [
        house.ana.http.get(path) for path in ("/", "/new/poleana", "/t/x", "/t/x/replay", "/join/x/y", "/settings")
    ]

    assert {page.status_code for page in pages} == {200}
    assert len({page.text for page in pages}) == 1
    assert pages[0].headers["content-encoding"] == "gzip"
    assert pages[0].headers["content-type"] == "text/html; charset=utf-8"
    script = house.ana.http.get("/client/main.js?v=1")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    again = house.ana.http.get("/client/main.js", headers={"if-none-match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    (client / "main.js").write_text("export const a = 1")
    assert house.ana.http.get("/client/main.js").text == "export const a = 1"
    for hidden in ("words.en.toml", "__init__.py", "..%2fserver%2fapp.py", "nothing.js", "%00.js", "a" * 300 + ".js"):
        refused(house.ana.http.get(f"/client/{hidden}"), 404, "server.unknown_page")


def test_every_answer_says_what_keeps_readers_safe(house: House) -> None:
    for path in ("/healthz", "/readyz", "/api/games", "/nowhere"):
        headers = house.ana.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_what_is_not_there_is_said_in_the_readers_language(house: House) -> None:
    spanish = house.ana.http.get("/nowhere", headers={"accept-language": "es-MX,en;q=0.5"})
    refused(spanish, 404, "server.unknown_page")
    assert spanish.json()["text"] == "Aquí no hay nada."
    refused(house.ana.http.get("/api/matches/unknown"), 404, "server.unknown_match")
    refused(house.ana.http.get("/api/matches/unknown/log"), 404, "server.unknown_match")
    refused(house.ana.http.get("/api/rules/chess/en"), 404, "errors.unknown_game")
    refused(house.ana.http.get("/api/words/fr"), 404, "server.unknown_page")
    refused(house.ana.http.delete("/api/games"), 405, "server.other_method")
    assert set(house.ana.http.delete("/api/games").headers["allow"].split(", ")) == {"GET", "HEAD"}


def test_who_mistypes_an_address_gets_a_page(house: House) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for path in ("/tabel/x", "/rules/stalag17/more", "/favicon", "/t"):
        answer = house.ana.http.get(path, headers=browser)
        assert (answer.status_code, answer.text) == (404, house.ana.http.get("/").text)
        refused(house.ana.http.get(path), 404, "server.unknown_page")
    for path in ("/api/nothing", "/api/matches/nothing/at/all", "/client/nothing.js"):
        refused(house.ana.http.get(path, headers=browser), 404, "server.unknown_page")
    refused(house.ana.http.post("/tabel/x", headers=browser), 404, "server.unknown_page")


# The library


def test_games_are_listed_with_what_can_be_chosen(house: House) -> None:
    told = house.ana.http.get("/api/games").json()

    assert [game["name"] for game in told["games"]] == names()
    assert told["levels"] == ["easy", "normal", "hard", "expert"]
    assert told["languages"] == list(LANGUAGES)
    assert told["preparing"] == []
    poleana = next(game for game in told["games"] if game["name"] == "poleana")
    assert poleana["usual_seats"] == 4
    assert {"name": "partners", "values": [False, True], "default": False, "only_seats": [4]} in poleana["options"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_served_for_pages_and_games(house: House, language: str) -> None:
    words = house.ana.http.get(f"/api/words/{language}").json()

    assert words["server.over"]
    assert words["errors.illegal"]
    for game in names():
        assert words[f"games.{game}.name"]
        assert words[f"games.{game}.pitch"]
        assert house.ana.http.get(f"/api/words/{language}/{game}").json()[
            "prompt.throw" if game != "stalag17" else "name"
        ]
        assert re.search(r'<a id="\w\w-\d+">', house.ana.http.get(f"/api/rules/{game}/{language}").json()["html"])


def test_games_have_pictures(house: House) -> None:
    light = house.ana.http.get("/api/pictures/sequence-dice.svg")
    dark = house.ana.http.get("/api/pictures/sequence-dice.svg?theme=dark&language=es")

    assert light.headers["content-type"] == "image/svg+xml"
    assert light.text.startswith("<svg")
    assert dark.text != light.text
    refused(house.ana.http.get("/api/pictures/sequence-dice.svg?theme=pink"), 404, "server.unknown_page")
    refused(house.ana.http.get("/api/pictures/chess.svg"), 404, "errors.unknown_game")


# Setting up


def test_who_sets_up_a_match_is_known_by_a_cookie_from_then_on(house: House) -> None:
    answer = house.ana.http.post("/api/matches", json={"game": "sequence-dice", "seats": [ME, A_BOT]})

    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert (
        "set-cookie" not in house.ana.http.post("/api/matches", json={"game": "poleana", "seats": [ME, A_BOT]}).headers
    )
    token = house.ana.token
    with sqlite3.connect(house.folder / FILE) as database:
        everything = str([database.execute(f"SELECT * FROM {name}").fetchall() for name in ("matches", "holders")])
    database.close()
    assert token not in everything
    assert seats.known_as(token) in everything


def test_the_seal_is_shown_and_the_secret_only_at_the_end(house: House) -> None:
    made = house.ana.http.post("/api/matches", json={"game": "sequence-dice", "seats": [ME, A_BOT]}).json()

    head = house.ana.http.get(f"/api/matches/{made['match']}").json()

    assert head["seal"] == made["seal"]
    assert "secret" not in head
    assert head["mine"] == [0]
    assert [seat["kind"] for seat in head["seats"]] == ["me", "bot"]
    assert house.guest().http.get(f"/api/matches/{made['match']}").json()["mine"] == []


@pytest.mark.parametrize(
    ("wish", "status", "name"),
    [
        ({"game": "chess", "seats": [ME, A_BOT]}, 404, "errors.unknown_game"),
        ({"game": "sequence-dice", "seats": [ME]}, 400, "errors.seats"),
        ({"game": "sequence-dice", "seats": []}, 400, "errors.seats"),
        ({"game": "sequence-dice", "seats": [ME, A_BOT], "options": {"line": 77}}, 400, "errors.option_value"),
        ({"game": "sequence-dice", "seats": [ME, A_BOT], "options": {"lines": 5}}, 400, "errors.option_name"),
        ({"game": "sequence-dice", "seats": [ME, {"kind": "bot", "level": "godlike"}]}, 400, "server.unknown_level"),
        ({"game": "sequence-dice", "seats": [ME, {"kind": "king"}]}, 400, "server.malformed"),
        ({"game": "sequence-dice", "seats": [ME, {"kind": "here", "name": "x" * 50}]}, 400, "server.malformed"),
        ({"game": 7, "seats": [ME, A_BOT]}, 400, "server.malformed"),
        ([], 400, "server.malformed"),
    ],
)
def test_what_cannot_be_set_up_is_refused(house: House, wish: Any, status: int, name: str) -> None:
    refused(house.ana.http.post("/api/matches", json=wish), status, name)
    assert house.ana.http.get("/api/matches").json() == []


def test_what_is_no_json_or_too_long_is_refused(house: House) -> None:
    for content in (b"", b"{", b"\xff\xfe", b'{"game": "\xff"}', b'{"game": "\\ud800"}', b"[" * 10_000, b'{"a":1e999}'):
        refused(house.ana.http.post("/api/matches", content=content), 400, "server.malformed")
    refused(house.ana.http.post("/api/matches", content=b" " * 20_000), 413, "server.too_long")


def test_other_sites_ask_in_vain(house: House) -> None:
    wish = {"game": "sequence-dice", "seats": [ME, ANYBODY]}
    match = house.ana.set_up(ME, ANYBODY)

    for origin in ("https://elsewhere.example", "null", house.address + ".elsewhere.example"):
        headers = {"origin": origin}
        refused(house.ana.http.post("/api/matches", json=wish, headers=headers), 403, "server.foreign")
        refused(house.ana.http.post(f"/api/matches/{match}/invites", json={}, headers=headers), 403, "server.foreign")
        refused(house.ana.http.post(f"/api/matches/{match}/join", json={}, headers=headers), 403, "server.foreign")
    assert house.ana.http.post("/api/matches", json=wish, headers={"origin": house.address}).status_code == 201


# Inviting


def test_an_invite_gives_an_open_seat_once(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY, ANYBODY, game="poleana")
    invites = house.ana.http.post(f"/api/matches/{match}/invites", json={}).json()
    assert [invite["seat"] for invite in invites] == [1, 2]
    assert house.ana.http.post(f"/api/matches/{match}/invites", json={}).json() == invites
    assert invites[0]["qr"].startswith("<svg")
    assert "style=" not in invites[0]["qr"]
    token = invites[0]["path"].rpartition("/")[2]
    assert invites[0]["path"] == f"/join/{match}/{token}"
    join = f"/api/matches/{match}/join"

    refused(house.ana.http.post(join, json={"token": token, "name": "Ana"}), 409, "server.own")
    bea = house.guest().http
    answer = bea.post(join, json={"token": token, "name": "  Bea "})
    assert answer.json() == {"seat": 1}
    assert "HttpOnly" in answer.headers["set-cookie"]
    refused(house.guest().http.post(join, json={"token": token}), 409, "server.taken")
    second = invites[1]["path"].rpartition("/")[2]
    refused(bea.post(join, json={"token": second}), 409, "server.own")

    head = bea.get(f"/api/matches/{match}").json()
    assert head["mine"] == [1]
    assert head["seats"][1]["name"] == "Bea"
    assert [invite["seat"] for invite in bea.post(f"/api/matches/{match}/invites", json={}).json()] == [2]
    assert [each["match"] for each in bea.get("/api/matches").json()] == [match]


def test_a_seat_is_not_lost_with_the_answer(house: House) -> None:
    """Who opened the invitation is known before it sits down, so it may ask again when the line breaks."""
    match = house.ana.set_up(ME, ANYBODY)
    token = house.ana.invite(match)
    bea = house.guest().http
    page = bea.get(f"/join/{match}/{token}")
    assert "HttpOnly" in page.headers["set-cookie"]
    assert "private" in page.headers["cache-control"]
    cookies = dict(bea.cookies)

    lost = bea.post(f"/api/matches/{match}/join", json={"token": token, "name": "Bea"})
    again = httpx.post(
        f"{house.address}/api/matches/{match}/join",
        json={"token": token, "name": "Bea"},
        cookies=cookies,
        timeout=PATIENCE,
    )

    assert (lost.json(), again.json()) == ({"seat": 1}, {"seat": 1})
    assert "set-cookie" not in lost.headers
    assert [type(events.read_event(row.body)) for row in house.store.rows(match)].count(events.Sit) == 1
    assert bea.get(f"/api/matches/{match}").json()["mine"] == [1]
    refused(house.guest().http.post(f"/api/matches/{match}/join", json={"token": token}), 409, "server.taken")


def test_an_invitation_lets_nobody_become_somebody_else(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    token = house.ana.token

    page = house.ana.http.get(f"/join/{match}/{house.ana.invite(match)}")

    assert "set-cookie" not in page.headers
    assert house.ana.token == token
    tagged = {"if-none-match": page.headers["etag"]}
    newcomer = house.guest().http.get(f"/join/{match}/x", headers=tagged)
    assert (newcomer.status_code, "set-cookie" in newcomer.headers) == (304, True)


def test_invites_that_are_stale_stolen_or_made_up_are_refused(house: House) -> None:
    one, two = house.ana.set_up(ME, ANYBODY), house.ana.set_up(ME, ANYBODY)
    token = house.ana.http.post(f"/api/matches/{one}/invites", json={}).json()[0]["path"].rpartition("/")[2]
    other = seats.invite(b"j" * 32, one, 1)
    thief = house.guest().http

    for match, given in ((two, token), (one, other), (one, ""), (one, "x" * 22), (one, "ñ")):
        refused(thief.post(f"/api/matches/{match}/join", json={"token": given}), 410, "server.stale_invite")
        assert thief.get(f"/api/matches/{match}", params={"invite": given}).json()["invited"] is None
    assert thief.get(f"/api/matches/{one}", params={"invite": token}).json()["invited"] == 1
    assert "invited" not in thief.get(f"/api/matches/{one}").json()
    refused(thief.post("/api/matches/unknown/join", json={"token": token}), 404, "server.unknown_match")
    refused(thief.post(f"/api/matches/{one}/invites", json={}), 403, "server.no_seat")


def test_a_seat_that_two_want_at_once_goes_to_one(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    token = house.ana.http.post(f"/api/matches/{match}/invites", json={}).json()[0]["path"].rpartition("/")[2]
    guests = [house.guest().http for _ in range(5)]
    address, wish = f"/api/matches/{match}/join", {"token": token}

    with ThreadPoolExecutor(5) as at_once:
        answers = list(at_once.map(lambda guest: guest.post(address, json=wish).status_code, guests))

    assert sorted(answers) == [200, 409, 409, 409, 409]


def test_nobody_sits_down_when_all_is_over(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    token = house.ana.invite(match)
    with house.ana.socket(match) as socket:
        socket.hello()
        assert socket.ask("resign")["t"] == "ok"

    refused(house.guest().http.post(f"/api/matches/{match}/join", json={"token": token}), 409, "server.over")


# Looking


def test_a_match_that_is_over_can_be_looked_at_from_anywhere(house: House, tmp_path: Path) -> None:
    match = house.ana.set_up()
    stranger = house.guest().http
    refused(stranger.get(f"/api/matches/{match}/replay?seat=0"), 403, "server.not_yours")
    refused(stranger.get(f"/api/matches/{match}/log?seat=0"), 403, "server.not_yours")
    refused(house.ana.http.get(f"/api/matches/{match}/log?seat=1"), 403, "server.not_yours")
    refused(house.ana.http.get(f"/api/matches/{match}/log?seat=9"), 403, "server.not_yours")
    refused(house.ana.http.get(f"/api/matches/{match}/log?seat=x"), 400, "server.malformed")
    refused(house.ana.http.get(f"/api/matches/{match}/replay?theme=pink"), 400, "server.malformed")
    refused(house.ana.http.get(f"/api/matches/{match}/record"), 409, "server.not_over")
    assert house.ana.http.get(f"/api/matches/{match}/log?seat=0").status_code == 200

    with house.ana.socket(match) as socket:
        socket.hello()
        socket.play(lambda each: each.frame["actor"] == "over")
    told = socket.told

    head = house.ana.http.get(f"/api/matches/{match}").json()
    assert head["over"]
    sheet = house.ana.http.get(f"/api/matches/{match}/sealed").json()["sheet"]
    assert head["seal"] == sha256(bytes.fromhex(head["secret"]) + sha256(sheet.encode()).digest()).hexdigest()
    entry = house.ana.http.get("/api/matches").json()[0]
    assert (entry["over"], entry["turn"], sorted(entry["places"])) == (True, False, [1, 2])

    answer = stranger.get(f"/api/matches/{match}/replay?seat=1")
    assert answer.headers["content-encoding"] == "gzip"
    whole = answer.json()
    assert stranger.get(f"/api/matches/{match}/replay?seat=1", headers={"accept-encoding": "identity"}).json() == whole
    told_of, page = list(whole["events"]), whole
    while page["next"] is not None:
        page = stranger.get(f"/api/matches/{match}/replay?seat=1&from={page['next']}").json()
        told_of += page["events"]
    assert len(told_of) == whole["length"] == socket.frame["seq"]
    part = stranger.get(f"/api/matches/{match}/replay?from=3&to=5&theme=dark").json()
    assert (part["first"]["seq"], [event["seq"] for event in part["events"]]) == (3, [4, 5])
    assert part["first"]["seat"] is None
    log = stranger.get(f"/api/matches/{match}/log").json()
    assert [say for each in log for say in each["say"]][-len(told) :] == told
    assert [each["seq"] for each in log] == list(range(1, whole["length"] + 1))

    kept = stranger.get(f"/api/matches/{match}/record")
    assert "attachment" in kept.headers["content-disposition"]
    again = replay(record.parse(kept.text))
    assert again.places() == entry["places"]
    assert again.players == ("", "easy")


def test_my_matches_say_whose_turn_it_is(house: House) -> None:
    one, two = house.ana.set_up(), house.ana.set_up(ME, A_FRIEND, game="poleana")
    assert house.guest().http.get("/api/matches").json() == []

    entries = house.ana.http.get("/api/matches").json()

    assert {entry["match"] for entry in entries} == {one, two}
    entry = next(entry for entry in entries if entry["match"] == two)
    assert entry["names"] == ["Ana", "Bo"]
    assert entry["mine"] == [0, 1]
    assert entry["game"] == "poleana"
    assert entry["places"] is None
    assert entry["changed"].startswith("20")
    house.ana.http.get(f"/api/matches/{two}")  # opens it, so that the first throws fall
    assert next(each for each in house.ana.http.get("/api/matches").json() if each["match"] == two)["turn"]


def test_my_matches_are_listed_without_being_played_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    over, going = house.ana.set_up(), house.ana.set_up(ME, A_FRIEND, game="stalag17")
    with house.ana.socket(over) as socket:
        socket.hello()
        socket.play(lambda each: each.frame["actor"] == "over")
    with house.ana.socket(going) as socket:
        socket.hello()
        socket.move()

    with monkeypatch.context() as kept:
        kept.setattr(telling, "load", lambda *_: pytest.fail("a match was played anew"))
        entries = house.ana.http.get("/api/matches").json()

    assert [(entry["match"], entry["over"], entry["turn"]) for entry in entries] == [
        (going, False, True),
        (over, True, False),
    ]
    # The log knows as much, if nothing else was kept or somebody has written since.
    with sqlite3.connect(house.folder / FILE) as database:
        database.execute("DELETE FROM summaries WHERE match = ?", (over,))
        database.execute("UPDATE summaries SET kept = replace(kept, '\"seq\":', '\"seq\":9') WHERE match = ?", (going,))
    database.close()
    assert house.ana.http.get("/api/matches").json() == entries


def test_a_match_of_other_rules_is_told_and_hides_no_other(house: House) -> None:
    match, fine = house.ana.set_up(), house.ana.set_up()
    with sqlite3.connect(house.folder / FILE) as database:
        head = database.execute("SELECT head FROM matches WHERE id = ?", (match,)).fetchone()[0]
        other = head.replace(b'"rules":1', b'"rules":99')
        database.execute("UPDATE matches SET head = ? WHERE id = ?", (other, match))
    database.close()

    refused(house.ana.http.get(f"/api/matches/{match}"), 409, "server.other_rules")
    refused(house.ana.http.get(f"/api/matches/{match}/log"), 409, "server.other_rules")
    assert [entry["match"] for entry in house.ana.http.get("/api/matches").json()] == [fine]


def test_a_disk_that_takes_nothing_is_told_and_nothing_is_lost(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    token = house.ana.invite(match)
    assert isinstance(house.store, SQLite)
    database_of(house.store).execute("PRAGMA query_only = ON")

    refused(
        house.ana.http.post("/api/matches", json={"game": "poleana", "seats": [ME, A_BOT]}), 507, "server.not_written"
    )
    bea = house.guest().http
    spanish = bea.post(f"/api/matches/{match}/join", json={"token": token}, headers={"accept-language": "es"})
    refused(spanish, 507, "server.not_written")
    assert "nada ha cambiado" in spanish.json()["text"]

    database_of(house.store).execute("PRAGMA query_only = OFF")
    assert bea.post(f"/api/matches/{match}/join", json={"token": token}).json() == {"seat": 1}


# What nobody means


def test_a_step_that_is_no_number_of_a_step_is_not_there(house: House) -> None:
    for step in ("-1", "x", "²", "9" * 30, "9" * 5000):
        refused(house.ana.http.get(f"/api/lessons/poleana/{step}"), 404, "server.unknown_page")


def test_what_is_sealed_is_hexadecimal_to_its_end(house: House) -> None:
    wish = {"game": "sequence-dice", "seats": [ME, ANYBODY]}
    match = house.ana.set_up(ME, ANYBODY)
    for sealed in ("\n", "a" * 64 + "\n", "a" * 63, "A" * 64):
        refused(house.ana.http.post("/api/matches", json=wish | {"sealed": sealed}), 400, "server.malformed")
    for given in ("a" * 32 + "\n", "a" * 31):
        command = {"t": "give", "id": "a1", "given": given}
        refused(house.ana.http.post(f"/api/matches/{match}/commands", json=command), 400, "server.malformed")
    assert house.ana.http.post("/api/matches", json=wish | {"sealed": "a" * 64}).status_code == 201


def test_the_head_of_a_stream_does_not_keep_its_connection(house: House) -> None:
    path = f"/api/matches/{house.ana.set_up()}/events"
    answer = house.ana.http.head(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream")
    # Over the same connection; it would never be answered if the stream went on.
    assert house.ana.http.get("/healthz").status_code == 200
    refused_head = house.ana.http.head("/api/matches/unknown/events")
    assert refused_head.status_code == 404


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("GZIP", True),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("", False),
    ],
)
def test_answers_are_packed_for_those_who_take_it(house: House, accepted: str, packed: bool) -> None:
    for path in ("/api/words/en", "/api/lessons/sequence-dice"):
        answer = house.ana.http.get(path, headers={"accept-encoding": accepted})
        assert (answer.headers.get("content-encoding") == "gzip") is packed
        assert answer.json()


def test_what_a_browser_has_is_known_among_others_and_if_weak(house: House) -> None:
    tag = house.ana.http.get("/api/words/en").headers["etag"]
    for named in (tag, f"W/{tag}", f'"other", {tag}'):
        assert house.ana.http.get("/api/words/en", headers={"if-none-match": named}).status_code == 304
    assert house.ana.http.get("/api/words/en", headers={"if-none-match": '"other"'}).status_code == 200
