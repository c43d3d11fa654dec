"""The command `check-config`, and `serve --config`: what is in force, or all that is wrong."""

import argparse
import io
import sys
from pathlib import Path

import pytest

from sobremesa.cli import serve
from sobremesa.cli.main import build, main
from sobremesa.core.words import Words
from sobremesa.server import club
from sobremesa.server.limits import UNLIMITED

WRONG = '[server]\nport = 70000\nprot = 1\n[log]\nformat = "xml"\n'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SOBREMESA_LANG", "en")
    return tmp_path / "sobremesa.toml"


def chosen(*arguments: str) -> argparse.Namespace:
    words = Words("en", "sobremesa.cli", "sobremesa.core")
    return build(words, ["serve"]).parse_args(["serve", *arguments])


def test_a_good_file_is_summed_up(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text('[server]\nport = 8080\n[tables]\nwho_may_set = "word"\nword = "dominó"')

    assert main(["check-config", str(file)]) == 0

    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{file} is in order. In force:"
    assert {"port = 8080", 'who_may_set = "word"', 'word = "…"', "open = false"} <= set(out)


@pytest.mark.parametrize(("language", "said"), [("en", "must be"), ("es", "debe ser")])
def test_every_fault_is_a_line(file: Path, language: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(WRONG)

    with pytest.raises(SystemExit) as ended:
        main(["check-config", str(file), "--lang", language])

    printed = capsys.readouterr()
    assert (ended.value.code, printed.out) == (2, "")
    first, second, third = printed.err.splitlines()
    assert all(line.startswith(f"{file}: ") for line in (first, second, third))
    assert f"server.port {said}" in first
    assert "server.prot" in second
    assert f"log.format {said}" in third


def test_a_file_that_is_not_there_is_said_in_one_line(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-config", str(file)]) == 2
    assert str(file) in capsys.readouterr().err
    assert main(["check-config"]) == 2
    assert "--hash" in capsys.readouterr().err


def test_a_word_is_hashed_for_the_file(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("dominó\n"))

    assert main(["check-config", "--hash"]) == 0

    assert club.is_word("Dominó", capsys.readouterr().out.strip())


def test_nothing_is_served_from_a_bad_file(file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file.write_text(WRONG)

    assert main(["serve", "--config", str(file), "--data", str(tmp_path / "data")]) == 2

    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "server.port" in printed.err
    assert "log.format" in printed.err
    assert not (tmp_path / "data").exists()


def test_the_command_line_wins_over_the_file(file: Path) -> None:
    file.write_text('[server]\nhost = "::1"\nport = 8080\nnames = ["a.example"]\nhold = 1\n[log]\nlevel = "error"')

    plain = serve.in_force(chosen("--config", str(file)))
    assert (plain.server.host, plain.server.port, plain.server.names) == ("::1", 8080, ("a.example",))
    assert (plain.log.level, plain.metrics.open) == ("error", False)

    said = chosen("--config", str(file), "--host", "127.0.0.1", "--port", "0", "--name", "b.example", "--data", "d")
    others = serve.in_force(said)
    assert (others.server.host, others.server.port, others.server.names) == ("127.0.0.1", 0, ("b.example",))
    assert (others.server.data, others.server.hold) == ("d", 1)

    more = serve.in_force(chosen("--config", str(file), "--verbose", "--open-metrics", "--no-limits"))
    assert (more.log.level, more.metrics.open, more.limits) == ("info", True, UNLIMITED)
