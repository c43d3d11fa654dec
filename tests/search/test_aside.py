"""Whoever has said how long they think does not wait for a compiler, which works aside."""

import fcntl
import os
import subprocess
import threading
from collections.abc import Callable
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import sobremesa
from sobremesa import Game, find
from sobremesa.core.errors import FileFault
from sobremesa.kit.luck import sow
from sobremesa.search import aside, thinker
from sobremesa.search.aside import compile_aside, one_at_a_time
from sobremesa.search.thinker import Tree, loops, think
from tests.search.test_thinker import luck, settled

GAME = find("royal-ludo")
PATIENCE = 240.0


def rounds_beside_a_compiler(monkeypatch: pytest.MonkeyPatch, needs: float) -> list[bool]:
    """This tells of each round of a search, ten a second, whether it is native beside a compiler that needs so many."""
    rounds: list[bool] = []
    clock = [5.0]
    begun: list[Game] = []

    class Noted(Tree):
        def grow(self, simulations: int) -> None:
            rounds.append(self.is_native)
            if len(rounds) == needs:
                thinker._compiled.add(GAME)
            assert self.loops is loops(GAME, is_native=self.is_native)
            clock[0] += 0.1
            super().grow(simulations)

    monkeypatch.setattr(thinker, "_compiled", set())
    monkeypatch.setattr(thinker, "compile_aside", lambda game, _: begun.append(game))
    thinker._begin.cache_clear()
    monkeypatch.setattr(thinker, "Tree", Noted)
    monkeypatch.setattr(thinker, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    match = settled("royal-ludo")

    assert think(match.view(match.actor), luck(), seconds=1).prospects
    assert begun == [GAME]
    return rounds


def test_as_long_as_nothing_is_compiled_one_thinks_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = rounds_beside_a_compiler(monkeypatch, inf)

    assert set(rounds) == {False}
    assert len(rounds) >= 8


def test_a_thought_that_began_plainly_goes_on_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = rounds_beside_a_compiler(monkeypatch, 2)

    assert rounds[:4] == [False, False, True, True]


def test_by_simulations_one_waits_for_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "_compiled", set())
    view = sobremesa.start("royal-ludo", seed=3).view(0)

    think(view, sow(0, 1)[0], simulations=1, is_native=True)

    assert loops(GAME, is_native=True).think.signatures
    assert GAME in thinker._compiled


def compiled_aside(load: Callable[[Game], None]) -> None:
    """This compiles aside, and returns when nothing more is done there."""
    others = set(threading.enumerate())
    compile_aside(GAME, load)
    while more := set(threading.enumerate()) - others:
        more.pop().join(PATIENCE)


def test_another_process_compiles_and_what_it_made_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = "warm_up(find(sys.argv[1]))"
    assert compiled in aside.COMPILE
    # How games are compiled is tested elsewhere; here only that the other process comes so far, alone.
    done = f"print(find(sys.argv[1]).name, file=open({str(tmp_path / 'done')!r}, 'w'))"
    monkeypatch.setattr(aside, "COMPILE", aside.COMPILE.replace(compiled, done))
    cache = tmp_path / "new" / "cache"
    monkeypatch.setenv("SOBREMESA_CACHE", str(cache))
    loaded: list[Game] = []

    compiled_aside(loaded.append)

    assert loaded == [GAME]
    assert (tmp_path / "done").read_text() == "royal-ludo\n"
    assert (cache / "compiling").exists()


def refused(*_: Any, **__: Any) -> Any:
    raise PermissionError("no processes here")


def test_where_no_process_can_be_had_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", refused)
    loaded: list[Game] = []

    compiled_aside(loaded.append)

    assert loaded == []


def test_where_the_other_process_fails_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "COMPILE", "raise SystemExit(1)")
    loaded: list[Game] = []

    compiled_aside(loaded.append)

    assert loaded == []


def test_what_cannot_be_loaded_after_all_keeps_nobody_from_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aside, "COMPILE", "")
    tried: list[Game] = []

    def load(game: Game) -> None:
        tried.append(game)
        raise FileFault(path="x", reason="full")

    compiled_aside(load)

    assert tried == [GAME]


def test_those_who_compile_for_one_cache_take_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path))
    monkeypatch.setattr(os, "nice", lambda _: None)

    with one_at_a_time(), (tmp_path / "compiling").open() as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
