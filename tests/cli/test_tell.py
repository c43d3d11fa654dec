"""Replay and simulate, as people read them."""

from pathlib import Path

import pytest

import sobremesa
from sobremesa.cli.main import main


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "100")
    match = sobremesa.start("sequence-dice", seats=2, options={"line": 5}, seed=3)
    while match.actor != sobremesa.OVER:
        match.settle()
        if match.actor != sobremesa.OVER:
            match.push(match.moves()[0])
    match.record.save(tmp_path / "evening.jsonl")
    return tmp_path / "evening.jsonl"


@pytest.mark.parametrize(("spoken", "end"), [("en", "and wins."), ("es", "y gana.")])
def test_a_record_is_told(record: Path, spoken: str, end: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--lang", spoken]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].endswith(end)
    assert len(lines) > 20


def test_a_record_is_shown_board_by_board(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--boards"]) == 0

    assert capsys.readouterr().out.count("┌──────┬") == sobremesa.replay(record).made


def test_the_last_position_is_printed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    assert main(["replay", str(record), "--position"]) == 0

    assert json.loads(capsys.readouterr().out) == sobremesa.replay(record).position()


@pytest.mark.parametrize("bots", ["", "random,playouts"])
def test_a_simulation_is_told(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["simulate", "sequence-dice", "--games", "3", "--seed", "1", "--bots", bots, "--lang", "en"])

    text = capsys.readouterr().out
    assert code == 0
    assert "95 % interval" in text
    assert "Speed: " in text
    assert "Seed 1." in text
