"""Light tables: rules, notation and scenes of every game do not notice the difference."""

import pytest

from sobremesa import find, names
from sobremesa.core.rules import OVER, SPECTATOR
from sobremesa.core.table import copy, light
from sobremesa.core.view import View, moves_of, outcomes_of
from sobremesa.kit.luck import below, sow

CHOICES = 40


@pytest.mark.parametrize("name", names())
def test_a_match_on_a_light_table_is_the_same_match(name: str) -> None:
    game, luck = find(name), sow(11, 1)[0]
    t = game.table()
    lightly = light(t)
    for _ in range(CHOICES):
        actor = game.rules.actor(t)
        assert game.rules.actor(lightly) == actor
        if actor == OVER:
            break
        listed = moves_of(game, t) or outcomes_of(game, t)
        assert (moves_of(game, lightly) or outcomes_of(game, lightly)) == listed
        for seat in (SPECTATOR, max(actor, 0)):
            view, seen = View(game, t, seat), View(game, lightly, seat)
            assert seen.table.tobytes() == view.table.tobytes()
            assert seen.frame() == view.frame()
            assert seen.position() == view.position()
        choice = listed[below(luck, len(listed))].number
        before = copy(t), copy(lightly)
        game.rules.apply(t, choice)
        game.rules.apply(lightly, choice)
        assert lightly.tobytes() == t.tobytes()
        told = [list(game.scenery.story(one, choice, other)) for one, other in ((before[0], t), (before[1], lightly))]
        assert told[0] == told[1]
