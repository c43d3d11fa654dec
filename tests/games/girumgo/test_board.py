"""The board of Girumgo, its wheels and seats, GI-1 to GI-5."""

import math

import numpy as np
import pytest

import sobremesa
from sobremesa import find
from sobremesa.games.girumgo import notation, rules
from tests.contracts.walks import table_of
from tests.games.girumgo.tables import faults_of, match_with, texts

GAME = find("girumgo")
SIZES = [(3, 19, 24), (4, 37, 54), (5, 61, 96)]


@pytest.mark.parametrize(("size", "wheels", "holes"), SIZES)
def test_gi_1_a_hexagon_of_wheels(size: int, wheels: int, holes: int) -> None:
    t = GAME.table(2, {"size": size})

    points = notation.POINTS[: rules.wheels(t)]

    assert (rules.wheels(t), rules.holes(t)) == (wheels, holes)
    assert sorted(points) == [
        (q, r)
        for q in range(1 - size, size)
        for r in range(1 - size, size)
        if max(abs(q), abs(r), abs(q + r)) <= size - 1
    ]


@pytest.mark.parametrize(("size", "wheels", "holes"), SIZES)
def test_gi_1_every_wheel_of_the_board_can_be_turned_and_no_other(size: int, wheels: int, holes: int) -> None:
    match = match_with(die=1, options={"size": size})

    turned = {text.split()[1] for text in texts(match) if text.startswith("turn")}

    assert turned == set(notation.WHEEL_TEXTS[:wheels])
    assert faults_of(rot={f"{size},0": 1}, options={"size": size}, turn=0) == ["wheel"]


def test_gi_1_the_largest_board_has_two_turns_and_a_step_for_every_wheel_and_one_end() -> None:
    assert GAME.moves == 3 * 61 + 1


@pytest.mark.parametrize(("size", "wheels", "holes"), SIZES)
def test_gi_2_a_hole_lies_where_three_discs_meet(size: int, wheels: int, holes: int) -> None:
    # The wedges of a hole, drawn as the specification says, point from the middles of their discs to one point.
    for places in notation.HOLES[:holes]:
        tips = [
            (
                2 * (q + r / 2) + 2 / math.sqrt(3) * math.cos(math.radians(30 + 60 * slot)),
                math.sqrt(3) * r - 2 / math.sqrt(3) * math.sin(math.radians(30 + 60 * slot)),
            )
            for (q, r), slot in ((notation.POINTS[disc], slot) for disc, slot in places)
        ]
        assert np.ptp(np.array(tips), axis=0) == pytest.approx([0, 0])
        assert all(disc < wheels for disc, _ in places)


@pytest.mark.parametrize(("size", "faces"), [(3, [12, 18, 42]), (4, [12, 36, 114]), (5, [12, 54, 222])])
def test_gi_2_vertices_face_two_holes_edges_three_the_others_six(size: int, faces: list[int]) -> None:
    t = GAME.table(2, {"size": size})

    faced = [int((rules.HOLE[disc] < rules.holes(t)).sum()) for disc in range(rules.wheels(t))]

    assert [sum(count for count in faced if count == wanted) for wanted in (2, 3, 6)] == faces
    assert sum(faced) == 3 * rules.holes(t)


@pytest.mark.parametrize("name", ["0,0/0:3", "1,0/2:3", "1,-1/4:3"])
def test_gi_2_a_hole_has_three_names_and_is_printed_under_one(name: str) -> None:
    match = match_with(die=6, turns_left=3, scored=[name])

    assert match.position()["scored"] == ["0,0/0:3"]


def test_gi_3_six_colours_counter_clockwise() -> None:
    shown = [[rules.colour_at(rot, slot) for slot in range(6)] for rot in (0, 1, 5)]

    assert shown == [[0, 1, 2, 3, 4, 5], [5, 0, 1, 2, 3, 4], [1, 2, 3, 4, 5, 0]]
    assert all(rules.slot_of(rot, rules.colour_at(rot, slot)) == slot for rot in range(6) for slot in range(6))


@pytest.mark.parametrize("size", [3, 4, 5])
def test_gi_4_tokens_start_on_their_vertex_and_go_to_the_opposite_one(size: int) -> None:
    t = GAME.table(6, {"size": size})
    far = size - 1

    starts = [notation.POINTS[rules.start_of(t, seat)] for seat in range(6)]
    targets = [notation.POINTS[rules.target_of(t, seat)] for seat in range(6)]

    assert starts == [(far, 0), (0, far), (-far, far), (-far, 0), (0, -far), (far, -far)]
    assert targets == [(-q, -r) for q, r in starts]


@pytest.mark.parametrize(
    ("seats", "colours"),
    [(2, [0, 3]), (3, [0, 4, 2]), (4, [0, 5, 3, 2]), (5, [0, 5, 4, 3, 2]), (6, [0, 5, 4, 3, 2, 1])],
)
def test_gi_5_seats_have_their_colours_clockwise(seats: int, colours: list[int]) -> None:
    match = match_with(seats=seats)
    corners = [[3, 0], [3, -3], [0, -3], [-3, 0], [-3, 3], [0, 3]]

    assert [rules.colour_of(table_of(match), seat) for seat in range(seats)] == colours
    assert match.position()["tokens"] == [corners[colour] for colour in colours]


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_gi_5_no_other_number_plays(seats: int) -> None:
    with pytest.raises(sobremesa.InvalidSeats):
        sobremesa.start("girumgo", seats=seats)


def test_seats_and_wedges_have_their_colours() -> None:
    scene = sobremesa.start("girumgo", seats=2, seed=1).view().scene()

    assert scene.colours == ("red", "green")
    assert [face.paint for face in scene.kinds[0].faces][5] == "purple"
