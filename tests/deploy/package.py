"""Debian packages of proxies: those on this machine, or installed where that is allowed."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest


@cache
def program(name: str) -> str:
    """Where a program is; the test is skipped, or fails where everything must be checked, if it cannot be had."""
    fault = "" if shutil.which(name) else install(name)
    found = shutil.which(name)
    if found is None:
        reason = f"{name} cannot be tested: {fault or 'it was installed, but is not found'}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    return found


def install(name: str) -> str:
    """Install a package, once, however many tests ask for it; return why that was not possible."""
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        return f"no {name} on this machine; try: sudo apt-get install {name}"
    with (Path(tempfile.gettempdir()) / "sobremesa-packages.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for arguments in (["update"], ["install", "--yes", "--no-install-recommends", name]):
            if shutil.which(name):
                break
            done = subprocess.run(
                ["apt-get", "--quiet", *arguments],
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                return f"apt-get {' '.join(arguments)}: {done.stderr.strip() or done.stdout.strip()}"
    return ""
