"""The base game of Stalag 17, ST-01 to ST-34."""

from itertools import combinations
from typing import Any

import pytest

import sobremesa
from tests.games.stalag17.scenes import BASE, PLAN, match_with, others, push, texts

# The round and its plan


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_st_01_two_to_five_play(seats: int) -> None:
    match = sobremesa.start("stalag17", seats=seats)

    position = match.position()

    assert (position["vigilance"], position["inside"]) == ([0] * seats, [3] * seats)


@pytest.mark.parametrize("seats", [1, 6])
def test_st_01_nobody_else_plays(seats: int) -> None:
    with pytest.raises(sobremesa.InvalidSeats):
        sobremesa.start("stalag17", seats=seats)


def test_st_01_the_number_of_prisoners_can_be_chosen() -> None:
    match = sobremesa.start("stalag17", seats=2, options={"prisoners": 5})

    assert match.position()["inside"] == [5, 5]


@pytest.mark.parametrize(
    ("points", "hand", "left"),
    [(0, "B", 1), (0, "", 0), (2, "", 0), (2, "R2", 1), (9, "", 6), (0, "R3", 0)],
)
def test_st_01_a_change_of_vigilance_is_summed_up_before_it_is_cut_at_zero(points: int, hand: str, left: int) -> None:
    match = match_with(seats=2, played=["R1 C1 D1 h4", ""], hands=["", hand], vigilance=[0, points], inside=[3, 1])

    push(match, "escape", "decline")

    assert match.position()["vigilance"][1] == left


def test_st_01_vigilance_stays_from_round_to_round() -> None:
    match = match_with(seats=2, played=["R1 C1 D1 h5 h5", ""], hands=["R2", "I I I"], vigilance=[3, 20])

    push(match, "escape", "decline")

    assert (match.phase, match.position()["round"]) == ("deal", 2)
    assert match.position()["vigilance"] == [5, 23]


def test_st_02_any_seat_may_be_first() -> None:
    match = sobremesa.start("stalag17", seats=4)

    outcomes = [(outcome.text, outcome.weight) for outcome in match.outcomes()]
    match.push("2")

    assert outcomes == [("0", 1), ("1", 1), ("2", 1), ("3", 1)]
    assert (match.position()["first"], match.position()["turn"], match.phase) == (2, 2, "deal")


def test_st_03_both_cards_go_to_the_first_player_then_clockwise() -> None:
    match = sobremesa.start("stalag17", seats=3)

    push(match, "1", "R1", "h5", "I", "RC", "B", "M3")

    assert match.position()["hands"] == ["M3 B", "R1 h5", "RC I"]
    assert match.phase == "plan"


def test_st_03_all_84_cards_are_in_the_deck() -> None:
    match = push(sobremesa.start("stalag17", seats=2), "0")

    weights = {outcome.text: outcome.weight for outcome in match.outcomes()}

    assert sum(weights.values()) == 84
    assert [weights[text] for text in ("R1", "R2", "R3", "RC", "HM", "h1", "h2", "h3", "h4", "h5", "B", "I")] == [
        *(2, 4, 2, 1, 1, 4, 6, 6, 6, 4, 4, 4)
    ]


@pytest.mark.parametrize(
    ("inside", "dice"),
    [([3, 3, 3], 3), ([2, 3, 3], 3), ([2, 2, 3], 3), ([2, 2, 2], 4), ([1, 1, 2], 4), ([1, 1, 1], 5)],
)
def test_st_04_more_dice_as_prisoners_escape(inside: list[int], dice: int) -> None:
    match = match_with(phase="plan", inside=inside)

    faces = ["R", "C", "D", "H", "M", "V"]
    for _ in range(dice):
        assert texts(match) == faces
        match.push("V")

    assert texts(match) == ["1", "2", "3", "4", "5", "6"]


def test_st_04_never_more_than_five_dice() -> None:
    match = match_with(phase="plan", seats=2, inside=[1, 1], options={"prisoners": 5}, rolled="VVVVV")

    assert texts(match) == ["1", "2", "3", "4", "5", "6"]
    assert all(outcome.weight == 1 for outcome in match.outcomes())


def test_st_05_every_object_face_is_a_requirement() -> None:
    match = match_with(phase="plan")

    push(match, "M", "R", "M", "3")

    assert match.position()["plan"] == {"objects": "RMM", "huida": 3}


@pytest.mark.parametrize(("bonus", "huida"), [(0, 6), (2, 10), (4, 14)])
def test_st_05_fences_raise_the_escape_value(bonus: int, huida: int) -> None:
    match = match_with(phase="plan", rolled="VC", options={"fence_bonus": bonus})

    push(match, "V", "6")

    assert match.position()["plan"] == {"objects": "C", "huida": huida}


def test_st_05_fences_alone_ask_for_no_object() -> None:
    match = match_with(phase="plan", seats=2, rolled="VVV", options=BASE)

    push(match, "1")

    assert match.position()["plan"] == {"objects": "", "huida": 7}
    assert match.phase == "act"


def test_st_06_the_first_player_begins_and_turns_go_clockwise() -> None:
    match = match_with(phase="plan", rolled="VVV", first=2, options=BASE)
    seats = []

    match.push("1")
    for _ in range(4):
        seats.append(match.actor)
        push(match, "draw", "R2", "h3") if match.actor == 2 else push(match, "draw", "C2", "h2")

    assert seats == [2, 0, 1, 2]
    assert match.position()["turns"] == 4


# Actions


def test_st_10_two_cards_are_drawn() -> None:
    match = match_with(hands=["I", "", ""])

    push(match, "draw", "R1")
    between = match.position()
    match.push("B")

    assert (between["due"], between["hands"][0], between["turn"]) == (1, "R1 I", 0)
    assert (match.position()["hands"][0], match.position()["turn"], match.phase) == ("R1 B I", 1, "act")


def test_st_10_drawing_is_weighted_by_what_the_deck_has() -> None:
    match = match_with(hands=["R2 R2 RC", "h1", ""], discard="h1 I")

    match.push("draw")

    weights = {outcome.text: outcome.weight for outcome in match.outcomes()}
    assert (weights["R2"], weights.get("RC"), weights["h1"], weights["I"]) == (2, None, 2, 3)
    assert sum(weights.values()) == 78


@pytest.mark.parametrize(("discard", "offered"), [("R1", True), ("", False)])
def test_st_10_drawing_needs_a_card_somewhere(discard: str, offered: bool) -> None:
    match = match_with(hands=[others(discard), "", ""], discard=discard)

    assert ("draw" in texts(match)) is offered


def test_st_11_the_top_discard_and_then_one_from_the_deck() -> None:
    match = match_with(discard="C2 h1")

    match.push("take")
    between = match.position()
    match.push("M3")

    assert (between["hands"][0], between["discard"], between["due"]) == ("h1", "C2", 1)
    assert (match.position()["hands"][0], match.position()["turn"]) == ("M3 h1", 1)


def test_st_11_taking_needs_a_discard() -> None:
    match = match_with()

    assert "take" not in texts(match)


@pytest.mark.parametrize("card", ["R1", "HM", "h5", "B", "I"])
def test_st_12_any_card_is_played_face_down_and_one_is_drawn(card: str) -> None:
    match = match_with(hands=[f"{card} C3", "", ""])

    push(match, f"play {card}")
    between = match.position()
    match.push("D2")

    assert (between["played"], between["due"]) == ([card, "", ""], 1)
    assert (match.position()["hands"][0], match.position()["turn"]) == ("C3 D2", 1)


ALLOWED = [
    *("R1", "I", "B", "h3", "RC"),
    *("h1 h4 I", "RC CD C1", "I I R1", "I I I", "I I I I", "B B I", "B B B", "R1 R2 R3 RC RD RH RM I"),
    *("h1 h2 h3 h4 h5 I I", "I I RC", "RC RD I"),
    *("R1 C1 D1 H1 RM", "R1 C1 D1 H1 M1", "R1 C1 D1 h1 B", "R1 RC CD DH h1", "I I I I R1", "R1 C1 D1 H1 M1 h1 B I"),
    *("RC RD CD h1 B", "RM CM I I h1", "R1 C1 D1 H1 M1 h1 I I", "I I I I R1 C1 D1 H1"),
]
NOT_ALLOWED = [
    *("I I", "R1 R1", "R1 I", "RC CD RD", "R1 C1 D1 H1", "R1 R1 C1", "h1 h2 B", "I I R1 C1", "R1 R2 RC CD"),
    *("R1 R2 C1 D1 H1", "RC RD CD R1 h1", "h1 h2 R1 C1 D1", "B B R1 C1 D1", "R1 C1 RC D1 H1"),
    *("R1 C1 D1 H1 M1 h1 B I I", "I I I I R1 C1 D1 H1 M1"),
]


@pytest.mark.parametrize("cards", ALLOWED)
def test_st_13_these_groups_may_be_discarded(cards: str) -> None:
    match = match_with(hands=[cards, "", ""])
    first, *rest = cards.split()

    push(match, f"discard {first}", *(f"also {card}" for card in rest), "done")

    assert (match.position()["discard"], match.position()["hands"][0]) == (cards, "")
    assert (match.phase, match.position()["turn"]) == ("act", 1)


@pytest.mark.parametrize("cards", NOT_ALLOWED)
def test_st_13_these_groups_may_not(cards: str) -> None:
    match = match_with(hands=[cards, "", ""])
    first, *rest = cards.split()

    match.push(f"discard {first}")
    with pytest.raises(sobremesa.IllegalMove):
        push(match, *(f"also {card}" for card in rest), "done")


def test_st_13_the_last_card_chosen_lies_on_top() -> None:
    match = match_with(hands=["R1 R2 RC", "", ""], discard="I")

    push(match, "discard R2", "also RC", "also R1")
    before = match.position()
    match.push("done")

    assert (before["group"], before["discard"], before["hands"][0]) == ("discard R2 RC R1", "I", "")
    assert match.position()["discard"] == "I R2 RC R1"


@pytest.mark.parametrize(
    ("hand", "chosen", "offered"),
    [
        ("R1 R2", ["R1"], ["done"]),
        ("R1 R2 RC C1", ["R1"], ["also R2", "also RC", "done"]),
        ("R1 R2 RC C1", ["R1", "R2"], ["also RC"]),
        ("R1 RC C1 C2", ["RC"], ["also C1", "also C2", "done"]),
        ("R1 R2 RC C1 C2", ["RC", "R1"], ["also R2"]),
        ("I I R1", ["I"], ["also R1", "also I", "done"]),
        ("I I", ["I"], ["done"]),
        ("I I I", ["I", "I"], ["also I"]),
        ("R1 C1 D1 H1", ["R1"], ["done"]),
        ("R1 R2 C1 D1 H1 h1", ["R1"], ["also C1", "also D1", "also H1", "also h1", "done"]),
        ("R1 C1 D1 H1 RM", ["R1", "C1", "D1", "H1"], ["also RM"]),
        ("R1 R2 RC CD RD h1 B", ["R1", "RC", "CD"], ["also h1", "also B"]),
        ("I I I I R1 C1 D1 H1 M1", ["I", "I", "I", "I", "R1", "C1", "D1"], ["also H1", "also M1", "done"]),
        ("I I I I R1 C1 D1 H1 M1", ["I", "I", "I", "I", "R1", "C1", "D1", "H1"], ["done"]),
        ("I I I I R1 C1", ["I", "I", "I", "I"], ["also R1", "also C1", "done"]),
    ],
)
def test_st_13_a_card_is_offered_only_if_an_allowed_group_can_be_reached(
    hand: str, chosen: list[str], offered: list[str]
) -> None:
    match = match_with(hands=[hand, "", ""])

    push(match, f"discard {chosen[0]}", *(f"also {card}" for card in chosen[1:]))

    assert texts(match) == offered


def test_st_13_no_card_is_drawn() -> None:
    match = match_with(hands=["R1", "", ""])

    push(match, "discard R1", "done")

    assert (match.position()["hands"], match.phase, match.actor) == (["", "", ""], "act", 1)


@pytest.mark.parametrize(("tried", "offered"), [(False, True), (True, False)])
def test_st_14_an_escape_is_an_action(tried: bool, offered: bool) -> None:
    match = match_with(tried=tried)

    assert ("escape" in texts(match)) is offered


def test_st_15_equal_cards_are_one_choice() -> None:
    match = match_with(hands=["h2 h2 h2 I I", "", ""], options=BASE)

    assert texts(match) == ["draw", "escape", "play h2", "play I", "discard h2", "discard I"]


def test_st_15_there_is_no_hand_limit() -> None:
    match = match_with(hands=[others("R1 R1"), "", ""])

    push(match, "draw", "R1", "R1")

    assert len(match.position()["hands"][0].split()) == 84


def test_st_15_played_cards_stay_and_their_number_is_public() -> None:
    match = match_with(hands=["R1", "C2 C3", ""], played=["h1", "", "I B"], discard="M2", vigilance=[1, 2, 3])

    push(match, "play R1", "D2", "draw", "D2", "D3", "draw", "M1", "M3")

    seen = match.view(1).position()
    assert (seen["hands"], seen["played"], seen["discard"]) == (["?", "C2 C3 D2 D3", "? ?"], ["? ?", "", "? ?"], "M2")


def test_st_16_the_discards_become_the_deck_as_soon_as_a_card_must_be_drawn() -> None:
    match = match_with(hands=[others("R1 C2 h3"), "", ""], discard="C2 h3")

    push(match, "draw", "R1")

    assert match.position()["discard"] == ""
    assert [(outcome.text, outcome.weight) for outcome in match.outcomes()] == [("C2", 1), ("h3", 1)]


def test_st_16_the_last_card_of_the_deck_leaves_the_discards_alone() -> None:
    match = match_with(hands=["C1", others("C1 R1 C2 h3"), ""], discard="C2 h3")

    push(match, "play C1", "R1")

    assert (match.position()["discard"], match.phase, match.actor) == ("C2 h3", "act", 1)


@pytest.mark.parametrize(("choice", "left"), [("draw", ""), ("take", ""), ("top+take:1", "")])
def test_st_16_missing_cards_are_not_drawn(choice: str, left: str) -> None:
    match = match_with(hands=[others("R1 R1"), "", ""], offer=["", "R1", ""], discard="R1")

    push(match, choice)
    if match.phase == "draw":
        match.push("R1")

    assert (match.position()["discard"], match.phase, match.actor, match.position()["dry"]) == (left, "act", 1, 0)


def test_st_16_with_both_piles_empty_all_other_actions_go_on() -> None:
    match = match_with(hands=["R1 I", others("R1 I M1"), ""], offer=["", "", ""], played=["M1", "", ""])

    offered = texts(match)
    match.push("play R1")

    assert offered == ["escape", "pass", "play R1", "play I", "discard R1", "discard I", "offer R1"]
    assert (match.position()["played"][0], match.actor, match.position()["dry"]) == ("R1 M1", 1, 1)


def test_st_16_an_offer_can_be_taken_without_the_missing_card() -> None:
    match = match_with(hands=["I", others("I C1"), ""], offer=["", "C1", ""])

    offered = texts(match)
    match.push("draw+take:1")

    assert offered == ["escape", "pass", "draw+take:1", "play I", "discard I", "play I+take:1"]
    assert (match.position()["hands"][0], match.actor, match.position()["dry"]) == ("C1 I", 1, 1)


@pytest.mark.parametrize("discard", ["R1", "B"])
def test_st_16_only_with_both_piles_empty_may_anybody_pass(discard: str) -> None:
    match = match_with(hands=[others(discard), "", ""], discard=discard)

    assert "pass" not in texts(match)


def test_st_16_a_discard_ends_the_dry_turns() -> None:
    match = match_with(hands=["R1", others("R1"), ""], turns=5, dry=2)

    push(match, "discard R1", "done")

    assert (match.position()["dry"], match.position()["discard"], match.actor) == (0, "R1", 1)


@pytest.mark.parametrize("last", ["pass", "play R1", "offer R1"])
def test_st_16_a_round_in_which_everybody_found_and_left_nothing_ends(last: str) -> None:
    match = match_with(
        hands=["R1", others("R1"), ""], turns=9, dry=2, vigilance=[20, 5, 9], inside=[3, 2, 1], first=1, turn=0,
        informer=[True, False, False], round=4,
    )  # fmt: skip

    match.push(last)

    position = match.position()
    assert (position["phase"], position["round"], position["turns"], position["dry"]) == ("deal", 5, 0, 0)
    assert position["vigilance"] == [11, 0, 6]
    assert (position["first"], position["turn"]) == (0, 0)
    assert "plan" not in position
    assert position["hands"] == position["played"] == position["offer"] == ["", "", ""]


def test_st_16_a_failed_escape_does_not_hide_that_a_turn_was_dry() -> None:
    match = match_with(seats=2, hands=["R1", others("R1")], turns=3, dry=1, inside=[1, 1], vigilance=[9, 9])

    push(match, "escape", "pass")

    assert (match.phase, match.position()["vigilance"]) == ("deal", [8, 6])


def test_st_16_the_escape_that_ends_a_match_may_be_a_dry_turn_too() -> None:
    played = "R1 C1 D1 h5"
    match = match_with(
        played=[played, "", ""], hands=["", others(played), ""], turns=9, dry=2, inside=[1, 2, 3], options=BASE
    )

    match.push("escape")

    position = match.position()
    assert (match.phase, position["turns"], position["dry"]) == ("over", 10, 3)
    assert sobremesa.position(position).position() == position


def test_st_17_the_500th_turn_of_a_round_is_the_last() -> None:
    match = match_with(turns=499, vigilance=[20, 20, 20], inside=[3, 2, 1], hands=["R1", "B", "I"])

    push(match, "discard R1", "done")

    assert (match.phase, match.position()["round"], match.turns) == ("deal", 2, 500)
    assert match.position()["vigilance"] == [11, 14, 17]


def test_st_17_the_499th_turn_is_not_the_last() -> None:
    match = match_with(turns=498, hands=["R1", "", ""])

    push(match, "discard R1", "done")

    assert (match.phase, match.position()["turns"], match.actor) == ("act", 499, 1)


# Escape


def test_st_20_an_escape_turns_the_played_cards_up() -> None:
    match = match_with(played=["R1 h2", "C1", ""], shown=["C1", "", ""], vigilance=[1, 0, 0])

    match.push("escape")

    assert (match.position()["played"], match.position()["shown"][0]) == (["", "C1", ""], "R1 C1 h2")


def test_st_20_an_escape_may_be_announced_with_nothing_in_play() -> None:
    match = match_with()

    match.push("escape")

    assert (match.position()["vigilance"], match.position()["tried"]) == ([2, 0, 0], True)


@pytest.mark.parametrize(
    "keys",
    [
        {"played": ["R1 C1", "", ""], "shown": ["D1 h4", "", ""]},
        {"played": ["R1 h4", "", ""], "negotiated": ["M1 H2", "", ""]},
    ],
)
def test_st_20_cards_shown_earlier_and_negotiated_cards_count(keys: dict[str, Any]) -> None:
    match = match_with(**keys)

    match.push("escape")

    assert (match.phase, match.position()["inside"]) == ("join", [2, 3, 3])


@pytest.mark.parametrize("keys", [{"offer": ["D1", "", ""]}, {"hands": ["D1", "", ""]}])
def test_st_20_cards_on_offer_or_in_hand_do_not_count(keys: dict[str, Any]) -> None:
    match = match_with(played=["R1 C1 h4", "", ""], **keys)

    match.push("escape")

    assert (match.phase, match.position()["inside"]) == ("act", [3, 3, 3])


@pytest.mark.parametrize(
    ("objects", "cards", "works"),
    [
        ("RCD", "R1 C2 D3", True),
        ("RCD", "RC D1", True),
        ("RCD", "RC RD", True),
        ("RCD", "RC B", True),
        ("RCD", "B B B", True),
        ("RCD", "B B", False),
        ("RCD", "R1 C2 I", False),
        ("RCD", "R1 C2 H1 M1", False),
        ("RRD", "R1 D1", False),
        ("RRD", "R1 R1 D1", True),
        ("RRD", "R1 RD", True),
        ("RRCC", "RC R1 C1", True),
        ("RRCC", "RC R1", False),
        ("RRCC", "RC R1 B", True),
        ("RCDHM", "RC DH B", True),
        ("RCDHM", "RC RD RH RM", True),
        ("RCDHM", "RC RD RH", False),
        ("MMMMM", "M1 M1 RM CM DM", True),
        ("", "", True),
    ],
)
def test_st_21_the_best_assignment_of_cards_counts(objects: str, cards: str, works: bool) -> None:
    match = match_with(plan={"objects": objects, "huida": 1}, played=[f"{cards} h5", "", ""])

    match.push("escape")

    assert (match.phase == "join") is works


@pytest.mark.parametrize("double", ["".join(pair) for pair in combinations("RCDHM", 2)])
def test_st_21_every_double_stands_for_both_its_objects(double: str) -> None:
    match = match_with(plan={"objects": double, "huida": 1}, played=[f"{double} h5", "", ""])

    match.push("escape")

    assert match.phase == "join"


@pytest.mark.parametrize(
    ("cards", "points", "works"),
    [("h4", 0, True), ("h3", 0, False), ("h3 h1", 0, True), ("h4", 1, False), ("h5", 1, True), ("h5 h5 h5", 12, False)],
)
def test_st_22_escape_cards_must_reach_the_plan_and_the_own_vigilance(cards: str, points: int, works: bool) -> None:
    match = match_with(played=[f"R1 C1 D1 {cards}", "", ""], vigilance=[points, 50, 50])

    match.push("escape")

    assert (match.phase == "join") is works


def test_st_23_surplus_cards_do_no_harm() -> None:
    match = match_with(played=["R1 R2 C1 D1 H1 HM h5 h5 B I", "", ""])

    match.push("escape")

    assert (match.phase, match.position()["inside"]) == ("join", [2, 3, 3])


def test_st_24_a_success_frees_a_prisoner_and_ends_the_round() -> None:
    match = match_with(played=["R1 C1 D1 h4", "", ""], options=BASE, turns=7)

    match.push("escape")

    assert (match.phase, match.position()["inside"], match.position()["round"]) == ("deal", [2, 3, 3], 2)
    assert match.turns == 8


@pytest.mark.parametrize("points", [0, 1, 2, 3, 4, 5])
def test_st_25_a_failure_costs_points_and_leaves_an_action(points: int) -> None:
    match = match_with(played=["R1 h5", "", ""], hands=["C1", "", ""], options={"failed_escape": points, **BASE})

    match.push("escape")

    assert match.position()["vigilance"] == [points, 0, 0]
    assert (match.actor, texts(match)) == (0, ["draw", "play C1", "discard C1"])


def test_st_25_shown_cards_stay_and_the_next_turn_may_try_again() -> None:
    match = match_with(seats=2, played=["R1 h5", ""], hands=["", ""])

    push(match, "escape", "draw", "C1", "C1", "draw", "D1", "D1")

    assert (match.position()["shown"], match.position()["tried"]) == (["R1 h5", ""], False)
    assert "escape" in texts(match)


def test_st_25_the_points_count_at_once() -> None:
    match = match_with(played=["R1 C1 h4", "", ""], seats=3, hands=["D1", "", ""])

    push(match, "escape", "play D1", "C2", "draw", "C2", "C2", "draw", "D2", "D2", "escape")

    assert (match.phase, match.position()["vigilance"][0]) == ("act", 4)


def test_st_26_the_last_prisoner_free_wins_without_a_roll_call() -> None:
    match = match_with(
        played=["R1 C1 D1 h5", "B", ""], hands=["I", "B", "R1"], inside=[1, 2, 3], vigilance=[1, 7, 9], turns=4,
        options=BASE,
    )  # fmt: skip

    match.push("escape")

    position = match.position()
    assert (match.phase, match.places(), position["vigilance"]) == ("over", [1, 2, 3], [1, 7, 9])
    assert (position["hands"], position["played"][1], position["turns"]) == (["I", "B", "R1"], "B", 5)
    assert (position["shown"][0], position["plan"]) == ("R1 C1 D1 h5", PLAN)


def test_st_26_the_others_are_asked_to_join_first() -> None:
    match = match_with(played=["R1 C1 D1 h4", "", ""], inside=[1, 2, 3])

    match.push("escape")
    asked = (match.phase, match.actor)
    push(match, "decline", "decline")

    assert asked == ("join", 1)
    assert (match.phase, match.places()) == ("over", [1, 2, 3])


# Roll call


@pytest.mark.parametrize(
    ("hand", "points"),
    [("R1", 1), ("R2", 2), ("M3", 3), ("RC", 3), ("h1", 3), ("h5", 3), ("B", 4), ("I", 4), ("C2 h2 B I", 13), ("", 0)],
)
def test_st_30_who_escaped_adds_the_hand_and_subtracts_nothing(hand: str, points: int) -> None:
    match = match_with(played=["R1 C1 D1 h5 h5 h5 B", "", ""], hands=[hand, "", ""], vigilance=[5, 0, 0], options=BASE)

    match.push("escape")

    assert match.position()["vigilance"][0] == 5 + points


@pytest.mark.parametrize(
    ("keys", "points"),
    [
        ({}, 21),
        ({"hands": ["", "R2 h1 I", ""]}, 30),
        ({"played": ["R1 C1 D1 h4", "B R2 h5", ""]}, 25),
        ({"played": ["R1 C1 D1 h4", "B", ""], "shown": ["", "B C2", ""]}, 29),
        ({"negotiated": ["", "R2 RC", ""]}, 29),
        ({"offer": ["", "R2", ""]}, 21),
        ({"inside": [3, 1, 3]}, 27),
    ],
)
def test_st_31_the_others_add_hand_and_barracks_and_subtract_prisoners(keys: dict[str, Any], points: int) -> None:
    match = match_with(**{"played": ["R1 C1 D1 h4", "", ""], "vigilance": [0, 30, 0]} | keys)

    push(match, "escape", "decline", "decline")

    assert match.position()["vigilance"][1] == points


@pytest.mark.parametrize(
    ("inside", "vigilance", "first"),
    [
        ([3, 3, 3, 3], [0, 0, 0, 0], 2),
        ([3, 3, 2, 3], [0, 0, 99, 0], 3),
        ([3, 3, 2, 2], [0, 0, 99, 99], 0),
        ([3, 3, 3, 3], [50, 0, 49, 50], 3),
        ([3, 3, 3, 3], [50, 0, 49, 49], 0),
        ([2, 3, 2, 2], [0, 0, 0, 0], 2),
        ([1, 3, 1, 1], [0, 0, 0, 0], 1),
    ],
)
def test_st_32_the_next_first_player_lags_behind(inside: list[int], vigilance: list[int], first: int) -> None:
    match = match_with(
        seats=4, played=["", "R1 C1 D1 h4", "", ""], turn=1, inside=inside, vigilance=vigilance, options=BASE
    )

    match.push("escape")

    assert (match.position()["first"], match.position()["turn"]) == (first, first)


def test_st_32_vigilance_counts_as_it_is_after_the_roll_call() -> None:
    match = match_with(played=["R1 C1 D1 h4", "", ""], hands=["", "", "B B B"], vigilance=[0, 9, 8], options=BASE)

    match.push("escape")

    assert (match.position()["vigilance"], match.position()["first"]) == ([0, 0, 11], 2)


def test_st_32_the_escaper_comes_last_among_equals_even_as_an_informer() -> None:
    match = match_with(
        played=["", "", "R1 C1 D1 h4"], turn=2, first=1, informer=[False, False, True], coin=[True, True, False]
    )

    match.push("escape")

    assert match.position()["first"] == 0


@pytest.mark.parametrize(("first", "following"), [(0, 1), (1, 2), (2, 0)])
def test_st_32_without_an_escape_the_first_player_stands_in(first: int, following: int) -> None:
    match = match_with(hands=["", others(), ""], turns=9, dry=2, first=first, turn=1)

    match.push("pass")

    assert match.position()["first"] == following


@pytest.mark.parametrize("choice", ["escape", "pass"])
def test_st_33_the_30th_round_is_the_last(choice: str) -> None:
    match = match_with(
        first=1, turn=0, round=30, played=["R1 C1 D1 h4", "", ""], hands=[others("R1 C1 D1 h4"), "", ""], turns=6,
        dry=2, vigilance=[0, 20, 30], inside=[2, 2, 3], options=BASE,
    )  # fmt: skip

    match.push(choice)

    position = match.position()
    assert (match.phase, position["round"], position["hands"]) == ("over", 30, ["", "", ""])
    assert (position["first"], position["turn"], position["turns"]) == (1, 1, 0)
    assert "plan" not in position
    assert position["places"] == match.places() == [1, 2, 3]


def test_st_33_the_29th_round_is_not_the_last() -> None:
    match = match_with(round=29, played=["R1 C1 D1 h4", "", ""], options=BASE)

    match.push("escape")

    assert (match.phase, match.position()["round"]) == ("deal", 30)


@pytest.mark.parametrize(
    ("inside", "vigilance", "places"),
    [
        ([3, 2, 1], [0, 0, 0], [3, 2, 1]),
        ([2, 2, 2], [5, 3, 4], [3, 1, 2]),
        ([2, 2, 2], [5, 3, 3], [3, 1, 1]),
        ([2, 2, 2], [3, 5, 5], [1, 2, 2]),
        ([1, 2, 2], [90, 3, 3], [1, 2, 2]),
        ([2, 2, 2], [4, 4, 4], [1, 1, 1]),
    ],
)
def test_st_34_more_prisoners_free_then_fewer_points(
    inside: list[int], vigilance: list[int], places: list[int]
) -> None:
    match = match_with(phase="over", round=30, inside=inside, vigilance=vigilance, places=places)

    assert match.places() == places


def test_st_34_losers_are_ordered_behind_the_winner() -> None:
    match = match_with(
        seats=4, played=["R1 C1 D1 h4", "", "", ""], inside=[1, 3, 2, 3], vigilance=[0, 5, 9, 5], options=BASE
    )

    match.push("escape")

    assert match.places() == [1, 3, 2, 3]
