"""Rematches: one click, the same people, one seat further, and there is only one."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sobremesa.server import events, seats
from sobremesa.server.events import OPEN, PERSON
from tests.server.company import A_BOT, A_FRIEND, ANYBODY, INVITES, ME, Guest, House
from tests.server.test_http import refused

SHORT = {"line": 5, "start_throws": 1}


def resign(guest: Guest, match: str) -> None:
    with guest.socket(match) as socket:
        socket.hello()
        assert socket.ask("resign")["t"] == "ok"


def ask(guest: Guest, match: str, **wish: Any) -> dict[str, Any]:
    answer = guest.http.post(f"/api/matches/{match}/rematch", json=wish)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def head(house: House, match: str) -> events.Head:
    entry = house.store.entry(match)
    assert entry is not None
    return events.read_head(entry.head)


def join(house: House, match: str, name: str, host: Guest | None = None) -> Guest:
    guest = house.guest()
    token = (host or house.ana).invite(match)
    assert guest.http.post(f"/api/matches/{match}/join", json={"token": token, "name": name}).status_code == 200
    return guest


def test_the_same_people_play_again_each_one_seat_further(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY, A_BOT, options={"start_throws": 1})
    bea = join(house, match, "Bea")
    resign(bea, match)
    resign(house.ana, match)

    again = ask(house.ana, match, roll=False)

    begun = head(house, again["match"])
    assert [each.name for each in begun.seats] == ["Bea", "", "Ana"]
    assert [each.kind for each in begun.seats] == [OPEN, "bot", PERSON]
    assert (begun.after, begun.options, begun.seats[1].level) == (match, head(house, match).options, "easy")
    assert (begun.host, begun.seats[2].by_hand) == (seats.known_as(house.ana.token), True)
    assert again["seat"] == 2
    # Bea has given up, and is wanted all the same.
    assert ask(bea, match) == again | {"seat": 0}
    told = house.ana.http.get(f"/api/matches/{again['match']}").json()
    assert [each["kind"] for each in told["seats"]] == ["person", "bot", "me"]
    assert again["match"] in [each["match"] for each in bea.http.get("/api/matches").json()]


def test_however_often_it_is_asked_for_there_is_one(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    bea = join(house, match, "Bea")
    resign(house.ana, match)

    with ThreadPoolExecutor(8) as crowd:
        found = list(crowd.map(lambda number: ask((house.ana, bea)[number % 2], match), range(8)))

    assert {each["match"] for each in found} == {seats.next_match(INVITES, match)}
    assert {each["seat"] for each in found} == {0, 1}
    assert len(house.store.ids()) == 2
    room = house.ana.http.get(f"/api/matches/{found[0]['match']}").json()
    assert {each["kind"] for each in room["seats"]} == {"me", "person"}


def test_everybody_at_the_table_is_told_where_and_later_ones_too(house: House) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    crowd = house.guest()
    with house.ana.socket(match) as ana, crowd.socket(match) as watching:
        assert "rematch" not in ana.hello()
        watching.hello()
        assert ana.ask("resign")["t"] == "ok"

        again = ask(house.ana, match)

        for socket in (ana, watching):
            told = socket.until("rematch")
            assert (told["match"], told["seat"]) == (again["match"], 0)
    with crowd.socket(match) as late:
        assert late.hello()["rematch"] == again["match"]
    # Who only looked on goes along to look on.
    assert ask(crowd, match) == again | {"seat": None}


def test_a_room_that_is_opened_anew_knows_of_it(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        match = house.ana.set_up(ME, A_FRIEND)
        resign(house.ana, match)
        again = ask(house.ana, match)["match"]
    finally:
        house.close()
    house = House(tmp_path)
    try:
        with house.guest().socket(match) as watching:
            assert watching.hello()["rematch"] == again
    finally:
        house.close()


def test_two_on_one_device_follow_together_with_one_part_of_the_luck(house: House) -> None:
    match = house.ana.set_up(ANYBODY, ME, A_FRIEND)
    bea = join(house, match, "Bea")
    resign(bea, match)
    resign(house.ana, match)
    again = ask(bea, match)["match"]
    with bea.socket(again) as watching:
        assert watching.hello()["status"] == {"say": "server.waiting", "count": 2}

        assert ask(house.ana, match, sealed="a" * 64)["seat"] == 0

        said = [watching.until("ev")["log"][0], watching.frame["seats"]]
        assert said[0] == {"say": "server.sat", "seat": "Ana"}
    sheet = house.ana.http.get(f"/api/matches/{again}/sealed").json()
    assert sheet["sealed"] == [None, "a" * 64]
    names = [(each["kind"], each["name"]) for each in house.ana.http.get(f"/api/matches/{again}").json()["seats"]]
    assert names == [("me", "Ana"), ("here", "Bo"), ("person", "Bea")]


def test_what_is_no_rematch_is_refused(house: House) -> None:
    match = house.ana.set_up(ME, A_BOT)
    path = f"/api/matches/{match}/rematch"
    stranger = house.guest()

    refused(house.ana.http.post(path, json={}), 409, "server.early_rematch")
    spanish = house.ana.http.post(path, json={}, headers={"accept-language": "es"}).json()["text"]
    assert spanish == "La revancha se puede pedir cuando termine esta partida."
    refused(house.ana.http.post("/api/matches/nowhere/rematch", json={}), 404, "server.unknown_match")
    resign(house.ana, match)
    refused(stranger.http.post(path, json={}), 403, "server.no_seat")
    nonsense: Any
    for nonsense in ({"sealed": "x"}, {"roll": 3}, []):
        refused(house.ana.http.post(path, json=nonsense), 400, "server.malformed")
    refused(house.ana.http.post(path, json={}, headers={"origin": "http://elsewhere"}), 403, "server.foreign")
    assert len(house.store.ids()) == 1
