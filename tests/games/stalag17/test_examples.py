"""The worked examples of Stalag 17."""

import pytest

from tests.games.stalag17.scenes import match_with, push, texts


@pytest.mark.parametrize("cards", ["h1 h4 I", "RC CD C1", "I I R1", "R1 C1 D1 H1 RM"])
def test_example_groups_that_are_allowed(cards: str) -> None:
    match = match_with(hands=[cards, "", ""])
    first, *rest = cards.split()

    push(match, f"discard {first}", *(f"also {card}" for card in rest))

    assert texts(match) == ["done"]


@pytest.mark.parametrize("cards", ["I I", "RC CD RD", "R1 C1 D1 H1"])
def test_example_groups_that_are_not(cards: str) -> None:
    match = match_with(hands=[cards, "", ""])

    match.push(f"discard {cards.split()[0]}")

    assert texts(match) == ["done"]


def test_example_an_informer_escapes() -> None:
    match = match_with(
        plan={"objects": "CH", "huida": 8}, played=["C1 H1 h4 h4", "", ""], vigilance=[14, 0, 0], inside=[2, 3, 3],
        informer=[True, False, False], coin=[False, True, True],
    )  # fmt: skip

    match.push("escape")

    assert (match.phase, match.position()["inside"][0], match.position()["vigilance"][0]) == ("deal", 2, 2)


def test_example_an_informer_stays_while_another_escapes() -> None:
    match = match_with(
        plan={"objects": "CH", "huida": 8}, played=["", "C1 H1 h4 h4", ""], hands=["C2 R1 I", "", ""],
        vigilance=[14, 0, 0], inside=[2, 3, 3], informer=[True, False, False], coin=[False, True, True], turn=1,
    )  # fmt: skip

    push(match, "escape", "decline")

    assert match.position()["vigilance"][0] == 9


def test_example_three_objects_given_and_one_of_them_shown() -> None:
    match = match_with(hands=["H1 M1 R1", "", ""])

    push(match, "negotiate H1", "also M1", "also R1", "done", "R2")

    assert (match.position()["negotiated"][0], match.position()["vigilance"][0]) == ("R2", 0)


def test_example_four_objects_given_and_information_shown() -> None:
    match = match_with(hands=["R1 C1 H1 M1", "", ""])

    push(match, "negotiate R1", "also C1", "also H1", "also M1", "done", "I")

    assert (match.position()["discard"], match.position()["vigilance"][0]) == ("R1 C1 H1 M1 I", 4)


def test_example_a_trade() -> None:
    match = match_with(plan={"objects": "MHR", "huida": 5}, hands=["M1 M2", "", ""])

    push(match, "offer M1", "h1", "h1", "draw", "h2", "h2")
    push(match, "draw+take:0", "h3")
    taken = match.position()

    assert (taken["hands"][2], taken["offer"], taken["turn"]) == ("M1 h3", ["", "", ""], 0)
    assert "offer M2" in texts(match)


def test_example_an_offer_that_lies_keeps_others_away() -> None:
    match = match_with(plan={"objects": "MHR", "huida": 5}, hands=["M1 M2", "", ""])

    push(match, "offer M1", "h1", "h1", "draw", "h2", "h2", "draw", "h3", "h3")

    assert "offer M2" not in texts(match)


@pytest.mark.parametrize(("inside", "escape", "free"), [(2, "h5", True), (1, "h5", False), (1, "h5 h4", True)])
def test_example_a_joint_escape(inside: int, escape: str, free: bool) -> None:
    match = match_with(
        plan={"objects": "CDR", "huida": 4}, played=["C1 D1 R1 h3 h3", "", f"C1 D1 R1 {escape}"], inside=[3, 3, inside]
    )

    push(match, "escape", "decline", "join")

    assert match.position()["inside"] == [2, 3, inside - 1 if free else inside]
    if inside == 2:
        assert match.position()["vigilance"][2] == 4


def test_example_the_printed_position() -> None:
    match = match_with(
        round=4, turns=9, dry=0, first=1, turn=1, tried=False, plan={"objects": "RCD", "huida": 4}, options={},
        hands=["R1 C2 I", "h3", ""], played=["C1 D2", "", "B"], shown=["", "", ""], negotiated=["", "R2", ""],
        offer=["", "C3", ""], discard="h1 M2", vigilance=[14, 0, 3], inside=[2, 3, 3], coin=[True, True, False],
        informer=[False, False, False],
    )  # fmt: skip

    assert texts(match) == ["draw", "take", "escape", "play h3", "discard h3"]
    assert match.position()["hands"] == ["R1 C2 I", "h3", ""]
