"""What every bot of ours keeps in every game: it sees a view and nothing else, and does not keep people waiting."""

import sys
from collections.abc import Iterator
from itertools import islice
from zlib import crc32

import pytest

from sobremesa import CHANCE, Match, Move, View, bots, find, names
from sobremesa.bots import playouts
from sobremesa.core.table import copy
from sobremesa.kit.luck import Luck, sow

from .walks import moments, table_of

CASES = [(name, seats) for name in names() for seats in {find(name).seats[0], find(name).seats[-1]}]
EVERY_CASE = pytest.mark.parametrize(("name", "seats"), CASES, ids=[f"{name}-{seats}" for name, seats in CASES])
OURS = ["random", "greedy", "easy", "playouts", "search:simulations=12", "search:simulations=12,threads=2"]
EVERY_BOT = pytest.mark.parametrize("named", OURS)
DECISIONS, POSSIBLE, LUCKS = 5, 4, 2


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a bot may see does not depend on how long it looks."""
    monkeypatch.setattr(playouts, "PLAYOUTS", 2)


def decisions(name: str, seats: int, seed: int, *, least: int = 2, most: int = 1 << 30) -> Iterator[Match]:
    """Moments at which a seat has so many moves, those of the end of the match first, where hands are fuller."""
    found = [match for match in moments(name, seats, seed) if match.actor >= 0]
    return (match for match in reversed(found) if least <= len(match.moves()) <= most)


def check_that_it_does_not_peek(bot: bots.Bot, name: str, seats: int, count: int = DECISIONS) -> None:
    """Where tables look the same to a bot but differ in hidden cards and in dice to come, it chooses the same."""
    game = find(name)
    # Under some options a random match has hardly a decision.
    seed = next(seed for seed in range(seats + 70, seats + 99) if len(list(decisions(name, seats, seed))) > DECISIONS)
    for match in islice(decisions(name, seats, seed), 0, 30 * count, 30 if count < DECISIONS else 3):
        seat = match.actor
        seen = match.view(seat).table
        for luck in range(LUCKS):
            chosen = set()
            for number in range(POSSIBLE):
                t = copy(table_of(match) if number == 0 else seen)
                game.rules.guess(t, seat, sow(number, 1)[0]) if number else None
                assert View(game, t, seat).table.tobytes() == seen.tobytes()
                chosen.add(choice(bot, Match(game, t, seed=number), luck))
            assert len(chosen) == 1, "equal views and equal luck, but not the same choice"


def choice(bot: bots.Bot, match: Match, luck: int) -> int:
    answer = bots.consult(bot, match.view(match.actor), sow(luck, 1)[0], limit=None)
    assert answer.fault is None
    return answer.move.number


@EVERY_CASE
@EVERY_BOT
def test_bots_do_not_peek(named: str, name: str, seats: int) -> None:
    check_that_it_does_not_peek(bots.find(named), name, seats)


def match_of_the_caller() -> Match:
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        for value in frame.f_locals.values():
            if isinstance(value, Match):
                return value
    raise LookupError


class HandPeeker:
    """This looks at the referee's table, and lets the cards that it must not know decide."""

    def choose(self, view: View, luck: Luck) -> Move:
        return view.moves()[crc32(table_of(match_of_the_caller()).tobytes()) % len(view.moves())]


class DicePeeker:
    """This tries a move, looks at the dice that would fall, and takes it back."""

    def choose(self, view: View, luck: Luck) -> Move:
        match = match_of_the_caller()
        moves = view.moves()
        for move in moves:
            match.push(move)
            falls = match.draw().number if match.actor == CHANCE else None
            match.pop()
            if falls is not None:
                return moves[falls % len(moves)]
        return moves[0]


def test_a_bot_that_looks_at_hidden_cards_is_caught() -> None:
    with pytest.raises(AssertionError, match="not the same choice"):
        check_that_it_does_not_peek(HandPeeker(), "stalag17", 3)


@pytest.mark.parametrize("name", names())
def test_a_bot_that_looks_at_the_dice_to_come_is_caught(name: str) -> None:
    with pytest.raises(AssertionError, match="not the same choice"):
        check_that_it_does_not_peek(DicePeeker(), name, find(name).usual_seats, count=30)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("named", ["random", "greedy", "playouts", "search:seconds=3600", "expert:seconds=3600"])
def test_a_bot_with_one_move_answers_at_once(named: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forced = list(islice(decisions(name, find(name).usual_seats, seed=5, least=1, most=1), 3))
    bot = bots.find(named)
    # Whoever begins to think stumbles.
    for thinking in ("greedy.plain_loops", "playouts.Engine", "search.think"):
        monkeypatch.setattr(f"sobremesa.bots.{thinking}", None)

    for match in forced:
        assert bots.ask(bot, match) == bots.Answer(match.moves()[0])


@EVERY_CASE
def test_the_default_move_tells_nothing_of_what_is_hidden(name: str, seats: int) -> None:
    for match in decisions(name, seats, seed=9, least=1):
        assert match.view(match.actor).default() == match.default()
