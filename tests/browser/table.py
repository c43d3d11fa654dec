"""A table as somebody sees it: what can be clicked, and the clicks."""

import random
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.people import Person

# What can be clicked now, and where; nothing while things move or somebody else is to act.
LOOK = """() => {
  const place = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const can = (element) =>
    element.classList.contains("closing") ? "close" :
    element.classList.contains("pickable") ? "pick" :
    element.classList.contains("dice") ? "throw" : null;
  const targets = [...document.querySelectorAll(".targets .target")]
    .filter(can)
    .map((element) => ({ id: element.dataset.target, name: element.ariaLabel, can: can(element), ...place(element) }));
  const buttons = [...document.querySelectorAll(".moves button:enabled")]
    .map((element, number) => ({ id: String(number), name: element.textContent, can: "press", ...place(element) }));
  const cover = document.querySelector(".cover")?.checkVisibility() ?? false;
  const over = document.querySelector(".result") !== null;
  return { choices: cover ? [] : [...targets, ...buttons], cover, over };
}"""

READY = f"() => {{ const seen = ({LOOK})(); return seen.choices.length || seen.cover || seen.over ? seen : null; }}"


@dataclass(frozen=True)
class Choice:
    """This is something that can be clicked: a target on the board or a button."""

    id: str
    name: str
    can: str
    x: float
    y: float

    @property
    def selector(self) -> str:
        """This finds it on the page."""
        if self.can == "press":
            return f".moves button:enabled >> nth={self.id}"
        return f'.targets [data-target="{self.id}"]'


@dataclass(frozen=True)
class Seen:
    """This is what somebody sees of a table."""

    choices: list[Choice] = field(default_factory=list)
    cover: bool = False
    over: bool = False

    @property
    def offers(self) -> set[tuple[str, str, str]]:
        """This is what is offered, wherever it stands on the screen."""
        return {(choice.id, choice.can, choice.name) for choice in self.choices}


class Table:
    """This is the table as one person sees it, who clicks wherever something can be clicked."""

    def __init__(self, person: Person, seed: int = 1) -> None:
        self.person = person
        self.page = person.page
        self.luck = random.Random(seed)
        self.clicks = 0

    @property
    def match(self) -> str:
        """This is the match that is played here."""
        found = re.search(r"/t/([^/?#]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def log(self) -> Locator:
        """These are the lines of the log."""
        return self.page.locator(".log-lines li")

    def look(self) -> Seen:
        """This is what can be clicked at this moment."""
        return _seen(self.page.evaluate(LOOK))

    def ready(self) -> Seen:
        """This waits until something can be clicked, or the match is over."""
        return _seen(self.page.wait_for_function(READY).json_value())

    def act(self) -> bool:
        """This clicks one thing at random, as soon as there is one; false when the match is over."""
        seen = self.ready()
        if seen.over:
            return False
        if seen.cover:
            self.lift()
        else:
            self.click(self.luck.choice(seen.choices))
        return True

    def play(self, most: int = 1000) -> None:
        """This plays until the match is over."""
        while self.act():
            assert self.clicks < most, "this match does not end"

    def point(self, choice: Choice) -> None:
        """This moves the pointer over something."""
        self.page.mouse.move(*self._in_sight(choice))

    def click(self, choice: Choice) -> None:
        """This clicks something, with the mouse or a finger."""
        self.clicks += 1
        x, y = self._in_sight(choice)
        if self.person.device != "desk":
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def lift(self) -> None:
        """This lifts the cover that lies over the table while the device goes from hand to hand."""
        self.clicks += 1
        self.page.locator(".cover button").click()
        self.uncovered()

    def uncovered(self) -> None:
        """This waits until the cover is off: what lies below must be the next player's."""
        expect(self.page.locator(".cover")).to_be_hidden()

    def _in_sight(self, choice: Choice) -> tuple[float, float]:
        size = self.page.viewport_size
        assert size is not None
        if 0 < choice.x < size["width"] and 0 < choice.y < size["height"]:
            return choice.x, choice.y
        element = self.page.locator(choice.selector)
        element.scroll_into_view_if_needed()
        box = element.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _seen(found: dict[str, Any]) -> Seen:
    choices = [Choice(**each) for each in found["choices"]]
    return Seen(choices, cover=found["cover"], over=found["over"])
