"""Strength: greedy against random, search against greedy, expert against hard, and all levels, for two; with bars.

Run by `make strength`, and the levels by `make ladder`. Every pairing keeps its matches in a file of bench/strength/,
so that it can be interrupted and gone on with. The figures are gathered in bench/strength.json, which stays from run to
run, and told in docs/strength.md.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.search import decisions, timed
from rich.console import Console

from sobremesa import bots as players
from sobremesa import find, names
from sobremesa.bots.levels import LEVELS
from sobremesa.cli.progress import bar
from sobremesa.kit.luck import sow
from sobremesa.lab.arena import Arena, hold
from sobremesa.lab.ledger import Ledger
from sobremesa.lab.standings import Standings

FOLDER = Path(__file__).parent
FIGURES = FOLDER / "strength.json"
PAGE = FOLDER.parent / "docs" / "strength.md"

SECONDS = 0.2
"""What search may take for a decision; who thinks by simulations must be faster on average."""

TITLES = {"greedy": "Greedy against random", "search": "Search against greedy", "expert": "Expert against hard"}
"""What is measured, by the name of the part."""
SEARCH_WINS = {"sequence-dice": 0.6, "girumgo": 0.6, "stalag17": 0.6}
GREEDY_WINS = {"girumgo": 0.95}
USUAL_SEARCH_WINS, USUAL_GREEDY_WINS = 0.5, 0.8
"""What the lower end of search's interval must exceed, and what share greedy must win at least."""


def contest(game: str, bots: list[str], matches: int, chosen: argparse.Namespace) -> dict[str, Any]:
    """This is the standings after so many matches of two, of which those that are in the file are not played again."""
    arena = Arena(find(game), bots, seed=chosen.seed, seats=2)
    folder = FOLDER / "strength"
    folder.mkdir(exist_ok=True)
    ledger = Ledger(folder / f"{game} {' '.join(arena.bots)}.jsonl".replace(":", " "))
    try:
        ledger.begin(arena)
        missing = [number for number in range(matches) if number not in ledger.results]
        with bar(Console(stderr=True)) as shown:
            task = shown.add_task(f"{game}: {', '.join(bots)}", total=matches, completed=matches - len(missing))
            for result in hold(arena, missing, threads=chosen.threads):
                ledger.add(result)
                shown.advance(task)
    finally:
        ledger.close()
    return Standings(arena, [ledger.results[number] for number in range(matches)]).summary()


def duel(game: str, bots: tuple[str, str], chosen: argparse.Namespace) -> dict[str, Any]:
    """This is how a bot does against another."""
    summary = contest(game, list(bots), chosen.matches, chosen)
    won: dict[str, Any] = summary["cross"][0][1]
    return won | {"bot": bots[0], "seconds": seconds_of(game, bots[0])}


def seconds_of(game: str, name: str) -> float:
    """This is how many seconds of a processor a bot takes for a decision on average, however busy the machine is."""
    bot, views = players.find(name), decisions(find(game))
    bot.choose(views[0], sow(0, 1)[0])
    seconds = [timed(lambda: bot.choose(view, sow(0, 1)[0]))[0] for view in views]  # noqa: B023
    return sum(seconds) / len(seconds)


def ladder(game: str, chosen: argparse.Namespace) -> list[dict[str, Any]]:
    """This is the rating of every level; random has 1000."""
    bots = ["random", *(chosen.expert if level == "expert" else level for level in LEVELS)]
    rated = contest(game, bots, chosen.ladder, chosen)["ratings"]
    keys = ("bot", "rating", "low", "high")
    return [
        {key: row[key] for key in keys} | {"matches": sum(row["seats"]), "seconds": seconds_of(game, row["bot"])}
        for row in rated
    ]


def page(figures: dict[str, Any]) -> str:
    """This is all figures as tables for people."""
    return "\n".join(lines(figures)) + "\n"


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """This is the page line by line."""
    yield from (
        "# How strong the bots are",
        "",
        "Matches of two, each bot in each seat equally often; intervals hold the true share 95 times in 100.",
        "Seconds are those of a processor. Written by `make strength` and `make ladder`.",
    )
    for key, title in TITLES.items():
        if not any(key in found for found in figures.values()):
            continue
        yield from ("", f"## {title}", "", "| game | bot | matches | won | interval | seconds a decision |")
        yield "|---|---|---|---|---|---|"
        for game, found in figures.items():
            if row := found.get(key):
                low, high = row["interval"]
                yield (
                    f"| {game} | `{row['bot']}` | {row['matches']} | {row['share']:.1%} | {low:.1%} – {high:.1%} "
                    f"| {row['seconds']:.4f} |"
                )
    if not any("levels" in found for found in figures.values()):
        return
    yield from ("", "## Levels", "", "400 points more make a bot ten times as likely to win as to lose.", "")
    yield from ("| game | level | rating | interval | matches | seconds a decision |", "|---|---|---|---|---|---|")
    for game, found in figures.items():
        for level, row in zip(("random", *LEVELS), found.get("levels", ()), strict=False):
            shown = level if row["bot"] == level else f"{level}, as `{row['bot']}`"
            yield (
                f"| {game} | {shown} | {row['rating']:.0f} | {row['low']:.0f} – {row['high']:.0f} | {row['matches']} "
                f"| {row['seconds']:.4f} |"
            )


def missed(figures: dict[str, Any]) -> list[str]:
    """This names every bar that was missed."""
    faults = []
    for game, found in figures.items():
        if greedy := found.get("greedy"):
            wanted = GREEDY_WINS.get(game, USUAL_GREEDY_WINS)
            if greedy["share"] < wanted:
                faults.append(f"{game}: greedy wins {greedy['share']:.1%}, {wanted:.0%} wanted")
        if search := found.get("search"):
            wanted = SEARCH_WINS.get(game, USUAL_SEARCH_WINS)
            if search["interval"][0] <= wanted:
                faults.append(f"{game}: search surely wins {search['interval'][0]:.1%}, more than {wanted:.0%} wanted")
            if "seconds=" not in search["bot"] and search["seconds"] > SECONDS:
                faults.append(f"{game}: {search['bot']} took {search['seconds']:.2f} s, {SECONDS} s at most")
    return faults


def main() -> None:
    """This measures, writes and judges."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names(), help="names of games")
    parser.add_argument("--parts", nargs="+", default=["greedy", "search"], choices=[*TITLES, "levels"])
    parser.add_argument("--matches", type=int, default=400, help="matches of each pairing")
    parser.add_argument("--search", default=f"search:seconds={SECONDS}", help="the search that is measured")
    parser.add_argument("--ladder", type=int, default=400, help="matches of all levels together")
    parser.add_argument("--expert", default="expert", help="who stands in for the expert where time is short")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="more than there are cores take time from one another")
    chosen = parser.parse_args()
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    pairings = {"greedy": ("greedy", "random"), "search": (chosen.search, "greedy"), "expert": (chosen.expert, "hard")}
    for game in chosen.games:
        found = figures.setdefault(game, {})
        for part in chosen.parts:
            if part == "levels":
                found[part] = ladder(game, chosen)
            else:
                found[part] = duel(game, pairings[part], chosen)
            FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
            PAGE.write_text(page(figures), encoding="utf-8")
    print(page(figures))
    if faults := missed(figures):
        sys.exit("\n".join(["missed:", *faults]))


if __name__ == "__main__":
    main()
