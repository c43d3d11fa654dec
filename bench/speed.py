"""Speed: every game plain and native, beside OpenSpiel's C++ roll-outs in the same run; checks the bars.

Run by `make bench`. It prints a table and writes bench/speed.json and bench/speed.md.
"""

import json
import platform
import random
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pyspiel

from sobremesa.cli.bench import Speed, measure
from sobremesa.core.game import find, names

SECONDS = 2.0
FOLDER = Path(__file__).parent

# The setting in which a game is measured where it is not the usual one, and the steps a second it must reach: some by
# themselves, all beside OpenSpiel's in the same run.
SETTINGS: dict[str, dict[str, Any]] = {"sequence-dice": {"line": 5}}
BARS = {"sequence-dice": 5_000_000}
TIMES = {"royal-ludo": 3.0}
USUAL_TIMES = 1.0
MAX_COMPILE, MAX_START = 10.0, 0.5


def openspiel_steps(seconds: float) -> float:
    """This is the steps a second of OpenSpiel's C++ roll-outs of maedn with 4 players, from the first decision on."""
    state = first_decision()
    mean = sum(random_length(state.clone(), random.Random(seed)) for seed in range(300)) / 300
    rollouts, took = 50, 0.0
    while took < seconds:
        rollouts = round(rollouts * max(1.5, min(8, 1.2 * seconds / took))) if took else rollouts
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
        began = time.perf_counter()
        bot.mcts_search(state)
        took = time.perf_counter() - began
    return rollouts * mean / took


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


def table(speeds: list[Speed], rival: float) -> str:
    """This is what was measured as a table for people."""
    lines = [
        f"Measured on {platform.machine()}, {speeds[0].threads} cores, Python {platform.python_version()}. A step is",
        "an outcome or a move of uniformly random play. OpenSpiel's C++ roll-outs of maedn with 4 players, in the",
        f"same run: {rival:,.0f} steps a second on one core.",
        "",
        "| game | plain steps/s | native steps/s | × OpenSpiel | native matches/s | all cores, steps/s "
        "| all cores, matches/s | first compile | later start | import of the compiler |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {speed.game} | {speed.plain_steps:,.0f} | {speed.native_steps:,.0f} | {speed.native_steps / rival:.1f} "
        f"| {speed.native_matches:,.0f} | {speed.native_steps_all:,.0f} | {speed.native_matches_all:,.0f} "
        f"| {speed.first_compile:.1f} s | {speed.later_start:.2f} s | {speed.compiler_import:.2f} s |"
        for speed in speeds
    ]
    return "\n".join(lines) + "\n"


def missed(speeds: list[Speed], rival: float) -> list[str]:
    """This names every bar that was missed."""
    faults = []
    for speed in speeds:
        times = TIMES.get(speed.game, USUAL_TIMES)
        if speed.native_steps < times * rival:
            faults.append(f"{speed.game}: {speed.native_steps / rival:.1f} times OpenSpiel's steps, {times} wanted")
        if speed.native_steps < BARS.get(speed.game, 0):
            faults.append(f"{speed.game}: {speed.native_steps:,.0f} steps a second, {BARS[speed.game]:,} wanted")
        if speed.first_compile > MAX_COMPILE:
            faults.append(f"{speed.game}: first compile {speed.first_compile:.1f} s, {MAX_COMPILE} s at most")
        if speed.later_start > MAX_START:
            faults.append(f"{speed.game}: later start {speed.later_start:.2f} s, {MAX_START} s at most")
    return faults


def main() -> None:
    """This measures, writes and judges."""
    speeds = []
    for name in names():
        print(f"measuring {name} …", file=sys.stderr)
        speeds.append(measure(find(name), SECONDS, SETTINGS.get(name)))
    print("measuring OpenSpiel …", file=sys.stderr)
    rival = openspiel_steps(SECONDS)
    text = table(speeds, rival)
    print(text)
    (FOLDER / "speed.md").write_text(text, encoding="utf-8")
    figures = {"openspiel_maedn_steps": rival, "games": [asdict(speed) for speed in speeds]}
    (FOLDER / "speed.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    if faults := missed(speeds, rival):
        sys.exit("\n".join(["missed:", *faults]))


if __name__ == "__main__":
    main()
