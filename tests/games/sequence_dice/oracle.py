"""A slow and plain reference of Sequence Dice, written from its specification alone."""

from __future__ import annotations

import copy

NUMBERS = [
    [2, 3, 4, 5, 6, 2],
    [6, 7, 8, 9, 7, 3],
    [5, 9, 12, 12, 8, 4],
    [4, 8, 12, 12, 9, 5],
    [3, 7, 9, 8, 7, 6],
    [2, 6, 5, 4, 3, 2],
]  # SD-3
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]  # SD-17
LAST_TURN = 2000  # SD-18
KEYS = ["game", "seats", "options", "board", "turns", "opening", "turn", "roll"]
CHOICES: dict[str, list[object]] = {
    "line": ["auto", 5, 6],  # SD-4
    "start_throws": [2, 1],  # SD-A1
    "extra_on_own": [False, True],  # SD-A4
    "wild_spares_2_12": [False, True],  # SD-A5
    "chips": [20, 0],  # SD-A7
}


class Refused(ValueError):
    """A position that cannot be."""


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def read_number(position: dict[str, object], key: str, default: int, low: int, high: int) -> int:
    value = position.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(f"{key} is not a whole number")
    if not low <= value <= high:
        raise Refused(f"{key} is not from {low} to {high}")
    return value


def read_options(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise Refused("options is not an object")
    options: dict[str, object] = {name: choices[0] for name, choices in CHOICES.items()}
    reasons: list[str] = []
    for name, chosen in value.items():
        if name not in CHOICES:
            reasons.append(f"there is no option {name!r}")
        elif not any(same(chosen, choice) for choice in CHOICES[name]):
            reasons.append(f"option {name} cannot be {chosen!r}")
        else:
            options[name] = chosen
    if reasons:
        raise Refused("; ".join(reasons))
    return options


def read_board(value: object, letters: str) -> list[list[str]]:
    if not isinstance(value, list) or len(value) != 6:
        raise Refused("board is not six rows")
    board: list[list[str]] = []
    for row in value:
        if not isinstance(row, str) or len(row) != 6:
            raise Refused("a row of the board is not six letters")
        for letter in row:
            if letter != "." and letter not in letters:
                raise Refused(f"the board holds {letter!r}, which is no side")
        board.append(list(row))
    return board


def read_opening(value: object, seats: int, throws_each: int) -> list[list[int] | None]:
    if not isinstance(value, list) or len(value) != seats:
        raise Refused("opening is not one entry for each seat")
    opening: list[list[int] | None] = []
    for entry in value:
        if entry is None:
            opening.append(None)
            continue
        if not isinstance(entry, list):
            raise Refused("an entry of opening is neither null nor a list")
        if len(entry) > throws_each:
            raise Refused("a seat has thrown too often in the opening")
        for thrown in entry:
            if not is_number(thrown) or not 2 <= thrown <= 12:
                raise Refused("a throw of the opening is not from 2 to 12")
        opening.append(list(entry))
    if sum(entry is not None for entry in opening) < 2:
        raise Refused("the opening needs two seats that are not out")
    somebody_unfinished = False
    for throws in opening:
        if throws is None:
            continue
        if somebody_unfinished and len(throws) > 0:
            raise Refused("a seat has thrown before an earlier seat has finished")  # SD-5
        if len(throws) < throws_each:
            somebody_unfinished = True
    return opening


class Oracle:
    def __init__(self, seats: int, options: dict[str, object]) -> None:
        self.seats = seats
        self.options = options
        self.board: list[list[str]] = [["." for _ in range(6)] for _ in range(6)]
        self.turns = 0
        self.opening: list[list[int] | None] | None = [[] for _ in range(seats)]  # SD-5
        self.turn: int | None = None
        self.roll: int | None = None
        self.winner: str | None = None

    @classmethod
    def start(cls, seats: int = 2, options: dict[str, object] | None = None) -> Oracle:
        given: dict[str, object] = {"seats": seats}
        read_number(given, "seats", 2, 2, 4)  # SD-1
        return cls(seats, copy.deepcopy(read_options({} if options is None else options)))

    @classmethod
    def read(cls, position: dict[str, object]) -> Oracle:
        if not isinstance(position, dict):
            raise Refused("the position is not an object")
        position = copy.deepcopy(position)
        unknown = [f"there is no key {key!r}" for key in position if key not in KEYS]
        if unknown:
            raise Refused("; ".join(unknown))
        if not same(position.get("game"), "sequence-dice"):
            raise Refused("game is not sequence-dice")

        seats = read_number(position, "seats", 2, 2, 4)  # SD-1
        match = cls(seats, read_options(position.get("options", {})))
        match.board = read_board(position.get("board", ["......"] * 6), match.letters())
        match.turns = read_number(position, "turns", 0, 0, LAST_TURN)  # SD-18
        if "roll" in position:
            match.roll = read_number(position, "roll", 0, 2, 12)  # SD-8
        for letter in match.letters():
            if match.chips_left(letter) < 0:
                raise Refused(f"side {letter} has too many chips on the board")  # SD-16
        sides_with_line = match.sides_with_line()
        if len(sides_with_line) > 1:
            raise Refused("two sides have a line")  # SD-17

        if "turn" not in position:
            match.read_before_first_turn(position)
            return match

        if "opening" in position:
            raise Refused("opening and turn exclude each other")
        match.opening = None
        match.turn = read_number(position, "turn", 0, 0, seats - 1)
        if sides_with_line:
            match.winner = sides_with_line[0]
            if match.side(match.turn) != match.winner:
                raise Refused("the turn is not with the side that has the line")  # SD-17
        if match.phase() == "over" and match.roll is not None:
            raise Refused("there is a roll, but the match is over")
        match.pass_if_nothing_can_be_done()  # SD-8
        return match

    def read_before_first_turn(self, position: dict[str, object]) -> None:
        reasons: list[str] = []
        if any(square != "." for row in self.board for square in row):
            reasons.append("there are chips on the board, but no turn")
        if self.turns != 0:
            reasons.append("turns have been finished, but there is no turn")
        if self.roll is not None:
            reasons.append("there is a roll, but no turn")
        if reasons:
            raise Refused("; ".join(reasons))
        if "opening" in position:
            self.opening = read_opening(position["opening"], self.seats, self.throws_each())
            self.settle_opening()

    def copy(self) -> Oracle:
        return copy.deepcopy(self)

    def throws_each(self) -> int:
        return 1 if self.options["start_throws"] == 1 else 2  # SD-5 SD-A1

    def line_length(self) -> int:
        if self.options["line"] == 5:
            return 5  # SD-4
        if self.options["line"] == 6:
            return 6  # SD-4
        return 5 if len(self.letters()) == 3 else 6  # SD-4

    def letters(self) -> str:
        return "ABC" if self.seats == 3 else "AB"  # SD-1

    def side(self, seat: int) -> str:
        return self.letters()[seat % len(self.letters())]  # SD-1

    def chips_left(self, letter: str) -> int:
        if self.options["chips"] == 0:
            return 1000  # SD-A7
        on_board = sum(row.count(letter) for row in self.board)
        return 20 - on_board  # SD-2 SD-16

    def run_length(self, row: int, column: int, down: int, right: int) -> int:
        letter = self.board[row][column]
        length = 1
        for sign in (1, -1):
            r = row + sign * down
            c = column + sign * right
            while 0 <= r < 6 and 0 <= c < 6 and self.board[r][c] == letter:
                length += 1
                r += sign * down
                c += sign * right
        return length

    def in_line(self, row: int, column: int) -> bool:
        if self.board[row][column] == ".":
            return False
        for down, right in DIRECTIONS:
            if self.run_length(row, column, down, right) >= self.line_length():
                return True  # SD-17
        return False

    def sides_with_line(self) -> list[str]:
        found: list[str] = []
        for row in range(6):
            for column in range(6):
                letter = self.board[row][column]
                if self.in_line(row, column) and letter not in found:
                    found.append(letter)
        return found

    def phase(self) -> str:
        if self.winner is not None:
            return "over"  # SD-17
        if self.turns >= LAST_TURN:
            return "over"  # SD-18
        if self.turn is None:
            return "opening"  # SD-5
        if self.roll is None:
            return "throw"  # SD-8
        return "act"

    def actor(self) -> int | str:
        if self.phase() == "over":
            return "over"
        if self.phase() == "act":
            assert self.turn is not None
            return self.turn
        return "chance"

    def moves(self) -> list[str]:
        if self.phase() != "act":
            return []
        assert self.turn is not None
        own = self.side(self.turn)
        squares = [(row, column) for row in range(6) for column in range(6)]
        empty: list[tuple[int, int]] = []
        opposing: list[tuple[int, int]] = []
        for row, column in squares:
            if self.board[row][column] == ".":
                empty.append((row, column))
            elif self.board[row][column] != own:
                opposing.append((row, column))  # SD-15

        found: list[str] = []
        if self.roll == 10:
            for row, column in opposing:
                if NUMBERS[row][column] not in (2, 12):
                    found.append(f"remove {row},{column}")  # SD-12 SD-A8
        elif self.chips_left(own) == 0:
            found = []  # SD-16
        elif self.roll == 11:
            if empty:
                for row, column in empty:
                    found.append(f"place {row},{column}")  # SD-13
            else:
                for row, column in opposing:
                    spared = NUMBERS[row][column] in (2, 12) and (self.options["wild_spares_2_12"] is True)  # SD-A5
                    if not spared:
                        found.append(f"replace {row},{column}")  # SD-13
        else:
            for row, column in empty:
                if NUMBERS[row][column] == self.roll:
                    found.append(f"place {row},{column}")  # SD-9
            if not found:
                for row, column in opposing:
                    if NUMBERS[row][column] == self.roll:
                        found.append(f"replace {row},{column}")  # SD-10
        return sorted(found)

    def outcomes(self) -> list[tuple[str, int]]:
        if self.actor() != "chance":
            return []
        weights: dict[int, int] = {}
        for first in range(1, 7):
            for second in range(1, 7):
                weights[first + second] = weights.get(first + second, 0) + 1
        return [(str(total), weights[total]) for total in range(2, 13)]  # SD-8

    def apply(self, text: str) -> None:
        if text not in self.moves() and text not in [word for word, _ in self.outcomes()]:
            raise ValueError(f"{text!r} is not listed")
        if self.phase() == "opening":
            self.throw_in_opening(int(text))
        elif self.phase() == "throw":
            self.roll = int(text)
            self.pass_if_nothing_can_be_done()
        else:
            self.act(text)

    def throw_in_opening(self, total: int) -> None:
        assert self.opening is not None
        for throws in self.opening:
            if throws is not None and len(throws) < self.throws_each():
                throws.append(total)  # SD-5
                break
        self.settle_opening()

    def settle_opening(self) -> None:
        assert self.opening is not None
        still_in: list[int] = []
        results: dict[int, list[int]] = {}
        for seat, throws in enumerate(self.opening):
            if throws is not None:
                still_in.append(seat)
                results[seat] = sorted(throws, reverse=True)  # SD-5 SD-A9
        if len(still_in) > 1:
            if any(len(results[seat]) < self.throws_each() for seat in still_in):
                return
            best = max(results.values())
            still_in = [seat for seat in still_in if results[seat] == best]  # SD-5
        if len(still_in) == 1:
            self.opening = None
            self.turn = still_in[0]  # SD-5
        else:
            self.opening = [[] if seat in still_in else None for seat in range(self.seats)]  # SD-5

    def act(self, text: str) -> None:
        assert self.turn is not None
        own = self.side(self.turn)
        total = self.roll
        verb, square = text.split(" ")
        row, column = [int(part) for part in square.split(",")]
        self.roll = None
        if verb == "remove":
            self.board[row][column] = "."  # SD-12
            self.finish_turn()
            return
        self.board[row][column] = own  # SD-9 SD-10 SD-13
        if self.in_line(row, column):
            self.winner = own  # SD-17
            self.turns += 1
        elif total not in (2, 12):
            self.finish_turn()  # SD-14 SD-A3

    def finish_turn(self) -> None:
        assert self.turn is not None
        self.roll = None
        self.turns += 1  # SD-18
        self.turn = (self.turn + 1) % self.seats  # SD-6

    def pass_if_nothing_can_be_done(self) -> None:
        if self.phase() != "act" or self.moves():
            return
        assert self.turn is not None
        own = self.side(self.turn)
        all_own = True
        for row in range(6):
            for column in range(6):
                if NUMBERS[row][column] == self.roll and self.board[row][column] != own:
                    all_own = False
        if self.roll in (2, 12) and all_own and self.options["extra_on_own"] is True:
            self.roll = None  # SD-A4
        else:
            self.finish_turn()  # SD-8 SD-11 SD-12 SD-16

    def places(self) -> list[int]:
        if self.phase() != "over":
            raise ValueError("the match is not over")
        if self.winner is None:
            return [1 for _ in range(self.seats)]  # SD-19
        winners = [seat for seat in range(self.seats) if self.side(seat) == self.winner]
        return [1 if seat in winners else 1 + len(winners) for seat in range(self.seats)]  # SD-19

    def position(self) -> dict[str, object]:
        changed: dict[str, object] = {}
        for name, choices in CHOICES.items():
            if not same(self.options[name], choices[0]):
                changed[name] = self.options[name]
        printed: dict[str, object] = {
            "game": "sequence-dice",
            "seats": self.seats,
            "options": changed,
            "board": ["".join(row) for row in self.board],
            "turns": self.turns,
        }
        if self.opening is not None:
            printed["opening"] = copy.deepcopy(self.opening)
        if self.turn is not None:
            printed["turn"] = self.turn
        if self.roll is not None:
            printed["roll"] = self.roll
        return printed
