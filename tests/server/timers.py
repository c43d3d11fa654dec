"""Timers that ring when a test says so, however busy the machine is."""

import asyncio
import threading
import time
from collections.abc import Callable
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from sobremesa.server.asked import Asked
from tests.server.company import PATIENCE


class Timer:
    """Handle of a call that a test makes."""

    def __init__(self, due: float, call: Callable[[], object]) -> None:
        self.due = due
        self.call = call
        self.is_set = True

    def cancel(self) -> None:
        self.is_set = False


class Exchanges:
    """Timers of all requests over HTTP: their clock goes on only when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        begin = Asked.__init__

        def begin_timed(line: Asked, *given: Any, **named: Any) -> None:
            begin(line, *given, **named)
            self._loop = line.loop
            line.loop = _Timed(line.loop, self)  # type: ignore[assignment]

        monkeypatch.setattr(Asked, "__init__", begin_timed)

    def call_later(self, seconds: float, call: Callable[[], object]) -> Timer:
        self.timers.append(Timer(self.now + seconds, call))
        return self.timers[-1]

    def lasting(self, seconds: float) -> int:
        """Return how many timers of so many seconds were ever set just now."""
        return sum(timer.due == self.now + seconds for timer in self.timers)

    def advance(self, seconds: float) -> None:
        """Let time pass, and return when everything that was due is done."""
        done = threading.Event()

        def ring() -> None:
            for timer in self.timers:
                if timer.is_set and timer.due <= self.now:
                    timer.cancel()
                    timer.call()
            done.set()

        self.now += seconds
        assert self._loop is not None
        self._loop.call_soon_threadsafe(ring)
        assert done.wait(PATIENCE)


class _Timed:
    """Event loop whose timers are somebody else's."""

    def __init__(self, loop: asyncio.AbstractEventLoop, timers: Exchanges) -> None:
        self._loop = loop
        self.call_later = timers.call_later

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loop, name)


def held(seconds: float) -> list[Callable[[], object]]:
    """Return the calls that the running loop is asked for after so many seconds; none is made by itself."""
    loop, calls = asyncio.get_running_loop(), list[Callable[[], object]]()
    call_later = loop.call_later

    def noted(after: float, call: Any, *given: Any) -> asyncio.TimerHandle:
        if after != seconds:
            return call_later(after, call, *given)
        calls.append(partial(call, *given))
        return call_later(10 * PATIENCE, call, *given)

    loop.call_later = noted  # type: ignore[method-assign, assignment]
    return calls


class Timeouts:
    """Timeouts of a module that expire only when the test says so."""

    def __init__(self, module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
        self._made: list[tuple[asyncio.AbstractEventLoop, asyncio.Timeout]] = []
        monkeypatch.setattr(module, "asyncio", SimpleNamespace(**vars(asyncio) | {"timeout": self._make}))

    def _make(self, seconds: float) -> asyncio.Timeout:
        made = asyncio.timeout(None)
        self._made.append((asyncio.get_running_loop(), made))
        return made

    def expire(self, number: int) -> None:
        """Let a timeout expire, as soon as it was made."""
        end = time.monotonic() + PATIENCE
        while len(self._made) <= number:
            assert time.monotonic() < end
            time.sleep(0.01)
        loop, made = self._made[number]
        loop.call_soon_threadsafe(lambda: made.reschedule(loop.time()))
