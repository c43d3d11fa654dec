"""Calibration: how well the worth of a game's tables foretells who wins, and the SCALE that foretells it best.

Run by `python bench/calibrate.py GAME [SEATS]`. Matches between greedy players who make every eighth move at random are
sampled; the scale of greatest likelihood, the mean squared error and a table of foretold against observed are printed.
"""

import random
import sys
from typing import Any

import numpy as np

from sobremesa import CHANCE, OVER, Engine, Game, find
from sobremesa.core.engine import zeros
from sobremesa.core.table import alone
from sobremesa.kit.luck import pick, sow
from sobremesa.search.thinker import loops
from sobremesa.search.tree import best_of

MATCHES = 400
LOOKS = 0.2
WHIMS = 1 / 8


def sample(game: Game, seats: int, seed: int) -> list[tuple[list[float], list[float]]]:
    """This plays a match; it returns the worth of every side at some moments, and how it ended for them."""
    verbs, search = Engine(game).drivers, loops(game, is_native=True)
    dice, luck = random.Random(seed), sow(seed, 1)[0]
    t, trial = game.table(seats), alone(game.table(seats))
    out, weight, judged, values = zeros(game.width), zeros(game.width), np.zeros(game.width), np.zeros(seats)
    places = zeros(seats)
    sides = [seat for seat in range(seats) if search.side(t, seat) == seat]
    seen = []
    while (who := verbs.actor(t)) != OVER:
        if dice.random() < LOOKS:
            seen.append([float(search.worth(t, side)) for side in sides])
        if who == CHANCE:
            verbs.apply(t, out[pick(luck, weight, verbs.chance(t, out, weight))])
        elif dice.random() < WHIMS:
            verbs.apply(t, out[dice.randrange(verbs.legal(t, out))])
        else:
            count = search.judge_moves(t, trial, out, values, places, judged)
            verbs.apply(t, out[best_of(judged, count, luck)])
    verbs.rank(t, places)
    won = [float(places[side] == 1) for side in sides]
    return [(worths, [each / sum(won) for each in won]) for worths in seen]


def foretold(worths: Any, scale: float) -> Any:
    """This is the chance of every side."""
    raised = np.exp((worths - worths.max(axis=1, keepdims=True)) / scale)
    return raised / raised.sum(axis=1, keepdims=True)


def main(name: str, seats: int) -> None:
    """This samples, fits and prints."""
    game = find(name)
    pairs = [pair for seed in range(MATCHES) for pair in sample(game, seats, seed)]
    worths, results = (np.array(column) for column in zip(*pairs, strict=True))
    fitted = (game.insight or game.worth).SCALE
    scales = fitted * np.geomspace(1 / 16, 16, 97)
    likelihoods = [float((results * np.log(foretold(worths, scale) + 1e-12)).sum()) for scale in scales]
    best = float(scales[int(np.argmax(likelihoods))])
    for scale in (fitted, best):
        error = float(((foretold(worths, scale) - results) ** 2).mean())
        print(f"scale {scale:.3g}: mean squared error {error:.4f}; of equal chances {results.var():.4f}")
    chances, ends = foretold(worths, best).ravel(), results.ravel()
    for low in np.arange(0, 1, 0.1):
        those = (chances >= low) & (chances < low + 0.1)
        if those.any():
            print(f"{low:.1f} … foretold {chances[those].mean():.3f}, observed {ends[those].mean():.3f}, {those.sum()}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 2)
