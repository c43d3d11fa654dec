"""Every screen, in both languages and themes, at a desk and on a phone: kept as pictures, and measured while at it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, HERE, ME, OPEN, SHORT, Friend
from tests.browser.people import Person
from tests.browser.served import Served
from tests.browser.table import Table

WAYS = list(product(("desk", "phone"), ("es", "en"), ("light", "dark")))

# What is wider than the screen, and what is too small for a finger.
MEASURE = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const buttons = [...document.querySelectorAll("button, a.button, select, input:not([type=radio], [type=checkbox])")];
  const small = buttons.filter(seen).map((element) => [element, element.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height && (box.width < 43.5 || box.height < 43.5))
    .map(([element, box]) => `${element.className}: ${element.textContent} ${box.width} × ${box.height}`);
  const board = document.querySelector("svg.stage")?.getBoundingClientRect();
  return { wide, small, board: board ? board.width / innerWidth : null };
}"""

# On a phone the board is the page.
MIN_BOARD = 0.9

# Pictures that can be seen are there; the others come when somebody scrolls to them.
PICTURES = """async () => {
  const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
  await Promise.all(seen.map((image) => image.decode()));
}"""


@dataclass
class Prepared:
    """These are tables in every state, and whoever sits at them."""

    friend: Friend
    invited: str
    waiting: str
    covered: str
    over: str
    going: dict[str, str]


@pytest.fixture(scope="module")
def prepared(served: Served) -> Iterator[Prepared]:
    friend = Friend(served.address, seed=5)
    waiting = friend.make("poleana", ME, OPEN, OPEN, BOT)
    over = friend.make("royal-ludo", ME, BOT, **SHORT["royal-ludo"])
    friend.play(over)
    going = {}
    for game, seats in {"girumgo": 2, "poleana": 4, "royal-ludo": 4, "sequence-dice": 2, "stalag17": 4}.items():
        going[game] = friend.make(game, ME, *[BOT] * (seats - 1))
        friend.play(going[game], moves=8)
    covered = friend.make("stalag17", ME, HERE)
    yield Prepared(friend, friend.invites(waiting)[0], waiting, covered, over, going)
    friend.leave()


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


def keep(person: Person, name: str, mark: Locator) -> None:
    """This waits for a page, checks that it fits the screen, and keeps its picture."""
    expect(mark).to_be_visible()
    person.page.evaluate(PICTURES)
    person.shoot(name)
    measured = person.page.evaluate(MEASURE)
    # All screens are kept before anything is said about them.
    if measured["wide"] > 0:
        person.faults.append(f"{name}: wider than the screen by {measured['wide']}")
    if person.device == "phone":
        person.faults += [f"{name}: too small for a finger: {each}" for each in measured["small"]]
        if measured["board"] is not None and measured["board"] < MIN_BOARD:
            person.faults.append(f"{name}: the board takes only {measured['board']:.0%} of the width")
