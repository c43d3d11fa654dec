"""Throws: the kinds of chance events of a game. A sealed match fixes them before it begins."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from sobremesa.core.notation import Notation
from sobremesa.core.rules import Rules
from sobremesa.core.table import copy


class Kind(NamedTuple):
    """A kind of throw: all outcomes in their order, with their weights.

    Where it is not fixed, the weights are the most that each outcome can have: the copies of a card in a full deck.
    """

    phase: str
    outcomes: tuple[str, ...]
    weights: tuple[int, ...]
    is_fixed: bool


@dataclass(frozen=True, kw_only=True, eq=False)
class Throws:
    """The kinds of throws of a game, each by its name and the phase in which it comes."""

    fixed: Mapping[str, int]
    """Kinds that always have the same outcomes and weights."""
    drawn: Mapping[str, int] = field(default_factory=dict)
    """Kinds whose weights depend on the course of the match; the last word of the text of a choice is its outcome."""
    kind_of: Callable[[Any], str] | None = None
    """Which kind comes next at a table, where the name of the phase does not tell."""
    arrange: Mapping[str, Callable[[Any], None]] = field(default_factory=dict)
    """What else a fresh table needs, by the kinds that need it, so that they come next."""

    def kinds(self, rules: Rules, notation: Notation, t: Any, width: int) -> dict[str, Kind]:
        """Return all kinds for matches that begin with a table."""
        return {name: self._kind(rules, notation, copy(t), width, name) for name in (*self.fixed, *self.drawn)}

    def _kind(self, rules: Rules, notation: Notation, t: Any, width: int, name: str) -> Kind:
        is_fixed = name in self.fixed
        t.phase = self.fixed[name] if is_fixed else self.drawn[name]
        if name in self.arrange:
            self.arrange[name](t)
        out, weight = np.zeros((2, width), dtype=np.int64)
        count = rules.chance(t, out, weight)
        texts = tuple(outcome_in(notation.text_of(t, int(number))) for number in out[:count])
        return Kind(notation.phase_of(t), texts, tuple(weight[:count].tolist()), is_fixed)


def outcome_in(text: str) -> str:
    """Return the outcome that the text of a draw names.

    >>> outcome_in("set 0,0 3"), outcome_in("R1")
    ('3', 'R1')
    """
    return text.rpartition(" ")[2]
