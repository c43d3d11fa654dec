"""The client knows no game: it is small, stands on its own, and a new game changes nothing in it."""

import gzip
import re
from pathlib import Path

import pytest

import sobremesa
from sobremesa.core.words import LANGUAGES, catalogue

CLIENT = Path(sobremesa.__file__).parent / "client"
SERVED = sorted(path for path in CLIENT.iterdir() if path.suffix in {".js", ".css", ".html", ".svg"})
WORDS = sorted(CLIENT.glob("words.*.toml"))

MAX_FIRST_LOAD = 150_000


def names_of_games() -> set[str]:
    """All that a game is called: its name, its package, and what people call it."""
    games = [sobremesa.find(name) for name in sobremesa.names()]
    called = {catalogue(game.package, language)["name"] for game in games for language in LANGUAGES}
    return called | {game.name for game in games} | {game.package.rpartition(".")[2] for game in games}


@pytest.mark.parametrize("path", [*SERVED, *WORDS], ids=lambda path: path.name)
def test_no_game_is_named(path: Path) -> None:
    text = path.read_text(encoding="utf-8").casefold()

    assert not [name for name in names_of_games() if name.casefold() in text]


@pytest.mark.parametrize("path", [path for path in SERVED if path.suffix == ".js"], ids=lambda path: path.name)
def test_no_rule_is_named(path: Path) -> None:
    assert not re.findall(r"\b[A-Z]{2}-\d+", path.read_text(encoding="utf-8"))


def test_games_are_looked_for_by_all_their_names() -> None:
    assert {"poleana", "royal_ludo", "sequence-dice", "Secuencia de Dados", "Dice Sequence"} <= names_of_games()


@pytest.mark.parametrize("path", SERVED, ids=lambda path: path.name)
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")

    assert not re.search(r"\w://\w", text)
    imported = re.findall(r'(?:from|import) ?\(?"([^"]+)"', text) + re.findall(r'(?:href|src)="([^"]+)"', text)
    for name in imported:
        assert re.match(r"\./[\w-]+\.js$|/", name), name


def test_the_first_load_is_small_even_if_it_were_that_of_all_pages_of_players() -> None:
    pages = set(re.findall(r'\(\) => import\("\./(\w+\.js)"\)', (CLIENT / "router.js").read_text(encoding="utf-8")))
    # The console is loaded by operators alone.
    pages.remove("admin.js")
    assert len(pages) > 5
    names = {path.name for path in SERVED if path.suffix != ".js"} | {"early.js"} | with_imports({"main.js", *pages})

    packed = {name: len(gzip.compress((CLIENT / name).read_bytes())) for name in names}

    assert sum(packed.values()) <= MAX_FIRST_LOAD, packed


def with_imports(names: set[str]) -> set[str]:
    """These modules and those that come with them at once; others come when somebody asks for what they do."""
    found: set[str] = set()
    while names:
        found |= names
        texts = [(CLIENT / name).read_text(encoding="utf-8") for name in names]
        names = {name for text in texts for name in re.findall(r'from "\./(\w+\.js)"', text)} - found
    return found
