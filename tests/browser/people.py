"""People: each with a browser window of their own, who complain about whatever goes wrong on a page."""

import json
import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Response, WebError, expect

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
# Nothing is checked by the pictures themselves, and they take a while: who wants to look at them asks for them.
WITH_PICTURES = "SOBREMESA_PICTURES" in os.environ
# Machines are busy: whoever waits for something waits long, and goes on as soon as it is there.
PATIENCE = 60_000

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
DEVICES = {"desk": DESK, "phone": PHONE}
LOCALES = {"en": "en-GB", "es": "es-MX"}

# Settings are made before the first page, and only once: what people change later stays changed.
FURNISH = 'settings => origin != "null" && (localStorage.sobremesa ??= JSON.stringify(settings))'


class Person:
    """This is somebody with a device, a language and a theme; `page` is what they see."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        device: str = "desk",
        language: str = "en",
        theme: str = "light",
        **settings: Any,
    ) -> None:
        self.address = address
        self.device = device
        self.language = language
        self.theme = theme
        self.faults: list[str] = []
        self.expected: list[str] = []
        self.context: BrowserContext = browser.new_context(
            base_url=address, locale=LOCALES[language], color_scheme=_scheme(theme), **DEVICES[device]
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(f"({FURNISH})({json.dumps({'speed': 0, 'sound': False} | settings)})")
        self.context.on("console", self._console)
        self.context.on("weberror", self._error)
        self.context.on("requestfailed", self._failed)
        self.context.on("response", self._answered)
        self.page: Page = self.context.new_page()

    def go(self, path: str) -> Page:
        """This opens a page."""
        self.page.goto(path)
        return self.page

    def switch(self, language: str, theme: str) -> None:
        """This changes the language, as people do, and the light around the device."""
        if language != self.language:
            self.page.locator('[data-key="language"]').click()
        self.language, self.theme = language, theme
        self.page.emulate_media(color_scheme=_scheme(theme))
        dressed = self.page.locator(f'html[lang="{language}"][data-theme="{theme}"]')
        expect(dressed).to_be_attached()
        # A table is drawn by the server.
        expect(self.page.locator(f'.table:not([data-theme="{theme}"])')).to_have_count(0)

    def expect(self, pattern: str) -> None:
        """This says that something will go wrong, and is meant to."""
        self.expected.append(pattern)

    def complaints(self) -> list[str]:
        """This is what went wrong without having been expected."""
        return [fault for fault in self.faults if not any(re.search(each, fault) for each in self.expected)]

    def shoot(self, name: str, *, coarse: bool = False, always: bool = False) -> None:
        """This keeps what is on the screen as a picture, where pictures are wanted."""
        if not (WITH_PICTURES or always):
            return
        path = SCREENSHOTS / f"{name}.{self.device}.{self.language}.{self.theme}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path, animations="disabled", scale="css" if coarse else "device")

    def leave(self) -> None:
        """This closes the window."""
        self.context.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.faults.append(f"error: {error.error}")

    def _failed(self, request: Request) -> None:
        # Whoever leaves a page does not wait for the rest of it.
        if request.failure != "net::ERR_ABORTED":
            self.faults.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"answer: {response.status} {response.request.method} {response.url}")


def _scheme(theme: str) -> Any:
    return theme
