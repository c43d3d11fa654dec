"""A line between a browser and the server that can be cut and mended, as lines in trains and tunnels are."""

import contextlib
import socket
from collections.abc import Callable
from threading import Event, Lock, Thread

CHUNK = 1 << 16


class Line:
    """This listens at a port of its own and passes on whatever comes, in both directions, unless it is cut."""

    def __init__(self, port: int) -> None:
        self.goal = ("127.0.0.1", port)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.is_cut = False
        self.flows = Event()
        self.flows.set()
        self.ends: set[socket.socket] = set()
        self.lock = Lock()
        self.threads: list[Thread] = []
        self._run(self._listen)

    def cut(self) -> None:
        """This ends every connection; new ones are ended at once."""
        with self.lock:
            self.is_cut = True
            ends = list(self.ends)
        for end in ends:
            _shut(end)

    def hush(self) -> None:
        """This lets nothing through any more, without a word: connections seem to be there."""
        self.flows.clear()

    def mend(self) -> None:
        """This lets everything through again, and new connections."""
        self.is_cut = False
        self.flows.set()

    def close(self) -> None:
        """This ends everything."""
        self.flows.set()
        self.cut()
        _shut(self.listener)
        for thread in self.threads:
            thread.join()
        self.listener.close()

    def _run(self, work: Callable[..., None], *given: object) -> None:
        thread = Thread(target=work, args=given, daemon=True)
        self.threads.append(thread)
        thread.start()

    def _listen(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self._run(self._carry, near)

    def _carry(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError), socket.create_connection(self.goal) as far:
            with self.lock:
                # Whoever cuts the line ends all that are known here; nobody may come after that.
                if self.is_cut:
                    return
                self.ends |= {near, far}
            back = Thread(target=self._pump, args=(far, near), daemon=True)
            back.start()
            self._pump(near, far)
            back.join()
            with self.lock:
                self.ends -= {near, far}

    def _pump(self, source: socket.socket, goal: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(CHUNK):
                self.flows.wait()
                goal.sendall(chunk)
        _shut(source)
        _shut(goal)


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
