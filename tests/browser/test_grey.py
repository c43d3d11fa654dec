"""Without colour: every state of the table is told by a line, a mark or a lightness, too."""

from itertools import combinations
from typing import Any

import pytest

from sobremesa.draw.paints import contrast
from tests.browser.conftest import Visit
from tests.browser.friend import HERE, ME, Friend
from tests.browser.people import Person
from tests.browser.prepared import Prepared
from tests.browser.table import Table
from tests.browser.test_devices import forks

# What is left of the lines on the board without their colour: their state, how they are dashed and filled, and whether
# there is a tick or an arrow.
LINES = """() => Object.fromEntries([...document.querySelectorAll(".ring")].map((ring) => {
  const state = ["pickable", "picked", "closing", "switching", "advice"].find((name) => ring.classList.contains(name));
  const line = getComputedStyle(ring.querySelector(".light"));
  return [state, {
    dashes: line.strokeDasharray,
    isFilled: line.fill !== "none",
    ticks: state === "picked" ? document.querySelectorAll(".tick-mark").length : 0,
    arrow: state === "advice" ? document.querySelectorAll(".arrow").length : 0,
    light: line.stroke,
    dark: getComputedStyle(ring.firstElementChild).stroke,
  }];
}))"""
GREY = "document.documentElement.style.filter = 'grayscale(1)'"
# The colours of parts as #rrggbb, however the style gives them.
COLOURS = """wanted => wanted.map(([selector, property]) => {
  const [red, green, blue] = getComputedStyle(document.querySelector(selector))[property].match(/[0-9.]+/g).map(Number);
  return "#" + [red, green, blue].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
})"""


def lines(person: Person) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = person.page.evaluate(LINES)
    return found


def hexed(colour: str) -> str:
    parts = colour.removeprefix("rgb(").removesuffix(")").split(",")
    return "#" + "".join(f"{int(part):02x}" for part in parts)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_states_of_the_board_differ_without_colour(theme: str, visit: Visit, friend: Friend) -> None:
    match = friend.make("poleana", ME, HERE)
    frame = friend.play(match, until=lambda frame: bool(forks(frame)) and len(frame["gestures"]) > 4)
    pawn, _ = forks(frame)[0]
    person = visit(f"/t/{match}", theme=theme, friend=friend)
    table = Table(person)
    table.ready()
    person.page.evaluate(GREY)

    states = {"pickable": lines(person)["pickable"]}
    table.click(next(choice for choice in table.look().choices if choice.id == pawn))
    person.shoot("grey/picked")
    states |= {state: line for state, line in lines(person).items() if state != "pickable"}
    person.page.keyboard.press("h")
    person.page.locator(".hint").first.hover()
    person.shoot("grey/advised")
    states |= {"advice": lines(person)["advice"]}

    assert sorted(states) == ["advice", "closing", "pickable", "picked", "switching"]
    shapes = {
        state: tuple(value for name, value in line.items() if name not in ("light", "dark"))
        for state, line in states.items()
    }
    for one, other in combinations(shapes, 2):
        assert shapes[one] != shapes[other], f"{one} looks like {other}"
    # Every line is light between dark ones, and so is seen on any ground.
    for line in states.values():
        assert contrast(hexed(line["light"]), hexed(line["dark"])) >= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whose_turn_it_is_is_seen_without_colour(theme: str, visit: Visit, prepared: Prepared) -> None:
    person = visit(f"/t/{prepared.going['poleana']}", theme=theme, device="phone", friend=prepared.friend)
    Table(person).ready()
    person.page.evaluate(GREY)
    person.shoot("grey/turn")

    wanted = [
        (".chair.acting", "borderTopColor"),
        (".chair:not(.acting)", "borderTopColor"),
        (".chair", "backgroundColor"),
    ]
    acting, other, ground = person.page.evaluate(COLOURS, wanted)
    assert contrast(acting, ground) >= 3
    assert contrast(acting, ground) >= 2 * contrast(other, ground)
