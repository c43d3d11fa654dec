"""Matches: one playing of a game, with every input checked, every choice recorded, and a way back."""

import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from operator import index
from typing import Any, SupportsIndex

import numpy as np

from sobremesa.core import record as records
from sobremesa.core.errors import (
    IllegalMove,
    InvalidRecord,
    InvalidSeats,
    MatchOver,
    NothingToUndo,
    NotNow,
    OtherRules,
    SobremesaError,
    UnknownLanguage,
    UnknownSeat,
    UnknownTheme,
)
from sobremesa.core.game import Game, find
from sobremesa.core.jsontext import shown
from sobremesa.core.position import position_of, table_of
from sobremesa.core.record import Record, Sealed, Step
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.scene import UNKNOWN
from sobremesa.core.streams import CHANCE_STREAM, GUESS_STREAM, check_seed, luck_of
from sobremesa.core.table import copy, is_same
from sobremesa.core.view import Move, Outcome, View, actor_name, moves_of, outcomes_of, thrower_of
from sobremesa.core.words import LANGUAGES, Phrase, Words
from sobremesa.draw import THEMES, svg
from sobremesa.kit.luck import Luck, pick

POSSIBLE = 40
"""How many possible tables are tried to see whether a move has revealed something."""


def start(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    players: Sequence[str] = (),
) -> "Match":
    """This starts a match; without a seed chance is different every time.

    players is who sits where, for the record only: "" for a person, or the name of a bot.

    >>> match = start("sequence-dice", seats=3, options={"line": 6}, seed=7)
    >>> match.phase, match.actor
    ('opening', -1)
    """
    found = find(game)
    return Match(found, found.table(seats, options), seed=_or_any(seed), players=players)


def position(data: Mapping[str, Any], *, seed: int | None = None, players: Sequence[str] = ()) -> "Match":
    """This starts a match from a position.

    >>> match = position({"game": "sequence-dice", "turn": 0, "roll": 7})
    >>> [move.text for move in match.moves()]
    ['place 1,1', 'place 1,4', 'place 4,1', 'place 4,4']
    """
    game, t = table_of(data)
    return Match(game, t, seed=_or_any(seed), origin=position_of(game, t), players=players)


def replay(record: Record | str | os.PathLike[str]) -> "Match":
    """This plays a record, or a file with one, to its last choice; every choice is checked as if it were made now."""
    if not isinstance(record, Record):
        record = records.load(record)
    match = _begun(record)
    match.language = record.language
    for number, step in enumerate(record.steps, start=record.first_step):
        if step.actor != actor_name(match.actor):
            raise InvalidRecord(number, Phrase("record.actor", expected=actor_name(match.actor), given=step.actor))
        _check_throw(match, number, step, record.sealed)
        try:
            match.push(step.choice)
        except IllegalMove as fault:
            raise InvalidRecord(number, fault.phrase) from fault
    return match


def _check_throw(match: "Match", number: int, step: Step, sealed: Sealed | None) -> None:
    """Refuse a throw that lists other outcomes or weights than the rules do, or is of another kind, or another's."""
    if step.throw is None:
        return
    is_told = sealed is not None and sealed.sheet is not None
    kind = match.game.kind_of(match._table) if is_told else match.phase
    if (step.throw.phase, step.throw.seat) != (kind, match.thrower):
        raise InvalidRecord(number, Phrase("record.kind"))
    if is_told and step.throw.typed:
        return
    listed = [(outcome.text, outcome.weight) for outcome in match.outcomes()]
    if listed != list(zip(step.throw.outcomes, step.throw.weights, strict=False)):
        raise InvalidRecord(number, Phrase("record.weights"))


def _begun(record: Record) -> "Match":
    try:
        game = find(record.game)
        _check_rules(record, game)
        if record.position is None:
            t = game.table(record.seats, record.options, record.rules)
            return Match(game, t, seed=check_seed(record.seed), players=record.players)
        _, t = table_of(record.position | {"game": record.game}, record.rules)
        return Match(game, t, seed=check_seed(record.seed), origin=position_of(game, t), players=record.players)
    except InvalidRecord:
        raise
    except SobremesaError as fault:
        raise InvalidRecord(1, fault.phrase, package=fault.packages[0]) from fault


def _check_rules(record: Record, game: Game) -> None:
    if not game.reads(record.rules):
        raise OtherRules(1, Phrase("record.rules", game=game.name, expected=game.version, given=record.rules))


def _or_any(seed: int | None) -> int:
    return secrets.randbits(64) if seed is None else check_seed(seed)


@dataclass(frozen=True)
class _Past:
    """A table as it was, and the choice that was made there."""

    table: Any
    number: int
    step: Step


def _wanted(choice: object) -> object:
    if isinstance(choice, Move | Outcome):
        return choice.text
    if isinstance(choice, bool) or not isinstance(choice, str | SupportsIndex):
        return None if choice is None else repr(choice)
    return choice if isinstance(choice, str) else index(choice)


def reveals(game: Game, before: Any, number: int, after: Any, seat: int, lucks: Iterable[Luck]) -> bool:
    """This tells whether a move brought to light what its maker could not know; each luck tries one possible table.

    A move reveals nothing if it would have led to the same view from any table that its maker thought possible.
    """
    known, now = View(game, before, seat).table, View(game, after, seat).table
    for luck in lucks:
        guessed = copy(known)
        game.rules.guess(guessed, seat, luck)
        game.rules.apply(guessed, number)
        if not is_same(View(game, guessed, seat).table, now):
            return True
    return False


class Match:
    """This is one playing of a game.

    >>> match = start("sequence-dice", seed=7)
    >>> match.settle()
    >>> match.push(match.moves()[0])
    >>> len(match.record.steps)
    6
    """

    def __init__(
        self,
        game: Game,
        t: Any,
        *,
        seed: int,
        origin: dict[str, Any] | None = None,
        players: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.seed = seed
        self.origin = origin
        self.players = tuple(players)
        self.language = ""
        if self.players and len(self.players) != t.seats:
            raise InvalidSeats(game=game.name, expected=(int(t.seats),), given=len(self.players))
        self._table = copy(t)
        self._past: list[_Past] = []

    # What there is

    @property
    def seats(self) -> int:
        """This is how many play."""
        return int(self._table.seats)

    @property
    def actor(self) -> int:
        """This is who chooses next: a seat, CHANCE or OVER."""
        return int(self.game.rules.actor(self._table))

    @property
    def phase(self) -> str:
        """This is the name of what is going on."""
        return self.game.notation.phase_of(self._table)

    @property
    def thrower(self) -> int | None:
        """The seat whose throw comes next, as far as the game says so."""
        return thrower_of(self.view())

    @property
    def turns(self) -> int:
        """This is how many turns have been finished."""
        return int(self.game.rules.turns(self._table))

    @property
    def made(self) -> int:
        """This is how many choices have been made."""
        return len(self._past)

    @property
    def last(self) -> Step | None:
        """This is the last choice; None before the first."""
        return self._past[-1].step if self._past else None

    def moves(self) -> list[Move]:
        """This lists the legal moves; none unless a seat must choose."""
        return moves_of(self.game, self._table)

    def outcomes(self) -> list[Outcome]:
        """This lists what chance can choose, with weights; nothing unless chance must choose."""
        return outcomes_of(self.game, self._table)

    def default(self) -> Move:
        """This is the move that is made for a player who is absent; only a seat has one."""
        if self.actor < 0:
            raise NotNow(actor=actor_name(self.actor))
        number = int(self.game.rules.default(self._table))
        return Move(number, self.game.notation.text_of(self._table, number))

    def scores(self) -> list[int]:
        """This is the points of every seat."""
        points = np.zeros(self.seats, dtype=np.int64)
        self.game.rules.score(self._table, points)
        return points.tolist()

    def places(self) -> list[int] | None:
        """This is the place of every seat, 1 the best; None until the match is over."""
        if self.actor != OVER:
            return None
        places = np.zeros(self.seats, dtype=np.int64)
        self.game.rules.rank(self._table, places)
        return places.tolist()

    # Going on and back

    def push(self, choice: str | int | Move | Outcome) -> None:
        """This makes a choice, named by its text or its number; one that is not listed raises IllegalMove."""
        listed = self.moves() or self.outcomes()
        wanted = _wanted(choice)
        for each in listed:
            if wanted in (each.text, each.number):
                past = _Past(copy(self._table), each.number, Step(actor_name(self.actor), each.text))
                self.game.rules.apply(self._table, each.number)
                self._past.append(past)
                return
        raise (IllegalMove if listed else MatchOver)(wanted, [each.text for each in listed])

    def pop(self) -> str:
        """This takes the last choice back and returns its text; if it was a throw, the same will be thrown again."""
        if not self._past:
            raise NothingToUndo
        past = self._past.pop()
        self._table = past.table
        return past.step.choice

    def revealed(self) -> bool:
        """This tells whether the last choice brought something to light: a throw, or what its maker could not know."""
        last = self.last
        if last is None or not isinstance(last.actor, int):
            return last is not None
        past = self._past[-1]
        lucks = (luck_of(self.seed, GUESS_STREAM, self.made * POSSIBLE + number) for number in range(POSSIBLE))
        return reveals(self.game, past.table, past.number, self._table, last.actor, lucks)

    def draw(self) -> Outcome:
        """This is the outcome that chance will choose now.

        It follows from the seed and the number of choices made, so neither undo nor a reload can change it.
        """
        outcomes = self.outcomes()
        if not outcomes:
            raise NotNow(actor=actor_name(self.actor))
        luck = luck_of(self.seed, CHANCE_STREAM, self.made)
        weights = np.array([outcome.weight for outcome in outcomes], dtype=np.int64)
        return outcomes[pick(luck, weights, len(outcomes))]

    def settle(self) -> None:
        """This lets chance choose until a seat must, or until the match is over."""
        while self.actor == CHANCE:
            self.push(self.draw())

    # How it looks and how it is kept

    def view(self, seat: int = SPECTATOR) -> View:
        """This is the table as a seat may see it."""
        return View(self.game, self._table, self._known(seat))

    def frame(self, seat: int = SPECTATOR) -> dict[str, Any]:
        """This is what is sent to a seat."""
        return self.view(seat).frame()

    def svg(
        self, seat: int = SPECTATOR, *, theme: str = "light", language: str = "en", names: Sequence[str] = ()
    ) -> str:
        """This is a picture of the table as a seat may see it, as SVG; names are those of the players."""
        if theme not in THEMES:
            raise UnknownTheme(expected=THEMES, given=shown(theme))
        if language not in LANGUAGES:
            raise UnknownLanguage(expected=LANGUAGES, given=shown(language))
        return svg(self.view(seat), Words(language, self.game.package, "sobremesa.core"), theme, names)

    def _repr_svg_(self) -> str:
        return self.svg()

    def story(self, seat: int = SPECTATOR) -> list[Phrase]:
        """This tells a seat what the last choice brought about."""
        return list(self.game.scenery.story(*self._seen(seat))) if self._past else []

    def paths(self, seat: int = SPECTATOR) -> dict[str, list[str]]:
        """This is the way that each thing went with the last choice, as a seat sees it: targets, up to its own.

        >>> match = position({"game": "poleana", "pos": {"R": "R1"}, "turn": "R", "roll": [2, 1]})
        >>> match.push("2:R1>R3")
        >>> match.paths()
        {'R1': ['ring/R2', 'ring/R3']}
        """
        found = self.game.scenery.paths(*self._seen(seat)) if self._past else {}
        return {thing: list(targets) for thing, targets in found.items()}

    def _seen(self, seat: int) -> tuple[Any, int, Any]:
        """This is the last choice as a seat sees it: the view before, the choice if it is told, and the view after."""
        past = self._past[-1]
        is_told = self.game.rules.tells(past.table, past.number, self._known(seat))
        before, after = (View(self.game, t, seat).reading for t in (past.table, self._table))
        return before, past.number if is_told else UNKNOWN, after

    def position(self) -> dict[str, Any]:
        """This is the table as JSON, from which `sobremesa.position` starts again."""
        return position_of(self.game, self._table)

    @property
    def record(self) -> Record:
        """This is the match so far."""
        began: dict[str, Any] = (
            {"seats": self.seats, "options": self.game.options_of(self._table)}
            if self.origin is None
            else {"position": deepcopy(self.origin)}
        )
        return Record(
            game=self.game.name,
            rules=self.game.version,
            seed=self.seed,
            players=self.players,
            language=self.language,
            steps=tuple(past.step for past in self._past),
            **began,
        )

    def _known(self, seat: int) -> int:
        if type(seat) is not int or not SPECTATOR <= seat < self.seats:
            raise UnknownSeat(expected=tuple(range(self.seats)), given=repr(seat))
        return seat

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}, {self.seats} seats, {self.made} choices, {self.phase}>"
