"""What the rules of every game promise, plain and native."""

import os
import random
from typing import Any

import numpy as np
import pytest

from sobremesa import CHANCE, OVER, SPECTATOR, Engine, find, names
from sobremesa.core.rules import VERBS, breaches
from sobremesa.core.table import copy, dtype_of, fields_of
from sobremesa.kit.luck import sow
from tests.contracts.plain import follow
from tests.contracts.walks import CASES, IDS, LOOKS, listed, looks, random_table, tables

CAMPAIGN = "SOBREMESA_AGREE_MATCHES" in os.environ
MATCHES = int(os.environ.get("SOBREMESA_AGREE_MATCHES", "200"))
STEPS = int(os.environ.get("SOBREMESA_AGREE_STEPS", "300"))
# A campaign is cut into parts, so that cores share them and progress can be seen.
CHUNKS = 20 if CAMPAIGN else 1
BOTH = pytest.mark.parametrize("native", [False, True], ids=["plain", "native"])
EVERY_CASE = pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)
EVERY_GAME = pytest.mark.parametrize("name", names())


def verbs_of(name: str, *, native: bool) -> Any:
    return Engine(find(name), native=native).drivers


@EVERY_GAME
def test_the_rules_keep_the_contract(name: str) -> None:
    game = find(name)

    assert breaches(game.rules) == []
    assert game.usual_seats in game.seats
    assert list(game.seats) == sorted(set(game.seats))


@EVERY_GAME
def test_every_field_is_documented_and_every_option_has_one(name: str) -> None:
    game = find(name)
    fields = {field.name: field for field in fields_of(game.rules.Table)}

    assert {"seats"} | {option.name for option in game.options} <= set(fields)
    assert all(field.doc for field in fields.values())
    assert game.rules.Table.__doc__


@EVERY_CASE
def test_a_game_is_open_if_nothing_is_ever_hidden(name: str, seats: int) -> None:
    game, verbs, is_hidden = find(name), verbs_of(name, native=True), False
    for t in tables(game, seats, seed=70 + seats):
        choices = listed(game, verbs, t).choices
        for seat in (SPECTATOR, *range(seats)):
            view = copy(t)
            verbs.hide(view, seat)
            is_hidden |= view.tobytes() != t.tobytes()
            is_hidden |= not all(verbs.tells(t, choice, seat) for choice in choices)

    assert game.is_open == (not is_hidden)


@EVERY_CASE
@BOTH
def test_a_match_starts(name: str, seats: int, native: bool) -> None:
    game = find(name)
    t = game.table(seats)

    now = listed(game, verbs_of(name, native=native), t)

    assert t.seats == seats
    assert now.actor == CHANCE or 0 <= now.actor < seats
    assert now.choices


@EVERY_CASE
def test_matches_end_within_the_stated_bound(name: str, seats: int) -> None:
    game = find(name)
    dice = random.Random(seats)
    engine = Engine(game, native=True)

    for seed in range(20):
        played = engine.play_outs(random_table(game, seats, dice), 20, seed=seed)

        assert played.steps.max() <= game.longest


@EVERY_CASE
@BOTH
def test_choices_are_listed_ascending_in_range_and_with_the_declared_weights(
    name: str, seats: int, native: bool
) -> None:
    game, verbs = find(name), verbs_of(name, native=native)

    for t in tables(game, seats, seed=seats):
        now = listed(game, verbs, t)
        bound = game.outcomes if now.actor == CHANCE else game.moves
        assert now.actor == OVER or now.choices
        assert now.choices == sorted(set(now.choices))
        assert all(0 <= choice < bound for choice in now.choices)
        assert all(weight > 0 for weight in now.weights)
        assert now.actor != CHANCE or sum(now.weights) in game.weights
        assert now.actor < seats


@EVERY_CASE
def test_the_default_move_is_legal(name: str, seats: int) -> None:
    game = find(name)

    for t in tables(game, seats, seed=seats + 10):
        now = listed(game, game.rules, t)
        assert now.actor < 0 or game.rules.default(t) in now.choices


@EVERY_CASE
def test_points_places_and_turns_are_consistent(name: str, seats: int) -> None:
    game = find(name)
    turns = 0

    for t in tables(game, seats, seed=seats + 20):
        points, places = np.full((2, seats), -7, dtype=np.int64)
        game.rules.score(t, points)
        assert (points != -7).all()
        assert turns <= game.rules.turns(t)
        turns = game.rules.turns(t)
        if game.rules.actor(t) == OVER:
            game.rules.rank(t, places)
            assert places.min() == 1
            assert all(place == 1 + (places < place).sum() for place in places)


@EVERY_CASE
def test_old_copies_never_change(name: str, seats: int) -> None:
    game = find(name)
    dice = random.Random(seats)
    t = random_table(game, seats, dice)
    kept = []
    for _ in range(LOOKS):
        now = listed(game, game.rules, t)
        if now.actor == OVER:
            break
        kept.append((copy(t), t.tobytes()))
        game.rules.apply(t, dice.choices(now.choices, now.weights or None)[0])

    assert all(old.tobytes() == before for old, before in kept)
    assert all(len(before) == dtype_of(game.rules.Table).itemsize for _, before in kept)


@EVERY_CASE
@BOTH
def test_hiding_is_idempotent_and_guesses_look_the_same(name: str, seats: int, native: bool) -> None:
    game, verbs = find(name), verbs_of(name, native=native)

    for number, t in enumerate(tables(game, seats, seed=seats + 40)):
        for seat in range(SPECTATOR, seats):
            view = copy(t)
            verbs.hide(view, seat)
            again = copy(view)
            verbs.hide(again, seat)
            guessed = copy(view)
            verbs.guess(guessed, seat, sow(number, 1)[0])
            verbs.hide(guessed, seat)
            assert again.tobytes() == view.tobytes() == guessed.tobytes()


@EVERY_CASE
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.no_cover  # tracing lines would take most of the time
def test_plain_and_native_agree(name: str, seats: int, chunk: int) -> None:
    game = find(name)
    seeds = range(chunk, -(-MATCHES // len(game.seats)), CHUNKS)
    native = Engine(game, native=True)
    steps = 0

    for seed in seeds:
        dice = random.Random(f"{seats} {seed}")
        traced, seen = native.trace(random_table(game, seats, dice), seed=seed)
        # A long match is compared in part, from a moment anywhere in it.
        if len(traced) > STEPS:
            traced, seen = native.trace(dice.choice(traced), seed=seed, most=STEPS)
        follow(game, traced, seen, seed)
        steps += len(seen) - 1
    if CAMPAIGN:
        print(f"{name}: {len(seeds)} matches of {seats}, {steps} steps agree")


@EVERY_CASE
def test_plain_and_native_runs_are_traced_alike(name: str, seats: int) -> None:
    game = find(name)
    t = random_table(game, seats, random.Random(seats))

    plain, native = (Engine(game, native=is_native).trace(t, seed=seats, most=100) for is_native in (False, True))

    assert plain[0].tobytes() == native[0].tobytes()
    assert plain[1].tolist() == native[1].tolist()


@EVERY_CASE
def test_native_runs_stay_within_bounds(name: str, seats: int) -> None:
    game = find(name)
    engine = Engine(game, native=True, checked=True)
    dice = random.Random(seats)

    for seed in range(30):
        traced, seen = engine.trace(random_table(game, seats, dice), seed=seed)
        assert seen[-1][0] == OVER
        points = np.zeros(seats, dtype=np.int64)
        engine.drivers.rank(traced[-1], points)
        for look in looks(len(traced), dice)[::5]:
            t = traced[look]
            engine.drivers.score(t, points)
            if engine.drivers.actor(t) >= 0:
                engine.drivers.default(t)
            for seat in range(SPECTATOR, seats):
                engine.drivers.hide(t, seat)
                engine.drivers.guess(t, seat, sow(seed, 1)[0])


@EVERY_CASE
def test_plain_runs_never_overflow(name: str, seats: int) -> None:
    game = find(name)
    engine = Engine(game, native=False)

    with np.errstate(all="raise"):
        for number, t in enumerate(tables(game, seats, seed=seats + 50)):
            if number % 10 == 0:
                engine.trace(t, seed=number, most=30)


@EVERY_GAME
def test_all_verbs_compile(name: str) -> None:
    game, verbs = find(name), verbs_of(name, native=True)
    t = game.table()
    out, weight = np.zeros((2, game.width), dtype=np.int64)
    arguments = {
        "deal": (game.usual_seats,),
        "legal": (out,),
        "chance": (out, weight),
        "apply": None,
        "score": (out,),
        "rank": (out,),
        "hide": (0,),
        "guess": (0, sow(0, 1)[0]),
        "tells": (0, 0),
        "default": None,
    }

    for verb in VERBS:
        given = arguments.get(verb, ())
        if given is not None:
            getattr(verbs, verb)(copy(t), *given)
