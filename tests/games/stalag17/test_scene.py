"""What each seat of Stalag 17 sees, clicks and is told."""

from typing import Any

import pytest

import sobremesa
from sobremesa import CHANCE, SPECTATOR, Match
from sobremesa.core.words import Words
from sobremesa.games.stalag17 import scene

WORDS = Words("en", "sobremesa.games.stalag17", "sobremesa.core")
ALL_CARDS = [
    *(f"{letter}{level}" for letter in "RCDHM" for level in (1, 1, 2, 2, 2, 2, 3, 3)),
    *("RC", "RD", "RH", "RM", "CD", "CH", "CM", "DH", "DM", "HM"),
    *(f"h{value}" for value, copies in enumerate((4, 6, 6, 6, 4), start=1) for _ in range(copies)),
    *"BBBBIIII",
]


def at(phase: str = "act", **keys: Any) -> Match:
    """A match of two at some moment, with a small plan unless another is given."""
    planned = {"plan": {"objects": "RC", "huida": 3}} if phase not in ("first", "deal", "plan") else {}
    return sobremesa.position({"game": "stalag17", "seats": 2, "phase": phase, "turns": 4} | planned | keys, seed=1)


def told(match: Match, choice: str, seat: int = SPECTATOR) -> list[str]:
    """What a seat is told about a choice."""
    match.push(choice)
    return [WORDS.say(phrase) for phrase in match.story(seat)]


def faces(match: Match, zone: str, seat: int) -> list[str]:
    return [thing["face"] for thing in match.frame(seat)["things"] if thing["zone"] == zone]


def clicks(match: Match, move: str) -> tuple[list[str], str]:
    gestures = {each["move"]: (each["picks"], each["close"]) for each in match.frame(match.actor)["gestures"]}
    return gestures[move]


def test_of_other_hands_and_played_cards_only_the_number_is_seen() -> None:
    match = at(hands=["R2 R2 I", "h3"], played=["B", "M1 M2"])

    assert (faces(match, "hand-0", 0), faces(match, "played-0", 0)) == (["R2", "R2", "I"], ["B"])
    assert (faces(match, "hand-0", 1), faces(match, "played-0", 1)) == (["?", "?", "?"], ["?"])
    assert faces(match, "hand-1", SPECTATOR) == ["?"]


def test_names_of_hidden_cards_tell_nothing() -> None:
    match = at(hands=["R2 R2 I", "h3"])

    names = {
        seat: [thing["id"] for thing in match.frame(seat)["things"] if thing["zone"] == "hand-0"] for seat in (0, 1)
    }

    assert names == {0: ["hand-0-R2-0", "hand-0-R2-1", "hand-0-I-0"], 1: ["hand-0-0", "hand-0-1", "hand-0-2"]}


def test_a_coin_shows_its_side_to_its_owner_until_all_are_uncovered() -> None:
    match = at("coin", turns=0, hands=["R1 R2", "C1 C2"])
    match.push("tails")

    assert [faces(match, "coins", seat) for seat in (0, 1, SPECTATOR)] == [["×", "¢"], ["?", "¢"], ["?", "¢"]]

    match.push("heads")

    assert faces(match, "coins", 1) == ["×", "¢"]


def test_a_card_is_picked_and_a_button_says_what_for() -> None:
    match = at(hands=["R2 I", ""], offer=["", "C3"], discard="h1")

    assert clicks(match, "draw") == ([], "button/draw")
    assert clicks(match, "play R2") == (["hand-0-R2-0"], "button/play")
    assert clicks(match, "negotiate R2") == (["hand-0-R2-0"], "button/negotiate")
    assert clicks(match, "draw+take:1") == (["offer-1"], "button/draw")
    assert clicks(match, "top+take:1") == (["offer-1"], "button/take")
    assert clicks(match, "play I+take:1") == (["hand-0-I-0", "offer-1"], "button/play")


def test_every_seat_has_a_row_of_trays_and_nothing_is_a_board() -> None:
    view = at(seats=5).view(3)
    scene = view.scene()

    rows = [
        {place.at[1] for zone in scene.zones if zone.id.endswith(f"-{seat}") for place in zone.places}
        for seat in range(5)
    ]

    assert all(zone.tray for zone in scene.zones)
    assert [len(row) for row in rows] == [1] * 5
    assert [view.game.scenery.owner(view.table, seat) for seat in range(5)] == [0, 1, 2, 3, 4]


def test_in_a_group_every_further_card_is_one_click() -> None:
    match = at("group", hands=["C2 M2", ""], group="negotiate R1")

    assert clicks(match, "also C2") == ([], "hand-0-C2-0")
    assert clicks(match, "done") == ([], "button/done")


def test_a_plan_of_fences_asks_for_no_object() -> None:
    match = at(plan={"objects": "", "huida": 8}, vigilance=[3, 0])

    assert WORDS.say(match.view(0).prompt()) == "Player 1: one action. Plan: no object, getaway 8; you need 11."


def test_an_informer_needs_no_more_than_the_plan() -> None:
    match = at(vigilance=[9, 0], informer=[True, False], coin=[False, True])

    assert WORDS.say(match.view(0).prompt()).endswith("clothes and food, getaway 3; you need 3.")


def test_a_last_prisoner_needs_five_more_to_come_along() -> None:
    match = at("join", asked=1, shown=["RC h3", ""], inside=[2, 1], vigilance=[0, 2])

    assert WORDS.say(match.view(1).prompt()).endswith("you need 10.")


@pytest.mark.parametrize(("seat", "card"), [(0, "h2 (getaway)"), (1, "a card"), (SPECTATOR, "a card")])
def test_a_card_played_is_told_to_its_owner_alone(seat: int, card: str) -> None:
    match = at(hands=["h2", ""])

    assert told(match, "play h2", seat) == [f"Player 1 plays {card} face down."]


@pytest.mark.parametrize(("seat", "card"), [(0, "RC (clothes and food)"), (1, "a card")])
def test_a_card_drawn_is_told_to_its_owner_alone(seat: int, card: str) -> None:
    match = at("draw", due=2)

    assert told(match, "RC", seat) == [f"Player 1 gets {card}."]


@pytest.mark.parametrize("seat", [0, 1])
def test_that_an_offer_was_taken_is_told_to_all(seat: int) -> None:
    match = at(hands=["h2", ""], offer=["", "C3"])

    assert told(match, "play h2+take:1", seat)[1] == "Player 1 takes C3 (food), which Player 2 offered."


def test_with_the_last_card_of_a_round_nothing_is_said_of_offers() -> None:
    rest = [card for card in ALL_CARDS if card not in ("HM", "RC")]
    match = at(hands=["HM", " ".join(rest)], offer=["", "RC"], turns=9, dry=1, vigilance=[9, 1])

    assert told(match, "play HM+take:1", 1) == [
        "Player 1 plays a card face down.",
        "The round ends without an escape. Vigilance: Player 1 0; Player 2 0.",
        "Round 2: Player 2 begins.",
    ]


def test_actions_are_told() -> None:
    keys: dict[str, Any] = {"hands": ["R2 C1 M1", ""], "offer": ["", "C3"], "discard": "h1 B"}

    assert told(at(**keys), "draw") == ["Player 1 draws two cards."]
    assert told(at(**keys), "take") == ["Player 1 takes B (barracks) from the discards."]
    assert told(at(**keys), "offer R2") == ["Player 1 offers R2 (clothes) and draws two."]
    assert told(at(**keys), "draw+take:1")[0] == "Player 1 draws one card."
    assert told(at(**keys), "top+take:1")[0] == "Player 1 takes B (barracks) from the discards."
    assert told(at("group", group="negotiate R1", hands=["M1", ""]), "also M1") == ["Player 1 adds M1 (map)."]
    assert told(at("group", group="discard R1", hands=["", ""]), "done") == ["Player 1 discards R1 (clothes)."]


def test_captions_name_what_the_letters_of_a_card_stand_for() -> None:
    match = at(hands=["R2 DM", ""], offer=["", "C3"], discard="h1 B")
    captions = {move.text: WORDS.say(scene.caption(match.view(0).table, move.number)) for move in match.moves()}

    assert captions["play R2"] == "play R2 (clothes)"
    assert captions["take"] == "take B (barracks) and draw one"
    assert captions["play DM+take:1"] == "play DM (papers and map) and take C3 (food) of Player 2"


def test_a_new_deck_is_told() -> None:
    used = ["h1", "h2", "RC"]
    rest = [card for card in ALL_CARDS if card not in used] + ["h1"] * 3 + ["h2"] * 5
    match = at(hands=[" ".join(rest), ""], discard="h1 h2 RC")

    assert told(match, "draw")[-1] == "The discards are shuffled and are the deck again."
    match.pop()
    assert told(match, "take")[-1] == "The discards are shuffled and are the deck again."


def test_the_last_discard_taken_is_no_new_deck() -> None:
    rest = [card for card in ALL_CARDS if card != "RC"]
    match = at(hands=[" ".join(rest), ""], discard="RC")

    assert told(match, "take") == ["Player 1 takes RC (clothes and food) from the discards."]


def test_what_the_guard_shows_is_told() -> None:
    match = at("guard", group="negotiate R1 M2")

    assert told(match, "RC")[0].endswith("a match, Player 1 has it as a barracks.")
    match.pop()
    assert told(match, "I") == ["The guard shows I (information): no match.", "Vigilance of Player 1 is now 4."]


def test_a_guard_in_the_last_turn_of_a_round_leaves_points_to_its_end() -> None:
    match = at("guard", group="negotiate R1", turns=499, vigilance=[20, 0])

    assert [line.partition(".")[0] for line in told(match, "I")] == [
        "The guard shows I (information): no match",
        "The round ends without an escape",
        "Round 2: Player 1 begins",
    ]


def test_failed_escapes_are_told_with_the_cards_shown() -> None:
    assert told(at(played=["R1 h2", ""]), "escape", 1) == [
        "Player 1 shows R1 (clothes) and h2 (getaway): not enough to escape. Vigilance +2."
    ]
    assert told(at(), "escape", 1) == ["Player 1 tries to escape with nothing in play. Vigilance +2."]


def test_an_escape_is_told_with_its_roll_call() -> None:
    match = at(hands=["I", "B"], played=["RC h3", ""], options={"joint": False})

    assert told(match, "escape") == [
        "Player 1 escapes with a prisoner.",
        "Roll call, vigilance: Player 1 4; Player 2 0.",
        "Round 2: Player 2 begins.",
    ]


def test_an_informer_is_told_to_free_nobody() -> None:
    match = at(played=["RC h3", ""], informer=[True, False], coin=[False, True])

    assert told(match, "escape")[0] == "Player 1 has all it takes and informs: nobody leaves."


def test_who_joins_an_escape_is_told() -> None:
    keys: dict[str, Any] = {"asked": 1, "shown": ["RC h3", ""], "inside": [2, 3]}

    assert told(at("join", **keys), "decline")[0] == "Player 2 stays."
    assert told(at("join", **keys), "join")[0] == "Player 2 tries to come along and fails. Vigilance +2."
    assert (
        told(at("join", **keys, played=["", "R1 C1 h3"]), "join")[0] == "Player 2 comes along: another prisoner is out."
    )


def test_the_end_names_the_winners() -> None:
    alone = at(played=["RC h3", ""], inside=[1, 3], options={"joint": False})
    both = at("join", asked=1, shown=["RC h3", ""], played=["", "R1 C1 h4 h4"], inside=[0, 1])
    late = at(round=30, played=["RC h3", ""], inside=[2, 2], options={"joint": False})

    assert told(alone, "escape")[-1] == "Player 1 has all prisoners out and wins."
    assert told(both, "join")[-1] == "Player 1, Player 2 have all prisoners out and win."
    assert told(late, "escape")[-1] == "30 rounds are over: Player 1 wins."
    assert WORDS.say(late.view().prompt()) == "30 rounds are over: Player 1 wins."


@pytest.mark.parametrize(
    ("last", "news"),
    [("heads", "All coins show heads: nobody informs."), ("tails", "Player 2 is an informer this round.")],
)
def test_coins_are_covered_and_then_shown_together(last: str, news: str) -> None:
    match = at("coin", turns=0, hands=["R1 R2", "C1 C2"])

    assert told(match, "heads", 1) == ["Player 1 covers a coin."]
    assert told(match, last, 0) == ["Player 2 covers a coin.", news]
    match.pop()
    assert told(match, last, 1) == [f"Player 2 lays down {last}.", news]


def test_a_round_begins_with_cards_and_dice() -> None:
    match = sobremesa.start("stalag17", seats=2, seed=1)

    assert WORDS.say(match.view().prompt()) == "Who begins is drawn by lot."
    assert told(match, "1") == ["Player 2 begins."]
    assert WORDS.say(match.view().prompt()) == "Round 1: a card for Player 2."
    assert told(match, "R1", 1) == ["Player 2 is dealt R1 (clothes)."]
    assert told(match, "R1", 0) == ["Player 2 is dealt a card."]
    match.push("R2")
    match.push("R2")
    assert told(match, "V") == ["Player 2 rolls a fence."]
    assert told(match, "H") == ["Player 2 rolls tools."]
    assert faces(match, "dice", SPECTATOR) == ["H", "V"]
    match.push("R")
    assert match.actor == CHANCE
    assert told(match, "6")[1] == "The plan: clothes and tools, getaway 8."


# The ways of cards


def ways(match: Match, choice: str, seat: int) -> dict[str, str]:
    match.push(choice)
    return {card: " ".join(path) for card, path in match.paths(seat).items()}


def test_a_card_drawn_comes_from_the_deck() -> None:
    for seat, card in ((0, "hand-0-R2-1"), (1, "hand-0-1")):
        match = at("draw", due=2, hands=["R2", ""])

        assert ways(match, "R2", seat) == {card: "deck/all hand-0/all"}


def test_a_card_played_or_offered_comes_from_the_hand() -> None:
    for seat, card in ((0, "played-0-R2-0"), (1, "played-0-0")):
        assert ways(at(hands=["R2 I", ""]), "play R2", seat) == {card: "hand-0/all played-0/all"}
    assert ways(at(hands=["R2 I", ""]), "offer R2", 1) == {"offer-0": "hand-0/all offer-0/all"}


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_taken_comes_from_where_it_lay(seat: int) -> None:
    match = at(hands=["", ""], offer=["", "C3"], discard="h1 C3")

    gone = ways(match, "top+take:1", seat)

    assert sorted(gone.values()) == ["offer-1/all hand-0/all", "top/all hand-0/all"]


def test_cards_set_aside_come_from_the_hand_and_become_the_discards() -> None:
    match = at(hands=["R1 R2 R3", ""], discard="h1")

    assert ways(match, "discard R1", 1) == {"pile-1": "hand-0/all group/0"}
    assert ways(match, "done", 1) == {}
    assert ("pile-1", "top") in [(thing["id"], thing["zone"]) for thing in match.frame()["things"]]


@pytest.mark.parametrize(
    ("card", "path"),
    [("R1", {"negotiated-0-R1-0": "deck/all negotiated-0/all"}), ("h2", {"pile-1": "deck/all top/all"})],
)
def test_the_card_of_the_guard_comes_from_the_deck(card: str, path: dict[str, str]) -> None:
    assert ways(at("guard", group="negotiate R2"), card, 1) == path


def test_cards_shown_have_been_played() -> None:
    assert ways(at(played=["R1", ""]), "escape", 1) == {"shown-0-R1-0": "played-0/all shown-0/all"}


def test_at_the_end_of_a_round_no_card_has_a_way() -> None:
    match = at(played=["RC h5 h5", ""])
    match.push("escape")

    assert ways(match, "decline", 1) == {}


def test_what_lay_under_a_card_that_was_taken_comes_from_nowhere() -> None:
    match = at(hands=["", ""], discard="h1 C3")

    assert "pile-0" not in ways(match, "take", 1)
    assert match.game.scenery.glimpse(match.view().table, 0, match.view().table) == []
