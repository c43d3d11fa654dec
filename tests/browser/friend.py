"""A friend who needs no browser: they sit at a table over the network, and make any move that is offered."""

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

import httpx
from websockets.sync.client import connect
from websockets.typing import Origin

PATIENCE = 120.0

Wanted = Callable[[dict[str, Any]], bool]

# Rules of the house that make a match of two short.
SHORT: Mapping[str, Mapping[str, Any]] = {
    "girumgo": {"size": 3},
    "poleana": {"pieces": 1},
    "royal-ludo": {"pawns": 1, "board": "short"},
    "sequence-dice": {"line": 5, "start_throws": 1},
    "stalag17": {"prisoners": 1},
}


class Friend:
    """This is a guest of the server with a cookie of their own, who can also prepare a table for somebody else."""

    def __init__(self, address: str, seed: int = 1) -> None:
        self.address = address.rstrip("/")
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE)
        self.luck = random.Random(seed)

    @property
    def cookies(self) -> list[Any]:
        """These are the cookies that make a browser this friend's."""
        return [{"name": name, "value": value, "url": self.address} for name, value in self.http.cookies.items()]

    def make(
        self,
        game: str,
        *seats: dict[str, str],
        by_hand: bool = False,
        later: bool = False,
        more: Mapping[str, Any] | None = None,
        **options: object,
    ) -> str:
        """This sets up a match and returns its id: one in which this friend throws by hand, or with more wishes."""
        wish = {"game": game, "seats": list(seats), "options": options, "roll": not by_hand, "later": later}
        wish |= more or {}
        answer = self.http.post("/api/matches", json=wish)
        assert answer.is_success, answer.text
        return str(answer.json()["match"])

    def invites(self, match: str) -> list[str]:
        """These are the paths that lead to the free seats of a match."""
        answer = self.http.post(f"/api/matches/{match}/invites", json={})
        assert answer.is_success, answer.text
        return [invite["path"] for invite in answer.json()]

    def join(self, path: str, name: str) -> str:
        """This takes the seat of an invitation, and returns the match."""
        _, _, match, token = path.split("/")
        answer = self.http.post(f"/api/matches/{match}/join", json={"token": token, "name": name})
        assert answer.is_success, answer.text
        return match

    def play(self, match: str, moves: int = 10_000, until: Wanted = lambda _: False) -> dict[str, Any]:
        """This makes so many moves, or plays until something wanted or the end is there; and returns the last frame."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        uri = f"{self.address.replace('http', 'ws', 1)}/ws/{match}"
        frame: dict[str, Any] = {}
        made = 0
        waits = ""
        with connect(
            uri, additional_headers={"Cookie": cookie}, origin=Origin(self.address), open_timeout=PATIENCE
        ) as line:
            line.send(json.dumps({"t": "hello", "v": 1, "seat": None, "seq": -1, "theme": None}))
            while waits or not frame or (frame["actor"] != "over" and made < moves):
                told = json.loads(line.recv(PATIENCE))
                if told["t"] == "snap":
                    frame = told
                elif told["t"] == "ev":
                    frame |= told["d"] | {"seq": told["seq"]}
                elif told["t"] in ("ok", "no") and told["id"] == waits:
                    assert told["t"] == "ok", told
                    waits = ""
                if not waits and until(frame):
                    break
                wish = None if waits or made == moves else self.wish(frame)
                if wish:
                    made += wish["t"] == "move"
                    waits = f"{self.luck.random()}"
                    line.send(json.dumps(wish | {"id": waits, "seq": frame["seq"]}))
        return frame

    def wish(self, frame: dict[str, Any]) -> dict[str, Any] | None:
        """This is what this friend wants to do about a frame, if anything."""
        if frame["actor"] not in frame["mine"]:
            return None
        if frame["actor"] != frame["seat"]:
            return {"t": "sit", "seat": frame["actor"]}
        gestures = frame["gestures"]
        return {"t": "move", "move": self.luck.choice(gestures)["move"]} if gestures else None

    def ask(self, match: str, **command: object) -> None:
        """This sends a command that is no move."""
        wish = command | {"id": f"{self.luck.random()}"}
        answer = self.http.post(f"/api/matches/{match}/commands", json=wish)
        assert answer.is_success, answer.text

    def leave(self) -> None:
        """This ends the connection."""
        self.http.close()


ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Luis"}
OPEN = {"kind": "open"}
# One that slips, and one that ends a match against anybody: in Stalag 17, two who slip can go on for thirty rounds.
BOT = {"kind": "bot", "level": "easy"}
GOOD = {"kind": "bot", "level": "normal"}
