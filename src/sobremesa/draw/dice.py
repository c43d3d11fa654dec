"""Dice: real pips, for those that lie on the table and those that are printed on squares."""

from sobremesa.draw import ink

FAR = 0.27
MIDDLE, CORNERS, SIDES = [(0.0, 0.0)], [(-FAR, -FAR), (FAR, FAR)], [(-FAR, 0.0), (FAR, 0.0)]
OTHERS = [(FAR, -FAR), (-FAR, FAR)]
PIPS = {
    "1": MIDDLE,
    "2": CORNERS,
    "3": MIDDLE + CORNERS,
    "4": CORNERS + OTHERS,
    "5": MIDDLE + CORNERS + OTHERS,
    "6": CORNERS + OTHERS + SIDES,
}


def pips(face: str, side: float, colour: str) -> list[str]:
    """This is the pips of a face around the origin, for a die with a side."""
    return [ink.circle((x * side, y * side), 0.095 * side, fill=colour) for x, y in PIPS[face]]
