"""Whole matches of every game by keyboard alone, and what a screen reader says of them, to whoever plays or watches."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from sobremesa import find
from sobremesa.core.words import Words, read_phrase
from tests.browser.conftest import Visit
from tests.browser.friend import GOOD, ME, SHORT, Friend
from tests.browser.keys import Keys
from tests.browser.people import Person
from tests.browser.prepared import Prepared
from tests.browser.test_matches import check_record

# What a screen reader hears: everything that is added to the live region, each time that it is. What stands in the log
# when somebody comes is not heard, but found.
LISTEN = """() => {
  Object.assign(window, { heard: [], found: [] });
  new MutationObserver((changes) => {
    const added = (wanted) => changes
      .filter(({ target }) => target.matches?.(wanted))
      .flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent));
    const lines = added("#live");
    heard.push(...lines);
    if (!lines.length && !heard.length && !found.length) found.push(...added(".log-lines"));
  }).observe(document, { childList: true, subtree: true });
}"""
LIVE = "[aria-live]:not([aria-live=off]), [role=status], [role=log], [role=timer], [role=marquee], output"
PAGES = {
    "home": ("/", ".card"),
    "set-up": ("/new/poleana", '[data-key="start"]'),
    "rules": ("/rules/poleana", "main h1"),
    "lesson": ("/learn/poleana", ".lesson-title"),
    "settings": ("/settings", ".preferences-form"),
    "replay": ("/t/{over}/replay", "input[type=range]"),
    "review": ("/t/{over}/review", '.review[data-ready="true"]'),
    "over": ("/t/{over}", ".result"),
    "invitations": ("/t/{waiting}", ".qr"),
    "covered": ("/t/{covered}", ".cover"),
    "invited": ("{invited}", "main form, main h1"),
}
FOUND = 14
"""How many lines may have been written before somebody came: cards are dealt, and bots throw for the start."""
LANGUAGES = {"girumgo": ("es", "en"), "poleana": ("en", "es"), "royal-ludo": ("es", "en")}
LANGUAGES |= {"sequence-dice": ("en", "es"), "stalag17": ("es", "en")}


def test_every_game_is_listened_to() -> None:
    assert sorted(LANGUAGES) == sorted(SHORT)


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_keyboard_is_heard_as_it_is_written(
    game: str, visit: Visit, friend: Friend, tmp_path: Path
) -> None:
    match = friend.make(game, ME, GOOD, by_hand=True, **SHORT[game])
    mine, theirs = LANGUAGES[game]
    person = visit("/settings", friend=friend, language=mine, autoRoll=False)
    watcher = visit("/settings", language=theirs)
    for each in (watcher, person):
        each.context.add_init_script(f"({LISTEN})()")
        each.go(f"/t/{match}")
        expect(each.page.locator(".chair")).to_have_count(2)
    # Whoever only twists wheels at random would play all night.
    table = Keys(person, is_brief=game == "girumgo")

    table.play()

    expect(watcher.page.locator(".result")).to_be_visible()
    check_record(table, game, tmp_path)
    for each, seat in ((person, 0), (watcher, None)):
        found, heard = each.page.evaluate("[found, heard]")
        assert found + heard == written(each, match, game, seat)
        assert len(found) <= FOUND
        assert each.page.locator(LIVE).count() == 1
        assert each.page.locator(LIVE).get_attribute("aria-live") == "polite"


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_one_live_region(name: str, visit: Visit, prepared: Prepared) -> None:
    path, mark = PAGES[name]
    page = visit(path.format(**vars(prepared)), friend=None if name == "invited" else prepared.friend).page
    expect(page.locator(mark).first).to_be_visible()

    expect(page.locator(LIVE)).to_have_count(1)


def written(person: Person, match: str, game: str, seat: int | None) -> list[str]:
    """The log of a match as the server keeps it for a seat, said by the words of the game in somebody's language."""
    answer = person.page.request.get(f"/api/matches/{match}/log", params={} if seat is None else {"seat": seat})
    assert answer.ok
    entries: list[dict[str, Any]] = answer.json()
    names = [line.get_attribute("title") or "" for line in person.page.locator(".chair-name").all()]
    words = Words(person.language, find(game).package, "sobremesa.client", "sobremesa.core")
    return [words.say(read_phrase(phrase), names) for entry in entries for phrase in entry["say"]]
