"""The log: text for people, or one JSON object a line."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

SAYS = """
import logging, warnings
from sobremesa.server import jsonlog
from sobremesa.server.settings import LogSettings
jsonlog.configure(LogSettings(format={format!r}, level={level!r}))
log = logging.getLogger("sobremesa.server.app")
log.debug("a detail")
log.info("refused: %s", "server.illegal")
log.warning("year \\n%s", "año")
logging.getLogger("uvicorn.error").info("somebody came")
try:
    1 / 0
except ZeroDivisionError:
    log.exception("a request failed")
"""


def said(form: str, level: str) -> list[str]:
    code = SAYS.format(format=form, level=level)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_json_is_one_object_a_line() -> None:
    refused, warned, failed = map(json.loads, said("json", "info"))

    assert list(refused) == ["time", "level", "logger", "message"]
    assert (refused["level"], refused["logger"]) == ("info", "sobremesa.server.app")
    assert refused["message"] == "refused: server.illegal"
    assert refused["time"].endswith("+00:00")
    assert warned["message"] == "year \naño"
    assert failed["exception"].splitlines()[-1] == "ZeroDivisionError: division by zero"


def test_less_is_said_at_a_higher_level() -> None:
    assert [json.loads(line)["level"] for line in said("json", "error")] == ["error"]
    assert [json.loads(line)["level"] for line in said("json", "debug")][:2] == ["debug", "info"]


def test_text_is_for_people() -> None:
    lines = said("text", "warning")

    assert lines[0] == "WARNING:sobremesa.server.app:year "
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_server_says_everything_as_json(tmp_path: Path) -> None:
    file = tmp_path / "sobremesa.toml"
    file.write_text('[server]\nworkers = 1\n[log]\nformat = "json"\nlevel = "info"')
    command = [
        sys.executable,
        "-m",
        "sobremesa",
        "serve",
        "--config",
        str(file),
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    environment = os.environ | {"SOBREMESA_NATIVE": "0"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}api/matches/nothing")
        process.terminate()
        _, noted = process.communicate(timeout=120)
    lines = [json.loads(line) for line in noted.splitlines()]
    assert "refused: server.unknown_match" in [each["message"] for each in lines]
    assert all({"time", "level", "logger", "message"} <= set(each) for each in lines)
