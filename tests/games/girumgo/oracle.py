"""A slow and naive reference of Girumgo, written from the specification alone."""

from __future__ import annotations

import re
from functools import cache

Wheel = tuple[int, int]
Place = tuple[Wheel, int]
Hole = frozenset[Place]
Triangle = tuple[Hole, int]
Rots = dict[Wheel, int]
Throws = list[int] | None

DIRECTIONS: tuple[Wheel, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # GI-1
SEAT_VERTICES: dict[int, tuple[int, ...]] = {  # GI-5
    2: (0, 3),
    3: (0, 4, 2),
    4: (0, 5, 3, 2),
    5: (0, 5, 4, 3, 2),
    6: (0, 5, 4, 3, 2, 1),
}
OPTIONS: dict[str, tuple[object, ...]] = {
    "size": (4, 3, 5),  # GI-A1
    "setup": ("symmetric", "aligned", "free"),  # GI-A8
    "order": ("mixed", "phases"),  # GI-A2
    "count": ("formed", "end"),  # GI-A3
    "attack": ("this_turn", "marked"),  # GI-A5
    "must_turn": (False, True),  # GI-A10
    "cap": (0, 12),  # GI-A9
}
DEFAULT_SEATS = 2
LAST_TURN = 2000  # GI-21
KEYS = (
    "game",
    "seats",
    "options",
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
ONLY_WITH_DIE = ("turns_left", "scored", "stood", "attacked")
NUMBER = r"(0|-?[1-9][0-9]*)"
WHEEL_TEXT = re.compile(rf"{NUMBER},{NUMBER}", re.ASCII)
TRIANGLE_TEXT = re.compile(r"([^/]*)/([0-5]):([0-5])", re.ASCII)


class Refused(ValueError):
    """A position that cannot be."""


# --- the board -------------------------------------------------------------------------------------------------------


def add(one: Wheel, other: Wheel) -> Wheel:
    return (one[0] + other[0], one[1] + other[1])


def neighbour(wheel: Wheel, direction: int) -> Wheel:
    return add(wheel, DIRECTIONS[direction % 6])


def on_board(n: int, wheel: Wheel) -> bool:
    q, r = wheel
    return max(abs(q), abs(r), abs(q + r)) <= n - 1  # GI-1


@cache
def wheels(n: int) -> tuple[Wheel, ...]:
    span = range(1 - n, n)
    return tuple((q, r) for r in span for q in span if on_board(n, (q, r)))  # GI-1


def hole_at(n: int, wheel: Wheel, slot: int) -> Hole | None:
    right, left = neighbour(wheel, slot), neighbour(wheel, slot + 1)
    if not (on_board(n, wheel) and on_board(n, right) and on_board(n, left)):  # GI-2
        return None
    return frozenset({(wheel, slot), (right, (slot + 2) % 6), (left, (slot + 4) % 6)})  # GI-2


@cache
def holes(n: int) -> frozenset[Hole]:
    found = (hole_at(n, wheel, slot) for wheel in wheels(n) for slot in range(6))
    return frozenset(hole for hole in found if hole is not None)


def corners(hole: Hole) -> set[Wheel]:
    return {wheel for wheel, _ in hole}


def vertex(n: int, k: int) -> Wheel:
    q, r = DIRECTIONS[k % 6]
    return ((n - 1) * q, (n - 1) * r)  # GI-4


def start_wheel(n: int, seats: int, seat: int) -> Wheel:
    return vertex(n, SEAT_VERTICES[seats][seat])  # GI-4


@cache
def target_wheel(n: int, seats: int, seat: int) -> Wheel:
    return vertex(n, SEAT_VERTICES[seats][seat] + 3)  # GI-4


def start_tokens(n: int, seats: int) -> list[Wheel]:
    return [start_wheel(n, seats, seat) for seat in range(seats)]  # GI-7


# --- colours and triangles -------------------------------------------------------------------------------------------


def colour_at(rot: Rots, place: Place) -> int:
    wheel, slot = place
    return (slot - rot[wheel]) % 6  # GI-3


def slot_of(rot: Rots, wheel: Wheel, colour: int) -> int:
    return (colour + rot[wheel]) % 6  # GI-3


def one_colour(rot: Rots, hole: Hole) -> int | None:
    colours = {(slot - rot[wheel]) % 6 for wheel, slot in hole}  # GI-3
    return colours.pop() if len(colours) == 1 else None  # GI-10


def standing_triangles(n: int, rot: Rots) -> set[Triangle]:
    found = ((hole, one_colour(rot, hole)) for hole in holes(n))
    return {(hole, colour) for hole, colour in found if colour is not None}  # GI-13


# --- the set-up ------------------------------------------------------------------------------------------------------


def draw_names(n: int, setup: str) -> list[Wheel]:
    if setup == "aligned":
        return []  # GI-6
    if setup == "free":
        return sorted(wheels(n), key=lambda wheel: (wheel[1], wheel[0]))  # GI-6
    return [(0, 0)] + [(m, -i) for m in range(1, n) for i in range(m)]  # GI-6


def orbit(wheel: Wheel) -> set[Wheel]:
    found: set[Wheel] = set()
    while wheel not in found:
        found.add(wheel)
        wheel = (wheel[0] + wheel[1], -wheel[0])  # GI-6
    return found


def drawn_together(setup: str, name: Wheel) -> set[Wheel]:
    return orbit(name) if setup == "symmetric" else {name}  # GI-6


def drawn_wheels(n: int, setup: str, drawn: int) -> set[Wheel]:
    return {wheel for name in draw_names(n, setup)[:drawn] for wheel in drawn_together(setup, name)}


def triangle_among(n: int, rot: Rots, some: set[Wheel]) -> bool:
    return any(corners(hole) <= some for hole, _ in standing_triangles(n, rot))  # GI-6


# --- texts -----------------------------------------------------------------------------------------------------------


def wheel_text(wheel: Wheel) -> str:
    return f"{wheel[0]},{wheel[1]}"


@cache
def turn_texts(n: int) -> list[str]:
    return [f"turn {wheel_text(wheel)} {sign}" for wheel in wheels(n) for sign in "+-"]  # GI-9


def triangle_text(triangle: Triangle) -> str:
    hole, colour = triangle
    (name,) = [place for place in hole if place[1] in (0, 1)]
    return f"{wheel_text(name[0])}/{name[1]}:{colour}"


def read_wheel_text(n: int, text: object, where: str) -> Wheel:
    match = WHEEL_TEXT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise Refused(f"{where}: {text!r} is no wheel")
    wheel = (int(match[1]), int(match[2]))
    if not on_board(n, wheel):
        raise Refused(f"{where}: {text!r} is not on the board")
    return wheel


def read_triangle_text(n: int, text: object, where: str) -> Triangle:
    match = TRIANGLE_TEXT.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise Refused(f"{where}: {text!r} is no triangle")
    hole = hole_at(n, read_wheel_text(n, match[1], where), int(match[2]))
    if hole is None:
        raise Refused(f"{where}: {text!r} names no hole")
    return (hole, int(match[3]))


# --- reading values --------------------------------------------------------------------------------------------------


def read_int(value: object, low: int, high: int | None, where: str) -> int:
    if type(value) is not int:
        raise Refused(f"{where}: {value!r} is no whole number")
    if value < low or (high is not None and value > high):
        raise Refused(f"{where}: {value} is out of range")
    return value


def read_list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise Refused(f"{where}: {value!r} is no list")
    return list(value)


def read_list_by_seat(value: object, seats: int, where: str) -> list[object]:
    items = read_list(value, where)
    if len(items) != seats:
        raise Refused(f"{where}: {len(items)} entries for {seats} seats")
    return items


def read_dict(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise Refused(f"{where}: {value!r} is no object")
    return dict(value)


def read_seats(value: object) -> int:
    return read_int(value, min(SEAT_VERTICES), max(SEAT_VERTICES), "seats")  # GI-5


def same_value(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def read_options(value: object) -> dict[str, object]:
    chosen = {name: values[0] for name, values in OPTIONS.items()}
    for name, given in read_dict(value, "options").items():
        if name not in OPTIONS:
            raise Refused(f"options: unknown option {name!r}")
        if not any(same_value(given, allowed) for allowed in OPTIONS[name]):
            raise Refused(f"options: {name} cannot be {given!r}")
        chosen[name] = given
    return chosen


def read_rot(n: int, value: object) -> Rots:
    rot = dict.fromkeys(wheels(n), 0)
    for text, given in read_dict(value, "rot").items():
        rot[read_wheel_text(n, text, "rot")] = read_int(given, 0, 5, f"rot of {text}")  # GI-3
    return rot


def read_token(n: int, value: object) -> Wheel:
    pair = read_list(value, "tokens")
    if len(pair) != 2:
        raise Refused(f"tokens: {value!r} is no wheel")
    q, r = (read_int(number, 1 - n, n - 1, "tokens") for number in pair)
    if not on_board(n, (q, r)):
        raise Refused(f"tokens: {value!r} is not on the board")
    return (q, r)


def read_opening(seats: int, value: object) -> list[Throws]:
    entries: list[Throws] = []
    for entry in read_list_by_seat(value, seats, "opening"):
        if entry is None:
            entries.append(None)
            continue
        throws = [read_int(number, 1, 6, "opening") for number in read_list(entry, "opening")]  # GI-20
        if len(throws) > 1:
            raise Refused("opening: more than one throw of a seat")
        entries.append(throws)
    return entries


def read_triangles(n: int, value: object, where: str) -> set[Triangle]:
    found = [read_triangle_text(n, text, where) for text in read_list(value, where)]
    if len(set(found)) != len(found):
        raise Refused(f"{where}: a triangle is named twice")
    return set(found)


def read_attacked(n: int, value: object) -> set[Wheel]:
    found = [read_wheel_text(n, text, "attacked") for text in read_list(value, "attacked")]
    if len(set(found)) != len(found):
        raise Refused("attacked: a wheel is named twice")  # GI-16
    return set(found)


def key_reasons(position: dict[str, object]) -> list[str]:
    reasons = [f"unknown key {key!r}" for key in position if key not in KEYS]
    if position.get("game") != "girumgo":
        reasons.append("game is not girumgo")
    if sum(key in position for key in ("drawn", "opening", "turn")) > 1:
        reasons.append("drawn, opening and turn exclude each other")
    if "die" in position and "turn" not in position:
        reasons.append("die without turn")
    reasons += [f"{key} without die" for key in ONLY_WITH_DIE if key in position and "die" not in position]
    return reasons


def could_stand_together(triangles: set[Triangle]) -> bool:
    implied: Rots = {}
    for hole, colour in triangles:
        for wheel, slot in hole:
            if implied.setdefault(wheel, (slot - colour) % 6) != (slot - colour) % 6:  # GI-3
                return False
    return True


# --- the match -------------------------------------------------------------------------------------------------------


class Oracle:
    def __init__(self, seats: int, options: dict[str, object]) -> None:
        self.seats = seats
        self.options = options
        self.rot: Rots = dict.fromkeys(wheels(self.n), 0)
        self.tokens: list[Wheel] = start_tokens(self.n, seats)  # GI-7
        self.advances: list[int] = [0] * seats  # GI-7
        self.finished = 0
        self.drawn: int | None = 0
        self.opening: list[Throws] | None = None
        self.turn: int | None = None
        self.die: int | None = None
        self.turns_left = 0
        self.scored: set[Triangle] = set()
        self.stood: set[Triangle] = set()
        self.attacked: set[Wheel] = set()
        self._leave_setup_when_drawn()

    @classmethod
    def start(cls, seats: int | None = None, options: dict[str, object] | None = None) -> Oracle:
        chosen = read_options({} if options is None else options)
        return cls(read_seats(DEFAULT_SEATS if seats is None else seats), chosen)

    @classmethod
    def read(cls, position: dict[str, object]) -> Oracle:
        given = read_dict(position, "position")
        refuse_if(key_reasons(given))
        match = cls(read_seats(given.get("seats", DEFAULT_SEATS)), read_options(given.get("options", {})))
        match._read_table(given)
        match._read_moment(given)
        refuse_if(match._reasons())
        match._end_turn_if_stuck()
        return match

    def copy(self) -> Oracle:
        other = Oracle(self.seats, dict(self.options))
        other.rot = dict(self.rot)
        other.tokens = list(self.tokens)
        other.advances = list(self.advances)
        other.finished = self.finished
        other.drawn = self.drawn
        other.opening = None if self.opening is None else [None if e is None else list(e) for e in self.opening]
        other.turn = self.turn
        other.die = self.die
        other.turns_left = self.turns_left
        other.scored = set(self.scored)
        other.stood = set(self.stood)
        other.attacked = set(self.attacked)
        return other

    # --- options

    @property
    def n(self) -> int:
        size = self.options["size"]
        assert isinstance(size, int)
        return size  # GI-A1

    @property
    def setup(self) -> str:
        return str(self.options["setup"])  # GI-A8

    @property
    def phases(self) -> bool:
        return self.options["order"] == "phases"  # GI-A2

    @property
    def count_at_end(self) -> bool:
        return self.options["count"] == "end"  # GI-A3

    @property
    def marked(self) -> bool:
        return self.options["attack"] == "marked"  # GI-A5

    @property
    def must_turn(self) -> bool:
        return self.options["must_turn"] is True  # GI-A10

    @property
    def cap(self) -> int:
        cap = self.options["cap"]
        assert isinstance(cap, int)
        return cap  # GI-A9

    # --- what is asked

    def phase(self) -> str:
        if self.drawn is not None:
            return "setup"
        if self.opening is not None:
            return "opening"
        if self._arrived() or self.finished >= LAST_TURN:  # GI-19, GI-21
            return "over"
        return "throw" if self.die is None else "act"

    def actor(self) -> int | str:
        phase = self.phase()
        if phase == "over":
            return "over"
        return self._active() if phase == "act" else "chance"

    def moves(self) -> list[str]:
        if self.phase() != "act":
            return []
        listed = [f"step {wheel_text(wheel)}" for wheel in self._steps()]
        if self.turns_left > 0:
            listed += turn_texts(self.n)  # GI-9
        if self._may_end():
            listed.append("end")
        return sorted(listed)

    def outcomes(self) -> list[tuple[str, int]]:
        phase = self.phase()
        if phase == "setup":
            return [(text, 1) for text in self._set_texts()]
        if phase in ("opening", "throw"):
            return [(str(number), 1) for number in range(1, 7)]  # GI-20
        return []

    def places(self) -> list[int]:
        if self.phase() != "over":
            raise ValueError("the match is not over")
        arrived = self._arrived()
        return [1 if seat in arrived or not arrived else 2 for seat in range(self.seats)]  # GI-22

    def turns(self) -> int:
        return self.finished

    def position(self) -> dict[str, object]:
        printed: dict[str, object] = {
            "game": "girumgo",
            "seats": self.seats,
            "options": {k: v for k, v in self.options.items() if not same_value(v, OPTIONS[k][0])},
            "rot": {wheel_text(wheel): self.rot[wheel] for wheel in wheels(self.n) if self.rot[wheel] != 0},
            "tokens": [[q, r] for q, r in self.tokens],
            "advances": list(self.advances),
            "turns": self.finished,
        }
        if self.drawn is not None:
            printed["drawn"] = self.drawn
        if self.opening is not None:
            printed["opening"] = [None if entry is None else list(entry) for entry in self.opening]
        if self.turn is not None:
            printed["turn"] = self.turn
        if self.die is not None:
            printed["die"] = self.die
            printed["turns_left"] = self.turns_left
            printed["scored"] = sorted(triangle_text(triangle) for triangle in self.scored)
            printed["stood"] = sorted(triangle_text(triangle) for triangle in self.stood)
            printed["attacked"] = sorted(wheel_text(wheel) for wheel in self.attacked)
        return printed

    # --- what is done

    def apply(self, text: str) -> None:
        listed = self.moves() + [outcome for outcome, _ in self.outcomes()]
        if text not in listed:
            raise ValueError(f"{text!r} is not listed")
        phase = self.phase()
        if phase == "setup":
            self._do_set(text)
        elif phase == "opening":
            self._do_opening(int(text))
        elif phase == "throw":
            self._do_throw(int(text))
        else:
            self._do_move(text)

    def _do_set(self, text: str) -> None:
        assert self.drawn is not None
        name = draw_names(self.n, self.setup)[self.drawn]
        for wheel in drawn_together(self.setup, name):
            self.rot[wheel] = int(text.split()[2])  # GI-6
        self.drawn += 1
        self._leave_setup_when_drawn()

    def _do_opening(self, number: int) -> None:
        assert self.opening is not None
        self.opening[self.opening.index([])] = [number]  # GI-7
        if [] in self.opening:
            return
        highest = max(entry[0] for entry in self.opening if entry)
        tied = [seat for seat, entry in enumerate(self.opening) if entry == [highest]]
        if len(tied) == 1:
            self.opening, self.turn = None, tied[0]  # GI-7
        else:
            self.opening = [[] if seat in tied else None for seat in range(self.seats)]  # GI-7

    def _do_throw(self, number: int) -> None:
        self.die = self.turns_left = number  # GI-8
        self.scored, self.attacked = set(), set()
        self.stood = standing_triangles(self.n, self.rot)  # GI-11

    def _do_move(self, text: str) -> None:
        word, *rest = text.split()
        if word == "end":
            self._give_up_turns()
            self._end_turn()  # GI-8
            return
        wheel = read_wheel_text(self.n, rest[0], "move")
        if word == "turn":
            self._do_turn(wheel, 1 if rest[1] == "+" else -1)
        else:
            self._do_step(wheel)
        self._end_turn_if_stuck()

    def _do_turn(self, wheel: Wheel, sense: int) -> None:
        self.rot[wheel] = (self.rot[wheel] + sense) % 6  # GI-9
        self.turns_left -= 1  # GI-8
        if not self.count_at_end or self.turns_left == 0:  # GI-A3
            self._score()

    def _do_step(self, wheel: Wheel) -> None:
        if self.phases:
            self._give_up_turns()  # GI-A2
        self.advances[self._active()] -= 1  # GI-14
        self.tokens[self._active()] = wheel  # GI-14
        if self._arrived():
            self.finished += 1
            self.die = None  # GI-19

    def _give_up_turns(self) -> None:
        if self.turns_left == 0:
            return
        self.turns_left = 0
        if self.count_at_end:
            self._score()  # GI-A3

    def _end_turn_if_stuck(self) -> None:
        if self.phase() == "act" and self.turns_left == 0 and not self._steps():
            self._end_turn()  # GI-8

    def _end_turn(self) -> None:
        self.finished += 1
        self.turn = (self._active() + 1) % self.seats  # GI-7
        self.die = None

    def _leave_setup_when_drawn(self) -> None:
        if self.drawn == len(draw_names(self.n, self.setup)):
            self.drawn = None
            self.opening = [[] for _ in range(self.seats)]  # GI-7

    # --- scoring and attacking

    def _score(self) -> None:
        standing = standing_triangles(self.n, self.rot)
        fresh = standing - self.stood - self.scored  # GI-11, GI-A4
        self.scored |= fresh
        self._gain(len(fresh))  # GI-11
        self._attack(self._attackable(fresh, standing))

    def _attackable(self, fresh: set[Triangle], standing: set[Triangle]) -> set[Wheel]:
        counting = standing if self.marked else standing & self.scored  # GI-16, GI-A5
        return {
            wheel
            for hole, _ in fresh
            for wheel in corners(hole)
            if self._rivals_on(wheel)
            and wheel not in self.attacked  # GI-16
            and sum(wheel in corners(other) for other, _ in counting) >= 2  # GI-16
        }

    def _attack(self, struck: set[Wheel]) -> None:
        victims = [seat for wheel in struck for seat in self._rivals_on(wheel)]  # GI-16, GI-A6
        self.attacked |= struck
        self._gain(len(struck))  # GI-A6
        for seat in victims:
            self._lose(seat)

    def _lose(self, seat: int) -> None:
        if self.advances[seat] >= 4:
            self.advances[seat] -= 4  # GI-16
        else:
            self.advances[seat] = 0  # GI-16, GI-17, GI-18
            self.tokens[seat] = start_wheel(self.n, self.seats, seat)  # GI-16, GI-17

    def _gain(self, number: int) -> None:
        total = self.advances[self._active()] + number
        self.advances[self._active()] = min(total, self.cap) if self.cap else total  # GI-18, GI-A9

    def _rivals_on(self, wheel: Wheel) -> list[int]:
        return [seat for seat, token in enumerate(self.tokens) if token == wheel and seat != self._active()]  # GI-15

    # --- what is possible

    def _active(self) -> int:
        assert self.turn is not None
        return self.turn

    def _arrived(self) -> list[int]:
        return [s for s, token in enumerate(self.tokens) if token == target_wheel(self.n, self.seats, s)]  # GI-19

    def _steps(self) -> list[Wheel]:
        if self.advances[self._active()] < 1:  # GI-14
            return []
        if self.phases and self.must_turn and self.turns_left > 0:  # GI-A10
            return []
        colour = SEAT_VERTICES[self.seats][self._active()]  # GI-A12
        here = self.tokens[self._active()]
        hole = hole_at(self.n, here, slot_of(self.rot, here, colour))
        if hole is None:
            return []  # GI-14
        return [place[0] for place in hole if place[0] != here and colour_at(self.rot, place) == colour]  # GI-14

    def _may_end(self) -> bool:
        if self.turns_left > 0:
            return not self.must_turn  # GI-A10
        return bool(self._steps())  # GI-8

    def _set_texts(self) -> list[str]:
        assert self.drawn is not None
        name = draw_names(self.n, self.setup)[self.drawn]
        return [f"set {wheel_text(name)} {value}" for value in range(6) if self._may_set(name, value)]

    def _may_set(self, name: Wheel, value: int) -> bool:
        assert self.drawn is not None
        together = drawn_together(self.setup, name)
        tried = self.rot | dict.fromkeys(together, value)
        return not triangle_among(self.n, tried, drawn_wheels(self.n, self.setup, self.drawn) | together)  # GI-6

    # --- reading

    def _read_table(self, given: dict[str, object]) -> None:
        self.rot = read_rot(self.n, given.get("rot", {}))
        if "tokens" in given:
            pairs = read_list_by_seat(given["tokens"], self.seats, "tokens")
            self.tokens = [read_token(self.n, pair) for pair in pairs]
        if "advances" in given:
            numbers = read_list_by_seat(given["advances"], self.seats, "advances")
            self.advances = [read_int(number, 0, self.cap or None, "advances") for number in numbers]  # GI-18, GI-A9
        self.finished = read_int(given.get("turns", 0), 0, LAST_TURN, "turns")  # GI-21

    def _read_moment(self, given: dict[str, object]) -> None:
        if "drawn" in given:
            last = len(draw_names(self.n, self.setup)) - 1
            self.drawn = read_int(given["drawn"], 0, last, "drawn")
            self.opening = None
        elif "opening" in given:
            self.drawn = None
            self.opening = read_opening(self.seats, given["opening"])
        elif "turn" in given:
            self.drawn = self.opening = None
            self.turn = read_int(given["turn"], 0, self.seats - 1, "turn")
            self._read_act(given)

    def _read_act(self, given: dict[str, object]) -> None:
        if "die" not in given:
            return
        self.die = read_int(given["die"], 1, 6, "die")  # GI-20
        self.turns_left = read_int(given.get("turns_left", self.die), 0, self.die, "turns_left")
        self.scored = read_triangles(self.n, given.get("scored", []), "scored")
        self.attacked = read_attacked(self.n, given.get("attacked", []))
        if "stood" in given:
            self.stood = read_triangles(self.n, given["stood"], "stood")
        else:
            self.stood = standing_triangles(self.n, self.rot) - self.scored

    def _reasons(self) -> list[str]:
        if self.turn is None:
            return self._fresh_reasons() + self._setup_reasons() + self._opening_reasons()
        return self._over_reasons() + self._act_reasons()

    def _fresh_reasons(self) -> list[str]:
        reasons: list[str] = []
        if self.tokens != start_tokens(self.n, self.seats):
            reasons.append("a token has left its start wheel before the first turn")  # GI-7
        if any(self.advances):
            reasons.append("advances before the first turn")  # GI-7
        if self.finished:
            reasons.append("turns finished before the first turn")
        return reasons

    def _setup_reasons(self) -> list[str]:
        names = draw_names(self.n, self.setup)
        drawn = len(names) if self.drawn is None else self.drawn
        known = drawn_wheels(self.n, self.setup, drawn)
        reasons: list[str] = []
        if any(self.rot[wheel] for wheel in wheels(self.n) if wheel not in known):
            reasons.append("a wheel that has not been drawn is turned")  # GI-6
        if any(len({self.rot[wheel] for wheel in drawn_together(self.setup, name)}) > 1 for name in names):
            reasons.append("the set-up is not symmetric")  # GI-6
        if triangle_among(self.n, self.rot, known):
            reasons.append("the set-up contains a triangle")  # GI-6, GI-13
        return reasons

    def _opening_reasons(self) -> list[str]:
        if self.opening is None:
            return []
        inside = [entry for entry in self.opening if entry is not None]
        reasons: list[str] = []
        if len(inside) < 2:
            reasons.append("the opening is settled")  # GI-7
        if [] not in inside:
            reasons.append("the round of the opening is complete")  # GI-7
        elif any(inside[inside.index([]) :]):
            reasons.append("the opening throws are not in seat order")  # GI-7
        return reasons

    def _over_reasons(self) -> list[str]:
        arrived = self._arrived()
        reasons: list[str] = []
        if arrived and arrived != [self.turn]:
            reasons.append("a token on its target wheel whose seat is not the turn")  # GI-19
        if self.die is not None and (arrived or self.finished >= LAST_TURN):
            reasons.append("a die when the match is over")  # GI-19, GI-21
        return reasons

    def _act_reasons(self) -> list[str]:
        if self.die is None:
            return []
        standing = standing_triangles(self.n, self.rot)
        reasons: list[str] = []
        if self.scored & self.stood:
            reasons.append("a triangle both scored and stood")  # GI-11
        if not could_stand_together(self.stood):
            reasons.append("stood: triangles that cannot stand together")  # GI-10
        if self.turns_left == self.die and (self.scored or self.attacked or self.stood != standing):
            reasons.append("something happened before the first turn was made")  # GI-11
        if self.count_at_end and self.turns_left > 0:
            if self.scored or self.attacked:
                reasons.append("something is scored before the count")  # GI-A3
        elif not standing <= self.scored | self.stood:
            reasons.append("a standing triangle neither scored nor stood")  # GI-11
        if self.count_at_end and not self.scored <= standing:
            reasons.append("a triangle is counted that does not stand")  # GI-A3
        return reasons + self._attacked_reasons()

    def _attacked_reasons(self) -> list[str]:
        needed = 1 if self.marked else 2  # GI-16, GI-A5
        return [
            f"attacked: too few triangles scored around {wheel_text(wheel)}"
            for wheel in sorted(self.attacked)
            if sum(wheel in corners(hole) for hole, _ in self.scored) < needed
        ]


def refuse_if(reasons: list[str]) -> None:
    if reasons:
        raise Refused("; ".join(reasons))
