"""Answers: how soon people make their first move, and how soon a click is answered; checks the bars.

The first moves are those of a guest on a slow line, of somebody who takes a lesson, and of somebody at a server whose
rules are not compiled yet.

Run by `make answers`, on a machine that does nothing else.
"""

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser import chromium
from tests.browser.friend import HERE, ME, OPEN, SHORT, Friend
from tests.browser.lesson import Lesson
from tests.browser.people import Person
from tests.browser.served import Served
from tests.browser.stopwatch import answers, first_move
from tests.browser.table import Table

TIMES = 5
CLICKS = 40
MAX_FIRST_MOVE = 3.0
MAX_LESSON = 60.0
MAX_COLD = 30.0
MAX_ANSWER = 100.0


def invited(browser: Browser, friend: Friend) -> float:
    """This is the seconds from an invitation to the first move of somebody who has never been here."""
    person = Person(browser, friend.address, device="phone", speed=1)
    # Whoever has the first seat tosses the coin that begins this game.
    match = friend.make("stalag17", OPEN, ME)
    seconds, _ = first_move(person, friend.invites(match)[0])
    person.leave()
    return seconds


def clicked(browser: Browser, friend: Friend, game: str) -> dict[str, tuple[float, float]]:
    """This is the milliseconds in which clicks of a match are answered: one of two, and 95 of 100."""
    match = friend.make(game, ME, HERE, **SHORT[game])
    person = Person(browser, friend.address)
    person.context.add_cookies(friend.cookies)
    person.go(f"/t/{match}")
    waits = answers(Table(person), CLICKS)
    person.leave()
    return {
        kind: (statistics.median(each), statistics.quantiles(each, n=20)[-1])
        for kind, each in waits.items()
        if len(each) > 1
    }


def taught(browser: Browser, friend: Friend) -> float:
    """Return the seconds from the home page to the first move of a lesson."""
    person = Person(browser, friend.address)
    page = person.go("/")
    page.locator('[data-key="learn-sequence-dice"]').click()
    began = time.perf_counter()
    Lesson(person, Table(person), "sequence-dice").act(1)
    seconds = time.perf_counter() - began
    person.leave()
    return seconds


def started_cold(browser: Browser, folder: Path) -> float:
    """Return the seconds from a click to a table that can be used, while the server still compiles its rules."""
    folder.mkdir()
    served = Served(folder, SOBREMESA_CACHE=str(folder / "nothing"), SOBREMESA_NATIVE="1")
    served.start()
    person = Person(browser, served.address)
    card = person.go("/").locator(".card").last
    began = time.perf_counter()
    card.locator('[data-key^="bots-"]').click()
    Table(person).ready()
    seconds = time.perf_counter() - began
    person.leave()
    served.stop()
    return seconds


def main() -> int:
    """This measures, prints what it found, and tells by its exit code whether the bars are kept."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        served = Served(Path(folder))
        served.start()
        friend = Friend(served.address)
        is_safe = os.geteuid() != 0
        browser = playwright.chromium.launch(executable_path=chromium.path(), chromium_sandbox=is_safe)
        # The first guest waits for what the server reads only once, and is not counted.
        moved = [invited(browser, friend) for _ in range(1 + TIMES)][1:]
        waits = {game: clicked(browser, friend, game) for game in ("girumgo", "royal-ludo")}
        lesson = taught(browser, friend)
        friend.leave()
        served.stop()
        cold = started_cold(browser, Path(folder) / "cold")
        browser.close()
    print(f"first move after {statistics.median(moved):.2f} s on slow 4G (median of {TIMES}; worst {max(moved):.2f} s)")
    print(f"first move of a lesson after {lesson:.2f} s, a table at a cold server after {cold:.2f} s")
    for game, found in waits.items():
        told = (f"{kind} {half:.0f} ms ({most:.0f})" for kind, (half, most) in found.items())
        print(f"{game}: {', '.join(told)} (half of the clicks, and 95 of 100)")
    # What the server has to say comes later; that the click was heard is seen at once.
    slow = max(found[kind][1] for found in waits.values() for kind in ("picked", "sent") if kind in found)
    measured = (
        ("first move", statistics.median(moved), MAX_FIRST_MOVE, "s"),
        ("lesson", lesson, MAX_LESSON, "s"),
        ("cold server", cold, MAX_COLD, "s"),
        ("click", slow, MAX_ANSWER, "ms"),
    )
    faults = [f"{what}: at most {most:g} {unit}" for what, took, most, unit in measured if took > most]
    if faults:
        print(f"too slow; wanted are {', '.join(faults)}", file=sys.stderr)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
