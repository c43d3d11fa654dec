"""Games are found wherever they are installed, and what does not keep the contract is refused by name."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sobremesa
from sobremesa import BrokenGame, UnknownGame
from sobremesa.core import game as games
from sobremesa.core.rules import VERBS, breaches

GUEST = """
from sobremesa.games.sequence_dice import GAME as ours
from dataclasses import replace
GAME = replace(ours, name="guest-game")
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """This puts somebody else's package with a game on the path, with its entry point."""

    def write(source: str, name: str = "guest-game") -> None:
        (tmp_path / "guest.py").write_text(source)
        info = tmp_path / "guest-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[sobremesa.games]\n{name} = guest:GAME\n")
        monkeypatch.syspath_prepend(tmp_path)
        games.find.cache_clear()
        games._homes.cache_clear()

    yield write
    games.find.cache_clear()
    games._homes.cache_clear()
    sys.modules.pop("guest", None)


def test_our_games_are_found() -> None:
    assert "sequence-dice" in sobremesa.names()
    assert sobremesa.find("sequence-dice").name == "sequence-dice"


def test_a_game_in_somebody_elses_package_appears_too(install: Callable[[str, str], None]) -> None:
    install(GUEST, "guest-game")

    match = sobremesa.start("guest-game", seed=1)

    assert "guest-game" in sobremesa.names()
    assert match.position()["game"] == "guest-game"
    assert sobremesa.replay(match.record).position() == match.position()


def test_nobody_can_take_the_place_of_our_games(install: Callable[[str, str], None]) -> None:
    install(GUEST, "sequence-dice")

    assert sobremesa.find("sequence-dice").package == "sobremesa.games.sequence_dice"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("GAME = 7", "guest.GAME is not a Game named 'guest-game'"),
        ("from sobremesa.games.sequence_dice import GAME", "guest.GAME is not a Game named 'guest-game'"),
        (
            GUEST + "import types\nrules = types.ModuleType('rules')\nrules.apply = lambda t: None\n"
            "GAME = replace(GAME, rules=rules)\n",
            "class Table is missing; def deal(t, seats) is missing; ",
        ),
    ],
)
def test_a_game_that_does_not_keep_the_contract_is_refused(
    install: Callable[[str, str], None], source: str, reason: str
) -> None:
    install(source, "guest-game")

    with pytest.raises(BrokenGame) as caught:
        sobremesa.find("guest-game")

    assert str(caught.value).startswith(f"the game guest-game cannot be used: {reason}")
    assert sobremesa.find("sequence-dice")


def test_breaches_name_what_is_missing_and_what_is_wrong() -> None:
    class Nothing:
        Table = int

        @staticmethod
        def apply(t: object) -> None: ...

    found = breaches(Nothing)

    assert len(found) == len(VERBS)
    assert "def apply must take (t, choice)" in found
    assert "def actor(t) is missing" in found


def test_an_unknown_game_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'go' is installed; there is .*sequence-dice"):
        sobremesa.find("go")
