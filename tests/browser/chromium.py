"""Chromium: the one on this machine, or Debian's if it may be installed here."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

NAMES = ("chromium", "chromium-browser")


class NotHere(Exception):
    """There is no Chromium, and none can be installed; the text says why."""


def path() -> str:
    """This is where Chromium is."""
    found = on_path()
    if found is None:
        install()
        found = on_path()
    if found is None:
        raise NotHere(f"{' or '.join(NAMES)} was installed, but is not found")
    return found


def on_path() -> str | None:
    """This is where Chromium is, if somebody has installed it."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def install() -> None:
    """This installs Debian's package, once, however many tests ask for it."""
    if shutil.which("apt-get") is None:
        raise NotHere(f"no {' or '.join(NAMES)} on this machine, and no apt-get to install it")
    if os.geteuid() != 0:
        raise NotHere(f"no {' or '.join(NAMES)} on this machine; try: sudo apt-get install chromium")
    with (Path(tempfile.gettempdir()) / "sobremesa-chromium.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if on_path() is None:
            apt_get("update")
            apt_get("install", "--yes", "--no-install-recommends", "chromium")


def apt_get(*arguments: str) -> None:
    done = subprocess.run(
        ["apt-get", "--quiet", *arguments],
        env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise NotHere(f"apt-get {' '.join(arguments)}: {done.stderr.strip() or done.stdout.strip()}")
