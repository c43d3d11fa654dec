"""A disk that forgets: what was not yet synced when the power went is gone, or some of it is, in any order.

SQLite runs on a layer of ours. It writes through to the real files, so that all goes as ever, and keeps beside them
what would be left: the bytes as of the last sync, and the writes since.
"""

import random
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw

NAME = "powerless"


@dataclass
class Durable:
    """A file as the disk has it, and what is only on its way there."""

    content: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Where and what; a length and nothing for a file that was cut."""

    def sync(self) -> None:
        for at, data in self.pending:
            self.apply(at, data)
        self.pending.clear()

    def apply(self, at: int, data: bytes | None) -> None:
        if data is None:
            del self.content[at:]
            return
        if len(self.content) < at:
            self.content.extend(bytes(at - len(self.content)))
        self.content[at : at + len(data)] = data


class Disk(apsw.VFS):
    """All files of a disk, by name."""

    def __init__(self) -> None:
        self.files: dict[str, Durable] = {}
        self.syncs = 0
        super().__init__(NAME, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - SQLite calls it so
        return File(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        super().xDelete(filename, syncdir)
        self.files.pop(Path(filename).name, None)

    def left(self, folder: Path, rng: random.Random | None = None) -> None:
        """This writes what is left when the power goes: what was synced, and of the rest what luck has spared."""
        folder.mkdir(parents=True)
        for name, file in self.files.items():
            kept = Durable(bytearray(file.content))
            for at, data in file.pending:
                if rng is not None and rng.random() < 0.5:
                    kept.apply(at, data)
            if not name.endswith("-shm"):
                (folder / name).write_bytes(kept.content)


class File(apsw.VFSFile):
    """A file of such a disk."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        filename = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.durable = disk.files.setdefault(Path(filename or "temporary").name, Durable())
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.durable.pending.append((offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self.durable.pending.append((newsize, None))
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self.disk.syncs += 1
        self.durable.sync()


def module() -> Any:
    """This is what the store needs of the module sqlite3, on such a disk."""

    def connect(path: Path, **_: Any) -> apsw.Connection:
        connection = apsw.Connection(str(path), vfs=NAME)
        connection.set_busy_timeout(10_000)
        return connection

    return SimpleNamespace(
        connect=connect, Connection=apsw.Connection, Error=apsw.Error, IntegrityError=apsw.ConstraintError
    )
