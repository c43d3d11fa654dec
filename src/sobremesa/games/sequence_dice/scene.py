"""Dice Sequence to look at: a tiled board, chips, piles and two dice, and one click for every move."""

from functools import cache, lru_cache

from sobremesa.core.scene import Caption, Face, Gesture, Kind, Place, Point, Scene, Shape, Thing, Things, Zone, target
from sobremesa.core.words import Phrase, Seat
from sobremesa.games.sequence_dice import rules
from sobremesa.games.sequence_dice.notation import LETTERS, square_text, verb_of
from sobremesa.games.sequence_dice.rules import (
    COLUMNS,
    DEFENSIVE,
    MAX_TURNS,
    NUMBERS,
    ROWS,
    SQUARES,
    WILD,
    Phase,
    Table,
)
from sobremesa.kit.dice import SIDES
from sobremesa.kit.grid import count

MARGIN = 0.4
BOARD = ROWS + 2 * MARGIN
TRAY = BOARD + 0.5
"""Where dice and piles lie; above them stands what they are."""
SIZE = (COLUMNS + 2 * MARGIN, TRAY + 1)
DICE = ("0", "1")
STAR = "★"
"""What the chips of a line bear beside their letter."""
RIM = 0.58
PILE = (1.4, 1.0)
BOARDS = 4096
"""How many boards with their chips are remembered."""
KINDS = (
    Kind("chip", "chip", (0.82, 0.82), faces=tuple(Face(letter + STAR, ("star",), letter) for letter in LETTERS)),
    Kind("pile", "pile", PILE),
    Kind("die", "die", (0.9, 0.9)),
)
CUES = {
    "log.opening": "roll",
    "log.throw": "roll",
    "log.place": "place",
    "log.replace": "capture",
    "log.remove": "capture",
    "prompt.line": "win",
}
RULES = {
    "opening": "SD-5",
    "throw": "SD-8",
    "place": "SD-9",
    "replace": "SD-10",
    "remove": "SD-12",
    "wild_place": "SD-13",
    "wild_replace": "SD-13",
    "line": "SD-17",
    "no_line": "SD-18",
}
"""The rule that each prompt is about."""


def scene(v: Table) -> Scene:
    """This is the board with its numbers, and below it a tray for the dice and the piles."""
    return _scene(rules.sides(v))


@cache
def _scene(sides: int) -> Scene:
    tiles = tuple(_tile(square) for square in range(SQUARES))
    dice = tuple(Place(die, (0.1 + int(die), TRAY), Phrase("places.die", number=int(die) + 1)) for die in DICE)
    piles = tuple(
        Place(
            LETTERS[side],
            (SIZE[0] - PILE[0] * (sides - side), TRAY),
            Phrase("places.pile", side=LETTERS[side]),
            size=PILE,
        )
        for side in range(sides)
    )
    return Scene(
        size=SIZE,
        shapes=(
            Shape("rect", (0.0, 0.0), (SIZE[0], BOARD), "board"),
            *(_face(square) for square in range(SQUARES)),
            *(_ruler((MARGIN + column + 0.5, 0.0), (0.0, RIM), column) for column in range(COLUMNS)),
            *(_ruler((0.0, MARGIN + row + 0.5), (RIM, 0.0), row) for row in range(ROWS)),
        ),
        zones=(
            Zone("board", Phrase("zones.board"), tiles),
            Zone("dice", Phrase("zones.dice"), dice, tray=True),
            Zone("piles", Phrase("zones.piles"), piles, tray=True),
        ),
        material="tiles",
        kinds=KINDS,
        captions=(
            Caption(Phrase("zones.dice"), (0.18, TRAY - 0.2)),
            Caption(Phrase("zones.piles"), (piles[0].at[0] + 0.1, TRAY - 0.2)),
        ),
        cues=CUES,
    )


def _tile(square: int) -> Place:
    number = int(NUMBERS[square])
    name = Phrase("places.square", square=square_text(square), number=number)
    return Place(square_text(square), _spot(square), name, label=str(number))


def _face(square: int) -> Shape:
    number = int(NUMBERS[square])
    # The 2s and 12s show dice; a 6 and a 9 are underlined, for the board has no upper side.
    look = "tile pips" if rules.SHELTERED >> square & 1 else "tile underlined" if number in (6, 9) else "tile"
    return Shape("rect", _spot(square), (1.0, 1.0), look, str(number))


def _ruler(at: Point, size: Point, number: int) -> Shape:
    return Shape("text", at, size, "ruler", str(number))


def _spot(square: int) -> Point:
    return MARGIN + square % COLUMNS, MARGIN + square // COLUMNS


def things(v: Table) -> Things:
    """This is every chip on the board, the piles, and the dice."""
    return Things(
        *_chips(tuple(v.held.tolist()), int(rules.line_length(v))),
        *[_pile(side, _left(v, side)) for side in range(rules.sides(v))],
        _shown(*(faces(int(v.roll), int(v.turns)) if v.roll else ("", ""))),
    )


def _left(v: Table, side: int) -> str:
    return "∞" if v.chips == rules.UNLIMITED else str(v.chips - count(v.held[side]))


@lru_cache(BOARDS)
def _chips(held: tuple[int, ...], length: int) -> tuple[tuple[Thing, ...], ...]:
    lying = [chip for side, own in enumerate(held) for chip in _own(side, own, length)]
    return tuple([chip for _, chip in sorted(lying)])


@lru_cache(BOARDS)
def _own(side: int, own: int, length: int) -> tuple[tuple[int, tuple[Thing, ...]], ...]:
    """This is the chips of a side, each with its square; the other side has not moved since this one did."""
    in_lines = 0
    for line in _lines(length):
        if own & line == line:
            in_lines |= line
    squares = [square for square in range(SQUARES) if own >> square & 1]
    return tuple([_chip(side, square, is_line=bool(in_lines >> square & 1)) for square in squares])


@cache
def _lines(length: int) -> frozenset[int]:
    through = rules.THROUGH_SHORT if length == rules.SHORT else rules.THROUGH_LONG
    return frozenset(through.ravel().tolist())


@cache
def _chip(side: int, square: int, *, is_line: bool) -> tuple[int, tuple[Thing, ...]]:
    place, letter = square_text(square), LETTERS[side]
    return square, (Thing(f"chip-{place}-{letter}", "chip", "board", place, letter + STAR * is_line, owner=side),)


@cache
def _pile(side: int, left: str) -> tuple[Thing, ...]:
    return (Thing(f"pile-{LETTERS[side]}", "pile", "piles", LETTERS[side], left, owner=side),)


@cache
def _shown(*shown: int | str) -> tuple[Thing, ...]:
    return tuple(Thing(f"die-{die}", "die", "dice", die, str(face)) for die, face in zip(DICE, shown, strict=True))


def faces(total: int, turns: int) -> tuple[int, int]:
    """This is what the dice show. Only their sum is known: a way to make it is chosen by the number of the turn."""
    lowest = max(1, total - SIDES)
    first = lowest + turns % (min(SIDES, total - 1) - lowest + 1)
    return first, total - first


def owner(v: Table, seat: int) -> int:
    """This is whose chips a seat plays: those of its side."""
    return rules.side_of(v, seat)


def gesture(v: Table, move: int) -> Gesture:
    """This is how a move is made: by one click on its square."""
    return Gesture(target("board", square_text(move)))


def caption(v: Table, move: int) -> Phrase:
    """This says what a move does, and on which number."""
    return Phrase(f"captions.{verb_of(v, move)}", square=square_text(move), number=int(NUMBERS[move]))


def grip(v: Table) -> None:
    """This is nothing: there are few moves, and they follow from much."""


def prompt(v: Table) -> Phrase:
    """This says what is asked of whom."""
    if v.phase == Phase.OVER:
        return _end(v)
    seat = Seat(v.turn)  # SD-7
    if v.phase == Phase.OPENING:
        return Phrase("prompt.opening", seat=seat)
    if v.phase == Phase.THROW:
        return Phrase("prompt.throw", seat=seat)
    if v.roll == DEFENSIVE:
        return Phrase("prompt.remove", seat=seat)
    verb = verb_of(v, rules.default(v))
    if v.roll == WILD:
        return Phrase(f"prompt.wild_{verb}", seat=seat)
    return Phrase(f"prompt.{verb}", seat=seat, number=int(v.roll))


def _end(v: Table) -> Phrase:
    leader = rules.winner(v)
    if leader < 0:
        return Phrase("prompt.no_line", turns=MAX_TURNS)
    players = tuple(Seat(seat) for seat in range(v.seats) if rules.side_of(v, seat) == leader)
    return Phrase("prompt.line", players=players, count=len(players), side=LETTERS[leader])


def story(before: Table, choice: int, after: Table) -> list[Phrase]:
    """This tells what a throw or a move brought about."""
    seat = Seat(before.turn)
    if before.phase == Phase.OPENING:
        return [Phrase("log.opening", seat=seat, total=choice), *_after_opening(after)]
    if before.phase == Phase.THROW:
        told = [Phrase("log.throw", seat=seat, total=choice)]
        if after.phase != Phase.ACT:
            told.append(Phrase(f"log.nothing_{_why_nothing(before, choice)}", seat=seat, total=choice))
    else:
        told = [Phrase(f"log.{verb_of(before, choice)}", seat=seat, square=square_text(choice))]
    if after.phase == Phase.OVER:
        told.append(_end(after))
    elif after.phase == Phase.THROW and after.turns == before.turns:
        told.append(Phrase("log.again", seat=seat))
    return told


def _after_opening(after: Table) -> list[Phrase]:
    if after.phase == Phase.THROW:
        return [Phrase("log.begins", seat=Seat(after.turn))]
    tied = [Seat(seat) for seat in range(after.seats) if not after.waiting[seat]]
    return [] if after.throws.any() else [Phrase("log.tie", players=tied)]


def _why_nothing(before: Table, total: int) -> str:
    if total == DEFENSIVE:
        return "to_remove"
    # An eleven always finds a square while there are chips: a full board without a rival to take has a line on it.
    return "but_own" if rules.has_chip(before, rules.side_of(before, before.turn)) else "in_pile"


def paths(before: Table, choice: int, after: Table) -> dict[str, list[str]]:
    """This is the way of a new chip: from its pile to its square."""
    if before.phase != Phase.ACT or before.roll == DEFENSIVE:
        return {}
    side = LETTERS[rules.side_of(before, before.turn)]
    place = square_text(choice)
    return {f"chip-{place}-{side}": [target("piles", side), target("board", place)]}


def glimpse(before: Table, choice: int, after: Table) -> list[Thing]:
    """This is the dice that are taken up at once: in the opening, and when nobody can use them."""
    if before.phase not in (Phase.OPENING, Phase.THROW) or after.roll:
        return []
    return list(_shown(*faces(choice, int(before.turns))))
