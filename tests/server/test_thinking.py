"""Thinking: everybody's bots in turn, people before empty tables, moves before hints, and nothing for who has gone."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sobremesa.server import thinking
from sobremesa.server.limits import Hurried, Limits, Rate
from sobremesa.server.prometheus import Registry
from sobremesa.server.thinking import Asker, NoAnswer, Queue
from sobremesa.server.worker import Answer, Question


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Worker:
    """A worker that answers when it is told to, and remembers the order in which it was asked."""

    def __init__(self, begun: list[str]) -> None:
        self.begun = begun
        self.names: list[str] = []
        self.abandoned = 0
        self._answer: asyncio.Future[Answer] | None = None

    async def ask(self, question: Question, limit: float) -> Answer:
        assert self._answer is None
        self.begun.append(question.record)
        self.names.append(question.record)
        self._answer = asyncio.get_running_loop().create_future()
        try:
            return await self._answer
        finally:
            self._answer = None

    def abandon(self) -> None:
        self.abandoned += 1
        self.fail()

    @property
    def is_busy(self) -> bool:
        return self._answer is not None

    def finish(self, spent: float = 0.0) -> None:
        assert self._answer is not None
        self._answer.set_result(Answer(move=7, spent=spent))

    def fail(self) -> None:
        assert self._answer is not None
        self._answer.set_exception(NoAnswer())


async def breathe() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


class Tables:
    """Tables that ask a queue; what is asked is named TABLE, or TABLE? for a hint."""

    def __init__(self, workers: int, limits: Limits | None) -> None:
        self.clock = Clock()
        self.begun: list[str] = []
        self.workers = [Worker(self.begun) for _ in range(workers)]
        self.background = Worker(self.begun)
        self.queue = Queue(self.workers, self.background, limits, limit=30.0, clock=self.clock)
        self.askers: dict[str, Asker] = {}
        self.tasks: dict[str, asyncio.Task[Answer]] = {}

    async def ask(self, name: str, address: str = "here", *, is_attended: bool = True) -> None:
        table = name.rstrip("?")
        asker = Asker(table, address, f"guest of {table}", is_attended=is_attended)
        question = Question("hint" if name.endswith("?") else "choose", "poleana", record=name)
        self.askers[name] = asker
        self.tasks[name] = asyncio.create_task(self.queue.ask(question, asker))
        await breathe()

    async def finish(self, worker: Worker, spent: float = 0.0) -> None:
        worker.finish(spent)
        await breathe()

    async def finish_all(self, worker: Worker) -> None:
        while worker.is_busy:
            await self.finish(worker)


def at_tables(work: Callable[[Tables], Awaitable[None]], *, workers: int = 1, limits: Limits | None = None) -> None:
    async def run() -> None:
        tables = Tables(workers, limits)
        await work(tables)
        for task in tables.tasks.values():
            task.cancel()
        await asyncio.gather(*tables.tasks.values(), return_exceptions=True)
        await tables.queue.stop()
        assert tables.queue.is_idle

    asyncio.run(run())


def test_an_answer_reaches_whoever_asked() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("a")
        await tables.finish(tables.workers[0], spent=0.25)
        assert (await tables.tasks["a"]).move == 7
        assert tables.queue.seconds["move"] == 0.25

    at_tables(work)


def test_addresses_take_turns_and_then_their_tables() -> None:
    async def work(tables: Tables) -> None:
        first, background = tables.workers[0], tables.background
        await tables.ask("a0")
        await tables.ask("a1")
        assert (first.names, background.names) == (["a0"], ["a1"])
        for name in ("a2", "a3", "a4"):
            await tables.ask(name)
        await tables.ask("b1", "there")
        await tables.ask("b2", "there")
        await tables.ask("c1", "far")
        await tables.finish_all(first)
        assert first.names == ["a0", "b1", "c1", "a2", "b2", "a3", "a4"]

    at_tables(work)


def test_a_table_that_was_just_served_goes_behind_the_others_of_its_address() -> None:
    async def work(tables: Tables) -> None:
        first = tables.workers[0]
        await tables.ask("a")
        await tables.ask("x")
        await tables.ask("b")
        await tables.ask("c")
        await tables.finish(first)
        await tables.ask("a")
        await tables.finish_all(first)
        assert first.names == ["a", "b", "c", "a"]

    at_tables(work)


def test_hints_and_empty_tables_never_take_the_last_worker() -> None:
    async def work(tables: Tables) -> None:
        for number in range(5):
            await tables.ask(f"h{number}?", f"address {number}")
            await tables.ask(f"e{number}", "", is_attended=False)
        assert tables.workers[0].names == []
        assert tables.background.names == ["h0?"]
        await tables.ask("a")
        assert tables.workers[0].names == ["a"]

    at_tables(work)


def test_where_there_are_many_workers_half_of_them_are_left_to_moves() -> None:
    async def work(tables: Tables) -> None:
        for number in range(6):
            await tables.ask(f"e{number}", "", is_attended=False)
        assert sum(worker.is_busy for worker in tables.workers) == 2
        assert tables.background.is_busy
        await tables.ask("a")
        await tables.ask("b")
        assert all(worker.is_busy for worker in tables.workers)

    at_tables(work, workers=4)


def test_people_go_before_empty_tables_and_moves_before_hints() -> None:
    async def work(tables: Tables) -> None:
        background = tables.background
        await tables.ask("busy")
        await tables.ask("e1", "", is_attended=False)
        await tables.ask("e2", "", is_attended=False)
        await tables.ask("e3", "", is_attended=False)
        await tables.ask("h?")
        await tables.ask("a")
        await tables.finish_all(background)
        assert background.names == ["e1", "a", "h?", "e2", "e3"]

    at_tables(work)


def test_an_empty_table_to_which_somebody_comes_goes_before() -> None:
    async def work(tables: Tables) -> None:
        for name in ("e1", "e2", "e3"):
            await tables.ask(name, "", is_attended=False)
        assert tables.workers[0].names == []
        tables.askers["e3"].attend("here")
        await breathe()
        assert tables.workers[0].names == ["e3"]
        # What is being answered stays where it is.
        tables.askers["e1"].attend("here")
        tables.askers["e3"].desert()
        await tables.finish(tables.background)
        assert tables.begun == ["e1", "e3", "e2"]

    at_tables(work)


def test_a_table_that_everybody_leaves_goes_behind() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("busy")
        await tables.ask("busy too")
        await tables.ask("a")
        await tables.ask("b")
        tables.askers["a"].desert()
        assert tables.queue.depths == {"move": 1, "hint": 0, "unattended": 1}
        await tables.finish_all(tables.workers[0])
        assert tables.workers[0].names == ["busy", "b"]

    at_tables(work)


# Budgets


def test_beyond_its_budget_an_address_waits_for_the_worker_in_the_background() -> None:
    limits = Limits(thinking=Rate(0.5, 10), thinking_table=None)

    async def work(tables: Tables) -> None:
        first, background = tables.workers[0], tables.background
        await tables.ask("a")
        await tables.finish(first, spent=10.0)
        await tables.ask("a")
        await tables.ask("a2")
        assert (first.names, background.names) == (["a"], ["a"])
        await tables.ask("b", "there")
        assert first.names == ["a", "b"]
        await tables.finish(first)
        # What it has not spent for a while is there again.
        tables.clock.now += 2.0
        await tables.finish(background)
        assert first.names == ["a", "b", "a2"]
        await tables.finish_all(first)
        await tables.ask("a3")
        assert first.names[-1] == "a3"

    at_tables(work, limits=limits)


def test_who_leaves_while_a_bot_thinks_for_them_pays_for_it_all_the_same() -> None:
    limits = Limits(thinking=Rate(0.5, 10), thinking_table=None)

    async def work(tables: Tables) -> None:
        first, background = tables.workers[0], tables.background
        await tables.ask("a")
        tables.askers["a"].desert()
        await tables.finish(first, spent=10.0)
        await tables.ask("a2")
        assert (first.names, background.names) == (["a"], ["a2"])

    at_tables(work, limits=limits)


def test_a_table_has_a_budget_of_its_own() -> None:
    limits = Limits(thinking=None, thinking_table=Rate(0.5, 10))

    async def work(tables: Tables) -> None:
        first, background = tables.workers[0], tables.background
        await tables.ask("a")
        await tables.finish(first, spent=11.0)
        await tables.ask("a")
        await tables.ask("b")
        assert (first.names, background.names) == (["a", "b"], ["a"])

    at_tables(work, limits=limits)


def test_nobody_owes_more_than_a_full_budget() -> None:
    limits = Limits(thinking=Rate(0.5, 10), thinking_table=None)

    async def work(tables: Tables) -> None:
        first = tables.workers[0]
        await tables.ask("a")
        await tables.finish(first, spent=10_000.0)
        tables.clock.now += 20.5
        await tables.ask("a")
        assert first.names == ["a", "a"]

    at_tables(work, limits=limits)


def test_all_addresses_of_a_network_have_four_budgets() -> None:
    limits = Limits(thinking=Rate(0.5, 10), thinking_table=None)

    async def work(tables: Tables) -> None:
        first = tables.workers[0]
        for number in range(4):
            await tables.ask(f"a{number}", f"2001:db8:1:{number}::/64")
            await tables.finish(first, spent=10.0)
        await tables.ask("late", "2001:db8:1:99::/64")
        await tables.ask("other", "2001:db8:2:1::/64")
        assert first.names[-1] == "other"
        assert tables.background.names == ["late"]

    at_tables(work, limits=limits)


def test_turns_of_few_are_remembered_while_the_queue_never_empties(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MAX_TURNS", 4)

    async def work(tables: Tables) -> None:
        await tables.ask("clocked", is_attended=False)
        await tables.ask("clocked too", is_attended=False)
        for number in range(8):
            await tables.ask(f"table {number}", f"address {number}")
            await tables.finish(tables.workers[0])
        assert tables.queue.depths["unattended"] == 1
        assert list(tables.queue._served) == ["address 6", "table 6", "address 7", "table 7"]

    at_tables(work)


def test_two_flooding_addresses_cost_a_neighbour_one_answer_at_most() -> None:
    """Expert tables beyond their budgets, hints and empty tables: a neighbour's move is begun at once."""
    limits = Limits(thinking=Rate(0.5, 2), thinking_table=None)

    async def work(tables: Tables) -> None:
        first = tables.workers[0]
        for number in range(30):
            address = f"flood {number % 2}"
            await tables.ask(f"f{number}", address)
            await tables.ask(f"f{number}?", address)
            await tables.ask(f"e{number}", "", is_attended=False)
            if first.is_busy:
                await tables.finish(first, spent=1.0)
        while first.is_busy:
            await tables.finish(first, spent=1.0)
        await tables.ask("neighbour", "there")
        assert first.names[-1] == "neighbour"

    at_tables(work, limits=limits)


# Hints


def test_one_hint_is_in_work_for_a_guest() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("a?")
        first = tables.tasks["a?"]
        await tables.ask("a?")
        with pytest.raises(Hurried) as hurried:
            await tables.tasks["a?"]
        assert (hurried.value.phrase.name, hurried.value.status) == ("one_hint", 429)
        await tables.finish(tables.background)
        assert (await first).move == 7
        await tables.ask("a?")
        assert tables.background.names == ["a?", "a?"]

    at_tables(work)


def test_hints_that_wait_are_bounded_by_address_and_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MAX_HINTS", 6)
    monkeypatch.setattr(thinking, "MAX_HINTS_OF_ADDRESS", 4)

    async def work(tables: Tables) -> None:
        for number in range(5):
            await tables.ask(f"a{number}?")
        for number in range(3):
            await tables.ask(f"b{number}?", f"there {number}")
        for name in ("a4?", "b2?"):
            with pytest.raises(Hurried) as hurried:
                await tables.tasks[name]
            assert hurried.value.phrase.name == "many_hints"
        assert tables.queue.depths["hint"] == 5
        assert tables.queue.dropped == {"full": 2}

    at_tables(work)


# Leaving


def test_200_hints_that_are_asked_for_and_left_cost_nothing() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("first?")
        for number in range(200):
            await tables.ask(f"h{number}?", f"address {number % 50}")
            tables.tasks[f"h{number}?"].cancel()
            await breathe()
        assert tables.background.names == ["first?"]
        assert tables.queue.depths["hint"] == 0
        assert tables.queue.dropped == {"gone": 200}

    at_tables(work)


def test_a_question_that_is_left_while_it_is_answered_is_given_up_and_the_worker_goes_on() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("a?")
        await tables.ask("b?", "there")
        tables.tasks["a?"].cancel()
        await breathe()
        assert tables.background.abandoned == 1
        assert tables.background.names == ["a?", "b?"]
        await tables.finish(tables.background)
        assert (await tables.tasks["b?"]).move == 7

    at_tables(work)


def test_a_hint_about_a_table_that_has_changed_is_given_up() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("a?")
        await tables.ask("b?")
        for name in ("b?", "a?"):
            tables.askers[name].withdraw()
            with pytest.raises(NoAnswer):
                await tables.tasks[name]
            # Whoever has no answer to wait for may say so again.
            tables.askers[name].withdraw()
        await breathe()
        assert tables.background.names == ["a?"]
        assert not tables.background.is_busy

    at_tables(work)


def test_a_worker_that_fails_is_asked_again_by_the_next() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("a")
        await tables.ask("x")
        await tables.ask("b")
        tables.workers[0].fail()
        await breathe()
        with pytest.raises(NoAnswer):
            await tables.tasks["a"]
        assert tables.workers[0].names == ["a", "b"]

    at_tables(work)


def test_nothing_is_begun_once_it_was_stopped() -> None:
    async def work(tables: Tables) -> None:
        await tables.ask("a")
        await tables.ask("x")
        await tables.ask("b")
        await tables.queue.stop()
        assert tables.begun == ["a", "x"]

    at_tables(work)


def test_what_waits_and_what_it_costs_is_told() -> None:
    async def work(tables: Tables) -> None:
        registry = Registry()
        tables.queue.register(registry)
        await tables.ask("a")
        await tables.ask("b?")
        await tables.ask("c?")
        await tables.ask("e", "", is_attended=False)
        await tables.finish(tables.workers[0], spent=1.5)
        told: dict[str, Any] = dict(
            line.rsplit(" ", 1) for line in registry.text().splitlines() if not line.startswith("#")
        )
        assert told['sobremesa_thinking_queue{kind="hint"}'] == "1"
        assert told['sobremesa_thinking_queue{kind="unattended"}'] == "1"
        assert told["sobremesa_thinking_running"] == "1"
        assert told['sobremesa_thinking_seconds_total{kind="move"}'] == "1.5"
        assert told["sobremesa_hint_wait_seconds_count"] == "1"

    at_tables(work)
