"""Standings: what the results of an arena say about its bots."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from sobremesa.lab.arena import Arena, Result
from sobremesa.lab.order import by_order, winners
from sobremesa.lab.ratings import Floats, ratings
from sobremesa.lab.statistics import mean_error, share_interval
from sobremesa.search.tree import NOBODY

ANCHOR = "random"
"""The bot that others are measured by; where it does not play, the first one."""


class Standings:
    """This is what came of an arena so far."""

    def __init__(self, arena: Arena, results: Iterable[Result]) -> None:
        self.arena = arena
        self.results = sorted(results, key=lambda result: result.number)
        count = len(arena.bots)
        self.won: Floats = np.zeros((count, count))
        """What the bot of a row has won against that of a column, a tie being half; one a match at most."""
        self.met = np.zeros((count, count), dtype=np.int64)
        """In how many matches they were against each other."""
        self._weighed: Floats = np.zeros((count, count))
        sides = arena.sides()
        for result in self.results:
            self._count(result, sides)

    def _count(self, result: Result, sides: list[int]) -> None:
        present = sorted(set(result.seating))
        for bot in present:
            for other in present:
                points = [
                    points_of(result.played.places[mine], result.played.places[theirs])
                    for mine, sitting in enumerate(result.seating)
                    for theirs, opposite in enumerate(result.seating)
                    if sitting == bot != opposite == other and sides[mine] != sides[theirs]
                ]
                if points:
                    share = sum(points) / len(points)
                    self.won[bot, other] += share
                    self.met[bot, other] += 1
                    # The pairs of a match of several are not as much news as so many matches of two.
                    self._weighed[bot, other] += share * 2 / len(present)

    def summary(self) -> dict[str, Any]:
        """This is the standings as JSON."""
        names = self.arena.bots
        rated = ratings(self._weighed.tolist(), names.index(ANCHOR) if ANCHOR in names else 0)
        turns = np.array([result.played.turns for result in self.results], dtype=np.float64)
        count = len(self.results)
        wins, in_order = self._wins(), self._wins_by_order()
        return self.arena.terms() | {
            "matches": count,
            "cycle": self.arena.cycle,
            "ratings": [self._bot(bot) | asdict(rating) for bot, rating in enumerate(rated)],
            "cross": [[self._pair(bot, other) for other in range(len(names))] for bot in range(len(names))],
            "wins": wins,
            "win_intervals": _intervals(wins, count) if count else None,
            "wins_by_order": in_order,
            "win_intervals_by_order": in_order and _intervals(in_order, count),
            "turns_mean": float(turns.mean()) if count else None,
            "turns_mean_error": mean_error(float(turns.std()), count) if count else None,
            "choices_mean": float(np.mean([result.played.choices for result in self.results])) if count else None,
        }

    def _won(self) -> npt.NDArray[np.bool_]:
        places = np.array([result.played.places for result in self.results]).reshape(-1, self.arena.seats)
        return winners(places)

    def _wins(self) -> list[int]:
        return [int(wins) for wins in self._won().sum(axis=0)]

    def _wins_by_order(self) -> list[int] | None:
        began = [result.played.beginner for result in self.results]
        return by_order(self._won(), np.array([NOBODY if seat is None else seat for seat in began])) if began else None

    def _bot(self, bot: int) -> dict[str, Any]:
        seats = [
            (seat, result.played)
            for result in self.results
            for seat, sitting in enumerate(result.seating)
            if sitting == bot
        ]
        conduct = [played.conduct[seat] for seat, played in seats]
        told = [fault.json() for seat, played in seats for who, fault in played.faults if who == seat]
        decisions = sum(each.decisions for each in conduct)
        return {
            "bot": self.arena.bots[bot],
            "seats": [sum(seat == wanted for seat, _ in seats) for wanted in range(self.arena.seats)],
            "firsts": sum(played.places[seat] == 1 for seat, played in seats),
            "decisions": decisions,
            "seconds_mean": sum(each.seconds for each in conduct) / decisions if decisions else None,
            "seconds_longest": max((each.longest for each in conduct), default=None),
            "faults": sum(each.faults for each in conduct),
            "first_fault": told[0] if told else None,
        }

    def _pair(self, bot: int, other: int) -> dict[str, Any] | None:
        won, met = float(self.won[bot, other]), int(self.met[bot, other])
        if met == 0:
            return None
        return {"won": won, "matches": met, "share": won / met, "interval": share_interval(won, met)}


def _intervals(wins: list[int], count: int) -> list[tuple[float, float]]:
    return [share_interval(won, count) for won in wins]


def points_of(mine: int, theirs: int) -> float:
    """This is what one place is worth against another: a win, half of one, or nothing."""
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
