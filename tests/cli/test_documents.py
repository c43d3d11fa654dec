"""Every command in the documentation does what the documentation says."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["docs/commands.md", "docs/bots.md"]


def blocks(page: str) -> list[tuple[str, str]]:
    text = (ROOT / page).read_text(encoding="utf-8")
    console = "".join(re.findall(r"```console\n(.*?)```", text, flags=re.DOTALL))
    commands = re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]
    return [tuple(command.partition("\n")[::2]) for command in commands]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_are_true(page: str, tmp_path: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "SOBREMESA_LANG": "en",
        "COLUMNS": "200",
        "NO_COLOR": "1",
    }
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert blocks(page)
    for command, expected in blocks(page):
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=environment, text=True, capture_output=True, check=False
        )
        printed = done.stdout or done.stderr
        pattern = ".*".join(re.escape(part) for part in expected.split("..."))
        assert re.fullmatch(pattern, printed, flags=re.DOTALL), f"{command}\n{printed}"
