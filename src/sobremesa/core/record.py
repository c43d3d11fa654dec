r"""Records: a match as JSON Lines, from which it is replayed exactly.

The first line is the head: game, rules, seats, options, seed and players, or, in place of seats and options, the
position from which the match began. Then every choice has a line with its actor and its text. The last line counts
the choices, so that a record that lost lines is noticed. Each line ends with a check of itself and of all lines before
it, so that one that was changed is found and named.

    {"sobremesa": 1, "game": "sequence-dice", "rules": 1, "seats": 2, "options": {}, "seed": 7,
     "players": [], "check": "5f0c1d9a"}
    {"actor": "chance", "choice": "9", "check": "a91b7c33"}
    {"choices": 1, "check": "0d2e4f11"}

The record of a match whose luck was sealed has format 2: its head tells the seal and what opened it in place of a seed,
every throw tells whose it was, what could have come and how often, and the last line counts the throws and ends with a
proof: HMAC-SHA256 by the key of the throws of "record/" and the SHA-256 of all lines before, in hexadecimal.
docs/fairness.md tells how all of that is checked.

Format 3 begins with the sheet, which was sealed before the match with the secret: its facts, and all kinds of throws
with their outcomes and weights. The second line opens the seal. A throw names its kind, and, where that is not fixed,
how often each of the outcomes of the sheet was left. The last line but for confirmations tells how the match ended,
and its proof covers all before it; lines after it are the confirmations of players' devices.
"""

import hashlib
import os
from dataclasses import dataclass, field
from typing import Any

from sobremesa.core import files, jsontext
from sobremesa.core.errors import InvalidRecord, NoRecord
from sobremesa.core.throws import outcome_in
from sobremesa.core.words import Phrase

FORMAT = 1
"""The version of the format; a record of a later one is refused."""
SEALED_FORMAT = 2
"""The version of the format of matches whose luck was sealed."""
SHEET_FORMAT = 3
"""The version of the format of matches that were sealed with all kinds of their throws."""


@dataclass(frozen=True)
class Throw:
    """This is what chance could have chosen: whose throw it was, in which phase, what could come and how often."""

    seat: int | None
    phase: str
    outcomes: tuple[str, ...]
    weights: tuple[int, ...]
    typed: bool = False
    """Whether real dice were thrown, and somebody said what they showed."""
    seq: int = 0
    """The number of its event in the log, by which those who saw it know it again; 0 before format 3."""


@dataclass(frozen=True)
class Sealed:
    """This is the sealed luck of a match, opened: nobody could have chosen it, and everybody can check it."""

    match: str
    luck: int
    """How the key of the throws is made: 1 of the secret alone, 2 of the secret and the shares."""
    seal: str
    secret: str
    shares: tuple[dict[str, Any], ...]
    """What each device added: its seats, what it sealed, and what it gave."""
    proof: str = ""
    sheet: dict[str, Any] | None = None
    """What was sealed with the secret before the match; None before format 3."""
    end: dict[str, Any] = field(default_factory=dict)
    """How the match ended: by its rules or because people gave up, the places, and the hints that each seat took."""
    confirmed: tuple[dict[str, Any], ...] = ()
    """What devices have signed: the number of the share, and the signature."""

    def kind(self, throw: Throw) -> dict[str, Any]:
        """Return the kind of a throw as the sheet tells it; nothing if the game does not tell its kinds."""
        kinds: dict[str, Any] = (self.sheet or {}).get("throws") or {}
        found: dict[str, Any] = kinds.get(throw.phase, {})
        return found


@dataclass(frozen=True)
class Step:
    """This is one choice of a match: who made it, and its text."""

    actor: int | str
    choice: str
    throw: Throw | None = None
    """For an outcome of a match whose luck was sealed."""

    def line(self) -> dict[str, Any]:
        """This is the step as a line of a record, without its check."""
        line: dict[str, Any] = {"actor": self.actor, "choice": self.choice}
        if self.throw is None:
            return line
        listed: dict[str, Any] = {"seat": self.throw.seat, "phase": self.throw.phase}
        listed |= {"outcomes": list(self.throw.outcomes), "weights": list(self.throw.weights)}
        return line | listed | ({"typed": True} if self.throw.typed else {})

    def kind_line(self, sealed: Sealed) -> dict[str, Any]:
        """Return the step as a line of a record of format 3, without its check."""
        line: dict[str, Any] = {"actor": self.actor, "choice": self.choice}
        if self.throw is None:
            return line
        throw, kind = self.throw, sealed.kind(self.throw)
        line |= {"seat": throw.seat, "kind": throw.phase, "seq": throw.seq}
        if throw.typed:
            return line | {"typed": True}
        if not kind:
            return line | {"outcomes": list(throw.outcomes), "weights": list(throw.weights)}
        if kind["fixed"]:
            return line
        left = {outcome_in(text): weight for text, weight in zip(throw.outcomes, throw.weights, strict=True)}
        return line | {"counts": [left.get(outcome, 0) for outcome in kind["outcomes"]]}


@dataclass(frozen=True, kw_only=True)
class Record:
    """This is a match from its set-up to its last choice so far."""

    game: str
    rules: int
    seed: int
    seats: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    players: tuple[str, ...] = ()
    """Who sits where: "" for a person, or the name of a bot; nothing if nobody said."""
    language: str = ""
    """In which language it was played last; nothing if nobody said."""
    steps: tuple[Step, ...] = ()
    sealed: Sealed | None = None
    """What the luck came from, if it was sealed; then there is no seed."""

    @property
    def first_step(self) -> int:
        """The number of the line of the first choice."""
        return 3 if self.sealed is not None and self.sealed.sheet is not None else 2

    def text(self) -> str:
        """This is the record as JSON Lines."""
        check = ""
        lines = []
        for line in self._all_lines():
            check = _check(check, line)
            lines.append(jsontext.dump(line | {"check": check}) + "\n")
        return "".join(lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """This writes the record; if that fails the file is as it was."""
        files.write(path, self.text())

    def _all_lines(self) -> list[dict[str, Any]]:
        sealed = self.sealed
        if sealed is None or sealed.sheet is None:
            return [self._head(), *(step.line() for step in self.steps), self._end()]
        opened = {"seal": sealed.seal, "secret": sealed.secret, "shares": list(sealed.shares)}
        steps = [step.kind_line(sealed) for step in self.steps]
        return [sealed.sheet, opened | {"players": list(self.players)}, *steps, self._end(), *sealed.confirmed]

    def _end(self) -> dict[str, Any]:
        end: dict[str, Any] = {"choices": len(self.steps)}
        if self.sealed is None:
            return end
        throws = sum(step.throw is not None for step in self.steps)
        return end | {"throws": throws} | self.sealed.end | {"proof": self.sealed.proof}

    def _head(self) -> dict[str, Any]:
        began: dict[str, Any] = (
            {"seats": self.seats, "options": self.options} if self.position is None else {"position": self.position}
        )
        if self.sealed is not None:
            opened = {name: getattr(self.sealed, name) for name in ("match", "luck", "seal", "secret")}
            opened |= {"shares": list(self.sealed.shares), "players": list(self.players)}
            return {"sobremesa": SEALED_FORMAT, "game": self.game, "rules": self.rules} | began | opened
        return (
            {"sobremesa": FORMAT, "game": self.game, "rules": self.rules}
            | began
            | {"seed": self.seed, "players": list(self.players)}
            | ({"language": self.language} if self.language else {})
        )


def load(path: str | os.PathLike[str]) -> Record:
    """This reads a record from a file."""
    return parse(files.read(path))


def parse(text: str) -> Record:
    """This reads a record; what is damaged is refused with its line and the reason."""
    lines = _lines(text)
    head = lines[0]
    if head.get("sobremesa") == SEALED_FORMAT:
        return _sealed(lines)
    if head.get("sobremesa") == SHEET_FORMAT:
        return _with_sheet(lines)
    if head.get("sobremesa") != FORMAT:
        raise _refused(1, "format", expected=FORMAT, given=jsontext.shown(head.get("sobremesa")))
    began = {"position": dict} if "position" in head else {"seats": int, "options": dict}
    spoken = {"language": str} if "language" in head else {}
    _expect(1, head, {"sobremesa": int, "game": str, "rules": int, "seed": int, "players": list} | began | spoken)
    players = _players(head)
    steps = []
    for number, line in enumerate(lines[1:-1], start=2):
        _expect(number, line, {"actor": (int, str), "choice": str})
        steps.append(Step(line["actor"], line["choice"]))
    _expect(len(lines), lines[-1], {"choices": int})
    _count(lines, "choices", len(steps))
    del head["sobremesa"]
    return Record(**head | {"players": players}, steps=tuple(steps))


def _sealed(lines: list[dict[str, Any]]) -> Record:
    """This reads a record whose luck was sealed; whether the throws come from the seal is for others to check."""
    head, end = lines[0], lines[-1]
    texts = dict.fromkeys(("game", "match", "seal", "secret"), str)
    began = {"sobremesa": int, "rules": int, "seats": int, "options": dict, "luck": int, "shares": list}
    _expect(1, head, texts | began | {"players": list})
    players = _players(head)
    steps = [_sealed_step(number, line) for number, line in enumerate(lines[1:-1], start=2)]
    _expect(len(lines), end, {"choices": int, "throws": int, "proof": str})
    _count(lines, "choices", len(steps))
    _count(lines, "throws", sum(step.throw is not None for step in steps))
    opened = Sealed(
        head["match"], head["luck"], head["seal"], head["secret"], tuple(head["shares"]), lines[-1]["proof"]
    )
    return Record(
        game=head["game"],
        rules=head["rules"],
        seed=0,
        seats=head["seats"],
        options=head["options"],
        players=players,
        steps=tuple(steps),
        sealed=opened,
    )


def _sealed_step(number: int, line: dict[str, Any]) -> Step:
    keys: dict[str, Any] = {"actor": (int, str), "choice": str}
    if line.get("actor") != "chance":
        _expect(number, line, keys)
        return Step(line["actor"], line["choice"])
    is_typed = line.pop("typed", False)
    _expect(number, line, keys | {"seat": (int, type(None)), "phase": str, "outcomes": list, "weights": list})
    throw = Throw(line["seat"], line["phase"], tuple(line["outcomes"]), tuple(line["weights"]), is_typed is True)
    return Step(line["actor"], line["choice"], throw)


SHEET = {"sobremesa": int, "match": str, "game": str, "rules": int, "luck": int, "seats": list, "options": dict}
OPENED = {"seal": str, "secret": str, "shares": list, "players": list}
END = {
    "choices": int,
    "throws": int,
    "ended": str,
    "places": list,
    "gone": list,
    "seq": int,
    "hints": list,
    "proof": str,
}


def _with_sheet(lines: list[dict[str, Any]]) -> Record:
    """Read a record of format 3; whether the throws come from the seal is for others to check."""
    last = next((number for number, line in enumerate(lines) if "choices" in line), 0)
    if last < 2:
        raise _refused(len(lines) + 1, "cut_end")
    sheet, opened, end = lines[0], lines[1], lines[last]
    _expect(1, sheet, SHEET | {"real": list, "throws": dict})
    _check_kinds(sheet["throws"])
    _expect(2, opened, OPENED)
    _expect(last + 1, end, END)
    for number, line in enumerate(lines[last + 1 :], start=last + 2):
        _expect(number, line, {"share": int, "signed": str})
    steps = [_kind_step(number, line, sheet["throws"]) for number, line in enumerate(lines[2:last], start=3)]
    _count(lines[: last + 1], "choices", len(steps))
    _count(lines[: last + 1], "throws", sum(step.throw is not None for step in steps))
    told = {name: value for name, value in end.items() if name not in ("choices", "throws", "proof")}
    sealed = Sealed(
        match=sheet["match"],
        luck=sheet["luck"],
        seal=opened["seal"],
        secret=opened["secret"],
        shares=tuple(opened["shares"]),
        proof=end["proof"],
        sheet=sheet,
        end=told,
        confirmed=tuple(lines[last + 1 :]),
    )
    return Record(
        game=sheet["game"],
        rules=sheet["rules"],
        seed=0,
        seats=len(sheet["seats"]),
        options=sheet["options"],
        players=_players(opened, 2),
        steps=tuple(steps),
        sealed=sealed,
    )


def _check_kinds(kinds: dict[str, Any]) -> None:
    for kind in kinds.values():
        types = {name: type(value) for name, value in kind.items()} if isinstance(kind, dict) else {}
        if types != {"fixed": bool, "outcomes": list, "weights": list}:
            raise _refused(1, "value", key="throws", given=jsontext.shown(kind))


def _kind_step(number: int, line: dict[str, Any], kinds: dict[str, Any]) -> Step:
    keys: dict[str, Any] = {"actor": (int, str), "choice": str}
    if line.get("actor") != "chance":
        _expect(number, line, keys)
        return Step(line["actor"], line["choice"])
    is_typed = line.get("typed") is True
    keys |= {"seat": (int, type(None)), "kind": str, "seq": int}
    if is_typed:
        del line["typed"]
        _expect(number, line, keys)
        return Step(line["actor"], line["choice"], _thrown(line, [], [], is_typed=True))
    kind = kinds.get(str(line.get("kind"))) if kinds else None
    if kind is None:
        _expect(number, line, keys | {"outcomes": list, "weights": list})
        outcomes, weights = line["outcomes"], line["weights"]
    elif kind["fixed"] is True:
        _expect(number, line, keys)
        outcomes, weights = kind["outcomes"], kind["weights"]
    else:
        _expect(number, line, keys | {"counts": list})
        prefix = line["choice"][: len(line["choice"]) - len(outcome_in(line["choice"]))]
        left = [each for each in zip(kind["outcomes"], line["counts"], strict=False) if each[1]]
        outcomes, weights = [prefix + str(text) for text, _ in left], [many for _, many in left]
    return Step(line["actor"], line["choice"], _thrown(line, outcomes, weights))


def _thrown(line: dict[str, Any], outcomes: list[str], weights: list[int], *, is_typed: bool = False) -> Throw:
    return Throw(line["seat"], line["kind"], tuple(outcomes), tuple(weights), is_typed, line["seq"])


def _players(head: dict[str, Any], number: int = 1) -> tuple[str, ...]:
    if not all(isinstance(player, str) for player in head["players"]):
        raise _refused(number, "value", key="players", given=jsontext.shown(head["players"]))
    return tuple(head["players"])


def _count(lines: list[dict[str, Any]], key: str, found: int) -> None:
    if lines[-1][key] != found:
        raise _refused(len(lines), "count", expected=lines[-1][key], given=found)


def _lines(text: str) -> list[dict[str, Any]]:
    rows = text.split("\n")
    if rows[-1] != "":
        raise _refused(len(rows), "cut_line")
    check = ""
    lines: list[dict[str, Any]] = []
    for number, row in enumerate(rows[:-1], start=1):
        try:
            line = jsontext.parse(row)
        except jsontext.NotJson as fault:
            raise InvalidRecord(number, fault.reason) from fault
        if not isinstance(line, dict):
            raise _refused(number, "not_an_object")
        if number == 1 and not {"sobremesa", "check"} & set(line):
            raise NoRecord(number, Phrase(NoRecord.key))
        given = line.pop("check", None)
        check = _check(check, line)
        if given != check:
            raise _refused(number, "check")
        lines.append(line)
    if not lines:
        raise _refused(1, "empty")
    is_confirmed = lines[0].get("sobremesa") == SHEET_FORMAT
    if len(lines) < 2 or ("choices" not in lines[-1] and not is_confirmed):
        raise _refused(len(lines) + 1, "cut_end")
    return lines


def _expect(number: int, line: dict[str, Any], keys: dict[str, Any]) -> None:
    if set(line) != set(keys):
        raise _refused(number, "keys", expected=tuple(keys), given=tuple(line))
    for key, kind in keys.items():
        if not isinstance(line[key], kind) or isinstance(line[key], bool):
            raise _refused(number, "value", key=key, given=jsontext.shown(line[key]))


def _check(before: str, line: dict[str, Any]) -> str:
    return hashlib.sha256((before + jsontext.dump(line)).encode()).hexdigest()[:8]


def _refused(number: int, reason: str, /, **values: Any) -> InvalidRecord:
    return InvalidRecord(number, Phrase(f"record.{reason}", **values))
