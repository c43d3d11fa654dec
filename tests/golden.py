"""Golden play-throughs: whole matches written down for people to read, and compared whenever the tests run.

`python -m tests.golden` writes them anew; what changed is then seen in the difference, line by line.
"""

import random
from collections.abc import Iterator
from pathlib import Path

from sobremesa import CHANCE, OVER, Match, find, names, start
from sobremesa.core.jsontext import dump
from sobremesa.core.view import actor_name
from sobremesa.core.words import Words

FOLDER = Path(__file__).parent / "games"
SEED = 17
TOLD = 200


def path_of(name: str, seats: int) -> Path:
    return FOLDER / find(name).package.rpartition(".")[2] / "golden" / f"{seats}-seats.txt"


def play_through(name: str, seats: int) -> str:
    """A match between players who choose at random, told moment by moment; of a long one only the beginning."""
    match = start(name, seats=seats, seed=SEED)
    dice = random.Random(SEED)
    lines = [f"{name}, {seats} seats, seed {SEED}", ""]
    while match.actor != OVER and match.made < TOLD:
        lines += moment(match)
        choice = match.draw() if match.actor == CHANCE else dice.choice(match.moves())
        match.push(choice)
        lines += [f"choice: {choice}", *story(match), ""]
    return "\n".join([*lines, *moment(match), f"places: {match.places()}", ""])


def story(match: Match) -> Iterator[str]:
    words = Words("en", match.game.package, "sobremesa.core")
    for phrase in match.story():
        yield f"story: {words.say(phrase)}"


def moment(match: Match) -> Iterator[str]:
    yield f"# {match.made}"
    yield f"position: {dump(match.position())}"
    yield f"actor: {actor_name(match.actor)}, phase: {match.phase}, scores: {match.scores()}"
    if match.actor == CHANCE:
        yield "outcomes: " + ", ".join(f"{outcome} x{outcome.weight}" for outcome in match.outcomes())
    elif match.actor != OVER:
        yield "moves: " + ", ".join(f"{move.number}={move}" for move in match.moves())


if __name__ == "__main__":
    for name in names():
        for seats in find(name).seats:
            path_of(name, seats).parent.mkdir(exist_ok=True)
            path_of(name, seats).write_text(play_through(name, seats), encoding="utf-8")
