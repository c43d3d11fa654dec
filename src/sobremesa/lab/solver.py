"""The solver: exact play of small games, by finding every table that can come about and iterating their values.

It knows nothing of search or of chance draws: every outcome counts with its weight. The value of a table is the chance
that seat 0 wins if both sides play their best from there on; seat 0 makes it as large as it can, seat 1 as small, and a
match that both win counts half. Two bounds are iterated, one from nobody winning anything up and one from seat 0 always
winning down; where they meet lies the value, so that the error of a solution is known and not guessed.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from sobremesa.core.engine import zeros
from sobremesa.core.errors import EndlessPlay, HasSecrets, InvalidSeats, TookTooLong, TooManyTables, TooMuchMemory
from sobremesa.core.game import Game
from sobremesa.core.rules import CHANCE, OVER, Ints
from sobremesa.lab.atlas import Atlas
from sobremesa.lab.expand import COMPLETE, EXPLORED, FOUND, FULL, SECRET, SIDES, Bytes, Floats
from sobremesa.lab.solution import Solution

MOST = 5_000_000
"""More tables than this are not solved unless somebody asks for it."""

MEMORY = 1.0
"""Nor tables that need more than so many gigabytes while they are explored."""

SECONDS = 600.0
"""Nor those that are not all found after so long."""

GIGABYTE = 1e9

TOLERANCE = 1e-9
"""No value of a solution is further off than this."""

CHUNK = 20_000
ROOM = 1 << 14
WORD = 8
"""Bytes of a number."""
MAX_STAGES = 64

Progress = Callable[[str, int, float], None]
"""What is told of the progress: "tables" with how many are explored and the part of all that are known by now, then
"sweeps" with how many were made and how far the bounds still lie apart."""


@dataclass(frozen=True)
class Graph:
    """This is what can follow from what: the choices of table n are those from firsts[n] to firsts[n + 1]."""

    who: Ints
    """The actor of every table."""
    worth: Floats
    """What every table that is over is worth to seat 0."""
    firsts: Ints
    following: Ints
    """The table after every choice."""
    share: Floats
    """The chance of every outcome."""


def solve(
    game: Game,
    *,
    seats: int = SIDES,
    options: Mapping[str, Any] | None = None,
    most: int = MOST,
    memory: float = MEMORY,
    seconds: float = SECONDS,
    tolerance: float = TOLERANCE,
    native: bool | None = None,
    progress: Progress | None = None,
) -> Solution:
    """This solves a game of two sides in which everything lies open and few tables can come about.

    It raises HasSecrets where a side may not see everything, TooManyTables where there are more than most,
    TooMuchMemory where they need more gigabytes than memory, TookTooLong where they are not found in so many seconds,
    and EndlessPlay where the best play need not end.
    """
    if seats != SIDES:
        raise InvalidSeats(game=game.name, expected=(SIDES,), given=repr(seats))
    began = time.perf_counter()
    atlas = Atlas(game, dict(options or {}), native=native)
    keys, graph = explore(atlas, most, progress, memory=memory, seconds=seconds)
    values, sweeps, error = iterate(game, graph, tolerance, progress)
    residual = float(np.abs(backup(graph, values) - values).max())
    return Solution(
        atlas, keys, values, sweeps=sweeps, error=error, residual=residual, seconds=time.perf_counter() - began
    )


def explore(
    atlas: Atlas,
    most: int = MOST,
    progress: Progress | None = None,
    *,
    memory: float = MEMORY,
    seconds: float = SECONDS,
) -> tuple[Bytes, Graph]:
    """This finds every table that can come about, as a key each, and what can follow from it."""
    began = time.monotonic()
    room, edges = ROOM, ROOM
    keys = np.zeros((0, len(atlas.columns)), dtype=np.uint8)
    who, worth, firsts = zeros(0), np.zeros(0), zeros(1)
    following, share = zeros(0), np.zeros(0)
    counts = zeros(2)
    verdict = FULL
    while verdict != COMPLETE:
        if verdict == FULL:
            # Twice the room as soon as either runs out: every table is moved a few times at most.
            room = _doubled(room, int(counts[FOUND]) + atlas.game.width)
            edges = _doubled(edges, int(firsts[counts[EXPLORED]]) + atlas.game.width)
            if _bytes(atlas, room, edges) > memory * GIGABYTE:
                raise TooMuchMemory(game=atlas.game.name, tables=f"{counts[FOUND]:,}", memory=f"{memory:g}")
            keys, who, worth, firsts = (_grown(old, room + 1) for old in (keys, who, worth, firsts))
            following, share = (_grown(old, edges) for old in (following, share))
            if counts[FOUND] == 0:
                keys[0] = atlas.key_of(atlas.start)
                counts[FOUND] = 1
            slots = atlas.slots_of(keys, int(counts[FOUND]), room)
        verdict = atlas.drivers.explore(
            *atlas.desk(),
            atlas.columns,
            keys[:room],
            slots,
            *atlas.lists(),
            who,
            worth,
            firsts,
            following,
            share,
            counts,
            CHUNK,
        )
        if verdict == SECRET:
            raise HasSecrets(game=atlas.game.name)
        if counts[FOUND] > most:
            raise TooManyTables(game=atlas.game.name, most=f"{most:,}")
        if verdict != COMPLETE and time.monotonic() - began > seconds:
            raise TookTooLong(game=atlas.game.name, seconds=f"{seconds:g}")
        if progress:
            progress("tables", int(counts[EXPLORED]), counts[EXPLORED] / counts[FOUND])
    found, last = int(counts[FOUND]), int(firsts[counts[FOUND]])
    graph = Graph(who[:found], worth[:found], firsts[: found + 1], following[:last], share[:last])
    return keys[:found].copy(), graph


def _bytes(atlas: Atlas, room: int, edges: int) -> int:
    """This is how much memory an exploration needs: for every table a key, slots and three numbers; its choices."""
    slots = 1 << (2 * room - 1).bit_length()
    return room * (len(atlas.columns) + 3 * WORD) + slots * WORD + edges * 2 * WORD


def _doubled(room: int, needed: int) -> int:
    while room < needed:
        room *= 2
    return room


def _grown(old: npt.NDArray[Any], room: int) -> npt.NDArray[Any]:
    if len(old) >= room:
        return old
    new = np.zeros((room, *old.shape[1:]), dtype=old.dtype)
    new[: len(old)] = old
    return new


@dataclass(frozen=True)
class Group:
    """This is the tables of one kind of actor whose values are made anew together."""

    rows: Ints
    firsts: Ints
    following: Ints
    share: Floats
    who: int

    def backup(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """This is what the tables are worth if those that follow are worth so much."""
        after = values[self.following]
        if len(self.rows) == 0:
            return after
        if self.who == CHANCE:
            return np.add.reduceat(after * self.share, self.firsts)
        return (np.maximum if self.who == 0 else np.minimum).reduceat(after, self.firsts)


class Sweeper:
    """This makes the values of all tables anew, those first from which nothing but chance follows, chance last.

    Tables at which a seat has only one move are passed over: whatever leads to them leads to where they lead.
    """

    def __init__(self, graph: Graph) -> None:
        self.ends = ends_of(graph)
        shortened = replace(graph, following=self.ends[graph.following])
        is_passed = self.ends != np.arange(len(self.ends))
        self.passed = np.flatnonzero(is_passed)
        self.throws = np.flatnonzero(graph.who == CHANCE)
        stages = stages_of(shortened)
        kinds = [(stage, who) for stage in range(1, int(stages.max()) + 1) for who in range(SIDES)]
        self.groups = [
            group(shortened, rows, who)
            for stage, who in [*kinds, (0, CHANCE)]
            if len(rows := np.flatnonzero((stages == stage) & (graph.who == who) & ~is_passed))
        ]

    def sweep(self, values: Floats) -> None:
        """This makes the values anew, each from those that are newest."""
        for part in self.groups:
            values[part.rows] = part.backup(values)

    def finish(self, values: Floats) -> None:
        """This makes the values of all tables at which a seat chooses anew, those that are passed over too."""
        for part in self.groups:
            if part.who != CHANCE:
                values[part.rows] = part.backup(values)
        values[self.passed] = values[self.ends[self.passed]]


def ends_of(graph: Graph) -> Ints:
    """This is where each table leads by moves that are the only ones: for most to itself."""
    ends = np.arange(len(graph.who))
    rows = np.flatnonzero((graph.who >= 0) & (graph.firsts[1:] - graph.firsts[:-1] == 1))
    ends[rows] = graph.following[graph.firsts[rows]]
    # Each round doubles the length of the ways that are shortened.
    for _ in range(MAX_STAGES):
        ends = ends[ends]
    return ends


def stages_of(graph: Graph) -> Ints:
    """This is how many decisions at most lie between a table and the next throw; 0 where no seat chooses."""
    stages = zeros(len(graph.who))
    seated = group(graph, np.flatnonzero(graph.who >= 0), 0)
    # Decisions that go round in a circle would count for ever; any order is good for them.
    for _ in range(MAX_STAGES):
        before = stages[seated.rows]
        stages[seated.rows] = 1 + seated.backup(stages)
        if (stages[seated.rows] == before).all():
            break
    return stages


def backup(graph: Graph, values: Floats) -> Floats:
    """This is what all tables are worth if those that follow are worth so much."""
    new = np.where(graph.who == OVER, graph.worth, 0.0)
    for who in (CHANCE, *range(SIDES)):
        rows = np.flatnonzero(graph.who == who)
        new[rows] = group(graph, rows, who).backup(values)
    return new


def group(graph: Graph, rows: Ints, who: int) -> Group:
    """This gathers the choices of some tables."""
    counts = graph.firsts[rows + 1] - graph.firsts[rows]
    ends = np.cumsum(counts)
    firsts = ends - counts
    places = np.arange(ends[-1] if len(ends) else 0) + np.repeat(graph.firsts[rows] - firsts, counts)
    return Group(rows, firsts, graph.following[places], graph.share[places], who)


def iterate(
    game: Game, graph: Graph, tolerance: float = TOLERANCE, progress: Progress | None = None
) -> tuple[Floats, int, float]:
    """This is the value of every table, how many sweeps it took, and how far off a value is at most."""
    sweeper = Sweeper(graph)
    low = np.where(graph.who == OVER, graph.worth, 0.0)
    high = np.where(graph.who == OVER, graph.worth, 1.0)
    sweeps, error, before = 0, 1.0, np.inf
    while error > tolerance:
        sweeper.sweep(low)
        sweeper.sweep(high)
        sweeps += 1
        error = float((high[sweeper.throws] - low[sweeper.throws]).max(initial=0)) / 2
        if error <= tolerance:
            # What follows from certain throws is certain too, unless seats can go round in a circle without any.
            sweeper.finish(low)
            sweeper.finish(high)
            error = float((high - low).max()) / 2
        if progress:
            progress("sweeps", sweeps, error)
        apart = float((high - low).sum())
        if error > tolerance and apart >= before:
            raise EndlessPlay(game=game.name)
        before = apart
    return (low + high) / 2, sweeps, error
