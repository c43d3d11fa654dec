"""Administration: what operators list, end, delete, forget and export while people play."""

import json
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sobremesa.server import pen, seats
from sobremesa.server.audit import audit
from sobremesa.server.limits import Limits, Rate
from tests.server.company import A_BOT, A_FRIEND, ANYBODY, INVITES, ME, Guest, House, Quick, Socket
from tests.server.operator import SECRET, Operator, found_in

UNCOMMON = "Zacarías"
FEW = {"line": 3}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path / "data", reviews=tmp_path / "data" / "reviews", secret=SECRET, crew=Quick())
    yield found
    found.close()


@pytest.fixture
def operator(house: House) -> Operator:
    return Operator(house)


def shared(host: Guest, friend: Guest, name: str = "Bea") -> str:
    """Set up a match of two people."""
    match = host.set_up(ME, ANYBODY)
    joined = friend.http.post(f"/api/matches/{match}/join", json={"token": host.invite(match), "name": name})
    assert joined.status_code == 200, joined.text
    return match


def moved(guest: Guest, match: str, times: int = 1) -> None:
    """Make some moves, as far as it is the turn of a guest."""
    with guest.socket(match) as socket:
        socket.hello()
        for _ in range(times):
            while not socket.frame["gestures"]:
                socket.hear()
            assert socket.move()["t"] == "ok"


def resigned(guest: Guest, match: str) -> None:
    with guest.socket(match) as socket:
        socket.hello()
        assert socket.ask("resign", seq=socket.frame["seq"])["t"] == "ok"


def digest(guest: Guest) -> str:
    return seats.known_as(guest.token)


# Looking


def test_matches_are_listed_with_who_sits_there(house: House, operator: Operator) -> None:
    first = house.ana.set_up(ME, A_BOT)
    second = house.ana.set_up({"kind": "me", "name": UNCOMMON}, ANYBODY, game="royal-ludo")
    moved(house.ana, first)

    told = operator.ask("GET", "/matches")

    assert told["total"] == 2
    lines = {line["match"]: line for line in told["matches"]}
    assert lines[first]["seats"] == [{"kind": "person", "name": "Ana"}, {"kind": "bot", "level": "easy"}]
    assert [line["match"] for line in told["matches"]] == [first, second]
    assert lines[second] | {"made": "", "changed": "", "bytes": 0} == {
        "match": second,
        "game": "royal-ludo",
        "state": "running",
        "seats": [{"kind": "person", "name": UNCOMMON}, {"kind": "open"}],
        "made": "",
        "changed": "",
        "bytes": 0,
    }
    assert lines[first]["bytes"] > lines[second]["bytes"] > 100


def test_lists_are_filtered_and_come_in_pages(house: House, operator: Operator) -> None:
    made = [house.ana.set_up(ME, A_BOT) for _ in range(3)]
    other = house.ana.set_up(ME, A_BOT, game="poleana")
    resigned(house.ana, other)

    def ids(query: str) -> list[str]:
        return [line["match"] for line in operator.ask("GET", f"/matches?{query}")["matches"]]

    assert ids("game=poleana") == ids("state=finished") == [other]
    assert set(ids("state=running")) == set(made)
    assert ids("older=3600") == []
    assert len(ids("newer=3600")) == 4
    assert ids("count=2&first=0") + ids("count=2&first=2") == ids("")
    for bad in ("state=lost", "count=0", "count=9999", "older=x", "first=-1"):
        operator.ask("GET", f"/matches?{bad}", 400)


def test_a_match_is_shown_without_what_its_players_may_not_know(house: House, operator: Operator) -> None:
    match = house.ana.set_up(ME, A_BOT, game="stalag17")
    moved(house.ana, match)

    told = operator.ask("GET", f"/matches/{match}")

    assert told["seats"][0]["guest"] == told["host"] == digest(house.ana)
    assert (told["game"], told["rules"] > 0, told["events"] > 0, len(told["seal"])) == ("stalag17", True, True, 64)
    assert "secret" not in json.dumps(told)
    assert operator.ask("GET", "/matches/nosuchmatch", 404)["error"]["say"] == "server.unknown_match"


def test_running_matches_are_not_exported(house: House, operator: Operator) -> None:
    match = house.ana.set_up(ME, A_BOT)
    moved(house.ana, match)
    for kind in ("record", "log"):
        assert operator.ask("GET", f"/matches/{match}/{kind}", 409)["error"]["say"] == "server.not_over"

    operator.ask("POST", f"/matches/{match}/end")

    record = operator.http.get(f"/matches/{match}/record").text
    assert record == house.ana.http.get(f"/api/matches/{match}/record").text
    log = operator.ask("GET", f"/matches/{match}/log")
    assert (log["head"]["game"], len(log["secret"])) == ("sequence-dice", 64)
    assert [line["seq"] for line in log["events"]] == list(range(1, len(log["events"]) + 1))
    assert log["events"][-1]["event"] == {"e": "close"}


# Ending


def test_those_who_play_are_told_that_a_match_was_ended(house: House, operator: Operator) -> None:
    match = house.ana.set_up(ME, A_BOT)
    with house.ana.socket(match) as socket:
        socket.hello()

        operator.ask("POST", f"/matches/{match}/end")

        while socket.frame["phase"] != "over":
            socket.hear()
        assert socket.told[-1] == {"say": "server.closed"}
        assert operator.ask("POST", f"/matches/{match}/end", 409)["error"]["say"] == "server.over"
    assert house.ana.http.get(f"/api/matches/{match}").json()["secret"]
    assert operator.ask("GET", "/matches?state=finished")["total"] == 1


# Deleting


def test_nothing_of_a_deleted_match_is_found_in_the_folder(house: House, operator: Operator) -> None:
    match = house.ana.set_up({"kind": "me", "name": UNCOMMON}, A_BOT)
    other = house.ana.set_up(ME, A_BOT)
    moved(house.ana, match, 5)
    moved(house.ana, other, 5)
    resigned(house.ana, match)
    house.ana.http.get(f"/api/matches/{match}/review")
    # It is told as soon as it is made, and written a moment later.
    while not (house.folder / "reviews" / f"{match}.json").exists():
        pass
    names = match, UNCOMMON
    assert set(found_in(house.folder, *names)) == set(names)

    assert operator.ask("DELETE", f"/matches/{match}") == {"deleted": [match], "remnants": False}

    assert found_in(house.folder, *names) == {}
    assert audit(house.store).faults == {}
    assert house.store.ids() == [other]
    assert house.ana.http.get(f"/api/matches/{match}").status_code == 404
    operator.ask("DELETE", f"/matches/{match}", 404)
    moved(house.ana, other)


def test_deleted_rows_leave_no_remnants_however_rows_were_moved_about(house: House, operator: Operator) -> None:
    # SQLite leaves copies of rows behind where it moves them between pages, which secure_delete does not overwrite.
    matches = [house.ana.set_up({"kind": "me", "name": f"{UNCOMMON}{number}"}, A_BOT) for number in range(30)]
    for number in range(60):
        moved(house.ana, matches[number * 7 % 30], 3)

    for match in matches[::3]:
        operator.ask("DELETE", f"/matches/{match}")

    assert found_in(house.folder, *matches[::3]) == {}
    assert sorted(house.store.ids()) == sorted(set(matches) - set(matches[::3]))


def test_those_at_a_deleted_match_are_told_and_their_lines_end(house: House, operator: Operator) -> None:
    match = house.ana.set_up(ME, A_BOT)
    with house.ana.socket(match) as socket, house.guest().http.stream("GET", f"/api/matches/{match}/events") as stream:
        socket.hello()
        lines = stream.iter_lines()
        assert any(line.startswith("data:") for line in lines)

        operator.ask("DELETE", f"/matches/{match}")

        told = last_of(socket)
        assert (told["t"], told["id"], told["why"]["say"]) == ("no", None, "server.deleted")
        assert "server.deleted" in [line for line in lines if line.startswith("data:")][-1]
    with house.ana.socket(match) as socket:
        assert socket.hello()["why"]["say"] == "server.unknown_match"


def last_of(socket: Socket) -> dict[str, Any]:
    # It ends without an error, so the line was closed in good order.
    found: dict[str, Any] = json.loads(list(socket.connection)[-1])
    return found


def test_copies_of_earlier_versions_forget_too(house: House, operator: Operator) -> None:
    match, other = house.ana.set_up({"kind": "me", "name": UNCOMMON}, A_BOT), house.ana.set_up(ME, A_BOT)
    copy = house.folder / "matches.v4.sqlite3"
    with closing(sqlite3.connect(house.store.path)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("DROP TABLE tokens")
        target.commit()

    operator.ask("DELETE", f"/matches/{match}")

    assert found_in(house.folder, match, UNCOMMON) == {}
    with closing(sqlite3.connect(copy)) as target:
        assert target.execute("SELECT id FROM matches").fetchall() == [(other,)]


def test_a_copy_that_cannot_be_written_is_named(house: House, operator: Operator) -> None:
    match = house.ana.set_up()
    (house.folder / "matches.v4.sqlite3").write_bytes(b"no database" * 100)

    refused = operator.ask("DELETE", f"/matches/{match}", 507)

    assert refused["error"]["say"] == "server.copy_kept"
    assert "matches.v4.sqlite3" in refused["text"]
    assert house.store.ids() == []


@contextmanager
def full_disk(house: House) -> Iterator[None]:
    """Let no file grow beyond the write-ahead log as it is, as on a disk that is full."""
    log = house.store.path.with_name(f"{house.store.path.name}-wal")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_nothing_is_deleted_on_a_full_disk(house: House, operator: Operator) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    moved(house.ana, match)
    with house.ana.socket(match) as socket:
        socket.hello()
        shown = operator.ask("GET", f"/matches/{match}")
        with full_disk(house):
            for method, path, wish in (
                ("DELETE", f"/matches/{match}", {}),
                ("POST", "/forget", {"guest": digest(house.ana)}),
            ):
                refused = operator.ask(method, path, 507, **wish)
                assert refused["error"]["say"] == "server.not_written"
            operator.ask("POST", "/prune", 202, older=0, unfinished=True)
            while (told := operator.ask("GET", "/prune"))["running"]:
                pass
        # Who looks on keeps a match from being pruned.
        assert (told["done"], told["skipped"]) == (0, 1)
        assert operator.ask("GET", f"/matches/{match}") == shown
        assert audit(house.store).faults == {}
        assert socket.move()["t"] == "ok"
    operator.ask("DELETE", f"/matches/{match}")
    assert house.store.ids() == []


def test_a_prune_on_a_full_disk_tells_why_and_can_be_done_again(house: House, operator: Operator) -> None:
    operator.ask("POST", "/prune", 202, older=0)
    match = house.ana.set_up(ME, A_BOT)
    with full_disk(house):
        operator.ask("POST", "/prune", 202, older=0, unfinished=True)
        while (told := operator.ask("GET", "/prune"))["running"]:
            pass
    assert (told["done"], told["error"]["say"]) == (0, "server.not_written")
    assert house.store.ids() == [match]

    operator.ask("POST", "/prune", 202, older=0, unfinished=True)
    while (told := operator.ask("GET", "/prune"))["running"]:
        pass

    assert (told["done"], "error" in told, house.store.ids()) == (1, False, [])


def test_a_large_database_is_compacted_at_the_next_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pen, "MAX_COMPACTED", 0)
    house = House(tmp_path, secret=SECRET)
    match = house.ana.set_up(ME, A_BOT)

    assert Operator(house).ask("DELETE", f"/matches/{match}") == {"deleted": [match], "remnants": True}
    house.close()

    house = House(tmp_path, secret=SECRET)
    assert not pen.has_remnants(house.store._reader)  # type: ignore[attr-defined]
    house.close()


def test_a_server_starts_though_there_is_no_room_to_compact_its_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(pen, "MAX_COMPACTED", 0)
    house = House(tmp_path, secret=SECRET)
    match = house.ana.set_up(ME, A_BOT)
    Operator(house).ask("DELETE", f"/matches/{match}")
    house.close()
    monkeypatch.setattr(pen, "compact", fail)

    house = House(tmp_path, secret=SECRET)

    assert pen.has_remnants(house.store._reader)  # type: ignore[attr-defined]
    assert "database or disk is full" in caplog.text
    house.close()


# Forgetting


def test_a_guest_is_forgotten_and_others_keep_their_match(house: House, operator: Operator) -> None:
    bea = house.guest()
    match = shared(house.ana, bea, UNCOMMON)
    alone = bea.set_up({"kind": "me", "name": UNCOMMON}, A_BOT)
    moved(bea, alone, 2)
    for _ in range(2):
        for guest in (house.ana, bea):
            with guest.socket(match) as socket:
                socket.hello()
                if socket.frame["gestures"]:
                    socket.move()
    with bea.socket(match) as socket:
        socket.hello()
        socket.ask("name", seat=1, name=f"{UNCOMMON} II")
    bea.http.post("/api/bots", json={"name": f"Robot de {UNCOMMON}"})
    texts = digest(bea), UNCOMMON
    assert set(found_in(house.folder, *texts)) == set(texts)

    with house.ana.socket(match) as socket:
        socket.hello()
        told = operator.ask("POST", "/forget", guest=digest(bea))

        assert told == {"deleted": [alone], "anonymised": [match], "remnants": False}
        socket.until("snap")
        assert [chair["name"] for chair in socket.frame["seats"]] == ["Ana", ""]
        assert socket.frame["seats"][1]["replaced"]

    assert found_in(house.folder, *texts) == {}
    assert audit(house.store).faults == {}
    assert [line["match"] for line in house.ana.http.get("/api/matches").json()] == [match]
    assert bea.http.get("/api/matches").json() == []
    moved(house.ana, match, 2)
    operator.ask("POST", "/forget", 404, guest=digest(bea))


def test_a_guest_is_found_by_match_and_seat_even_after_giving_up(house: House, operator: Operator) -> None:
    bea, carl = house.guest(), house.guest()
    match = house.ana.set_up(ME, ANYBODY, ANYBODY, game="royal-ludo")
    for guest, name in ((bea, UNCOMMON), (carl, "Carl")):
        guest.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match), "name": name})
    resigned(bea, match)

    told = operator.ask("POST", "/forget", match=match, seat=1)

    assert told["anonymised"] == [match]
    assert found_in(house.folder, digest(bea), UNCOMMON) == {}
    assert set(found_in(house.folder, digest(carl), "Carl")) == {digest(carl), "Carl"}
    for wish in ({"match": match, "seat": 9}, {"guest": "f" * 64}):
        operator.ask("POST", "/forget", 404, **wish)


def test_a_name_under_which_a_seat_of_a_rematch_was_kept_is_forgotten(house: House, operator: Operator) -> None:
    bea = house.guest()
    match = shared(house.ana, bea, UNCOMMON)
    operator.ask("POST", f"/matches/{match}/end")
    again = house.ana.http.post(f"/api/matches/{match}/rematch", json={}).json()["match"]
    assert again == seats.next_match(INVITES, match)
    assert house.store.snapshots(match)
    mark = seats.reservation(again, digest(bea))
    assert mark in found_in(house.folder, mark)
    before = operator.http.get(f"/matches/{match}/record").text

    operator.ask("POST", "/forget", guest=digest(bea))

    assert found_in(house.folder, digest(bea), UNCOMMON, mark) == {}
    assert audit(house.store).faults == {}
    assert operator.http.get(f"/matches/{match}/record").text == before
    assert sorted(house.store.ids()) == sorted([match, again])


def test_bots_of_somebody_who_is_forgotten_play_no_longer(house: House, operator: Operator) -> None:
    bea = house.guest()
    token = bea.http.post("/api/bots", json={"name": UNCOMMON}).json()["token"]
    match = house.ana.set_up(ME, ANYBODY)
    robot = house.guest()
    robot.http.headers["authorization"] = f"Bearer {token}"
    joined = robot.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match), "name": UNCOMMON})
    assert joined.status_code == 200

    told = operator.ask("POST", "/forget", guest=digest(bea))

    assert told["anonymised"] == [match]
    assert found_in(house.folder, digest(bea), seats.known_as(token), UNCOMMON) == {}
    assert robot.http.get(f"/api/matches/{match}").status_code == 401
    with house.ana.socket(match) as socket:
        socket.hello()
        socket.play(lambda each: each.frame["seq"] > 6)


def test_bots_of_somebody_who_cannot_be_forgotten_play_on(house: House, operator: Operator) -> None:
    bea = house.guest()
    token = bea.http.post("/api/bots", json={"name": UNCOMMON}).json()["token"]
    match = house.ana.set_up(ME, ANYBODY)
    robot = house.guest()
    robot.http.headers["authorization"] = f"Bearer {token}"
    robot.http.post(f"/api/matches/{match}/join", json={"token": house.ana.invite(match), "name": UNCOMMON})

    with full_disk(house):
        refused = operator.ask("POST", "/forget", 507, guest=digest(bea))

    assert refused["error"]["say"] == "server.not_written"
    assert robot.http.get(f"/api/matches/{match}").json()["mine"] == [1]
    operator.ask("POST", "/forget", guest=digest(bea))
    assert robot.http.get(f"/api/matches/{match}").status_code == 401
    assert found_in(house.folder, digest(bea), seats.known_as(token), UNCOMMON) == {}


def test_limits_do_not_hold_operators_up(tmp_path: Path) -> None:
    house = House(tmp_path, secret=SECRET, limits=Limits(matches=Rate(1, 1), bots=Rate(1, 1), tales=Rate(1, 1)))
    operator = Operator(house)
    for _ in range(5):
        operator.ask("GET", "/matches")
    house.close()
