"""Recovery: how soon a killed server with 1,000 matches is ready again, and how soon people are back; checks the bars.

The server is killed while everybody plays, some of them by the clock; all must come back.
Run by `make recovery`, on a machine that does nothing else.
"""

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx
from tests.server.crowd import Chair, Served, under_load

from sobremesa import names
from sobremesa.core.game import find
from sobremesa.core.rules import OVER
from sobremesa.server import clocks, events, fairness, seats, summaries
from sobremesa.server.audit import listed
from sobremesa.server.batches import Batch, Row
from sobremesa.server.course import Course
from sobremesa.server.events import PERSON, Choice, Clock, Head, Seat
from sobremesa.server.room import SNAPSHOT_EVERY
from sobremesa.server.store import SQLite
from sobremesa.server.times import DAY, DAYS

MAX_READY = 2.0
MAX_FIRST = 1.0
MAX_ALL = 10.0
DIFFERENT = 20
"""Matches that are really played; the others are copies of them under other names."""
TIMED = 4
"""Every so many of these is played by the clock."""
CLOCK = Clock(DAYS, 14 * DAY)
UNDER_LOAD = 10.0
"""Seconds of play before the server is killed."""
JITTER = 5.0
"""Seconds over which those who were cut off come back."""


def played(
    game: str, token: str, moves: int, rng: random.Random, clock: Clock | None
) -> tuple[Head, bytes, list[Row], dict[int, bytes], bytes]:
    """This is a match of so many moves that is not over, as a store keeps it."""
    guest, secret = seats.known_as(token), fairness.new_secret()
    while True:
        both = [Seat(PERSON, name, guest=guest) for name in ("Ana", "Bo")]
        rules = find(game)
        options, made = rules.check_options({}, 2), datetime.now(UTC).isoformat(timespec="seconds")
        seal = fairness.seal_of(secret)
        head = Head(rules.name, rules.version, options, both, seal, guest, made, clock=clock)
        course, kept = Course(head), dict[int, bytes]()
        rows: list[Row] = []
        while len(rows) < moves and course.actor != OVER:
            number, text = rng.choice(list(listed(course)))
            event = Choice(actor=course.actor, number=number, text=text, at=clocks.now() if clock else 0)
            course.fold(event)
            rows.append(Row(course.seq, 1, events.dump(event)))
            if course.seq % SNAPSHOT_EVERY == 0:
                kept[course.seq] = course.keep()
        if len(rows) == moves and course.actor != OVER:
            return head, secret, rows, kept, summaries.dump(summaries.of(course))


async def fill(folder: Path, matches: int, moves: int) -> list[Chair]:
    """This writes all matches, and returns those who play them."""
    rng, token = random.Random(1), secrets.token_hex(seats.TOKEN_BYTES)
    # The shorter games are over before that.
    games = [name for name in names() if name != "sequence-dice"] if moves > 60 else names()
    templates = [
        played(games[number % len(games)], token, moves, rng, None if number % TIMED else CLOCK)
        for number in range(min(DIFFERENT, matches))
    ]
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


async def press(chairs: list[Chair], served: Served) -> None:
    """This lets everybody play for a while, and kills the server meanwhile."""
    asyncio.get_running_loop().call_later(UNDER_LOAD, served.process.kill)
    await under_load(chairs, served.address, lambda: served.process.poll() is not None)


async def come_back(chairs: list[Chair], address: str) -> tuple[float, float, int]:
    """This is after how many seconds the first and the last of all are shown their match, and how many never are."""
    began = asyncio.get_running_loop().time()

    async def one(chair: Chair, pause: float) -> None:
        await asyncio.sleep(pause)
        await chair.play(address, lambda: bool(chair.resumed))

    for chair in chairs:
        chair.resumed = 0.0
    # One does not wait.
    pauses = [0.0, *(chair.rng.uniform(0, JITTER) for chair in chairs[1:])]
    await asyncio.gather(*map(one, chairs, pauses))
    back = [chair.resumed - began for chair in chairs if chair.resumed]
    return min(back, default=0.0), max(back, default=0.0), len(chairs) - len(back)


def main() -> int:
    """This fills, starts, kills and starts again, and tells by its exit code whether the bars are kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--moves", type=int, default=200)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        chairs = asyncio.run(fill(data, chosen.matches, chosen.moves))
        served = Served(data)
        asyncio.run(press(chairs, served))
        served.kill()
        acknowledged = sum(len(chair.names) for chair in chairs)
        began = time.perf_counter()
        served = Served(data)
        while httpx.get(f"{served.address}/readyz").status_code != 200:
            time.sleep(0.01)
        ready = time.perf_counter() - began
        first, last, missing = asyncio.run(come_back(chairs, served.address))
        served.kill()
    print(f"{chosen.matches} live matches of {chosen.moves} events: ready {ready:.2f} s after the start")
    print(f"killed under load, after {acknowledged} acknowledged moves; {missing} did not come back")
    print(
        f"first back {first:.2f} s after that, all {len(chairs)} sockets {last:.2f} s "
        f"(of which {JITTER:.0f} s of jitter)"
    )
    faults = {
        "nobody was playing when it was killed": not acknowledged,
        "some did not come back": missing > 0,
        "it was not ready in time": ready > MAX_READY,
        "the first was not back in time": first > MAX_FIRST,
        "not all were back in time": last > MAX_ALL,
    }
    for fault in (name for name, is_so in faults.items() if is_so):
        print(fault, file=sys.stderr)
    return int(any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
