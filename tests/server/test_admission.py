"""Admission: every route has a limit, whoever exceeds it is told when to come back, and long work waits its turn."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from sobremesa.server import admission, library, matches
from sobremesa.server.admission import Admission, class_of
from sobremesa.server.asked import LINE
from sobremesa.server.limits import REQUESTS, UNLIMITED, Door, Limits, Rate
from tests.server.company import ANYBODY, ME, House, Quick


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "DELAY", 0.0)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("GET /", "pages"),
        ("HEAD /client/main.js", "pages"),
        ("GET /verify.py", "pages"),
        ("GET /api/words/es", "pages"),
        ("GET /api/pictures/poleana.svg", "pages"),
        ("GET /api/games", "reads"),
        ("GET /api/matches", "reads"),
        ("GET /api/matches/m", "reads"),
        ("GET /api/matches/m/review", "reads"),
        ("GET /readyz", "reads"),
        ("GET /metrics", "reads"),
        ("GET /api/matches/m/log", "heavy"),
        ("GET /api/matches/m/replay", "heavy"),
        ("GET /api/matches/m/record", "heavy"),
        ("GET /api/lessons/poleana", "heavy"),
        ("GET /api/lessons/poleana/3", "heavy"),
        ("POST /api/matches", "writes"),
        ("POST /api/matches/m/invites", "writes"),
        ("DELETE /api/bots/b", "writes"),
        ("BREW /coffee", "writes"),
        ("POST /api/matches/m/commands", "orders"),
    ],
)
def test_every_request_belongs_to_a_class(asked: str, expected: str) -> None:
    assert class_of(*asked.split(" ")) == expected
    assert expected in REQUESTS


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[House]:
    rare = Rate(0.01, 2)
    house = House(tmp_path, limits=Limits(pages=rare, reads=rare, heavy=rare, writes=rare, orders=rare))
    yield house
    house.close()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/client/main.js"),
        ("GET", "/nowhere"),
        ("GET", "/api/games"),
        ("GET", "/api/matches/m"),
        ("GET", "/api/words/es/nothing"),
        ("GET", "/api/lessons/nothing"),
        ("POST", "/api/matches"),
        ("POST", "/api/matches/m/commands"),
    ],
)
def test_every_route_has_a_limit(strict: House, method: str, path: str) -> None:
    first = [strict.ana.http.request(method, path).status_code for _ in range(2)]
    assert 429 not in first

    refused = strict.ana.http.request(method, path, headers={"accept-language": "es"})

    assert refused.status_code == 429
    assert refused.headers["retry-after"] == "100"
    assert refused.headers["x-content-type-options"] == "nosniff"
    told = refused.json()
    assert (told["error"]["say"], told["retry_after"]) == ("server.too_fast", 100)
    assert told["text"].startswith("Eso fue demasiado rápido")


def test_classes_do_not_share_their_limits(strict: House) -> None:
    for _ in range(3):
        strict.ana.http.get("/")
    assert strict.ana.http.get("/").status_code == 429
    assert strict.ana.http.get("/api/games").status_code == 200


# Slots, without a server


class Work:
    """An app whose answers are found when the test says so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.found = asyncio.Event()
        self.sent = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.append(scope["path"])
        await self.found.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        # The reader is slow.
        await self.sent.wait()


class Closing:
    """The line of somebody who has gone, or not."""

    def __init__(self) -> None:
        self.is_gone = False
        self.transport = self

    def is_closing(self) -> bool:
        return self.is_gone


async def refuse(_: Request, fault: Exception) -> Response:
    return Response(status_code=429)


class Askers:
    def __init__(self) -> None:
        self.work = Work()
        self.admission = Admission(self.work, Door(UNLIMITED), refuse)
        self.answers: list[int] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def ask(self, path: str, host: str = "192.0.2.1", line: Closing | None = None) -> None:
        scope: Scope = {"type": "http", "method": "GET", "path": path, "headers": [], "client": (host, 1)}
        if line is not None:
            scope[LINE] = line

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.answers.append(message["status"])

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        self.tasks.append(asyncio.create_task(self.admission(scope, receive, send)))
        for _ in range(5):
            await asyncio.sleep(0)

    async def end(self) -> None:
        self.work.found.set()
        self.work.sent.set()
        await asyncio.gather(*self.tasks)


def ask(work: Callable[[Askers], Any]) -> None:
    async def run() -> None:
        askers = Askers()
        await work(askers)
        await askers.end()
        assert askers.admission.slots.free == admission.SLOTS

    asyncio.run(run())


def test_long_work_has_few_slots_and_keeps_nothing_else_waiting() -> None:
    async def work(askers: Askers) -> None:
        for number in range(5):
            await askers.ask(f"/api/matches/{number}/replay")
        assert len(askers.work.begun) == admission.SLOTS
        await askers.ask("/api/games")
        assert askers.work.begun[-1] == "/api/games"

    ask(work)


def test_one_address_does_not_keep_another_waiting_for_all_its_requests() -> None:
    async def work(askers: Askers) -> None:
        for number in range(10):
            await askers.ask(f"/api/matches/{number}/replay")
        await askers.ask("/api/matches/other/replay", "192.0.2.2")
        askers.work.found.set()
        await asyncio.sleep(0.01)
        assert askers.work.begun.index("/api/matches/other/replay") <= admission.SLOTS + 1

    ask(work)


def test_a_slot_is_free_again_when_the_answer_is_found_though_nobody_reads_it() -> None:
    async def work(askers: Askers) -> None:
        for number in range(4):
            await askers.ask(f"/api/matches/{number}/log")
        askers.work.found.set()
        await asyncio.sleep(0.01)
        assert len(askers.work.begun) == 4
        assert askers.admission.slots.free == admission.SLOTS

    ask(work)


def test_too_many_that_wait_are_refused() -> None:
    async def work(askers: Askers) -> None:
        for number in range(admission.SLOTS + admission.MOST_WAITING + 3):
            await askers.ask(f"/api/matches/{number}/log")
        assert askers.answers == [429] * 3
        assert askers.admission.limited == {"heavy": 3}

    ask(work)


def test_whoever_has_gone_meanwhile_is_not_worked_for() -> None:
    async def work(askers: Askers) -> None:
        for number in range(admission.SLOTS):
            await askers.ask(f"/api/matches/{number}/log")
        line = Closing()
        await askers.ask("/api/matches/gone/log", line=line)
        line.is_gone = True
        await askers.end()
        assert "/api/matches/gone/log" not in askers.work.begun
        assert askers.admission.slots.dropped == {"gone": 1}

    ask(work)


# What is the same for everybody is made once


def test_games_codes_and_unknown_games_cost_nothing_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path)
    try:
        match = house.ana.set_up(ME, ANYBODY)
        first = house.ana.http.get("/api/games"), house.ana.http.post(f"/api/matches/{match}/invites", json={})

        def fail(*_: object, **__: object) -> None:
            raise AssertionError

        monkeypatch.setattr(library, "facts", fail)
        monkeypatch.setattr("sobremesa.core.game.homes", fail)
        monkeypatch.setattr("segno.make", fail)
        again = house.ana.http.get("/api/games"), house.ana.http.post(f"/api/matches/{match}/invites", json={})
        assert [each.json() for each in again] == [each.json() for each in first]
        assert first[0].json()["preparing"] == []
        for number in range(3):
            assert house.ana.http.get(f"/api/words/es/unknown-{number}").status_code == 404
        info = matches.code.cache_info()
        assert info.maxsize == matches.MAX_CODES
    finally:
        house.close()


def test_what_is_being_prepared_is_told_as_it_is(tmp_path: Path) -> None:
    crew = Quick(is_ready=False)
    house = House(tmp_path, crew=crew)
    try:
        assert house.ana.http.get("/api/games").json()["preparing"] == list(library.installed())
        crew.ready = True
        assert house.ana.http.get("/api/games").json()["preparing"] == []
    finally:
        house.close()
