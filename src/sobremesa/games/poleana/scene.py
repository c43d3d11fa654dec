"""Poleana to look at: the yard with its bridges and cells, prisoners with numbers, and two dice in a pit.

The board is drawn once for the side of Red, at the bottom, and turned by quarters for the others. A move is made by
picking the piece and then the square where it goes; the dice are picked too where that alone would not say enough.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache

import numpy as np

from sobremesa.core.rules import listed
from sobremesa.core.scene import Gesture, Kind, Place, Point, Scene, Shape, Thing, Things, Zone, button, target
from sobremesa.core.table import remembered
from sobremesa.core.words import Phrase, Seat
from sobremesa.games.poleana import rules
from sobremesa.games.poleana.notation import hits_of, holder, letter_of, square_name, walk_end
from sobremesa.games.poleana.rules import (
    ALL_HITS,
    ANY_SIX,
    CALLED,
    CELL,
    COLOURS,
    EXIT_PIECES,
    EXIT_SPOTS,
    FREE,
    HIGH,
    HIT,
    HONOUR,
    LETTERS,
    LOW,
    MAX_DOUBLES,
    MAX_PIECES,
    NINE_ON,
    NOWHERE,
    PASSED,
    PAY,
    POSTS,
    REBOUND,
    ROAD,
    ROADS,
    SIDE,
    SIX_FACE,
    SKIPPED,
    SPOTS,
    STAIRS,
    SUM,
    THREE_ON,
    TOUCH,
    WALK,
    ZONE,
    Phase,
    Table,
    colour_of,
)
from sobremesa.kit import track
from sobremesa.kit.opening import OUT
from sobremesa.kit.track import slot_at

BOARDS = 4096
"""How many boards with their pieces are remembered."""
MARGIN = 0.4
WIDTH = 16.0
UNIT = (1.0, 1.0)
SPOT = 0.7
"""The side of a place for a free piece, which lies beside the pit."""
BARS = "|||"
PAINTS = ("red", "green", "blue", "yellow")
DICE = ("0", "1")

# The side of Red; corners of squares, from the upper left corner of the ring.
BRIDGE = ((5, 14), (5, 13), (6, 13), (7, 13), (9, 13), (10, 13), (10, 14))
WIDE = 4
STAIRCASE = ((1, 14), (1, 13), (2, 14), (2, 13), (2, 12), (3, 13), (3, 12))
CELLS = tuple((6 + slot, 14) for slot in range(MAX_PIECES))
HAVENS = tuple((4.75 + slot, 11.15) for slot in range(MAX_PIECES))
PIT = (5.0, 5.0)
PIT_SIZE = (6.0, 6.0)
THROWN = 1.6
FALLEN = ((6.1, 6.5), (8.2, 7.2))
ASIDE = ((6.9, 9.5), (8.1, 9.5))
KINDS = (
    Kind("piece", "pawn", (0.86, 0.86)),
    Kind("custodian", "guard", (0.8, 0.8)),
    Kind("die", "die", (THROWN, THROWN)),
)

CUES = {
    "log.opening": "roll",
    "log.throw": "roll",
    "log.exit": "escape",
    "log.walk": "step",
    "log.free": "home",
    "log.capture": "capture",
    "log.hit": "capture",
    "log.touch": "capture",
    "log.back": "capture",
    "log.done": "win",
    "prompt.wins": "win",
    "prompt.places": "win",
}
RULES = {
    "opening": "PO-03",
    "throw": "PO-34",
    "custodian": "PO-45",
    "custodian_all": "AMB-30",
    "exit_six": "PO-06",
    "exit_three": "PO-07",
    "exit_double": "PO-08",
    "exit_any": "AMB-25",
    "exit_honour": "AMB-21",
    "capture": "PO-35",
    "move": "PO-33",
    "move_honour": "AMB-21",
    "bonus": "AMB-07",
    "bonus_optional": "AMB-07",
    "call": "AMB-22",
    "penalty": "AMB-14",
    "places": "AMB-29",
    "wins": "PO-28",
}
"""The rule that each prompt is about."""


# The picture


def scene(v: Table) -> Scene:
    """This is the board; it is the same under all options, and the seats have the colours of their sides."""
    return _painted(tuple(colour_of(v, seat) for seat in range(v.seats)))


@cache
def _painted(colours: tuple[int, ...]) -> Scene:
    return replace(SCENE, colours=tuple(PAINTS[colour] for colour in colours))


def turned(at: Point, size: Point, side: int) -> tuple[Point, Point]:
    """This is where something on the side of Red lies for another colour, and its size there."""
    for _ in range(side):
        at, size = (at[1], WIDTH - at[0] - size[0]), (size[1], size[0])
    return (round(MARGIN + at[0], 2), round(MARGIN + at[1], 2)), size


def _place(name: str, at: Point, side: int, said: Phrase, label: str, size: Point = UNIT) -> Place:
    spot, turned_size = turned(at, size, side)
    return Place(name, spot, said, label, turned_size)


def _colour(side: int) -> Phrase:
    return Phrase(f"colours.{LETTERS[side % COLOURS]}")


def _ring(side: int) -> Iterator[Place]:
    for number in range(SIDE):
        name = f"{LETTERS[side]}{number}"
        at = (6.0 + number, 15.0) if number <= NINE_ON else (15.0, 24.0 - number)
        if number == 0:
            yield _place(name, at, side, Phrase("places.exit", square=name, colour=_colour(side)), name)
        elif number == NINE_ON:
            said = Phrase("places.nine", square=name, colour=_colour(side + 1))
            yield _place(name, at, side, said, name)
        else:
            yield _place(name, at, side, Phrase("places.ring", square=name), str(number))


def _bridge(side: int) -> Iterator[Place]:
    for step in range(1, ROAD + 1):
        name = f"{LETTERS[side]}b{step}"
        said = Phrase("places.bridge", square=name, colour=_colour(side))
        yield _place(name, BRIDGE[step - 1], side, said, f"b{step}", (2.0, 1.0) if step == WIDE else UNIT)


def _escape(side: int) -> Iterator[Place]:
    for step in range(1, STAIRS + 2):
        name = f"{LETTERS[side]}z{step}"
        yield _place(
            name, STAIRCASE[step - 1], side, Phrase("places.escape", square=name, colour=_colour(side)), f"z{step}"
        )


def _cell(side: int) -> Iterator[Place]:
    for slot, at in enumerate(CELLS):
        said = Phrase("places.cell", colour=_colour(side), number=slot + 1)
        yield _place(f"{LETTERS[side]}C{slot + 1}", at, side, said, BARS)


def _haven(side: int) -> Iterator[Place]:
    for slot, at in enumerate(HAVENS):
        said = Phrase("places.free", colour=_colour(side), number=slot + 1)
        yield _place(f"{LETTERS[side]}F{slot + 1}", at, side, said, "·", (SPOT, SPOT))


def _dice(name: str, spots: tuple[Point, Point], side: float) -> Iterator[Place]:
    for die, at in zip(DICE, spots, strict=True):
        yield _place(die, at, 0, Phrase(f"places.{name}", number=int(die) + 1), "", (side, side))


def _look(zone: str, place: Place) -> tuple[str, str, str]:
    # Colour is never alone: exits and the ends of escape zones bear its letter, and what protects has a lock. A corner
    # is painted for whom it is the door, and called as the log calls it.
    letter, number = place.id[0], place.id[1:]
    paint = PAINTS[LETTERS.index(letter)]
    if zone == "bridges":
        return "concrete locked", number[1:], ""
    if zone == "cells":
        return "cell", "", paint
    if zone == "escape":
        is_end = number == f"z{STAIRS + 1}"
        return "home" if is_end else "lane", number[1:] + letter * is_end, paint
    if zone == "free":
        return "spot", "", paint
    if number == "0":
        return "home", letter, paint
    if number == str(NINE_ON):
        return "home locked", place.id, PAINTS[(LETTERS.index(letter) + 1) % COLOURS]
    return "square", number, paint if number == str(THREE_ON) else ""


ZONES = (
    *(
        Zone(name, Phrase(f"zones.{name}"), tuple(place for side in range(COLOURS) for place in places(side)))
        for name, places in (
            ("ring", _ring),
            ("bridges", _bridge),
            ("escape", _escape),
            ("cells", _cell),
            ("free", _haven),
        )
    ),
    Zone("dice", Phrase("zones.dice"), tuple(_dice("die", FALLEN, THROWN)), tray=True),
    Zone("spent", Phrase("zones.spent"), tuple(_dice("spent", ASIDE, 1.0)), tray=True),
)

SCENE = Scene(
    size=(WIDTH + 2 * MARGIN, WIDTH + 2 * MARGIN),
    shapes=(
        Shape("rect", (0.0, 0.0), (WIDTH + 2 * MARGIN, WIDTH + 2 * MARGIN), "board"),
        Shape("rect", turned(PIT, PIT_SIZE, 0)[0], PIT_SIZE, "pit"),
        *(Shape("rect", place.at, place.size, *_look(zone.id, place)) for zone in ZONES[:5] for place in zone.places),
    ),
    zones=ZONES,
    kinds=KINDS,
    cues=CUES,
)


# The things


def things(v: Table) -> Things:
    """This is the custodians, every piece, and the dice."""
    # No square holds two colours, so those of each seat lie apart from all others.
    return Things(
        _guarding(v),
        *[_standing(seat, colour_of(v, seat), *_placed(v, seat)) for seat in range(v.seats)],
        *[_dice_lying(die, int(v.dice[die]), _is_spent(v, die)) for die in range(len(DICE))],
    )


@remembered(BOARDS, "seats", "custodians")
def _guarding(v: Table) -> tuple[Thing, ...]:
    return tuple([Thing(custodian_id(square), "custodian", "ring", square, "C") for square in guarded(v)])


@lru_cache(BOARDS)
def _standing(seat: int, colour: int, boxed: int, spots: bytes, pawns: bytes) -> tuple[Thing, ...]:
    """This is the pieces of a seat."""
    pieces = _numbered(boxed, spots, pawns).items()
    return tuple([_piece(seat, colour, number, spot) for number, spot in pieces])


@cache
def _piece(seat: int, colour: int, number: int, spot: int) -> Thing:
    # There are few of them, and they stand on many boards.
    (zone, place), name = _home(colour, number, spot), f"{LETTERS[colour]}{number}"
    return Thing(name, "piece", zone, place, name, owner=seat)


def _is_spent(v: Table, die: int) -> bool:
    return bool(v.dice[die] != 0 and not v.left >> die & 1)


@cache
def _dice_lying(die: int, face: int, is_spent: bool) -> tuple[Thing, ...]:  # noqa: FBT001 - it is remembered by it
    return (_die(die, face, "spent" if is_spent else "dice"),)


def _die(die: int, face: int, zone: str = "dice") -> Thing:
    return Thing(die_id(die), "die", zone, DICE[die], str(face) if face else "")


def guarded(v: Table) -> list[str]:
    """This is the squares on which custodians stand."""
    vacant = [colour for colour in range(COLOURS) if rules.is_vacant(v, colour)]
    return [f"{LETTERS[colour]}{THREE_ON * post}" for colour in vacant for post in range(POSTS)]


def pieces_of(v: Table, seat: int) -> dict[int, int]:
    """This is the spot of each piece of a seat by its number, which counts from 1, in that order."""
    return _numbered(*_placed(v, seat))


def _placed(v: Table, seat: int) -> tuple[int, bytes, bytes]:
    """This is where the pieces of a seat stand, as bytes by which it is remembered: most seats' stay where they are."""
    return MAX_PIECES - int(v.pieces), v.spots[seat].tobytes(), v.pawns[seat].tobytes()


@lru_cache(BOARDS)
def _numbered(boxed: int, spots: bytes, pawns: bytes) -> dict[int, int]:
    marks = np.frombuffer(pawns, dtype=np.int8)
    numbers = [track.number_at(marks, slot) + 1 - boxed for slot in range(MAX_PIECES)]
    return {number: spot for number, spot in sorted(zip(numbers, spots, strict=True)) if number > 0}


def number_at(v: Table, spot: int, further: int = 0) -> int:
    """This is the number of the piece that leaves a spot of the player in turn, or of one further in the order."""
    slot = slot_at(v.spots[v.turn], spot) + further
    return rules.pawn_at(v, v.turn, slot) + 1 - MAX_PIECES + int(v.pieces)


def piece_id(v: Table, seat: int, number: int) -> str:
    """This is what a piece is called: the letter of its colour, and its number."""
    return f"{letter_of(v, seat)}{number}"


def custodian_id(square: str) -> str:
    """This is what a custodian is called."""
    return f"custodian-{square}"


def die_id(die: int) -> str:
    """This is what a die is called."""
    return f"die-{die}"


def whereabouts(v: Table, seat: int, number: int, spot: int) -> tuple[str, str]:
    """This is the zone and the place of a piece."""
    return _home(colour_of(v, seat), number, spot)


@cache
def _home(colour: int, number: int, spot: int) -> tuple[str, str]:
    if spot == CELL:
        return "cells", f"{LETTERS[colour]}C{number}"
    if spot == FREE:
        return "free", f"{LETTERS[colour]}F{number}"
    return home_of(square_name(colour, spot))


@cache
def home_of(square: str) -> tuple[str, str]:
    """This is the zone and the place of a square by its name."""
    return {"b": "bridges", "z": "escape"}.get(square[1], "ring"), square


def owner(v: Table, seat: int) -> int:
    """This is whose pieces a seat plays: its own, also with a partner."""
    return seat


# Moves by hand


def gesture(v: Table, move: int) -> Gesture:
    """This is how a move is made: from a piece to a square or to the cell; buttons for what moves no piece."""
    seat = int(v.turn)
    if move < WALK:
        numbers = [number_at(v, CELL, further) for further in range(EXIT_PIECES[move])]
        close = spot_target(v, EXIT_SPOTS[move])
        return Gesture(close, frozenset(piece_id(v, seat, number) for number in numbers))
    if move < TOUCH:
        piece = piece_id(v, seat, number_at(v, rules.walk_spot(move)))
        end = walk_end(v, move)
        dice = dice_of(rules.walk_kind(move)) if is_ambiguous(v, move, end) else ()
        return _walking(spot_target(v, end), piece, dice)
    if move < HIT:
        die, spot = divmod(move - TOUCH, SPOTS)
        return _go_back(v, number_at(v, spot), *dice_of(die))
    if move < ALL_HITS:
        post, square = hit_squares(v, move)
        return Gesture(target("ring", square), frozenset((custodian_id(post),)))
    if ALL_HITS < move < CALLED:
        return _go_back(v, number_at(v, move - PAY))
    return Gesture(button({ALL_HITS: "hits", CALLED: "call", PASSED: "pass", SKIPPED: "skip"}[move]))


@lru_cache(BOARDS)
def _walking(close: str, piece: str, dice: tuple[str, ...]) -> Gesture:
    # The same one again need not be compared with what was offered before.
    return Gesture(close, frozenset((piece, *dice)))


def _go_back(v: Table, number: int, *dice: str) -> Gesture:
    seat = int(v.turn)
    return Gesture(target(*whereabouts(v, seat, number, CELL)), frozenset((piece_id(v, seat, number), *dice)))


def square_of(v: Table, spot: int) -> str:
    """This is the square of a spot of the player in turn."""
    return square_name(colour_of(v, int(v.turn)), spot)


def spot_target(v: Table, spot: int) -> str:
    """This is the place of that square as something to click, or to walk over."""
    return _target(colour_of(v, int(v.turn)), spot)


@cache
def _target(colour: int, spot: int) -> str:
    return target(*home_of(square_name(colour, spot)))


@cache
def dice_of(kind: int) -> tuple[str, ...]:
    """This is the dice that a walk spends."""
    return tuple(die_id(die) for die in range(len(DICE))) if kind == SUM else (die_id(kind),)


def is_ambiguous(v: Table, move: int, end: int) -> bool:
    """This is whether another number of steps leads from and to the same squares as a walk."""
    # Ways meet again behind a bridge, where the sum goes round and one die straight on, or inside the zone.
    detour = ROAD - int(v.bridge_rejoin)
    if not (v.overshoot == REBOUND if ZONE <= end < ROADS else detour in v.dice.tolist()):
        return False
    spot = rules.walk_spot(move)
    others = [other for other in walks_of(v) if other != move and rules.walk_spot(other) == spot]
    return any(walk_end(v, other) == end for other in others)


def walks_of(v: Table) -> list[int]:
    """This is the walks among the legal moves."""
    return [move for move in listed(v, rules, rules.MOVES) if WALK <= move < TOUCH]


def may_capture(v: Table) -> bool:
    """This is whether one of the walks with the dice takes a rival."""
    walks = walks_of(v)
    # Where nobody may forget to take, all walks do as soon as one does.
    asked = walks if v.enforcement == HONOUR else walks[:1]
    return any(holder(v, walk_end(v, move)) is not None for move in asked)


def hit_squares(v: Table, hit: int) -> tuple[str, str]:
    """This is where a custodian stands, and where its victim does."""
    letter, post = LETTERS[rules.hit_colour(hit)], rules.hit_post(hit)
    return f"{letter}{post}", f"{letter}{post + rules.pips_of(v, rules.hit_kind(hit))}"


# Words


def caption(v: Table, move: int) -> Phrase:
    """This says what a move does."""
    if move < WALK:
        count, square = int(EXIT_PIECES[move]), square_of(v, EXIT_SPOTS[move])
        rival = holder(v, EXIT_SPOTS[move])
        if rival is None:
            return Phrase("captions.exit", count=count, square=square)
        return Phrase("captions.exit_capture", count=count, square=square, rival=Seat(rival))
    if move < TOUCH:
        return _walk_caption(v, move)
    if move < HIT:
        die, spot = divmod(move - TOUCH, SPOTS)
        return Phrase("captions.touch", square=square_of(v, spot), pips=rules.pips_of(v, die))
    if move < ALL_HITS:
        return _hit_caption(v, move)
    if move == ALL_HITS:
        return Phrase("captions.hits", hits=[_hit_caption(v, hit) for hit in hits_of(v)])
    if move < CALLED:
        return Phrase("captions.penalty", square=square_of(v, move - PAY))
    if move == SKIPPED:
        return Phrase("captions.skip", count=int(v.bonus))
    return Phrase("captions.call" if move == CALLED else "captions.pass")


def _walk_caption(v: Table, move: int) -> Phrase:
    pips, end = rules.pips_of(v, rules.walk_kind(move)), walk_end(v, move)
    origin = square_of(v, rules.walk_spot(move))
    if end == FREE:
        return Phrase("captions.walk_free", pips=pips, origin=origin)
    return _walk_words(pips, origin, square_of(v, end), holder(v, end))


@lru_cache(BOARDS)
def _walk_words(pips: int, origin: str, to: str, rival: int | None) -> Phrase:
    if rival is None:
        return Phrase("captions.walk", pips=pips, origin=origin, to=to)
    return Phrase("captions.walk_capture", pips=pips, origin=origin, to=to, rival=Seat(rival))


def _hit_caption(v: Table, hit: int) -> Phrase:
    post, square = hit_squares(v, hit)
    seat, _ = rules.victim_of(v, hit)
    pips = rules.pips_of(v, rules.hit_kind(hit))
    return Phrase("captions.hit", custodian=post, pips=pips, square=square, rival=Seat(seat))


def dice_text(v: Table, left: int) -> str:
    """This is some of the dice as text."""
    return "-".join(str(v.dice[die]) for die in range(len(DICE)) if left >> die & 1)


def grip(v: Table) -> None:
    """This is nothing: there are few moves, and they follow from much."""


def prompt(v: Table) -> Phrase:
    """This says what is asked of whom, and why nothing else is possible."""
    seat, dice = Seat(v.turn), dice_text(v, int(v.left))
    if v.phase == Phase.OVER:
        return _end(v)
    if v.phase == Phase.CALL:
        return Phrase("prompt.call", seat=Seat(v.caller), player=seat)
    if v.phase == Phase.CUSTODIAN:
        return Phrase("prompt.custodian_all" if v.custodian_all else "prompt.custodian", seat=seat, dice=dice)
    if v.phase == Phase.EXIT:
        return _exit_prompt(v, seat, dice)
    if v.phase == Phase.BONUS:
        return Phrase("prompt.bonus_optional" if v.bonus_optional else "prompt.bonus", seat=seat, steps=int(v.bonus))
    if v.phase == Phase.MOVE:
        plain = "prompt.move_honour" if v.enforcement == HONOUR else "prompt.capture"
        return Phrase(plain if may_capture(v) else "prompt.move", seat=seat, dice=dice)
    name = {Phase.OPENING: "opening", Phase.THROW: "throw", Phase.PENALTY: "penalty"}[Phase(v.phase)]
    return Phrase(f"prompt.{name}", seat=seat)


def _exit_prompt(v: Table, seat: Seat, dice: str) -> Phrase:
    if v.enforcement == HONOUR and walks_of(v):
        return Phrase("prompt.exit_honour", seat=seat, dice=dice)
    if v.exit_throw == ANY_SIX:
        return Phrase("prompt.exit_any", seat=seat)
    ways = {6: "six", 9: "three", 12: "double"}
    return Phrase(f"prompt.exit_{ways[int(v.dice[0]) + int(v.dice[1])]}", seat=seat, dice=dice)


def _end(v: Table) -> Phrase:
    places = np.zeros(rules.MAX_SEATS, dtype=np.int64)
    rules.rank(v, places)
    order = sorted(range(v.seats), key=lambda seat: int(places[seat]))
    if v.play_on and not v.partners:
        return Phrase("prompt.places", players=tuple(Seat(seat) for seat in order))
    winners = tuple(Seat(seat) for seat in order if places[seat] == 1)
    return Phrase("prompt.wins", players=winners, count=len(winners))


# The story


def story(before: Table, choice: int, after: Table) -> list[Phrase]:
    """This tells what a throw or a move brought about."""
    if before.phase == Phase.OPENING:
        return _opening_story(before, choice, after)
    told = _throw_story(before, choice, after) if before.phase == Phase.THROW else _move_story(before, choice, after)
    seat = Seat(before.turn)
    if after.phase == Phase.OVER:
        told.append(_end(after))
    elif after.places[before.turn]:
        told.append(Phrase("log.done", seat=seat))
    elif after.phase == Phase.THROW and after.turns == before.turns:
        told.append(Phrase("log.again", seat=seat))
    return told


def _opening_story(before: Table, choice: int, after: Table) -> list[Phrase]:
    told = [Phrase("log.opening", seat=Seat(before.turn), dice=f"{HIGH[choice]}-{LOW[choice]}")]
    if after.phase == Phase.THROW:
        return [*told, Phrase("log.begins", seat=Seat(after.turn))]
    if not (after.opening > 0).any():
        tied = tuple(Seat(seat) for seat in range(after.seats) if after.opening[seat] != OUT)
        told.append(Phrase("log.tie", players=tied))
    return told


def _throw_story(before: Table, fall: int, after: Table) -> list[Phrase]:
    seat = Seat(before.turn)
    told = [Phrase("log.throw", seat=seat, dice=f"{HIGH[fall]}-{LOW[fall]}")]
    if HIGH[fall] == LOW[fall] and before.doubles == MAX_DOUBLES - 1:
        return [*told, Phrase("log.third_double"), *_penalty(before, after)]
    return [*told, Phrase("log.nothing", seat=seat)] if after.phase == Phase.THROW else told


def _move_story(before: Table, move: int, after: Table) -> list[Phrase]:
    seat = Seat(before.turn)
    if PAY <= move <= PASSED:
        return _answer(before, move) + _penalty(before, after)
    if HIT <= move < PAY:
        hits = [Phrase("log.hit", rival=Seat(other), square=square) for other, square in returned(before, after)]
        return [*hits, Phrase("log.throw_lost", seat=seat)]

    told = _deed(before, move)
    taken = [(other, square) for other, square in returned(before, after) if other != before.turn]
    told += [Phrase("log.capture", seat=seat, rival=Seat(other), square=square) for other, square in taken]
    if taken and before.bonus:
        name = "log.bonus" if after.phase == Phase.BONUS else "log.bonus_lost"
        told.append(Phrase(name, seat=seat, steps=int(before.bonus)))
    if (left := left_after(before, move)) and not after.left and not after.places[before.turn]:
        told.append(Phrase("log.rest_lost", pips=dice_text(before, left)))
    return told


def _deed(before: Table, move: int) -> list[Phrase]:
    seat = Seat(before.turn)
    if move < WALK:
        count, square = int(EXIT_PIECES[move]), square_of(before, EXIT_SPOTS[move])
        return [Phrase("log.exit", seat=seat, count=count, square=square)]
    if move == SKIPPED:
        return [Phrase("log.skip", seat=seat, count=int(before.bonus))]
    if move >= TOUCH:
        die, spot = divmod(move - TOUCH, SPOTS)
        return [Phrase("log.touch", seat=seat, square=square_of(before, spot), pips=rules.pips_of(before, die))]
    pips, end = rules.pips_of(before, rules.walk_kind(move)), walk_end(before, move)
    origin, to = square_of(before, rules.walk_spot(move)), square_of(before, end)
    walked = Phrase("log.walk", seat=seat, pips=pips, origin=origin, to=to)
    return [walked, Phrase("log.free", seat=seat)] if end == FREE else [walked]


def _answer(before: Table, move: int) -> list[Phrase]:
    if move < CALLED:
        return []
    name = "log.call" if move == CALLED else "log.pass"
    return [Phrase(name, seat=Seat(before.caller), player=Seat(before.turn))]


def _penalty(before: Table, after: Table) -> list[Phrase]:
    return [Phrase("log.back", seat=Seat(seat), square=square) for seat, square in returned(before, after)]


def returned(before: Table, after: Table) -> list[tuple[int, str]]:
    """This is who was sent back to the cell between two views, and from which squares."""
    found = []
    for seat in range(before.seats):
        now = pieces_of(after, seat)
        for number, spot in pieces_of(before, seat).items():
            if spot != CELL and now[number] == CELL:
                found.append((seat, square_name(colour_of(before, seat), spot)))
    return found


def left_after(v: Table, move: int) -> int:
    """This is the dice, as a mask, that coming out, a walk or a piece touched in vain leaves unspent."""
    if v.phase == Phase.BONUS:
        return int(v.left)
    if move < WALK:
        is_first = v.left & 1 and v.dice[0] == SIX_FACE
        return int(v.left) & ~(1 if is_first else 2) if v.exit_throw == ANY_SIX else 0
    kind = rules.walk_kind(move) if move < TOUCH else (move - TOUCH) // SPOTS
    return 0 if kind == SUM else int(v.left) & ~(1 << kind)


def paths(before: Table, choice: int, after: Table) -> dict[str, list[str]]:
    """This is the squares over which pieces walk, or on which they come out of the cell."""
    if before.phase <= Phase.THROW or choice >= TOUCH:
        return {}
    seat = int(before.turn)
    if choice < WALK:
        numbers = [number_at(before, CELL, further) for further in range(EXIT_PIECES[choice])]
        out = spot_target(before, EXIT_SPOTS[choice])
        return {piece_id(before, seat, number): [out] for number in numbers}
    number = number_at(before, rules.walk_spot(choice))
    walked = [spot_target(before, spot) for spot in steps_of(before, choice)]
    if walk_end(before, choice) == FREE:
        walked.append(target(*whereabouts(before, seat, number, FREE)))
    return {piece_id(before, seat, number): walked}


def steps_of(v: Table, walk: int) -> Iterator[int]:
    """This is every spot of a walk, step by step."""
    spot, branch = rules.walk_spot(walk), rules.walk_branch(walk)
    for pips in range(1, rules.pips_of(v, rules.walk_kind(walk)) + 1):
        # A walk that ends before a fork has no branch of its own.
        ends = (rules.reach(v, pips, spot, taken, rules.EMPTY_BOARD) for taken in (branch, branch & 1, 0))
        yield next(end for end in ends if end != NOWHERE)


def glimpse(before: Table, choice: int, after: Table) -> list[Thing]:
    """This is the dice that are taken up at once: in the opening, and when nobody can use them."""
    if before.phase > Phase.THROW or any(after.dice):
        return []
    return [_die(die, int(face)) for die, face in enumerate((HIGH[choice], LOW[choice]))]
