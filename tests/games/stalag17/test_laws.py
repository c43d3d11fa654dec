"""What holds in Stalag 17 at any moment."""

import pytest

import sobremesa
from sobremesa import find
from sobremesa.games.stalag17 import rules
from tests.contracts.walks import table_of
from tests.games.laws import says_everything, walk
from tests.games.stalag17.scenes import match_with


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_position_says_everything(seats: int) -> None:
    for seed in range(2):
        match = sobremesa.start("stalag17", seats=seats, seed=seed)
        assert all(says_everything(moment) for moment in walk(match, seed, most=100))


def test_a_position_says_everything_around_escapes() -> None:
    for seed in range(12):
        match = match_with(hands=["R2 RC C2 h3", "C2 D3 I I B", "DM M1"], shown=["R1 C1 D1 h5", "R1 C1 D1 h5 h5", ""])
        match.push("escape")
        assert all(says_everything(moment) for moment in walk(match, seed, most=25))


def test_st_35_everybody_has_a_coin_at_the_start() -> None:
    assert sobremesa.start("stalag17", seats=3).position()["coin"] == [True] * 3


def test_moves_are_numbered_without_a_gap_at_the_end() -> None:
    match = match_with(phase="join", asked=1, inside=[2, 3, 3])

    assert [move.number for move in match.moves()][-1] == find("stalag17").moves - 1


def test_moves_within_a_group_are_numbered_in_ascending_order() -> None:
    match = match_with(phase="group", group="discard R1", hands=["R2 I I", "", ""])

    numbers = [move.number for move in match.moves()]

    assert numbers == sorted(numbers)
    assert numbers[-1] < find("stalag17").moves


def test_st_15_nobody_else_is_told_which_card_is_played() -> None:
    t = table_of(match_with(turn=1))
    secret = {*range(rules.PLAY, rules.DISCARD), *range(rules.PLAY_TAKE, rules.ALSO)}

    for seat in (0, 2):
        assert {choice for choice in range(rules.ALSO) if not rules.tells(t, choice, seat)} == secret
    assert all(rules.tells(t, choice, 1) for choice in range(rules.ALSO))
