"""How colours look to different eyes, and how far apart two of them are to whoever sees them.

Everything here follows published formulas: the standards of sRGB and of CIE Lab, the colour difference CIEDE2000 as
Sharma, Wu and Dalal (2005) write it down, and after Machado, Oliveira and Fernandes (2009) the sight of those who lack
one of the three kinds of cones.
"""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

from sobremesa.draw.paints import channels

Triple = tuple[float, float, float]

# What each eye makes of red, green and blue light. Whoever lacks no kind of cones sees what is there.
SIGHTS: dict[str, tuple[Triple, Triple, Triple]] = {
    "all": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: tuple[Triple, Triple, Triple] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
DAYLIGHT: Triple = (0.95047, 1.0, 1.08883)
FAR = 25.0**7


def lab(colour: str, sight: str = "all") -> Triple:
    """This is a colour as an eye sees it: how light, how red rather than green, how yellow rather than blue."""
    light = _times(SIGHTS[sight], _linear(colour))
    xyz = _times(TO_XYZ, (_within(light[0]), _within(light[1]), _within(light[2])))
    x, y, z = (_root(part / white) for part, white in zip(xyz, DAYLIGHT, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one: str, other: str, sight: str = "all") -> float:
    """This is how far apart two colours are to an eye; below 2 hardly anybody sees a difference."""
    return difference(lab(one, sight), lab(other, sight))


def difference(one: Triple, other: Triple) -> float:
    """This is the distance CIEDE2000 of two colours in CIE Lab."""
    (light_1, a_1, b_1), (light_2, a_2, b_2) = one, other
    # Greys are drawn apart a little, for there the eye is fine.
    mean = ((hypot(a_1, b_1) + hypot(a_2, b_2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(mean / (mean + FAR)))
    chroma_1, chroma_2 = hypot(stretch * a_1, b_1), hypot(stretch * a_2, b_2)
    hue_1, hue_2 = _hue(stretch * a_1, b_1), _hue(stretch * a_2, b_2)
    turn, hue = _between(hue_1, hue_2, is_grey=chroma_1 * chroma_2 == 0)

    light, chroma = (light_1 + light_2) / 2, (chroma_1 + chroma_2) / 2
    tint = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    lighter = (light_2 - light_1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    stronger = (chroma_2 - chroma_1) / (1 + 0.045 * chroma)
    turned = 2 * sqrt(chroma_1 * chroma_2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * tint)
    # Among blues, strength and hue are felt together.
    blue = -2 * sqrt(chroma**7 / (chroma**7 + FAR)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(lighter**2 + stronger**2 + turned**2 + blue * stronger * turned)


def _between(one: float, other: float, *, is_grey: bool) -> tuple[float, float]:
    """This is the turn from one hue to another by the shorter way, and the hue in the middle of that way."""
    if is_grey:
        return 0.0, one + other
    turn = other - one
    if abs(turn) <= 180:
        return turn, (one + other) / 2
    middle = (one + other + (360 if one + other < 360 else -360)) / 2
    return turn - 360 if turn > 180 else turn + 360, middle


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360


def _cos(angle: float) -> float:
    return cos(radians(angle))


def _linear(colour: str) -> Triple:
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (part / 255 for part in channels(colour))
    )
    return red, green, blue


def _times(rows: tuple[Triple, Triple, Triple], parts: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, parts, strict=True)) for row in rows)
    return first, second, third


def _within(share: float) -> float:
    return min(1.0, max(0.0, share))


def _root(share: float) -> float:
    return share ** (1 / 3) if share > (6 / 29) ** 3 else share / (3 * (6 / 29) ** 2) + 4 / 29
