"""Rules and oracle, two independent readings of one specification, agree on whole random matches."""

import copy
import random
from collections.abc import Sequence
from typing import Any

import pytest

import sobremesa
from sobremesa import CHANCE, OVER, Engine, find
from sobremesa.core.position import table_of
from sobremesa.games.royal_ludo import rules
from sobremesa.games.royal_ludo.rules import Phase
from tests.contracts.walks import random_options
from tests.games.campaign import Comparison, chunks, matches, more
from tests.games.royal_ludo.oracle import Oracle, Refused
from tests.games.witness import count, read, read_by

# Tracing lines would take most of the time; the lines have tests of their own.
pytestmark = pytest.mark.no_cover

GAME = find("royal-ludo")
DICE_PHASES = (Phase.OPENING, Phase.THROW)


@chunks(GAME, matches(9))
def test_oracle_and_rules_agree_on_whole_matches(seats: int, seeds: Sequence[int]) -> None:
    Comparison(GAME, Oracle.start, fixed=DICE_PHASES, look=look).play(seats, seeds)


def look(t: Any, oracle: Oracle, dice: random.Random) -> None:
    assert rules.turns(t) == oracle.turns()


# Crowded tables: pawns close together, many of them paired, as whole matches seldom show them


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_agree_on_crowded_tables(seats: int) -> None:
    dice = random.Random(f"crowd {seats}")
    comparison = Comparison(GAME, Oracle.start, fixed=DICE_PHASES, look=look)
    for _ in range(more(72)):
        position = crowded(seats, dice)

        comparison.walk(table_of(position)[1], Oracle.read(position), dice, most=12)


def crowded(seats: int, dice: random.Random) -> dict[str, Any]:
    options = random_options(GAME, seats, dice) | {"pawns": dice.choice((3, 4))}
    ring = {"classic": 52, "short": 40, "long": 68}[options["board"]]
    final = {"classic": 56, "short": 43, "long": 74}[options["board"]]
    squares = near_squares(ring, dice)
    pawns: list[list[int]] = []
    for seat in range(seats):
        start = ring // 4 * (2 * seat if seats == 2 else seat)
        on_ring = [x for square in squares if (x := (square - start) % ring) < ring - 1]
        elsewhere = [-1, final - 1, final - 2, final]
        row = [dice.choice(on_ring or [0]) if dice.random() < 0.8 else dice.choice(elsewhere) for _ in range(4)]
        pawns.append(row[: options["pawns"]])
        pawns[-1][0] = min(pawns[-1][0], final - 1)
    special = dice.choice((1, 1, 2, 3, 4, "P", "C", "C", "C"))
    position = {"game": GAME.name, "seats": seats, "options": options, "turn": dice.randrange(seats), "pawns": pawns}
    return position | {
        "roll": [special, dice.choice((1, 1, 2, 2, 3, 4, 5, 6))],
        "rides": some_rides(pawns, ring, dice),
    }


def near_squares(ring: int, dice: random.Random) -> list[int]:
    first = dice.choice((dice.randrange(ring), dice.randrange(4) * ring // 4 - dice.randrange(4)))
    return [(first + dice.choice((0, 2, 2, 3, 4, 5, 7))) % ring for _ in range(4)]


def some_rides(pawns: list[list[int]], ring: int, dice: random.Random) -> list[list[int]]:
    by_square: dict[int, list[tuple[int, int]]] = {}
    for seat, row in enumerate(pawns):
        start = ring // 4 * (2 * seat if len(pawns) == 2 else seat)
        for number, x in enumerate(row):
            if 0 <= x <= ring - 2:
                by_square.setdefault((start + x) % ring, []).append((seat, number))
    rides = []
    for crowd in by_square.values():
        dice.shuffle(crowd)
        while len(crowd) > 1:
            rider, carrier = crowd.pop(), crowd.pop()
            if rider[0] != carrier[0] and dice.random() < 0.7:
                rides.append([*rider, *carrier])
    return sorted(rides)


# Damaged positions


DAMAGES: dict[str, list[Any]] = {
    "seats": [0, 1, 2, 3, 4, 5, True, "2", 2.0, None],
    "options": [
        {},
        {"board": "short"},
        {"board": "long"},
        {"board": 1},
        {"pawns": 2},
        {"pawns": 5},
        {"pawns": True},
        {"crowns_safe": True},
        {"crowns_safe": "on"},
        {"crowns_safe": 1},
        {"pushed_by": "roller"},
        [],
        {"no": 1},
    ],
    "turn": [0, 1, 2, 3, 4, -1, None, "0", 1.0, True],
    "roll": [
        [1, 1],
        [3, 5],
        ["P", 2],
        ["C", 2],
        ["C", 6],
        [5, 1],
        [0, 1],
        ["c", 1],
        [1, 7],
        [1, 0],
        [1, "C"],
        [True, 1],
        [1],
        [1, 1, 1],
        None,
        7,
        "C-2",
    ],
    "landed": [0, 1, 2, 3, 4, -1, None, "0", True],
    "push": [[], [0], [1], [2], [3], [1, 2], [2, 1], [1, 2, 3], [2, 3, 0], [1, 1], [4], [-1], None, 1, [None], [True]],
    "opening": [
        None,
        [],
        [None, None],
        [5, None],
        [None, 5],
        [5, 5],
        [5, 6],
        [10, 1],
        [0, None],
        [11, None],
        [-1, None],
        [-1, -1],
        [5, -1],
        [None, None, None],
        [5, None, -1],
        [5, -1, None],
        [5, 5, -1],
        [None] * 4,
        [3, 4, None, None],
        [-1, 7, -1, None],
        [-1, 7, -1, 7],
        [4, 3, 2, 1],
        [True, None],
        ["5", None],
    ],
    "phase": ["opening", "throw", "act", "land", "push", "over", "end", None, 0],
    "pawns": [
        None,
        [],
        [[-1] * 4] * 2,
        [[-1] * 4] * 3,
        [[-1] * 4] * 4,
        [[56] * 4, [-1] * 4],
        [[-1] * 4, [56] * 4],
        [[56] * 4, [56] * 4],
        [[43] * 4, [-1] * 4],
        [[56] * 4, [1, 2, 3, 4], [5, 6, 7, 8], [-1] * 4],
        [[56] * 4, [1, 2, 3, 4], [5, 6, 7, 8], [56] * 4],
        [[57, 0, 0, 0], [0] * 4],
        [[-2, 0, 0, 0], [0] * 4],
        [[10, 10, 5, 50], [36, 36, 24, -1]],
        [[10, 10, 5, 50], [49, 49, 2, 51], [36, 36, -1, 55], [23, 23, 0, -1]],
        [[1.0, 0, 0, 0], [0] * 4],
        [[True, 0, 0, 0], [0] * 4],
        [[0, 0, 0], [0] * 4],
        [[30], [4]],
    ],
    "rides": [
        None,
        [],
        [[0, 0, 1, 0]],
        [[0, 0, 1, 0], [0, 1, 1, 1]],
        [[0, 1, 1, 1], [0, 0, 1, 0]],
        [[0, 0, 1, 0], [0, 1, 1, 0]],
        [[0, 0, 1, 0], [1, 0, 2, 0]],
        [[0, 0, 0, 1]],
        [[0, 0, 1, 3]],
        [[0, 0, 1]],
        [[0, 0, 4, 0]],
        [[0, 4, 1, 0]],
        [[0, 0, 1, True]],
        [[-1, 0, 1, 0]],
        [7],
    ],
    "what": [1],
    "game": [None, 7, "chess", "royal-ludo"],
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_refuse_the_same_positions(seats: int) -> None:
    dice = random.Random(seats)
    refused = 0
    for _ in range(more(144)):
        position = damaged(any_position(seats, dice), dice)

        mine, theirs = read(position), read_by(Oracle.read, Refused, position)

        assert mine == theirs, position
        refused += mine is None
    assert refused > 36


def any_position(seats: int, dice: random.Random) -> dict[str, Any]:
    if dice.random() < 0.6:
        match = sobremesa.position(crowded(seats, dice), seed=dice.randrange(10**6))
        length = dice.randrange(12)
    else:
        options = random_options(GAME, seats, dice)
        match = sobremesa.start(GAME.name, seats=seats, options=options, seed=dice.randrange(10**6))
        length = dice.randrange(60)
    for _ in range(length):
        if match.actor == OVER or (match.phase in ("land", "push") and dice.random() < 0.5):
            break
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
    return match.position()


def damaged(position: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        key = dice.choice(list(DAMAGES))
        if dice.random() < 0.3:
            nudge(position, dice)
        elif dice.random() < 0.25 and key != "seats":
            position.pop(key, None)
        else:
            position[key] = copy.deepcopy(dice.choice(DAMAGES[key]))
    return position


def nudge(position: dict[str, Any], dice: random.Random) -> None:
    """This moves one pawn, or changes which has landed, so that the position is nearly right."""
    rows = position.get("pawns")
    if "landed" in position and dice.random() < 0.3:
        position["landed"] = dice.randrange(4)
    elif isinstance(rows, list) and rows and isinstance(rows[0], list) and rows[0]:
        row = dice.choice(rows)
        row[dice.randrange(len(row))] = dice.choice((-1, 0, 38, 43, 50, 51, 56, 66, 74, dice.randrange(70)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_count_the_same_ways(seats: int) -> None:
    pawns = [[5, -1, -1, -1]] + [[20, 3, -1, -1]] * (seats - 1)
    position = {"game": GAME.name, "seats": seats, "turn": 0, "pawns": pawns}
    _, t = sobremesa.core.position.table_of(position)

    counted = Engine(GAME, native=False).count(t, depth=3)

    assert (counted.sequences, counted.ways) == count(Oracle.read(position), depth=3)
