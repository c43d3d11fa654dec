"""Bots are found by idea, level, file and package, with settings that are checked before anything is played."""

import pkgutil
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Optional

import numpy as np
import pytest

from sobremesa import BrokenBot, InvalidSetting, UnknownBot, bots, start
from sobremesa.bots import settings
from sobremesa.bots.levels import LEVELS, level_of
from sobremesa.bots.playouts import wins
from sobremesa.bots.settings import Within
from sobremesa.core.engine import PlayOuts, zeros
from sobremesa.core.words import LANGUAGES

FIRST = """
class Player:
    def __init__(self, *, number: int = 0):
        self.number = number

    def choose(self, view, luck):
        print("not for standard output")
        return view.moves()[self.number]
"""


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_levels_come_first_then_the_ideas() -> None:
    assert bots.names() == ["easy", "normal", "hard", "expert", "greedy", "playouts", "random", "search"]


def test_every_module_is_a_bot_or_known_not_to_be_one() -> None:
    for module in pkgutil.iter_modules(bots.__path__):
        is_bot = hasattr(import_module(f"sobremesa.bots.{module.name}"), "Player")
        assert is_bot == (module.name not in bots.MACHINERY)


@pytest.mark.parametrize("name", bots.names())
def test_what_is_listed_can_be_found(name: str) -> None:
    assert callable(bots.find(name).choose)


def test_levels_are_bots_with_settings_and_have_names_in_both_languages() -> None:
    assert vars(bots.find("expert")) == vars(bots.find("search:seconds=1"))
    assert vars(bots.find("easy:slips=0.9")) == {"slips": 0.9}
    assert vars(bots.find("hard:seconds=5")) == vars(bots.find("search:seconds=5"))
    assert vars(bots.find("expert:simulations=9")) == vars(bots.find("search:simulations=9"))
    assert vars(bots.find("hard:threads=2")) == vars(bots.find("search:simulations=200,threads=2"))
    assert [level_of(name) for name in ("fácil", "FACIL", "normal", "difícil", "experto")] == [
        "easy", "easy", "normal", "hard", "expert",
    ]  # fmt: skip
    assert bots.proper_name("difícil:threads=2") == "hard:threads=2"
    assert all(level_of(level) == level for level in LEVELS)


def test_settings_are_read_as_their_types_say() -> None:
    def make(  # type: ignore[no-untyped-def]
        whole: int,
        *rest: int,
        number: Annotated[float, Within(0, 1)] = 0.5,
        switch: bool = False,
        text: str = "",
        maybe: Optional[int] = None,  # noqa: UP045 - as older authors write it
        untyped=7,
        **others: int,
    ) -> None: ...

    chosen = settings.read("mine", make, "whole=-3,number=1,switch=ON,text=a=b, maybe=4,untyped=8,whole=5")

    assert chosen == {"whole": 5, "number": 1.0, "switch": True, "text": "a=b", "maybe": 4, "untyped": 8}


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ("search:seconds=0", "setting seconds of the bot search must be a number from 0.001 to 3600, not '0'"),
        ("search:seconds=nan", "setting seconds of the bot search must be a number from 0.001 to 3600, not 'nan'"),
        ("search:threads=1.5", "setting threads of the bot search must be a whole number from 1 to 64, not '1.5'"),
        ("search:simulations=", "setting simulations of the bot search must be a whole number from 1 to 10000000"),
        ("search:depth=3", "the bot search has no setting 'depth'; there is seconds, simulations, threads"),
        ("search:fast", "setting 'fast' of the bot search must be written as name=value, not 'fast'"),
        ("random:fast=on", "the bot random has no setting 'fast'; there is nothing: it has no settings"),
        (
            "search:seconds=2,simulations=100",
            "setting seconds of the bot search must be left out where simulations is set, not '2.0'",
        ),
        ("hard:slips=1", "the bot search has no setting 'slips'"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_one_line(named: str, message: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        bots.find(named)

    assert str(caught.value).startswith(message)
    assert all(caught.value.say(language) for language in LANGUAGES)


@pytest.mark.parametrize("named", ["", "deep-blue", "levels", "guest", ":seconds=1", "search search"])
def test_an_unknown_bot_is_refused_with_those_that_exist(named: str) -> None:
    with pytest.raises(UnknownBot, match=r"is installed; there is easy, normal, hard, expert, greedy,"):
        bots.find(named)


def test_a_bot_in_a_file_plays_and_takes_settings(in_folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (in_folder / "mine.py").write_text(FIRST)
    match = start("sequence-dice", seed=8)
    match.settle()

    answers = [bots.ask(bots.find(named), match) for named in ("mine.py", "mine.py:number=2")]

    assert answers == [bots.Answer(match.moves()[0]), bots.Answer(match.moves()[2])]
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "not for standard output" in printed.err


def test_a_bot_may_lie_beside_files_that_it_needs(in_folder: Path) -> None:
    (in_folder / "ideas").mkdir()
    (in_folder / "ideas" / "first.py").write_text(FIRST)
    (in_folder / "ideas" / "mine.py").write_text("from first import Player")

    assert bots.find("ideas/mine.py:number=1")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (None, "the bot mine.py cannot be used: No such file or directory"),
        ("x = 1\nclass Player(:\n", "the bot mine.py cannot be used: line 2: SyntaxError: "),
        ("import nothing_of_that_name", "the bot mine.py cannot be used: line 1: ModuleNotFoundError: No module named"),
        ("x = 1\n\nx = 1 / 0", "the bot mine.py cannot be used: line 3: ZeroDivisionError: division by zero"),
        ("raise OSError('no\\x1b[31m, not today')", "the bot mine.py cannot be used: line 1: no [31m, not today"),
        ("raise SystemExit(3)", "the bot mine.py cannot be used: line 1: SystemExit: 3"),
        ("import os\nos._exit(3)", "the bot mine.py cannot be used: went away"),
        ("Player = 7", "the bot mine.py cannot be used: has no class Player with a method choose"),
        ("class Player: pass", "the bot mine.py cannot be used: has no class Player with a method choose"),
        (
            "class Player:\n  def __init__(self): raise ValueError('no\\x1b[31m, not \\n today')\n"
            "  def choose(self, view, luck): ...",
            "the bot mine.py cannot be used: ValueError: no [31m, not today",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_line(in_folder: Path, source: str | None, message: str) -> None:
    if source is not None:
        (in_folder / "mine.py").write_text(source)

    with pytest.raises(BrokenBot) as caught:
        bots.find("mine.py")

    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert all(caught.value.say(language) for language in LANGUAGES)


def test_settings_of_a_file_are_checked_too(in_folder: Path) -> None:
    (in_folder / "mine.py").write_text(FIRST)

    with pytest.raises(InvalidSetting, match=r"setting number of the bot mine.py must be a whole number, not 'x'"):
        bots.find("mine.py:number=x")
    with pytest.raises(InvalidSetting, match=r"the bot mine.py has no setting 'size'; there is number"):
        bots.find("mine.py:size=1")


def test_a_file_that_never_finishes_importing_is_refused(in_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (in_folder / "mine.py").write_text("while True: pass")
    monkeypatch.setattr("sobremesa.bots.guest.START_LIMIT", 2.5)

    with pytest.raises(BrokenBot, match=r"the bot mine.py cannot be used: did not answer within 2.5 s"):
        bots.find("mine.py")


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    def write(source: str, name: str) -> None:
        (tmp_path / "guest_bot.py").write_text(source)
        info = tmp_path / "guest_bot-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-bot\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[sobremesa.bots]\n{name} = guest_bot\n")
        monkeypatch.syspath_prepend(tmp_path)

    return write


def test_a_bot_in_somebody_elses_package_is_found(install: Callable[[str, str], None]) -> None:
    install(FIRST, "first-of-all")
    match = start("sequence-dice", seed=8)
    match.settle()

    assert "first-of-all" in bots.names()
    assert bots.ask(bots.find("first-of-all:number=1"), match).move == match.moves()[1]
    assert "guest_bot" not in sys.modules


def test_nobody_can_take_the_place_of_our_bots(install: Callable[[str, str], None]) -> None:
    install(FIRST, "greedy")

    assert type(bots.find("greedy")).__module__ == "sobremesa.bots.greedy"


def test_a_package_without_a_player_is_refused(install: Callable[[str, str], None]) -> None:
    install("", "empty")

    with pytest.raises(BrokenBot, match="the bot empty cannot be used: has no class Player with a method choose"):
        bots.find("empty")


def test_partners_who_win_together_have_won_once() -> None:
    """Play-outs of two teams: the first is won by one of them, the second by both."""
    places = np.array([[1, 2, 1, 2], [1, 1, 1, 1]])
    played = PlayOuts(zeros(2), zeros(2), places)

    assert [wins(played, [0, 1, 0, 1], seat) for seat in range(4)] == [1.5, 0.5, 1.5, 0.5]
    assert [wins(played, [0, 1, 2, 3], seat) for seat in range(4)] == [0.75, 0.25, 0.75, 0.25]
