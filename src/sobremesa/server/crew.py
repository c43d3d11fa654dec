"""The crew: processes that think for the server, so that nobody waits while a bot does.

Each is a worker (`python -m sobremesa.server.worker`) that answers one question after another. The server itself never
compiles rules: one process compiles them all, one game after another, and ends; the others load what is compiled.
Until a game is ready, a process with plain rules plays for the bots, those of higher levels like one of level normal.
A worker that dies or is late is replaced, and whoever asked is told.
"""

import asyncio
import contextlib
import logging
import os
import sys
from base64 import b64encode
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Protocol

import msgspec

from sobremesa.core import native
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.server import worker
from sobremesa.server.worker import Answer, Prospect, Question

LIMIT = 30.0
"""Seconds after which a worker is late."""
PATIENCE = 1200.0
"""Seconds after which one that compiles is."""
PLAIN_LEVELS = ("easy", "normal")
"""Levels that play well enough with plain rules; in place of others the last of them plays."""
HINT_SECONDS = 1.0
SIMULATIONS = 400
"""For every table of a review."""
FEW = 2
"""The same with plain rules, which are slow."""
LONGEST = 1 << 26
"""Bytes that a worker may say at once; a review is long."""

log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """A worker has died, or is late, or could not answer."""


class Crew(Protocol):
    """This is what the server needs of those who think for it."""

    def is_ready(self, game: str) -> bool:
        """This tells whether a game can be thought about at full strength."""

    async def choose(self, view: View, level: str, luck: Luck) -> int:
        """This is the move that a bot of a level chooses; NoAnswer if it does not."""

    async def hint(self, view: View, luck: Luck) -> list[Prospect]:
        """This is the moves of the seat that must choose, the best first; NoAnswer if there are none."""

    async def review(self, game: str, record: str, heard: Callable[[int, int], None]) -> dict[str, Any]:
        """This is the review of a match that is over, by its record; NoAnswer if there is none.

        Meanwhile it is told how many of how many tables have been looked at.
        """

    async def start(self) -> None:
        """This lets the crew come."""

    async def stop(self) -> None:
        """This lets it go."""


class Hand:
    """This is one worker: a process that is there when it is needed, and replaced when it fails."""

    def __init__(self, *, is_plain: bool = False) -> None:
        self._environment = os.environ | ({"SOBREMESA_NATIVE": "0"} if is_plain else {})
        self._process: asyncio.subprocess.Process | None = None

    async def ask(
        self, question: Question, limit: float, heard: Callable[[int, int], None] = lambda *_: None
    ) -> Answer:
        """This asks one question; the next only when this one is answered. How far it is, is heard meanwhile."""
        try:
            answer = await asyncio.wait_for(self._exchange(question, heard), limit)
        except (TimeoutError, OSError, EOFError, ValueError) as fault:
            log.warning("a worker is replaced: %r", fault)
            await self.stop()
            raise NoAnswer from fault
        except asyncio.CancelledError:
            # Its answer would be taken for that of the next question.
            await self.stop()
            raise
        if answer.fault:
            log.warning("a worker could not answer: %s", answer.fault)
            raise NoAnswer(answer.fault)
        return answer

    async def _exchange(self, question: Question, heard: Callable[[int, int], None]) -> Answer:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", worker.__name__),
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
            if answer.progress is None:
                return answer
            heard(*answer.progress)
        raise EOFError

    async def stop(self) -> None:
        """This ends the process; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Workers:
    """This is a crew of processes; all games are prepared without being asked, after so many seconds."""

    def __init__(self, count: int, games: Iterable[str], *, limit: float = LIMIT, delay: float = 0.0) -> None:
        self.limit = limit
        self._delay = delay
        self.ready: set[str] = set()
        self._pending = deque(games)
        self._hands = [Hand() for _ in range(count)]
        self._free: asyncio.Queue[Hand] = asyncio.Queue()
        self._plain = Hand(is_plain=True)
        self._plain_lock = asyncio.Lock()
        self._reviewer = Hand()
        self._review_lock = asyncio.Lock()
        self._preparing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """This lets the crew come."""
        for hand in self._hands:
            self._free.put_nowait(hand)
        self._preparing = asyncio.create_task(self._prepare())

    async def stop(self) -> None:
        """This lets it go."""
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.gather(self._preparing, return_exceptions=True)
        for hand in (*self._hands, self._plain, self._reviewer):
            await hand.stop()

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
        async with self._plain_lock:
            await self._plain.stop()

    def is_ready(self, game: str) -> bool:
        """This tells whether a game can be thought about at full strength."""
        return game in self.ready

    async def choose(self, view: View, level: str, luck: Luck) -> int:
        """This is the move that a bot of a level chooses; NoAnswer if it does not."""
        question = Question("choose", view.game.name, _packed(view), view.seat, level, int(luck[0]))
        if self.is_ready(view.game.name):
            async with self._borrowed() as hand:
                answer = await hand.ask(question, self.limit)
        else:
            if view.game.name in self._pending:
                # Somebody waits for it.
                self._pending.remove(view.game.name)
                self._pending.appendleft(view.game.name)
            question.level = level if level in PLAIN_LEVELS else PLAIN_LEVELS[-1]
            async with self._plain_lock:
                answer = await self._plain.ask(question, self.limit)
        if answer.move is None:
            raise NoAnswer
        return answer.move

    async def hint(self, view: View, luck: Luck) -> list[Prospect]:
        """This is the moves of the seat that must choose, the best first; NoAnswer if there are none."""
        if not self.is_ready(view.game.name):
            raise NoAnswer
        question = Question("hint", view.game.name, _packed(view), view.seat, "", int(luck[0]), HINT_SECONDS)
        async with self._borrowed() as hand:
            return (await hand.ask(question, self.limit)).prospects

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

    @asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[Hand]:
        hand = await self._free.get()
        try:
            yield hand
        finally:
            self._free.put_nowait(hand)


def _packed(view: View) -> str:
    return b64encode(view.table.tobytes()).decode()
