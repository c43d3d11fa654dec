"""The crew: bots think in processes of their own, and whatever happens to those happens to nobody else."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from sobremesa import start
from sobremesa.core.view import View
from sobremesa.kit.luck import sow
from sobremesa.server import crew as crew_module
from sobremesa.server import worker
from sobremesa.server.crew import Hand, Workers
from sobremesa.server.thinking import NoAnswer
from sobremesa.server.worker import Answer, Question, Seen, answer
from tests.server.company import until

LUCK = sow(1, 1)[0]


def some_view(game: str = "sequence-dice") -> View:
    match = start(game, seed=4)
    match.settle()
    return match.view(match.actor)


def question(view: View, verb: str = "choose", level: str = "normal", seconds: float = 0.05) -> Question:
    return Question(verb, view.game.name, crew_module._packed(view), view.seat, level, 5, seconds)


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOBREMESA_NATIVE", "0")


def with_crew(work: Callable[[Workers], Awaitable[None]], *, limit: float = 120.0) -> None:
    async def run() -> None:
        workers = Workers(1, ["sequence-dice", "stalag17"], limit=limit)
        await workers.start()
        while not workers.is_ready("stalag17"):
            await asyncio.sleep(0)
        try:
            await work(workers)
        finally:
            await workers.stop()

    asyncio.run(run())


def test_a_worker_sees_the_view_and_no_more() -> None:
    view = some_view("stalag17")

    seen = Seen("stalag17", view.table.tobytes(), view.seat)

    assert seen.table.tobytes() == view.table.tobytes()
    assert seen.moves() == view.moves()


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_a_worker_chooses_a_legal_move(level: str) -> None:
    view = some_view("stalag17")

    chosen = answer(question(view, level=level))

    assert chosen.move in [move.number for move in view.moves()]
    assert answer(question(view, level=level)) == chosen


def test_a_worker_gives_hints() -> None:
    view = some_view()

    prospects = answer(question(view, "hint")).prospects

    assert 1 <= len(prospects) <= worker.HINTS
    assert all(0 <= each.chance <= 1 for each in prospects)
    assert {each.move for each in prospects} <= {move.number for move in view.moves()}


def test_a_worker_prepares_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PREPARED", ("normal",))
    assert answer(Question("prepare", "sequence-dice")) == worker.Answer()


def test_processes_choose_and_hint() -> None:
    async def work(workers: Workers) -> None:
        view = some_view()
        legal = [move.number for move in view.moves()]

        chosen = await asyncio.gather(*(workers.choose(view, "normal", LUCK) for _ in range(3)))
        assert set(chosen) <= set(legal)
        assert len(set(chosen)) == 1
        assert workers.is_ready("sequence-dice")
        assert not workers.is_ready("chess")
        assert {each.move for each in await workers.hint(view, LUCK)} <= set(legal)

    with_crew(work)


def test_until_a_game_is_ready_plain_rules_play() -> None:
    async def work(workers: Workers) -> None:
        workers.ready.clear()
        workers._pending.extend(["poleana", "sequence-dice"])
        view = some_view()

        assert await workers.choose(view, "expert", LUCK) in [move.number for move in view.moves()]
        assert workers._pending[0] == "sequence-dice"
        with pytest.raises(NoAnswer):
            await workers.hint(view, LUCK)

    with_crew(work)


def test_a_game_that_cannot_be_prepared_keeps_no_other_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask(_: Hand, asked: Question, limit: float) -> Answer:
        if asked.game == "sequence-dice":
            raise NoAnswer
        return Answer()

    async def work(workers: Workers) -> None:
        assert workers.ready == {"stalag17"}

    monkeypatch.setattr(Hand, "ask", ask)
    monkeypatch.setenv("SOBREMESA_NATIVE", "1")
    with_crew(work)


def test_a_worker_that_died_is_replaced() -> None:
    async def work(workers: Workers) -> None:
        view = some_view()
        await workers.choose(view, "normal", LUCK)
        process = workers._hands[0]._process
        assert process is not None
        process.kill()

        with pytest.raises(NoAnswer):
            await workers.choose(view, "normal", LUCK)
        assert await workers.choose(view, "normal", LUCK) in [move.number for move in view.moves()]

    with_crew(work)


def test_a_worker_that_is_late_is_replaced() -> None:
    async def work(workers: Workers) -> None:
        view = some_view()
        await workers.choose(view, "normal", LUCK)
        workers._queue.limit = 0.001
        process = workers._hands[0]._process
        assert process is not None
        # It is late for sure.
        process.send_signal(signal.SIGSTOP)
        with pytest.raises(NoAnswer):
            await workers.choose(view, "expert", LUCK)
        workers._queue.limit = 120
        assert await workers.choose(view, "normal", LUCK) in [move.number for move in view.moves()]

    with_crew(work)


def test_a_question_that_fails_is_told_and_the_worker_goes_on() -> None:
    async def run() -> None:
        hand = Hand()
        try:
            with pytest.raises(NoAnswer, match="chess"):
                await hand.ask(Question("choose", "chess"), 120)
            process = hand._process
            assert (await hand.ask(question(some_view()), 120)).move is not None
            assert hand._process is process
        finally:
            await hand.stop()
        assert hand._process is None

    asyncio.run(run())


def test_a_question_that_nobody_waits_for_any_more_ends_its_worker() -> None:
    async def run() -> None:
        hand = Hand()
        asking = asyncio.create_task(hand.ask(question(some_view(), "hint", seconds=20), 120))
        await until(lambda: hand._process is not None)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert hand._process is None

    asyncio.run(run())


def test_who_goes_while_a_worker_thinks_for_them_does_not_cost_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(workers: Workers) -> None:
        view, hand = some_view(), workers._background
        await workers.hint(view, LUCK)
        process = hand._process
        assert process is not None
        # So long that it is told to stop for sure.
        monkeypatch.setattr(crew_module, "HINT_SECONDS", 600.0)
        asking = asyncio.create_task(workers.hint(view, LUCK))
        await until(lambda: workers._queue._answering)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await until(lambda: workers._queue.is_idle)
        monkeypatch.setattr(crew_module, "HINT_SECONDS", 0.05)
        assert await workers.hint(view, LUCK)
        assert hand._process is process

    monkeypatch.setattr(crew_module, "HINT_SECONDS", 0.05)
    with_crew(work, limit=300.0)


def test_what_a_worker_does_for_the_first_time_is_done_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is loaded for it would have to be loaded again."""
    attention = worker.Attention()
    told: list[object] = []

    def interrupted(question: Question, tell: object) -> Answer:
        told.append(question)
        attention._stop()
        return Answer(move=1)

    monkeypatch.setattr(worker, "answer", interrupted)
    line = msgspec.json.encode(Question("choose", "poleana"))
    assert attention.answer(line, lambda _: None).move == 1
    assert attention.answer(line, lambda _: None).fault == worker.ABANDONED
    # Between two questions nothing is given up.
    attention._stop()
    assert attention.answer(msgspec.json.encode(Question("hint", "poleana")), lambda _: None).move == 1
    assert attention.answer(b"nonsense", lambda _: None).fault


def test_a_worker_lets_others_go_before_as_a_process_and_as_a_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = tmp_path / "autogroup"
    monkeypatch.setattr(worker, "AUTOGROUP", group)
    monkeypatch.setattr("os.nice", lambda more: 3 + more)

    worker.let_others_go_before(10)

    assert group.read_text() == "13"
    # Not every system has groups.
    monkeypatch.setattr(worker, "AUTOGROUP", tmp_path / "none" / "autogroup")
    worker.let_others_go_before(10)


def test_moves_hints_and_reviews_have_processes_of_their_own() -> None:
    workers = Workers(2, [])
    hands = [*workers._hands, workers._background, workers._reviewer]

    assert len(set(map(id, hands))) == 4
    assert [hand._nice for hand in hands] == sorted(hand._nice for hand in hands)
    assert workers._hands[0]._nice < workers._background._nice < workers._reviewer._nice


def test_a_worker_ends_when_its_server_does() -> None:
    async def run() -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", worker.__name__),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin
        process.stdin.close()
        assert await asyncio.wait_for(process.wait(), 120) == 0

    asyncio.run(run())
