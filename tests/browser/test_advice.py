"""Hints say what speaks for a move, in the language of whoever reads them."""

from urllib.parse import urlsplit

import pytest
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


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_who_asks_for_advice_is_named_to_everybody_in_their_language(visit: Visit, friend: Friend, device: str) -> None:
    match = friend.make("royal-ludo", ME, BOT)
    person = visit(f"/t/{match}", friend=friend, device=device)
    crowd = visit(f"/t/{match}", language="es")
    Table(crowd).look()
    Table(person).ready()
    person.page.keyboard.press("h")

    expect(person.page.locator(".hint").first).to_be_visible()
    expect(Table(crowd).log.last).to_have_text("Ana pide consejo.")
    expect(Table(person).log.last).to_have_text("Ana asks for advice.")
    keep(person, "table/advice-asked")


@pytest.mark.parametrize("device", ["desk", "phone"])
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_table_is_set_up_without_advice(visit: Visit, device: str, language: str) -> None:
    said = {
        "es": ("Sin consejos en esta mesa", "Sin consejos", "Esta mesa se preparó sin consejos.", "no hay consejos"),
        "en": ("No advice at this table", "No advice here", "This table was set up without advice.", "is no advice"),
    }[language]
    person = visit("/new/royal-ludo", language=language, device=device)
    person.page.get_by_label(said[0]).check()
    person.page.locator('[data-key="seat-1"]').select_option("open")
    keep(person, "setup/no-advice")
    person.page.locator('[data-key="start"]').click()
    person.page.wait_for_url("**/t/*")
    link = person.page.locator(".invite-link input").input_value()
    guest = visit(urlsplit(link).path, language=language, device=device)
    expect(guest.page.locator(".join-text")).to_contain_text(said[3])
    keep(guest, "join/no-advice")
    crowd = visit(urlsplit(person.page.url).path, language=language, device=device)
    expect(crowd.page.locator(".status")).to_be_visible()
    guest.page.locator('[data-key="sit"]').click()
    guest.page.wait_for_url("**/t/*")
    for each in (person, guest):
        button = each.page.get_by_role("button", name=said[1])
        expect(button).to_be_disabled()
        each.page.keyboard.press("h")
        expect(each.page.locator(".note")).to_have_text(said[2])
    expect(crowd.page.locator(".status")).to_contain_text(said[2])
    keep(person, "table/no-advice")
    keep(crowd, "table/no-advice-watched")
    # Whoever sets up the next table finds the switch as they left it.
    person.go("/new/royal-ludo")
    expect(person.page.get_by_label(said[0])).to_be_checked()
