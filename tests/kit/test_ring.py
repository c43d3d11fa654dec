from sobremesa.kit import ring


def test_every_side_counts_from_its_own_start() -> None:
    squares = range(52)

    for start in (0, 13, 26, 39):
        own = [ring.seen_from(square, start, 52) for square in squares]
        assert own[start] == 0
        assert sorted(own) == list(squares)
        assert [ring.seen_from(x, -start, 52) for x in own] == list(squares)


def test_marks_lie_strictly_ahead_and_strictly_behind() -> None:
    for first, spacing in ((0, 13), (8, 13), (5, 10)):
        marks = range(first - spacing, 200, spacing)
        for x in range(first, 100):
            assert ring.mark_ahead(x, first, spacing) == min(mark for mark in marks if mark > x)
            assert ring.mark_behind(x, first, spacing) == max(mark for mark in marks if mark < x)
