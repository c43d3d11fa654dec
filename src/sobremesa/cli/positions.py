"""Positions on the command line: read from a file or from standard input."""

import sys
from typing import Any

from sobremesa.core import files, jsontext
from sobremesa.core.errors import FileFault, InvalidPosition
from sobremesa.core.match import Match, position


def read(path: str) -> Match:
    """This reads the position in a file, or, if its name is -, on standard input."""
    return position(parse(_text(path)))


def _text(path: str) -> str:
    if path != "-":
        return files.read(path)
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except (OSError, ValueError) as fault:
        raise FileFault(path="-", reason=files.reason_of(fault)) from fault


def parse(text: str) -> Any:
    """This reads JSON, and refuses what is none as a position that cannot be."""
    try:
        return jsontext.parse(text)
    except jsontext.NotJson as fault:
        raise InvalidPosition([fault.reason]) from fault
