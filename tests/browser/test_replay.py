"""Replays: stepped, jumped and played, from any seat once the match is over, with a link to every moment."""

import re

import pytest
from playwright.sync_api import expect

from sobremesa.server.matches import EVENTS_A_PAGE
from tests.browser.conftest import Visit
from tests.browser.friend import BOT, GOOD, HERE, ME, OPEN, SHORT, Friend
from tests.browser.held import Held
from tests.browser.prepared import Prepared


def test_a_replay_is_stepped(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, GOOD, **SHORT["stalag17"])
    friend.play(match)
    person = visit(f"/t/{match}/replay")
    page = person.page
    slider = page.locator("input[type=range]")
    expect(slider).to_have_value("0")
    length = int(slider.get_attribute("max") or 0)
    assert length > 10

    page.locator('[data-key="next"]').click()
    page.locator('[data-key="next"]').click()
    expect(slider).to_have_value("2")
    page.locator('[data-key="back"]').click()
    expect(slider).to_have_value("1")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(length))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(length - 1))

    # The address is a link to this moment, for anybody.
    line = page.locator(".prompt").inner_text()
    other = visit(page.url.removeprefix(person.address))
    expect(other.page.locator("input[type=range]")).to_have_value(str(length - 1))
    expect(other.page.locator(".prompt")).to_have_text(line)


def test_a_long_replay_is_read_page_by_page(visit: Visit, friend: Friend) -> None:
    match = friend.make("royal-ludo", ME, HERE)
    friend.play(match)
    person = visit(f"/t/{match}/replay#7")
    page = person.page
    slider, lines = page.locator("input[type=range]"), page.locator(".log-lines li")
    expect(slider).to_have_value("7")
    length = int(slider.get_attribute("max") or 0)
    assert length > EVENTS_A_PAGE
    expect(lines).to_have_count(EVENTS_A_PAGE + 1)

    # What is near is read before anybody asks for it, and what is far as soon as somebody does.
    slider.fill(str(EVENTS_A_PAGE - 10))
    expect(lines).to_have_count(min(2 * EVENTS_A_PAGE, length) + 1)
    page.locator('[data-key="last"]').click()
    expect(slider).to_have_value(str(length))
    expect(lines).to_have_count(length + 1)
    expect(page.locator('.log-lines button[tabindex="0"]')).to_have_count(1)

    other = visit(f"/t/{match}/replay#{length - 1}").page
    expect(other.locator("input[type=range]")).to_have_value(str(length - 1))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(length - 1))
    assert other.locator(".prompt").inner_text() == page.locator(".prompt").inner_text()


def test_the_tab_key_finds_one_line_of_the_log_and_arrows_the_others(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, GOOD, **SHORT["stalag17"])
    friend.play(match)
    page = visit(f"/t/{match}/replay").page
    lines = page.locator(".log-lines li:not([hidden]) button")
    held = page.locator('.log-lines button[tabindex="0"]')
    expect(held).to_have_count(1)
    assert held.inner_text() == lines.first.inner_text()

    held.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(lines.nth(1)).to_be_focused()
    expect(held).to_have_count(1)
    page.keyboard.press("Enter")
    expect(lines.nth(1)).to_have_attribute("aria-current", "")
    page.keyboard.press("End")
    expect(lines.last).to_have_attribute("tabindex", "0")


def test_a_replay_plays_by_itself_and_is_seen_from_every_seat(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, GOOD, **SHORT["stalag17"])
    friend.play(match)
    page = visit(f"/t/{match}/replay").page
    pictures = []
    page.keyboard.press("End")
    for seat in ("", "0", "1"):
        page.locator('[data-key="seen"]').select_option(seat)
        expect(page.locator(".replay")).to_have_attribute("data-seat", seat)
        pictures.append(page.locator("svg.stage").first.inner_html())
    assert len(set(pictures)) > 1

    page.keyboard.press("Home")
    page.locator('[data-key="pace"]').select_option("4")
    page.locator('[data-key="play"]').click()
    expect(page.locator("input[type=range]")).not_to_have_value("0")
    page.locator('[data-key="play"]').click()


def test_a_step_made_while_another_perspective_is_fetched_stays_made(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, GOOD, **SHORT["stalag17"])
    friend.play(match)
    page = visit(f"/t/{match}/replay").page
    slider = page.locator("input[type=range]")
    expect(slider).to_have_value("0")
    perspective = Held(page, re.compile(r"/replay\?"))

    page.locator('[data-key="seen"]').select_option("1")
    page.locator('[data-key="next"]').click()
    page.locator('[data-key="next"]').click()
    expect(slider).to_have_value("2")
    before = page.locator("svg.stage").first.inner_html()
    perspective.go()
    expect(page.locator(".replay")).not_to_have_attribute("aria-busy", "true")

    assert page.locator("svg.stage").first.inner_html() != before
    expect(slider).to_have_value("2")
    assert page.url.endswith("?seat=1#2")


@pytest.mark.parametrize("is_home_there", [True, False])
def test_who_goes_home_while_another_perspective_is_fetched_is_at_home(
    visit: Visit, prepared: Prepared, is_home_there: bool
) -> None:
    person = visit(f"/t/{prepared.over}/replay")
    page = person.page
    expect(page.locator(".log-lines button").first).to_be_visible()
    perspective, home = Held(page, re.compile(r"/replay\?")), Held(page, "**/api/games")
    page.locator('[data-key="seen"]').select_option("1")
    perspective.wait()
    page.locator(".brand").click()
    home.wait()

    # The old page is still shown until the other is there.
    if is_home_there:
        home.go()
        expect(page.locator(".card").first).to_be_visible()
        perspective.go()
    else:
        perspective.go()
        home.go()

    expect(page.locator(".card").first).to_be_visible()
    assert page.url == f"{person.address}/"


def test_in_a_replay_nobody_is_away_and_no_seat_is_free(visit: Visit, friend: Friend) -> None:
    match = friend.make("royal-ludo", ME, OPEN, **SHORT["royal-ludo"])
    other = Friend(friend.address)
    other.join(friend.invites(match)[0], "Bea")
    friend.play(match, moves=0)
    other.leave()

    for person in (visit(f"/t/{match}/replay", friend=friend), visit(f"/t/{match}/replay")):
        chairs = person.page.locator(".chair")
        expect(chairs.nth(0).locator(".chair-name")).to_have_text("Ana")
        expect(chairs.nth(1).locator(".chair-name")).to_have_text("Bea")
        assert person.page.locator(".chair.away, .chair.open").count() == 0
        assert chairs.nth(1).locator(".chair-state").inner_text() == ""


def test_while_a_match_goes_on_only_ones_own_seat_is_shown(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, BOT, **SHORT["stalag17"])
    friend.play(match, moves=4)

    player, watcher = visit(f"/t/{match}/replay", friend=friend).page, visit(f"/t/{match}/replay").page

    expect(player.locator('[data-key="seen"] option')).to_have_count(2)
    expect(watcher.locator('[data-key="seen"] option')).to_have_count(1)


def test_where_the_table_wants_it_the_audience_sees_hands_a_round_later(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, BOT, later=True)
    friend.play(match, moves=12)
    watcher = visit(f"/t/{match}", language="es")

    watcher.page.get_by_role("button", name="Ver las manos, una ronda después").click()

    expect(watcher.page).to_have_url(re.compile(rf"/t/{match}/replay\?seat=0$"))
    expect(watcher.page.locator('[data-key="seen"] option')).to_have_count(3)
    expect(watcher.page.get_by_text("Ves esta mano tal como estaba hace una ronda.")).to_be_visible()
    watcher.page.locator('[data-key="last"]').click()
    table = watcher.page.locator(".table.replay")
    shown = table.get_attribute("data-seq") or "0"
    watcher.shoot("hands-later")

    friend.play(match, moves=12)
    watcher.page.locator('[data-key="next"]').click()

    expect(table).not_to_have_attribute("data-seq", shown)
    assert 0 < int(shown) < int(table.get_attribute("data-seq") or "0")
