"""The watch: it lets a bot that runs in this process think for so long and no longer."""

import ctypes
from collections.abc import Callable
from threading import Thread

from sobremesa.core.words import Phrase

TRIES = 20
PAUSE = 0.05


class Fault(Exception):
    """This is what a bot did wrong; `phrase` names it."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        super().__init__(phrase)


class Stopped(BaseException):
    """This is raised inside a bot whose time is over."""


def silent(limit: float) -> Fault:
    """This is the fault of a bot that has not answered."""
    return Fault(Phrase("faults.silent", limit=f"{limit:g}"))


def watched(work: Callable[[], object], limit: float) -> object:
    """This does some work within a limit of seconds, or raises a Fault.

    A thread cannot be ended from outside, but an error can be raised in it, which ends whatever runs as Python. What
    waits inside other code is left behind; it keeps nobody from leaving. Strangers' bots run in processes, see `guest`.
    """
    results: list[object] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(limit)
    if thread.is_alive():
        for _ in range(TRIES):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(Stopped))
            thread.join(PAUSE)
            if not thread.is_alive():
                break
        raise silent(limit)
    if errors:
        raise errors[0]
    return results[0]
