"""What tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sobremesa.server.pace import Pace
from sobremesa.server.room import Room
from tests.server.company import House


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test wait for bots whose hands are hidden."""

    async def at_once(_: float) -> None:
        pass

    monkeypatch.setattr(Room, "pace", Pace(sleep=at_once))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server in this process."""
    made = House(tmp_path / "data")
    yield made
    made.close()
