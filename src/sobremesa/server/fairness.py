"""Fairness: luck that is sealed before a match begins, and that anybody can check once the seal is opened.

A match has 32 secret bytes and a sheet: its facts, and all kinds of its throws. The digest of both, the seal, is shown
before anything is thrown, SHA-256(secret + SHA-256(sheet)). Every player's device draws 16 bytes of its own and a key
with which it can sign once, and shows the digest of both; when all digests are known, the bytes are. The key of the
throws is

    HMAC-SHA256(secret, "sobremesa/3/" + seal + for each device, as they sat down: "/" + its bytes in hexadecimal)

with "-" for bytes that did not come. Outcome number n is fixed by the key and by n alone, so no reload, undo or restart
can change it: words of four bytes come one after another out of HMAC-SHA256(key, "outcome/n/0"), "outcome/n/1", …; each
is cut to as many bits as the total of the weights needs, and the first that is below the total is the ticket.

Matches of older kinds are sealed by the secret alone, and have other keys.
"""

import hmac
import secrets
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count

import numpy as np

from sobremesa.kit.luck import Luck, settled

SECRET_BYTES = 32
WORD_BYTES = 4
MISSING = "-"
"""What stands in the key for a share that did not come."""
WORD_BITS = 8 * WORD_BYTES


def new_secret() -> bytes:
    """This draws the secret of a match."""
    return secrets.token_bytes(SECRET_BYTES)


def seal_of(secret: bytes, sheet: str = "") -> str:
    """Return what is shown of a secret, and of the sheet that is sealed with it, before it is opened."""
    return sha256(secret + (sha256(sheet.encode()).digest() if sheet else b"")).hexdigest()


def key_of(secret: bytes, match: str) -> bytes:
    """This is a key of the secret alone: of all that is no throw, and of throws of matches of the first kind."""
    return hmac.digest(secret, match.encode(), "sha256")


def shared_key(secret: bytes, match: str, shares: Sequence[str]) -> bytes:
    """This is the key of the throws of a match; each share is 32 hexadecimal digits, or nothing if it is missing."""
    message = "/".join(("sobremesa/2", match, *(share or MISSING for share in shares)))
    return hmac.digest(secret, message.encode(), "sha256")


def sheet_key(secret: bytes, seal: str, shares: Sequence[str]) -> bytes:
    """Return the key of the throws of a match that was sealed with its sheet; shares as for `shared_key`."""
    message = "/".join(("sobremesa/3", seal, *(share or MISSING for share in shares)))
    return hmac.digest(secret, message.encode(), "sha256")


def proof_of(key: bytes, text: str) -> str:
    """This is what ends the record of a match: only who knows the key, and so everything that made it, can write it."""
    return hmac.digest(key, f"record/{sha256(text.encode()).hexdigest()}".encode(), "sha256").hex()


def seals(sealed: str, given: str) -> bool:
    """This tells whether bytes, as hexadecimal digits, are those that were sealed."""
    return hmac.compare_digest(sha256(bytes.fromhex(given)).hexdigest(), sealed)


def ticket(key: bytes, number: int, total: int) -> int:
    """This is a whole number below the total, each exactly alike, for the throw of a number.

    >>> [ticket(b"key", number, 6) for number in range(8)]
    [3, 1, 5, 4, 0, 0, 4, 2]
    """
    if not 0 < total <= 1 << WORD_BITS:
        raise ValueError(f"nothing can be drawn from {total} tickets")
    surplus = WORD_BITS - (total - 1).bit_length()
    words = _words(key, number)
    while (word := next(words) >> surplus) >= total:
        pass
    return word


def outcome(key: bytes, number: int, weights: Sequence[int]) -> int:
    """This is which of several outcomes the throw of a number has, each in proportion to its weight."""
    left = ticket(key, number, sum(weights))
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return index


def luck_for(key: bytes, purpose: str, number: int) -> Luck:
    """This is a luck for whatever is no throw: what a bot thinks, what a hint tries. It tells nothing of the key."""
    digest = hmac.digest(key, f"{purpose}/{number}".encode(), "sha256")
    return settled(np.frombuffer(digest[:8], dtype=np.uint64))


def _words(key: bytes, number: int) -> Iterator[int]:
    for block in count():
        digest = hmac.digest(key, f"outcome/{number}/{block}".encode(), "sha256")
        for at in range(0, len(digest), WORD_BYTES):
            yield int.from_bytes(digest[at : at + WORD_BYTES], "big")
