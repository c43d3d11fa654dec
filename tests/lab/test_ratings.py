"""Ratings are those that make the results likeliest, and their intervals are honest."""

import random

import pytest

from sobremesa.lab.ratings import ANCHOR, SCALE, ratings
from sobremesa.lab.statistics import share_interval


def test_the_anchor_has_a_thousand_points_and_ten_to_one_is_four_hundred() -> None:
    anchor, strong = ratings([[0, 1000], [10000, 0]])

    assert (anchor.rating, anchor.low, anchor.high) == (ANCHOR, ANCHOR, ANCHOR)
    assert strong.rating == pytest.approx(1400, abs=1)


def test_another_anchor_moves_all_alike() -> None:
    won = [[0, 10, 5], [30, 0, 12], [35, 28, 0]]

    by_first, by_last = ratings(won, anchor=0), ratings(won, anchor=2)

    shift = by_last[0].rating - by_first[0].rating
    assert [each.rating + shift for each in by_first] == pytest.approx([each.rating for each in by_last])


def test_who_always_wins_is_not_infinitely_strong() -> None:
    _, strong = ratings([[0, 0], [400, 0]])

    assert 1800 < strong.rating < 2500
    assert strong.low > 1500


def test_nothing_played_tells_nothing() -> None:
    first, second, third = ratings([[0] * 3] * 3)

    assert first.rating == second.rating == third.rating == ANCHOR
    assert second.high - second.low > 1000


def test_with_two_bots_the_interval_is_that_of_the_share() -> None:
    _, rated = ratings([[0, 150], [250, 0]])

    low, high = share_interval(250, 400)
    for bound, share in ((rated.low, low), (rated.high, high)):
        assert 1 / (1 + 10 ** ((ANCHOR - bound) / 400)) == pytest.approx(share, abs=0.01)


def test_the_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    dice = random.Random(1)
    truth = [0.0, 0.7, 1.2]
    held = 0
    for _ in range(200):
        won = [[0.0] * 3 for _ in range(3)]
        for first, second in [(0, 1), (0, 2), (1, 2)] * 60:
            chance = 1 / (1 + 2.718281828 ** (truth[second] - truth[first]))
            winner, loser = (first, second) if dice.random() < chance else (second, first)
            won[winner][loser] += 1
        rated = ratings(won)[1]
        held += rated.low <= ANCHOR + SCALE * truth[1] <= rated.high

    assert 180 <= held <= 199
