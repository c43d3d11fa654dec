"""Review: what luck and what play did to everybody's chances in a finished (or broken off) match.

Every table of the match gets the chances of winning that a search finds for it. What an outcome changed against the
mean of all outcomes that were possible is luck; what a move changed against the best move is play. So for every seat

    chance at the start + luck + own play + play of the others + what is unexplained = result,

and what is unexplained is what the search thought differently of the same table from two sides. Where hands are hidden,
a seat's chances are those it could know of: searched from its own view.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from sobremesa.core.game import Game
from sobremesa.core.match import Match, replay
from sobremesa.core.record import Record
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.streams import luck_of
from sobremesa.core.table import copy
from sobremesa.core.view import View, actor_name, moves_of, outcomes_of
from sobremesa.search.thinker import think, warm_up

STREAM = "review"
USUAL = 400
"""Simulations for every table; more are finer and slower."""

NORMAL = 1.96
GRADES = (("best", 0.005), ("good", 0.02), ("inaccuracy", 0.05), ("mistake", 0.10), ("blunder", 1.01))
"""What a move is called that loses less of the chance of winning than this."""

Chances = tuple[float, ...]


@dataclass(frozen=True)
class Value:
    """This is the chances of winning at one table, how far they may be off, and the move that a search would make."""

    chances: Chances
    error: float = 0.0
    best: int | None = None


@dataclass(frozen=True)
class Moment:
    """This is one choice of the match and what it changed."""

    number: int
    """How many choices had been made before it."""
    actor: int
    choice: str
    before: Chances
    """The chances before it; for a throw the mean over all outcomes."""
    after: Chances
    interval: float
    """Half the width of the 95 % interval of what it changed."""
    best: str | None = None
    """The best move, if somebody had a choice."""
    best_chance: float | None = None
    """The chooser's chance after the best move."""
    grade: str | None = None

    @property
    def change(self) -> Chances:
        """This is what it changed for every seat."""
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def loss(self) -> float:
        """This is how much less the chooser's chance is than after the best move; nothing for the best move itself."""
        if self.best_chance is None or self.best == self.choice:
            return 0.0
        return max(0.0, self.best_chance - self.after[self.actor])


@dataclass(frozen=True)
class Account:
    """This is one seat's match."""

    start: float
    luck: float
    play: float
    """What its own moves changed: what they lost, and what the search came to think better of after them."""
    lost: float
    """What its own moves were worse than the best ones."""
    others: float
    """What the moves of the others gave it."""
    unexplained: float
    result: float
    interval: float
    """Half the width of the 95 % interval of the luck, and so of all that follows from it."""
    grades: dict[str, int]

    @property
    def adjusted(self) -> float:
        """This is the result without the luck."""
        return self.result - self.luck


@dataclass(frozen=True)
class Review:
    """This is a reviewed match."""

    record: Record
    simulations: int
    chances: tuple[Chances, ...]
    """The chances of winning at every table, the last one included."""
    moments: tuple[Moment, ...]
    is_over: bool

    @cached_property
    def accounts(self) -> tuple[Account, ...]:
        """This is the account of every seat."""
        return tuple(self._account(seat) for seat in range(len(self.chances[0])))

    def costly_moves(self, most: int) -> list[Moment]:
        """This lists the moves that cost something, in the order of the match: the dearest so many of them."""
        costly = [moment for moment in self.moments if moment.grade not in (None, "best", "good")]
        return sorted(sorted(costly, key=lambda moment: -moment.loss)[:most], key=lambda moment: moment.number)

    def lucky_throws(self, most: int) -> list[Moment]:
        """This lists the throws that changed most, in the order of the match."""
        throws = [moment for moment in self.moments if moment.actor == CHANCE and any(moment.change)]
        largest = sorted(throws, key=lambda moment: -max(map(abs, moment.change)))[:most]
        return sorted(largest, key=lambda moment: moment.number)

    def json(self) -> dict[str, Any]:
        """This is the review as JSON."""
        return {
            "game": self.record.game,
            "simulations": self.simulations,
            "is_over": self.is_over,
            "seats": [asdict(account) | {"adjusted": account.adjusted} for account in self.accounts],
            "chances": [list(each) for each in self.chances],
            "moments": [
                asdict(moment) | {"actor": actor_name(moment.actor), "change": moment.change, "loss": moment.loss}
                for moment in self.moments
            ],
        }

    def _account(self, seat: int) -> Account:
        throws = [moment for moment in self.moments if moment.actor == CHANCE]
        own = [moment for moment in self.moments if moment.actor == seat]
        others = [moment for moment in self.moments if moment.actor not in (CHANCE, seat)]
        luck, play, theirs = (sum(moment.change[seat] for moment in each) for each in (throws, own, others))
        start, result = self.chances[0][seat], self.chances[-1][seat]
        return Account(
            start=start,
            luck=luck,
            play=play,
            lost=sum(moment.loss for moment in own),
            others=theirs,
            unexplained=result - start - luck - play - theirs,
            result=result,
            interval=sqrt(sum(moment.interval**2 for moment in throws)),
            grades={name: sum(moment.grade == name for moment in own) for name, _ in GRADES},
        )


def review(
    record: Record | str | os.PathLike[str],
    *,
    simulations: int = USUAL,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """This reviews a record, or a file with one; progress is told how many of how many tables have been searched."""
    match = replay(record)
    warm_up(match.game)
    critic = _Critic(match, simulations)
    return critic.review(threads or os.cpu_count() or 1, progress)


class _Critic:
    """What is worked out once for a match: its tables, and the value of each."""

    def __init__(self, match: Match, simulations: int) -> None:
        self.game: Game = match.game
        self.record = match.record
        self.simulations = simulations
        self.tables = _tables(match)
        self.seats = match.seats
        self.hides = any(
            View(self.game, t, seat).table.tobytes() != t.tobytes() for t in self.tables for seat in range(self.seats)
        )

    def review(self, threads: int, progress: Callable[[int, int], None] | None) -> Review:
        values: list[Value] = []
        means: list[Value] = []
        with ThreadPoolExecutor(threads) as pool:
            judged = pool.map(self._judged, range(len(self.tables)))
            for number, (value, mean) in enumerate(judged, start=1):
                values.append(value)
                means.append(mean)
                if progress:
                    progress(number, len(self.tables))
        self._follow_forced(values, means)
        moments = [self._moment(number, values, means) for number in range(len(self.tables) - 1)]
        is_over = self.game.rules.actor(self.tables[-1]) == OVER
        chances = tuple(value.chances for value in values)
        return Review(self.record, self.simulations, chances, tuple(moments), is_over)

    def _judged(self, number: int) -> tuple[Value, Value]:
        """The value of a table, and what its choice is measured by: the best move, or the mean over all outcomes."""
        t = self.tables[number]
        who = self.game.rules.actor(t)
        is_after_throw = number > 0 and self.game.rules.actor(self.tables[number - 1]) == CHANCE
        value = self._value(t, number) if who != CHANCE or is_after_throw or self.hides else self._mean(t, number)
        if value.best is not None:
            after = copy(t)
            self.game.rules.apply(after, value.best)
            return value, replace(self._settled(after, number + 1), best=value.best)
        return value, value if who != CHANCE or self.hides else self._mean(t, number)

    def _settled(self, t: Any, number: int) -> Value:
        """The value of a table after a move."""
        is_throw = self.game.rules.actor(t) == CHANCE and not self.hides
        return self._mean(t, number) if is_throw else self._value(t, number)

    def _mean(self, t: Any, number: int) -> Value:
        """The mean over all outcomes that are possible at a table."""
        outcomes = outcomes_of(self.game, t)
        total = sum(outcome.weight for outcome in outcomes)
        chances, variance = np.zeros(self.seats), 0.0
        for outcome in outcomes:
            after = copy(t)
            self.game.rules.apply(after, outcome.number)
            value, share = self._value(after, number + 1), outcome.weight / total
            chances += share * np.array(value.chances)
            variance += (share * value.error) ** 2
        return Value(tuple(chances.tolist()), sqrt(variance))

    def _value(self, t: Any, number: int) -> Value:
        """The chances at a table. Alternatives of one moment share their luck, so that it does not tell them apart."""
        who = int(self.game.rules.actor(t))
        if who == OVER:
            return Value(_result(self.game, t, self.seats))
        if not self.hides:
            return self._seen_by(t, max(who, 0), number)
        own = [self._seen_by(t, seat, number) for seat in range(self.seats)]
        chances = tuple(value.chances[seat] for seat, value in enumerate(own))
        return Value(chances, max(value.error for value in own), own[who].best if who >= 0 else None)

    def _seen_by(self, t: Any, seat: int, number: int) -> Value:
        view = View(self.game, t, seat)
        thought = think(view, luck_of(self.record.seed, STREAM, number), simulations=self.simulations)
        if view.actor != seat:
            return Value(thought.chances, thought.error)
        best = thought.prospects[0]
        return Value(best.chances, best.error, best.choice)

    def _follow_forced(self, values: list[Value], means: list[Value]) -> None:
        """A table with one possible move is worth what the next one is: nobody can be praised or blamed for it."""
        for number in range(len(self.tables) - 2, -1, -1):
            t = self.tables[number]
            if self.game.rules.actor(t) >= 0 and len(moves_of(self.game, t)) == 1:
                values[number] = means[number] = values[number + 1]

    def _moment(self, number: int, values: Sequence[Value], means: Sequence[Value]) -> Moment:
        t, step = self.tables[number], self.record.steps[number]
        who = int(self.game.rules.actor(t))
        before, after = (means if who == CHANCE else values)[number], values[number + 1]
        error = sqrt(before.error**2 + after.error**2)
        moment = Moment(number, who, step.choice, before.chances, after.chances, NORMAL * error)
        if who < 0 or before.best is None or len(moves_of(self.game, t)) == 1:
            return moment
        best, chance = self.game.notation.text_of(t, before.best), means[number].chances[who]
        grade = grade_of(chance - after.chances[who], error, is_best=best == step.choice)
        return replace(moment, best=best, best_chance=chance, grade=grade)


def grade_of(loss: float, error: float, *, is_best: bool) -> str:
    """This names a move by the chance of winning it lost; what may be chance of the search is not held against it."""
    if is_best:
        return GRADES[0][0]
    surely = loss if loss > NORMAL * error else min(loss, GRADES[1][1] - 1e-9)
    return next(name for name, limit in GRADES if surely < limit)


def _tables(match: Match) -> list[Any]:
    tables = [copy(match._table)]
    while match.made:
        match.pop()
        tables.append(copy(match._table))
    return tables[::-1]


def _result(game: Game, t: Any, seats: int) -> Chances:
    places = np.zeros(seats, dtype=np.int64)
    game.rules.rank(t, places)
    winners = {game.worth.side(t, seat) for seat in range(seats) if places[seat] == 1}
    return tuple(1 / len(winners) if places[seat] == 1 else 0.0 for seat in range(seats))


def mean_luck(reviews: Iterable[Review]) -> tuple[Chances, Chances]:
    """This is the mean luck of every seat over many matches, and its standard error."""
    lucks = np.array([[account.luck for account in each.accounts] for each in reviews])
    errors = lucks.std(axis=0, ddof=1) / sqrt(len(lucks))
    return tuple(lucks.mean(axis=0).tolist()), tuple(errors.tolist())
