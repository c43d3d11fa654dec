"""Files: reading and writing whole texts so that no failure leaves half of one behind."""

import os
import tempfile
from pathlib import Path

from sobremesa.core.errors import FileFault


def read(path: str | os.PathLike[str]) -> str:
    """This reads a text file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise FileFault(path=os.fspath(path), reason=reason_of(fault)) from fault


def write(path: str | os.PathLike[str], text: str) -> None:
    """This writes a text file: afterwards it holds all of the text, or, after an error, what it held before."""
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            # A pipe or a device cannot be replaced; there is nothing of ours in it to lose.
            with target.open("w", encoding="utf-8") as stream:
                stream.write(text)
        else:
            _replace(target, text)
    except (OSError, ValueError) as fault:
        raise FileFault(path=os.fspath(path), reason=reason_of(fault)) from fault


def _replace(target: Path, text: str) -> None:
    handle, scratch = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        # A scratch file is private to its owner; the text gets the rights that a file made here would have.
        mask = os.umask(0)
        os.umask(mask)
        Path(scratch).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask)
        Path(scratch).replace(target)
    except BaseException:
        Path(scratch).unlink()
        raise


def reason_of(fault: Exception) -> str:
    """This is what went wrong, without the path, which is said once."""
    return (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
