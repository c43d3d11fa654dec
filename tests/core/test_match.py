import pickle
from typing import Any

import numpy as np
import pytest

import sobremesa
from sobremesa import CHANCE, OVER, IllegalMove, Match, Move, NothingToUndo, NotNow


@pytest.fixture
def match() -> Match:
    return sobremesa.position({"game": "sequence-dice", "turn": 0, "roll": 7}, seed=1)


@pytest.mark.parametrize("choice", ["place 1,4", 10, np.int64(10), Move(10, "place 1,4")])
def test_a_choice_is_named_by_text_number_or_move(match: Match, choice: Any) -> None:
    match.push(choice)

    assert match.record.steps[-1].choice == "place 1,4"
    assert match.made == 1


@pytest.mark.parametrize("choice", ["place 0,0", "place 1,4 ", "", 11, -1, True, 10.0, None, "7", Move(0, "place 0,0")])
def test_what_is_not_legal_is_refused_and_changes_nothing(match: Match, choice: object) -> None:
    before = match.position(), match.record

    with pytest.raises(IllegalMove) as caught:
        match.push(choice)  # type: ignore[arg-type]

    assert caught.value.legal == ("place 1,1", "place 1,4", "place 4,1", "place 4,4")
    assert "possible: place 1,1, place 1,4, place 4,1, place 4,4" in str(caught.value)
    assert (match.position(), match.record) == before


def test_nothing_is_possible_after_the_end() -> None:
    match = sobremesa.position({"game": "sequence-dice", "turn": 0, "board": ["AAAAAA", *["......"] * 5]})

    with pytest.raises(IllegalMove, match="'7' is not possible: the match is over"):
        match.push("7")

    assert match.actor == OVER
    assert match.places() == [1, 2]


def test_a_choice_is_taken_back(match: Match) -> None:
    before = match.position()
    match.push("place 1,4")

    assert match.pop() == "place 1,4"
    assert match.position() == before
    with pytest.raises(NothingToUndo, match="there is no choice to take back"):
        match.pop()


def test_taking_back_cannot_change_the_dice(match: Match) -> None:
    match.push("place 1,4")
    fallen = match.draw()
    match.settle()
    while match.made:
        match.pop()
    match.push("place 4,4")

    assert match.draw() == fallen


def test_throws_come_to_light_and_moves_of_an_open_game_do_not(match: Match) -> None:
    assert not match.revealed()

    match.push("place 1,4")
    assert not match.revealed()

    match.push("9")
    assert match.revealed()


def test_what_has_no_answer_now_is_refused(match: Match) -> None:
    with pytest.raises(sobremesa.NotNow, match="not now: 0 chooses"):
        match.draw()
    match.push("place 1,4")
    with pytest.raises(sobremesa.NotNow, match="not now: chance chooses"):
        match.default()


def test_a_record_is_apart_from_its_match(match: Match) -> None:
    record = match.record
    assert record.position is not None
    record.position["turn"] = 1

    assert match.record.position != record.position


def test_a_move_that_shows_more_than_its_maker_knew_has_revealed_it(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = match.game.rules

    def hide(t: Any, seat: int) -> None:
        if rules.actor(t) == seat:
            t.turns = 0

    def guess(t: Any, seat: int, luck: Any) -> None:
        t.turns = int(luck[0]) % 1000

    monkeypatch.setattr(rules, "hide", hide)
    monkeypatch.setattr(rules, "guess", guess)
    match._table.turns = 5

    match.push("place 1,4")

    assert match.revealed()


def test_settling_lets_chance_choose_until_a_seat_must() -> None:
    match = sobremesa.start("sequence-dice", seed=1)
    assert match.actor == CHANCE
    assert match.places() is None
    assert match.moves() == []

    match.settle()

    assert match.actor in (0, 1)
    assert match.outcomes() == []
    assert {step.actor for step in match.record.steps} == {"chance"}


def test_without_a_seed_chance_differs() -> None:
    assert sobremesa.start("sequence-dice").seed != sobremesa.start("sequence-dice").seed


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, "7", True])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(sobremesa.InvalidSeed, match="a seed is a whole number from 0 to"):
        sobremesa.start("sequence-dice", seed=seed)  # type: ignore[arg-type]


def test_views_are_for_seats_at_the_table(match: Match) -> None:
    assert match.view().seat == sobremesa.SPECTATOR
    assert match.view(1).moves() == []
    assert [move.text for move in match.view(0).moves()] == [str(move) for move in match.moves()]
    with pytest.raises(sobremesa.UnknownSeat, match="no seat 2 at this table; there is 0, 1, and -1 for a spectator"):
        match.view(2)


def test_only_whoever_must_choose_has_a_default_move_in_its_view(match: Match) -> None:
    assert match.view(0).default() == match.default()
    with pytest.raises(NotNow):
        match.view(1).default()


def test_a_view_after_a_move_is_what_the_seat_will_see(match: Match) -> None:
    move = match.moves()[1]

    after = match.view(0).after(move, np.zeros(1, dtype=np.uint64))

    match.push(move)
    assert after.table.tobytes() == match.view(0).table.tobytes()


def test_a_move_travels_with_its_text(match: Match) -> None:
    move = match.view(0).moves()[1]

    assert pickle.loads(pickle.dumps(move)) == move


def test_a_view_is_apart_from_the_match(match: Match) -> None:
    view = match.view(0)
    view.table.held[0] = 7

    assert match.position()["board"] == ["......"] * 6
    assert view.position()["board"] == ["AAA...", *["......"] * 5]


def test_the_story_of_a_match_without_choices_is_empty(match: Match) -> None:
    assert match.story() == []
    assert repr(match) == "<Match of sequence-dice, 2 seats, 0 choices, act>"
    assert match.default().text == "place 1,1"
    assert match.scores() == [0, 0]


def test_an_outcome_can_be_pushed_and_named() -> None:
    match = sobremesa.start("sequence-dice", seed=2)
    outcome = match.outcomes()[0]
    assert (str(outcome), outcome.weight) == ("2", 1)

    match.push(outcome)

    assert match.position()["opening"] == [[2], []]


def test_a_picture_in_an_unknown_theme_or_language_is_refused() -> None:
    match = sobremesa.start("sequence-dice", seed=1)

    with pytest.raises(sobremesa.UnknownTheme, match="no theme 'pink'; there is light, dark"):
        match.svg(theme="pink")
    with pytest.raises(sobremesa.UnknownLanguage, match="no words in 'fr'; there is es, en"):
        match.svg(language="fr")
