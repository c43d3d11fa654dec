"""Rules and oracle, two independent readings of one specification, agree on whole matches and damaged positions.

A match between players who choose at random has thousands of choices and hardly ever an escape. So most of those here
are between players who know what they want; of random ones there are few, and the tests take parts of them.
"""

import copy
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import sobremesa
from sobremesa import SPECTATOR, Engine, find
from sobremesa.core.position import position_of
from sobremesa.core.position import table_of as read_table
from sobremesa.core.view import View
from sobremesa.games.stalag17 import rules
from sobremesa.games.stalag17.notation import CARD_TEXTS, LETTERS, PHASES
from sobremesa.games.stalag17.rules import Phase
from tests.contracts.walks import random_options, table_of
from tests.games.campaign import CAMPAIGN, Comparison, at_random, chunks, matches
from tests.games.stalag17.oracle import Oracle, Refused
from tests.games.stalag17.scenes import PLAN
from tests.games.witness import count, read, read_by

pytestmark = pytest.mark.no_cover

GAME = find("stalag17")
CHOICES = None if CAMPAIGN else 200
VIEWS = 1.0 if CAMPAIGN else 0.02
WHIMS = 0.02
"""How often even sensible players choose at random."""

KEPT = 1
"""How many cards that are of no use they keep in hand."""

SEATS = pytest.mark.parametrize("seats", GAME.seats)


# Matches


@chunks(GAME, matches(4))
def test_oracle_and_rules_agree_on_whole_matches_of_sensible_players(seats: int, seeds: Sequence[int]) -> None:
    comparison().play(seats, seeds, sensible, kind="sensible")


@chunks(GAME, 300 if CAMPAIGN else 4)
def test_oracle_and_rules_agree_on_random_matches(seats: int, seeds: Sequence[int]) -> None:
    comparison().play(seats, seeds, most=CHOICES)


@SEATS
def test_oracle_and_rules_agree_on_last_rounds(seats: int) -> None:
    for seed in range(5 if CAMPAIGN else 1):
        dice = random.Random(f"last {seats} {seed}")
        options = random_options(GAME, seats, dice) | {"failed_escape": 0, "fence_bonus": 0, "prisoners": 2}
        inside = [dice.choice((1, 2)) for _ in range(seats)]
        position = {"game": GAME.name, "seats": seats, "options": options, "phase": "deal", "round": 30}
        position |= {"inside": inside, "first": seats - 1, "vigilance": [dice.randrange(9) for _ in range(seats)]}

        comparison().walk(read_table(position)[1], Oracle.read(position), dice, dice.choice((at_random, sensible)))


def comparison() -> Comparison:
    return Comparison(GAME, Oracle.start, fixed=set(Phase) - {Phase.PLAN}, look=look)


def look(t: Any, oracle: Oracle, dice: random.Random) -> None:
    assert rules.turns(t) == oracle.turns()
    if dice.random() < VIEWS:
        for seat in range(SPECTATOR, t.seats):
            assert View(GAME, t, seat).position() == oracle.view(seat)


def sensible(t: Any, texts: list[str], dice: random.Random) -> str:
    """Escapes or joins exactly when it works, plays what the plan still asks for, discards what it does not, draws."""
    if "heads" in texts:
        return "tails" if dice.random() < 0.2 else "heads"
    if "join" in texts:
        seat = int(t.asked)
        return "join" if works(t, seat, extra=rules.LAST_JOINER if t.inside[seat] == 1 else 0) else "decline"
    objects, value = open_needs(t, int(t.turn))
    if "escape" in texts and not objects and value <= 0:
        return "escape"
    wishes: dict[str, list[str]] = {}
    for text in texts:
        verb, _, card = text.partition("+")[0].partition(" ")
        if text != "escape" and (not card or helps(card, objects, value) == (verb == "play")):
            wishes.setdefault(verb, []).append(text)
    order = ["play", "also", "done", "discard" if t.hands[t.turn].sum() > KEPT else "", "draw"]
    verb = next((verb for verb in order if verb in wishes), "")
    return dice.choice(wishes[verb] if verb and dice.random() >= WHIMS else texts)


def works(t: Any, seat: int, extra: int = 0) -> bool:
    objects, value = open_needs(t, seat)
    return not objects and value + extra <= 0


def open_needs(t: Any, seat: int) -> tuple[Counter[str], int]:
    """The objects and the escape value that a seat's cards in play leave open; no objects if its barracks suffice."""
    copies = zip(CARD_TEXTS, (t.played[seat, :-1] + t.shown[seat]).tolist(), strict=True)
    laid = [text for text, number in copies for _ in range(number)]
    objects = Counter(dict(zip(LETTERS, t.plan.tolist(), strict=True)))
    objects.subtract(letter for text in laid for letter in text if letter in LETTERS)
    jokers = laid.count("B") + int(t.negotiated[seat].sum())
    value = int(t.huida) + (0 if t.is_informer[seat] else int(t.vigilance[seat]))
    value -= sum(int(text[1]) for text in laid if text.startswith("h"))
    return +objects if (+objects).total() > jokers else Counter(), value


def helps(text: str, objects: Counter[str], value: int) -> bool:
    if text.startswith("h"):
        return value > 0
    return (text == "B" and objects.total() == 1) or any(letter in objects for letter in text)


# Damaged positions


def numbers(*values: Any) -> Callable[[int, random.Random], Any]:
    return lambda seats, dice: [dice.choice(values) for _ in range(seats if dice.random() < 0.9 else 2)]


def some_cards(seats: int, dice: random.Random) -> list[str]:
    return [" ".join(dice.choices(CARD_TEXTS, k=dice.choice((0, 1, 2)))) for _ in range(seats)]


def one_of(*values: Any) -> Callable[[int, random.Random], Any]:
    return lambda seats, dice: copy.deepcopy(dice.choice(values))


DAMAGES: dict[str, Callable[[int, random.Random], Any]] = {
    "seats": one_of(0, 1, 2, 3, 4, 5, 6, True, "2", None),
    "options": one_of({}, {"guard": False}, {"trade": False}, {"joint": False}, {"informer": False}, {"x": 1}, []),
    "round": one_of(0, 1, 2, 29, 30, 31, None, "1", 1.0, True),
    "turns": one_of(0, 1, 2, 3, 499, 500, 501, -1, None),
    "dry": one_of(0, 1, 2, 3, 5, -1, None),
    "first": one_of(0, 1, 2, 4, 5, -1, None, True),
    "turn": one_of(0, 1, 2, 4, 5, -1, None),
    "tried": one_of(True, False, 0, None),
    "phase": one_of(*PHASES.values(), "x", None, 3),
    "plan": one_of(
        *(None, {}, {"objects": "DCR", "huida": 6}, {"objects": "", "huida": 10}, {"objects": "RRRRR", "huida": 1}),
        *({"objects": "RRRRRR", "huida": 1}, {"objects": "RX", "huida": 3}, {"objects": "R", "huida": 26}),
        *({"objects": "RCDH", "huida": 7}, {"objects": "RCD", "huida": 4, "x": 1}, {"objects": 5, "huida": True}),
    ),
    "hands": some_cards,
    "played": some_cards,
    "shown": some_cards,
    "negotiated": some_cards,
    "offer": some_cards,
    "discard": one_of("", "R1 C2", "h1 h1 h1 h1 h1", None, ["R1"], "R1  R1", "X", "?"),
    "vigilance": numbers(0, 0, 3, 14, 5000, -1, True, None),
    "inside": numbers(1, 2, 3, 1, 2, 3, 0, 4, 6, -1, None),
    "coin": numbers(True, False, True, False, 1),
    "informer": numbers(False, False, False, True, None),
    "rolled": one_of("", "C", "VVC", "MRV", "RRRR", "RRRRR", "RRRRRR", "X", None, 3),
    "sides": numbers("", "", "heads", "tails", "?", None),
    "group": one_of(
        *(None, "", "discard", "discard R1", "discard R1 C2", "negotiate R1", "negotiate R1 RC", "negotiate h1"),
        *("discard I I", "discard h1 h2", "play R1", "discard R1 R2 RC", "negotiate C2 HM"),
    ),
    "due": one_of(0, 1, 2, 3, None, True),
    "asked": one_of(0, 1, 2, 3, 4, 5, -1, None),
    "places": one_of(None, [], [1, 2], [2, 1], [1, 1], [1, 1, 1], [1, 2, 3], [1, 3, 1], [1, 2, 2, 2]),
    "what": one_of(1),
}


@SEATS
def test_oracle_and_rules_refuse_the_same_positions(seats: int) -> None:
    dice = random.Random(seats)
    positions = any_positions(seats, dice)
    refused = 0
    for _ in range(2500 if CAMPAIGN else 400):
        position = damaged(copy.deepcopy(dice.choice(positions)), seats, dice)

        mine, theirs = read(position), read_by(Oracle.read, Refused, position)

        assert mine == theirs, position
        refused += mine is None
    assert refused > 100


def any_positions(seats: int, dice: random.Random) -> list[dict[str, Any]]:
    """Positions of a random match, all phases alike, and some that hardly ever come about at random."""
    options = random_options(GAME, seats, dice) | {"joint": True, "guard": True}
    traced, _ = Engine(GAME, native=True).trace(GAME.table(seats, options), seed=seats, most=2000)
    positions = []
    for phase in Phase:
        those = np.flatnonzero(traced["phase"] == phase).tolist()
        positions += [position_of(GAME, traced[number]) for number in dice.sample(those, min(len(those), 8))]
    head = {"game": GAME.name, "seats": seats, "options": {"prisoners": 3}}
    shown = {"plan": PLAN, "shown": ["R1 C1 D1 h4", *[""] * (seats - 1)]}
    join = {**head, **shown, "phase": "join", "asked": 1, "inside": [0, *[2] * (seats - 1)], "turns": 4}
    won = {**head, **shown, "phase": "over", "inside": [0, *[2] * (seats - 1)], "places": [1, *[2] * (seats - 1)]}
    ended = {**head, "phase": "over", "round": 30, "places": [1] * seats}
    return positions + [join, won, ended] * 4


def damaged(position: dict[str, Any], seats: int, dice: random.Random) -> dict[str, Any]:
    for _ in range(dice.choice((0, 1, 1, 1, 2))):
        key = dice.choice(list(DAMAGES) if dice.random() < 0.5 else [key for key in position if key in DAMAGES])
        if dice.random() < 0.15:
            position.pop(key, None)
        else:
            position[key] = DAMAGES[key](seats, dice)
    return position


# Counts


@pytest.mark.parametrize(
    ("position", "depth"),
    [
        ({"seats": 2, "phase": "act", "plan": PLAN, "hands": ["R1 RC CD I h1", ""]}, 3),
        ({"seats": 3, "phase": "join", "plan": PLAN, "asked": 1, "inside": [2, 3, 3]}, 3),
    ],
)
def test_oracle_and_rules_count_the_same_ways(position: dict[str, Any], depth: int) -> None:
    match = sobremesa.position({"game": GAME.name, **position})

    counted = Engine(GAME, native=True).count(table_of(match), depth)

    assert (counted.sequences, counted.ways) == count(Oracle.read(match.position()), depth)
