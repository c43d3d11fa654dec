"""Native runs: an edited source or constant is always noticed, and the cache is found again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import sobremesa
from sobremesa import FileFault
from sobremesa.core import drivers, native
from sobremesa.kit import grid

RULES = "sobremesa.games.sequence_dice.rules"

PROGRAM = """
import sys
from sobremesa.core import drivers, native
rules = native.bind("sobremesa.core.drivers", "toy.rules", native=sys.argv[1] == "native")
print(rules.actor(0), rules.legal(0, 0))
"""

TOY_RULES = """
import numpy as np
from toy import parts
from toy.numbers import STEP, TABLE
BASE = 100

class Table: ...
def deal(t, seats): ...
def actor(t): return BASE + STEP + TABLE[1]
def legal(t, out): return parts.double(actor(t))
def chance(t, out, weight): ...
def apply(t, choice): ...
def default(t): ...
def turns(t): ...
def score(t, out): ...
def rank(t, out): ...
def hide(t, seat): ...
def guess(t, seat, luck): ...
def tells(t, choice, seat): ...
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "rules.py").write_text(TOY_RULES)
    (folder / "numbers.py").write_text("import numpy as np\nSTEP = 1\nTABLE = np.array([10, 20])\n")
    (folder / "parts.py").write_text("FACTOR = 2\ndef double(n): return FACTOR * n\n")
    return folder


def answers(toy: Path, how: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, how],
        env=os.environ | {"PYTHONPATH": str(toy.parent), "SOBREMESA_CACHE": str(toy.parent / "cache")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_an_edited_source_or_constant_is_always_noticed(toy: Path) -> None:
    assert answers(toy, "plain") == answers(toy, "native") == "121 242"
    compiled = set((toy.parent / "cache").rglob("*.nbc"))
    assert compiled

    stamp = (toy / "numbers.py").stat()
    edits = [
        ("numbers.py", "STEP = 1", "STEP = 2", "122 244"),
        ("numbers.py", "20", "30", "132 264"),
        ("parts.py", "FACTOR = 2", "FACTOR = 3", "132 396"),
        ("parts.py", "FACTOR * n", "FACTOR + n", "132 135"),
        ("rules.py", "BASE = 100", "BASE = 200", "232 235"),
    ]
    for name, old, new, expected in edits:
        path = toy / name
        path.write_text(path.read_text().replace(old, new))
        # The file keeps its time and size, by which the compiler's own cache would judge it.
        os.utime(path, (stamp.st_atime, stamp.st_mtime))
        assert answers(toy, "native") == answers(toy, "plain") == expected
    assert compiled < set((toy.parent / "cache").rglob("*.nbc"))


def test_what_was_compiled_is_found_again(toy: Path) -> None:
    answers(toy, "native")
    compiled = {path: path.stat().st_mtime_ns for path in (toy.parent / "cache").rglob("*.nb?")}

    answers(toy, "native")

    assert {path: path.stat().st_mtime_ns for path in (toy.parent / "cache").rglob("*.nb?")} == compiled


def test_the_digest_depends_on_every_source_and_on_the_checks() -> None:
    sources = native.sources_of([RULES])
    assert list(sources)[-1] == RULES
    assert {"sobremesa.kit.grid", "sobremesa.kit.luck", "sobremesa.kit.dice"} < set(sources)

    digests = {native.digest_of(sources, {"boundscheck": checked}) for checked in (False, True)}
    for name in sources:
        digests.add(native.digest_of(sources | {name: sources[name] + "\n"}, {"boundscheck": False}))

    assert len(digests) == len(sources) + 2


def test_relative_imports_are_followed(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(toy, toy.parent / "other")
    (toy.parent / "other" / "rules.py").write_text("from . import parts\nfrom .numbers import STEP\n")
    monkeypatch.syspath_prepend(toy.parent)
    monkeypatch.setenv("SOBREMESA_CACHE", str(toy.parent / "cache"))

    twins = native._twins(["other.rules"], checked=False)

    assert list(twins) == ["other.parts", "other.numbers", "other.rules"]
    assert vars(twins["other.rules"])["parts"] is twins["other.parts"]


def test_what_has_no_source_is_refused() -> None:
    with pytest.raises(ImportError, match="no_such_module has no source to compile"):
        native.sources_of(["no_such_module"])


def test_a_native_run_checks_bounds_when_asked(toy: Path) -> None:
    (toy / "rules.py").write_text(TOY_RULES.replace("return BASE + STEP + TABLE[1]", "return TABLE[t + 2]"))
    program = PROGRAM.replace('"native")', '"native", checked=True)')

    done = subprocess.run(
        [sys.executable, "-c", program, "native"],
        env=os.environ | {"PYTHONPATH": str(toy.parent), "SOBREMESA_CACHE": str(toy.parent / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "IndexError" in done.stderr


@pytest.mark.parametrize(("value", "wanted"), [(None, True), ("1", True), ("0", False)])
def test_the_environment_switches_to_plain(monkeypatch: pytest.MonkeyPatch, value: str | None, wanted: bool) -> None:
    monkeypatch.delenv("SOBREMESA_NATIVE", raising=False)
    if value is not None:
        monkeypatch.setenv("SOBREMESA_NATIVE", value)

    assert native.is_wanted() is wanted
    assert sobremesa.Engine(sobremesa.find("sequence-dice")).is_native is wanted


def test_a_plain_run_never_imports_the_compiler() -> None:
    program = (
        "import sys, sobremesa\n"
        "game = sobremesa.find('sequence-dice')\n"
        "sobremesa.Engine(game).play_outs(game.table(), 1, seed=0)\n"
        "sys.exit('numba' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], env=os.environ | {"SOBREMESA_NATIVE": "0"}, check=True)


def test_the_cache_lies_where_the_user_wants_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path / "mine"))
    assert native.cache_folder() == tmp_path / "mine"

    monkeypatch.delenv("SOBREMESA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert native.cache_folder() == tmp_path / "xdg" / "sobremesa"

    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    passing = native.cache_folder()
    assert passing == native.cache_folder()
    assert passing.stat().st_mode & 0o077 == 0
    passing.rmdir()


@pytest.mark.parametrize("damage", [b"", b"x", None])
@pytest.mark.parametrize("kind", ["nbi", "nbc"])
def test_a_damaged_cache_is_compiled_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, damage: bytes | None
) -> None:
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path))

    def count() -> int:
        return int(native._twins([grid.__name__], checked=False)[grid.__name__].count(np.int64(0b1011)))

    assert count() == 3
    files = list(tmp_path.rglob(f"*.{kind}"))
    assert files
    for path in files:
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2] if damage is None else damage)

    assert count() == 3
    mended = {path: path.stat().st_mtime_ns for path in files}
    assert count() == 3
    assert {path: path.stat().st_mtime_ns for path in files} == mended


def test_a_cache_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("SOBREMESA_CACHE", str(tmp_path / "file"))

    with pytest.raises(FileFault, match=r"file/.*: Not a directory"):
        native._twins([grid.__name__], checked=False)


def test_the_kit_gives_the_same_answers_plain_and_native() -> None:
    bound = native.bind(drivers.__name__, RULES, native=True)
    mask = np.int64(0b1011000)

    assert bound.below.py_func is not bound.below
    assert native._twins([grid.__name__], checked=False)[grid.__name__].count(mask) == grid.count(int(mask)) == 3
