"""Simulation: many matches of a game, and what came of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

import numpy as np
import numpy.typing as npt

from sobremesa import bots
from sobremesa.bots import greedy, random
from sobremesa.bots.guest import Guest
from sobremesa.core import native
from sobremesa.core.engine import Engine, PlayOuts, check_number, chunks, in_threads, zeros
from sobremesa.core.errors import EndlessMatch
from sobremesa.core.game import Game
from sobremesa.core.rules import Ints
from sobremesa.core.streams import check_seed
from sobremesa.core.table import Tables, alone
from sobremesa.core.words import Phrase
from sobremesa.kit.luck import Luck, scatter, sow
from sobremesa.lab.order import TURN, by_order, tells_turn, winners
from sobremesa.lab.playing import Played, play, warm_up
from sobremesa.lab.statistics import mean_error, share_interval
from sobremesa.search.thinker import plain_loops
from sobremesa.search.tree import NOBODY, RANDOM, UNFINISHED

Matches = tuple[PlayOuts, Ints, Tables | None]
"""Results, who began each match, and the tables at their ends if they are kept."""

Progress = Callable[[int], None]

USUAL_BOT = "normal"
"""Who sits where no bot is named."""


@dataclass
class Faults:
    """This is how many faults a seat made, and the first of them."""

    count: int = 0
    first: Phrase | None = None


@dataclass(frozen=True)
class Simulation:
    """This is what came of many matches."""

    played: PlayOuts
    beginners: Ints
    """The seat that began each match; NOBODY where the game's tables do not say whose turn it is."""
    seconds: float
    faults: tuple[Faults, ...]
    """What every seat did wrong."""
    ends: Tables | None = None
    """The table at the end of each match, if these were to be kept."""

    @property
    def games(self) -> int:
        """This is how many matches were played."""
        return len(self.played.steps)

    @property
    def wins(self) -> list[int]:
        """This is how many matches each seat won, alone or with partners; one that all share is nobody's."""
        return [int(wins) for wins in winners(self.played.places).sum(axis=0)]

    @property
    def wins_by_order(self) -> list[int] | None:
        """Return how many matches were won by the seat that began, by the next one, and so on; None if not known."""
        return by_order(winners(self.played.places), self.beginners)

    @property
    def undecided(self) -> int:
        """This is how many matches nobody won."""
        return int((self.played.places == 1).all(axis=1).sum())

    def summary(self) -> dict[str, Any]:
        """This is the result as JSON."""
        turns, steps = self.played.turns, self.played.steps
        by_order = self.wins_by_order
        return {
            "games": self.games,
            "steps": int(steps.sum()),
            "seconds": round(self.seconds, 6),
            "steps_per_second": round(float(steps.sum()) / self.seconds),
            "games_per_second": round(self.games / self.seconds, 3),
            "wins": self.wins,
            "win_intervals": [share_interval(wins, self.games) for wins in self.wins],
            "wins_by_order": by_order,
            "win_intervals_by_order": by_order and [share_interval(wins, self.games) for wins in by_order],
            "undecided": self.undecided,
            "turns_mean": float(turns.mean()),
            "turns_mean_error": mean_error(float(turns.std()), self.games),
            "turns_quantiles": np.quantile(turns, (0.05, 0.5, 0.95)).tolist(),
            "turns_longest": int(turns.max()),
            "steps_mean": float(steps.mean()),
            "faults": [seat.count for seat in self.faults],
            "first_faults": [seat.first.json() if seat.first else None for seat in self.faults],
        }


def simulate(
    game: Game,
    *,
    games: int,
    seed: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    players: Sequence[str] = (),
    threads: int = 1,
    progress: Progress | None = None,
    keeps_ends: bool = False,
) -> Simulation:
    """Play matches between bots, by name and seat; seats without one are played by the usual bot.

    The results depend on the seed and not on the number of threads. Tables at the end can be kept of matches between
    bots that do not look ahead.
    """
    t = game.table(seats, options)
    faults = tuple(Faults() for _ in range(int(t.seats)))
    names = seated_names(players, int(t.seats))
    check_number("games", games, 1)
    check_number("threads", threads, 1)
    check_seed(seed)
    seated = [bots.find(name) for name in names]
    slips = slips_of(seated)
    prepare(game, t, seated)
    began = time.perf_counter()
    if slips is not None:
        lucks = sow(seed, games)
        matches = _play_compiled(game, t, slips, lucks, threads=threads, progress=progress, keeps_ends=keeps_ends)
    else:
        # A guest may remember a match, so none plays in two at once.
        others = [[bots.find(name) for name in names] for _ in range(min(threads, games) - 1)]
        matches = _between(Engine(game), t, [seated, *others], games, seed, faults, progress)
    played, beginners, ends = matches
    return Simulation(played, beginners, time.perf_counter() - began, faults, ends)


def seated_names(players: Sequence[str], seats: int) -> list[str]:
    """Return the names of the bots of all seats: those given, then the usual one.

    >>> seated_names(["random"], 3)
    ['random', 'normal', 'normal']
    """
    return [*players, *[USUAL_BOT] * (seats - len(players))]


def prepare(game: Game, t: Any, seated: Sequence[bots.Bot]) -> None:
    """Compile whatever matches between these bots need, or find it compiled."""
    slips = slips_of(seated)
    if slips is None:
        warm_up(Engine(game), t, [bot for bot in seated if not isinstance(bot, Guest)])
    elif native.is_wanted():
        _play_compiled(game, t, slips, sow(0, 1))


def slips_of(seated: Sequence[bots.Bot]) -> npt.NDArray[np.float64] | None:
    """Return the share of slips of every seat; None if not all are bots that the compiled loop can play."""
    if not all(isinstance(bot, greedy.Player | random.Player) for bot in seated):
        return None
    return np.array([bot.slips if isinstance(bot, greedy.Player) else RANDOM for bot in seated])


def _play_compiled(
    game: Game,
    t: Any,
    slips: npt.NDArray[np.float64],
    lucks: Luck,
    *,
    threads: int = 1,
    progress: Progress | None = None,
    keeps_ends: bool = False,
) -> Matches:
    count, seats, width = len(lucks), int(t.seats), game.width
    start = alone(t)
    results = PlayOuts(zeros(count), zeros(count), zeros(count, seats))
    beginners = zeros(count)
    ends = np.empty(count if keeps_ends else 0, dtype=start.dtype)
    verbs = plain_loops(game, is_native=native.is_wanted())

    def play_rows(rows: slice) -> slice:
        scratch = np.repeat(start, 3)
        verbs.play_matches(
            start,
            scratch,
            # A field of an array of tables is no copy: it follows them.
            scratch[TURN] if tells_turn(start.dtype) else np.full(1, NOBODY),
            lucks[rows],
            game.longest,
            game.is_open,
            slips,
            zeros(width),
            zeros(width),
            np.zeros(seats),
            np.zeros(width),
            ends[rows],
            results.steps[rows],
            results.turns[rows],
            beginners[rows],
            results.places[rows],
        )
        return rows

    for rows in in_threads(play_rows, chunks(count), threads):
        if progress:
            progress(rows.stop - rows.start)
    if (results.steps == UNFINISHED).any():
        raise EndlessMatch(game=game.name, longest=game.longest)
    return results, beginners, ends if keeps_ends else None


def _between(
    engine: Engine,
    t: Any,
    tables: Sequence[list[bots.Bot]],
    games: int,
    seed: int,
    faults: Sequence[Faults],
    progress: Progress | None,
) -> Matches:
    seeds = scatter(sow(seed, games)[:, 0])
    results = PlayOuts(zeros(games), zeros(games), zeros(games, int(t.seats)))
    beginners = zeros(games)
    free: SimpleQueue[list[bots.Bot]] = SimpleQueue()
    for seated in tables:
        free.put(seated)

    def run(row: int) -> Played:
        seated = free.get()
        for bot in seated:
            if isinstance(bot, Guest):
                bot.begin()
        try:
            played = play(engine, t, seated, int(seeds[row]))
        finally:
            free.put(seated)
        results.steps[row], results.turns[row], results.places[row] = played.choices, played.turns, played.places
        beginners[row] = NOBODY if played.beginner is None else played.beginner
        return played

    with ThreadPoolExecutor(len(tables)) as pool:
        # They come in the order of the matches, so the first fault is the same with any number of threads.
        for played in pool.map(run, range(games)):
            for seat, conduct in zip(faults, played.conduct, strict=True):
                seat.count += conduct.faults
            for number, fault in played.faults:
                faults[number].first = faults[number].first or fault
            if progress:
                progress(1)
    return results, beginners, None
