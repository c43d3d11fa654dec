"""The command: plants faults in the rules of games and tells which of them the games' own tests do not notice."""

import os

# Many small processes share the machine; the libraries must not start threads in each. They ask when they are loaded.
os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

import argparse
import hashlib
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.mutation import survivors
from tests.mutation.mutants import Mutant, Source
from tests.mutation.testing import Baseline, Target, judge, measure, run_plain

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "build" / "mutants"
GAMES = ("girumgo", "poleana", "royal_ludo", "sequence_dice", "stalag17")
BAR = 0.9
SAVED_EVERY = 10.0

EXAMPLES = """
examples:
  python -m tests.mutation                               all mutants of all games
  python -m tests.mutation poleana --sample 200          200 of Poleana's, always the same
  python -m tests.mutation poleana --lines 400-450       those of some lines
  python -m tests.mutation girumgo --survivors           only those that survived last time, after tests were added
  python -m tests.mutation girumgo --list                show the mutants and run nothing

A run that is interrupted goes on where it was; build/mutants holds what is known. Survivors that are known, and why
they survive, are listed in tests/games/<game>/survivors.toml. The command fails if fewer than 90 % of the mutants of a
game are killed, or if one survives that is not listed.
"""


def target_of(game: str) -> Target:
    """This is what is tested of a game."""
    return Target(
        name=game,
        module=f"sobremesa.games.{game}.rules",
        source=ROOT / "src" / "sobremesa" / "games" / game / "rules.py",
        tests=ROOT / "tests" / "games" / game,
    )


def main(arguments: list[str] | None = None) -> int:
    """This runs the command."""
    parser = parser_of()
    options = parser.parse_args(arguments)
    for game in options.games:
        if game not in GAMES:
            parser.error(f"there is no game {game}")
    return max([check(target_of(game), RESULTS, options) for game in options.games or GAMES])


def parser_of() -> argparse.ArgumentParser:
    """This is what reads the options of the command."""
    parser = argparse.ArgumentParser(
        "python -m tests.mutation",
        description="Plant faults in the rules of games; the games' own tests must notice.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is named")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="how many to run at a time")
    parser.add_argument("--sample", type=int, metavar="N", help="test only so many mutants of a game, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="which sample")
    parser.add_argument("--lines", metavar="FIRST-LAST", help="test only mutants of these lines")
    parser.add_argument(
        "--budget",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="run tests of at most so many seconds on a mutant",
    )
    parser.add_argument(
        "--longest", type=float, default=10.0, metavar="SECONDS", help="leave out tests that take longer than this"
    )
    parser.add_argument("--survivors", action="store_true", help="test only what survived last time")
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    return parser


def check(target: Target, results: Path, options: argparse.Namespace) -> int:
    """This tests the mutants of one game and reports; it returns 0 if all is well."""
    source = Source(target.source.read_text(encoding="utf-8"), str(target.source))
    known = survivors.read(target.tests / "survivors.toml")
    chosen = chosen_of(source.mutants, options)
    if options.list:
        for mutant in chosen:
            print(mutant)
        return 0

    ledger = Ledger(results / f"{target.name}.json", target, keep_killed=options.survivors)
    if options.survivors:
        chosen = [mutant for mutant in chosen if ledger.verdicts.get(mutant.key) == "survived"]
        for mutant in chosen:
            del ledger.verdicts[mutant.key]
    pending = [mutant for mutant in chosen if mutant.key not in ledger.verdicts]
    if pending:
        # What tests load cannot be unloaded, so each game has a process of its own.
        child = os.fork()
        if child == 0:
            status = 1
            try:
                run(target, source, ledger, pending, options)
                status = 0
            except SystemExit as refusal:
                tell(str(refusal))
            except BaseException:
                traceback.print_exc()
            finally:
                ledger.save()
                os._exit(status)
        if os.waitpid(child, 0)[1] != 0:
            return 1
        ledger.load()
    return report(target, source, chosen, ledger.verdicts, known)


def chosen_of(mutants: list[Mutant], options: argparse.Namespace) -> list[Mutant]:
    """This chooses the mutants that are asked for."""
    if options.lines:
        first, _, last = options.lines.partition("-")
        wanted = range(int(first), int(last or first) + 1)
        mutants = [mutant for mutant in mutants if mutant.lines[0] in wanted]
    if options.sample is not None and options.sample < len(mutants):
        numbers = random.Random(options.seed).sample(range(len(mutants)), options.sample)
        mutants = [mutants[number] for number in sorted(numbers)]
    return mutants


class Ledger:
    """This keeps the verdicts, and what is known of the tests, as long as the sources are the same."""

    def __init__(self, path: Path, target: Target, *, keep_killed: bool) -> None:
        self.path = path
        self.digests = {
            "rules": digest_of(target.source.parent.glob("*.py")),
            "tests": digest_of(target.tests.glob("*.py")),
        }
        self.keep_killed = keep_killed
        self.verdicts: dict[str, str] = {}
        self.baseline: dict[str, Any] | None = None
        self.load()

    def load(self) -> None:
        """This reads what an earlier run found."""
        if not self.path.exists():
            return
        held = json.loads(self.path.read_text(encoding="utf-8"))
        if held["digests"] == self.digests:
            self.verdicts, self.baseline = held["verdicts"], held["baseline"]
        elif self.keep_killed and held["digests"]["rules"] == self.digests["rules"]:
            # Tests were added, it is to be hoped; what was noticed before still is.
            self.verdicts = held["verdicts"]

    def save(self) -> None:
        """This writes everything down."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        held = {"digests": self.digests, "baseline": self.baseline, "verdicts": self.verdicts}
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps(held, indent=1), encoding="utf-8")
        fresh.replace(self.path)


def digest_of(paths: Iterable[Path]) -> str:
    """This is a hash of files."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sorted(paths))).hexdigest()


def run(target: Target, source: Source, ledger: Ledger, pending: list[Mutant], options: argparse.Namespace) -> None:
    """This tests mutants and keeps their verdicts."""
    run_plain()
    if ledger.baseline is None:
        tell(f"{target.name}: running the tests without any fault …")
        ledger.baseline = asdict(measure(target, options.longest))
        ledger.save()
    told = ledger.baseline
    baseline = Baseline(**(told | {"touching": {int(line): names for line, names in told["touching"].items()}}))
    tell(f"{target.name}: {len(baseline.seconds)} tests, {len(baseline.left_out)} left out for being slow when plain")
    started = saved = time.monotonic()
    counts: Counter[str] = Counter()

    def note(mutant: Mutant, verdict: str) -> None:
        nonlocal saved
        ledger.verdicts[mutant.key] = verdict
        counts[verdict] += 1
        if verdict == "survived":
            tell(f"{target.name}: survived: {mutant}")
        if time.monotonic() - saved > SAVED_EVERY:
            saved = time.monotonic()
            ledger.save()
            done = counts.total()
            left = (saved - started) / done * (len(pending) - done) / 60
            found = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
            tell(f"{target.name}: {done} of {len(pending)}: {found}; about {left:.0f} minutes left")

    judge(target, source, baseline, pending, processes=options.processes, budget=options.budget, tell=note)


def report(
    target: Target, source: Source, chosen: list[Mutant], verdicts: dict[str, str], known: dict[str, str]
) -> int:
    """This tells what came of it; it returns 0 if the game passes."""
    alive = [mutant for mutant in chosen if verdicts[mutant.key] == "survived"]
    unknown = [mutant for mutant in alive if mutant.key not in known]
    for mutant in unknown:
        print(f"{target.name}: survives unexplained: {mutant}")
    for mutant in chosen:
        if mutant.key in known and verdicts[mutant.key] != "survived":
            print(f"{target.name}: is listed as a survivor but was killed: {mutant}")
    gone = survivors.strangers(known, source.mutants)
    for key in gone:
        print(f"{target.name}: is listed as a survivor but is no mutant: {key}")
    killed = len(chosen) - len(alive)
    share = killed / len(chosen) if chosen else 1.0
    late = sum(verdicts[mutant.key] == "timeout" for mutant in chosen)
    print(
        f"{target.name}: {killed} of {len(chosen)} mutants killed ({share:.1%}), {late} of them by time; "
        f"{len(alive) - len(unknown)} survivors explained, {len(unknown)} not"
    )
    return int(share < BAR or bool(unknown) or bool(gone))


def tell(text: str) -> None:
    """This shows progress."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
