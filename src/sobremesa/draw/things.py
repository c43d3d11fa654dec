"""Things: how what lies on the table is drawn, around the origin and in its own size. The form of a kind decides."""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from sobremesa.core.scene import Face, Kind, Point
from sobremesa.draw import ink
from sobremesa.draw.brush import Brush, paint
from sobremesa.draw.dice import PIPS, pips
from sobremesa.draw.marks import drop, form, mark
from sobremesa.draw.paints import BLACK, DARK, PAINTS, WHITE, edge_of, ink_on, legible, mix
from sobremesa.draw.shapes import HUB, TREAD

ORIGIN = (0.0, 0.0)
HIDDEN = "?"
SECTOR = "sector"


@dataclass(frozen=True)
class Piece:
    """This is all that the drawing of a thing depends on: its kind, its face and its owner."""

    kind: Kind
    face: Face
    owner: int | None = None

    @property
    def label(self) -> str:
        """This is what is written on it."""
        return self.face.label or self.face.text


def draw(brush: Brush, piece: Piece) -> str:
    """This draws a thing."""
    return FORMS.get(piece.kind.form, _counter)(brush, piece)


def _box(size: Point, round_: float, **attributes: str | float) -> str:
    return ink.rect((-size[0] / 2, -size[1] / 2), size, round_=round_, **attributes)


def _shadow(brush: Brush, owner: int, radius: float) -> str:
    return ink.group(form(owner, radius, fill=BLACK, opacity=brush.around.shadow), at=(0.03, 0.05))


def _pawn(brush: Brush, piece: Piece) -> str:
    owner, radius = piece.owner or 0, 0.42 * min(piece.kind.size)
    colour = brush.owned(piece.owner)
    edge = edge_of(colour)
    parts = [
        _shadow(brush, owner, radius),
        form(owner, radius, fill=brush.dome(colour), stroke=edge, stroke_width=0.05),
        form(owner, 0.83 * radius, fill="none", stroke=WHITE, stroke_width=0.035, opacity=0.9),
        _on_form(piece, owner, radius, colour),
    ]
    return "".join(parts)


def _on_form(piece: Piece, owner: int, radius: float, colour: str) -> str:
    middle = 0.0, drop(owner) * radius
    return ink.text(piece.label, middle, 1.05 * radius, ink_on(colour), room=1.15 * radius)


def _chip(brush: Brush, piece: Piece) -> str:
    owner, radius = piece.owner or 0, 0.42 * min(piece.kind.size)
    colour = brush.owned(piece.owner)
    drawn = _disc(brush, owner, radius, colour) + _on_form(piece, owner, radius, colour)
    for name in piece.face.marks:
        drawn += mark(name, (radius, -radius), 0.9 * radius, PAINTS["yellow"], rim=DARK)
    return drawn


def _disc(brush: Brush, owner: int, radius: float, colour: str) -> str:
    dark = edge_of(colour)
    return "".join(
        (
            _shadow(brush, owner, radius),
            form(owner, radius, fill=colour, stroke=dark, stroke_width=0.05),
            form(
                owner,
                0.9 * radius,
                fill="none",
                stroke=WHITE,
                stroke_width=0.06,
                stroke_dasharray="0.12 0.14",
                opacity=0.85,
            ),
            form(owner, 0.72 * radius, fill=brush.sheen(colour), stroke=dark, stroke_width=0.02),
        )
    )


def _pile(brush: Brush, piece: Piece) -> str:
    """This is a pile of what somebody has left, and how many they are."""
    owner, colour = piece.owner or 0, brush.owned(piece.owner)
    radius = 0.36 * piece.kind.size[1]
    x = radius - piece.kind.size[0] / 2 + 0.06
    layers = [ink.group(_disc(brush, owner, radius, colour), at=(x, 0.1 - 0.09 * layer)) for layer in range(3)]
    return "".join(layers) + _amount(brush, piece, x + 1.15 * radius)


def _amount(brush: Brush, piece: Piece, x: float) -> str:
    room = piece.kind.size[0] / 2 - x
    return ink.text(piece.label, (x, 0.0), 0.4 * piece.kind.size[1], brush.around.ink, room=room, side="start")


def _counter(brush: Brush, piece: Piece) -> str:
    """This is a number with a little drawing, on the form of whoever it belongs to."""
    width, height = piece.kind.size
    radius = 0.36 * height
    x = radius - width / 2 + 0.06 * height
    if piece.owner is None or piece.kind.form == "tally":
        return _sign(brush, piece.kind, (x, 0.0), radius) + _amount(brush, piece, x + 1.35 * radius)
    owner, colour = piece.owner, brush.owned(piece.owner)
    body = form(owner, radius, fill=brush.sheen(colour), stroke=brush.rim(colour), stroke_width=0.035)
    drawn = mark(piece.kind.mark, (0.0, drop(owner) * radius), 1.1 * radius, ink_on(colour))
    return ink.group(body, drawn, at=(x, 0.0)) + _amount(brush, piece, x + 1.35 * radius)


def _sign(brush: Brush, kind: Kind, at: Point, radius: float) -> str:
    if not kind.paint:
        return mark(kind.mark, at, 1.8 * radius, brush.around.ink)
    colour = paint(kind.paint)
    disc = ink.circle(at, radius, fill=brush.sheen(colour), stroke=mix(colour, BLACK, 0.5), stroke_width=0.03)
    return disc + mark(kind.mark, at, 1.35 * radius, ink_on(colour))


def _guard(brush: Brush, piece: Piece) -> str:
    size = min(piece.kind.size)
    body = mark("shield", (0.0, 0.0), size, PAINTS["black"], rim=PAINTS["white"])
    return body + ink.text(piece.label, (0.0, -0.02 * size), 0.44 * size, PAINTS["white"])


def _die(brush: Brush, piece: Piece) -> str:
    side = 0.84 * min(piece.kind.size)
    ground = paint(piece.face.paint) if piece.face.paint else PAINTS["white"]
    letters = ink_on(ground)
    shadow = ink.group(_box((side, side), round_=0.2 * side, fill=BLACK, opacity=brush.around.shadow), at=(0.03, 0.05))
    edge = mix(ground, BLACK, 0.45)
    parts = [_box((side, side), round_=0.2 * side, fill=brush.sheen(ground), stroke=edge, stroke_width=0.025)]
    if piece.face.marks:
        parts.append(mark(piece.face.marks[0], ORIGIN, 0.66 * side, letters))
    elif piece.face.text in PIPS:
        parts += pips(piece.face.text, side, letters)
    elif piece.label:
        parts.append(ink.text(piece.label, ORIGIN, 0.6 * side, letters, room=0.8 * side))
    else:
        # It has not been thrown.
        return ink.group(shadow, *parts, opacity=0.55)
    return ink.group(shadow, *parts)


def _card(brush: Brush, piece: Piece) -> str:
    """This is an index card: what it is stands on a band of its colour, above a ruled sheet with its pictures."""
    if piece.face.text == HIDDEN:
        return _back(brush, piece)
    width, height = size = piece.kind.size
    material = brush.material
    colour = paint(piece.face.paint) if piece.face.paint else material.accent
    lines = "".join(
        f"M{ink.number(0.06 - width / 2)} {ink.number(height * share)}h{ink.number(width - 0.12)}"
        for share in (-0.02, 0.12, 0.26, 0.4)
    )
    label = (0.09 - width / 2, 0.05 - 0.35 * height)
    parts = [
        _box(size, round_=0.09, fill=brush.sheen(material.square), stroke=material.edge, stroke_width=0.03),
        ink.path(lines, stroke=mix(material.square, PAINTS["blue"], 0.25), stroke_width=0.012),
        ink.rect((0.05 - width / 2, 0.05 - height / 2), (width - 0.1, 0.3 * height), round_=0.05, fill=colour),
        ink.text(
            piece.label,
            label,
            0.25 * height,
            ink_on(colour),
            room=width - 0.16,
            side="start",
            font_family=ink.STENCIL,
        ),
    ]
    return "".join(parts) + _marks(piece, legible(colour, material.square))


def _marks(piece: Piece, colour: str) -> str:
    width, height = piece.kind.size
    count = max(len(piece.face.marks), 1)
    side = min(0.5 * height, 0.9 * width / count)
    left = -side * (count - 1) / 2
    spots = [(left + side * number, 0.17 * height) for number in range(count)]
    return "".join(mark(name, spot, 0.94 * side, colour) for name, spot in zip(piece.face.marks, spots, strict=False))


def _back(brush: Brush, piece: Piece) -> str:
    width, height = size = piece.kind.size
    frame, paper = brush.material.frame, brush.material.square
    inner = width - 0.14, height - 0.14
    return "".join(
        (
            _box(size, round_=0.09, fill=brush.sheen(frame), stroke=mix(frame, BLACK, 0.5), stroke_width=0.025),
            _box(inner, round_=0.05, fill=brush.quilted(frame, mix(frame, paper, 0.35), 0.2)),
            _box(inner, round_=0.05, fill="none", stroke=paper, stroke_width=0.025, opacity=0.8),
            ink.circle(ORIGIN, 0.33 * width, fill=frame, stroke=paper, stroke_width=0.025),
            mark(piece.kind.mark, ORIGIN, 0.4 * width, paper, opacity=0.9) if piece.kind.mark else "",
        )
    )


def _deck(brush: Brush, piece: Piece) -> str:
    if piece.face.text == "0":
        empty = _box(piece.kind.size, round_=0.09, fill="none", stroke=brush.around.faint, stroke_width=0.03)
        return empty + ink.text("0", ORIGIN, 0.4, brush.around.faint)
    layers = [ink.group(_back(brush, piece), at=(0.05 - 0.05 * layer, 0.05 - 0.05 * layer)) for layer in range(2)]
    paper = brush.material.square
    disc = ink.circle(ORIGIN, 0.31, fill=paper, stroke=brush.material.edge, stroke_width=0.03)
    count = ink.text(piece.label, ORIGIN, 0.32, ink_on(paper), room=0.5)
    return "".join(layers) + disc + count


def _coin(brush: Brush, piece: Piece) -> str:
    radius, gold = 0.42 * min(piece.kind.size), PAINTS["gold"]
    parts = [
        ink.circle(ORIGIN, radius, fill=brush.sheen(gold), stroke=mix(gold, BLACK, 0.5), stroke_width=0.04),
        ink.circle(ORIGIN, 0.8 * radius, fill="none", stroke=mix(gold, BLACK, 0.3), stroke_width=0.02),
    ]
    if piece.face.marks:
        parts.append(mark(piece.face.marks[0], ORIGIN, 1.1 * radius, DARK))
    else:
        parts.append(ink.text(piece.label, ORIGIN, 1.1 * radius, DARK))
    return "".join(parts)


def _glass(brush: Brush, piece: Piece) -> str:
    """This is a clear disc, which lets see what is under it."""
    radius = 0.46 * min(piece.kind.size)
    shine = f"M{ink.number(-0.6 * radius)} {ink.number(-0.25 * radius)}A{ink.number(0.65 * radius)} "
    shine += f"{ink.number(0.65 * radius)} 0 0 1 {ink.number(0.05 * radius)} {ink.number(-0.65 * radius)}"
    return "".join(
        (
            ink.circle(ORIGIN, radius, fill=WHITE, fill_opacity=0.25, stroke=DARK, stroke_width=0.09),
            ink.circle(ORIGIN, radius, fill="none", stroke=WHITE, stroke_width=0.05),
            ink.path(shine, fill="none", stroke=WHITE, stroke_width=0.07, stroke_linecap="round"),
        )
    )


def _sector(brush: Brush, piece: Piece) -> str:
    """This is the part of a wheel at its right, around the middle of the wheel; it is turned to where it belongs."""
    outer, inner, half = TREAD * piece.kind.size[0] / 2, HUB * piece.kind.size[0] / 2, 180 / piece.kind.parts
    (a, b), (c, d) = (toward(side, outer) for side in (-half, half))
    (e, f), (g, h) = (toward(side, inner) for side in (half, -half))
    far, near = ink.number(outer), ink.number(inner)
    numbers = [ink.number(value) for value in (a, b, c, d, e, f, g, h)]
    drawn = "M{} {}A{far} {far} 0 0 0 {} {}L{} {}A{near} {near} 0 0 1 {} {}Z".format(*numbers, far=far, near=near)
    colour = paint(piece.face.paint)
    body = ink.path(
        drawn,
        fill=brush.ring(colour, outer),
        stroke=mix(colour, BLACK, 0.55),
        stroke_width=0.025,
        stroke_linejoin="round",
    )
    # The letters look outwards, as on a wheel that is printed.
    written = ink.text(piece.label, ORIGIN, 0.3 * outer, ink_on(colour), opacity=0.8)
    return body + ink.group(written, at=(0.74 * outer, 0.0), turn=90.0)


def toward(angle: float, far: float) -> Point:
    """This is a point so far from the origin, in a direction of so many degrees from the right, against the clock."""
    return far * cos(angle * pi / 180), -far * sin(angle * pi / 180)


def _picture(brush: Brush, piece: Piece) -> str:
    """This is a little drawing alone, with its letter or number below it."""
    side = min(piece.kind.size)
    name = piece.face.marks[0] if piece.face.marks else piece.kind.mark
    colour = legible(paint(piece.face.paint), brush.material.square) if piece.face.paint else brush.material.ink
    drawn = mark(name, (0.0, -0.1 * side), 0.6 * side, colour)
    return drawn + ink.text(piece.label, (0.0, 0.38 * side), 0.28 * side, colour, font_family=ink.STENCIL)


FORMS: dict[str, Callable[[Brush, Piece], str]] = {
    "pawn": _pawn,
    "chip": _chip,
    "pile": _pile,
    "counter": _counter,
    "tally": _counter,
    "guard": _guard,
    "die": _die,
    "card": _card,
    "deck": _deck,
    "coin": _coin,
    "glass": _glass,
    SECTOR: _sector,
    "picture": _picture,
}
