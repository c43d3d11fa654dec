"""The crew: processes that think for the server, so that nobody waits while a bot does.

Each is a worker (`python -m sobremesa.server.worker`) that reads questions line by line and answers them in turn. It
compiles the rules it needs, which the server itself never does; games are prepared one after another when nothing else
is asked. A worker that dies or is late is replaced, and whoever asked is told.
"""

import asyncio
import contextlib
import logging
import sys
from base64 import b64encode
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import worker
from sobremesa.server.worker import Answer, Prospect, Question

LIMIT = 20.0
"""Seconds after which a worker that thinks is late."""
PATIENCE = 600.0
"""Seconds after which a worker that prepares a game is late."""
MAX_LINE = 1 << 20
HINT_SECONDS = 1.0

log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """A worker has died, or is late."""


class Crew(Protocol):
    """This is what the server needs of those who think for it."""

    def is_ready(self, game: str) -> bool:
        """This tells whether a game can be thought about at once."""

    async def choose(self, view: View, level: str, luck: Luck) -> int:
        """This is the move that a bot of a level chooses; NoAnswer if it does not."""

    async def hint(self, view: View, luck: Luck) -> list[Prospect]:
        """This is the moves of the seat that must choose, the best first."""


@dataclass(eq=False)
class Job:
    """This is a question and who waits for its answer."""

    question: Question
    future: asyncio.Future[Answer]
    limit: float = LIMIT


@dataclass(eq=False)
class Workers:
    """This is a crew of processes."""

    count: int
    games: Iterable[str] = ()
    """What is prepared without being asked."""
    limit: float = LIMIT
    ready: set[str] = field(default_factory=set)
    _jobs: deque[Job] = field(default_factory=deque)
    _idle: deque[str] = field(default_factory=deque)
    _work: asyncio.Condition = field(default_factory=asyncio.Condition)
    _tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def start(self) -> None:
        """This lets the workers begin; the first of them is the one that prepares games."""
        self._idle.extend(self.games)
        self._tasks = [asyncio.create_task(self._serve(number)) for number in range(self.count)]

    async def stop(self) -> None:
        """This ends the workers."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for job in self._jobs:
            job.future.cancel()

    def is_ready(self, game: str) -> bool:
        """This tells whether a game can be thought about at once."""
        return game in self.ready

    async def choose(self, view: View, level: str, luck: Luck) -> int:
        """This is the move that a bot of a level chooses; NoAnswer if it does not."""
        question = Question("choose", view.game.name, _packed(view), view.seat, level, int(luck[0]))
        answer = await self._ask(question, self.limit)
        if answer.move is None:
            raise NoAnswer(answer.fault)
        return answer.move

    async def hint(self, view: View, luck: Luck) -> list[Prospect]:
        """This is the moves of the seat that must choose, the best first."""
        question = Question("hint", view.game.name, _packed(view), view.seat, "", int(luck[0]), HINT_SECONDS)
        answer = await self._ask(question, self.limit)
        if answer.fault:
            raise NoAnswer(answer.fault)
        return answer.prospects

    async def _ask(self, question: Question, limit: float) -> Answer:
        job = Job(question, asyncio.get_running_loop().create_future(), limit)
        async with self._work:
            self._jobs.append(job)
            if question.game in self._idle:
                # Somebody waits for it, so it is prepared before the others.
                self._idle.remove(question.game)
                self._idle.appendleft(question.game)
            self._work.notify_all()
        return await job.future

    async def _next(self, number: int) -> Job:
        async with self._work:
            while True:
                if self._jobs:
                    return self._jobs.popleft()
                if self._idle and number == 0:
                    question = Question("prepare", self._idle.popleft())
                    return Job(question, asyncio.get_running_loop().create_future(), PATIENCE)
                await self._work.wait()

    async def _serve(self, number: int) -> None:
        while True:
            process = await _process()
            try:
                await self._feed(process, number)
            finally:
                await _end(process)

    async def _feed(self, process: asyncio.subprocess.Process, number: int) -> None:
        """This hands questions to a process, as long as it answers."""
        while True:
            job = await self._next(number)
            limit = job.limit if job.question.game in self.ready else PATIENCE
            try:
                answer = await asyncio.wait_for(_exchange(process, job.question), limit)
            except (TimeoutError, OSError, NoAnswer, msgspec.DecodeError, ValueError) as fault:
                log.warning("a worker is replaced: %s", type(fault).__name__)
                if not job.future.done():
                    job.future.set_exception(NoAnswer())
                    job.future.exception()
                return
            except asyncio.CancelledError:
                job.future.cancel()
                raise
            self.ready.add(job.question.game)
            if not job.future.done():
                job.future.set_result(answer)


def _packed(view: View) -> str:
    return b64encode(view.table.tobytes()).decode()


async def _process() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", worker.__name__),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=MAX_LINE,
        start_new_session=True,
    )


async def _exchange(process: asyncio.subprocess.Process, question: Question) -> Answer:
    assert process.stdin  # noqa: S101 - it was made with pipes
    assert process.stdout  # noqa: S101
    process.stdin.write(msgspec.json.encode(question) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise NoAnswer("gone")
    return msgspec.json.decode(line, type=Answer)


async def _end(process: asyncio.subprocess.Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()
    await process.wait()


def crew_of(count: int, games: Iterable[str]) -> Any:
    """This is a crew of so many workers, which prepares games while nothing else is asked."""
    return Workers(count, tuple(games))
