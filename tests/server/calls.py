"""Calls: every operation of the HTTP interface as it is used and misused, by its name in docs/openapi.json.

Each yields the answers it got, at least one of every status that is described there. Whoever adds a route adds a call.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from starlette.routing import Route

from sobremesa.server import house as houses
from sobremesa.server.reviewed import reviewed
from sobremesa.server.settings import TableSettings
from tests.devices import Device
from tests.server.company import A_BOT, A_FRIEND, ANYBODY, ME, PATIENCE, Guest, House, Quick
from tests.server.operator import SECRET, Operator
from tests.server.pens import database_of

UNKNOWN = "/api/matches/unknown"
SIMULATIONS = 2


class Reviewing(Quick):
    """A crew that chooses at random, and really reviews."""

    async def review(self, game: str, record: str, heard: Callable[[int, int], None]) -> dict[str, Any]:
        if self.is_lame:
            return await super().review(game, record, heard)
        return await asyncio.to_thread(reviewed, record, SIMULATIONS, heard)


class Nowhere:
    """A listener of the house at which nobody listens."""

    address = ("192.0.2.7", 4321)

    def close(self) -> None:
        pass


class World:
    """A server with a match that goes on and one that is over, and people who ask."""

    def __init__(self, folder: Path) -> None:
        self.crew = Reviewing()
        self.house = House(folder, crew=self.crew, reviews=folder / "reviews", secret=SECRET)
        self.operator = Operator(self.house).http
        self.ana, self.bea = self.house.ana, self.house.guest()
        self.going = self.ana.set_up(ME, ANYBODY)
        self.over = self.given_up(self.ana)

    @staticmethod
    def given_up(guest: Guest) -> str:
        """A match that was given up after some moves."""
        match = guest.set_up(ME, A_BOT)
        with guest.socket(match) as socket:
            socket.hello()
            socket.play(lambda each: each.frame["seq"] > 6)
            assert socket.ask("resign")["t"] == "ok"
        return match

    def routes(self) -> list[Route]:
        return routes_of(self.house.server.config.app)

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """The server can be opened to a house."""

        async def listen(host: str, port: int) -> Nowhere:
            return Nowhere()

        handler: Any = next(route.endpoint for route in self.routes() if route.path.endswith("/house"))
        matches = handler.__self__
        matches.house = houses.House(listen, 4321, address=lambda: "192.0.2.7")
        try:
            yield
        finally:
            matches.house = None

    @contextmanager
    def tables_for(self, who: str, word: str = "") -> Iterator[None]:
        """Not everybody may set up tables."""
        handler: Any = next(route.endpoint for route in self.routes() if route.path == "/api/tables")
        permission = handler.__self__
        before, permission.tables = permission.tables, TableSettings(who_may_set=who, word=word)
        try:
            yield
        finally:
            permission.tables = before

    def close(self) -> None:
        self.house.close()


def routes_of(app: Any) -> list[Route]:
    """All routes of an app, below whatever it is wrapped in."""
    while not hasattr(app, "routes"):
        app = app.rest
    return [route for route in app.routes if isinstance(route, Route)]


Answers = Iterator[httpx.Response]
CALLS: dict[str, Callable[[World], Answers]] = {}


def call(work: Callable[[World], Answers]) -> Callable[[World], Answers]:
    """Note a call under the operation that it is named after."""
    first, *rest = work.__name__.split("_")
    CALLS[first + "".join(word.capitalize() for word in rest)] = work
    return work


def kept(guest: Guest, path: str) -> Answers:
    """Something that does not change, and asked for again."""
    found = guest.http.get(path)
    yield found
    yield guest.http.get(path, headers={"if-none-match": found.headers["etag"]})


def misused(guest: Guest, path: str) -> Answers:
    """A route with a body that makes no sense."""
    for content in (b"", b"{", b"7", b"\xff"):
        yield guest.http.post(path, content=content)


# Pages and files

PAGES = {
    "homePage": "/",
    "setUpPage": "/new/poleana",
    "tablePage": "/t/x",
    "replayPage": "/t/x/replay",
    "reviewPage": "/t/x/review",
    "rulesPage": "/rules/poleana",
    "learnPage": "/learn/poleana",
    "settingsPage": "/settings",
    "verifier": "/verify.py",
    "olderVerifier": "/verify2.py",
}
for _name, _path in PAGES.items():
    CALLS[_name] = lambda world, path=_path: kept(world.ana, path)  # type: ignore[misc]


@call
def invitation_page(world: World) -> Answers:
    yield from kept(world.house.guest(), f"/join/{world.going}/x")


@call
def client_file(world: World) -> Answers:
    for name in ("main.js", "style.css"):
        yield from kept(world.ana, f"/client/{name}")
    yield world.ana.http.get("/client/nothing.js")
    yield world.ana.http.get("/client/words.en.toml")


# Operation


@call
def health(world: World) -> Answers:
    yield world.ana.http.get("/healthz")


@call
def readiness(world: World) -> Answers:
    yield world.ana.http.get("/readyz")
    database_of(world.house.store).execute("PRAGMA query_only = ON")
    wish = {"game": "sequence-dice", "seats": [ME, A_BOT]}
    assert world.ana.http.post("/api/matches", json=wish).status_code == 507
    yield world.ana.http.get("/readyz")
    database_of(world.house.store).execute("PRAGMA query_only = OFF")
    assert world.ana.http.post("/api/matches", json=wish).status_code == 201


@call
def metrics(world: World) -> Answers:
    yield world.ana.http.get("/metrics")
    yield world.ana.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})


# The library


@call
def list_games(world: World) -> Answers:
    yield world.ana.http.get("/api/games")


@call
def client_words(world: World) -> Answers:
    yield from kept(world.ana, "/api/words/es")
    yield world.ana.http.get("/api/words/fr")


@call
def game_words(world: World) -> Answers:
    yield from kept(world.ana, "/api/words/en/girumgo")
    yield world.ana.http.get("/api/words/fr/girumgo")
    yield world.ana.http.get("/api/words/en/chess")


@call
def rulebook(world: World) -> Answers:
    yield from kept(world.ana, "/api/rules/poleana/es")
    yield world.ana.http.get("/api/rules/poleana/fr")
    yield world.ana.http.get("/api/rules/chess/es")


@call
def picture(world: World) -> Answers:
    yield from kept(world.ana, "/api/pictures/sequence-dice.svg?theme=dark&language=es")
    for wrong in ("chess.svg", "sequence-dice.svg?theme=pink", "sequence-dice.svg?language=fr"):
        yield world.ana.http.get(f"/api/pictures/{wrong}")


@call
def example(world: World) -> Answers:
    rules = world.ana.http.get("/api/rules/stalag17/en").json()["html"]
    name = rules.partition('data-example="')[2].partition('"')[0]
    yield from kept(world.ana, f"/api/examples/stalag17/{name}.svg")
    for wrong in ("stalag17/nothing.svg", f"chess/{name}.svg", f"stalag17/{name}.svg?theme=pink"):
        yield world.ana.http.get(f"/api/examples/{wrong}")


@call
def lesson(world: World) -> Answers:
    yield world.ana.http.get("/api/lessons/sequence-dice?theme=dark")
    for wrong in ("chess", "sequence-dice?theme=pink"):
        yield world.ana.http.get(f"/api/lessons/{wrong}")


@call
def lesson_step(world: World) -> Answers:
    steps = world.ana.http.get("/api/lessons/sequence-dice").json()["steps"]
    number, step = next((number, step) for number, step in enumerate(steps) if step["asked"])
    moves = [gesture["move"] for gesture in step["frame"]["gestures"]]
    path = f"/api/lessons/sequence-dice/{number}"
    for move in {step["asked"][0], moves[0], moves[-1], "nonsense", ""}:
        yield world.ana.http.get(path, params={"move": move})
    for wrong in ("sequence-dice/99", "chess/0", "sequence-dice/0?theme=pink"):
        yield world.ana.http.get(f"/api/lessons/{wrong}")


# Matches


@call
def who_may_set_up(world: World) -> Answers:
    for who in ("everybody", "word", "nobody"):
        with world.tables_for(who, "mus"):
            yield world.ana.http.get("/api/tables")


@call
def create_match(world: World) -> Answers:
    for more in ({}, {"clock": {"kind": "fischer", "seconds": 300, "add": 5}, "absent": 60}, {"real": True}):
        yield world.house.guest().http.post("/api/matches", json={"game": "poleana", "seats": [ME, ANYBODY], **more})
    yield from misused(world.ana, "/api/matches")
    wrong: dict[str, Any] = {"seats": [], "options": {"line": 77}, "absent": 1, "clock": {"kind": "sand"}}
    for key, value in wrong.items():
        wish = {"game": "sequence-dice", "seats": [ME, A_BOT], key: value}
        yield world.ana.http.post("/api/matches", json=wish)
    yield world.ana.http.post("/api/matches", json={"game": "chess", "seats": [ME, A_BOT]})
    with world.tables_for("word", "mus"):
        for word in ("", "chess", "mus"):
            yield world.ana.http.post("/api/matches", json={"game": "poleana", "seats": [ME, A_BOT], "word": word})
    yield world.ana.http.post("/api/matches", content=b" " * 20_000)


@call
def list_matches(world: World) -> Answers:
    for guest in (world.ana, world.bea, world.house.guest()):
        yield guest.http.get("/api/matches")


@call
def get_match(world: World) -> Answers:
    clocked = world.ana.set_up(ME, A_FRIEND, clock={"kind": "move", "seconds": 30})
    for match in (world.going, world.over, clocked):
        yield world.ana.http.get(f"/api/matches/{match}")
    for invite in (world.ana.invite(world.going), "nonsense", "ñ"):
        yield world.bea.http.get(f"/api/matches/{world.going}", params={"invite": invite})
    yield world.ana.http.get(UNKNOWN)


@call
def invite(world: World) -> Answers:
    path = f"/api/matches/{world.going}/invites"
    yield world.ana.http.post(path, json={})
    yield world.bea.http.post(path, json={})
    yield from misused(world.ana, path)
    yield world.ana.http.post(f"{UNKNOWN}/invites", json={})


@call
def get_house(world: World) -> Answers:
    yield world.ana.http.get(f"/api/matches/{world.going}/house")
    with world.at_home():
        yield world.ana.http.get(f"/api/matches/{world.going}/house")
    yield world.ana.http.get(f"{UNKNOWN}/house")


@call
def set_house(world: World) -> Answers:
    path = f"/api/matches/{world.going}/house"
    yield world.ana.http.post(path, json={"open": True})
    with world.at_home():
        yield world.bea.http.post(path, json={"open": True})
        yield world.ana.http.post(path, json={"open": True})
        yield world.ana.http.post(path, json={"open": False})
        yield world.ana.http.post(f"/api/matches/{world.over}/house", json={"open": True})
    yield from misused(world.ana, path)
    yield world.ana.http.post(f"{UNKNOWN}/house", json={"open": True})


@call
def join(world: World) -> Answers:
    match = world.ana.set_up(ME, ANYBODY)
    path, token = f"/api/matches/{match}/join", world.ana.invite(match)
    guest = world.house.guest()
    yield world.ana.http.post(path, json={"token": token})
    yield guest.http.post(path, json={"token": "nonsense"})
    for _ in range(2):
        yield guest.http.post(path, json={"token": token, "name": "Eva"})
    yield world.bea.http.post(path, json={"token": token})
    yield from misused(world.bea, path)
    yield world.bea.http.post(path, json={"token": token, "name": "x" * 50})
    yield world.bea.http.post(f"{UNKNOWN}/join", json={"token": token})


@call
def rematch(world: World) -> Answers:
    path = f"/api/matches/{world.given_up(world.ana)}/rematch"
    yield world.bea.http.post(path, json={})
    yield world.ana.http.post(path, json={"roll": False})
    yield world.bea.http.post(path, json={})
    yield from misused(world.ana, path)
    yield world.ana.http.post(path, json={"sealed": "nonsense"})
    yield world.ana.http.post(f"/api/matches/{world.going}/rematch", json={})
    yield world.ana.http.post(f"{UNKNOWN}/rematch", json={})


# What has happened


@call
def log(world: World) -> Answers:
    path = f"/api/matches/{world.over}/log"
    for query in ("", "?seat=0", "?seat=x", "?seat=-1", "?seat=9"):
        yield world.ana.http.get(path + query)
    yield world.bea.http.get(f"/api/matches/{world.going}/log?seat=0")
    yield world.ana.http.get(f"{UNKNOWN}/log")


@call
def replay(world: World) -> Answers:
    path = f"/api/matches/{world.over}/replay"
    for query in ("", "?seat=0&theme=dark", "?from=2&to=4", "?from=9&to=1", "?from=x", "?to=-1", "?theme=pink"):
        yield world.ana.http.get(path + query)
    yield world.bea.http.get(f"/api/matches/{world.going}/replay?seat=0")
    yield world.ana.http.get(f"{UNKNOWN}/replay")


@call
def record(world: World) -> Answers:
    for match in (world.over, world.going, "unknown"):
        yield world.bea.http.get(f"/api/matches/{match}/record")


@call
def review(world: World) -> Answers:
    path = f"/api/matches/{world.over}/review"
    yield (answer := world.bea.http.get(path))
    deadline = time.monotonic() + PATIENCE
    while answer.status_code == 202 and time.monotonic() < deadline:
        time.sleep(0.02)
        yield (answer := world.bea.http.get(path))
    for match in (world.going, "unknown"):
        yield world.bea.http.get(f"/api/matches/{match}/review")
    world.crew.is_lame = True
    other = f"/api/matches/{world.given_up(world.bea)}/review"
    while (answer := world.bea.http.get(other)).status_code == 202 and time.monotonic() < deadline:
        time.sleep(0.02)
    world.crew.is_lame = False
    yield answer


@call
def sealed(world: World) -> Answers:
    for match in (world.over, world.going, "unknown"):
        yield world.bea.http.get(f"/api/matches/{match}/sealed")


@call
def confirm(world: World) -> Answers:
    device = Device()
    match = world.ana.set_up(ME, A_FRIEND, sealed=device.sealed)
    path = f"/api/matches/{match}/confirm"
    yield world.ana.http.post(path, json={"signed": device.sign("")})
    with world.ana.socket(match) as socket:
        socket.hello()
        socket.until("give")
        assert socket.ask("give", given=device.given)["t"] == "ok"
        assert socket.ask("resign")["t"] == "ok"
    text = world.ana.http.get(f"/api/matches/{match}/record").text
    yield world.ana.http.post(path, json={"signed": device.sign(text)})
    yield world.bea.http.post(path, json={"signed": device.sign(text)})
    yield world.ana.http.post(f"{UNKNOWN}/confirm", json={"signed": device.sign(text)})
    yield from misused(world.ana, path)


# Playing over HTTP


@call
def events(world: World) -> Answers:
    path = f"/api/matches/{world.going}/events"
    for query in ("", "?seat=0", "?seq=0"):
        with world.ana.http.stream("GET", path + query) as stream:
            lines = stream.iter_lines()
            while not next(lines).startswith("data: "):
                pass
            yield stream
    for query in ("?seat=x", "?seq=x", "?seat=9"):
        yield world.ana.http.get(path + query)
    yield world.ana.http.get(f"{UNKNOWN}/events")


@call
def command(world: World) -> Answers:
    path = f"/api/matches/{world.ana.set_up(ME, A_FRIEND)}/commands"
    for wish in (
        {"t": "auto", "id": "a1", "roll": True},
        {"t": "name", "id": "a2", "seat": 0, "name": "Eva"},
        {"t": "name", "id": "a2", "seat": 0, "name": "Eva"},
        {"t": "move", "id": "a3", "seq": 0, "move": "nonsense"},
        {"t": "hint", "id": "a4"},
    ):
        yield world.ana.http.post(path, json=wish)
    for wrong in ({"t": "hello", "v": 1}, {"t": "move"}, {"t": "sit", "id": "a5", "seat": 1}, {"t": 7}):
        yield world.ana.http.post(path, json=wrong)
    yield from misused(world.ana, path)
    yield world.ana.http.post(f"{UNKNOWN}/commands", json={"t": "hint", "id": "a6"})


# Bots


def bearer(world: World) -> dict[str, str]:
    """What a bot from outside shows."""
    made = world.house.guest().http.post("/api/bots", json={"name": "Robot"})
    return {"authorization": f"Bearer {made.json()['token']}"}


@call
def create_bot(world: World) -> Answers:
    guest = world.house.guest()
    for _ in range(21):
        yield guest.http.post("/api/bots", json={"name": "Robot"})
    yield from misused(guest, "/api/bots")
    yield world.house.guest().http.post("/api/bots", json={}, headers=bearer(world))


@call
def list_bots(world: World) -> Answers:
    world.ana.http.post("/api/bots", json={"name": "Robot"})
    yield world.ana.http.get("/api/bots")
    yield world.house.guest().http.get("/api/bots")
    yield world.house.guest().http.get("/api/bots", headers=bearer(world))


@call
def revoke_bot(world: World) -> Answers:
    made = world.ana.http.post("/api/bots", json={"name": "Robot"}).json()
    yield world.bea.http.delete(f"/api/bots/{made['id']}")
    for _ in range(2):
        yield world.ana.http.delete(f"/api/bots/{made['id']}")
    yield world.house.guest().http.delete(f"/api/bots/{made['id']}", headers=bearer(world))


# The console of operators

NO_MATCH = "/matches/unknown"


@call
def admin_page(world: World) -> Answers:
    made = world.operator.post("/tokens", json={"name": "page"}).json()
    yield from kept(world.ana, "/admin")
    world.operator.delete(f"/tokens/{made['id']}")


@call
def admin_list(world: World) -> Answers:
    yield world.operator.get("/matches")
    yield world.operator.get("/matches?state=finished&game=poleana&older=5&newer=9&first=0&count=3")
    yield world.operator.get("/matches?state=lost")


@call
def admin_show(world: World) -> Answers:
    yield world.operator.get(f"/matches/{world.going}")
    yield world.operator.get(f"/matches/{world.over}")
    yield world.operator.get(NO_MATCH)


@call
def admin_delete(world: World) -> Answers:
    yield world.operator.delete(f"/matches/{world.ana.set_up(ME, A_BOT)}")
    yield world.operator.delete(NO_MATCH)


@call
def admin_end(world: World) -> Answers:
    match = world.ana.set_up(ME, A_BOT)
    yield world.operator.post(f"/matches/{match}/end")
    yield world.operator.post(f"/matches/{match}/end")
    yield world.operator.post(f"{NO_MATCH}/end")


@call
def admin_record(world: World) -> Answers:
    yield world.operator.get(f"/matches/{world.over}/record")
    yield world.operator.get(f"/matches/{world.going}/record")
    yield world.operator.get(f"{NO_MATCH}/record")


@call
def admin_log(world: World) -> Answers:
    yield world.operator.get(f"/matches/{world.over}/log")
    yield world.operator.get(f"/matches/{world.going}/log")
    yield world.operator.get(f"{NO_MATCH}/log")


@call
def admin_forget(world: World) -> Answers:
    guest = world.house.guest()
    match = guest.set_up(ME, A_BOT)
    yield world.operator.post("/forget", json={"match": match, "seat": 0})
    yield world.operator.post("/forget", json={"guest": "0" * 64})
    yield world.operator.post("/forget", content=b"{")


@call
def admin_prune(world: World) -> Answers:
    yield world.operator.post("/prune", json={"older": 7_776_000, "dry": True})
    yield world.operator.post("/prune", content=b"{")
    for older in (-1, 1e300):
        yield world.operator.post("/prune", json={"older": older, "dry": True})
    handler: Any = next(route.endpoint for route in world.routes() if route.path.endswith("/prune"))
    pruner = handler.__wrapped__.__self__.pruner
    pruner.progress.is_running = True
    yield world.operator.post("/prune", json={"older": 7_776_000})
    pruner.progress.is_running = False
    yield world.operator.post("/prune", json={"older": 7_776_000})


@call
def admin_pruning(world: World) -> Answers:
    yield world.operator.get("/prune")


@call
def admin_stop_pruning(world: World) -> Answers:
    yield world.operator.delete("/prune")


@call
def admin_tokens(world: World) -> Answers:
    world.operator.post("/tokens", json={"name": "listed"})
    yield world.operator.get("/tokens")


@call
def admin_make_token(world: World) -> Answers:
    yield world.operator.post("/tokens", json={"name": "made"})
    yield world.operator.post("/tokens", content=b"{")


@call
def admin_revoke_token(world: World) -> Answers:
    made = world.operator.post("/tokens", json={"name": "revoked"}).json()
    yield world.operator.delete(f"/tokens/{made['id']}")
    yield world.operator.delete(f"/tokens/{made['id']}")
