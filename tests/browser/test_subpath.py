"""A table below a path of a host: everything that a page asks for stays below it; and the club's word."""

import re
import sys
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Visit
from tests.browser.people import PATIENCE, Person
from tests.browser.proxy import Proxy
from tests.browser.served import Served
from tests.browser.table import Table

BASE = "/juegos/mesa/"
WORD = "dominó"
SETTINGS = f"""
[server]
base_path = "{BASE}"
workers = 1
hold = 0
[tables]
who_may_set = "word"
word = "{WORD}"
"""


class Configured(Served):
    """A server that is started with a settings file."""

    def command(self, port: int) -> list[str]:
        file = self.folder / "sobremesa.toml"
        file.write_text(SETTINGS)
        given = ["--config", str(file), "--port", str(port), "--data", str(self.folder / "data")]
        return [sys.executable, "-m", "sobremesa", "serve", *given]


@pytest.fixture(scope="module")
def configured(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Configured]:
    served = Configured(tmp_path_factory.mktemp("configured"), SOBREMESA_LANG="en")
    served.start()
    yield served
    assert served.stop() == 0


@pytest.fixture(params=[True, False], ids=["strips", "keeps"])
def proxy(configured: Configured, request: pytest.FixtureRequest) -> Iterator[Proxy]:
    proxy = Proxy(configured.port, BASE, strips=request.param)
    yield proxy
    proxy.close()


def mover(tables: list[Table]) -> Table:
    """The table of whoever can do something now."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        for table in tables:
            if table.look().choices:
                return table
        tables[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can do anything")


def test_a_match_is_set_up_joined_and_played_below_a_path(browser: Browser, proxy: Proxy) -> None:
    ana, bea = Person(browser, proxy.address), Person(browser, proxy.address, device="phone", language="es")
    try:
        page = ana.go(BASE)
        # Without the word, the button that begins at once leads to where it is asked for.
        ana.expect("403")
        page.locator('[data-key="bots-sequence-dice"]').click()
        page.wait_for_url(f"**{BASE}new/sequence-dice")
        page.locator('[data-key="seat-1"]').select_option("open")
        page.locator('[data-key="word"]').fill("mus")
        page.locator('[data-key="start"]').click()
        expect(page.get_by_role("alert")).to_have_text("That is not the club's word.")
        page.locator('[data-key="word"]').fill(WORD.upper())
        page.locator('[data-key="start"]').click()
        page.wait_for_url(f"**{BASE}t/*")
        link = page.locator(".invitations input").first.input_value()
        assert link.startswith(f"{proxy.address}{BASE}join/")

        bea.go(urlsplit(link).path)
        bea.page.locator('[data-key="sit"]').click()
        bea.page.wait_for_url(f"**{BASE}t/*")
        tables = [Table(ana), Table(bea, seed=2)]
        for _ in range(6):
            mover(tables).act()
        expect(tables[0].log.first).to_be_visible()

        # Elsewhere, and back by the history; asked once, nobody is asked again.
        page.locator("a.brand").click()
        page.wait_for_url(f"**{BASE}")
        page.locator(f'a[href="{BASE}rules/sequence-dice"]').first.click()
        page.wait_for_url(f"**{BASE}rules/sequence-dice")
        expect(page.locator("img[src]").first).to_have_attribute("src", re.compile(f"^{BASE}api/pictures/"))
        page.go_back()
        page.wait_for_url(f"**{BASE}")
        page.locator(f'a.button[href="{BASE}new/sequence-dice"]').click()
        expect(page.locator('[data-key="start"]')).to_be_enabled()
        expect(page.locator('[data-key="word"]')).to_have_count(0)
        page.locator('[data-key="quick"]').click()
        page.wait_for_url(f"**{BASE}t/*")
        assert proxy.missed == []
        assert ana.complaints() + bea.complaints() == []
    finally:
        ana.leave()
        bea.leave()


@pytest.mark.parametrize(("language", "said"), [("en", "Nobody can set up tables"), ("es", "nadie puede poner mesas")])
def test_where_nobody_may_set_up_tables_the_page_says_so(visit: Visit, language: str, said: str) -> None:
    person = visit("/", language=language)
    person.page.route("**/api/tables", lambda route: route.fulfill(json={"who": "nobody", "may": False}))

    person.page.locator('a.button[href="/new/poleana"]').click()

    expect(person.page.locator('[data-key="closed"]')).to_contain_text(said)
    for key in ("start", "quick"):
        expect(person.page.locator(f'[data-key="{key}"]')).to_be_disabled()
