"""Other hands than a mouse's: the ways of the keyboard, and a whole match by finger on a phone."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, HERE, ME, SHORT, Friend
from tests.browser.keys import Keys, focus, tabbed
from tests.browser.prepared import Prepared
from tests.browser.table import Table
from tests.browser.test_matches import check_record


def test_the_way_to_a_table_by_keyboard(visit: Visit) -> None:
    person = visit("/")
    page = person.page
    page.locator("main button").first.wait_for()
    seen = []
    for _ in range(12):
        page.keyboard.press("Tab")
        held = focus(page)
        seen.append(held["text"])
        assert held["shows"], held
        if page.evaluate("() => document.activeElement.dataset.key?.startsWith('bots-')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert Keys(person).ready()


def test_a_whole_match_by_finger(visit: Visit, friend: Friend, tmp_path: Path) -> None:
    match = friend.make("sequence-dice", ME, BOT, **SHORT["sequence-dice"])
    person = visit(f"/t/{match}", friend=friend, device="phone")
    table = Table(person)

    table.play()

    expect(person.page.locator(".result")).to_be_visible()
    check_record(table, "sequence-dice", tmp_path)


def test_what_is_picked_by_mistake_can_be_let_go(visit: Visit, friend: Friend) -> None:
    match = friend.make("girumgo", ME, BOT, **SHORT["girumgo"])
    table = Keys(visit(f"/t/{match}", friend=friend))
    before = table.ready()
    pick = next((choice for choice in before.choices if choice.can == "pick"), None)
    assert pick is not None
    table.click(pick)
    assert table.look().offers != before.offers

    table.page.keyboard.press("Escape")

    assert table.look().offers == before.offers


def unmarked(frame: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """These are the moves that one place on the board would close, so many of them, before anything is picked."""
    gestures = frame.get("gestures") or []
    picks = [set(gesture["picks"]) for gesture in gestures]
    if not picks or set.intersection(*picks):
        return []
    closes = Counter(gesture["close"] for gesture in gestures)
    for close, times in closes.items():
        if times == count and not close.startswith("button/") and close not in set.union(*picks):
            return [gesture for gesture in gestures if gesture["close"] == close]
    return []


@pytest.mark.parametrize(("game", "count"), [("girumgo", 1), ("poleana", 2)])
def test_a_click_where_a_move_ends_is_enough_or_is_told_what_is_missing(
    visit: Visit, friend: Friend, game: str, count: int
) -> None:
    match = friend.make(game, ME, HERE)
    frame = friend.play(match, until=lambda frame: bool(unmarked(frame, count)))
    way = unmarked(frame, count)[0]
    table = Keys(visit(f"/t/{match}", friend=friend))
    page, root = table.page, table.page.locator(".table")
    table.ready()
    # Where that is, those who pick first are shown.
    for pick in way["picks"]:
        page.locator(f'.targets [data-target="{pick}"]').focus()
        page.keyboard.press("Enter")
    box = page.locator(f'.targets [data-target="{way["close"]}"]').bounding_box()
    assert box is not None
    page.keyboard.press("Escape")
    expect(page.locator(f'.targets [data-target="{way["close"]}"]')).to_have_count(0)

    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    if count == 1:
        expect(root).not_to_have_attribute("data-seq", str(frame["seq"]))
    else:
        expect(page.get_by_role("alert").filter(has_text="first pick what is to move")).to_be_visible()
        assert root.get_attribute("data-seq") == str(frame["seq"])
    table.person.shoot(f"early/{game}")


def can_ride(frame: dict[str, Any]) -> bool:
    return any(each["move"].startswith("ride") for each in frame.get("gestures") or [])


@pytest.mark.parametrize(
    ("device", "language", "word"), [("desk", "en", "ride pawn"), ("phone", "es", "montar al peón")]
)
def test_what_is_done_on_the_board_instead_of_by_a_button_has_its_words_there(
    visit: Visit, friend: Friend, device: str, language: str, word: str
) -> None:
    match = friend.make("royal-ludo", ME, HERE)
    # Not in every match does a pawn meet another that it may ride.
    while not can_ride(friend.play(match, until=can_ride)):
        match = friend.make("royal-ludo", ME, HERE)
    person = visit(f"/t/{match}", friend=friend, device=device, language=language)

    expect(person.page.locator(".moves button")).not_to_have_count(0)
    expect(person.page.locator(".target.closing .word").first).to_contain_text(word)
    person.shoot("words")


def test_who_throws_by_hand_throws_the_first_time_too(visit: Visit) -> None:
    person = visit("/", autoRoll=False)
    person.page.locator('[data-key="bots-poleana"]').click()
    person.page.wait_for_url("**/t/*")
    table = Table(person)
    throws = [choice for choice in table.ready().choices if choice.can == "press"]

    assert [choice.name.rstrip("T") for choice in throws] == ["Throw"]
    assert table.log.count() == 0
    table.click(throws[0])
    expect(table.log).not_to_have_count(0)


def test_the_tab_key_leads_through_every_page_and_out_of_it(visit: Visit, prepared: Prepared) -> None:
    person = visit("/", friend=prepared.friend)
    over, going = f"/t/{prepared.over}", f"/t/{prepared.going['poleana']}"
    for path in ("/", "/new/poleana", "/rules/poleana", "/settings", going, over, f"{over}/replay"):
        page = person.go(path)
        expect(page.locator("main h1")).to_have_count(1)
        if path == going:
            Table(person).ready()
        way = list(tabbed(page))
        assert [held["text"] for held in way if not held["shows"]] == [], path
        assert {held["text"] for held in tabbed(page, "Shift+Tab")} == {held["text"] for held in way}, path
        assert len(way) > 4, path
        if path == going:
            # A browser without a frame of its own may lead through the page twice.
            assert len({held["target"] for held in way} - {None}) == 1


def test_what_keys_do_is_written_down(visit: Visit, prepared: Prepared) -> None:
    person = visit(f"/t/{prepared.going['poleana']}", friend=prepared.friend)
    page, table = person.page, Keys(person)
    table.reach(table.ready().choices[0])
    held = focus(page)

    page.keyboard.press("?")

    help_ = page.get_by_role("dialog", name="Playing by keyboard")
    expect(help_).to_be_visible()
    assert set(help_.locator("kbd").all_text_contents()) >= {"Tab", "Enter", "Esc", "T", "H", "U", "L", "?"}
    page.keyboard.press("Escape")
    expect(help_).to_have_count(0)
    assert focus(page)["target"] == held["target"]
    page.keyboard.press("l")
    expect(page.locator(".log-lines")).to_be_focused()


def test_who_listens_hears_what_happens_below_a_sheet(visit: Visit, friend: Friend) -> None:
    match = friend.make("royal-ludo", ME, HERE)
    person = visit(f"/t/{match}", friend=friend)
    page = person.page
    Keys(person).ready()
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()

    friend.play(match, moves=1)

    expect(sheet.locator("#live p")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("body > #live")).to_have_count(1)
