"""Reviews on the server: of matches that are over, made once in the background, and kept."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import sobremesa
from sobremesa.core.rules import CHANCE
from sobremesa.kit.luck import below, sow
from sobremesa.server import events, records
from sobremesa.server import reviews as reviews_module
from sobremesa.server.batches import Batch, Row
from sobremesa.server.crew import Workers
from sobremesa.server.limits import Hurried
from sobremesa.server.reviewed import reviewed
from sobremesa.server.reviews import Reviews, Work, seqs_of
from sobremesa.server.store import Entry, open_store
from sobremesa.server.thinking import NoAnswer
from sobremesa.server.worker import Answer, Question, answer
from tests.server.company import PATIENCE, House, Quick, refused, until


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, crew=Quick())
    yield house
    house.close()


def crew_of(house: House) -> Quick:
    assert house.crew is not None
    return house.crew


def given_up(house: House) -> str:
    """This is a match that was given up after some moves."""
    match = house.ana.set_up()
    with house.ana.socket(match) as socket:
        socket.hello()
        socket.play(lambda each: each.frame["seq"] > 12)
        assert socket.ask("resign")["t"] == "ok"
    return match


def test_what_was_taken_back_is_not_reviewed(tmp_path: Path) -> None:
    async def run() -> list[int]:
        store = open_store(tmp_path)
        happened = [
            events.Choice(actor=-1, number=7, text="7"),
            events.Choice(actor=0, number=7, text="place 1,1"),
            events.Undo(seat=0),
            events.Rename(seat=0, name="Eva"),
            events.Choice(actor=0, number=10, text="place 1,4"),
            events.Choice(actor=-1, number=8, text="8"),
            events.Contest(seat=0, back=1),
            events.Choice(actor=-1, number=9, text="9"),
        ]
        rows = [Row(seq, 0, events.dump(event)) for seq, event in enumerate(happened, start=1)]
        await store.write(Batch("m", tuple(rows), head=b"{}"))
        found = seqs_of(store, "m")
        store.close()
        return found

    assert asyncio.run(run()) == [1, 5, 8]


def settled(http: httpx.Client, match: str) -> httpx.Response:
    """This asks until the review is made."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = http.get(f"/api/matches/{match}/review")
        if found.status_code != 202:
            return found
        assert set(found.json()) == {"done", "of"}
    raise AssertionError("this review is never made")


def refusal(answered: httpx.Response) -> tuple[int, str]:
    assert answered.json()["text"]
    return answered.status_code, answered.json()["error"]["say"]


def test_a_review_is_made_once_and_anybody_with_the_link_gets_it(house: House) -> None:
    match = given_up(house)
    stranger = house.guest().http

    first = stranger.get(f"/api/matches/{match}/review")
    assert first.status_code == 202
    done = settled(stranger, match)
    assert done.status_code == 200
    told = done.json()
    record = stranger.get(f"/api/matches/{match}/record").text.splitlines()
    choices = [line for line in map(json.loads, record) if "choice" in line]
    assert (told["game"], told["rules"], len(told["seqs"])) == ("sequence-dice", 1, len(choices))
    assert settled(house.ana.http, match).json() == told
    assert crew_of(house).reviewed == ["sequence-dice"]


def test_a_review_outlives_the_server_and_one_that_is_damaged_is_made_again(tmp_path: Path) -> None:
    folder, crew = tmp_path / "reviews", Quick()
    house = House(tmp_path, crew=crew, reviews=folder)
    match = given_up(house)
    told = settled(house.ana.http, match).json()
    house.close()
    kept = folder / f"{match}.json"
    assert json.loads(kept.read_bytes()) == told

    again = House(tmp_path, crew=crew, reviews=folder)
    assert again.ana.http.get(f"/api/matches/{match}/review").json() == told
    again.close()
    assert crew.reviewed == ["sequence-dice"]
    for damaged in (b"{", b"[]", b'{"format": 0}'):
        kept.write_bytes(damaged)
        anew = House(tmp_path, crew=crew, reviews=folder)
        assert settled(anew.ana.http, match).json() == told
        anew.close()
    assert len(crew.reviewed) == 4


def test_what_cannot_be_reviewed_is_refused(house: House) -> None:
    going = house.ana.set_up()

    assert refusal(house.ana.http.get(f"/api/matches/{going}/review")) == (409, "server.not_over")
    assert refusal(house.ana.http.get("/api/matches/nothing/review")) == (404, "server.unknown_match")


def test_a_review_that_fails_is_told_once_and_can_be_asked_for_again(house: House) -> None:
    match, crew = given_up(house), crew_of(house)
    crew.is_lame = True
    assert refusal(settled(house.ana.http, match)) == (503, "server.no_review")
    crew.is_lame = False
    assert settled(house.ana.http, match).status_code == 200


def test_until_a_game_is_ready_there_are_no_reviews(house: House) -> None:
    match = given_up(house)
    crew_of(house).ready = False

    assert refusal(house.ana.http.get(f"/api/matches/{match}/review")) == (503, "server.preparing")


def test_reviews_wait_for_one_another_but_not_too_many(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "MOST", 1)
    first, second = given_up(house), given_up(house)
    crew_of(house).pause = 60.0
    assert house.ana.http.get(f"/api/matches/{first}/review").status_code == 202

    assert refusal(house.guest().http.get(f"/api/matches/{second}/review")) == (503, "server.many_reviews")
    # Whoever is already being served is not refused, and the server ends without waiting.
    end = time.monotonic() + PATIENCE
    while (told := house.ana.http.get(f"/api/matches/{first}/review").json()) != {"done": 1, "of": 2}:
        assert told == {"done": 0, "of": 0}
        assert time.monotonic() < end


def test_only_so_many_reviews_are_kept_at_hand(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "REMEMBERED", 1)
    first, second = given_up(house), given_up(house)
    for match in (first, second, first):
        assert settled(house.ana.http, match).status_code == 200

    assert len(crew_of(house).reviewed) == 3


def test_a_review_that_cannot_be_kept_is_told_all_the_same(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "reviews"
    folder.write_text("in the way")
    house = House(tmp_path / "data", crew=Quick(), reviews=folder)
    match = given_up(house)

    assert settled(house.ana.http, match).status_code == 200
    house.close()
    assert "could not be kept" in caplog.text


def test_a_broken_log_is_a_fault_that_is_noted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        store = open_store(tmp_path)
        reviews = Reviews(store, Quick())
        head = b'{"game":"sequence-dice","rules":1,"options":{},"seats":[{},{}],"seal":"","host":"","made":""}'
        entry = Entry("lost", head, b"", ended=True)
        work = await reviews.find(entry)
        assert isinstance(work, Work)
        assert work.task is not None
        monkey: Any = reviews.crew
        monkey.review = None
        await work.task
        assert "lost" in reviews.failed
        assert seqs_of(store, "lost") == []
        store.close()

    asyncio.run(run())
    assert "a review could not be made" in caplog.text


def test_a_review_of_a_match_that_was_deleted_meanwhile_is_not_kept(tmp_path: Path) -> None:
    """The thread that writes it goes on when its task is cancelled."""
    store = open_store(tmp_path)
    reviews = Reviews(store, Quick(), tmp_path / "reviews", {"kept": b"{}", "deleted": b"{}"})

    asyncio.run(reviews.remove(["deleted"]))
    for match in ("kept", "deleted"):
        reviews._write(match, b"{}")

    assert [path.name for path in (tmp_path / "reviews").iterdir()] == ["kept.json"]
    store.close()


# Shared fairly, with a clock of the test's own


class Reviewer(Quick):
    """A crew that finishes a review when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.heard: list[Callable[[int, int], None]] = []
        self.may_end = asyncio.Semaphore(0)

    async def review(self, game: str, record: str, heard: Callable[[int, int], None]) -> dict[str, Any]:
        self.begun.append(record)
        self.heard.append(heard)
        await self.may_end.acquire()
        return {}


class Desk:
    """Reviews of matches that are over, asked for by guests of addresses; the record of each is its name."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.crew = Reviewer()
        self.store = open_store(folder)
        self.reviews = Reviews(self.store, self.crew, clock=lambda: self.now)
        monkeypatch.setattr(records, "recorded", lambda _, match, *__: match)

    async def ask(self, match: str, guest: str, address: str) -> None:
        head = b'{"game":"sequence-dice","rules":1,"options":{},"seats":[{},{}],"seal":"","host":"","made":""}'
        await self.reviews.find(Entry(match, head, b"", ended=True), guest, address)
        await self.settle()

    async def settle(self) -> None:
        """Wait until everything waits: for the crew, or for its turn."""
        await until(lambda: self.crew.begun and self.reviews.slots.waiting + 1 >= len(self.reviews.working))

    async def finish(self) -> None:
        begun, working = len(self.crew.begun), len(self.reviews.working)
        self.crew.may_end.release()
        await until(lambda: len(self.crew.begun) > begun or not self.reviews.slots.waiting)
        await until(lambda: len(self.reviews.working) < working)


def at_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Desk], Awaitable[None]]) -> None:
    async def run() -> None:
        desk = Desk(tmp_path, monkeypatch)
        await work(desk)
        await desk.reviews.close()
        assert not desk.reviews.working
        assert desk.reviews.slots.free == 1
        desk.store.close()

    asyncio.run(run())


def test_addresses_take_turns_with_their_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        for number in range(4):
            await desk.ask(f"a{number}", f"guest {number}", "here")
        await desk.ask("b", "bea", "there")
        for _ in range(4):
            await desk.finish()
        await until(lambda: len(desk.crew.begun) == 5)
        assert desk.crew.begun == ["a0", "a1", "b", "a2", "a3"]

    at_desk(tmp_path, monkeypatch, work)


def test_one_review_is_in_work_for_a_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        await desk.ask("m", "ana", "here")
        # To ask how far it is, is no second one.
        await desk.ask("m", "ana", "here")
        with pytest.raises(Hurried) as hurried:
            await desk.ask("n", "ana", "elsewhere")
        assert hurried.value.phrase.name == "one_review"
        await desk.ask("n", "bea", "here")
        # Who has no cookie is known by its address.
        await desk.ask("o", "", "there")
        with pytest.raises(Hurried):
            await desk.ask("p", "", "there")

    at_desk(tmp_path, monkeypatch, work)


def test_one_address_cannot_fill_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        for number in range(reviews_module.MOST_OF_ADDRESS):
            await desk.ask(f"m{number}", f"guest {number}", "here")
        assert await refused(desk.ask("n", "ana", "here")) == "many_reviews"
        await desk.ask("n", "ana", "there")

    at_desk(tmp_path, monkeypatch, work)


def test_a_review_for_which_nobody_waits_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        await desk.ask("m", "ana", "here")
        await desk.ask("n", "bea", "there")
        await desk.ask("o", "eva", "far")
        desk.now += reviews_module.ABANDONED + 1
        await desk.ask("o", "eva", "far")
        desk.crew.may_end.release()
        await until(lambda: desk.crew.begun == ["m", "o"])

    at_desk(tmp_path, monkeypatch, work)


def test_a_review_for_which_nobody_waits_makes_way_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        await desk.ask("m", "ana", "here")
        desk.now += reviews_module.ABANDONED + 1
        desk.crew.heard[0](1, 9)
        await desk.settle()
        # Nobody is kept waiting by it.
        assert "m" in desk.reviews.working
        await desk.ask("n", "bea", "there")
        desk.crew.heard[0](2, 9)
        await until(lambda: desk.crew.begun == ["m", "n"])
        assert list(desk.reviews.working) == ["n"]

    at_desk(tmp_path, monkeypatch, work)


# What a worker makes of a record


def short_record(game: str, most: int, **options: Any) -> str:
    match = sobremesa.start(game, seats=2, seed=3, options=options)
    luck = sow(3, 1)[0]
    while match.made < most and match.actor >= CHANCE:
        moves = match.moves()
        match.push(match.draw() if match.actor == CHANCE else moves[below(luck, len(moves))])
    return match.record.text()


@pytest.mark.parametrize(
    ("game", "options"), [("sequence-dice", {}), ("stalag17", {"prisoners": 1}), ("royal-ludo", {"pawns": 1})]
)
def test_a_review_adds_up_and_shows_moves_that_were_possible(game: str, options: dict[str, Any]) -> None:
    text = short_record(game, 40, **options)
    far: list[tuple[int, int]] = []

    told = reviewed(text, 2, lambda done, total: far.append((done, total)))

    match = sobremesa.replay(sobremesa.core.record.parse(text))
    assert far[-1] == (match.made + 1, match.made + 1)
    assert len(told["chances"]) == match.made + 1
    for account in told["seats"]:
        parts = account["start"] + account["luck"] + account["play"] + account["others"]
        assert parts == pytest.approx(account["result"], abs=0.001)
    assert told["throws"]
    for moment in [*told["moves"], *told["throws"]]:
        again = sobremesa.replay(sobremesa.core.record.parse(text))
        while again.made > moment["number"]:
            again.pop()
        offered = {gesture["move"]: gesture for gesture in again.frame(max(again.actor, -1))["gestures"]}
        assert moment["actor"] == ("chance" if again.actor == CHANCE else again.actor)
        for way in ("made", "better"):
            if way in moment:
                assert moment[way] == offered[moment[way]["move"]]
        assert ("story" in moment) == (again.actor == CHANCE)


def test_a_worker_reviews_and_says_how_far_it_is() -> None:
    heard: list[Answer] = []
    question = Question("review", "sequence-dice", record=short_record("sequence-dice", 12), simulations=1)

    found = answer(question, heard.append)

    assert found.review is not None
    assert [each.progress for each in heard] == [(number, 13) for number in range(1, 14)]


def test_a_process_reviews_beside_those_that_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOBREMESA_NATIVE", "0")
    heard: list[tuple[int, int]] = []

    async def run() -> dict[str, Any]:
        workers = Workers(1, [])
        with pytest.raises(NoAnswer):
            await workers.review("sequence-dice", "", lambda *_: None)
        workers.ready.add("sequence-dice")
        try:
            with pytest.raises(NoAnswer):
                await workers.review("sequence-dice", "no record", lambda *_: None)
            record = short_record("sequence-dice", 9)
            return await workers.review("sequence-dice", record, lambda *far: heard.append(far))
        finally:
            await workers.stop()

    told = asyncio.run(run())

    assert len(told["chances"]) == 10
    assert heard[-1] == (10, 10)
