"""The parts from which a browser puts a table together."""

import json

import pytest

import sobremesa
from sobremesa import Match
from sobremesa.core.scene import CUES
from sobremesa.draw import layout
from sobremesa.draw.layout import look_name, named_piece
from sobremesa.draw.paints import PAINTS
from sobremesa.draw.stage import look, stage, things
from tests.draw import geometry


@pytest.fixture
def match() -> Match:
    board = ["......", ".AAA..", "......", "......", "......", "......"]
    return sobremesa.position({"game": "sequence-dice", "board": board, "turn": 1, "roll": 7})


def test_what_lies_on_places_is_remembered_but_not_for_ever(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    before = things(match.view(0))
    monkeypatch.setattr(layout, "PLACES", 2)
    monkeypatch.setattr(layout, "GROUPS", 2)
    layout._known.cache_clear()
    layout._groups.cache_clear()

    assert things(match.view(0)) == before
    assert len(layout._known(match.view(0).scene())) == 2
    assert len(layout._groups(match.view(0).scene())) == 2


def test_things_of_a_game_that_knows_no_groups_lie_just_so(match: Match) -> None:
    view = match.view(0)
    given = view.game.scenery.things(view.reading)

    assert list(layout.rows(view.scene(), list(given)).items()) == list(layout.rows(view.scene(), given).items())


def test_a_stage_is_the_board_its_places_and_the_seats(match: Match) -> None:
    made = stage(match.view(0), "dark")

    assert made["box"] == [-0.1, -0.1, 7.0, 8.5]
    assert made["captions"][0] == {"say": {"say": "zones.dice"}, "at": [0.18, 7.1], "side": "start", "zone": ""}
    board = made["zones"][0]
    assert (board["id"], board["name"], board["tray"]) == ("board", {"say": "zones.board"}, False)
    assert board["places"][7] == {
        "id": "1,1",
        "at": [1.4, 1.4],
        "size": [1.0, 1.0],
        "name": {"say": "places.square", "square": "1,1", "number": 7},
        "label": "7",
    }
    assert made["forms"] == ["circle", "square"]
    assert made["colours"] == [PAINTS["green"], PAINTS["blue"]]
    assert set(made["cues"].values()) <= set(CUES)
    assert {row[1].partition("|")[0] for row in things(match.view(0))} <= set(made["kinds"])
    assert all(kind["form"] and len(kind["size"]) == 2 for kind in made["kinds"].values())
    assert "plates" not in made
    assert json.loads(json.dumps(made)) == made


def test_partners_have_one_colour_and_one_form() -> None:
    made = stage(sobremesa.start("sequence-dice", seats=4, seed=1).view())

    assert made["forms"] == ["circle", "square"] * 2
    assert made["colours"][:2] == made["colours"][2:]


def test_names_of_seats_stand_where_the_scene_wants_them() -> None:
    made = stage(sobremesa.start("stalag17", seats=3, seed=1).view())

    assert len(made["plates"]) == 3


def test_a_thing_has_a_look_a_target_and_a_spot(match: Match) -> None:
    rows = {row[0]: row for row in things(match.view(1))}

    assert rows["chip-1,1-A"] == ("chip-1,1-A", "chip|A|0", "board/1,1", 1.9, 1.9, 1.0, 0.0)
    assert rows["die-0"][1:3] == ("die|1|", "dice/0")
    assert -7 <= rows["die-0"][6] <= 7


def test_parts_of_wheels_lie_lowest_and_are_turned() -> None:
    match = sobremesa.start("girumgo", seed=1, options={"setup": "aligned"})

    rows = things(match.view())

    kinds = [row[1].partition("|")[0] for row in rows]
    assert set(kinds[: 6 * 37]) == {"wedge"}
    assert "wedge" not in kinds[6 * 37 :]
    turns = [row[6] for row in rows[:6]]
    assert turns == pytest.approx([-30, -90, -150, 150, 90, 30], abs=0.01)
    assert len({row[3:5] for row in rows[:6]}) == 1


def test_a_rider_lies_on_its_carrier() -> None:
    pawns = [[15, -1, -1, -1], [2, -1, -1, -1], [-1] * 4, [-1] * 4]
    position = {"game": "royal-ludo", "seats": 4, "turn": 0, "pawns": pawns, "rides": [[0, 0, 1, 0]]}

    order = [row[0] for row in things(sobremesa.position(position).view())]

    assert order.index("pawn-0-0") > order.index("pawn-1-0")


def test_a_look_is_drawn_around_the_origin(match: Match) -> None:
    drawn = geometry.parse(f'<svg xmlns="http://www.w3.org/2000/svg">{look(match.view(), "chip|A|0")}</svg>')

    spots = list(geometry.points(drawn))
    assert max(abs(part) for spot in spots for part in spot) < 0.5


def test_a_face_may_hold_anything(match: Match) -> None:
    piece = named_piece(match.view().scene(), look_name("sofa", "a|b", 3))

    assert (piece.kind.id, piece.face.text, piece.owner) == ("sofa", "a|b", 3)
    assert "a|b" in look(match.view(), "sofa|a|b|")


@pytest.mark.parametrize("part", [stage, lambda view, theme: look(view, "die||", theme)])
def test_another_theme_is_refused(match: Match, part: object) -> None:
    assert callable(part)
    with pytest.raises(ValueError, match="no theme 'pink': light or dark expected"):
        part(match.view(), "pink")
