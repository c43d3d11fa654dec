"""The command line as a whole: one clear line for whatever is wrong, in either language, and nothing on stdout."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from sobremesa.cli.main import language, main
from sobremesa.core.words import LANGUAGES

COMMANDS = [
    "serve",
    "admin",
    "backup",
    "play",
    "moves",
    "apply",
    "draw",
    "simulate",
    "arena",
    "solve",
    "replay",
    "review",
    "bench",
]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOBREMESA_LANG", "en")
    monkeypatch.setenv("SOBREMESA_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fly"], "'fly' is not one of"),
        (["moves"], "missing arguments: FILE|-"),
        (["moves", "a", "b"], "unknown arguments: b"),
        (["moves", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["moves", "."], ".: Is a directory"),
        (["moves", "broken.json"], "this position cannot be: not JSON at row 1, column 2"),
        (["moves", "list.json"], "this position cannot be: a JSON object expected"),
        (["apply", "start.json", "13"], "'13' is not possible now; possible: 2, 3, 4"),
        (["apply", "start.json", "7", "7", "7", ""], "'' is not possible now"),
        (["simulate", "chess"], "no game 'chess' is installed; there is "),
        (["simulate", "sequence-dice", "--games", "0"], "not a possible value (1 – 10,000,000): '0'"),
        (["simulate", "sequence-dice", "--games", "many"], "not a possible value (1 – 10,000,000): 'many'"),
        (["simulate", "sequence-dice", "--seats", "5"], "sequence-dice is for 2, 3, 4 players, not 5"),
        (["simulate", "sequence-dice", "--option", "line"], "option 'line' must be one of name=value"),
        (
            ["simulate", "sequence-dice", "--option", "line=5", "--option", "line=6"],
            "option line is given more than once",
        ),
        (["simulate", "sequence-dice", "--option", "size=4"], "sequence-dice has no option 'size'; there is line"),
        (["simulate", "sequence-dice", "--option", "line=4"], "option line must be one of auto, 5, 6, not '4'"),
        (
            ["simulate", "sequence-dice", "--bots", "deep-blue"],
            "no bot 'deep-blue' is installed; there is easy, normal, hard, expert, greedy, playouts, random, search",
        ),
        (["simulate", "sequence-dice", "--bots", "random,random,random"], "3 bots for 2 seats"),
        (
            ["simulate", "sequence-dice", "--seed", str(1 << 64)],
            "a seed is a whole number from 0 to 18446744073709551615",
        ),
        (["play", "sequence-dice", "--bots", "deep-blue"], "no bot 'deep-blue' is installed"),
        (["play", "sequence-dice", "--save", "nowhere/a.jsonl"], "nowhere/a.jsonl: No such file or directory"),
        (["play"], "name a game: "),
        (["play", "--resume"], "no record in "),
        (["play", "sequence-dice", "--resume", "x"], "--resume takes everything from the record"),
        (["play", "--seats", "3"], "name a game: "),
        (
            ["play", "sequence-dice", "--save", "start.json"],
            "start.json is there already; go on with --resume start.json",
        ),
        (["play", "--resume", "broken.json"], "damaged record, line 1: the line is cut off"),
        (["replay", "start.json"], "this is not a record of a match"),
        (["play", "--resume", "start.json"], "this is not a record of a match"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl: No such file or directory"),
        (["solve", "sequence-dice", "--seats", "3"], "sequence-dice is for 2 players, not 3"),
        (["solve", "sequence-dice", "--out", "nowhere/a.npz"], "nowhere/a.npz: No such file or directory"),
        (["solve", "sequence-dice", "--out", "."], ".: Is a directory"),
        (["solve", "sequence-dice", "--most", "0"], "not a possible value (>= 1): '0'"),
        (["bench", "--seconds", "0"], "not a possible value (> 0): '0'"),
        (["bench", "chess"], "no game 'chess' is installed"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "broken.json").write_text("{")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "start.json").write_text('{"game": "sequence-dice"}\n')
    before = sorted(path.name for path in tmp_path.iterdir())

    code = main(arguments)

    printed = capsys.readouterr()
    assert code == 2
    assert printed.out == ""
    assert printed.err.startswith("sobremesa: ")
    assert printed.err.count("\n") == 1
    assert message in printed.err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("simulate", ["how many matches (else 1,000)", "how many play (else as many as is usual in the game)"]),
        ("arena", ["how many matches (else 100)", "is stopped (else 30)"]),
        ("solve", ["tables (else 5,000,000)", "gigabytes (else 1)", "seconds (else 600)", "how many play (else 2;"]),
        ("review", ["every table (else 1,000)"]),
        ("play", ["not answered after 30 s is stopped"]),
    ],
)
def test_help_names_what_holds_unless_something_else_is_said(
    command: str, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([command, "--lang", "en", "--help"])

    text = " ".join(capsys.readouterr().out.split())
    assert [sentence for sentence in told if sentence not in text] == []


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples_in_both_languages(command: str, spoken: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*([command] if command else []), "--lang", spoken, "--help"])

    text = capsys.readouterr().out
    assert caught.value.code == 0
    assert {"es": "uso: ", "en": "usage: "}[spoken] in text
    assert {"es": "ejemplos:", "en": "examples:"}[spoken] in text
    assert f"sobremesa {command}" in text.partition("amples:" if spoken == "en" else "ejemplos:")[2]


@pytest.mark.parametrize(
    ("arguments", "environment", "spoken"),
    [
        ([], {}, "en"),
        ([], {"LANG": "es_MX.UTF-8"}, "es"),
        ([], {"LC_ALL": "C", "LANG": "es_MX.UTF-8"}, "en"),
        ([], {"SOBREMESA_LANG": "es", "LANG": "en_US.UTF-8"}, "es"),
        (["--lang", "es"], {"LANG": "en_US.UTF-8"}, "es"),
        (["--lang=es"], {}, "es"),
        (["--lang", "fr"], {"LANG": "es"}, "es"),
        (["--lang"], {}, "en"),
    ],
)
def test_the_language_is_chosen(
    arguments: list[str], environment: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SOBREMESA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert language(arguments) == spoken


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_version_is_told(spoken: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version", "--lang", spoken])

    assert caught.value.code == 0
    assert capsys.readouterr().out == f"sobremesa {version('sobremesa')}\n"


def test_errors_are_said_in_spanish(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "chess", "--lang", "es"]) == 2
    assert "no hay ningún juego 'chess'" in capsys.readouterr().err


def run(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    program = f'"{sys.executable}" -m sobremesa'
    return subprocess.run(
        command.replace("sobremesa", program, 1),
        shell=True,
        executable="/bin/bash",
        env=os.environ | environment,
        capture_output=True,
        check=False,
    )


def test_a_full_disk_under_the_output_is_said_in_one_line(tmp_path: Path) -> None:
    Path("start.json").write_text('{"game": "sequence-dice"}')

    done = run("sobremesa moves start.json > /dev/full")

    assert (done.returncode, done.stderr) == (2, b"sobremesa: output: No space left on device\n")


def test_a_full_disk_under_a_record_is_said_in_one_line() -> None:
    done = run("sobremesa play sequence-dice --save /dev/full < /dev/null")

    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"sobremesa: /dev/full: No space left on device\n"


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    Path("start.json").write_text('{"game": "sequence-dice"}')

    done = run("sobremesa moves start.json | true; exit ${PIPESTATUS[0]}")

    assert (done.returncode, done.stderr) == (0, b"")


def test_closed_input_and_output_are_no_surprise() -> None:
    Path("start.json").write_text('{"game": "sequence-dice"}')

    assert run("sobremesa moves - <&-").stderr.startswith(b"sobremesa: this position cannot be: not JSON")
    assert run("sobremesa moves start.json >&-").stderr == b"sobremesa: output: Bad file descriptor\n"


def test_standard_input_that_is_no_text_is_refused() -> None:
    done = run("printf '\\xff' | sobremesa moves -")

    assert done.returncode == 2
    assert done.stderr.startswith(b"sobremesa: -: not a text in UTF-8")


def test_moves_and_apply_run_plain_and_quick_modules() -> None:
    program = (
        "import io, sys\n"
        'sys.stdin = io.TextIOWrapper(io.BytesIO(b\'{"game": "sequence-dice"}\'))\n'
        "from sobremesa.cli.main import main\n"
        "main(['moves', '-'])\n"
        "sys.exit('numba' in sys.modules or 'uvicorn' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert json.loads(done.stdout)["actor"] == "chance"


def test_a_command_loads_no_other() -> None:
    program = (
        "import sys\n"
        "from sobremesa.cli.main import main\n"
        "try:\n    main(['serve', '--help'])\n"
        "except SystemExit:\n    sys.exit(any(name in sys.modules for name in ('rich', 'sobremesa.cli.play')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert b"--port" in done.stdout


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sobremesa.cli.moves.run", interrupt)

    assert main(["moves", "-"]) == 130
    assert capsys.readouterr().err == "\n"
