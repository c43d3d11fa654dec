"""A slow and naive reference of Poleana, written from the specification alone."""

from __future__ import annotations

import copy as copying
from dataclasses import dataclass, field, fields, replace
from typing import NamedTuple

ORDER = "RGBY"  # PO-04
LETTERS_BY_SEATS = {2: "RB", 3: "RGB", 4: "RGBY"}  # AMB-17
PHASES = ("opening", "throw", "custodian", "exit", "move", "bonus10", "call", "penalty", "over")
DICE_PHASES = ("custodian", "exit", "move")
KEYS = (
    "game",
    "players",
    "options",
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
FACES = (1, 2, 3, 4, 5, 6)


class Refused(ValueError):
    """A position that cannot be; the text names the reasons."""


@dataclass(frozen=True)
class Options:
    custodians: bool = False  # PO-41
    custodian_ends_turn: bool = False  # AMB-13
    enforcement: str = "strict"  # AMB-14
    bridge_rejoin: int = 4  # AMB-01
    nine_safe: str = "all"  # AMB-02
    exit_safe: bool = False  # AMB-03
    exit_capture: str = "always"  # AMB-04
    exit_throw: str = "rulebook"  # AMB-25
    exit_double_repeats: bool = False  # PO-09
    capture: str = "all_out"  # AMB-26
    bonus: int = 10  # PO-12
    bonus_chain: bool = True  # AMB-07
    bonus_optional: bool = False  # AMB-07
    overshoot: str = "wait"  # AMB-27
    three_doubles: str = "none"  # AMB-24
    custodian_all: bool = False  # AMB-30
    partners: bool = False  # AMB-28
    pieces: int = 4  # PO-02
    play_on: bool = False  # AMB-29


ALLOWED: dict[str, tuple[object, ...]] = {
    "seats": (4, 2, 3),
    "custodians": (False, True),
    "custodian_ends_turn": (False, True),
    "enforcement": ("strict", "honour"),
    "bridge_rejoin": (4, 5),
    "nine_safe": ("all", "own"),
    "exit_safe": (False, True),
    "exit_capture": ("always", "last_only"),
    "exit_throw": ("rulebook", "any_six"),
    "exit_double_repeats": (False, True),
    "capture": ("all_out", "any_time"),
    "bonus": tuple(range(21)),
    "bonus_chain": (True, False),
    "bonus_optional": (False, True),
    "overshoot": ("wait", "rebound"),
    "three_doubles": ("none", "lose_turn", "lose_leader"),
    "custodian_all": (False, True),
    "partners": (False, True),
    "pieces": (1, 2, 3, 4),
    "play_on": (False, True),
}


class Square(NamedTuple):
    kind: str
    letter: str
    number: int

    def name(self) -> str:
        if self.kind == "ring":
            return f"{self.letter}{self.number}"
        if self.kind == "bridge":
            return f"{self.letter}b{self.number}"
        if self.kind == "zone":
            return f"{self.letter}z{self.number}"
        return f"{self.letter}C" if self.kind == "cell" else "F"


def ring(letter: str, number: int) -> Square:
    return Square("ring", letter, number)


def bridge(letter: str, number: int) -> Square:
    return Square("bridge", letter, number)


def zone(letter: str, number: int) -> Square:
    return Square("zone", letter, number)


def cell(letter: str) -> Square:
    return Square("cell", letter, 0)


def free(letter: str) -> Square:
    return Square("free", letter, 0)


def all_squares() -> dict[str, Square]:
    found = [ring(letter, number) for letter in ORDER for number in range(15)]  # PO-15
    found += [bridge(letter, number) for letter in ORDER for number in range(1, 8)]  # PO-16
    found += [zone(letter, number) for letter in ORDER for number in range(1, 8)]  # PO-38
    return {square.name(): square for square in found}


SQUARES = all_squares()


def side_after(letter: str, turns: int) -> str:
    return ORDER[(ORDER.index(letter) + turns) % 4]


def own_nine(colour: str) -> Square:
    return ring(side_after(colour, 3), 9)  # PO-26


def own_exit(colour: str) -> Square:
    return ring(colour, 0)  # PO-06


def ring_index(colour: str, square: Square) -> int:
    return 15 * ((ORDER.index(square.letter) - ORDER.index(colour)) % 4) + square.number


def next_on_ring(square: Square) -> Square:
    if square.number < 14:
        return ring(square.letter, square.number + 1)
    return ring(side_after(square.letter, 1), 0)  # AMB-20


def after_ring(colour: str, square: Square) -> list[Square]:
    if square == own_nine(colour):
        return [zone(colour, 1)]  # PO-26
    ahead = [next_on_ring(square)]
    if square.number == 14 and side_after(square.letter, 1) != colour:
        ahead.append(bridge(side_after(square.letter, 1), 1))  # PO-18
    return ahead


def after_bridge(square: Square, rejoin: int) -> list[Square]:
    if square.number < 7:
        return [bridge(square.letter, square.number + 1)]
    return [ring(square.letter, rejoin)]  # AMB-01


class Foot(NamedTuple):
    """Where a walking piece stands, and whether it walks back inside the escape zone."""

    square: Square
    back: bool = False


def after_zone(foot: Foot, rebound: bool) -> list[Foot]:
    letter, number = foot.square.letter, foot.square.number
    if foot.back:
        return [Foot(zone(letter, number - 1), True)] if number > 1 else []  # AMB-27
    if number < 7:
        return [Foot(zone(letter, number + 1))]
    return [Foot(zone(letter, 6), True)] if rebound else []  # PO-40


def next_feet(colour: str, foot: Foot, options: Options) -> list[Foot]:
    if foot.square.kind == "ring":
        return [Foot(square) for square in after_ring(colour, foot.square)]
    if foot.square.kind == "bridge":
        return [Foot(square) for square in after_bridge(foot.square, options.bridge_rejoin)]
    return after_zone(foot, options.overshoot == "rebound")


def remaining(colour: str, square: Square, rejoin: int) -> int:
    if square.kind == "cell":
        return 62
    if square.kind == "free":
        return 0
    if square.kind == "zone":
        return 7 - square.number
    if square.kind == "ring":
        return 61 - ring_index(colour, square)
    crossed = (ORDER.index(square.letter) - ORDER.index(colour)) % 4
    return (8 - square.number) + 61 - (15 * crossed + rejoin)


def reaches(colour: str, square: Square) -> bool:
    if square.kind == "ring":
        return ring_index(colour, square) <= 54
    if square.kind == "bridge":
        return square.letter != colour
    return square.letter == colour and square.number < 7


def in_play(square: Square) -> bool:
    return square.kind in ("ring", "bridge", "zone")


def capacity(colour: str, square: Square) -> int:
    if square.kind != "ring":
        return 1  # PO-30
    return 3 if square == own_exit(colour) else 2  # AMB-16


@dataclass(frozen=True)
class Walk:
    pips: int
    origin: Square
    target: Square
    victim: str

    def text(self) -> str:
        taken = f"x{self.victim}" if self.victim else ""
        return f"{self.pips}:{self.origin.name()}>{self.target.name()}{taken}"


@dataclass(frozen=True)
class Exit:
    count: int
    target: Square
    victim: str

    def text(self) -> str:
        taken = f"x{self.victim}" if self.victim else ""
        return f"{self.count}>{self.target.name()}{taken}"


@dataclass(frozen=True)
class Touch:
    die: int
    origin: Square
    colour: str

    def text(self) -> str:
        return f"{self.die}:{self.origin.name()}>{self.colour}C"


@dataclass(frozen=True)
class Hit:
    guard: Square
    pips: int
    target: Square
    victim: str

    def text(self) -> str:
        return f"{self.guard.name()}+{self.pips}>{self.target.name()}x{self.victim}"


@dataclass(frozen=True)
class Arrest:
    hits: tuple[Hit, ...]

    def text(self) -> str:
        return ",".join(sorted(hit.text() for hit in self.hits))


@dataclass(frozen=True)
class Sent:
    origin: Square
    colour: str

    def text(self) -> str:
        return f"{self.origin.name()}>{self.colour}C"


@dataclass(frozen=True)
class Answer:
    word: str

    def text(self) -> str:
        return self.word


Play = Walk | Exit | Touch | Arrest | Sent | Answer


@dataclass
class State:
    players: str = "RGBY"
    options: Options = field(default_factory=Options)
    pieces: dict[str, list[Square]] = field(default_factory=dict)
    turn: str = "R"
    stage: str = "throw"
    roll: list[int] = field(default_factory=list)
    dice_left: list[int] = field(default_factory=list)
    again: bool = False
    doubles: int = 0
    offence: bool = False
    caller: str = ""
    opening: dict[str, int] = field(default_factory=dict)
    places: str = ""
    turns: int = 0


def duplicate(state: State) -> State:
    lists = {colour: list(line) for colour, line in state.pieces.items()}
    return replace(
        state, pieces=lists, roll=list(state.roll), dice_left=list(state.dice_left), opening=dict(state.opening)
    )


def pieces_on(state: State, colour: str, square: Square) -> int:
    return state.pieces[colour].count(square)


def standing(state: State, square: Square) -> list[str]:
    return [colour for colour in state.players for piece in state.pieces[colour] if piece == square]


def locked(state: State, colour: str) -> int:
    return pieces_on(state, colour, cell(colour))


def is_done(state: State, colour: str) -> bool:
    return all(piece.kind == "free" for piece in state.pieces[colour])


def partner(state: State, colour: str) -> str:
    return side_after(colour, 2) if state.options.partners else ""  # AMB-28


def are_rivals(state: State, one: str, other: str) -> bool:
    return one != other and other != partner(state, one)  # AMB-28


def absent(state: State) -> list[str]:
    return [letter for letter in ORDER if letter not in state.players]


def guards(state: State) -> list[Square]:
    if not state.options.custodians:
        return []
    return [ring(letter, number) for letter in absent(state) for number in (0, 3)]  # PO-42 PO-43


def is_barrier(state: State, square: Square) -> bool:
    return square.kind == "ring" and len(standing(state, square)) >= 2  # PO-24


def may_pass(state: State, square: Square) -> bool:
    if square.kind == "bridge":
        return not standing(state, square)  # PO-20
    return not is_barrier(state, square)  # PO-39


def immune_on_nine(state: State, victim: str, square: Square) -> bool:
    if square.kind != "ring" or square.number != 9:
        return False
    return state.options.nine_safe == "all" or square == own_nine(victim)  # AMB-02


def immune_at_home(state: State, victim: str, square: Square) -> bool:
    return state.options.exit_safe and square in (own_exit(victim), ring(victim, 3))  # AMB-03


def may_capture(state: State, colour: str) -> bool:
    return state.options.capture == "any_time" or locked(state, colour) == 0  # PO-14 AMB-26


def victim_on_ring(state: State, colour: str, square: Square, bonus: bool) -> str:
    others = [other for other in standing(state, square) if other != colour]
    if len(others) != 1 or not are_rivals(state, colour, others[0]):
        return ""
    if immune_on_nine(state, others[0], square) or immune_at_home(state, others[0], square):  # AMB-15
        return ""
    if bonus and not state.options.bonus_chain:
        return ""  # AMB-07
    return others[0] if may_capture(state, colour) else ""  # PO-12


def landing(state: State, colour: str, origin: Square, target: Square, bonus: bool) -> str | None:
    """None: not allowed; otherwise the captured colour or an empty text."""
    if target in guards(state):
        return None  # PO-44
    if target.kind == "bridge":
        return None if standing(state, target) else ""  # PO-20
    if target.kind == "zone":
        if target.number == 7 or target == origin:
            return ""  # PO-38 AMB-27
        return None if standing(state, target) else ""  # PO-39
    if all(other == colour for other in standing(state, target)):
        return "" if pieces_on(state, colour, target) < capacity(colour, target) else None  # PO-30
    return victim_on_ring(state, colour, target, bonus) or None


def ends(state: State, colour: str, origin: Square, steps: int) -> list[Square]:
    feet = [Foot(origin)]
    for step in range(1, steps + 1):
        ahead = [follower for foot in feet for follower in next_feet(colour, foot, state.options)]
        feet = [foot for foot in ahead if step == steps or may_pass(state, foot.square)]
    return [foot.square for foot in feet]


def origins(state: State, colour: str) -> list[Square]:
    return sorted({square for square in state.pieces[colour] if in_play(square)})


def walks(state: State, colour: str, pips: int, bonus: bool) -> list[Walk]:
    found: list[Walk] = []
    for origin in origins(state, colour):
        for target in ends(state, colour, origin, pips):
            victim = landing(state, colour, origin, target, bonus)
            if victim is not None and Walk(pips, origin, target, victim) not in found:
                found.append(Walk(pips, origin, target, victim))
    return found


def pips_to_walk(state: State) -> list[int]:
    pips = sorted(set(state.dice_left))
    return [*pips, sum(state.dice_left)] if len(state.dice_left) == 2 else pips  # PO-33


def dice_walks(state: State) -> list[Walk]:
    return [walk for pips in pips_to_walk(state) for walk in walks(state, state.turn, pips, False)]


def bonus_walks(state: State) -> list[Walk]:
    return walks(state, state.turn, state.options.bonus, True)  # AMB-07


def bonus_plays(state: State) -> list[Play]:
    able: list[Play] = [*bonus_walks(state)]
    return [*able, Answer("skip")] if able and state.options.bonus_optional else able  # AMB-07


def placement(state: State, target: Square, count: int, may_take: bool) -> list[Exit]:
    colour = state.turn
    if locked(state, colour) < count:
        return []
    others = [other for other in standing(state, target) if other != colour]
    if not others:
        room = pieces_on(state, colour, target) + count <= capacity(colour, target)  # PO-30
        return [Exit(count, target, "")] if room else []
    if len(others) > 1 or not are_rivals(state, colour, others[0]) or not may_take:  # PO-37 AMB-28
        return []
    return [Exit(count, target, others[0])]  # PO-36


def all_out_after(state: State, count: int) -> bool:
    return state.options.capture == "any_time" or locked(state, state.turn) == count  # AMB-26


def exit_may_take(state: State, count: int) -> bool:
    return state.options.exit_capture == "always" or all_out_after(state, count)  # AMB-04


def exits_any_six(state: State) -> list[Exit]:
    if 6 not in state.dice_left:
        return []
    return placement(state, own_exit(state.turn), 1, exit_may_take(state, 1))  # AMB-25


def exits_double_six(state: State) -> list[Exit]:
    onto_six = placement(state, ring(state.turn, 6), 1, all_out_after(state, 1))  # AMB-05
    onto_exit = placement(state, own_exit(state.turn), 2, exit_may_take(state, 2))  # AMB-05
    return onto_six + onto_exit  # PO-08


def exits_rulebook(state: State) -> list[Exit]:
    if len(state.dice_left) != 2:
        return []
    if sum(state.dice_left) == 6:
        return placement(state, own_exit(state.turn), 1, exit_may_take(state, 1))  # PO-06
    if sorted(state.dice_left) == [3, 6]:
        return placement(state, ring(state.turn, 3), 1, exit_may_take(state, 1))  # PO-07
    if state.dice_left == [6, 6]:
        return exits_double_six(state)
    return []


def exits(state: State) -> list[Exit]:
    if state.options.exit_throw == "any_six":
        return exits_any_six(state)
    return exits_rulebook(state)


def shielded(state: State, guard: Square, target: Square) -> bool:
    between = range(guard.number + 1, target.number)
    return any(is_barrier(state, ring(guard.letter, number)) for number in between)  # AMB-12


def hit_by(state: State, guard: Square, pips: int) -> list[Hit]:
    if guard.number + pips > 14:
        return []  # AMB-12
    target = ring(guard.letter, guard.number + pips)
    there = standing(state, target)
    if len(there) != 1 or immune_on_nine(state, there[0], target) or shielded(state, guard, target):  # AMB-12
        return []
    return [Hit(guard, pips, target, there[0])]


def hits(state: State) -> list[Hit]:
    if len(state.dice_left) != 2:
        return []
    shots = [(guard, pips) for guard in guards(state) for pips in pips_to_walk(state)]  # PO-45
    return [hit for guard, pips in shots for hit in hit_by(state, guard, pips)]


def arrests(state: State) -> list[Arrest]:
    found = hits(state)
    if state.options.custodian_all:
        return [Arrest(tuple(found))] if found else []  # AMB-30
    return [Arrest((hit,)) for hit in found]  # AMB-12


def touches(state: State, able: list[Walk]) -> list[Touch]:
    found: list[Touch] = []
    for die in sorted(set(state.dice_left)):
        for origin in origins(state, state.turn):
            stuck = all((walk.pips, walk.origin) != (die, origin) for walk in able)
            if stuck and origin.kind != "zone" and origin != own_nine(state.turn):
                found.append(Touch(die, origin, state.turn))  # AMB-23
    return found


def honour_plays(state: State) -> list[Play]:
    able = dice_walks(state)
    legal: list[Play] = [*exits(state), *able]  # AMB-21
    return [*legal, *touches(state, able)] if legal else []  # AMB-23


def strict_plays(state: State) -> list[Play]:
    if exits(state):
        return list(exits(state))  # PO-35
    able = dice_walks(state)
    taking = [walk for walk in able if walk.victim]
    return list(taking or able)  # PO-35


def dice_plays(state: State) -> list[Play]:
    if hits(state):
        return list(arrests(state))  # PO-46
    return honour_plays(state) if state.options.enforcement == "honour" else strict_plays(state)  # AMB-14


def dice_phase(state: State) -> str:
    if hits(state):
        return "custodian"  # PO-44
    return "exit" if exits(state) else "move"  # PO-34


def short_of_nine(colour: str, square: Square) -> bool:
    return square.kind in ("ring", "bridge") and square != own_nine(colour)  # AMB-14


def most_advanced(state: State) -> list[Square]:
    able = [square for square in origins(state, state.turn) if short_of_nine(state.turn, square)]
    distance = {square: remaining(state.turn, square, state.options.bridge_rejoin) for square in able}
    return [square for square in able if distance[square] == min(distance.values())]  # AMB-14


def plays(state: State) -> list[Play]:
    if state.stage == "dice":
        return dice_plays(state)
    if state.stage == "bonus10":
        return bonus_plays(state)
    if state.stage == "call":
        return [Answer("call"), Answer("pass")]  # AMB-22
    if state.stage == "penalty":
        return [Sent(square, state.turn) for square in most_advanced(state)]  # AMB-14
    return []


def move_piece(state: State, colour: str, origin: Square, target: Square) -> None:
    state.pieces[colour].remove(origin)
    state.pieces[colour].append(target)


def send_back(state: State, colour: str, origin: Square) -> None:
    move_piece(state, colour, origin, cell(colour))  # PO-13


def seats_after(state: State, colour: str) -> list[str]:
    place = state.players.index(colour)
    return list(state.players[place + 1 :] + state.players[:place])


def clear_table(state: State) -> None:
    state.roll = []
    state.dice_left = []
    state.again = False
    state.offence = False
    state.caller = ""


def to_throw(state: State) -> None:
    clear_table(state)
    state.stage = "throw"


def pass_turn(state: State) -> None:
    state.turns += 1
    state.doubles = 0
    state.turn = next(colour for colour in seats_after(state, state.turn) if not is_done(state, colour))  # PO-04
    to_throw(state)


def leave_throw(state: State) -> None:
    if state.again:
        to_throw(state)  # PO-31
    else:
        pass_turn(state)


def askable(state: State) -> list[str]:
    playing = [colour for colour in seats_after(state, state.turn) if not is_done(state, colour)]
    return [colour for colour in playing if are_rivals(state, state.turn, colour)]  # AMB-22


def throw_spent(state: State) -> None:
    state.dice_left = []  # PO-32
    if state.offence and most_advanced(state):
        state.stage = "call"  # AMB-22
        state.caller = askable(state)[0]
    else:
        leave_throw(state)


def is_won(state: State) -> bool:
    done = [colour for colour in state.players if is_done(state, colour)]
    if state.options.partners:
        return any(partner(state, colour) in done for colour in done)  # AMB-29
    if state.options.play_on:
        return len(done) >= len(state.players) - 1  # AMB-29
    return bool(done)  # PO-28


def finish(state: State) -> None:
    state.places += state.turn  # AMB-29
    if not is_won(state):
        pass_turn(state)  # AMB-29
        return
    state.turns += 1
    state.doubles = 0
    clear_table(state)
    state.stage = "over"  # PO-28


def pay_capture(state: State, victim: str, square: Square) -> None:
    if not victim:
        return
    send_back(state, victim, square)  # PO-13
    if state.options.bonus:
        state.stage = "bonus10"  # PO-12


def spend(state: State, pips: int) -> None:
    if pips in state.dice_left:
        state.dice_left.remove(pips)
    else:
        state.dice_left = []


def breaks_priority(state: State, walk: Walk) -> bool:
    if state.options.enforcement != "honour":
        return False
    if exits(state):
        return True  # AMB-21
    return not walk.victim and any(other.victim for other in dice_walks(state))  # AMB-21


def do_walk(state: State, walk: Walk) -> None:
    if state.stage == "bonus10":
        state.stage = "dice"
    else:
        state.offence = state.offence or breaks_priority(state, walk)
        spend(state, walk.pips)
    pay_capture(state, walk.victim, walk.target)
    freed = walk.target == zone(state.turn, 7)
    move_piece(state, state.turn, walk.origin, free(state.turn) if freed else walk.target)  # PO-38
    if is_done(state, state.turn):
        finish(state)


def do_exit(state: State, play: Exit) -> None:
    if state.options.exit_throw == "any_six":
        spend(state, 6)  # AMB-25
    else:
        state.dice_left = []  # PO-06
    pay_capture(state, play.victim, play.target)
    for _ in range(play.count):
        move_piece(state, state.turn, cell(state.turn), play.target)
    if not state.options.exit_double_repeats:
        state.again = False  # PO-09


def do_touch(state: State, play: Touch) -> None:
    spend(state, play.die)
    send_back(state, state.turn, play.origin)  # AMB-23


def do_arrest(state: State, play: Arrest) -> None:
    for victim, square in {(hit.victim, hit.target) for hit in play.hits}:
        send_back(state, victim, square)  # PO-45
    state.dice_left = []  # PO-46
    if state.options.custodian_ends_turn:
        state.again = False  # AMB-13


def do_answer(state: State, play: Answer) -> None:
    if play.word == "skip":
        state.stage = "dice"  # AMB-07
        return
    if play.word == "call":
        state.offence = False
        state.caller = ""
        state.stage = "penalty"  # AMB-22
        return
    waiting = askable(state)
    later = waiting[waiting.index(state.caller) + 1 :]
    if later:
        state.caller = later[0]
    else:
        leave_throw(state)


def do_play(state: State, play: Play) -> None:
    if isinstance(play, Walk):
        do_walk(state, play)
    elif isinstance(play, Exit):
        do_exit(state, play)
    elif isinstance(play, Touch):
        do_touch(state, play)
    elif isinstance(play, Arrest):
        do_arrest(state, play)
    elif isinstance(play, Sent):
        send_back(state, state.turn, play.origin)
        leave_throw(state)  # AMB-22
    else:
        do_answer(state, play)


def void_throw(state: State) -> None:
    state.dice_left = []
    state.again = False
    if state.options.three_doubles == "lose_leader":
        state.stage = "penalty"  # AMB-24
    else:
        pass_turn(state)  # AMB-24


def opening_thrower(state: State) -> str:
    return next(colour for colour in state.opening if state.opening[colour] == 0)  # AMB-18


def do_opening_throw(state: State, total: int) -> None:
    state.opening[opening_thrower(state)] = total
    if 0 in state.opening.values():
        state.turn = opening_thrower(state)
        return
    best = [colour for colour in state.opening if state.opening[colour] == max(state.opening.values())]
    if len(best) > 1:
        state.opening = dict.fromkeys(best, 0)  # AMB-18
        state.turn = opening_thrower(state)
        return
    state.opening = {}
    state.turn = best[0]  # AMB-18
    to_throw(state)


def do_throw(state: State, dice: list[int]) -> None:
    if state.stage == "opening":
        do_opening_throw(state, sum(dice))
        return
    double = dice[0] == dice[1]
    state.roll = list(dice)
    state.dice_left = list(dice)
    state.again = double  # PO-31
    state.stage = "dice"
    if state.options.three_doubles != "none":
        state.doubles = state.doubles + 1 if double else 0  # AMB-24
    if state.doubles == 3:
        void_throw(state)


def settle_once(state: State) -> None:
    if state.stage == "dice":
        throw_spent(state)
    elif state.stage == "bonus10":
        state.stage = "dice"  # AMB-07
    elif state.stage == "call":
        leave_throw(state)  # AMB-22
    elif state.stage == "penalty":
        for square in most_advanced(state):
            send_back(state, state.turn, square)  # AMB-14
        leave_throw(state)


def settled(state: State) -> bool:
    if state.stage in ("dice", "bonus10"):
        return bool(plays(state))
    if state.stage == "call":
        return bool(most_advanced(state))
    if state.stage == "penalty":
        return len(most_advanced(state)) > 1
    return True


def settle(state: State) -> None:
    while not settled(state):
        settle_once(state)


def throws() -> dict[str, list[int]]:
    return {f"{high}-{low}": [high, low] for high in FACES for low in range(1, high + 1)}


def sorted_pieces(state: State, colour: str) -> list[str]:
    out = [piece for piece in state.pieces[colour] if piece.kind != "cell"]
    keyed = sorted((-remaining(colour, piece, state.options.bridge_rejoin), piece.name()) for piece in out)
    return [name for _, name in keyed]


def printed_pos(state: State) -> dict[str, object]:
    lines = {colour: " ".join(sorted_pieces(state, colour)) for colour in state.players}
    return {colour: line for colour, line in lines.items() if line}


def printed_options(options: Options) -> dict[str, object]:
    plain = Options()
    names = [one.name for one in fields(Options)]
    return {name: getattr(options, name) for name in names if getattr(options, name) != getattr(plain, name)}


def printed_phase(state: State) -> str:
    return dice_phase(state) if state.stage == "dice" else state.stage


def printed(state: State) -> dict[str, object]:
    result: dict[str, object] = {
        "game": "poleana",
        "players": state.players,
        "options": printed_options(state.options),
        "pos": printed_pos(state),
        "turn": state.turn,
    }
    if state.roll:
        result |= {"roll": list(state.roll), "dice_left": list(state.dice_left), "again": state.again}
    result["phase"] = printed_phase(state)
    extra: dict[str, object] = {
        "doubles": state.doubles,
        "offence": state.offence,
        "caller": state.caller,
        "opening": dict(state.opening),
        "places": state.places,
    }
    return result | {key: value for key, value in extra.items() if value}


def is_number(value: object) -> bool:
    return type(value) is int


def same_value(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


class Reader:
    """Reads one position; every reason against it is gathered."""

    def __init__(self, position: dict[str, object]) -> None:
        self.position = position
        self.reasons: list[str] = []
        self.state = State()

    def refuse(self, reason: str) -> None:
        self.reasons.append(reason)

    def read(self) -> State:
        self.read_keys()
        self.read_options()
        self.read_players()
        self.read_pos()
        self.read_places()
        phase = self.read_phase()
        self.read_turn(phase)
        self.read_roll()
        self.read_dice_left(phase)
        self.read_doubles()
        self.read_again()
        self.read_offence()
        self.read_caller(phase)
        self.read_opening(phase)
        self.check_phase(phase)
        if not self.reasons:
            self.set_stage(phase)
        if self.reasons:
            raise Refused("; ".join(self.reasons))
        return self.state

    def read_keys(self) -> None:
        for key in self.position:
            if key not in KEYS:
                self.refuse(f"unknown key {key!r}")
        if not same_value(self.position.get("game"), "poleana"):
            self.refuse("game is not poleana")

    def read_options(self) -> None:
        given = self.position.get("options", {})
        if not isinstance(given, dict):
            self.refuse("options is not an object")
            return
        good: dict[str, object] = {}
        for name, value in given.items():
            if name not in ALLOWED:
                self.refuse(f"unknown option {name!r}")
            elif not any(same_value(value, allowed) for allowed in ALLOWED[name]):
                self.refuse(f"option {name} cannot be {value!r}")
            else:
                good[name] = value
        self.seats = good.pop("seats", None)
        self.state.options = Options(**good)  # type: ignore[arg-type]

    def read_players(self) -> None:
        seats = getattr(self, "seats", None)
        by_seats = LETTERS_BY_SEATS[seats] if isinstance(seats, int) else "RGBY"
        players = self.position.get("players", by_seats)
        if not isinstance(players, str) or players not in LETTERS_BY_SEATS.values():
            self.refuse(f"players cannot be {players!r}")
            players = by_seats
        if seats is not None and len(players) != seats:
            self.refuse("players and seats do not agree")
        if self.state.options.partners and len(players) != 4:
            self.refuse("partners needs four seats")  # AMB-28
            self.state.options = replace(self.state.options, partners=False)
        self.state.players = players

    def read_pos(self) -> None:
        self.state.pieces = {colour: [] for colour in self.state.players}
        given = self.position.get("pos", {})
        if not isinstance(given, dict):
            self.refuse("pos is not an object")
            given = {}
        for colour, line in given.items():
            self.read_line(colour, line)
        for colour in self.state.players:
            self.fill_cell(colour)
        self.check_squares()

    def read_line(self, colour: object, line: object) -> None:
        if not isinstance(colour, str) or colour not in list(ORDER):
            self.refuse(f"unknown colour {colour!r} in pos")
        elif not isinstance(line, str):
            self.refuse(f"pos of {colour} is not a text")
        elif colour not in self.state.players:
            if line.split():
                self.refuse(f"a piece of the absent colour {colour}")
        else:
            for name in line.split():
                self.read_piece(colour, name)

    def read_piece(self, colour: str, name: str) -> None:
        if name == "F":
            self.state.pieces[colour].append(free(colour))
        elif name not in SQUARES:
            self.refuse(f"unknown square {name!r}")
        else:
            self.state.pieces[colour].append(SQUARES[name])
            if not reaches(colour, SQUARES[name]):
                self.refuse(f"{colour} never reaches {name}")
            if SQUARES[name] in guards(self.state):
                self.refuse(f"{colour} stands on the custodian of {name}")

    def fill_cell(self, colour: str) -> None:
        missing = self.state.options.pieces - len(self.state.pieces[colour])
        if missing < 0:
            self.refuse(f"too many pieces of {colour}")
        self.state.pieces[colour] += [cell(colour)] * missing

    def check_squares(self) -> None:
        used = {square for colour in self.state.players for square in origins(self.state, colour)}
        for square in sorted(used):
            there = standing(self.state, square)
            if len(set(there)) > 1:
                self.refuse(f"two colours on {square.name()}")
            for colour in sorted(set(there)):
                if there.count(colour) > capacity(colour, square):
                    self.refuse(f"too many pieces on {square.name()}")

    def done(self) -> list[str]:
        return [colour for colour in self.state.players if is_done(self.state, colour)]

    def read_places(self) -> None:
        done = self.done()
        given = self.position.get("places", "".join(done))
        if not isinstance(given, str) or sorted(given) != sorted(done):
            self.refuse("places are not the colours whose pieces are all free")
            given = "".join(done)
        self.state.places = given
        self.check_winners(done)

    def check_winners(self, done: list[str]) -> None:
        options = self.state.options
        if len(done) == len(self.state.players):
            self.refuse("all pieces of all colours are free")
        elif len(done) > 1 and not options.play_on and not options.partners:
            self.refuse("more than one winner")

    def read_phase(self) -> str:
        """The phase given, or the one that follows; an empty text where the dice decide."""
        given = self.position.get("phase")
        won = is_won(self.state)
        if "phase" in self.position:
            if not isinstance(given, str) or given not in PHASES:
                self.refuse(f"unknown phase {given!r}")
                return "over" if won else ""
            if won and given != "over":
                self.refuse("a winner in a match said to go on")
            if given == "over" and not won:
                self.refuse("over without a winner")
            return given
        if won:
            return "over"
        if "opening" in self.position:
            return "opening"
        return "" if "roll" in self.position else "throw"

    def read_turn(self, phase: str) -> None:
        playing = [colour for colour in self.state.players if colour not in self.done()]
        default = "".join(playing)[:1]
        given = self.position.get("turn", default or self.state.players[0])
        if not isinstance(given, str) or given not in list(self.state.players):
            self.refuse(f"turn cannot be {given!r}")
            return
        if phase != "over" and given in self.done():
            self.refuse("the pieces of turn are all free")
        self.state.turn = given

    def read_dice(self, key: str, given: object) -> list[int]:
        if not isinstance(given, list) or not all(is_number(die) and die in FACES for die in given):
            self.refuse(f"{key} are no dice")
            return []
        return list(given)

    def read_roll(self) -> None:
        if "roll" not in self.position:
            return
        dice = self.read_dice("roll", self.position["roll"])
        if len(dice) != 2:
            self.refuse("a roll has two dice")
            return
        self.state.roll = dice

    def read_dice_left(self, phase: str) -> None:
        whole = [] if phase in ("call", "penalty") else self.state.roll
        given = self.read_dice("dice_left", self.position.get("dice_left", whole))
        pool = list(given)
        left: list[int] = []
        for die in self.state.roll:
            if die in pool:
                pool.remove(die)
                left.append(die)
        if pool:
            self.refuse("dice that the roll does not give")
        self.state.dice_left = left

    def is_double(self) -> bool:
        return len(set(self.state.roll)) == 1

    def read_doubles(self) -> None:
        counted = self.state.options.three_doubles != "none"
        given = self.position.get("doubles", int(self.is_double() and counted))
        if type(given) is not int or not 0 <= given <= 3:
            self.refuse("doubles is not a number from 0 to 3")
            return
        self.state.doubles = given
        if given and not counted:
            self.refuse("doubles without three_doubles")
        elif self.state.roll and counted and (given > 0) != self.is_double():
            self.refuse("doubles do not include this roll")
        elif given == 3 and not self.state.roll:
            self.refuse("a third double without a roll")

    def is_void(self) -> bool:
        return self.state.doubles == 3

    def read_again(self) -> None:
        given = self.position.get("again", self.is_double() and not self.is_void())
        if type(given) is not bool:
            self.refuse("again is not true or false")
            return
        self.state.again = given
        if given and (not self.is_double() or self.is_void()):
            self.refuse("again without a double that repeats")
        if not given and self.is_double() and not self.is_void() and not self.may_have_freed():
            self.refuse("again is false after a double that freed nobody")

    def may_have_freed(self) -> bool:
        options = self.state.options
        if options.exit_double_repeats:
            return False
        if options.exit_throw == "any_six":
            return self.state.roll == [6, 6] and len(self.state.dice_left) < 2
        return self.state.roll in ([3, 3], [6, 6]) and not self.state.dice_left

    def read_offence(self) -> None:
        given = self.position.get("offence", False)
        if type(given) is not bool:
            self.refuse("offence is not true or false")
            return
        self.state.offence = given
        if given and self.state.options.enforcement != "honour":
            self.refuse("offence without honour")
        if given and len(self.state.dice_left) == 2:
            self.refuse("an offence before any die was spent")

    def read_caller(self, phase: str) -> None:
        if phase != "call":
            if self.position.get("caller", "") != "":
                self.refuse("caller outside the phase call")
            return
        rivals = askable(self.state)
        given = self.position.get("caller", "".join(rivals[:1]))
        if not isinstance(given, str) or given not in rivals:
            self.refuse(f"caller cannot be {given!r}")
            return
        self.state.caller = given

    def read_opening(self, phase: str) -> None:
        if phase != "opening":
            if "opening" in self.position:
                self.refuse("opening outside the phase opening")
            return
        given = self.position.get("opening", dict.fromkeys(self.state.players, 0))
        if not isinstance(given, dict) or not all(self.is_total(total) for total in given.values()):
            self.refuse("opening is not a total for each colour")
            return
        for colour in given:
            if colour not in list(self.state.players):
                self.refuse(f"{colour!r} in the opening is not playing")
        self.state.opening = {colour: given[colour] for colour in self.state.players if colour in given}
        self.check_opening(list(self.state.opening.values()))

    def is_total(self, total: object) -> bool:
        return is_number(total) and total in (0, *range(2, 13))

    def check_opening(self, totals: list[int]) -> None:
        if len(totals) < 2:
            self.refuse("an opening draw needs two colours")
        if 0 not in totals:
            self.refuse("nobody is left to throw in the opening")
        else:
            if any(totals[totals.index(0) :]):
                self.refuse("a colour threw before its turn in the opening")
            thrower = opening_thrower(self.state)
            if self.position.get("turn", thrower) != thrower:
                self.refuse("turn is not the colour that throws in the opening")
            self.state.turn = thrower
        if any(in_play(piece) or piece.kind == "free" for line in self.state.pieces.values() for piece in line):
            self.refuse("pieces outside the cells in the opening")

    def check_phase(self, phase: str) -> None:
        if phase in ("opening", "throw", "over") and self.state.roll:
            self.refuse(f"a roll in the phase {phase}")
        if phase in DICE_PHASES and not self.state.roll:
            self.refuse(f"no roll in the phase {phase}")
        if phase in ("opening", "over") and self.state.doubles:
            self.refuse(f"doubles in the phase {phase}")
        if phase in ("opening", "throw", "over", "penalty") and self.state.offence:
            self.refuse(f"an offence in the phase {phase}")
        if phase in (*DICE_PHASES, "bonus10", "call") and self.is_void():
            self.refuse(f"a void throw in the phase {phase}")
        self.check_bonus(phase)
        self.check_honour(phase)

    def check_bonus(self, phase: str) -> None:
        if phase != "bonus10":
            return
        if self.state.options.bonus == 0:
            self.refuse("the bonus is off")
        if len(self.state.dice_left) == 2:
            self.refuse("a bonus before any die was spent")

    def check_honour(self, phase: str) -> None:
        if phase not in ("call", "penalty"):
            return
        if self.state.dice_left:
            self.refuse(f"dice left in the phase {phase}")
        by_third_double = self.is_void() and self.state.options.three_doubles == "lose_leader"
        by_call = self.state.options.enforcement == "honour" and not self.is_void()
        if phase == "call" and not by_call:
            self.refuse("a call without honour")
        if phase == "penalty" and not by_call and not by_third_double:
            self.refuse("a penalty without honour or third double")

    def set_stage(self, phase: str) -> None:
        state = self.state
        state.stage = "dice" if phase == "" or phase in DICE_PHASES else phase
        if phase == "call":
            state.offence = True  # AMB-22
        if phase in DICE_PHASES and dice_phase(state) != phase:
            self.refuse(f"the dice give {dice_phase(state)}, not {phase}")
        if phase == "" and self.is_void():
            void_throw(state)  # AMB-24


class Oracle:
    def __init__(self, state: State) -> None:
        self._state = duplicate(state)

    @classmethod
    def start(cls, seats: int | None = None, options: dict[str, object] | None = None) -> Oracle:
        position: dict[str, object] = {"game": "poleana", "options": dict(options or {}), "phase": "opening"}
        if seats is not None:
            if not is_number(seats) or seats not in LETTERS_BY_SEATS:
                raise Refused(f"seats cannot be {seats!r}")
            position["players"] = LETTERS_BY_SEATS[seats]
        return cls.read(position)

    @classmethod
    def read(cls, position: dict[str, object]) -> Oracle:
        state = Reader(copying.deepcopy(position)).read()
        settle(state)
        return cls(state)

    def copy(self) -> Oracle:
        return Oracle(self._state)

    def actor(self) -> int | str:
        if self._state.stage in ("opening", "throw"):
            return "chance"
        if self._state.stage == "over":
            return "over"
        return self._state.players.index(self._state.caller or self._state.turn)

    def phase(self) -> str:
        return printed_phase(self._state)

    def moves(self) -> list[str]:
        return sorted(play.text() for play in plays(self._state))

    def outcomes(self) -> list[tuple[str, int]]:
        if self.actor() != "chance":
            return []
        return [(text, 1 if dice[0] == dice[1] else 2) for text, dice in throws().items()]

    def apply(self, text: str) -> None:
        after = duplicate(self._state)
        if self.actor() == "chance":
            if text not in throws():
                raise ValueError(f"{text!r} is no throw")
            do_throw(after, throws()[text])
        else:
            choices = {play.text(): play for play in plays(after)}
            if text not in choices:
                raise ValueError(f"{text!r} is not offered")
            do_play(after, choices[text])
        settle(after)
        self._state = after

    def places(self) -> list[int]:
        if self._state.stage != "over":
            return []
        ranks = [self._rank(colour) for colour in self._state.players]
        return [1 + sum(other < rank for other in ranks) for rank in ranks]  # AMB-29

    def _rank(self, colour: str) -> int:
        state = self._state
        if state.options.partners:
            return 0 if is_done(state, colour) and is_done(state, partner(state, colour)) else 1  # AMB-29
        return state.places.index(colour) if colour in state.places else len(state.places)  # AMB-29

    def turns(self) -> int:
        return self._state.turns

    def position(self) -> dict[str, object]:
        return printed(self._state)
