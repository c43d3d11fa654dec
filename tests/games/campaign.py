"""Whole matches of rules and oracle side by side, for the tests and, many more, for the long campaign.

At every step both must name the same actor, the same legal texts, and the same outcomes with the same weights; at the
end the same places. Whole positions are compared at the end too, and on the way at every step, or at some in a
campaign: it takes thousands of matches. For the same reason its rules run natively (`make agree` holds native and plain
runs equal), and texts in phases where a choice reads the same at every table are written once.
"""

import os
import random
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any, Protocol

import pytest

from sobremesa import CHANCE, OVER, Engine, Game
from sobremesa.core.position import position_of
from sobremesa.core.table import alone
from sobremesa.core.view import actor_name
from tests.contracts.walks import random_options

ASKED = os.environ.get("SOBREMESA_ORACLE_MATCHES")
CAMPAIGN = ASKED is not None
LOOKED_AT = 0.02 if CAMPAIGN else 1.0
"""At which share of all steps whole positions are compared."""

CHUNK = 20
"""How many matches a test of the campaign takes at most, so that cores share them and progress can be seen."""


class Oracle(Protocol):
    """This is what the comparison asks of an oracle."""

    def actor(self) -> int | str: ...
    def phase(self) -> str: ...
    def moves(self) -> list[str]: ...
    def outcomes(self) -> list[tuple[str, int]]: ...
    def apply(self, text: str) -> None: ...
    def places(self) -> list[int]: ...
    def position(self) -> dict[str, Any]: ...


Player = Callable[[Any, list[str], random.Random], str]
Look = Callable[[Any, Any, random.Random], None]


def matches(usual: int) -> int:
    """This is how many matches are compared: as many as the campaign asks for, or the usual number."""
    return usual if ASKED is None else int(ASKED)


def more(usual: int) -> int:
    """This is how often something else is tried: the usual number of times, ten times that in a campaign."""
    return 10 * usual if CAMPAIGN else usual


def chunks(game: Game, number: int) -> pytest.MarkDecorator:
    """This shares so many matches among all numbers of seats, and gives a test the seats and the seeds of a chunk."""
    each = -(-number // len(game.seats))
    firsts = range(0, each, CHUNK)
    return pytest.mark.parametrize(
        ("seats", "seeds"),
        [
            pytest.param(seats, range(first, min(first + CHUNK, each)), id=f"{seats}-seats-from-{first}")
            for first in firsts
            for seats in game.seats
        ],
    )


def at_random(t: Any, texts: list[str], dice: random.Random) -> str:
    """This is a player who takes any move."""
    return dice.choice(texts)


class Comparison:
    """This compares whole matches of a game with those of its oracle.

    fixed are the phases in which a choice reads the same at every table; look is a further comparison at some steps.
    """

    def __init__(
        self,
        game: Game,
        start: Callable[[int, dict[str, Any]], Oracle],
        *,
        fixed: Iterable[int],
        look: Look | None = None,
    ) -> None:
        self.game = game
        self.start = start
        self.look = look
        self.steps = 0
        self._fixed = frozenset(int(phase) for phase in fixed)
        self._texts: dict[tuple[int, int], str] = {}
        engine = Engine(game, native=CAMPAIGN)
        self._verbs = engine.drivers
        self._out, self._weight = engine.lists()

    def play(
        self,
        seats: int,
        seeds: Sequence[int],
        player: Player = at_random,
        *,
        kind: str = "random",
        most: int | None = None,
    ) -> None:
        """This compares a whole match for every seed, or so many steps of it, under options drawn at random."""
        before = self.steps
        for seed in seeds:
            dice = random.Random(f"{kind} {seats} {seed}")
            options = random_options(self.game, seats, dice)
            self.walk(self.game.table(seats, options), self.start(seats, options), dice, player, most=most)
        if CAMPAIGN:
            print(f"{self.game.name}: {len(seeds)} {kind} matches of {seats}, {self.steps - before} steps agree")

    def walk(
        self, start: Any, oracle: Oracle, dice: random.Random, player: Player = at_random, *, most: int | None = None
    ) -> None:
        """This compares a match from a table to its end, or so many steps of it."""
        t = alone(start)[0]
        for step in count():
            who = int(self._verbs.actor(t))
            assert actor_name(who) == oracle.actor()
            if who == OVER or dice.random() < LOOKED_AT:
                self.compare_positions(t, oracle, dice)
            if who == OVER:
                self.game.rules.rank(t, self._out)
                assert self._out[: t.seats].tolist() == oracle.places()
                return
            if step == most:
                return
            text, number = self._chance(t, oracle, dice) if who == CHANCE else self._seat(t, oracle, dice, player)
            self._verbs.apply(t, number)
            oracle.apply(text)
            self.steps += 1

    def compare_positions(self, t: Any, oracle: Oracle, dice: random.Random) -> None:
        """This compares all that lies on the table."""
        assert self.game.notation.phase_of(t) == oracle.phase()
        assert position_of(self.game, t) == oracle.position()
        if self.look:
            self.look(t, oracle, dice)

    def _chance(self, t: Any, oracle: Oracle, dice: random.Random) -> tuple[str, int]:
        listed = self._verbs.chance(t, self._out, self._weight)
        numbers, weights = self._out[:listed].tolist(), self._weight[:listed].tolist()
        texts = self.texts_of(t, numbers)
        assert sorted(zip(texts, weights, strict=True)) == sorted(oracle.outcomes())
        assert oracle.moves() == []
        return dice.choices(list(zip(texts, numbers, strict=True)), weights)[0]

    def _seat(self, t: Any, oracle: Oracle, dice: random.Random, player: Player) -> tuple[str, int]:
        numbers = self._out[: self._verbs.legal(t, self._out)].tolist()
        texts = self.texts_of(t, numbers)
        assert sorted(texts) == oracle.moves()
        assert oracle.outcomes() == []
        text = player(t, texts, dice)
        return text, numbers[texts.index(text)]

    def texts_of(self, t: Any, numbers: list[int]) -> list[str]:
        """This is how some choices read."""
        phase = int(t.phase)
        if phase not in self._fixed:
            return [self.game.notation.text_of(t, number) for number in numbers]
        for number in numbers:
            if (phase, number) not in self._texts:
                self._texts[phase, number] = self.game.notation.text_of(t, number)
        return [self._texts[phase, number] for number in numbers]
