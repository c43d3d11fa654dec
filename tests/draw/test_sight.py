"""The measure of colours measures what was published."""

import pytest

from tests.draw.sight import SIGHTS, Triple, apart, difference, lab

# Pairs of colours and their distance, from the table by which Sharma, Wu and Dalal (2005) let everybody check their
# formulas: blues, greys, hues on either side of the zero, and colours that are far apart.
PUBLISHED = [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
    ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
    ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0011), 7.2195),
    ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
    ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((50.0, 2.5, 0.0), (56.0, -27.0, -3.0), 31.9030),
    ((50.0, 2.5, 0.0), (58.0, 24.0, 15.0), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
    ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
]


@pytest.mark.parametrize(("one", "other", "distance"), PUBLISHED)
def test_the_distance_is_the_published_one(one: Triple, other: Triple, distance: float) -> None:
    assert difference(one, other) == pytest.approx(distance, abs=5e-5)
    assert difference(other, one) == pytest.approx(distance, abs=5e-5)


@pytest.mark.parametrize("sight", SIGHTS)
def test_every_eye_sees_black_white_and_grey_alike(sight: str) -> None:
    assert lab("#000000", sight) == pytest.approx((0.0, 0.0, 0.0), abs=0.01)
    assert lab("#ffffff", sight) == pytest.approx((100.0, 0.0, 0.0), abs=0.05)
    assert apart("#808080", "#808080", sight) == 0


def test_each_eye_confuses_what_it_cannot_tell() -> None:
    # A red and a green of equal strength to whoever lacks one of both kinds of cones; a blue and a green for the third.
    pairs = {"protan": ("#a06000", "#707000"), "deutan": ("#b06a30", "#808030"), "tritan": ("#2090a0", "#209070")}
    for sight, (one, other) in pairs.items():
        assert apart(one, other, sight) < 0.5 * apart(one, other)
