"""Requests that are kept waiting, so that something else can happen first."""

import time
from re import Pattern

from playwright.sync_api import Page, Route

from tests.browser.people import PATIENCE

BEAT = 20
"""After how many milliseconds one looks again whether a request has come, or what an answer has changed."""


class Held:
    """These are the requests of a page to some addresses, from now on, each waiting to be let go."""

    def __init__(self, page: Page, addresses: str | Pattern[str]) -> None:
        self.page = page
        self.routes: list[Route] = []
        page.route(addresses, lambda route: self.routes.append(route))

    def wait(self, count: int = 1) -> None:
        """This waits until so many requests wait."""
        end = time.monotonic() + PATIENCE / 1000
        while len(self.routes) < count:
            assert time.monotonic() < end, f"{len(self.routes)} of {count} requests came"
            self.page.wait_for_timeout(BEAT)

    def go(self, number: int = 0) -> None:
        """This lets a request go, and returns once the page has had its answer."""
        route = self.routes[number]
        with self.page.expect_event("requestfinished", lambda request: request == route.request):
            route.continue_()
        self.page.wait_for_timeout(BEAT)

    def fail(self, number: int = 0) -> None:
        """This lets a request come to nothing."""
        self.routes[number].abort()
        self.page.wait_for_timeout(BEAT)
