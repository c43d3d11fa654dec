"""What Girumgo tells bots: moves that not even a beginner makes by mistake."""

import sobremesa
from sobremesa.core.table import copy
from sobremesa.games.girumgo import worth
from tests.games.girumgo.tables import match_with, play, texts


def hopeless_texts(match: sobremesa.Match) -> set[str]:
    """The moves of the seat to act that are hopeless."""
    t = copy(match.view(int(match.actor)).table)
    return {move.text for move in match.moves() if worth.hopeless(t, move.number)}


def test_ending_a_turn_is_hopeless_while_wheels_can_be_turned() -> None:
    match = match_with(options={"setup": "aligned"}, die=4)

    assert hopeless_texts(match) == {"end"}


def test_nothing_is_to_be_done_but_a_step_that_leads_nearer() -> None:
    match = match_with(options={"setup": "aligned"}, die=4)
    play(match, "turn 3,0 +", "turn 3,0 +", "turn 3,-1 -", "turn 3,-1 -")

    assert set(texts(match)) == {"step 2,0", "step 3,-1", "end"}
    assert hopeless_texts(match) == {"step 3,-1", "end"}


def test_an_open_step_is_not_overlooked_with_turns_left() -> None:
    match = match_with(options={"setup": "aligned"}, die=4, advances=[1, 0])
    play(match, "turn 3,0 +", "turn 3,0 +")

    assert set(texts(match)) - hopeless_texts(match) == {"step 2,0"}
