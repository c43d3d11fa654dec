"""Pictures as matches, notebooks and pages use them, and what is drawn of what nobody has thought of."""

import re

import pytest

import sobremesa
from sobremesa import Words
from sobremesa.core.scene import Face, Kind, Place, Scene, Shape
from sobremesa.core.words import Phrase
from sobremesa.draw import THEMES, svg
from sobremesa.draw.brush import Brush, paint
from sobremesa.draw.layout import spots
from sobremesa.draw.marks import MARKS, mark
from sobremesa.draw.paints import PAINTS
from sobremesa.draw.shapes import shape
from sobremesa.draw.things import Piece, draw
from tests.draw import geometry

HERE = Phrase("places.here")
STUDY = {"game": "sequence-dice", "board": ["......", ".AAA..", "......", "......", "......", "......"], "roll": 7}


@pytest.fixture
def match() -> sobremesa.Match:
    return sobremesa.position(STUDY | {"turn": 1})


def test_a_match_is_drawn_as_a_seat_sees_it(match: sobremesa.Match) -> None:
    words = Words("es", match.game.package, "sobremesa.core")

    assert match.svg(seat=1, theme="dark", language="es") == svg(match.view(1), words, "dark")
    assert match._repr_svg_() == match.svg()


def test_a_picture_says_what_it_shows(match: sobremesa.Match) -> None:
    root = geometry.parse(match.svg(names=["Ana", "Luis"]))

    assert root.attrib["aria-label"] == "Dice Sequence. Luis: put a chip on an empty 7."
    chip = geometry.things(root)["chip-1,1-A"]
    assert chip.findtext(f"{geometry.SVG}title") == "chip A (Ana): square 1,1, number 7"


def test_who_must_choose_is_marked(match: sobremesa.Match) -> None:
    root = geometry.parse(match.svg(names=["Ana", "Luis"]))

    texts = [element for element in root.iter() if geometry.name_of(element) == "text"]
    weights = {element.text: element.attrib.get("font-weight") for element in texts}
    assert (weights["Ana"], weights["Luis"]) == ("normal", "bold")


def test_another_theme_is_refused(match: sobremesa.Match) -> None:
    with pytest.raises(ValueError, match="no theme 'pink': light or dark expected"):
        svg(match.view(), Words("en", match.game.package, "sobremesa.core"), "pink")


def test_another_seat_is_refused(match: sobremesa.Match) -> None:
    with pytest.raises(sobremesa.UnknownSeat):
        match.svg(seat=2)


def test_pictures_in_one_page_do_not_clash(match: sobremesa.Match) -> None:
    pictures = [match.svg(theme=theme, language=language) for theme in THEMES for language in ("es", "en")]

    ids = [set(re.findall(r' id="([^"]*)"', picture)) for picture in pictures]

    assert all(ids)
    assert len(set.union(*ids)) == sum(map(len, ids))


def test_a_long_name_is_written_smaller(match: sobremesa.Match) -> None:
    long = "Nepomuceno de la Santísima Trinidad y Villaseñor"
    root = geometry.parse(match.svg(names=[long, "Luis"]))

    sizes = {element.text: element.attrib.get("font-size") for element in root.iter()}

    assert float(sizes[long] or 0) < float(sizes["Luis"] or 0) / 3


# What nobody has thought of


@pytest.fixture(params=THEMES)
def brush(request: pytest.FixtureRequest) -> Brush:
    return Brush(Scene((4.0, 4.0), (), (), material="marzipan"), request.param)


def test_an_unknown_shape_is_a_square(brush: Brush) -> None:
    unknown, square = (Shape("rect", (0.0, 0.0), (1.0, 1.0), look, "7") for look in ("sofa", "square"))

    assert shape(brush, unknown) == shape(brush, square)


def test_an_unknown_form_is_a_number_with_a_mark(brush: Brush) -> None:
    piece = Piece(Kind("sofa", "sofa"), Face("3"))

    assert ">3</text>" in draw(brush, piece)
    assert draw(brush, piece) == draw(brush, Piece(Kind("sofa", "counter"), piece.face))


def test_an_unknown_mark_is_a_dot() -> None:
    assert mark("sofa", (0.0, 0.0), 1.0, "#000000") == mark("", (0.0, 0.0), 1.0, "#000000")


def test_an_unknown_colour_is_grey(brush: Brush) -> None:
    assert paint("marzipan") == PAINTS["grey"]
    assert brush.owned(None) == brush.material.square


@pytest.mark.parametrize("face", ["", "X", "6"])
def test_a_die_shows_pips_letters_or_nothing(brush: Brush, face: str) -> None:
    die = draw(brush, Piece(Kind("die", "die"), Face(face, paint="red")))

    assert die.count("<circle") == (6 if face == "6" else 0)
    assert die.count("<text") == (1 if face == "X" else 0)


def test_an_empty_deck_has_no_backs(brush: Brush) -> None:
    empty, full = (draw(brush, Piece(Kind("deck", "deck", (0.9, 1.3)), Face(face))) for face in ("0", "40"))

    assert empty.count("<rect") == 1
    assert full.count("<rect") > 2


def test_a_die_and_a_coin_may_bear_a_mark(brush: Brush) -> None:
    for form in ("die", "coin"):
        face = Face("x", ("crown",))
        assert MARKS["crown"].filled in draw(brush, Piece(Kind(form, form), face))


# Where things lie


def at_place(count: int, kind: Kind, size: tuple[float, float]) -> list[tuple[float, float, float]]:
    place = Place("p", (10.0, 20.0), HERE, size=size)
    return [
        (round(spot.at[0], 3), round(spot.at[1], 3), round(spot.scale, 3)) for spot in spots(place, kind, [0] * count)
    ]


def test_one_thing_lies_in_the_middle() -> None:
    assert at_place(1, Kind("k", "pawn", (0.8, 0.8)), (1.0, 1.0)) == [(10.5, 20.5, 1.0)]


def test_two_things_lie_across_the_corners_of_a_square() -> None:
    (x, y, scale), (u, v, _) = at_place(2, Kind("k", "pawn", (0.8, 0.8)), (1.0, 1.0))

    assert x < 10.5 < u
    assert y < 20.5 < v
    assert scale < 1


def test_three_things_lie_in_two_rows_the_shorter_one_in_the_middle() -> None:
    assert at_place(3, Kind("k", "pawn", (1.0, 1.0)), (2.0, 2.0)) == [
        (10.5, 20.5, 1.0),
        (11.5, 20.5, 1.0),
        (11.0, 21.5, 1.0),
    ]


def test_cards_lie_in_a_row_and_cover_one_another_only_if_they_must() -> None:
    card = Kind("c", "card", (1.0, 1.4))

    few, many = at_place(2, card, (5.0, 1.4)), at_place(9, card, (5.0, 1.4))

    assert [x for x, _, _ in few] == [10.5, 11.56]
    assert [x for x, _, _ in many] == [10.5 + 0.5 * number for number in range(9)]
