"""Rematches in the browser: one click, and the whole table goes along."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import HERE, ME, OPEN, SHORT, Friend
from tests.browser.held import Held
from tests.browser.measure import keep
from tests.browser.test_listening import LISTEN, LIVE

WORDS = {
    "en": ("Rematch", "Ana plays again", "Stay here", "To the rematch"),
    "es": ("Revancha", "Ana juega la revancha", "Quedarme aquí", "Ir a la revancha"),
}


@pytest.mark.parametrize(("language", "device"), [("en", "desk"), ("es", "phone")])
def test_one_click_takes_everybody_along(
    visit: Visit, friend: Friend, bea: Friend, served: object, language: str, device: str
) -> None:
    ask, called, stay, follow = WORDS[language]
    match = friend.make("royal-ludo", ME, OPEN, **SHORT["royal-ludo"])
    bea.join(friend.invites(match)[0], "Bea")
    ana = visit(f"/t/{match}", friend=friend, language=language, device=device)
    other = visit(f"/t/{match}", friend=bea, language=language, device=device)
    crowd = visit(f"/t/{match}", language=language)
    lazy = visit(f"/t/{match}", language=language)
    for person in (ana, other, crowd, lazy):
        expect(person.page.locator(".chairs")).to_contain_text("Bea")
    other.page.locator(".exit button").click()
    other.page.locator(".exit button").last.click()
    for person in (ana, other):
        expect(person.page.get_by_role("button", name=ask)).to_be_visible()
    # Who only looks on asks for nothing.
    expect(crowd.page.locator(".result")).to_be_visible()
    expect(crowd.page.get_by_role("button", name=ask)).to_have_count(0)
    ana.shoot("rematch/over")
    other.page.locator(".phrases summary").click()
    other.page.locator('[data-key="mute-0"]').click()

    lazy.page.evaluate(LISTEN)
    ana.page.get_by_role("button", name=ask).click()

    expect(lazy.page.locator(".rematch")).to_contain_text(called)
    told = lazy.page.locator(".rematch p").first.inner_text()
    expect(lazy.page.locator(LIVE)).to_have_count(1)
    lazy.page.get_by_role("button", name=stay).click()
    assert lazy.page.evaluate("heard") == [told]
    other.shoot("rematch/called")
    ana.page.wait_for_url(re.compile(f"/t/(?!{match})"))
    again = ana.page.url
    for person in (other, crowd):
        person.page.wait_for_url(again)
    names = [re.sub(r"\W.*", "", name) for name in ana.page.locator(".chair-name").all_inner_texts()]
    assert names == ["Bea", "Ana"]
    expect(ana.page.locator(".invitations")).to_be_hidden()
    expect(crowd.page.locator(".status")).to_be_visible()
    ana.shoot("rematch/again")
    # Who was not heard is not heard here either, one seat further.
    expect(other.page.locator('[data-key="mute-1"]')).to_have_attribute("aria-pressed", "true")
    # Who stayed can still follow.
    assert lazy.page.url.endswith(match)
    lazy.page.get_by_role("button", name=follow).click()
    lazy.page.wait_for_url(again)


@pytest.mark.parametrize("is_home_there", [True, False])
def test_who_asks_and_goes_home_is_not_called_back(visit: Visit, friend: Friend, is_home_there: bool) -> None:
    match = friend.make("royal-ludo", ME, HERE, **SHORT["royal-ludo"])
    friend.play(match)
    person = visit(f"/t/{match}", friend=friend)
    page = person.page
    rematch, home = Held(page, "**/rematch"), Held(page, "**/api/games")
    page.get_by_role("button", name="Rematch").click()
    rematch.wait()
    page.locator(".brand").click()
    home.wait()

    for held in (home, rematch) if is_home_there else (rematch, home):
        held.go()

    expect(page.locator(".card").first).to_be_visible()
    assert page.url == f"{person.address}/"


@pytest.mark.parametrize("device", ["desk", "phone"])
@pytest.mark.parametrize("language", ["es", "en"])
def test_everybody_sees_for_whom_a_seat_is_kept(
    visit: Visit, friend: Friend, bea: Friend, language: str, device: str
) -> None:
    said = {
        "es": r"El asiento de Bea se guarda \d+ segundos? más\.",
        "en": r"The seat of Bea is kept for \d+ seconds? more\.",
    }
    refusal = {"es": "Este asiento se guarda para Bea", "en": "This seat is kept for Bea"}
    match = friend.make("royal-ludo", ME, OPEN, **SHORT["royal-ludo"])
    bea.join(friend.invites(match)[0], "Bea")
    bea.ask(match, t="resign")
    again = friend.http.post(f"/api/matches/{match}/rematch", json={}).json()["match"]
    ana = visit(f"/t/{again}", friend=friend, language=language, device=device)
    crowd = visit(f"/t/{again}", language=language, device=device)
    for person in (ana, crowd):
        expect(person.page.locator(".kept")).to_have_text(re.compile(said[language]))
    # Nobody is offered what would be refused.
    expect(ana.page.locator(".invitations")).to_be_hidden()
    keep(ana, "rematch/kept")
    keep(crowd, "rematch/kept-watched")
    guest = visit(friend.invites(again)[0], language=language, device=device)
    expect(guest.page.locator(".kept")).to_have_text(re.compile(said[language]))
    guest.expect("409")
    guest.page.locator('[data-key="sit"]').click()
    expect(guest.page.locator(".fault")).to_contain_text(refusal[language])
    keep(guest, "rematch/kept-invited")
    bea.http.post(f"/api/matches/{match}/rematch", json={})
    for person in (ana, crowd):
        expect(person.page.locator(".kept")).to_be_hidden()
