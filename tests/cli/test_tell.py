"""Replay and simulate, as people read them."""

from dataclasses import fields
from pathlib import Path

import pytest

import sobremesa
from sobremesa.cli.bench import Speed, show
from sobremesa.cli.main import main
from sobremesa.core.words import LANGUAGES, Words


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


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_measurement_fits_eighty_columns(
    spoken: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    fast = {field.name: 123456789.0 for field in fields(Speed) if field.name.startswith("native_steps")}
    usual = {field.name: 98765.0 for field in fields(Speed) if field.name not in ("game", "threads")}
    times = {"first_compile": 99.9, "later_start": 9.99}
    speed = Speed(game="sequence-dice", threads=64, **usual | fast | times)

    show([speed], Words(spoken, "sobremesa.cli", "sobremesa.core"))

    text = capsys.readouterr().out
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
    assert text.count("123,456,789") == 2
    assert text.count("98,765") == 2
    assert "sequence-dice" in text
    assert "99.9 s" in text
    assert "9.99 s" in text


@pytest.mark.parametrize("bots", ["", "random,playouts"])
def test_a_simulation_is_told(bots: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["simulate", "sequence-dice", "--games", "3", "--seed", "1", "--bots", bots, "--lang", "en"])

    text = capsys.readouterr().out
    assert code == 0
    assert "95 % interval" in text
    assert "Speed: " in text
    assert "Seed 1." in text
