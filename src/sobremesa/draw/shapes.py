"""Shapes: the parts of a picture that never change. The first word of a shape's look says what it is drawn as."""

from collections.abc import Callable
from math import sqrt

from sobremesa.core.scene import Point, Scene, Shape
from sobremesa.draw import ink
from sobremesa.draw.brush import Brush, paint
from sobremesa.draw.dice import pips
from sobremesa.draw.marks import mark
from sobremesa.draw.paints import PAINTS, ink_on, legible, mix

GAP = 0.035
"""How much smaller than its square the stone of a square is, on every side."""
RIM = 0.14
"""How wide the frame of a board is."""
BARS = 4
GRAIN = 22
BLACK = "#000000"


def board(brush: Brush, scene: Scene) -> str:
    """This draws all shapes of a scene."""
    drawn = (shape(brush, each) for each in scene.shapes)
    return ink.group(*drawn, class_="sobremesa-board", font_family=ink.SERIF, text_anchor=ink.MIDDLE)


def shape(brush: Brush, each: Shape) -> str:
    """This draws a shape."""
    role = each.look.partition(" ")[0]
    return ROLES.get(role, _square)(brush, each)


def middle_of(at: Point, size: Point) -> Point:
    """This is the middle of a rectangle."""
    return at[0] + size[0] / 2, at[1] + size[1] / 2


def _inset(each: Shape, gap: float) -> tuple[Point, Point]:
    return (each.at[0] + gap, each.at[1] + gap), (each.size[0] - 2 * gap, each.size[1] - 2 * gap)


def _hexagon(at: Point, size: Point) -> list[Point]:
    (x, y), (width, height) = at, size
    return [
        (x, y + height / 2),
        (x + width / 4, y),
        (x + 3 * width / 4, y),
        (x + width, y + height / 2),
        (x + 3 * width / 4, y + height),
        (x + width / 4, y + height),
    ]


def _board(brush: Brush, each: Shape) -> str:
    frame, board = brush.material.frame, brush.material.board
    filling = brush.glow(mix(board, "#ffffff", 0.08), mix(board, BLACK, 0.06))
    if each.form == "hexagon":
        # The corners of a hexagon are sharp, so its frame is wider there.
        width, height = each.size
        rim = RIM * 2 / sqrt(3)
        inner = (each.at[0] + rim, each.at[1] + RIM), (width - 2 * rim, height - 2 * RIM)
        return ink.polygon(_hexagon(each.at, each.size), fill=brush.sheen(frame)) + ink.polygon(
            _hexagon(*inner), fill=filling, stroke=mix(frame, BLACK, 0.3), stroke_width=0.04
        )
    inner = _inset(each, RIM)
    drawn = ink.rect(each.at, each.size, round_=0.3, fill=brush.sheen(frame)) + ink.rect(
        *inner, round_=0.18, fill=filling, stroke=mix(frame, BLACK, 0.3), stroke_width=0.04
    )
    return drawn + (_grain(*inner) if brush.material.has_grain else "")


def _grain(at: Point, size: Point) -> str:
    """This is the grain of wood: long lines that swing a little, each by its number."""
    (x, y), (width, height) = at, size
    lines = ""
    for line in range(1, GRAIN):
        level, swing = y + height * line / GRAIN, height / GRAIN * (0.9 if line % 3 else -0.7)
        points = (x + 0.05, level, x + width * (0.2 + 0.07 * (line % 5)), level + swing, x + width / 2, level)
        lines += "M{} {}Q{} {} {} {}T{} {}".format(*map(ink.number, (*points, x + width - 0.05, level)))
    return ink.path(lines, fill="none", stroke=BLACK, stroke_width=0.035, opacity=0.09)


def _pit(brush: Brush, each: Shape) -> str:
    pit = brush.material.pit
    edge = ink.rect(each.at, each.size, round_=0.35, fill=mix(pit, BLACK, 0.35))
    at, size = _inset(each, 0.09)
    floor = ink.rect(at, size, round_=0.28, fill=brush.glow(mix(pit, "#ffffff", 0.1), pit))
    return edge + floor


def _stone(each: Shape, fill: str, edge: str, letters: str, *, width: float = 0.03) -> str:
    at, size = _inset(each, GAP)
    drawn = ink.rect(at, size, round_=0.1, fill=fill, stroke=edge, stroke_width=width)
    return drawn + _written(each, letters)


def _written(each: Shape, colour: str) -> str:
    middle, small = middle_of(each.at, each.size), min(each.size)
    looks = each.look.split()
    if each.mark:
        drawn = mark(each.mark, middle, 0.62 * small, colour)
    elif each.text:
        drawn = ink.text(each.text, middle, 0.42 * small, colour, room=0.8 * each.size[0])
    else:
        drawn = ""
    if "locked" in looks:
        corner = each.at[0] + each.size[0] - 0.2, each.at[1] + 0.2
        drawn += mark("lock", corner, 0.2, colour, opacity=0.75)
    return drawn


def _square(brush: Brush, each: Shape) -> str:
    material = brush.material
    if each.paint:
        colour = paint(each.paint)
        fill = mix(material.square, colour, 0.1)
        return _stone(each, fill, colour, legible(material.ink, fill), width=0.07)
    return _stone(each, brush.sheen(material.square), material.edge, material.ink)


def _home(brush: Brush, each: Shape) -> str:
    colour = paint(each.paint)
    return _stone(each, brush.sheen(colour), mix(colour, BLACK, 0.35), ink_on(colour))


def _lane(brush: Brush, each: Shape) -> str:
    colour = paint(each.paint)
    fill = mix(brush.material.square, colour, 0.14)
    return _stone(each, fill, colour, legible(colour, fill), width=0.05)


def _concrete(brush: Brush, each: Shape) -> str:
    stone = brush.material.stone
    return _stone(each, brush.sheen(stone), mix(stone, BLACK, 0.35), ink_on(stone))


def _cell(brush: Brush, each: Shape) -> str:
    at, size = _inset(each, GAP)
    dark = mix(paint(each.paint), BLACK, 0.5)
    back = ink.rect(at, size, round_=0.06, fill=dark, stroke=mix(dark, BLACK, 0.5), stroke_width=0.04)
    bars = "".join(_bar(at, size, (number + 0.5) / BARS) for number in range(BARS))
    return back + ink.path(bars, stroke=mix(dark, "#ffffff", 0.45), stroke_width=0.05, stroke_linecap="round")


def _bar(at: Point, size: Point, share: float) -> str:
    x = ink.number(at[0] + size[0] * share)
    return f"M{x} {ink.number(at[1] + 0.07)}V{ink.number(at[1] + size[1] - 0.07)}"


def _spot(brush: Brush, each: Shape) -> str:
    hollow = mix(brush.material.board, BLACK, 0.22)
    middle, radius = middle_of(each.at, each.size), min(each.size) / 2 - 0.05
    edge = mix(paint(each.paint), brush.material.board, 0.15)
    return ink.circle(middle, radius, fill=hollow, stroke=edge, stroke_width=0.06)


def _yard(brush: Brush, each: Shape) -> str:
    """This is a corner of the board that belongs to somebody: a panel with a rim of its colour."""
    colour = paint(each.paint)
    at, size = _inset(each, 0.1)
    back = ink.rect(
        at, size, round_=0.4, fill=mix(brush.material.pit, colour, 0.5), stroke=brush.material.accent, stroke_width=0.06
    )
    at, size = _inset(each, 0.22)
    line = ink.rect(at, size, round_=0.3, fill="none", stroke=brush.material.accent, stroke_width=0.02)
    return back + line


def _velvet(brush: Brush, each: Shape) -> str:
    colour = paint(each.paint)
    return _stone(each, brush.sheen(mix(colour, BLACK, 0.12)), brush.material.accent, ink_on(colour))


def _goal(brush: Brush, each: Shape) -> str:
    colour = brush.material.accent
    at, size = _inset(each, GAP)
    drawn = ink.rect(
        at,
        size,
        round_=0.25,
        fill=brush.glow(mix(colour, "#ffffff", 0.5), colour),
        stroke=mix(colour, BLACK, 0.3),
        stroke_width=0.06,
    )
    return drawn + _written(each, mix(colour, BLACK, 0.62))


def _tile(brush: Brush, each: Shape) -> str:
    material, looks, middle = brush.material, each.look.split(), middle_of(each.at, each.size)
    at, size = _inset(each, GAP)
    drawn = ink.rect(at, size, round_=0.12, fill=brush.sheen(material.square), stroke=material.edge, stroke_width=0.025)
    corner = each.at[0] + 0.145, each.at[1] + 0.15
    drawn += ink.text(each.text, corner, 0.17, material.ink)
    if "pips" not in looks:
        drawn += ink.text(each.text, middle, 0.54, material.ink, font_weight="bold")
        if "underlined" in looks:
            x, y = ink.number(middle[0] - 0.14), ink.number(middle[1] + 0.28)
            drawn += ink.path(f"M{x} {y}h0.28", stroke=material.ink, stroke_width=0.05)
        return drawn
    face = str(int(each.text) // 2)
    for off in (-0.19, 0.19):
        drawn += ink.group(*_printed(face, material.ink), at=(middle[0] + off, middle[1] - 0.7 * off))
    return drawn


def _printed(face: str, colour: str) -> list[str]:
    side = 0.34
    box = ink.rect(
        (-side / 2, -side / 2), (side, side), round_=0.07, fill=PAINTS["white"], stroke=colour, stroke_width=0.025
    )
    return [box, *pips(face, side, colour)]


def _sheet(brush: Brush, each: Shape) -> str:
    around = brush.around
    return ink.rect(each.at, each.size, round_=0.15, fill=around.panel, stroke=around.panel_edge, stroke_width=0.03)


def _cork(brush: Brush, each: Shape) -> str:
    frame, board = brush.material.frame, brush.material.board
    at, size = _inset(each, 0.1)
    drawn = ink.rect(each.at, each.size, round_=0.12, fill=frame)
    drawn += ink.rect(at, size, round_=0.06, fill=brush.glow(mix(board, "#ffffff", 0.12), board))
    return drawn


def _note(brush: Brush, each: Shape) -> str:
    """This is a note of paper, pinned where something may lie."""
    material = brush.material
    at, size = _inset(each, 0.06)
    pin = at[0] + size[0] / 2, at[1] + 0.07
    drawn = ink.rect(at, size, round_=0.03, fill=material.square, stroke=material.edge, stroke_width=0.02)
    return drawn + ink.circle(pin, 0.055, fill=PAINTS["red"], stroke=mix(PAINTS["red"], BLACK, 0.4), stroke_width=0.015)


def _wheel(brush: Brush, each: Shape) -> str:
    middle, radius = middle_of(each.at, each.size), each.size[0] / 2
    rim = ink.circle(middle, radius - 0.02, fill=brush.material.pit)
    return rim + ink.circle(middle, HUB * radius, fill=brush.sheen(brush.material.square))


HUB, TREAD = 0.2, 0.94
"""Where the parts of a wheel begin and end, for a radius of one."""


def _badge(brush: Brush, each: Shape) -> str:
    colour, middle = paint(each.paint), middle_of(each.at, each.size)
    radius = max(each.size) / 2
    disc = ink.circle(middle, radius, fill=colour, stroke=mix(colour, BLACK, 0.4), stroke_width=0.04)
    return disc + mark(each.mark, middle, 1.25 * radius, ink_on(colour))


def _ruler(brush: Brush, each: Shape) -> str:
    return ink.text(each.text, middle_of(each.at, each.size), 0.18, brush.material.label)


ROLES: dict[str, Callable[[Brush, Shape], str]] = {
    "board": _board,
    "pit": _pit,
    "square": _square,
    "home": _home,
    "lane": _lane,
    "concrete": _concrete,
    "cell": _cell,
    "spot": _spot,
    "yard": _yard,
    "velvet": _velvet,
    "goal": _goal,
    "tile": _tile,
    "sheet": _sheet,
    "cork": _cork,
    "note": _note,
    "wheel": _wheel,
    "badge": _badge,
    "ruler": _ruler,
}
