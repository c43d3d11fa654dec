"""What holds in Girumgo at any moment."""

import pytest

import sobremesa
from tests.games.girumgo.tables import attack_with, match_with
from tests.games.laws import says_everything, walk


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", [{}, {"setup": "free", "size": 3, "count": "end", "order": "phases"}], ids=str)
def test_a_position_says_everything(seats: int, options: dict[str, object]) -> None:
    match = sobremesa.start("girumgo", seats=seats, options=options, seed=seats)

    assert all(says_everything(moment) for moment in walk(match, seats, most=80))


def test_a_position_says_everything_in_the_thick_of_it() -> None:
    for seed in range(5):
        match = attack_with(turns_left=3, advances=[5, seed])
        assert all(says_everything(moment) for moment in walk(match, seed, most=20))


def test_a_position_says_everything_when_a_match_is_won_with_turns_left() -> None:
    match = match_with(die=5, rot={"-2,0": 2}, tokens=[[-2, 0], [0, 0]], advances=[3, 1])

    match.push("step -3,0")

    assert match.phase == "over"
    assert says_everything(match)
