"""Fairness: normal bots by seat and by order of play, and easy bots by length and caps, with bars.

Run by `make fairness`, which writes docs/balance.md. A seat may be three standard errors off its fair share, which is
what all seats won on average; whoever begins may win 57 % of the matches; of those of easy bots one in a hundred may
end at a cap of the rules, and on average they may take twice as many turns as those of normal bots.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path
from typing import Any

from sobremesa import find, names
from sobremesa.lab.simulation import Simulation, simulate

PAGE = Path(__file__).parents[1] / "docs" / "balance.md"
MATCHES = 4000
FEWER = {("stalag17", 4): 1000, ("stalag17", 5): 1000}
"""Matches by game and seats where they are long."""

MAX_ERRORS = 3.0
MAX_FIRST = 0.57
MAX_CAPPED = 0.01
MAX_LENGTH = 2.0

FAVOURED = "with five, one corner of the board is empty; this seat heads for it and meets fewer rivals than the others"
OTHERS = "the other four share what seat 3 wins too much, and by chance any of them is beyond the bar"
EXCEPTIONS: dict[tuple[str, int, int], str] = {
    ("girumgo", 5, seat): FAVOURED if seat == 3 else OTHERS for seat in range(1, 6)
}
"""By game, number of seats and seat, from 1: why it may be further off its fair share."""


def at_turn_cap(game: str) -> Callable[[Any], bool]:
    """Return what recognises the end of a match at the greatest number of turns of its game."""
    rules: Any = find(game).rules
    return lambda t: bool(rules.turns(t) >= rules.MAX_TURNS)


def at_round_cap(t: Any) -> bool:
    """Return whether the last round of Stalag 17 ended with nobody's last prisoner free."""
    rules: Any = find("stalag17").rules
    return bool(t.rounds == rules.MAX_ROUNDS and all(t.inside[seat] > 0 for seat in range(t.seats)))


CAPS: dict[str, Callable[[Any], bool]] = {
    "sequence-dice": at_turn_cap("sequence-dice"),
    "girumgo": at_turn_cap("girumgo"),
    "stalag17": at_round_cap,
}
"""How the end at a cap is recognised; the rules of other games have none."""


def measure(game: str, seats: int, matches: int, seed: int, threads: int) -> dict[str, Any]:
    """Return the figures of a game for so many seats."""
    normal, easy = (
        simulate(
            find(game), games=matches, seed=seed, seats=seats, players=[bot] * seats, threads=threads, keeps_ends=True
        )
        for bot in ("normal", "easy")
    )
    by_order = normal.wins_by_order or []
    turns = float(normal.played.turns.mean())
    return {
        "game": game,
        "seats": seats,
        "matches": matches,
        "undecided": normal.undecided,
        "wins": normal.wins,
        "errors": errors_of(normal.wins, matches),
        "wins_by_order": by_order,
        "errors_by_order": errors_of(by_order, matches),
        "turns": turns,
        "capped": capped(game, normal),
        "easy_turns": float(easy.played.turns.mean()),
        "easy_length": float(easy.played.turns.mean()) / turns,
        "easy_capped": capped(game, easy),
    }


def errors_of(wins: list[int], matches: int) -> list[float]:
    """Return how many standard errors each number of wins is off their mean.

    >>> errors_of([60, 40], 100)
    [2.0, -2.0]
    """
    fair = sum(wins) / len(wins) / matches if wins else 0.0
    error = sqrt(fair * (1 - fair) / matches)
    return [(won / matches - fair) / error if error else 0.0 for won in wins]


def capped(game: str, done: Simulation) -> float:
    """Return the share of matches that ended at a cap."""
    is_capped = CAPS.get(game)
    if is_capped is None or done.ends is None:
        return 0.0
    return sum(map(is_capped, done.ends)) / done.games


def missed(row: dict[str, Any]) -> Iterator[str]:
    """Yield every bar that was missed."""
    name = f"{row['game']} with {row['seats']}"
    for seat, errors in enumerate(row["errors"], start=1):
        if abs(errors) > MAX_ERRORS and (row["game"], row["seats"], seat) not in EXCEPTIONS:
            yield f"{name}: seat {seat} is {errors:+.1f} standard errors off its fair share, {MAX_ERRORS:g} at most"
    if row["wins_by_order"] and row["wins_by_order"][0] / row["matches"] > MAX_FIRST:
        yield f"{name}: who begins wins {row['wins_by_order'][0] / row['matches']:.1%}, {MAX_FIRST:.0%} at most"
    if row["easy_capped"] > MAX_CAPPED:
        yield f"{name}: {row['easy_capped']:.1%} of easy matches end at a cap, {MAX_CAPPED:.0%} at most"
    if row["easy_length"] > MAX_LENGTH:
        yield f"{name}: easy matches take {row['easy_length']:.1f} times the turns, {MAX_LENGTH:g} at most"


def page(rows: list[dict[str, Any]]) -> str:
    """Return all figures as tables for people."""
    return "\n".join(lines(rows)) + "\n"


def lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the page line by line."""
    yield from (
        "# How even the games are",
        "",
        "Matches between normal bots under the usual rules. In parentheses: standard errors off the fair share, which",
        "is what all won on average; partners win together. Order 1 is the seat that began. By `make fairness`.",
        "",
        "| game | seats | matches | won by seat | won by order of play | undecided |",
        "|---|---|---|---|---|---|",
    )
    for row in rows:
        seats, order = shares(row, "wins", "errors"), shares(row, "wins_by_order", "errors_by_order")
        yield f"| {row['game']} | {row['seats']} | {row['matches']} | {seats} | {order} | {row['undecided']} |"
    yield from (
        "",
        "## Easy bots beside normal ones",
        "",
        "| game | seats | turns, normal | turns, easy | ratio | at a cap, normal | at a cap, easy |",
        "|---|---|---|---|---|---|---|",
    )
    for row in rows:
        yield (
            f"| {row['game']} | {row['seats']} | {row['turns']:.1f} | {row['easy_turns']:.1f} "
            f"| {row['easy_length']:.2f} | {row['capped']:.1%} | {row['easy_capped']:.1%} |"
        )
    if EXCEPTIONS:
        yield from ("", "## Known exceptions", "")
    for (game, count, seat), reason in EXCEPTIONS.items():
        yield f"- {game} with {count}, seat {seat}: {reason}"


def shares(row: dict[str, Any], wins: str, errors: str) -> str:
    """Return the shares of some wins with their errors, for a cell."""
    pairs = zip(row[wins], row[errors], strict=True)
    return ", ".join(f"{won / row['matches']:.1%} ({error:+.1f})" for won, error in pairs)


def main() -> None:
    """Measure, write and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=names(), choices=names(), help="names of games (else all)")
    parser.add_argument("--seats", nargs="+", type=int, help="numbers of seats (else all of each game)")
    parser.add_argument("--matches", type=int, help="matches of each (else 4,000; of long ones 1,000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the matches (else 1)")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="threads (else as many as cores)")
    parser.add_argument("--json", metavar="FILE", help="write the figures as JSON too")
    parser.add_argument("--out", default=PAGE, type=Path, help="where the table goes (else docs/balance.md)")
    chosen = parser.parse_args()

    rows = []
    for game in chosen.games:
        for seats in find(game).seats:
            if chosen.seats and seats not in chosen.seats:
                continue
            matches = chosen.matches or FEWER.get((game, seats), MATCHES)
            row = measure(game, seats, matches, chosen.seed, chosen.threads)
            rows.append(row)
            print(f"{game} {seats}: {shares(row, 'wins', 'errors')}", flush=True)
            print(f"  by order {shares(row, 'wins_by_order', 'errors_by_order')}", flush=True)
            print(f"  easy: {row['easy_length']:.2f} times the turns, {row['easy_capped']:.1%} at a cap", flush=True)
    chosen.out.write_text(page(rows), encoding="utf-8")
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    faults = [fault for row in rows for fault in missed(row)]
    sys.exit("\n".join(["missed:", *faults]) if faults else 0)


if __name__ == "__main__":
    main()
