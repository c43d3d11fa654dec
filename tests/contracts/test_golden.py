"""The golden play-throughs are what the games do; `make golden` writes them anew."""

import pytest

from tests.contracts.walks import CASES, IDS
from tests.golden import path_of, play_through


@pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)
def test_the_play_through_is_as_written_down(name: str, seats: int) -> None:
    assert play_through(name, seats) == path_of(name, seats).read_text(encoding="utf-8")
