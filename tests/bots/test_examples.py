"""The bots of the documentation: the page shows the files, they are short, and they play."""

from pathlib import Path

import pytest

from sobremesa import bots, find
from sobremesa.lab.arena import Arena, hold

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples" / "bots").glob("*.py"))
GAMES = {"racer": "royal-ludo", "builder": "sequence-dice", "planner": "stalag17"}
# One who gets a single prisoner out has planned as well as one who gets all of them out, and sooner.
SHORT: dict[str, dict[str, int]] = {"racer": {}, "builder": {}, "planner": {"prisoners": 1}}
# Matches, and how many of them must be won: one that plays at random would have to be lucky for that.
WON = {"racer": (60, 36), "builder": (30, 20), "planner": (6, 6)}


def test_every_example_has_its_game() -> None:
    assert {path.stem for path in FILES} == set(GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_is_short_and_the_page_shows_it(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    page = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")

    assert len(source.splitlines()) < 30
    assert f"```python\n{source}```\n" in page
    assert f"examples/bots/{path.name}" in page


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_plays_without_a_fault_and_better_than_at_random(path: Path) -> None:
    arena = Arena(find(GAMES[path.stem]), [str(path), "random"], seed=1, seats=2, options=SHORT[path.stem])

    matches, least = WON[path.stem]
    results = list(hold(arena, range(matches)))

    won = sum(result.played.places[result.seating.index(0)] == 1 for result in results)
    assert [result.played.faults for result in results] == [()] * matches
    assert won >= least


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_example_plays_at_a_full_table_too(path: Path) -> None:
    game = find(GAMES[path.stem])
    arena = Arena(game, [str(path), "random"], seed=1, seats=game.seats[-1])

    result = next(hold(arena, [0]))

    assert result.played.faults == ()
    assert bots.find(str(path))
