"""Take-backs in the browser: free for a moment, and after that if the other one agrees."""

import re

import pytest
from playwright.sync_api import Error, expect

from tests.browser.conftest import Visit
from tests.browser.friend import ME, OPEN, Friend
from tests.browser.table import Table

WORDS = {
    "en": ("Ask to take back", "Let Ana take the move back", "No, it stands", "does not agree", "everybody agrees"),
    "es": ("Pedir deshacer", "Que Ana deshaga su jugada", "No, queda hecha", "no está de acuerdo", "nadie se opone"),
}


@pytest.mark.parametrize(("language", "device"), [("en", "desk"), ("es", "phone")])
def test_a_move_is_taken_back_by_consent(visit: Visit, friend: Friend, bea: Friend, language: str, device: str) -> None:
    ask, agree, refuse, objects, agreed = WORDS[language]
    match = friend.make("girumgo", ME, OPEN)
    bea.join(friend.invites(match)[0], "Bea")
    ana = visit(f"/t/{match}", friend=friend, language=language, device=device)
    other = visit(f"/t/{match}", friend=bea, language=language, device=device)
    tables = {0: Table(ana, seed=3), 1: Table(other, seed=4)}
    root = ana.page.locator(".table")
    button = ana.page.get_by_role("button", name=re.compile(ask))

    def act() -> None:
        expect(root).to_have_attribute("data-moving", "false")
        actor = root.get_attribute("data-actor")
        if actor in ("0", "1"):
            seen = tables[int(actor)].look()
            if seen.choices:
                tables[int(actor)].click(tables[int(actor)].luck.choice(seen.choices))

    def ask_for_it() -> None:
        """They play until Ana can ask, and she asks; a throw may come between."""
        for _ in range(200):
            act()
            if button.count():
                try:
                    button.click(timeout=10_000)
                    expect(other.page.get_by_role("button", name=agree)).to_be_visible(timeout=15_000)
                except (Error, AssertionError):
                    continue
                return
        pytest.fail("there was nothing to ask for")

    ask_for_it()
    ana.shoot("takeback/ask")
    other.shoot("takeback/answer")
    other.page.get_by_role("button", name=agree).click()
    expect(ana.page.locator(".log-lines")).to_contain_text(agreed)
    expect(root).to_have_attribute("data-actor", "0")

    ask_for_it()
    other.page.get_by_role("button", name=refuse).click()
    expect(ana.page.locator(".log-lines")).to_contain_text(objects)
    # Who was refused waits, and is told for how long.
    button.click()
    expect(ana.page.locator(".note")).to_contain_text(re.compile(r"[23]\d s"))
    ana.shoot("takeback/refused")
