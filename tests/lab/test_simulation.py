"""Simulations: compiled matches are those that the bots would play, and everybody is told who began."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sobremesa import CHANCE, OVER, EndlessMatch, Game, InvalidNumber, View, bots, find, names
from sobremesa.core.engine import Engine, zeros
from sobremesa.kit.luck import Luck, pick, sow
from sobremesa.lab.order import by_order, seat_in_turn, tells_turn
from sobremesa.lab.playing import play
from sobremesa.lab.simulation import Simulation, seated_names, simulate, slips_of

from . import coin

GAME = find("sequence-dice")
MIXED = ["easy", "normal", "random", "greedy:slips=0.2", "normal", "easy"]


def rows(done: Simulation) -> list[Any]:
    played = done.played
    return [each.tolist() for each in (played.steps, played.turns, played.places, done.beginners)]


def follow(game: Game, named: list[str], luck: Luck) -> tuple[int, int, list[int], int | None]:
    """Play a match move by move between bots that draw from one luck."""
    t, verbs = game.table(len(named)), Engine(game).drivers
    out, weight = zeros(game.width), zeros(game.width)
    seated = [bots.find(name) for name in named]
    beginner = None
    for made in range(game.longest + 1):
        if verbs.turns(t) == 0:
            beginner = seat_in_turn(t)
        who = int(verbs.actor(t))
        if who == OVER:
            places = zeros(len(named))
            verbs.rank(t, places)
            return made, int(verbs.turns(t)), places.tolist(), beginner
        if who == CHANCE:
            verbs.apply(t, int(out[pick(luck, weight, verbs.chance(t, out, weight))]))
        else:
            verbs.apply(t, seated[who].choose(View(game, t, who, verbs), luck).number)
    raise AssertionError


@pytest.mark.parametrize("name", names())
def test_compiled_matches_are_those_that_the_bots_would_play(name: str) -> None:
    game = find(name)
    for seats in (game.seats[0], game.seats[-1]):
        # Of random players alone, matches of Girumgo and Stalag 17 would be long.
        named = ["normal", *MIXED[:2], *["normal"] * seats][:seats]
        done = simulate(game, games=3, seed=5, seats=seats, players=named)
        followed = [follow(game, named, luck) for luck in sow(5, 3)]

        assert rows(done) == [list(column) for column in zip(*followed, strict=True)]


@pytest.mark.parametrize("name", names())
def test_compiled_and_plain_matches_are_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(name)
    quick = {"poleana": {"pieces": 1}, "royal-ludo": {"pawns": 1}, "stalag17": {"prisoners": 1}}.get(name)
    players = ["normal", "easy" if name != "stalag17" else "normal"]
    native = simulate(game, games=2, seed=7, seats=2, options=quick, players=players)
    monkeypatch.setenv("SOBREMESA_NATIVE", "0")
    plain = simulate(game, games=2, seed=7, seats=2, options=quick, players=players)

    assert rows(native) == rows(plain)


def test_random_matches_are_those_of_the_engine() -> None:
    done = simulate(GAME, games=200, seed=3, players=["random", "random"])
    played = Engine(GAME).play_outs(GAME.table(), 200, seed=3)

    assert done.played.steps.tolist() == played.steps.tolist()
    assert done.played.places.tolist() == played.places.tolist()


def test_a_simulation_does_not_depend_on_threads() -> None:
    told: list[int] = []
    one = simulate(GAME, games=200, seed=3, seats=4, players=MIXED[:4])
    two = simulate(GAME, games=200, seed=3, seats=4, players=MIXED[:4], threads=3, progress=told.append)

    assert rows(one) == rows(two)
    assert sum(told) == 200
    assert len(told) > 50


def test_who_is_not_named_is_normal() -> None:
    assert seated_names(["random"], 3) == ["random", "normal", "normal"]
    assert rows(simulate(GAME, games=20, seed=1)) == rows(simulate(GAME, games=20, seed=1, players=["normal"] * 2))


def test_only_bots_that_do_not_look_ahead_are_compiled() -> None:
    assert slips_of([bots.find("normal"), bots.find("search")]) is None
    slips = slips_of([bots.find(name) for name in MIXED[:4]])
    assert slips is not None
    assert slips.tolist() == [0.5, 0.0, 2.0, 0.2]


@pytest.mark.parametrize("name", names())
def test_the_seat_that_begins_is_the_one_in_turn_after_the_opening(name: str) -> None:
    game = find(name)
    opening = {"opening", "setup", "first"}
    for seats in game.seats:
        start = game.table(seats)
        for seed in range(5):
            tables, _ = Engine(game).trace(start, seed=seed, most=200)
            expected = next(int(t.turn) for t in tables if game.notation.phase_of(t) not in opening)
            played = simulate(game, games=1, seed=seed, seats=seats, players=["random"] * seats)

            # Both play at random with the same luck.
            assert played.beginners.tolist() == [expected]


def test_turns_go_round_by_the_numbers_of_seats() -> None:
    for name in names():
        game = find(name)
        for seats in game.seats:
            tables, _ = Engine(game).trace(game.table(seats), seed=1, most=300)
            turns = [game.rules.turns(t) for t in tables]
            for before, after, one, two in zip(tables, tables[1:], turns, turns[1:], strict=False):
                # A new round of Stalag 17 has another first player.
                if two == one + 1 and game.rules.actor(after) != OVER and name != "stalag17":
                    assert int(after.turn) == (int(before.turn) + 1) % seats


def test_both_ways_of_playing_tell_who_began() -> None:
    seen = set()
    for seed in range(20):
        seated = [bots.find("playouts"), bots.find("random")]
        played = play(Engine(coin.GAME), coin.GAME.table(), seated, seed)
        assert played.beginner == 0
        seen.add(play(Engine(GAME), GAME.table(), [bots.find("normal")] * 2, seed).beginner)

    assert seen == {0, 1}
    done = simulate(coin.GAME, games=4, seed=1, players=["playouts"])
    assert done.beginners.tolist() == [0] * 4
    assert done.wins_by_order == done.wins


def test_wins_are_told_by_order_beside_by_seat() -> None:
    done = simulate(GAME, games=100, seed=2, seats=3)
    found = done.summary()

    won = (done.played.places == 1) & ~(done.played.places == 1).all(axis=1)[:, None]
    expected = [0, 0, 0]
    for row, beginner in zip(won, done.beginners.tolist(), strict=True):
        for seat in range(3):
            expected[(seat - beginner) % 3] += int(row[seat])
    assert found["wins_by_order"] == expected
    assert sum(expected) == sum(found["wins"])
    assert len(found["win_intervals_by_order"]) == 3


def test_a_game_that_does_not_say_whose_turn_it_is_has_no_order() -> None:
    nameless = SimpleNamespace(dtype=np.dtype([("seats", np.int8)]))
    several = np.dtype([("turn", np.int8, (2,))])

    assert seat_in_turn(nameless) is None
    assert not tells_turn(several)
    assert by_order(np.ones((1, 2), dtype=np.bool_), np.array([-1])) is None
    assert by_order(np.ones((1, 2), dtype=np.bool_), np.array([2])) is None


def test_a_simulation_without_order_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sobremesa.lab.simulation.tells_turn", lambda _: False)

    found = simulate(GAME, games=3, seed=1).summary()

    assert found["wins_by_order"] is None
    assert found["win_intervals_by_order"] is None


def test_tables_at_the_end_are_kept_if_wanted() -> None:
    done = simulate(GAME, games=10, seed=1, keeps_ends=True)

    assert done.ends is not None
    assert [int(GAME.rules.turns(t)) for t in done.ends] == done.played.turns.tolist()
    assert all(GAME.rules.actor(t) == OVER for t in done.ends)
    assert simulate(GAME, games=1, seed=1).ends is None


def test_a_match_without_end_is_noticed() -> None:
    with pytest.raises(EndlessMatch):
        simulate(replace(GAME, longest=20), games=2, seed=1)


def test_numbers_that_make_no_sense_are_refused() -> None:
    with pytest.raises(InvalidNumber):
        simulate(GAME, games=0, seed=1)
    with pytest.raises(InvalidNumber):
        simulate(GAME, games=1, seed=1, threads=0)
