"""Royal Ludo, straight from its specification: a slow and plain second witness."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import TypeGuard

Pawn = tuple[int, int]
Ride = tuple[Pawn, Pawn]
Special = int | str

GAME = "royal-ludo"
PRISON = -1  # RL-2
SPECIAL_FACES: list[Special] = [1, 2, 3, 4, "P", "C"]  # RL-5 RL-A1
PLAIN_FACES = [1, 2, 3, 4, 5, 6]  # RL-5
COLOURS = {2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}  # RL-1
OUT = -1
HIGHEST_OPENING = 10  # RL-6
LOWEST_OPENING = 1  # RL-6


class Refused(ValueError):
    """A position that cannot be."""


@dataclass(frozen=True)
class Board:
    ring: int
    quarter: int
    crowns: tuple[int, ...]
    feathers: tuple[int, ...]
    gate: int
    final: int


BOARDS = {
    "classic": Board(52, 13, (0, 13, 26, 39), (8, 21, 34, 47), 50, 56),  # RL-2 RL-3 RL-A2
    "short": Board(40, 10, (0, 10, 20, 30), (5, 15, 25, 35), 38, 43),  # RL-A3
    "long": Board(68, 17, (0, 17, 34, 51), (8, 25, 42, 59), 66, 74),  # RL-A3
}

DEFAULT_SEATS = 4
OPTION_VALUES: dict[str, list[object]] = {
    "pushback": ["advance", "always"],  # RL-A4
    "bounce": ["zone", "free"],  # RL-A8
    "ambush": ["points", "any_two"],  # RL-A5
    "crowns_safe": [False, True],  # RL-A13
    "final_crown_counts": [False, True],  # RL-A9
    "pushed_by": ["owner", "roller"],  # RL-A10
    "board": ["classic", "short", "long"],  # RL-A3
    "pawns": [4, 1, 2, 3],
}

PHASE_KEYS: dict[str, list[str]] = {
    "opening": ["opening"],
    "throw": [],
    "act": ["roll"],
    "land": ["roll", "landed"],
    "push": ["roll", "push"],
    "over": [],
}
REQUIRED_KEYS = ["game", "seats", "turn", "pawns"]
OPTIONAL_KEYS = ["options", "rides", "phase"]


@dataclass(frozen=True)
class Choice:
    kind: str
    pawn: Pawn
    target: int = 0


@dataclass
class State:
    seats: int
    options: dict[str, object]
    phase: str
    turn: int
    pawns: list[list[int]]
    rides: list[Ride] = field(default_factory=list)
    opening: list[int | None] = field(default_factory=list)
    roll: tuple[Special, int] | None = None
    landed: int | None = None
    push: list[int] = field(default_factory=list)
    turns: int = 0


def same_value(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def is_whole(value: object, low: int, high: int) -> TypeGuard[int]:
    return type(value) is int and low <= value <= high


def refuse(reasons: list[str]) -> None:
    if reasons:
        raise Refused("; ".join(reasons))


def full_options(given: object) -> dict[str, object]:
    if not isinstance(given, dict):
        raise Refused("options is not an object")
    reasons: list[str] = []
    result = {name: values[0] for name, values in OPTION_VALUES.items()}
    for name, value in given.items():
        if not isinstance(name, str) or name not in OPTION_VALUES:
            reasons.append(f"unknown option {name!r}")
        elif not any(same_value(value, allowed) for allowed in OPTION_VALUES[name]):
            reasons.append(f"option {name} cannot be {value!r}")
        else:
            result[name] = value
    refuse(reasons)
    return result


def whole_option(options: dict[str, object], name: str) -> int:
    value = options[name]
    assert type(value) is int
    return value


def board_of(options: dict[str, object]) -> Board:
    return BOARDS[str(options["board"])]


def checked_seats(value: object) -> int:
    if not is_whole(value, 2, 4):  # RL-1
        raise Refused(f"seats cannot be {value!r}")
    return value


def ring_square(board: Board, seats: int, seat: int, x: int) -> int:
    return (board.quarter * COLOURS[seats][seat] + x) % board.ring  # RL-2


def is_on_ring(board: Board, x: int) -> bool:
    return 0 <= x <= board.gate  # RL-2


def step(board: Board, options: dict[str, object], x: int, count: int) -> int:
    reached = x + count
    if reached <= board.final:
        return reached  # RL-21
    back = 2 * board.final - reached
    if options["bounce"] == "free":
        return back  # RL-A8
    return max(board.gate + 1, back)  # RL-21


def next_symbol(squares: tuple[int, ...], x: int) -> int | None:
    ahead = [square for square in squares if square > x]  # RL-9 RL-10
    return min(ahead) if ahead else None


def destination(board: Board, options: dict[str, object], x: int, roll: tuple[Special, int]) -> int:
    special, plain = roll
    if special == "P":
        feather = next_symbol(board.feathers, x)
        return step(board, options, x if feather is None else feather, plain)  # RL-9
    if special == "C":
        crown = next_symbol(board.crowns, x)
        if crown is not None:
            return step(board, options, crown, plain)  # RL-10
        if options["final_crown_counts"]:
            return step(board, options, board.final, plain)  # RL-A9
        return step(board, options, x, plain)  # RL-10 RL-A14
    assert isinstance(special, int)
    return step(board, options, x, special + plain)  # RL-8


def opening_total(roll: tuple[Special, int]) -> int:
    special, plain = roll
    return plain + (special if isinstance(special, int) else 0)  # RL-6


def throw_text(special: Special, plain: int) -> str:
    return f"{special}-{plain}"


def read_pawns(value: object, seats: int, count: int, final: int) -> list[list[int]]:
    if not isinstance(value, list) or len(value) != seats:
        raise Refused("pawns does not have one list for each seat")
    reasons: list[str] = []
    result: list[list[int]] = []
    for seat, row in enumerate(value):
        if not isinstance(row, list) or len(row) != count:
            reasons.append(f"seat {seat} does not have {count} pawns")
            continue
        good = [x for x in row if is_whole(x, PRISON, final)]
        if len(good) != len(row):
            reasons.append(f"a pawn of seat {seat} stands nowhere")
        result.append(good)
    refuse(reasons)
    return result


def read_ride(value: object, seats: int, count: int) -> Ride:
    if not isinstance(value, list) or len(value) != 4:
        raise Refused("a ride is not a list of four")
    rider_seat, rider_pawn, carrier_seat, carrier_pawn = value
    if not is_whole(rider_seat, 0, seats - 1) or not is_whole(carrier_seat, 0, seats - 1):
        raise Refused("a ride names no seat")
    if not is_whole(rider_pawn, 0, count - 1) or not is_whole(carrier_pawn, 0, count - 1):
        raise Refused("a ride names no pawn")
    return (rider_seat, rider_pawn), (carrier_seat, carrier_pawn)


def read_rides(value: object, seats: int, count: int) -> list[Ride]:
    if not isinstance(value, list):
        raise Refused("rides is not a list")
    return sorted(read_ride(ride, seats, count) for ride in value)


def ride_reasons(state: State) -> list[str]:
    board = board_of(state.options)
    reasons: list[str] = []
    members: list[Pawn] = []
    for pair in state.rides:
        members.extend(pair)
        xs = [state.pawns[seat][number] for seat, number in pair]
        squares = {ring_square(board, state.seats, pawn[0], x) for pawn, x in zip(pair, xs, strict=True)}
        if pair[0][0] == pair[1][0]:
            reasons.append("a pawn rides one of its own colour")  # RL-14 RL-16
        if not all(is_on_ring(board, x) for x in xs) or len(squares) != 1:
            reasons.append("a pair does not stand on one ring square")  # RL-17 RL-22
    if len(set(members)) != len(members):
        reasons.append("a pawn is in two pairs")  # RL-15
    return reasons


def finished_seats(state: State) -> list[int]:
    final = board_of(state.options).final
    return [seat for seat in range(state.seats) if all(x == final for x in state.pawns[seat])]  # RL-23 RL-24


def implied_phase(position: dict[str, object], state: State) -> str:
    for key, phase in [("opening", "opening"), ("landed", "land"), ("push", "push"), ("roll", "act")]:
        if key in position:
            return phase
    return "over" if finished_seats(state) else "throw"


def read_phase(position: dict[str, object], state: State) -> str:
    if "phase" not in position:
        return implied_phase(position, state)
    phase = position["phase"]
    if not isinstance(phase, str) or phase not in PHASE_KEYS:
        raise Refused(f"unknown phase {phase!r}")
    return phase


def key_reasons(position: dict[str, object], phase: str) -> list[str]:
    needed = REQUIRED_KEYS + PHASE_KEYS[phase]
    missing = [f"{key} is missing" for key in needed if key not in position]
    known = needed + OPTIONAL_KEYS
    extra = [f"{key!r} does not belong to phase {phase}" for key in position if key not in known]
    return missing + extra


def read_roll(value: object) -> tuple[Special, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise Refused("roll is not a list of two")
    special, plain = value
    if not any(same_value(special, face) for face in SPECIAL_FACES) or not is_whole(plain, 1, 6):  # RL-5
        raise Refused(f"the dice cannot show {value!r}")
    assert isinstance(special, int | str)
    return special, plain


def read_opening(value: object, seats: int) -> list[int | None]:
    if not isinstance(value, list) or len(value) != seats:
        raise Refused("opening does not have one entry for each seat")
    result: list[int | None] = []
    for total in value:
        if total is None or is_whole(total, LOWEST_OPENING, HIGHEST_OPENING) or is_whole(total, OUT, OUT):
            result.append(total)
        else:
            raise Refused(f"an opening total cannot be {total!r}")
    return result


def opening_reasons(state: State) -> list[str]:
    reasons: list[str] = []
    waiting = [seat for seat, total in enumerate(state.opening) if total is None]
    thrown = [seat for seat, total in enumerate(state.opening) if total is not None and total != OUT]
    if len(waiting) + len(thrown) < 2:
        reasons.append("fewer than two seats throw in the opening")  # RL-6
    if not waiting:
        reasons.append("nobody is left to throw in the opening")  # RL-6
    elif state.turn != waiting[0]:
        reasons.append("turn is not the next seat to throw in the opening")  # RL-6
    if waiting and thrown and max(thrown) > min(waiting):
        reasons.append("the opening was not thrown in seat order")  # RL-6
    if any(x != PRISON for row in state.pawns for x in row):
        reasons.append("a pawn is out of prison in the opening")  # RL-6
    return reasons


def read_push(value: object, seats: int, turn: int) -> list[int]:
    order = others_in_turn_order(seats, turn)
    suffixes = [order[start:] for start in range(len(order))]
    if not isinstance(value, list) or not all(is_whole(seat, 0, seats - 1) for seat in value):
        raise Refused("push is not a list of seats")
    if value not in suffixes:
        raise Refused("push is not the end of the order from the roller's left")  # RL-25
    return list(value)


def others_in_turn_order(seats: int, turn: int) -> list[int]:
    return [(turn + distance) % seats for distance in range(1, seats)]  # RL-12 RL-25


def landed_reasons(state: State) -> list[str]:
    assert state.landed is not None
    assert state.roll is not None
    board = board_of(state.options)
    pawn = (state.turn, state.landed)
    x = state.pawns[state.turn][state.landed]
    origins = range(board.final)
    freed = state.roll[0] == "C" and x == state.roll[1]
    reasons: list[str] = []
    if not freed and all(destination(board, state.options, origin, state.roll) != x for origin in origins):
        reasons.append("the landed pawn cannot have come to its square with this roll")  # RL-8 RL-9 RL-10
    if any(rider == pawn for rider, _ in state.rides):
        reasons.append("the landed pawn still rides")  # RL-17
    if freed and any(carrier == pawn for _, carrier in state.rides):
        reasons.append("a freed pawn carries a rider")  # RL-10
    return reasons


def end_reasons(state: State) -> list[str]:
    finished = finished_seats(state)
    if state.phase != "over":
        return ["a seat has crowned all its pawns, yet the match goes on"] if finished else []  # RL-24
    if finished != [state.turn]:
        return ["over, but turn is not the one seat with all its pawns crowned"]  # RL-24
    return []


def read_phase_keys(position: dict[str, object], state: State) -> None:
    if "roll" in PHASE_KEYS[state.phase]:
        state.roll = read_roll(position["roll"])
    if state.phase == "opening":
        state.opening = read_opening(position["opening"], state.seats)
        refuse(opening_reasons(state))
    if state.phase == "land":
        landed = position["landed"]
        if not is_whole(landed, 0, len(state.pawns[state.turn]) - 1):
            raise Refused(f"landed cannot be {landed!r}")
        state.landed = landed
        refuse(landed_reasons(state))
    if state.phase == "push":
        state.push = read_push(position["push"], state.seats, state.turn)
        if state.roll is None or state.roll[0] != "C":
            raise Refused("push without a Crown")  # RL-12


def read_state(position: dict[str, object]) -> State:
    if not isinstance(position, dict):
        raise Refused("the position is not an object")
    refuse([f"{key} is missing" for key in REQUIRED_KEYS if key not in position])
    if position["game"] != GAME:
        raise Refused(f"game is not {GAME}")
    seats = checked_seats(position["seats"])
    options = full_options(position.get("options", {}))
    count = whole_option(options, "pawns")
    turn = position["turn"]
    if not is_whole(turn, 0, seats - 1):
        raise Refused(f"turn cannot be {turn!r}")
    pawns = read_pawns(position["pawns"], seats, count, board_of(options).final)
    rides = read_rides(position.get("rides", []), seats, count)
    state = State(seats, options, "throw", turn, pawns, rides)
    state.phase = read_phase(position, state)
    refuse(key_reasons(position, state.phase) + ride_reasons(state) + end_reasons(state))
    read_phase_keys(position, state)
    return state


class Oracle:
    def __init__(self, state: State) -> None:
        self._state = copy.deepcopy(state)

    @classmethod
    def start(cls, seats: int | None = None, options: dict[str, object] | None = None) -> Oracle:
        number = checked_seats(DEFAULT_SEATS if seats is None else seats)
        chosen = full_options({} if options is None else options)
        pawns = [[PRISON] * whole_option(chosen, "pawns") for _ in range(number)]  # RL-6
        return cls(State(number, chosen, "opening", 0, pawns, opening=[None] * number))  # RL-6

    @classmethod
    def read(cls, position: dict[str, object]) -> Oracle:
        oracle = cls(read_state(copy.deepcopy(position)))
        oracle._settle()
        return oracle

    def copy(self) -> Oracle:
        return Oracle(self._state)

    def actor(self) -> int | str:
        state = self._state
        if state.phase == "over":
            return "over"
        if state.phase in ("opening", "throw"):
            return "chance"
        if state.phase == "push" and state.options["pushed_by"] == "owner":
            return state.push[0]  # RL-A10
        return state.turn

    def phase(self) -> str:
        return self._state.phase

    def moves(self) -> list[str]:
        return sorted(self._choices())

    def outcomes(self) -> list[tuple[str, int]]:
        if self._state.phase not in ("opening", "throw"):
            return []
        return [(throw_text(special, plain), 1) for special in SPECIAL_FACES for plain in PLAIN_FACES]  # RL-5

    def apply(self, text: str) -> None:
        if self._state.phase in ("opening", "throw"):
            self._apply_throw(text)
        else:
            self._apply_choice(text)
        self._settle()

    def places(self) -> list[int]:
        if self._state.phase != "over":
            return []
        scores = [self._score(seat) for seat in range(self._state.seats)]
        return [1 + sum(other > own for other in scores) for own in scores]  # RL-24

    def turns(self) -> int:
        return self._state.turns

    def position(self) -> dict[str, object]:
        state = copy.deepcopy(self._state)
        printed: dict[str, object] = {
            "game": GAME,
            "seats": state.seats,
            "options": {
                name: value for name, value in state.options.items() if not same_value(value, OPTION_VALUES[name][0])
            },
            "turn": state.turn,
            "pawns": state.pawns,
            "rides": sorted([*rider, *carrier] for rider, carrier in state.rides),
            "phase": state.phase,
        }
        keys = PHASE_KEYS[state.phase]
        if "opening" in keys:
            printed["opening"] = state.opening
        if "roll" in keys:
            printed["roll"] = list(self._roll())
        if "landed" in keys:
            printed["landed"] = state.landed
        if "push" in keys:
            printed["push"] = state.push
        return printed

    def _board(self) -> Board:
        return board_of(self._state.options)

    def _roll(self) -> tuple[Special, int]:
        assert self._state.roll is not None
        return self._state.roll

    def _x(self, pawn: Pawn) -> int:
        return self._state.pawns[pawn[0]][pawn[1]]

    def _put(self, pawn: Pawn, x: int) -> None:
        self._state.pawns[pawn[0]][pawn[1]] = x

    def _on_ring(self, pawn: Pawn) -> bool:
        return is_on_ring(self._board(), self._x(pawn))

    def _square(self, pawn: Pawn) -> int:
        return ring_square(self._board(), self._state.seats, pawn[0], self._x(pawn))

    def _all_pawns(self) -> list[Pawn]:
        return [(seat, number) for seat, row in enumerate(self._state.pawns) for number in range(len(row))]

    def _rivals_on(self, square: int, seat: int) -> list[Pawn]:
        everybody = self._all_pawns()
        return [pawn for pawn in everybody if pawn[0] != seat and self._on_ring(pawn) and self._square(pawn) == square]

    def _rider_of(self, pawn: Pawn) -> Pawn | None:
        found = [rider for rider, carrier in self._state.rides if carrier == pawn]
        return found[0] if found else None

    def _carrier_of(self, pawn: Pawn) -> Pawn | None:
        found = [carrier for rider, carrier in self._state.rides if rider == pawn]
        return found[0] if found else None

    def _dissolve(self, pawn: Pawn) -> None:
        self._state.rides = [pair for pair in self._state.rides if pawn not in pair]

    def _is_safe(self, square: int) -> bool:
        return self._state.options["crowns_safe"] is True and square in self._board().crowns  # RL-A13

    def _mark(self, pawn: Pawn) -> str:
        carrier = self._carrier_of(pawn)
        if carrier is not None:
            return f"r{carrier[0]}"  # RL-26
        rider = self._rider_of(pawn)
        if rider is not None:
            return f"c{rider[0]}"  # RL-26
        return ""

    def _origin_text(self, pawn: Pawn) -> str:
        seat = pawn[0]
        x = self._x(pawn)
        together = [(seat, number) for number, other in enumerate(self._state.pawns[seat]) if other == x]
        all_equal = len({self._mark(other) for other in together}) == 1  # RL-26
        return str(x) if all_equal else f"{x}{self._mark(pawn)}"

    def _origins(self, seat: int) -> dict[str, Pawn]:
        result: dict[str, Pawn] = {}
        for number in range(len(self._state.pawns[seat])):
            result.setdefault(self._origin_text((seat, number)), (seat, number))  # RL-26
        return result

    def _choices(self) -> dict[str, Choice]:
        if self._state.phase == "act":
            return self._act_choices()
        if self._state.phase == "land":
            return self._land_choices()
        if self._state.phase == "push":
            return self._push_choices()
        return {}

    def _act_choices(self) -> dict[str, Choice]:
        return {**self._free_choices(), **self._walk_choices()}  # RL-7

    def _free_choices(self) -> dict[str, Choice]:
        turn = self._state.turn
        special, plain = self._roll()
        prisoners = [number for number, x in enumerate(self._state.pawns[turn]) if x == PRISON]
        if special != "C" or not prisoners:
            return {}
        return {"free": Choice("walk", (turn, min(prisoners)), plain)}  # RL-10

    def _walk_choices(self) -> dict[str, Choice]:
        roll = self._roll()
        verb = "advance" if roll[0] in ("P", "C") else "move"
        result: dict[str, Choice] = {}
        for origin, pawn in self._origins(self._state.turn).items():
            x = self._x(pawn)
            if not 0 <= x < self._board().final:  # RL-8 RL-9
                continue
            if self._ambushed_by(pawn):
                result.setdefault(f"ambush {x}", Choice("ambush", pawn))  # RL-20 RL-A6
            else:
                target = destination(self._board(), self._state.options, x, roll)
                result[f"{verb} {origin}>{target}"] = Choice("walk", pawn, target)  # RL-8 RL-9 RL-10
        return result

    def _is_two(self) -> bool:
        special, plain = self._roll()
        if isinstance(special, int):
            return special + plain == 2  # RL-20
        return self._state.options["ambush"] == "any_two" and plain == 2  # RL-A5

    def _ambushed_by(self, pawn: Pawn) -> list[Pawn]:
        if not self._is_two() or not self._on_ring(pawn):  # RL-20 RL-22
            return []
        square = (self._square(pawn) - 2) % self._board().ring  # RL-20
        if self._is_safe(square):
            return []  # RL-A13
        return self._rivals_on(square, pawn[0])  # RL-20 RL-A7

    def _landed(self) -> Pawn:
        assert self._state.landed is not None
        return self._state.turn, self._state.landed

    def _met(self) -> list[Pawn]:
        mover = self._landed()
        if not self._on_ring(mover) or self._is_safe(self._square(mover)):  # RL-22 RL-A13
            return []
        brought = self._rider_of(mover)
        return [rival for rival in self._rivals_on(self._square(mover), mover[0]) if rival != brought]  # RL-14

    def _own_pair_with(self, met: list[Pawn]) -> bool:
        seat = self._state.turn
        for rider, carrier in self._state.rides:
            if (rider[0] == seat and carrier in met) or (carrier[0] == seat and rider in met):
                return True  # RL-15
        return False

    def _land_choices(self) -> dict[str, Choice]:
        met = self._met()
        mover = self._landed()
        if not met:
            return {}
        result = {"jail": Choice("jail", mover)}  # RL-14
        if self._own_pair_with(met):
            result["share"] = Choice("share", mover)  # RL-15 RL-A15
        elif self._rider_of(mover) is None:  # RL-15
            for rival in sorted(met):
                result.setdefault(f"ride {rival[0]}:{self._x(rival)}", Choice("ride", rival))  # RL-14
        return result

    def _push_choices(self) -> dict[str, Choice]:
        result: dict[str, Choice] = {}
        for origin, pawn in self._origins(self._state.push[0]).items():
            behind = [crown for crown in self._board().crowns if crown < self._x(pawn)]
            if self._on_ring(pawn) and behind:  # RL-12 RL-22
                target = max(behind)
                result[f"back {origin}>{target}"] = Choice("back", pawn, target)  # RL-12
        return result

    def _apply_throw(self, text: str) -> None:
        faces = {throw_text(special, plain): (special, plain) for special in SPECIAL_FACES for plain in PLAIN_FACES}
        if text not in faces:
            raise ValueError(f"not a throw: {text!r}")
        if self._state.phase == "opening":
            self._throw_opening(faces[text])
        else:
            self._state.roll = faces[text]
            self._state.phase = "act"  # RL-25

    def _throw_opening(self, roll: tuple[Special, int]) -> None:
        state = self._state
        state.opening[state.turn] = opening_total(roll)
        if None not in state.opening:
            self._compare_opening()
        if state.phase == "opening":
            state.turn = state.opening.index(None)  # RL-6

    def _compare_opening(self) -> None:
        state = self._state
        highest = max(total for total in state.opening if total is not None)
        best = [seat for seat, total in enumerate(state.opening) if total == highest]
        if len(best) == 1:
            state.turn = best[0]  # RL-6
            state.phase = "throw"
            state.opening = []
        else:
            state.opening = [None if seat in best else OUT for seat in range(state.seats)]  # RL-6

    def _apply_choice(self, text: str) -> None:
        choices = self._choices()
        if text not in choices:
            raise ValueError(f"not a legal move: {text!r}")
        choice = choices[text]
        if choice.kind == "walk":
            self._do_walk(choice)
        elif choice.kind == "ambush":
            self._do_ambush(choice)
        elif choice.kind == "back":
            self._do_back(choice)
        else:
            self._do_landing(choice)

    def _do_walk(self, choice: Choice) -> None:
        state = self._state
        self._displace(choice.pawn, choice.target)  # RL-11
        if finished_seats(state):
            self._win()  # RL-24 RL-25
        else:
            state.phase = "land"  # RL-25
            state.landed = choice.pawn[1]

    def _do_ambush(self, choice: Choice) -> None:
        for rival in self._ambushed_by(choice.pawn):
            self._jail(rival)  # RL-20 RL-A7
        self._after_action(advanced=False)  # RL-A5

    def _do_back(self, choice: Choice) -> None:
        self._displace(choice.pawn, choice.target)  # RL-12 RL-13 RL-A11
        self._state.push.pop(0)

    def _do_landing(self, choice: Choice) -> None:
        met = self._met()
        if choice.kind == "jail":
            for rival in met:
                self._jail(rival)  # RL-14
        if choice.kind == "ride":
            for rival in met:
                if rival != choice.pawn:
                    self._jail(rival)  # RL-14
            self._state.rides = sorted([*self._state.rides, (self._landed(), choice.pawn)])  # RL-14
        self._after_landing()  # RL-25 RL-A16

    def _displace(self, pawn: Pawn, target: int) -> None:
        origin = self._x(pawn)
        if self._carrier_of(pawn) is not None:
            self._dissolve(pawn)  # RL-12 RL-17 RL-A17
        self._put(pawn, target)
        rider = self._rider_of(pawn)
        if rider is not None:
            self._carry(rider, origin, target)  # RL-17 RL-A12

    def _carry(self, rider: Pawn, origin: int, target: int) -> None:
        gate = self._board().gate
        before = self._x(rider)
        after = before + target - origin  # RL-17
        if after > gate:
            self._put(rider, gate)  # RL-18 (ii), also with (i)
            self._dissolve(rider)
        elif target > gate:
            self._put(rider, before + gate - origin)  # RL-18 (i)
            self._dissolve(rider)
        elif after < 0:
            self._put(rider, 0)  # RL-18 (iii)
            self._dissolve(rider)
        else:
            self._put(rider, after)  # RL-17

    def _jail(self, pawn: Pawn) -> None:
        self._dissolve(pawn)  # RL-19
        self._put(pawn, PRISON)

    def _after_landing(self) -> None:
        special, plain = self._roll()
        freed = special == "C" and self._x(self._landed()) == plain
        self._after_action(advanced=not freed)  # RL-12 RL-A4

    def _after_action(self, advanced: bool) -> None:
        state = self._state
        with_crown = self._roll()[0] == "C"
        if with_crown and (advanced or state.options["pushback"] == "always"):  # RL-12 RL-A4
            state.phase = "push"
            state.landed = None
            state.push = others_in_turn_order(state.seats, state.turn)  # RL-25
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        state = self._state
        state.turns += 1
        state.turn = (state.turn + 1) % state.seats  # RL-6
        self._clear_turn("throw")

    def _win(self) -> None:
        self._state.turns += 1
        self._clear_turn("over")  # RL-24

    def _clear_turn(self, phase: str) -> None:
        self._state.phase = phase
        self._state.roll = None
        self._state.landed = None
        self._state.push = []

    def _settle(self) -> None:
        if self._state.phase == "act" and not self._act_choices():
            self._end_turn()  # RL-7
        if self._state.phase == "land" and not self._met():
            self._after_landing()  # RL-25
        while self._state.phase == "push" and not (self._state.push and self._push_choices()):
            self._skip_push()  # RL-12

    def _skip_push(self) -> None:
        self._state.push = self._state.push[1:]
        if not self._state.push:
            self._end_turn()  # RL-25

    def _score(self, seat: int) -> tuple[int, int]:
        row = self._state.pawns[seat]
        crowned = [x for x in row if x == self._board().final]
        return len(crowned), sum(row)  # RL-24
