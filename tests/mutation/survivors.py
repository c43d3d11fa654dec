"""Known survivors: faults that no test notices, each with the reason why none can or need.

A file lists them by the texts that name a mutant: the function ("" outside of all), the statement before, and all
that it may become after.

    [[survivors]]
    function = "has_run"
    before = "for first in range(FIELDS):"
    after = ["for first in range(FIELDS + 1):"]
    reason = "The last field begins no run, so a look beyond it finds none."
"""

import tomllib
from collections.abc import Iterable
from pathlib import Path

from tests.mutation.mutants import Mutant

FIELDS = {"function", "before", "after", "reason"}


def read(path: Path) -> dict[str, str]:
    """This reads the reasons of known survivors by the keys of the mutants."""
    if not path.exists():
        return {}
    known: dict[str, str] = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["survivors"]:
        if set(entry) != FIELDS or not entry["reason"].strip():
            raise ValueError(f"{path.name}: an entry needs exactly {', '.join(sorted(FIELDS))}: {entry}")
        for after in entry["after"]:
            known[" | ".join((entry["function"], entry["before"], after))] = entry["reason"]
    return known


def strangers(known: Iterable[str], mutants: Iterable[Mutant]) -> list[str]:
    """This lists known survivors that are no mutants any more."""
    return sorted(set(known) - {mutant.key for mutant in mutants})
