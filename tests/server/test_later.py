"""Hands that are shown a round later: to those who only watch, where the table wanted it, and nothing sooner."""

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sobremesa import OVER, find, names
from sobremesa.core.rules import CHANCE, SPECTATOR
from sobremesa.core.view import View, moves_of, outcomes_of
from sobremesa.server import events, seats
from sobremesa.server.batches import Batch, Row
from sobremesa.server.course import Course
from sobremesa.server.events import Choice
from sobremesa.server.guests import COOKIE
from tests.server.company import Guest, House
from tests.server.pens import pen_of
from tests.server.worlds import MATCH, SECRET, TOKENS, head

PLAYED = 150
PEOPLE = len(TOKENS)


def listed(course: Course) -> Any:
    return moves_of(course.game, course.table) or outcomes_of(course.game, course.table)


def played(game: str, count: int) -> list[Choice]:
    """This is what was chosen in the first part of a match of three."""
    rng = random.Random(count)
    course = Course(head(game))
    made: list[Choice] = []
    while course.actor != OVER and len(made) < count:
        chosen = rng.choice(listed(course))
        made.append(Choice(actor=course.actor, number=chosen.number, text=chosen.text))
        course.fold(made[-1])
    assert course.actor != OVER
    return made


def house_with(folder: Path, made: list[Choice], *, later: bool = True) -> House:
    house = House(folder)
    kept = events.dump(msgspec.structs.replace(head("stalag17"), later=later))
    rows = tuple(Row(seq, seq, events.dump(choice)) for seq, choice in enumerate(made, start=1))
    batch = Batch(MATCH, rows, head=kept, secret=SECRET, holders=tuple(map(seats.known_as, TOKENS)))
    pen_of(house.store).write([[batch]])
    return house


def asked(guest: Guest, what: str) -> Any:
    return guest.http.get(f"/api/matches/{MATCH}/{what}")


def turns_after(made: list[Choice], seq: int) -> list[int]:
    """Who has begun a turn after an event, in order."""
    actors = [choice.actor for choice in made if choice.actor != CHANCE]
    so_far = [choice.actor for choice in made[:seq] if choice.actor != CHANCE]
    begun = [now for was, now in pairwise(actors) if was != now]
    before = [now for was, now in pairwise(so_far) if was != now]
    return begun[len(before) :]


def test_who_only_watches_sees_every_hand_a_round_later(tmp_path: Path) -> None:
    made = played("stalag17", PLAYED)
    house = house_with(tmp_path, made)
    try:
        stranger = house.guest()
        for seat in range(PEOPLE):
            told = asked(stranger, f"replay?seat={seat}").json()
            last = told["events"][-1]["seq"]
            assert 0 < last < PLAYED
            assert len(turns_after(made, last)) > PEOPLE
            assert [event["seq"] for event in told["events"]] == list(range(1, last + 1))
            # What is shown is what the seat saw then, and no byte of what came later.
            shorter = house_with(tmp_path / f"seat {seat}", made[:last])
            try:
                owner = shorter.guest()
                owner.http.cookies.set(COOKIE, TOKENS[seat])
                theirs = asked(owner, f"replay?seat={seat}").json()
                said = asked(owner, f"log?seat={seat}").json()
            finally:
                shorter.close()
            assert {**told, "length": 0} == {**theirs, "length": 0}
            assert asked(stranger, f"log?seat={seat}").json() == said
        assert asked(stranger, f"replay?seat=0&to={PLAYED}").json()["events"][-1]["seq"] == last
        assert asked(stranger, f"replay?seat=0&from={PLAYED}").json()["events"] == []
        assert asked(stranger, f"replay?seat={PEOPLE}").status_code == 403
        assert asked(stranger, "replay").json()["events"][-1]["seq"] >= PLAYED
        assert stranger.http.get(f"/api/matches/{MATCH}").json()["later"] is True
    finally:
        house.close()


def test_nothing_is_shown_in_the_first_round(tmp_path: Path) -> None:
    made = played("stalag17", PLAYED)
    early = next(count for count in range(1, PLAYED) if len(turns_after(made[:count], 0)) == PEOPLE - 1)
    house = house_with(tmp_path, made[:early])
    try:
        told = asked(house.guest(), "replay?seat=0").json()
        assert told["events"] == []
        assert told["length"] == early
    finally:
        house.close()


def test_who_plays_sees_no_other_hand(tmp_path: Path) -> None:
    house = house_with(tmp_path, played("stalag17", PLAYED))
    try:
        player = house.guest()
        player.http.cookies.set(COOKIE, TOKENS[0])
        assert asked(player, "replay?seat=0").json()["events"][-1]["seq"] >= PLAYED
        assert asked(player, "replay?seat=1").status_code == 403
        assert asked(player, "log?seat=1").status_code == 403
    finally:
        house.close()


def test_without_the_wish_of_the_table_nobody_sees_a_hand(tmp_path: Path) -> None:
    house = house_with(tmp_path, played("stalag17", PLAYED), later=False)
    try:
        assert asked(house.guest(), "replay?seat=0").status_code == 403
        assert asked(house.guest(), "log?seat=0").status_code == 403
    finally:
        house.close()


def test_the_wish_is_kept_and_told_where_there_are_hands(tmp_path: Path) -> None:
    house = House(tmp_path)
    try:
        guest = house.guest()
        people = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
        made = guest.http.post("/api/matches", json={"game": "stalag17", "seats": people, "later": True})
        assert guest.http.get(f"/api/matches/{made.json()['match']}").json()["later"] is True
        refused = guest.http.post("/api/matches", json={"game": "girumgo", "seats": people[:2], "later": True})
        assert refused.status_code == 400
        assert refused.json()["error"]["say"] == "server.no_hands"
    finally:
        house.close()


@pytest.mark.parametrize("game", names())
def test_a_game_says_whether_it_has_hands(game: str) -> None:
    course, hidden = Course(head(game)), False
    for choice in played(game, 60):
        course.fold(choice)
        hidden = hidden or View(course.game, course.table, SPECTATOR).table.tobytes() != course.table.tobytes()
    assert hidden != find(game).is_open
