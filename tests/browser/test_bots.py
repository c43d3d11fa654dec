"""Bots from outside, seen by their owner: a token is made, used, and revoked in the settings."""

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import ME, OPEN, PATIENCE, Friend
from tests.browser.table import Table
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

    assert httpx.get(f"{person.address}/api/matches", headers=header, timeout=PATIENCE).status_code == 200
    page.get_by_role("button", name=revoke).click()
    expect(page.get_by_text(revoked, exact=True)).to_be_visible()
    assert httpx.get(f"{person.address}/api/matches", headers=header, timeout=PATIENCE).status_code == 401


def test_the_settings_over_a_page_lead_to_the_bots_and_make_room_for_them(visit: Visit) -> None:
    page = visit("/", language="en").page
    page.locator('[data-key="settings"]').click()
    page.locator("dialog").get_by_role("link", name="Bots from outside").click()

    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator('[data-key="bot-name"]')).to_be_in_viewport()


@pytest.mark.parametrize(
    ("language", "device", "why", "plays"),
    [
        ("en", "desk", "Outsider may not play on; a bot (normal) takes the seat.", "a bot plays"),
        ("es", "phone", "Outsider ya no puede jugar; un bot (normal) toma el asiento.", "juega un bot"),
    ],
)
def test_the_log_reads_the_same_after_a_reload_once_a_token_is_revoked(
    visit: Visit, friend: Friend, language: str, device: str, why: str, plays: str
) -> None:
    bot = friend.http.post("/api/bots", json={"name": "Robot"}).json()
    outsider = Friend(friend.address)
    outsider.http.headers["authorization"] = f"Bearer {bot['token']}"
    match = friend.make("sequence-dice", ME, OPEN)
    outsider.join(friend.invites(match)[0], "Outsider")
    person = visit(f"/t/{match}", friend=friend, language=language, device=device)
    lines = person.page.locator(".log-lines li")
    expect(lines.filter(has_text="Outsider")).not_to_have_count(0)

    assert friend.http.delete(f"/api/bots/{bot['id']}").is_success

    expect(lines.filter(has_text=why)).to_have_count(1)
    # It is her turn before long, and nothing more happens.
    Table(person).ready()
    live = lines.all_text_contents()
    expect(person.page.locator(".chair-name").nth(1)).to_have_text("Outsider")
    expect(person.page.locator(".chair-state").nth(1)).to_have_text(plays)
    person.shoot(f"bots/replaced-{language}")
    person.page.reload()
    expect(lines).to_have_text(live)
    expect(person.page.locator(".chair-name").nth(1)).to_have_text("Outsider")
    outsider.leave()
