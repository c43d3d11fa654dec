"""Load: how many durable moves the whole server carries on one core, how soon it answers, and how much it sends.

The real server runs on a free port with a database of its own that is removed afterwards; this process is the clients,
two of them in every match, on another core. Run by `make load`; docs are in `--help`.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import urllib.request
from dataclasses import asdict, dataclass, field
from pathlib import Path

from bench.pace import Tally
from bench.peer import Peer, is_installed
from bench.process import Peak, place, seconds_of
from bench.swarm import SEATS, Swarm

from sobremesa.core.game import names

EXAMPLES = """examples:
  python -m bench.load                                   each game as fast as it goes, 10 s each
  python -m bench.load --game poleana --matches 50       one game
  python -m bench.load --rate 1 --matches 1000 --seconds 60 --game poleana
                                                         1,000 matches at one move a second: how soon it answers
  python -m bench.load --rate 1 --matches 1000 --seconds 60 --game poleana --all-cores
                                                         the same, if it may use all cores
"""
SERVER_CORE, LOAD_CORE = 0, 1
PEER = "boardgame.io race"
MIN_MOVES = 1000
"""Moves in a second of the processor, as fast as it goes."""
MAX_P99, MAX_OF_PEER = 25.0, 0.5
"""Milliseconds at a rate, and the same as a part of what the peer needs."""
MAX_MEMORY = 200.0
"""Megabytes at any time."""
MAX_BYTES = 600
"""For each client and move."""
READY = 120.0


@dataclass
class Result:
    """This is what was measured of one game."""

    game: str
    matches: int
    rate: float
    one_core: bool
    seconds: float
    moves: int
    events: int
    ended: int
    moves_per_second: float
    moves_per_cpu_second: float
    events_per_cpu_second: float
    p50: float
    p95: float
    p99: float
    memory: float
    bytes_per_client_and_move: float
    bytes_on_coming: float
    late: int
    refused: dict[str, int]
    kinds: dict[str, float] = field(default_factory=dict)
    """Bytes for each client and move, by the kind of message."""


class Served:
    """This is the real server, in a process of its own, with a database that nobody needs afterwards."""

    def __init__(self, folder: Path, profile: Path | None = None, *, one_core: bool = True) -> None:
        profiling = ["-m", "cProfile", "-o", str(profile)] if profile else []
        command = [sys.executable, *profiling, "-m", "sobremesa.server", "--port", "0", "--data", str(folder)]
        self.process = subprocess.Popen(
            [*command, "--hold", "0", "--workers", "1", "--no-limits"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        if one_core:
            place(self.process.pid, SERVER_CORE)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise SystemExit("the server did not start")
        self.port = int(self.address.rstrip("/").rpartition(":")[2])

    async def settle(self) -> None:
        """This waits until the bots are ready, which take time on the same core."""
        async with asyncio.timeout(READY):
            while await asyncio.to_thread(self._is_preparing):
                await asyncio.sleep(0.5)

    def _is_preparing(self) -> bool:
        with urllib.request.urlopen(f"{self.address}api/games") as answer:
            return bool(json.load(answer)["preparing"])

    def stop(self) -> None:
        """This ends the server."""
        self.process.terminate()
        self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()


async def measure_peer(chosen: argparse.Namespace) -> Result:
    """This plays a bare race on boardgame.io for a while and counts."""
    peer = Peer(chosen.matches, chosen.rate, SERVER_CORE if chosen.one_core else None)
    try:
        await peer.begin()
        peer.go()
        await asyncio.sleep(chosen.warm)
        peer.tally = Tally()
        loop = asyncio.get_running_loop()
        start, ran = loop.time(), peer.used()[0]
        await asyncio.sleep(chosen.seconds)
        tally, seconds = peer.tally, loop.time() - start
        now, memory = peer.used()
    finally:
        await peer.stop()
    return result_of(PEER, chosen, tally, seconds, now - ran, memory)


async def measure(game: str, chosen: argparse.Namespace) -> Result:
    """This plays a game for a while and counts."""
    with tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder), chosen.profile, one_core=chosen.one_core)
        try:
            if not chosen.at_once:
                await served.settle()
            swarm = Swarm(served.port, game, chosen.matches, chosen.rate, chosen.theme, packed=chosen.packed)
            await swarm.begin()
            swarm.go()
            # What is drawn and remembered once for all matches is made now; it is not counted.
            await asyncio.sleep(chosen.warm)
            swarm.tally = Tally()
            loop = asyncio.get_running_loop()
            start, ran = loop.time(), seconds_of(served.process.pid)
            async with Peak(served.process.pid) as peak:
                await asyncio.sleep(chosen.seconds)
            tally, swarm.tally = swarm.tally, Tally()
            seconds, ran = loop.time() - start, seconds_of(served.process.pid) - ran
            await swarm.stop()
        finally:
            served.stop()
    return result_of(game, chosen, tally, seconds, ran, peak.memory)


def result_of(game: str, chosen: argparse.Namespace, tally: Tally, seconds: float, ran: float, memory: float) -> Result:
    """This is what follows from what was counted."""
    share = max(SEATS * tally.moves, 1)
    return Result(
        game=game,
        matches=chosen.matches,
        rate=chosen.rate,
        one_core=chosen.one_core,
        seconds=round(seconds, 1),
        moves=tally.moves,
        events=tally.events,
        ended=tally.matches,
        moves_per_second=round(tally.moves / seconds),
        moves_per_cpu_second=round(tally.moves / max(ran, 0.01)),
        events_per_cpu_second=round(tally.events / max(ran, 0.01)),
        p50=round(tally.wait(50), 2),
        p95=round(tally.wait(95), 2),
        p99=round(tally.wait(99), 2),
        memory=round(memory, 1),
        bytes_per_client_and_move=round(tally.bytes / share),
        bytes_on_coming=round(tally.coming / max(tally.comers, 1)),
        late=tally.late,
        refused=dict(tally.refused),
        kinds={kind: round(size / share, 1) for kind, size in sorted(tally.kinds.items())},
    )


def report(results: list[Result]) -> str:
    """This is a table of what was measured."""
    lines = [
        "| game | matches | moves/s | moves per CPU-second | events per CPU-second | p50 ms | p95 ms | p99 ms | MB"
        " | bytes a client and move |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [
        f"| {each.game} | {each.matches} | {each.moves_per_second} | {each.moves_per_cpu_second}"
        f" | {each.events_per_cpu_second} | {each.p50} | {each.p95} | {each.p99} | {each.memory:.0f}"
        f" | {each.bytes_per_client_and_move} |"
        for each in results
    ]
    return "\n".join(lines) + "\n"


def faults_of(results: list[Result]) -> list[str]:
    """This is the bars that were not kept."""
    ours = [each for each in results if each.game != PEER]
    theirs = [each.p99 for each in results if each.game == PEER]
    found = []
    for each in ours:
        bars = {
            f"moves were refused: {each.refused}": bool(each.refused),
            f"{each.memory:.0f} MB": each.memory > MAX_MEMORY,
            f"{each.bytes_per_client_and_move} bytes a client and move": each.bytes_per_client_and_move > MAX_BYTES,
            f"{each.moves_per_cpu_second} moves a CPU-second": not each.rate and each.moves_per_cpu_second < MIN_MOVES,
            f"p99 {each.p99} ms": each.rate and each.p99 > MAX_P99,
            f"p99 {each.p99} ms beside the peer": each.rate and any(each.p99 > MAX_OF_PEER * peer for peer in theirs),
        }
        found += [f"{each.game}: {name}" for name, is_so in bars.items() if is_so]
    return found


def main() -> int:
    """This measures and writes a report, and tells by its exit code whether the bars are kept."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.load",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", action="append", choices=names(), help="a game (may be repeated); all without it")
    parser.add_argument("--matches", type=int, default=40, help="how many matches are played at once (40)")
    parser.add_argument(
        "--rate", type=float, default=0.0, help="moves a second in each match; 0 as fast as it goes (0)"
    )
    parser.add_argument("--seconds", type=float, default=10.0, help="for how long each game is measured (10)")
    parser.add_argument("--warm", type=float, default=3.0, help="seconds played before anything is counted (3)")
    parser.add_argument("--theme", default="light", choices=("light", "dark", ""), help='pictures wanted; "" for none')
    parser.add_argument("--packed", action="store_true", help="offer to read packed messages, as browsers do")
    parser.add_argument("--peer", action="store_true", help="a bare race on boardgame.io too, in the same run")
    parser.add_argument("--at-once", action="store_true", help="do not wait until the server's bots are ready")
    parser.add_argument(
        "--all-cores",
        dest="one_core",
        action="store_false",
        help="let the server and its clients run wherever they want, not each on a core of its own",
    )
    parser.add_argument("--profile", type=Path, help="where to write a profile of the server (it slows it down)")
    parser.add_argument("--json", type=Path, help="where to write all figures")
    chosen = parser.parse_args()
    if chosen.one_core:
        place(0, LOAD_CORE)
    results = []
    for game in chosen.game or names():
        found = asyncio.run(measure(game, chosen))
        print(json.dumps(asdict(found)), file=sys.stderr, flush=True)
        results.append(found)
    if chosen.peer:
        if not is_installed():
            raise SystemExit("boardgame.io is not installed: make peer")
        results.append(asyncio.run(measure_peer(chosen)))
    print(report(results))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(each) for each in results], indent=2) + "\n", encoding="utf-8")
    faults = faults_of(results)
    for fault in faults:
        print(fault, file=sys.stderr)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
