"""A swarm: many matches of two clients each, who choose at random among the gestures that they are shown."""

import asyncio
import json
import random
import time
from typing import Any

import msgspec
from bench.line import Asker, Line, dial
from bench.pace import Crowd

SEATS = 2
GIVE_UP = 20.0
"""Seconds that a whole swarm may need to sit down."""


class Offer(msgspec.Struct):
    """This is what a client reads of a gesture."""

    move: str


class Changes(msgspec.Struct):
    """This is what a client reads of what has changed; gestures in shorthand."""

    gestures: list[Offer | list[Any]] | None = None
    actor: int | str | None = None


class Told(msgspec.Struct):
    """This is what a client reads of a message."""

    t: str
    seq: int = -1
    id: str | None = None
    d: Changes | None = None
    gestures: list[Offer] = []
    actor: int | str | None = None
    over: bool = False
    why: dict[str, Any] | None = None


_reader = msgspec.json.Decoder(Told)


class Player:
    """This is one client, who looks from a seat."""

    def __init__(self, match: "Pair", seat: int) -> None:
        self.match = match
        self.seat = seat
        self.seq = 0
        self.offers: list[str] = []
        self.last: list[str] = []
        """What was offered when anything was offered last."""
        self.line: Line | None = None
        self.asked = 0.0
        """When it made the move that is not yet answered; 0 if there is none."""
        self.number = 0
        self._known = 0

    def take(self, line: Line) -> None:
        """This speaks over a line from now on."""
        self.line = line
        self._known = line.bytes

    def hear(self, message: bytes) -> None:
        """This takes a message."""
        told = _reader.decode(message)
        swarm, line = self.match.swarm, self.line
        if line is not None:
            came, self._known = line.bytes - self._known, line.bytes
            tally = swarm.tally
            tally.kinds[told.t] += came
            if told.t == "snap":
                tally.coming += came
                tally.comers += 1
            else:
                tally.bytes += came
        if told.t == "ev":
            self.seq = told.seq
            changes = told.d
            if self.seat == 0:
                swarm.tally.events += 1
            if changes is not None:
                if changes.gestures is not None:
                    self.offers = self._offered(changes.gestures)
                    self.last = self.offers or self.last
                if changes.actor == "over":
                    self.match.end()
                    return
        elif told.t == "ok":
            swarm.tally.moves += 1
            swarm.tally.waits.append(time.perf_counter() - self.asked)
            self.asked = 0.0
        elif told.t == "snap":
            self.seq, self.offers = told.seq, [offer.move for offer in told.gestures]
            self.last = self.offers or self.last
            if told.over:
                self.match.end()
                return
        elif told.t == "no":
            swarm.tally.refused[str((told.why or {}).get("say"))] += 1
            self.asked = 0.0
        if self.offers and not self.asked and not swarm.rate:
            self.move()

    def _offered(self, gestures: list[Offer | list[Any]]) -> list[str]:
        found: list[str] = []
        for each in gestures:
            if isinstance(each, Offer):
                found.append(each.move)
            elif isinstance(each[0], int):
                found += self.last[each[0] : each[0] + each[1]]
            else:
                found.append(each[0])
        return found

    def move(self) -> None:
        """This makes one of the moves that are offered."""
        self.number += 1
        text = self.offers[int(self.match.luck.random() * len(self.offers))]
        self.asked = time.perf_counter()
        if self.line is not None and not self.line.lost:
            said = {"t": "move", "id": f"{self.seat}.{self.number}", "seq": self.seq, "move": text}
            self.line.say(msgspec.json.encode(said))


class Pair:
    """This is two people who play one match after another."""

    def __init__(self, swarm: "Swarm", number: int) -> None:
        self.swarm = swarm
        self.luck = random.Random(number)
        self.id = ""
        self.players: list[Player] = []
        self.is_over = False
        self.cookies = ["", ""]

    async def begin(self) -> None:
        """This sets a match up and sits down."""
        self.is_over = False
        ask = self.swarm.asker.ask
        wish = {"game": self.swarm.game, "seats": [{"kind": "me", "name": "Ana"}, {"kind": "open"}]}
        status, cookie, body = await ask("POST", "/api/matches", json.dumps(wish).encode(), self.cookies[0])
        if status != 201:
            raise ConnectionError(body.decode())
        self.cookies[0] = cookie or self.cookies[0]
        self.id = match = json.loads(body)["match"]
        _, _, body = await ask("POST", f"/api/matches/{match}/invites", b"{}", self.cookies[0])
        token = json.loads(body)[0]["path"].rpartition("/")[2]
        joining = json.dumps({"token": token, "name": "Bea"}).encode()
        status, cookie, body = await ask("POST", f"/api/matches/{match}/join", joining, self.cookies[1])
        if status != 200:
            raise ConnectionError(body.decode())
        self.cookies[1] = cookie or self.cookies[1]
        self.players = [Player(self, seat) for seat in range(SEATS)]
        for player in self.players:
            await self.enter(player)

    async def enter(self, player: Player) -> None:
        """This lets a player come, or come back and say what it saw last."""
        swarm, headers = self.swarm, {"Cookie": self.cookies[player.seat]}
        line = await dial(swarm.port, f"/ws/{self.id}", headers, player.hear, packed=swarm.packed)
        player.take(line)
        hello: dict[str, Any] = {"t": "hello", "v": 1, "seat": player.seat}
        if player.seq:
            hello["seq"] = player.seq
        if swarm.theme:
            hello |= {"theme": swarm.theme, "short": True}
        line.say(msgspec.json.encode(hello))

    def end(self) -> None:
        """This leaves a match that is over, and begins another."""
        if not self.is_over:
            self.is_over = True
            self.swarm.tally.matches += 1
            self.swarm.ended.put_nowait(self)

    def leave(self) -> None:
        """This goes."""
        for player in self.players:
            if player.line is not None:
                player.line.hang_up()

    def tick(self) -> None:
        """This makes the move whose time has come."""
        for player in self.players:
            if player.offers and not player.asked:
                player.move()
                return
        self.swarm.tally.late += not self.is_over


class Swarm(Crowd):
    """This is many matches at once on a server of this machine."""

    def __init__(self, port: int, game: str, matches: int, rate: float, theme: str, *, packed: bool) -> None:
        super().__init__(rate)
        self.port = port
        self.game = game
        self.theme = theme
        self.packed = packed
        self.asker = Asker(port)
        self.ended: asyncio.Queue[Pair] = asyncio.Queue()
        self.pairs = [Pair(self, number) for number in range(matches)]

    async def begin(self) -> None:
        """This lets everybody sit down."""
        self._work = [asyncio.create_task(self._begin_anew())]
        rate, self.rate = self.rate, self.rate or 1e-9
        for pair in self.pairs:
            await pair.begin()
        async with asyncio.timeout(GIVE_UP):
            while not all(any(player.offers for player in pair.players) for pair in self.pairs):
                await asyncio.sleep(0.05)
        self.rate = rate

    async def _begin_anew(self) -> None:
        while True:
            pair = await self.ended.get()
            pair.leave()
            await pair.begin()

    def go(self) -> None:
        """This begins to play, and to count."""
        self.start(self.pairs)

    async def stop(self) -> None:
        """This ends everything."""
        try:
            await self.rest()
        finally:
            for pair in self.pairs:
                pair.leave()
            self.asker.close()
            await asyncio.sleep(0.2)
