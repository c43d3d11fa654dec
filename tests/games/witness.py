"""What rules and oracle are asked about single positions, in the same words: is it one, and how many ways lead on?"""

import copy
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, Self

import sobremesa

Position = dict[str, Any]


class Witness(Protocol):
    """This is what counting asks of an oracle."""

    def moves(self) -> list[str]: ...
    def outcomes(self) -> list[tuple[str, int]]: ...
    def apply(self, text: str) -> None: ...
    def copy(self) -> Self: ...


def read(position: Position) -> Position | None:
    """This is a position as the rules print it again, or nothing if they refuse it."""
    try:
        return sobremesa.position(position).position()
    except (sobremesa.InvalidPosition, sobremesa.UnknownGame):
        return None


def read_by(reader: Callable[[Position], Any], refusal: type[Exception], position: Position) -> Position | None:
    """This is a position as an oracle prints it again, or nothing if it refuses it."""
    try:
        found: Position = reader(position).position()
    except refusal:
        return None
    return found


def damaged(position: Position, damages: Mapping[str, Sequence[Any]], dice: random.Random) -> Position:
    """This leaves out or changes some keys of a position, or none."""
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        key = dice.choice(list(damages))
        if dice.random() < 0.25:
            position.pop(key, None)
        else:
            position[key] = copy.deepcopy(dice.choice(damages[key]))
    return position


def count(oracle: Witness, depth: int, ways: int = 1) -> tuple[int, int]:
    """This is how many sequences of so many choices an oracle knows, and how many ways by weight."""
    listed = oracle.outcomes() or [(move, 1) for move in oracle.moves()]
    if depth == 0 or not listed:
        return 1, ways
    totals = [0, 0]
    for text, weight in listed:
        after = oracle.copy()
        after.apply(text)
        sequences, weighted = count(after, depth - 1, ways * weight)
        totals[0] += sequences
        totals[1] += weighted
    return totals[0], totals[1]
