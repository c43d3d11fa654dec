"""Other hands than a mouse's: a whole match by keyboard alone, and one by finger on a phone."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.friend import BOT, ME, SHORT, Friend
from tests.browser.table import Choice, Table
from tests.browser.test_matches import check_record

# Where the focus is, what it is on, and whether people can see it.
FOCUS = """() => {
  const held = document.activeElement;
  const style = getComputedStyle(held);
  const shows = style.outlineStyle !== "none" || style.boxShadow !== "none";
  return { target: held.dataset?.target ?? null, isBody: held === document.body, text: held.textContent, shows };
}"""

ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


class Keys(Table):
    """This is a table at which somebody has nothing but keys."""

    def click(self, choice: Choice) -> None:
        self.clicks += 1
        if choice.can == "press":
            self.page.keyboard.press(str(int(choice.id) + 1))
        else:
            self.reach(choice)
            self.page.keyboard.press("Enter")

    def lift(self) -> None:
        self.page.keyboard.press("Enter")
        self.uncovered()

    def reach(self, choice: Choice) -> None:
        """This brings the focus to a target, from wherever it is, by arrows alone."""
        if focus(self.page)["target"] is None:
            self.page.keyboard.press("ArrowRight")
        way = walk(self.page, choice.id)
        for _ in range(60):
            held = focus(self.page)
            assert held["shows"], held
            if held["target"] == choice.id:
                return
            self.page.keyboard.press(next(way))
        raise AssertionError(f"{choice.name} cannot be reached by arrows")


def focus(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(FOCUS)
    return found


def walk(page: Page, goal: str) -> Any:
    """These are arrows that lead towards a target; where the straight way is barred, around it."""
    place = """id => {
      const box = document.querySelector(`.targets [data-target="${id}"]`).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }"""
    goal_x, goal_y = page.evaluate(place, goal)
    been: dict[str, int] = {}
    while True:
        held = focus(page)["target"]
        x, y = page.evaluate(place, held)
        across, down = goal_x - x, goal_y - y
        wanted = sorted(
            ARROWS,
            key=lambda arrow: (
                -({"ArrowRight": across, "ArrowLeft": -across, "ArrowDown": down, "ArrowUp": -down}[arrow])
            ),
        )
        turn = been.get(held, 0)
        been[held] = turn + 1
        yield wanted[turn % len(wanted)]


def test_a_whole_match_by_keyboard(visit: Visit, friend: Friend, tmp_path: Path) -> None:
    match = friend.make("royal-ludo", ME, BOT, **SHORT["royal-ludo"])
    person = visit(f"/t/{match}", friend=friend)
    person.page.mouse.move(0, 0)
    table = Keys(person)

    table.play()

    expect(person.page.locator(".result")).to_be_visible()
    check_record(table, "royal-ludo", tmp_path)


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


def test_who_throws_by_hand_throws_the_first_time_too(visit: Visit) -> None:
    person = visit("/", autoRoll=False)
    person.page.locator('[data-key="bots-poleana"]').click()
    person.page.wait_for_url("**/t/*")
    table = Table(person)
    throws = [choice for choice in table.ready().choices if choice.can == "press"]

    assert [choice.name.rstrip("T") for choice in throws] == ["Throw the dice"]
    assert table.log.count() == 0
    table.click(throws[0])
    expect(table.log).not_to_have_count(0)
