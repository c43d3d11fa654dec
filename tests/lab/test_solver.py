"""Exact play: values that can be found by hand, that are fixed points, and that matches bear out."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sobremesa import (
    CHANCE,
    OVER,
    EndlessMatch,
    FileFault,
    IllegalMove,
    InvalidSeats,
    NotNow,
    NotSolved,
    Unsolvable,
    bots,
    find,
)
from sobremesa.core.errors import EndlessPlay, HasSecrets, TookTooLong, TooManyTables, TooMuchMemory
from sobremesa.core.game import Game
from sobremesa.core.table import copy
from sobremesa.core.view import Move, View
from sobremesa.kit.luck import Luck
from sobremesa.lab import solution as solutions
from sobremesa.lab.atlas import Atlas
from sobremesa.lab.regret import regret_of
from sobremesa.lab.solution import Solution, load
from sobremesa.lab.solver import TOLERANCE, explore, solve
from sobremesa.search import thinker
from tests.lab import coin

COIN = coin.GAME
LUDO = find("royal-ludo")
FEW = {"pawns": 1, "board": "short"}
SAMPLE = 400

# How often seat 0 wins, by the turn and the steps left to both. One step to go: take it. Two against one: only the toss
# can win. Two against two: toss, and if it fails the other has the same choice, v = 1/2 + (1 - v) / 2.
BY_HAND = {(0, (2, 2)): 2 / 3, (1, (2, 2)): 1 / 3, (1, (1, 2)): 1 / 2, (0, (1, 2)): 1.0}


@cache
def coin_solution(*, native: bool = False) -> Solution:
    return solve(COIN, native=native)


@cache
def ludo_solution() -> Solution:
    return solve(LUDO, options=FEW)


def coin_table(turn: int, left: tuple[int, int], **options: Any) -> Any:
    t = COIN.table(2, options)
    t.turn = turn
    t.left[:] = left
    return t


@pytest.mark.parametrize("native", [False, True])
def test_values_are_those_found_by_hand(native: bool) -> None:
    solution = coin_solution(native=native)

    for (turn, left), chance in BY_HAND.items():
        assert solution.value(coin_table(turn, left)) == pytest.approx(chance, abs=TOLERANCE)
    assert solution.error <= TOLERANCE
    assert solution.residual <= TOLERANCE


def test_plain_and_native_solutions_agree() -> None:
    plain, native = (coin_solution(native=native) for native in (False, True))

    assert (plain.keys == native.keys).all()
    assert (plain.values == native.values).all()


def test_moves_are_judged_from_the_side_of_the_actor() -> None:
    solution = coin_solution()
    start, behind = COIN.table(), coin_table(1, (1, 2))

    assert solution.values_of_moves(start) == pytest.approx({coin.STEP: 1 / 2, coin.TOSS: 2 / 3})
    assert (solution.best(start), solution.best(behind)) == (coin.TOSS, coin.TOSS)
    assert solution.regret(start, coin.STEP) == pytest.approx(1 / 6)
    assert solution.regret(behind, coin.STEP) == pytest.approx(1 / 2)
    assert solution.regret(start, coin.TOSS) == solution.regret(behind, coin.TOSS) == 0


def test_what_only_counts_tells_no_tables_apart() -> None:
    later = coin_table(0, (2, 2))
    later.turns = 7

    assert coin_solution().value(later) == coin_solution().value(COIN.table())


def test_a_shared_victory_counts_half() -> None:
    assert solve(COIN, options={"shared": True}, native=False).value(coin_table(0, (2, 2), shared=True)) == 1 / 2


def test_games_without_chance_are_solved_too() -> None:
    for goal in (1, 4):
        assert (
            solve(COIN, options={"calm": 1, "goal": goal}, native=False).value(COIN.table(2, {"calm": 1, "goal": goal}))
            == 1
        )
    # Whoever can rest for ever need not lose, but resting wins nothing either: the best step on.
    assert solve(COIN, options={"calm": 2}, native=False).value(coin_table(0, (2, 2), calm=2)) == 1


def test_a_table_that_cannot_come_about_is_refused() -> None:
    for strange in (coin_table(0, (2, 9)), coin_table(0, (2, 2), goal=3), find("girumgo").table(2)):
        with pytest.raises(NotSolved, match="does not come about in the matches of coin that were solved"):
            coin_solution().value(strange)
    with pytest.raises(NotNow, match="over chooses"):
        coin_solution().values_of_moves(coin_table(0, (0, 2)))


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(TooManyTables, match="more than 5 tables can come about"):
        solve(COIN, native=False, most=5)
    with pytest.raises(HasSecrets, match="coin cannot be solved exactly: it has secrets"):
        solve(COIN, native=False, options={"rich": True})
    with pytest.raises(EndlessPlay, match="the best play need not end"):
        solve(COIN, native=False, options={"cursed": True})
    with pytest.raises(InvalidSeats, match="royal-ludo is for 2 players, not 3"):
        solve(LUDO, seats=3)
    assert all(issubclass(kind, Unsolvable) for kind in (TooManyTables, HasSecrets, EndlessPlay))


def test_what_needs_too_much_memory_or_time_is_given_up() -> None:
    with pytest.raises(TooMuchMemory, match="tables do not fit into 1e-09 GB"):
        solve(COIN, native=False, memory=1e-9)
    with pytest.raises(TookTooLong, match="after 0 s no end is in sight"):
        explore(Atlas(find("girumgo"), {}), seconds=0)


def test_a_game_that_is_too_large_is_given_up_before_the_machine_is_full() -> None:
    with pytest.raises(TooMuchMemory, match=r"girumgo cannot be solved .* tables do not fit"):
        explore(Atlas(find("girumgo"), {}), memory=0.05)


def test_progress_is_told() -> None:
    told: list[tuple[str, int, float]] = []

    solution = solve(COIN, native=False, progress=lambda *figures: told.append(figures))

    assert told[0] == ("tables", len(solution), 1.0)
    assert [count for name, count, _ in told if name == "sweeps"] == list(range(1, solution.sweeps + 1))
    assert told[-1][2] == solution.error


# Royal Ludo with one pawn each on the short board


def sampled(solution: Solution) -> Iterator[Any]:
    numbers = np.random.default_rng(1).choice(len(solution), SAMPLE, replace=False)
    return (solution.table(int(number)) for number in numbers)


def backup(solution: Solution, t: Any) -> float:
    rules, game = solution.game.rules, solution.game
    out, weight = np.zeros((2, game.width), dtype=np.int64)
    places = np.zeros(2, dtype=np.int64)
    who = rules.actor(t)
    if who == OVER:
        rules.rank(t, places)
        return float(places[0] == 1) / int((places == 1).sum())
    count = rules.chance(t, out, weight) if who == CHANCE else rules.legal(t, out)
    values = []
    for choice in out[:count]:
        after = copy(t)
        rules.apply(after, int(choice))
        values.append(solution.value(after))
    if who == CHANCE:
        return float(np.average(values, weights=weight[:count]))
    return max(values) if who == 0 else min(values)


def test_every_value_is_what_the_rules_say_follows() -> None:
    solution = ludo_solution()

    assert all(abs(solution.value(t) - backup(solution, t)) <= TOLERANCE for t in sampled(solution))


def test_matches_between_best_players_bear_the_values_out() -> None:
    solution = ludo_solution()
    matches = 20_000
    for t in (None, begun(0), begun(1)):
        worth = solution.play(matches, seed=5, t=t)

        value = solution.value(LUDO.table(2, FEW) if t is None else t)
        assert abs(worth.mean() - value) < 4 * (value * (1 - value) / matches) ** 0.5


def begun(seat: int) -> Any:
    """This is a table at which a seat has won the opening."""
    t = LUDO.table(2, FEW)
    for throw in ((35, 0), (0, 35))[seat]:
        LUDO.rules.apply(t, throw)
    return t


def test_who_begins_has_the_better_chance() -> None:
    solution = ludo_solution()

    assert solution.value(begun(0)) > 0.5
    assert solution.value(begun(0)) == pytest.approx(1 - solution.value(begun(1)), abs=TOLERANCE)


def mirrored(t: Any) -> Any:
    """This is a table with the seats exchanged; pawns 0 to 3 become 4 to 7 and the other way round."""
    other = copy(t)
    other.turn = 1 - t.turn
    other.opening[:2] = t.opening[1::-1]
    for pawn in range(8):
        other.at[pawn] = t.at[(pawn + 4) % 8]
        met = int(t.pair[(pawn + 4) % 8])
        other.pair[pawn] = np.sign(met) * ((abs(met) - 1 + 4) % 8 + 1)
    return other


def test_mirrored_tables_have_mirrored_values() -> None:
    solution = ludo_solution()

    # In the opening seat 0 throws first, so a mirrored opening may never come about.
    played = [t for t in sampled(solution) if LUDO.notation.phase_of(t) != "opening"]
    assert len(played) > SAMPLE / 2
    assert all(abs(solution.value(t) + solution.value(mirrored(t)) - 1) <= 2 * TOLERANCE for t in played)


# Regret


class BestPlayer:
    def __init__(self, solution: Solution) -> None:
        self.solution = solution

    def choose(self, view: View, luck: Luck) -> Move:
        best = self.solution.best(view.table)
        return next(move for move in view.moves() if move.number == best)


def test_the_best_player_regrets_nothing_and_a_random_one_does() -> None:
    solution = ludo_solution()

    best = regret_of(BestPlayer(solution), solution, 50, seed=1)
    wild = regret_of(bots.find("random"), solution, 200, seed=1)

    assert (best.mean, best.errors, best.interval) == (0, 0, (0, 0))
    low, high = wild.interval
    assert 0 < low < wild.mean < high < 1
    assert wild.errors > 0
    assert wild.forced > wild.decisions.sum() > 0


def test_regret_is_what_hand_and_coin_say() -> None:
    class Walker:
        def choose(self, view: View, luck: Luck) -> Move:
            return view.moves()[0]

    told: list[int] = []
    regret = regret_of(Walker(), coin_solution(), 3, seed=2, progress=told.append)

    # Seat 0 steps and loses 1/6; seat 1, two steps away from one, steps and loses 1/2; seat 0 arrives.
    assert regret.summary() == {
        "matches": 3,
        "decisions": 9,
        "forced": 0,
        "errors": 6,
        "regret": pytest.approx((1 / 6 + 1 / 2) / 3),
        "regret_interval": pytest.approx([2 / 9, 2 / 9]),
        "regret_per_match": pytest.approx(2 / 3),
    }
    assert told == [1, 1, 1]
    assert regret_of(Walker(), coin_solution(), 1, seed=2).interval == (0, 1)


def test_who_searches_by_the_clock_is_compiled_before_it_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[Game] = []
    monkeypatch.setattr(thinker, "warm_up", compiled.append)
    monkeypatch.setattr(thinker, "compile_aside", lambda game, load: None)

    regret_of(bots.find("greedy"), ludo_solution(), 1, seed=1)
    assert compiled == []
    regret_of(bots.find("search:seconds=0.001"), ludo_solution(), 1, seed=1)
    assert compiled == [ludo_solution().game]


def test_an_illegal_move_is_refused() -> None:
    class Cheat:
        def choose(self, view: View, luck: Luck) -> Move:
            return Move(9, "fly")

    with pytest.raises(IllegalMove, match="'fly' is not possible now; possible: do 0, do 1"):
        regret_of(Cheat(), coin_solution(), 1, seed=1)


def test_a_match_without_end_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = coin_solution()
    monkeypatch.setattr(solution, "game", replace(COIN, longest=0))

    with pytest.raises(EndlessMatch):
        solution.play(3, seed=1)
    with pytest.raises(EndlessMatch):
        regret_of(BestPlayer(solution), solution, 3, seed=1)


# Files


def test_a_solution_is_kept_in_a_file(tmp_path: Path) -> None:
    solution = ludo_solution()

    solution.save(tmp_path / "ludo.npz")
    again = load(tmp_path / "ludo.npz")

    assert again.summary() == solution.summary()
    assert (again.keys == solution.keys).all()
    assert all(again.value(t) == solution.value(t) for t in sampled(solution))


def test_a_solution_of_other_rules_or_a_damaged_one_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "coin.npz"
    coin_solution().save(path)
    monkeypatch.setattr(solutions, "find", lambda name: coin.GAME)
    assert load(path).value(COIN.table()) == coin_solution().value(COIN.table())

    newer = coin.game()
    object.__setattr__(newer, "version", 4)
    monkeypatch.setattr(solutions, "find", lambda name: newer)
    with pytest.raises(FileFault, match=r"coin.npz: made under rules 3 of coin; these are rules 4"):
        load(path)

    whole = path.read_bytes()
    for damaged in (b"", b"nothing", whole[:-100], whole[:200] + b"?" * 20 + whole[220:]):
        path.write_bytes(damaged)
        with pytest.raises(FileFault, match=r"coin.npz: not a solution, or a damaged one"):
            load(path)
    with pytest.raises(FileFault, match=r"nowhere\.npz: No such file"):
        load(tmp_path / "nowhere.npz")
