"""Shapes: the parts of a picture that never change. The first word of a shape's look says what it is drawn as."""

from collections.abc import Callable
from math import sqrt

from sobremesa.core.scene import Point, Scene, Shape
from sobremesa.draw import ink
from sobremesa.draw.brush import Brush, paint
from sobremesa.draw.dice import pips
from sobremesa.draw.marks import mark
from sobremesa.draw.paints import BLACK, PAINTS, WHITE, edge_of, ink_on, legible, mix

GAP = 0.035
"""How much smaller than its square the stone of a square is, on every side."""
RIM = 0.14
"""How wide the frame of a board is."""
BARS = 4
GRAIN = 34
PLANKS, PLANK_COUNT = "planks", 5
IRON, IRON_EDGE = "#9aa1a6", "#1d2023"


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
    frame = brush.material.frame
    line: dict[str, str | float] = {"stroke": mix(frame, BLACK, 0.45), "stroke_width": 0.04}
    if each.form == "hexagon":
        # The corners of a hexagon are sharp, so its frame is wider there.
        width, height = each.size
        rim = RIM * 2 / sqrt(3)
        inner = (each.at[0] + rim, each.at[1] + RIM), (width - 2 * rim, height - 2 * RIM)
        floor = _hexagon(*inner)
        return "".join(
            (
                ink.polygon(_hexagon(each.at, each.size), fill=brush.metal(frame)),
                ink.polygon(floor, fill=_ground(brush)),
                ink.polygon(floor, fill=brush.light(), **line),
            )
        )
    at, size = _inset(each, RIM)
    return "".join(
        (
            ink.rect(each.at, each.size, round_=0.3, fill=brush.bevel(frame)),
            ink.rect(at, size, round_=0.18, fill=_ground(brush)),
            _grain(at, size) if brush.material.texture == PLANKS else "",
            ink.rect(at, size, round_=0.18, fill=brush.light(), **line),
        )
    )


def _ground(brush: Brush) -> str:
    board = brush.material.board
    if brush.material.texture == PLANKS:
        return brush.planks(board, PLANK_COUNT)
    if brush.material.texture == "quilted":
        return brush.quilted(board, mix(board, WHITE, 0.09), 0.9)
    return brush.speckled(board) if brush.material.texture == "speckled" else brush.sheen(board)


def _grain(at: Point, size: Point) -> str:
    """This is the grain of wood: long lines that swing a little, each by its number."""
    (x, y), (width, height) = at, size
    lines = ""
    for line in range(1, GRAIN):
        level, swing = y + height * line / GRAIN, height / GRAIN * (0.7 if line % 3 else -0.5)
        points = (x + 0.05, level, x + width * (0.2 + 0.07 * (line % 5)), level + swing, x + width / 2, level)
        lines += "M{} {}Q{} {} {} {}T{} {}".format(*map(ink.number, (*points, x + width - 0.05, level)))
    return ink.path(lines, fill="none", stroke=BLACK, stroke_width=0.028, opacity=0.1)


def _pit(brush: Brush, each: Shape) -> str:
    """This is a sunken place with a raised edge, lined with leather."""
    pit, frame = brush.material.pit, brush.material.frame
    at, size = _inset(each, 0.16)
    inner, floor = _inset(each, 0.34)
    seam: dict[str, str | float] = {"stroke": mix(pit, WHITE, 0.3), "stroke_width": 0.03, "opacity": 0.7}
    return "".join(
        (
            ink.rect(each.at, each.size, round_=0.45, fill=brush.bevel(frame)),
            ink.rect(at, size, round_=0.32, fill=brush.hollow(pit), stroke=mix(pit, BLACK, 0.5), stroke_width=0.05),
            ink.rect(inner, floor, round_=0.22, fill="none", stroke_dasharray="0.12 0.1", **seam),
        )
    )


def _stone(brush: Brush, each: Shape, fill: str, edge: str, letters: str) -> str:
    """This is a stone set into the board: a dark groove around it, and an edge on which the light falls."""
    groove, size = _inset(each, 0.015)
    at, inner = _inset(each, GAP + 0.02)
    body = ink.rect(groove, size, round_=0.13, fill=mix(brush.material.board, BLACK, 0.5), opacity=0.55)
    body += ink.rect(at, inner, round_=0.09, fill=fill, stroke=brush.bevel(edge), stroke_width=0.045)
    return body + _written(each, letters)


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
    if not each.paint:
        return _stone(brush, each, brush.sheen(material.square), mix(material.square, material.edge, 0.3), material.ink)
    colour = paint(each.paint)
    fill = mix(material.square, colour, 0.1)
    at, size = _inset(each, 0.13)
    ring = ink.rect(at, size, round_=0.07, fill="none", stroke=colour, stroke_width=0.06)
    return _stone(brush, each, fill, colour, legible(material.ink, fill)) + ring


def _home(brush: Brush, each: Shape) -> str:
    colour = paint(each.paint)
    return _stone(brush, each, brush.sheen(colour), colour, ink_on(colour))


def _lane(brush: Brush, each: Shape) -> str:
    colour = paint(each.paint)
    fill = mix(brush.material.square, colour, 0.14)
    at, size = _inset(each, 0.1)
    ring = ink.rect(at, size, round_=0.07, fill="none", stroke=colour, stroke_width=0.05)
    return _stone(brush, each, fill, fill, legible(colour, fill)) + ring


def _concrete(brush: Brush, each: Shape) -> str:
    stone = brush.material.stone
    return _stone(brush, each, brush.speckled(stone), stone, ink_on(stone))


def _silver(brush: Brush, each: Shape) -> str:
    stone = brush.material.stone
    return _stone(brush, each, brush.metal(mix(stone, WHITE, 0.3)), stone, ink_on(stone))


def _cell(brush: Brush, each: Shape) -> str:
    """This is a cell: dark inside, a floor of its owner's colour, and iron bars."""
    at, size = _inset(each, GAP)
    dark = mix(paint(each.paint), BLACK, 0.55)
    back = ink.rect(at, size, round_=0.06, fill=brush.hollow(dark), stroke=IRON_EDGE, stroke_width=0.05)
    bars = "".join(_bar(at, size, (number + 0.5) / BARS) for number in range(BARS))
    line: dict[str, str | float] = {"stroke_linecap": "round"}
    rails = "".join(
        f"M{ink.number(at[0] + 0.05)} {ink.number(at[1] + size[1] * share)}h{ink.number(size[0] - 0.1)}"
        for share in (0.1, 0.9)
    )
    return "".join(
        (
            back,
            ink.path(bars + rails, stroke=IRON_EDGE, stroke_width=0.075, **line),
            ink.path(bars + rails, stroke=IRON, stroke_width=0.04, **line),
        )
    )


def _bar(at: Point, size: Point, share: float) -> str:
    x = ink.number(at[0] + size[0] * share)
    return f"M{x} {ink.number(at[1] + 0.07)}V{ink.number(at[1] + size[1] - 0.07)}"


def _spot(brush: Brush, each: Shape) -> str:
    """This is a hollow for a piece that has arrived."""
    board, colour = brush.material.board, paint(each.paint)
    middle, radius = middle_of(each.at, each.size), min(each.size) / 2 - 0.05
    hollow = brush.hollow(mix(board, BLACK, 0.2))
    return ink.circle(middle, radius, fill=hollow, stroke=mix(colour, board, 0.1), stroke_width=0.07)


def _yard(brush: Brush, each: Shape) -> str:
    """This is a corner of the board that belongs to somebody: a panel in a golden frame."""
    colour, accent, pit = paint(each.paint), brush.material.accent, brush.material.pit
    at, size = _inset(each, 0.1)
    inner, floor = _inset(each, 0.24)
    ground = mix(pit, colour, 0.45)
    return "".join(
        (
            ink.rect(
                at, size, round_=0.42, fill=brush.metal(accent), stroke=mix(accent, BLACK, 0.5), stroke_width=0.03
            ),
            ink.rect(
                inner,
                floor,
                round_=0.3,
                fill=brush.quilted(ground, mix(ground, WHITE, 0.14), 0.5),
                stroke=mix(accent, BLACK, 0.45),
                stroke_width=0.03,
            ),
        )
    )


def _velvet(brush: Brush, each: Shape) -> str:
    colour, accent = mix(paint(each.paint), BLACK, 0.1), brush.material.accent
    cloth = brush.quilted(colour, mix(colour, BLACK, 0.22), 0.25)
    at, size = _inset(each, 0.11)
    seam = ink.rect(at, size, round_=0.06, fill="none", stroke=accent, stroke_width=0.03, stroke_dasharray="0.09 0.07")
    return _stone(brush, each, cloth, accent, ink_on(colour)) + seam


def _goal(brush: Brush, each: Shape) -> str:
    """This is where all want to go: a golden plate whose four sides rise to the middle."""
    colour = brush.material.accent
    at, size = _inset(each, GAP)
    (left, top), (right, bottom) = at, (at[0] + size[0], at[1] + size[1])
    middle = middle_of(at, size)
    sides = (
        ([(left, top), (right, top), middle], mix(colour, WHITE, 0.42)),
        ([(left, top), (left, bottom), middle], mix(colour, WHITE, 0.24)),
        ([(right, top), (right, bottom), middle], mix(colour, BLACK, 0.06)),
        ([(left, bottom), (right, bottom), middle], mix(colour, BLACK, 0.16)),
    )
    edge: dict[str, str | float] = {"stroke": mix(colour, BLACK, 0.35), "stroke_width": 0.05}
    plate = "".join(ink.polygon(corners, fill=tone) for corners, tone in sides)
    disc = ink.circle(middle, 0.36 * size[0], fill=brush.glow(mix(colour, WHITE, 0.5), colour), **edge)
    frame = ink.rect(at, size, round_=0.08, fill="none", **edge)
    written = mix(colour, BLACK, 0.62)
    return plate + frame + disc + mark(each.mark, middle, 0.46 * size[0], written)


def _tile(brush: Brush, each: Shape) -> str:
    material, looks, middle = brush.material, each.look.split(), middle_of(each.at, each.size)
    drawn = _glazed(brush, each)
    corner = each.at[0] + 0.15, each.at[1] + 0.145
    drawn += ink.text(each.text, corner, 0.15, mix(material.ink, material.square, 0.25))
    if "pips" not in looks:
        drawn += ink.text(each.text, middle, 0.54, material.ink, font_weight="bold")
        if "underlined" in looks:
            x, y = ink.number(middle[0] - 0.14), ink.number(middle[1] + 0.28)
            drawn += ink.path(f"M{x} {y}h0.28", stroke=material.ink, stroke_width=0.05)
        return drawn
    face = str(int(each.text) // 2)
    for off in (-0.2, 0.2):
        drawn += ink.group(*_printed(face, material.ink), at=(middle[0] + off, middle[1] - 0.7 * off))
    return drawn


def _glazed(brush: Brush, each: Shape) -> str:
    """This is a tile of fired clay, with a rim that rises a little."""
    square, edge = brush.material.square, brush.material.edge
    at, size = _inset(each, GAP)
    inner, floor = _inset(each, 0.075)
    body = ink.rect(at, size, round_=0.12, fill=brush.bevel(mix(square, edge, 0.4)))
    return body + ink.rect(inner, floor, round_=0.09, fill=brush.sheen(mix(square, edge, 0.04)))


def _printed(face: str, colour: str) -> list[str]:
    side = 0.38
    box = ink.rect(
        (-side / 2, -side / 2), (side, side), round_=0.07, fill=PAINTS["white"], stroke=colour, stroke_width=0.025
    )
    return [box, *pips(face, side, colour)]


def _sheet(brush: Brush, each: Shape) -> str:
    around = brush.around
    return ink.rect(each.at, each.size, round_=0.15, fill=around.panel, stroke=around.panel_edge, stroke_width=0.03)


def _cork(brush: Brush, each: Shape) -> str:
    frame, board = brush.material.frame, brush.material.board
    at, size = _inset(each, 0.12)
    drawn = ink.rect(each.at, each.size, round_=0.12, fill=brush.bevel(frame))
    return drawn + ink.rect(
        at, size, round_=0.05, fill=brush.speckled(board), stroke=mix(frame, BLACK, 0.45), stroke_width=0.03
    )


def _note(brush: Brush, each: Shape) -> str:
    """This is a note of paper, pinned where something may lie."""
    material = brush.material
    at, size = _inset(each, 0.06)
    pin = at[0] + size[0] / 2, at[1] + 0.09
    red = PAINTS["red"]
    return "".join(
        (
            ink.rect((at[0] + 0.03, at[1] + 0.05), size, round_=0.03, fill=BLACK, opacity=brush.around.shadow),
            ink.rect(at, size, round_=0.03, fill=brush.sheen(material.square), stroke=material.edge, stroke_width=0.02),
            ink.circle(pin, 0.075, fill=brush.dome(red), stroke=mix(red, BLACK, 0.5), stroke_width=0.015),
        )
    )


def _wheel(brush: Brush, each: Shape) -> str:
    """This is what stays when a wheel turns: its rim, its shadow, and its hub with the name of the wheel."""
    middle, radius = middle_of(each.at, each.size), each.size[0] / 2
    steel, dark = brush.material.stone, brush.material.pit
    shadow = middle[0] + 0.03, middle[1] + 0.06
    return "".join(
        (
            ink.circle(shadow, radius - 0.02, fill=BLACK, opacity=brush.around.shadow),
            ink.circle(middle, radius - 0.035, fill=brush.metal(dark), stroke=mix(dark, BLACK, 0.5), stroke_width=0.03),
            ink.circle(middle, HUB * radius, fill=brush.metal(steel), stroke=dark, stroke_width=0.04),
            ink.circle(middle, 0.86 * HUB * radius, fill=brush.material.square),
            ink.text(each.text, middle, 0.78 * HUB * radius, brush.material.ink, room=2 * HUB * radius),
        )
    )


def _dimple(brush: Brush, each: Shape) -> str:
    """This is a small hollow between wheels."""
    middle, radius = middle_of(each.at, each.size), min(each.size) / 2
    return ink.circle(middle, radius, fill=brush.hollow(mix(brush.material.board, BLACK, 0.25)))


HUB, TREAD = 0.42, 0.93
"""Where the parts of a wheel begin and end, for a radius of one."""


def _badge(brush: Brush, each: Shape) -> str:
    colour, middle = paint(each.paint), middle_of(each.at, each.size)
    radius = max(each.size) / 2
    disc = ink.circle(middle, radius, fill=brush.dome(colour), stroke=edge_of(colour), stroke_width=0.04)
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
    "silver": _silver,
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
    "dimple": _dimple,
    "badge": _badge,
    "ruler": _ruler,
}
