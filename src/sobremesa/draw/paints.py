"""Colours: those of the seats, those of the materials that boards are made of, and how well two of them stand apart."""

from dataclasses import dataclass
from functools import cache

THEMES = ("light", "dark")

# Those of seats and wheels differ in lightness too, so that they stay apart for every eye and on grey paper: at least
# 15 as CIEDE2000 counts, for whoever lacks a kind of cones. Blue and purple are nearest, and orange and yellow.
PAINTS = {
    "red": "#d22c2c",
    "orange": "#ec871d",
    "yellow": "#ffe46a",
    "green": "#3d9a72",
    "blue": "#1a56d6",
    "purple": "#4d1c72",
    "magenta": "#8e1064",
    "cyan": "#80cbda",
    "white": "#fbf8f1",
    "grey": "#8b8f94",
    "black": "#2b2622",
    "gold": "#d9a92f",
}
BLACK, WHITE = "#000000", "#ffffff"
DARK, LIGHT = "#241b14", "#fffdf8"
MIN_TEXT = 4.5
"""The contrast that letters need."""


@dataclass(frozen=True)
class Theme:
    """This is what lies around a board: the table, panels of paper, and what is written on them."""

    table: tuple[str, str]
    """In the light, and at the edges."""
    panel: str
    panel_edge: str
    ink: str
    faint: str
    shadow: float


@dataclass(frozen=True)
class Material:
    """This is what a board is made of, part by part."""

    frame: str
    board: str
    square: str
    edge: str
    ink: str
    """What is written on squares."""
    label: str
    """What is written on the board."""
    stone: str
    pit: str
    accent: str
    texture: str = ""
    """What the board looks like from near: wood in planks, cloth that is quilted, a rough ground, or nothing."""


AROUND = {
    "light": Theme(("#efe2cb", "#e0cba6"), "#fbf6ea", "#cdb994", "#3a2c20", "#5d4a38", 0.22),
    "dark": Theme(("#3a2b21", "#261b15"), "#33271f", "#5b4838", "#f3e7d3", "#d3c0a5", 0.45),
}

MATERIALS = {
    "wood": {
        "light": Material(
            "#8a5a2f",
            "#c08f56",
            "#f3e2c4",
            "#6a4423",
            "#3b2613",
            "#2c1b0c",
            "#c3c8c9",
            "#4a3019",
            "#8a5a2f",
            texture="planks",
        ),
        "dark": Material(
            "#4b2f19",
            "#6f4b2a",
            "#d8c19a",
            "#2c1b0e",
            "#2c1b0d",
            "#f6e6c8",
            "#9aa0a2",
            "#24170c",
            "#c08f56",
            texture="planks",
        ),
    },
    "court": {
        "light": Material(
            "#b98a2c", "#27406f", "#f7efdc", "#b08a3e", "#27335a", "#f7e7bd", "#d9dfec", "#1b2c50", "#d9a92f", "quilted"
        ),
        "dark": Material(
            "#8d6a23", "#172644", "#dccfae", "#8d6f34", "#1d2746", "#f0dcab", "#a9b3c8", "#0f1a30", "#d9a92f", "quilted"
        ),
    },
    "tiles": {
        "light": Material(
            "#2f586f", "#41718a", "#fdfaf2", "#b7ab93", "#23323c", "#f4fafc", "#e8dcc0", "#24475a", "#37627a"
        ),
        "dark": Material(
            "#1d3746", "#2a4d5f", "#e6dfcf", "#8d8470", "#1d2931", "#e3eff4", "#c7b993", "#132731", "#4d7f96"
        ),
    },
    "paper": {
        "light": Material(
            "#7d5a36", "#b98f5e", "#fbf5e6", "#b6a47f", "#33291d", "#2c1d0f", "#e9ddc2", "#5a4026", "#c79a12"
        ),
        "dark": Material(
            "#4d3720", "#73573a", "#e6dcc4", "#8d7d5d", "#2b2218", "#f4e8cf", "#bfb18f", "#2f2115", "#f2c230"
        ),
    },
    "felt": {
        "light": Material(
            "#a98a52",
            "#e9dfc6",
            "#f7f1e2",
            "#8a7a5c",
            "#33291c",
            "#3d3222",
            "#d9cfb6",
            "#2d261d",
            "#a98a52",
            "speckled",
        ),
        "dark": Material(
            "#7b6338",
            "#2f3b40",
            "#d8cfba",
            "#191f22",
            "#241d13",
            "#efe6d2",
            "#5a676c",
            "#11171a",
            "#a98a52",
            "speckled",
        ),
    },
}


def check_theme(theme: str) -> None:
    """This refuses a theme that does not exist."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}: {' or '.join(THEMES)} expected")


def channels(colour: str) -> tuple[int, int, int]:
    """This is how much red, green and blue there is in a colour such as #c92f2f, each from 0 to 255."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


@cache
def mix(one: str, other: str, share: float) -> str:
    """This is a colour between two: with a share of 0 the one, with 1 the other."""
    parts = (round(a + (b - a) * share) for a, b in zip(channels(one), channels(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def edge_of(colour: str) -> str:
    """This is the dark line around a piece of a colour."""
    return mix(colour, BLACK, 0.72)


def luminance(colour: str) -> float:
    """This is how light a colour is to the eye, from 0 to 1."""
    shares = [part / 255 for part in channels(colour)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4  # as the standard of contrast says
        for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """This is how well two colours stand apart, from 1 (not at all) to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@cache
def ink_on(ground: str) -> str:
    """This is the better of a dark and a light colour to write with on a ground."""
    return max(LIGHT, DARK, key=lambda ink: contrast(ink, ground))


@cache
def legible(colour: str, ground: str) -> str:
    """This is a colour to write with on a ground: as close to the wished one as can be read."""
    goal = ink_on(ground)
    steps = (mix(colour, goal, step / 10) for step in range(11))
    return next((mixed for mixed in steps if contrast(mixed, ground) >= MIN_TEXT), goal)
