"""Phones of every size, upright and on their side, and letters twice as large: everything fits and can be touched."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, HERE, ME, Friend
from tests.browser.measure import faults, keep
from tests.browser.people import Person
from tests.browser.prepared import SEATS, Prepared
from tests.browser.table import Table

# Width, height and the size of letters.
SIZES = {
    "small": (320, 568, 100),
    "large": (430, 932, 100),
    "small-side": (568, 320, 100),
    "large-side": (932, 430, 100),
    "small-letters": (320, 568, 200),
    "large-letters": (390, 844, 200),
    "small-side-letters": (568, 320, 200),
    "large-side-letters": (932, 430, 200),
}
ENLARGE = "size => (document.documentElement.style.fontSize = `${size}%`)"


def resize(person: Person, size: str) -> None:
    """This is another phone, or the same one held or set differently."""
    width, height, letters = SIZES[size]
    person.page.set_viewport_size({"width": width, "height": height})
    person.page.evaluate(ENLARGE, letters)


def keep_all(person: Person, name: str, mark: Locator) -> None:
    """This keeps a screen as phones of all sizes show it, and checks that it fits."""
    expect(mark).to_be_visible()
    for size in SIZES:
        resize(person, size)
        keep(person, f"devices/{size}/{name}", coarse=True)


# Spanish needs more room.


def test_pages_fit(visit: Visit, prepared: Prepared) -> None:
    person = visit("/", device="phone", language="es", friend=prepared.friend)
    keep_all(person, "home", person.page.locator(".card").last)
    for name, path, mark in [
        ("set-up", "/new/poleana", '[data-key="start"]'),
        ("rules", "/rules/poleana", "main h1"),
        ("settings", "/settings", "main h1"),
        ("replay", f"/t/{prepared.over}/replay", "input[type=range]"),
        ("result", f"/t/{prepared.over}", ".result"),
        ("invitations", f"/t/{prepared.waiting}", ".qr"),
        ("lesson", "/learn/poleana#5", ".lesson .thing"),
        ("review", f"/t/{prepared.over}/review", '.review[data-ready="true"] .thing'),
    ]:
        person.go(path)
        keep_all(person, name, person.page.locator(mark).first)
    person.go(f"/t/{prepared.going['poleana']}")
    expect(person.page.locator(".thing").first).to_be_visible()
    person.page.keyboard.press("?")
    keep_all(person, "keys", person.page.get_by_role("dialog"))


def test_what_strangers_see_fits(visit: Visit, prepared: Prepared) -> None:
    person = visit(prepared.invited, device="phone", language="es")
    keep_all(person, "invited", person.page.locator("main h1"))
    person.expect("404")
    person.go("/t/nothing")
    keep_all(person, "lost", person.page.locator("main h1"))


@pytest.mark.parametrize("state", ["checked", "covered"])
def test_what_lies_over_a_table_fits(state: str, visit: Visit, prepared: Prepared) -> None:
    path = f"/t/{prepared.over if state == 'checked' else prepared.covered}"
    person = visit(path, device="phone", language="es", friend=prepared.friend)
    if state == "checked":
        person.page.locator('[data-key="dice"]').tap()
    keep_all(person, state, person.page.locator(".verified" if state == "checked" else ".cover"))


@pytest.mark.parametrize("game", SEATS)
def test_tables_fit(game: str, visit: Visit, prepared: Prepared) -> None:
    person = visit(f"/t/{prepared.going[game]}", device="phone", language="es", friend=prepared.friend)
    Table(person).ready()
    keep_all(person, game, person.page.locator("svg.stage").first)


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_every_way_at_a_fork_has_its_word(device: str, visit: Visit, friend: Friend) -> None:
    match = friend.make("poleana", ME, HERE)
    frame = friend.play(match, until=lambda frame: bool(forks(frame)))
    pawn, ways = forks(frame)[0]
    person = visit(f"/t/{match}", device=device, language="es", friend=friend)
    table = Table(person)
    if device == "phone":
        resize(person, "small")

    # What all moves have in common is picked already.
    for choice in table.ready().choices:
        if choice.id == pawn:
            table.click(choice)

    expect(person.page.locator(".word")).to_have_count(ways)
    assert faults(person.page, by_finger=device != "desk") == []
    person.shoot("devices/fork")


def forks(frame: dict[str, Any]) -> list[tuple[str, int]]:
    """These are the things that can be picked and then have two or three ways to go, and how many."""
    if frame["actor"] != frame["seat"]:
        return []
    ways: dict[str, set[str]] = {}
    for gesture in frame["gestures"]:
        for pick in gesture["picks"]:
            ways.setdefault(pick, set()).add(gesture["close"])
    plain = all(len(gesture["picks"]) == 1 for gesture in frame["gestures"])
    return [(pick, len(closes)) for pick, closes in ways.items() if plain and 2 <= len(closes) <= 3]


def test_the_log_is_kept_in_a_drawer(visit: Visit, prepared: Prepared) -> None:
    person = visit(f"/t/{prepared.going['poleana']}", device="phone", friend=prepared.friend)
    page = person.page
    handle, drawer, lines = page.locator(".peek"), page.get_by_role("dialog"), page.locator(".log-lines li")
    expect(handle).to_contain_text(lines.last.text_content() or "nothing")
    expect(lines.last).to_be_hidden()

    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: page.touchscreen.tap(195, 40),
        lambda: drawer.get_by_role("button", name="Close").tap(),
        lambda: swipe(person, "down"),
    ]
    for close in ways:
        handle.tap()
        expect(drawer).to_be_visible()
        expect(lines.last).to_be_visible()
        person.shoot("devices/drawer")
        assert faults(page, by_finger=True) == []
        close()
        expect(drawer).to_have_count(0)
        expect(handle).to_be_focused()

    # What scrolls up is read, not shut; and with more room the log stands in the page again.
    handle.press("Enter")
    swipe(person, "up")
    expect(drawer).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(drawer).to_have_count(0)
    expect(lines.last).to_be_visible()
    expect(handle).to_be_hidden()


def swipe(person: Person, way: str) -> None:
    """This draws a finger over the upper edge of the drawer."""
    line = person.context.new_cdp_session(person.page)
    grip = person.page.locator(".grip")
    grip.tap(trial=True)  # as soon as it stands still
    box = grip.bounding_box()
    assert box is not None
    x, y = box["x"] + 40, box["y"] + box["height"] / 2
    for number in range(6):
        kind = "touchMove" if number else "touchStart"
        place = {"x": x, "y": y + 20 * number * (1 if way == "down" else -1)}
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [place]})
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# How much of a name, up to a number in it, there is room for, also for the dots that say that more would follow.
SHOWN = """() => [...document.querySelectorAll(".chair-name")].map((name) => {
  const room = name.getBoundingClientRect().width;
  const paper = document.createElement("canvas").getContext("2d");
  paper.font = getComputedStyle(name).font;
  const start = name.textContent.match(/^.*?\\d/)?.[0] ?? name.textContent;
  return paper.measureText(start === name.textContent ? start : `${start}…`).width <= room + 0.5;
})"""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("game", "seats"), [("royal-ludo", 4), ("stalag17", 3)])
def test_bots_are_told_apart_where_there_is_little_room(
    visit: Visit, friend: Friend, language: str, game: str, seats: int
) -> None:
    match = friend.make(game, ME, *[BOT] * (seats - 1))
    person = visit(f"/t/{match}", device="phone", language=language)
    for width in (320, 360, 390):
        person.page.set_viewport_size({"width": width, "height": 568})
        expect(person.page.locator(".chair-name")).to_have_count(seats)
        assert person.page.evaluate(SHOWN) == [True] * seats, width
        keep(person, f"devices/{width}/bots-of-{game}", coarse=True)


@pytest.mark.parametrize("language", ["en", "es"])
def test_short_names_and_signs_have_room_where_letters_are_large(visit: Visit, friend: Friend, language: str) -> None:
    match = friend.make("girumgo", ME, HERE | {"name": "Beto"})
    person = visit(f"/t/{match}", language=language)
    expect(person.page.locator(".chair")).to_have_count(2)
    person.page.evaluate(ENLARGE, 200)
    keep(person, "devices/desk-letters/spectator", coarse=True)
    assert person.page.evaluate(SHOWN) == [True, True]
    circle = person.page.locator(".rule span").bounding_box()
    assert circle is not None
    assert circle["width"] == circle["height"] >= 2 * 26
