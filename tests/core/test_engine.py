from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sobremesa import (
    CHANCE,
    OVER,
    Batch,
    Count,
    EndlessMatch,
    Engine,
    Game,
    IllegalMove,
    InvalidNumber,
    InvalidSeed,
    find,
)
from sobremesa.core.position import table_of

GAME = find("sequence-dice")


@pytest.mark.parametrize("native", [False, True])
def test_results_do_not_depend_on_the_number_of_threads(native: bool) -> None:
    engine = Engine(GAME, native=native)
    t = GAME.table(3)
    told: list[int] = []

    one = engine.play_outs(t, 70 if native else 9, seed=4, threads=1)
    many = engine.play_outs(t, len(one.steps), seed=4, threads=5, progress=told.append)
    fewer = engine.play_outs(t, 3, seed=4, threads=2)

    for name in ("steps", "turns", "places"):
        assert (getattr(one, name) == getattr(many, name)).all()
        assert (getattr(one, name)[:3] == getattr(fewer, name)).all()
    assert sum(told) == len(one.steps)
    assert (one.steps != engine.play_outs(t, len(one.steps), seed=5).steps).any()


@pytest.mark.parametrize("native", [False, True])
def test_a_match_is_traced_to_its_end(native: bool) -> None:
    tables, seen = Engine(GAME, native=native).trace(GAME.table(), seed=3)

    assert len(tables) == len(seen)
    assert seen[-1].tolist() == [OVER, 0, 0, 0]
    assert seen[0].tolist()[:2] == [CHANCE, 11]
    assert tables[0].tobytes() == GAME.table().tobytes()


@pytest.mark.parametrize("native", [False, True])
def test_ways_are_counted_through_throws_and_moves(native: bool) -> None:
    _, t = table_of({"game": GAME.name, "turn": 0, "roll": 7})

    assert Engine(GAME, native=native).count(t, 2) == Count(44, 144)


def test_play_outs_leave_their_table_as_it_is() -> None:
    t = GAME.table()
    before = t.tobytes()

    Engine(GAME, native=True).play_outs(t, 10, seed=1)

    assert t.tobytes() == before


def shortened(longest: int) -> Game:
    return replace(GAME, longest=longest)


@pytest.mark.parametrize("native", [False, True])
def test_a_match_beyond_the_bound_is_an_error(native: bool) -> None:
    engine = Engine(shortened(10), native=native)

    with pytest.raises(EndlessMatch, match="a match of sequence-dice went on beyond its bound of 10 choices"):
        engine.play_outs(GAME.table(), 3, seed=1)
    tables, seen = engine.trace(GAME.table(), seed=1)
    assert len(tables) == len(seen) == 11


@pytest.mark.parametrize("native", [False, True])
def test_counts_too_large_to_hold_are_refused(native: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine(GAME, native=native)
    t = GAME.table()
    tables = np.repeat(np.array([t], dtype=t.dtype), 4)
    out, weight = np.zeros((2, 3, GAME.width), dtype=np.int64)

    assert engine.count(t, 0).ways == 1
    assert not engine.drivers.count(tables, 0, out, weight, np.zeros(2, dtype=np.int64), 1 << 60)
    assert not engine.drivers.count(tables, 3, out, weight, np.array([0, 1 << 62]), 1)
    assert not engine.drivers.count(tables, 0, out[:1], weight[:1], np.zeros(2, dtype=np.int64), 1 << 62)
    monkeypatch.setattr(engine, "drivers", SimpleNamespace(count=lambda *given: False))
    with pytest.raises(OverflowError, match="too many ways to count to depth 2"):
        engine.count(t, 2)


@pytest.mark.parametrize("native", [False, True])
def test_a_batch_is_played_to_the_end_by_arrays(native: bool) -> None:
    batch = Batch(GAME, 20, seed=9, seats=2, options={"line": 5}, native=native)
    rng = np.random.default_rng(1)

    for _ in range(5000):
        actors = batch.actors()
        if (actors == OVER).all():
            break
        moves, counts = batch.moves()
        assert (batch.mask().sum(axis=1) == counts).all()
        assert ((counts > 0) == (actors >= 0)).all()
        batch.step(moves[np.arange(20), (rng.random(20) * counts).astype(int)])

    assert sorted(batch.places().sum(axis=1).tolist()) == [3] * 20
    assert len(batch) == 20


def test_tables_of_a_batch_depend_on_seed_and_row_alone() -> None:
    few, many = (Batch(GAME, count, seed=3, native=False) for count in (2, 5))

    assert few.tables.tobytes() == many.tables[:2].tobytes()
    assert (few.places() == 0).all()


@pytest.mark.parametrize("native", [False, True])
def test_an_illegal_move_in_a_batch_changes_no_table(native: bool) -> None:
    batch = Batch(GAME, 4, seed=9, native=native)
    moves, _ = batch.moves()
    choices = moves[:, 0].copy()
    choices[2] = 35 if choices[2] != 35 else 34
    before = batch.tables.tobytes()

    with pytest.raises(IllegalMove, match=f"row 2: {choices[2]} is not possible now; possible: place"):
        batch.step(choices)
    with pytest.raises(TypeError, match=r"one whole number for each of 4 tables expected, not int64 of shape \(1,\)"):
        batch.step([1])
    with pytest.raises(TypeError, match="not float64"):
        batch.step(moves[:, 0] + 0.5)

    assert batch.tables.tobytes() == before


@pytest.mark.parametrize("native", [False, True])
def test_views_of_a_batch_are_those_of_its_actors(native: bool) -> None:
    batch = Batch(GAME, 3, seed=9, native=native)

    assert batch.views().tobytes() == batch.tables.tobytes()


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, True])
def test_what_is_no_seed_is_refused_everywhere(seed: int) -> None:
    with pytest.raises(InvalidSeed):
        Engine(GAME, native=False).play_outs(GAME.table(), 1, seed=seed)
    with pytest.raises(InvalidSeed):
        Batch(GAME, 1, seed=seed, native=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": -1}, "count must be a whole number of at least 0, not -1"),
        ({"count": 1.5}, "count must be a whole number of at least 0, not 1.5"),
        ({"count": 1, "threads": 0}, "threads must be a whole number of at least 1, not 0"),
        ({"count": 1, "threads": None}, "threads must be a whole number of at least 1, not null"),
    ],
)
def test_play_outs_refuse_numbers_that_cannot_be(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidNumber) as caught:
        Engine(GAME, native=False).play_outs(GAME.table(), seed=1, **arguments)

    assert str(caught.value) == message
    assert "debe ser un número entero no menor que" in caught.value.say("es")


def test_counts_traces_and_batches_refuse_numbers_that_cannot_be() -> None:
    engine = Engine(GAME, native=False)
    with pytest.raises(InvalidNumber, match="depth must be a whole number of at least 0, not -1"):
        engine.count(GAME.table(), -1)
    with pytest.raises(InvalidNumber, match="most must be"):
        engine.trace(GAME.table(), seed=1, most=-1)
    with pytest.raises(InvalidNumber, match="count must be"):
        Batch(GAME, 0, seed=1, native=False)


def test_nothing_to_play_is_no_error() -> None:
    engine = Engine(GAME, native=False)

    assert len(engine.play_outs(GAME.table(), 0, seed=1).steps) == 0
    assert engine.count(GAME.table(), 0) == Count(sequences=1, ways=1)
