"""The console of operators in the browser: a token is typed once, and then matches are looked after."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Locator, expect

from sobremesa.server import control
from tests.browser.friend import BOT, ME, Friend
from tests.browser.measure import keep
from tests.browser.people import DEVICES, Person
from tests.browser.served import Served
from tests.browser.table import Table
from tests.browser.test_axe import AXE, judge


class Console:
    """A server with a console of its own, and an operator before it."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.served = Served(folder)
        self.served.start()
        self.friend = Friend(self.served.address)
        self.people: list[Person] = []

    def token(self) -> str:
        found = control.read(self.served.folder / "data")
        headers = {"authorization": f"Bearer {found.secret}", "content-type": "application/json"}
        request = Request(f"{found.address}/api/admin/tokens", b'{"name": "laptop"}', headers)
        with urlopen(request) as answer:
            made: dict[str, str] = json.load(answer)
        return made["token"]

    def visit(self, path: str, **wishes: Any) -> Person:
        person = Person(self.browser, self.served.address, **wishes)
        self.people.append(person)
        # Without a token the page is told so.
        person.expect("401")
        person.go(path)
        return person

    def enter(self, person: Person) -> None:
        person.page.locator('[data-key="token"]').fill(self.token())
        person.page.locator('[data-key="enter"]').click()
        expect(person.page.locator(".admin-filters")).to_be_visible()

    def close(self) -> None:
        self.friend.leave()
        for person in self.people:
            person.leave()
        assert self.served.stop() == 0


@pytest.fixture
def console(browser: Browser, tmp_path: Path) -> Iterator[Console]:
    found = Console(browser, tmp_path)
    yield found
    found.close()
    assert sorted({fault for person in found.people for fault in person.complaints()}) == []


def sure(page: Any, key: str) -> None:
    """Press a button, and say that one is sure."""
    page.locator(f'[data-key="{key}-ask"]').click()
    page.locator(f'[data-key="{key}-yes"]').click()


def rows(person: Person) -> Locator:
    return person.page.locator(".admin-match")


def test_without_a_token_there_is_no_page(console: Console) -> None:
    person = console.visit("/admin")
    person.expect("404")

    expect(person.page.locator("h1")).to_have_text("Nothing here")
    expect(person.page.locator('[data-key="token"]')).to_have_count(0)


@pytest.mark.parametrize("device", DEVICES)
def test_matches_are_ended_deleted_and_pruned(console: Console, device: str) -> None:
    friend = console.friend
    running = friend.make("poleana", {"kind": "me", "name": "Zacarías"}, BOT)
    other = friend.make("sequence-dice", ME, BOT)
    console.token()
    person = console.visit("/admin", device=device)
    page = person.page

    page.locator('[data-key="token"]').fill("console_guess")
    page.locator('[data-key="enter"]').click()
    expect(page.get_by_role("alert")).to_have_text("This console token is not known here, or not any more.")
    console.enter(person)
    expect(rows(person)).to_have_count(2)
    page.locator(f'[data-key="match-{running}"]').click()
    for language, theme in (("es", "light"), ("es", "dark"), ("en", "dark"), ("en", "light")):
        person.switch(language, theme)
        keep(person, "pages/admin")
    judge(person, AXE.read_text(encoding="utf-8"), "console")
    page.locator(f'[data-key="delete-{running}-ask"]').click()
    keep(person, "pages/admin-sure")
    page.locator(f'[data-key="delete-{running}-no"]').click()

    sure(page, f"end-{running}")
    expect(page.locator(".done")).to_have_text("The match is over; everybody there was told.")
    page.locator('[data-key="state"]').select_option("Finished")
    expect(rows(person)).to_have_count(1)
    page.reload()
    expect(rows(person)).to_have_count(2)
    page.locator(f'[data-key="match-{running}"]').click()
    sure(page, f"delete-{running}")
    expect(page.locator(".done")).to_have_text("The match is deleted.")
    expect(rows(person)).to_have_count(1)

    page.locator('[data-key="days"]').fill("0")
    page.locator('[data-key="unfinished"]').check()
    page.locator('[data-key="count"]').click()
    expect(page.get_by_text("That is one match.")).to_be_visible()
    sure(page, "prune")
    expect(page.locator(".done")).to_have_text("One match was deleted.")
    expect(rows(person)).to_have_count(0)
    assert friend.http.get(f"/api/matches/{other}").status_code == 404
    page.locator('[data-key="leave"]').click()
    expect(page.locator('[data-key="token"]')).to_be_visible()
    page.reload()
    expect(page.locator('[data-key="token"]')).to_be_visible()
    keep(person, "pages/admin-token")


def test_a_guest_is_forgotten(console: Console) -> None:
    match = console.friend.make("sequence-dice", {"kind": "me", "name": "Zacarías"}, BOT)
    console.token()
    person = console.visit("/admin", language="es")
    console.enter(person)

    person.page.locator(f'[data-key="match-{match}"]').click()
    sure(person.page, f"forget-{match}-0")

    expect(person.page.locator(".done")).to_have_text(
        "Olvidado: partidas borradas: 1; las que quedan para otros, sin su nombre: 0."
    )
    expect(rows(person)).to_have_count(0)


def test_those_at_a_table_read_that_it_was_ended_or_deleted(console: Console) -> None:
    match = console.friend.make("sequence-dice", ME, BOT)
    console.token()
    operator = console.visit("/admin", language="en")
    console.enter(operator)
    player = Person(console.browser, console.served.address, language="es")
    console.people.append(player)
    player.context.add_cookies(console.friend.cookies)
    player.go(f"/t/{match}")
    Table(player).ready()
    operator.page.locator(f'[data-key="match-{match}"]').click()

    sure(operator.page, f"end-{match}")

    expect(player.page.locator(".result")).to_contain_text(
        "Quien administra este servidor terminó la partida; nadie gana."
    )
    player.shoot("table/closed")
    # Their device has signed how it ended, so the dice can be checked as after any other end.
    player.page.locator('[data-key="dice"]').click()
    expect(player.page.locator(".dice-check .verified")).to_be_visible()
    sure(operator.page, f"delete-{match}")
    expect(player.page.get_by_text("Quien administra este servidor borró esta partida.")).to_be_visible()
