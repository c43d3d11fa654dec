"""In company: friends by link, tables that survive reloads and tunnels, one device for two, and an audience."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, GOOD, HERE, ME, OPEN, SHORT, Friend
from tests.browser.line import Line
from tests.browser.people import Person
from tests.browser.table import Seen, Table
from tests.browser.test_matches import check_record, choose

# What lies on the table, where, and how it looks; in which order looks were learnt does not matter.
LYING = """() => [...document.querySelectorAll(".thing")].map((thing) => {
  const look = document.querySelector(thing.firstElementChild.getAttribute("href"));
  return [thing.dataset.thing, thing.getAttribute("transform"), look.innerHTML];
})"""

# Whether the cover, and nothing else, is seen wherever one looks, and nothing can be seen through it.
HIDDEN = """() => {
  const cover = document.querySelector(".cover");
  const { backgroundColor, opacity } = getComputedStyle(cover);
  const places = [0.02, 0.25, 0.5, 0.75, 0.98];
  const above = (x, y) => document.elementFromPoint(x * innerWidth, y * innerHeight);
  const isOver = places.every((x) => places.every((y) => cover.contains(above(x, y))));
  return isOver && backgroundColor.startsWith("rgb(") && opacity === "1";
}"""

# From now on: whether more lies on the table than does now, and no cover over it.
WATCH = """() => {
  const count = () => document.querySelectorAll(".thing").length;
  const before = count();
  window.isBare = false;
  const look = () => (window.isBare ||= count() > before && !document.querySelector(".cover[open]"));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""

CUT = r"WebSocket|ERR_CONNECTION|ERR_EMPTY|ERR_INTERNET|ERR_SOCKET|ERR_CONTENT_LENGTH_MISMATCH"
"""What a browser says of a line that is cut, some of it in the middle of an answer."""


def invite(host: Person, game: str) -> str:
    """This opens a table for two with a free seat, and returns the path of the link to it."""
    page = host.go(f"/new/{game}")
    choose(host, "count", 2)
    page.locator('[data-key="seat-1"]').select_option("open")
    page.locator('[data-key="options"]').click()
    for option, value in SHORT[game].items():
        choose(host, f"option-{option}", value)
    page.locator('[data-key="start"]').click()
    page.wait_for_url("**/t/*")
    return urlsplit(page.locator(".invitations input").first.input_value()).path


def sit(guest: Person, name: str) -> Table:
    """This takes the seat that a link offers."""
    guest.page.locator('[data-key="name"]').fill(name)
    guest.page.locator('[data-key="sit"]').click()
    guest.page.wait_for_url("**/t/*")
    return Table(guest, seed=2)


def until_turn(table: Table, *others: Table) -> Seen:
    """This lets the others play until it is this one's turn."""
    while True:
        seen = table.look()
        if seen.choices or seen.over:
            return seen
        for other in others:
            offered = other.look()
            if offered.choices:
                other.click(other.luck.choice(offered.choices))


def test_two_friends_by_link_one_of_them_reloads_and_is_cut_off(visit: Visit, line: Line, tmp_path: Path) -> None:
    host = visit("/")
    path = invite(host, "royal-ludo")
    guest = visit(path, line=line)
    theirs, table = Table(host), sit(guest, "Marta")
    expect(host.page.locator(".chairs")).to_contain_text("Marta")

    # A page that is loaded again in mid-turn offers what it offered before.
    before = until_turn(table, theirs)
    guest.page.reload()
    after = table.ready()
    assert after.offers == before.offers

    # Somebody in a tunnel is told so, and what they clicked there is made once the line is back, or given back.
    guest.expect(CUT)
    offered = until_turn(table, theirs)
    line.cut()
    while offered.choices:
        table.click(offered.choices[-1])
        offered = table.look()
    note = guest.page.locator(".offline")
    expect(note).to_be_visible()
    guest.shoot("offline/note")
    line.mend()
    expect(note).to_be_hidden()

    # Both end with the same result.
    while not (until_turn(table, theirs).over or theirs.look().over):
        table.act()
    for person in (host, guest):
        expect(person.page.locator(".result")).to_be_visible()
    assert host.page.locator(".podium").inner_text() == guest.page.locator(".podium").inner_text()
    check_record(theirs, "royal-ludo", tmp_path)


def test_a_line_that_dies_without_a_word_is_noticed_and_a_move_made_there_counts_once(
    visit: Visit, friend: Friend, line: Line
) -> None:
    match = friend.make("sequence-dice", ME, HERE)
    person = visit(f"/t/{match}", friend=friend, line=line)
    table, page = Table(person), person.page
    person.expect(CUT)
    table.ready()
    seq = int(page.locator(".table").get_attribute("data-seq") or 0)

    line.hush()
    offered = table.look()
    while offered.choices:
        table.click(offered.choices[-1])
        offered = table.look()
    note = page.locator(".offline")
    expect(note).to_have_text(re.compile("Your move is kept"))
    expect(note).to_be_visible()
    line.mend()

    expect(note).to_be_hidden()
    table.ready()
    # The move comes once; then dice are thrown, more than once if there is nothing to do with a throw.
    happened = [entry for entry in friend.http.get(f"/api/matches/{match}/log").json() if entry["seq"] > seq]
    first, *others = (entry["say"][0]["say"] for entry in happened)
    assert first == "log.place"
    assert set(others) == {"log.throw"}
    assert [entry["seq"] for entry in happened] == [*range(seq + 1, seq + 1 + len(happened))]


def test_a_link_gives_its_seat_once(visit: Visit) -> None:
    host = visit("/")
    path = invite(host, "sequence-dice")
    first, second = visit(path), visit(path)
    sit(first, "Marta")

    second.expect("40[0-9]|410")
    second.page.locator('[data-key="sit"]').click()

    expect(second.page.get_by_role("heading", name=re.compile("taken|seat", re.IGNORECASE)).first).to_be_visible()


def test_a_bot_fills_a_free_seat(visit: Visit) -> None:
    host = visit("/")
    invite(host, "sequence-dice")
    host.page.locator(".invite-bot button").first.click()

    expect(host.page.locator(".invitations")).to_be_hidden()
    expect(host.page.locator(".chair.bot")).to_have_count(1)
    assert Table(host).ready().choices


def test_two_on_one_device_do_not_see_each_others_cards(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, HERE, **SHORT["stalag17"])
    person = visit(f"/t/{match}", friend=friend)
    table = Table(person)
    covered: set[str] = set()

    while len(covered) < 2:
        seen = table.ready()
        assert not seen.over
        if seen.cover:
            assert person.page.evaluate(HIDDEN)
            covered.add(person.page.locator(".cover-words").inner_text())
        table.act()

    assert {"Ana" in words for words in covered} == {"Luis" in words for words in covered} == {True, False}


def test_who_holds_a_shared_device_when_the_last_guest_sits_down_sees_no_cards(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, HERE, OPEN, **SHORT["stalag17"])
    person = visit(f"/t/{match}", friend=friend)
    expect(person.page.locator(".invitations")).to_be_visible()
    expect(person.page.locator(".cover")).to_have_count(0)
    person.page.evaluate(WATCH)
    other = Friend(friend.address)
    other.join(friend.invites(match)[0], "Bea")

    expect(person.page.locator(".cover")).to_be_visible()
    assert person.page.evaluate(HIDDEN)
    expect(person.page.locator(".log-lines")).to_contain_text("plan")
    assert not person.page.evaluate("window.isBare")
    other.leave()

    person.context.set_offline(True)
    expect(person.page.locator(".cover")).to_contain_text("connection")


def test_an_audience_sees_what_everybody_may_see(visit: Visit, friend: Friend) -> None:
    match = friend.make("stalag17", ME, GOOD, **SHORT["stalag17"])
    watcher = visit(f"/t/{match}")
    page = watcher.page
    expect(page.locator(".status")).to_be_visible()
    friend.play(match, moves=3)

    expect(page.locator(".log-lines li").first).to_be_visible()
    assert Table(watcher).look().choices == []
    assert page.locator(".table-tools button").count() == 0
    watcher.shoot("table/audience")

    friend.play(match)
    expect(page.locator(".result")).to_be_visible()


@pytest.mark.parametrize("game", ["royal-ludo", "girumgo"])
def test_a_reload_changes_nothing(game: str, visit: Visit, friend: Friend) -> None:
    match = friend.make(game, ME, BOT, **SHORT[game])
    friend.play(match, moves=3)
    person = visit(f"/t/{match}", friend=friend)
    table = Table(person)

    before, lying = table.ready(), person.page.evaluate(LYING)
    person.page.reload()

    assert lying
    assert table.ready().offers == before.offers
    assert person.page.evaluate(LYING) == lying


def test_several_tables_at_once_are_found_on_the_first_page(visit: Visit, friend: Friend) -> None:
    matches = [friend.make(game, ME, BOT) for game in ("girumgo", "sequence-dice")]
    person = visit("/", friend=friend)

    for match in matches:
        expect(person.page.locator(f'a[href="/t/{match}"]')).to_be_visible()
    person.page.locator(f'a[href="/t/{matches[0]}"]').click()
    assert Table(person).ready().choices
