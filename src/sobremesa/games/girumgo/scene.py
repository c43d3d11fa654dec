"""Girumgo to look at: wheels packed in a hexagon, chips in the holes between them, and a wheel and a click for a move.

Discs that touch lie in rows closer than columns by the square root of three. Here the rows are two units apart and the
disc is a hair smaller than that would make it, a whole number of quarters: then a terminal, which gives a unit four
letters and two lines, shows all wheels alike.
"""

from collections.abc import Iterator
from functools import cache, lru_cache
from math import sqrt

from sobremesa.core.scene import (
    Caption,
    Face,
    Gesture,
    Kind,
    Place,
    Point,
    Scene,
    Shape,
    Thing,
    Things,
    Zone,
    button,
    target,
)
from sobremesa.core.words import Phrase, Seat
from sobremesa.games.girumgo import rules
from sobremesa.games.girumgo.notation import HOLE_TEXTS, POINTS, WAYS, WHEEL_TEXTS
from sobremesa.games.girumgo.rules import COLOURS, END, MAX_SEATS, MAX_TURNS, SLOTS, STEP, Phase, Setup, Table
from sobremesa.kit.hexagon import NOWHERE
from sobremesa.kit.opening import OUT

POSITIONS = 4096
"""How many groups of things of each kind are remembered."""
ROW = 2.0
DISC = 2.25
WHEEL = (1.5, 1.0)
WEDGE = 0.56
MARK = (0.5, 0.0)
HOLE = 0.4
DIMPLE = 0.2
MARGIN = 0.75
EDGE = 0.3
TRAY = 1.0
CAPTION = 0.7
COUNT = (1.7, 1.0)
THROW = (1.4, 0.8)
PAINTS = ("red", "orange", "yellow", "green", "blue", "purple")  # GI-3
# By slot, from the middle of its wheel; the slots above and below are nearer, so that their lines are the corners'.
WEDGE_AT = ((0.75, -0.433), (0.0, -0.72), (-0.75, -0.433), (-0.75, 0.433), (0.0, 0.72), (0.75, 0.433))
# By vertex, from the middle of its wheel: where its marks as a start and as a target stand.
MARKS_AT = (
    ((0.5, -1.2), (0.5, 1.2)),
    ((1.15, -0.5), (1.15, 0.5)),
    ((-1.65, -0.5), (-1.65, 0.5)),
    ((-0.75, -1.2), (-0.75, 1.2)),
    ((-1.65, -0.5), (-1.65, 0.5)),
    ((1.15, -0.5), (1.15, 0.5)),
)
KINDS = (
    Kind(
        "wedge",
        "sector",
        (DISC, DISC),
        faces=tuple(Face(str(colour), paint=paint) for colour, paint in enumerate(PAINTS)),
        parts=SLOTS,
    ),
    Kind("token", "pawn", (0.86, 0.86), parts=SLOTS, orbit=0.8),
    Kind("chip", "glass", (0.95, 0.95)),
    Kind("die", "die", (1.0, 1.0)),
    Kind("left", "counter", COUNT, "turn"),
    Kind("advances", "counter", COUNT, "steps"),
    Kind("opening", "counter", THROW, "dice"),
)
CUES = {
    "log.set": "turn",
    "log.set_alike": "turn",
    "log.opening": "roll",
    "log.throw": "roll",
    "log.turn": "turn",
    "log.turn_back": "turn",
    "log.step": "step",
    "log.made": "place",
    "log.loss": "capture",
    "log.home": "capture",
    "prompt.arrived": "win",
}
RULES = {
    "setup": "GI-6",
    "opening": "GI-7",
    "throw": "GI-8",
    "turn": "GI-9",
    "turn_or_end": "GI-9",
    "turn_or_step": "GI-8",
    "turn_or_step_or_end": "GI-8",
    "step": "GI-14",
    "arrived": "GI-19",
    "nobody": "GI-21",
}
"""The rule that each prompt is about."""


def scene(v: Table) -> Scene:
    """This is the hexagon of wheels with the marks of its vertices, and below it trays for die and advances."""
    return _scene(rules.side_of(v), tuple(rules.colour_of(v, seat) for seat in range(v.seats)))


@cache
def _scene(side: int, colours: tuple[int, ...]) -> Scene:
    wheels = range(rules.WHEELS[side])
    board = _board(side)
    seats = range(len(colours))
    tray = board[1] + CAPTION
    right = board[0] - EDGE - COUNT[0] * len(seats)
    return Scene(
        size=(board[0], tray + TRAY),
        shapes=(
            Shape("hexagon", (0.0, 0.0), board, "board"),
            *(_disc(side, wheel) for wheel in wheels),
            *(Shape("circle", *_dimple(_hole(side, hole)), "dimple") for hole in range(rules.HOLES[side])),
            *(mark for vertex in range(COLOURS) for mark in _marks(side, vertex, colours)),
        ),
        zones=(
            Zone("board", Phrase("zones.board"), tuple(_wheel(side, wheel) for wheel in wheels)),
            Zone(
                "wedges",
                Phrase("zones.wedges"),
                tuple(_slot(side, wheel, slot) for wheel in wheels for slot in range(SLOTS)),
            ),
            Zone("holes", Phrase("zones.holes"), tuple(_hole(side, hole) for hole in range(rules.HOLES[side]))),
            Zone("die", Phrase("zones.die"), (Place("die", (EDGE, tray), Phrase("places.die")),), tray=True),
            Zone(
                "left",
                Phrase("zones.left"),
                (Place("left", (EDGE + 1.5, tray), Phrase("places.left"), size=COUNT),),
                tray=True,
            ),
            Zone("advances", Phrase("zones.advances"), tuple(_advances((right, tray), seats)), tray=True),
            Zone("opening", Phrase("zones.opening"), tuple(_opening(board[0], seats)), tray=True),
        ),
        colours=tuple(PAINTS[colour] for colour in colours),
        material="felt",
        kinds=KINDS,
        captions=(
            Caption(Phrase("zones.die"), (EDGE + 0.1, tray - 0.25)),
            Caption(Phrase("zones.left"), (EDGE + 1.5, tray - 0.25), zone="left"),
            Caption(Phrase("zones.advances"), (right, tray - 0.25)),
            Caption(Phrase("zones.opening"), (0.1, 0.2), zone="opening"),
        ),
        cues=CUES,
    )


def _board(side: int) -> Point:
    height = (2 * side - 2) * ROW + DISC + 2 * MARGIN
    return height * 2 / sqrt(3), height


def _middle(side: int, wheel: int) -> Point:
    (q, r), (width, height) = POINTS[wheel], _board(side)
    return width / 2 + DISC * (q + r / 2), height / 2 + ROW * r  # GI-1


def _corner(middle: Point, size: Point) -> Point:
    return middle[0] - size[0] / 2, middle[1] - size[1] / 2


def _wheel(side: int, wheel: int) -> Place:
    text = WHEEL_TEXTS[wheel]
    return Place(text, _corner(_middle(side, wheel), WHEEL), Phrase("places.wheel", wheel=text), text, WHEEL)


def _disc(side: int, wheel: int) -> Shape:
    size = DISC, DISC
    return Shape("circle", _corner(_middle(side, wheel), size), size, "wheel", WHEEL_TEXTS[wheel])


def _slot(side: int, wheel: int, slot: int) -> Place:
    (x, y), (right, down) = _middle(side, wheel), WEDGE_AT[slot]
    name = Phrase("places.slot", wheel=WHEEL_TEXTS[wheel], slot=slot)
    size = WEDGE, WEDGE
    return Place(_slot_text(wheel, slot), _corner((x + right, y + down), size), name, size=size, pivot=(x, y))  # GI-2


def _slot_text(wheel: int, slot: int) -> str:
    return f"{WHEEL_TEXTS[wheel]}/{slot}"


def _hole(side: int, hole: int) -> Place:
    corners = [_middle(side, int(wheel)) for wheel in rules.CORNERS[hole]]
    middle = sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3
    name = Phrase("places.hole", hole=_between(hole))
    return Place(HOLE_TEXTS[hole], _corner(middle, (HOLE, HOLE)), name, size=(HOLE, HOLE))


@cache
def _between(hole: int) -> Phrase:
    """This is where a hole is, by the names that are written on the wheels around it."""
    first, second, third = (WHEEL_TEXTS[wheel] for wheel in rules.CORNERS[hole])
    return Phrase("between", first=first, second=second, third=third)


def _dimple(hole: Place) -> tuple[Point, Point]:
    return _corner((hole.at[0] + HOLE / 2, hole.at[1] + HOLE / 2), (DIMPLE, DIMPLE)), (DIMPLE, DIMPLE)


def _marks(side: int, vertex: int, colours: tuple[int, ...]) -> Iterator[Shape]:
    x, y = _middle(side, int(rules.VERTEX[side, vertex]))
    (start_x, start_y), (target_x, target_y) = MARKS_AT[vertex]
    opposite = (vertex + 3) % COLOURS  # GI-4
    if vertex in colours:
        yield Shape("text", (x + start_x, y + start_y), MARK, "badge", f"⌂{vertex}", PAINTS[vertex], "home")
    if opposite in colours:
        yield Shape("text", (x + target_x, y + target_y), MARK, "badge", f"⚑{opposite}", PAINTS[opposite], "flag")


def _advances(at: Point, seats: range) -> Iterator[Place]:
    for seat in seats:
        name = Phrase("places.advances", seat=Seat(seat))
        yield Place(str(seat), (at[0] + COUNT[0] * seat, at[1]), name, size=COUNT)


def _opening(width: float, seats: range) -> Iterator[Place]:
    # Beside the upper corners of the hexagon, three on either side.
    for seat in seats:
        side, row = divmod(seat, MAX_SEATS // 2)
        at = side * (width - THROW[0]), 0.5 + THROW[1] * row
        yield Place(str(seat), at, Phrase("places.opening", seat=Seat(seat)), size=THROW)


def things(v: Table) -> Things:
    """This is every wedge, the chips, the tokens, the die, and what is counted."""
    rots = v.rot[: rules.wheels(v)].tolist()
    return Things(
        *map(_wedges, range(len(rots)), rots),
        _chips(v.chips.tobytes()),
        _tokens(tuple([_token(v, seat) for seat in range(v.seats)])),
        _thrown(int(v.die)),
        _left(int(v.left)) if v.phase == Phase.ACT else (),
        *(_advanced(seat, int(v.advances[seat])) for seat in range(v.seats)),
        _opened(tuple(v.opening[: v.seats].tolist())),
    )


@lru_cache(POSITIONS)
def _chips(chips: bytes) -> tuple[Thing, ...]:
    held = [HOLE_TEXTS[hole] for hole, colour in enumerate(chips) if colour]
    return tuple(Thing(f"chip-{hole}", "chip", "holes", hole, "△") for hole in held)


def _token(v: Table, seat: int) -> tuple[int, int, int]:
    wheel, colour = int(v.tokens[seat]), rules.colour_of(v, seat)
    return wheel, colour, rules.slot_of(int(v.rot[wheel]), colour)  # GI-9


@lru_cache(POSITIONS)
def _tokens(spots: tuple[tuple[int, int, int], ...]) -> tuple[Thing, ...]:
    return tuple(
        Thing(f"token-{seat}", "token", "board", WHEEL_TEXTS[wheel], str(colour), seat, slot)
        for seat, (wheel, colour, slot) in enumerate(spots)
    )


@cache
def _thrown(face: int) -> tuple[Thing, ...]:
    return (_die(face),)


def _die(face: int) -> Thing:
    return Thing("die", "die", "die", "die", str(face) if face else "")


@cache
def _left(left: int) -> tuple[Thing, ...]:
    return (Thing("left", "left", "left", "left", str(left)),)


@lru_cache(POSITIONS)
def _advanced(seat: int, advances: int) -> tuple[Thing, ...]:
    return (Thing(f"advances-{seat}", "advances", "advances", str(seat), str(advances), seat),)


@lru_cache(POSITIONS)
def _opened(opening: tuple[int, ...]) -> tuple[Thing, ...]:
    thrown = [(seat, face) for seat, face in enumerate(opening) if face > 0]
    return tuple(Thing(f"opening-{seat}", "opening", "opening", str(seat), str(face), seat) for seat, face in thrown)


@cache
def _wedges(wheel: int, rot: int) -> tuple[Thing, ...]:
    slots = [rules.slot_of(rot, colour) for colour in range(COLOURS)]
    return tuple(
        Thing(
            f"wedge-{WHEEL_TEXTS[wheel]}-{colour}",
            "wedge",
            "wedges",
            _slot_text(wheel, slot),
            str(colour),
            turn=slot,
        )
        for colour, slot in enumerate(slots)
    )


def owner(v: Table, seat: int) -> int:
    """This is whose things a seat plays with: its own."""
    return seat


def gesture(v: Table, move: int) -> Gesture:
    """This is how a move is made: a wheel and its way round, the own wheel and the next one, or a button alone."""
    if move == END:
        return Gesture(button("end"))
    if move >= STEP:
        return Gesture(_wheel_target(move - STEP), frozenset({_wheel_target(int(v.tokens[v.turn]))}))
    return _turn(move)


@cache
def _turn(move: int) -> Gesture:
    wheel, way = divmod(move, len(WAYS))
    return Gesture(button(WAYS[way]), frozenset({_wheel_target(wheel)}))


def _wheel_target(wheel: int) -> str:
    return target("board", WHEEL_TEXTS[wheel])


def caption(v: Table, move: int) -> Phrase:
    """This says what a move does."""
    return _caption(move)


@cache
def _caption(move: int) -> Phrase:
    if move == END:
        return Phrase("captions.end")
    if move >= STEP:
        return Phrase("captions.step", wheel=WHEEL_TEXTS[move - STEP])
    wheel, way = divmod(move, len(WAYS))
    return Phrase("captions.turn_back" if way else "captions.turn", wheel=WHEEL_TEXTS[wheel])


def grip(v: Table) -> int:
    """This is the wheel from which the own token steps: nothing else changes how moves are made."""
    return int(v.tokens[v.turn])


def prompt(v: Table) -> Phrase:
    """This says what is asked of whom."""
    if v.phase == Phase.SETUP:
        return Phrase("prompt.setup", wheel=WHEEL_TEXTS[rules.drawn_wheel(v)])
    if v.phase == Phase.OVER:
        return _end(v)
    who = {"seat": Seat(v.turn), "colour": _colour(v, int(v.turn))}
    if v.phase != Phase.ACT:
        return Phrase("prompt.opening" if v.phase == Phase.OPENING else "prompt.throw", **who)
    if v.left == 0:
        return Phrase("prompt.step", **who)
    can_step = rules.steps(v)[0] != NOWHERE
    name = f"turn{'_or_step' if can_step else ''}{'' if v.must_turn else '_or_end'}"
    return Phrase(f"prompt.{name}", **who, count=int(v.left))


def _colour(v: Table, seat: int) -> Phrase:
    return Phrase(f"colours.{rules.colour_of(v, seat)}")


def _end(v: Table) -> Phrase:
    leader = rules.winner(v)
    if leader < 0:
        return Phrase("prompt.nobody", turns=MAX_TURNS)
    return Phrase("prompt.arrived", seat=Seat(leader), wheel=WHEEL_TEXTS[rules.target_of(v, leader)])


def story(before: Table, choice: int, after: Table) -> list[Phrase]:
    """This tells what a draw, a throw or a move brought about."""
    if before.phase == Phase.SETUP:
        name = "set" if before.setup == Setup.FREE else "set_alike"
        return [Phrase(f"log.{name}", wheel=WHEEL_TEXTS[rules.drawn_wheel(before)], rot=choice)]
    seat = Seat(before.turn)
    if before.phase == Phase.OPENING:
        return [Phrase("log.opening", seat=seat, face=choice), *_after_opening(before, after)]
    if before.phase == Phase.THROW:
        return [Phrase("log.throw", seat=seat, count=choice)]
    told = [_deed(before, choice), *_triangles(before, after), *_gains(before, choice, after)]
    if after.phase == Phase.OVER:
        told.append(_end(after))
    elif after.phase == Phase.THROW:
        told.append(Phrase("log.next", seat=Seat(after.turn)))
    return told


def _after_opening(before: Table, after: Table) -> list[Phrase]:
    if after.phase == Phase.THROW:
        return [Phrase("log.begins", seat=Seat(after.turn))]
    tied = [Seat(seat) for seat in range(after.seats) if after.opening[seat] != OUT]
    is_new_round = (before.opening > 0).any() and not (after.opening > 0).any()
    return [Phrase("log.tie", players=tied)] if is_new_round else []


def _deed(before: Table, choice: int) -> Phrase:
    seat = Seat(before.turn)
    if choice == END:
        return Phrase("log.end", seat=seat)
    if choice >= STEP:
        return Phrase("log.step", seat=seat, wheel=WHEEL_TEXTS[choice - STEP])
    wheel, way = divmod(choice, len(WAYS))
    return Phrase("log.turn_back" if way else "log.turn", seat=seat, wheel=WHEEL_TEXTS[wheel])


def _triangles(before: Table, after: Table) -> Iterator[Phrase]:
    for hole in range(rules.holes(before)):
        was, now = before.chips[hole], after.chips[hole]
        if now and not was:
            yield Phrase("log.made", hole=_between(hole), colour=Phrase(f"colours.{now - 1}"))
        elif was and not now:
            yield Phrase("log.broken", hole=_between(hole), colour=Phrase(f"colours.{was - 1}"))


def _gains(before: Table, choice: int, after: Table) -> Iterator[Phrase]:
    spent = 1 if STEP <= choice < END else 0
    for seat in range(before.seats):
        change = int(after.advances[seat]) - int(before.advances[seat])
        if seat == before.turn:
            if change + spent:
                yield Phrase("log.gain", seat=Seat(seat), count=change + spent)
        elif after.tokens[seat] != before.tokens[seat]:
            yield Phrase("log.home", seat=Seat(seat), wheel=WHEEL_TEXTS[rules.start_of(before, seat)])
        elif change:
            yield Phrase("log.loss", seat=Seat(seat), count=-change)


def paths(before: Table, choice: int, after: Table) -> dict[str, list[str]]:
    """This is the wheel to which a token steps."""
    if before.phase != Phase.ACT or not STEP <= choice < END:
        return {}
    return {f"token-{before.turn}": [_wheel_target(choice - STEP)]}


def glimpse(before: Table, choice: int, after: Table) -> list[Thing]:
    """This is the die of an opening throw, which is taken up at once."""
    return [_die(choice)] if before.phase == Phase.OPENING else []
