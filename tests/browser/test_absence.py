"""Absence in the browser: a bot plays for who keeps others waiting, and gives the seat back at a click."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import ME, OPEN, Friend
from tests.browser.table import Table
from tests.browser.test_company import until_turn

WORDS = {
    "en": ("After 30 seconds a bot plays for them", "a bot plays", "I am back", "is back", "with the help of a bot"),
    "es": (
        "Después de 30 segundos un bot juega en su lugar",
        "juega un bot",
        "Ya volví",
        "ha vuelto",
        "con ayuda de un bot",
    ),
}


HERE = {
    "en": ("I am here", "seconds a bot plays for you"),
    "es": ("Aquí estoy", "segundos un bot juega por ti"),
}


@pytest.mark.parametrize(("language", "device"), [("es", "phone"), ("en", "desk")])
def test_whoever_thinks_is_told_in_time_and_keeps_the_seat(
    visit: Visit, friend: Friend, bea: Friend, language: str, device: str
) -> None:
    button, words = HERE[language]
    match = friend.make("girumgo", ME, OPEN, more={"absent": 30})
    bea.join(friend.invites(match)[0], "Bea")
    ana = visit(f"/t/{match}", friend=friend, language=language, device=device)
    other = visit(f"/t/{match}", friend=bea, language=language, device=device)
    until_turn(Table(ana), Table(other))
    here = ana.page.get_by_role("button", name=button)
    expect(here).to_be_hidden()

    expect(here).to_be_visible()
    expect(here).to_be_in_viewport(ratio=1)
    expect(ana.page.locator(".presence-words")).to_contain_text(words)
    expect(ana.page.locator("#live")).to_contain_text(words)
    expect(other.page.locator(".presence")).to_be_hidden()
    if device == "desk":
        ana.page.keyboard.press("b")
    else:
        here.tap()

    expect(here).to_be_hidden()
    # The wait begins anew, and is told anew.
    expect(here).to_be_visible()
    expect(ana.page.locator(".chair.relieved")).to_have_count(0)
    assert ana.page.locator("#live p", has_text=words).count() == 2
    ana.shoot("absence/soon")


@pytest.mark.parametrize(("language", "device"), [("en", "phone"), ("es", "desk")])
def test_a_bot_takes_over_and_gives_back(visit: Visit, friend: Friend, bea: Friend, language: str, device: str) -> None:
    offered, plays, back, is_back, helped = WORDS[language]
    host = visit("/new/sequence-dice", language=language, device=device)
    host.page.locator('[data-key="absent"]').select_option(label=offered)
    host.shoot("absence/setup")

    match = friend.make("sequence-dice", ME, OPEN, more={"absent": 10})
    bea.join(friend.invites(match)[0], "Bea")
    ana = visit(f"/t/{match}", friend=friend, language=language, device=device)
    other = visit(f"/t/{match}", friend=bea, language=language, device=device)
    until_turn(Table(ana), Table(other))

    # Ana dreams, and a bot plays for her.
    mine = ana.page.locator(".chair").first
    expect(mine).to_have_class(re.compile("relieved"))
    expect(other.page.locator(".log-lines")).to_contain_text("bot")
    other.shoot("absence/away")
    button = ana.page.get_by_role("button", name=back)
    expect(button).to_be_visible()
    ana.shoot("absence/back")
    if device == "desk":
        expect(mine.locator(".chair-state")).to_have_text(plays)
    button.click()
    expect(other.page.locator(".log-lines")).to_contain_text(f"Ana {is_back}")
    expect(button).to_be_hidden()
    expect(mine).not_to_have_class(re.compile("relieved"))
    other.page.locator(".exit button").click()
    other.page.locator(".exit button").last.click()
    expect(ana.page.locator(".podium .winner")).to_contain_text(helped)
    ana.shoot("absence/over")
