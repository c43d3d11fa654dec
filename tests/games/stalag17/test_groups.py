"""Groups chosen card by card: the closed form of the rules against a search over all subsets."""

import random
from functools import cache
from itertools import combinations

import pytest

from sobremesa.games.stalag17.notation import CARD_TEXTS
from sobremesa.games.stalag17.rules import COPIES
from tests.games.stalag17.scenes import match_with, push, texts

KINDS = "RCDHMhBI"


def kinds_of(card: str) -> str:
    return KINDS if card == "I" else card if card.isalpha() else card[0]


def is_different(cards: tuple[str, ...], taken: str = "") -> bool:
    if not cards:
        return True
    return any(kind not in taken and is_different(cards[1:], taken + kind) for kind in kinds_of(cards[0]))


@cache
def is_allowed(cards: tuple[str, ...]) -> bool:
    if len(cards) == 1:
        return True
    if len(cards) >= 3 and any(all(kind in kinds_of(card) for card in cards) for kind in KINDS):
        return True
    return len(cards) >= 5 and is_different(cards)


def can_become_allowed(chosen: list[str], hand: list[str]) -> bool:
    return any(
        is_allowed(tuple(sorted([*chosen, *more])))
        for size in range(len(hand) + 1)
        for more in combinations(hand, size)
    )


def expected(chosen: list[str], hand: list[str]) -> list[str]:
    offered = []
    for card in sorted(set(hand), key=CARD_TEXTS.index):
        rest = list(hand)
        rest.remove(card)
        if can_become_allowed([*chosen, card], rest):
            offered.append(f"also {card}")
    return offered + ["done"] * is_allowed(tuple(sorted(chosen)))


@pytest.mark.parametrize("seed", range(40))
def test_st_13_cards_are_offered_exactly_when_a_search_finds_an_allowed_group(seed: int) -> None:
    dice = random.Random(seed)
    deck = [text for text, copies in zip(CARD_TEXTS, COPIES, strict=True) for _ in range(copies)]
    if seed % 2:
        deck = [card for card in deck if card.isalpha()] + ["R1", "R2", "C3", "h4", "h5"]
    hand = dice.sample(deck, 9)
    match = match_with(hands=[" ".join(hand), "", ""])
    chosen = [dice.choice(hand)]
    hand.remove(chosen[0])

    match.push(f"discard {chosen[0]}")
    while hand:
        assert texts(match) == expected(chosen, hand), (chosen, hand)
        more = [text.removeprefix("also ") for text in texts(match) if text != "done"]
        if not more:
            break
        chosen.append(dice.choice(more))
        hand.remove(chosen[-1])
        match.push(f"also {chosen[-1]}")


def test_st_13_an_absent_player_stops_as_soon_as_it_is_allowed() -> None:
    match = match_with(hands=["R1 R2 RC RD", "", ""])
    defaults = []

    match.push("discard R1")
    defaults.append(match.default().text)
    match.push("also RD")
    defaults.append(match.default().text)
    match.push("also R2")
    defaults.append(match.default().text)

    assert defaults == ["done", "also R2", "done"]


def test_st_13_an_absent_player_goes_on_with_the_first_card_even_of_a_hand_with_all_cards() -> None:
    match = match_with(phase="group", group="discard I I", hands=[" ".join(CARD_TEXTS), "", ""])

    assert texts(match) == [f"also {card}" for card in CARD_TEXTS]
    assert match.default().text == "also R1"


@pytest.mark.parametrize(
    ("keys", "default"),
    [
        ({"phase": "coin"}, "heads"),
        ({}, "draw"),
        ({"phase": "group", "group": "negotiate R1", "hands": ["C1", "", ""]}, "done"),
        ({"phase": "join", "asked": 1, "inside": [2, 3, 3]}, "decline"),
    ],
)
def test_an_absent_player_does_what_is_harmless(keys: dict[str, object], default: str) -> None:
    match = match_with(**keys)

    assert match.default().text == default


def test_an_absent_player_passes_when_nothing_can_be_drawn() -> None:
    deck = " ".join(text for text, copies in zip(CARD_TEXTS, COPIES, strict=True) for _ in range(copies))
    match = push(match_with(hands=["", deck, ""]))

    assert match.default().text == "pass"
