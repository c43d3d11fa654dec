"""Timing: how soon a seat is answered must not tell what it may not know; checks the bar.

Run by `make timing`. In two matches that differ only in what a seat may not know, the seat asks the same again and
again: for a move that it may make (and takes it back), for one that it may not, for one at the wrong moment, and for
everything that it sees. The medians for a question may differ by at most 0.2 ms. A third match, the same as the first,
tells how much they differ by chance alone.

Then somebody plays against bots of every level whose hand is hidden: how soon they answer may not tell whether they had
one move or more. The medians may differ by at most 10 ms.
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

import httpx
from tests.server.company import Guest, Socket
from tests.server.crowd import Served
from tests.server.worlds import SECRET, TOKENS, VIEWER, head, pairs
from websockets.sync.client import connect

from sobremesa.bots.levels import LEVELS
from sobremesa.core.view import moves_of
from sobremesa.server import events, seats
from sobremesa.server.batches import Batch, Row
from sobremesa.server.course import Course
from sobremesa.server.events import Choice
from sobremesa.server.guests import COOKIE
from sobremesa.server.store import SQLite

LONGEST = 90
MAX_APART = 0.2
"""Milliseconds."""
MAX_BOTS_APART = 10.0
"""Milliseconds."""
FEW = 3
"""How many answers of a kind are needed to compare."""
BOT_SEAT = 1
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


def answers_of_bots(level: str, count: int) -> dict[str, list[float]]:
    """Return the milliseconds of a bot's answers, of those with one move and of those with more."""
    waits: dict[str, list[float]] = {"one": [], "more": []}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        served = Served(Path(folder) / "data", SOBREMESA_HOLD="0", SOBREMESA_NATIVE="1")
        stack.callback(served.kill)
        # Plain rules, by which bots play until others are compiled, are slow.
        while "stalag17" in httpx.get(f"{served.address}/api/games").json()["preparing"]:
            time.sleep(1)
        while sum(map(len, waits.values())) < count or min(map(len, waits.values())) < FEW:
            guest = Guest(served.address)
            match = guest.set_up({"kind": "me"}, {"kind": "bot", "level": level}, game="stalag17")
            came = watch(guest, match, 10 * count)
            store = SQLite(Path(folder) / "data")
            for seq, moves in moves_of_bot(store, match).items():
                if seq in came and seq - 1 in came:
                    waits["one" if moves == 1 else "more"].append(1000 * (came[seq] - came[seq - 1]))
            store.close()
            guest.http.close()
    return waits


def watch(guest: Guest, match: str, most: int) -> dict[int, float]:
    """Play so many events of a match, or to its end, and return when each was told."""
    came: dict[int, float] = {}
    with guest.socket(match) as socket:
        socket.hello()
        while socket.frame["actor"] != "over" and len(came) < most:
            if socket.frame["gestures"]:
                socket.say("move", id=f"{socket.frame['seq']}", seq=socket.frame["seq"], move=any_move(socket))
                socket.frame["gestures"] = []
            message = socket.hear()
            if message["t"] == "ev":
                came[message["seq"]] = time.perf_counter()
    return came


def any_move(socket: Socket) -> str:
    """Return one of the moves that are offered."""
    gestures = socket.frame["gestures"]
    return str(gestures[socket.frame["seq"] % len(gestures)]["move"])


def moves_of_bot(store: SQLite, match: str) -> dict[int, int]:
    """Return how many moves the bot had at each of its choices, by the number of the event."""
    entry = store.entry(match)
    if entry is None:
        return {}
    course, found = Course(events.read_head(entry.head)), dict[int, int]()
    for row in store.rows(match):
        event = events.read_event(row.body)
        if isinstance(event, Choice) and event.actor == BOT_SEAT:
            found[row.seq] = len(moves_of(course.game, course.table))
        course.fold(event)
    return found


def compare_bots(count: int) -> bool:
    """Tell how soon bots answer, and return whether that tells how many moves they have."""
    is_apart = False
    for level in LEVELS:
        middle = {kind: statistics.median(each) for kind, each in answers_of_bots(level, count).items()}
        apart = middle["more"] - middle["one"]
        is_apart = is_apart or abs(apart) > MAX_BOTS_APART
        print(f"{level}: {middle['one']:.1f} ms with one move, {apart:+.1f} with more")
    return is_apart


def main() -> int:
    """This measures, and tells by its exit code whether the bar is kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3_400, help="how often everything is asked of each")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--bots", type=int, default=100, help="how many answers of bots of each level; 0 for none")
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
    is_apart = (chosen.bots > 0 and compare_bots(chosen.bots)) or is_apart
    return int(is_apart)


if __name__ == "__main__":
    sys.exit(main())
