"""Ending: who was told to end is ended, unless all work has ended before."""

import threading

from sobremesa.server.ending import Deadline
from tests.server.company import PATIENCE


def test_work_that_does_not_end_is_ended() -> None:
    ended = threading.Event()
    deadline = Deadline(ended.set, seconds=0.0)
    stuck = threading.Thread(target=ended.wait)
    stuck.start()

    deadline.set()
    deadline.keep()

    assert ended.is_set()
    assert not stuck.is_alive()


def test_work_that_ends_is_waited_for_and_nothing_is_ended() -> None:
    ended = threading.Event()
    deadline = Deadline(ended.set, seconds=PATIENCE)
    working = threading.Thread(target=lambda: None)
    working.start()

    deadline.set()
    deadline.set()
    deadline.keep()

    assert not working.is_alive()
    assert deadline._timer is not None
    deadline._timer.join()
    assert not ended.is_set()


def test_whoever_was_not_told_to_end_is_not_waited_for() -> None:
    ended, released = threading.Event(), threading.Event()
    deadline = Deadline(ended.set, seconds=0.0)
    stuck = threading.Thread(target=released.wait)
    stuck.start()

    deadline.keep()

    assert stuck.is_alive()
    released.set()
    stuck.join()
    assert not ended.is_set()
