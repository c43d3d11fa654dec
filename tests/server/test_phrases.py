"""Quick phrases: only names travel, to everybody, and nobody floods the table."""

import re
import tomllib
from pathlib import Path

import pytest

import sobremesa.client
from sobremesa.core.words import LANGUAGES
from sobremesa.server.limits import Door, Hurried, Limits
from sobremesa.server.phrases import PHRASES
from tests.server.company import A_BOT, ANYBODY, ME, House
from tests.server.test_rematch import join, resign

CLIENT = Path(sobremesa.client.__file__).parent


def test_everybody_reads_what_somebody_says_as_a_name(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    bea = join(house, match, "Bea")
    with house.ana.socket(match) as ana, bea.socket(match) as other, house.guest().socket(match) as crowd:
        for socket in (ana, other, crowd):
            socket.hello()
        # Whatever goes on when people come has happened by the time that one of them is answered.
        other.ask("auto", roll=True)
        seq, _ = house.store.last(match)

        answer = other.ask("say", phrase="hello")

        assert answer["t"] == "ok"
        for socket in (ana, other, crowd):
            if socket is not other:
                assert socket.until("say") == {"t": "say", "seat": 1, "phrase": "hello"}
        assert ana.ask("say", phrase="bye")["t"] == "ok"
        assert other.until("say") == {"t": "say", "seat": 0, "phrase": "bye"}
        # It is no part of the match.
        assert house.store.last(match)[0] == seq
        assert "hello" not in house.ana.http.get(f"/api/matches/{match}/log").text


@pytest.mark.parametrize("other", [A_BOT, ANYBODY])
def test_one_that_is_sent_again_is_said_once(house: House, other: dict[str, str]) -> None:
    """Before anything has happened too: nothing has a number yet where somebody is still waited for."""
    match = house.ana.set_up(ME, other)
    with house.ana.socket(match) as ana:
        ana.hello()
        for _ in range(3):
            ana.say("say", id="same", phrase="oops")
        ana.say("say", id="next", phrase="wow")
        said = []
        while "next" not in ana.answers:
            message = ana.hear()
            if message["t"] == "say":
                said.append(message["phrase"])
        assert said == ["oops", "wow"]
        assert [answer["t"] for answer in ana.answers["same"]] == ["ok", "dup", "dup"]


@pytest.mark.parametrize("phrase", ["", "HELLO", "you fool", "__proto__", "hello "])
def test_what_is_no_phrase_is_not_said(house: House, phrase: str) -> None:
    match = house.ana.set_up(ME, A_BOT)
    with house.ana.socket(match) as ana:
        ana.hello()
        assert ana.ask("say", phrase=phrase)["why"]["say"] == "server.unknown_phrase"
        for nonsense in ({"phrase": 3}, {}, {"phrase": "x" * 41}, {"phrase": None}):
            ana.say("say", id="n", **nonsense)
            assert ana.until("no")["why"]["say"] == "server.malformed"


def test_who_has_no_seat_says_nothing(house: House) -> None:
    match = house.ana.set_up(ME, A_BOT)
    with house.guest().socket(match) as crowd:
        crowd.hello()
        assert crowd.ask("say", phrase="hello")["why"]["say"] == "server.no_seat"


def test_when_it_is_over_people_can_still_say_goodbye(house: House) -> None:
    match = house.ana.set_up(ME, ANYBODY)
    bea = join(house, match, "Bea")
    resign(bea, match)
    with house.ana.socket(match) as ana:
        ana.hello()
        assert ana.ask("say", phrase="game")["t"] == "ok"
    # Who gave up is told, and may answer.
    with house.ana.socket(match) as ana, bea.socket(match) as gone:
        ana.hello()
        gone.hello()
        assert ana.ask("say", phrase="game")["t"] == "ok"
        assert gone.until("say") == {"t": "say", "seat": 0, "phrase": "game"}
        assert gone.ask("say", phrase="thanks")["t"] == "ok"
        assert ana.until("say") == {"t": "say", "seat": 1, "phrase": "thanks"}


def test_a_flood_is_held_back_and_told_when_to_go_on(tmp_path: Path) -> None:
    house = House(tmp_path, limits=Limits())
    try:
        match = house.ana.set_up(ME, ANYBODY)
        bea = join(house, match, "Bea")
        with house.ana.socket(match) as ana, bea.socket(match) as other:
            ana.hello()
            other.hello()
            for number in range(18):
                ana.say("say", id=f"s{number}", phrase="hello")
            answers = [ana.answer(f"s{number}") for number in range(18)]
            told = [answer for answer in answers if answer["t"] == "ok"]
            held = [answer for answer in answers if answer["t"] == "no"]
            assert 5 <= len(told) <= 7
            assert {answer["why"]["say"] for answer in held} == {"server.too_talkative"}
            assert {answer["retry_after"] for answer in held} == {1}
            # What was said and is sent again is no part of it.
            again = told[0]["id"]
            ana.say("say", id=again, phrase="hello")
            ana.until("dup")
            assert [answer["t"] for answer in ana.answers[again]] == ["ok", "dup"]
            wish = {"t": "say", "id": again, "phrase": "hello"}
            assert house.ana.http.post(f"/api/matches/{match}/commands", json=wish).json()["t"] == "dup"
            # Whoever plays is not held up by it.
            assert other.ask("say", phrase="thanks")["t"] == "ok"
    finally:
        house.close()


def test_five_at_once_and_one_a_second() -> None:
    now = 0.0
    door = Door(Limits(), lambda: now)
    for _ in range(5):
        door.phrase("ana")
    with pytest.raises(Hurried):
        door.phrase("ana")
    door.phrase("bea")
    now = 1.0
    door.phrase("ana")
    with pytest.raises(Hurried):
        door.phrase("ana")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_client_has_the_same_twelve_in_every_language(language: str) -> None:
    words = tomllib.loads((CLIENT / f"words.{language}.toml").read_text(encoding="utf-8"))
    listed = re.search(r"PHRASES = \[(.*?)\]", (CLIENT / "phrases.js").read_text(encoding="utf-8"), re.DOTALL)

    assert listed is not None
    assert tuple(re.findall(r'"(\w+)"', listed[1])) == PHRASES
    assert set(words["phrases"]["say"]) == set(PHRASES)
    assert len(PHRASES) == 12
    assert len(set(words["phrases"]["say"].values())) == 12
