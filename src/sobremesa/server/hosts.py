"""Hosts: the names by which this server lets itself be asked for.

Whoever owns a name can let it point to this machine. A browser would then take the table for that site, and let the
site's pages play and look in the name of their reader. So only names that are surely ours are answered. An address is
answered whatever it is: it cannot be made to point elsewhere.
"""

import re
import socket
from collections.abc import Iterable
from ipaddress import ip_address

from sobremesa.server.refusals import Refused

MAX_SHOWN = 80
"""How much of a name is repeated to whoever asked for it."""

_ASKED = re.compile(r"(?:\[(?P<address>[^\]]*)\]|(?P<name>[^:]*))(?::\d*)?")
_NAME = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")


class Hosts:
    """This is the names of a server: those of its machine, the one it was started with, and those it was given.

    >>> hosts = Hosts("127.0.0.1", ["mesa.example"])
    >>> hosts.knows("localhost:7341"), hosts.knows("[::1]:7341"), hosts.knows("mesa.example")
    (True, True, True)
    >>> hosts.knows("elsewhere.example:7341")
    False
    """

    def __init__(self, host: str = "", more: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        self.names = {"localhost", machine, short, f"{short}.local", host.lower(), *map(checked, more)} - {"", ".local"}

    def knows(self, asked: str) -> bool:
        """This tells whether what a browser calls us, with or without a port, is a name of ours or any address."""
        parts = _ASKED.fullmatch(asked)
        if parts is None:
            return False
        name = (parts["name"] or "").lower().removesuffix(".")
        # Browsers look for names below localhost on their own machine, and nowhere else.
        return name in self.names or name.endswith(".localhost") or _is_address(parts["address"] or name)

    def check(self, asked: str) -> None:
        """This refuses whoever asks for somebody else."""
        if not self.knows(asked):
            raise Refused("other_name", status=403, name=asked.partition(":")[0][:MAX_SHOWN])


def checked(name: str) -> str:
    """This lets a name pass that a browser might call us.

    >>> checked("Mesa.Example"), checked("año.example")
    ('mesa.example', 'xn--ao-zja.example')
    """
    try:
        plain = name.lower() if name.isascii() else name.encode("idna").decode()
    except UnicodeError:
        plain = ""
    if not _NAME.fullmatch(plain):
        raise Refused("bad_name", given=name)
    return plain


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
