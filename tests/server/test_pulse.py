"""The pulse: until when the server ran, as far as anybody can know."""

import asyncio
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from sobremesa.server import clocks, timebase
from sobremesa.server.pulse import Pulse
from tests.browser.friend import HERE, ME, Friend
from tests.browser.served import Served
from tests.server.company import Guest, House, until
from tests.server.test_timebase import HOUR, Machine

OUTAGE = 2.0


def test_it_beats_and_is_read_again(tmp_path: Path) -> None:
    pulse = Pulse(tmp_path / "server.alive")
    before = clocks.now()

    async def live() -> None:
        beating = asyncio.create_task(pulse.run())
        await until(pulse.last)
        beating.cancel()
        await beating

    assert pulse.last() is None
    assert pulse.resume() == 0
    asyncio.run(live())
    last = pulse.last()
    assert last is not None
    assert before <= last.now <= clocks.now()


@pytest.mark.parametrize("text", ["", "soon", "12x", "\x00", "[]", "{}", '{"now": "x", "wall": 1}', "12.5"])
def test_what_cannot_be_read_is_not_known(tmp_path: Path, text: str) -> None:
    path = tmp_path / "server.alive"
    path.write_text(text)

    assert Pulse(path).last() is None
    assert Pulse(path).resume() == 0


def test_the_time_goes_on_from_the_last_beat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    monkeypatch.setattr(timebase, "BASE", machine.base())
    pulse = Pulse(tmp_path / "server.alive")
    pulse.beat()
    beat = clocks.now()
    machine.pass_by(90.0)
    # Somebody has set the clock of the machine meanwhile.
    machine.wall += HOUR
    monkeypatch.setattr(timebase, "BASE", machine.base())

    assert pulse.resume() == beat
    assert clocks.now() == beat + 90_000


def test_a_beat_of_an_earlier_version_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    monkeypatch.setattr(timebase, "BASE", machine.base())
    path = tmp_path / "server.alive"
    path.write_text(str(clocks.now()))
    machine.pass_by(90.0)
    monkeypatch.setattr(timebase, "BASE", machine.base())

    stopped = Pulse(path).resume()

    assert clocks.now() - stopped == 90_000 + timebase.UNSURE


def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Pulse(tmp_path / "nowhere" / "server.alive").beat()

    assert "the pulse cannot be written" in caplog.text


def test_the_server_starts_without_one(house: House) -> None:
    assert house.ana.http.get("/healthz").json() == {"ok": True}


def seen(address: str, cookies: list[Any], match: str) -> dict[str, Any]:
    """What somebody is shown who opens a table."""
    guest = Guest(address)
    for cookie in cookies:
        guest.http.cookies.set(cookie["name"], cookie["value"])
    with guest.socket(match) as socket:
        shown = socket.hello()
    guest.http.close()
    return shown


def test_a_server_that_was_killed_gives_the_outage_back(tmp_path: Path) -> None:
    served = Served(tmp_path)
    served.start()
    friend = Friend(served.address)
    match = friend.make("sequence-dice", ME, HERE, more={"clock": {"kind": "move", "seconds": 600}})
    began = time.monotonic()
    clock = seen(served.address, friend.cookies, match)["clock"]
    before = clock["left"][clock["seat"]]
    served.stop(signal.SIGKILL)
    time.sleep(OUTAGE)

    served.start()
    shown = seen(served.address, friend.cookies, match)
    ran = 1000 * (time.monotonic() - began - OUTAGE)
    served.stop()
    friend.leave()

    after = shown["clock"]["left"][shown["clock"]["seat"]]
    assert {"say": "server.outage"} in shown["last"]
    # More than the outage took, less what passed before the server died and since it is back.
    assert before + clocks.BACK - ran <= after <= 600_000 + clocks.BACK
