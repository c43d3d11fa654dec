"""What holds for the matches of every game: records, positions, views, frames, gestures and words."""

import json
from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import sobremesa
from sobremesa import OVER, SPECTATOR, find
from sobremesa.core import record as records
from sobremesa.core.position import table_of as read_table
from sobremesa.core.scene import BUTTON, Gesture, target
from sobremesa.core.table import copy, light
from sobremesa.core.view import View
from sobremesa.core.words import LANGUAGES, Phrase, Words
from sobremesa.kit.luck import sow
from tests.contracts.walks import CASES, IDS, moments, played, table_of

EVERY_CASE = pytest.mark.parametrize(("name", "seats"), CASES, ids=IDS)


@EVERY_CASE
def test_a_record_is_replayed_to_equal_bytes(name: str, seats: int) -> None:
    match = played(name, seats, seed=1)

    again = sobremesa.replay(records.parse(match.record.text()))

    assert again.record == match.record
    assert table_of(again).tobytes() == table_of(match).tobytes()


@EVERY_CASE
def test_taking_everything_back_leads_to_the_start(name: str, seats: int) -> None:
    match = played(name, seats, seed=2)
    choices = [step.choice for step in match.record.steps]
    start = sobremesa.replay(replace(match.record, steps=()))

    assert [match.pop() for _ in choices] == choices[::-1]
    assert table_of(match).tobytes() == table_of(start).tobytes()


@EVERY_CASE
def test_every_table_has_a_position(name: str, seats: int) -> None:
    for match in moments(name, seats, seed=3):
        position = json.loads(json.dumps(match.position()))
        game, t = read_table(position)
        assert game.name == name
        kept = copy(table_of(match))
        for tally in game.tallies:
            kept[tally] = 0
        assert t.tobytes() == kept.tobytes()


@EVERY_CASE
def test_texts_of_choices_are_distinct(name: str, seats: int) -> None:
    for match in moments(name, seats, seed=4):
        texts = [each.text for each in match.moves() or match.outcomes()]
        assert len(set(texts)) == len(texts)
        assert texts or match.actor == OVER


@EVERY_CASE
def test_equal_views_give_equal_frames_moves_and_words(name: str, seats: int) -> None:
    for number, match in enumerate(moments(name, seats, seed=5)):
        # Every third moment is looked at by everybody, the others by the actor.
        for seat in range(SPECTATOR, seats) if number % 3 == 0 else (max(match.actor, SPECTATOR),):
            view = match.view(seat)
            other = copy(view.table)
            view.game.rules.guess(other, seat, sow(match.made, 1)[0])
            twin = View(view.game, other, seat)
            assert json.dumps(twin.frame()) == json.dumps(view.frame())
            assert twin.moves() == view.moves()
            assert twin.scene() == view.scene()
            assert twin.position() == view.position()


@EVERY_CASE
def test_the_gesture_laws(name: str, seats: int) -> None:
    for match in moments(name, seats, seed=6):
        if match.actor < 0:
            continue
        frame = match.frame(match.actor)
        gestures = [(frozenset(each["picks"]), each["close"]) for each in frame["gestures"]]
        assert [each["move"] for each in frame["gestures"]] == [move.text for move in match.moves()]
        assert len(set(gestures)) == len(gestures), "two moves share picks and close"
        for selected in selections(gestures):
            pickable = {pick for picks, _ in gestures if selected <= picks for pick in picks - selected}
            closing = {close for picks, close in gestures if picks == selected}
            assert not pickable & closing, "a target both picks and closes"
        assert {part for picks, close in gestures for part in (*picks, close)} <= targets(match.view(match.actor))


def selections(gestures: list[tuple[frozenset[str], str]]) -> set[frozenset[str]]:
    return {
        frozenset(part) for picks, _ in gestures for size in range(len(picks) + 1) for part in combinations(picks, size)
    }


def targets(view: View) -> set[str]:
    places = {target(zone.id, place.id) for zone in view.scene().zones for place in zone.places}
    buttons = {close for each in view.frame()["gestures"] if (close := each["close"]).startswith(f"{BUTTON}/")}
    return places | buttons | {thing.id for thing in view.game.scenery.things(view.table)}


@EVERY_CASE
def test_things_have_distinct_ids_and_lie_in_places_of_the_scene(name: str, seats: int) -> None:
    for match in moments(name, seats, seed=7):
        view = match.view()
        scene = view.scene()
        places = {target(zone.id, place.id) for zone in scene.zones for place in zone.places}
        things = list(view.game.scenery.things(view.table))
        assert len({thing.id for thing in things}) == len(things)
        assert {target(thing.zone, thing.place) for thing in things} <= places
        assert all(thing.owner is None or 0 <= thing.owner < seats for thing in things)
        assert all(view.game.scenery.owner(view.table, seat) <= seat for seat in range(seats))


@EVERY_CASE
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_happens_can_be_said(name: str, seats: int, language: str) -> None:
    words = Words(language, find(name).package, "sobremesa.core")
    for match in moments(name, seats, seed=8):
        assert words.has(f"phases.{match.phase}")
        assert all(words("score", count=count) for count in (0, 1, 2))
        assert words.say(match.view().prompt())
        captions = [
            words.say(find(name).scenery.caption(match.view(match.actor).table, move.number)) for move in match.moves()
        ]
        assert len(set(captions)) == len(captions)
        told = match.story()
        assert told or not match.made
        assert all(words.say(phrase) for phrase in told)
        for thing in match.view().game.scenery.things(match.view().table):
            assert words(f"things.{thing.kind}", face=thing.face) or not thing.face


@EVERY_CASE
def test_a_still_view_is_like_any_other_and_leaves_the_table_as_it_is(name: str, seats: int) -> None:
    for seed in range(5, 9):
        for match in moments(name, seats, seed):
            t = light(table_of(match))
            was = t.tobytes()
            for seat in (SPECTATOR, *range(seats)):
                wanted = View(match.game, t, seat).table
                for field, value in vars(t).items():
                    if match.game.veiled and isinstance(value, np.ndarray) and field not in match.game.veiled:
                        # Whoever writes where it should not is found out, even if it writes what is there.
                        value.flags.writeable = False
                assert View.still(match.game, t, seat).table.tobytes() == wanted.tobytes()
                assert t.tobytes() == was


@pytest.mark.parametrize("name", sobremesa.names())
def test_moves_with_the_same_grip_are_made_and_called_alike(name: str) -> None:
    scenery, known = find(name).scenery, dict[tuple[Hashable, int], tuple[str, Gesture, Phrase]]()
    for seats, seed in product(find(name).seats, range(3)):
        for match in moments(name, seats, seed):
            if match.actor < 0:
                continue
            v = match.view(match.actor).table
            grip = scenery.grip(v)
            for move in match.moves():
                made = move.text, scenery.gesture(v, move.number), scenery.caption(v, move.number)
                assert grip is None or known.setdefault((grip, move.number), made) == made
    assert bool(known) == (name == "girumgo")


@EVERY_CASE
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_has_a_name(name: str, seats: int, language: str) -> None:
    words = Words(language, find(name).package, "sobremesa.core")
    view = played(name, seats, seed=9).view()

    said: list[Any] = [words.say(place.name) for zone in view.scene().zones for place in zone.places]

    assert len(set(said)) == len(said)
    assert all(words.say(zone.name) for zone in view.scene().zones)
