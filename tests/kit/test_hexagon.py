import pytest

from sobremesa.kit import hexagon
from sobremesa.kit.hexagon import DIRECTIONS, NOWHERE


def test_rings_run_counter_clockwise_from_the_right() -> None:
    assert hexagon.points(3)[7:] == [
        (2, 0),
        (2, -1),
        (2, -2),
        (1, -2),
        (0, -2),
        (-1, -1),
        (-2, 0),
        (-2, 1),
        (-2, 2),
        (-1, 2),
        (0, 2),
        (1, 1),
    ]


@pytest.mark.parametrize("side", [1, 2, 3, 4])
def test_a_smaller_board_is_the_beginning_of_a_larger_one(side: int) -> None:
    discs, holes = hexagon.discs(side), len(hexagon.holes(side))
    beside, within = hexagon.neighbours(5), hexagon.neighbours(side)

    assert len(hexagon.points(side)) == discs
    assert hexagon.points(5)[:discs] == hexagon.points(side)
    assert hexagon.holes(5)[:holes] == hexagon.holes(side)
    assert hexagon.orbits(5)[:discs].tolist() == hexagon.orbits(side).tolist()
    assert ((beside[:discs] < discs) == (within != NOWHERE)).all()
    assert ((hexagon.facing(5)[:discs] < holes) == (hexagon.facing(side) != NOWHERE)).all()


def test_neighbours_lie_in_their_direction() -> None:
    points, beside = hexagon.points(4), hexagon.neighbours(4)

    for disc, (q, r) in enumerate(points):
        for direction, (right, down) in enumerate(DIRECTIONS):
            if beside[disc, direction] == NOWHERE:
                assert (q + right, r + down) not in points
            else:
                assert points[beside[disc, direction]] == (q + right, r + down)


@pytest.mark.parametrize("side", [2, 3, 4, 5])
def test_a_hole_faces_three_discs_that_touch(side: int) -> None:
    beside, facing, holes = hexagon.neighbours(side), hexagon.facing(side), hexagon.holes(side)

    assert len(holes) == 6 * (side - 1) ** 2
    assert (facing != NOWHERE).sum() == 3 * len(holes)
    for number, places in enumerate(holes):
        assert places[0][1] in (0, 1)
        for (disc, at), (following, there) in zip(places, places[1:] + places[:1], strict=True):
            assert facing[disc, at] == number
            assert beside[disc, at] == following
            assert there == (at + 2) % 6


def test_an_orbit_is_what_turns_into_itself() -> None:
    points, orbits = hexagon.points(5), hexagon.orbits(5)

    for disc, (q, r) in enumerate(points):
        turned = points.index((q + r, -q))
        assert orbits[turned] == orbits[disc]
    assert orbits.max() + 1 == 11
