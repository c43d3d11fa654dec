"""Colours stay apart for every eye, and what is written can be read."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from sobremesa.draw.paints import AROUND, MATERIALS, MIN_TEXT, PAINTS, channels, contrast, edge_of, ink_on, legible, mix

Reals = NDArray[np.float64]

# How those see who lack one of the three kinds of cones, after Machado, Oliveira and Fernandes (2009).
SIGHTS = {
    "all": np.eye(3),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritan": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TOGETHER = [
    ("red", "orange", "yellow", "green", "blue", "purple"),
    ("green", "blue", "red", "yellow", "magenta", "cyan"),
]
APART, APART_IN_GREY = 15.0, 5.0
THEMES = [(material, theme) for material in MATERIALS for theme in AROUND]


def seen(colour: str, sight: Reals) -> Reals:
    """A colour as an eye sees it, in a space in which distances are those that people feel (CIE Lab)."""
    shares = np.array(channels(colour)) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = to_xyz @ np.clip(sight @ linear, 0, 1) / np.array([0.9505, 1, 1.089])
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("names", TOGETHER, ids=" ".join)
@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_of_seats_stay_apart_for_every_eye(names: tuple[str, ...], sight: str) -> None:
    colours = [seen(PAINTS[name], SIGHTS[sight]) for name in names]

    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(colours, 2)) > APART


@pytest.mark.parametrize("names", TOGETHER, ids=" ".join)
def test_the_colours_of_seats_stay_apart_in_grey(names: tuple[str, ...]) -> None:
    lightness = sorted(float(seen(PAINTS[name], SIGHTS["all"])[0]) for name in names)

    assert min(float(step) for step in np.diff(lightness)) > APART_IN_GREY


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
