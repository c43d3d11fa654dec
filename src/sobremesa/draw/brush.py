"""The brush: which colours a picture has in its theme, and the gradients and patterns that it asked for."""

from collections.abc import Iterable
from hashlib import sha256
from random import Random

from sobremesa.core.scene import Scene
from sobremesa.draw import ink
from sobremesa.draw.paints import AROUND, BLACK, MATERIALS, PAINTS, WHITE, mix

SCOPE = "\0"
"""Stands for the name of the picture, which is known only when all of it is drawn; no text can hold it."""
SPECKS = [(0.05 + 0.9 * scatter.random(), 0.05 + 0.9 * scatter.random()) for scatter in [Random(4)] for _ in range(26)]
"""Spots that lie scattered on a square, always the same."""


class Brush:
    """This is what a picture is drawn with."""

    def __init__(self, scene: Scene, theme: str) -> None:
        self.around = AROUND[theme]
        self.material = MATERIALS.get(scene.material, MATERIALS["wood"])[theme]
        self.is_dark = theme == "dark"
        self.colours = [paint(name) for name in scene.colours]
        self.gradients: dict[str, str] = {}

    def owned(self, owner: int | None) -> str:
        """This is the colour of an owner's things; what nobody owns is like a square."""
        return self.material.square if owner is None else self.colours[owner % len(self.colours)]

    def rim(self, colour: str) -> str:
        """This is a line around a colour that stands apart from the table, whatever the colour is."""
        return mix(colour, WHITE if self.is_dark else BLACK, 0.5)

    def sheen(self, colour: str) -> str:
        """This is a colour that shines a little, as if the light came from above."""
        stops = (0.0, mix(colour, WHITE, 0.18)), (1.0, colour)
        return self._linear(colour[1:], stops, x2=0.3, y2=1.0)

    def dome(self, colour: str) -> str:
        """This is a colour on something round that stands up: light falls on it from the upper left."""
        stops = (0.0, mix(colour, WHITE, 0.42)), (0.45, colour), (1.0, mix(colour, BLACK, 0.28))
        return self._radial(f"dome-{colour[1:]}", stops, cx=0.36, cy=0.3, r=0.78)

    def bevel(self, colour: str) -> str:
        """This is the edge of something carved: light above, dark below."""
        stops = (0.0, mix(colour, WHITE, 0.55)), (0.5, colour), (1.0, mix(colour, BLACK, 0.45))
        return self._linear(f"bevel-{colour[1:]}", stops, x2=0.35, y2=1.0)

    def hollow(self, colour: str) -> str:
        """This is the ground of something sunken: its upper side lies in the shadow."""
        stops = (0.0, mix(colour, BLACK, 0.45)), (0.16, mix(colour, BLACK, 0.12)), (1.0, mix(colour, WHITE, 0.12))
        return self._linear(f"hollow-{colour[1:]}", stops, x2=0.12, y2=1.0)

    def metal(self, colour: str) -> str:
        """This is polished metal: bright bands beside dark ones."""
        light, dark = mix(colour, WHITE, 0.55), mix(colour, BLACK, 0.25)
        stops = (0.0, light), (0.3, colour), (0.5, mix(colour, WHITE, 0.35)), (0.75, dark), (1.0, colour)
        return self._linear(f"metal-{colour[1:]}", stops, x2=1.0, y2=1.0)

    def planks(self, colour: str, count: int) -> str:
        """This is wood in planks that lie on top of one another, each of a tone of its own."""
        stops: list[tuple[float, str]] = []
        for plank in range(count):
            tone = mix(colour, (WHITE, BLACK)[plank % 2], 0.03 + 0.025 * (plank * 5 % 3))
            top, bottom = plank / count, (plank + 1) / count
            stops += [(top, mix(tone, WHITE, 0.08)), (top + 0.3 / count, tone), (bottom - 0.012, tone)]
            stops += [(bottom - 0.006, mix(tone, BLACK, 0.3))] if plank < count - 1 else []
        return self._linear(f"planks-{colour[1:]}", stops, x2=0.0, y2=1.0)

    def light(self) -> str:
        """This is the light of a lamp above the middle: it lies over whatever is there."""
        bright, dim = (0.1, 0.22) if self.is_dark else (0.2, 0.12)
        stops = (
            ink.tag("stop", offset=0.0, stop_color=WHITE, stop_opacity=bright),
            ink.tag("stop", offset=0.55, stop_color=WHITE, stop_opacity=0.0),
            ink.tag("stop", offset=1.0, stop_color=BLACK, stop_opacity=dim),
        )
        return self._keep("light", ink.tag("radialGradient", *stops, cx=0.46, cy=0.4, r=0.8))

    def glow(self, light: str, edge: str) -> str:
        """This is a light in the middle that fades towards the edges."""
        return self._radial(f"{light[1:]}-{edge[1:]}", ((0.0, light), (1.0, edge)), r=0.75)

    def ring(self, colour: str, radius: float) -> str:
        """This is a glossy band around the origin, dark at either edge; it looks the same however it is turned."""
        stops = (
            (0.0, mix(colour, BLACK, 0.3)),
            (0.34, colour),
            (0.62, mix(colour, WHITE, 0.3)),
            (0.86, colour),
            (1.0, mix(colour, BLACK, 0.3)),
        )
        around: dict[str, str | float] = {"gradientUnits": "userSpaceOnUse", "cx": 0.0, "cy": 0.0, "r": radius}
        return self._radial(f"ring-{colour[1:]}", stops, **around)

    def speckled(self, ground: str) -> str:
        """This is a rough ground: concrete, cork or felt."""
        dark, light = (
            "".join(f"M{ink.number(x)} {ink.number(y)}h0" for x, y in spots) for spots in (SPECKS[::2], SPECKS[1::2])
        )
        dot: dict[str, str | float] = {"stroke_width": 0.035, "stroke_linecap": "round"}
        inside = (
            ink.path(dark, stroke=mix(ground, BLACK, 0.3), **dot),
            ink.path(light, stroke=mix(ground, WHITE, 0.4), **dot),
        )
        return self._pattern(f"speckled-{ground[1:]}", ground, 1.0, *inside)

    def quilted(self, ground: str, thread: str, side: float) -> str:
        """This is cloth that is sewn in lozenges."""
        end = ink.number(side)
        sewn = ink.path(f"M0 0L{end} {end}M{end} 0L0 {end}", stroke=thread, stroke_width=0.035 * side)
        name = f"quilted-{ground[1:]}-{thread[1:]}-{end}".replace(".", "_")
        return self._pattern(name, ground, side, sewn)

    def _linear(self, name: str, stops: Iterable[tuple[float, str]], **settings: float) -> str:
        return self._keep(name, ink.tag("linearGradient", *_stops(stops), x1=0.0, y1=0.0, **settings))

    def _radial(self, name: str, stops: Iterable[tuple[float, str]], **settings: str | float) -> str:
        return self._keep(name, ink.tag("radialGradient", *_stops(stops), **settings))

    def _pattern(self, name: str, ground: str, side: float, *inside: str) -> str:
        base = ink.rect((0.0, 0.0), (side, side), fill=ground)
        tile: dict[str, str | float] = {"patternUnits": "userSpaceOnUse", "width": side, "height": side}
        return self._keep(name, ink.tag("pattern", base, *inside, **tile))

    def _keep(self, name: str, drawn: str) -> str:
        self.gradients[name] = drawn
        return f"url(#{SCOPE}-{name})"

    def defs(self) -> str:
        """This is the gradients and patterns that were asked for, with their names."""
        return "".join(
            gradient.replace(" ", f' id="{SCOPE}-{name}" ', 1) for name, gradient in sorted(self.gradients.items())
        )


def _stops(stops: Iterable[tuple[float, str]]) -> list[str]:
    return [ink.tag("stop", offset=round(offset, 3), stop_color=colour) for offset, colour in stops]


def scope_of(*drawn: str) -> str:
    """This is a name for the gradients of a drawing, which no other drawing has."""
    return "s" + sha256("\0".join(drawn).encode()).hexdigest()[:10]


def paint(name: str) -> str:
    """This is a colour by its name; one that nobody knows is grey."""
    return PAINTS.get(name, PAINTS["grey"])
