"""Copies of a database, made before it is brought up to a newer version: who must go back has somewhere to go."""

import contextlib
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sobremesa.core import files
from sobremesa.server.refusals import Refused


def copy_path(path: Path, version: int) -> Path:
    """Return where the copy of a database of a version lies.

    >>> copy_path(Path("matches.sqlite3"), 4).name
    'matches.v4.sqlite3'
    """
    return path.with_suffix(f".v{version}{path.suffix}")


def save_copy(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy a database before its migration; Refused if that cannot be done, and then nothing has changed.

    The copy appears under its name when all of it has reached the disk, and replaces an older one of the same version:
    that was made before a migration which did not succeed, or which somebody has undone.
    """
    copy = copy_path(path, version)
    begun = copy.with_suffix(".part")
    try:
        begun.unlink(missing_ok=True)
        # Sealed secrets lie there.
        begun.touch(mode=0o600)
        with closing(sqlite3.connect(begun)) as writing:
            connection.backup(writing)
        with begun.open("rb") as written:
            os.fsync(written.fileno())
        begun.replace(copy)
    except (OSError, sqlite3.Error) as fault:
        with contextlib.suppress(OSError):
            begun.unlink(missing_ok=True)
        reason = files.reason_of(fault) if isinstance(fault, OSError) else str(fault)
        raise Refused("no_copy", path=str(copy), reason=reason) from fault
    return copy
