"""What speaks for a move of Dice Sequence: lines made, lines barred or broken, and another throw."""

from collections.abc import Iterator

from sobremesa.core.words import Phrase
from sobremesa.games.sequence_dice.notation import LETTERS
from sobremesa.games.sequence_dice.rules import COLUMNS, ROWS, Phase, Table, line_length, occupied, side_of, sides
from sobremesa.kit.grid import count, lines

MANY = 3
"""From how many chips on a line is worth a word."""


def reasons(before: Table, move: int, after: Table) -> Iterator[Phrase]:
    """This is what speaks for a move."""
    own, length, bit = side_of(before, before.turn), line_length(before), 1 << move
    if after.phase == Phase.OVER and count(after.held[own]) > count(before.held[own]):
        yield Phrase("reasons.wins", length=length)
        return
    for rival in range(sides(before)):
        held = _most(before, rival, move)
        if rival != own and held >= MANY:
            name = "breaks" if before.held[rival] & bit else "bars"
            yield Phrase(f"reasons.{name}", side=LETTERS[rival], count=held, length=length)
    held = _most(after, own, move) if after.held[own] & bit else 0
    if held >= MANY:
        yield Phrase("reasons.line", count=held, length=length)
    if after.phase == Phase.THROW and after.turns == before.turns:
        yield Phrase("reasons.again")


def _most(t: Table, side: int, square: int) -> int:
    """This is how many chips a side has on a line through a square on which nobody else has any."""
    others = occupied(t) & ~int(t.held[side])
    through = [line for line in lines(ROWS, COLUMNS, line_length(t)) if line >> square & 1 and not line & others]
    return max((count(int(t.held[side]) & line) for line in through), default=0)
