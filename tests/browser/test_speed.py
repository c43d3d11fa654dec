"""What makes it quick: the first page is light, an invitation leads to a move in few clicks, and clicks are answered.

How long all that takes is measured by `make answers`, on a machine that does nothing else.
"""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.friend import HERE, ME, OPEN, SHORT, Friend
from tests.browser.people import Person
from tests.browser.served import Served
from tests.browser.stopwatch import answers, first_move
from tests.browser.table import Table

MAX_FIRST_LOAD = 150_000
MAX_CLICKS = 2
CLICKS = 15


def weigh(person: Person) -> dict[str, int]:
    """This counts what comes over the line from now on: bytes of scripts, styles and pages, as they are sent."""
    line = person.context.new_cdp_session(person.page)
    weights: dict[str, int] = {}
    wanted: dict[str, str] = {}

    def answered(event: Any) -> None:
        if event["type"] in ("Document", "Script", "Stylesheet"):
            wanted[event["requestId"]] = event["response"]["url"]

    def finished(event: Any) -> None:
        if event["requestId"] in wanted:
            weights[wanted[event["requestId"]]] = event["encodedDataLength"]

    line.on("Network.responseReceived", answered)
    line.on("Network.loadingFinished", finished)
    line.send("Network.enable")
    return weights


def test_the_first_load_is_light(visit: Visit, friend: Friend) -> None:
    match = friend.make("poleana", ME, OPEN)
    person = visit("about:blank", friend=friend)
    weights = weigh(person)

    person.go(f"/t/{match}")
    person.page.locator(".log-lines").wait_for()

    assert weights
    assert sum(weights.values()) <= MAX_FIRST_LOAD, weights


def test_from_a_link_to_the_first_move_on_a_slow_line(visit: Visit, friend: Friend) -> None:
    # Whoever has the first seat tosses the coin that begins this game.
    match = friend.make("stalag17", OPEN, ME)

    _, clicks = first_move(visit("about:blank", device="phone", speed=1), friend.invites(match)[0])

    assert clicks <= MAX_CLICKS


def test_every_click_is_answered(visit: Visit, friend: Friend) -> None:
    match = friend.make("girumgo", ME, HERE, **SHORT["girumgo"])
    table = Table(visit(f"/t/{match}", friend=friend))

    waits = answers(table, CLICKS)

    assert all(waits.values()), waits


def test_a_cold_start_can_be_used_at_once_and_says_what_it_does(browser: Browser, tmp_path: Path) -> None:
    served = Served(tmp_path, SOBREMESA_CACHE=str(tmp_path / "nothing"), SOBREMESA_NATIVE="1")
    served.start()
    person = Person(browser, served.address)
    try:
        page = person.go("/")
        card = page.locator(".card").last
        expect(card).to_contain_text("getting ready")
        person.shoot("pages/preparing")
        card.locator('[data-key^="bots-"]').click()
        Table(person).ready()
    finally:
        person.leave()
        served.stop()
    assert not person.complaints()
