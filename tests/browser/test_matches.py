"""Whole matches in a real browser, one of every game, from the set-up page to the result."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import sobremesa
from tests.browser.conftest import Visit
from tests.browser.friend import SHORT
from tests.browser.people import Person
from tests.browser.table import Table


def test_every_game_is_played() -> None:
    assert sorted(SHORT) == sobremesa.names()


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_mouse(game: str, visit: Visit, tmp_path: Path) -> None:
    person = visit(f"/new/{game}")
    set_up(person, SHORT[game])
    table = Table(person)

    table.play()

    assert person.page.locator(".result .winner").count() == 1
    person.shoot(f"over/{game}")
    check_record(table, game, tmp_path)


def set_up(person: Person, options: Mapping[str, Any]) -> None:
    """This sets up a match of two, against a bot that ends it, with the rules of the house that make it short."""
    page = person.page
    choose(person, "count", 2)
    page.locator('[data-key="seat-1"]').select_option("bot:normal")
    page.locator('[data-key="options"]').click()
    for option, value in options.items():
        choose(person, f"option-{option}", value)
    page.locator('[data-key="start"]').click()
    page.wait_for_url("**/t/*")


def choose(person: Person, name: str, value: object) -> None:
    """This chooses one of several, as people do: by what is written there."""
    person.page.locator(f'label:has([data-key="{name}={value}"])').click()


def check_record(table: Table, game: str, folder: Path) -> None:
    """The record of the match replays, and ends as the page says."""
    path = folder / "record.jsonl"
    answer = table.page.request.get(f"/api/matches/{table.match}/record")
    assert answer.ok
    path.write_bytes(answer.body())
    match = sobremesa.replay(path)
    assert (match.game.name, match.actor) == (game, sobremesa.OVER)
