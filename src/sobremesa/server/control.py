"""The control file: how commands of the same user reach a server that runs.

It lies in the data folder, for its owner alone, and holds the address of the server and a secret that is drawn anew at
every start. When the server ends, it is removed; one that was left by a server that was killed is worth nothing.
"""

import contextlib
import os
import secrets
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import msgspec

from sobremesa.core import files
from sobremesa.core.errors import FileFault
from sobremesa.server.refusals import Refused

FILE = "server.control"
SECRET_BYTES = 32


class Control(msgspec.Struct, frozen=True):
    """Where a server answers its operator, and the secret by which it knows them."""

    address: str
    secret: str


def new_secret() -> str:
    """Draw the secret of a server that starts."""
    return secrets.token_hex(SECRET_BYTES)


def address_of(host: str, port: int) -> str:
    """Return the address at which this machine reaches a server that listens somewhere.

    >>> address_of("0.0.0.0", 7341), address_of("::", 7341), address_of("192.0.2.7", 80)
    ('http://127.0.0.1:7341', 'http://[::1]:7341', 'http://192.0.2.7:80')
    """
    address = ip_address(host)
    if address.is_unspecified:
        host = "127.0.0.1" if address.version == 4 else "::1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


@contextlib.contextmanager
def published(folder: Path, control: Control) -> Iterator[None]:
    """Keep the control file of a server in its data folder as long as it runs."""
    path = folder / FILE
    try:
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(msgspec.json.encode(control))
    except OSError as fault:
        raise FileFault(path=str(path), reason=files.reason_of(fault)) from fault
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def read(folder: Path) -> Control:
    """Return the control file of the server that runs on a data folder; Refused if none does."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Control)
    except (FileNotFoundError, NotADirectoryError, msgspec.DecodeError) as fault:
        raise Refused("no_server", path=str(folder)) from fault
    except OSError as fault:
        raise FileFault(path=str(path), reason=files.reason_of(fault)) from fault
