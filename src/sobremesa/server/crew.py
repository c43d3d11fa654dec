"""The crew: processes that think for the server, so that nobody waits while a bot does.

Each is a worker (`python -m sobremesa.server.worker`) that answers one question after another. The server itself never
compiles rules: one process compiles them all, one game after another, and ends; the others load what is compiled.
Until a game is ready, a process with plain rules plays for the bots, those of higher levels like one of level normal.
A worker that dies or is late is replaced, and whoever asked is told. Who is answered next, `thinking` decides.
"""

import asyncio
import contextlib
import logging
import os
import sys
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from sobremesa.core import native
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import worker
from sobremesa.server.limits import Limits
from sobremesa.server.prometheus import Registry
from sobremesa.server.thinking import Asker, NoAnswer, Queue
from sobremesa.server.worker import Answer, Prospect, Question

LIMIT = 30.0
"""Seconds after which a worker is late."""
PATIENCE = 1200.0
"""Seconds after which one that compiles is."""
PLAIN_LEVELS = ("easy", "normal")
"""Levels that play well enough with plain rules; in place of others the last of them plays."""
BACKGROUND, REVIEWS = 10, 15
"""How much others go before the worker in the background, and before reviews."""
REST = 0.5
"""Seconds between two looks whether the process with plain rules is still needed."""
TELL_AGAIN = 0.05
"""Seconds after which a worker that goes on is told again to stop."""
HINT_SECONDS = 1.0
SIMULATIONS = 400
"""For every table of a review."""
FEW = 2
"""The same with plain rules, which are slow."""
LONGEST = 1 << 26
"""Bytes that a worker may say at once; a review is long."""

log = logging.getLogger(__name__)


class Crew(Protocol):
    """This is what the server needs of those who think for it."""

    def is_ready(self, game: str) -> bool:
        """This tells whether a game can be thought about at full strength."""

    async def choose(self, view: View, level: str, luck: Luck, asker: Asker) -> int:
        """This is the move that a bot of a level chooses; NoAnswer if it does not."""

    def check_hint(self, asker: Asker) -> None:
        """Let a hint for somebody pass; Hurried if it would be refused now."""

    async def hint(self, view: View, luck: Luck, asker: Asker) -> list[Prospect]:
        """This is the moves of the seat that must choose, the best first; NoAnswer if there are none."""

    async def review(self, game: str, record: str, heard: Callable[[int, int], None]) -> dict[str, Any]:
        """This is the review of a match that is over, by its record; NoAnswer if there is none.

        Meanwhile it is told how many of how many tables have been looked at.
        """

    async def start(self) -> None:
        """This lets the crew come."""

    async def stop(self) -> None:
        """This lets it go."""

    def register(self, registry: Registry) -> None:
        """Register what waits, and what it costs."""


class Hand:
    """This is one worker: a process that is there when it is needed, and replaced when it fails."""

    def __init__(self, *, is_plain: bool = False, nice: int = worker.NICE) -> None:
        self._environment = os.environ | ({"SOBREMESA_NATIVE": "0"} if is_plain else {})
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self._asked = 0
        """The number of the question that is being answered."""
        self._has_answered = False
        """Whether it is there and listens; before that, what tells it to stop would end it."""

    async def ask(
        self, question: Question, limit: float, heard: Callable[[int, int], None] = lambda *_: None
    ) -> Answer:
        """This asks one question; the next only when this one is answered. How far it is, is heard meanwhile."""
        try:
            try:
                answer = await asyncio.wait_for(self._exchange(question, heard), limit)
            finally:
                self._asked += 1
        except (TimeoutError, OSError, EOFError, ValueError) as fault:
            log.warning("a worker is replaced: %r", fault)
            await self.stop()
            raise NoAnswer from fault
        except asyncio.CancelledError:
            # Its answer would be taken for that of the next question.
            await self.stop()
            raise
        if answer.fault:
            if answer.fault != worker.ABANDONED:
                log.warning("a worker could not answer: %s", answer.fault)
            raise NoAnswer(answer.fault)
        return answer

    async def _exchange(self, question: Question, heard: Callable[[int, int], None]) -> Answer:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", worker.__name__, str(self._nice)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=self._environment,
                limit=LONGEST,
                # What ends the server from the keyboard ends it by the end of its input.
                start_new_session=True,
            )
        into, out = self._process.stdin, self._process.stdout
        if into is None or out is None:
            raise EOFError
        into.write(msgspec.json.encode(question) + b"\n")
        await into.drain()
        while line := await out.readline():
            answer = msgspec.json.decode(line, type=Answer)
            self._has_answered = True
            if answer.progress is None:
                return answer
            heard(*answer.progress)
        raise EOFError

    def abandon(self) -> None:
        """Let the question be given up that is being answered: nobody waits for it.

        The process stays: to load what is compiled takes longer than most answers. One that cannot be told goes on.
        """
        self._tell_to_stop(self._asked)

    def _tell_to_stop(self, asked: int) -> None:
        if self._process is None or asked != self._asked or worker.GIVE_UP is None:
            return
        if self._has_answered:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(worker.GIVE_UP)
        # It may not have read yet what it is to stop with.
        asyncio.get_running_loop().call_later(TELL_AGAIN, self._tell_to_stop, asked)

    async def stop(self) -> None:
        """This ends the process; the next question starts another."""
        process, self._process, self._has_answered = self._process, None, False
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Workers:
    """This is a crew of processes; all games are prepared without being asked, after so many seconds."""

    def __init__(
        self,
        count: int,
        games: Iterable[str],
        *,
        limit: float = LIMIT,
        delay: float = 0.0,
        limits: Limits | None = None,
    ) -> None:
        self._delay = delay
        self.ready: set[str] = set()
        self._pending = deque(games)
        self._hands = [Hand() for _ in range(count)]
        self._background = Hand(nice=BACKGROUND)
        self._queue = Queue(self._hands, self._background, limits, limit=limit)
        self._plain = Hand(is_plain=True)
        self._plain_queue = Queue([], self._plain, limits, limit=limit)
        self._reviewer = Hand(nice=REVIEWS)
        self._review_lock = asyncio.Lock()
        self._preparing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """This lets the crew come."""
        self._preparing = asyncio.create_task(self._prepare())

    async def stop(self) -> None:
        """This lets it go."""
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.gather(self._preparing, return_exceptions=True)
        for queue in (self._queue, self._plain_queue):
            await queue.stop()
        for hand in (*self._hands, self._background, self._plain, self._reviewer):
            await hand.stop()

    def register(self, registry: Registry) -> None:
        """Register what waits, and what it costs."""
        self._queue.register(registry)

    async def _prepare(self) -> None:
        hand, is_native = Hand(), native.is_wanted()
        await asyncio.sleep(self._delay)
        try:
            while self._pending:
                game = self._pending.popleft()
                try:
                    if is_native:
                        await hand.ask(Question("prepare", game), PATIENCE)
                    self.ready.add(game)
                except NoAnswer:
                    log.warning("bots of %s play with plain rules", game)
        finally:
            await hand.stop()
        while not self._plain_queue.is_idle:
            await asyncio.sleep(REST)
        await self._plain.stop()

    def is_ready(self, game: str) -> bool:
        """This tells whether a game can be thought about at full strength."""
        return game in self.ready

    async def choose(self, view: View, level: str, luck: Luck, asker: Asker | None = None) -> int:
        """This is the move that a bot of a level chooses; NoAnswer if it does not."""
        question = Question("choose", view.game.name, _packed(view), view.seat, level, int(luck[0]))
        queue = self._queue
        if not self.is_ready(view.game.name):
            if view.game.name in self._pending:
                # Somebody waits for it.
                self._pending.remove(view.game.name)
                self._pending.appendleft(view.game.name)
            question.level = level if level in PLAIN_LEVELS else PLAIN_LEVELS[-1]
            queue = self._plain_queue
        answer = await queue.ask(question, asker or Asker())
        if answer.move is None:
            raise NoAnswer
        return answer.move

    def check_hint(self, asker: Asker) -> None:
        """Let a hint for somebody pass; Hurried if it would be refused now."""
        self._queue.check_hint(asker)

    async def hint(self, view: View, luck: Luck, asker: Asker | None = None) -> list[Prospect]:
        """This is the moves of the seat that must choose, the best first; NoAnswer if there are none."""
        if not self.is_ready(view.game.name):
            raise NoAnswer
        question = Question("hint", view.game.name, _packed(view), view.seat, "", int(luck[0]), HINT_SECONDS)
        return (await self._queue.ask(question, asker or Asker())).prospects

    async def review(self, game: str, record: str, heard: Callable[[int, int], None]) -> dict[str, Any]:
        """This is the review of a match that is over; one after another, by a process that bots need not wait for."""
        if not self.is_ready(game):
            raise NoAnswer
        simulations = SIMULATIONS if native.is_wanted() else FEW
        question = Question("review", game, record=record, simulations=simulations)
        async with self._review_lock:
            try:
                answer = await self._reviewer.ask(question, PATIENCE, heard)
            finally:
                # Few matches are reviewed, and a process that knows a game takes room.
                await self._reviewer.stop()
        if answer.review is None:
            raise NoAnswer
        return answer.review


def _packed(view: View) -> str:
    return b64encode(view.table.tobytes()).decode()
