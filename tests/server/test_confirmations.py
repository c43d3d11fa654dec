"""A record is signed by the devices of those who played, by nobody else, and only once it is all there."""

import threading
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

import httpx
import pytest

from sobremesa import verify
from sobremesa.server import confirmations
from sobremesa.server.reading import Check
from sobremesa.server.room import Room
from tests.devices import Device
from tests.server.company import A_BOT, ANYBODY, ME, PATIENCE, Guest, House, Socket


def begin(house: House, ana: Device, bea: Device) -> tuple[str, Guest]:
    match, guest = house.ana.set_up(ME, ANYBODY, sealed=ana.sealed), house.guest()
    wish = {"token": house.ana.invite(match), "name": "Bea", "sealed": bea.sealed}
    assert guest.http.post(f"/api/matches/{match}/join", json=wish).status_code == 200
    return match, guest


def give(socket: Socket, device: Device) -> None:
    socket.hello()
    socket.until("give")
    assert socket.ask("give", given=device.given)["t"] == "ok"


def signing(guest: Guest, match: str, signed: Any) -> httpx.Response:
    return guest.http.post(f"/api/matches/{match}/confirm", json={"signed": signed})


def test_each_device_signs_the_record_and_the_verifier_counts_them(house: House) -> None:
    ana, bea = Device(), Device()
    match, guest = begin(house, ana, bea)
    with house.ana.socket(match) as hers, guest.socket(match) as theirs:
        give(hers, ana)
        give(theirs, bea)
        while "thrown" not in (told := hers.until("ev")):
            pass
        assert signing(house.ana, match, ana.sign("")).json()["error"]["say"] == "server.not_over"
        assert theirs.ask("resign")["t"] == "ok"
    kept = house.ana.http.get(f"/api/matches/{match}/sealed").json()
    text = house.ana.http.get(f"/api/matches/{match}/record").text
    # What was told while it fell is what the record tells.
    line = next(line for line in text.splitlines() if f'"seq": {told["seq"]},' in line)
    choice, seat = told["thrown"]
    assert f'"choice": "{choice}", "seat": {seat}' in line

    for other in ("", "00", bea.sign(text), ana.sign(text + " ")):
        answer = signing(house.ana, match, other)
        assert (answer.status_code, answer.json()["error"]["say"]) == (409, "server.other_record")
    assert signing(house.guest(), match, ana.sign(text)).json()["error"]["say"] == "server.no_seat"
    nothing: tuple[Any, ...] = (None, "0" * 4287, "0" * 4290, "g" * 4288)
    for signed in nothing:
        assert signing(house.ana, match, signed).status_code == 400
    assert house.ana.http.get(f"/api/matches/{match}/record").text == text

    # Who asks again is answered alike, and nothing is written twice.
    for _ in range(2):
        assert signing(house.ana, match, ana.sign(text)).json() == {"confirmed": 1}
    assert signing(guest, match, bea.sign(text)).json() == {"confirmed": 2}
    record = house.ana.http.get(f"/api/matches/{match}/record").text
    assert record.startswith(text)
    assert verify.check(record, kept)["confirmed"] == 2


def test_who_signs_twice_at_once_has_signed_once_and_nobody_there_waits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = Device()
    match = house.ana.set_up(ME, A_BOT, sealed=device.sealed)
    with house.ana.socket(match) as socket:
        give(socket, device)
        assert socket.ask("resign")["t"] == "ok"
    text = house.ana.http.get(f"/api/matches/{match}/record").text
    looked, both, locked = list[int](), threading.Event(), list[bool]()
    confirmed, digest = confirmations._confirmed, confirmations._digest

    def look(room: Room) -> set[int]:
        found = confirmed(room)
        looked.append(len(found))
        if len(looked) == 2:
            both.set()
        return found

    def wait(room: Room, check: Check) -> bytes:
        assert both.wait(PATIENCE)
        locked.append(room.lock.locked())
        return digest(room, check)

    monkeypatch.setattr(confirmations, "_confirmed", look)
    monkeypatch.setattr(confirmations, "_digest", wait)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda _: signing(house.ana, match, device.sign(text)).json(), range(2)))

    assert answers == [{"confirmed": 1}] * 2
    assert looked[:2] == [0, 0]
    assert locked[0] is False
    record = house.ana.http.get(f"/api/matches/{match}/record").text
    assert len(record.splitlines()) == len(text.splitlines()) + 1


def test_who_gave_no_key_cannot_sign(house: House) -> None:
    device = Device()
    match = house.ana.set_up()
    with house.ana.socket(match) as socket:
        socket.hello()
        assert socket.ask("resign")["t"] == "ok"
    text = house.ana.http.get(f"/api/matches/{match}/record").text

    assert signing(house.ana, match, device.sign(text)).status_code == 409


def test_the_server_reads_signatures_as_the_devices_write_them() -> None:
    device, digest = Device(), sha256(b"text").digest()

    assert confirmations.is_signed(device.given[32:], digest, device.sign("text"))
    assert not confirmations.is_signed(device.given[32:], digest, device.sign("texts"))
    assert not confirmations.is_signed("", digest, device.sign("text"))
