"""Timing: how soon a seat is answered must not tell what it may not know; checks the bar.

Run by `make timing`. In two matches that differ only in what a seat may not know, the seat asks the same again and
again: for a move that it may make (and takes it back), for one that it may not, for one at the wrong moment, and for
everything that it sees. The medians for a question may differ by at most 0.2 ms. A third match, the same as the first,
tells how much they differ by chance alone.
"""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.server.company import Socket
from tests.server.crowd import Served
from tests.server.worlds import SECRET, TOKENS, VIEWER, head, pairs
from websockets.sync.client import connect

from sobremesa.server import events, seats
from sobremesa.server.batches import Batch, Row
from sobremesa.server.events import Choice
from sobremesa.server.guests import COOKIE
from sobremesa.server.store import SQLite

LONGEST = 90
MAX_APART = 0.2
"""Milliseconds."""
HOLD = "600"
"""Seconds for which a move can be taken back: longer than anybody measures."""


def worlds(seed: int) -> tuple[dict[str, list[Choice]], str]:
    """This is two worlds up to a turn of the seat that does not see all, and a move that it can make there."""
    found: tuple[list[Choice], list[Choice], str] | None = None
    here: list[Choice] = []
    there: list[Choice] = []
    for (one, other), courses in pairs("stalag17", random.Random(seed), LONGEST):
        if one.actor == VIEWER and courses[0].table.tobytes() != courses[1].table.tobytes():
            found = list(here), list(there), one.text
        here.append(one)
        there.append(other)
    if found is None:
        sys.exit("no such position; try another --seed")
    return {"here": found[0], "there": found[1], "again": found[0]}, found[2]


async def prepare(folder: Path, made: dict[str, list[Choice]]) -> None:
    """This writes the matches as if they had been played."""
    folder.mkdir()
    store = SQLite(folder)
    for name, choices in made.items():
        rows = tuple(Row(seq, seq, events.dump(choice)) for seq, choice in enumerate(choices, start=1))
        holders = tuple(map(seats.known_as, TOKENS))
        await store.write(Batch(name, rows, head=events.dump(head("stalag17")), secret=SECRET, holders=holders))
    store.close()


def sit(served: Served, match: str) -> Socket:
    """This is the seat at one of the matches."""
    url = served.address.replace("http", "ws", 1) + f"/ws/{match}"
    return Socket(connect(url, additional_headers={"Cookie": f"{COOKIE}={TOKENS[VIEWER]}"}, compression=None))


def questions(move: str) -> dict[str, Callable[[Socket], str]]:
    """This is what the seat asks, each with what it is answered."""

    def legal(socket: Socket) -> str:
        return str(socket.ask("move", seq=socket.frame["seq"], move=move)["t"])

    def illegal(socket: Socket) -> str:
        return str(socket.ask("move", seq=socket.frame["seq"], move="discard M9")["t"])

    def early(socket: Socket) -> str:
        return str(socket.ask("move", seq=0, move=move)["t"])

    def look(socket: Socket) -> str:
        return str(socket.hello(seat=VIEWER)["t"])

    return {"legal": legal, "illegal": illegal, "early": early, "look": look}


EXPECTED = {"legal": "ok", "illegal": "no", "early": "no", "look": "snap"}


def measure(sockets: dict[str, Socket], move: str, rounds: int) -> dict[str, dict[str, list[float]]]:
    """This is the milliseconds of every answer, by question and world."""
    rng = random.Random(1)
    waits: dict[str, dict[str, list[float]]] = {name: {world: [] for world in sockets} for name in EXPECTED}
    for _ in range(rounds):
        for name, ask in questions(move).items():
            # In turns, so that whatever else the machine does is the same for all.
            for world in rng.sample(sorted(sockets), len(sockets)):
                socket = sockets[world]
                began = time.perf_counter()
                answer = ask(socket)
                waits[name][world].append(1000 * (time.perf_counter() - began))
                if answer != EXPECTED[name]:
                    sys.exit(f"{world}: {name} was answered {answer}")
                if name == "legal":
                    socket.ask("undo", seq=socket.frame["seq"])
    return waits


def main() -> int:
    """This measures, and tells by its exit code whether the bar is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3_400, help="how often everything is asked of each")
    parser.add_argument("--seed", type=int, default=2)
    chosen = parser.parse_args()
    made, move = worlds(chosen.seed)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        asyncio.run(prepare(Path(folder) / "data", made))
        served = Served(Path(folder) / "data", SOBREMESA_HOLD=HOLD)
        stack.callback(served.kill)
        sockets = {world: sit(served, world) for world in made}
        for socket in sockets.values():
            stack.callback(socket.connection.close)
            socket.hello(seat=VIEWER)
        waits = measure(sockets, move, chosen.rounds)
    is_apart = False
    print(f"after {len(made['here'])} choices; `{move}` is the move that is made and taken back")
    for name, found in waits.items():
        middle = {world: statistics.median(each) for world, each in found.items()}
        apart, chance = middle["there"] - middle["here"], middle["again"] - middle["here"]
        is_apart = is_apart or abs(apart) > MAX_APART
        print(f"{name}: {middle['here']:.3f} ms; {apart:+.4f} with other hidden cards, {chance:+.4f} with the same")
    return int(is_apart)


if __name__ == "__main__":
    sys.exit(main())
