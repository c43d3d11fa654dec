"""Clocks in the browser: chosen with the table, small beside the names, large only at the very end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import ME, OPEN, Friend
from tests.browser.table import Table
from tests.browser.test_matches import choose

WORDS = {
    "en": (
        "30 seconds for each move",
        "More time for Ana",
        "The time of Ana is up",
        "Bea gives Ana more time",
        "seconds left",
    ),
    "es": (
        "30 segundos por jugada",
        "Más tiempo para Ana",
        "Se acabó el tiempo de Ana",
        "Bea da más tiempo a Ana",
        "Quedan",
    ),
}
SHORT = 5


@pytest.mark.parametrize(("language", "device"), [("en", "desk"), ("es", "phone")])
def test_a_clock_is_chosen_and_runs_out(visit: Visit, friend: Friend, bea: Friend, language: str, device: str) -> None:
    chosen, give, late, gift, left = WORDS[language]
    host = visit("/new/sequence-dice", language=language, device=device)
    page = host.page
    page.locator('[data-key="clock"]').select_option(label=chosen)
    choose(host, "count", 2)
    page.locator('[data-key="seat-1"]').select_option("open")
    host.shoot("clocks/setup")
    page.locator('[data-key="start"]').click()
    page.wait_for_url("**/t/*")
    path = page.locator(".invitations input").first.input_value()
    guest = visit(path, language=language, device=device)
    expect(guest.page.locator(".join")).to_contain_text(chosen)
    guest.shoot("clocks/join")

    # With a clock as short as may be, so that nobody waits for long.
    match = friend.make("sequence-dice", ME, OPEN, more={"clock": {"kind": "move", "seconds": SHORT}})
    bea.join(friend.invites(match)[0], "Bea")
    ana = visit(f"/t/{match}", friend=friend, language=language, device=device)
    other = visit(f"/t/{match}", friend=bea, language=language, device=device)
    for person in (ana, other):
        expect(person.page.locator(".chair-clock")).to_have_count(2)
        expect(person.page.locator(".chair-clock").first).to_have_text(re.compile(r"0:0[0-5]"))
    big = ana.page.locator(".countdown")
    expect(big).to_have_text(re.compile("^[1-5]$"))
    expect(ana.page.locator("#live")).to_contain_text(left)
    ana.shoot("clocks/short")
    # The other one's last seconds are theirs: they are not written over my board.
    expect(other.page.locator(".log-lines")).to_contain_text(late)
    expect(ana.page.locator(".log-lines")).to_contain_text(late)
    button = other.page.get_by_role("button", name=give)
    button.click()
    expect(ana.page.locator(".log-lines")).to_contain_text(gift)
    expect(ana.page.locator(".chair-clock").first).to_have_text(re.compile(r"0:[23]\d"))
    expect(big).to_be_hidden()
    ana.shoot("clocks/gift")
    other.shoot("clocks/rival")
    table = Table(ana)
    for _ in range(20):
        seen = table.look()
        if not seen.choices:
            break
        table.click(seen.choices[0])
