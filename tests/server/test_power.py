"""Power: when it goes, what was acknowledged has reached the disk, and what had not yet does no harm."""

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from sobremesa.server import pen, store
from sobremesa.server.batches import Batch, Row
from sobremesa.server.store import SQLite
from tests.server import powerless
from tests.server.pens import database_of

MATCHES = 5
ROUNDS = 60
CUTS = 40


class Cut(Exception):
    """The power has gone."""


@contextmanager
def sqlite_is(module: Any) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for each in (pen, store):
            patch.setattr(each, "sqlite3", module)
        yield


@pytest.fixture
def disk() -> Iterator[powerless.Disk]:
    disk = powerless.Disk()
    with sqlite_is(powerless.module()):
        yield disk
    disk.unregister()


async def written(store: SQLite, disk: Any, folder: Path, rng: random.Random) -> list[tuple[Path, dict[str, int]]]:
    """This writes events, cuts the power many times, and remembers what was acknowledged by then."""
    acknowledged: dict[str, int] = {}
    cuts: list[tuple[Path, dict[str, int]]] = []
    for number in range(MATCHES):
        await store.write(Batch(f"m{number}", head=b"{}", secret=b"s"))
        acknowledged[f"m{number}"] = 0
    for _ in range(ROUNDS):
        futures = {}
        for match in rng.sample(sorted(acknowledged), rng.randrange(1, MATCHES + 1)):
            seq = acknowledged[match] + 1
            rows = (Row(seq, 1, rng.randbytes(rng.randrange(10, 6000))), Row(seq + 1, 1, b"after"))
            futures[match, seq + 1] = store.write(Batch(match, rows, snapshot=(seq, b"kept"), summary=b"here"))
        for (match, seq), future in futures.items():
            await future
            acknowledged[match] = seq
        if rng.random() < CUTS / ROUNDS:
            place = folder / f"cut{len(cuts)}"
            disk.left(place, rng if rng.random() < 0.5 else None)
            cuts.append((place, dict(acknowledged)))
    return cuts


@pytest.mark.parametrize("seed", range(3))
def test_what_was_acknowledged_survives_a_power_cut(seed: int, disk: Any, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    store = SQLite(tmp_path / "data")
    rng = random.Random(seed)

    cuts = asyncio.run(written(store, disk, tmp_path, rng))

    assert disk.syncs > ROUNDS
    assert len(cuts) > CUTS / 3
    with sqlite_is(sqlite3):
        for folder, acknowledged in cuts:
            after = SQLite(folder)
            assert after._reader.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            for match, seq in acknowledged.items():
                rows = after.rows(match)
                assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
                assert len(rows) >= seq, "an acknowledged event is lost"
            after.close()
    store.close()


def test_such_a_disk_would_show_what_is_not_synced(disk: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were commits not synced one by one, acknowledged events would be lost: the test above can fail."""
    (tmp_path / "data").mkdir()
    store = SQLite(tmp_path / "data")
    database_of(store).execute("PRAGMA synchronous = OFF")

    cuts = asyncio.run(written(store, disk, tmp_path, random.Random(1)))
    store.close()

    with sqlite_is(sqlite3):
        lost = 0
        for folder, acknowledged in cuts:
            try:
                after = SQLite(folder)
            except Exception:
                lost += 1
                continue
            lost += any(len(after.rows(match)) < seq for match, seq in acknowledged.items())
            after.close()
    assert lost > 0
