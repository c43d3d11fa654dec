"""JSON as it comes from people and disks: strict, and refused with a reason in place of a traceback."""

import json
import re
from typing import Any

from sobremesa.core.words import Phrase

SURROGATE = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")
"""Half of a letter, or the way JSON would write one; whole letters need none of them."""

MAX_DEPTH = 8
"""How deep errors look into lists of lists."""


class NotJson(ValueError):
    """This is raised for a text that is not JSON as we read it; `reason` says why."""

    def __init__(self, reason: Phrase) -> None:
        self.reason = reason
        super().__init__(reason)


def parse(text: str) -> Any:
    """This reads JSON; a key given twice, a number that is none, and a depth nobody needs are refused."""
    if SURROGATE.search(text):
        raise NotJson(Phrase("json.surrogate"))
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as fault:
        raise NotJson(Phrase("json.syntax", column=fault.colno, row=fault.lineno)) from fault
    except RecursionError as fault:
        raise NotJson(Phrase("json.deep")) from fault
    except NotJson:
        raise
    except ValueError as fault:
        raise NotJson(Phrase("json.long_number")) from fault


def dump(data: Any) -> str:
    """This writes JSON on one line, readable."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise NotJson(Phrase("json.twice", key=key))
        seen[key] = value
    return seen


def _no_number(text: str) -> Any:
    raise NotJson(Phrase("json.no_number", text=text))


def shown(value: object, depth: int = MAX_DEPTH) -> str:
    """This is a value as an error names it: in the words of JSON, but with texts in the quotes of a sentence.

    >>> shown([None, True, "R1"])
    "[null, true, 'R1']"
    """
    if value is None or isinstance(value, bool):
        return dump(value)
    if isinstance(value, list | dict) and depth == 0:
        return "…"
    if isinstance(value, list):
        return f"[{', '.join(shown(part, depth - 1) for part in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {shown(part, depth - 1)}' for key, part in value.items())}}}"
    return repr(value)
