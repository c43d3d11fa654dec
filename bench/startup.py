"""Start-up: from the command to a page on which people can choose a game; checks the bar.

The rules are compiled already, and Python has kept what it made of the modules, as it is from the second start on; a
browser is open, as it mostly is. Run by `make startup`.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser import chromium

TIMES = 5
MAX_USABLE = 2.0


def as_usual(folder: Path) -> dict[str, str]:
    """This is an environment in which Python keeps modules ready to run, which some who develop forbid it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": str(folder / "modules")}


def measure(browser: Browser, folder: Path) -> tuple[float, float]:
    """This is the seconds until the address is told, and until the page can be used."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "sobremesa", "serve", "--port", "0", "--data", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env=as_usual(folder),
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        told = time.perf_counter() - began
        page = browser.new_page(base_url=address)
        page.goto("/", wait_until="commit")
        page.locator("main button:enabled").first.wait_for()
        usable = time.perf_counter() - began
        page.close()
        return told, usable
    finally:
        process.terminate()
        process.communicate()


def main() -> int:
    """This measures some starts, prints them, and tells by its exit code whether the bar is kept."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        is_safe = os.geteuid() != 0
        browser = playwright.chromium.launch(executable_path=chromium.path(), chromium_sandbox=is_safe)
        # The first start compiles what is not compiled yet, and is not counted.
        measured = [measure(browser, Path(folder)) for _ in range(1 + TIMES)][1:]
        browser.close()
    told, usable = (statistics.median(each) for each in zip(*measured, strict=True))
    worst = max(each for _, each in measured)
    print(f"address told after {told:.2f} s, page usable after {usable:.2f} s (median of {TIMES}; worst {worst:.2f} s)")
    if usable > MAX_USABLE:
        print(f"too slow: at most {MAX_USABLE} s is wanted", file=sys.stderr)
    return int(usable > MAX_USABLE)


if __name__ == "__main__":
    sys.exit(main())
