"""Guests: bots from files and from other people's packages, each in a process of its own.

So a guest that hangs can be stopped for sure, one that crashes harms nobody, and none can look at the referee's table:
its process gets views and nothing else. A guest is asked over a pipe, in JSON.
"""

import contextlib
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from sobremesa.bots import settings
from sobremesa.bots.watch import Fault, silent
from sobremesa.core import files, game
from sobremesa.core.discovery import reason_of
from sobremesa.core.errors import BrokenBot, InvalidSetting, SobremesaError, UnknownSetting
from sobremesa.core.table import blank
from sobremesa.core.view import Move, View
from sobremesa.core.words import Phrase, read_phrase
from sobremesa.kit.luck import Luck

START_LIMIT = 60.0
"""Seconds that a guest may take to arrive: to start Python, and to import what it needs."""

LONGEST_ANSWER = 1 << 16
LONGEST_LINE = 120
REFUSALS = {kind.__name__: kind for kind in (BrokenBot, InvalidSetting, UnknownSetting)}
PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from sobremesa.bots.guest import serve
serve(int(sys.argv[2]), *sys.argv[3:])
"""


class Guest:
    """This is a bot in a process of its own: from a file if its home ends in .py, else from an installed module."""

    def __init__(self, name: str, home: str, chosen: str = "") -> None:
        self.name = name
        self._arguments = (name, os.path.abspath(home) if home.endswith(".py") else home, chosen)  # noqa: PTH100
        self._lock = threading.Lock()
        self._is_new = False
        self._end: Callable[[], object] | None = None
        self._start()

    def begin(self) -> None:
        """This lets the guest forget what it remembers, as for a new match."""
        self._is_new = True

    def choose(self, view: View, luck: Luck, limit: float | None = None) -> Move:
        """This asks the guest; a Fault is raised if it does not answer with a move within the limit."""
        question = {
            "anew": self._is_new,
            "game": view.game.name,
            "seat": view.seat,
            "table": view.table.tobytes().hex(),
            "luck": int(luck[0]),
        }
        with self._lock:
            if self._end is None:
                self._restart()
            answer = self._asked(question, limit)
            self._is_new = False
        if "raised" in answer:
            raise Fault(Phrase("faults.raised", reason=shown(str(answer["raised"]))))
        if type(answer.get("move")) is not int:
            raise Fault(Phrase("faults.illegal", given=shown(str(answer.get("given")))))
        return Move(answer["move"], str(answer.get("text")))

    def close(self) -> None:
        """This sends the guest away; it comes back when it is asked again."""
        if self._end:
            self._end()
            self._end = None

    def _start(self) -> None:
        ours, theirs = Pipe()
        process = subprocess.Popen(  # noqa: S603 - our own interpreter; what the guest does there is its affair
            [sys.executable, "-c", PROGRAM, json.dumps(sys.path), str(theirs.fileno()), *self._arguments],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        theirs.close()
        self._connection = ours
        self._end = weakref.finalize(self, _ended, process, ours)
        try:
            answer = self._answer(START_LIMIT)
        except Fault as fault:
            raise BrokenBot(bot=self.name, reason=fault.phrase) from fault
        if "refused" in answer:
            self.close()
            values = read_phrase({"say": "", **answer["values"]}).values
            raise REFUSALS.get(answer["refused"], BrokenBot)(**values)

    def _restart(self) -> None:
        try:
            self._start()
        except SobremesaError as fault:
            raise Fault(fault.phrase) from fault

    def _asked(self, question: dict[str, Any], limit: float | None) -> dict[str, Any]:
        try:
            self._connection.send_bytes(json.dumps(question).encode())
        except OSError as gone:
            self.close()
            raise Fault(Phrase("faults.ended")) from gone
        return self._answer(limit)

    def _answer(self, limit: float | None) -> dict[str, Any]:
        try:
            answer = json.loads(self._received(limit))
            return dict(answer)
        except Fault:
            self.close()
            raise
        except (OSError, EOFError, ValueError, TypeError) as gone:
            self.close()
            raise Fault(Phrase("faults.ended")) from gone

    def _received(self, limit: float | None) -> bytes:
        """What the guest sends; the limit holds for all of it, because half a message would never end."""
        is_late = threading.Event()

        def hang_up() -> None:
            is_late.set()
            # Whoever holds the other end, and whatever it does: our reading ends.
            with socket.socket(fileno=os.dup(self._connection.fileno())) as line, contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

        watch = threading.Timer(threading.TIMEOUT_MAX if limit is None else limit, hang_up)
        watch.daemon = True
        watch.start()
        try:
            return self._connection.recv_bytes(LONGEST_ANSWER)
        finally:
            watch.cancel()
            watch.join()
            if is_late.is_set():
                raise silent(limit or 0)


def shown(text: str) -> str:
    """This is something that a bot said, fit for a log: short, on one line, without control letters."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"


def described(value: object) -> str:
    """This is something that a bot gave in place of a move, fit for a log, even if it does not want to be described."""
    try:
        return shown(repr(value))
    except Exception:
        return shown(type(value).__name__)


def _ended(process: "subprocess.Popen[bytes]", connection: Connection) -> None:
    connection.close()
    # The guest leads a group of its own, so whatever it has started goes with it.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


# What follows runs in the guest's process.


def serve(handle: int, name: str, home: str, chosen: str) -> None:
    """This is a guest: it makes its player, and answers questions until nobody asks any more."""
    _leave_with(os.getppid())
    # What a bot prints is for its author; standard output belongs to the match.
    sys.stdout = sys.stderr
    connection = Connection(handle)
    try:
        make = player_of(name, home)
        values = settings.read(name, make, chosen)
        player = make(**values)
    except (BrokenBot, InvalidSetting) as fault:
        values = fault.phrase.json()
        del values["say"]
        _send(connection, {"refused": type(fault).__name__, "values": values})
        return
    except BaseException as fault:
        _send(connection, {"refused": BrokenBot.__name__, "values": {"bot": name, "reason": shown(reason_of(fault))}})
        return
    _send(connection, {})
    with contextlib.suppress(EOFError, OSError):
        while True:
            question = json.loads(connection.recv_bytes())
            try:
                if question["anew"]:
                    player = make(**values)
                answer = _answer_of(player.choose(*_view_of(question)))
            except BaseException as fault:
                answer = {"raised": shown(reason_of(fault))}
            _send(connection, answer)


def player_of(name: str, home: str) -> Any:
    """This is the class Player of a file or a module."""
    try:
        module = _from_file(Path(home)) if home.endswith(".py") else import_module(home)
    except BaseException as fault:
        said = files.reason_of(fault) if isinstance(fault, OSError) else reason_of(fault)
        reason = shown(said) if isinstance(said, str) else said
        line = _line(fault, home)
        raise BrokenBot(bot=name, reason=Phrase("faults.line", line=line, reason=reason) if line else reason) from fault
    player = getattr(module, "Player", None)
    if not isinstance(player, type) or not callable(getattr(player, "choose", None)):
        raise BrokenBot(bot=name, reason=Phrase("faults.no_player"))
    return player


def _from_file(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"player_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    # A bot may lie beside files that it needs.
    sys.path.insert(0, str(path.parent))
    spec.loader.exec_module(module)
    return module


def _line(fault: BaseException, home: str) -> int | None:
    """This is the line of a file in which importing it failed, where that is known."""
    if isinstance(fault, SyntaxError) and fault.filename == home:
        return fault.lineno
    lines = [step.lineno for step in traceback.extract_tb(fault.__traceback__) if step.filename == home]
    return lines[-1] if lines else None


def _answer_of(given: object) -> dict[str, Any]:
    if isinstance(given, Move) and type(given.number) is int:
        return {"move": given.number, "text": shown(given.text)}
    return {"given": described(given)}


def _view_of(question: dict[str, Any]) -> tuple[View, Luck]:
    found = game.find(question["game"])
    t = np.frombuffer(bytes.fromhex(question["table"]), dtype=blank(found.rules.Table).dtype)[0]
    return View(found, t, question["seat"]), np.array([question["luck"]], dtype=np.uint64)


def _send(connection: Connection, answer: dict[str, Any]) -> None:
    connection.send_bytes(json.dumps(answer).encode())


def _leave_with(parent: int) -> None:
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()
