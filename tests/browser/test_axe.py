"""Every page, in both themes, before the judge whom screen readers trust: axe-core."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import sobremesa
from tests.browser.conftest import Visit
from tests.browser.friend import SHORT
from tests.browser.people import Person
from tests.browser.prepared import Prepared
from tests.browser.table import Table

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")
THEMES = ("light", "dark")
# The other theme is the same page in other colours.
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
# What axe finds, and where: only what is wrong is described.
JUDGE = """async (only) => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"], ...only });
  return violations.map(({ id, impact, nodes }) => ({
    id, impact, nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`),
  }));
}"""
# Whatever moves or fades has no colour that could be judged.
STILL = """() => {
  for (const moving of document.getAnimations()) {
    if (moving.effect.getComputedTiming().endTime < Infinity) moving.finish();
  }
}"""
PAGES = {
    "home": ("/", ".card"),
    "rules": ("/rules/poleana", "main h1"),
    "settings": ("/settings", ".preferences-form"),
    "lost": ("/t/nothing", "main h1"),
    "replay": ("/t/{over}/replay", "input[type=range]"),
    "over": ("/t/{over}", ".result"),
    "invitations": ("/t/{waiting}", ".qr"),
    "covered": ("/t/{covered}", ".cover"),
    "invited": ("{invited}", "main form, main h1"),
}


@pytest.fixture(scope="session")
def axe() -> str:
    assert AXE.exists(), "axe-core is missing: make lint installs what package-lock.json names"
    return AXE.read_text(encoding="utf-8")


def judge(person: Person, axe: str, where: str) -> None:
    """This keeps what is gravely wrong with a page in either theme as a complaint."""
    if person.page.evaluate("typeof axe") == "undefined":
        person.page.evaluate(axe)
    first = person.theme
    for theme in sorted(THEMES, key=lambda theme: theme != first):
        person.switch(person.language, theme)
        person.page.evaluate(STILL)
        found: list[dict[str, Any]] = person.page.evaluate(JUDGE, {} if theme == first else COLOURS)
        person.faults += [
            f"{where} ({theme}): {each['id']} is {each['impact']}: {node}"
            for each in found
            if each["impact"] in GRAVE
            for node in each["nodes"]
        ]


@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str, visit: Visit, prepared: Prepared, axe: str) -> None:
    path, mark = PAGES[name]
    person = visit(path.format(**vars(prepared)), friend=None if name == "invited" else prepared.friend)
    if name == "lost":
        person.expect("404")
    expect(person.page.locator(mark).first).to_be_visible()

    judge(person, axe, name)


@pytest.mark.parametrize("game", SHORT)
def test_tables_and_their_set_up(game: str, visit: Visit, prepared: Prepared, axe: str) -> None:
    person = visit(f"/new/{game}", friend=prepared.friend, language="es")
    expect(person.page.locator('[data-key="start"]')).to_be_visible()
    person.page.locator('[data-key="options"]').click()
    judge(person, axe, f"set-up of {game}")

    person.go(f"/t/{prepared.going[game]}")
    table = Table(person)
    choices = table.ready().choices
    judge(person, axe, f"table of {game}")
    pick = next((choice for choice in choices if choice.can == "pick"), None)
    if pick:
        table.click(pick)
        judge(person, axe, f"{game}, {pick.name} picked")


def test_the_judge_is_awake(visit: Visit, axe: str) -> None:
    person = visit("/settings")
    expect(person.page.locator(".preferences-form")).to_be_visible()
    person.page.evaluate("""() => {
      const grey = document.createElement("p");
      Object.assign(grey, { textContent: "grey", style: "color: #777; background: #888" });
      document.querySelector("main").append(document.createElement("button"), grey);
    }""")

    judge(person, axe, "settings")

    assert [fault.partition(" is ")[0] for fault in person.faults] == [
        "settings (light): button-name",
        "settings (light): color-contrast",
        "settings (dark): color-contrast",
    ]
    person.faults.clear()


def test_every_game_is_judged() -> None:
    assert sorted(SHORT) == sobremesa.names()


def test_what_opens_over_a_page(visit: Visit, prepared: Prepared, axe: str) -> None:
    person = visit(f"/t/{prepared.over}", friend=prepared.friend)
    page = person.page
    page.locator('[data-key="dice"]').click()
    expect(page.locator(".verified")).to_be_visible()
    judge(person, axe, "the verifier")
    for name, opener in [("rules", ".rulebook"), ("settings", '[data-key="settings"]')]:
        page.locator(opener).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        judge(person, axe, f"{name} over the table")
        if name == "settings":
            page.locator('[data-key="over-keys"]').click()
            judge(person, axe, "keys over the settings")
            page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_phone(visit: Visit, prepared: Prepared, axe: str) -> None:
    person = visit(f"/t/{prepared.going['poleana']}", friend=prepared.friend, device="phone")
    Table(person).ready()
    judge(person, axe, "table on a phone")
    person.page.locator(".peek").tap()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    judge(person, axe, "drawer on a phone")
