"""The club's word: what people must know to set up tables, if the settings say so.

It may stand in the settings as it is or as a hash. Whoever has said it once is given a code that belongs to them, to
the word and to this server's key: with another word, all codes are void.
"""

import hmac
import secrets
import unicodedata
from base64 import b64decode, b64encode
from hashlib import scrypt

PREFIX = "scrypt$"
COST = 2**14
"""The work and memory of a hash: some 50 ms and 16 MB."""
BLOCK = 8
SALT_BYTES = 16
MAX_WORD = 200
"""How much of what somebody says is looked at."""


def plain(word: str) -> str:
    r"""Return a word as it is compared: without spaces around it, in one spelling, by small letters.

    >>> plain(" Dominó "), plain("Domino\u0301")
    ('dominó', 'dominó')
    """
    return unicodedata.normalize("NFC", word[:MAX_WORD].strip()).casefold()


def hashed(word: str) -> str:
    """Return the hash of a word, as it can stand in the settings instead of the word."""
    salt = secrets.token_bytes(SALT_BYTES)
    return PREFIX + "$".join(b64encode(part).decode() for part in (salt, _digest(word, salt)))


def is_hash(kept: str) -> bool:
    """Tell whether a word of the settings is a hash that can be compared."""
    try:
        salt, digest = _parts(kept)
    except ValueError:
        return False
    return bool(salt and digest)


def is_word(given: str, kept: str) -> bool:
    """Tell whether somebody said the word; how long that takes tells nothing of how near they came.

    >>> is_word("DOMINÓ", "dominó"), is_word("domino", hashed("Domino")), is_word("mus", hashed("Domino"))
    (True, True, False)
    """
    if kept.startswith(PREFIX):
        salt, digest = _parts(kept)
        return hmac.compare_digest(_digest(given, salt), digest)
    return hmac.compare_digest(plain(given).encode(), plain(kept).encode())


def code(key: bytes, kept: str, guest: str) -> str:
    """Return the code of a guest who has said the word."""
    return hmac.digest(key, f"club/{kept}/{guest}".encode(), "sha256").hex()


def _digest(word: str, salt: bytes) -> bytes:
    return scrypt(plain(word).encode(), salt=salt, n=COST, r=BLOCK, p=1)


def _parts(kept: str) -> tuple[bytes, bytes]:
    salt, digest = kept.removeprefix(PREFIX).split("$")
    return b64decode(salt, validate=True), b64decode(digest, validate=True)
