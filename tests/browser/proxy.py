"""A small reverse proxy, which shows a server below a path of a host where nothing else is."""

import contextlib
import re
import socket
from threading import Thread

CHUNK = 1 << 16
NOTHING = b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Proxy:
    """What listens at a port of its own, and passes on what is asked for below a path; the rest is not found."""

    def __init__(self, port: int, base: str, *, strips: bool) -> None:
        self.goal = ("127.0.0.1", port)
        self.base = base
        self.strips = strips
        """Whether the path is taken away, and the name of the host replaced by another."""
        self.missed: list[str] = []
        """What was asked for that is not below the path."""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.address = f"http://{self.host}"
        Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, (host, _) = self.listener.accept()
                Thread(target=self._carry, args=(near, host), daemon=True).start()

    def _carry(self, near: socket.socket, host: str) -> None:
        with near, contextlib.suppress(OSError):
            head, rest = _head(near)
            if not head:
                return
            path = head.split(" ", 2)[1]
            if not path.startswith(self.base):
                self.missed.append(path)
                near.sendall(NOTHING)
                return
            with socket.create_connection(self.goal) as far:
                far.sendall(self._rewritten(head, host).encode("latin-1") + rest)
                back = Thread(target=_pump, args=(far, near), daemon=True)
                back.start()
                _pump(near, far)
                back.join()

    def _rewritten(self, head: str, host: str) -> str:
        line, *headers = head.split("\r\n")
        more = [f"X-Forwarded-For: {host}", "X-Forwarded-Proto: http"]
        if self.strips:
            line = line.replace(self.base, "/", 1)
            headers = [each for each in headers if not each.lower().startswith("host:")]
            more += ["Host: inner.localhost", f"X-Forwarded-Host: {self.host}"]
        if not re.search(r"^upgrade:", head, re.IGNORECASE | re.MULTILINE):
            headers = [each for each in headers if not each.lower().startswith("connection:")]
            more.append("Connection: close")
        return "\r\n".join([line, *headers, *more, "", ""])


def _head(near: socket.socket) -> tuple[str, bytes]:
    """The head of a request, and what came after it already; nothing if nobody asks."""
    come = b""
    while b"\r\n\r\n" not in come:
        part = near.recv(CHUNK)
        if not part:
            return "", b""
        come += part
    head, _, rest = come.partition(b"\r\n\r\n")
    return head.decode("latin-1"), rest


def _pump(source: socket.socket, goal: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while part := source.recv(CHUNK):
            goal.sendall(part)
    with contextlib.suppress(OSError):
        goal.shutdown(socket.SHUT_WR)
