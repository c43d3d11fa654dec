"""JSON as it comes from people and disks: strict, and refused with a reason in place of a traceback."""

import json
from typing import Any

from sobremesa.core.words import Phrase


class NotJson(ValueError):
    """A text is not JSON as we read it; `reason` says why."""

    def __init__(self, reason: Phrase) -> None:
        self.reason = reason
        super().__init__(reason)


def parse(text: str) -> Any:
    """This reads JSON; a key given twice, a number that is none, and a depth nobody needs are refused."""
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
    return json.dumps(data, ensure_ascii=False)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise NotJson(Phrase("json.twice", key=key))
    return dict(pairs)


def _no_number(text: str) -> Any:
    raise NotJson(Phrase("json.no_number", text=text))
