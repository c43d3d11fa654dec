import pytest

from sobremesa.kit import dice


@pytest.mark.parametrize(("number", "sides", "total"), [(1, 6, 6), (2, 6, 36), (3, 6, 216), (2, 4, 16)])
def test_weights_add_up_to_all_ways(number: int, sides: int, total: int) -> None:
    assert dice.sums(number, sides)[1].sum() == dice.falls(number, sides)[1].sum() == total


def test_falls_are_unordered() -> None:
    faces, ways = dice.falls(3)

    assert len(faces) == 56
    assert {tuple(fall): int(weight) for fall, weight in zip(faces.tolist(), ways, strict=True)}[(1, 2, 2)] == 3
