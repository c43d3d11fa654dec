"""Girumgo as text: its wheels and triangles, moves, throws and positions."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any

from sobremesa.core.jsontext import shown
from sobremesa.core.notation import Reader, is_whole
from sobremesa.games.girumgo import rules
from sobremesa.games.girumgo.rules import COLOURS, END, FACES, MAX_SIDE, MAX_TURNS, STEP, Phase, Setup, Table
from sobremesa.kit import hexagon
from sobremesa.kit.opening import OUT, TO_THROW

KEYS = (
    "rot",
    "tokens",
    "advances",
    "turns",
    "drawn",
    "opening",
    "turn",
    "die",
    "turns_left",
    "scored",
    "stood",
    "attacked",
)

POINTS = hexagon.points(MAX_SIDE)
WHEEL_TEXTS = [f"{q},{r}" for q, r in POINTS]
HOLES = hexagon.holes(MAX_SIDE)
HOLE_TEXTS = [f"{WHEEL_TEXTS[wheel]}/{slot}" for (wheel, slot), _, _ in HOLES]
WHEEL_NUMBERS = {text: wheel for wheel, text in enumerate(WHEEL_TEXTS)}
TRIANGLES = {
    f"{WHEEL_TEXTS[wheel]}/{slot}:{colour}": (hole, colour)
    for hole, places in enumerate(HOLES)
    for wheel, slot in places
    for colour in range(COLOURS)
}
WAYS = "+-"
PHASES = {
    Phase.SETUP: "setup",
    Phase.OPENING: "opening",
    Phase.THROW: "throw",
    Phase.ACT: "act",
    Phase.OVER: "over",
}

Triangle = tuple[int, int]


def phase_of(t: Table) -> str:
    """This is the name of what is going on."""
    return PHASES[Phase(t.phase)]


def text_of(t: Table, choice: int) -> str:
    """This is a draw, a throw or a move as text."""
    if t.phase == Phase.SETUP:
        return f"set {WHEEL_TEXTS[rules.drawn_wheel(t)]} {choice}"
    return _move_text(choice) if t.phase == Phase.ACT else str(choice)


@cache
def _move_text(choice: int) -> str:
    if choice == END:
        return "end"
    if choice >= STEP:
        return f"step {WHEEL_TEXTS[choice - STEP]}"
    wheel, way = divmod(choice, len(WAYS))
    return f"turn {WHEEL_TEXTS[wheel]} {WAYS[way]}"


def triangle_text(triangle: Triangle) -> str:
    """This is a triangle, a hole and its colour, as text."""
    hole, colour = triangle
    return f"{HOLE_TEXTS[hole]}:{colour}"


# Which triangles there are


def standing(t: Table) -> list[Triangle]:
    """This lists the triangles that stand now."""
    return [(hole, int(chip) - 1) for hole, chip in enumerate(t.chips) if chip]


def stood(t: Table) -> list[Triangle]:
    """This lists the triangles that stood when the turn began."""
    return [(hole, int(chip) - 1) for hole, chip in enumerate(t.stood) if chip]


def scored(t: Table) -> list[Triangle]:
    """This lists the triangles that have been scored in this turn."""
    return [(hole, colour) for hole, mask in enumerate(t.scored) for colour in range(COLOURS) if mask >> colour & 1]


def attacked(t: Table) -> list[int]:
    """This lists the wheels that have been attacked in this turn."""
    return [wheel for wheel in range(rules.wheels(t)) if t.attacked >> wheel & 1]


# Positions


def position_of(t: Table) -> dict[str, Any]:
    """This is a table as JSON."""
    position: dict[str, Any] = {
        "rot": {WHEEL_TEXTS[wheel]: int(rot) for wheel, rot in enumerate(t.rot) if rot},
        "tokens": [list(POINTS[wheel]) for wheel in t.tokens[: t.seats]],
        "advances": t.advances[: t.seats].tolist(),
        "turns": int(t.turns),
    }
    if t.phase == Phase.SETUP:
        position["drawn"] = int(t.drawn)
    elif t.phase == Phase.OPENING:
        position["opening"] = [throws_of(int(face)) for face in t.opening[: t.seats]]
    else:
        position["turn"] = int(t.turn)
    if t.phase == Phase.ACT:
        position["die"] = int(t.die)
        position["turns_left"] = int(t.left)
        position["scored"] = sorted(triangle_text(triangle) for triangle in scored(t))
        position["stood"] = sorted(triangle_text(triangle) for triangle in stood(t))
        position["attacked"] = sorted(WHEEL_TEXTS[wheel] for wheel in attacked(t))
    return position


def throws_of(face: int) -> list[int] | None:
    """This is what a seat has thrown in this round of the opening, or None if it is out."""
    if face == OUT:
        return None
    return [face] if face else []


def read_position(t: Table, reader: Reader) -> None:
    """This lays out a position; a turn in which nothing can be done any more ends by itself."""
    read_rot(t, reader)
    read_tokens(t, reader)
    read_advances(t, reader)
    t.turns = reader.whole("turns", 0, MAX_TURNS, 0)
    stages = [key for key in ("drawn", "opening", "turn") if reader.has(key)]
    if len(stages) > 1:
        reader.fault("stages", keys=tuple(stages))
    if "turn" in stages:
        read_turn(t, reader)
        return
    check_start(t, reader)
    if "drawn" in stages and t.phase == Phase.OPENING:
        reader.fault("nothing_to_draw")
    if "opening" in stages or t.phase == Phase.OPENING:
        read_opening(t, reader)
    else:
        read_setup(t, reader)


def read_rot(t: Table, reader: Reader) -> None:
    """This turns the wheels and puts a chip on every triangle."""
    given = reader.data.get("rot", {})
    if not isinstance(given, dict):
        reader.fault("rot_not_an_object")
        return
    for text, rot in given.items():
        wheel = wheel_of(t, text)
        if wheel is None:
            reader.fault("wheel", key="rot", given=shown(text))
        elif not is_whole(rot, 0, COLOURS - 1):
            reader.fault("rot", wheel=text, most=COLOURS - 1, given=shown(rot))
        else:
            t.rot[wheel] = rot
    for hole in range(rules.holes(t)):
        t.chips[hole] = rules.triangle(t, hole)  # GI-13


def wheel_of(t: Table, text: object) -> int | None:
    """This is the wheel of the board that a text names."""
    wheel = WHEEL_NUMBERS.get(text) if isinstance(text, str) else None
    return wheel if wheel is not None and wheel < rules.wheels(t) else None


def read_tokens(t: Table, reader: Reader) -> None:
    """This puts the tokens on their wheels."""
    seats = int(t.seats)
    usual = [list(POINTS[wheel]) for wheel in t.tokens[:seats]]
    for seat, point in enumerate(reader.by_seat("tokens", seats, rules.MAX_SEATS, usual)):
        is_point = isinstance(point, list) and len(point) == 2 and all(type(part) is int for part in point)
        wheel = wheel_of(t, f"{point[0]},{point[1]}") if is_point else None
        if wheel is None:
            reader.fault("token", seat=seat, given=shown(point))
        else:
            t.tokens[seat] = wheel


def read_advances(t: Table, reader: Reader) -> None:
    """This gives every seat its advances."""
    seats = int(t.seats)
    most = rules.MAX_ADVANCES if t.cap == rules.UNLIMITED else int(t.cap)
    for seat, advances in enumerate(reader.by_seat("advances", seats, rules.MAX_SEATS, [0] * seats)):
        if is_whole(advances, 0, most):
            t.advances[seat] = advances
        else:
            reader.fault("advances", seat=seat, most=most, given=shown(advances))


def check_start(t: Table, reader: Reader) -> None:
    """This refuses what can only have come about after the first turn began."""
    here = range(t.seats)
    changed = {
        "tokens": any(t.tokens[seat] != rules.start_of(t, seat) for seat in here),
        "advances": any(t.advances[seat] for seat in here),
        "turns": t.turns > 0,
    }
    for key in KEYS:
        if changed.get(key) or (key in ("die", "turns_left", "scored", "stood", "attacked") and reader.has(key)):
            reader.fault("before_the_first_turn", key=key)


def read_setup(t: Table, reader: Reader) -> None:
    """This is a position in the set-up: wheels that are not yet drawn are not turned."""
    before = len(reader.faults)
    t.drawn = reader.whole("drawn", 0, rules.draws(t) - 1, 0)
    if len(reader.faults) == before:
        check_drawn(t, reader, int(t.drawn))


def check_drawn(t: Table, reader: Reader, drawn: int) -> None:
    """This refuses orientations that so many draws cannot have brought about."""
    before = len(reader.faults)
    seen: dict[int, int] = {}
    for wheel in range(rules.wheels(t)):
        number, rot = rules.draw_of(t, wheel), int(t.rot[wheel])
        if number >= drawn and rot:
            reader.fault("not_drawn", wheel=WHEEL_TEXTS[wheel])
        elif seen.setdefault(number, rot) != rot and t.setup == Setup.SYMMETRIC:
            reader.fault("not_symmetric", wheel=WHEEL_TEXTS[wheel])
    if len(reader.faults) > before:
        return
    for hole, colour in standing(t):
        if all(rules.draw_of(t, int(wheel)) < drawn for wheel in rules.CORNERS[hole]):
            reader.fault("triangle_in_setup", triangle=triangle_text((hole, colour)))
    t.chips[:] = 0


def read_opening(t: Table, reader: Reader) -> None:
    """This is a position in the opening throws, in which somebody is still to throw."""
    t.phase = Phase.OPENING
    check_drawn(t, reader, rules.draws(t))
    seats = int(t.seats)
    before = len(reader.faults)
    opening = reader.by_seat("opening", seats, rules.MAX_SEATS, [[]] * seats)
    for seat, throws in enumerate(opening):
        if throws is None:
            t.opening[seat] = OUT
        elif not isinstance(throws, list) or len(throws) > 1 or not all(is_whole(face, 1, FACES) for face in throws):
            reader.fault("opening_throw", seat=seat, most=FACES, given=shown(throws))
        else:
            t.opening[seat] = throws[0] if throws else TO_THROW
    if len(reader.faults) > before:
        return

    made = [len(throws) for throws in opening if throws is not None]
    if len(made) < 2:
        reader.fault("opening_alone")
    elif any(later > earlier for earlier, later in pairwise(made)):
        reader.fault("opening_order")
    elif all(made):
        reader.fault("opening_complete")
    elif not reader.faults:
        rules.settle_opening(t)


def read_turn(t: Table, reader: Reader) -> None:
    """This is a position in which somebody's turn has begun, or in which the match is over."""
    t.turn = reader.whole("turn", 0, t.seats - 1, 0)
    t.phase = Phase.THROW
    arrived = [seat for seat in range(t.seats) if t.tokens[seat] == rules.target_of(t, seat)]
    if len(arrived) > 1:
        reader.fault("two_arrived", seats=tuple(arrived))
    elif arrived and t.turn not in arrived:
        reader.fault("arrived_out_of_turn", seat=arrived[0], turn=int(t.turn))
    if arrived or t.turns == MAX_TURNS:
        t.phase = Phase.OVER
        if reader.has("die"):
            reader.fault("die_after_end")
    if reader.has("die"):
        read_die(t, reader)
        return
    for key in ("turns_left", "scored", "stood", "attacked"):
        if reader.has(key):
            reader.fault("only_with_die", key=key)


def read_die(t: Table, reader: Reader) -> None:
    """This is a position in which the die has been thrown."""
    t.die = reader.whole("die", 1, FACES, FACES)
    t.left = reader.whole("turns_left", 0, int(t.die), int(t.die))
    t.phase = Phase.ACT
    marked = read_triangles(t, reader, "scored", [])
    old = read_triangles(t, reader, "stood", sorted(set(standing(t)) - set(marked)))
    read_attacked(t, reader)
    check_triangles(t, reader, marked, old)
    for hole, colour in marked:
        t.scored[hole] |= 1 << colour
    for hole, colour in old:
        t.stood[hole] = colour + 1
    if not reader.faults:
        rules.pass_on(t)


def read_triangles(t: Table, reader: Reader, key: str, default: Iterable[Triangle]) -> list[Triangle]:
    """This reads a list of triangles, each under any of the three names of its hole."""
    if not reader.has(key):
        return list(default)
    given = reader.data[key]
    if not isinstance(given, list):
        reader.fault("text_list", key=key)
        return []
    found = []
    for text in given:
        triangle = TRIANGLES.get(text) if isinstance(text, str) else None
        if triangle is None or triangle[0] >= rules.holes(t):
            reader.fault("triangle", key=key, given=shown(text))
        elif triangle in found:
            reader.fault("twice", key=key, given=shown(text))
        else:
            found.append(triangle)
    return found


def read_attacked(t: Table, reader: Reader) -> None:
    """This marks the wheels that have been attacked in this turn."""
    given = reader.data.get("attacked", [])
    if not isinstance(given, list):
        reader.fault("text_list", key="attacked")
        return
    for text in given:
        wheel = wheel_of(t, text)
        if wheel is None:
            reader.fault("wheel", key="attacked", given=shown(text))
        elif t.attacked >> wheel & 1:
            reader.fault("twice", key="attacked", given=shown(text))
        else:
            t.attacked |= 1 << wheel


def check_triangles(t: Table, reader: Reader, marked: list[Triangle], old: list[Triangle]) -> None:
    """This refuses triangles and attacks that cannot all belong to one turn."""
    now = standing(t)
    if not stand_together(old):
        reader.fault("not_together")
    for triangle in sorted(set(marked) & set(old)):
        reader.fault("scored_and_stood", triangle=triangle_text(triangle))
    needed = 1 if t.attack == rules.MARKED else rules.PAIR
    for wheel in attacked(t):
        if sum(wheel in rules.CORNERS[hole] for hole, _ in marked) < needed:
            reader.fault("attack_without_triangles", wheel=WHEEL_TEXTS[wheel], expected=needed)

    if t.left == t.die:
        changed = {"scored": bool(marked), "stood": set(old) != set(now), "attacked": t.attacked != 0}
        for key in (key for key, is_changed in changed.items() if is_changed):
            reader.fault("before_any_turn", key=key)
    elif t.count == rules.END_OF_TURNS and t.left > 0:
        for key in (key for key, is_there in (("scored", marked), ("attacked", t.attacked != 0)) if is_there):
            reader.fault("before_the_count", key=key)
    else:
        for triangle in now:
            if triangle not in marked and triangle not in old:
                reader.fault("neither_scored_nor_stood", triangle=triangle_text(triangle))
        for triangle in marked:
            if t.count == rules.END_OF_TURNS and triangle not in now:
                reader.fault("counted_but_broken", triangle=triangle_text(triangle))


def stand_together(triangles: Iterable[Triangle]) -> bool:
    """This is whether the wheels can be turned so that all of some triangles stand."""
    rots: dict[int, int] = {}
    return all(
        rots.setdefault(wheel, (slot - colour) % COLOURS) == (slot - colour) % COLOURS
        for hole, colour in triangles
        for wheel, slot in HOLES[hole]
    )
