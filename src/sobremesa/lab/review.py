"""Review: what luck and what play did to everybody's chances in a finished (or broken off) match.

Every table of the match gets the chances of winning that playing on from it finds, always in the same way. What an
outcome changed is luck; what a move changed is play. So for every seat

    chance at the start + luck + own play + play of the others = result.

Before a throw the chances are the mean over all that could be thrown, and before a move those of somebody who makes the
move that looks best at once: so a plain move changes nothing, a better one is play that gained, a worse one lost. How
good a move was is said beside that, by comparing it with the best move that a search finds; what the same seat could
still do at its next move, before anything else happened, is not lost. Where hands are hidden, a seat's chances are
those it could know of: found from its own view. A move is then graded by what could be known before it was made, while
the chances after it are judged with what it brought to light, a card drawn for instance; so the two need not be apart
by the loss.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import hypot, sqrt
from typing import Any

import numpy as np

from sobremesa.core.engine import check_number
from sobremesa.core.game import Game
from sobremesa.core.match import Match, replay
from sobremesa.core.record import Record
from sobremesa.core.rules import CHANCE, OVER
from sobremesa.core.streams import luck_of
from sobremesa.core.table import copy
from sobremesa.core.view import View, actor_name, moves_of
from sobremesa.lab.statistics import Z95
from sobremesa.search.foresight import Chances, Foresight, Judgement
from sobremesa.search.thinker import think, warm_up

STREAM = "review"
USUAL = 1000
"""Simulations for every table; more are finer and slower."""

GRADES = (("best", 0.005), ("good", 0.02), ("inaccuracy", 0.05), ("mistake", 0.10), ("blunder", 1.01))
"""What a move is called that loses less of the chance of winning than this."""


@dataclass(frozen=True)
class Moment:
    """This is one choice of the match and what it changed."""

    number: int
    """How many choices had been made before it."""
    actor: int
    choice: str
    before: Chances
    """The chances before it."""
    after: Chances
    interval: float
    """Half the width of the 95 % interval of what it changed."""
    best: str | None = None
    """The best move, if somebody had a choice."""
    loss: float = 0.0
    """How much less the chooser's chance is than after the best move; nothing for the best move itself."""
    loss_interval: float = 0.0
    """Half the width of the 95 % interval of the loss."""
    grade: str | None = None
    best_chance: float | None = None
    """The chooser's chance after the best move, as it could judge when it chose, if there was a choice."""
    made_chance: float | None = None
    """The same after the move that was made: the loss is the difference."""

    @property
    def change(self) -> Chances:
        """This is what it changed for every seat."""
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))


@dataclass(frozen=True)
class Account:
    """This is one seat's match."""

    start: float
    luck: float
    play: float
    """What its own moves changed, against those that look best at once."""
    lost: float
    """What its own moves were worse than the best ones."""
    others: float
    """What the moves of the others gave it."""
    result: float
    interval: float
    """Half the width of the 95 % interval of the luck: as much may be play instead, or have been there at the start."""
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
    error: float
    """The standard error of the chances at both ends, of which a match that is over has only the start."""
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
        """This lists the throws that changed most, in the order of the match, if they surely changed anything."""
        throws = [each for each in self.moments if each.actor == CHANCE and max(map(abs, each.change)) > each.interval]
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
                asdict(moment) | {"actor": actor_name(moment.actor), "change": moment.change} for moment in self.moments
            ],
        }

    def _account(self, seat: int) -> Account:
        throws = [moment for moment in self.moments if moment.actor == CHANCE]
        own = [moment for moment in self.moments if moment.actor == seat]
        others = [moment for moment in self.moments if moment.actor not in (CHANCE, seat)]
        luck, play, theirs = (sum(moment.change[seat] for moment in each) for each in (throws, own, others))
        # What was judged wrongly after a throw is set right by the next one; only moves and the ends let it stay.
        errors = [self.error, *(moment.interval / Z95 for moment in own + others if any(moment.change))]
        return Account(
            start=self.chances[0][seat],
            luck=luck,
            play=play,
            lost=sum(moment.loss for moment in own),
            others=theirs,
            result=self.chances[-1][seat],
            interval=Z95 * hypot(*errors),
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
    check_number("simulations", simulations, 1)
    threads = check_number("threads", threads, 1) if threads is not None else os.cpu_count() or 1
    match = replay(record)
    warm_up(match.game)
    critic = _Critic(match, simulations)
    return critic.review(threads, progress)


class _Critic:
    """What is worked out once for a match: its tables, and the judgement of each."""

    def __init__(self, match: Match, simulations: int) -> None:
        self.game: Game = match.game
        self.record = match.record
        self.simulations = simulations
        self.tables = _tables(match)
        self.seats = match.seats
        self.foresight = Foresight(match.game, match.seats, luck_of(match.seed, STREAM, 0), simulations)
        self.hides = any(
            View(self.game, t, seat).table.tobytes() != t.tobytes() for t in self.tables for seat in range(self.seats)
        )

    def review(self, threads: int, progress: Callable[[int, int], None] | None) -> Review:
        judgements: list[Judgement] = []
        gradings: list[_Grading | None] = []
        with ThreadPoolExecutor(threads) as pool:
            for number, (judgement, grading) in enumerate(pool.map(self._judge, range(len(self.tables))), start=1):
                judgements.append(judgement)
                gradings.append(grading)
                if progress:
                    progress(number, len(self.tables))
        if not self.hides:
            self._spare(gradings)
        moments = [self._moment(number, judgements, gradings[number]) for number in range(len(self.tables) - 1)]
        is_over = self.game.rules.actor(self.tables[-1]) == OVER
        chances = tuple(judgement.chances for judgement in judgements)
        error = hypot(judgements[0].error, judgements[-1].error)
        return Review(self.record, self.simulations, chances, tuple(moments), error, is_over)

    def _judge(self, number: int) -> "tuple[Judgement, _Grading | None]":
        return self._chances(self.tables[number]), self._grading(number)

    def _chances(self, t: Any) -> Judgement:
        """The chances at a table, each as its seat could know it."""
        if not self.hides:
            return self.foresight.known(t)
        own = [self.foresight.seen(View(self.game, t, seat)) for seat in range(self.seats)]
        chances = tuple(judgement.chances[seat] for seat, judgement in enumerate(own))
        return Judgement(chances, max(judgement.error for judgement in own))

    def _grading(self, number: int) -> "_Grading | None":
        """How good the move was that was made at a table; nobody can be praised or blamed for the only one."""
        t = self.tables[number]
        moves = moves_of(self.game, t)
        if number == len(self.record.steps) or len(moves) < 2:
            return None
        view = View(self.game, t, int(self.game.rules.actor(t)))
        thought = think(view, luck_of(self.record.seed, STREAM, number + 1), simulations=self.simulations)
        made = next(move.number for move in moves if move.text == self.record.steps[number].choice)
        # What was made comes first: only what is better than it can be called the best.
        tried = [made, thought.prospects[0].choice]
        if not self.hides:
            tried.append(self.foresight.plainly(t)[1])
        judged = {choice: self._after(view, choice) for choice in dict.fromkeys(tried)}
        best = max(judged, key=lambda choice: judged[choice].chances[view.seat])
        loss = judged[best].chances[view.seat] - judged[made].chances[view.seat]
        error = hypot(judged[best].error, judged[made].error) if best != made else 0.0
        text, grade = self.game.notation.text_of(t, best), grade_of(loss, error, is_best=best == made)
        best_chance, made_chance = (judged[choice].chances[view.seat] for choice in (best, made))
        return _Grading(text, loss, Z95 * error, grade, best_chance, made_chance)

    def _spare(self, gradings: "list[_Grading | None]") -> None:
        """This takes back the blame for what a seat could still do, and knew: it chose again before anything else."""
        for number in reversed(range(len(self.record.steps))):
            grading, following = gradings[number], self._following(number, gradings)
            if grading and following and following.best_chance > grading.made_chance:
                gradings[number] = grading.reaching(following.best_chance, self.record.steps[number].choice)

    def _following(self, number: int, gradings: "list[_Grading | None]") -> "_Grading | None":
        """How good the next choice of a seat was, if nobody chose in between, and nothing was thrown."""
        actor, after = self.game.rules.actor, number + 1
        while actor(self.tables[after]) == actor(self.tables[number]):
            found = gradings[after]
            if found or after == len(self.record.steps):
                return found
            after += 1
        return None

    def _after(self, view: View, choice: int) -> Judgement:
        """The chances of whoever must choose, after a choice."""
        if self.hides:
            return self.foresight.seen(view, choice)
        after = copy(view.table)
        self.game.rules.apply(after, choice)
        return self.foresight.known(after)

    def _moment(self, number: int, judgements: Sequence[Judgement], grading: "_Grading | None") -> Moment:
        before, after = judgements[number], judgements[number + 1]
        moment = Moment(
            number=number,
            actor=int(self.game.rules.actor(self.tables[number])),
            choice=self.record.steps[number].choice,
            before=before.chances,
            after=after.chances,
            interval=Z95 * hypot(before.error, after.error),
        )
        return replace(moment, **asdict(grading)) if grading else moment


@dataclass(frozen=True)
class _Grading:
    """How good a move was."""

    best: str
    loss: float
    loss_interval: float
    grade: str
    best_chance: float
    made_chance: float

    def reaching(self, chance: float, made: str) -> "_Grading":
        """This is the same if the move that was made leads to a better chance than was thought."""
        if chance >= self.best_chance:
            return _Grading(made, 0.0, 0.0, GRADES[0][0], chance, chance)
        loss = self.best_chance - chance
        grade = grade_of(loss, self.loss_interval / Z95, is_best=False)
        return replace(self, loss=loss, grade=grade, made_chance=chance)


def grade_of(loss: float, error: float, *, is_best: bool) -> str:
    """This names a move by the chance of winning it lost; what may be chance of the search is not held against it."""
    if is_best:
        return GRADES[0][0]
    surely = loss if loss > Z95 * error else min(loss, GRADES[1][1] - 1e-9)
    return next(name for name, limit in GRADES if surely < limit)


def _tables(match: Match) -> list[Any]:
    tables = [copy(match._table)]
    while match.made:
        match.pop()
        tables.append(copy(match._table))
    return tables[::-1]


def mean_luck(reviews: Iterable[Review]) -> tuple[Chances, Chances]:
    """This is the mean luck of every seat over many matches, and its standard error."""
    lucks = np.array([[account.luck for account in each.accounts] for each in reviews])
    errors = lucks.std(axis=0, ddof=1) / sqrt(len(lucks))
    return tuple(lucks.mean(axis=0).tolist()), tuple(errors.tolist())
