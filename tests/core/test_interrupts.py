import signal
import subprocess
import sys

import pytest

from sobremesa.core import interrupts


@pytest.mark.parametrize(
    ("called", "typed", "ours"),
    [
        (["-m"], ["python", "-m", "sobremesa"], True),
        (["-m"], ["python", "-m", "pytest", "sobremesa"], False),
        (["/usr/bin/sobremesa", "play"], [], True),
        (["notebook.py"], ["python", "notebook.py"], False),
        ([], [], False),
    ],
)
def test_only_our_own_program_is_ended_quietly(called: list[str], typed: list[str], ours: bool) -> None:
    assert interrupts.is_ours(called, typed) is ours


def test_an_interrupt_can_be_caught_once_the_program_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        monkeypatch.setattr("sys.argv", ["notebook.py"])
        interrupts.end_quietly()
        assert signal.getsignal(signal.SIGINT) is before

        monkeypatch.setattr("sys.argv", ["sobremesa"])
        interrupts.end_quietly()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL

        interrupts.can_be_caught()
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


PROGRAM = """
import os, signal, sys

def interrupt(event, arguments):
    if event == "import" and arguments[0] == awaited:
        os.kill(os.getpid(), signal.SIGINT)

_, command, awaited = sys.argv
sys.argv = ["sobremesa", command]
sys.addaudithook(interrupt)
from sobremesa.cli.main import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("command", "loaded"),
    [("moves", "numpy"), ("moves", "sobremesa.core.match"), ("play", "rich.console"), ("bench", "rich.table")],
)
def test_an_interrupt_while_something_is_loaded_gives_no_traceback(command: str, loaded: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, command, loaded], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )

    assert (done.returncode, done.stderr) == (-signal.SIGINT, b"")
