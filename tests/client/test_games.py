"""The browser knows no game: nothing in its scripts and styles speaks of one, so that a new game needs none of them."""

import re
from functools import cache
from pathlib import Path

import pytest

import sobremesa.client
from sobremesa import find, names
from sobremesa.core.words import LANGUAGES, catalogue
from sobremesa.draw.things import FORMS

CLIENT = Path(sobremesa.client.__file__).parent
FILES = sorted(path for path in CLIENT.iterdir() if path.suffix in {".js", ".css", ".html"})
LITERAL = re.compile(r"[\"'`]([^\"'`\n]*)[\"'`]")
RULE = re.compile(r"\b[A-Z]{2}-\d")


@cache
def called() -> re.Pattern[str]:
    """This finds every name of every game."""
    packages = [find(name).package for name in names()]
    shown = [catalogue(package, language)["name"] for package in packages for language in LANGUAGES]
    every = {*names(), *(package.rpartition(".")[2] for package in packages), *shown}
    return re.compile(rf"\b({'|'.join(map(re.escape, every))})\b", re.IGNORECASE)


@cache
def kinds() -> set[str]:
    """This is every kind of things that a game has, but for those that are called like what they look like."""
    tables = ((find(name), find(name).table()) for name in names())
    return {kind.id for game, table in tables for kind in game.scenery.scene(table).kinds} - set(FORMS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.name))
def test_no_file_of_the_client_speaks_of_a_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert not called().search(text)
    assert not RULE.search(text)


@pytest.mark.parametrize("path", [path for path in FILES if "frame.js" in path.read_text()], ids=lambda path: path.name)
def test_whatever_shows_things_asks_for_their_form_alone(path: Path) -> None:
    assert not kinds() & set(LITERAL.findall(path.read_text(encoding="utf-8")))
