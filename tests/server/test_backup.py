"""Backups: made under load, whole, and every match in them leads where it led."""

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest

from sobremesa import names
from sobremesa.cli.main import main
from sobremesa.core.errors import FileFault
from sobremesa.core.rules import OVER
from sobremesa.server import telling
from sobremesa.server.audit import Findings, audit, follow
from sobremesa.server.backup import back_up
from sobremesa.server.refusals import Refused
from sobremesa.server.seats import KEY_FILE
from sobremesa.server.store import FILE, SQLite
from tests.server.company import ANA, BEA, BOTH, Watcher, enter, move, rooms_in, set_up, until
from tests.server.crowd import Chair, Served, sit_down, under_load
from tests.server.pens import database_of


def played(folder: Path, game: str, moves: int, **options: int) -> str:
    """This plays a match for a while, and returns its id."""

    async def work() -> str:
        async with rooms_in(folder) as rooms:
            match = await set_up(rooms.store, game, BOTH)
            room = await rooms.find(match)
            ana, bea = Watcher(ANA, 0), Watcher(BEA, 1)
            await enter(room, ana, bea)
            for _ in range(moves):
                if room.course.actor == OVER:
                    break
                await room.obey((ana, bea)[room.course.actor].listener, move(room))
            return match

    folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(work())


def test_nobody_else_reads_matches_nor_backups(tmp_path: Path) -> None:
    """The folders are there already, and anybody may look into them."""
    data, target = tmp_path / "data", tmp_path / "copy"
    for folder in (data, target):
        folder.mkdir(mode=0o755)
    played(data, "sequence-dice", 3)
    kept = SQLite(data)
    try:
        back_up(data, target)
        found = [path for folder in (data, target) for path in folder.glob(f"{FILE}*")]
        assert len(found) == 4
        assert [path.name for path in found if path.stat().st_mode & 0o077] == []
    finally:
        kept.close()


def played_by(chairs: list[Chair]) -> int:
    return sum(len(chair.names) for chair in chairs)


def test_a_backup_under_load_restores(tmp_path: Path) -> None:
    data, rng = tmp_path / "data", random.Random(4)
    served = Served(data)
    chairs = [chair for game in names() for chair in sit_down(served.address, game, rng)]
    copies: list[tuple[Path, list[tuple[str, int]]]] = []

    async def work() -> None:
        stop = False
        playing = asyncio.create_task(under_load(chairs, served.address, lambda: stop))
        for number in range(3):
            before = played_by(chairs)
            await until(lambda before=before: played_by(chairs) > before + 5)  # type: ignore[misc]
            known = [(chair.match, chair.highest) for chair in chairs]
            copy = await asyncio.to_thread(back_up, data, tmp_path / f"copy{number}")
            copies.append((copy.parent, known))
        stop = True
        await playing

    asyncio.run(work())
    served.kill()
    for folder, known in copies:
        store = SQLite(folder)
        assert audit(store).faults == {}
        for match, highest in known:
            assert store.last(match)[0] >= highest
        store.close()
        assert (folder / KEY_FILE).read_bytes() == (data / KEY_FILE).read_bytes()
    # Everybody goes on from the last copy, as far as it knows; none was told of more by then.
    again = Served(copies[-1][0])
    more = sit_down(again.address, "sequence-dice", rng)
    asyncio.run(under_load(more, again.address, lambda: sum(len(chair.names) for chair in more) > 3))
    again.kill()


@pytest.mark.parametrize("game", names())
def test_a_finished_match_leads_where_it_led(game: str, tmp_path: Path) -> None:
    """It ends by its rules or by giving up; its end is kept, and its log leads there, as does its record."""
    match = played(tmp_path, game, 60)
    store = SQLite(tmp_path)
    found = Findings()
    course = follow(store, match, found)
    assert found.events == course.seq == store.last(match)[0]
    entry = store.entry(match)
    assert entry is not None
    loaded = telling.load(store, match, course.head)
    assert loaded.table.tobytes() == course.table.tobytes()
    if entry.ended:
        assert max(store.snapshots(match)) == course.seq
    store.close()


def test_the_end_of_a_match_is_kept(tmp_path: Path) -> None:
    match = played(tmp_path, "sequence-dice", 500)
    store = SQLite(tmp_path)
    last = store.last(match)[0]
    assert last in store.snapshots(match)
    found = audit(store)
    assert (found.finished, found.faults) == (1, {})
    # A bit that tips is noticed.
    ((kept,),) = database_of(store).execute("SELECT kept FROM snapshots WHERE seq = ?", (last,)).fetchall()
    database_of(store).execute("UPDATE snapshots SET kept = ? WHERE seq = ?", (kept[:-9] + b"\x7f" + kept[-8:], last))
    assert match in audit(store).faults
    store.close()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("DELETE FROM log WHERE seq = 5", "event 5 is missing"),
        (
            "UPDATE log SET body = CAST(replace(body, '\"number\":', '\"number\":1') AS BLOB) WHERE seq = 6",
            "event 6 could not be",
        ),
        ("UPDATE log SET body = CAST('{' AS BLOB) WHERE seq = 7", "DecodeError"),
        ("UPDATE matches SET secret = CAST('other' AS BLOB)", "the seal is another's"),
        ("UPDATE matches SET ended = 1", "it ended"),
        ("INSERT INTO snapshots SELECT id, 9999, x'00' FROM matches", "event 9999 was kept"),
    ],
)
def test_a_log_that_leads_elsewhere_is_named(change: str, reason: str, tmp_path: Path) -> None:
    match = played(tmp_path, "royal-ludo", 12)
    store = SQLite(tmp_path)
    database_of(store).execute(change)
    assert reason in audit(store).faults[match]
    assert audit(store, ["nothing"]).faults == {"nothing": "Broken: there is no such match"}
    database_of(store).execute("UPDATE matches SET head = CAST(replace(head, '\"rules\":', '\"rules\":9') AS BLOB)")
    assert (audit(store).skipped, audit(store).faults) == (1, {})
    database_of(store).execute("UPDATE matches SET head = CAST(replace(head, 'royal-ludo', 'ludo') AS BLOB)")
    assert (audit(store).skipped, audit(store).faults) == (1, {})
    store.close()


def test_the_command_copies_and_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    match = played(data, "sequence-dice", 10)
    given = ["backup", "--data", str(data), "--lang", "es"]
    assert main([*given, str(tmp_path / "one")]) == 0
    assert "Todas las partidas están ahora en" in capsys.readouterr().out
    assert main([*given, str(tmp_path / "one")]) == 2
    assert "ya existe" in capsys.readouterr().err
    assert main([*given, str(tmp_path / "two"), "--check"]) == 0
    told = capsys.readouterr().out
    assert "1 partidas, 0 terminadas" in told
    assert "sin seguir" not in told
    with sqlite3.connect(data / FILE) as database:
        database.execute("DELETE FROM log WHERE seq = 2")
    database.close()
    assert main([*given, str(tmp_path / "three"), "--check"]) == 2
    assert match in capsys.readouterr().err
    with sqlite3.connect(data / FILE) as database:
        database.execute("UPDATE matches SET head = CAST(replace(head, '\"rules\":', '\"rules\":9') AS BLOB)")
    database.close()
    assert main([*given, str(tmp_path / "four"), "--check"]) == 0
    assert "se copió sin seguir su registro" in capsys.readouterr().out


def test_what_cannot_be_copied_is_told(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no matches"):
        back_up(tmp_path / "nothing", tmp_path / "copy")
    played(tmp_path / "data", "sequence-dice", 2)
    (tmp_path / "file").write_text("")
    with pytest.raises(FileFault, match="file"):
        back_up(tmp_path / "data", tmp_path / "file" / "copy")
    (tmp_path / "data" / FILE).write_text("no database at all, but as long as one would have to be " * 100)
    with pytest.raises(FileFault):
        back_up(tmp_path / "data", tmp_path / "copy")
    assert not (tmp_path / "copy" / FILE).exists()
