"""Lessons in a real browser: every game from the first step to a first match, by mouse, finger and keys."""

import re

import pytest
from playwright.sync_api import Route, expect

import sobremesa
from sobremesa.core.words import Words
from tests.browser.conftest import Visit
from tests.browser.held import Held
from tests.browser.keys import Keys
from tests.browser.lesson import Lesson
from tests.browser.measure import keep
from tests.browser.table import Choice, Table
from tests.browser.test_listening import LISTEN

GAMES = sobremesa.names()
# Every game by mouse or by finger, and both languages with each.
WAYS = [(game, ("desk", "phone")[at % 2], ("es", "en")[at // 2 % 2]) for at, game in enumerate(GAMES)]


class Practised(Keys):
    """This is a lesson taken with nothing but keys."""

    def click(self, choice: Choice) -> None:
        key = self.page.locator(choice.selector).get_attribute("aria-keyshortcuts") if choice.can == "press" else None
        if key:
            self.page.keyboard.press(key)
        else:
            super().click(choice)


@pytest.mark.parametrize(("game", "device", "language"), WAYS)
def test_a_lesson_leads_from_the_first_step_to_its_end(game: str, device: str, language: str, visit: Visit) -> None:
    person = visit(f"/learn/{game}", device=device, language=language)
    lesson = Lesson(person, Table(person), game)
    words = Words(language, sobremesa.find(game).package)
    page = person.page

    for number, step in enumerate(lesson.steps, start=1):
        lesson.ready(number)
        expect(page.locator(".lesson-title")).to_have_text(words(f"lesson.{step['name']}.title"))
        expect(page.locator(".prompt")).to_have_text(words(f"lesson.{step['name']}.say"))
        keep(person, f"lesson/{game}-{number}", coarse=True)
        lesson.act(number)
        expect(page.locator(".prompt")).to_have_text(words(f"lesson.{step['name']}.done"))
        lesson.next()
    expect(page.locator(".lesson-end h2")).to_contain_text(words("name"))
    keep(person, f"lesson/{game}-end")


def test_what_is_written_beside_a_way_is_as_good_as_the_way(visit: Visit) -> None:
    person = visit("/learn/poleana#3", device="phone", language="es")
    page = person.page
    Lesson(person, Table(person), "poleana").ready(3)
    page.locator('[data-target="R1"]').first.tap(force=True)
    word = page.locator(".word", has_text="R6 con 4")
    expect(word).to_be_visible()
    box = word.bounding_box()
    assert box is not None

    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    expect(page.locator(".prompt")).to_have_text(Words("es", "sobremesa.games.poleana")("lesson.walk.done"))


def test_the_way_from_the_home_page_to_a_first_match(visit: Visit) -> None:
    person = visit("/")
    page = person.page
    page.locator('[data-key="learn-sequence-dice"]').click()
    lesson = Lesson(person, Table(person), "sequence-dice")
    lesson.act(1)
    page.goto("/learn/sequence-dice#7")
    lesson.act(7)
    lesson.next()
    page.locator('[data-key="first"]').click()

    expect(page).to_have_url(re.compile(r"/t/\w+"))
    expect(page.locator(".chair").nth(1)).to_contain_text("Bot (easy)")


def test_another_move_is_explained_and_nothing_happens(visit: Visit) -> None:
    person = visit("/learn/sequence-dice#3", language="es")
    lesson = Lesson(person, Table(person), "sequence-dice")
    page = person.page
    lesson.ready(3)
    lesson.move(3, "replace 3,1")

    expect(page.locator(".note")).to_contain_text("las cinco seguidas seguirían ahí")
    expect(page.locator(".ring.advice")).to_have_count(1)
    expect(page.locator(".chair").nth(1)).to_contain_text("6")
    keep(person, "lesson/another-move")
    lesson.act(3)
    page.locator(".table-tools button").first.click()
    lesson.ready(3)
    page.locator(".table-tools button").first.click()
    lesson.ready(2)
    page.locator('[data-key="skip"]').click()
    expect(page).to_have_url(re.compile("/new/sequence-dice"))
    page.locator('[data-key="learn"]').click()
    lesson.ready(1)


def test_the_end_of_a_lesson_is_said_once_whatever_the_light(visit: Visit) -> None:
    person = visit("/learn/sequence-dice#7")
    lesson = Lesson(person, Table(person), "sequence-dice")
    page = person.page
    lesson.act(7)
    page.evaluate(LISTEN)
    lesson.next()
    expect(page.locator('[data-key="first"]')).to_be_focused()
    anew = page.locator('[data-key="anew"]')
    anew.focus()

    person.switch("en", "dark")
    person.switch("en", "light")

    expect(page.locator('.lesson[data-moving="false"]')).to_be_visible()
    expect(anew).to_be_focused()
    said = page.locator(".lesson-end > :is(h2, p:not([hidden], .result-ways))").all_inner_texts()
    assert page.evaluate("heard") == said


def test_who_leaves_while_the_other_light_is_fetched_hears_no_more_of_the_lesson(visit: Visit) -> None:
    person = visit("/learn/poleana#3")
    page = person.page
    Lesson(person, Table(person), "poleana").ready(3)
    told = Held(page, re.compile("/api/lessons/"))
    page.emulate_media(color_scheme="dark")
    told.wait()
    page.locator(".brand").click()
    expect(page.locator(".card").first).to_be_visible()
    page.evaluate(LISTEN)

    told.go()

    assert page.evaluate("heard") == []
    assert page.url == f"{person.address}/"


def test_a_lesson_by_keys_alone_in_the_other_language_and_light(visit: Visit) -> None:
    person = visit("/learn/poleana", language="en")
    hands = Practised(person)
    lesson = Lesson(person, hands, "poleana")
    for number in range(1, len(lesson.steps) + 1):
        lesson.act(number)
        if number == 3:
            person.switch("es", "dark")
            person.page.evaluate("document.activeElement.blur()")
            hands.holds = False
            lesson.ready(3)
            lesson.act(3)
            keep(person, "lesson/by-keys")
        lesson.next()

    expect(person.page.locator(".lesson-end h2")).to_contain_text("Poleana")
    # The focus waits on what comes next.
    person.page.keyboard.press("Enter")
    expect(person.page).to_have_url(re.compile(r"/t/\w+"))


def test_what_was_done_stays_done_when_language_and_light_change_at_once(visit: Visit) -> None:
    person = visit("/learn/poleana", language="en", theme="light")
    page, lesson = person.page, Lesson(person, Table(person), "poleana")
    lesson.ready(1)
    held: list[Route] = []
    page.route(re.compile(r"/api/lessons/poleana\?.*dark"), lambda route: held.append(route))

    # Each asks for the lesson in the other light.
    page.emulate_media(color_scheme="dark")
    page.locator('[data-key="language"]').click()
    while len(held) < 2:
        page.wait_for_timeout(20)
    held[0].continue_()
    expect(page.locator('.lesson[data-theme="dark"]')).to_be_visible()
    lesson.act(1)
    with page.expect_response(re.compile("/api/lessons/poleana")) as answered:
        held[1].continue_()
    answered.value.finished()
    page.wait_for_timeout(200)

    lesson.done()
