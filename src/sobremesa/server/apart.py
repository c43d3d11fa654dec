"""Apart: a writer that leaves all work to the scribe, a process of its own.

If the scribe dies, the next parcel is for a new one.
"""

import asyncio
import contextlib
import logging
import os
import select
import socket
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

from sobremesa.server.batches import Batch, packed
from sobremesa.server.scribe import AT_ONCE, framed, read_answer, taken_from
from sobremesa.server.writers import Told

PACKAGE = str(Path(__file__).parents[1])
PROGRAM = """
import sys, types
package = sys.modules["sobremesa"] = types.ModuleType("sobremesa")
package.__path__ = [sys.argv[1]]
from sobremesa.server import scribe
scribe.main()
"""
"""What the scribe runs. It does without what the package loads for those who play: that is most of what takes room."""
PATIENCE = 10.0
"""Seconds after which a scribe that says nothing, or does not end, is killed: another does what it has not done."""
OFTEN = 10
"""Milliseconds between two looks while the store is closed."""

log = logging.getLogger(__name__)


class Apart:
    """This writes in a process of its own."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._told: deque[Told] = deque()
        """Who waits for an answer, in order."""
        self._going = bytearray()
        """What the line had no room for yet."""
        self._came = bytearray()
        self._loop: asyncio.AbstractEventLoop | None = None
        """The loop that listens to the scribe."""
        self._heard = 0.0
        """When the scribe said something last, or was given something to do."""
        self._watch: asyncio.TimerHandle | None = None
        self._start()

    def _start(self) -> None:
        with contextlib.ExitStack() as opened:
            ours, theirs = map(opened.enter_context, socket.socketpair())
            command = [sys.executable, "-P", "-c", PROGRAM, PACKAGE, str(os.getpid()), str(theirs.fileno())]
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter with our own source
                [*command, str(self._path)],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            theirs.close()
            opened.pop_all()
        self._line = ours
        self._line.settimeout(0)
        self._is_there, self._is_full = True, False

    def send(self, parcel: list[Batch], told: Told, loop: asyncio.AbstractEventLoop) -> None:
        """This sends batches to the scribe, and listens to what it says of them."""
        frame = framed(packed(parcel))
        if not self._is_there:
            self._start()
        if loop is not self._loop and not loop.is_closed():
            self._loop = loop
            loop.add_reader(self._line, self._hear)
        if not self._told:
            self._heard = time.monotonic()
        self._told.append(told)
        if self._watch is None and not loop.is_closed():
            self._watch = loop.call_later(PATIENCE, self._look_after)
        self._going += frame
        self._go(loop)

    def _go(self, loop: asyncio.AbstractEventLoop) -> None:
        self._push()
        if bool(self._going) == self._is_full or loop.is_closed():
            return
        self._is_full = not self._is_full
        if self._is_full:
            loop.add_writer(self._line, self._go, loop)
        else:
            loop.remove_writer(self._line)

    def _push(self) -> None:
        """This sends as much as there is room for. If nobody is there any more, whoever listens notices."""
        with contextlib.suppress(OSError):
            del self._going[: self._line.send(self._going)]

    def _hear(self) -> None:
        came = b""
        with contextlib.suppress(ConnectionError):
            came = self._line.recv(AT_ONCE)
        if not came:
            self._let_go()
            return
        self._heard = time.monotonic()
        self._came += came
        for content in taken_from(self._came):
            written = read_answer(content)
            self._told.popleft()(written)

    def _look_after(self) -> None:
        """This looks now and then whether the scribe still does something, as long as anybody waits for it."""
        self._watch = None
        if self._told and self._loop is not None:
            left = PATIENCE - (time.monotonic() - self._heard)
            if left <= 0:
                log.error("the scribe stands still, and is killed")
                self._process.kill()
                # While it waits for a disk that does not answer, not even that ends it.
                self._heard, left = time.monotonic(), PATIENCE
            self._watch = self._loop.call_later(left, self._look_after)

    def _let_go(self) -> None:
        """The scribe has died: those who wait are told, and the next parcel is for another."""
        log.error("the scribe has died")
        told, self._told = self._told, deque()
        self._end()
        for each in told:
            each(None)

    def _end(self) -> None:
        if self._loop is not None and not self._loop.is_closed():
            # Before it is closed: the loop would not let go of it.
            self._loop.remove_reader(self._line)
            self._loop.remove_writer(self._line)
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None
        self._loop, self._is_there, self._is_full = None, False, False
        self._line.close()
        self._going.clear()
        self._came.clear()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def close(self) -> None:
        """This lets the scribe write what is still to be written, and end; one that stands still is killed."""
        if not self._is_there:
            return
        answers = select.poll()
        answers.register(self._line, select.POLLIN)
        while self._told:
            self._push()
            if answers.poll(OFTEN):
                self._hear()
            elif time.monotonic() - self._heard > PATIENCE:
                self._process.kill()
        if self._is_there:
            self._end()
