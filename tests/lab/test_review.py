"""Reviews: luck and play add up, the best move is best, and forced moves are nobody's fault."""

from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import sobremesa
from sobremesa import CHANCE, OVER, InvalidNumber, Match, Record, bots
from sobremesa.core.table import copy
from sobremesa.kit.luck import sow
from sobremesa.lab.review import GRADES, Review, grade_of, mean_luck, review


@cache
def played(name: str, seats: int, seed: int, players: tuple[str, ...], most: int = 10_000) -> Record:
    match = sobremesa.start(name, seats=seats, seed=seed)
    seated = [bots.find(player) for player in players]
    while match.actor != OVER and match.made < most:
        match.push(match.draw() if match.actor == CHANCE else bots.ask(seated[match.actor], match).move)
    return match.record


@cache
def reviewed(name: str = "sequence-dice", seats: int = 2, most: int = 10_000) -> Review:
    return review(played(name, seats, 3, ("random", "greedy", "greedy", "greedy")[:seats], most), simulations=60)


@pytest.mark.parametrize(("name", "seats"), [("sequence-dice", 2), ("sequence-dice", 4), ("sequence-dice", 3)])
def test_start_luck_and_play_add_up_to_the_result(name: str, seats: int) -> None:
    done = reviewed(name, seats)

    for account in done.accounts:
        total = account.start + account.luck + account.play + account.others
        assert total == pytest.approx(account.result)
        assert account.adjusted == pytest.approx(account.result - account.luck)


def test_the_end_is_the_result() -> None:
    done = reviewed()

    assert done.is_over
    assert sorted(done.chances[-1]) == [0, 1]
    assert len(done.moments) + 1 == len(done.chances)


def test_only_a_choice_is_graded_and_the_best_move_loses_nothing() -> None:
    done = reviewed()

    for moment in done.moments:
        assert (moment.grade is None) == (moment.best is None)
        if moment.actor == CHANCE:
            assert moment.grade is None
        if moment.choice == moment.best:
            assert (moment.grade, moment.loss) == ("best", 0)


def test_a_move_that_looks_best_at_once_changes_nothing() -> None:
    """The chances before a decision are those after a plain move, so greedy play is worth nothing and costs nothing."""
    record = played("sequence-dice", 2, 5, ("greedy", "greedy"))

    done = review(record, simulations=40)

    moves = [moment for moment in done.moments if moment.actor >= 0]
    assert sum(moment.change == (0, 0) for moment in moves) > len(moves) / 2  # others looked as good as those made
    for account in done.accounts:
        assert account.start + account.luck == pytest.approx(account.result, abs=0.35)


def test_no_move_is_called_best_beside_a_better_one() -> None:
    for moment in reviewed().moments:
        assert moment.loss >= 0
        if moment.grade == "best" and moment.best != moment.choice:
            assert moment.loss < GRADES[0][1]
        if moment.best is not None and moment.best_chance is not None:
            assert moment.best_chance >= moment.after[moment.actor]


def test_a_loss_has_an_interval_of_its_own() -> None:
    moves = [moment for moment in reviewed().moments if moment.grade]

    assert all((moment.loss_interval > 0) == (moment.best != moment.choice) for moment in moves if moment.loss)
    # A plain move changes nothing, which is sure; what it lost to a better one is not.
    assert any(moment.loss_interval != moment.interval for moment in moves if moment.loss)


def test_what_could_still_be_done_at_the_next_move_is_not_lost() -> None:
    graded = [moment for moment in reviewed("girumgo", 2, 60).moments if moment.grade]
    again = [
        (one, other) for one, other in pairwise(graded) if (one.actor, one.number + 1) == (other.actor, other.number)
    ]

    assert len(again) > 5
    for one, other in again:
        assert (one.made_chance or 0) >= (other.best_chance or 0)
    for moment in graded:
        assert moment.loss == pytest.approx((moment.best_chance or 0) - (moment.made_chance or 0))


def test_a_match_broken_off_is_as_unsure_of_its_end_as_of_its_start() -> None:
    whole, broken = reviewed(), reviewed(most=30)
    start = whole.error

    assert broken.chances[0] == whole.chances[0]
    assert broken.error > start > 0
    assert all(account.interval >= 1.9 * broken.error for account in broken.accounts)


def test_random_play_loses_more_than_greedy_play() -> None:
    done = reviewed()

    assert done.accounts[0].lost > done.accounts[1].lost


def test_a_thrown_win_is_luck() -> None:
    """Whoever needs a throw and gets it has been lucky by what was lacking to certainty."""
    board = ["AAAAA.", "......", "B.....", "......", "......", "......"]
    match: Match = sobremesa.position({"game": "sequence-dice", "options": {"line": 6}, "turn": 0, "board": board})
    match.push("2")
    match.push(next(move for move in match.moves() if move.text == "place 0,5"))

    done = review(match.record, simulations=100)

    assert done.accounts[0].luck > 0.2
    assert done.moments[0].change[0] == pytest.approx(1 - done.chances[0][0])
    assert done.moments[1].grade in ("best", None)


def test_hidden_hands_are_reviewed_from_what_each_could_know() -> None:
    done = reviewed("stalag17", 2, 30)

    assert not done.is_over
    assert all(0 <= moment.best_chance <= 1 for moment in done.moments if moment.best_chance is not None)
    for account in done.accounts:
        total = account.start + account.luck + account.play + account.others
        assert total == pytest.approx(account.result)


@pytest.mark.parametrize(("choices", "text"), [(60, "play B+take:2"), (66, "escape")], ids=["kept", "brought to light"])
def test_what_a_seat_cannot_see_changes_nothing_of_its_review(choices: int, text: str) -> None:
    """Two tables that differ only in what is hidden from whoever chooses: its chances and its grades are the same."""
    match = sobremesa.start("stalag17", seats=3, seed=3)
    greedy = bots.find("greedy")
    while match.made < choices:
        match.push(match.draw() if match.actor == CHANCE else bots.ask(greedy, match).move)
    seat = match.actor
    tables = [copy(match.view(seat).table) for _ in range(2)]
    for t, luck in zip(tables, sow(5, 2), strict=True):
        match.game.rules.guess(t, seat, luck)
    assert tables[0].tobytes() != tables[1].tobytes()

    moments = []
    for t in tables:
        guessed = sobremesa.position(Match(match.game, t, seed=1).position(), seed=1)
        guessed.push(text)
        moments.append(review(guessed.record, simulations=200).moments[0])

    one, other = moments
    assert one.grade
    assert one.before[seat] == other.before[seat]
    assert (one.best, one.loss, one.grade, one.best_chance) == (other.best, other.loss, other.grade, other.best_chance)


def test_grades_follow_the_loss_and_doubt_counts_for_the_player() -> None:
    assert [grade_of(loss, 0, is_best=False) for loss in (0.001, 0.01, 0.03, 0.07, 0.2)] == [name for name, _ in GRADES]
    assert grade_of(0.2, 0.2, is_best=False) == "good"
    assert grade_of(0.2, 0, is_best=True) == "best"


@pytest.mark.parametrize("numbers", [{"simulations": 0}, {"simulations": 1.5}, {"threads": 0}, {"threads": -1}])
def test_numbers_that_are_too_small_are_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(InvalidNumber):
        review(played("sequence-dice", 2, 3, ("random", "greedy"), 4), **numbers)


def test_progress_and_threads_change_nothing() -> None:
    told: list[tuple[int, int]] = []
    record = played("sequence-dice", 2, 3, ("random", "greedy"))

    done = review(record, simulations=60, threads=1, progress=lambda number, total: told.append((number, total)))

    assert done == reviewed()
    assert told[-1] == (len(record.steps) + 1, len(record.steps) + 1)


def test_lists_and_json_tell_the_same() -> None:
    done = reviewed()
    told = done.json()

    assert len(told["moments"]) == len(done.moments)
    assert told["seats"][0]["luck"] == done.accounts[0].luck
    assert all(moment.actor == CHANCE for moment in done.lucky_throws(3))
    assert all(moment.grade not in ("best", "good", None) for moment in done.costly_moves(5))


def test_the_mean_luck_of_many_matches() -> None:
    means, errors = mean_luck([reviewed(), reviewed()])

    assert means == tuple(account.luck for account in reviewed().accounts)
    assert errors == (0, 0)
