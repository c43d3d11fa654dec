"""Seats: who may sit where. Guests are known by a cookie of which only a digest is kept, invites by a code of ours."""

import hmac
import os
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

from sobremesa.core import files
from sobremesa.core.errors import FileFault

TOKEN_BYTES = 16
KEY_BYTES = 32
KEY_FILE = "server.key"

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""What ids of matches are made of: nothing that looks like something else."""
ID_LENGTH = 12


def known_as(token: str) -> str:
    """This is how a guest is known to us: by a digest, from which nobody gets back to the token."""
    return sha256(token.encode()).hexdigest()


def reservation(match: str, guest: str) -> str:
    """Return the mark of a guest for whom a seat of a match is kept; it does not tell who in other matches."""
    return sha256(f"reservation/{match}/{guest}".encode()).hexdigest()


def new_match() -> str:
    """This draws the id of a match."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def next_match(key: bytes, match: str) -> str:
    """This is the id of the rematch of a match: always the same, and nobody without the key knows it beforehand."""
    digest = hmac.digest(key, f"rematch/{match}".encode(), "sha256")
    return "".join(LETTERS[byte % len(LETTERS)] for byte in digest[:ID_LENGTH])


def is_match(text: str) -> bool:
    """This tells whether a text has the form of an id of a match.

    >>> is_match(new_match()), is_match("../etc"), is_match("")
    (True, False, False)
    """
    return len(text) == ID_LENGTH and set(text) <= set(LETTERS)


def invite(key: bytes, match: str, seat: int) -> str:
    """This is the code that lets somebody sit down on an open seat; it can be said again, so it is kept nowhere."""
    digest = hmac.digest(key, f"invite/{match}/{seat}".encode(), "sha256")
    return urlsafe_b64encode(digest[:TOKEN_BYTES]).decode().rstrip("=")


def is_same(one: str, other: str) -> bool:
    """This compares two texts without telling by its time how far they are alike."""
    return hmac.compare_digest(one.encode(), other.encode())


def server_key(folder: Path) -> bytes:
    """Return the key of guests, invites and rematches: read from the data folder, or drawn and written there."""
    path = folder / KEY_FILE
    try:
        key = path.read_bytes() if path.exists() else b""
        return key if len(key) == KEY_BYTES else _drawn_key(path)
    except OSError as fault:
        raise FileFault(path=str(path), reason=files.reason_of(fault)) from fault


def _drawn_key(path: Path) -> bytes:
    # Whoever wrote one before was cut off. Invites hang on it, which can be asked for again, and the ids of rematches:
    # with another key, a match of which there is a rematch can get a second one.
    path.unlink(missing_ok=True)
    key = secrets.token_bytes(KEY_BYTES)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
        stream.write(key)
        stream.flush()
        os.fsync(stream.fileno())
    return key
