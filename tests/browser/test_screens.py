"""Every screen, in both languages and themes, at a desk and on a phone: measured, and kept as pictures if wished."""

import re
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.friend import Friend
from tests.browser.measure import keep
from tests.browser.people import DEVICES, WITH_PICTURES, Person
from tests.browser.prepared import SEATS, Prepared
from tests.browser.table import Table

# The names that leave their plates.
PLATES = """() => [...document.querySelectorAll(".plate")]
  .map((plate) => [...plate.querySelectorAll("rect, text")].map((part) => part.getBoundingClientRect().right))
  .filter(([plate, name]) => name > plate - 1)"""

# Words change what fits and themes do not: where nobody looks at pictures, each language and each theme is seen once.
WAYS = list(product(("es", "en"), ("light", "dark"))) if WITH_PICTURES else [("es", "dark"), ("en", "light")]


def keep_all(person: Person, name: str, mark: Locator) -> None:
    """This keeps a screen in both languages and themes, as soon as there is something to see on it."""
    expect(mark).to_be_visible()
    for language, theme in WAYS:
        person.switch(language, theme)
        keep(person, name)


@pytest.mark.parametrize("device", DEVICES)
def test_pages(device: str, visit: Visit, prepared: Prepared) -> None:
    person = visit("/", device=device, friend=prepared.friend)
    page = person.page
    keep_all(person, "pages/home", page.locator(".card").last)
    for name, path, mark in [
        ("set-up", "/new/poleana", '[data-key="start"]'),
        ("rules", "/rules/stalag17", "main h1"),
        ("settings", "/settings", "main h1"),
        ("result", f"/t/{prepared.over}", ".result"),
        ("replay", f"/t/{prepared.over}/replay", "input[type=range]"),
    ]:
        person.go(path)
        keep_all(person, f"pages/{name}", page.locator(mark).first)
    person.go("/new/girumgo")
    page.locator('[data-key="options"]').click()
    keep_all(person, "pages/set-up-rules-of-the-house", page.locator(".options"))
    person.expect("404")
    for name, path in [("lost", "/t/nowhere"), ("lost-game", "/rules/nogame"), ("lost-address", "/tabel/x")]:
        person.go(path)
        keep_all(person, f"pages/{name}", page.locator("main h1"))
        expect(page.locator("main p").first).to_have_text(re.compile("^There is no table and no page at this address"))
    page.locator("main a").click()
    expect(page.locator(".card").first).to_be_visible()


@pytest.mark.parametrize("device", DEVICES)
def test_invitations(device: str, visit: Visit, prepared: Prepared) -> None:
    guest = visit(prepared.invited, device=device)
    keep_all(guest, "pages/invitation", guest.page.locator('[data-key="sit"]'))
    changed = visit(f"{prepared.invited[:-2]}xx", device=device)
    keep_all(changed, "pages/invitation-not-valid", changed.page.get_by_role("heading", name="This link is not valid"))
    host = visit(f"/t/{prepared.waiting}", device=device, friend=prepared.friend)
    keep_all(host, "table/invitations", host.page.locator(".qr").first)
    if device == "desk":
        # The log keeps its place, below what matters more now.
        log = host.page.locator(".logbook")
        log.scroll_into_view_if_needed()
        box = log.bounding_box()
        assert box is not None
        assert box["height"] >= 150
        keep(host, "table/invitations-log")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("language", "theme"), WAYS)
def test_the_cover(language: str, theme: str, device: str, visit: Visit, prepared: Prepared) -> None:
    wishes = {"device": device, "language": language, "theme": theme}
    person = visit(f"/t/{prepared.covered}", friend=prepared.friend, **wishes)
    expect(person.page.locator(".cover button")).to_be_visible()
    keep(person, "table/cover")


@pytest.mark.parametrize("device", DEVICES)
def test_long_names_stay_on_their_plates(device: str, visit: Visit, friend: Friend) -> None:
    names = ["Maximiliana Wohlgemuth W", "👨‍👩‍👧‍👦👩🏽‍🚀 Ana", "Wolfgang Amadeus Williams", "Ana"]
    seats = [{"kind": kind, "name": name} for kind, name in zip(("me", "here", "here", "here"), names, strict=True)]
    match = friend.make("stalag17", *seats)
    person = visit(f"/t/{match}", friend=friend, device=device)
    Table(person).lift()

    assert person.page.evaluate(PLATES) == []
    written = person.page.locator(".plate-name").all_text_contents()
    assert written[-1] == "Ana"
    assert all(name.startswith(text.rstrip("…").rstrip()) for name, text in zip(names, written, strict=True))
    # The number beside a name says what it counts, to the eye where there is room for a word.
    assert person.page.locator(".points").first.get_attribute("title") == "0 free"
    assert person.page.locator(".score-words").first.text_content() == "0 free"
    keep(person, "table/long-names")


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", SEATS)
def test_tables(game: str, device: str, visit: Visit, prepared: Prepared) -> None:
    person = visit(f"/t/{prepared.going[game]}", device=device, friend=prepared.friend)
    table = Table(person)
    table.ready()
    keep_all(person, f"table/{game}", person.page.locator("svg.stage").first)
    table.ready()
    pick = next((choice for choice in table.look().choices if choice.can == "pick"), None)
    if pick:
        table.click(pick)
        keep(person, f"table/{game}-picked")
