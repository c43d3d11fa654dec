"""The independent check of a match of before format 3: `python verify2.py RECORD [SEAL]`.

RECORD is the record that the server gives once a match is over, SEAL the sealed file that it gave before. This file
needs Python alone and shares no code with the server: it works out again, from the opened seal and from what the
players added, every throw of the match. docs/fairness.md tells what that proves, and what it does not.
"""

import hashlib
import hmac
import itertools
import json
import sys
from pathlib import Path
from typing import Any

MARK = ', "check": "'


class Fault(Exception):
    """Something is wrong in a line of the record, or in the sealed file if the line is 0."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"NOT VERIFIED: line {line}: {reason}" if line else f"OTHER SEAL: {reason}")
        self.line, self.reason = line, reason


def need(truth: object, line: int, reason: str) -> None:
    """This raises a fault unless something is so."""
    if not truth:
        raise Fault(line, reason)


def sha256(data: bytes) -> str:
    """This is the SHA-256 of bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def is_hex(text: object, size: int) -> bool:
    """This tells whether something is so many bytes in hexadecimal."""
    return isinstance(text, str) and len(text) == 2 * size and set(text) <= set("0123456789abcdef")


def lines_of(text: str) -> list[Any]:
    """This reads the lines; each must carry the check of itself and of all before it."""
    rows = text.split("\n")
    need(rows.pop() == "" and len(rows) > 1, len(rows) + 1, "cut")
    check = ""
    lines: list[Any] = []
    for number, row in enumerate(rows, start=1):
        body, _, tail = row.rpartition(MARK)
        check = sha256((check + body + "}").encode())[:8]
        need(tail == check + '"}', number, "check")
        try:
            line = json.loads(row)
        except ValueError:
            raise Fault(number, "json") from None
        need(isinstance(line, dict), number, "json")
        lines.append(line)
    return lines


def key_of(head: Any) -> bytes:
    """This opens the seal, and makes the key of all throws."""
    need(head.get("sobremesa") == 2 and head.get("luck") in (1, 2), 1, "format")
    match, secret, shares, players = (head.get(name) for name in ("match", "secret", "shares", "players"))
    need(isinstance(match, str) and match.isascii() and match.isalnum(), 1, "match")
    need(is_hex(secret, 32) and sha256(bytes.fromhex(secret)) == head.get("seal"), 1, "seal")
    need(isinstance(shares, list) and all(isinstance(share, dict) for share in shares), 1, "shares")
    need(isinstance(players, list) and len(players) == head.get("seats"), 1, "seats")
    parts, free = ["sobremesa/2", match], [seat for seat, player in enumerate(players) if player == ""]
    for share in shares:
        given, sealed, seats = share.get("given"), share.get("sealed"), share.get("seats")
        # Each seat of a person adds once, and bots add nothing: nobody can slip in a share of nobody.
        need(isinstance(seats, list) and seats and all(seat in free for seat in seats), 1, "seats")
        free = [seat for seat in free if seat not in seats]
        need(sealed is None or (head["luck"] == 2 and is_hex(sealed, 32)), 1, "shares")
        need(given is None or is_hex(given, 16) or is_hex(given, 48), 1, "shares")
        need(given is None or sha256(bytes.fromhex(given)) == sealed, 1, "shares")
        parts.append("-" if given is None else given)
    message = match if head["luck"] == 1 else "/".join(parts)
    return hmac.new(bytes.fromhex(secret), message.encode(), "sha256").digest()


def ticket(key: bytes, number: int, total: int) -> int:
    """This is the ticket of a throw: the first word below the total, of as many bits as that needs."""
    surplus = 32 - (total - 1).bit_length()
    blocks = (hmac.new(key, f"outcome/{number}/{block}".encode(), "sha256").digest() for block in itertools.count())
    words = (int.from_bytes(block[at : at + 4], "big") >> surplus for block in blocks for at in range(0, 32, 4))
    return next(word for word in words if word < total)


def drawn(key: bytes, number: int, line: Any, at: int) -> str:
    """This is the outcome that the key fixes for a throw of a number."""
    outcomes, weights = line.get("outcomes"), line.get("weights")
    need(isinstance(outcomes, list) and isinstance(weights, list) and len(outcomes) == len(weights), at, "weights")
    need(all(type(weight) is int and weight > 0 for weight in weights), at, "weights")
    need(0 < sum(weights) <= 1 << 32 and len(set(map(str, outcomes))) == len(outcomes), at, "weights")
    left, index = ticket(key, number, sum(weights)), 0
    while left >= weights[index]:
        left, index = left - weights[index], index + 1
    return str(outcomes[index])


def check(text: str, sealed: dict[str, Any] | None = None) -> dict[str, Any]:
    """This checks a record, and the sealed file if there is one; it returns what was found, or raises a Fault."""
    lines = lines_of(text)
    head, end, key = lines[0], lines[-1], key_of(lines[0])
    throws = typed = 0
    for at, line in enumerate(lines[1:-1], start=2):
        if line.get("actor") != "chance":
            need(type(line.get("actor")) is int and "weights" not in line, at, "actor")
        elif line.get("typed") is True:
            need(isinstance(line.get("outcomes"), list) and line.get("choice") in line["outcomes"], at, "throw")
            typed += 1
        else:
            need(line.get("choice") == drawn(key, throws, line, at), at, "throw")
            throws += 1
    need(end.get("choices") == len(lines) - 2 and end.get("throws") == throws + typed, len(lines), "count")
    body = text[: text[:-1].rindex("\n") + 1]
    proof = hmac.new(key, f"record/{sha256(body.encode())}".encode(), "sha256").hexdigest()
    need(end.get("proof") == proof, len(lines), "proof")
    if sealed is not None:
        for name in ("match", "game", "rules", "seats", "options", "luck", "seal"):
            need(sealed.get(name) == head.get(name), 0, name)
        need(sealed.get("real") or not typed, 0, "real")
        kept, known = sealed.get("sealed"), [share.get("sealed") for share in head["shares"]]
        need(isinstance(kept, list) and kept == known[: None if sealed.get("complete") else len(kept)], 0, "shares")
    missing = sum(share.get("given") is None for share in head["shares"])
    return {"throws": throws, "typed": typed, "shares": len(head["shares"]), "missing": missing, "seal": head["seal"]}


def main(paths: list[str]) -> int:
    """This checks files from the command line; it returns 0 if all is well, and 1 if not."""
    try:
        texts = [Path(path).read_bytes().decode() for path in paths]
        sheets = [json.loads(text) for text in texts[1:]]
        need(all(isinstance(sheet, dict) for sheet in sheets), 0, "json")
        found = check(texts[0], *sheets)
    except (Fault, OSError, ValueError, IndexError) as fault:
        print(fault if isinstance(fault, Fault) else f"cannot be read: {fault}")
        return 1
    print(f"verified: all {found['throws']} throws match the seal {found['seal']}")
    print(f"added to the luck by players: {found['shares'] - found['missing']}, missing: {found['missing']}")
    if found["typed"]:
        print(f"{found['typed']} throws of real dice were typed in: nothing can be checked about them")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:3]))
