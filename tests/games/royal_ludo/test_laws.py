"""What holds in Royal Ludo at any moment."""

import pytest

import sobremesa
from tests.contracts.walks import table_of
from tests.games.laws import says_everything, walk
from tests.games.royal_ludo.tables import match_with

OPTIONS = [{}, {"pushback": "always", "ambush": "any_two", "pushed_by": "roller"}, {"bounce": "free", "pawns": 3}]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_position_says_everything(seats: int, options: dict[str, object]) -> None:
    match = sobremesa.start("royal-ludo", seats=seats, options=options, seed=seats)

    assert all(says_everything(moment) for moment in walk(match, seats, most=80))


def test_a_position_says_everything_in_the_thick_of_it() -> None:
    for seed in range(5):
        match = match_with((1, 14, 27, 50), (1, 14, 37, 48), (1, 11, 24, 38), (2, 12, 25, 38), turn=seed % 4)
        assert all(says_everything(moment) for moment in walk(match, seed, most=60))


def test_a_position_says_everything_at_the_end() -> None:
    match = match_with((55, 56, 56, 56), (12, 3), roll=["P", 1])

    match.push("advance 55>56")

    assert (match.phase, says_everything(match)) == ("over", True)


def test_rl_6_pawns_that_nobody_plays_with_count_as_crowned() -> None:
    match = sobremesa.start("royal-ludo", seats=2, options={"pawns": 3})

    assert table_of(match).at.reshape(4, 4).tolist() == [[-1, -1, -1, 56]] * 2 + [[56] * 4] * 2
