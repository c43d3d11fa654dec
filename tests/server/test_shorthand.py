"""Shorthand: whoever reads it is told the same as everybody else, in fewer bytes, and nothing else."""

import asyncio
import json
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from sobremesa import names
from sobremesa.core.game import find
from sobremesa.core.rules import OVER
from sobremesa.core.view import View
from sobremesa.core.words import Phrase, Seat
from sobremesa.draw import stage as drawing
from sobremesa.server import frames, shorthand, wire
from sobremesa.server.listeners import Listener
from tests.server.company import ANA, BEA, Watcher, enter, move, rooms_in, set_up
from tests.server.longhand import Reader

MOVES = 60
MOST_RESUMED = 2048
"""Bytes that half of those are sent at most who missed a move."""


class Reading(Watcher):
    """Somebody with a browser."""

    def __init__(self, guest: str, seat: int) -> None:
        super().__init__(guest, seat, "light")
        self.listener.short = True
        self.reader = Reader()
        self.bytes = 0
        self.said: list[dict[str, Any]] = []

    def hear(self, message: bytes) -> None:
        self.bytes += len(message)
        self.said.append(json.loads(message))
        super().hear(json.dumps(self.reader.read(self.said[-1])).encode())


@pytest.mark.parametrize("game", names())
def test_who_reads_shorthand_is_told_the_same(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(await set_up(rooms.store, game))
            people = [(Reading(guest, seat), Watcher(guest, seat, "light")) for seat, guest in enumerate((ANA, BEA))]
            people.append((Reading("", -1), Watcher("", -1, "light")))
            await enter(room, *(watcher for pair in people for watcher in pair))
            # Whoever comes is sent all cards at once, before any of them can be seen, and none of them again.
            cards, heard = drawing.cards(room.moment.view(-1)), [0] * len(people)
            assert all(cards <= short.looks.keys() for short, _ in people)
            came = [len(short.said) for short, _ in people]
            for number in range(MOVES):
                actor = room.course.actor
                if actor == OVER:
                    break
                text = list(room.moment.legal())[number % len(room.moment.legal())]
                await room.obey(people[actor][0].listener, move(room, text))
                for place, (short, full) in enumerate(people):
                    assert short.things == full.things
                    assert full.looks.items() <= short.looks.items()
                    assert short.looks.keys() - full.looks.keys() <= cards
                    assert all(short.looks[key] == drawing.look(room.moment.view(-1), key) for key in cards)
                    assert not any(cards & message.get("looks", {}).keys() for message in short.said[came[place] :])
                    assert short.told == full.told
                    assert without_phase(short.frame) == without_phase(full.frame)
                    for ours, theirs in zip(short.messages[heard[place] :], full.messages[heard[place] :], strict=True):
                        assert ours.get("paths", {}) == theirs.get("paths", {})
                        assert ours.get("glimpse", []) == theirs.get("glimpse", [])
                    heard[place] = len(full.messages)

    asyncio.run(play())


@pytest.mark.parametrize("game", names())
def test_who_comes_back_is_told_what_it_missed_without_pictures_that_it_has(game: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(await set_up(rooms.store, game))
            people, stays = [Reading(ANA, 0), Reading(BEA, 1)], [Watcher(ANA, 0, "light"), Watcher(BEA, 1, "light")]
            await enter(room, *people, *stays)
            sizes = []
            for number in range(MOVES):
                actor = room.course.actor
                if actor == OVER:
                    break
                away, seen = people[1 - actor], {row[1] for row in people[1 - actor].things.values()}
                room.leave(away.listener)
                gone_at = room.course.seq
                text = list(room.moment.legal())[number % len(room.moment.legal())]
                await room.obey(people[actor].listener, move(room, text))

                away.listener = Listener(away.listener.guest, 1 - actor, "light", away.hear, short=True)
                before, first = away.bytes, len(away.said)
                room.join(away.listener)
                assert room.resume(away.listener, gone_at, [])

                assert away.things == stays[1 - actor].things
                assert without_phase(away.frame) == without_phase(stays[1 - actor].frame)
                view = room.moment.view(1 - actor)
                assert all(drawn == drawing.look(view, look) for look, drawn in away.looks.items())
                assert {row[1] for row in away.things.values()} <= set(away.looks)
                drawn = {look for message in away.said[first:] for look in message.get("looks", ())}
                assert not drawn & seen
                sizes.append(away.bytes - before)
            assert median(sizes) <= MOST_RESUMED

    asyncio.run(play())


def without_phase(frame: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in frame.items() if name not in ("phase", "stage")}


def test_who_comes_later_is_told_of_nothing_that_was_offered_before(tmp_path: Path) -> None:
    async def play() -> None:
        async with rooms_in(tmp_path) as rooms:
            room = await rooms.find(await set_up(rooms.store, "girumgo"))
            ana, bea = Reading(ANA, 0), Reading(BEA, 1)
            await enter(room, ana, bea)
            for number in range(MOVES):
                late = Reading((ANA, BEA)[number % 2], number % 2)
                await enter(room, late)
                text = next(iter(room.moment.legal()))
                await room.obey((ana, bea)[room.course.actor].listener, move(room, text))
                assert late.frame["gestures"] == (ana, bea)[number % 2].frame["gestures"]
                room.leave(late.listener)

    asyncio.run(play())


def test_phrases_in_short() -> None:
    book = shorthand.book_of("poleana")
    walk = Phrase("log.walk", seat=Seat(1), pips=6, origin="R1", to="R7")
    entry = book["log.walk"]

    assert entry.names == ("origin", "pips", "seat", "to")
    assert shorthand.phrase(book, walk) == (entry.number, "R1", 6, (-2,), "R7")
    assert shorthand.phrase(book, Phrase("log.walk", seat=Seat(1))) == {"say": "log.walk", "seat": {"seat": 1}}
    assert shorthand.phrase(book, Phrase("log.unheard_of")) == {"say": "log.unheard_of"}
    ended = shorthand.phrase(book, Phrase("prompt.wins", players=(Seat(0), Seat(2)), count=2))
    assert ended[1:] == (2, {"all": [(-1,), (-3,)]})


def test_rows_in_short() -> None:
    places = {"ring/1": (7, 1.5, 0.5), "ring/2": (8, 2.5, 0.5)}
    old = ("a", "piece|1|0", "ring/1", 1.5, 0.5, 1.0, 0.0)

    assert shorthand.row(places, old, None) == ["a", 3, "piece|1|0", 7]
    assert shorthand.row(places, old, old) == ["a", 0]
    assert shorthand.row(places, ("a", "piece|1|0", "ring/2", 2.5, 0.5, 1.0, 0.0), old) == ["a", 2, 8]
    assert shorthand.row(places, ("a", "piece|1|0", "ring/1", 1.4, 2.0, 0.7, 5.0), old) == ["a", 60, 1.4, 2, 0.7, 5]
    assert shorthand.row(places, ("a", "piece|1|0", "ring/1", 1.5, 2.0, 1.0, 0.0), old) == ["a", 8, 2]


def test_it_is_asked_for() -> None:
    assert wire.read('{"t":"hello","v":1,"short":true}') == wire.Hello(v=1, short=True)


def test_a_new_look_is_told_by_what_differs_from_the_most_alike_that_is_known() -> None:
    game = find("stalag17")
    view, known = View(game, game.table(2), 0), dict[str, list[str]]()
    first = frames.short_looks(view, {"card|C1|", "card|R1|"}, "light", known)
    assert isinstance(first["card|C1|"], str)
    assert known == {"card|": ["card|C1|", "card|R1|"]}

    frames.short_looks(view, {"card|CH|", "card|I|"}, "light", known)
    told = frames.short_looks(view, {"card|B|", "card|C2|", "card|RH|"}, "light", known)

    # By its first letter the last one would be a single; but pairs are more like each other.
    assert [told[look][0] for look in ("card|B|", "card|C2|", "card|RH|")] == ["card|I|", "card|C1|", "card|CH|"]
    assert shorthand.size_of(told["card|C2|"]) < shorthand.SMALL < shorthand.size_of(told["card|RH|"])


def test_what_is_mentioned_is_remembered_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shorthand, "MENTIONED", 2)
    book = shorthand.Book(shorthand.book_of("stalag17"))
    cards = [Phrase("cards.single", card=card, object=Phrase(f"objects.{card[0]}")) for card in ("R1", "C2", "D3")]
    told = [Phrase("log.take", seat=Seat(0), card=card) for card in cards]
    expected = [shorthand.phrase(shorthand.book_of("stalag17"), each) for each in told]

    assert [shorthand.phrase(book, each) for each in [*told, *told]] == [*expected, *expected]
    assert book.mentioned(cards[-1]) is book.mentioned(cards[-1])
    assert len(book._mentioned) <= 2
