"""Apart: a writer that leaves all work to the scribe, a process of its own.

If the scribe dies, the next parcel is for a new one.
"""

import asyncio
import contextlib
import logging
import socket
import subprocess
import sys
from collections import deque
from pathlib import Path

import msgspec

from sobremesa.server.batches import Batch
from sobremesa.server.pen import Written
from sobremesa.server.scribe import AT_ONCE, framed, taken_from
from sobremesa.server.writers import Told

PACKAGE = Path(__file__).parents[1]
PROGRAM = """
import sys, types
package = sys.modules["sobremesa"] = types.ModuleType("sobremesa")
package.__path__ = [sys.argv[1]]
from sobremesa.server import scribe
scribe.main()
"""
"""What the scribe runs. It does without what the package loads for those who play: that is most of what takes room."""
ANSWER = msgspec.msgpack.Decoder(Written)

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
        self._start()

    def _start(self) -> None:
        self._line, other = socket.socketpair()
        with other:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter with our own source
                [sys.executable, "-P", "-c", PROGRAM, str(PACKAGE), str(other.fileno()), str(self._path)],
                pass_fds=[other.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self._line.settimeout(0)
        self._is_there = True

    def send(self, parcel: list[Batch], told: Told, loop: asyncio.AbstractEventLoop) -> None:
        """This sends batches to the scribe, and listens to what it says of them."""
        if not self._is_there:
            self._start()
        if loop is not self._loop:
            self._loop = loop
            loop.add_reader(self._line, self._hear)
        self._told.append(told)
        is_free = not self._going
        self._going += framed(msgspec.msgpack.encode(parcel))
        if is_free:
            self._go(loop)

    def _go(self, loop: asyncio.AbstractEventLoop) -> None:
        """This sends as much as there is room for. If nobody is there any more, whoever listens notices."""
        with contextlib.suppress(OSError):
            del self._going[: self._line.send(self._going)]
        if self._going:
            loop.add_writer(self._line, self._go, loop)
        else:
            loop.remove_writer(self._line)

    def _hear(self) -> None:
        came = b""
        with contextlib.suppress(ConnectionError):
            came = self._line.recv(AT_ONCE)
        if not came:
            self._let_go()
            return
        self._came += came
        for content in taken_from(self._came):
            self._told.popleft()(ANSWER.decode(content))

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
        self._loop, self._is_there = None, False
        self._line.close()
        self._going.clear()
        self._came.clear()
        self._process.wait()

    def close(self) -> None:
        """This lets the scribe write what is still to be written, and end."""
        if not self._is_there:
            return
        self._line.settimeout(None)
        with contextlib.suppress(OSError):
            self._line.sendall(self._going)
            self._line.shutdown(socket.SHUT_WR)
        while self._told:
            with contextlib.suppress(RuntimeError):
                # The loop may have been closed; then nobody waits.
                self._hear()
        self._end()
