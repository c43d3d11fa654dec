"""Backups: a copy of a data folder, whole at one moment, made while the server goes on. Serve from it to restore it."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from sobremesa.core import files
from sobremesa.core.errors import FileFault
from sobremesa.server.refusals import Refused
from sobremesa.server.seats import KEY_FILE
from sobremesa.server.store import FILE


def back_up(folder: Path, target: Path) -> Path:
    """This copies the matches of a data folder, and the key of its invites, to another folder; nothing is overwritten.

    The copy appears under its name when all of it has reached the disk, so one that was interrupted is not mistaken for
    a whole one.
    """
    source, copy = folder / FILE, target / FILE
    if not source.is_file():
        raise Refused("no_matches", path=str(folder))
    if copy.exists():
        raise Refused("backup_exists", path=str(copy))
    begun = copy.with_suffix(".part")
    try:
        # Sealed secrets lie there; the folder may be one that others can read.
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        begun.unlink(missing_ok=True)
        begun.touch(mode=0o600)
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=60)) as reading,
            closing(sqlite3.connect(begun)) as writing,
        ):
            reading.backup(writing)
        if (folder / KEY_FILE).exists():
            shutil.copy2(folder / KEY_FILE, target / KEY_FILE)
        with begun.open("rb") as written:
            os.fsync(written.fileno())
        begun.rename(copy)
    except (OSError, sqlite3.Error) as fault:
        reason = files.reason_of(fault) if isinstance(fault, OSError) else str(fault)
        raise FileFault(path=str(target), reason=reason) from fault
    return copy
