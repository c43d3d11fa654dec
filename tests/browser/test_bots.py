"""Bots from outside, seen by their owner: a token is made, used, and revoked in the settings."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.test_listening import LIVE


@pytest.mark.parametrize(
    ("language", "make", "revoke", "revoked", "copied", "device"),
    [
        ("es", "Hacer un token", "Revocar Robot", "Revocado", "Copiado", "phone"),
        ("en", "Make a token", "Revoke Robot", "Revoked", "Copied", "desk"),
    ],
)
def test_a_token_is_made_and_revoked(
    visit: Visit, language: str, make: str, revoke: str, revoked: str, copied: str, device: str
) -> None:
    person = visit("/settings", language=language, device=device)
    page = person.page
    page.locator('[data-key="bots"]').click()
    page.locator('[data-key="bot-name"]').fill("Robot")
    page.get_by_role("button", name=make).click()
    token = page.locator(".bots-token code").inner_text()
    expect(page.locator("#live p")).to_have_text([page.locator(".bots-token span").inner_text()])
    expect(page.locator(LIVE)).to_have_count(1)
    header = {"authorization": f"Bearer {token}"}
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator('[data-key="bot-copy"]').click()
    expect(page.locator('[data-key="bot-copy"]')).to_have_text(copied)
    assert page.evaluate("() => navigator.clipboard.readText()") == token
    person.shoot("bots")

    assert httpx.get(f"{person.address}/api/matches", headers=header).status_code == 200
    page.get_by_role("button", name=revoke).click()
    expect(page.get_by_text(revoked, exact=True)).to_be_visible()
    assert httpx.get(f"{person.address}/api/matches", headers=header).status_code == 401


def test_the_settings_over_a_page_lead_to_the_bots_and_make_room_for_them(visit: Visit) -> None:
    page = visit("/", language="en").page
    page.locator('[data-key="settings"]').click()
    page.locator("dialog").get_by_role("link", name="Bots from outside").click()

    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator('[data-key="bot-name"]')).to_be_in_viewport()
