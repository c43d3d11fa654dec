"""Strangers: who send frames that make no sense to a server where others play. They are a process of their own.

What they send takes long to make up; in the process of those who play, that would be taken for the server's delay.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.server.nonsense import KINDS, REQUESTS, Stranger

AT_ONCE = 4


@dataclass
class Wish:
    """This is what strangers shall do: at which address, at which matches, with whose tokens, and how much."""

    host: str
    port: int
    matches: Sequence[tuple[str, str]]
    frames: int
    rate: float
    seed: int


@dataclass
class Sent:
    """This is what strangers did, and with which codes they were sent away, among them those that were wrong."""

    frames: int = 0
    lines: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)


async def annoy(wish: Wish) -> Sent:
    """This sends nonsense at the wished rate until there was enough."""
    stranger, sent = Stranger(wish.host, wish.port), Sent()
    rng, began = random.Random(wish.seed), time.perf_counter()

    async def one(number: int) -> None:
        luck = random.Random(f"{wish.seed}/{number}")
        match, token = luck.choice(wish.matches)
        if number % 20 == 0:
            await stranger.ask(luck.choice(REQUESTS), match)
            return
        kind = KINDS[number % len(KINDS)]
        code = await stranger.send(kind, luck, match, token if luck.random() < 0.5 else "")
        sent.codes[f"{code}"] += 1
        if kind.code is not None and code != kind.code:
            sent.wrong[f"{kind.make.__name__}: {code} instead of {kind.code}"] += 1

    running: set[asyncio.Task[None]] = set()
    number = 0
    while stranger.frames < wish.frames:
        ahead = stranger.frames / wish.rate - (time.perf_counter() - began)
        if ahead > 0:
            await asyncio.sleep(ahead)
        if len(running) >= AT_ONCE:
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            if any(isinstance(each.exception(), ConnectionRefusedError) for each in done):
                raise ConnectionRefusedError("nobody is there any more")
        running.add(asyncio.create_task(one(number)))
        number += 1
        if rng.random() < 0.001:
            print(f"{stranger.frames} frames", file=sys.stderr, flush=True)
    if running:
        await asyncio.wait(running)
    sent.frames, sent.lines = stranger.frames, stranger.lines
    return sent


async def let_in(wish: Wish) -> Sent:
    """This lets strangers do what they shall, and returns when they have."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.strangers", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    try:
        told, _ = await process.communicate(json.dumps(vars(wish)).encode())
    finally:
        if process.returncode is None:
            process.kill()
    if process.returncode:
        raise RuntimeError("the strangers failed")
    sent = json.loads(told)
    return Sent(sent["frames"], sent["lines"], Counter(sent["codes"]), Counter(sent["wrong"]))


if __name__ == "__main__":
    # They let everybody else go first: on machines of their own they would take no time from those who play.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    print(json.dumps(vars(asyncio.run(annoy(Wish(**json.load(sys.stdin)))))))
