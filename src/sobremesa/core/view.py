"""Views: a table as one seat may see it. Bots, clients and spectators get these and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from sobremesa.core.errors import NotNow
from sobremesa.core.game import Game
from sobremesa.core.position import position_of
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.scene import Scene
from sobremesa.core.table import Light, copy, light, settle
from sobremesa.core.words import Phrase, Seat
from sobremesa.kit.luck import Luck

ACTORS: dict[int, int | str] = {CHANCE: "chance", OVER: "over"}


class Move:
    """This is something that a seat can choose.

    Its text may be given as what finds it: bots list many moves and read the text of few.
    """

    __slots__ = ("_number", "_text")

    def __init__(self, number: int, text: str | Callable[[int], str]) -> None:
        self._number = number
        self._text = text

    @property
    def number(self) -> int:
        """This is the move for programs."""
        return self._number

    @property
    def text(self) -> str:
        """This is the move as people and records write it."""
        if not isinstance(self._text, str):
            self._text = self._text(self._number)
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.number, self.text) == (other.number, other.text)

    def __hash__(self) -> int:
        return hash(self._number)

    def __reduce__(self) -> tuple[Any, ...]:
        # What finds the text belongs to this process; the text itself can travel.
        return Move, (self.number, self.text)

    def __repr__(self) -> str:
        return f"Move({self.number}, {self.text!r})"

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Outcome:
    """This is something that chance can choose, and in how many of all ways."""

    number: int
    text: str
    weight: int

    def __str__(self) -> str:
        return self.text


def moves_of(game: Game, t: Any, verbs: Any = None) -> list[Move]:
    """This lists the legal moves; none unless a seat must choose. Verbs are native ones, where they are at hand."""
    verbs = verbs or game.rules
    if verbs.actor(t) < 0:
        return []
    out = np.zeros(game.width, dtype=np.int64)
    numbers = out[: verbs.legal(t, out)].tolist()
    # Texts may be read when the table has gone on.
    text = partial(game.notation.text_of, copy(t))
    return [Move(number, text) for number in numbers]


def outcomes_of(game: Game, t: Any) -> list[Outcome]:
    """This lists the possible outcomes; none unless chance must choose."""
    if game.rules.actor(t) != CHANCE:
        return []
    out, weight = np.zeros((2, game.outcomes), dtype=np.int64)
    count = game.rules.chance(t, out, weight)
    numbers = [int(number) for number in out[:count]]
    return [
        Outcome(number, game.notation.text_of(t, number), int(ways))
        for number, ways in zip(numbers, weight[:count], strict=True)
    ]


def thrower_of(view: "View") -> int | None:
    """Return the seat whose throw it is at a table, as far as the game says so."""
    seat = view.prompt().values.get("seat")
    return int(seat) if isinstance(seat, Seat) else None


class View:
    """This is a table as a seat (or SPECTATOR) may see it.

    Verbs are the drivers of an engine, for whoever makes so many views that plain rules are too slow.
    """

    def __init__(self, game: Game, t: Any, seat: int, verbs: Any = None) -> None:
        self._veil(game, copy(t), seat, verbs or game.rules)

    def _veil(self, game: Game, t: Any, seat: int, verbs: Any) -> None:
        verbs.hide(t, seat)
        self._settle(game, t, seat, verbs)

    def _settle(self, game: Game, t: Any, seat: int, verbs: Any) -> None:
        self.game = game
        self.seat = seat
        self.table = t
        """The view itself; nobody changes it any more."""
        self._verbs = verbs
        settle(t)
        self._scene: Scene | None = None

    @classmethod
    def of_all(cls, game: Game, t: Any) -> "View":
        """This is the view of everybody in a game without secrets: the table itself, which nobody may change."""
        found = cls.__new__(cls)
        found._settle(game, t, SPECTATOR, game.rules)
        return found

    @classmethod
    def still(cls, game: Game, t: Any, seat: int) -> "View":
        """This is the view of a table that nobody changes any more: they share what is hidden from nobody."""
        if not game.veiled or not isinstance(t, Light):
            return cls(game, t, seat)
        found = cls.__new__(cls)
        found._veil(game, t.share(game.veiled), seat, game.rules)
        return found

    @property
    def reading(self) -> Any:
        """This is the view for those who draw it or talk about it."""
        return self.table if isinstance(self.table, Light) else self._light

    @cached_property
    def _light(self) -> Any:
        return light(self.table)

    @property
    def actor(self) -> int:
        """This is who chooses next: a seat, CHANCE or OVER."""
        return int(self._verbs.actor(self.table))

    @property
    def phase(self) -> str:
        """This is the name of what is going on."""
        return self.game.notation.phase_of(self.table)

    def moves(self) -> list[Move]:
        """This lists what the seat can choose now; nothing unless it is the actor."""
        return moves_of(self.game, self.table, self._verbs) if self.actor == self.seat else []

    def default(self) -> Move:
        """This is the move that is made for the seat if it does not answer; only the actor has one."""
        if self.actor != self.seat:
            raise NotNow(actor=actor_name(self.actor))
        number = int(self._verbs.default(self.table))
        return Move(number, partial(self.game.notation.text_of, copy(self.table)))

    def after(self, move: Move, luck: Luck) -> "View":
        """This is a view that may come after a move of the actor: what the seat cannot know is guessed by the luck."""
        t = copy(self.table)
        self._verbs.guess(t, self.seat, luck)
        self._verbs.apply(t, move.number)
        return View(self.game, t, self.seat, self._verbs)

    def position(self) -> dict[str, Any]:
        """This is the view as JSON."""
        return position_of(self.game, self.table)

    def scene(self) -> Scene:
        """This is the static picture."""
        if self._scene is None:
            self._scene = self.game.scenery.scene(self.reading)
        return self._scene

    def prompt(self) -> Phrase:
        """This says what is asked of whom."""
        return self.game.scenery.prompt(self.reading)

    def rule(self) -> str:
        """This is the anchor in the rulebook of the rule that the prompt is about."""
        return self.game.scenery.RULES[self.prompt().name]

    def frame(self) -> dict[str, Any]:
        """This is all that is sent to whoever looks: things, what can be clicked for which move, and the prompt."""
        return {
            "game": self.game.name,
            "seat": self.seat,
            "actor": actor_name(self.actor),
            "phase": self.phase,
            "things": [thing._asdict() for thing in self.game.scenery.things(self.reading)],
            "gestures": [self._gesture(move) for move in self.moves()],
            "prompt": self.prompt().json(),
        }

    def _gesture(self, move: Move) -> dict[str, Any]:
        gesture = self.game.scenery.gesture(self.reading, move.number)
        caption = self.game.scenery.caption(self.reading, move.number).json()
        return {"move": move.text, "picks": sorted(gesture.picks), "close": gesture.close, "caption": caption}


def actor_name(actor: int) -> int | str:
    """This is an actor as JSON: a seat's number, "chance" or "over"."""
    return ACTORS.get(actor, actor)
