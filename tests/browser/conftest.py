"""What browser tests share: the server, the browser, and people who visit."""

import os
from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import chromium
from tests.browser.friend import Friend
from tests.browser.line import Line
from tests.browser.people import PATIENCE, Person
from tests.browser.prepared import Prepared, prepare
from tests.browser.served import Served

Visit = Callable[..., Person]

expect.set_options(timeout=PATIENCE)

OUTCOME = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[OUTCOME] = report.failed
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        path = chromium.path()
    except chromium.NotHere as reason:
        # Where everything must be checked, nothing is left out.
        if os.environ.get("CI") == "true":
            pytest.fail(f"browser tests cannot run: {reason}", pytrace=False)
        pytest.skip(f"browser tests cannot run: {reason}")
    with sync_playwright() as playwright:
        # The sandbox of Chromium refuses root, who is everybody in a container.
        safe = os.geteuid() != 0
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=safe, args=["--mute-audio", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("served"))
    served.start()
    yield served
    code = served.stop()
    log = served.log.read_text()
    assert (code, "Traceback" in log) == (0, False), log


@pytest.fixture(scope="session")
def prepared(served: Served) -> Iterator[Prepared]:
    prepared = prepare(served.address)
    yield prepared
    prepared.friend.leave()


@pytest.fixture
def friend(served: Served) -> Iterator[Friend]:
    friend = Friend(served.address)
    yield friend
    friend.leave()


@pytest.fixture
def bea(served: Served) -> Iterator[Friend]:
    """Somebody else."""
    bea = Friend(served.address, seed=2)
    yield bea
    bea.leave()


@pytest.fixture
def line(served: Served) -> Iterator[Line]:
    line = Line(served.port)
    yield line
    line.close()


@pytest.fixture
def visit(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Visit]:
    people: list[Person] = []

    def come(path: str, *, line: Line | None = None, friend: Friend | None = None, **wishes: Any) -> Person:
        person = Person(browser, line.address if line else served.address, **wishes)
        people.append(person)
        if friend:
            person.context.add_cookies(friend.cookies)
        person.go(path)
        return person

    yield come
    if request.node.stash.get(OUTCOME, True):
        for number, person in enumerate(people):
            person.shoot(f"failed/{request.node.name}-{number}", always=True)
    for person in people:
        person.leave()
    complaints = sorted({fault for person in people for fault in person.complaints()})
    assert not complaints, "\n".join(complaints)
