"""Giving up: whoever asks is told what will happen, and it happens; the others go on as they were."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, ME, OPEN, Friend
from tests.browser.table import Table

WORDS = {
    "en": ("The match ends then.", "A bot plays on in your place.", "gave up"),
    "es": ("La partida termina.", "Un bot sigue en tu lugar.", "se rindió"),
}


@pytest.mark.parametrize(("language", "device"), [("en", "phone"), ("es", "desk")])
def test_who_gives_up_is_told_first_what_that_means(
    visit: Visit, friend: Friend, bea: Friend, language: str, device: str
) -> None:
    ends, plays_on, gone = WORDS[language]
    match = friend.make("royal-ludo", ME, OPEN, BOT)
    ana = visit(f"/t/{match}", friend=friend, language=language, device=device)
    ask = ana.page.locator(".exit button")
    # Nobody else has come yet, so nobody would play on.
    ask.click()
    expect(ana.page.locator(".exit p")).to_contain_text(ends)

    bea.join(friend.invites(match)[0], "Bea")
    other = visit(f"/t/{match}", friend=bea, language=language, device=device)
    expect(ana.page.locator(".exit p")).to_contain_text(plays_on)
    ana.shoot("exit/asked")
    ask.last.click()

    # Bea plays on against bots, and is told what has changed for her.
    expect(other.page.locator(".chair").first).to_have_class(re.compile("gone"))
    expect(other.page.locator(".result")).to_have_count(0)
    other.page.locator(".exit button").click()
    expect(other.page.locator(".exit p")).to_contain_text(ends)
    if device == "desk":
        expect(other.page.locator(".chair-state").first).to_have_text(gone)
    expect(ana.page.locator(".exit")).to_be_hidden()


@pytest.mark.parametrize("device", ["phone", "desk"])
def test_who_taps_twice_where_they_asked_stays(visit: Visit, friend: Friend, device: str) -> None:
    match = friend.make("royal-ludo", ME, BOT)
    person = visit(f"/t/{match}", friend=friend, device=device)
    Table(person).ready()
    page = person.page
    ask = page.locator(".exit button")
    ask.scroll_into_view_if_needed()
    box = ask.bounding_box()
    assert box is not None
    where = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    for _ in range(2):
        page.mouse.click(*where)

    expect(ask.last).to_be_visible()
    expect(page.locator(".result")).to_have_count(0)


def test_who_is_about_to_answer_can_do_so_while_others_play_on(visit: Visit, friend: Friend, bea: Friend) -> None:
    match = friend.make("royal-ludo", ME, OPEN)
    bea.join(friend.invites(match)[0], "Bea")
    page = visit(f"/t/{match}", friend=friend).page
    # Whoever's turn it is, it comes to Bea's, and Ana has asked before she plays.
    friend.play(match, until=lambda frame: frame["actor"] == 1)
    table = page.locator(".table")
    expect(table).to_have_attribute("data-actor", "1")
    expect(table).to_have_attribute("data-moving", "false")
    page.locator(".exit button").click()
    stay = page.locator(".exit button").first
    expect(stay).to_be_focused()
    before = table.get_attribute("data-seq") or ""

    bea.play(match, moves=1)

    expect(table).not_to_have_attribute("data-seq", before)
    expect(table).to_have_attribute("data-moving", "false")
    expect(stay).to_be_focused()
