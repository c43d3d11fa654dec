"""Matches that the server began under older rules: they go on as they began."""

import asyncio
import sqlite3
from pathlib import Path

import msgspec
import pytest

from sobremesa.server import events
from sobremesa.server.audit import audit
from sobremesa.server.course import Course, Kept
from sobremesa.server.events import Head
from sobremesa.server.store import FILE
from tests.server.company import (
    A_BOT,
    A_FRIEND,
    ANA,
    BEA,
    BOTH,
    ME,
    House,
    Watcher,
    enter,
    move,
    mover,
    rooms_in,
    set_up,
)
from tests.server.test_course import advanced
from tests.server.test_http import refused
from tests.server.test_rematch import ask, resign
from tests.server.test_rematch import head as head_of

FORMER = [("poleana", "custodians", True, False), ("royal-ludo", "bounce", "free", "zone")]
"""Games whose defaults have changed: the option, its default in version 1, and now."""


def begun(game: str, rules: int) -> Head:
    return Head(game=game, rules=rules, options={}, seats=list(BOTH), seal="", host=ANA, made="")


def make_old(house: House, match: str, rules: int = 1, **options: object) -> None:
    """This changes what is written of a match to how the rules of a version would have begun it."""
    old = msgspec.structs.replace(head_of(house, match), rules=rules, options=options)
    with sqlite3.connect(house.folder / FILE) as database:
        database.execute("UPDATE matches SET head = ? WHERE id = ?", (events.dump(old), match))
    database.close()


@pytest.mark.parametrize(("game", "option", "then", "now"), FORMER)
def test_a_match_has_the_defaults_of_its_time(game: str, option: str, then: object, now: object) -> None:
    old, new = Course(begun(game, 1)), Course(begun(game, 2))

    assert old.options == {option: then}
    assert new.options == {}
    assert old.game.option(option).value_of(old.table[option]) == then
    assert new.game.option(option).value_of(new.table[option]) == now


@pytest.mark.parametrize("game", ["poleana", "royal-ludo"])
def test_a_snapshot_of_older_rules_is_not_trusted(game: str) -> None:
    """The table of an older version may be laid out otherwise; here it is one of other bytes and another length."""
    course = Course(begun(game, 1))
    advanced(course, 30)
    table = course.table.tobytes()[:-1]
    old = Kept(table, course.seats, course.seq, course.turned, course.thrown, course.ended, course.shares)

    again = Course(begun(game, 1))
    again.restore(msgspec.msgpack.encode(old))
    assert again.seq == 0
    again.restore(course.keep())
    assert (again.seq, again.table.tobytes()) == (course.seq, course.table.tobytes())


def test_an_old_log_with_old_snapshots_is_read_and_passes_the_audit(tmp_path: Path) -> None:
    async def run() -> None:
        async with rooms_in(tmp_path) as rooms:
            match = await set_up(rooms.store, "royal-ludo", options={"bounce": "free"})
            room = await rooms.find(match)
            ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            while room.course.seq < 60:
                await room.obey(mover(room, ana, bea).listener, move(room))
            table = room.course.table.tobytes()
            entry = rooms.store.entry(match)
            assert entry is not None
            head = msgspec.structs.replace(events.read_head(entry.head), rules=1, options={})
        with sqlite3.connect(tmp_path / FILE) as database:
            database.execute("UPDATE matches SET head = ? WHERE id = ?", (events.dump(head), match))
            old = msgspec.msgpack.encode(Kept(b"other", [], 30, 30, 30, False))
            database.execute("INSERT OR REPLACE INTO snapshots VALUES (?, 30, ?)", (match, old))
        database.close()
        async with rooms_in(tmp_path) as rooms:
            assert (await rooms.find(match)).course.table.tobytes() == table
            found = audit(rooms.store)
            assert (found.faults, found.skipped, found.matches) == ({}, 0, 1)
            assert found.snapshots

    asyncio.run(run())


@pytest.mark.parametrize(("game", "option", "then"), [entry[:3] for entry in FORMER])
def test_an_old_match_is_told_and_played_again_by_its_own_rules(
    house: House, game: str, option: str, then: object
) -> None:
    match = house.ana.set_up(ME, A_FRIEND, game=game)
    make_old(house, match)

    assert house.ana.http.get(f"/api/matches/{match}").json()["options"] == {option: then}
    resign(house.ana, match)
    again = head_of(house, ask(house.ana, match)["match"])
    assert (again.rules, again.options) == (2, {option: then})


def test_future_rules_and_options_that_old_ones_did_not_have_are_refused(house: House) -> None:
    future, strange = (house.ana.set_up(ME, A_BOT, game="poleana") for _ in range(2))
    make_old(house, future, rules=3)
    make_old(house, strange, bonus_optional=True)

    refused(house.ana.http.get(f"/api/matches/{future}"), 409, "server.other_rules")
    answer = house.ana.http.get(f"/api/matches/{strange}")
    assert answer.status_code < 500
    assert "bonus_optional" in answer.json()["text"]
