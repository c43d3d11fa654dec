"""The scribe: whoever writes to the disk for the server, in a process of its own.

A server plays in one thread, and Python lets no two threads run at once: one that writes beside it asks for its turn
several times for each commit, and players wait for every one. So batches go to a process that does nothing else.

Over its socket come frames: the length of what follows, and a parcel of batches. Parcels that are there when the disk
is free are written together, and each is answered by a frame that says what became of it. When the socket ends,
because the server has closed it or was killed, the scribe writes what has come by then, and ends too.
"""

import contextlib
import marshal
import signal
import socket
import sqlite3
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from sobremesa.server import crash
from sobremesa.server.batches import unpacked
from sobremesa.server.pen import Fault, Pen, Written

AT_ONCE = 1 << 18
"""Bytes that are read at once."""
LENGTH = struct.Struct("!I")


def framed(content: bytes) -> bytes:
    """This is some bytes with their length before them."""
    return LENGTH.pack(len(content)) + content


def taken_from(came: bytearray) -> Iterator[bytes]:
    """This takes every frame that is whole.

    >>> came = bytearray(framed(b"one") + framed(b"two")[:5])
    >>> list(taken_from(came)), came[4:]
    ([b'one'], bytearray(b't'))
    """
    while len(came) >= LENGTH.size:
        end = LENGTH.size + LENGTH.unpack_from(came)[0]
        if len(came) < end:
            return
        content = bytes(came[LENGTH.size : end])
        del came[:end]
        yield content


def answer_of(written: Written) -> bytes:
    """This is what became of a parcel, as bytes.

    >>> written = Written([None, Fault("full"), Fault("late", is_overtaken=True)], [0.5])
    >>> read_answer(answer_of(written)) == written
    True
    """
    return marshal.dumps(([fault and tuple(fault) for fault in written.faults], written.seconds))


def read_answer(content: bytes) -> Written:
    """This is what became of a parcel."""
    faults, seconds = marshal.loads(content)  # noqa: S302 - our own process has made it
    return Written([fault and Fault(*fault) for fault in faults], seconds)


def write_down(line: socket.socket, pen: Pen) -> None:
    """This writes whatever comes over a line, until it ends. What has come is written, even if nobody listens now."""
    came = bytearray()
    while data := _read(line):
        came += data
        if parcels := [unpacked(content) for content in taken_from(came)]:
            written = pen.write(parcels)
            with contextlib.suppress(ConnectionError):
                line.sendall(b"".join(framed(answer_of(each)) for each in written))


def _read(line: socket.socket) -> bytes:
    try:
        return line.recv(AT_ONCE)
    except ConnectionError:
        # Whoever was there has gone without hearing the last answers.
        return b""


def main() -> None:
    """This writes for whoever has started it, to a database, over a socket that it was given."""
    for each in (signal.SIGINT, signal.SIGTERM):
        # What is meant for the server ends it, and by that the scribe.
        signal.signal(each, signal.SIG_IGN)
    server, number, path = sys.argv[-3:]
    crash.take_along(int(server))
    with socket.socket(fileno=int(number)) as line:
        try:
            pen = Pen(Path(path))
        except sqlite3.Error as fault:
            raise SystemExit(f"{path}: {fault}") from fault
        write_down(line, pen)
        pen.close()
