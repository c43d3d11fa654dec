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


def test_where_nothing_speaks_for_a_move_it_is_compared_with_the_best(visit: Visit, friend: Friend) -> None:
    person = visit(f"/t/{friend.make('girumgo', ME, BOT, BOT)}", friend=friend)
    Table(person).ready()
    person.page.keyboard.press("h")

    hints = person.page.locator(".hint")
    expect(hints.first).to_be_visible()
    assert all(each.locator(".reasons").inner_text() for each in hints.all())
    assert "± 0" not in "".join(hints.all_inner_texts())


def test_what_cannot_be_taken_back_says_why(visit: Visit, friend: Friend) -> None:
    person = visit(f"/t/{friend.make('girumgo', ME, BOT, BOT)}", friend=friend)
    Table(person).ready()
    person.page.keyboard.press("u")

    expect(person.page.locator(".note")).to_contain_text("Nothing of yours can be taken back")
    # Two bots of one level are told apart, even where their names are cut short.
    assert [name.split(" (")[0] for name in person.page.locator(".chair-name").all_inner_texts()[1:]] == [
        "Bot 1",
        "Bot 2",
    ]
