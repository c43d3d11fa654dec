"""Rules and oracle, two independent readings of one specification, agree on whole matches and on any position.

Players who choose at random hardly ever arrive, so those of these matches look one move ahead: they take what brings
most, and otherwise choose at random. Matches from the start are also put forward to the last of the 2,000 turns.
"""

import copy
import os
import random
from typing import Any

import numpy as np
import pytest

import sobremesa
from sobremesa import CHANCE, OVER, Engine, InvalidPosition, Match, Move, find
from sobremesa.core.position import table_of as read_table
from sobremesa.core.table import copy as copy_table
from sobremesa.core.view import actor_name
from sobremesa.games.girumgo import notation, rules
from tests.contracts.walks import random_options, table_of
from tests.games.girumgo.oracle import Oracle, Refused
from tests.games.girumgo.tables import READY, SCORED

GAME = find("girumgo")
# Tracing lines would take most of the time; the lines have tests of their own.
pytestmark = pytest.mark.no_cover

MATCHES = int(os.environ.get("SOBREMESA_ORACLE_MATCHES", "5"))
VERBS = Engine(GAME, native=True).drivers


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_agree_on_whole_matches(seats: int) -> None:
    for seed in range(-(-MATCHES // len(GAME.seats))):
        dice = random.Random(f"{seats} {seed}")
        options = random_options(GAME, seats, dice)
        match = sobremesa.start(GAME.name, seats=seats, options=options, seed=seed)
        oracle = Oracle.start(seats, options)
        agree(match, oracle)
        while match.phase in ("setup", "opening"):
            make(match, oracle, match.draw().text)

        late = match.position() | {"turns": 2000 - dice.choice((5, 20, 40))}
        match, oracle = sobremesa.position(late, seed=seed), Oracle.read(late)
        while match.actor != OVER:
            make(match, oracle, match.draw().text if match.actor == CHANCE else chosen(match, dice).text)
        assert match.places() == oracle.places()


@pytest.mark.parametrize("seats", GAME.seats)
def test_oracle_and_rules_agree_on_turns_from_any_position(seats: int) -> None:
    attacks = 0
    for seed in range(MATCHES):
        dice = random.Random(f"any {seats} {seed}")
        position = any_turn(seats, dice)
        match, oracle = sobremesa.position(position, seed=seed), Oracle.read(position)
        agree(match, oracle)
        for _ in range(20):
            if match.actor == OVER:
                assert match.places() == oracle.places()
                break
            before = match.scores()
            make(match, oracle, match.draw().text if match.actor == CHANCE else chosen(match, dice).text)
            attacks += any(now <= then - rules.LOSS for now, then in zip(match.scores(), before, strict=True))
    assert attacks > 0


def make(match: Match, oracle: Oracle, choice: str) -> None:
    match.push(choice)
    oracle.apply(choice)
    agree(match, oracle)


def agree(match: Match, oracle: Oracle) -> None:
    assert actor_name(match.actor) == oracle.actor()
    assert match.phase == oracle.phase()
    assert sorted(move.text for move in match.moves()) == oracle.moves()
    assert [(outcome.text, outcome.weight) for outcome in match.outcomes()] == oracle.outcomes()
    assert match.position() == oracle.position()
    assert match.turns == oracle.turns()


def chosen(match: Match, dice: random.Random) -> Move:
    """One of the moves that bring most at once, now and then any move."""
    moves = match.moves()
    if dice.random() < 0.1:
        return dice.choice(moves)
    t = table_of(match)
    worths = [worth(t, move.number) for move in moves]
    return dice.choice([move for move, here in zip(moves, worths, strict=True) if here == max(worths)])


def worth(t: Any, move: int) -> int:
    after, seat = copy_table(t), int(t.turn)
    VERBS.apply(after, move)
    ahead = distance(t, seat) - distance(after, seat)
    lost = sum(int(t.advances[rival]) - int(after.advances[rival]) for rival in range(t.seats) if rival != seat)
    gained = int(after.advances[seat]) - int(t.advances[seat])
    return 3 * ahead + gained + lost - (3 if move == rules.END else 0)


def distance(t: Any, seat: int) -> int:
    (q, r), (to_q, to_r) = (notation.POINTS[wheel] for wheel in (t.tokens[seat], rules.target_of(t, seat)))
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
    for _ in range(MATCHES * 12):
        position = damaged(any_position(seats, dice), dice)

        mine, theirs = read(position), read_oracle(position)

        assert mine == theirs, position
        refused += mine is None
    assert refused > MATCHES


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


def damaged(position: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    for _ in range(dice.choice((0, 1, 1, 2, 3))):
        key = dice.choice(list(DAMAGES))
        if dice.random() < 0.25:
            position.pop(key, None)
        else:
            position[key] = copy.deepcopy(dice.choice(DAMAGES[key]))
    return position


def read(position: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return sobremesa.position(position).position()
    except (InvalidPosition, sobremesa.UnknownGame):
        return None


def read_oracle(position: dict[str, Any]) -> dict[str, Any] | None:
    try:
        return Oracle.read(position).position()
    except Refused:
        return None


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

    assert (counted.sequences, counted.ways) == count(Oracle.read(position), depth=2, ways=1)


def count(oracle: Oracle, depth: int, ways: int) -> tuple[int, int]:
    listed = oracle.outcomes() or [(move, 1) for move in oracle.moves()]
    if depth == 0 or not listed:
        return 1, ways
    totals = np.zeros(2, dtype=np.int64)
    for text, weight in listed:
        after = oracle.copy()
        after.apply(text)
        totals += count(after, depth - 1, ways * weight)
    return int(totals[0]), int(totals[1])
