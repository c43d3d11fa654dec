"""The arena: bots play one another in turn, each in every seat as often as in the others.

Match n depends on the seed and on n alone, so it does not matter how many processes share the work, or whether it was
interrupted; only bots that think by the clock may decide otherwise the next time.
"""

import hashlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import chain, combinations, islice, permutations
from pathlib import Path
from typing import Any

from msgspec import convert

from sobremesa import bots
from sobremesa.bots.guest import Guest
from sobremesa.core import native
from sobremesa.core.engine import Engine
from sobremesa.core.errors import FileFault, InvalidArena
from sobremesa.core.files import reason_of
from sobremesa.core.game import Game, find
from sobremesa.core.streams import check_seed
from sobremesa.core.words import Phrase, read_phrase
from sobremesa.kit.luck import scatter, sow
from sobremesa.lab.playing import Conduct, Played, play, warm_up
from sobremesa.search import thinker, tree

WAITING = 2
"""How many matches wait for each process, so that none is ever idle."""


@dataclass(frozen=True)
class Result:
    """This is one match of an arena: its number, the bot in every seat, and what came of it."""

    number: int
    seating: tuple[int, ...]
    played: Played

    def json(self) -> dict[str, Any]:
        """This is the result as JSON."""
        return {
            "match": self.number,
            "seating": list(self.seating),
            "began": self.played.beginner,
            "places": list(self.played.places),
            "turns": self.played.turns,
            "choices": self.played.choices,
            "conduct": [asdict(seat) for seat in self.played.conduct],
            "faults": [[seat, fault.json()] for seat, fault in self.played.faults],
        }


def read_result(data: Mapping[str, Any]) -> Result:
    """This reads a result that was written as JSON; what is of another type raises an error of msgspec."""
    played = Played(
        convert(data["choices"], int),
        convert(data["turns"], int),
        convert(data["places"], tuple[int, ...]),
        convert(data["conduct"], tuple[Conduct, ...]),
        tuple((seat, read_phrase(fault)) for seat, fault in data["faults"]),
        # Files of before did not tell.
        convert(data.get("began"), int | None),
    )
    return Result(convert(data["match"], int), tuple(data["seating"]), played)


class Arena:
    """This is who plays what under which seed: all that its results depend on."""

    def __init__(
        self,
        game: Game,
        named: Sequence[str],
        *,
        seed: int,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        limit: float = bots.LIMIT,
    ) -> None:
        self.game = game
        self.start = game.table(seats, options)
        self.bots = tuple(bots.proper_name(name) for name in named)
        self.seats = int(self.start.seats)
        self.seed = check_seed(seed)
        self.limit = limit
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise InvalidArena(reason=Phrase("arena.bots"))

    def terms(self) -> dict[str, Any]:
        """This is the arena as JSON, by which its results are known; bots count by what is in their files."""
        files = {name: _digest(name.partition(":")[0]) for name in self.bots if ".py" in name}
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "seats": self.seats,
            "options": self.game.options_of(self.start),
            "bots": list(self.bots),
            "files": files,
            "code": code_of(self.game),
            "seed": self.seed,
        }

    @property
    def cycle(self) -> int:
        """This is after how many matches everybody has sat in every seat, and against everybody else, equally often."""
        # Moved on by a seat, partners stay partners: only other orders make rivals of them.
        has_partners = len(set(self.sides())) < self.seats
        return len(self._groups) * self._group * (len(self._orders) if has_partners else 1)

    def seating(self, number: int) -> tuple[int, ...]:
        """This is the bot in every seat of a match: groups in turn, each moved on by a seat, then in another order."""
        moved, group = divmod(number, len(self._groups))
        order, first = divmod(moved, self._group)
        around = self._orders[order % len(self._orders)]
        return tuple(self._groups[group][around[(seat + first) % self._group]] for seat in range(self.seats))

    def match_seed(self, number: int) -> int:
        """This is the seed of a match."""
        return int(scatter(sow(self.seed, 1, first=number)[:, 0])[0])

    def sides(self) -> list[int]:
        """This is the side of every seat, named by its lowest seat."""
        return [int(self.game.worth.side(self.start, seat)) for seat in range(self.seats)]

    def crew(self) -> "Crew":
        """This makes the bots, ready to play."""
        return Crew(self)

    @property
    def most_seats(self) -> int:
        """This is how many seats of one match a bot has at most."""
        return -(-self.seats // self._group)

    @property
    def _group(self) -> int:
        return min(len(self.bots), self.seats)

    @cached_property
    def _groups(self) -> list[tuple[int, ...]]:
        return list(combinations(range(len(self.bots)), self._group))

    @cached_property
    def _orders(self) -> list[tuple[int, ...]]:
        # An order and the same order moved on are one, so the first bot stays where it is.
        return [(0, *rest) for rest in permutations(range(1, self._group))]


class Crew:
    """This is the bots of an arena in one process: each as often as it sits at one table, so none sees two hands."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.engine = Engine(arena.game)
        self.bots = [[bots.find(name) for _ in range(arena.most_seats)] for name in arena.bots]
        warm_up(self.engine, arena.start, [bot for bot, *_ in self.bots if not isinstance(bot, Guest)])

    def play(self, number: int) -> Result:
        """This plays a match; guests come to it without memories, or it would depend on the matches before it."""
        seating = self.arena.seating(number)
        for bot in chain(*self.bots):
            if isinstance(bot, Guest):
                bot.begin()
        seated = [self.bots[bot][seating[:seat].count(bot)] for seat, bot in enumerate(seating)]
        seed = self.arena.match_seed(number)
        return Result(number, seating, play(self.engine, self.arena.start, seated, seed, limit=self.arena.limit))


def hold(arena: Arena, numbers: Sequence[int], *, threads: int = 1) -> Iterator[Result]:
    """This plays matches of an arena, in as many processes as it is given threads; results come as they are ready.

    Bots spend much of their time in Python, of which a process runs one thread at a time.
    """
    # The first to compile does it for all.
    crew = arena.crew()
    if min(threads, len(numbers)) <= 1:
        yield from map(crew.play, numbers)
        return
    del crew
    known = multiprocessing.active_children()
    pool = ProcessPoolExecutor(
        min(threads, len(numbers)),
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_arrive,
        initargs=(arena.terms() | {"limit": arena.limit},),
    )
    try:
        yield from _shared(pool, numbers, WAITING * threads)
        pool.shutdown()
    except BrokenProcessPool as fault:
        raise InvalidArena(reason=Phrase("arena.worker")) from fault
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process not in known:
                process.terminate()


def _shared(pool: ProcessPoolExecutor, numbers: Sequence[int], room: int) -> Iterator[Result]:
    coming = iter(numbers)
    with _deaf():
        pending = {pool.submit(_play, number) for number in islice(coming, room)}
    while pending:
        ready, pending = wait(pending, return_when=FIRST_COMPLETED)
        pending |= {pool.submit(_play, number) for number in islice(coming, len(ready))}
        yield from (future.result() for future in ready)


@contextmanager
def _deaf() -> Iterator[None]:
    """This lets processes start that do not hear an interrupt: whoever started them hears it for them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_crew: Crew


def _arrive(terms: dict[str, Any]) -> None:
    global _crew
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    _crew = Arena(
        find(terms["game"]),
        terms["bots"],
        seed=terms["seed"],
        seats=terms["seats"],
        options=terms["options"],
        limit=terms["limit"],
    ).crew()


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(number: int) -> Result:
    return _crew.play(number)


def code_of(game: Game) -> str:
    """This names all that our own bots decide by in a game: other rules or another search are other bots."""
    judging = [module.__name__ for module in (game.rules, game.worth, game.insight) if module]
    sources = native.sources_of([tree.__name__, *judging])
    deciding = [Path(thinker.__file__), *sorted(Path(bots.__file__).parent.glob("*.py"))]
    return _named("".join([*sources.values(), *(path.read_text(encoding="utf-8") for path in deciding)]).encode())


def _digest(path: str) -> str:
    try:
        return _named(Path(path).read_bytes())
    except OSError as fault:
        raise FileFault(path=path, reason=reason_of(fault)) from fault


def _named(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
