"""What holds for the pictures of every game."""

import re
from functools import cache
from itertools import combinations, islice
from math import dist

import pytest

from sobremesa import SPECTATOR, Match, find
from sobremesa.core.scene import target
from sobremesa.core.table import copy
from sobremesa.core.view import View
from sobremesa.core.words import LANGUAGES, Words
from sobremesa.draw import THEMES, svg
from sobremesa.draw.marks import MARKS
from sobremesa.draw.paints import MATERIALS, PAINTS
from sobremesa.draw.shapes import ROLES
from sobremesa.draw.things import FORMS
from sobremesa.kit.luck import sow
from tests.contracts.walks import CASES, IDS, moments, played
from tests.draw import geometry

EVERY_CASE = pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)
EVERY = 15
"""Of so many moments one is drawn."""
WIDE = 0.005
NEAR = 0.2


@cache
def drawn(name: str, seats: int) -> list[tuple[View, str]]:
    """Pictures of a random match, by turns in both languages and both themes, seen from every seat."""
    pictures = []
    for number, match in enumerate(islice(moments(name, seats, seed=31), 0, None, EVERY)):
        seat = number % (seats + 1) + SPECTATOR
        view = match.view(seat)
        words = Words(LANGUAGES[number % 2], find(name).package, "sobremesa.core")
        pictures.append((view, svg(view, words, THEMES[number // 2 % 2])))
    return pictures


@EVERY_CASE
def test_a_picture_is_whole_and_stands_alone(name: str, seats: int) -> None:
    for _, text in drawn(name, seats):
        root = geometry.parse(text)
        assert root.attrib["role"] == "img"
        assert root.attrib["aria-label"] == root.findtext(f"{geometry.SVG}title")
        assert not re.search(r"<(script|style|image|use|foreignObject|a)\b|href|@import|\bon\w+=", text)
        assert text.count("http") == 1
        ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
        assert set(re.findall(r"url\(#([^)]*)\)", text)) == ids
        assert not re.search("[\0-\x08]", text)


@EVERY_CASE
def test_every_thing_is_drawn_once_and_everything_inside_the_picture(name: str, seats: int) -> None:
    for view, text in drawn(name, seats):
        root = geometry.parse(text)
        assert sorted(geometry.things(root)) == sorted(thing["id"] for thing in view.frame()["things"])
        left, top, right, bottom = geometry.view_box(root)
        for x, y in geometry.points(root):
            assert left - WIDE <= x <= right + WIDE
            assert top - WIDE <= y <= bottom + WIDE


@EVERY_CASE
def test_no_thing_hides_another(name: str, seats: int) -> None:
    for view, text in drawn(name, seats):
        forms = {kind.id: kind.form for kind in view.scene().kinds}
        groups = geometry.things(geometry.parse(text)).values()
        spots = {
            group.attrib["data-thing"]: geometry.moved(geometry.transform(group.attrib["transform"]), (0.0, 0.0))
            for group in groups
            # Cards may lie on one another, and all parts of a wheel are drawn around its middle.
            if forms[group.attrib["data-kind"]] not in ("card", "sector")
        }
        assert all(dist(one, other) > NEAR for one, other in combinations(spots.values(), 2))


@EVERY_CASE
def test_equal_views_give_equal_pictures(name: str, seats: int) -> None:
    words = Words("es", find(name).package, "sobremesa.core")
    for number, match in enumerate(islice(moments(name, seats, seed=34), 0, None, EVERY)):
        seat = number % (seats + 1) + SPECTATOR
        view = match.view(seat)
        other = copy(view.table)
        view.game.rules.guess(other, seat, sow(number, 1)[0])
        assert svg(View(view.game, other, seat), words) == svg(view, words)


@EVERY_CASE
def test_names_of_players_are_shown_and_cannot_do_harm(name: str, seats: int) -> None:
    match = played(name, seats, seed=35)
    names = [f'<b a="1">&{seat}\0\x1b\ud800' for seat in range(seats)]

    text = match.svg(names=names)

    said = [element.text for element in geometry.parse(text).iter() if geometry.name_of(element) == "text"]
    assert [f'<b a="1">&{seat}\ufffd\ufffd\ufffd' in said for seat in range(seats)] == [True] * seats


@EVERY_CASE
def test_scenes_use_only_what_can_be_drawn(name: str, seats: int) -> None:
    view = played(name, seats, seed=36).view()
    scene = view.scene()

    assert scene.material in MATERIALS
    assert {shape.look.partition(" ")[0] for shape in scene.shapes} <= set(ROLES)
    assert {kind.form for kind in scene.kinds} <= set(FORMS)
    assert {thing.kind for thing in view.game.scenery.things(view.table)} <= {kind.id for kind in scene.kinds}
    faces = [face for kind in scene.kinds for face in kind.faces]
    marks = {shape.mark for shape in scene.shapes} | {kind.mark for kind in scene.kinds}
    assert (marks | {mark for face in faces for mark in face.marks}) - {""} <= set(MARKS)
    paints = {shape.paint for shape in scene.shapes} | {kind.paint for kind in scene.kinds} | set(scene.colours)
    assert (paints | {face.paint for face in faces}) - {""} <= set(PAINTS)
    zones = {zone.id for zone in scene.zones}
    assert {caption.zone for caption in scene.captions} - {""} <= zones
    assert len({target(zone.id, place.id) for zone in scene.zones for place in zone.places}) > 0


@pytest.mark.parametrize("language", LANGUAGES)
@EVERY_CASE
def test_every_caption_can_be_said(name: str, seats: int, language: str) -> None:
    words = Words(language, find(name).package, "sobremesa.core")

    scene = Match(find(name), find(name).table(seats), seed=0).view().scene()

    assert all(words.say(caption.say) for caption in scene.captions)
