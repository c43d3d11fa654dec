"""Recovery: how soon a killed server with 1,000 matches is ready again, and how soon people are back; checks the bars.

Run by `make recovery`, on a machine that does nothing else.
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

import httpx
from tests.server.crowd import Chair, Served

from sobremesa import names
from sobremesa.core.game import find
from sobremesa.core.rules import OVER
from sobremesa.server import events, fairness, seats, summaries
from sobremesa.server.audit import listed
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Choice, Head, Seat
from sobremesa.server.room import SNAPSHOT_EVERY
from sobremesa.server.store import Batch, Row, SQLite

MAX_READY = 2.0
MAX_FIRST = 1.0
MAX_ALL = 10.0
DIFFERENT = 20
"""Matches that are really played; the others are copies of them under other names."""


def played(
    game: str, token: str, moves: int, rng: random.Random
) -> tuple[Head, bytes, list[Row], dict[int, bytes], bytes]:
    """This is a match of so many moves that is not over, as a store keeps it."""
    guest, secret = seats.known_as(token), fairness.new_secret()
    while True:
        both = [Seat(PERSON, name, guest=guest) for name in ("Ana", "Bo")]
        rules = find(game)
        head = Head(rules.name, rules.version, rules.check_options({}, 2), both, fairness.seal_of(secret), guest, "")
        course, kept = Course(head), dict[int, bytes]()
        rows: list[Row] = []
        while len(rows) < moves and course.actor != OVER:
            number, text = rng.choice(list(listed(course)))
            event = Choice(actor=course.actor, number=number, text=text)
            course.fold(event)
            rows.append(Row(course.seq, 1, events.dump(event)))
            if course.seq % SNAPSHOT_EVERY == 0:
                kept[course.seq] = course.keep()
        if len(rows) == moves and course.actor != OVER:
            return head, secret, rows, kept, summaries.dump(summaries.of(course))


async def fill(folder: Path, matches: int, moves: int) -> list[Chair]:
    """This writes all matches, and returns those who play them."""
    rng, token = random.Random(1), seats.new_guest()
    # The shorter games are over before that.
    games = [name for name in names() if name != "sequence-dice"] if moves > 60 else names()
    templates = [played(games[number % len(games)], token, moves, rng) for number in range(min(DIFFERENT, matches))]
    folder.mkdir(parents=True)
    store, chairs, writing = SQLite(folder), [], []
    for number in range(matches):
        head, secret, rows, kept, summary = templates[number % len(templates)]
        match = seats.new_match()
        batch = Batch(match, tuple(rows), events.dump(head), secret, (head.host,), None, summary)
        writing.append(store.write(batch))
        writing += [store.write(Batch(match, snapshot=each)) for each in kept.items()]
        chairs += [Chair(match, token, seat, random.Random(number)) for seat in (0, 1)]
    await asyncio.gather(*writing)
    store.close()
    return chairs


async def come_back(chairs: list[Chair], address: str) -> tuple[float, float]:
    """This is after how many seconds the first and the last of all who come at once is shown its match."""
    began = asyncio.get_running_loop().time()

    async def one(chair: Chair) -> None:
        await asyncio.sleep(chair.rng.uniform(0, 5))
        await chair.play(address, lambda: bool(chair.resumed))

    chairs[0].rng = random.Random(0)
    first = asyncio.create_task(chairs[0].play(address, lambda: bool(chairs[0].resumed)))
    await asyncio.gather(first, *(one(chair) for chair in chairs[1:]))
    return chairs[0].resumed - began, max(chair.resumed for chair in chairs) - began


def main() -> int:
    """This fills, starts, kills and starts again, and tells by its exit code whether the bars are kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=200)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        chairs = asyncio.run(fill(data, chosen.matches, chosen.moves))
        Served(data).kill()
        began = time.perf_counter()
        served = Served(data)
        while httpx.get(f"{served.address}/readyz").status_code != 200:
            time.sleep(0.01)
        ready = time.perf_counter() - began
        first, last = asyncio.run(come_back(chairs, served.address))
        served.kill()
    print(f"{chosen.matches} live matches of {chosen.moves} events: ready {ready:.2f} s after the start")
    print(f"first back {first:.2f} s after that, all {len(chairs)} sockets {last:.2f} s (of which 5 s of jitter)")
    return int(ready > MAX_READY or first > MAX_FIRST or last > MAX_ALL)


if __name__ == "__main__":
    sys.exit(main())
