"""Devices of players for tests: what they add to the luck, and how they sign, written apart from the server."""

import secrets
from hashlib import sha256


class Device:
    """A device with a share of the luck and a key with which it signs once."""

    def __init__(self) -> None:
        self.values = [secrets.token_bytes(32) for _ in range(67)]
        ends = b"".join(self._after(chain, 15) for chain in range(67))
        self.given = secrets.token_hex(16) + sha256(ends).hexdigest()
        self.sealed = sha256(bytes.fromhex(self.given)).hexdigest()

    def _after(self, chain: int, steps: int) -> bytes:
        value = self.values[chain]
        for step in range(steps):
            value = sha256(bytes((chain, step)) + value).digest()
        return value

    def sign(self, text: str) -> str:
        """Return the signature of a record up to the line that tells its end."""
        digits = [int(digit, 16) for digit in sha256(text.encode()).hexdigest()]
        rest = sum(15 - digit for digit in digits)
        digits += [rest // 256, rest // 16 % 16, rest % 16]
        return b"".join(self._after(chain, digit) for chain, digit in enumerate(digits)).hex()
