"""Hands that have nothing but keys, and always know where they are."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page

from tests.browser.people import Person
from tests.browser.table import Choice, Seen, Table

# Where the focus is, what it is on, and whether people can see it; and how far it is from where they want to go.
FOCUS = """goal => {
  const held = document.activeElement;
  const style = getComputedStyle(held);
  const shows = (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const wanted = goal === null ? null : document.querySelector(`.targets [data-target="${goal}"]`);
  const target = held.closest(".targets") ? (held.dataset.target ?? null) : null;
  const from = middle(held);
  const to = wanted ? middle(wanted) : from;
  return {
    target, shows, across: to[0] - from[0], down: to[1] - from[1],
    isBody: held === document.body,
    text: held.textContent,
    isThere: wanted !== null,
    moves: [...document.querySelectorAll(".moves button:enabled")].map((button) => button.textContent),
    isWanted: wanted !== null && wanted === held,
    press: [...document.querySelectorAll(".moves button:enabled")].indexOf(held),
  };
}"""
MOST = 80


class Keys(Table):
    """This is a table at which somebody has nothing but keys."""

    def __init__(self, person: Person, seed: int = 1, *, is_brief: bool = False) -> None:
        """If wished, whoever sits here is brief: they do whatever a button does, as soon as there is one."""
        super().__init__(person, seed)
        self.is_brief = is_brief
        self.holds = False
        person.page.mouse.move(0, 0)

    def look(self) -> Seen:
        return self._brief(super().look())

    def ready(self) -> Seen:
        return self._brief(super().ready())

    def _brief(self, seen: Seen) -> Seen:
        pressed = [choice for choice in seen.choices if choice.can == "press"]
        return replace(seen, choices=pressed) if self.is_brief and pressed else seen

    def click(self, choice: Choice) -> None:
        # Whoever has held something once never loses the table.
        is_lost = focus(self.page)["isBody"]
        assert not (self.holds and is_lost), choice
        self.holds = not is_lost
        self.clicks += 1
        if choice.can != "press":
            if self.reach(choice):
                self.page.keyboard.press("Enter")
        elif self.clicks % 2:
            self.page.keyboard.press("t" if self.is_throw(choice) else str(int(choice.id) + 1))
        elif self.tab(choice):
            self.page.keyboard.press("Space")

    def is_throw(self, choice: Choice) -> bool:
        """This tells whether a button throws the dice: that one has a letter."""
        return choice.name.endswith("T")

    def lift(self) -> None:
        self.page.keyboard.press("Enter")
        self.uncovered()

    def reach(self, choice: Choice) -> bool:
        """This brings the focus to a target, from wherever it is, by arrows; false if it is not offered any more."""
        held = focus(self.page, choice.id)
        if held["target"] is None:
            self.page.keyboard.press("ArrowRight")
        been: dict[str, int] = {}
        for _ in range(MOST):
            held = focus(self.page, choice.id)
            if held["isWanted"] or not held["isThere"]:
                return bool(held["isWanted"])
            assert held["shows"], held
            self.page.keyboard.press(arrow(held, been))
        raise AssertionError(f"{choice.name} cannot be reached by arrows, only {been}")

    def tab(self, choice: Choice) -> bool:
        """This brings the focus to a button, from wherever it is, by tab keys; false if it is not offered any more."""
        for _ in range(MOST):
            held = focus(self.page)
            assert held["isBody"] or held["shows"], held
            if held["press"] == int(choice.id) or choice.name not in held["moves"]:
                return bool(held["press"] == int(choice.id))
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{choice.name} cannot be reached by the tab key")


def focus(page: Page, goal: str | None = None) -> dict[str, Any]:
    """This is where the focus is."""
    found: dict[str, Any] = page.evaluate(FOCUS, goal)
    return found


def arrow(held: dict[str, Any], been: dict[str, int]) -> str:
    """This is the arrow that leads towards the goal; where the straight way was tried already, another one."""
    across, down = held["across"], held["down"]
    ways = {"ArrowRight": across, "ArrowLeft": -across, "ArrowDown": down, "ArrowUp": -down}
    wanted = sorted(ways, key=lambda way: -ways[way])
    turn = been.get(held["target"], 0)
    been[held["target"]] = turn + 1
    return wanted[turn % len(wanted)]


def tabbed(page: Page, key: str = "Tab") -> Iterator[dict[str, Any]]:
    """This goes through a page by the tab key, until the browser itself has the focus again."""
    page.evaluate("document.activeElement.blur()")
    for _ in range(MOST):
        page.keyboard.press(key)
        held = focus(page)
        if held["isBody"]:
            return
        yield held
    raise AssertionError("the tab key never leads out of this page")
