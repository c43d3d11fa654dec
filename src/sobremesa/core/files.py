"""Files: reading and writing whole files so that no failure leaves half of one behind."""

import errno
import os
import secrets
from pathlib import Path

from sobremesa.core.errors import FileFault
from sobremesa.core.words import Phrase

SYSTEM = ("EACCES", "EBADF", "EEXIST", "EISDIR", "ENAMETOOLONG", "ENOENT", "ENOSPC", "ENOTDIR", "EPERM", "EROFS")
"""What a system may say of files, as it is said in every language; the rest is said as the system says it."""


def read(path: str | os.PathLike[str]) -> str:
    """This reads a text file; the mark that some editors put before the first letter is no part of the text."""
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as fault:
        raise FileFault(path=os.fspath(path), reason=reason_of(fault)) from fault


def write(path: str | os.PathLike[str], content: str | bytes) -> None:
    """This writes a file: afterwards it holds all of the text or bytes, or, after an error, what it held before."""
    target = Path(os.path.realpath(path))
    try:
        whole = content.encode("utf-8") if isinstance(content, str) else content
        if target.exists() and not target.is_file():
            # A pipe or a device cannot be replaced; there is nothing of ours in it to lose.
            with target.open("wb") as stream:
                stream.write(whole)
        else:
            _replace(target, whole)
    except (OSError, ValueError) as fault:
        raise FileFault(path=os.fspath(path), reason=reason_of(fault)) from fault


def expect_folder(path: str | os.PathLike[str]) -> None:
    """This tells early, before long work, that a file cannot be written: it is a folder, or its folder is not there."""
    target = Path(os.path.realpath(path))
    try:
        if not os.fspath(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not target.parent.is_dir():
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    except (OSError, ValueError) as fault:
        raise FileFault(path=os.fspath(path), reason=reason_of(fault)) from fault


def keep_apart(source: str | os.PathLike[str], target: str | os.PathLike[str]) -> None:
    """This refuses to write over the file that something is made from."""
    if os.path.realpath(source) == os.path.realpath(target):
        raise FileFault(path=os.fspath(target), reason=Phrase("system.same"))


def _replace(target: Path, whole: bytes) -> None:
    scratch = target.with_name(f".{target.name}.{secrets.token_hex(8)}.part")
    try:
        with scratch.open("xb") as stream:
            stream.write(whole)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            scratch.chmod(target.stat().st_mode & 0o777)
        scratch.replace(target)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    # The new name is on the disk only when its folder is.
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def reason_of(fault: Exception) -> str | Phrase:
    """This is what went wrong, without the path, which is said once."""
    if isinstance(fault, UnicodeError):
        return Phrase("system.not_text")
    if not isinstance(fault, OSError):
        return str(fault)
    name = errno.errorcode.get(fault.errno or 0, "")
    return Phrase(f"system.{name}") if name in SYSTEM else fault.strerror or str(fault)
