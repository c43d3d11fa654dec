"""A lesson as somebody takes it who does what is asked for."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.people import Person
from tests.browser.table import Choice, Table


class Lesson:
    """This is a lesson at somebody's table."""

    def __init__(self, person: Person, table: Table, game: str) -> None:
        self.person = person
        self.page = person.page
        self.table = table
        told: dict[str, Any] = self.page.evaluate(f"async () => (await fetch('/api/lessons/{game}')).json()")
        self.steps: list[dict[str, Any]] = told["steps"]

    def ready(self, number: int) -> None:
        """This waits until a step can be done."""
        here = f'[data-step="{number}"][data-done="false"][data-moving="false"]'
        expect(self.page.locator(f".lesson{here}")).to_be_visible()

    def done(self) -> None:
        """This waits until it has been done, and everything has been shown."""
        expect(self.page.locator('.lesson[data-done="true"][data-moving="false"]')).to_be_visible()

    def act(self, number: int) -> None:
        """This does what is asked for at a step."""
        self.ready(number)
        step = self.steps[number - 1]
        if step["frame"]["actor"] == "chance":
            self.table.click(next(choice for choice in self.table.ready().choices if choice.can == "press"))
        else:
            self.move(number, step["asked"][0])
        self.done()

    def move(self, number: int, text: str) -> None:
        """This makes a move, click by click."""
        gestures = self.steps[number - 1]["frame"]["gestures"]
        gesture = next(each for each in gestures if each["move"] == text)
        for target in [*gesture["picks"], gesture["close"]]:
            if choice := self.choice(target):
                self.table.click(choice)

    def choice(self, target: str) -> Choice | None:
        """This is what can be clicked for a target; nothing if it counts as picked already."""
        if target.startswith("button/"):
            buttons = self.page.locator(".moves button:enabled")
            targets = [button.get_attribute("data-target") for button in buttons.all()]
            return next(each for each in self.table.look().choices if each.id == str(targets.index(target)))
        return next((each for each in self.table.look().choices if each.id == target), None)

    def next(self) -> None:
        """This goes on to the next step."""
        self.table.click(next(choice for choice in self.table.ready().choices if choice.can == "press"))
