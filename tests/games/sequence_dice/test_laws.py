"""What holds in Dice Sequence at any moment."""

import pytest

import sobremesa
from tests.games.laws import says_everything, walk


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "options", [{}, {"start_throws": 2, "extra_on_own": True, "chips": 20}], ids=["usual", "other"]
)
def test_a_position_says_everything(seats: int, options: dict[str, object]) -> None:
    for seed in range(2):
        match = sobremesa.start("sequence-dice", seats=seats, options=options, seed=seed)
        assert all(says_everything(moment) for moment in walk(match, seed, most=60))


def test_a_position_says_everything_of_an_opening_with_a_tie() -> None:
    match = sobremesa.start("sequence-dice", seats=3, options={"start_throws": 1})

    for total in ("9", "5", "9", "4", "8"):
        match.push(total)
        assert says_everything(match)

    assert (match.phase, match.position()["turn"]) == ("throw", 2)
