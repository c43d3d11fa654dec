"""Records of before format 3 are verified by their own version: what the server played then, and single changes."""

import ast
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sobremesa import verify2 as verify
from sobremesa.cli.main import main
from sobremesa.core import record
from sobremesa.core.match import replay
from tests.verified import ByScript, matches
from tests.verified import by_older_python as by_python
from tests.verified2 import added, changed, checked, forged, replayed, throws_in

MATCHES = 20
CHANGES = 300

Played = list[Any]


@pytest.fixture(scope="module")
def played() -> Played:
    # Real dice, and luck to which nobody added, are among these.
    return [*matches(MATCHES - 5, seed=9, luck=2), *matches(5, seed=9, luck=1)]


@pytest.fixture(scope="module")
def by_script() -> Iterator[ByScript]:
    script = ByScript(is_older=True)
    yield script
    script.close()


def test_both_confirm_every_match_of_every_game(played: Played, by_script: ByScript) -> None:
    assert {json.loads(text.splitlines()[0])["game"] for text, _ in played} == {
        "girumgo",
        "poleana",
        "royal-ludo",
        "sequence-dice",
        "stalag17",
    }
    for text, sheet in played:
        assert by_python(text, sheet)
        assert by_script(text, sheet)
        # And the rules allow all of it, with the weights that are listed.
        assert record.parse(text).text() == text
        replay(record.parse(text))


def test_both_find_every_single_change(played: Played, by_script: ByScript) -> None:
    luck = random.Random(5)
    for number in range(CHANGES):
        kind, other = changed(played[number % MATCHES][0], luck)
        assert not by_python(other), kind
        assert not by_script(other), kind


def test_typed_throws_of_no_outcomes_are_found(played: Played, by_script: ByScript) -> None:
    lines = next(
        lines for lines in ([json.loads(row) for row in text.splitlines()] for text, _ in played) if throws_in(lines)
    )
    nothing: tuple[object, ...] = (None, 5, "", {}, [])
    for outcomes in nothing:
        lines[throws_in(lines)[0]] |= {"typed": True, "outcomes": outcomes}
        assert not by_python(forged(lines))
        assert not by_script(forged(lines))


def test_a_record_of_another_seal_is_found(played: Played, by_script: ByScript) -> None:
    text, sheet = played[0]
    for key, value in {"match": "other", "seal": "0" * 64, "game": "x", "rules": 9, "options": {"x": 1}}.items():
        assert not by_python(text, sheet | {key: value}), key
        assert not by_script(text, sheet | {key: value}), key
    assert not by_python(text, sheet | {"sealed": ["0" * 64, *sheet["sealed"][1:]]})
    assert not by_script(text, sheet | {"sealed": ["0" * 64, *sheet["sealed"][1:]]})


def test_nothing_is_typed_in_at_a_table_without_real_dice(played: Played, by_script: ByScript) -> None:
    """Who says that a throw was typed in need not show that it was sealed: a table says before whether it may."""
    for text, sheet in played:
        lines = [json.loads(row) for row in text.splitlines()]
        if throws_in(lines):
            lines[throws_in(lines)[0]]["typed"] = True
            assert by_python(replayed(lines), sheet) == sheet["real"]
            assert by_script(replayed(lines), sheet) == sheet["real"]
    assert {sheet["real"] for _, sheet in played} == {True, False}


def test_the_server_cannot_speak_last(played: Played, by_script: ByScript) -> None:
    """Who adds a share once all others are known could try keys until the dice please."""
    for text, sheet in played:
        lines = [json.loads(row) for row in text.splitlines()]
        head = lines[0]
        if head["luck"] == 1:
            continue
        bots = [seat for seat, player in enumerate(head["players"]) if player]
        for seats in ([], [0], bots, [head["seats"]], [-1]):
            other = [dict(head, shares=list(head["shares"])), *(dict(line) for line in lines[1:])]
            added(other, seats)
            assert not by_python(replayed(other)), seats
            assert not by_script(replayed(other)), seats
        # Whoever kept what was sealed knows how many shares there are, whosever the new one is said to be.
        other = [dict(head, shares=list(head["shares"]), players=["", ""]), *(dict(line) for line in lines[1:])]
        if bots:
            added(other, bots)
            assert by_python(replayed(other))
            assert by_script(replayed(other))
            assert not by_python(replayed(other), sheet)
            assert not by_script(replayed(other), sheet)
            assert by_python(replayed(other), sheet | {"complete": False})
            assert by_script(replayed(other), sheet | {"complete": False})


def test_what_players_gave_cannot_be_left_out_of_the_key(played: Played, by_script: ByScript) -> None:
    """A server that plays as before players added to the luck has chosen it alone, whatever its record lists."""
    for text, _ in played:
        lines = [json.loads(row) for row in text.splitlines()]
        if lines[0]["luck"] == 2 and any(share["sealed"] for share in lines[0]["shares"]):
            lines[0]["luck"] = 1
            assert not by_python(replayed(lines))
            assert not by_script(replayed(lines))


def test_the_verifier_is_one_short_file_that_needs_nothing() -> None:
    source = Path(verify.__file__).read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}

    assert len(source.splitlines()) <= 150
    assert imported <= sys.stdlib_module_names


def test_the_verifier_runs_by_itself(played: Played, tmp_path: Path) -> None:
    text, sheet = played[0]
    (tmp_path / "match.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "seal.json").write_text(json.dumps(sheet))
    (tmp_path / "changed.jsonl").write_text(text.replace('"chance"', '"chans"', 1), encoding="utf-8")
    (tmp_path / "verify2.py").write_bytes(Path(verify.__file__).read_bytes())

    def run(*names: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", "verify2.py", *names], cwd=tmp_path, capture_output=True, text=True
        )
        return done.returncode, done.stdout.partition(":")[0] + done.stderr

    assert run("match.jsonl") == run("match.jsonl", "seal.json") == (0, "verified")
    assert run("changed.jsonl") == (1, "NOT VERIFIED")
    (tmp_path / "seal.json").write_text(json.dumps(sheet | {"seal": "0"}))
    assert run("match.jsonl", "seal.json") == (1, "OTHER SEAL")
    for nothing in ("null", "[]", "5", '"seal"'):
        (tmp_path / "seal.json").write_text(nothing)
        assert run("match.jsonl", "seal.json") == (1, "OTHER SEAL")
    assert run("nothing.jsonl") == (1, "cannot be read")
    assert run() == (1, "cannot be read")


def test_the_command_says_what_was_found(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, sheet = next(each for each in played if json.loads(each[0].splitlines()[-1])["throws"] > 3)
    path, seal = tmp_path / "match.jsonl", tmp_path / "seal.json"
    path.write_text(text, encoding="utf-8")
    seal.write_text(json.dumps(sheet))

    assert main(["verify", str(path), str(seal), "--lang", "en"]) == 0
    assert "match the seal" in capsys.readouterr().out
    assert main(["verify", str(path), "--lang", "es"]) == 0
    assert "coincide" in capsys.readouterr().out
    assert main(["verify", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["seal"] == sheet["seal"]

    lines = [json.loads(row) for row in text.splitlines()]
    lines[0]["secret"] = "0" * 64
    path.write_text(checked(lines), encoding="utf-8")
    assert main(["verify", str(path), "--lang", "en"]) == 2
    assert "line 1: the secret is not the one that was sealed" in capsys.readouterr().err
    path.write_text(text, encoding="utf-8")
    other = json.dumps(sheet | {"seal": "0"})
    unreadable = [(text, "cannot be read") for text in ("{", "null", "[]")]
    for wrong, said in ((other, "says something else about seal"), *unreadable):
        seal.write_text(wrong)
        assert main(["verify", str(path), str(seal), "--lang", "en"]) == 2
        assert said in capsys.readouterr().err


def test_the_command_knows_the_rules_too(played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Who forges everything, the proof too, is still held to the weights that the rules list."""
    text = next(text for text, _ in played if '"weights": [1, 2, 3, 4, 5, 6, 5' in text)
    lines = [json.loads(row) for row in text.splitlines()]
    line = next(line for line in lines if line.get("actor") == "chance")
    line["outcomes"].append("99")
    line["weights"].append(10**6)
    line["choice"] = "99"
    path = tmp_path / "forged.jsonl"
    path.write_text(forged(lines), encoding="utf-8")

    assert main(["verify", str(path), "--lang", "en"]) == 2
    assert "damaged record, line" in capsys.readouterr().err
