"""What a seat of Stalag 17 may know: hidden hands, cards face down and coins, and what can be guessed about them."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from sobremesa import CHANCE, OVER, SPECTATOR, Engine, IllegalMove, Match, find
from sobremesa.core.position import position_of, table_of
from sobremesa.core.scene import UNKNOWN
from sobremesa.core.table import copy
from sobremesa.core.view import View, moves_of
from sobremesa.core.words import Words
from sobremesa.games.stalag17 import rules
from sobremesa.games.stalag17.notation import CARD_TEXTS, text_of
from sobremesa.games.stalag17.rules import CARDS, Phase
from sobremesa.kit.luck import sow
from tests.contracts.walks import random_table
from tests.games.stalag17.scenes import PLAN, match_with, others

GAME = find("stalag17")
SEATS = pytest.mark.parametrize("seats", GAME.seats)
LOOKS = 40


def sampled(seats: int, seed: int) -> Iterator[Any]:
    """Tables of a random match, all phases alike."""
    dice = random.Random(seed)
    traced, _ = Engine(GAME, native=True).trace(random_table(GAME, seats, dice), seed=seed, most=6000)
    for phase in Phase:
        those = np.flatnonzero(traced["phase"] == phase).tolist()
        for number in dice.sample(those, min(len(those), LOOKS // len(Phase))):
            yield traced[number]


def shuffled(t: Any, seat: int, seed: int) -> Any:
    """The same table with everything that a seat cannot see dealt anew."""
    other = copy(t)
    rules.hide(other, seat)
    rules.guess(other, seat, sow(seed, 1)[0])
    return other


# Views


def test_a_view_keeps_the_numbers_of_hidden_cards_and_all_that_lies_open() -> None:
    match = match_with(
        hands=["R1 C2", "h3 B I", ""], played=["D1", "", "h1 h2"], shown=["", "H1", ""], negotiated=["", "", "M1"],
        offer=["", "", "R2"], discard="C1 I", vigilance=[1, 2, 3], phase="group", group="discard h1",
    )  # fmt: skip

    seen = match.view(2).position()

    assert (seen["hands"], seen["played"]) == (["? ?", "? ? ?", ""], ["?", "", "h1 h2"])
    assert all(
        seen[key] == match.position()[key]
        for key in ("shown", "negotiated", "offer", "discard", "vigilance", "group", "plan", "turn", "inside")
    )


def test_a_spectator_owns_nothing() -> None:
    match = match_with(hands=["R1 C2", "h3 B I", "M1"], played=["D1", "", "h1"])

    seen = match.view().position()

    assert (seen["hands"], seen["played"]) == (["? ?", "? ? ?", "?"], ["?", "", "?"])


@SEATS
def test_a_view_is_enough_to_list_the_own_moves(seats: int) -> None:
    for t in sampled(seats, seed=seats):
        if rules.actor(t) >= 0:
            view = View(GAME, t, int(rules.actor(t)))
            assert view.moves() == moves_of(GAME, t)


@SEATS
def test_cards_that_are_not_seen_lie_together_in_the_deck_of_a_view(seats: int) -> None:
    for t in sampled(seats, seed=seats + 10):
        for seat in range(SPECTATOR, seats):
            view = View(GAME, t, seat).table
            hidden = int(view.hands[:, CARDS].sum() + view.played[:, CARDS].sum())
            assert view.deck.sum() == view.left + hidden
            assert view.left == t.left


# Guesses


@SEATS
def test_a_guess_is_a_table_that_could_be(seats: int) -> None:
    for number, t in enumerate(sampled(seats, seed=seats + 20)):
        for seat in range(SPECTATOR, seats):
            guessed = shuffled(t, seat, number)
            _, read = table_of(json.loads(json.dumps(position_of(GAME, guessed))))
            read.past = guessed.past
            assert read.tobytes() == guessed.tobytes()
            assert guessed.deck.sum() == t.left


def test_a_guess_deals_the_unseen_cards_as_likely_as_shuffling_does() -> None:
    unseen = ["h1", "h1", "h2", "B", "R3"]
    match = match_with(seats=2, hands=[others(*unseen), "h1 h2"], played=["", "B"], shown=["", ""])
    ways = Counter(deal_of(order) for order in permutations(unseen))
    guesses = 20_000
    guess, view = Engine(GAME, native=True).drivers.guess, match.view(0).table

    found: Counter[tuple[str, str]] = Counter()
    for luck in sow(5, guesses):
        guessed = copy(view)
        guess(guessed, 0, luck)
        found[texts_of(guessed.hands[1]), texts_of(guessed.played[1])] += 1

    assert set(found) == set(ways)
    expected = {deal: guesses * count / ways.total() for deal, count in ways.items()}
    distance = sum((found[deal] - mean) ** 2 / mean for deal, mean in expected.items())
    # Of such distances with 17 degrees of freedom one in a thousand is greater.
    assert (len(ways), distance < 40.8) == (18, True)


def deal_of(order: tuple[str, ...]) -> tuple[str, str]:
    """Two cards in the hand and one in play, the rest in the deck."""
    return " ".join(sorted(order[:2], key=CARD_TEXTS.index)), order[2]


def texts_of(counts: Any) -> str:
    return " ".join(text for text, copies in zip(CARD_TEXTS, counts, strict=False) for _ in range(copies))


@pytest.mark.parametrize("group", ["discard RC CD", "discard h1 h2", "discard I R1", "discard R1 C1 D1 H1"])
def test_a_guess_leaves_a_group_that_can_be_finished(group: str) -> None:
    hand = {"discard RC CD": "C1", "discard h1 h2": "h5", "discard I R1": "I"}.get(group, "M1")
    match = match_with(phase="group", group=group, hands=[hand, "h3", "B"])
    view = match.view(1).table
    found = set()

    for luck in sow(3, 300):
        guessed = copy(view)
        rules.guess(guessed, 1, luck)
        found.add(texts_of(guessed.hands[0]))
        assert listed(guessed)

    assert 5 < len(found) < CARDS
    assert ("B" in found) is (group == "discard R1 C1 D1 H1")


def test_a_guess_turns_hidden_coins_either_way_alike() -> None:
    match = match_with(phase="coin", sides=["tails", "heads", ""])
    view = match.view(2).table
    found: Counter[tuple[int, int]] = Counter()

    for luck in sow(1, 2000):
        guessed = copy(view)
        rules.guess(guessed, 2, luck)
        found[int(guessed.sides[0]), int(guessed.sides[1])] += 1

    assert len(found) == 4
    assert all(430 < count < 570 for count in found.values())


# What is told


@pytest.mark.parametrize(
    ("keys", "choice", "told"),
    [
        ({"phase": "deal", "first": 1}, "R1", {1}),
        ({"phase": "deal", "first": 1, "hands": ["", "R1 R1", "C1"]}, "h1", {2}),
        ({"phase": "draw", "due": 1, "turn": 2}, "R1", {2}),
        ({"phase": "coin", "sides": ["heads", "", ""]}, "tails", {1}),
        ({"hands": ["R1", "", ""]}, "play R1", {0}),
        ({"hands": ["R1", "", ""], "offer": ["", "C1", ""]}, "play R1+take:1", {0}),
    ],
)
def test_secret_choices_are_told_to_their_owner_alone(keys: dict[str, Any], choice: str, told: set[int]) -> None:
    match = match_with(**keys)

    t, number = table_and_number(match, choice)

    assert {seat for seat in range(SPECTATOR, 3) if rules.tells(t, number, seat)} == told


@pytest.mark.parametrize(
    ("keys", "choice"),
    [
        ({"phase": "first"}, "1"),
        ({"phase": "plan"}, "V"),
        ({"hands": ["R1", "", ""]}, "discard R1"),
        ({"hands": ["R1", "", ""]}, "negotiate R1"),
        ({"hands": ["R1", "", ""]}, "offer R1"),
        ({"offer": ["", "C1", ""]}, "draw+take:1"),
        ({"offer": ["", "C1", ""], "discard": "I"}, "top+take:1"),
        ({"discard": "I"}, "take"),
        ({}, "draw"),
        ({}, "escape"),
        ({"phase": "group", "group": "discard R1"}, "done"),
        ({"phase": "group", "group": "discard I", "hands": ["R1 R2", "", ""]}, "also R1"),
        ({"phase": "guard", "group": "negotiate R1"}, "h1"),
        ({"phase": "join", "asked": 1, "inside": [2, 3, 3]}, "join"),
    ],
)
def test_everything_else_is_told_to_all(keys: dict[str, Any], choice: str) -> None:
    match = match_with(**keys)

    t, number = table_and_number(match, choice)

    assert all(rules.tells(t, number, seat) for seat in range(SPECTATOR, 3))


def table_and_number(match: Match, choice: str) -> tuple[Any, int]:
    _, t = table_of(match.position())
    listed = match.moves() or match.outcomes()
    return t, next(each.number for each in listed if each.text == choice)


# Nothing leaks


@SEATS
def test_no_byte_that_a_seat_gets_changes_when_hidden_cards_are_permuted(seats: int) -> None:
    for number, t in enumerate(sampled(seats, seed=seats + 30)):
        for seat in range(SPECTATOR, seats):
            assert given_to(shuffled(t, seat, number), seat) == given_to(t, seat)


def given_to(t: Any, seat: int) -> tuple[Any, ...]:
    """Everything that a seat is given: view, position, picture, frame, moves and the error of a wrong move."""
    view = View(GAME, t, seat)
    return (
        view.table.tobytes(),
        json.dumps(view.position()),
        repr(view.scene()),
        json.dumps(view.frame()),
        [(move.number, move.text) for move in view.moves()],
        refusal(t) if seat != SPECTATOR and rules.actor(t) == seat else "",
    )


def refusal(t: Any) -> str:
    with pytest.raises(IllegalMove) as refused:
        Match(GAME, t, seed=1).push("castle")
    return str(refused.value)


@SEATS
def test_no_story_tells_what_a_seat_may_not_know(seats: int) -> None:
    words = Words("en", GAME.package, "sobremesa.core")
    checked = 0
    for number, t in enumerate(sampled(seats, seed=seats + 40)):
        for seat in range(SPECTATOR, seats):
            told = {story_of(other, choice, seat, words) for other, choice in secret_choices(t, seat, number)}
            checked += len(told)
            assert len(told) <= 1
    assert checked > 10


def secret_choices(t: Any, seat: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Choices that a seat cannot tell from one another, each at a table that it cannot tell from this one."""
    wanted = ""
    for other in (t, shuffled(t, seat, seed), shuffled(t, seat, seed + 1)):
        for choice in listed(other)[::3]:
            if not rules.tells(other, choice, seat) and not is_last_coin(other):
                seen = seen_of(other, choice)
                wanted = wanted or seen
                if seen == wanted:
                    yield other, choice


def listed(t: Any) -> list[int]:
    if rules.actor(t) == OVER:
        return []
    out, weight = np.zeros((2, GAME.width), dtype=np.int64)
    count = rules.chance(t, out, weight) if rules.actor(t) == CHANCE else rules.legal(t, out)
    return [int(choice) for choice in out[:count]]


def is_last_coin(t: Any) -> bool:
    return bool(t.phase == Phase.COIN) and rules.undecided(t) == max(np.flatnonzero(t.coin))


def seen_of(t: Any, choice: int) -> str:
    """What everybody sees of a secret choice: which offer was taken with a card that was played."""
    return "secret" + text_of(t, choice).partition("+")[2]


def story_of(t: Any, choice: int, seat: int, words: Words) -> tuple[str, ...]:
    after = copy(t)
    rules.apply(after, choice)
    views = [View(GAME, each, seat).table for each in (t, after)]
    return tuple(words.say(phrase) for phrase in GAME.scenery.story(views[0], UNKNOWN, views[1]))


def test_the_views_after_a_secret_choice_are_equal_too() -> None:
    match = match_with(hands=["R1 C2 h3", "", ""], plan=PLAN)
    _, t = table_of(match.position())
    seen = set()

    for card in ("R1", "C2", "h3"):
        after = copy(t)
        rules.apply(after, rules.PLAY + CARD_TEXTS.index(card))
        seen.add(View(GAME, after, 1).table.tobytes())

    assert len(seen) == 1
