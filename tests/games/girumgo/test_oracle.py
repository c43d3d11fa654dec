"""Rules and oracle, two independent readings of one specification, agree on whole matches and on any position.

Players who choose at random hardly ever arrive, so most of the matches compared are between players who know where they
want to go; of random ones there are few, and the tests take parts of them and put some forward to the last turns.
"""

import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import sobremesa
from sobremesa import CHANCE, OVER, Engine, find
from sobremesa.core.position import table_of as read_table
from sobremesa.games.girumgo import notation, rules
from sobremesa.games.girumgo.notation import WHEEL_NUMBERS, WHEEL_TEXTS
from sobremesa.games.girumgo.rules import COLOURS, Phase
from tests.contracts.walks import random_options
from tests.games.campaign import CAMPAIGN, Comparison, chunks, matches, more
from tests.games.girumgo.oracle import Oracle, Refused
from tests.games.girumgo.tables import READY, SCORED
from tests.games.witness import count, damaged, read, read_by

GAME = find("girumgo")
# Tracing lines would take most of the time; the lines have tests of their own.
pytestmark = pytest.mark.no_cover

SEATS = pytest.mark.parametrize("seats", GAME.seats)
CHOICES = None if CAMPAIGN else 200
WHIMS = 0.05
"""How often even sensible players choose at random."""

# By hole: its three wheels, and the slots in which they face it.
CORNERS = np.array([[wheel for wheel, _ in places] for places in notation.HOLES])
FACED = np.array([[slot for _, slot in places] for places in notation.HOLES])


# Matches


@chunks(GAME, matches(10))
def test_oracle_and_rules_agree_on_whole_matches_of_sensible_players(seats: int, seeds: Sequence[int]) -> None:
    comparison().play(seats, seeds, sensible, kind="sensible")


@chunks(GAME, 300 if CAMPAIGN else 5)
def test_oracle_and_rules_agree_on_random_matches(seats: int, seeds: Sequence[int]) -> None:
    comparison().play(seats, seeds, most=CHOICES)


@SEATS
def test_oracle_and_rules_agree_on_the_last_turns(seats: int) -> None:
    for seed in range(more(1)):
        dice = random.Random(f"last {seats} {seed}")
        late = any_turn(seats, dice) | {"turns": rules.MAX_TURNS - dice.choice((3, 10))}

        comparison().walk(read_table(late)[1], Oracle.read(late), dice)


@SEATS
def test_oracle_and_rules_agree_on_turns_from_any_position(seats: int) -> None:
    attacks = 0
    for seed in range(more(5)):
        dice = random.Random(f"any {seats} {seed}")
        position = any_turn(seats, dice)
        advances = []

        def striking(t: Any, texts: list[str], dice: random.Random) -> str:
            """Makes the turn that completes an attack where one is ready."""
            advances.append(t.advances.copy())  # noqa: B023 - called before the loop goes on
            strike = "turn 0,-1 +"
            return strike if strike in texts and 0 < t.left < t.die else sensible(t, texts, dice)

        comparison().walk(read_table(position)[1], Oracle.read(position), dice, striking, most=20)
        attacks += sum((after <= before - rules.LOSS).any() for before, after in pairwise(advances))
    assert attacks > 0


def comparison() -> Comparison:
    return Comparison(GAME, Oracle.start, fixed=set(Phase) - {Phase.SETUP}, look=look)


def look(t: Any, oracle: Oracle, dice: random.Random) -> None:
    assert rules.turns(t) == oracle.turns()


def sensible(t: Any, texts: list[str], dice: random.Random) -> str:
    """Steps ahead when possible, else turns a wheel that brings a step ahead or a triangle nearer."""
    ahead = [text for text in texts if text.startswith("step") and is_ahead(t, WHEEL_NUMBERS[text[5:]])]
    if ahead:
        return dice.choice(ahead)
    if t.left == 0:
        return "end"
    if dice.random() < WHIMS:
        return dice.choice(texts)
    corners = CORNERS[: rules.holes(t)]
    # By colour, hole and corner: how far the wheel must be turned to show the colour there.
    turns = FACED[: len(corners)] - t.rot[corners] - np.arange(COLOURS)[:, np.newaxis, np.newaxis]
    turns = (turns + 2) % COLOURS - 2
    wanted = step_ahead(t, corners, turns) if t.advances[t.turn] else None
    if wanted is None:
        cost = np.abs(turns).sum(axis=2)
        cost[cost == 0] = 99
        colour, hole = dice.choice(np.argwhere(cost == cost.min()).tolist())
        wanted = [(int(corners[hole, corner]), int(turns[colour, hole, corner])) for corner in range(3)]
    useful = [f"turn {WHEEL_TEXTS[wheel]} {'+' if turn > 0 else '-'}" for wheel, turn in wanted if turn]
    return dice.choice(useful or texts)


def step_ahead(t: Any, corners: Any, turns: Any) -> list[tuple[int, int]] | None:
    """The wheels to be turned, and how far, for the step ahead that takes fewest turns; None if too few are left."""
    own = turns[rules.colour_of(t, t.turn)]
    ways = [
        [(int(corners[hole, corner]), int(own[hole, corner])) for corner in (here, there)]
        for hole, here in np.argwhere(corners == t.tokens[t.turn]).tolist()
        for there in range(3)
        if is_ahead(t, int(corners[hole, there]))
    ]
    return min((way for way in ways if effort(way) <= t.left), key=effort, default=None)


def effort(way: list[tuple[int, int]]) -> int:
    return sum(abs(turn) for _, turn in way)


def is_ahead(t: Any, wheel: int) -> bool:
    """Whether a wheel is nearer to the target of the seat in turn than its token."""
    return distance(t, wheel) < distance(t, int(t.tokens[t.turn]))


def distance(t: Any, wheel: int) -> int:
    (q, r), (to_q, to_r) = (notation.POINTS[point] for point in (wheel, rules.target_of(t, t.turn)))
    across, down = to_q - q, to_r - r
    return max(abs(across), abs(down), abs(across + down))


def any_turn(seats: int, dice: random.Random) -> dict[str, Any]:
    """A position with wheels and tokens anywhere, in the middle of somebody's turn."""
    options = random_options(GAME, seats, dice) | {"size": dice.choice((3, 3, 3, 4, 5))}
    t = GAME.table(seats, options)
    wheels = notation.POINTS[: rules.wheels(t)]
    tokens = [
        list(dice.choice([wheels[wheel] for wheel in range(len(wheels)) if wheel != rules.target_of(t, seat)]))
        for seat in range(seats)
    ]
    if dice.random() < 0.7:
        tokens = [tokens[seat] if dice.random() < 0.3 else [0, 0] for seat in range(seats)]
    position: dict[str, Any] = {
        "game": GAME.name,
        "seats": seats,
        "options": options,
        "rot": {f"{q},{r}": dice.randrange(6) for q, r in wheels},
        "tokens": tokens,
        "advances": [dice.choice((0, 1, 3, 4, 5, 12)) for _ in range(seats)],
        "turns": dice.choice((0, 9, 1998)),
        "turn": dice.randrange(seats),
        "die": 6,
    }
    if dice.random() < 0.5:
        # An attack on the wheel in the middle is one turn away.
        position["rot"] |= {"0,0": 0} | READY
        position |= {"turns_left": 1, "stood": []} if options["count"] == "end" else {"turns_left": 2, "scored": SCORED}
    return position


# Damaged positions

DAMAGES: dict[str, list[Any]] = {
    "seats": [0, 1, 2, 3, 6, 7, True, "2", 2.0, None],
    "options": [
        {},
        {"size": 3},
        {"size": 5},
        {"size": 6},
        {"setup": "aligned"},
        {"setup": "free"},
        {"setup": 0},
        {"count": "end"},
        {"order": "phases"},
        {"must_turn": True},
        {"must_turn": 1},
        {"cap": 12},
        [],
        {"no": 1},
    ],
    "rot": [
        {},
        None,
        [],
        {"0,0": 0},
        {"0,0": 5},
        {"0,0": 6},
        {"0,0": -1},
        {"0,0": True},
        {"0,0": 1.0},
        {"3,0": 1},
        {"4,0": 1},
        {"5,0": 1},
        {"0, 0": 1},
        {"+1,0": 1},
        {"01,0": 1},
        {"-0,0": 1},
        {"1,0": 2, "1,-1": 4},
        {"1,0": 2, "1,-1": 2, "0,-1": 2, "-1,0": 2, "-1,1": 2, "0,1": 2},
        {"-2,-1": 3},
        {"0,-2": 3},
    ],
    "tokens": [
        None,
        [],
        [[3, 0], [-3, 0]],
        [[-3, 0], [-3, 0]],
        [[-3, 0], [3, 0]],
        [[0, 0], [0, 0]],
        [[2, 0], [-2, 0]],
        [[4, 0], [-4, 0]],
        [[5, 0], [0, 0]],
        ["0,0", "0,0"],
        [[0, 0, 0], [0, 0]],
        [[0.0, 0], [0, 0]],
        [[True, 0], [0, 0]],
        [[3, 0], [0, -3], [0, 3]],
    ],
    "advances": [None, [], [0, 0], [3, 12], [13, 0], [1000, 70000], [-1, 0], [1.0, 0], [True, 0], [0, 0, 0], 3],
    "turns": [0, 5, 1999, 2000, 2001, -1, 1.5, None, True],
    "drawn": [0, 1, 3, 4, 6, 7, 8, 11, 12, 36, 37, 38, -1, None, True, "1"],
    "opening": [
        None,
        [],
        [[], []],
        [[5], []],
        [[], [5]],
        [[5], [5]],
        [[5], [3]],
        [[5, 3], []],
        [None, None],
        [None, []],
        [[0], []],
        [[7], []],
        [[True], []],
        [5, 3],
        [[], [], []],
        [[5], None, [5]],
        [[5], None, []],
        [None, [4], []],
        [[5], [6], [6]],
    ],
    "turn": [0, 1, 2, 5, 6, -1, None, "0", 1.0, True],
    "die": [1, 3, 6, 0, 7, None, "3", True],
    "turns_left": [0, 1, 3, 6, 7, -1, None, True],
    "scored": [
        [],
        None,
        ["0,0/0:0"],
        ["0,0/0:0", "0,0/0:1"],
        ["0,0/0:0", "1,0/2:0"],
        ["0,0/0:0", "0,0/0:0"],
        ["1,-1/4:0"],
        ["0,0/6:0"],
        ["0,0/0:6"],
        ["3,0/0:0"],
        ["3,0/2:1"],
        ["2,0/0:3"],
        ["0,0/0"],
        [7],
        "0,0/0:0",
    ],
    "stood": [
        [],
        None,
        ["0,0/0:0"],
        ["0,0/0:0", "0,0/0:1"],
        ["0,0/0:0", "0,0/1:0"],
        ["0,0/0:0", "0,0/2:2"],
        ["0,0/0:0", "0,0/2:3"],
        ["0,0/0:0", "1,0/2:0"],
        ["1,0/2:0"],
        ["3,0/0:0"],
        ["4,0/2:0"],
        ["0,0/00:0"],
        {},
    ],
    "attacked": [[], None, ["0,0"], ["0,0", "0,0"], ["3,0"], ["9,0"], [[0, 0]], "0,0", ["0,0", "1,0"]],
    "what": [1],
    "game": [None, 7, "chess", "girumgo"],
}


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_refuse_the_same_positions(seats: int) -> None:
    dice = random.Random(seats)
    refused = 0
    for _ in range(more(60)):
        position = damaged(any_position(seats, dice), DAMAGES, dice)

        mine, theirs = read(position), read_by(Oracle.read, Refused, position)

        assert mine == theirs, position
        refused += mine is None
    assert refused > 5


def any_position(seats: int, dice: random.Random) -> dict[str, Any]:
    """A position of a random match: from its first choices, or from the middle of a turn anywhere."""
    if dice.random() < 0.1:
        return {"game": GAME.name, "seats": seats}
    if dice.random() < 0.4:
        match = sobremesa.start(
            GAME.name, seats=seats, options=random_options(GAME, seats, dice), seed=dice.randrange(10**6)
        )
    else:
        match = sobremesa.position(any_turn(seats, dice), seed=dice.randrange(10**6))
    for _ in range(dice.randrange(8)):
        if match.actor == OVER:
            break
        match.push(match.draw() if match.actor == CHANCE else dice.choice(match.moves()))
    return match.position()


# Counts


@pytest.mark.parametrize(
    "position",
    [
        {"turn": 0, "options": {"size": 3}},
        {"turn": 1, "seats": 3, "options": {"size": 3}, "die": 2, "advances": [0, 3, 0], "rot": {"0,-2": 2}},
        {"opening": [[], [], None], "seats": 3, "options": {"setup": "aligned"}},
    ],
)
def test_oracle_and_rules_count_the_same_ways(position: dict[str, Any]) -> None:
    position = {"game": GAME.name} | position

    counted = Engine(GAME, native=True).count(read_table(position)[1], depth=2)

    assert (counted.sequences, counted.ways) == count(Oracle.read(position), depth=2)
