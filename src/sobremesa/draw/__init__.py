"""Pictures: any view of any game as SVG, drawn from its scene, its things and its words alone."""

from sobremesa.draw.paints import THEMES
from sobremesa.draw.picture import svg

__all__ = ["THEMES", "svg"]
