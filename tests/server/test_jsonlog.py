"""The log: text for people, or one JSON object a line."""

import json
import subprocess
import sys

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
