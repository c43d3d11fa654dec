"""The claim: one server for a data folder. Players of a match who are at two of them would wait for each other."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from sobremesa.core import files
from sobremesa.core.errors import FileFault
from sobremesa.server.refusals import Refused

FILE = "server.lock"


@contextlib.contextmanager
def claimed(folder: Path) -> Iterator[None]:
    """Hold a data folder, which is made if there is none, for as long as the caller wants; Refused if another does."""
    try:
        # Sealed secrets lie there; the folder may be one that others can read.
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = (folder / FILE).open("ab")
    except OSError as fault:
        raise FileFault(path=fault.filename or str(folder / FILE), reason=files.reason_of(fault)) from fault
    with file:
        # Not every system has it.
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as fault:
                raise Refused("folder_taken", path=str(folder)) from fault
            except OSError:
                # Some disks over the network know no such claims; then it is left to whoever runs it.
                pass
        yield
