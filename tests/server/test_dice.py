"""Dice of the real generator are as fair as chance: faces, pairs, runs and neighbours; and nothing else draws any.

`make dice` throws six million; here are fewer. The key is fixed, so the answer never varies.
"""

import ast
import math
import os
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

import sobremesa.server
from sobremesa.server import fairness

THROWS = int(os.environ.get("SOBREMESA_DICE", "60000"))
KEY = fairness.shared_key(b"six million dice of a fixed key.", "dice", ["5a" * 16])
LIKELY = (0.001, 0.999)
SERVER = Path(sobremesa.server.__file__).parent


@pytest.fixture(scope="module")
def dice() -> npt.NDArray[np.int64]:
    weights = [1] * 6
    return np.fromiter((fairness.outcome(KEY, number, weights) for number in range(THROWS)), np.int64, THROWS)


def beyond(value: float, degrees: int) -> float:
    """This is how often a chi-square is at least as large (Wilson and Hilferty, good to three digits here)."""
    share = 2 / (9 * degrees)
    return math.erfc(((value / degrees) ** (1 / 3) - 1 + share) / math.sqrt(2 * share)) / 2


def strayed(seen: npt.NDArray[np.int64], expected: npt.NDArray[np.float64] | float) -> float:
    return float(((seen - expected) ** 2 / expected).sum())


def likely(name: str, chance: float) -> None:
    print(f"{name}: p = {chance:.4f} of {THROWS} dice")
    assert LIKELY[0] <= chance <= LIKELY[1], name


def test_faces_come_alike(dice: npt.NDArray[np.int64]) -> None:
    likely("faces", beyond(strayed(np.bincount(dice, minlength=6), THROWS / 6), 5))


def test_pairs_come_alike(dice: npt.NDArray[np.int64]) -> None:
    pairs = 6 * dice[0::2] + dice[1::2]

    likely("pairs", beyond(strayed(np.bincount(pairs, minlength=36), len(pairs) / 36), 35))


def test_runs_are_as_long_as_they_should_be(dice: npt.NDArray[np.int64]) -> None:
    """A run of equal faces goes on with a chance of one in six."""
    ends = np.flatnonzero(np.diff(dice))
    lengths = np.minimum(np.diff(ends), 5)
    shares = np.array([5 / 6 * (1 / 6) ** (length - 1) for length in range(1, 5)] + [(1 / 6) ** 4])

    likely("runs", beyond(strayed(np.bincount(lengths, minlength=6)[1:], len(lengths) * shares), 4))


@pytest.mark.parametrize("lag", [1, 2, 3, 7])
def test_a_die_knows_nothing_of_those_before_it(dice: npt.NDArray[np.int64], lag: int) -> None:
    centred = dice - 2.5
    correlation = float((centred[:-lag] * centred[lag:]).sum() / (len(dice) - lag) / (35 / 12))

    likely(f"correlation {lag}", math.erfc(correlation * math.sqrt(len(dice) - lag) / math.sqrt(2)) / 2)


def test_two_dice_by_their_weights_come_as_listed() -> None:
    weights = [1 if high == low else 2 for high in range(6) for low in range(high + 1)]
    count = max(36_000, THROWS // 10)
    seen = np.bincount([fairness.outcome(KEY, number, weights) for number in range(count)], minlength=21)

    likely("two dice", beyond(strayed(seen, np.array(weights) * count / 36), 20))


# Where luck comes from


@pytest.mark.parametrize("path", sorted(SERVER.glob("*.py")), ids=lambda path: str(path.name))
def test_the_server_draws_from_nothing_but_secrets(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            imported |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        # NumPy has a generator of its own.
        assert not (
            isinstance(node, ast.Attribute) and node.attr in ("random", "default_rng", "urandom", "getrandbits")
        )

    assert not {name for name in imported if name.split(".")[0] == "random" or name.startswith("numpy.random")}


def test_secrets_of_matches_come_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_bytes", lambda count: b"s" * count)

    assert fairness.new_secret() == b"s" * 32
