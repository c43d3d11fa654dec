"""Crashes: a real server dies at every named point, and whatever it had acknowledged is there when it comes back."""

import asyncio
import json
import random
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from bench import kills, recovery

from sobremesa.server import crash
from sobremesa.server.audit import audit
from sobremesa.server.store import FILE, SQLite
from tests.server.crowd import Chair, Lost, Served, sit_down, under_load
from tests.server.pens import database_of

GAMES = ("sequence-dice", "royal-ludo", "stalag17")
TIMEOUT = 120.0
LOG_HEAD, PAGE = 32, 4096
"""How SQLite lays out the file to which commits go first."""


def load(served: Served, chairs: list[Chair]) -> None:
    """This lets everybody play until the server is dead."""
    asyncio.run(
        asyncio.wait_for(
            under_load(chairs, served.address, lambda: served.process.poll() is not None),
            TIMEOUT,
        )
    )


def is_torn(data: Path) -> bool:
    """This tells whether the last page that was to reach the disk ends in its middle."""
    size = (data / FILE).with_name(FILE + "-wal").stat().st_size
    return (size - LOG_HEAD) % (crash.FRAME_HEAD + PAGE) == crash.FRAME_HEAD + crash.TORN


@pytest.mark.parametrize("point", ["before-append", "after-append", "commit", "after-commit", "snapshot"])
def test_what_was_acknowledged_is_there_wherever_it_dies(point: str, tmp_path: Path) -> None:
    data, rng = tmp_path / "data", random.Random(point)
    passes = 4 if point == "snapshot" else 60
    served = Served(data, SOBREMESA_CRASH=f"{point}:{passes}")
    chairs = [chair for game in GAMES for chair in sit_down(served.address, game, rng)]

    load(served, chairs)

    assert served.kill() == -signal.SIGKILL
    assert is_torn(data) == (point == "commit")
    acknowledged = sum(len(chair.names) for chair in chairs)
    assert acknowledged > 10
    store = SQLite(data)
    for chair in chairs:
        chair.check(store)
    store.close()

    # Everybody goes on where they were, and what was on its way counts once.
    again = Served(data)
    before = [len(chair.names) for chair in chairs]
    goal = acknowledged + 30
    asyncio.run(under_load(chairs, again.address, lambda: sum(len(chair.names) for chair in chairs) >= goal))
    again.kill()
    assert all(len(chair.names) >= count for chair, count in zip(chairs, before, strict=True))
    store = SQLite(data)
    for chair in chairs:
        chair.check(store)
    found = audit(store)
    store.close()
    assert found.faults == {}
    assert found.matches == len(GAMES)


def test_a_database_that_is_being_brought_up_stays_as_it_was(tmp_path: Path) -> None:
    data = tmp_path / "data"
    served = Served(data)
    chairs = sit_down(served.address, "sequence-dice", random.Random(1))
    asyncio.run(under_load(chairs, served.address, lambda: sum(len(chair.names) for chair in chairs) >= 8))
    served.kill()
    with sqlite3.connect(data / FILE) as database:
        database.execute("DROP TABLE summaries")
        database.execute("DROP TABLE tokens")
        database.execute("UPDATE meta SET version = 1")
    database.close()

    dying = Served(data, SOBREMESA_CRASH="migration")
    assert dying.address == ""
    assert dying.kill() == -signal.SIGKILL
    with sqlite3.connect(data / FILE) as database:
        assert database.execute("SELECT version FROM meta").fetchall() == [(1,)]
    database.close()

    again = Served(data)
    goal = sum(len(chair.names) for chair in chairs) + 4
    asyncio.run(under_load(chairs, again.address, lambda: sum(len(chair.names) for chair in chairs) >= goal))
    again.kill()
    store = SQLite(data)
    for chair in chairs:
        chair.check(store)
    assert audit(store).faults == {}
    store.close()


def test_without_being_asked_to_nothing_dies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for point in crash.POINTS:
        crash.at(point)
        crash.inside(point, tmp_path)
    died: list[int] = []
    monkeypatch.setattr("os.kill", lambda _, sign: died.append(sign))
    monkeypatch.setattr(crash, "_point", "after-commit")
    monkeypatch.setattr(crash, "_left", 2)
    for _ in range(3):
        crash.at("before-append")
        assert died == []
        crash.at("after-commit")
    assert died == [signal.SIGKILL]


def test_a_crowd_notices_what_is_lost(tmp_path: Path) -> None:
    """Were a move acknowledged before it is written, this is what would be seen."""
    data = tmp_path / "data"
    served = Served(data)
    chairs = sit_down(served.address, "sequence-dice", random.Random(2))
    asyncio.run(under_load(chairs, served.address, lambda: sum(len(chair.names) for chair in chairs) >= 8))
    served.kill()
    store = SQLite(data)
    chairs[0].check(store)
    ahead = max(chairs, key=lambda chair: chair.mark)
    told = ahead.mark[0]
    database_of(store).execute("DELETE FROM log WHERE seq >= ?", (told,))
    with pytest.raises(Lost, match="is kept"):
        ahead.check(store)
    database_of(store).execute("DELETE FROM log WHERE seq = ?", (told - 3,))
    with pytest.raises(Lost, match="gap"):
        chairs[0].check(store)
    assert "is missing" in audit(store).faults[chairs[0].match]
    store.close()


@pytest.mark.parametrize("why", ["server.stale", "server.over", "server.illegal"])
def test_what_is_sent_again_is_never_refused(why: str) -> None:
    """It was carried out before the server died, or is now; nobody else could move meanwhile."""
    chair = Chair("m", "", 0, random.Random(1), pending={"id": "x"}, is_resent=True)
    with pytest.raises(Lost, match=why):
        chair.hear(json.dumps({"t": "no", "id": "x", "seq": 5, "why": {"say": why}}))


def test_a_campaign_compares_matches_that_have_ended_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = Chair("m", "", 0, random.Random(1), highest=3)
    monkeypatch.setattr(sys, "argv", ["kills", "--kills=1", "--matches=0", "--moves=0"])
    monkeypatch.setattr(kills, "campaign", lambda chosen, rng, data: (data.mkdir(), ([gone], 1, 0.0))[1])
    with pytest.raises(Lost, match="3 was acknowledged"):
        kills.main()


def test_who_does_not_come_back_is_counted(tmp_path: Path) -> None:
    """The server does not know the match of one of them."""
    data = tmp_path / "data"
    chairs = asyncio.run(recovery.fill(data, 4, 20))
    chairs[3].match = "x" * 12
    chairs[0].resumed = -5.0
    served = Served(data)
    first, last, missing = asyncio.run(recovery.come_back(chairs, served.address))
    served.kill()
    assert missing == 1
    assert 0 < first <= last
