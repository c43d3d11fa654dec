"""Single changes of records of before format 3, which both verifiers of that time must find."""

import hmac
import json
import math
import random
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sobremesa.server import fairness

SURE = 60
"""From how many bits of luck on nobody can hope that other dice fall the same way."""
Lines = list[dict[str, Any]]


def checked(lines: Lines) -> str:
    """This writes lines as a record, each with its check, as somebody would who knows how."""
    check, rows = "", []
    for line in lines:
        body = json.dumps({key: value for key, value in line.items() if key != "check"}, ensure_ascii=False)
        check = sha256((check + body).encode()).hexdigest()[:8]
        rows.append(f'{body[:-1]}, "check": "{check}"}}\n')
    return "".join(rows)


def forged(lines: Lines) -> str:
    """This is a record whose forger has also counted anew, and made a proof from the opened key."""
    lines = [*lines[:-1], dict(lines[-1])]
    lines[-1]["choices"] = len(lines) - 2
    lines[-1]["throws"] = len(throws_in(lines))
    key = key_in(lines)
    body = "".join(checked(lines).splitlines(keepends=True)[:-1])
    proof = hmac.digest(key, f"record/{sha256(body.encode()).hexdigest()}".encode(), "sha256")
    lines[-1]["proof"] = proof.hex()
    return checked(lines)


def replayed(lines: Lines) -> str:
    """This is a record whose dice fell by its key from the first throw on, as if the server had played it so."""
    key = key_in(lines)
    drawn = [place for place in throws_in(lines) if not lines[place].get("typed")]
    for number, place in enumerate(drawn):
        line = lines[place]
        line["choice"] = line["outcomes"][fairness.outcome(key, number, line["weights"])]
    return forged(lines)


def key_in(lines: Lines) -> bytes:
    head = lines[0]
    shares = [share["given"] or "-" for share in head["shares"]]
    message = head["match"] if head["luck"] == 1 else "/".join(("sobremesa/2", head["match"], *shares))
    return hmac.digest(bytes.fromhex(head["secret"]), message.encode(), "sha256")


def added(lines: Lines, seats: list[int]) -> None:
    """This adds a share once all others are known: who may do that can try as many keys as they like."""
    given = secrets.token_bytes(16)
    share = {"seats": seats, "sealed": sha256(given).hexdigest(), "given": given.hex()}
    lines[0]["shares"].append(share)


def throws_in(lines: Lines) -> list[int]:
    return [place for place, line in enumerate(lines) if line.get("actor") == "chance"]


def bits_in(lines: Lines) -> float:
    """This is how unlikely it is that other luck would have led to the same throws."""
    drawn = [line for line in lines if line.get("actor") == "chance" and not line.get("typed")]
    return sum(
        math.log2(sum(line["weights"]) / line["weights"][line["outcomes"].index(line["choice"])]) for line in drawn
    )


def other_hex(text: str, luck: random.Random) -> str:
    place = luck.randrange(len(text))
    return text[:place] + luck.choice([each for each in "0123456789abcdef" if each != text[place]]) + text[place + 1 :]


def changed_text(text: str, luck: random.Random) -> tuple[str, str]:
    """This changes a record as an accident would: a letter, or a line."""
    rows = text.splitlines(keepends=True)
    place, row = luck.randrange(len(text)), luck.randrange(len(rows))
    kind = luck.choice(("letter", "lost letter", "new letter", "lost line", "line twice", "lines swapped", "cut"))
    if kind == "letter":
        return kind, text[:place] + luck.choice('0123456789abcxyz"{}, \n') + text[place + 1 :]
    if kind == "lost letter":
        return kind, text[:place] + text[place + 1 :]
    if kind == "new letter":
        return kind, text[:place] + luck.choice('0123456789abcxyz"{}, \n') + text[place:]
    if kind == "lost line":
        return kind, "".join(rows[:row] + rows[row + 1 :])
    if kind == "line twice":
        return kind, "".join(rows[: row + 1] + rows[row:])
    if kind == "lines swapped":
        other = luck.randrange(len(rows))
        rows[row], rows[other] = rows[other], rows[row]
        return kind, "".join(rows)
    return kind, text[:place]


def changed_lines(lines: Lines, luck: random.Random) -> tuple[str, Callable[[Lines], str]]:
    """This changes one thing that a record says, and tells how well a forger could hide that.

    What the throws hang on is found whatever the forger recomputes; the rest is found by the proof.
    """
    head, throws = lines[0], throws_in(lines)
    drawn = [place for place in throws if not lines[place].get("typed")]
    given = [share for share in head["shares"] if share["given"]]
    is_sure = bits_in(lines) > SURE
    line = lines[luck.choice(drawn)] if drawn else None
    kind = luck.choice(KINDS)
    if kind == "throw" and line and len(line["outcomes"]) > 1:
        line["choice"] = luck.choice([each for each in line["outcomes"] if each != line["choice"]])
        return kind, forged
    if kind == "secret":
        head["secret"] = other_hex(head["secret"], luck)
        return kind, forged
    if kind == "seal":
        head["seal"] = other_hex(head["seal"], luck)
        return kind, forged
    if kind == "given" and given:
        share = luck.choice(given)
        share["given"] = other_hex(share["given"], luck)
        return kind, forged
    if kind == "sealed" and given:
        share = luck.choice(given)
        share["sealed"] = other_hex(share["sealed"], luck)
        return kind, forged
    if kind == "match" and is_sure:
        head["match"] = other_hex(head["match"], luck)
        return kind, forged
    if kind == "missing" and given and is_sure:
        luck.choice(given)["given"] = None
        return kind, forged
    if kind == "shares swapped" and len(given) > 1 and is_sure:
        head["shares"].reverse()
        return kind, forged
    if kind == "another type":
        # What stumbles over it would say nothing of use to whoever checks.
        inside = luck.choice([*(lines[luck.randrange(len(lines))] for _ in range(2)), head, *head["shares"]])
        name = luck.choice([name for name in inside if name != "check"])
        inside[name] = luck.choice([None, True, -1, 0.5, "x", [], [None], [[]], {}, {"x": None}])
        return kind, checked
    if kind == "added share" and head["luck"] == 2:
        bots = [seat for seat, player in enumerate(head["players"]) if player]
        added(lines, luck.choice([[], [0], [0, 1], bots, [head["seats"]], [-1]]))
        return kind, replayed
    if kind == "another luck" and given:
        head["luck"] = 1
        return kind, replayed
    if kind == "throws swapped" and len(drawn) > 1:
        one, other = luck.sample(drawn, 2)
        if lines[one]["outcomes"] == lines[other]["outcomes"] and lines[one]["choice"] != lines[other]["choice"]:
            lines[one], lines[other] = lines[other], lines[one]
            return kind, forged
    if kind == "weight" and line:
        line["weights"][luck.randrange(len(line["weights"]))] += luck.choice((1, 2, 5))
        return kind, checked
    if kind == "outcomes" and line and len(line["outcomes"]) > 1:
        line["outcomes"].insert(0, line["outcomes"].pop())
        return kind, checked
    if kind == "typed" and line:
        line["typed"] = True
        return kind, checked
    if kind == "lost throw" and throws:
        del lines[luck.choice(throws)]
        return kind, checked
    if kind == "new throw" and throws:
        lines.insert(luck.choice(throws), dict(lines[throws[-1]]))
        return kind, checked
    if kind == "count":
        lines[-1]["throws"] += luck.choice((-1, 1))
        return kind, checked
    if kind == "proof":
        lines[-1]["proof"] = other_hex(lines[-1]["proof"], luck)
        return kind, checked
    if kind == "option":
        head["options"] = head["options"] | {"another": True}
        return kind, checked
    if kind == "player":
        head["players"][0] += "x"
        return kind, checked
    moves = [place for place, each in enumerate(lines) if type(each.get("actor")) is int]
    if moves:
        lines[luck.choice(moves)]["choice"] += "0"
        return "move", checked
    head["seats"] += 1
    return "seats", checked


KINDS = [
    *("throw", "secret", "seal", "given", "sealed", "match", "missing", "throws swapped", "shares swapped", "weight"),
    *("outcomes", "typed", "lost throw", "new throw", "count", "proof", "option", "player", "move", "added share"),
    *("another luck", "another type"),
]


def changed(text: str, luck: random.Random) -> tuple[str, str]:
    """This makes a single change, and says of what kind."""
    while True:
        if luck.random() < 0.3:
            kind, other = changed_text(text, luck)
        else:
            lines = [json.loads(row) for row in text.splitlines()]
            kind, write = changed_lines(lines, luck)
            other = write(lines)
        if other != text:
            return kind, other
