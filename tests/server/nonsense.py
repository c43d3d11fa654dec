"""Nonsense: what strangers may send, down to the single byte, over a plain TCP connection.

Each kind says which code a socket is closed with, if it always is; used by the tests and by the campaign in `bench/`.
"""

import asyncio
import json
import os
import random
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
MEGABYTE = 1 << 20
DEEP = 10_000
PATIENCE = 120.0

HELLO = json.dumps({"t": "hello", "v": 1}).encode()
GOOD: list[dict[str, object]] = [
    {"t": "hello", "v": 1, "seat": 0, "seq": 3, "theme": "dark", "roll": True},
    {"t": "move", "id": "x", "seq": 0, "move": "place 0,0"},
    {"t": "undo", "id": "x", "seq": 0},
    {"t": "roll", "id": "x", "seq": 0},
    {"t": "go", "id": "x", "seq": 0},
    {"t": "sit", "id": "x", "seat": 1},
    {"t": "bot", "id": "x", "seat": 1, "level": "hard"},
    {"t": "name", "id": "x", "seat": 0, "name": "Ana"},
    {"t": "auto", "id": "x", "roll": True},
    {"t": "ping"},
]
ODD: list[object] = [
    None,
    True,
    -1,
    0.5,
    10**18,
    -(10**400),
    "",
    "\u0000",
    "\ud800",
    "\u202e",
    "x" * 3000,
    [],
    {},
    [[]] * 50,
    {"__proto__": {"t": "ping"}},
    {"constructor": {"prototype": 1}},
]
RAW = [
    b"",
    b"{",
    b"nul",
    b'{"t":"move","id":"x","seq":NaN,"move":"a"}',
    b'{"t":"move","id":"x","seq":1e400,"move":"a"}',
    b'{"t":"move","id":"x","seq":-Infinity,"move":"a"}',
    b'{"t":"move","id":"x","seq":' + b"9" * 400 + b',"move":"a"}',
    b'{"__proto__":{"t":"ping"}}',
    b'{"t":"__proto__"}',
    b'{"t":["ping"]}',
    b"[" * 4000,
    b'{"a":' * 800,
    b'{"t":"ping"' + b',"t":"ping"' * 300 + b"}",
    b"\xef\xbb\xbf{}",
    b'"' + b"\\u0041" * 600 + b'"',
]


def frame(
    opcode: int,
    payload: bytes,
    *,
    is_last: bool = True,
    is_masked: bool = True,
    reserved: int = 0,
    length: int | None = None,
) -> bytes:
    """This is a frame as a client sends it, or as none should."""
    size = len(payload) if length is None else length
    head = bytes([is_last << 7 | reserved << 4 | opcode])
    mask_bit = is_masked << 7
    if size < 126:
        head += bytes([mask_bit | size])
    elif size < 1 << 16:
        head += bytes([mask_bit | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mask_bit | 127]) + struct.pack("!Q", size)
    if not is_masked:
        return head + payload
    mask = os.urandom(4)
    whole = int.from_bytes(payload, "big") ^ int.from_bytes((mask * (len(payload) // 4 + 1))[: len(payload)], "big")
    return head + mask + whole.to_bytes(len(payload), "big")


def frames_in(data: bytes) -> Iterator[tuple[int, bytes]]:
    """This is the frames that a server has sent, as far as they came."""
    while len(data) >= 2:
        size, at = data[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(data[2:10], "big"), 10
        if len(data) < at + size:
            return
        yield data[0] & 15, data[at : at + size]
        data = data[at + size :]


def handshake(match: str, host: str, cookie: str = "") -> bytes:
    lines = [f"GET /ws/{match} HTTP/1.1", f"Host: {host}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {KEY}", "Sec-WebSocket-Version: 13"]
    if cookie:
        lines.append(f"Cookie: guest={cookie}")
    return "\r\n".join([*lines, "", ""]).encode()


# Kinds of nonsense: what is sent after a good handshake, frame by frame


def wrong_types(rng: random.Random) -> list[bytes]:
    """Messages that are good but for a value, a key or a letter."""
    sent = []
    for _ in range(rng.randrange(1, 20)):
        message = dict(rng.choice(GOOD))
        what = rng.randrange(4)
        if what == 0:
            message[rng.choice(list(message))] = rng.choice(ODD)
        elif what == 1:
            del message[rng.choice(list(message))]
        elif what == 2:
            message[rng.choice(["__proto__", "constructor", "t ", "x"])] = rng.choice(ODD)
        text = json.dumps(message).encode("utf-8", "surrogatepass")
        if what == 3:
            place = rng.randrange(len(text))
            text = text[:place] + bytes([rng.randrange(128)]) + text[place + rng.randrange(3) :]
        sent.append(frame(TEXT, text[:4000]))
    return sent


def raw(rng: random.Random) -> list[bytes]:
    """What no JSON is, or none that a number or a stack can hold."""
    return [frame(TEXT, rng.choice(RAW)) for _ in range(rng.randrange(1, 20))]


def mutated(rng: random.Random) -> list[bytes]:
    """Good frames with bytes changed, whichever they are."""
    stream = bytearray(b"".join(frame(TEXT, json.dumps(rng.choice(GOOD)).encode()) for _ in range(10)))
    for _ in range(rng.randrange(1, 8)):
        stream[rng.randrange(len(stream))] = rng.randrange(256)
    return [bytes(stream)] + [b""] * 9


def noise(rng: random.Random) -> list[bytes]:
    """Bytes that are nothing at all."""
    return [rng.randbytes(rng.randrange(1, 200)) for _ in range(5)]


def bad_text(rng: random.Random) -> list[bytes]:
    """Text that is no UTF-8."""
    return [
        frame(TEXT, rng.choice([b"\xff\xfe", b"\xc3\x28", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b'{"t":"\xff"}']))
    ]


def binary(rng: random.Random) -> list[bytes]:
    """Bytes instead of text."""
    return [frame(BINARY, rng.randbytes(rng.randrange(0, 3000)))]


def large(rng: random.Random) -> list[bytes]:
    """A megabyte, in truth or only announced, or just too much."""
    size = rng.choice([4097, 65_536, MEGABYTE])
    if rng.random() < 0.3:
        return [frame(TEXT, b"", length=rng.choice([MEGABYTE, 1 << 40, (1 << 63) - 1]))]
    return [frame(TEXT, b"a" * size)]


def deep(rng: random.Random) -> list[bytes]:
    """JSON as deep as a well."""
    return [frame(TEXT, rng.choice([b"[", b'{"a":']) * DEEP)]


def fragments(rng: random.Random) -> list[bytes]:
    """A message that never ends."""
    sent = [frame(TEXT, b"{", is_last=False)]
    return sent + [frame(CONT, b" " * rng.randrange(100, 400), is_last=False) for _ in range(60)]


def reserved(rng: random.Random) -> list[bytes]:
    """Bits that mean nothing."""
    return [frame(TEXT, HELLO, reserved=rng.randrange(1, 8))]


def unmasked(rng: random.Random) -> list[bytes]:
    """A frame that no client may send."""
    return [frame(rng.choice([TEXT, PING]), HELLO, is_masked=False)]


def unknown(rng: random.Random) -> list[bytes]:
    """Kinds of frames that do not exist, and parts of what was never begun."""
    return [frame(rng.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15, CONT]), b"x")]


def long_control(rng: random.Random) -> list[bytes]:
    """Pings that are too long, or in parts."""
    return [frame(PING, b"x" * 126) if rng.random() < 0.5 else frame(PING, b"x", is_last=False)]


def bad_close(rng: random.Random) -> list[bytes]:
    """Farewells that make no sense."""
    return [frame(CLOSE, rng.choice([b"\x00", b"\x03\xed", b"\xff\xff", b"\x03\xe8\xff\xff"]))]


def pings(rng: random.Random) -> list[bytes]:
    """Many pings and pongs, which are allowed."""
    return [frame(rng.choice([PING, PONG]), rng.randbytes(8)) for _ in range(30)]


@dataclass(frozen=True)
class Kind:
    """This is a kind of nonsense, and how it always ends, if it does."""

    make: Callable[[random.Random], list[bytes]]
    code: int | None = None


KINDS = (
    Kind(wrong_types),
    Kind(raw),
    Kind(mutated),
    Kind(noise),
    Kind(bad_text, 1007),
    Kind(binary, 1003),
    Kind(large, 1009),
    Kind(deep, 1009),
    Kind(fragments, 1009),
    Kind(reserved, 1002),
    Kind(unmasked, 1002),
    Kind(unknown, 1002),
    Kind(long_control, 1002),
    Kind(bad_close),
    Kind(pings),
)


# The same before there is a socket

SOCKET = b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
POST = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n"
STREAM = b"GET /api/matches/{match}/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
NO_GREETINGS = (
    SOCKET + b"Content-Length: 5\r\n\r\n",
    SOCKET + b"Transfer-Encoding: chunked\r\n\r\n",
    SOCKET + b"X-A: b\r\n" * 200 + b"\r\n",
    SOCKET.replace(b"/ws/x", b"/ws/" + b"x" * 9000) + b"\r\n",
)
REQUESTS = (
    b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConn",
    SOCKET + b"\r\n",
    SOCKET + b"Sec-WebSocket-Key: x\r\n\r\n",
    *NO_GREETINGS,
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\x00" * 100,
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: b\r\n" * 9000 + b"\r\n",
    b"GET /%ff%fe/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /client/..%2f..%2fserver.key HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /client/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/matches HTTP/1.1\r\nHost: localhost\r\nCookie: guest=\xff\xfe; guest=; =;;\r\n\r\n",
    b"GET /api/matches/x/replay?from=99999999999999999999&theme=%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/pictures/nothing.svg?theme=__proto__&language=xx HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Language: " + b"es;q=9e999," * 300 + b"\r\n\r\n",
    POST + b"Content-Length: -1\r\n\r\n",
    POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFF\r\n",
    POST + b"Content-Length: 99999999\r\n\r\n" + b"x" * 20_000,
    POST + b"Content-Length: 10000\r\n\r\n" + b"[" * 10_000,
    POST + b'Content-Length: 31\r\n\r\n{"game":"\xff","seats":[{"kind":1}]}',
    POST + b'Content-Length: 50\r\n\r\n{"game":{"__proto__":1},"seats":NaN,"options":1e4}',
    b"POST /api/matches/x/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n[]",
    b"DELETE /api/matches HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    # Two at once, of which the second stays.
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + STREAM,
)
"""What makes no sense, or little; `{match}` stands for a match that there is."""


class Stranger:
    """Somebody who has a line to a server, and a bad character."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.frames = 0
        self.lines = 0

    async def ask(self, request: bytes, match: str, patience: float = 0.3) -> bytes:
        """This sends a request that makes no sense; what came back by the time the line is left."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        self.lines += 1
        came = b""
        with suppress(OSError, TimeoutError):
            writer.write(request.replace(b"{match}", match.encode()))
            await writer.drain()
            self.frames += 1
            came = await asyncio.wait_for(reader.read(4096), patience)
        await _end(writer)
        return came

    async def send(self, kind: Kind, rng: random.Random, match: str, cookie: str = "") -> int | None:
        """This sends one kind of nonsense over a socket, greeted or not; with which code it was closed, if it was."""
        reader, writer = await asyncio.open_connection(self.host, self.port)
        self.lines += 1
        came = b""
        is_quiet = kind.code is None
        try:
            writer.write(handshake(match, "localhost", cookie))
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if rng.random() < 0.7:
                writer.write(frame(TEXT, HELLO))
            for sent in kind.make(rng):
                writer.write(sent)
                self.frames += 1
            if is_quiet:
                writer.write(frame(TEXT, b'{"t":"ping"}'))
                writer.write(frame(CLOSE, b"\x03\xe8"))
            await writer.drain()
            async with asyncio.timeout(PATIENCE if not is_quiet else 2.0):
                while CLOSE not in (opcode for opcode, _ in frames_in(came)) and (more := await reader.read(65_536)):
                    came += more
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass
        await _end(writer)
        codes = [int.from_bytes(payload[:2], "big") for opcode, payload in frames_in(came) if opcode == CLOSE]
        return codes[-1] if codes else None


async def _end(writer: asyncio.StreamWriter) -> None:
    writer.close()
    with suppress(OSError, TimeoutError):
        await asyncio.wait_for(writer.wait_closed(), PATIENCE)
