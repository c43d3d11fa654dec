"""The brush: which colours a picture has in its theme, and the gradients that it asked for."""

from hashlib import sha256

from sobremesa.core.scene import Scene
from sobremesa.draw import ink
from sobremesa.draw.paints import AROUND, MATERIALS, PAINTS, mix

SCOPE = "\0"
"""Stands for the name of the picture, which is known only when all of it is drawn; no text can hold it."""


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
        return mix(colour, "#ffffff" if self.is_dark else "#000000", 0.5)

    def sheen(self, colour: str) -> str:
        """This is a colour that shines a little, as if the light came from above."""
        return self._shade(colour[1:], "linearGradient", mix(colour, "#ffffff", 0.18), colour, y2=1.0, x2=0.3)

    def glow(self, light: str, edge: str) -> str:
        """This is a light in the middle that fades towards the edges."""
        return self._shade(f"{light[1:]}-{edge[1:]}", "radialGradient", light, edge, r=0.75)

    def _shade(self, name: str, form: str, first: str, last: str, **settings: float) -> str:
        stops = ink.tag("stop", offset=0.0, stop_color=first), ink.tag("stop", offset=1.0, stop_color=last)
        self.gradients[name] = ink.tag(form, *stops, **({"x1": 0.0, "y1": 0.0} if "y2" in settings else {}), **settings)
        return f"url(#{SCOPE}-{name})"

    def defs(self) -> str:
        """This is the gradients that were asked for, with their names."""
        return "".join(
            gradient.replace(" ", f' id="{SCOPE}-{name}" ', 1) for name, gradient in sorted(self.gradients.items())
        )


def scope_of(*drawn: str) -> str:
    """This is a name for the gradients of a drawing, which no other drawing has."""
    return "s" + sha256("\0".join(drawn).encode()).hexdigest()[:10]


def paint(name: str) -> str:
    """This is a colour by its name; one that nobody knows is grey."""
    return PAINTS.get(name, PAINTS["grey"])
