"""Whatever a bot does, the match goes on: the default move is made, and the fault is named."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bench.process import runs

from sobremesa import Match, Move, NotNow, bots, start
from sobremesa.bots.guest import Guest, described, shown
from sobremesa.core.words import LANGUAGES, Words

PATIENCE = 120.0
"""Seconds after which what does not happen is taken never to happen, however busy the machine is."""

BODIES = {
    "raises": ("raise ValueError('no\\n idea')", "failed (ValueError: no idea)"),
    "leaves": ("raise SystemExit", "failed (SystemExit)"),
    "nothing": ("return None", "chose what is not possible (None)"),
    "text": ("return 'place 1,2'", "chose what is not possible ('place 1,2')"),
    "illegal": ("return Move(0, 'place 0,0')", "chose what is not possible (Move(0, 'place 0,0'))"),
    "strange": ("return Move(99999, '\\x1b[31m' + 'x' * 1000)", "chose what is not possible (Move(99999, '"),
    "odd": ("return Move('x', 'place 1,2')", "chose what is not possible (Move(x, 'place 1,2'))"),
    "hangs": ("\n        while True: pass", "did not answer within 0.3 s"),
    "sleeps": ("import time; time.sleep(1000)", "did not answer within 0.3 s"),
}
HALF = r"import os, sys, time; line = int(sys.argv[2]); os.write(line, b'\0\0\1\0{')"
"""A part of an answer, written past the host that a guest is served by."""

DEADLY = {
    "crashes": ("import os; os._exit(1)", "went away"),
    "kills": ("import os; os.kill(os.getpid(), 9)", "went away"),
    "stutters": (f"{HALF}; time.sleep(1000)", "did not answer within 0.3 s"),
    "drips": (f"{HALF}\n        while True: time.sleep(0.05); os.write(line, b' ')", "did not answer within 0.3 s"),
}


def source(body: str) -> str:
    return f"from sobremesa import Move\nclass Player:\n    def choose(self, view, luck):\n        {body}\n"


@pytest.fixture
def match() -> Match:
    match = start("sequence-dice", seed=8)
    match.settle()
    return match


def made(body: str, **known: object) -> bots.Bot:
    names: dict[str, Any] = {"__name__": "somewhere"} | known
    exec(source(body), names)
    bot: bots.Bot = names["Player"]()
    return bot


def check(answer: bots.Answer, match: Match, words: str) -> None:
    assert answer.move == match.default()
    assert answer.fault is not None
    said = [Words(language, "sobremesa.core").say(answer.fault) for language in LANGUAGES]
    assert said[1].startswith(words)
    assert said[0] != said[1]


@pytest.mark.parametrize("name", [name for name in BODIES if name != "sleeps"])
def test_a_bot_of_this_process_that_does_wrong(name: str, match: Match) -> None:
    body, words = BODIES[name]
    before = threading.active_count()

    check(bots.ask(made(body), match, limit=0.3 if "0.3 s" in words else PATIENCE), match, words)

    assert threading.active_count() == before


@pytest.mark.parametrize("name", [*BODIES, *DEADLY])
def test_a_guest_that_does_wrong(name: str, match: Match, tmp_path: Path) -> None:
    body, words = (BODIES | DEADLY)[name]
    (tmp_path / "mine.py").write_text(source(body))
    guest = bots.find(str(tmp_path / "mine.py"))

    answers = [bots.ask(guest, match, limit=0.3 if "0.3 s" in words else PATIENCE) for _ in range(2)]

    for answer in answers:
        check(answer, match, words)


@pytest.fixture
def untraced() -> Iterator[None]:
    # Python 3.11 goes round in circles where it traces one thread and an error waits in another.
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)


def test_a_thread_that_cannot_be_stopped_keeps_nobody_waiting(match: Match, untraced: None) -> None:
    before = threading.active_count()
    waits = threading.Lock()
    bot = made(f"waits.acquire(timeout={PATIENCE})", waits=waits)
    with waits:
        check(bots.ask(bot, match, limit=0.1), match, "did not answer within 0.1 s")

        # The bot still waits for the lock, and nobody waits for the bot.
        assert threading.active_count() > before
    # Nobody is left behind for the tests that follow.
    while threading.active_count() > before:
        time.sleep(0.01)


def test_a_bot_that_spoils_its_view_does_not_spoil_the_answer(match: Match) -> None:
    bot = made("move = view.moves()[1]; view.game.rules.apply(view.table, 7); return move")

    assert bots.ask(bot, match) == bots.Answer(match.moves()[1])


def test_our_own_bots_are_asked_in_this_thread_and_may_fail_too(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def choose(*given: object) -> Move:
        seen.append(threading.current_thread())
        raise RuntimeError

    monkeypatch.setattr("sobremesa.bots.random.Player.choose", choose)

    check(bots.ask(bots.find("random"), match), match, "failed (RuntimeError)")
    assert seen == [threading.current_thread()]


def test_nobody_is_asked_when_no_seat_chooses() -> None:
    with pytest.raises(NotNow):
        bots.ask(bots.find("random"), start("sequence-dice", seed=8))


def test_what_a_bot_says_is_fit_for_a_log() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise ValueError

    assert shown("a\x1b[31m\nb") == "a [31m b"
    assert len(shown("x" * 1000)) == 120
    assert described(Odd()) == "Odd"


def test_a_guest_forgets_between_matches_and_remembers_within_one(match: Match, tmp_path: Path) -> None:
    body = "self.asked = getattr(self, 'asked', -1) + 1; return view.moves()[self.asked]"
    (tmp_path / "mine.py").write_text(source(body))
    guest = bots.find(str(tmp_path / "mine.py"))
    assert isinstance(guest, Guest)

    first = [bots.ask(guest, match).move for _ in range(3)]
    guest.begin()
    second = [bots.ask(guest, match).move for _ in range(2)]
    guest.close()
    third = bots.ask(guest, match).move

    assert first == match.moves()[:3]
    assert second == match.moves()[:2]
    assert third == match.moves()[0]


def test_a_guest_whose_file_has_gone_bad_is_a_fault(match: Match, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(source("return view.moves()[0]"))
    guest = bots.find(str(tmp_path / "mine.py"))
    assert isinstance(guest, Guest)
    guest.close()
    (tmp_path / "mine.py").unlink()

    answer = bots.ask(guest, match)

    assert answer.move == match.default()
    assert answer.fault is not None
    assert answer.fault.key == "errors.broken_bot"


def test_nothing_is_left_behind_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(source("\n        while True: pass"))
    program = (
        "import sys, sobremesa; from sobremesa import bots\n"
        "match = sobremesa.start('sequence-dice', seed=8); match.settle()\n"
        "guest = bots.find(sys.argv[1]); print(guest._end.peek()[2][0].pid)\n"
        "sys.path.insert(0, sys.argv[2]); import mine\n"
        "print(bots.ask(mine.Player(), match, limit=0.3).fault)\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "mine.py"), str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )

    process, fault = done.stdout.splitlines()
    assert "silent" in fault
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def test_a_guest_leaves_when_its_host_is_killed(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(source("\n        while True: pass"))
    program = (
        "import os, sys, threading, time, sobremesa; from sobremesa import bots\n"
        "match = sobremesa.start('sequence-dice', seed=8); match.settle()\n"
        "guest = bots.find(sys.argv[1]); print(guest._end.peek()[2][0].pid, flush=True)\n"
        "threading.Thread(target=bots.ask, args=(guest, match), daemon=True).start()\n"
        "time.sleep(0.5); os.kill(os.getpid(), 9)\n"
    )
    host = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "mine.py")], capture_output=True, text=True, check=False
    )
    process = int(host.stdout)

    until = time.monotonic() + PATIENCE
    while runs(process):
        assert time.monotonic() < until
        time.sleep(0.2)
