"""Dice Sequence as text: its moves, throws and positions."""

from itertools import pairwise
from typing import Any

from sobremesa.core.jsontext import shown
from sobremesa.core.notation import Reader, is_whole
from sobremesa.games.sequence_dice import rules
from sobremesa.games.sequence_dice.rules import COLUMNS, HIGHEST, LOWEST, MAX_TURNS, ROWS, SQUARES, Phase, Table
from sobremesa.kit.grid import count

KEYS = ("board", "turns", "opening", "turn", "roll")

EMPTY = "."
LETTERS = "ABC"
PHASES = {Phase.OPENING: "opening", Phase.THROW: "throw", Phase.ACT: "act", Phase.OVER: "over"}


def phase_of(t: Table) -> str:
    """This is the name of what is going on."""
    return PHASES[Phase(t.phase)]


def text_of(t: Table, choice: int) -> str:
    """This is a throw or a move as text."""
    return f"{verb_of(t, choice)} {square_text(choice)}" if t.phase == Phase.ACT else str(choice)


def verb_of(t: Table, square: int) -> str:
    """This is what resolving the throw on a square does."""
    if t.roll == rules.DEFENSIVE:
        return "remove"
    return "place" if holder(t, square) is None else "replace"


def square_text(square: int) -> str:
    """This is a square as row,column."""
    return f"{square // COLUMNS},{square % COLUMNS}"


def holder(t: Table, square: int) -> int | None:
    """This is the side that has a chip on a square."""
    return next((side for side in range(rules.MAX_SIDES) if t.held[side] >> square & 1), None)


def position_of(t: Table) -> dict[str, Any]:
    """This is a table as JSON."""
    position: dict[str, Any] = {"board": board_of(t), "turns": int(t.turns)}
    if t.phase == Phase.OPENING:
        position["opening"] = [None if t.waiting[seat] else throws_of(t, seat) for seat in range(t.seats)]
    else:
        position["turn"] = int(t.turn)
    if t.phase == Phase.ACT:
        position["roll"] = int(t.roll)
    return position


def board_of(t: Table) -> list[str]:
    """This is the board as rows of letters."""
    holders = [holder(t, square) for square in range(SQUARES)]
    letters = "".join(EMPTY if side is None else LETTERS[side] for side in holders)
    return [letters[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]


def throws_of(t: Table, seat: int) -> list[int]:
    """This is the list of opening throws that a seat has made in this round."""
    return [int(total) for total in t.throws[seat] if total]


def read_position(t: Table, reader: Reader) -> None:
    """This lays out a position; a throw with which nothing can be done passes by itself."""
    read_board(t, reader)
    t.turns = reader.whole("turns", 0, MAX_TURNS, 0)
    if reader.has("turn"):
        read_turn(t, reader)
    else:
        read_opening(t, reader)


def read_board(t: Table, reader: Reader) -> None:
    """This puts the chips on the board."""
    sides = rules.sides(t)
    rows = reader.rows("board", ROWS, COLUMNS, EMPTY + LETTERS[:sides], EMPTY)
    for square, letter in enumerate("".join(rows or ())):
        if letter != EMPTY:
            t.held[LETTERS.index(letter)] |= 1 << square
    for side in range(sides):
        chips = count(t.held[side])
        if t.chips != rules.UNLIMITED and chips > t.chips:
            reader.fault("too_many_chips", side=LETTERS[side], count=int(chips), most=int(t.chips))


def read_turn(t: Table, reader: Reader) -> None:
    """This is a position in which somebody's turn has begun, or in which the match is over."""
    if reader.has("opening"):
        reader.fault("opening_and_turn")
    t.turn = reader.whole("turn", 0, t.seats - 1, 0)
    t.phase = Phase.THROW
    roll = reader.whole("roll", LOWEST, HIGHEST, LOWEST)

    winners = [side for side in range(rules.sides(t)) if rules.has_line(t, side)]
    if len(winners) > 1:
        reader.fault("two_lines", sides=tuple(LETTERS[side] for side in winners))
    elif winners and rules.side_of(t, t.turn) not in winners:
        reader.fault("line_of_another", side=LETTERS[winners[0]], turn=int(t.turn))
    if winners or t.turns == MAX_TURNS:
        t.phase = Phase.OVER
        if reader.has("roll"):
            reader.fault("roll_after_end")
    elif reader.has("roll") and not reader.faults:
        rules.throw(t, roll)


def read_opening(t: Table, reader: Reader) -> None:
    """This is a position in the opening throws."""
    for key, is_there in (("board", any(t.held)), ("turns", t.turns > 0), ("roll", reader.has("roll"))):
        if is_there:
            reader.fault("before_the_first_turn", key=key)

    seats = int(t.seats)
    before = len(reader.faults)
    opening = reader.by_seat("opening", seats, rules.MAX_SEATS, [[]] * seats)
    most = int(t.start_throws)
    for seat, throws in enumerate(opening):
        if throws is None:
            t.waiting[seat] = 1
        elif (
            not isinstance(throws, list) or len(throws) > most or not all(is_whole(n, LOWEST, HIGHEST) for n in throws)
        ):
            reader.fault("opening_throws", seat=seat, most=most, given=shown(throws))
        else:
            t.throws[seat, : len(throws)] = throws
    if len(reader.faults) > before:
        return

    made = [len(throws) for throws in opening if throws is not None]
    if len(made) < 2:
        reader.fault("opening_alone")
    elif any(later > 0 and earlier < most for earlier, later in pairwise(made)):
        reader.fault("opening_order")
    elif not reader.faults:
        rules.settle_opening(t)
