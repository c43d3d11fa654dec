"""Whoever has said how long they think does not wait for a compiler, which works aside."""

import subprocess
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sobremesa
from sobremesa import Game, find
from sobremesa.core.errors import FileFault
from sobremesa.kit.luck import sow
from sobremesa.search import aside, thinker
from sobremesa.search.aside import Aside
from sobremesa.search.thinker import Tree, loops, think
from tests.search.test_thinker import luck, settled

GAME = find("royal-ludo")
PATIENCE = 240.0


class Slow:
    """A compiler that needs some looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def look(self) -> None:
        self.looks -= 1
        if not self.looks:
            thinker._compiled.add(GAME)


def rounds_beside(slow: Slow, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """These are the rounds of a search of a second, each a tenth, beside a compiler: whether each is native."""
    rounds: list[bool] = []
    clock = [5.0]

    class Noted(Tree):
        def grow(self, simulations: int) -> None:
            rounds.append(self.is_native)
            assert self.loops is loops(GAME, is_native=self.is_native)
            clock[0] += 0.1
            super().grow(simulations)

    monkeypatch.setattr(thinker, "_compiled", set())
    monkeypatch.setattr(thinker, "_aside", lambda game: slow)
    monkeypatch.setattr(thinker, "Tree", Noted)
    monkeypatch.setattr(thinker, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    match = settled("royal-ludo")

    assert think(match.view(match.actor), luck(), seconds=1).prospects
    return rounds


def test_as_long_as_nothing_is_compiled_one_thinks_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = rounds_beside(Slow(1_000_000), monkeypatch)

    assert set(rounds) == {False}
    assert len(rounds) >= 8


def test_a_thought_that_began_plainly_goes_on_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = rounds_beside(Slow(4), monkeypatch)

    assert rounds[:4] == [False, False, True, True]


def test_by_simulations_one_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "_compiled", set())
    view = sobremesa.start("royal-ludo", seed=3).view(0)

    think(view, sow(0, 1)[0], simulations=1, is_native=True)

    assert loops(GAME, is_native=True).think.signatures
    assert GAME in thinker._compiled


def until_loaded(given: Aside, loaded: list[Game]) -> None:
    end = time.monotonic() + PATIENCE
    while not loaded:
        assert time.monotonic() < end
        time.sleep(0.05)
        given.look()


def test_another_process_compiles_and_what_it_made_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = "warm_up(find(sys.argv[1]))"
    assert compiled in aside.COMPILE
    # What it takes to compile a game is tested elsewhere; here it only says whether it could.
    monkeypatch.setattr(aside, "COMPILE", aside.COMPILE.replace(compiled, "find(sys.argv[1]); open(sys.argv[3], 'w')"))
    begin = subprocess.Popen
    monkeypatch.setattr(
        subprocess, "Popen", lambda command, **wishes: begin([*command, str(tmp_path / "done")], **wishes)
    )
    loaded: list[Game] = []

    given = Aside(GAME, loaded.append)
    until_loaded(given, loaded)

    assert loaded == [GAME]
    assert (tmp_path / "done").exists()


def refused(*_: Any, **__: Any) -> Any:
    raise PermissionError("no processes here")


def test_where_no_process_can_be_had_it_is_compiled_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", refused)
    loaded: list[Game] = []

    until_loaded(Aside(GAME, loaded.append), loaded)

    assert loaded == [GAME]


def test_what_cannot_be_loaded_is_told_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "Popen", refused)
    loaded: list[Game] = []
    faults = [FileFault(path="x", reason="full")]

    def load(game: Game) -> None:
        if faults:
            raise faults.pop()
        loaded.append(game)

    given = Aside(GAME, load)
    with pytest.raises(FileFault, match="full"):
        until_loaded(given, loaded)
    until_loaded(given, loaded)

    assert loaded == [GAME]
