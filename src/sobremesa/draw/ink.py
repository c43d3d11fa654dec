"""Ink: the few elements of SVG that pictures are made of, as text, with everything that is written escaped."""

import re
from functools import cache
from html import escape

from sobremesa.core.scene import Point

SERIF = "Georgia, 'DejaVu Serif', serif"
SANS = "system-ui, 'DejaVu Sans', sans-serif"
STENCIL = "'Stencil Std', Stencil, 'Courier New', 'DejaVu Sans Mono', monospace"
LETTER = 0.62
"""How wide a letter is at most on average, for its size."""
MIDDLE = "middle"
FINE = 100
"""How many units of letters make one of the board: programs that draw round the sizes of letters to whole units."""
REFERENCE = "url(#"
# What XML cannot hold, not even escaped.
FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """This writes a number as short as a picture allows."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def safe(text: str) -> str:
    """This is a text as it may stand in SVG."""
    return escape(FORBIDDEN.sub("\ufffd", text))


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """This writes an element; an underscore in the name of an attribute is a dash, and one at its end is none.

    >>> tag("circle", r=0.5, fill="none", class_="a<b")
    '<circle r="0.5" fill="none" class="a&lt;b"/>'
    """
    parts = [name]
    for key, value in attributes.items():
        if not isinstance(value, str):
            value = number(value)
        elif not value.startswith(REFERENCE):
            value = safe(value)
        parts.append(f'{_attribute(key)}="{value}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


@cache
def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def rect(at: Point, size: Point, *, round_: float = 0.0, **attributes: str | float) -> str:
    """This is a rectangle by its upper left corner."""
    corners = {"rx": round_} if round_ else {}
    return tag("rect", x=at[0], y=at[1], width=size[0], height=size[1], **corners, **attributes)


def circle(middle: Point, radius: float, **attributes: str | float) -> str:
    """This is a circle by its middle."""
    return tag("circle", cx=middle[0], cy=middle[1], r=radius, **attributes)


def polygon(points: list[Point], **attributes: str | float) -> str:
    """This is a polygon by its corners; the joins are round, so that no corner sticks out."""
    joined = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return tag("polygon", points=joined, stroke_linejoin="round", **attributes)


def path(drawn: str, **attributes: str | float) -> str:
    """This is a path."""
    return tag("path", d=drawn, **attributes)


def text(
    said: str, middle: Point, size: float, fill: str, *, room: float = 0.0, side: str = MIDDLE, **more: str | float
) -> str:
    """This writes a line around a point, smaller if there is not enough room; its type is that of what is around it."""
    if room and said:
        size = min(size, room / (LETTER * len(said)))
    settings: dict[str, str | float] = more if side == MIDDLE else {"text_anchor": side, **more}
    # Capitals and digits are about 0.7 of their size high.
    place = f"translate({number(middle[0])} {number(middle[1] + 0.35 * size)}) scale({number(1 / FINE)})"
    return tag("text", safe(said), transform=place, font_size=round(FINE * size, 1), fill=fill, **settings)


def group(
    *inside: str,
    at: Point = (0.0, 0.0),
    scale: float = 1.0,
    turn: float = 0.0,
    opacity: float = 1.0,
    **attributes: str | float,
) -> str:
    """This puts a drawing that was made around the origin where it belongs."""
    moves = [f"translate({number(at[0])} {number(at[1])})"] if at != (0.0, 0.0) else []
    moves += [f"rotate({number(turn)})"] if turn else []
    moves += [f"scale({number(scale)})"] if scale != 1.0 else []
    settings: dict[str, str | float] = {"transform": " ".join(moves)} if moves else {}
    if opacity != 1.0:
        settings["opacity"] = opacity
    return tag("g", *inside, **settings, **attributes)
