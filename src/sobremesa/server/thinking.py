"""Thinking: which question a worker answers next, so that nobody's bots wait for somebody else's.

Moves of bots at tables where somebody is present go to the workers, in turn by address and then by table (round robin),
as long as the table and the address are within their budgets of thinking time. Everything else is left to a worker in
the background: moves beyond a budget, hints, and, last of all, moves at tables where nobody is. So whatever is asked
there, bots of others answer as soon as before. A question that nobody waits for any more is dropped from the queue; if
a worker has begun with it, it is told to stop, and goes on with the next one at once.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sobremesa.server.limits import Buckets, Hurried, Limits, Rate
from sobremesa.server.prometheus import Registry, Timings
from sobremesa.server.worker import Answer, Question

MAX_HINTS = 120
"""How many hints may wait."""
MAX_HINTS_OF_ADDRESS = 30
HINT_WAIT = 2
"""Seconds after which it makes sense to ask again for a hint that was refused."""
MAX_TURNS = 4096
"""How many addresses and tables are remembered that had a turn."""
MOVE, HINT, UNATTENDED = "move", "hint", "unattended"
"""What is asked for: a move at a table with people, a hint, or a move at a table without."""


class NoAnswer(Exception):
    """A worker has died, or is late, or could not answer."""


class Thinker(Protocol):
    """What the queue needs of a worker."""

    async def ask(self, question: Question, limit: float) -> Answer:
        """Ask one question; NoAnswer if there is no answer."""

    def abandon(self) -> None:
        """Let the question be given up that is being answered: nobody waits for it."""


@dataclass(eq=False, slots=True)
class Asker:
    """Somebody for whom a worker thinks: a table, the address that pays for it, and the guest who wants a hint."""

    table: str = ""
    address: str = ""
    guest: str = ""
    is_attended: bool = True
    """Whether somebody is present at the table."""
    is_waiting: bool = False
    """Whether a question of theirs is in the queue or being answered."""
    changed: Callable[[], None] = lambda: None
    withdraw: Callable[[], None] = lambda: None
    """Called by whoever asks when the question is moot; the queue puts in what is done then."""

    def attend(self, address: str) -> None:
        """Let the question go before those of tables where nobody is: somebody has come."""
        self.is_attended, self.address = True, address
        self.changed()

    def desert(self) -> None:
        """Let the question wait until those of other tables are answered: everybody has left."""
        self.is_attended, self.address = False, ""
        self.changed()


@dataclass(eq=False, slots=True)
class Job:
    """A question that waits for a worker, or is being answered."""

    question: Question
    asker: Asker
    since: float
    answer: "asyncio.Future[Answer]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    worker: Thinker | None = None
    payer: str = ""
    """The address that pays: the one for which it was begun, though everybody may have left since."""

    @property
    def kind(self) -> str:
        """What is asked for."""
        if self.question.verb == HINT:
            return HINT
        return MOVE if self.asker.is_attended else UNATTENDED


class Budgets:
    """How much thinking time a table and an address have left."""

    def __init__(self, limits: Limits, workers: int, clock: Callable[[], float]) -> None:
        whole = limits.thinking
        # Who has more workers shares more with each address.
        share = None if whole is None else Rate(whole.each_second * max(workers, 1), whole.at_once)
        self._addresses, self._tables = Buckets(share, clock), Buckets(limits.thinking_table, clock)

    def allow(self, asker: Asker) -> bool:
        """Tell whether there is something left for both."""
        return self._addresses.has_some(asker.address) and self._tables.has_some(asker.table)

    def spend(self, job: Job, seconds: float) -> None:
        """Take what was spent; a table where nobody was has no address that pays."""
        self._tables.spend(job.asker.table, seconds)
        if job.payer:
            self._addresses.spend(job.payer, seconds)


class Queue:
    """Questions that wait, and the workers that answer them."""

    def __init__(
        self,
        workers: Sequence[Thinker],
        background: Thinker,
        limits: Limits | None = None,
        *,
        limit: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit = limit
        """Seconds after which a worker is late."""
        self.clock = clock
        self.budgets = Budgets(limits or Limits(), len(workers), clock)
        self.waits = {kind: Timings() for kind in (MOVE, HINT, UNATTENDED)}
        self.seconds = dict.fromkeys(self.waits, 0.0)
        """Processor time that workers have spent, by kind."""
        self.dropped: Counter[str] = Counter()
        """Questions that were not answered: refused because the queue was full, or nobody waited any more."""
        self._idle = list(workers)
        self._kept_free = (len(workers) + 1) // 2
        """How many workers are always left to moves within their budgets."""
        self._background: Thinker | None = background
        """None while it has something to do."""
        self._waiting: list[Job] = []
        """At tables with people."""
        self._unattended: OrderedDict[Job, None] = OrderedDict()
        self._served: dict[str, int] = {}
        """When each address and each table had its last turn, by the number of the turn, the earliest first."""
        self._turns = 0
        self._answering: set[Job] = set()
        self._running: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is being answered."""
        return not (self._running or self._waiting or self._unattended)

    @property
    def depths(self) -> Counter[str]:
        """How many questions of each kind wait."""
        kinds: Counter[str] = Counter({MOVE: 0, HINT: 0})
        kinds.update(job.kind for job in self._waiting)
        kinds[UNATTENDED] = len(self._unattended)
        return kinds

    async def ask(self, question: Question, asker: Asker) -> Answer:
        """Return the answer to a question when its turn has come; NoAnswer if there is none, or it became moot.

        Whoever does not wait any more is passed over. Hurried if too many hints wait, or one for the same guest.
        """
        if question.verb == HINT:
            self.check_hint(asker)
        job = Job(question, asker, self.clock())
        asker.changed = lambda: self._move(job)
        asker.withdraw = lambda: self._withdraw(job)
        asker.is_waiting = True
        self._put(job)
        self._dispatch()
        try:
            return await job.answer
        except asyncio.CancelledError:
            self._drop(job)
            raise
        finally:
            # The queue holds what asks only as long as it asks.
            asker.changed = asker.withdraw = lambda: None
            asker.is_waiting = False

    async def stop(self) -> None:
        """Answer nothing any more."""
        self._is_stopped = True
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def register(self, registry: Registry) -> None:
        """Register how much waits, how long it waited, and what it cost."""
        registry.gauge("sobremesa_thinking_queue", "questions that wait for a worker", "kind", read=lambda: self.depths)
        registry.gauge(
            "sobremesa_thinking_running", "questions that are being answered", read=lambda: len(self._running)
        )
        registry.summary("sobremesa_thinking_wait_seconds", "how long bots' moves waited", self.waits[MOVE])
        registry.summary("sobremesa_hint_wait_seconds", "how long hints waited", self.waits[HINT])
        registry.counter(
            "sobremesa_thinking_seconds_total", "processor time of workers", "kind", read=lambda: self.seconds
        )
        registry.counter(
            "sobremesa_thinking_dropped_total",
            "questions not answered: full, gone",
            "reason",
            read=lambda: self.dropped,
        )

    # Waiting

    def check_hint(self, asker: Asker) -> None:
        """Let a hint for somebody pass; Hurried if too many wait, or one for the same guest."""
        hints = [job.asker for job in (*self._waiting, *self._answering) if job.question.verb == HINT]
        if any(each.guest == asker.guest for each in hints):
            self.dropped["full"] += 1
            raise Hurried("one_hint", HINT_WAIT)
        if len(hints) >= MAX_HINTS or sum(each.address == asker.address for each in hints) >= MAX_HINTS_OF_ADDRESS:
            self.dropped["full"] += 1
            raise Hurried("many_hints", HINT_WAIT)

    def _put(self, job: Job) -> None:
        if job.kind == UNATTENDED:
            self._unattended[job] = None
        else:
            self._waiting.append(job)

    def _take(self, job: Job) -> None:
        self._unattended.pop(job, None)
        if job in self._waiting:
            self._waiting.remove(job)

    def _move(self, job: Job) -> None:
        """Somebody has come to a table, or everybody has left: its question waits elsewhere from now on."""
        if job.worker is None and not job.answer.done():
            self._take(job)
            self._put(job)
            self._dispatch()

    def _withdraw(self, job: Job) -> None:
        if not job.answer.done():
            job.answer.set_exception(NoAnswer())
            self._drop(job)

    def _drop(self, job: Job) -> None:
        self.dropped["gone"] += 1
        if job.worker is None:
            self._take(job)
        else:
            job.worker.abandon()

    # Answering

    def _dispatch(self) -> None:
        if self._is_stopped:
            return
        while self._idle and (job := self._next_move()):
            self._begin(job, self._idle.pop(), self._idle.append)
        if self._background is not None and (job := self._next()):
            worker, self._background = self._background, None
            self._begin(job, worker, self._rest)

    def _rest(self, worker: Thinker) -> None:
        self._background = worker

    def _next_move(self) -> Job | None:
        """Return the next move within its budget; where many workers are idle, any question."""
        urgent = [job for job in self._waiting if self._is_urgent(job)]
        if urgent:
            return min(urgent, key=self._turn)
        return self._next() if len(self._idle) > self._kept_free else None

    def _next(self) -> Job | None:
        if self._waiting:
            return min(self._waiting, key=lambda job: (not self._is_urgent(job), self._turn(job)))
        return next(iter(self._unattended), None)

    def _is_urgent(self, job: Job) -> bool:
        return job.kind == MOVE and self.budgets.allow(job.asker)

    def _turn(self, job: Job) -> tuple[int, bool, int]:
        """Return by what the next one is found: whose address, and then whose table, had its last turn long ago."""
        address, table = self._served.get(job.asker.address, 0), self._served.get(job.asker.table, 0)
        return address, job.kind == HINT, table

    def _begin(self, job: Job, worker: Thinker, give_back: Callable[[Thinker], None]) -> None:
        self._take(job)
        job.worker, job.payer = worker, job.asker.address
        self._answering.add(job)
        self.waits[job.kind].add(self.clock() - job.since)
        self._note_turn(job.asker)
        task = asyncio.create_task(self._answer(job, worker, give_back))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _note_turn(self, asker: Asker) -> None:
        self._turns += 1
        for name in (asker.address, asker.table):
            self._served.pop(name, None)
            self._served[name] = self._turns
        while len(self._served) > MAX_TURNS:
            # Whoever is forgotten was served before all that are remembered, and goes before them now as well.
            del self._served[next(iter(self._served))]

    async def _answer(self, job: Job, worker: Thinker, give_back: Callable[[Thinker], None]) -> None:
        began, kind, spent = self.clock(), job.kind, None
        try:
            answer = await worker.ask(job.question, self.limit)
            spent = answer.spent
            if not job.answer.done():
                job.answer.set_result(answer)
        except NoAnswer as fault:
            if not job.answer.done():
                job.answer.set_exception(fault)
        finally:
            seconds = self.clock() - began if spent is None else spent
            self.seconds[kind] += seconds
            self.budgets.spend(job, seconds)
            self._answering.discard(job)
            give_back(worker)
            self._dispatch()
