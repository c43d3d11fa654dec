"""Every screen, in both languages and themes, at a desk and on a phone: kept as pictures, and measured while at it."""

from itertools import product

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.measure import keep
from tests.browser.prepared import Prepared
from tests.browser.table import Table

WAYS = list(product(("desk", "phone"), ("es", "en"), ("light", "dark")))


@pytest.mark.parametrize(("device", "language", "theme"), WAYS)
def test_pages(device: str, language: str, theme: str, visit: Visit, prepared: Prepared) -> None:
    person = visit("/", device=device, language=language, theme=theme, friend=prepared.friend)
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    keep(person, "pages/home", page.locator(".card").last)
    for name, path, mark in [
        ("set-up", "/new/poleana", '[data-key="start"]'),
        ("rules", "/rules/stalag17", "main h1"),
        ("settings", "/settings", "main h1"),
        ("result", f"/t/{prepared.over}", ".result"),
        ("replay", f"/t/{prepared.over}/replay", "input[type=range]"),
    ]:
        person.go(path)
        keep(person, f"pages/{name}", page.locator(mark).first)
    person.go("/new/girumgo")
    page.locator('[data-key="options"]').click()
    keep(person, "pages/set-up-rules-of-the-house", page.locator(".options"))
    person.expect("404")
    person.go("/t/nowhere")
    keep(person, "pages/lost", page.locator("main h1"))


@pytest.mark.parametrize(("device", "language", "theme"), WAYS)
def test_tables(device: str, language: str, theme: str, visit: Visit, prepared: Prepared) -> None:
    person = visit(f"/t/{prepared.waiting}", device=device, language=language, theme=theme, friend=prepared.friend)
    page = person.page
    keep(person, "table/invitations", page.locator(".qr").first)
    person.go(f"/t/{prepared.covered}")
    keep(person, "table/cover", page.locator(".cover button"))
    for game, match in prepared.going.items():
        person.go(f"/t/{match}")
        table = Table(person)
        table.ready()
        keep(person, f"table/{game}", page.locator("svg.stage").first)
        pick = next((choice for choice in table.look().choices if choice.can == "pick"), None)
        if pick:
            table.click(pick)
            person.shoot(f"table/{game}-picked")


@pytest.mark.parametrize(("device", "language", "theme"), WAYS)
def test_invitation(device: str, language: str, theme: str, visit: Visit, prepared: Prepared) -> None:
    person = visit(prepared.invited, device=device, language=language, theme=theme)
    keep(person, "pages/invitation", person.page.locator('[data-key="sit"]'))
