"""Bots from outside, seen by their owner: a token is made, used, and revoked in the settings."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit


@pytest.mark.parametrize(
    ("language", "make", "revoke", "revoked", "device"),
    [
        ("es", "Hacer un token", "Revocar Robot", "Revocado", "phone"),
        ("en", "Make a token", "Revoke Robot", "Revoked", "desk"),
    ],
)
def test_a_token_is_made_and_revoked(
    visit: Visit, language: str, make: str, revoke: str, revoked: str, device: str
) -> None:
    person = visit("/settings", language=language, device=device)
    page = person.page
    page.locator('[data-key="bots"]').click()
    page.locator('[data-key="bot-name"]').fill("Robot")
    page.get_by_role("button", name=make).click()
    token = page.locator(".bots-token code").inner_text()
    header = {"authorization": f"Bearer {token}"}
    person.shoot("bots")

    assert httpx.get(f"{person.address}/api/matches", headers=header).status_code == 200
    page.get_by_role("button", name=revoke).click()
    expect(page.get_by_text(revoked, exact=True)).to_be_visible()
    assert httpx.get(f"{person.address}/api/matches", headers=header).status_code == 401
