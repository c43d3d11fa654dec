"""Playing in the terminal: whole matches, undo, language, leaving and coming back."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from rich.console import Console

import sobremesa
from sobremesa.cli.main import main
from sobremesa.cli.session import Session, chosen
from sobremesa.core.match import Match
from sobremesa.core.view import Move
from sobremesa.core.words import Words


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


def test_captions_mean_moves_where_only_one_reads_like_that() -> None:
    moves = [Move(7, "twist 0,0 +"), Move(10, "twist 0,0 -"), Move(0, "end")]
    captions = ["turn it", "turn it", "Leave the  table"]

    assert chosen("leave the table", moves, captions) == chosen("3 Leave the table", moves, captions) == moves[2]
    assert chosen("turn it", moves, captions) is None
    assert chosen("2 turn it", moves, captions) == moves[1]


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

    def wait_for(self, wanted: str, seconds: float = 120) -> None:
        until = time.monotonic() + seconds
        while wanted not in self.text:
            assert time.monotonic() < until, self.text
            if select.select([self.handle], [], [], 0.2)[0]:
                self.text += os.read(self.handle, 65536).decode(errors="replace")

    def type(self, line: str) -> None:
        self.text = ""
        os.write(self.handle, f"{line}\n".encode())


def test_a_newcomer_is_asked_and_plays_in_a_real_terminal() -> None:
    screen = Terminal("play")
    screen.wait_for("Language? es/en [en]")
    screen.type("es")
    screen.wait_for("¿Qué juego?")
    assert "Secuencia de Dados" in screen.text
    assert "sequence-dice" not in screen.text
    screen.type("secuencia de dados")
    screen.wait_for("¿Cuántos juegan? 2/3/4 [2]")
    screen.text = ""
    screen.type("7")
    screen.wait_for("Una de estas: 2, 3, 4.")
    # Whatever is typed before the question is asked again is no answer to it.
    screen.wait_for("¿Cuántos juegan? 2/3/4 [2]")
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
    assert screen.process.wait(timeout=120) == 0
    os.close(screen.handle)


def test_hands_of_two_people_cannot_be_scrolled_back_to_and_only_enter_uncovers_them() -> None:
    screen = Terminal("play", "stalag17", "--seats", "2", "--seed", "3", "--lang", "en", "--save", "a.jsonl")
    # Whatever is typed while the cards are dealt answers nothing.
    os.write(screen.handle, b"\n1\n\n")
    screen.wait_for("and nobody else looks. Enter:")
    assert "\x1b[?1049h" in screen.text
    assert "Your move" not in screen.text
    screen.type("1")
    screen.wait_for("and nobody else looks. Enter:")
    assert "Your move" not in screen.text
    screen.type("")
    screen.wait_for("Your move (1 to")
    screen.type("q")
    screen.wait_for("The match is kept.")
    assert screen.text.index("\x1b[?1049l") < screen.text.index("The match is kept.")
    assert screen.process.wait(timeout=120) == 0
    os.close(screen.handle)


def test_a_table_without_secrets_stays_on_the_screen_of_the_shell() -> None:
    screen = Terminal("play", "sequence-dice", "--seed", "8", "--lang", "en", "--save", "a.jsonl")
    screen.wait_for("Your move (1 to")
    assert "\x1b[?1049h" not in screen.text
    screen.type("?")
    screen.wait_for("Page 1 of ")
    screen.type("q")
    screen.wait_for("Your move (1 to")
    screen.type("q")
    screen.wait_for("The match is kept.")
    assert screen.process.wait(timeout=120) == 0
    os.close(screen.handle)


def test_the_end_of_a_match_with_hands_shows_what_everybody_may_see(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    players = ("", "", "random")
    match = sobremesa.start("stalag17", seats=3, seed=1, players=players, options={"prisoners": 1})
    session = Session(match, Path("a.jsonl"), Console(file=sys.stdout), "en")
    monkeypatch.setattr(Session, "may_undo", False)
    monkeypatch.setattr(Match, "actor", sobremesa.OVER)
    assert session.has_secrets

    session.holder = 1
    session.run()

    assert session.holder == sobremesa.SPECTATOR
    assert "The record is in a.jsonl" in capsys.readouterr().out


def test_an_empty_answer_is_no_mistake(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Not understood" not in play(monkeypatch, capsys, ["", "q"], "sequence-dice", "--seed", "8")


def test_a_list_that_has_examples_does_not_ask_for_numbers_that_it_does_not_show(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = play(monkeypatch, capsys, ["q"], "girumgo", "--seats", "2", "--seed", "3", "--save", "a.jsonl")

    assert "type for example" in text
    assert "Your move (a number of the list, or typed like its examples;" in " ".join(text.split())


@pytest.mark.parametrize(("language", "said"), [("en", "Hint: "), ("es", "Pista: ")])
def test_a_hint_names_numbers_and_words_of_the_list(
    language: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sobremesa.cli.session.HINT_SECONDS", 0)
    play(monkeypatch, capsys, ["q"], "sequence-dice", "--seed", "8", "--save", "a.jsonl")
    match = sobremesa.replay("a.jsonl")
    view, words = match.view(match.actor), Words(language, match.game.package)
    captions = [words.say(view.game.scenery.caption(view.table, move.number)) for move in match.moves()]

    text = play(monkeypatch, capsys, ["h", captions[1], "q"], "--resume", "a.jsonl", "--lang", language)

    told = " ".join(text.partition(said)[2].split())
    assert any(told.startswith(f"{number} {caption} (") for number, caption in enumerate(captions, start=1))
    last = sobremesa.replay("a.jsonl").last
    assert last
    assert last.choice == match.moves()[1].text


def test_a_screen_says_which_bot_thinks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    Path("slow.py").write_text(
        "import time\nclass Player:\n    def choose(self, view, luck):\n        time.sleep(600)\n", encoding="utf-8"
    )
    screen = Terminal("play", "sequence-dice", "--bots", "slow.py,slow.py", "--seed", "8", "--save", "a.jsonl")
    screen.wait_for("(after 30 s it is stopped")
    assert re.search(r"Bot [12] is thinking", screen.text)
    os.kill(screen.process.pid, signal.SIGINT)
    assert screen.process.wait(timeout=120) == 0
    os.close(screen.handle)


def asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str) -> str:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    return play(monkeypatch, capsys, list(lines))


def test_options_are_asked_for_only_if_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = asked(
        monkeypatch, capsys, "", "Poleana", "2", "", "random", "y", "17", "on", "11", "7", "1", "on", "99", "", "q"
    )

    (path,) = (tmp_path / "data").iterdir()
    match = sobremesa.replay(path)
    assert match.record.options == {"bonus": 7, "custodians": True}
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
    screen = Terminal("play")
    screen.wait_for("Language?")
    os.write(screen.handle, b"\x04")

    assert screen.process.wait(timeout=120) == 0
    os.close(screen.handle)


def test_an_interrupt_at_a_question_gives_no_traceback() -> None:
    screen = Terminal("play")
    screen.wait_for("Language?")

    # Between the prompt and the wait for a key, Python notes an interrupt and goes on waiting: people press again.
    while screen.process.poll() is None:
        os.kill(screen.process.pid, signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            screen.process.wait(timeout=5)

    assert screen.process.returncode == 0
    assert "Traceback" not in screen.text
    os.close(screen.handle)
