"""A worker: a process that answers questions about views, one after another, until nobody asks any more.

It gets views and nothing else, so a bot cannot see more than its seat; and records of matches that are over, to review.
"""

import os
import signal
import sys
import threading
import time
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
import numpy as np

from sobremesa import bots
from sobremesa.core.discovery import reason_of
from sobremesa.core.engine import Engine
from sobremesa.core.game import find
from sobremesa.core.table import blank
from sobremesa.core.view import View
from sobremesa.kit.luck import Luck
from sobremesa.lab.playing import warm_up
from sobremesa.lab.statistics import Z95
from sobremesa.search.reasons import reasons
from sobremesa.search.thinker import think

HINTS = 3
PREPARED = ("normal", "hard")
"""Levels that between them need everything that any level needs."""
NICE = 5
"""How much the server goes before."""
OFTEN = 1.0
"""Seconds between two looks at whether the server is still there."""
GIVE_UP = getattr(signal, "SIGUSR1", None)
"""What tells a worker that nobody waits for its answer any more; not every system has it."""
ABANDONED = "abandoned"
AUTOGROUP = Path("/proc/self/autogroup")


class Abandoned(BaseException):
    """Nobody waits for the answer any more; bots that catch every exception do not catch this one."""


class Question(msgspec.Struct, omit_defaults=True):
    """This is what a worker is asked: to choose a move, to give hints, to prepare a game, or to review a match."""

    verb: str
    game: str
    table: str = ""
    seat: int = 0
    level: str = ""
    luck: int = 1
    seconds: float = 0.0
    record: str = ""
    simulations: int = 0


class Prospect(msgspec.Struct):
    """This is a move, the chance of winning after it, half the width of its 95 % interval, and what speaks for it."""

    move: int
    chance: float
    interval: float
    reasons: list[dict[str, Any]] = []
    """What speaks for it, as phrases."""


class Answer(msgspec.Struct, omit_defaults=True):
    """This is what a worker answers: a move, or hints, or a review, or what went wrong.

    Before a review it says now and then how many of how many tables have been looked at.
    """

    move: int | None = None
    prospects: list[Prospect] = []
    review: dict[str, Any] | None = None
    progress: tuple[int, int] | None = None
    fault: str = ""
    spent: float = 0.0
    """Seconds of processor time."""


class Seen(View):
    """This is a view that was hidden elsewhere: what a seat may not know never came here."""

    def __init__(self, game: str, table: bytes, seat: int) -> None:
        self.game = find(game)
        self.seat = seat
        tables = blank(self.game.rules.Table)
        tables.view(np.uint8)[:] = np.frombuffer(table, dtype=np.uint8)
        self.table = tables[0]
        self._verbs = verbs(game)


@cache
def verbs(game: str) -> Any:
    """This is a game's rules at full speed."""
    return Engine(find(game)).drivers


def answer(question: Question, tell: Callable[[Answer], None] = lambda _: None) -> Answer:
    """This answers a question; how far it has come with a long one it tells meanwhile."""
    if question.verb == "prepare":
        return _prepare(question.game)
    if question.verb == "review":
        # It takes a while to load, and few workers are asked for it.
        from sobremesa.server.reviewed import reviewed

        return Answer(review=reviewed(question.record, question.simulations, lambda *far: tell(Answer(progress=far))))
    view = Seen(question.game, b64decode(question.table), question.seat)
    luck = np.array([question.luck], dtype=np.uint64)
    if question.verb == "hint":
        return Answer(prospects=_hint(view, luck, question.seconds))
    chosen = bots.consult(bots.find(question.level), view, luck, limit=None)
    return Answer(fault=chosen.fault.key) if chosen.fault else Answer(move=chosen.move.number)


def _prepare(game: str) -> Answer:
    """This compiles a game, or finds it compiled, for bots of every level."""
    found = find(game)
    warm_up(Engine(found), found.table(), [bots.find(level) for level in PREPARED])
    return Answer()


def _hint(view: View, luck: Luck, seconds: float) -> list[Prospect]:
    thought = think(view, luck, seconds=seconds)
    return [
        Prospect(
            each.choice,
            each.chances[view.seat],
            Z95 * each.error,
            [phrase.json() for phrase in reasons(view, each.choice, luck)],
        )
        for each in thought.prospects[:HINTS]
    ]


def let_others_go_before(nice: int) -> None:
    """Give way to other processes, by so much.

    Linux shares the processor among sessions first, where it is set up so, and a worker has a session of its own: then
    the niceness of its group counts, and that of the process alone would change nothing.
    """
    chosen = os.nice(nice)
    with suppress(OSError):
        AUTOGROUP.write_text(f"{chosen}")


def follow_parent() -> None:
    """End this process soon after the one that has started it, even in the middle of an answer."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(OFTEN)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Attention:
    """What a worker is busy with; it can be told that nobody waits for it any more.

    Only for a kind of question that it has answered before: what is loaded for the first one is loaded to its end.
    """

    def __init__(self) -> None:
        self._known: set[tuple[str, str, str]] = set()
        self._may_stop = False

    def listen(self) -> None:
        """Stop from now on whenever it is told to."""
        if GIVE_UP is not None:
            signal.signal(GIVE_UP, self._stop)

    def _stop(self, *_: object) -> None:
        if self._may_stop:
            raise Abandoned

    def answer(self, line: bytes, tell: Callable[[Answer], None]) -> Answer:
        """Answer a question, or say why not."""
        try:
            return self._answer(msgspec.json.decode(line, type=Question), tell)
        except Abandoned:
            return Answer(fault=ABANDONED)
        except Exception as fault:
            return Answer(fault=reason_of(fault))

    def _answer(self, question: Question, tell: Callable[[Answer], None]) -> Answer:
        kind = question.verb, question.game, question.level
        try:
            self._may_stop = kind in self._known
            given = answer(question, tell)
        finally:
            self._may_stop = False
        self._known.add(kind)
        return given


def main() -> None:
    """This answers every line of its input, until there are no more; how much others go before may be said."""
    let_others_go_before(int(sys.argv[1]) if len(sys.argv) > 1 else NICE)
    follow_parent()
    attention = Attention()
    attention.listen()
    # What a bot may print must not look like an answer.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(BrokenPipeError, KeyboardInterrupt):
        for line in sys.stdin.buffer:
            began = time.process_time()
            given = attention.answer(line, lambda far: _write(answers, far))
            given.spent = time.process_time() - began
            _write(answers, given)


def _write(answers: BinaryIO, given: Answer) -> None:
    line = memoryview(msgspec.json.encode(given) + b"\n")
    while line:
        # A pipe takes what it has room for.
        line = line[answers.write(line) :]


if __name__ == "__main__":
    main()
