"""Exact play: solves the small games, bears the values out by matches, and scores the bots by exact regret.

Run by `make exact`. It prints tables and writes bench/exact.json and bench/exact.md. Names of bots as arguments score
those; --matches and --decisions make the measurements longer or shorter.
"""

import argparse
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

from sobremesa import bots
from sobremesa.core.game import find
from sobremesa.core.table import copy
from sobremesa.core.view import outcomes_of
from sobremesa.lab.expand import SIDES
from sobremesa.lab.regret import regret_of
from sobremesa.lab.solution import Solution
from sobremesa.lab.solver import solve

FOLDER = Path(__file__).parent
GAMES: dict[str, dict[str, Any]] = {"royal-ludo": {"pawns": 1}, "poleana": {"pieces": 1}}
BOTS = ("random", "playouts", "greedy", "search")

CHECK_MATCHES = 100_000
"""Matches between best players, for the comparison of value and wins."""

MAX_ERRORS = 4
"""So many standard errors may lie between a value and the share of wins."""

MAX_SEARCH_REGRET = 0.005
"""What search may lose of its winning chance at a decision on average."""


def beginnings(solution: Solution) -> dict[int, Any]:
    """This is, for every seat, a table at which the opening is over and that seat is to throw."""
    game = solution.game
    found: dict[int, Any] = {}
    pending, seen = [solution.atlas.start], set()
    while pending and len(found) < SIDES:
        t = pending.pop()
        if game.notation.phase_of(t) != game.notation.phase_of(solution.atlas.start):
            found.setdefault(int(t.turn), t)
        elif t.tobytes() not in seen:
            seen.add(t.tobytes())
            for outcome in outcomes_of(game, t):
                pending.append(copy(t))
                game.rules.apply(pending[-1], outcome.number)
    return found


def measure(name: str, options: dict[str, Any], chosen: argparse.Namespace) -> dict[str, Any]:
    """This is all figures of one game."""
    print(f"solving {name} …", file=sys.stderr)
    solution = solve(find(name), options=options)
    again = solve(find(name), options=options)
    figures = solution.summary() | {"seconds_compiled": round(again.seconds, 3)}
    figures["begins"] = [
        (solution.value(t) if seat == 0 else 1 - solution.value(t)) for seat, t in sorted(beginnings(solution).items())
    ]
    figures["checks"] = [check(solution, t) for t in (None, *beginnings(solution).values())]
    figures["bots"] = {}
    for bot in chosen.bots:
        if bot not in bots.names():
            print(f"no bot {bot} is installed", file=sys.stderr)
            continue
        print(f"{name}: scoring {bot} …", file=sys.stderr)
        began = time.perf_counter()
        figures["bots"][bot] = score(solution, bot, chosen) | {"seconds": round(time.perf_counter() - began, 1)}
    return figures


def check(solution: Solution, t: Any) -> dict[str, float]:
    """This compares a value with what came of matches between best players."""
    worth = solution.play(CHECK_MATCHES, seed=1, t=t)
    value = solution.value(solution.atlas.start if t is None else t)
    error = (value * (1 - value) / len(worth)) ** 0.5
    return {"value": value, "wins": float(worth.mean()), "errors": abs(float(worth.mean()) - value) / error}


def score(solution: Solution, bot: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """This is a bot's regret, of as many matches as it takes to see enough decisions."""
    probe = regret_of(bots.find("random"), solution, 200, seed=2)
    decisions = max(float(probe.decisions.mean()), 0.01)
    matches = chosen.matches or max(20, round(chosen.decisions / decisions))
    return regret_of(bots.find(bot), solution, matches, seed=1).summary()


def page(results: list[dict[str, Any]]) -> str:
    """This is what was measured as tables for people."""
    lines = [
        f"Measured on {platform.machine()}, Python {platform.python_version()}. A value is the chance to win if both",
        "sides play their best. Regret is the winning chance lost at a decision, on average, with a 95 % interval;",
        "moves that were the only ones are no decisions.",
        "",
        "| game | tables | sweeps | error at most | seconds, first time | seconds, later | who begins wins |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {game['game']} {game['options']} | {game['tables']:,} | {game['sweeps']:,} | {game['error']:.1e} "
        f"| {game['seconds']:.1f} | {game['seconds_compiled']:.1f} | {game['begins'][0]:.4%} |"
        for game in results
    ]
    lines += [
        "",
        "| game | bot | regret a decision | interval | matches | decisions | forced moves |",
        "|---|---|---|---|---|---|---|",
    ]
    for game in results:
        for bot, scored in game["bots"].items():
            low, high = scored["regret_interval"]
            lines.append(
                f"| {game['game']} | {bot} | {scored['regret']:.3%} | {low:.3%} – {high:.3%} | {scored['matches']:,} "
                f"| {scored['decisions']:,} | {scored['forced']:,} |"
            )
    lines += ["", "| game | value | wins of best play against itself | standard errors apart |", "|---|---|---|---|"]
    lines += [
        f"| {game['game']} | {part['value']:.4%} | {part['wins']:.4%} | {part['errors']:.1f} |"
        for game in results
        for part in game["checks"]
    ]
    return "\n".join(lines) + "\n"


def missed(results: list[dict[str, Any]]) -> list[str]:
    """This names every bar that was missed."""
    faults = []
    for game in results:
        if any(part["errors"] > MAX_ERRORS for part in game["checks"]):
            faults.append(f"{game['game']}: matches do not bear the values out")
        search = game["bots"].get("search")
        if search and search["regret"] > MAX_SEARCH_REGRET:
            faults.append(f"{game['game']}: search loses {search['regret']:.3%}, {MAX_SEARCH_REGRET:.1%} at most")
    return faults


def main() -> None:
    """This measures, writes and judges."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="*", default=BOTS, help="names of bots")
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES), help="names of games")
    parser.add_argument("--matches", type=int, help="matches of each bot against itself")
    parser.add_argument("--decisions", type=int, default=1500, help="about how many decisions of each bot")
    chosen = parser.parse_args()
    results = [measure(name, GAMES[name], chosen) for name in chosen.games]
    text = page(results)
    print(text)
    (FOLDER / "exact.md").write_text(text, encoding="utf-8")
    (FOLDER / "exact.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    if faults := missed(results):
        sys.exit("\n".join(["missed:", *faults]))


if __name__ == "__main__":
    main()
