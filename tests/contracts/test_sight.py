"""What every game looks like to those who see few colours or none."""

from functools import cache
from itertools import combinations

import pytest

import sobremesa
from sobremesa.core.scene import Scene
from sobremesa.core.view import View
from sobremesa.draw import THEMES
from sobremesa.draw.brush import paint
from sobremesa.draw.stage import stage
from tests.contracts.walks import CASES, IDS
from tests.draw.sight import SIGHTS, apart

EVERY_CASE = pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)
APART = 15.0


@cache
def seen(name: str, seats: int) -> View:
    """A table as its first player sees it: its colours stay as they are during a match."""
    return sobremesa.start(name, seats=seats, seed=1).view(0)


def near(colours: set[str], sight: str) -> dict[tuple[str, str], float]:
    """The pairs of colours that an eye could take for one another."""
    found = {pair: apart(*pair, sight) for pair in combinations(sorted(colours), 2)}
    return {pair: distance for pair, distance in found.items() if distance < APART}


@EVERY_CASE
def test_colours_of_seats_stay_apart(name: str, seats: int) -> None:
    for theme in THEMES:
        parts = stage(seen(name, seats), theme)
        # Partners share a colour and a form; nobody else does.
        assert len(set(parts["colours"])) == len(set(parts["forms"]))
        assert {sight: near(set(parts["colours"]), sight) for sight in SIGHTS} == {sight: {} for sight in SIGHTS}


@EVERY_CASE
def test_seats_have_forms_of_their_own(name: str, seats: int) -> None:
    view = seen(name, seats)
    owners = [view.game.scenery.owner(view.reading, seat) for seat in range(seats)]
    forms = stage(view)["forms"]

    for one, other in combinations(range(seats), 2):
        assert (forms[one] == forms[other]) == (owners[one] == owners[other])


@EVERY_CASE
def test_painted_parts_stay_apart(name: str, seats: int) -> None:
    colours = painted(seen(name, seats).scene())

    assert {sight: near(colours, sight) for sight in SIGHTS} == {sight: {} for sight in SIGHTS}


@EVERY_CASE
def test_painted_faces_say_the_same_without_colour(name: str, seats: int) -> None:
    scene = seen(name, seats).scene()

    for kind in scene.kinds:
        said = [(face.label or face.text, face.marks) for face in kind.faces]
        assert len(set(said)) == len(said)


def painted(scene: Scene) -> set[str]:
    """The colours of seats, those of squares and yards, and those of wheels, which all lie side by side."""
    wheels = {face.paint for kind in scene.kinds if kind.form == "sector" for face in kind.faces}
    return {paint(each) for each in {*scene.colours, *wheels, *(shape.paint for shape in scene.shapes)} - {""}}
