"""Who may set up tables: everybody, people who know the club's word, or nobody."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sobremesa.core.words import LANGUAGES
from sobremesa.server import club
from sobremesa.server.limits import Buckets, Limits, Rate
from sobremesa.server.settings import Settings, TableSettings
from tests.server.company import A_BOT, A_FRIEND, ANYBODY, ME, Guest, House

WISH = {"game": "sequence-dice", "seats": [ME, A_FRIEND]}
FREE = Limits(matches=None, guesses=None)
Opened = Callable[..., House]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Servers one after another on the same folder, by who may set up tables there."""
    running: list[House] = []

    def open_as(who: str, word: str = "", limits: Limits = FREE) -> House:
        while running:
            running.pop().close()
        tables = TableSettings(who_may_set=who, word=word)
        running.append(House(tmp_path / "data", limits=limits, settings=Settings(tables=tables)))
        return running[-1]

    yield open_as
    for house in running:
        house.close()


def asks(guest: Guest, **more: Any) -> httpx.Response:
    return guest.http.post("/api/matches", json=WISH | more)


def refusal(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["say"]


def state(guest: Guest) -> dict[str, Any]:
    answer = guest.http.get("/api/tables")
    assert answer.headers["cache-control"] == "no-store"
    return dict(answer.json())


def test_everybody_may_unless_the_settings_say_otherwise(house: House) -> None:
    assert state(house.ana) == {"who": "everybody", "may": True}
    assert asks(house.ana).status_code == 201


def test_nobody_may(opened: Opened) -> None:
    house = opened("nobody")
    assert state(house.ana) == {"who": "nobody", "may": False}
    assert refusal(asks(house.ana, word="x")) == (403, "server.no_tables")
    for language in LANGUAGES:
        assert house.ana.http.post("/api/matches", json=WISH, headers={"accept-language": language}).json()["text"]


@pytest.mark.parametrize("kept", ["Dominó", club.hashed("dominó")], ids=["plain", "hash"])
def test_whoever_says_the_word_is_asked_once(opened: Opened, kept: str) -> None:
    house = opened("word", kept)
    ana, eve = house.ana, house.guest()
    assert state(ana) == {"who": "word", "may": False}
    assert refusal(asks(ana)) == (403, "server.word_wanted")
    assert refusal(asks(ana, word="mus")) == (403, "server.other_word")
    said = asks(ana, word=" DOMINÓ ")
    assert said.status_code == 201
    assert any(each.startswith("club=") and "HttpOnly" in each for each in said.headers.get_list("set-cookie"))
    assert state(ana) == {"who": "word", "may": True}
    again = asks(ana)
    assert (again.status_code, "set-cookie" in again.headers) == (201, False)
    # The code is hers alone.
    eve.http.cookies.set("club", ana.http.cookies["club"])
    assert refusal(asks(eve)) == (403, "server.word_wanted")
    asks(eve, word="Dominó")
    assert state(eve)["may"]


def test_a_new_word_voids_what_was_given_for_the_old_one(opened: Opened) -> None:
    first = opened("word", "dominó")
    asks(first.ana, word="dominó")
    cookies = dict(first.ana.http.cookies)
    second = opened("word", "mus")
    second.ana.http.cookies.update(cookies)
    assert refusal(asks(second.ana)) == (403, "server.word_wanted")
    third = opened("word", "dominó")
    third.ana.http.cookies.update(cookies)
    assert asks(third.ana).status_code == 201


def test_joining_by_an_invitation_is_free(opened: Opened) -> None:
    house = opened("word", "dominó")
    match = house.ana.set_up(ME, ANYBODY, word="dominó")
    token = house.ana.invite(match)
    bea = house.guest()
    assert bea.http.post(f"/api/matches/{match}/join", json={"token": token, "name": "Bea"}).status_code == 200
    assert not state(bea)["may"]


def test_a_bot_from_outside_says_the_word_each_time(opened: Opened) -> None:
    house = opened("word", "dominó")
    bot = house.guest()
    bot.http.headers["authorization"] = f"Bearer {house.ana.http.post('/api/bots', json={}).json()['token']}"
    assert refusal(asks(bot)) == (403, "server.word_wanted")
    assert "set-cookie" not in asks(bot, word="dominó").headers
    assert refusal(asks(bot)) == (403, "server.word_wanted")


def test_wrong_words_are_limited_and_right_ones_are_not(opened: Opened) -> None:
    house = opened("word", "dominó", Limits(matches=None, guesses=Rate(0.001, 3)))
    for _ in range(5):
        assert asks(house.guest(), word="dominó").status_code == 201
    for _ in range(3):
        assert refusal(asks(house.guest(), word="mus")) == (403, "server.other_word")
    # Nobody learns any more whether they are right.
    hurried = asks(house.guest(), word="dominó")
    assert refusal(hurried) == (429, "server.too_many_words")
    assert int(hurried.headers["retry-after"]) > 0


def test_words_that_are_too_long_are_refused(opened: Opened) -> None:
    house = opened("word", "dominó")
    assert refusal(asks(house.ana, word="dominó" + " " * 200)) == (400, "server.malformed")


def test_rematches_go_on_with_a_word_and_end_where_nobody_may(opened: Opened) -> None:
    house = opened("word", "dominó")
    matches = [house.ana.set_up(ME, A_BOT, word="dominó") for _ in range(2)]
    for match in matches:
        with house.ana.socket(match) as playing:
            playing.hello()
            playing.ask("resign")
        assert house.ana.http.get(f"/api/matches/{match}").json()["over"]
    cookies = dict(house.ana.http.cookies)
    assert house.ana.http.post(f"/api/matches/{matches[0]}/rematch", json={}).status_code == 200
    closed = opened("nobody")
    closed.ana.http.cookies.update(cookies)
    assert closed.ana.http.post(f"/api/matches/{matches[0]}/rematch", json={}).status_code == 200
    assert refusal(closed.ana.http.post(f"/api/matches/{matches[1]}/rematch", json={})) == (403, "server.no_tables")


def test_a_ticket_that_is_put_back_can_be_taken_again() -> None:
    buckets = Buckets(Rate(1, 2), lambda: 0.0)
    assert [buckets.wait("ana") for _ in range(3)] == [0.0, 0.0, 1.0]
    buckets.put_back("ana")
    buckets.put_back("nobody")
    assert [buckets.wait("ana") for _ in range(2)] == [0.0, 1.0]
