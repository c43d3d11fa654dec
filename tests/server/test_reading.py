"""Long reads: told in pages, and given up when nobody waits for them."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from sobremesa.server import matches, reading, records, telling
from sobremesa.server.reading import Check, Disconnected, read
from tests.server.company import A_FRIEND, ME, PATIENCE, House, until


def pages(house: House, path: str, next_of: Callable[[Any], int | None]) -> list[Any]:
    """Ask for one page after another."""
    found: list[Any] = []
    after: int | None = 0
    while after is not None:
        found.append(house.ana.http.get(f"{path}&from={after}").json())
        after = next_of(found[-1])
    return found


def played(house: House, events: int) -> str:
    match = house.ana.set_up(ME, A_FRIEND)
    with house.ana.socket(match) as playing:
        playing.hello()
        while playing.frame["seq"] < events:
            if not playing.frame["gestures"]:
                playing.ask("sit", seat=playing.frame["actor"])
                playing.until("snap")
            assert playing.move()["t"] == "ok"
    return match


def test_a_replay_is_told_in_pages_that_fit_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(house, 40)
    path = f"/api/matches/{match}/replay?seat=1&theme=light"
    whole = house.ana.http.get(path).json()
    monkeypatch.setattr(matches, "EVENTS_A_PAGE", 9)

    found = pages(house, path, lambda page: page["next"])

    assert [len(page["events"]) for page in found[:-1]] == [9] * (len(found) - 1)
    assert 0 < len(found[-1]["events"]) <= 9
    assert [event for page in found for event in page["events"]] == whole["events"]
    assert {page["end"] for page in found} == {page["length"] for page in found} == {len(whole["events"])}
    assert whole["next"] is None
    for page, before in zip(found[1:], found, strict=False):
        assert page["first"]["seq"] == before["events"][-1]["seq"] == before["next"]
    assert {name: look for page in found for name, look in page["looks"].items()} == whole["looks"]
    # Whoever names an end gets no page beyond it.
    part = house.ana.http.get(f"{path}&from=3&to=7").json()
    assert ([event["seq"] for event in part["events"]], part["next"]) == ([4, 5, 6, 7], None)
    assert house.ana.http.get(f"{path}&from=999").json()["events"] == []


def test_a_log_is_told_in_pages_that_fit_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(house, 40)
    path = f"/api/matches/{match}/log?seat=1"
    whole = house.ana.http.get(path).json()
    monkeypatch.setattr(matches, "SAYINGS_A_PAGE", 9)

    found = pages(house, path, lambda page: page[-1]["seq"] if page else None)

    assert [len(page) for page in found[:-2]] == [9] * (len(found) - 2)
    assert [each for page in found for each in page] == whole
    assert found[-1] == []


def test_a_read_that_fails_says_why() -> None:
    async def run() -> None:
        with pytest.raises(ZeroDivisionError):
            await read(lambda _: 1 // 0)
        assert await read(lambda _: 2) == 2

    asyncio.run(run())


def test_a_read_that_was_cancelled_ends_between_two_rows() -> None:
    began, ended = threading.Event(), threading.Event()

    def endless(check: Check) -> None:
        began.set()
        try:
            while True:
                check()
        except Disconnected:
            ended.set()
            raise

    async def run() -> None:
        reading = asyncio.create_task(read(endless))
        await until(began.is_set)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        assert reading.cancelled()
        await until(ended.is_set)

    asyncio.run(run())


def test_a_read_rests_longer_than_it_works_so_that_others_can_play(monkeypatch: pytest.MonkeyPatch) -> None:
    worked, rests = iter([0.0, 0.002, 0.0025, 0.005, 5.0]), list[float]()
    monkeypatch.setattr(reading, "time", SimpleNamespace(thread_time=lambda: next(worked), sleep=rests.append))

    def work(check: Check) -> None:
        for _ in range(5):
            check()

    asyncio.run(read(work))

    assert rests == pytest.approx([0.002 * reading.REST, 0.003 * reading.REST, reading.MOST_REST])


@pytest.mark.parametrize("what", ["replay", "log", "record"])
def test_a_read_ends_when_whoever_asked_has_gone(house: House, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    match = house.ana.set_up(ME, A_FRIEND)
    if what == "record":
        with house.ana.socket(match) as playing:
            playing.hello()
            playing.ask("resign")
    began, ended = threading.Event(), threading.Event()

    def endless(*given: Any) -> None:
        began.set()
        try:
            while True:
                given[-1]()
        except Disconnected:
            ended.set()
            raise

    module, name = {"replay": (telling, "replay"), "log": (telling, "sayings"), "record": (records, "recorded")}[what]
    monkeypatch.setattr(module, name, endless)
    host, _, port = house.address.rpartition("/")[2].partition(":")
    with socket.create_connection((host, int(port))) as line:
        line.sendall(f"GET /api/matches/{match}/{what} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert began.wait(PATIENCE)
        assert not ended.is_set()
    assert ended.wait(PATIENCE)
    # Nobody else minds.
    monkeypatch.undo()
    assert house.ana.http.get(f"/api/matches/{match}/{what}").status_code == 200


def test_a_log_is_read_in_chunks_and_the_reader_is_asked_before_each_row(house: House) -> None:
    match = played(house, 30)
    asked = []

    rows = list(telling.scan(house.store, match, 3, 20, lambda: asked.append(1)))

    assert [row.seq for row in rows] == list(range(4, 21))
    assert len(asked) == 17
    assert [row.seq for row in telling.scan(house.store, match)] == [row.seq for row in house.store.rows(match)]


def test_long_logs_are_never_read_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    match, most = played(house, 30), []
    monkeypatch.setattr(telling, "CHUNK", 4)
    rows = house.store.rows

    def counted(*given: Any) -> Any:
        most.append(len(rows(*given)))
        return rows(*given)

    monkeypatch.setattr(house.store, "rows", counted)
    for what in ("replay", "log"):
        assert json.loads(house.ana.http.get(f"/api/matches/{match}/{what}").content)
    assert max(most) == 4
