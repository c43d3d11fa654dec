"""What tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.company import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server in this process."""
    made = House(tmp_path / "data")
    yield made
    made.close()
