"""The four modules of Stalag 17, ST-35 to ST-65, and its options."""

from typing import Any

import pytest

import sobremesa
from tests.games.stalag17.scenes import match_with, others, push, reasons, texts

GOOD = "R1 C1 D1 h4"

# Informers


def test_st_35_coins_are_chosen_in_seat_order_and_shown_together() -> None:
    match = match_with(phase="plan", rolled="RCD", first=2, turn=2)
    actors = []

    match.push("4")
    for side in ("heads", "tails", "heads"):
        actors.append(match.actor)
        assert (match.phase, texts(match)) == ("coin", ["heads", "tails"])
        assert match.position()["informer"] == [False, False, False]
        match.push(side)

    assert actors == [0, 1, 2]
    assert (match.phase, match.actor) == ("act", 2)
    assert match.position()["informer"] == [False, True, False]
    assert "sides" not in match.position()


def test_st_35_nobody_learns_a_side_before_the_last_is_chosen() -> None:
    match = match_with(phase="coin")

    push(match, "tails", "heads")

    assert match.view(0).position()["sides"] == ["tails", "?", ""]
    assert match.view(1).position()["sides"] == ["?", "heads", ""]
    assert match.view(2).position()["sides"] == match.view().position()["sides"] == ["?", "?", ""]


def test_st_35_there_may_be_several_informers() -> None:
    match = match_with(phase="coin")

    push(match, "tails", "tails", "tails")

    assert match.position()["informer"] == [True, True, True]


@pytest.mark.parametrize(
    "keys", [{"coin": [False, False, False]}, {"options": {"informer": False}, "coin": [True, True, True]}]
)
def test_st_35_without_a_coin_or_the_module_nobody_chooses(keys: dict[str, Any]) -> None:
    match = match_with(phase="plan", rolled="RCD", **keys)

    match.push("4")

    assert match.phase == "act"


@pytest.mark.parametrize(("informer", "works"), [(True, True), (False, False)])
def test_st_36_the_points_of_an_informer_are_not_added_to_the_requirement(informer: bool, works: bool) -> None:
    match = match_with(played=[GOOD, "", ""], vigilance=[14, 0, 0], informer=[informer, False, False])

    match.push("escape")

    assert (match.phase == "deal") is works


def test_st_36_points_gained_in_this_round_are_not_added_either() -> None:
    match = match_with(seats=2, played=["R1 C1 h4", ""], hands=["D1", ""], informer=[True, False], coin=[False, True])

    push(match, "escape", "play D1", "R2", "draw", "R2", "R2", "escape")

    assert (match.phase, match.position()["inside"]) == ("deal", [3, 3])


def test_st_37_an_informer_frees_nobody_and_becomes_harmless() -> None:
    match = match_with(
        played=[f"{GOOD} B", "B", ""], hands=["I I", "R2", "C2"], vigilance=[30, 20, 20], inside=[2, 3, 1],
        informer=[True, False, True], coin=[False, True, False],
    )  # fmt: skip

    match.push("escape")

    assert (match.phase, match.position()["inside"], match.position()["round"]) == ("deal", [2, 3, 1], 2)
    assert match.position()["vigilance"] == [30 - 12, 20 + 2 + 4 - 9, 20 + 2 - 6]


def test_st_37_nobody_joins_an_informer() -> None:
    match = match_with(played=[GOOD, GOOD, ""], informer=[True, False, False], inside=[1, 1, 1])

    match.push("escape")

    assert (match.phase, match.position()["inside"]) == ("deal", [1, 1, 1])


def test_st_38_an_informer_who_stays_subtracts_six_for_each_prisoner() -> None:
    match = match_with(
        played=[GOOD, "B", "B"], hands=["", "C2 h1", "C2 h1"], vigilance=[0, 30, 30], inside=[3, 2, 2],
        informer=[False, True, False], negotiated=["", "M1", "M1"],
    )  # fmt: skip

    push(match, "escape", "decline")

    assert match.position()["vigilance"] == [0, 30 + 5 + 8 - 12, 30 + 5 + 8 - 6]


def test_st_38_a_failing_informer_pays_as_everybody() -> None:
    match = match_with(informer=[True, False, False], vigilance=[5, 0, 0])

    match.push("escape")

    assert (match.position()["vigilance"], match.actor) == ([7, 0, 0], 0)


def test_st_39_tails_costs_the_coin_and_heads_keeps_it() -> None:
    match = match_with(phase="coin")

    push(match, "tails", "heads", "tails")

    assert match.position()["coin"] == [False, True, False]


def test_st_39_who_has_no_coin_does_not_choose() -> None:
    match = match_with(phase="coin", coin=[False, True, False])

    actor = match.actor
    match.push("tails")

    assert (actor, match.phase) == (1, "act")
    assert (match.position()["informer"], match.position()["coin"]) == ([False, True, False], [False, False, False])


def test_st_39_an_informer_is_one_for_a_single_round() -> None:
    match = match_with(played=[GOOD, "", ""], informer=[True, False, False], coin=[False, True, True])

    match.push("escape")

    assert (match.position()["informer"], match.position()["coin"]) == ([False] * 3, [False, True, True])


# The guard


def test_st_40_object_cards_of_different_objects_are_given() -> None:
    match = match_with(hands=["R1 R2 RC HM D2 h1 B I", "", ""])
    offered = [[text for text in texts(match) if text.startswith("negotiate")]]

    for choice in ("negotiate R1", "also HM", "also D2"):
        match.push(choice)
        offered.append(texts(match))

    assert offered == [
        ["negotiate R1", "negotiate R2", "negotiate D2", "negotiate RC", "negotiate HM"],
        ["also D2", "also HM", "done"],
        ["also D2", "done"],
        ["done"],
    ]


def test_st_40_without_the_module_nobody_negotiates() -> None:
    match = match_with(hands=["R1 R2 RC", "", ""], options={"guard": False})

    assert not [text for text in texts(match) if text.startswith("negotiate")]


def test_st_41_the_top_card_of_the_deck_is_shown_and_the_turn_ends() -> None:
    match = match_with(hands=["R1 M2", "", ""])

    push(match, "negotiate R1", "also M2", "done")
    before = match.position()
    match.push("R2")

    assert (before["phase"], before["group"], before["discard"]) == ("guard", "negotiate R1 M2", "")
    assert (match.phase, match.actor) == ("act", 1)


def test_st_41_an_empty_deck_is_refilled_with_the_earlier_discards_alone() -> None:
    match = match_with(hands=["R1 C1", others("R1 C1 h2 B"), ""], discard="h2 B")

    push(match, "negotiate R1", "also C1", "done")
    outcomes = [(outcome.text, outcome.weight) for outcome in match.outcomes()]
    before = match.position()
    match.push("h2")

    assert outcomes == [("h2", 1), ("B", 1)]
    assert (before["discard"], before["group"]) == ("", "negotiate R1 C1")
    assert match.position()["discard"] == "R1 C1 h2"


@pytest.mark.parametrize(("discard", "offered"), [("h2", True), ("", False)])
def test_st_41_with_both_piles_empty_there_is_no_negotiating(discard: str, offered: bool) -> None:
    match = match_with(hands=["R1", others(f"R1 {discard}"), ""], discard=discard)

    assert ("negotiate R1" in texts(match)) is offered


@pytest.mark.parametrize(("given", "shown"), [("R1", "R3"), ("R1", "RM"), ("RC", "C2"), ("RC", "CD"), ("CD", "RC")])
def test_st_42_a_shared_object_is_won_as_a_barracks(given: str, shown: str) -> None:
    match = match_with(hands=[given, "", ""], discard="I", vigilance=[3, 0, 0])

    push(match, f"negotiate {given}", "done", shown)

    assert (match.position()["negotiated"], match.position()["discard"]) == ([shown, "", ""], f"I {given}")
    assert match.position()["vigilance"] == [3, 0, 0]


def test_st_42_it_covers_any_object_and_costs_four_points_if_another_escapes() -> None:
    match = match_with(played=["R1 h4", "", ""], negotiated=["M1 M2", "H2", ""], vigilance=[0, 20, 0])

    match.push("escape")
    phase = match.phase
    push(match, "decline", "decline")

    assert phase == "join"
    assert match.position()["vigilance"][:2] == [0, 20 + 4 - 9]


@pytest.mark.parametrize(("shown", "points"), [("R2", 2), ("RD", 2), ("h1", 3), ("h5", 3), ("B", 4), ("I", 4)])
def test_st_43_anything_else_is_discarded_and_raises_vigilance(shown: str, points: int) -> None:
    match = match_with(hands=["C1 HM", "", ""], discard="I", vigilance=[3, 0, 0])

    push(match, "negotiate C1", "also HM", "done", shown)

    assert (match.position()["negotiated"], match.position()["discard"]) == (["", "", ""], f"I C1 HM {shown}")
    assert match.position()["vigilance"] == [3 + points, 0, 0]


# Trading


def test_st_50_an_object_of_the_plan_is_offered_and_two_cards_drawn() -> None:
    match = match_with(hands=["R1 M2 CM h1 B I", "", ""])
    offers = [text for text in texts(match) if text.startswith("offer")]

    push(match, "offer R1", "h2", "h3")

    assert offers == ["offer R1", "offer CM"]
    assert (match.position()["offer"], match.position()["hands"][0]) == (["R1", "", ""], "M2 CM h1 h2 h3 B I")
    assert match.actor == 1


def test_st_50_a_plan_of_fences_asks_for_nothing_to_offer() -> None:
    match = match_with(hands=["R1 CM", "", ""], plan={"objects": "", "huida": 9})

    assert not [text for text in texts(match) if text.startswith("offer")]


def test_st_50_an_offer_counts_neither_for_the_escape_nor_at_the_roll_call() -> None:
    match = match_with(played=["R1 C1 h4", GOOD, ""], offer=["D1", "", ""], vigilance=[0, 0, 20], turn=0)

    push(match, "escape", "draw", "M1", "M1", "escape", "decline", "decline")

    assert match.position()["inside"] == [3, 2, 3]
    assert match.position()["vigilance"][0] == max(0, 2 + 1 + 1 - 9)


def test_st_51_while_an_offer_lies_there_is_no_other() -> None:
    match = match_with(hands=["R1 C1", "", ""], offer=["R2", "", ""])

    assert not [text for text in texts(match) if text.startswith("offer")]


def test_st_51_an_offer_is_taken_together_with_something_else() -> None:
    match = match_with(hands=["h1 I", "", ""], offer=["D2", "C2", ""], discard="B")

    taking = [text for text in texts(match) if "take:" in text]

    assert taking == ["top+take:1", "draw+take:1", "play h1+take:1", "play I+take:1"]


def test_st_51_an_offer_of_the_first_seat_is_taken_like_any_other() -> None:
    match = match_with(hands=["", "h1 I", ""], offer=["C2", "", ""], discard="B", turn=1)

    taking = [text for text in texts(match) if "take:" in text]

    assert taking == ["top+take:0", "draw+take:0", "play h1+take:0", "play I+take:0"]


def test_st_51_the_first_card_may_be_played_for_an_offer_of_the_first_seat() -> None:
    match = match_with(hands=["", "R1", ""], offer=["C2", "", ""], turn=1)

    match.push("play R1+take:0")

    assert (match.position()["hands"][1], match.position()["played"][1]) == ("C2", "R1")
    assert (match.position()["offer"], match.actor) == (["", "", ""], 2)


def test_st_51_taken_while_drawing_one_card() -> None:
    match = match_with(offer=["", "C2", ""])

    match.push("draw+take:1")
    between = match.position()
    match.push("R1")

    assert (between["hands"][0], between["due"]) == ("C2", 1)
    assert (match.position()["hands"][0], match.position()["offer"], match.actor) == ("R1 C2", ["", "", ""], 1)


def test_st_51_taken_while_playing_a_card_without_drawing() -> None:
    match = match_with(hands=["h1", "", ""], offer=["", "C2", "D1"])

    match.push("play h1+take:2")

    assert (match.position()["hands"][0], match.position()["played"][0]) == ("D1", "h1")
    assert (match.position()["offer"], match.phase, match.actor) == (["", "C2", ""], "act", 1)


def test_st_51_the_card_played_with_it_comes_from_the_hand_as_it_was() -> None:
    match = match_with(hands=["h1", "", ""], offer=["", "C2", ""])

    assert "play C2+take:1" not in texts(match)


def test_st_51_taken_with_the_top_discard_without_drawing() -> None:
    match = match_with(offer=["", "C2", ""], discard="R1 I")

    match.push("top+take:1")

    assert (match.position()["hands"][0], match.position()["discard"], match.actor) == ("C2 I", "R1", 1)


def test_st_51_without_a_discard_there_is_no_top_card_to_take() -> None:
    match = match_with(offer=["", "C2", ""])

    assert [text for text in texts(match) if "take:" in text] == ["draw+take:1"]


def test_st_51_without_the_module_nobody_offers() -> None:
    match = match_with(hands=["R1", "", ""], options={"trade": False})

    assert not [text for text in texts(match) if text.startswith("offer")]


# Joint escapes


def test_st_60_the_others_are_asked_clockwise_until_one_says_yes() -> None:
    match = match_with(seats=4, played=["", "", GOOD, ""], turn=2)
    asked = []

    match.push("escape")
    while match.phase == "join":
        asked.append((match.actor, match.position()["asked"], texts(match)))
        match.push("join" if match.actor == 0 else "decline")

    assert asked == [(3, 3, ["join", "decline"]), (0, 0, ["join", "decline"])]
    assert match.phase == "deal"


def test_st_60_all_may_decline() -> None:
    match = match_with(played=[GOOD, "", ""], turns=3)

    push(match, "escape", "decline", "decline")

    assert (match.phase, match.position()["inside"], match.turns) == ("deal", [2, 3, 3], 4)


def test_st_60_informers_are_not_asked() -> None:
    match = match_with(seats=4, played=[GOOD, "", "", ""], informer=[False, True, False, True])
    asked = []

    match.push("escape")
    while match.phase == "join":
        asked.append(match.actor)
        match.push("decline")

    assert asked == [2]


def test_st_60_without_anybody_to_ask_or_without_the_module_the_round_ends() -> None:
    alone = match_with(seats=2, played=[GOOD, ""], informer=[False, True])
    without = match_with(seats=2, played=[GOOD, ""], options={"joint": False})

    push(alone, "escape")
    push(without, "escape")

    assert (alone.phase, without.phase) == ("deal", "deal")


@pytest.mark.parametrize(
    ("cards", "points", "works"), [(GOOD, 0, True), (GOOD, 1, False), ("R1 C1 h4", 0, False), ("RC RD h5", 1, True)]
)
def test_st_61_the_joiner_must_satisfy_the_plan_too(cards: str, points: int, works: bool) -> None:
    match = match_with(played=["RH CH DH h5", cards, ""], vigilance=[0, points, 0])

    push(match, "escape", "join")

    assert (match.phase, match.position()["inside"]) == ("deal", [2, 2 if works else 3, 3])


def test_st_61_cards_shown_earlier_and_negotiated_ones_count_for_the_joiner() -> None:
    match = match_with(played=["RH CH DH h5", "R1", ""], shown=["", "h4", ""], negotiated=["", "M1 M2", ""])

    push(match, "escape", "join")

    assert match.position()["inside"] == [2, 2, 3]


def test_st_62_the_joiner_adds_four_and_subtracts_nothing() -> None:
    match = match_with(
        played=["RH CH DH h5", f"{GOOD} h5 h5 B", ""], hands=["", "R2 I", ""], negotiated=["", "M1", ""],
        vigilance=[0, 9, 0],
    )  # fmt: skip

    push(match, "escape", "join")

    assert match.position()["vigilance"][1] == 9 + 6 + 4


@pytest.mark.parametrize(("inside", "escape", "works"), [(1, "h5 h4", True), (1, "h5 h3", False), (2, "h4", True)])
def test_st_63_the_last_prisoner_of_a_joiner_needs_five_more(inside: int, escape: str, works: bool) -> None:
    match = match_with(played=["RH CH DH h5", f"R1 C1 D1 {escape}", ""], inside=[3, inside, 3])

    push(match, "escape", "join")

    assert match.position()["inside"] == [2, inside - 1 if works else inside, 3]


@pytest.mark.parametrize("joiner", [0, 1, 2])
def test_st_63_a_joiner_whose_last_prisoner_is_free_ends_the_match(joiner: int) -> None:
    escaper = (joiner + 2) % 3
    played, inside = [""] * 3, [3] * 3
    played[escaper], played[joiner], inside[joiner] = "RH CH DH h5", "R1 C1 D1 h5 h5", 1
    match = match_with(played=played, inside=inside, first=escaper, turn=escaper)

    push(match, "escape", "join")

    places = match.places()
    assert places is not None
    assert (match.phase, places[joiner]) == ("over", 1)


@pytest.mark.parametrize("points", [2, 5])
def test_st_64_a_joiner_who_fails_pays_and_nobody_else_may_join(points: int) -> None:
    match = match_with(
        played=[GOOD, "M1 B", GOOD], hands=["", "I", ""], vigilance=[0, 20, 0], options={"failed_escape": points}
    )

    push(match, "escape", "join")

    assert (match.phase, match.position()["inside"]) == ("deal", [2, 3, 3])
    assert match.position()["vigilance"] == [0, 20 + points + 4 + 4 - 9, 0]


def test_st_64_the_points_of_a_failure_come_before_the_cut_at_zero() -> None:
    match = match_with(played=[GOOD, "", ""], vigilance=[0, 4, 0], inside=[3, 1, 3])

    push(match, "escape", "join")

    assert match.position()["vigilance"][1] == 3


def test_st_64_a_failing_joiner_pays_even_when_the_match_is_won() -> None:
    match = match_with(played=[GOOD, "", ""], vigilance=[0, 4, 0], inside=[1, 1, 3])

    push(match, "escape", "join")

    assert (match.phase, match.places(), match.position()["vigilance"]) == ("over", [1, 2, 3], [0, 6, 0])


@pytest.mark.parametrize(
    ("tiebreak", "vigilance", "places"),
    [
        (False, [0, 1, 0], [1, 1, 3]),
        (True, [0, 1, 0], [1, 2, 3]),
        (True, [2, 1, 0], [2, 1, 3]),
        (True, [1, 1, 0], [1, 1, 3]),
    ],
)
def test_st_65_two_may_win_together(tiebreak: bool, vigilance: list[int], places: list[int]) -> None:
    match = match_with(
        played=["RH CH DH h5 h5", f"{GOOD} h5 h5", ""], hands=["I", "", ""], inside=[1, 1, 3], vigilance=vigilance,
        options={"tiebreak": tiebreak}, turns=2,
    )  # fmt: skip

    push(match, "escape", "join")

    assert (match.phase, match.places()) == ("over", places)
    assert (match.position()["vigilance"], match.position()["turns"]) == (vigilance, 3)


def test_st_65_a_joiner_may_win_alone() -> None:
    match = match_with(played=["RH CH DH h5", f"{GOOD} h5", ""], inside=[2, 1, 3])

    push(match, "escape", "join")

    assert (match.phase, match.places(), match.position()["inside"]) == ("over", [2, 1, 3], [1, 0, 3])


# The options


def test_options_are_these_and_no_others() -> None:
    game = sobremesa.find("stalag17")

    assert (game.seats, game.name) == ((2, 3, 4, 5), "stalag17")
    assert {option.name: (set(option.values), option.default) for option in game.options} == {
        "informer": ({True, False}, True),
        "guard": ({True, False}, True),
        "trade": ({True, False}, True),
        "joint": ({True, False}, True),
        "tiebreak": ({True, False}, False),
        "fence_bonus": (set(range(5)), 2),
        "failed_escape": (set(range(6)), 2),
        "prisoners": (set(range(1, 6)), 3),
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [("informer", 1), ("tiebreak", "on"), ("fence_bonus", 5), ("failed_escape", -1), ("prisoners", 0), ("hand", 7)],
)
def test_options_have_these_values_and_no_others(option: str, value: object) -> None:
    with pytest.raises(sobremesa.InvalidOption):
        sobremesa.start("stalag17", options={option: value})


@pytest.mark.parametrize(
    ("option", "keys"),
    [
        ("informer", {"informer": [True, False, False]}),
        ("informer", {"phase": "coin"}),
        ("guard", {"negotiated": ["R1", "", ""]}),
        ("guard", {"phase": "group", "group": "negotiate R1"}),
        ("trade", {"offer": ["R1", "", ""]}),
        ("joint", {"phase": "join", "asked": 1, "inside": [2, 3, 3]}),
    ],
)
def test_options_that_are_off_leave_no_trace_in_positions(option: str, keys: dict[str, Any]) -> None:
    assert reasons(**keys) == []
    assert "module" in reasons(options={option: False}, **keys)
