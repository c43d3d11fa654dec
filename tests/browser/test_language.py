"""Both languages: chosen from the browser, switched during a match, and nothing is left in the other."""

from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, ME, SHORT, Friend
from tests.browser.table import Table


def test_the_language_is_the_browsers(visit: Visit) -> None:
    for language in ("es", "en"):
        person = visit("/", language=language)
        expect(person.page.locator("html")).to_have_attribute("lang", language)


def test_the_language_is_switched_during_a_match_log_included(visit: Visit, friend: Friend) -> None:
    match = friend.make("poleana", ME, BOT, **SHORT["poleana"])
    friend.play(match, moves=4)
    person = visit(f"/t/{match}", friend=friend)
    table = Table(person)
    table.ready()
    english = said(table)
    switch = person.page.locator('[data-key="language"]')

    switch.click()

    expect(person.page.locator("html")).to_have_attribute("lang", "es")
    spanish = said(table)
    assert len(spanish) == len(english)
    assert not [line for line in english if line in spanish]
    # After a reload it is the same language.
    person.page.reload()
    table.ready()
    expect(person.page.locator("html")).to_have_attribute("lang", "es")
    switch.click()
    expect(person.page.locator("html")).to_have_attribute("lang", "en")
    # Of a long match only the last lines are told again, and those are the same as before.
    before, again = english[:-1], said(table)
    assert any(again[: len(before) - cut] == before[cut:] for cut in range(len(before)))
    # The match goes on in the other language.
    switch.click()
    table.act()


def said(table: Table) -> list[str]:
    """These are the lines of the log, and the prompt."""
    return [*table.log.all_inner_texts(), table.page.locator(".prompt").inner_text()]
