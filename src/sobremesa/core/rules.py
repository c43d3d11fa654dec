"""The contract of a game: the names that its rules.py must define, and what each promises.

A game's rules are a module, not a class: plain functions over a table, which the compiler takes as they stand.
Every function here trusts its arguments; `sobremesa.Match` is where input is checked.
"""

import inspect
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from sobremesa.core.table import once
from sobremesa.kit.luck import Luck

CHANCE = -1
"""The actor when chance chooses next."""

OVER = -2
"""The actor when nobody chooses any more."""

SPECTATOR = -1
"""The seat of somebody who has none."""

Ints = npt.NDArray[np.int64]


class Rules(Protocol):
    """This is what a game's rules.py provides."""

    @property
    def __name__(self) -> str:
        """This is the module's name, by which its source is found."""

    @property
    def Table(self) -> type:  # noqa: N802
        """This is the declaration of its tables; `seats` and every option are among the fields."""

    def deal(self, t: Any, seats: int, /) -> None:
        """This turns a blank table with its options set into the start of a match."""

    def actor(self, t: Any, /) -> int:
        """This is who chooses next: a seat, CHANCE or OVER."""

    def legal(self, t: Any, out: Ints, /) -> int:
        """This fills in the legal moves, ascending, when a seat must choose; it returns how many (at least 1)."""

    def chance(self, t: Any, out: Ints, weight: Ints, /) -> int:
        """This fills in the outcomes, ascending, with their weights when chance must choose; it returns how many."""

    def apply(self, t: Any, choice: int, /) -> None:
        """This carries out a listed move or outcome, and whatever follows from it without a choice."""

    def default(self, t: Any, /) -> int:
        """This is the legal move that is made for a seat whose player is absent or out of time."""

    def turns(self, t: Any, /) -> int:
        """This is how many turns have been finished."""

    def score(self, t: Any, out: Ints, /) -> None:
        """This fills in the points of every seat, at any time."""

    def rank(self, t: Any, out: Ints, /) -> None:
        """This fills in the place of every seat once over: 1 + how many seats did better; ties and teams share."""

    def hide(self, t: Any, seat: int, /) -> None:
        """This removes from a table what a seat (or SPECTATOR) may not know."""

    def guess(self, t: Any, seat: int, luck: Luck, /) -> None:
        """This fills what `hide` removed with one of the possibilities, each as likely as it is for that seat."""

    def tells(self, t: Any, choice: int, seat: int, /) -> bool:
        """This is whether a seat (or SPECTATOR) learns which choice is made now."""


VERBS = tuple(name for name, member in vars(Rules).items() if inspect.isfunction(member) and not name.startswith("_"))
"""The functions of the contract, in the order of the contract."""


def breaches(rules: object) -> list[str]:
    """This lists what a module lacks to keep the contract, in words for whoever writes the game."""
    found = [] if isinstance(getattr(rules, "Table", None), type) else ["class Table is missing"]
    for verb in VERBS:
        function = getattr(rules, verb, None)
        wanted = list(inspect.signature(getattr(Rules, verb)).parameters)[1:]
        if not inspect.isfunction(function):
            found.append(f"def {verb}({', '.join(wanted)}) is missing")
        elif list(inspect.signature(function).parameters) != wanted:
            found.append(f"def {verb} must take ({', '.join(wanted)})")
    return found


@once
def listed(t: Any, rules: Rules, width: int) -> list[int]:
    """This lists the legal moves of a table at which a seat must choose; the list has room for so many."""
    out = np.zeros(width, dtype=np.int64)
    numbers: list[int] = out[: rules.legal(t, out)].tolist()
    return numbers
