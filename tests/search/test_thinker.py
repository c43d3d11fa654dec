"""Thinking: deterministic by simulations, in time by the clock, with chances for every seat, and without peeking."""

from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

import sobremesa
from sobremesa import Match, find, names
from sobremesa.core.engine import zeros
from sobremesa.core.table import copy
from sobremesa.core.view import View
from sobremesa.core.worth import UNKNOWN_WORTH
from sobremesa.kit.luck import Luck, pick, sow
from sobremesa.search import tree
from sobremesa.search.thinker import BEAT, NODE, Tree, blank, loops, think, warm_up

# One more chip for A makes a line, and the throw allows it.
WINNING = {
    "game": "sequence-dice",
    "options": {"line": 5},
    "turn": 0,
    "roll": 6,
    "board": ["AAAA..", "......", "B..B..", "......", "B.....", ".....B"],
}


def luck() -> Luck:
    found: Luck = sow(5, 1)[0]
    return found


def settled(name: str, seats: int | None = None, seed: int = 3) -> Match:
    match = sobremesa.start(name, seats=seats, seed=seed)
    while len(match.moves()) < 2:
        match.push(match.draw() if match.outcomes() else match.moves()[0])
    return match


@pytest.mark.parametrize("name", names())
def test_a_search_depends_on_view_luck_and_simulations_alone(name: str) -> None:
    match = settled(name)
    view = match.view(match.actor)

    first, second = (think(view, luck(), simulations=60) for _ in range(2))

    assert first == second
    assert first.simulations == 60
    assert {prospect.choice for prospect in first.prospects} <= {move.number for move in view.moves()}
    assert sum(prospect.visits for prospect in first.prospects) == 60


@pytest.mark.parametrize("name", names())
def test_plain_and_native_searches_agree(name: str) -> None:
    match = settled(name)
    view = match.view(match.actor)

    plain, native = (think(view, luck(), simulations=12, is_native=is_native) for is_native in (False, True))

    assert plain.prospects[0].choice == native.prospects[0].choice
    assert plain.chances == pytest.approx(native.chances)
    assert plain.steps == native.steps


@pytest.mark.parametrize(("name", "seats"), [("sequence-dice", 4), ("poleana", 3), ("girumgo", 6), ("stalag17", 5)])
def test_chances_of_all_sides_add_up(name: str, seats: int) -> None:
    match = settled(name, seats)
    t = match.view().table

    chances = think(match.view(match.actor), luck(), simulations=40).chances

    assert all(0 <= chance <= 1 for chance in chances)
    sides = {find(name).worth.side(t, seat): chance for seat, chance in enumerate(chances)}
    assert sum(sides.values()) == pytest.approx(1)


def test_a_winning_move_is_found() -> None:
    match = sobremesa.position(WINNING)

    thought = think(match.view(0), luck(), simulations=200)

    best = thought.prospects[0]
    match.push(best.choice)
    assert match.places() == [1, 2]
    assert list(best.chances) == [1, 0]
    assert best.error == 0


def test_threads_grow_a_tree_each() -> None:
    match = settled("sequence-dice")

    thought = think(match.view(match.actor), luck(), simulations=101, threads=2)

    assert thought.simulations == 101
    assert thought == think(match.view(match.actor), luck(), simulations=101, threads=2)


def test_a_search_by_the_clock_thinks_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    match = settled("sequence-dice")
    warm_up(match.game)

    clock = count(5.0, 0.01)
    monkeypatch.setattr("sobremesa.search.thinker.time", SimpleNamespace(monotonic=lambda: next(clock)))

    assert think(match.view(match.actor), luck(), seconds=0.1).simulations > 1


@pytest.mark.parametrize("is_native", [False, True])
@pytest.mark.parametrize("cost", [1e-6, 3e-4, 0.002, 0.03])
def test_a_tree_grows_until_its_time_and_not_beyond(
    cost: float, is_native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that only simulations advance: so many fit in, and no round is begun that does not."""
    match = settled("sequence-dice")
    one = Tree(match.view(match.actor), luck(), is_native=is_native, room=100)
    clock = [5.0]
    monkeypatch.setattr("sobremesa.search.thinker.time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(one, "grow", lambda count: clock.__setitem__(0, clock[0] + count * cost))

    one.grow_until(5.2)

    assert 5.2 - 2 * max(BEAT, cost) - 1e-9 < clock[0] < 5.2 + 1e-9


def test_a_tree_whose_time_is_over_grows_once(monkeypatch: pytest.MonkeyPatch) -> None:
    match = settled("sequence-dice")
    one = Tree(match.view(match.actor), luck(), is_native=False, room=100)
    grown: list[int] = []
    monkeypatch.setattr(one, "grow", grown.append)

    one.grow_until(0.0)

    assert grown == [1]


def test_a_full_tree_learns_on() -> None:
    match = settled("sequence-dice")
    one = Tree(match.view(match.actor), luck(), is_native=False, room=4)

    one.grow(20)

    assert one.used[0] == 4
    assert one.nodes[tree.ROOT].visits == 20


@pytest.mark.parametrize("name", [name for name in names() if find(name).is_open])
def test_an_open_game_is_searched_as_if_it_were_not_and_sooner(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = settled(name)
    # At first many moves are each other's mirror, and of equals each way of searching takes another.
    for number in range(20):
        moves = match.moves()
        match.push(moves[7 * number % len(moves)])
        match.settle()
    trees = [Tree(match.view(match.actor), luck(), is_native=False) for _ in range(2)]
    trees[1].is_open = False
    # Where tables are guessed, outcomes are drawn by plain luck; here both shall meet the same ones.
    monkeypatch.setattr(
        trees[0].loops, "due", lambda _node, luck, count, _nodes, _came, _out, weight: pick(luck, weight, count)
    )

    for one in trees:
        one.grow(150)

    first, second = ({choice: visits for choice, visits in below(one).items() if visits} for one in trees)
    assert first == second
    assert trees[0].totals[tree.ROOT] == pytest.approx(trees[1].totals[tree.ROOT])


def below(one: Tree) -> dict[int, int]:
    found, node = {}, int(one.nodes[tree.ROOT].first)
    while node:
        assert one.nodes[node].choice not in found
        found[int(one.nodes[node].choice)] = int(one.nodes[node].visits)
        node = int(one.nodes[node].after)
    return found


def test_of_many_moves_few_have_a_node_until_those_are_tried() -> None:
    match = settled("girumgo")
    moves = {move.number for move in match.moves()}
    one = Tree(match.view(match.actor), luck(), is_native=True)
    assert len(moves) > tree.FEW

    one.grow(1)
    assert len(below(one)) == tree.FEW

    one.grow(tree.FEW * 20)
    assert set(below(one)) == moves
    assert sum(below(one).values()) == one.nodes[tree.ROOT].visits == one.simulations


def test_moves_are_put_in_order_by_what_they_promise() -> None:
    order = zeros(5)

    tree.sort_down(np.array([0.2, 0.7, 0.2, 0.9, 0.7]), 5, 5, order)
    assert order.tolist() == [3, 1, 4, 0, 2]

    tree.sort_down(np.array([0.2, 0.7, 0.2, 0.9, 0.7]), 5, 2, order)
    assert order[:2].tolist() == [3, 1]


@pytest.mark.parametrize("has_large_pages", [True, False])
def test_memory_of_a_tree_is_zero_and_can_be_written(monkeypatch: pytest.MonkeyPatch, has_large_pages: bool) -> None:
    if not has_large_pages:
        monkeypatch.delattr("mmap.MADV_HUGEPAGE", raising=False)
    memory = blank(5000)

    assert memory.shape == (5000,)
    assert not memory.any()

    memory[:] = 7
    assert memory.sum() == 7 * 5000


def test_outcomes_come_up_by_their_weights_and_none_too_soon_again() -> None:
    weights, count = np.array([1, 2, 3]), 3
    for seed in range(20):
        chance, came = sow(seed, 1)[0], [0] * count
        nodes, used, kids = np.zeros(8, dtype=NODE).view(np.recarray), zeros(1) + 1, zeros(count)
        for drawn in range(1, 121):
            out = np.arange(count)
            index = tree.due(tree.ROOT, chance, count, nodes, kids, out, weights.copy())
            out[0] = out[index]
            tree.open_below(tree.ROOT, -1, 1, nodes, used, kids, out)
            nodes[kids[0]].visits += 1
            came[index] += 1

            assert all(abs(came[i] - drawn * weights[i] / 6) < 2 for i in range(count))


def test_the_first_outcome_is_drawn_by_plain_luck() -> None:
    nodes, draws = np.zeros(1, dtype=NODE).view(np.recarray), 3000
    drawn = [tree.due(tree.ROOT, each, 3, nodes, zeros(3), np.arange(3), np.array([1, 2, 3])) for each in sow(7, draws)]

    # Five standard deviations, and the lucks are always the same.
    assert np.bincount(drawn) / draws == pytest.approx([1 / 6, 2 / 6, 3 / 6], abs=0.045)


def test_a_table_of_unknown_worth_is_played_to_its_end() -> None:
    t = settled("sequence-dice").view().table

    assert UNKNOWN_WORTH.worth(t, 0) == 0
    assert [UNKNOWN_WORTH.side(t, seat) for seat in range(3)] == [0, 1, 2]
    assert find("sequence-dice").longest < UNKNOWN_WORTH.HORIZON == UNKNOWN_WORTH.WANDER


def test_partners_win_together() -> None:
    game = find("sequence-dice")
    bound = loops(game, is_native=False)
    values, places = np.zeros(4), zeros(4)
    board = ["AAAAAA", *["......"] * 5]
    won = sobremesa.position({"game": game.name, "seats": 4, "turn": 0, "board": board})

    bound.judge(won.view().table, values, places)

    assert values.tolist() == [1, 0, 1, 0]


def test_a_greedy_player_takes_the_best_and_any_of_equals() -> None:
    judged = np.array([0.1, 0.7, 0.7, 0.2])

    taken = {tree.best_of(judged, 4, sow(seed, 1)[0]) for seed in range(20)}

    assert taken == {1, 2}


def test_a_search_sees_only_the_view() -> None:
    match = settled("stalag17", 3)
    seat = match.actor
    tables = [copy(match.view(seat).table) for _ in range(2)]
    for t, behind in zip(tables, sow(5, 2), strict=True):
        match.game.rules.guess(t, seat, behind)
    assert tables[0].tobytes() != tables[1].tobytes()

    one, other = (think(View(match.game, t, seat), luck(), simulations=30) for t in tables)

    assert one == other
