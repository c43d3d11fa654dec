"""The review of a match in a real browser: one click from its result, and one from its replay."""

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import HERE, ME, Friend
from tests.browser.held import Held
from tests.browser.measure import keep
from tests.browser.people import Person
from tests.browser.prepared import Prepared
from tests.browser.served import Served
from tests.browser.test_listening import LISTEN

# Of so many matches one has moves to be sorry for, however the dice fall.
TRIES = 8
PATIENCE = 180.0
"""Seconds in which the game is compiled, and a match reviewed."""


@pytest.fixture(scope="module")
def played(served: Served) -> Iterator[tuple[Friend, str]]:
    """This is a match that two people have played without much thought, so that there were better moves."""
    friend = Friend(served.address, seed=2)
    for _ in range(TRIES):
        match = friend.make("royal-ludo", ME, HERE, pawns=2, board="short")
        friend.play(match)
        # What is done by a button is not marked on the board; of three one is done there.
        if len(reviewed(friend, match)["moves"]) >= 3:
            break
    yield friend, match
    friend.leave()


def reviewed(friend: Friend, match: str) -> dict[str, Any]:
    """This is the review of a match, as soon as there is one; where the game is not ready yet, that takes longer."""
    deadline = time.monotonic() + PATIENCE
    while (found := friend.http.get(f"/api/matches/{match}/review")).status_code in (202, 503):
        assert time.monotonic() < deadline, found.text
        time.sleep(0.2)
    assert found.is_success, found.text
    told: dict[str, Any] = found.json()
    return told


def ready(person: Person) -> None:
    """This waits until the review is there and its table is shown."""
    expect(person.page.locator('.review[data-ready="true"]')).to_be_visible()
    expect(person.page.locator(".review .thing").first).to_be_visible()


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_a_review_is_one_click_from_the_result(device: str, visit: Visit, played: tuple[Friend, str]) -> None:
    friend, match = played
    person = visit(f"/t/{match}", device=device, friend=friend)
    page = person.page
    page.locator('.result [data-key="review"]').click()
    ready(person)

    expect(page.locator(".review-graph h2")).to_have_text("Chances of winning")
    expect(page.locator(".chance-line")).to_have_count(2)
    # The better move is marked on the board, unless it is a button's.
    for slip in page.locator(".slips .moment").all():
        slip.click()
        expect(slip).to_have_attribute("aria-current", "")
        expect(page.locator(".review-now .prompt")).to_contain_text("Better:")
        if page.locator(".ring.advice").count():
            break
    expect(page.locator(".ring.advice").first).to_be_visible()
    for language, theme in [("es", "light"), ("en", "dark"), ("es", "dark"), ("en", "light")]:
        person.switch(language, theme)
        expect(page.locator(".ring.advice").first).to_be_visible()
        keep(person, "pages/review")
    person.switch("es", "light")
    expect(page.locator(".review-now .prompt")).to_contain_text("Mejor:")
    page.locator(".review-graph input").focus()
    page.keyboard.press("Home")
    expect(page.locator(".review-now")).to_contain_text(re.compile("Momento [01] de"))
    # A moment has the same number wherever it is named, and the replay shows the same table.
    slip = page.locator(".slips .moment").first
    number = slip.locator(".moment-number").inner_text().strip(". ")
    slip.click()
    expect(page.locator(".review-now")).to_contain_text(f"Momento {number} de")
    expect(page.locator(".review-now a")).to_have_attribute("href", f"/t/{match}/replay#{number}")


def test_keys_lead_from_moment_to_moment_and_each_is_said_once(visit: Visit, played: tuple[Friend, str]) -> None:
    friend, match = played
    person = visit(f"/t/{match}/review", friend=friend)
    page = person.page
    ready(person)
    slider = page.locator(".review-graph input")

    def press(key: str) -> None:
        """This presses a key, and waits for the table of another moment."""
        with page.expect_response(re.compile(r"/replay\?")) as answer:
            page.keyboard.press(key)
        answer.value.finished()

    slider.focus()
    for key in ("Home", "ArrowRight", "ArrowRight", "ArrowRight"):
        press(key)
    expect(slider).to_have_value("3")
    expect(slider).to_be_focused()

    slip = page.locator(".slips .moment").first
    slip.focus()
    page.evaluate(LISTEN)
    press("Enter")
    person.switch("en", "dark")
    expect(slip).to_be_focused()
    said = page.locator(".review-now > p:not(.about, .actions)").all_inner_texts()
    assert page.evaluate("heard") == said


def test_a_table_that_does_not_come_is_forgotten_once_another_is_wished_for(
    visit: Visit, played: tuple[Friend, str]
) -> None:
    friend, match = played
    person = visit(f"/t/{match}/review", friend=friend)
    person.expect("ERR_FAILED")
    page = person.page
    ready(person)
    tables = Held(page, re.compile(r"/replay\?"))
    page.locator(".review-graph input").focus()
    for count, key in enumerate(("Home", "ArrowRight"), start=1):
        page.keyboard.press(key)
        tables.wait(count)

    tables.go(1)
    tables.fail(0)

    expect(page.locator(".review-now")).to_contain_text(re.compile(r"Moment \d+ of"))
    expect(page.locator(".review-now .fault")).to_have_count(0)


def test_a_review_is_one_click_from_a_replay_for_whoever_has_the_link(visit: Visit, prepared: Prepared) -> None:
    person = visit(f"/t/{prepared.over}/replay", language="es")
    page = person.page
    page.locator('[data-key="review"]').click()
    # It is made while one waits, and how far it is can be seen.
    expect(page.locator(".review-graph h2")).to_have_text(re.compile("Revisando la partida|Probabilidad de ganar"))
    ready(person)

    expect(page.locator(".review-graph h2")).to_have_text("Probabilidad de ganar")
    rows = page.locator(".accounts tbody tr")
    expect(rows).to_have_count(2)
    # Whoever won ends at 100 %, and the other at nothing.
    ends = sorted(re.sub(r"\D", "", row.locator("td").nth(4).inner_text()) for row in rows.all())
    assert ends == ["0", "100"]
    page.locator(".review-now a").click()
    expect(page).to_have_url(re.compile(r"/replay#\d+"))


def test_what_is_not_over_cannot_be_reviewed(visit: Visit, friend: Friend) -> None:
    going = friend.make("sequence-dice", ME, HERE)
    person = visit(f"/t/{going}", friend=friend)
    person.expect("409|404")
    person.go(f"/t/{going}/review")
    expect(person.page.locator("main")).to_contain_text("The match is not over yet.")
    person.go("/t/nowhere/review")
    expect(person.page.locator("main h1")).to_be_visible()
    expect(person.page.locator("main p").first).to_have_text(re.compile("^There is no table and no page"))


@pytest.mark.parametrize(("language", "device", "none"), [("en", "desk", "None."), ("es", "phone", "Ninguna.")])
def test_a_match_given_up_at_once_has_nothing_to_list(
    visit: Visit, friend: Friend, language: str, device: str, none: str
) -> None:
    match = friend.make("girumgo", ME, HERE)
    friend.ask(match, t="resign")
    told = reviewed(friend, match)
    # Whoever begins may have changed something.
    assert told["moves"] == []
    person = visit("/", language=language, device=device, friend=friend)
    person.page.route("**/api/matches/*/review", lambda route: route.fulfill(json=told | {"throws": []}))
    person.go(f"/t/{match}/review")
    ready(person)
    expect(person.page.locator(".review .slips")).to_have_count(0)
    expect(person.page.get_by_text(none, exact=True)).to_have_count(2)
    person.page.locator(".review-graph input").focus()
    person.page.keyboard.press("End")
    keep(person, "pages/review-of-nothing")
