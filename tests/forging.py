"""Forgeries of records of format 3, by the server itself: it knows the code, the secret, the key and every share.

After each forgery everything is recomputed that can be: throws by the key, counts, checks, the proof and, where the
forger has put a device of its own in the place of a player's, a signature. What it does not have is the keys with which
the devices of players sign, nor what they have kept.
"""

import hmac
import json
import random
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from sobremesa.core.throws import outcome_in
from sobremesa.server import fairness
from tests.devices import Device

Line = dict[str, Any]


class Record:
    """A record whose lines can be changed, and written as somebody would who knows how."""

    def __init__(self, text: str) -> None:
        lines = [json.loads(row) for row in text.splitlines()]
        for line in lines:
            del line["check"]
        last = next(place for place, line in enumerate(lines) if "choices" in line)
        self.sheet, self.opened, self.end = lines[0], lines[1], lines[last]
        self.steps: list[Line] = lines[2:last]
        self.signed: list[Line] = lines[last + 1 :]
        self.number = 0
        """The number of the first throw."""

    @property
    def throws(self) -> list[Line]:
        return [line for line in self.steps if line["actor"] == "chance"]

    @property
    def drawn(self) -> list[Line]:
        return [line for line in self.throws if not line.get("typed")]

    @property
    def key(self) -> bytes:
        shares = [share["given"] for share in self.opened["shares"]]
        return fairness.sheet_key(bytes.fromhex(self.opened["secret"]), self.opened["seal"], shares)

    def seal(self) -> None:
        """Seal the sheet and the secret anew, as if they had been so from the start."""
        self.opened["seal"] = fairness.seal_of(bytes.fromhex(self.opened["secret"]), json.dumps(self.sheet))

    def throw(self) -> None:
        """Let all dice fall again by the key and the table, from the first throw on."""
        key = self.key
        for number, line in enumerate(self.drawn, start=self.number):
            kind = self.sheet["throws"][line["kind"]]
            weights = kind["weights"] if kind["fixed"] else line["counts"]
            outcome = kind["outcomes"][fairness.outcome(key, number, weights)]
            line["choice"] = line["choice"].removesuffix(outcome_in(line["choice"])) + outcome

    def text(self, *, counted: bool = True) -> str:
        """Write the record, counted and proved anew."""
        if counted:
            self.end |= {"choices": len(self.steps), "throws": len(self.throws)}
        end = {name: value for name, value in self.end.items() if name != "proof"}
        body = checked([self.sheet, self.opened, *self.steps]) + json.dumps(end, ensure_ascii=False)[:-1]
        digest = sha256(body.encode()).hexdigest()
        end["proof"] = hmac.digest(self.key, f"record/{digest}".encode(), "sha256").hex()
        return checked([self.sheet, self.opened, *self.steps, end, *self.signed])


def checked(lines: list[Line]) -> str:
    """Write lines, each with its check."""
    check, rows = "", []
    for line in lines:
        body = json.dumps(line, ensure_ascii=False)
        check = sha256((check + body).encode()).hexdigest()[:8]
        rows.append(f'{body[:-1]}, "check": "{check}"}}\n')
    return "".join(rows)


# Kinds of forgeries. Each tells whether it could be made of a record.


def reordered(record: Record, luck: random.Random) -> bool:
    """Put another outcome where the ticket falls, in the table that was sealed."""
    if not record.drawn:
        return False
    kind = record.sheet["throws"][luck.choice(record.drawn)["kind"]]
    luck.shuffle(kind["outcomes"])
    return resealed(record, luck)


def reweighted(record: Record, luck: random.Random) -> bool:
    """Let an outcome come more often."""
    if not record.drawn:
        return False
    kind = record.sheet["throws"][luck.choice(record.drawn)["kind"]]
    kind["weights"][luck.randrange(len(kind["weights"]))] += luck.choice((1, 5, 100))
    return resealed(record, luck)


def single(record: Record, luck: random.Random) -> bool:
    """Leave one outcome, which then always comes."""
    fixed = [line for line in record.drawn if record.sheet["throws"][line["kind"]]["fixed"]]
    if not fixed:
        return False
    kind = record.sheet["throws"][luck.choice(fixed)["kind"]]
    kind["outcomes"], kind["weights"] = [luck.choice(kind["outcomes"])], [1]
    return resealed(record, luck)


def resealed(record: Record, luck: random.Random) -> bool:
    """Leave the seal as it was shown, or seal anew; in both cases the dice fall by what the record then says."""
    if luck.random() < 0.5:
        record.seal()
    record.throw()
    return True


def listed(record: Record, luck: random.Random) -> bool:
    """List outcomes beside a throw, as older records do, and choose among them."""
    if not record.drawn:
        return False
    line = luck.choice(record.drawn)
    outcomes = list(record.sheet["throws"][line["kind"]]["outcomes"])
    luck.shuffle(outcomes)
    line |= {"outcomes": outcomes, "weights": [1] * len(outcomes)}
    line["kind"] = luck.choice((line["kind"], "other"))
    line["choice"] = outcomes[fairness.outcome(record.key, record.drawn.index(line), line["weights"])]
    return True


def chosen(record: Record, luck: random.Random) -> bool:
    """Let dice show something else than the key says."""
    if not record.throws:
        return False
    line = luck.choice(record.throws)
    others = [each for each in record.sheet["throws"][line["kind"]]["outcomes"] if each != outcome_in(line["choice"])]
    line["choice"] = line["choice"].removesuffix(outcome_in(line["choice"])) + luck.choice(others)
    return True


def cut(record: Record, luck: random.Random) -> bool:
    """Leave out the end, and say that somebody gave up, or that it was the end."""
    if not record.steps:
        return False
    del record.steps[-luck.randint(1, min(10, len(record.steps))) :]
    return ended(record, luck)


def empty(record: Record, luck: random.Random) -> bool:
    """Leave out everything."""
    if not record.steps:
        return False
    record.steps.clear()
    return ended(record, luck)


def ended(record: Record, luck: random.Random) -> bool:
    """Tell another end."""
    places = luck.choice(([1, 2], [2, 1], [1, 1]))
    ways: list[Line] = [{"ended": "rules", "gone": []}, {"ended": "given up", "gone": [0]}]
    ways = [way | {"places": places} for way in ways] + [{"ended": "closed", "gone": [], "places": []}]
    before = dict(record.end)
    record.end |= luck.choice(ways)
    return bool(record.end != before or len(record.steps) != before["choices"])


def swapped_seats(record: Record, luck: random.Random) -> bool:
    """Give throws to another seat: one of them, or all."""
    owned = [line for line in record.throws if line["seat"] is not None]
    if not owned:
        return False
    for line in owned if luck.random() < 0.5 else [luck.choice(owned)]:
        line["seat"] = 1 - line["seat"]
    return True


def swapped_players(record: Record, luck: random.Random) -> bool:
    """Let others have sat there, in the sheet too or not."""
    players = list(reversed(record.opened["players"]))
    if players == record.opened["players"]:
        return False
    record.opened["players"] = players
    for share in record.opened["shares"]:
        share["seats"] = [1 - seat for seat in share["seats"]]
    if luck.random() < 0.5:
        record.sheet["seats"].reverse()
        return resealed(record, luck)
    return True


def other_game(record: Record, luck: random.Random) -> bool:
    """Say that it was another game."""
    record.sheet["game"] = luck.choice([name for name in ("poleana", "girumgo") if name != record.sheet["game"]])
    return resealed(record, luck)


def other_rules(record: Record, luck: random.Random) -> bool:
    """Say that it was played by another version of the rules."""
    record.sheet["rules"] += luck.choice((-1, 1))
    return resealed(record, luck)


def other_options(record: Record, luck: random.Random) -> bool:
    """Say that it was played with other options."""
    record.sheet["options"] = {**record.sheet["options"], "another": luck.randrange(9)}
    return resealed(record, luck)


def other_match(record: Record, luck: random.Random) -> bool:
    """Say that it was another match."""
    record.sheet["match"] = secrets.token_hex(6)
    return resealed(record, luck)


def shifted(record: Record, luck: random.Random) -> bool:
    """Begin to count the throws elsewhere."""
    if not record.drawn:
        return False
    before = [line["choice"] for line in record.drawn]
    record.number = luck.choice((1, 2, 7))
    record.throw()
    return before != [line["choice"] for line in record.drawn]


def late_bytes(record: Record, luck: random.Random) -> bool:
    """Put a device of the server in the place of the one that gave last, and let it sign."""
    own = Device()
    shares = record.opened["shares"]
    place = luck.randrange(len(shares))
    shares[place] |= {"sealed": own.sealed, "given": own.given}
    return by_own(record, own, place)


def added(record: Record, luck: random.Random) -> bool:
    """Add a share once all others are known: who may do that can try as many keys as they like."""
    own = Device()
    bots = [seat for seat, player in enumerate(record.opened["players"]) if player]
    seats = luck.choice([[], [0], [0, 1], bots, [2], [-1]])
    if bots and luck.random() < 0.5:
        record.opened["players"] = ["", ""]
    record.opened["shares"].append({"seats": seats, "sealed": own.sealed, "given": own.given})
    return by_own(record, own, len(record.opened["shares"]) - 1)


def by_own(record: Record, own: Device, place: int) -> bool:
    """Let all dice fall by the new key, and sign with a device of the server."""
    record.throw()
    record.signed = []
    text = record.text()
    record.signed = [{"share": place, "signed": own.sign(text)}]
    return True


def withheld(record: Record, luck: random.Random) -> bool:
    """Say that a share did not come, and let the dice fall without it."""
    given = [share for share in record.opened["shares"] if share["given"]]
    luck.choice(given)["given"] = None
    record.throw()
    return True


def other_secret(record: Record, luck: random.Random) -> bool:
    """Open another secret than the one that was sealed."""
    record.opened["secret"] = secrets.token_hex(32)
    return resealed(record, luck)


def lost_throw(record: Record, luck: random.Random) -> bool:
    """Leave out a throw, and let the others fall anew."""
    if not record.throws:
        return False
    record.steps.remove(luck.choice(record.throws))
    record.throw()
    return True


def new_throw(record: Record, luck: random.Random) -> bool:
    """Throw once more."""
    if not record.drawn:
        return False
    line = luck.choice(record.drawn)
    record.steps.insert(record.steps.index(line), dict(line))
    record.throw()
    return True


def other_move(record: Record, luck: random.Random) -> bool:
    """Change a move."""
    moves = [line for line in record.steps if line["actor"] != "chance"]
    if not moves:
        return False
    luck.choice(moves)["choice"] = luck.choice(moves)["choice"] + "0"
    return True


def counts(record: Record, luck: random.Random) -> bool:
    """Leave other cards in the deck, or more of one than there are, and draw among them."""
    drawn = [line for line in record.drawn if "counts" in line]
    if not drawn:
        return False
    line = luck.choice(drawn)
    left = line["counts"]
    place = luck.randrange(len(left))
    most = record.sheet["throws"][line["kind"]]["weights"][place]
    left[place] = luck.choice([many for many in range(most + 2) if many != left[place]])
    if not sum(left):
        return False
    record.throw()
    return True


def typed(record: Record, luck: random.Random) -> bool:
    """Say that a throw was of real dice, so that nobody works it out again."""
    drawn = [line for line in record.drawn if "counts" not in line]
    if not drawn:
        return False
    line = luck.choice(drawn)
    line["typed"] = True
    line["choice"] = luck.choice(record.sheet["throws"][line["kind"]]["outcomes"])
    if luck.random() < 0.5:
        record.sheet["real"] = list(record.sheet["throws"])
        return resealed(record, luck)
    record.throw()
    return True


def hints(record: Record, luck: random.Random) -> bool:
    """Say that a seat took more hints, or fewer."""
    record.end["hints"][luck.randrange(2)] += 1
    return True


def signature(record: Record, luck: random.Random) -> bool:
    """Keep everything, but put another signature there, in another place, or none."""
    if not record.signed:
        return False
    line = luck.choice(record.signed)
    if luck.random() < 0.4:
        record.signed = []
    elif luck.random() < 0.5:
        line["share"] = luck.choice([each for each in (-1, 0, 1, 2) if each != line["share"]])
    else:
        line["signed"] = Device().sign("")
    return True


def older(record: Record, luck: random.Random) -> bool:
    """Say that the record is of an older format, which fixes less."""
    record.sheet["sobremesa" if luck.random() < 0.5 else "luck"] = luck.choice((1, 2))
    return resealed(record, luck)


KINDS: dict[str, Callable[[Record, random.Random], bool]] = {
    "reordered": reordered,
    "reweighted": reweighted,
    "single outcome": single,
    "listed outcomes": listed,
    "chosen": chosen,
    "cut": cut,
    "empty": empty,
    "another end": ended,
    "swapped seats": swapped_seats,
    "swapped players": swapped_players,
    "other game": other_game,
    "other rules": other_rules,
    "other options": other_options,
    "other match": other_match,
    "shifted counters": shifted,
    "replaced late bytes": late_bytes,
    "added share": added,
    "withheld share": withheld,
    "other secret": other_secret,
    "lost throw": lost_throw,
    "new throw": new_throw,
    "other move": other_move,
    "counts of cards": counts,
    "typed": typed,
    "hints": hints,
    "signature": signature,
    "older format": older,
}
OWN = ("replaced late bytes", "added share", "signature")
"""Kinds that bring signatures of their own."""


def forge(text: str, kind: str, luck: random.Random) -> str | None:
    """Return a record forged in a way; None if it cannot be of this record."""
    record = Record(text)
    if not KINDS[kind](record, luck):
        return None
    if kind not in OWN and luck.random() < 0.5:
        # Whoever cannot sign may also hide that anybody did.
        record.signed = []
    found = record.text()
    return found if found != text else None


def forged(text: str, luck: random.Random) -> tuple[str, str]:
    """Return a forgery of some kind of a record, after the name of the kind."""
    while True:
        kind = luck.choice(list(KINDS))
        found = forge(text, kind, luck)
        if found is not None:
            return kind, found
