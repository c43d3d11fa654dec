"""Simulation: many matches of a game, and what came of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

import numpy as np

from sobremesa import bots
from sobremesa.bots.guest import Guest
from sobremesa.core.engine import Engine, PlayOuts, zeros
from sobremesa.core.game import Game
from sobremesa.core.words import Phrase
from sobremesa.kit.luck import scatter, sow
from sobremesa.lab.playing import Played, play, warm_up
from sobremesa.lab.statistics import mean_error, share_interval

Progress = Callable[[int], None]


@dataclass
class Faults:
    """This is how many faults a seat made, and the first of them."""

    count: int = 0
    first: Phrase | None = None


@dataclass(frozen=True)
class Simulation:
    """This is what came of many matches."""

    played: PlayOuts
    seconds: float
    faults: tuple[Faults, ...]
    """What every seat did wrong."""

    @property
    def games(self) -> int:
        """This is how many matches were played."""
        return len(self.played.steps)

    @property
    def wins(self) -> list[int]:
        """This is how many matches each seat won, alone or with partners; one that all share is nobody's."""
        firsts = (self.played.places == 1) & ~self._shared_by_all()[:, None]
        return [int(wins) for wins in firsts.sum(axis=0)]

    @property
    def undecided(self) -> int:
        """This is how many matches nobody won."""
        return int(self._shared_by_all().sum())

    def _shared_by_all(self) -> Any:
        return (self.played.places == 1).all(axis=1)

    def summary(self) -> dict[str, Any]:
        """This is the result as JSON."""
        turns, steps = self.played.turns, self.played.steps
        return {
            "games": self.games,
            "steps": int(steps.sum()),
            "seconds": round(self.seconds, 6),
            "steps_per_second": round(float(steps.sum()) / self.seconds),
            "games_per_second": round(self.games / self.seconds, 3),
            "wins": self.wins,
            "win_intervals": [share_interval(wins, self.games) for wins in self.wins],
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
) -> Simulation:
    """This plays matches between bots, by name and seat; seats without one are played at random.

    The results depend on the seed and not on the number of threads.
    """
    t = game.table(seats, options)
    faults = tuple(Faults() for _ in range(int(t.seats)))
    names = [*players, *["random"] * (int(t.seats) - len(players))]
    if set(names) == {"random"}:
        engine = Engine(game)
        engine.play_outs(t, 1, seed=seed)
        began = time.perf_counter()
        played = engine.play_outs(t, games, seed=seed, threads=threads, progress=progress)
    else:
        # A guest may remember a match, so none plays in two at once.
        tables = [[bots.find(name) for name in names] for _ in range(min(threads, games))]
        began = time.perf_counter()
        played = _between(game, t, tables, games, seed, faults, progress)
    return Simulation(played, time.perf_counter() - began, faults)


def _between(
    game: Game,
    t: Any,
    tables: Sequence[list[bots.Bot]],
    games: int,
    seed: int,
    faults: Sequence[Faults],
    progress: Progress | None,
) -> PlayOuts:
    seeds = scatter(sow(seed, games)[:, 0])
    results = PlayOuts(zeros(games), zeros(games), zeros(games, int(t.seats)))
    engine = Engine(game)
    warm_up(engine, t, [bot for bot in tables[0] if not isinstance(bot, Guest)])
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
    return results
