"""The store: what it has said is written stays written, whatever happens to the rest."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sobremesa.core.errors import FileFault
from sobremesa.server.batches import Batch, Row
from sobremesa.server.refusals import Refused
from sobremesa.server.store import FILE, VERSION, Held, Overtaken, SQLite, open_store
from tests.server.pens import database_of


def with_store(folder: Path, work: Callable[[SQLite], Awaitable[None]]) -> None:
    store = SQLite(folder)
    try:
        asyncio.run(_run(work, store))
    finally:
        store.close()


async def _run(work: Callable[[SQLite], Awaitable[None]], store: SQLite) -> None:
    await work(store)


def made(match: str = "m", *, holders: tuple[str, ...] = ()) -> Batch:
    return Batch(match, head=b"{}", secret=b"s", holders=holders)


def test_what_was_written_is_there_for_another_process(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(made())
        await store.write(Batch("m", (Row(1, 10, b"one"), Row(2, 20, b"two"))))

        # Whoever reads the file now, without us, reads it all.
        with sqlite3.connect(tmp_path / FILE) as other:
            assert other.execute("SELECT seq, body FROM log ORDER BY seq").fetchall() == [(1, b"one"), (2, b"two")]
        other.close()

    with_store(tmp_path, work)

    async def again(store: SQLite) -> None:
        assert store.rows("m", after=1) == [Row(2, 20, b"two")]
        assert store.rows("m", upto=1) == [Row(1, 10, b"one")]
        assert store.last("m") == (2, 20)
        assert store.last("nothing") == (0, 0)

    with_store(tmp_path, again)


def test_every_commit_reaches_the_disk(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        modes = [database_of(store).execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
        assert modes == ["wal", 2]

    with_store(tmp_path, work)


def test_a_number_is_given_once_and_neighbours_do_not_suffer(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(made("m"))
        await store.write(made("n"))
        await store.write(Batch("m", (Row(1, 1, b"mine"),)))
        results = await asyncio.gather(
            store.write(Batch("n", (Row(1, 1, b"fine"),))),
            store.write(Batch("m", (Row(2, 1, b"half"), Row(1, 1, b"theirs")))),
            store.write(Batch("n", (Row(2, 1, b"fine too"),))),
            return_exceptions=True,
        )

        assert [type(result) for result in results] == [type(None), Overtaken, type(None)]
        assert [row.body for row in store.rows("m")] == [b"mine"]
        assert [row.body for row in store.rows("n")] == [b"fine", b"fine too"]

    with_store(tmp_path, work)


def test_many_that_wait_share_a_commit(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(made())
        before = store.commits.count
        await asyncio.gather(*(store.write(Batch("m", (Row(seq, 1, b""),))) for seq in range(1, 201)))

        assert store.written == 200
        assert store.commits.count - before < 100

    with_store(tmp_path, work)


def test_a_full_disk_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(made())
        await store.write(Batch("m", (Row(1, 1, b"safe"),)))
        pages = database_of(store).execute("PRAGMA page_count").fetchone()[0]
        database_of(store).execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(Refused) as refused:
            await store.write(Batch("m", (Row(2, 1, b"x" * 100_000),)))
        assert refused.value.phrase.key == "server.not_written"
        assert refused.value.status == 507
        assert "full" in str(refused.value)
        assert [row.body for row in store.rows("m")] == [b"safe"]

        database_of(store).execute("PRAGMA max_page_count = 100000")
        await store.write(Batch("m", (Row(2, 1, b"x" * 100_000),)))
        assert store.last("m") == (2, 1)

    with_store(tmp_path, work)


def test_snapshots_are_found_by_number(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(made())
        await store.write(Batch("m", snapshot=(100, b"first")))
        await store.write(Batch("m", snapshot=(200, b"second"), ended=True))

        assert store.snapshot("m", 99) is None
        assert store.snapshot("m", 100) == store.snapshot("m", 199) == b"first"
        assert store.snapshot("m", 1000) == b"second"
        entry = store.entry("m")
        assert entry is not None
        assert (entry.head, entry.secret, entry.ended) == (b"{}", b"s", True)
        assert store.entry("unknown") is None

    with_store(tmp_path, work)


def test_the_matches_of_a_guest_are_listed_by_their_last_change(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        far = 1 << 50
        for match in "abc":
            await store.write(made(match, holders=("ana",)))
        await store.write(made("d", holders=("bea",)))
        await store.write(Batch("b", (Row(1, far, b""),), holders=("bea", "ana")))
        await store.write(Batch("a", (Row(1, far + 1, b""),)))

        await store.write(Batch("a", (Row(2, far + 2, b""),), summary=b"here"))

        assert [held.id for held in store.held("ana", 10)] == ["a", "b", "c"]
        assert store.held("ana", 2) == [Held("a", b"{}", 2, far + 2, b"here"), Held("b", b"{}", 1, far, None)]
        assert {held.id for held in store.held("bea", 10)} == {"b", "d"}
        assert store.held("ana", 10)[-1] == Held("c", b"{}", 0, 0, None)

    with_store(tmp_path, work)


def test_a_database_of_an_older_version_is_brought_up(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(made(holders=("ana",)))
        await store.write(Batch("m", (Row(1, 10, b"one"),)))

    with_store(tmp_path, work)
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("DROP TABLE summaries")
        other.execute("DROP TABLE tokens")
        other.execute("UPDATE meta SET version = 1")
    other.close()

    async def again(store: SQLite) -> None:
        assert store.held("ana", 10) == [Held("m", b"{}", 1, 10, None)]
        await store.write(Batch("m", (Row(2, 20, b"two"),), summary=b"there"))
        assert store.held("ana", 10) == [Held("m", b"{}", 2, 20, b"there")]
        assert store.tokens() == []
        assert store._reader.execute("SELECT version FROM meta").fetchall() == [(VERSION,)]

    with_store(tmp_path, again)


def make_older(folder: Path, version: int = 3) -> bytes:
    """Turn the database of a folder into one of an older version; what is in its one match is returned."""
    with sqlite3.connect(folder / FILE) as other:
        if version < 4:
            other.execute("DROP TABLE IF EXISTS tokens")
        other.execute("UPDATE meta SET version = ?", (version,))
        (head,) = other.execute("SELECT head FROM matches").fetchone()
    other.close()
    return bytes(head)


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as other:
        return int(other.execute("SELECT version FROM meta").fetchone()[0])


async def one_match(store: SQLite) -> None:
    await store.write(made())


def test_a_copy_is_made_before_a_migration(tmp_path: Path) -> None:
    with_store(tmp_path, one_match)
    assert list(tmp_path.glob("*.v*")) == []
    head = make_older(tmp_path)

    open_store(tmp_path).close()

    copy = tmp_path / "matches.v3.sqlite3"
    assert [each.name for each in tmp_path.glob("*.v*")] == [copy.name]
    assert copy.stat().st_mode & 0o777 == 0o600
    assert (version_of(copy), version_of(tmp_path / FILE)) == (3, VERSION)
    with closing(sqlite3.connect(copy)) as other:
        assert other.execute("SELECT id, head FROM matches").fetchall() == [("m", head)]
        assert other.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    # Once it is brought up, no further copy is made.
    copy.unlink()
    open_store(tmp_path).close()
    assert not copy.exists()


def test_a_copy_of_an_undone_migration_is_replaced(tmp_path: Path) -> None:
    with_store(tmp_path, one_match)
    make_older(tmp_path)
    (tmp_path / "matches.v3.sqlite3").write_text("older")

    open_store(tmp_path).close()

    assert version_of(tmp_path / "matches.v3.sqlite3") == 3


class Full(sqlite3.Connection):
    """A database of which no copy can be made, as if the disk were full."""

    def backup(self, *_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")


def test_without_a_copy_nothing_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_store(tmp_path, one_match)
    make_older(tmp_path)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, **{"factory": Full} | named))

    with pytest.raises(Refused) as refused:
        open_store(tmp_path)

    monkeypatch.undo()
    assert refused.value.phrase.values == {
        "path": str(tmp_path / "matches.v3.sqlite3"),
        "reason": "database or disk is full",
    }
    assert "disk is full" in refused.value.say("es")
    assert version_of(tmp_path / FILE) == 3
    assert list(tmp_path.glob("*.v*")) == []


def test_where_a_copy_cannot_lie_nothing_is_migrated(tmp_path: Path) -> None:
    with_store(tmp_path, one_match)
    make_older(tmp_path)
    (tmp_path / "matches.v3.part").mkdir()

    with pytest.raises(Refused) as refused:
        open_store(tmp_path)

    assert refused.value.phrase.name == "no_copy"
    assert version_of(tmp_path / FILE) == 3


def test_a_database_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    SQLite(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("UPDATE meta SET version = 99")
    other.close()

    with pytest.raises(Refused) as refused:
        open_store(tmp_path)

    assert refused.value.phrase.values == {"path": str(tmp_path / FILE), "given": 99, "expected": VERSION}
    assert "99" in refused.value.say("es")


def test_what_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("not a database, and long enough to look like something else entirely" * 20)

    with pytest.raises(FileFault, match=FILE):
        open_store(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(FileFault, match="file"):
        open_store(tmp_path / "file" / "data")


def test_what_is_still_to_be_written_is_written_before_the_end(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(made())
        store.write(Batch("m", (Row(1, 1, b"late"),)))

    with_store(tmp_path, work)

    async def again(store: SQLite) -> None:
        assert [row.body for row in store.rows("m")] == [b"late"]

    with_store(tmp_path, again)
