"""Hints say what speaks for a move, in the language of whoever reads them."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, ME, Friend
from tests.browser.measure import keep
from tests.browser.table import Table


def test_a_hint_has_its_reason_in_both_languages(visit: Visit, friend: Friend) -> None:
    person = visit(f"/t/{friend.make('royal-ludo', ME, BOT)}", friend=friend)
    # The first thing that anybody can do is to free a prisoner.
    Table(person).ready()
    person.page.keyboard.press("h")

    reason = person.page.locator(".hint .reasons").first
    expect(reason).to_contain_text("frees a prisoner")
    keep(person, "table/advice")
    person.switch("es", "light")
    person.page.locator(".table-tools button").last.click()
    expect(reason).to_contain_text("libera a un preso")
