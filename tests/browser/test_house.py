"""The house: a table on this machine is opened to phones from its own page, and closed again."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.friend import BOT, ME, OPEN, Friend
from tests.browser.people import Person
from tests.browser.served import Served

ELSEWHERE = "127.0.0.2"
"""Another address of this machine, which stands for its address in the house."""


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Served]:
    """A server that was started for its own machine, which has another address in the house."""
    served = Served(tmp_path, SOBREMESA_HOUSE=ELSEWHERE)
    served.start()
    yield served
    assert served.stop() == 0
    assert "Traceback" not in served.log.read_text()


@pytest.mark.parametrize(("language", "device"), [("es", "phone"), ("en", "desk")])
def test_a_phone_of_the_house_sits_down(browser: Browser, local: Served, language: str, device: str) -> None:
    """From the table to a second device that plays, without a command line; closed again, nobody gets in."""
    ana = Friend(local.address)
    match = ana.make("royal-ludo", ME, OPEN)
    host = Person(browser, local.address, language=language, device=device)
    host.context.add_cookies(ana.cookies)
    page = host.go(f"/t/{match}")
    link = page.locator(".invite-link input")
    expect(link).to_have_value(f"{local.address}/join/{match}/" + link.input_value().rpartition("/")[2])
    code = page.locator(".qr").inner_html()
    host.shoot("house/closed")

    page.locator('[data-key="house-open"]').click()
    host.shoot("house/asked")
    page.locator('[data-key="house-sure"]').click()

    expect(page.locator('[data-key="house-close"]')).to_be_visible()
    expect(link).not_to_have_value(f"{local.address}/join/{match}/" + link.input_value().rpartition("/")[2])
    address = link.input_value()
    assert address.startswith(f"http://{ELSEWHERE}:{local.port}/join/"), address
    assert page.locator(".qr").inner_html() != code
    host.shoot("house/open")

    phone = Person(browser, f"http://{ELSEWHERE}:{local.port}", language=language, device="phone")
    phone.go(address)
    phone.page.locator('[data-key="sit"]').click()
    expect(phone.page.locator(".chair.me")).to_be_visible()
    expect(page.locator(".invitations")).to_be_hidden()
    # The seat of the host stays with the address by which they came, and the phone opens nothing.
    expect(page.locator(".chair.me")).to_be_visible()
    expect(phone.page.locator(".house")).to_be_hidden()

    phone.expect("ERR_|WebSocket|failed")
    page.locator('[data-key="house-close"]').click()
    expect(page.locator(".house")).to_be_hidden()
    with pytest.raises(httpx.TransportError):
        httpx.get(f"http://{ELSEWHERE}:{local.port}/healthz")
    forged = httpx.get(f"{local.address}/healthz", headers={"host": f"{ELSEWHERE}:{local.port}"})
    assert forged.status_code == 403
    assert not host.complaints()
    assert not phone.complaints()
    for person in (host, phone):
        person.leave()
    ana.leave()


def test_whoever_is_in_no_network_is_told(browser: Browser, tmp_path: Path) -> None:
    """An address that this machine does not have is refused in a sentence, and nothing changes."""
    served = Served(tmp_path, SOBREMESA_HOUSE="192.0.2.7")
    served.start()
    ana = Friend(served.address)
    match = ana.make("royal-ludo", ME, OPEN)
    host = Person(browser, served.address)
    host.expect("answer: 409|status of 409")
    host.context.add_cookies(ana.cookies)
    page = host.go(f"/t/{match}")
    page.locator('[data-key="house-open"]').click()
    page.locator('[data-key="house-sure"]').click()

    expect(page.locator(".house .fault")).to_contain_text("192.0.2.7")
    expect(page.locator(".invite-link input")).to_have_value(
        f"{served.address}/join/{match}/" + page.locator(".invite-link input").input_value().rpartition("/")[2]
    )
    assert not host.complaints()
    host.leave()
    ana.leave()
    assert served.stop() == 0


def test_the_page_of_an_invitation_counts_nothing(browser: Browser, local: Served) -> None:
    """Below the seats stands what was agreed, and no number where nothing was."""
    ana = Friend(local.address)
    match = ana.make("royal-ludo", ME, OPEN, BOT)
    guest = Person(browser, local.address)
    page = guest.go(ana.invites(match)[0])

    expect(page.locator(".company").first).to_be_visible()
    loose = "element => [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent)"
    assert page.locator(".join-text").evaluate(loose) == []
    guest.leave()
    ana.leave()
