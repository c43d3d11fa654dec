"""Thinking: a search of one view, by time or by a number of simulations, in one thread or several."""

import mmap
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import sqrt
from threading import Lock
from typing import Any

import numpy as np

from sobremesa.core import native
from sobremesa.core.engine import check_number, check_seconds, zeros
from sobremesa.core.game import Game
from sobremesa.core.table import alone, dtype_of
from sobremesa.core.view import View
from sobremesa.core.worth import UNKNOWN_WORTH
from sobremesa.kit.luck import Luck, draw, sow
from sobremesa.search import tree
from sobremesa.search.aside import compile_aside
from sobremesa.search.tree import ROOT, UNTOLD, Hope, Node

NODE, HOPE, SCORE = dtype_of(Node), dtype_of(Hope), np.dtype(np.float64)
MOST_NODES = 1 << 19
"""Beyond this a tree grows no more, and only learns."""

DEEPEST = 400
BEAT = 0.003
"""Seconds between two looks at the clock, about."""

_compiled: set[Game] = set()
"""Games whose search is compiled in this process."""
_compiler, _beginning = Lock(), Lock()


@dataclass(frozen=True)
class Prospect:
    """This is what a search found out about a choice."""

    choice: int
    visits: int
    chances: tuple[float, ...]
    """The chance of winning of every seat after it."""
    error: float
    """The standard error of the thinker's chance."""


@dataclass(frozen=True)
class Thought:
    """This is what a search found out about a table."""

    simulations: int
    steps: int
    chances: tuple[float, ...]
    """The chance of winning of every seat."""
    error: float
    """The standard error of the thinker's chance."""
    prospects: tuple[Prospect, ...]
    """Every choice that was tried, the most often tried first."""


def loops(game: Game, *, is_native: bool) -> Any:
    """This binds the loops of the tree to a game and to how searches judge it."""
    return _bound(game, (game.insight or game.worth).__name__, is_native=is_native)


def plain_loops(game: Game, *, is_native: bool) -> Any:
    """This binds the loops of the tree to a game and to its worth alone, for those who do not look ahead."""
    return _bound(game, game.worth.__name__, is_native=is_native)


@cache
def _bound(game: Game, worth: str, *, is_native: bool) -> Any:
    # What rules call worth is something of their own, so they come after it; what neither says is not known.
    return native.bind(tree.__name__, worth, game.rules.__name__, UNKNOWN_WORTH.__name__, native=is_native)


class Tree:
    """This is one tree that grows: the view it is about, its luck and its nodes."""

    def __init__(self, view: View, luck: Luck, *, is_native: bool, room: int = MOST_NODES) -> None:
        game, seats = view.game, int(view.table.seats)
        self.game, self.seat, self.is_open, self.luck = game, view.seat, game.is_open, luck
        self.is_native, self.loops = is_native, loops(game, is_native=is_native)
        self.start = alone(view.table)
        self.nodes = blank(room * NODE.itemsize).view(NODE)
        self.hopes = blank(room * HOPE.itemsize).view(HOPE)
        self.used = zeros(1) + 1
        self.totals = blank(room * (seats + 1) * SCORE.itemsize).view(SCORE).reshape(room, seats + 1)
        self.scratch = np.repeat(self.start, 2)
        self.lists = (
            zeros(DEEPEST),
            zeros(game.width),
            zeros(game.width),
            zeros(game.width),
            np.zeros(seats),
            zeros(seats),
            np.zeros(game.width),
        )
        self.simulations = 0
        self.steps = 0

    def grow(self, simulations: int) -> None:
        """This adds simulations."""
        tables, lists = (self.nodes, self.hopes, self.used, self.totals, self.scratch), self.lists
        self.steps += self.loops.think(self.start, self.seat, self.is_open, self.luck, simulations, *tables, *lists)
        self.simulations += simulations

    def grow_until(self, end: float, *, goes_native: bool = False) -> None:
        """This adds simulations until a time of the monotonic clock, at least one.

        Whoever has said how long they think does not wait for the compiler: a tree that goes native begins plainly.
        """
        count, now, longest = 1, time.monotonic(), 0.0
        while True:
            if goes_native and not self.is_native and _is_compiled(self.game):
                self.is_native, self.loops = True, loops(self.game, is_native=True)
            self.grow(count)
            took = max(time.monotonic() - now, 1e-6)
            now += took
            if self.is_native:
                count = max(1, min(4 * count, int(count * BEAT / took)))
                # A round that is as long as the last one must still fit in.
                needed = max(BEAT, took / count)
            else:
                # Plain ones differ much in length, and a compiler beside them makes some of them longer.
                longest = max(longest, took)
                needed = 2 * longest
            if now + needed > end:
                return


def think(
    view: View,
    luck: Luck,
    *,
    seconds: float = 1.0,
    simulations: int | None = None,
    threads: int = 1,
    is_native: bool | None = None,
) -> Thought:
    """This searches a view for so many seconds, or so many simulations; every thread grows a tree of its own.

    By simulations, what comes out depends on the view, the luck and the number of threads alone. By seconds, a game
    that is not compiled yet is searched plainly, hundreds of times slower, while it is compiled aside: see `warm_up`.
    """
    check_number("threads", threads, 1)
    is_native = native.is_wanted() if is_native is None else is_native
    if simulations is None:
        check_seconds("seconds", seconds)
    else:
        check_number("simulations", simulations, 1)
    began = time.monotonic()
    # A simulation adds at most what can be chosen at one node, and nodes for what is not told.
    room = MOST_NODES if simulations is None else min(MOST_NODES, (simulations + 1) * (view.game.width + DEEPEST))
    starts_native = is_native and (simulations is not None or _is_compiled(view.game))
    trees = [Tree(view, each, is_native=starts_native, room=room) for each in sow(int(draw(luck)), threads)]
    if simulations is None:
        end = began + seconds
        _each(lambda one, _: one.grow_until(end, goes_native=is_native), trees)
    else:
        _each(lambda one, number: one.grow((simulations + number) // threads), trees)
        if is_native:
            _compiled.add(view.game)
    return _thought(trees)


def warm_up(game: Game) -> None:
    """This compiles the search of a game, or finds it compiled, so that nobody waits for it later."""
    if native.is_wanted():
        _compile(game)


def blank(size: int) -> Any:
    """This is so many bytes that are zero without having been touched.

    A tree leaps about in its memory: in large pages, where the machine has them, that takes half the time.
    """
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return np.zeros(size, dtype=np.uint8)
    memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    memory.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(memory, dtype=np.uint8)


def _compile(game: Game) -> None:
    with _compiler:
        if game not in _compiled:
            think(View(game, game.table(), 0), sow(0, 1)[0], simulations=1, is_native=True)


def _is_compiled(game: Game) -> bool:
    """This tells whether a game is compiled here; if not, it is compiled aside from now on."""
    if game not in _compiled:
        with _beginning:
            # Whoever was forked begins anew: nobody else loads anything for them.
            _begin(game, os.getpid())
    return game in _compiled


@cache
def _begin(game: Game, process: int) -> None:  # noqa: ARG001 - once in every process
    compile_aside(game, _compile)


def _each(grow: Callable[[Tree, int], None], trees: list[Tree]) -> None:
    if len(trees) == 1:
        grow(trees[0], 0)
        return
    with ThreadPoolExecutor(len(trees)) as pool:
        list(pool.map(grow, trees, range(len(trees))))


def _thought(trees: list[Tree]) -> Thought:
    root = _Sum(trees[0])
    below: dict[int, _Sum] = {}
    for one in trees:
        root.add(one, ROOT)
        node = int(one.nodes[ROOT].first)
        while node != 0:
            if one.nodes[node].choice != UNTOLD:
                below.setdefault(int(one.nodes[node].choice), _Sum(one)).add(one, node)
            node = int(one.nodes[node].after)
    prospects = [
        Prospect(choice, sum_.visits, sum_.chances(), sum_.error()) for choice, sum_ in below.items() if sum_.visits
    ]
    return Thought(
        sum(one.simulations for one in trees),
        sum(one.steps for one in trees),
        root.chances(),
        root.error(),
        tuple(sorted(prospects, key=lambda prospect: (-prospect.visits, -prospect.chances[trees[0].seat]))),
    )


class _Sum:
    """What several trees know of one choice."""

    def __init__(self, one: Tree) -> None:
        self.seat = one.seat
        self.visits = 0
        self.totals = np.zeros(one.totals.shape[1] - 1)
        self.squares = 0.0

    def add(self, one: Tree, node: int) -> None:
        self.visits += int(one.nodes[node].visits)
        self.totals += one.totals[node, :-1]
        self.squares += float(one.totals[node, -1])

    def chances(self) -> tuple[float, ...]:
        return tuple((self.totals / self.visits).tolist())

    def error(self) -> float:
        mean = self.chances()[max(self.seat, 0)]
        return sqrt(max(self.squares / self.visits - mean * mean, 0) / self.visits)
