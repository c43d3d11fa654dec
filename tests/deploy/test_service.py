"""The unit for systemd: it can be used, and lets the server do little."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deploy.behind import DEPLOY

UNIT = DEPLOY / "sobremesa.service"
MOST_EXPOSED = 2.0
"""Of 10, by the measure of systemd-analyze."""


def analysed(*arguments: str) -> str:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("there is no systemd-analyze on this machine")
    done = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    return said


def test_systemd_can_use_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / UNIT.name
    unit.write_text(
        UNIT.read_text().replace("/opt/sobremesa/bin/sobremesa", str(Path(sys.executable).parent / "sobremesa"))
    )
    assert analysed("verify", str(unit)) == ""


def test_the_unit_lets_the_server_do_little() -> None:
    said = analysed("security", "--offline=true", str(UNIT))
    found = re.search(r"exposure level for \S+: ([\d.]+)", said)
    assert found
    assert float(found[1]) <= MOST_EXPOSED


def test_the_unit_checks_the_settings_that_it_serves() -> None:
    lines = dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if re.match(r"Exec\w+=|LoadCred", line))
    file = lines["LoadCredential"].partition(":")[0]
    assert lines["ExecStartPre"].endswith(f"/sobremesa check-config %d/{file}")
    assert f"/sobremesa serve --config %d/{file} " in lines["ExecStart"]


def test_the_unit_leaves_the_server_what_it_needs() -> None:
    unit = UNIT.read_text()
    # Rules are compiled into memory when they are first played.
    assert "MemoryDenyWriteExecute" not in unit
    # By the id of the boot a server knows that the steady clock went on while it was away.
    assert "ProcSubset" not in unit
