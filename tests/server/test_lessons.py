"""Lessons: every step is played by the real rules, and what its words claim must come true."""

import asyncio
import json
import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import sobremesa
from sobremesa.core.match import Match
from sobremesa.core.rules import CHANCE
from sobremesa.core.words import LANGUAGES, Words
from sobremesa.draw.paints import THEMES
from sobremesa.server import lessons
from sobremesa.server.app import build
from sobremesa.server.frames import Moment
from sobremesa.server.lessons import begun, lesson_of
from sobremesa.server.refusals import Refused
from sobremesa.server.store import open_store
from tests.server.company import Quick

GAMES = [name for name in sobremesa.names() if lesson_of(name).steps]
STEPS = [(game, number) for game in GAMES for number in range(len(lesson_of(game).steps))]
NAMES = [f"{game}-{lesson_of(game).steps[number].name}" for game, number in STEPS]

# How fast somebody reads who is new to it, in words a second, and how long a move takes, in seconds.
READ, ACT = 3.0, 5.0
MOST_SECONDS = 180

Get = Callable[..., httpx.Response]

each_step = pytest.mark.parametrize(("game", "number"), STEPS, ids=NAMES)


def legal(match: Match) -> list[str]:
    return [each.text for each in match.moves() or match.outcomes()]


def words_of(game: str, language: str) -> Words:
    return Words(language, sobremesa.find(game).package)


@each_step
def test_the_table_of_a_step_can_be_and_the_learner_is_to_act(game: str, number: int) -> None:
    match, seat = begun(game, number), lesson_of(game).seat
    course, _ = lessons._set_up(game, number)

    assert sobremesa.position(match.position()).position() == match.position()
    assert match.actor in (seat, CHANCE)
    if match.actor == CHANCE:
        assert Moment.of(course).thrower() == seat


@each_step
def test_what_is_asked_for_is_legal_and_only_others_follow(game: str, number: int) -> None:
    step, seat = lesson_of(game).steps[number], lesson_of(game).seat

    for asked in step.asked:
        match = begun(game, number)
        assert asked in legal(match)
        match.push(asked)
        for choice in step.then:
            assert match.actor != seat, choice
            match.push(choice)


@each_step
def test_what_the_words_claim_comes_true(game: str, number: int) -> None:
    step = lesson_of(game).steps[number]

    for asked in step.asked:
        match, told = begun(game, number), []
        for choice in (asked, *step.then):
            match.push(choice)
            told += [phrase.key for phrase in match.story(lesson_of(game).seat)]
        after, claims = match.position(), step.claims
        assert claims.told
        assert [key for key in claims.told if key not in told] == []
        assert {key: after.get(key) for key in claims.position} == claims.position
        assert match.scores() == list(claims.scores or match.scores())


@each_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_words(language: str, game: str, number: int) -> None:
    step, words = lesson_of(game).steps[number], words_of(game, language)
    match = begun(game, number)

    assert [part for part in ("title", "say", "done") if not words.has(f"lesson.{step.name}.{part}")] == []
    has_others = match.actor != CHANCE and set(legal(match)) != set(step.asked)
    assert words.has(f"lesson.{step.name}.other") == has_others


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_are_left_over_and_three_minutes_are_enough(game: str, language: str) -> None:
    steps, words = lesson_of(game).steps, words_of(game, language)
    parts = {f"lesson.{step.name}.{part}" for step in steps for part in ("title", "say", "done", "other")}
    said = {key: text for key, text in words.catalogues[0].items() if key.startswith("lesson.")}

    assert set(said) <= parts
    read = sum(len(text.split()) for key, text in said.items() if not key.endswith(".other"))
    assert read / READ + ACT * len(steps) <= MOST_SECONDS


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_has_six_to_nine_steps_that_follow_from_one_another(game: str) -> None:
    steps = lesson_of(game).steps

    assert 6 <= len(steps) <= 9
    assert len({step.name for step in steps}) == len(steps)
    assert steps[0].position is not None
    # Where a step goes on, everybody comes from the same table.
    assert all(len(one.asked) == 1 for one, other in pairwise(steps) if other.position is None)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_what_is_sent_leads_from_step_to_step(game: str, theme: str) -> None:
    steps = lesson_of(game).steps
    sent = json.loads(msgspec.json.encode(lessons.whole(game, theme)))

    for number, step in enumerate(steps):
        shown = sent["steps"][number]
        answer: Any = msgspec.to_builtins(lessons.answer(game, number, step.asked[0], theme))
        things = {row[0]: list(row) for row in shown["frame"]["things"]}
        for event in answer["events"]:
            things |= {row[0]: list(row) for row in event["d"].get("things", ())}
            things = {name: row for name, row in things.items() if name not in event["d"].get("gone", ())}
        assert {row[1] for row in things.values()} <= {*sent["looks"], *answer["looks"]}
        assert set(shown["asked"]) <= {gesture["move"] for gesture in shown["frame"]["gestures"]}
        if number + 1 < len(steps) and steps[number + 1].position is None:
            after = sent["steps"][number + 1]["frame"]["things"]
            assert sorted(things.values()) == sorted(list(row) for row in after)


@each_step
def test_another_legal_move_is_not_made_and_an_illegal_one_is_refused(game: str, number: int) -> None:
    match, step = begun(game, number), lesson_of(game).steps[number]

    for move in [each for each in legal(match) if each not in step.asked][:3]:
        answer = lessons.answer(game, number, move, "light")
        # Whatever is called a throw, the script decides how it falls.
        assert answer["asked"] == (match.actor == CHANCE)
    if match.actor != CHANCE:
        with pytest.raises(Refused, match="is not possible now"):
            lessons.answer(game, number, "fly", "light")


@pytest.fixture
def get(tmp_path: Path) -> Get:
    """A reader who asks for an address."""
    crew: Any = Quick()
    app: Any = build(open_store(tmp_path), crew, b"key", hold=0.0)

    async def ask(address: str, **query: str) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
            return await client.get(address, params=query or None)

    return lambda address, **query: asyncio.run(ask(address, **query))


def test_a_lesson_is_asked_for_over_http(get: Get) -> None:
    told = get("/api/lessons/sequence-dice", theme="dark")
    step = told.json()["steps"][2]

    assert told.status_code == 200
    assert (step["name"], step["asked"]) == ("swap", ["replace 2,4"])
    assert get("/api/lessons/sequence-dice/2", move="replace 3,1").json() == {"asked": False}
    done = get("/api/lessons/sequence-dice/2", move="replace 2,4", theme="dark").json()
    assert [phrase["say"] for event in done["events"] for phrase in event["log"]] == ["log.replace"]
    assert re.match("<!doctype html>", get("/learn/sequence-dice").text)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/lessons/chess", 404),
        ("/api/lessons/sequence-dice?theme=pink", 404),
        ("/api/lessons/sequence-dice/99", 404),
        ("/api/lessons/sequence-dice/-1", 404),
        ("/api/lessons/sequence-dice/one", 404),
        ("/api/lessons/sequence-dice/1?move=place 0,0", 409),
        ("/api/lessons/sequence-dice/1", 409),
    ],
)
def test_what_no_lesson_has_is_refused(get: Get, address: str, status: int) -> None:
    answer = get(address)

    assert answer.status_code == status
    assert answer.json()["text"]


def test_games_say_whether_they_have_a_lesson(get: Get) -> None:
    assert [game["name"] for game in get("/api/games").json()["games"] if game["lesson"]] == GAMES
