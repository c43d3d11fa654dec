"""Luck over many matches: between equal bots nobody may come out lucky, or the review would be crooked.

python bench/luck.py sequence-dice --matches 200
"""

import argparse
import sys

import numpy as np

import sobremesa
from sobremesa import CHANCE, OVER, Record, bots, names
from sobremesa.lab.review import mean_luck, review

BOT = "greedy"
BOUND = 2.6
"""Standard errors: of a hundred seats that were treated fairly, one is further from nothing."""


def main() -> int:
    """This plays and reviews the matches, and fails if somebody's mean luck is not what it should be: nothing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=100)
    options = parser.parse_args()
    return max(check(game, options.matches, options.simulations) for game in options.games)


def check(game: str, matches: int, simulations: int) -> int:
    """This is 0 if the mean luck of every seat is nothing, within so many standard errors."""
    reviews = []
    for seed in range(matches):
        reviews.append(review(played(game, seed), simulations=simulations))
        print(f"\r{game}: {seed + 1}/{matches}", end="", file=sys.stderr)
    figures = [[(each.start, each.play + each.others, each.result) for each in done.accounts] for done in reviews]
    start, moves, result = np.moveaxis(np.array(figures), 2, 0)
    worst = 0
    print()
    for seat, (mean, error) in enumerate(zip(*mean_luck(reviews), strict=True)):
        is_fair = abs(mean) <= BOUND * error
        worst = max(worst, int(not is_fair))
        print(
            f"{game}, seat {seat + 1}: start {100 * start[:, seat].mean():.1f}, "
            f"mean luck {100 * mean:+.2f} ± {100 * BOUND * error:.2f}, all moves {100 * moves[:, seat].mean():+.2f}, "
            f"won {100 * result[:, seat].mean():.1f} % of {matches}: "
            f"{'as it should be' if is_fair else 'TOO FAR FROM NOTHING'}"
        )
    return worst


def played(game: str, seed: int) -> Record:
    """This is a match of equal bots."""
    match = sobremesa.start(game, seats=2, seed=seed)
    bot = bots.find(BOT)
    while match.actor != OVER:
        match.push(match.draw() if match.actor == CHANCE else bots.ask(bot, match).move)
    return match.record


if __name__ == "__main__":
    sys.exit(main())
