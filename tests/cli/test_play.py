"""Playing in the terminal: whole matches, undo, language, leaving and coming back."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import sobremesa
from sobremesa.cli.main import main
from sobremesa.cli.session import chosen
from sobremesa.core.view import Move


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOBREMESA_LANG", "en")
    monkeypatch.setenv("SOBREMESA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lines: list[str], *arguments: str) -> str:
    answers = iter(lines)

    def answer(prompt: str = "") -> str:
        print(prompt, end="")
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    assert main(["play", *arguments]) == 0
    return capsys.readouterr().out


def test_a_whole_match_at_one_screen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = play(monkeypatch, capsys, ["1", ""] * 400, "sequence-dice", "--seed", "4", "--save", "evening.jsonl")

    match = sobremesa.replay("evening.jsonl")
    assert match.actor == sobremesa.OVER
    assert "has a line of" in text
    assert "The record is in evening.jsonl" in text


def test_a_whole_match_against_bots(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    play(
        monkeypatch, capsys, ["1", ""] * 400,
        "sequence-dice", "--seats", "3", "--bots", "random,playouts", "--seed", "5", "--save", "bots.jsonl",
    )  # fmt: skip

    match = sobremesa.replay("bots.jsonl")
    assert match.players == ("", "random", "playouts")
    assert match.actor == sobremesa.OVER


def test_bots_play_among_themselves(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = play(monkeypatch, capsys, [], "sequence-dice", "--bots", "random,random", "--seed", "5", "--save", "a.jsonl")

    assert "wins." in text
    assert sobremesa.replay("a.jsonl").actor == sobremesa.OVER


def test_a_move_is_taken_back_until_the_dice_fall(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play(
        monkeypatch, capsys, ["u", "1", "u", "2", "", "u", "q"], "sequence-dice", "--seed", "8", "--save", "a.jsonl"
    )

    steps = [step.choice for step in sobremesa.replay("a.jsonl").record.steps]
    assert steps[5:6] == ["place 2,4"]
    assert text.count("Taken back.") >= 1
    assert "There is nothing to take back" in text


def test_the_latest_match_goes_on_after_leaving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play(monkeypatch, capsys, ["1", "", "q"], "sequence-dice", "--seed", "8", "--bots", "random")
    path = re.findall(r"--resume (\S+)", text.replace("\n", ""))[0]
    before = sobremesa.replay(path)

    play(monkeypatch, capsys, ["1", ""] * 400, "--resume")

    after = sobremesa.replay(path)
    assert after.players == ("", "random")
    assert after.record.steps[: before.made] == before.record.steps
    assert after.actor == sobremesa.OVER


def test_two_who_go_on_with_one_match_do_not_lose_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, capsys, ["1", "q"], "sequence-dice", "--seed", "8", "--save", "a.jsonl")
    theirs = sobremesa.replay("a.jsonl")
    theirs.settle()
    theirs.push(theirs.moves()[-1])

    def answer(prompt: str = "") -> str:
        theirs.record.save("a.jsonl")
        return "1"

    monkeypatch.setattr("builtins.input", answer)
    assert main(["play", "--resume", "a.jsonl"]) == 2
    assert "somebody else has gone on with this match" in capsys.readouterr().err
    assert sobremesa.replay("a.jsonl").record == theirs.record


def test_the_table_speaks_both_languages_and_shows_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play(monkeypatch, capsys, ["es", "?", "", "huh", "q"], "sequence-dice", "--seed", "8")

    assert "put a chip on an empty" in text
    assert "pon una ficha en un" in text
    assert "Secuencia de Dados" in text
    assert "El 8 de 2,4 quedó vacío otra vez" in text
    assert "example:" not in text
    assert "No se entiende: huh" in text


def test_a_narrow_screen_has_the_log_under_the_board(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "60")

    text = play(monkeypatch, capsys, ["q"], "sequence-dice", "--seed", "8")

    board, _, _ = text.partition("Your move")
    assert max(len(line) for line in board.splitlines()) <= 60
    assert "Player 2 begins." in board


def test_answers_mean_moves() -> None:
    moves = [Move(7, "place 1,1"), Move(10, "place 1,4"), Move(0, "end")]

    assert chosen("1", moves) == moves[0]
    assert chosen("place 1,4", moves) == chosen("1,4", moves) == moves[1]
    assert chosen("end", moves) == chosen("END", moves) == moves[2]
    assert chosen("h1", [Move(1, "play h1"), Move(2, "play H1")]) == Move(1, "play h1")
    assert [chosen(text, moves) for text in ("", "0", "4", "place", "²", "1,5")] == [None] * 6


class Terminal:
    """A program in a real terminal, as a person sees it."""

    def __init__(self, *arguments: str) -> None:
        ours, theirs = pty.openpty()
        self.handle = ours
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sobremesa", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
            close_fds=True,
        )
        os.close(theirs)
        self.text = ""

    def wait_for(self, wanted: str, seconds: float = 60) -> None:
        until = time.monotonic() + seconds
        while wanted not in self.text:
            assert time.monotonic() < until, self.text
            if select.select([self.handle], [], [], 0.2)[0]:
                self.text += os.read(self.handle, 65536).decode(errors="replace")

    def type(self, line: str) -> None:
        self.text = ""
        os.write(self.handle, f"{line}\n".encode())


def test_a_newcomer_is_asked_and_plays_in_a_real_terminal() -> None:
    screen = Terminal()
    screen.wait_for("Language? es/en [en]")
    screen.type("es")
    screen.wait_for("¿Qué juego?")
    assert "Secuencia de Dados" in screen.text
    assert "sequence-dice" not in screen.text
    screen.type("secuencia de dados")
    screen.wait_for("¿Cuántos juegan? 2/3/4 [2]")
    screen.type("7")
    screen.wait_for("Una de estas: 2, 3, 4.")
    screen.type("")
    screen.wait_for("¿Quién es el jugador 1? persona/fácil/normal/difícil/experto [persona]")
    screen.type("")
    screen.wait_for("¿Quién es el jugador 2? persona/fácil/normal/difícil/experto [normal]")
    screen.type("fácil")
    screen.wait_for("¿Cambiar alguna regla de la casa? s/n [n]")
    screen.type("")
    screen.wait_for("Tu jugada (1 a")
    assert "Secuencia de Dados" in screen.text
    assert "(fácil)" in screen.text
    screen.type("1")
    screen.wait_for("Intro para seguir, u para deshacer:")
    screen.type("q")
    screen.wait_for("La partida queda guardada.")
    assert screen.process.wait(timeout=30) == 0
    os.close(screen.handle)


def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str) -> str:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    return play(monkeypatch, capsys, list(lines))


def test_options_are_asked_for_only_if_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = asked(
        monkeypatch, capsys, "", "Poleana", "2", "", "random", "y", "15", "on", "10", "7", "1", "off", "99", "", "q"
    )

    (path,) = (tmp_path / "data").iterdir()
    match = sobremesa.replay(path)
    assert match.record.options == {"bonus": 7, "custodians": False}
    assert match.players == ("", "random")
    assert "can be on only with 4 players, not 2" in text
    assert "One of 1, 2, 3" in text


@pytest.mark.parametrize("game", ["4", "sequence-dice", "dice sequence"])
def test_a_game_is_chosen_by_number_id_or_name(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked(monkeypatch, capsys, "", game, "2", "random", "person", "", "q")

    (path,) = (tmp_path / "data").iterdir()
    match = sobremesa.replay(path)
    assert match.game.name == "sequence-dice"
    assert match.players == ("random", "")


def test_a_match_that_goes_on_has_its_log_and_its_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, capsys, ["es", "1", "q"], "sequence-dice", "--seed", "8", "--save", "a.jsonl")
    assert sobremesa.replay("a.jsonl").language == "es"

    assert "Jugador 2 pone una ficha en 1,2." in play(monkeypatch, capsys, ["q"], "--resume", "a.jsonl")
    assert "Player 2 puts a chip on 1,2." in play(monkeypatch, capsys, ["q"], "--resume", "a.jsonl", "--lang", "en")
    assert sobremesa.replay("a.jsonl").language == "en"


def test_leaving_before_the_match_has_begun_is_no_error() -> None:
    screen = Terminal()
    screen.wait_for("Language?")
    os.write(screen.handle, b"\x04")

    assert screen.process.wait(timeout=30) == 0
    os.close(screen.handle)


def test_an_interrupt_at_a_question_gives_no_traceback() -> None:
    screen = Terminal()
    screen.wait_for("Language?")
    os.kill(screen.process.pid, signal.SIGINT)

    assert screen.process.wait(timeout=30) == 0
    assert "Traceback" not in screen.text
    os.close(screen.handle)
