"""The tool that plants faults: it finds what a weak test misses, and sees what a good one notices."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutation import survivors
from tests.mutation.__main__ import GAMES, target_of
from tests.mutation.mutants import Source

ROOT = Path(__file__).parents[1]

TOY = '''\
"""A toy."""

LIMIT = 10


def is_large(number: int) -> bool:
    """This is whether a number is large."""
    return number > LIMIT


def total(numbers: list[int]) -> int:
    """This adds numbers."""
    added = 0
    while numbers:
        added += numbers.pop()
    return added
'''

# It never asks about the limit itself, so it cannot tell > from >=.
TESTS = """\
from toy import LIMIT, is_large, total

def test_large():
    assert is_large(LIMIT + 1)
    assert not is_large(LIMIT - 1)

def test_total():
    assert total([1, 2, 4]) == 7

def test_limit():
    assert LIMIT == 10
"""

PROGRAM = """
import sys
from pathlib import Path
from tests.mutation.__main__ import check, parser_of
from tests.mutation.testing import Target

here = Path(sys.argv[1])
target = Target("toy", "toy", here / "toy.py", here / "tests")
sys.exit(check(target, here / "results", parser_of().parse_args(sys.argv[2:])))
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    (tmp_path / "tests").mkdir()
    (tmp_path / "toy.py").write_text(TOY, encoding="utf-8")
    (tmp_path / "tests" / "test_toy.py").write_text(TESTS, encoding="utf-8")
    return tmp_path


def run(toy: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, str(toy), "--processes", "1", *options],
        env=os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "src"), str(toy)))},
        cwd=toy,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_survivor_is_found_and_all_others_are_killed(toy: Path) -> None:
    done = run(toy)

    verdicts = json.loads((toy / "results" / "toy.json").read_text(encoding="utf-8"))["verdicts"]
    alive = [key for key, verdict in verdicts.items() if verdict == "survived"]
    assert alive == ["is_large | return number > LIMIT | return number >= LIMIT"]
    assert verdicts[" | LIMIT = 10 | LIMIT = 11"] == "killed"
    assert verdicts["total | added += numbers.pop() | pass"] == "timeout"
    assert set(verdicts) == {mutant.key for mutant in Source(TOY).mutants}
    assert "survives unexplained: line 8, is_large: return number > LIMIT  ->  return number >= LIMIT" in done.stdout
    assert f"{len(verdicts) - 1} of {len(verdicts)} mutants killed" in done.stdout
    assert done.returncode == 1


def test_a_survivor_may_be_explained(toy: Path) -> None:
    (toy / "tests" / "survivors.toml").write_text(
        '[[survivors]]\nfunction = "is_large"\nbefore = "return number > LIMIT"\n'
        'after = ["return number >= LIMIT"]\nreason = "Nobody asks."\n',
        encoding="utf-8",
    )

    done = run(toy, "--lines", "8")

    assert done.stdout == "toy: 2 of 3 mutants killed (66.7%), 0 of them by time; 1 survivors explained, 0 not\n"
    assert done.returncode == 1, "two of three are below the bar"


def test_a_better_test_kills_the_survivor_and_nothing_else_runs_again(toy: Path) -> None:
    run(toy, "--lines", "8")
    with (toy / "tests" / "test_toy.py").open("a", encoding="utf-8") as file:
        file.write("\ndef test_the_limit_itself_is_not_large():\n    assert not is_large(LIMIT)\n")

    done = run(toy, "--lines", "8", "--survivors")

    assert done.stdout == "toy: 1 of 1 mutants killed (100.0%), 0 of them by time; 0 survivors explained, 0 not\n"
    assert done.returncode == 0


def test_tests_that_fail_without_a_fault_are_named(toy: Path) -> None:
    (toy / "tests" / "test_toy.py").write_text(
        "import toy\n\ndef test_no():\n    assert toy.LIMIT == 0\n", encoding="utf-8"
    )

    done = run(toy)

    assert "toy: the tests fail without any fault: ['tests/test_toy.py::test_no: AssertionError']" in done.stderr
    assert done.returncode == 1


def test_a_mutant_is_known_by_texts() -> None:
    source = Source(
        'def f(t):\n    """Text 1."""\n    for seat in range(t.seats):\n        t.at[seat] = 0\n        break\n'
    )

    assert [mutant.key for mutant in source.mutants] == [
        "f | for seat in range(t.seats): | for seat in range(1, t.seats):",
        "f | for seat in range(t.seats): | for seat in range(t.seats - 1):",
        "f | t.at[seat] = 0 | pass",
        "f | t.at[seat] = 0 | t.at[seat] = 1",
        "f | t.at[seat] = 0 | t.at[seat] = -1",
        "f | break | continue",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_known_survivor_is_a_mutant(game: str) -> None:
    target = target_of(game)

    known = survivors.read(target.tests / "survivors.toml")

    assert survivors.strangers(known, Source(target.source.read_text(encoding="utf-8")).mutants) == []
