"""The tables that rulebooks show: every one is possible, is drawn, and is shown in both languages."""

import re
from importlib import resources

import pytest

from sobremesa import find, names
from sobremesa.core.words import LANGUAGES
from sobremesa.draw import THEMES
from sobremesa.server import library
from sobremesa.server.diagrams import DASHES, GHOST, INKS, Diagram
from sobremesa.server.examples import box_of, examples_of
from tests.draw import geometry

EVERY_GAME = pytest.mark.parametrize("game", names())
EVERY_EXAMPLE = pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in names() for name in examples_of(game).examples]
)
FEWEST = 3


def shown(game: str, language: str) -> list[tuple[str, str]]:
    """What a rulebook shows: the text in place of each picture, and its address."""
    book = resources.files(find(game).package).joinpath(f"rulebook.{language}.md").read_text(encoding="utf-8")
    return re.findall(r"!\[([^]]*)\]\(([^)]*)\)", book)


@EVERY_GAME
def test_both_rulebooks_show_all_examples_in_the_same_order(game: str) -> None:
    spanish, english = ([address for _, address in shown(game, language)] for language in LANGUAGES)

    assert spanish == english
    assert sorted(set(english)) == sorted(f"example:{name}" for name in examples_of(game).examples)
    assert len(english) >= FEWEST


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_pictures_are_told_to_those_who_cannot_see_them(game: str, language: str) -> None:
    told = [text for text, _ in shown(game, language)]

    assert all(text.endswith(".") and '"' not in text for text in told)
    assert len(set(told)) == len(told)


@EVERY_GAME
def test_players_of_examples_have_names_in_both_languages_or_in_none(game: str) -> None:
    known = examples_of(game).names

    assert set(known) in (set(), set(LANGUAGES))
    assert len({len(each) for each in known.values()}) <= 1


@EVERY_EXAMPLE
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_drawn_and_stands_alone(game: str, name: str, theme: str, language: str) -> None:
    text = library.example(game, name, theme, language).content.decode()

    root = geometry.parse(text)
    assert [float(part) for part in root.attrib["viewBox"].split()] == pytest.approx(box_of(game, name), abs=0.001)
    assert not re.search(r"<(script|style|image|use|foreignObject|a)\b|href|@import|\bon\w+=|\bstyle=", text)
    ids = {element.attrib["id"] for element in root.iter() if "id" in element.attrib}
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= ids


@EVERY_EXAMPLE
def test_a_part_of_a_table_lies_inside_it(game: str, name: str) -> None:
    example = examples_of(game).examples[name]
    width, height = find(game).scenery.scene(Diagram(game, example).view.reading).size

    left, top, across, down = box_of(game, name)

    assert left >= -1
    assert top >= -1
    assert left + across <= width + 1
    assert top + down <= height + 1


def test_what_has_moved_leaves_traces() -> None:
    text = library.example("poleana", "capture", "light", "en").content.decode()

    line, _ = INKS["light"]
    # The captor walks, its victim flies home; where it stood there is somebody else now.
    assert text.count(f'fill="{line}"') == 2
    assert text.count(f'stroke-dasharray="{DASHES}"') == 2
    assert text.count(f'opacity="{GHOST}"') == 1


def test_a_throw_is_seen_though_it_was_used() -> None:
    diagram = Diagram("poleana", examples_of("poleana").examples["exit"])

    dice = {row[0]: row[1] for row in diagram.rows if row[1].startswith("die")}

    assert sorted(dice.values()) == ["die|2|", "die|4|"]


def test_what_is_new_is_marked_and_wheels_tell_how_they_were_turned() -> None:
    line, _ = INKS["dark"]

    swap = library.example("sequence-dice", "swap", "dark", "es").content.decode()
    turned = Diagram("girumgo", examples_of("girumgo").examples["triangle"]).turns

    assert len(re.findall(rf'<rect[^>]*stroke="{line}"', swap)) == 1
    assert sorted(round(turn) for turn in turned.values()) == [-120, 120]


def test_players_have_names_where_the_board_has_a_place_for_them() -> None:
    spanish = library.example("stalag17", "escape", "light", "es").content.decode()

    assert all(f">{name}<" in spanish for name in ("Ana", "Beto", "Carla"))
    assert ">Darío<" not in spanish
