"""What scenes and the server remember is what they would make anew, and what lies apart can be laid apart."""

import itertools
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from sobremesa import SPECTATOR, Game, find, names
from sobremesa.core.scene import Things, target
from sobremesa.core.table import copy, light
from sobremesa.core.view import View
from sobremesa.draw.stage import things_by_id
from tests.contracts.walks import CASES, IDS, tables

EVERY_CASE = pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)
SEEDS = (3, 4)
FRESH = 5
"""How many tables of each match are also looked at by a scene that has never seen any."""


def forgetful(game: Game) -> ModuleType:
    """This is a second copy of the scene of a game, which remembers nothing yet."""
    name = game.scenery.__name__  # type: ignore[attr-defined]
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    module = ModuleType(name)
    exec(compile(Path(spec.origin).read_text(encoding="utf-8"), spec.origin, "exec"), vars(module))
    return module


@EVERY_CASE
def test_a_scene_remembers_only_what_follows_from_the_view(name: str, seats: int) -> None:
    game = find(name)
    for seed in SEEDS:
        seen = [View(game, t, seat) for t in tables(game, seats, seed) for seat in (0, SPECTATOR)]
        shown = [(list(game.scenery.things(view.reading)), game.scenery.prompt(view.reading)) for view in seen]
        for number in range(0, len(seen), max(len(seen) // FRESH, 1)):
            view, anew = seen[number], forgetful(game)
            assert shown[number] == (list(anew.things(view.reading)), anew.prompt(view.reading))


@EVERY_CASE
def test_no_two_groups_of_things_share_a_place(name: str, seats: int) -> None:
    game = find(name)
    for t in tables(game, seats, seed=5):
        lying = game.scenery.things(View(game, t, 0).reading)
        assert isinstance(lying, Things)
        places = Counter(place for group in lying.groups for place in {target(each.zone, each.place) for each in group})
        assert set(places.values()) == {1}


@EVERY_CASE
def test_what_moved_leads_from_table_to_table(name: str, seats: int) -> None:
    game = find(name)
    laid = [things_by_id(View(game, light(t), 0)) for t in tables(game, seats, seed=6)]
    for before, after in itertools.pairwise(laid):
        moved = after.since(before)
        lying = {name: row for name, row in before.items() if name not in moved.gone}
        lying |= {row[0]: row for row in moved.rows}
        assert lying == after
        assert all(before.get(row[0]) != row for row in moved.rows)
        order = list(after)
        assert [row[0] for row in moved.rows] == sorted((row[0] for row in moved.rows), key=order.index)


@pytest.mark.parametrize("name", [name for name in names() if find(name).is_open])
def test_a_game_without_secrets_hides_nothing(name: str) -> None:
    game = find(name)
    for seats in game.seats:
        for t in tables(game, seats, seed=7):
            for seat in range(SPECTATOR, seats):
                view = copy(t)
                game.rules.hide(view, seat)
                assert view.tobytes() == t.tobytes()
                assert game.rules.tells(t, 0, seat)
