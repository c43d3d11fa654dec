"""The arena on the command line: what it prints, how it is interrupted, and how it goes on."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sobremesa.cli.main import main
from sobremesa.cli.parser import names_of

BROKEN = "class Player:\n    def choose(self, view, luck):\n        return 7\n"


@pytest.fixture(autouse=True)
def in_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOBREMESA_LANG", "en")
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)


def arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["arena", "sequence-dice", "--threads", "1", *arguments]) == 0
    return capsys.readouterr().out


def test_settings_belong_to_the_bot_before_them() -> None:
    assert names_of("search:seconds=0.5,threads=2, random") == ["search:seconds=0.5,threads=2", "random"]
    assert names_of("fácil,difícil") == ["easy", "hard"]
    assert names_of("a=b.py,random,,") == ["a=b.py", "random"]


def test_standings_are_told_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    english = arena(capsys, "--bots", "random", "normal", "--matches", "3", "--seed", "1")
    spanish = arena(capsys, "--bots", "random,normal", "--matches", "4", "--seed", "1", "--lang", "es")

    assert "Dice Sequence: 3 matches" in english
    assert "│ normal │" in english
    assert "1000 – 1000" in english
    assert "only after a multiple of 2 matches" in english
    assert english.index("By seat") < english.index("│ Player 1 │") < english.index("By order of play")
    assert "Ganado contra" in spanish
    assert "múltiplo" not in spanish
    assert "Por asiento" in spanish


def test_faults_and_bots_by_the_clock_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.py").write_text(BROKEN)

    text = arena(capsys, "--bots", "search:seconds=0.001", "mine.py", "--matches", "1", "--seed", "1")

    assert "mine.py: " in text
    assert "in the first it chose what is not possible (7)." in text
    assert "A bot that thinks by the clock" in text


def test_an_arena_goes_on_with_its_file_and_keeps_its_seed(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ("--bots", "random", "greedy", "--json")
    arena(capsys, *bots, "--matches", "2", "--out", "results.jsonl")
    first = Path("results.jsonl").read_text()

    told = json.loads(arena(capsys, *bots, "--matches", "4", "--out", "results.jsonl"))
    again = json.loads(arena(capsys, *bots, "--matches", "4", "--out", "results.jsonl"))
    fewer = json.loads(arena(capsys, *bots, "--matches", "2", "--out", "results.jsonl"))

    assert Path("results.jsonl").read_text().startswith(first)
    assert Path("results.jsonl").read_text().count("\n") == 5
    assert told == again
    assert (told["matches"], fewer["matches"]) == (4, 2)
    assert told["seed"] == json.loads(first.splitlines()[0])["seed"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bots", "random"], "the arena cannot be held: at least two bots are needed, each named once"),
        (["--bots", "random", "deep-blue"], "no bot 'deep-blue' is installed"),
        (["--bots", "random", "mine.py:size=1"], "the bot mine.py has no setting 'size'; there is nothing"),
        (["--bots", "random", "none.py"], "the bot none.py cannot be used: No such file or directory"),
        (["--bots", "random", "search:seconds=0"], "setting seconds of the bot search must be a number from 0.001"),
        ([], "missing arguments: --bots"),
        (["--bots", "random", "easy", "--seats", "9"], "sequence-dice is for 2, 3, 4 players, not 9"),
        (["--bots", "random", "easy", "--limit", "0"], "not a possible value (> 0): '0'"),
        (["--bots", "random", "easy", "--out", "mine.py"], "mine.py: not a file of arena results"),
        (["--bots", "random", "easy", "--out", "no/where"], "no/where: No such file or directory"),
        (["--bots", "random", "easy", "--seed", str(1 << 64)], "a seed is a whole number from 0 to"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_and_nothing_is_touched(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.py").write_text(BROKEN)

    assert main(["arena", "sequence-dice", *arguments]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["mine.py"]
    assert Path("mine.py").read_text() == BROKEN


@pytest.mark.parametrize("threads", ["1", "2"])
def test_an_interrupted_arena_prints_what_it_has_and_goes_on_later(threads: str) -> None:
    program = [sys.executable, "-m", "sobremesa", "arena", "sequence-dice", "--bots", "random", "easy"]
    program += ["--threads", threads, "--out", "results.jsonl"]
    running = subprocess.Popen(
        [*program, "--matches", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    until = time.monotonic() + 300
    while not Path("results.jsonl").exists() or Path("results.jsonl").read_text().count("\n") < 5:
        assert time.monotonic() < until
        assert running.poll() is None
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=120)

    kept = Path("results.jsonl").read_text().count("\n") - 1
    assert running.returncode == 130
    assert f"Dice Sequence: {kept} matches" in out
    assert f"{kept} matches are kept. Go on with: sobremesa {shlex.join(program[3:])} --matches 1000000" in err
    assert "Traceback" not in err

    done = subprocess.run([*program, "--matches", str(kept), "--json"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["matches"] == kept


def test_without_a_file_an_interrupt_says_what_would_have_helped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: object, **named: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)

    monkeypatch.setattr("sobremesa.cli.arena.hold", interrupted)
    # What a shell starts in the background does not hear interrupts, and the tests may have been started so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        assert main(["arena", "sequence-dice", "--bots", "random", "easy", "--seed", "1"]) == 130
    finally:
        signal.signal(signal.SIGINT, before)

    printed = capsys.readouterr()
    assert "Dice Sequence: 0 matches" in printed.out
    assert "with --out FILE they could be gone on with" in printed.err


def test_a_fault_stands_in_the_log_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine.py").write_text(BROKEN)

    assert main(["play", "sequence-dice", "--bots", "easy,mine.py", "--seed", "1", "--save", "a.jsonl"]) == 0

    text = capsys.readouterr().out
    assert "(easy)" in text
    assert "(mine.py)" in text
    assert "Bot 2 chose what is not possible (7); the default move is" in text


def test_a_simulation_tells_faults_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "idle.py").write_text("class Player:\n    def choose(self, view, luck):\n        return None\n")
    named = f"random,{tmp_path / 'idle.py'}"

    assert main(["--lang", "en", "simulate", "sequence-dice", "--bots", named, "--games", "2", "--seed", "1"]) == 0

    said = " ".join(capsys.readouterr().out.split())
    assert "idle.py: " in said
    assert " faults; in the first it chose what is not possible (None)." in said


@pytest.mark.parametrize("command", [["simulate", "--games"], ["arena", "--bots", "random", "greedy", "--matches"]])
def test_no_bar_is_drawn_where_it_could_not_be_erased(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    name, *options = command

    assert main([name, "sequence-dice", *options, "2", "--seed", "1", "--threads", "1", "--json"]) == 0

    assert "━" not in capsys.readouterr().err
