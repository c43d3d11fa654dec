"""Sealed dice: shown before, checked after in one click; and real dice, tapped by whoever throws them."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sobremesa import verify
from tests import forging
from tests.browser.conftest import Visit
from tests.browser.friend import BOT, HERE, ME, Friend
from tests.browser.people import Person
from tests.browser.table import Table

SEALED = {"en": "The server has sealed the luck: ", "es": "El servidor ha sellado la suerte: "}
MATCH = {"en": "throws match the seal", "es": "tiradas coinciden con el sello"}


def give_up(person: Person) -> None:
    exit_ = person.page.locator(".exit")
    exit_.locator("button").click()
    exit_.locator("button").last.click()
    expect(person.page.locator(".result")).to_be_visible()


def play_some(table: Table, clicks: int) -> None:
    while table.clicks < clicks and table.act():
        pass


@pytest.mark.parametrize(("device", "language"), [("desk", "en"), ("phone", "es")])
def test_dice_are_sealed_before_and_checked_after_with_one_click(
    visit: Visit, device: str, language: str, tmp_path: Path
) -> None:
    person = visit("/", device=device, language=language)
    page = person.page
    page.locator(".card", has=page.locator('a[href="/new/poleana"]')).locator("button").first.click()
    table = Table(person)
    table.ready()

    seal = page.locator(".seal")
    told = re.compile(re.escape(SEALED[language]) + r"[0-9A-F]{4}\s[0-9A-F]{4}…")
    expect(seal.locator("summary")).to_contain_text(told)
    seal.locator("summary").click()
    with page.expect_download() as waiting:
        seal.locator("a").click()
    sheet = json.loads(Path(waiting.value.path()).read_text())
    person.shoot("seal")
    seal.locator("summary").click()
    play_some(table, 20)
    give_up(person)

    page.locator('[data-key="dice"]').click()
    verified = page.locator(".dice-check .verified")
    expect(verified).to_contain_text(MATCH[language])
    expect(page.locator(".dice-check .tally svg").first).to_be_visible()
    person.shoot("dice")
    with page.expect_download() as waiting:
        page.locator(".dice-check a").first.click()
    record = Path(waiting.value.path()).read_text()
    found = verify.check(record, sheet)
    assert str(found["throws"]) in verified.inner_text()
    assert (found["shares"], found["missing"]) == (1, 0)
    with page.expect_download() as waiting:
        page.locator('.dice-check a[href="/verify.py"]').click()
    assert Path(waiting.value.path()).read_bytes() == Path(verify.__file__).read_bytes()

    # Everything is said again in the other language.
    other = "es" if language == "en" else "en"
    person.switch(other, "dark")
    expect(verified).to_contain_text(MATCH[other])
    person.shoot("dice")


def test_a_friend_adds_to_the_luck_and_a_reload_changes_nothing(visit: Visit, friend: Friend) -> None:
    ana = visit("/new/sequence-dice")
    ana.page.locator('[data-key="seat-1"]').select_option("open")
    ana.page.locator('[data-key="start"]').click()
    link = ana.page.locator(".invite-link input").first
    expect(link).to_be_visible()
    path = link.input_value().removeprefix(ana.address)
    ana.page.reload()
    expect(link).to_be_visible()

    bea = visit(path)
    bea.page.locator('[data-key="sit"]').click()
    for person in (ana, bea):
        expect(person.page.locator(".table")).to_have_attribute("data-actor", re.compile(r"\d"))
    lines = ana.page.locator(".log-lines li", has_text="throws")
    seen = lines.all_inner_texts()
    ana.page.reload()
    expect(lines).to_have_text(seen)
    give_up(bea)

    for person in (ana, bea):
        person.page.locator('[data-key="dice"]').click()
        expect(person.page.locator(".dice-check .proof")).to_contain_text("Your own part of the luck is in it")
    match = Table(ana).match
    record = friend.http.get(f"/api/matches/{match}/record").text
    found = verify.check(record, friend.http.get(f"/api/matches/{match}/sealed").json())
    assert (found["shares"], found["missing"], found["confirmed"]) == (2, 0, 2)


def test_who_was_told_that_their_part_is_there_finds_that_it_is_missing(visit: Visit) -> None:
    person = visit("/")
    page = person.page
    page.locator(".card", has=page.locator('a[href="/new/poleana"]')).locator("button").first.click()
    table = Table(person)
    table.ready()
    page.wait_for_function("match => JSON.parse(localStorage.getItem('sobremesa.luck'))[match].taken", arg=table.match)
    give_up(person)
    # The record of a server that did not like the share, and played without it.
    record = forging.Record(page.request.get(f"/api/matches/{table.match}/record").text())
    record.opened["shares"][0]["given"] = None
    record.signed = []
    record.throw()
    forged = record.text()
    page.route("**/record", lambda route: route.fulfill(body=forged))

    page.locator('[data-key="dice"]').click()

    expect(page.locator(".dice-check .fault")).to_contain_text("the server had told your device that it has it")


def test_who_saw_another_throw_than_the_record_tells_is_warned_at_once(visit: Visit) -> None:
    person = visit("/")
    page = person.page
    page.locator(".card", has=page.locator('a[href="/new/poleana"]')).locator("button").first.click()
    table = Table(person)
    table.ready()
    play_some(table, 4)
    give_up(person)
    page.wait_for_function("match => JSON.parse(localStorage.getItem('sobremesa.luck'))[match].signed", arg=table.match)
    key = f"sobremesa.seen.{table.match}"
    notes = page.evaluate("key => JSON.parse(localStorage.getItem(key))", key)
    assert len(notes["throws"]) > 3
    assert notes["end"] > notes["throws"][-1][0]
    notes["throws"][0][1] = "9-9"
    page.evaluate("([key, notes]) => localStorage.setItem(key, JSON.stringify(notes))", [key, notes])

    page.reload()

    expect(page.locator(".dice-check .fault")).to_contain_text("as your device saw it fall")


def test_a_record_that_nobody_can_read_is_a_fault_and_one_that_does_not_come_is_none(
    visit: Visit, friend: Friend
) -> None:
    match = friend.make("sequence-dice", ME, HERE)
    friend.play(match, moves=2)
    person = visit(f"/t/{match}", friend=friend)
    page = person.page
    give_up(person)
    person.expected += ["reading 'line'", "ERR_FAILED", "Failed to fetch"]
    stumbling = "export class Fault extends Error {} export const examine = () => undefined.line;"
    page.route("**/verify.js", lambda route: route.fulfill(body=stumbling, content_type="text/javascript"))

    page.locator('[data-key="dice"]').click()
    expect(page.locator(".dice-check .fault")).to_contain_text("cannot be checked")

    page.route("**/record", lambda route: route.abort())
    page.locator('[data-key="dice"]').click()
    expect(page.locator(".dice-check .fault")).to_contain_text("try again")


def test_who_was_shown_another_seal_is_told(visit: Visit, friend: Friend) -> None:
    match = friend.make("sequence-dice", ME, HERE)
    friend.play(match, moves=2)
    person = visit(f"/t/{match}", friend=friend)
    give_up(person)
    share = {match: {"given": "00" * 16, "sealed": "0", "seal": "1"}}
    person.page.evaluate("share => localStorage.setItem('sobremesa.luck', JSON.stringify(share))", share)

    person.page.locator('[data-key="dice"]').click()

    expect(person.page.locator(".dice-check .fault")).to_contain_text("another seal")
    expect(person.page.locator(".dice-check .verified")).to_have_count(0)


@pytest.mark.parametrize("device", ["desk", "phone"])
def test_real_dice_are_tapped_contested_and_tapped_again(visit: Visit, friend: Friend, device: str) -> None:
    person = visit("/new/poleana", device=device)
    page = person.page
    page.locator('[data-key="seat-1"]').select_option("here")
    for seat in (2, 3):
        page.locator(f'[data-key="seat-{seat}"]').select_option("bot:easy")
    page.locator('[data-key="real"]').click()
    person.shoot("real-setup")
    page.locator('[data-key="start"]').click()
    dice = page.locator(".real-dice")
    for high in (6, 1, 2, 3):  # The first begins; for the bots somebody at the table throws.
        expect(dice).to_be_visible()
        page.locator('[data-key="die-0-1"]').click()
        page.locator(f'[data-key="die-1-{high}"]').click()
        person.shoot("real")
        expect(page.locator(".log-lines li").last).not_to_be_empty()
    expect(dice).to_be_visible()
    page.locator('[data-key="die-0-6"]').click()
    page.locator('[data-key="die-1-6"]').click()
    expect(page.locator(".table")).to_have_attribute("data-actor", "0")
    seq = page.locator(".table").get_attribute("data-seq")

    page.locator(".table-tools button", has_text="They fell otherwise").click()

    expect(dice).to_be_visible()
    assert page.locator(".table").get_attribute("data-seq") != seq
    page.locator('[data-key="die-0-2"]').click()
    page.locator('[data-key="die-1-5"]').click()
    expect(page.locator(".table")).not_to_have_attribute("data-actor", "0")


def test_real_dice_of_friends_apart(visit: Visit, friend: Friend) -> None:
    answer = friend.http.post(
        "/api/matches", json={"game": "sequence-dice", "seats": [ME, {"kind": "open"}], "real": True}
    )
    match = answer.json()["match"]
    bea = visit(friend.invites(match)[0])
    expect(bea.page.locator(".join")).to_contain_text("Real dice")
    bea.page.locator('[data-key="sit"]').click()
    ana = visit(f"/t/{match}", friend=friend)
    for face in ("9", "8"):
        ana.page.locator(f'[data-key="die-0-{face}"]').click()
    expect(ana.page.locator(".real-dice")).to_be_hidden()
    expect(bea.page.locator(".real-dice")).to_be_visible()
    bea.page.locator(".table-tools button", has_text="They fell otherwise").click()
    expect(ana.page.locator(".real-dice")).to_be_visible()
    expect(bea.page.locator(".real-dice")).to_be_hidden()
    expect(bea.page.locator(".log-lines li").last).to_contain_text("fell otherwise")


def test_a_bot_game_has_no_real_dice_unless_somebody_wants_them(visit: Visit, friend: Friend) -> None:
    match = friend.make("royal-ludo", ME, BOT)
    page = visit(f"/t/{match}", friend=friend).page
    expect(page.locator(".table")).to_have_attribute("data-actor", re.compile(r"\d"))
    assert page.locator(".real-dice").is_hidden()
