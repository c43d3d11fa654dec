"""Royal Ludo as text: its throws, moves and positions."""

from typing import Any

from sobremesa.core.jsontext import shown
from sobremesa.core.notation import Reader, is_whole
from sobremesa.games.royal_ludo import rules
from sobremesa.games.royal_ludo.rules import (
    BACK,
    CROWN,
    FEATHER,
    FREE,
    JAIL,
    PAWNS,
    PRISON,
    RIDE,
    SHARE,
    SIDES,
    Phase,
    Table,
)
from sobremesa.kit.opening import OUT, TO_THROW
from sobremesa.kit.ring import seen_from

KEYS = ("turn", "roll", "landed", "push", "opening", "pawns", "rides", "phase")

SYMBOLS = {FEATHER: "P", CROWN: "C"}
FACES = {face: SYMBOLS.get(face, face) for face in range(1, SIDES + 1)}
HIGHEST = 10
PHASES = {
    Phase.OPENING: "opening",
    Phase.THROW: "throw",
    Phase.ACT: "act",
    Phase.LAND: "land",
    Phase.PUSH: "push",
    Phase.OVER: "over",
}
NAMES = {name: phase for phase, name in PHASES.items()}
# The keys that a phase has beside those that all have.
NEEDS = {
    Phase.OPENING: ("opening",),
    Phase.THROW: (),
    Phase.ACT: ("roll",),
    Phase.LAND: ("roll", "landed"),
    Phase.PUSH: ("roll", "push"),
    Phase.OVER: (),
}


# Moves and throws


def phase_of(t: Table) -> str:
    """This is the name of what is going on."""
    return PHASES[Phase(t.phase)]


def text_of(t: Table, choice: int) -> str:
    """This is a throw or a move as text."""
    if t.phase in (Phase.OPENING, Phase.THROW):
        return f"{FACES[rules.special_of(choice)]}-{rules.plain_of(choice)}"
    if choice < FREE:
        return action_text(t, PAWNS * int(t.turn) + choice)
    if choice == FREE:
        return "free"
    if choice == JAIL:
        return "jail"
    if choice == SHARE:
        return "share"
    if choice < BACK:
        return f"ride {(choice - RIDE) // PAWNS}:{t.at[choice - RIDE]}"
    pawn = PAWNS * rules.pushed_seat(t) + choice - BACK
    return f"back {origin_text(t, pawn)}>{rules.crown_behind(t, int(t.at[pawn]))}"


def action_text(t: Table, pawn: int) -> str:
    """This is what a pawn that is not in prison does with the throw."""
    if stays(t, pawn):
        return f"ambush {t.at[pawn]}"
    verb = "move" if t.special < FEATHER else "advance"
    return f"{verb} {origin_text(t, pawn)}>{rules.destination(t, int(t.at[pawn]))}"


def stays(t: Table, pawn: int) -> bool:
    """This is whether the throw makes a pawn stay and jail those two squares behind it."""
    return rules.is_ambush(t) and rules.ambushed(t, pawn) != 0


def origin_text(t: Table, pawn: int) -> str:
    """This is where a pawn stands, with its pair if others of its player stand there too and are not equal to it."""
    first = pawn - pawn % PAWNS
    there = [other for other in range(first, first + PAWNS) if t.at[other] == t.at[pawn]]
    if t.pair[pawn] == 0 or all(rules.are_alike(t, pawn, other) for other in there):
        return str(t.at[pawn])
    mark = "r" if rules.rides(t, pawn) else "c"
    return f"{t.at[pawn]}{mark}{rules.partner(t, pawn) // PAWNS}"


# Positions


def position_of(t: Table) -> dict[str, Any]:
    """This is a table as JSON; the keys of other phases are left out."""
    position: dict[str, Any] = {"turn": int(t.turn)}
    if t.phase in (Phase.ACT, Phase.LAND, Phase.PUSH):
        position["roll"] = [FACES[int(t.special)], int(t.plain)]
    if t.phase == Phase.LAND:
        position["landed"] = int(t.landed)
    if t.phase == Phase.PUSH:
        position["push"] = seats_to_go(t, int(t.push))
    if t.phase == Phase.OPENING:
        position["opening"] = [None if total == TO_THROW else int(total) for total in t.opening[: t.seats]]
    position["pawns"] = [t.at[PAWNS * seat : PAWNS * seat + t.pawns].tolist() for seat in range(t.seats)]
    position["rides"] = [
        [rider // PAWNS, rider % PAWNS, carrier // PAWNS, carrier % PAWNS] for rider, carrier in pairs_of(t)
    ]
    position["phase"] = phase_of(t)
    return position


def pairs_of(t: Table) -> list[tuple[int, int]]:
    """This lists the pairs, rider and carrier, by rider."""
    return [(pawn, rules.partner(t, pawn)) for pawn in range(rules.ALL_PAWNS) if rules.rides(t, pawn)]


def seats_to_go(t: Table, count: int) -> list[int]:
    """This lists the last so many seats before the roller's turn comes again."""
    seats = int(t.seats)
    return [(int(t.turn) + step) % seats for step in range(seats - count, seats)]


def read_position(t: Table, reader: Reader) -> None:
    """This lays out a position and does what happens by itself."""
    for key in ("turn", "pawns"):
        if not reader.has(key):
            reader.fault("missing", key=key)
    read_rides(t, reader, read_pawns(t, reader))
    t.turn = reader.whole("turn", 0, int(t.seats) - 1, 0)
    phase = read_phase(t, reader)
    read_roll(t, reader)
    read_landed(t, reader, phase)
    read_push(t, reader)
    read_opening(t, reader)
    read_end(t, reader)
    if not reader.faults:
        settle(t, phase)


def settle(t: Table, phase: Phase) -> None:
    """This goes on by itself as far as nothing is left to choose."""
    t.phase = phase
    if phase == Phase.OPENING:
        rules.settle_opening(t)
    elif phase == Phase.ACT:
        if not rules.has_action(t):
            rules.end_turn(t)
    elif phase == Phase.LAND:
        rules.settle_landing(t)
    elif phase == Phase.PUSH:
        rules.settle_push(t)


def read_pawns(t: Table, reader: Reader) -> set[int]:
    """This puts the pawns on their coordinates; it tells which seats' pawns all have one."""
    placed: set[int] = set()
    seats, pawns, final = int(t.seats), int(t.pawns), rules.final(t)
    usual = [[PRISON] * pawns] * seats
    for seat, row in enumerate(reader.by_seat("pawns", seats, rules.MAX_SEATS, usual)):
        if not isinstance(row, list) or len(row) != pawns or not all(is_whole(x, PRISON, final) for x in row):
            reader.fault("pawns_of_seat", seat=seat, expected=pawns, high=final, given=shown(row))
        elif seat < seats:
            t.at[PAWNS * seat : PAWNS * seat + pawns] = row
            placed.add(seat)
    return placed


def read_rides(t: Table, reader: Reader, placed: set[int]) -> None:
    """This makes the pairs; whether two stand together is asked only where both of them have been placed."""
    given = reader.data.get("rides", [])
    if not isinstance(given, list):
        reader.fault("rides_not_a_list")
        return
    for ride in given:
        if not is_ride(t, ride):
            reader.fault("ride_form", given=shown(ride), seats=int(t.seats), pawns=int(t.pawns))
            continue
        rider, carrier = PAWNS * ride[0] + ride[1], PAWNS * ride[2] + ride[3]
        if t.pair[rider] or t.pair[carrier]:
            reader.fault("ride_twice", given=shown(ride))
        elif not {ride[0], ride[2]} <= placed:
            continue
        elif square_of(t, rider) is None or square_of(t, rider) != square_of(t, carrier):
            reader.fault("ride_apart", given=shown(ride))
        else:
            rules.mount(t, rider, carrier)


def is_ride(t: Table, ride: object) -> bool:
    """This tells whether a JSON value names a pawn and a pawn of another player."""
    if not isinstance(ride, list) or len(ride) != 4:
        return False
    seats, pawns = int(t.seats) - 1, int(t.pawns) - 1
    return all(is_whole(n, 0, high) for n, high in zip(ride, (seats, pawns) * 2, strict=True)) and ride[0] != ride[2]


def square_of(t: Table, pawn: int) -> int | None:
    """This is the square of the ring on which a pawn stands, None if it is elsewhere."""
    x = int(t.at[pawn])
    return seen_from(x, -rules.start_of(t, pawn // PAWNS), rules.ring(t)) if rules.is_on_ring(t, x) else None


def winners_of(t: Table) -> list[int]:
    """This lists the seats that have crowned all their pawns."""
    return [seat for seat in range(t.seats) if rules.is_crowned_out(t, seat)]


def read_phase(t: Table, reader: Reader) -> Phase:
    """This is what is going on: as the position says, or as follows from its keys, which must be those of the phase."""
    name = reader.data.get("phase")
    if not reader.has("phase"):
        phase = phase_by_keys(t, reader)
    elif isinstance(name, str) and name in NAMES:
        phase = NAMES[name]
    else:
        reader.fault("phase", expected=tuple(NAMES), given=shown(name))
        return Phase.THROW
    for key in ("opening", "roll", "landed", "push"):
        if key in NEEDS[phase] and not reader.has(key):
            reader.fault("phase_needs", phase=PHASES[phase], key=key)
        elif key not in NEEDS[phase] and reader.has(key):
            reader.fault("phase_lacks", phase=PHASES[phase], key=key)
    if (phase == Phase.OVER) != bool(winners_of(t)):
        reader.fault("over_or_not", phase=PHASES[phase])
    return phase


def phase_by_keys(t: Table, reader: Reader) -> Phase:
    """This is the phase of a position that does not name it."""
    if winners_of(t):
        return Phase.OVER
    named = {"opening": Phase.OPENING, "landed": Phase.LAND, "push": Phase.PUSH, "roll": Phase.ACT}
    return next((phase for key, phase in named.items() if reader.has(key)), Phase.THROW)


def read_roll(t: Table, reader: Reader) -> None:
    """This puts the dice on the table."""
    if not reader.has("roll"):
        return
    roll = reader.data["roll"]
    if isinstance(roll, list) and len(roll) == 2 and is_whole(roll[1], 1, SIDES):
        for special, face in FACES.items():
            if type(roll[0]) is type(face) and roll[0] == face:
                t.special, t.plain = special, roll[1]
                return
    reader.fault("roll", given=shown(roll))


def read_landed(t: Table, reader: Reader, phase: Phase) -> None:
    """This is which pawn has just come to its square."""
    t.landed = reader.whole("landed", 0, int(t.pawns) - 1, 0)
    if phase == Phase.LAND:
        pawn = rules.landed_pawn(t)
        if rules.rides(t, pawn) or (t.special and int(t.at[pawn]) not in ends_of(t)):
            reader.fault("landed", pawn=int(t.landed))


def ends_of(t: Table) -> set[int]:
    """This is every coordinate to which the throw can take a pawn, a freed one included."""
    walked = {rules.destination(t, x) for x in range(rules.final(t))}
    return walked | {int(t.plain)} if t.special == CROWN else walked


def read_push(t: Table, reader: Reader) -> None:
    """This is whose pawns are still to go back."""
    if not reader.has("push"):
        return
    push = reader.data["push"]
    orders = [seats_to_go(t, count) for count in range(1, int(t.seats))]
    if is_list_of_seats(push) and push in orders:
        t.push = len(push)
    else:
        reader.fault("push", expected=tuple(map(str, orders)), given=shown(push))
    if t.special not in (0, CROWN):
        reader.fault("push_without_crown")


def is_list_of_seats(value: object) -> bool:
    """This tells whether a JSON value is a list of whole numbers; true is none, though it equals 1."""
    return isinstance(value, list) and all(is_whole(seat, 0, rules.MAX_SEATS - 1) for seat in value)


def read_opening(t: Table, reader: Reader) -> None:
    """This is what has been thrown to see who begins."""
    if not reader.has("opening"):
        return
    seats = int(t.seats)
    if any(x != PRISON for seat in range(seats) for x in t.at[PAWNS * seat : PAWNS * seat + t.pawns]):
        reader.fault("opening_pawns")
    before = len(reader.faults)
    opening = reader.by_seat("opening", seats, rules.MAX_SEATS, [None] * seats)
    for seat, total in enumerate(opening):
        if total is None or (is_whole(total, OUT, HIGHEST) and total != TO_THROW):
            t.opening[seat] = TO_THROW if total is None else total
        else:
            reader.fault("opening_total", seat=seat, high=HIGHEST, given=shown(total))
    if len(reader.faults) > before:
        return

    in_it = [seat for seat in range(seats) if opening[seat] != OUT]
    waiting = [seat for seat in in_it if opening[seat] is None]
    if len(in_it) < 2:
        reader.fault("opening_alone")
    elif waiting != in_it[len(in_it) - len(waiting) :]:
        reader.fault("opening_order")
    elif waiting and t.turn != waiting[0]:
        reader.fault("opening_turn", turn=int(t.turn), expected=waiting[0])


def read_end(t: Table, reader: Reader) -> None:
    """This is whether the one who has won is the one whose turn it is."""
    winners = winners_of(t)
    if len(winners) > 1:
        reader.fault("two_winners", seats=tuple(winners))
    elif winners and winners[0] != t.turn:
        reader.fault("turn_of_another", winner=winners[0], turn=int(t.turn))
