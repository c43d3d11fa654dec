from itertools import product

import numpy as np
import pytest

from sobremesa.kit.opening import NOBODY, OUT, TO_THROW, next_to_throw, settle_throws

COMPLETE = [thrown for thrown in product((OUT, 1, 2, 3), repeat=4) if max(thrown) != OUT]


@pytest.mark.parametrize("thrown", COMPLETE)
def test_the_highest_begins_and_those_who_share_it_throw_again(thrown: tuple[int, ...]) -> None:
    opening = np.array(thrown, dtype=np.int8)
    best = [seat for seat in range(4) if thrown[seat] == max(thrown)]

    first = settle_throws(opening, 4)

    if len(best) == 1:
        assert (first, opening.tolist()) == (best[0], [TO_THROW] * 4)
    else:
        assert (first, opening.tolist()) == (NOBODY, [TO_THROW if seat in best else OUT for seat in range(4)])
        assert next_to_throw(opening, 4) == best[0]


def test_nothing_is_settled_while_somebody_has_still_to_throw() -> None:
    opening = np.array([6, OUT, TO_THROW, 0], dtype=np.int8)

    assert settle_throws(opening, 3) == NOBODY
    assert opening.tolist() == [6, OUT, TO_THROW, 0]
    assert next_to_throw(opening, 3) == 2


def test_seats_beyond_those_that_play_are_not_asked() -> None:
    opening = np.array([2, 3, 0, 0], dtype=np.int8)

    assert settle_throws(opening, 2) == 1
    assert next_to_throw(np.array([2, 3, 0], dtype=np.int8), 2) == NOBODY
