"""Quick phrases in the browser: said in one language, read in another, and not heard if somebody does not want to."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, ME, OPEN, Friend


def test_what_one_says_in_spanish_the_other_reads_in_english(visit: Visit, friend: Friend, bea: Friend) -> None:
    match = friend.make("royal-ludo", ME, OPEN)
    bea.join(friend.invites(match)[0], "Bea")
    ana = visit(f"/t/{match}", friend=friend, language="es", device="phone")
    other = visit(f"/t/{match}", friend=bea, language="en")
    crowd = visit(f"/t/{match}", language="es")

    ana.page.locator(".phrases summary").click()
    expect(ana.page.locator(".phrase-list button")).to_have_count(12)
    ana.page.locator(".phrases").scroll_into_view_if_needed()
    ana.shoot("phrases/open")
    ana.page.get_by_role("button", name="¡Suerte!").click()

    expect(other.page.locator(".bubble")).to_have_text("Ana: Good luck!")
    expect(crowd.page.locator(".bubble")).to_have_text("Ana: ¡Suerte!")
    expect(ana.page.locator(".bubble")).to_have_text("Ana: ¡Suerte!")
    expect(other.page.locator("#live")).to_contain_text("Ana: Good luck!")
    other.shoot("phrases/read")
    # Who only looks on has nothing to say.
    expect(crowd.page.locator(".phrases")).to_be_hidden()
    expect(ana.page.locator(".bubble")).to_have_count(0)

    # Bea would rather not hear her, also when the page is opened anew; and can be heard herself.
    other.page.locator(".phrases summary").click()
    other.page.get_by_role("button", name="Do not hear Ana").click()
    other.shoot("phrases/muted")
    other.page.reload()
    expect(other.page.locator(".phrases")).to_be_visible()
    expect(other.page.locator(".bubble")).to_have_count(0)
    ana.page.locator(".phrases summary").click()
    ana.page.get_by_role("button", name="¡Hola!").click()
    expect(crowd.page.locator(".bubble").last).to_have_text("Ana: ¡Hola!")
    other.page.locator(".phrases summary").click()
    other.page.get_by_role("button", name="Thank you.").click()
    expect(ana.page.locator(".bubble").last).to_have_text("Bea: Gracias.")
    expect(other.page.locator(".bubble")).to_have_text("Bea: Thank you.")
    other.page.locator(".phrases summary").click()
    other.page.get_by_role("button", name="Hear Ana again").click()
    ana.page.locator(".phrases summary").click()
    ana.page.get_by_role("button", name="Un momento, por favor.").click()
    expect(other.page.locator(".bubble").last).to_have_text("Ana: One moment, please.")


# The buttons under the board that something covers.
COVERED = """bubble => {
  const box = bubble.getBoundingClientRect();
  const covers = (other) =>
    box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
  return [...document.querySelectorAll(".controls button, .phrases button")]
    .filter((button) => button.checkVisibility() && covers(button.getBoundingClientRect()))
    .map((button) => button.textContent);
}"""


@pytest.mark.parametrize("device", ["desk", "phone"])
@pytest.mark.parametrize("game", ["royal-ludo", "girumgo"])
def test_what_is_said_is_seen_wherever_the_page_is_scrolled(
    visit: Visit, friend: Friend, bea: Friend, game: str, device: str
) -> None:
    match = friend.make(game, ME, OPEN)
    bea.join(friend.invites(match)[0], "Bea")
    person = visit(f"/t/{match}", friend=friend, language="es", device=device)
    page = person.page
    page.locator(".phrases summary").click()
    expect(page.locator(".phrase-list")).to_be_visible()
    for place, phrase, words in [("0", "hello", "Hola"), ("document.documentElement.scrollHeight", "luck", "Suerte")]:
        page.evaluate(f"scrollTo(0, {place})")
        bea.ask(match, t="say", phrase=phrase)
        bubble = page.locator(".bubble").filter(has_text=words)
        expect(bubble).to_be_in_viewport(ratio=1)
        assert bubble.evaluate(COVERED) == []
        person.shoot(f"phrases/scrolled-{game}-{phrase}")


def test_who_is_not_heard_is_whoever_sits_there_whatever_their_name(visit: Visit, friend: Friend, bea: Friend) -> None:
    match = friend.make("royal-ludo", ME, OPEN, OPEN)
    namesake = Friend(friend.address, seed=3)
    for each, name in ((bea, "Bea"), (namesake, "Ana")):
        each.join(friend.invites(match)[0], name)
    page = visit(f"/t/{match}", friend=bea).page
    page.locator(".phrases summary").click()
    page.locator('[data-key="mute-0"]').click()
    expect(page.locator('[data-key="mute-2"]')).to_have_attribute("aria-pressed", "false")

    friend.ask(match, t="name", seat=0, name="Zoe")
    expect(page.locator(".chair-name").first).to_have_text("Zoe")
    expect(page.locator('[data-key="mute-0"]')).to_have_attribute("aria-pressed", "true")
    friend.ask(match, t="say", phrase="hello")
    namesake.ask(match, t="say", phrase="luck")

    expect(page.locator(".bubble")).to_have_text(["Ana: Good luck!"])
    namesake.leave()


def test_who_gave_up_and_who_stayed_can_say_that_it_was_a_good_game(visit: Visit, friend: Friend, bea: Friend) -> None:
    match = friend.make("royal-ludo", ME, OPEN)
    bea.join(friend.invites(match)[0], "Bea")
    ana = visit(f"/t/{match}", friend=friend, language="en")
    other = visit(f"/t/{match}", friend=bea, language="es", device="phone")
    expect(other.page.locator(".chair").last).to_contain_text("tú")
    expect(other.page.locator(".chair.me .chair-state")).to_be_visible()
    other.shoot("phrases/you")
    other.page.locator(".exit button").click()
    other.page.locator(".exit button").last.click()
    expect(ana.page.locator(".result")).to_be_visible()

    ana.page.locator(".phrases summary").click()
    ana.page.get_by_role("button", name="Good game!").click()

    expect(other.page.locator(".bubble")).to_have_text("Ana: ¡Buena partida!")
    other.page.locator(".phrases summary").click()
    other.shoot("phrases/gone")
    other.page.get_by_role("button", name="Gracias.").click()
    expect(ana.page.locator(".bubble").last).to_have_text("Bea: Thank you.")


def test_against_bots_alone_there_is_nobody_to_talk_to(visit: Visit, friend: Friend) -> None:
    match = friend.make("sequence-dice", ME, BOT)
    person = visit(f"/t/{match}", friend=friend)
    expect(person.page.locator(".chair")).to_have_count(2)
    expect(person.page.locator(".phrases")).to_be_hidden()
