"""What Stalag 17 tells bots: moves that not even a beginner makes by mistake, and a coin that all seats weigh alike."""

from typing import Any

import numpy as np
import pytest

from sobremesa import CHANCE, OVER, Match, bots, find, start
from sobremesa.core.table import copy
from sobremesa.games.stalag17 import rules, worth
from sobremesa.games.stalag17.rules import DECLINE, ESCAPE, HEADS, JOIN, TAILS, Phase
from sobremesa.kit.luck import sow
from sobremesa.search.thinker import plain_loops
from tests.contracts.walks import tables
from tests.games.stalag17.scenes import match_with, others

GAME = find("stalag17")
ENOUGH = "R1 C2 D3 h4"


def view_of(match: Match) -> Any:
    return copy(match.view(int(match.actor)).table)


def hopeless_texts(match: Match) -> set[str]:
    """The moves of the seat to act that are hopeless by what it knows."""
    t = view_of(match)
    return {move.text for move in match.moves() if worth.hopeless(t, move.number)}


@pytest.mark.parametrize(
    ("keys", "is_hopeless"),
    [
        ({}, True),
        ({"hands": [ENOUGH, "", ""]}, True),
        ({"played": [ENOUGH, "", ""]}, False),
        ({"played": ["R1 C2", "", ""], "shown": ["D3 h4", "", ""]}, False),
        ({"played": ["R1 C2 B h4", "", ""]}, False),
        ({"played": ["R1 C2 h4", "", ""], "negotiated": ["M1", "", ""]}, False),
        ({"played": [ENOUGH, "", ""], "vigilance": [1, 0, 0]}, True),
        ({"played": [ENOUGH, "", ""], "vigilance": [1, 0, 0], "informer": [True, False, False]}, False),
    ],
)
def test_an_escape_is_hopeless_with_too_little_in_play(keys: dict[str, Any], is_hopeless: bool) -> None:
    match = match_with(coin=[False] * 3, **keys)

    assert ("escape" in hopeless_texts(match)) == is_hopeless


@pytest.mark.parametrize(
    ("keys", "is_hopeless"),
    [
        ({"played": ["", "R1 C2 D3", ""]}, True),
        ({"played": ["", "R1 C2 D3 h4", ""]}, False),
        ({"played": ["", "R1 C2 D3 h4", ""], "inside": [2, 1, 3]}, True),
        ({"played": ["", "R1 C2 D3 h4 h5", ""], "inside": [2, 1, 3]}, False),
    ],
)
def test_joining_is_hopeless_with_too_little_in_play(keys: dict[str, Any], is_hopeless: bool) -> None:
    match = match_with(**{"phase": "join", "asked": 1, "shown": ["R1 C1 D1 h5", "", ""], "inside": [2, 3, 3], **keys})

    assert hopeless_texts(match) == ({"join"} if is_hopeless else set())


@pytest.mark.parametrize("seats", GAME.seats)
def test_whoever_announces_what_is_not_hopeless_succeeds(seats: int) -> None:
    for seed in range(6):
        for t in tables(GAME, seats, seed=seed + 500):
            if t.phase == Phase.ACT and not t.tried:
                known, after = copy(t), copy(t)
                rules.hide(known, int(t.turn))
                rules.apply(after, ESCAPE)
                assert worth.hopeless(known, ESCAPE) == (after.tried == 1)
            if t.phase == Phase.JOIN:
                seat, known, after = int(t.asked), copy(t), copy(t)
                rules.hide(known, seat)
                rules.apply(after, JOIN)
                assert worth.hopeless(known, JOIN) == (after.inside[seat] == t.inside[seat])
                assert not worth.hopeless(known, DECLINE)


@pytest.mark.parametrize(("points", "is_hopeless"), [(0, True), (1, False)])
def test_informing_is_hopeless_without_a_point_to_lose(points: int, is_hopeless: bool) -> None:
    match = match_with(phase="coin", sides=["heads", "", ""], vigilance=[5, points, 5])

    assert hopeless_texts(match) == ({"tails"} if is_hopeless else set())


@pytest.mark.parametrize(
    ("hand", "inside", "is_hopeless"), [("C3 C3 M3", 3, False), ("C3 C3 I", 3, True), ("I", 1, True)]
)
def test_drawing_is_hopeless_with_more_in_hand_than_prisoners_make_up_for(
    hand: str, inside: int, is_hopeless: bool
) -> None:
    match = match_with(hands=[hand, "", ""], inside=[inside, 3, 3], offer=["", "R1", ""], discard="h1")

    drawing = {"draw", "take", "draw+take:1", "top+take:1"} | ({"offer C3"} if "C3" in hand else set())
    assert drawing & hopeless_texts(match) == (drawing if is_hopeless else set())
    assert not any(text.startswith(("play", "discard")) for text in hopeless_texts(match))


def test_a_bribe_is_hopeless_if_the_guard_will_probably_refuse() -> None:
    plan = {"objects": "R", "huida": 4}
    few = match_with(plan=plan, hands=["C1 D2", "", ""])
    many = match_with(plan=plan, hands=["C1 D2 H2 M2", "", ""], discard="h1 h1 h2 h2 h3 h3 h4 h4")

    assert {"negotiate C1", "negotiate D2"} <= hopeless_texts(few)
    assert not any(text.startswith("negotiate") for text in hopeless_texts(many))
    many.push("negotiate C1")
    assert hopeless_texts(many) == {"done"}
    for card in ("also D2", "also H2", "also M2"):
        many.push(card)
    assert hopeless_texts(many) == set()


def test_a_bribe_is_hopeless_if_nothing_is_known_to_lie_in_the_deck() -> None:
    match = match_with(hands=["M1", "", ""], discard=others("M1"))

    assert "negotiate M1" in hopeless_texts(match)


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_bots_never_announce_what_is_hopeless_and_never_reach_the_last_round(seats: int, level: str) -> None:
    match = start("stalag17", seats=seats, seed=7)
    bot = bots.find(level)

    while match.actor != OVER:
        chosen = match.draw() if match.actor == CHANCE else bots.ask(bot, match).move
        assert chosen.text not in ("escape", "join") or chosen.text not in hopeless_texts(match)
        match.push(chosen)

    assert 0 in match.view().table.inside[:seats]


def test_a_card_too_many_for_the_guard_is_hopeless_if_it_keeps_better_ones_back() -> None:
    match = match_with(
        plan={"objects": "R", "huida": 4},
        hands=["C1 D2 H2 HM", "", ""],
        discard="h1 h1 h2 h2 h3 h3 h4 h4",
    )

    match.push("negotiate C1")
    match.push("also D2")
    assert hopeless_texts(match) == {"also H2", "done"}


@pytest.mark.parametrize("hand", ["", "R3 C3 M3 h5"])
def test_whoever_is_asked_to_join_weighs_the_roll_call_that_comes_anyway(hand: str) -> None:
    """A failed attempt costs its points, also of somebody whom the roll call relieves."""
    match = match_with(
        phase="join",
        asked=1,
        shown=["R1 C1 D1 h5", "", ""],
        inside=[2, 3, 3],
        hands=["", hand, ""],
        vigilance=[0, 20, 0],
    )
    joined, declined = (view_of(match) for _ in range(2))
    rules.apply(joined, JOIN)
    rules.apply(declined, DECLINE)

    assert worth.worth(declined, 1) - worth.worth(joined, 1) == pytest.approx(2 * worth.POINT)


def test_a_failed_escape_does_not_seem_to_prepare_the_next() -> None:
    match = match_with(played=["h4", "", ""], plan={"objects": "CHH", "huida": 2})
    after = view_of(match)
    before = worth.worth(after, 0)
    rules.apply(after, ESCAPE)

    assert worth.worth(after, 0) < before


# The coin


def coin_match(place: int, points: int) -> Match:
    """A match in which a seat chooses its side after so many others; all know the same but their own hand."""
    return match_with(
        phase="coin",
        sides=["heads" if seat < place else "" for seat in range(3)],
        hands=["R1 h3" if seat == place else "C2 M2" for seat in range(3)],
        vigilance=[points if seat == place else 6 for seat in range(3)],
    )


@pytest.mark.parametrize("points", [0, 4, 9, 14, 25, 40])
def test_all_seats_weigh_the_coin_alike_whenever_they_choose(points: int) -> None:
    gains = set()
    for place in range(3):
        heads, tails = (copy(coin_match(place, points).view(place).table) for _ in range(2))
        rules.apply(heads, HEADS)
        rules.apply(tails, TAILS)
        gains.add(worth.worth(tails, place) - worth.worth(heads, place))

    assert len(gains) == 1


@pytest.mark.parametrize(("points", "side"), [(0, HEADS), (20, TAILS)])
def test_what_others_have_hidden_does_not_decide_about_the_coin(points: int, side: int) -> None:
    loops = plain_loops(GAME, is_native=False)
    out, judged = np.zeros(GAME.width, dtype=np.int64), np.zeros(GAME.width)
    for place in range(3):
        for luck in sow(3, 10):
            t = view_of(coin_match(place, points))
            rules.guess(t, place, luck)
            loops.judge_moves(t, np.repeat(t, 1), out, np.zeros(3), np.zeros(3, dtype=np.int64), judged)
            assert out[:2].tolist() == [HEADS, TAILS]
            assert (HEADS if judged[0] > judged[1] else TAILS) == side
