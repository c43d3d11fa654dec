"""Marks: little drawings in a square of 24 by 24, and the forms by which the pieces of the seats differ."""

from dataclasses import dataclass
from math import cos, pi, sin

from sobremesa.core.scene import Point
from sobremesa.draw import ink

BOX = 24.0


@dataclass(frozen=True)
class Mark:
    """This is a little drawing: what is filled, and what is a line."""

    filled: str = ""
    lines: str = ""


def _dot(x: float, y: float, radius: float) -> str:
    half = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half} {-2 * radius:g} 0Z"


MARKS = {
    "crown": Mark("M3.2 16.5L2 6.5l5.6 4.8L12 3.5l4.4 7.8L22 6.5l-1.2 10ZM3.5 18.5h17v2.5h-17Z"),
    "feather": Mark("", "M4 21.5L15.5 8.5M6.5 18.5C5 11 11 3.5 20.5 3C20.5 11 16 17.5 8.5 17M10.5 14h4.5M13 11.2h4.5"),
    "east": Mark("", "M3 12h17M13.5 5.5L20 12l-6.5 6.5"),
    "south": Mark("", "M12 3v17M5.5 13.5L12 20l6.5-6.5"),
    "west": Mark("", "M21 12H4M10.5 5.5L4 12l6.5 6.5"),
    "north": Mark("", "M12 21V4M5.5 10.5L12 4l6.5 6.5"),
    "lock": Mark("M5.5 11h13v10h-13Z", "M8.3 11V8a3.7 3.7 0 0 1 7.4 0V11"),
    "door": Mark("", "M13 3.5H4.5v17H13M9.5 12h11.5M16.5 7.5L21 12l-4.5 4.5"),
    "shirt": Mark("M8 3L2.5 6.8L4.8 11.5L7 10.5V21h10V10.5l2.2 1L21.5 6.8L16 3C15 6.2 9 6.2 8 3Z"),
    "bread": Mark("M3 10.5C3 4.5 21 4.5 21 10.5C21 12.5 20.2 13.2 19 13.5V19.5H5V13.5C3.8 13.2 3 12.5 3 10.5Z"),
    "papers": Mark("", "M5.5 3h9l4.5 4.5V21H5.5ZM14 3.5V8h4.5M8.5 12h7.5M8.5 16h7.5"),
    "hammer": Mark("M3.5 4H15c3 0 5 2 5.5 5.5L16 8.5H3.5ZM8 9.5h4V21.5H8Z"),
    "map": Mark("", "M2.5 6L9 3.5l6 2.5l6.5-2.5V18L15 20.5L9 18l-6.5 2.5ZM9 3.5V18M15 6v14.5"),
    "fence": Mark("", "M5 4V21M12 4V21M19 4V21M2 9.5h20M2 16h20M3.5 8l3 3M10.5 8l3 3M17.5 8l3 3"),
    "run": Mark(_dot(15.5, 4, 2.4), "M4.5 10.5L9 7.5l5 1.5l-3 6l4 2.5l-.5 4.5M11 15l-2.5 3.5H4M14 9l2.5 3.5H20.5"),
    "hut": Mark("M12 3L1.5 11.5H4V20.5h5.5V14h5v6.5H20v-9h2.5Z"),
    "rumour": Mark("", "M3 4h18v12.5H12.5L7 21v-4.5H3ZM8 10.2h.1M12 10.2h.1M16 10.2h.1"),
    "eye": Mark(_dot(12, 12, 3.2), "M1.5 12C6 4.5 18 4.5 22.5 12C18 19.5 6 19.5 1.5 12Z"),
    "person": Mark(_dot(12, 7.5, 4.5) + "M3.5 21.5C3.5 11 20.5 11 20.5 21.5Z"),
    "smile": Mark(_dot(8, 9, 1.7) + _dot(16, 9, 1.7), "M6 14.5C8 19.5 16 19.5 18 14.5"),
    "cross": Mark("", "M5.5 5.5l13 13M18.5 5.5l-13 13"),
    "home": Mark("M12 3L1.5 12.5H4.5V21h15v-8.5h3Z"),
    "flag": Mark("M7 3l13.5 5L7 13Z", "M6.5 3V22"),
    "turn": Mark("M17 1.5V8.5H10Z", "M19.5 13A7.5 7.5 0 1 1 15.5 6.2"),
    "steps": Mark("", "M4.5 5l7 7l-7 7M12.5 5l7 7l-7 7"),
    "shield": Mark("M12 2L20.5 5V11.5C20.5 17 17 20 12 22C7 20 3.5 17 3.5 11.5V5Z"),
    "star": Mark("M12 1.5L15.2 8.6L22.8 9.4L17.1 14.5L18.7 22L12 18.1L5.3 22L6.9 14.5L1.2 9.4L8.8 8.6Z"),
    "cards": Mark("M3 8h11v14H3Z", "M8 4.5V3h12.5v14.5H17"),
    "dice": Mark(
        _dot(8, 8, 1.7) + _dot(16, 16, 1.7) + _dot(12, 12, 1.7),
        "M6 3h12a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z",
    ),
}  # fmt: skip


def mark(name: str, middle: Point, size: float, colour: str, *, opacity: float = 1.0, rim: str = "") -> str:
    """This draws a mark around a point, if wished with a rim; one that nobody knows is a dot."""
    drawn = MARKS.get(name, Mark(_dot(12, 12, 5)))
    line: dict[str, str | float] = {"stroke_width": 2, "stroke_linecap": "round", "stroke_linejoin": "round"}
    edge = line | {"stroke": rim} if rim else {}
    parts = [ink.path(drawn.filled, fill=colour, **edge)] if drawn.filled else []
    if drawn.lines:
        parts.append(ink.path(drawn.lines, fill="none", stroke=colour, **line))
    corner = middle[0] - size / 2, middle[1] - size / 2
    return ink.group(*parts, at=corner, scale=size / BOX, opacity=opacity)


# The forms of the seats, in their order: circle, square, triangle, diamond, pentagon, star.

ROUND = 0
SQUARE = [(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)]
DIAMOND = [(0.0, -1.12), (1.12, 0.0), (0.0, 1.12), (-1.12, 0.0)]
TRIANGLE = [(0.0, -1.1), (1.1, 0.82), (-1.1, 0.82)]


def _corners(count: int, radii: tuple[float, ...], drop: float) -> list[Point]:
    turns = [(radii[corner % len(radii)], 2 * pi * corner / count - pi / 2) for corner in range(count)]
    return [(radius * cos(angle), radius * sin(angle) + drop) for radius, angle in turns]


POLYGONS: tuple[list[Point], ...] = (
    SQUARE,
    TRIANGLE,
    DIAMOND,
    _corners(5, (1.12,), 0.06),
    _corners(10, (1.2, 0.78), 0.05),
)
FORM_NAMES = ("circle", "square", "triangle", "diamond", "pentagon", "star")
DROPS = (0.0, 0.0, 0.22, 0.0, 0.04, 0.05)
"""How far below the middle of a form the middle of its room for letters lies."""


def form(owner: int, radius: float, **attributes: str | float) -> str:
    """This is the form of an owner around the origin."""
    if owner % len(DROPS) == ROUND:
        return ink.circle((0.0, 0.0), radius, **attributes)
    corners = POLYGONS[owner % len(DROPS) - 1]
    return ink.polygon([(x * radius, y * radius) for x, y in corners], **attributes)


def form_name(owner: int) -> str:
    """This is what the form of an owner is called."""
    return FORM_NAMES[owner % len(FORM_NAMES)]


def drop(owner: int) -> float:
    """This is where letters stand in the form of an owner, for a radius of one."""
    return DROPS[owner % len(DROPS)]
