"""Whoever has said how long they think does not wait for a compiler, which works aside."""

import time
from collections.abc import Iterator

import pytest

import sobremesa
from sobremesa import Game, find
from sobremesa.core.errors import FileFault
from sobremesa.kit.luck import sow
from sobremesa.search import thinker
from sobremesa.search.aside import Aside
from sobremesa.search.thinker import Tree

GAME = find("royal-ludo")
PATIENCE = 240.0


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing seems to be compiled yet."""
    monkeypatch.setattr(thinker, "_compiled", set())
    thinker._aside.cache_clear()
    yield
    thinker._aside.cache_clear()


class Slow:
    """A compiler that needs some looks."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def look(self) -> None:
        self.looks -= 1
        if not self.looks:
            thinker._compiled.add(GAME)


def grown(monkeypatch: pytest.MonkeyPatch, looks: int) -> list[bool]:
    """These are the rounds of a hint while a game is compiled: whether each was native."""
    rounds: list[bool] = []
    grow = Tree.grow

    def noted(one: Tree, simulations: int) -> None:
        rounds.append(one.is_native)
        grow(one, simulations)

    slow = Slow(looks)
    monkeypatch.setattr(thinker, "Aside", lambda game, load: slow)
    monkeypatch.setattr(Tree, "grow", noted)
    match = sobremesa.start("royal-ludo", seed=3)
    while len(match.moves()) < 2:
        match.push(match.draw() if match.outcomes() else match.moves()[0])

    assert len(sobremesa.hints(match, seconds=0.3)) == len(match.moves())
    return rounds


@pytest.mark.usefixtures("uncompiled")
def test_as_long_as_nothing_is_compiled_one_thinks_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(grown(monkeypatch, looks=1_000_000)) == {False}


@pytest.mark.usefixtures("uncompiled")
def test_a_thought_that_began_plainly_goes_on_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    thinker.loops(GAME, is_native=True)

    rounds = grown(monkeypatch, looks=4)

    assert rounds[:3] == [False, False, True]


@pytest.mark.usefixtures("uncompiled")
def test_by_simulations_one_waits_for_the_compiler() -> None:
    view = sobremesa.start("royal-ludo", seed=3).view(0)

    thinker.think(view, sow(0, 1)[0], simulations=1, is_native=True)

    assert GAME in thinker._compiled


def until_loaded(aside: Aside, loaded: list[Game]) -> None:
    end = time.monotonic() + PATIENCE
    while not loaded:
        assert time.monotonic() < end
        time.sleep(0.05)
        aside.look()


def test_what_another_process_has_compiled_is_loaded() -> None:
    loaded: list[Game] = []

    until_loaded(Aside(GAME, loaded.append), loaded)

    assert loaded == [GAME]


def test_what_cannot_be_loaded_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Game] = []

    def load(game: Game) -> None:
        tried.append(game)
        raise FileFault(path="x", reason="full")

    monkeypatch.setattr("sobremesa.search.aside.COMPILE", "raise SystemExit(1)")
    aside = Aside(GAME, load)
    with pytest.raises(FileFault, match="full"):
        until_loaded(aside, [])

    assert tried == [GAME]
