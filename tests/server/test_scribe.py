"""The scribe: whatever happens to the process that writes, what was acknowledged is there, and once."""

import asyncio
import os
import random
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from bench.process import runs, scribe_of

from sobremesa.server import apart
from sobremesa.server import store as store_module
from sobremesa.server.apart import Apart
from sobremesa.server.audit import audit
from sobremesa.server.batches import Batch, Row
from sobremesa.server.refusals import Refused
from sobremesa.server.store import SQLite
from tests.server.company import PATIENCE, until
from tests.server.crowd import Served, sit_down, under_load

MANY = 300
GAMES = ("sequence-dice", "stalag17")


def with_scribe(folder: Path, work: Callable[[SQLite], Awaitable[None]]) -> None:
    async def run() -> None:
        await work(store)

    store = SQLite(folder, Apart)
    try:
        asyncio.run(run())
    finally:
        store.close()


def scribe() -> int:
    """The only one that runs for this process."""
    found = scribe_of(os.getpid())
    assert found is not None
    return found


def begun(match: str = "m") -> Batch:
    return Batch(match, head=b"{}", secret=b"s")


def event(seq: int, body: bytes = b"") -> Batch:
    return Batch("m", (Row(seq, 1, body),), summary=b"here")


class Standstill:
    """Clock that goes on only while the scribe stands still: one that is slow to start is not late."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        if is_stopped(scribe_of(os.getpid())):
            self.now += 1.1 * apart.PATIENCE
        return self.now


def is_stopped(process: int | None) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"
    except OSError:
        return False


@pytest.fixture
def standstill(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "time", Standstill())
    monkeypatch.setattr(apart, "PATIENCE", 1.0)


def test_many_share_a_commit_that_another_process_makes(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        before = store.commits.count
        await asyncio.gather(*(store.write(event(seq)) for seq in range(1, MANY + 1)))

        assert len(store.rows("m")) == store.written == MANY
        assert store.waiting == 0
        assert 1 <= store.commits.count - before < MANY / 2

    with_scribe(tmp_path, work)


def test_what_does_not_fit_into_the_line_goes_later(tmp_path: Path) -> None:
    """While the scribe stands still nobody waits but those who asked for it."""

    async def work(store: SQLite) -> None:
        await store.write(begun())
        os.kill(scribe(), signal.SIGSTOP)
        written = [asyncio.ensure_future(store.write(event(seq, bytes(9000)))) for seq in range(1, MANY + 1)]
        await asyncio.sleep(0.1)
        assert not any(each.done() for each in written)
        assert store.waiting == MANY
        os.kill(scribe(), signal.SIGCONT)
        await asyncio.gather(*written)

        assert [len(row.body) for row in store.rows("m")] == [9000] * MANY

    with_scribe(tmp_path, work)


def test_when_the_scribe_dies_another_writes_on(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        rng, killed = random.Random(1), set[int]()

        async def kill() -> None:
            while len(killed) < 5:
                await until(partial(lambda before: store.written > before, store.written))
                await asyncio.sleep(rng.uniform(0.0, 0.05))
                # It may have died already, and nobody has noticed yet.
                if (found := scribe_of(os.getpid())) is not None:
                    killed.add(found)
                    os.kill(found, signal.SIGKILL)

        killing, last = asyncio.create_task(kill()), 0
        while not killing.done():
            some = range(last + 1, last + 40)
            await asyncio.gather(*(store.write(event(seq, bytes(rng.randrange(3000)))) for seq in some))
            last = some[-1]
        await killing

        assert [row.seq for row in store.rows("m")] == list(range(1, last + 1))
        assert len(killed) == 5
        assert store.written == last
        assert store.waiting == 0

    with_scribe(tmp_path, work)


def test_what_it_wrote_before_it_died_is_not_written_again(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        dying = scribe()
        os.kill(dying, signal.SIGSTOP)
        written = store.write(event(1, b"mine")), store.write(begun("n"))
        await asyncio.sleep(0.05)
        # It has got so far, and died before it could say so.
        other = SQLite(tmp_path)
        await asyncio.gather(other.write(event(1, b"mine")), other.write(begun("n")))
        other.close()
        os.kill(dying, signal.SIGKILL)
        await asyncio.gather(*written)

        assert store.rows("m") == [Row(1, 1, b"mine")]
        assert store.ids() == ["m", "n"]
        # Nothing was left to write.
        assert scribe_of(os.getpid()) is None

    with_scribe(tmp_path, work)


def test_a_scribe_that_always_dies_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        with monkeypatch.context() as patch:
            patch.setattr(apart, "PROGRAM", "raise SystemExit")
            os.kill(scribe(), signal.SIGKILL)
            with pytest.raises(Refused) as refused:
                await store.write(event(1))
            assert refused.value.phrase.key == "server.not_written"
        await store.write(event(1, b"now"))

        assert store.rows("m") == [Row(1, 1, b"now")]

    with_scribe(tmp_path, work)


@pytest.mark.parametrize("is_running", [True, False])
def test_a_store_that_closes_when_its_scribe_is_dead_has_another_write_the_rest(
    tmp_path: Path,
    is_running: bool,
) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        os.kill(scribe(), signal.SIGKILL)
        written = store.write(event(1))
        if is_running:
            store.close()
            await written

    with_scribe(tmp_path, work)
    assert scribe_of(os.getpid()) is None
    store = SQLite(tmp_path)
    assert store.last("m") == (1, 1)
    store.close()


def test_a_store_closes_without_a_scribe_that_stands_still(tmp_path: Path, standstill: None) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        os.kill(scribe(), signal.SIGSTOP)
        for seq in range(1, MANY + 1):
            store.write(event(seq, bytes(9000)))

    async def nothing(store: SQLite) -> None:
        assert store.last("m") == (MANY, 1)
        await store.write(event(MANY + 1))
        os.kill(scribe(), signal.SIGSTOP)

    for each in (work, nothing):
        with_scribe(tmp_path, each)
        assert scribe_of(os.getpid()) is None


def test_a_scribe_that_stands_still_is_replaced(
    tmp_path: Path, standstill: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        os.kill(scribe(), signal.SIGSTOP)
        written = store.write(event(1))
        await until(lambda: store.trouble == "slow")
        assert not written.done()
        await written

        assert store.trouble == ""
        assert store.last("m") == (1, 1)

    monkeypatch.setattr(store_module, "SLOW", 0.2)
    with_scribe(tmp_path, work)


def test_where_no_other_can_be_started_nobody_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: SQLite) -> None:
        def fail(*_: object, **__: object) -> None:
            raise BlockingIOError(11, "there is no room for another")

        await store.write(begun())
        with monkeypatch.context() as patch:
            patch.setattr("subprocess.Popen", fail)
            os.kill(scribe(), signal.SIGKILL)
            with pytest.raises(Refused, match="no room for another"):
                await store.write(event(1))
            assert store.waiting == 0
            assert "no room for another" in store.trouble
        await store.write(event(1, b"now"))
        assert store.trouble == ""

        assert store.rows("m") == [Row(1, 1, b"now")]

    with_scribe(tmp_path, work)


def test_whoever_waits_is_told_when_the_log_cannot_be_read_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: SQLite) -> None:
        def fail(*_: object) -> None:
            raise sqlite3.OperationalError("the disk is broken")

        await asyncio.gather(store.write(begun()), store.write(begun("n")))
        os.kill(scribe(), signal.SIGSTOP)
        written = [store.write(event(1)), store.write(begun("o"))]
        await asyncio.sleep(0.05)
        with monkeypatch.context() as patch:
            patch.setattr(store, "_read", fail)
            os.kill(scribe(), signal.SIGKILL)
            results = await asyncio.gather(*written, return_exceptions=True)
        assert [str(each).count("the disk is broken") for each in results] == [1, 1]

    with_scribe(tmp_path, work)


def test_a_batch_that_makes_no_sense_does_no_harm_to_others(tmp_path: Path) -> None:
    """The number is larger than any that a database can hold."""

    async def work(store: SQLite) -> None:
        await store.write(begun())
        first = scribe()
        results = await asyncio.gather(
            store.write(event(1)), store.write(event(1 << 63)), store.write(event(2)), return_exceptions=True
        )
        assert [type(each) for each in results] == [type(None), Refused, type(None)]
        assert scribe() == first

    with_scribe(tmp_path, work)


def test_what_is_still_to_be_written_is_written_before_the_end(tmp_path: Path) -> None:
    async def work(store: SQLite) -> None:
        await store.write(begun())
        for seq in range(1, MANY + 1):
            store.write(event(seq, bytes(9000)))

    with_scribe(tmp_path, work)
    store = SQLite(tmp_path)
    assert store.last("m") == (MANY, 1)
    store.close()


def test_players_do_not_notice_that_the_scribe_dies(tmp_path: Path) -> None:
    data, rng, killed = tmp_path / "data", random.Random(3), set[int]()
    served = Served(data, log=tmp_path / "log")
    chairs = [chair for game in GAMES for chair in sit_down(served.address, game, rng)]

    def acknowledged() -> int:
        return sum(len(chair.names) for chair in chairs)

    def is_enough() -> bool:
        # Now and then it dies, in the middle of whatever it does.
        found = scribe_of(served.process.pid)
        if len(killed) < 5 and found and found not in killed and acknowledged() >= 40 * len(killed):
            killed.add(found)
            os.kill(found, signal.SIGKILL)
        return len(killed) >= 5 and acknowledged() >= 240

    asyncio.run(asyncio.wait_for(under_load(chairs, served.address, is_enough), 4 * PATIENCE))

    assert served.process.poll() is None
    assert not any(chair.repeated for chair in chairs)
    served.kill()
    assert (tmp_path / "log").read_text().count("the scribe has died") == 5
    store = SQLite(data)
    for chair in chairs:
        chair.check(store)
    assert audit(store).faults == {}
    store.close()


def test_the_scribe_ends_with_the_server_and_by_no_other_signal(tmp_path: Path) -> None:
    served = Served(tmp_path / "data")
    assert served.scribe is not None
    # It has written, so it runs for sure; and it does so again.
    sit_down(served.address, "royal-ludo", random.Random(1))
    for each in (signal.SIGINT, signal.SIGTERM):
        os.kill(served.scribe, each)
    sit_down(served.address, "royal-ludo", random.Random(2))
    assert scribe_of(served.process.pid) == served.scribe
    served.kill()
    assert not runs(served.scribe)
