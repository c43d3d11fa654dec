import numpy as np

from sobremesa.kit import grid


def test_lines_run_along_rows_columns_and_diagonals() -> None:
    assert sorted(grid.lines(3, 3, 3)) == sorted(
        [0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100]
    )
    assert grid.lines(2, 3, 3) == [0b000111, 0b111000]


def test_lines_through_a_square_are_all_lines_that_hold_it() -> None:
    through = grid.lines_through(3, 3, 3)

    assert through.shape == (9, 4)
    assert (through[4] != grid.NO_LINE).all()
    assert (through[1] != grid.NO_LINE).sum() == 2


def test_a_line_is_complete_when_no_square_of_it_is_missing() -> None:
    through = grid.lines_through(3, 3, 3)

    assert grid.completes(0b001010111, through[0])
    assert not grid.completes(0b001010110, through[0])
    assert not grid.completes(0b000000111, through[4])


def test_squares_are_counted_and_listed() -> None:
    rng = np.random.default_rng(1)
    out = np.zeros(62, dtype=np.int64)
    for mask in [0, 1, (1 << 62) - 1, *(int(mask) for mask in rng.integers(0, 1 << 62, 200))]:
        squares = [square for square in range(62) if mask >> square & 1]
        assert grid.count(mask) == len(squares)
        assert grid.list_squares(mask, out) == len(squares)
        assert out[: len(squares)].tolist() == squares
        if mask:
            assert grid.first(mask) == squares[0]
