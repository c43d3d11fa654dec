"""Lines: WebSockets for load clients, which do as little as can be done, so that it is the server that is measured."""

import asyncio
import base64
import os
import zlib
from collections.abc import Callable
from struct import pack
from typing import cast

TEXT, BYTES, CLOSE, PING, PONG = 1, 2, 8, 9, 10
FINAL, PACKED, MASKED = 0x80, 0x40, 0x80
TAIL = b"\x00\x00\xff\xff"
"""What a sender leaves out at the end of a packed message."""


class Line(asyncio.Protocol):
    """This is one connection: it counts what comes, in bytes on the wire, and hands over every text."""

    def __init__(self, path: str, headers: dict[str, str], heard: Callable[[bytes], None], *, packed: bool) -> None:
        self.path = path
        self.headers = headers
        self.heard = heard
        self.packed = packed
        """Whether this client can read packed messages, as browsers can."""
        self.bytes = 0
        """How many bytes have come since the line was opened."""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self._rest = b""
        self._unpacker: zlib._Decompress | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """This asks for a WebSocket."""
        self.transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(os.urandom(16)).decode()
        wanted = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        wanted |= {"Sec-WebSocket-Key": key} | self.headers
        if self.packed:
            wanted["Sec-WebSocket-Extensions"] = "permessage-deflate; client_max_window_bits"
        lines = [f"GET {self.path} HTTP/1.1", *(f"{name}: {value}" for name, value in wanted.items()), "", ""]
        self.transport.write("\r\n".join(lines).encode())

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - however it ended
        """This notes that nothing will come any more."""
        self.lost = True

    def data_received(self, data: bytes) -> None:
        """This takes messages apart."""
        rest = self._rest + data if self._rest else data
        if not self.opened.done():
            head, found, rest = rest.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                raise ConnectionError(head.decode(errors="replace"))
            self.opened.set_result(None)
            self._rest = b""
        at = 0
        while len(rest) - at >= 2:
            size, start = rest[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(rest[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(rest[at + 2 : at + 10], "big"), at + 10
            if len(rest) < start + size:
                break
            self.bytes += start + size - at
            self._take(rest[at], rest[start : start + size])
            at = start + size
        self._rest = rest[at:]

    def _take(self, first: int, payload: bytes) -> None:
        kind = first & 15
        if kind == TEXT:
            self.heard(self._unpack(payload) if first & PACKED else payload)
        elif kind == PING:
            self._send(PONG, payload)
        elif kind == CLOSE:
            self.lost = True
            self.transport.close()

    def _unpack(self, payload: bytes) -> bytes:
        if self._unpacker is None:
            self._unpacker = zlib.decompressobj(-15)
        return self._unpacker.decompress(payload + TAIL)

    def say(self, message: bytes) -> None:
        """This sends a text."""
        self._send(TEXT, message)

    def _send(self, kind: int, payload: bytes) -> None:
        # A client must mask what it sends; a mask of nothing but zeros leaves it as it is.
        size = len(payload)
        length = bytes((MASKED | size,)) if size < 126 else bytes((MASKED | 126,)) + pack("!H", size)
        self.transport.write(bytes((FINAL | kind,)) + length + b"\0\0\0\0" + payload)

    def hang_up(self) -> None:
        """This ends the connection."""
        if not self.transport.is_closing():
            self._send(CLOSE, pack("!H", 1000))
            self.transport.close()


async def dial(
    port: int, path: str, headers: dict[str, str], heard: Callable[[bytes], None], *, packed: bool = False
) -> Line:
    """This opens a line to a server on this machine."""
    loop = asyncio.get_running_loop()
    named = {"Host": f"127.0.0.1:{port}"} | headers
    _, line = await loop.create_connection(lambda: Line(path, named, heard, packed=packed), "127.0.0.1", port)
    await line.opened
    return line


class Asker:
    """This asks over HTTP, one question after another."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._lock = asyncio.Lock()

    async def ask(self, method: str, path: str, body: bytes = b"", cookie: str = "") -> tuple[int, str, bytes]:
        """This is the status, the cookie that was set, and the content of an answer."""
        async with self._lock:
            # A server closes a connection on which nobody asks, also at the moment when somebody does.
            self.close()
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
            reader, writer = self._streams
            named = {"Host": f"127.0.0.1:{self.port}", "Content-Length": str(len(body))}
            named |= {"Content-Type": "application/json"} | ({"Cookie": cookie} if cookie else {})
            lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items()), "", ""]
            writer.write("\r\n".join(lines).encode() + body)
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            found = {name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)}
            content = await self._content(reader, found)
            return int(head[0].split()[1]), found.get("set-cookie", "").partition(";")[0], content

    async def _content(self, reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
        if "content-length" in headers:
            return await reader.readexactly(int(headers["content-length"]))
        parts = []
        while size := int(await reader.readline(), 16):
            parts.append(await reader.readexactly(size))
            await reader.readline()
        await reader.readline()
        return b"".join(parts)

    def close(self) -> None:
        """This ends the connection."""
        if self._streams is not None:
            self._streams[1].close()
