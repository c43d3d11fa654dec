"""Colours stay apart for every eye, and what is written can be read."""

from itertools import combinations, pairwise

import pytest

from sobremesa.draw.paints import AROUND, MATERIALS, MIN_TEXT, PAINTS, contrast, edge_of, ink_on, legible, mix
from tests.draw.sight import SIGHTS, apart, lab

TOGETHER = [
    ("red", "orange", "yellow", "green", "blue", "purple"),
    ("green", "blue", "red", "yellow", "magenta", "cyan"),
]
APART, APART_IN_GREY = 15.0, 5.0
THEMES = [(material, theme) for material in MATERIALS for theme in AROUND]


@pytest.mark.parametrize("names", TOGETHER, ids=" ".join)
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_of_seats_stay_apart_for_every_eye(names: tuple[str, ...], sight: str) -> None:
    found = {(one, other): apart(PAINTS[one], PAINTS[other], sight) for one, other in combinations(names, 2)}

    assert {pair: distance for pair, distance in found.items() if distance < APART} == {}


@pytest.mark.parametrize("names", TOGETHER, ids=" ".join)
def test_the_colours_of_seats_stay_apart_in_grey(names: tuple[str, ...]) -> None:
    lightness = sorted(lab(PAINTS[name])[0] for name in names)

    assert min(high - low for low, high in pairwise(lightness)) > APART_IN_GREY


@pytest.mark.parametrize(("material", "theme"), THEMES)
def test_pieces_stand_out_from_every_ground(material: str, theme: str) -> None:
    made = MATERIALS[material][theme]
    grounds = [made.square, made.stone, made.board, made.pit, *PAINTS.values()]

    for name in {name for names in TOGETHER for name in names}:
        # A piece has a dark edge and a white line inside it; one of them differs from any ground.
        colours = PAINTS[name], edge_of(PAINTS[name]), "#ffffff"
        assert all(max(contrast(colour, ground) for colour in colours) >= 3 for ground in grounds)


@pytest.mark.parametrize("name", PAINTS)
def test_letters_on_a_colour_can_be_read(name: str) -> None:
    assert contrast(ink_on(PAINTS[name]), PAINTS[name]) >= MIN_TEXT


@pytest.mark.parametrize(("material", "theme"), THEMES)
def test_letters_on_a_board_can_be_read(material: str, theme: str) -> None:
    made = MATERIALS[material][theme]

    assert contrast(made.ink, made.square) >= MIN_TEXT
    assert contrast(made.label, made.board) >= MIN_TEXT
    assert contrast(ink_on(made.stone), made.stone) >= MIN_TEXT
    for colour in PAINTS.values():
        ground = mix(made.square, colour, 0.14)
        assert contrast(legible(colour, ground), ground) >= MIN_TEXT


@pytest.mark.parametrize("theme", AROUND)
def test_letters_around_a_board_can_be_read(theme: str) -> None:
    around = AROUND[theme]

    for ground in (*around.table, around.panel):
        assert contrast(around.ink, ground) >= MIN_TEXT
        assert contrast(around.faint, ground) >= MIN_TEXT


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    assert legible("#000000", "#ffffff") == "#000000"
    assert legible("#ffffff", "#ffffff") != "#ffffff"
