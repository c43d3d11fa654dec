"""The independent check of a match: `python verify.py RECORD SEAL`.

RECORD is what the server gives once a match is over, SEAL the sealed file that was kept from before. This needs Python
alone, shares no code with the server, and works out every throw again from the opened seal, what the players added and
the table of throws that was sealed. docs/fairness.md tells what that proves. Older records are for verify2.py.
"""

import hmac
import itertools
import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any


class Fault(Exception):
    """Something is wrong in a line of the record, or with the sealed file if the line is 0."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"NOT VERIFIED: line {line}: {reason}" if line else f"OTHER SEAL: {reason}")
        self.line, self.reason = line, reason


def need(truth: object, line: int, reason: str) -> None:
    """Raise a fault unless something is so."""
    if not truth:
        raise Fault(line, reason)


def is_hex(text: object, *sizes: int) -> bool:
    """Return whether something is bytes in hexadecimal, of one of some sizes."""
    return isinstance(text, str) and len(text) in [2 * size for size in sizes] and set(text) <= set("0123456789abcdef")


def are_whole(numbers: object, below: int = 1 << 53) -> bool:
    """Return whether something is a list of whole numbers from 0 up to below a bound."""
    return isinstance(numbers, list) and all(type(number) is int and 0 <= number < below for number in numbers)


def lines_of(rows: list[str]) -> list[Any]:
    """Read the lines; each must carry the check of itself and of all before it."""
    check, lines = "", []
    for at, row in enumerate(rows, start=1):
        body = row.rpartition(', "check": "')[0]
        check = sha256((check + body + "}").encode()).hexdigest()[:8]
        need(row == f'{body}, "check": "{check}"}}', at, "check")
        try:
            lines.append(json.loads(row))
        except (ValueError, RecursionError):
            raise Fault(at, "json") from None
        need(isinstance(lines[-1], dict), at, "json")
    return lines


def key_of(seats: Any, sheet: str, opened: Any) -> bytes:
    """Open the seal of a secret and of a sheet, and make the key of all throws."""
    secret, seal, players, shares = (opened.get(name) for name in ("secret", "seal", "players", "shares"))
    digest = sha256(sheet.encode()).digest()
    need(is_hex(secret, 32) and sha256(bytes.fromhex(secret) + digest).hexdigest() == seal, 2, "seal")
    need(isinstance(players, list) and isinstance(seats, list) and len(players) == len(seats) > 0, 2, "seats")
    # Where nobody sat when the match was sealed, anybody may sit down, and a bot too.
    need(all(type(player) is str and seats[at] in ("?", player) for at, player in enumerate(players)), 2, "seats")
    need(isinstance(shares, list) and all(isinstance(share, dict) for share in shares), 2, "shares")
    parts, free = ["sobremesa/3", str(seal)], {seat for seat, player in enumerate(players) if not player}
    for share in shares:
        given, sealed, mine = (share.get(name) for name in ("given", "sealed", "seats"))
        # Each seat of a person adds once, and bots add nothing: nobody can slip in a share of nobody.
        need(are_whole(mine) and mine and len(set(mine)) == len(mine) and free.issuperset(mine), 2, "seats")
        free.difference_update(mine)
        need((sealed is None or is_hex(sealed, 32)) and (given is None or is_hex(given, 16, 48)), 2, "shares")
        need(given is None or sha256(bytes.fromhex(given)).hexdigest() == sealed, 2, "shares")
        parts.append(given or "-")
    return hmac.new(bytes.fromhex(secret), "/".join(parts).encode(), "sha256").digest()


def drawn(key: bytes, number: int, outcomes: Any, weights: Any, at: int) -> str:
    """Return the outcome that the key fixes for the throw of a number: its ticket is the first word below the total."""
    need(are_whole(weights) and 0 < sum(weights) <= 1 << 32, at, "weights")
    need(len({str(outcome) for outcome in outcomes}) == len(outcomes) == len(weights), at, "weights")
    surplus = 32 - (sum(weights) - 1).bit_length()
    blocks = (hmac.new(key, f"outcome/{number}/{block}".encode(), "sha256").digest() for block in itertools.count())
    words = (int.from_bytes(block[byte : byte + 4], "big") >> surplus for block in blocks for byte in range(0, 32, 4))
    left, index = next(word for word in words if word < sum(weights)), 0
    while left >= weights[index]:
        left, index = left - weights[index], index + 1
    return str(outcomes[index])


def judged(sheet: Any, line: Any, key: bytes, number: int, at: int) -> str:
    """Check a throw by the sealed table; return "typed", "fixed", or "open" if the rules alone can judge it."""
    kinds, kind, choice = sheet.get("throws"), line.get("kind"), line.get("choice")
    need(line.get("seat") is None or are_whole([line["seat"]], len(sheet["seats"])), at, "seats")
    need(isinstance(kinds, dict) and isinstance(kind, str) and (kind in kinds or not kinds), at, "kind")
    # Only where a game tells no kinds does each throw list its outcomes; then the rules alone can judge them.
    told: Any = kinds[kind] if kinds else line | {"counts": line.get("weights"), "fixed": False}
    need(isinstance(told, dict) and isinstance(told.get("outcomes"), list), at, "kind")
    outcomes, weights, counts = told["outcomes"], told.get("weights"), (line if kinds else told).get("counts")
    if line.get("typed") is True:
        need(isinstance(sheet.get("real"), list) and kind in sheet["real"] and choice in outcomes, at, "typed")
        return "typed"
    if told.get("fixed") is True:
        need(counts is None and choice == drawn(key, number, outcomes, weights, at), at, "throw")
        return "fixed"
    # Without the rules nobody knows what is left of a deck; but never another card, nor more of one than there are.
    need(are_whole(counts) and are_whole(weights) and len(counts) == len(weights), at, "counts")
    need(all(count <= weights[place] for place, count in enumerate(counts)), at, "counts")
    need(str(choice).rpartition(" ")[2] == drawn(key, number, outcomes, counts, at).rpartition(" ")[2], at, "throw")
    return "open"


def is_signed(given: str, digest: str, signed: Any) -> bool:
    """Return whether the device whose one-time key ends what it has given has signed a digest."""
    rest = sum(15 - int(digit, 16) for digit in digest)
    values = bytes.fromhex(signed) if is_hex(signed, 67 * 32) else bytes(67 * 32)
    ends = [values[32 * chain : 32 * chain + 32] for chain in range(67)]
    for chain, digit in enumerate(f"{digest}{rest:03x}"):
        for step in range(int(digit, 16), 15):
            ends[chain] = sha256(bytes((chain, step)) + ends[chain]).digest()
    return is_hex(given, 48) and given.endswith(sha256(b"".join(ends)).hexdigest())


def check(text: str, kept: Any, *, is_strict: bool = True) -> dict[str, Any]:
    """Check a record by the sealed file; only who asks the rules too may go without it, and without signatures."""
    rows = text.split("\n")
    need(rows.pop() == "" and len(rows) > 2, len(rows) + 1, "cut")
    lines = lines_of(rows)
    last = next((place for place, line in enumerate(lines) if "choices" in line), 0)
    sheet, opened, end, sealed = lines[0], lines[1], lines[last], rows[0].rpartition(', "check": "')[0] + "}"
    need(sheet.get("sobremesa") == sheet.get("luck") == 3, 1, "format")
    need(last > 1, len(lines), "cut")
    key, seats, shares = key_of(sheet.get("seats"), sealed, opened), len(sheet["seats"]), opened["shares"]
    seq, kinds = 0, {"fixed": 0, "open": 0, "typed": 0}
    for at, line in enumerate(lines[2:last], start=3):
        if line.get("actor") != "chance":
            need(are_whole([line.get("actor")], seats) and set(line) == {"actor", "choice", "check"}, at, "actor")
            continue
        need(are_whole([line.get("seq")]) and line["seq"] > seq, at, "order")
        seq = line["seq"]
        kinds[judged(sheet, line, key, kinds["fixed"] + kinds["open"], at)] += 1
    at, gone, places, hints = last + 1, *(end.get(name) for name in ("gone", "places", "hints"))
    need(end.get("choices") == last - 2 and end.get("throws") == sum(kinds.values()), at, "count")
    need(are_whole(gone, seats) and are_whole(places, seats + 1) and are_whole(hints), at, "end")
    need(len(hints) == seats and are_whole([end.get("seq")]) and end["seq"] >= seq, at, "end")
    ways = {"rules": last > 2, "given up": gone, "closed": True}
    need(ways.get(str(end.get("ended"))) and len(places) == seats * (end["ended"] != "closed"), at, "end")
    body = sha256("\n".join([*rows[:last], rows[last].partition(', "proof": "')[0]]).encode()).hexdigest()
    need(end.get("proof") == hmac.new(key, f"record/{body}".encode(), "sha256").hexdigest(), at, "proof")
    digest, signers = sha256("".join(row + "\n" for row in rows[:at]).encode()).hexdigest(), set()
    for at, line in enumerate(lines[last + 1 :], start=last + 2):
        need(are_whole([line.get("share")], len(shares)) and line["share"] not in signers, at, "signed")
        need(is_signed(shares[line["share"]].get("given"), digest, line.get("signed")), at, "signed")
        signers.add(line["share"])
    known = shown = [share.get("sealed") for share in shares]
    if kept is not None or is_strict:
        need(isinstance(kept, dict) and isinstance(kept.get("sealed"), list), 0, "json")
        for name, value in (("luck", 3), ("seal", opened["seal"]), ("sheet", sealed)):
            need(kept.get(name) == value, 0, name)
        shown = kept["sealed"]
        need(shown == known[: len(known) if kept.get("complete") is True else len(shown)], 0, "shares")
    # Who signs with a key that nobody had seen sealed before the match may be anybody.
    confirmed = sum(share < len(shown) for share in signers)
    need(confirmed or not is_strict, last + 1, "unconfirmed")
    found = kinds | {"throws": kinds["fixed"] + kinds["open"], "shares": len(shares), "confirmed": confirmed}
    missing = sum(share.get("given") is None for share in shares)
    return found | {"missing": missing, "seal": opened["seal"], "end": last + 1}


def main(paths: list[str]) -> int:
    """Check files from the command line; return 0 if all is well, and 1 if not."""
    try:
        record, seal = (Path(path).read_bytes().decode() for path in paths)
        found = check(record, json.loads(seal))
    except (Fault, OSError, ValueError) as fault:
        print(fault if isinstance(fault, Fault) else f"cannot be read: {fault}")
        return 1
    print("verified: all {throws} throws match the seal {seal}".format(**found))
    print("players' devices: {shares}, missing parts: {missing}, signed this record: {confirmed}".format(**found))
    print("draws whose counts only `sobremesa verify` can judge: {open}; typed in, unchecked: {typed}".format(**found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) == 3 else "usage: verify.py RECORD SEAL")
