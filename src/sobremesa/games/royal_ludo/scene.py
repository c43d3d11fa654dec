"""Royal Ludo to look at: a cross of squares with prisons in its corners, pawns, riders on their carriers, two dice."""

from collections.abc import Iterator
from functools import cache
from itertools import groupby

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
from sobremesa.core.table import remembered
from sobremesa.core.words import Phrase, Seat
from sobremesa.games.royal_ludo import rules
from sobremesa.games.royal_ludo.notation import FACES, stays
from sobremesa.games.royal_ludo.rules import (
    ALL_PAWNS,
    AMBUSH,
    BACK,
    COLOURS,
    CROWN,
    FEATHER,
    FREE,
    JAIL,
    PAWNS,
    PRISON,
    RIDE,
    SHARE,
    Phase,
    Table,
)
from sobremesa.kit.opening import OUT

BOARDS = 1024
"""How many boards with their pawns are remembered."""
# Squares across, in the order of the boards.
SIDES = (15, 11, 19)  # RL-4
MARGIN = 0.4
UNIT = (1.0, 1.0)
RIDER = (0.5, 0.4)
YARD_RIM = 0.5
WIDE_ARM, WIDE_CELL = 6, 1.5
DICE = ("special", "plain")
PAINTS = ("red", "green", "blue", "yellow")  # RL-1
ARROWS = ("east", "south", "west", "north")
SYMBOLS = {FEATHER: "feather", CROWN: "crown"}
CAPTION, LINE = 0.7, 1.0
"""How far below the board the tray lies, and how high it is."""
COUNT = 1.5
KINDS = (
    Kind("pawn", "pawn", (0.84, 0.84)),
    Kind("die", "die", (1.0, 1.0), faces=tuple(Face(str(FACES[face]), (name,)) for face, name in SYMBOLS.items())),
    Kind("crowned", "counter", (COUNT, LINE), "crown"),
)

CUES = {
    "log.opening": "roll",
    "log.points": "roll",
    "log.throw_feather": "roll",
    "log.throw_crown": "roll",
    "log.move": "step",
    "log.back": "step",
    "log.carried": "step",
    "log.free": "escape",
    "log.crown": "home",
    "log.jailed": "capture",
    "log.ride": "place",
    "prompt.win": "win",
}
RULES = {
    "opening": "RL-6",
    "throw": "RL-7",
    "points": "RL-8",
    "feather": "RL-9",
    "crown": "RL-10",
    "crown_free": "RL-10",
    "crown_advance": "RL-10",
    "ambush": "RL-20",
    "jail": "RL-15",
    "jail_or_ride": "RL-14",
    "jail_or_share": "RL-15",
    "push": "RL-12",
    "push_other": "RL-12",
    "win": "RL-24",
}
"""The rule that each prompt is about."""


# The picture


def scene(v: Table) -> Scene:
    """This is the cross with its ring, zones and prisons, and below it a tray for the dice and the crowned."""
    return _scene(int(v.board), tuple(rules.colour_of(v, seat) for seat in range(v.seats)), int(v.pawns))


@cache
def _scene(board: int, colours: tuple[int, ...], pawns: int) -> Scene:
    drawing = Drawing(board)
    width = drawing.side + 2 * MARGIN
    tray = width + CAPTION
    return Scene(
        size=(width, tray + LINE),
        shapes=(
            Shape("rect", (0.0, 0.0), (width, width), "board"),
            *(_yard(drawing, colour) for colour in range(COLOURS)),
            *(cell for colour in range(COLOURS) for cell in _cells(drawing, colour)),
            *(_square(drawing, square) for square in range(len(drawing.ring))),
            *(
                Shape("rect", spot, UNIT, "velvet", paint=PAINTS[colour])
                for colour in range(COLOURS)
                for spot in drawing.zones[colour]
            ),
            Shape("rect", *drawing.centre, "goal", "C", mark="crown"),
        ),
        zones=(
            Zone("ring", Phrase("zones.ring"), tuple(_ring(drawing))),
            Zone("zones", Phrase("zones.zones"), tuple(_zones(drawing, colours))),
            Zone("final", Phrase("zones.final"), (_final(drawing),)),
            Zone("prisons", Phrase("zones.prisons"), tuple(_prisons(drawing, colours, pawns))),
            Zone("riders", Phrase("zones.riders"), tuple(_riders(drawing))),
            Zone("dice", Phrase("zones.dice"), tuple(_dice(tray)), tray=True),
            Zone("crowned", Phrase("zones.crowned"), tuple(_crowned(len(colours), (width, tray))), tray=True),
        ),
        colours=tuple(PAINTS[colour] for colour in colours),
        material="court",
        kinds=KINDS,
        captions=(
            Caption(Phrase("zones.dice"), (MARGIN, tray - 0.25)),
            Caption(Phrase("zones.crowned"), (width - MARGIN - COUNT * len(colours), tray - 0.25)),
        ),
        cues=CUES,
    )


class Drawing:
    """This is where the squares of a board lie: a quarter of the cross, and the same turned three times."""

    def __init__(self, board: int) -> None:
        self.side = SIDES[board]
        arm = self.side // 2 - 1
        self.gate = int(rules.GATES[board])
        self.feather = int(rules.FEATHERS[board])
        self.quarter = int(rules.QUARTERS[board])
        length = int(rules.FINALS[board]) - self.gate - 1
        along = [(column, arm) for column in range(1, length + 1)]  # RL-4
        up = [(arm, row) for row in range(arm - 1, -1, -1)]
        leg = [*along, *up, (arm + 1, 0), (arm + 2, 0)]
        zone = [(column, arm + 1) for column in range(1, length + 1)]  # RL-4

        self.ring = [self.turned(spot, UNIT, turns) for turns in range(COLOURS) for spot in leg]
        self.zones = [[self.turned(spot, UNIT, turns) for spot in zone] for turns in range(COLOURS)]
        # Prisons are wide where the corner of the board has room for it.
        self.cell = 1.0 if arm < WIDE_ARM else WIDE_CELL
        yard = (arm / 2 - self.cell, arm / 2 - self.cell)
        self.yards = [self.turned(yard, (2 * self.cell, 2 * self.cell), turns) for turns in range(COLOURS)]
        width = float(self.side - 2 * (length + 1))
        self.centre = (MARGIN + length + 1, MARGIN + length + 1), (width, width)

    def turned(self, spot: Point, size: Point, turns: int) -> Point:
        """This is where a part of the first quarter comes to lie after some quarter turns."""
        x, y = spot
        for _ in range(turns):
            x, y = self.side - y - size[1], x
        return MARGIN + x, MARGIN + y

    def mark(self, square: int) -> str:
        """This is what a square of the ring shows."""
        return {0: "crown", self.feather: "feather"}.get(square % self.quarter, "")


def _yard(drawing: Drawing, colour: int) -> Shape:
    # The yard has a rim around its four cells, which leaves a part of the corner of the board free.
    (x, y), side = drawing.yards[colour], 2 * (drawing.cell + YARD_RIM)
    return Shape("rect", (x - YARD_RIM, y - YARD_RIM), (side, side), "yard", paint=PAINTS[colour])


def _cells(drawing: Drawing, colour: int) -> Iterator[Shape]:
    (x, y), side = drawing.yards[colour], drawing.cell
    for number in range(PAWNS):
        at = x + side * (number % 2), y + side * (number // 2)
        yield Shape("rect", at, (side, side), "cell", paint=PAINTS[colour])


def _square(drawing: Drawing, square: int) -> Shape:
    mark, spot = drawing.mark(square), drawing.ring[square]
    if mark == "crown":
        return Shape("rect", spot, UNIT, "home", _letter(mark), PAINTS[square // drawing.quarter], mark)
    if mark == "feather":
        return Shape("rect", spot, UNIT, "silver", _letter(mark), mark=mark)
    # An arrow at the gate of each colour shows its way into the zone.
    colour, ahead = divmod((square - drawing.gate) % len(drawing.ring), drawing.quarter)
    return Shape(
        "rect", spot, UNIT, "square", paint="" if ahead else PAINTS[colour], mark="" if ahead else ARROWS[colour]
    )


def _letter(mark: str) -> str:
    return next((str(FACES[face]) for face, name in SYMBOLS.items() if name == mark), "")


def _ring(drawing: Drawing) -> Iterator[Place]:
    for square, spot in enumerate(drawing.ring):
        mark = drawing.mark(square)
        yield Place(str(square), spot, Phrase(f"places.{mark or 'square'}", number=square), _letter(mark))


def _zones(drawing: Drawing, colours: tuple[int, ...]) -> Iterator[Place]:
    for seat, colour in enumerate(colours):
        for x, spot in enumerate(drawing.zones[colour], start=drawing.gate + 1):
            yield Place(f"{seat}-{x}", spot, Phrase("places.zone", seat=Seat(seat), number=x), str(x))


def _final(drawing: Drawing) -> Place:
    at, size = drawing.centre
    return Place("crown", at, Phrase("places.final"), _letter("crown"), size)


def _prisons(drawing: Drawing, colours: tuple[int, ...], pawns: int) -> Iterator[Place]:
    for seat, colour in enumerate(colours):
        for number, cell in zip(range(pawns), _cells(drawing, colour), strict=False):
            name = Phrase("places.prison", seat=Seat(seat), number=number + 1)
            yield Place(f"{seat}-{number}", cell.at, name, "", cell.size)


def _riders(drawing: Drawing) -> Iterator[Place]:
    # A rider sits in the upper half of its carrier's square, in a picture at its right, beside the carrier's number.
    for square, (x, y) in enumerate(drawing.ring):
        yield Place(str(square), (x + 0.25, y), Phrase("places.rider", number=square), size=RIDER, lift=(0.24, 0.03))


def _dice(tray: float) -> Iterator[Place]:
    for number, die in enumerate(DICE):
        yield Place(die, (MARGIN + 1.2 * number, tray), Phrase(f"places.{die}"))


def _crowned(seats: int, end: Point) -> Iterator[Place]:
    for seat in range(seats):
        at = end[0] - MARGIN - COUNT * (seats - seat), end[1]
        yield Place(str(seat), at, Phrase("places.crowned", seat=Seat(seat)), size=(COUNT, LINE))


# What lies there


def things(v: Table) -> Things:
    """This is every pawn, the dice, and how many pawns each seat has crowned."""
    thrown = _thrown(*((FACES[int(v.special)], int(v.plain)) if v.special else ("", "")))
    return Things(_pawns(v), thrown, *[_tally(seat, rules.crowned(v, seat)) for seat in range(v.seats)])


@remembered(BOARDS, "seats", "pawns", "board", "at", "pair")
def _pawns(v: Table) -> tuple[Thing, ...]:
    pawns = [PAWNS * seat + number for seat in range(v.seats) for number in range(v.pawns)]
    return tuple([_pawn(pawn, *_spot(v, pawn)) for pawn in pawns])


@cache
def _pawn(pawn: int, zone: str, place: str) -> Thing:
    # There are few of them, and they stand on many boards.
    seat, number = divmod(pawn, PAWNS)
    return Thing(_id(pawn), "pawn", zone, place, str(number + 1), owner=seat)


@cache
def _thrown(*faces: int | str) -> tuple[Thing, ...]:
    return tuple(Thing(f"die-{die}", "die", "dice", die, str(face)) for die, face in zip(DICE, faces, strict=True))


@cache
def _tally(seat: int, count: int) -> tuple[Thing, ...]:
    return (Thing(f"crowned-{seat}", "crowned", "crowned", str(seat), str(count), owner=seat),)


def owner(v: Table, seat: int) -> int:
    """This is whose pawns a seat plays: its own."""
    return seat


def _id(pawn: int) -> str:
    return f"pawn-{pawn // PAWNS}-{pawn % PAWNS}"


def _spot(v: Table, pawn: int) -> tuple[str, str]:
    seat, x = pawn // PAWNS, int(v.at[pawn])
    if x == PRISON:
        return "prisons", f"{seat}-{pawn % PAWNS}"
    zone, place = _goal(v, seat, x)
    return ("riders" if rules.rides(v, pawn) else zone), place


def _goal(v: Table, seat: int, x: int) -> tuple[str, str]:
    if x <= rules.gate(v):
        return "ring", str((rules.start_of(v, seat) + x) % rules.ring(v))
    return ("final", "crown") if x == rules.final(v) else ("zones", f"{seat}-{x}")


# Moves by hand and in words


def gesture(v: Table, move: int) -> Gesture:
    """This is how a move is made: a pawn, then its goal or its prey; a click on the rival to ride; or a button."""
    if move == JAIL:
        return Gesture(button("jail"))
    if move == SHARE:
        return Gesture(button("share"))
    if RIDE <= move < BACK:
        return Gesture(_id(move - RIDE))
    pawn = _mover(v, move)
    goal = int(v.at[pawn]) - AMBUSH if _is_ambush(v, move) else _end(v, move)
    return Gesture(target(*_goal(v, pawn // PAWNS, goal)), frozenset({_id(pawn)}))


def caption(v: Table, move: int) -> Phrase:
    """This says what a move does."""
    if move in (JAIL, SHARE):
        return Phrase("captions.jail" if move == JAIL else "captions.share", count=rules.rivals_met(v).bit_count())
    if RIDE <= move < BACK:
        pawn = move - RIDE
        rivals = rules.rivals_met(v).bit_count()
        return Phrase("captions.ride", seat=Seat(pawn // PAWNS), pawn=pawn % PAWNS + 1, count=rivals)
    pawn = _mover(v, move)
    return Phrase(f"captions.{_way(v, move)}", pawn=pawn % PAWNS + 1, origin=int(v.at[pawn]), to=_end(v, move))


def _mover(v: Table, move: int) -> int:
    if move >= BACK:
        return PAWNS * rules.pushed_seat(v) + move - BACK
    return rules.prisoner(v) if move == FREE else PAWNS * int(v.turn) + move


def _is_ambush(v: Table, move: int) -> bool:
    return move < FREE and stays(v, _mover(v, move))


def _end(v: Table, move: int) -> int:
    if move == FREE:
        return int(v.plain)
    x = int(v.at[_mover(v, move)])
    return int(rules.crown_behind(v, x) if move >= BACK else rules.destination(v, x))


def _way(v: Table, move: int) -> str:
    if move == FREE:
        return "free"
    if _is_ambush(v, move):
        return "ambush"
    if _end(v, move) == rules.final(v):
        return "crown"
    pawn = _mover(v, move)
    pair = "_off" if rules.rides(v, pawn) else "_with" if rules.carries(v, pawn) else ""
    return f"{'back' if move >= BACK else 'move'}{pair}"


def grip(v: Table) -> None:
    """This is nothing: there are few moves, and they follow from much."""


def prompt(v: Table) -> Phrase:
    """This says what is asked of whom."""
    seat = Seat(v.turn)
    if v.phase == Phase.OVER:
        return Phrase("prompt.win", seat=seat)
    if v.phase == Phase.OPENING:
        return Phrase("prompt.opening", seat=seat)
    if v.phase == Phase.THROW:
        return Phrase("prompt.throw", seat=seat)
    if v.phase == Phase.LAND:
        return Phrase(f"prompt.{_landing(v)}", seat=seat, count=rules.rivals_met(v).bit_count())
    if v.phase == Phase.PUSH:
        pushed = Seat(rules.pushed_seat(v))
        return Phrase("prompt.push_other" if v.pushed_by else "prompt.push", seat=seat, pushed=pushed)
    return _ask(v, seat)


def _landing(v: Table) -> str:
    if rules.is_tied_to(v, int(v.turn), rules.rivals_met(v)):
        return "jail_or_share"
    return "jail" if rules.carries(v, rules.landed_pawn(v)) else "jail_or_ride"


def _ask(v: Table, seat: Seat) -> Phrase:
    own = range(PAWNS * int(v.turn), PAWNS * int(v.turn) + PAWNS)
    if any(stays(v, pawn) for pawn in own):
        return Phrase("prompt.ambush", seat=seat)
    if v.special < FEATHER:
        return Phrase("prompt.points", seat=seat, points=int(v.special) + int(v.plain))
    if v.special == FEATHER:
        return Phrase("prompt.feather", seat=seat, points=int(v.plain))
    has_prisoner = any(v.at[pawn] == PRISON for pawn in own)
    has_walker = any(0 <= v.at[pawn] < rules.final(v) for pawn in own)
    choice = "crown" if has_prisoner and has_walker else "crown_free" if has_prisoner else "crown_advance"
    return Phrase(f"prompt.{choice}", seat=seat, points=int(v.plain))


# What happened


def story(before: Table, choice: int, after: Table) -> list[Phrase]:
    """This tells what a throw or a move brought about."""
    seat = Seat(before.turn)
    if before.phase == Phase.OPENING:
        return [Phrase("log.opening", seat=seat, total=rules.opening_total(choice)), *_after_opening(after)]
    if before.phase == Phase.THROW:
        return [_throw(seat, choice), *([Phrase("log.nothing", seat=seat)] if after.phase == Phase.THROW else [])]
    if before.phase == Phase.LAND:
        return [*_meeting(before, choice), *_fates(before, after)]
    pawn = _mover(before, choice)
    way = _way(before, choice).partition("_")[0]
    values = {"origin": int(before.at[pawn]), "to": _end(before, choice)}
    told = [Phrase(f"log.{way}", seat=Seat(pawn // PAWNS), pawn=pawn % PAWNS + 1, **values)]
    told += _fates(before, after, pawn)
    if after.phase == Phase.OVER:
        told.append(prompt(after))
    return told


def _after_opening(after: Table) -> list[Phrase]:
    if after.phase == Phase.THROW:
        return [Phrase("log.begins", seat=Seat(after.turn))]
    if (after.opening > 0).any():
        return []
    tied = [Seat(seat) for seat in range(after.seats) if after.opening[seat] != OUT]
    return [Phrase("log.tie", players=tied)]


def _throw(seat: Seat, choice: int) -> Phrase:
    special, plain = rules.special_of(choice), rules.plain_of(choice)
    if special < FEATHER:
        return Phrase("log.points", seat=seat, special=special, plain=plain, points=special + plain)
    return Phrase(f"log.throw_{SYMBOLS[special]}", seat=seat, points=plain)


def _meeting(before: Table, choice: int) -> list[Phrase]:
    seat = Seat(before.turn)
    if choice == JAIL:
        return []
    if choice == SHARE:
        return [Phrase("log.share", seat=seat)]
    ridden = choice - RIDE
    return [Phrase("log.ride", seat=seat, other=Seat(ridden // PAWNS), pawn=ridden % PAWNS + 1)]


def _fates(before: Table, after: Table, mover: int = -1) -> list[Phrase]:
    told = []
    for seat in range(after.seats):
        own = range(PAWNS * seat, PAWNS * seat + PAWNS)
        jailed = sum(1 for pawn in own if before.at[pawn] != PRISON and after.at[pawn] == PRISON)
        if jailed:
            told.append(Phrase("log.jailed", seat=Seat(seat), count=jailed))
    riders = (pawn for pawn in range(ALL_PAWNS) if rules.rides(before, pawn) and pawn != mover)
    for pawn in riders:
        values = {"seat": Seat(pawn // PAWNS), "pawn": pawn % PAWNS + 1, "to": int(after.at[pawn])}
        if rules.rides(after, pawn):
            told += [Phrase("log.carried", **values)] if before.at[pawn] != after.at[pawn] else []
        elif PRISON not in (after.at[pawn], after.at[rules.partner(before, pawn)]):
            told.append(Phrase("log.left", **values))
    return told


def paths(before: Table, choice: int, after: Table) -> dict[str, list[str]]:
    """This is the squares over which a pawn walks, and with it the one that it carries."""
    if before.phase not in (Phase.ACT, Phase.PUSH) or _is_ambush(before, choice):
        return {}
    pawn = _mover(before, choice)
    walked = list(_walked(before, choice))
    found = {_id(pawn): [target(*_goal(before, pawn // PAWNS, x)) for x in walked]}
    if rules.carries(before, pawn):
        rider = rules.partner(before, pawn)
        ahead = int(before.at[rider]) - int(before.at[pawn])
        ridden = [x for x in walked if x <= rules.gate(before) and 0 <= x + ahead <= rules.gate(before)]
        carried = [target("riders", _goal(before, pawn // PAWNS, x)[1]) for x in ridden]
        found[_id(rider)] = [*carried, target(*_spot(after, rider))]
    # A pawn that walks back may have to stop at the end of its zone, and wait there.
    return {name: [place for place, _ in groupby(targets)] for name, targets in found.items()}


def _walked(v: Table, move: int) -> Iterator[int]:
    """This is every coordinate that a move touches: a leap only where it ends, a walk step by step."""
    if move >= BACK:
        yield _end(v, move)
        return
    x = int(v.at[_mover(v, move)])
    mark = 0 if move == FREE else rules.leap(v, x)
    if mark != x:
        yield mark
    for points in range(1, rules.stride(v) + 1):
        yield rules.step(v, mark, points)


def glimpse(before: Table, choice: int, after: Table) -> list[Thing]:
    """This is the dice that are taken up at once: in the opening, and when nobody can use them."""
    if before.phase not in (Phase.OPENING, Phase.THROW) or after.special:
        return []
    return list(_thrown(FACES[rules.special_of(choice)], rules.plain_of(choice)))
