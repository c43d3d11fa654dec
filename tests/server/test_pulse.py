"""The pulse: until when the server ran, as far as anybody can know."""

import asyncio
from pathlib import Path

import pytest

from sobremesa.server import clocks
from sobremesa.server.pulse import Pulse
from tests.server.company import House


def test_it_beats_and_is_read_again(tmp_path: Path) -> None:
    pulse = Pulse(tmp_path / "server.alive")
    before = clocks.now()

    async def live() -> None:
        beating = asyncio.create_task(pulse.run())
        await asyncio.sleep(0.05)
        beating.cancel()
        await beating

    assert pulse.last() == 0
    asyncio.run(live())
    assert before <= pulse.last() <= clocks.now()


@pytest.mark.parametrize("text", ["", "soon", "12x", "\x00"])
def test_what_cannot_be_read_is_not_known(tmp_path: Path, text: str) -> None:
    path = tmp_path / "server.alive"
    path.write_text(text)

    assert Pulse(path).last() == 0


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Pulse(tmp_path / "nowhere" / "server.alive").beat()

    assert "the pulse cannot be written" in caplog.text


def test_the_server_starts_without_one(house: House) -> None:
    assert house.ana.http.get("/healthz").json() == {"ok": True}
