"""Speed: every game plain and native, beside OpenSpiel's C++ roll-outs in the same run; checks the bars.

What is compared with OpenSpiel is measured in short turns, a game and OpenSpiel alternately, by the time of the
processor, and the median of the turns counts: whatever else the machine does for some seconds decides nothing.

Run by `make bench`. It prints a table and writes bench/speed.json and bench/speed.md.
"""

import json
import platform
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

import pyspiel

from sobremesa.cli.bench import Speed, measure
from sobremesa.core.engine import Engine
from sobremesa.core.game import Game, find, names

SECONDS = 2.0
ROUNDS = 15
ROUND = 0.2
FOLDER = Path(__file__).parent

# The setting in which a game is measured where it is not the usual one, and the steps a second it must reach: some by
# themselves, all beside OpenSpiel's in the same run.
SETTINGS: dict[str, dict[str, Any]] = {"sequence-dice": {"line": 5}}
BARS = {"sequence-dice": 5_000_000}
TIMES = {"royal-ludo": 3.0}
USUAL_TIMES = 1.0
MAX_COMPILE, MAX_START = 10.0, 0.5


@dataclass(frozen=True)
class Duel:
    """This is what the rounds of a game and of OpenSpiel gave: steps a second on one core, the median of each."""

    game: float
    rival: float
    times: float
    """How many times OpenSpiel's steps the game's are, the median of the rounds too."""


def compete(game: Game, rival: Callable[[int], int], rivals: int) -> Duel:
    """This measures a game and OpenSpiel in turns; the rival plays so many roll-outs a round."""
    engine, t = Engine(game, native=True), game.table(options=SETTINGS.get(game.name))

    def play(count: int) -> int:
        return int(engine.play_outs(t, count, seed=1).steps.sum())

    matches = enough(play)
    rounds = [(pace(play, matches), pace(rival, rivals)) for _ in range(ROUNDS)]
    mine, theirs = zip(*rounds, strict=True)
    return Duel(median(mine), median(theirs), median(one / other for one, other in rounds))


def enough(play: Callable[[int], int]) -> int:
    """This is how many matches fill a round."""
    # The first match may compile, which is measured elsewhere.
    play(1)
    count = 50
    while (took := seconds_of(play, count)[0]) < ROUND / 2:
        count *= 2
    return round(count * ROUND / took)


def pace(play: Callable[[int], int], count: int) -> float:
    """This is the steps a second of a number of matches."""
    took, steps = seconds_of(play, count)
    return steps / took


def seconds_of(play: Callable[[int], int], count: int) -> tuple[float, int]:
    """This plays matches and returns the seconds that the processor spent on them, and their steps."""
    began = time.process_time()
    steps = play(count)
    return time.process_time() - began, steps


def openspiel() -> Callable[[int], int]:
    """This makes what plays C++ roll-outs of OpenSpiel's maedn with 4 players, from the first decision on.

    It returns the steps, which OpenSpiel does not tell: the roll-outs by the mean length of random matches.
    """
    state = first_decision()
    mean = sum(random_length(state.clone(), random.Random(seed)) for seed in range(300)) / 300

    def play(rollouts: int) -> int:
        # A search of one simulation evaluates one leaf: all its time goes into the roll-outs.
        bot = pyspiel.MCTSBot(
            game=state.get_game(),
            evaluator=pyspiel.RandomRolloutEvaluator(rollouts, 7),
            uct_c=2.0,
            max_simulations=1,
            max_memory_mb=100,
            solve=False,
            seed=7,
            verbose=False,
        )
        bot.mcts_search(state)
        return round(rollouts * mean)

    return play


def first_decision() -> Any:
    """This is a state of maedn in which a player must choose."""
    state = pyspiel.load_game("maedn", {"players": 4}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def random_length(state: Any, dice: random.Random) -> int:
    """This is how many choices a random match takes from a state on."""
    steps = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choices(outcomes, weights)[0])
        else:
            state.apply_action(dice.choice(state.legal_actions()))
        steps += 1
    return steps


def table(speeds: list[Speed], duels: list[Duel]) -> str:
    """This is what was measured as a table for people."""
    rival = median(duel.rival for duel in duels)
    lines = [
        f"Measured on {platform.machine()}, {speeds[0].threads} cores, Python {platform.python_version()}. A step is",
        "an outcome or a move of uniformly random play. OpenSpiel's C++ roll-outs of maedn with 4 players, in turns",
        f"with the games: {rival:,.0f} steps a second on one core.",
        "",
        "| game | plain steps/s | native steps/s | × OpenSpiel | native matches/s | all cores, steps/s "
        "| all cores, matches/s | first compile | later start | import of the compiler |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {speed.game} | {speed.plain_steps:,.0f} | {duel.game:,.0f} | {duel.times:.1f} "
        f"| {speed.native_matches:,.0f} | {speed.native_steps_all:,.0f} | {speed.native_matches_all:,.0f} "
        f"| {speed.first_compile:.1f} s | {speed.later_start:.2f} s | {speed.compiler_import:.2f} s |"
        for speed, duel in zip(speeds, duels, strict=True)
    ]
    return "\n".join(lines) + "\n"


def missed(speeds: list[Speed], duels: list[Duel]) -> list[str]:
    """This names every bar that was missed."""
    faults = []
    for speed, duel in zip(speeds, duels, strict=True):
        times = TIMES.get(speed.game, USUAL_TIMES)
        if duel.times < times:
            faults.append(f"{speed.game}: {duel.times:.1f} times OpenSpiel's steps, {times} wanted")
        if duel.game < BARS.get(speed.game, 0):
            faults.append(f"{speed.game}: {duel.game:,.0f} steps a second, {BARS[speed.game]:,} wanted")
        if speed.first_compile > MAX_COMPILE:
            faults.append(f"{speed.game}: first compile {speed.first_compile:.1f} s, {MAX_COMPILE} s at most")
        if speed.later_start > MAX_START:
            faults.append(f"{speed.game}: later start {speed.later_start:.2f} s, {MAX_START} s at most")
    return faults


def main() -> None:
    """This measures, writes and judges."""
    rival = openspiel()
    rivals = enough(rival)
    speeds, duels = [], []
    for game in [find(name) for name in names()]:
        print(f"measuring {game.name} …", file=sys.stderr)
        speeds.append(measure(game, SECONDS, SETTINGS.get(game.name)))
        duels.append(compete(game, rival, rivals))
    text = table(speeds, duels)
    print(text)
    (FOLDER / "speed.md").write_text(text, encoding="utf-8")
    figures = [asdict(speed) | {"duel": asdict(duel)} for speed, duel in zip(speeds, duels, strict=True)]
    kept = {"openspiel_maedn_steps": median(duel.rival for duel in duels), "games": figures}
    (FOLDER / "speed.json").write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    if faults := missed(speeds, duels):
        sys.exit("\n".join(["missed:", *faults]))


if __name__ == "__main__":
    main()
