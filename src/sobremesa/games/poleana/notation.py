"""Poleana as text: its moves, throws and positions."""

from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from sobremesa.core.jsontext import shown
from sobremesa.core.notation import Reader, is_whole
from sobremesa.core.table import once
from sobremesa.games.poleana import rules
from sobremesa.games.poleana.rules import (
    ALL_HITS,
    BOTH,
    CALLED,
    CELL,
    COLOURS,
    EXIT,
    EXIT_PIECES,
    EXIT_SPOTS,
    FREE,
    HIGH,
    HIT,
    LETTERS,
    LOW,
    MAX_PIECES,
    PASSED,
    PAY,
    RING_BIT,
    ROAD,
    ROADS,
    SIDE,
    SPOTS,
    TOUCH,
    WALK,
    ZONE,
    Phase,
    Table,
    colour_of,
)
from sobremesa.kit.opening import OUT

KEYS = (
    "pos",
    "turn",
    "roll",
    "dice_left",
    "again",
    "doubles",
    "phase",
    "offence",
    "caller",
    "opening",
    "places",
)

FREED = "F"
PLAYERS = {2: "RB", 3: "RGB", 4: "RGBY"}
PHASES = {
    Phase.OPENING: "opening",
    Phase.THROW: "throw",
    Phase.CUSTODIAN: "custodian",
    Phase.EXIT: "exit",
    Phase.MOVE: "move",
    Phase.BONUS: "bonus10",
    Phase.CALL: "call",
    Phase.PENALTY: "penalty",
    Phase.OVER: "over",
}
NAMED = {name: phase for phase, name in PHASES.items()}
DICELESS = (Phase.OPENING, Phase.THROW, Phase.OVER)
SETTLED = (Phase.CALL, Phase.PENALTY)
PLAYED = (Phase.CUSTODIAN, Phase.EXIT, Phase.MOVE)
TURN_THROWS = 2
"""Version of the rules since which the colour in turn is the one that throws, in the opening too."""

square_name = cache(rules.square_name)
"""What the square of a colour's spot is called; there are few, and each is named after every move."""
walk_end = once(rules.walk_end)
"""Where a walk ends: for the text of a move, how it is made by hand, and what is said of it."""

SPOT_OF = [{square_name(colour, spot): spot for spot in range(EXIT, CELL)} | {FREED: FREE} for colour in range(COLOURS)]
SQUARES = {
    *(name for spots in SPOT_OF for name in spots),
    *(f"{letter}z{step}" for letter in LETTERS for step in range(1, 8)),
    *(f"{letter}b{step}" for letter in LETTERS for step in range(1, ROAD + 1)),
    *(f"{letter}{step}" for letter in LETTERS for step in range(SIDE)),
}


RING_BITS = RING_BIT.tolist()
"""The same as plain numbers, which are read sooner one by one."""


def phase_of(t: Table) -> str:
    """This is the name of what is going on."""
    return PHASES[Phase(t.phase)]


def players_of(t: Table) -> str:
    """This is the letters of those who play, seat by seat."""
    return PLAYERS[int(t.seats)]


def letter_of(t: Table, seat: int) -> str:
    """This is the letter of a seat's colour."""
    return LETTERS[colour_of(t, seat)]


class Letters:
    """This is how positions say who plays: by the letters of the colours."""

    keys = ("players",)

    def write(self, t: Table) -> dict[str, Any]:
        """This is the letters of those who play."""
        return {"players": players_of(t)}

    def read(self, reader: Reader, usual: int) -> tuple[Any, dict[str, Any]]:
        """This is how many the letters, or an option beside them, say there are."""
        options = dict(reader.options())
        seats = options.pop("seats", None)
        if not reader.has("players"):
            return usual if seats is None else seats, options
        players = reader.data["players"]
        if players not in PLAYERS.values():
            reader.fault("players", expected=tuple(PLAYERS.values()), given=shown(players))
            return usual, options
        if seats is not None and (type(seats) is not int or seats != len(players)):
            reader.fault("players_and_seats", players=players, seats=shown(seats))
        return len(players), options


# Choices


def text_of(t: Table, choice: int) -> str:
    """This is a throw or a move as text."""
    if t.phase in (Phase.OPENING, Phase.THROW):
        return f"{HIGH[choice]}-{LOW[choice]}"
    if choice < WALK:
        return f"{EXIT_PIECES[choice]}>{arrival_of(t, EXIT_SPOTS[choice])}"
    colour = colour_of(t, int(t.turn))
    if choice < TOUCH:
        pips = rules.pips_of(t, rules.walk_kind(choice))
        return f"{pips}:{square_name(colour, rules.walk_spot(choice))}>{arrival_of(t, walk_end(t, choice))}"
    if choice < HIT:
        die, spot = divmod(choice - TOUCH, SPOTS)
        return f"{rules.pips_of(t, die)}:{square_name(colour, spot)}>{square_name(colour, CELL)}"
    if choice < ALL_HITS:
        return hit_text(t, choice)
    if choice == ALL_HITS:
        return ",".join(sorted(hit_text(t, hit) for hit in hits_of(t)))  # AMB-30
    if choice < CALLED:
        return f"{square_name(colour, choice - PAY)}>{square_name(colour, CELL)}"
    return "call" if choice == CALLED else "pass" if choice == PASSED else "skip"


def arrival_of(t: Table, spot: int) -> str:
    """This is the square at which the player in turn arrives, with the colour that is taken there."""
    colour = colour_of(t, int(t.turn))
    taken = holder(t, spot)
    return square_name(colour, spot) + ("" if taken is None else f"x{letter_of(t, taken)}")


@once
def holder(t: Table, spot: int) -> int | None:
    """This is the rival that stands on the square of a ring spot of the player in turn."""
    colour = colour_of(t, int(t.turn))
    if not EXIT <= spot < ZONE:
        return None
    square = RING_BITS[0][spot]
    for seat in range(t.seats):
        offset = (colour_of(t, seat) - colour) % COLOURS
        if offset and any(RING_BITS[offset][other] == square for other in t.spots[seat].tolist()):
            return seat
    return None


def hits_of(t: Table) -> list[int]:
    """This is every hit that the custodians have with the throw."""
    out = np.zeros(rules.MOVES, dtype=np.int64)
    return [int(hit) for hit in out[: rules.list_hits(t, out)]]


def hit_text(t: Table, hit: int) -> str:
    """This is what a custodian does as text."""
    colour, post, pips = rules.hit_colour(hit), rules.hit_post(hit), rules.pips_of(t, rules.hit_kind(hit))
    seat, _ = rules.victim_of(t, hit)
    letter = LETTERS[colour]
    return f"{letter}{post}+{pips}>{letter}{post + pips}x{letter_of(t, seat)}"


# Positions


def position_of(t: Table) -> dict[str, Any]:
    """This is a table as JSON."""
    position: dict[str, Any] = {
        "pos": {letter_of(t, seat): squares for seat in range(t.seats) if (squares := squares_of(t, seat))},
        "turn": letter_of(t, int(t.turn)),
        "phase": phase_of(t),
    }
    if t.dice[0]:
        position["roll"] = [int(die) for die in t.dice]
        position["dice_left"] = [int(t.dice[die]) for die in range(2) if t.left >> die & 1]
        position["again"] = bool(t.again)
    if t.doubles:
        position["doubles"] = int(t.doubles)
    if t.offence:
        position["offence"] = True
    if t.phase == Phase.CALL:
        position["caller"] = letter_of(t, int(t.caller))
    if t.phase == Phase.OPENING:
        totals = {letter_of(t, seat): int(t.opening[seat]) for seat in range(t.seats)}
        position["opening"] = {letter: total for letter, total in totals.items() if total != OUT}
    if places := finished(t):
        position["places"] = places
    return position


def squares_of(t: Table, seat: int) -> str:
    """This is where a seat's pieces outside the cell stand, from the rearmost to the most advanced."""
    spots = [int(spot) for spot in t.spots[seat]][MAX_PIECES - int(t.pieces) :]
    names = [(-remaining(t, spot), name_of(t, seat, spot)) for spot in spots if spot != CELL]
    return " ".join(name for _, name in sorted(names))


def remaining(t: Table, spot: int) -> int:
    """This is how far it is from a spot to freedom by the shortest way."""
    if spot >= ROADS:
        return int(rules.DISTANCE[t.bridge_rejoin - rules.REJOIN, spot])
    return ROADS - spot if spot else 0


def name_of(t: Table, seat: int, spot: int) -> str:
    """This is where a piece stands, as positions say it."""
    return FREED if spot == FREE else square_name(colour_of(t, seat), spot)


def finished(t: Table) -> str:
    """This is the letters of those whose pieces are all free, in the order in which they finished."""
    done = sorted((int(t.places[seat]), letter_of(t, seat)) for seat in range(t.seats) if t.places[seat])
    return "".join(letter for _, letter in done)


def read_position(t: Table, reader: Reader) -> None:
    """This lays out a position; whatever happens by itself happens then."""
    read_pieces(t, reader)
    read_places(t, reader)
    phase = read_phase(t, reader)
    read_turn(t, reader, phase)
    if phase == Phase.OPENING:
        read_opening(t, reader)
    elif reader.has("opening"):
        reader.fault("out_of_phase", key="opening", phase=PHASES[phase])
    read_dice(t, reader, phase)
    read_flags(t, reader, phase)
    if not reader.faults:
        begin(t, reader, phase)


def read_pieces(t: Table, reader: Reader) -> None:
    """This puts the pieces on the board."""
    pos = reader.data.get("pos", {})
    if not isinstance(pos, dict):
        reader.fault("not_an_object", key="pos")
        return
    standing: dict[str, Counter[str]] = {}
    for letter, squares in pos.items():
        if letter not in list(players_of(t)):
            reader.fault("absent", colour=letter if letter in list(LETTERS) else shown(letter))
        elif not isinstance(squares, str):
            reader.fault("not_a_text", key=f"pos.{letter}", given=shown(squares))
        else:
            for name in squares.split():
                standing.setdefault(name, Counter())[letter] += 1
            read_squares(t, reader, letter, squares.split())
    for name, counts in standing.items():
        if name in SQUARES and name != FREED:
            check_square(t, reader, name, counts)


def read_squares(t: Table, reader: Reader, letter: str, names: list[str]) -> None:
    """This puts the pieces of a colour on their squares."""
    if len(names) > t.pieces:
        reader.fault("too_many_pieces", colour=letter, count=len(names), most=int(t.pieces))
    colour, seat = LETTERS.index(letter), players_of(t).index(letter)
    spots = []
    for name in names:
        if name in SPOT_OF[colour]:
            spots.append(SPOT_OF[colour][name])
        elif name in SQUARES:
            reader.fault("never_there", colour=letter, square=name)
        else:
            reader.fault("no_square", colour=letter, given=shown(name))
    if len(names) > t.pieces:
        return
    boxed = [FREE] * (MAX_PIECES - int(t.pieces))
    locked = [CELL] * (MAX_PIECES - len(boxed) - len(spots))
    t.spots[seat] = sorted(boxed + spots + locked)


def check_square(t: Table, reader: Reader, name: str, counts: Counter[str]) -> None:
    """This refuses a square that holds what it cannot hold."""
    if rules.is_vacant(t, LETTERS.index(name[0])) and name[1:] in ("0", "3"):
        reader.fault("on_custodian", square=name)
    if len(counts) > 1:
        reader.fault("two_colours", square=name, colours=tuple(sorted(counts)))
    for letter, count in counts.items():
        room = 1 if name[1:2] in ("b", "z") else 3 if name == f"{letter}0" else 2  # PO-30
        if count > room:
            reader.fault("too_many_on_square", colour=letter, square=name, count=count, most=room)


def read_places(t: Table, reader: Reader) -> None:
    """This notes who has finished, in which order."""
    done = "".join(letter for seat, letter in enumerate(players_of(t)) if t.spots[seat, MAX_PIECES - 1] == FREE)
    if len(done) > (t.seats - 1 if t.play_on or t.partners else 1):
        reader.fault("winners", colours=tuple(done))
    places = reader.data.get("places", done)
    if not isinstance(places, str) or sorted(places) != sorted(done):
        reader.fault("places", expected=tuple(done), given=shown(places))
        places = done
    for number, letter in enumerate(places):
        t.places[players_of(t).index(letter)] = number + 1


def read_phase(t: Table, reader: Reader) -> Phase:
    """This is the phase that a position names, or that follows from its other keys; MOVE for any with dice to play."""
    name = reader.data.get("phase", "")
    is_won = rules.is_over(t)
    if isinstance(name, str) and name in NAMED:
        if (NAMED[name] == Phase.OVER) != is_won:
            reader.fault("won" if is_won else "not_won", phase=name)
        return NAMED[name]
    if reader.has("phase"):
        reader.fault("phase", expected=tuple(NAMED), given=shown(name))
    if is_won:
        return Phase.OVER
    if reader.has("opening"):
        return Phase.OPENING
    return Phase.MOVE if reader.has("roll") else Phase.THROW


def read_turn(t: Table, reader: Reader, phase: Phase) -> None:
    """This is whose turn it is."""
    playing = [letter for seat, letter in enumerate(players_of(t)) if not t.places[seat]]
    turn = reader.data.get("turn", (playing or players_of(t))[0])
    if not isinstance(turn, str) or len(turn) != 1 or turn not in players_of(t):
        reader.fault("colour", key="turn", expected=tuple(players_of(t)), given=shown(turn))
        return
    t.turn = players_of(t).index(turn)
    if turn not in playing and phase != Phase.OVER:
        reader.fault("turn_done", colour=turn)


def read_opening(t: Table, reader: Reader) -> None:
    """This is the opening throws made so far."""
    if any(squares_of(t, seat) for seat in range(t.seats)):
        reader.fault("out_of_phase", key="pos", phase=PHASES[Phase.OPENING])
    players = players_of(t)
    opening = reader.data.get("opening", dict.fromkeys(players, 0))
    if (
        not isinstance(opening, dict)
        or len(opening) < 2
        or any(letter not in list(players) for letter in opening)
        or any(not is_whole(total, 0, 0) and not is_whole(total, 2, 12) for total in opening.values())
    ):
        reader.fault("opening", expected=tuple(players), given=shown(opening))
        return
    totals = [opening[letter] for letter in players if letter in opening]
    if 0 in totals and any(totals[totals.index(0) :]):
        reader.fault("opening_order")
    for seat, letter in enumerate(players):
        t.opening[seat] = opening.get(letter, OUT)
    rules.settle_opening(t)
    if reader.version >= TURN_THROWS:
        check_thrower(t, reader)


def check_thrower(t: Table, reader: Reader) -> None:
    """Refuse a colour in turn that does not throw next in the opening."""
    thrower, turn = letter_of(t, int(t.turn)), reader.data.get("turn")
    if turn != thrower and turn in list(players_of(t)):
        reader.fault("not_thrower", colour=turn, expected=thrower)  # AMB-18


def read_dice(t: Table, reader: Reader, phase: Phase) -> None:
    """This puts the dice on the table, and says which of them are spent."""
    roll = reader.data.get("roll", [])
    if not reader.has("roll"):
        if phase in PLAYED:
            reader.fault("no_roll", phase=PHASES[phase])
    elif phase in DICELESS:
        reader.fault("out_of_phase", key="roll", phase=PHASES[phase])
        return
    elif not isinstance(roll, list) or len(roll) != 2 or not all(is_whole(die, 1, 6) for die in roll):
        reader.fault("roll", given=shown(roll))
        return
    else:
        rules.lay_dice(t, *roll)

    left = reader.data.get("dice_left", [] if phase in SETTLED else roll)
    if not isinstance(left, list) or not all(is_whole(die, 1, 6) for die in left) or Counter(left) - Counter(roll):
        reader.fault("dice_left", given=shown(left))
        return
    # Of two equal dice the first is spent first.
    t.left = BOTH if len(left) == 2 else 0 if not left else 2 if left[0] == roll[1] else 1
    if (phase in SETTLED and t.left) or (phase == Phase.BONUS and t.left == BOTH):
        reader.fault("out_of_phase", key="dice_left", phase=PHASES[phase])


def read_flags(t: Table, reader: Reader, phase: Phase) -> None:
    """This is what else is to be known about the throw."""
    is_double = bool(t.dice[0]) and bool(t.dice[0] == t.dice[1])
    for key in ("again", "offence"):
        if not isinstance(reader.data.get(key, False), bool):
            reader.fault("true_or_false", key=key, given=shown(reader.data[key]))
    read_doubles(t, reader, phase, is_double=is_double)

    again = reader.data.get("again", is_double and bool(t.doubles < rules.MAX_DOUBLES))
    may_end = t.doubles == rules.MAX_DOUBLES or may_have_freed(t)
    if (again and (not is_double or t.doubles == rules.MAX_DOUBLES)) or (is_double and not again and not may_end):
        reader.fault("again", given=shown(again))
    t.again = int(again is True)
    read_offence(t, reader, phase)


def may_have_freed(t: Table) -> bool:
    """This is whether the dice that are spent may have freed somebody, so that a double does not repeat."""
    if t.exit_double_repeats:
        return False
    if t.exit_throw == rules.ANY_SIX:
        return bool(t.dice[0] == rules.SIX_FACE and t.left != BOTH)  # AMB-25
    return t.dice[0] in (rules.THREE_FACE, rules.SIX_FACE) and t.left == 0  # PO-09


def read_doubles(t: Table, reader: Reader, phase: Phase, *, is_double: bool) -> None:
    """This is how many doubles there were in this turn."""
    usual = int(is_double and t.three_doubles > 0)
    highest = usual
    if t.three_doubles and (is_double or not t.dice[0]) and phase not in (Phase.OPENING, Phase.OVER):
        highest = rules.MAX_DOUBLES - 1
    if is_double and t.three_doubles == rules.LOSE_LEADER and phase == Phase.PENALTY:
        highest = rules.MAX_DOUBLES
    t.doubles = reader.whole("doubles", usual, highest, usual)


def read_offence(t: Table, reader: Reader, phase: Phase) -> None:
    """This is an offence, and who is asked about it."""
    is_honour = t.enforcement == rules.HONOUR
    if phase == Phase.CALL and not is_honour:
        reader.fault("needs_honour", key="call")
    if phase == Phase.PENALTY and not is_honour and t.doubles != rules.MAX_DOUBLES:
        reader.fault("needs_penalty")
    if phase == Phase.BONUS and t.bonus == 0:
        reader.fault("needs_bonus")
    if reader.data.get("offence") is True:
        if not is_honour:
            reader.fault("needs_honour", key="offence")
        elif phase in DICELESS or phase == Phase.PENALTY or t.left == BOTH:
            reader.fault("out_of_phase", key="offence", phase=PHASES[phase])
        t.offence = 1
    if phase == Phase.CALL:
        t.offence = 1
        read_caller(t, reader)
    elif reader.data.get("caller", "") != "":
        reader.fault("out_of_phase", key="caller", phase=PHASES[phase])


def read_caller(t: Table, reader: Reader) -> None:
    """This is the rival who is asked: the first, unless another is named."""
    rivals = [(int(t.turn) + step) % int(t.seats) for step in range(1, int(t.seats))]
    letters = [letter_of(t, seat) for seat in rivals if is_rival(t, seat)]
    caller = reader.data.get("caller", letters[0] if letters else "")
    if caller not in letters:
        reader.fault("colour", key="caller", expected=tuple(letters), given=shown(caller))
    else:
        t.caller = players_of(t).index(caller)


def is_rival(t: Table, seat: int) -> bool:
    """This is whether a seat can be asked about an offence of the player in turn."""
    offset = (colour_of(t, seat) - colour_of(t, int(t.turn))) % COLOURS
    return not (offset == 0 or rules.is_partner(t, offset) or t.places[seat])


def begin(t: Table, reader: Reader, phase: Phase) -> None:
    """This goes on from a position that has been laid out; an opening has been settled when it was read."""
    if phase == Phase.OPENING:
        return
    t.phase = phase
    if phase == Phase.CALL:
        if rules.leader_distance(t) == rules.FAR:
            rules.end_throw(t)
    elif phase in PLAYED:
        begin_play(t, reader, phase)
    else:
        rules.settle(t)


def begin_play(t: Table, reader: Reader, phase: Phase) -> None:
    """This goes on with dice to play; a phase that is named must be the one that follows from them."""
    t.phase = Phase.MOVE
    if t.left == BOTH and rules.has_hit(t):
        follows = Phase.CUSTODIAN
    else:
        follows = Phase.EXIT if t.left and rules.exits(t) else Phase.MOVE
    if reader.has("phase") and phase != follows:
        reader.fault("other_phase", phase=PHASES[phase], expected=PHASES[follows])
        return
    t.phase = follows
    rules.settle(t)
