"""What holds for the stages of every game: the parts from which a browser puts a table together."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import islice, pairwise
from typing import Any

import pytest

from sobremesa import SPECTATOR, find, names
from sobremesa.core.match import Match
from sobremesa.core.scene import CUES, UNKNOWN, target
from sobremesa.core.table import copy
from sobremesa.core.view import View
from sobremesa.core.words import LANGUAGES, Phrase, Words
from sobremesa.draw import THEMES
from sobremesa.draw.stage import glimpse, look, stage, things
from sobremesa.kit.luck import sow
from tests.contracts.walks import CASES, IDS, moments
from tests.draw import geometry

EVERY_CASE = pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)
EVERY_GAME = pytest.mark.parametrize("name", names())
EVERY = 9
"""Of so many moments one is looked at."""
WIDE = 0.005
HEAD = '<svg xmlns="http://www.w3.org/2000/svg">'


@cache
def seen(name: str, seats: int) -> list[View]:
    """Views of a random match, by turns from every seat."""
    matches = islice(moments(name, seats, seed=41), 0, None, EVERY)
    return [match.view(number % (seats + 1) + SPECTATOR) for number, match in enumerate(matches)]


def looks(view: View) -> dict[str, str]:
    """Every look that a view needs, by turns in both themes."""
    return {f"{key} {theme}": look(view, key, theme) for theme in THEMES for key in {row[1] for row in things(view)}}


def steps(name: str, seats: int, seed: int) -> Iterator[tuple[View, int, View]]:
    """Single choices of a random match as some seat sees them: the view before, the choice, and the view after."""
    for number, match in enumerate(moments(name, seats, seed=seed)):
        if match.last is None:
            continue
        seat = number % (seats + 1) + SPECTATOR
        after = match.view(seat)
        told = told_choice(match, seat)
        match.pop()
        yield match.view(seat), told, after


def told_choice(match: Match, seat: int) -> int:
    past = match._past[-1]
    return past.number if match.game.rules.tells(past.table, past.number, seat) else UNKNOWN


@EVERY_CASE
def test_every_thing_of_a_view_is_there_once_with_what_it_is_and_where(name: str, seats: int) -> None:
    for view in seen(name, seats):
        owned = {
            thing.id: (thing.kind, thing.face, thing.owner, target(thing.zone, thing.place))
            for thing in view.game.scenery.things(view.table)
        }

        rows = things(view)

        assert len(rows) == len(owned)
        for identity, key, where, *_ in rows:
            kind, face, owner, place = owned[identity]
            assert (key, where) == (f"{kind}|{face}|{'' if owner is None else owner}", place)


@EVERY_CASE
def test_a_stage_has_the_places_of_the_scene_and_a_colour_for_every_seat(name: str, seats: int) -> None:
    for theme, view in zip(THEMES, seen(name, seats), strict=False):
        made = stage(view, theme)

        scene = view.scene()
        assert [target(zone["id"], place["id"]) for zone in made["zones"] for place in zone["places"]] == [
            target(zone.id, place.id) for zone in scene.zones for place in zone.places
        ]
        assert len(made["colours"]) == len(made["forms"]) == len(made["badges"]) == seats
        assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in made["colours"])
        owners = {view.game.scenery.owner(view.table, seat) for seat in range(seats)}
        assert len(set(made["forms"])) == len(set(made["colours"])) == len(owners)
        assert len(made.get("plates", ())) == min(seats, len(scene.plates))


@EVERY_CASE
def test_every_look_is_drawn_and_lies_inside_the_box(name: str, seats: int) -> None:
    for view in seen(name, seats):
        made = stage(view)
        left, top, width, height = made["box"]
        rows = [
            f'<g transform="translate({x} {y}) rotate({turn}) scale({scale})">{look(view, key)}</g>'
            for _, key, _, x, y, scale, turn in things(view)
        ]
        for x, y in geometry.points(geometry.parse(f"{HEAD}{made['board']}{''.join(rows)}</svg>")):
            assert left - WIDE <= x <= left + width + WIDE
            assert top - WIDE <= y <= top + height + WIDE


@EVERY_CASE
def test_parts_may_stand_in_one_page(name: str, seats: int) -> None:
    ids: dict[str, str] = {}
    for view in seen(name, seats):
        drawn = looks(view)
        for theme in THEMES:
            made = stage(view, theme)
            drawn |= {f"board {theme}": f"<g><defs>{made['defs']}</defs>{made['board']}</g>"}
            drawn |= {f"badge {form} {theme}": badge for form, badge in zip(made["forms"], made["badges"], strict=True)}
        for key, text in drawn.items():
            own = set(re.findall(r' id="([^"]*)"', text))
            assert set(re.findall(r"url\(#([^)]*)\)", text)) == own
            assert not re.search(
                r"<(script|style|image|use|foreignObject|a)\b|href|@import|\bon\w+=|http|\bstyle=", text
            )
            assert geometry.parse(f"{HEAD}{text}</svg>") is not None
            for each in own:
                assert ids.setdefault(each, f"{key}{text}") == f"{key}{text}"


@EVERY_CASE
def test_a_stage_stays_as_it_is_during_a_match(name: str, seats: int) -> None:
    assert len({sent(stage(view, theme)) for view in seen(name, seats) for theme in THEMES}) == len(THEMES)


def sent(part: Any) -> str:
    return json.dumps(part, allow_nan=False)


@EVERY_CASE
def test_equal_views_give_equal_parts(name: str, seats: int) -> None:
    for number, view in enumerate(seen(name, seats)):
        other = copy(view.table)
        view.game.rules.guess(other, view.seat, sow(number, 1)[0])
        twin = View(view.game, other, view.seat)

        assert sent(stage(twin)) == sent(stage(view))
        assert sent(things(twin)) == sent(things(view))
        assert looks(twin) == looks(view)
        assert twin.rule() == view.rule()


@EVERY_CASE
def test_a_path_leads_over_places_to_where_its_thing_lies(name: str, seats: int) -> None:
    for before, choice, after in steps(name, seats, seed=42):
        places = {target(zone.id, place.id) for zone in after.scene().zones for place in zone.places}
        lay, lies = ({row[0]: row[2] for row in things(view)} for view in (before, after))

        found = after.game.scenery.paths(before.table, choice, after.table)

        for identity, path in found.items():
            assert set(path) <= places
            assert path[-1] == lies[identity]
            assert len(path) > 1 or identity in lay
            assert all(one != other for one, other in pairwise(path))


@EVERY_CASE
def test_paths_tell_no_more_than_the_views(name: str, seats: int) -> None:
    for match in islice(moments(name, seats, seed=43), 0, None, 3):
        if match.last is None:
            continue
        for seat in range(SPECTATOR, seats):
            known = told_choice(match, seat)
            if known != UNKNOWN:
                continue
            after, past = match.view(seat), match._past[-1]
            before = View(match.game, past.table, seat)
            told = {
                sent(match.game.scenery.paths(view.table, known, twin.table))
                for view, twin in ((before, after), (imagined(before), imagined(after)))
            }
            assert len(told) == 1


@EVERY_CASE
def test_what_is_seen_for_a_moment_is_something_of_the_table(name: str, seats: int) -> None:
    seen_ones = 0
    for before, choice, after in steps(name, seats, seed=46):
        known = {row[0]: row[2] for row in things(after)}
        for identity, key, where, *_ in glimpse(before, choice, after):
            assert known[identity] == where
            assert look(after, key).startswith("<g")
            seen_ones += 1
    assert seen_ones or name == "stalag17"


def imagined(view: View) -> View:
    """The same view of another table that it may come from."""
    other = copy(view.table)
    view.game.rules.guess(other, view.seat, sow(5, 1)[0])
    return View(view.game, other, view.seat)


@EVERY_CASE
def test_the_rule_of_a_prompt_is_in_both_rulebooks(name: str, seats: int) -> None:
    anchors = [anchors_of(name, language) for language in LANGUAGES]
    for match in moments(name, seats, seed=44):
        for view in (match.view(), match.view(seats - 1)):
            assert view.prompt().key == f"prompt.{view.prompt().name}"
            assert all(view.rule() in known for known in anchors)


@EVERY_CASE
def test_what_a_spectator_sees_every_seat_sees(name: str, seats: int) -> None:
    for match in moments(name, seats, seed=46):
        if match.view().table.tobytes() == match._table.tobytes():
            for seat in range(seats):
                assert match.view(seat).table.tobytes() == match._table.tobytes()


@cache
def anchors_of(name: str, language: str) -> set[str]:
    text = resources.files(find(name).package).joinpath(f"rulebook.{language}.md").read_text(encoding="utf-8")
    return set(re.findall(r'<a id="([^"]+)">', text))


@EVERY_GAME
def test_cues_belong_to_what_can_be_told(name: str) -> None:
    game = find(name)
    cues = Match(game, game.table(), seed=0).view().scene().cues

    assert set(cues.values()) <= set(CUES)
    for language in LANGUAGES:
        words = Words(language, game.package)
        assert all(words.has(key) for key in cues)


@EVERY_CASE
def test_throws_and_wins_can_be_heard(name: str, seats: int) -> None:
    heard: set[str] = set()
    for match in moments(name, seats, seed=45):
        told: list[Phrase] = match.story()
        heard |= {match.view().scene().cues.get(phrase.key, "") for phrase in told}

    assert "roll" in heard
    assert len(heard - {""}) > 2
