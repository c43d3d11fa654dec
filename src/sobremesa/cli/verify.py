"""The command `verify`: whether every throw of a match came from its seal, and whether the rules allow the rest."""

import argparse
from types import ModuleType
from typing import Any

from rich.console import Console

from sobremesa import verify, verify2
from sobremesa.cli.parser import Parser
from sobremesa.core import files, jsontext
from sobremesa.core.errors import InvalidRecord, SobremesaError
from sobremesa.core.match import Match, replay
from sobremesa.core.record import Record, Sealed, parse
from sobremesa.core.rules import OVER
from sobremesa.core.words import Phrase, Words

PACKAGE = "sobremesa.cli"
"""Whose words this command speaks."""


class NotVerified(SobremesaError):
    """A record cannot be checked, or does not belong to the seal that was kept."""

    key = "verify.refused"

    def __init__(self, reason: Phrase) -> None:
        super().__init__(package=PACKAGE, reason=reason)


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("record", "sealed_record", metavar="RECORD")
    parser.say("seal", nargs="?", metavar="SEAL")
    parser.say("--json", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Check the throws as the independent verifiers do, and then play the record by the rules."""
    text = files.read(chosen.record)
    kept = _kept(chosen.seal) if chosen.seal else None
    found, match, record = judge(text, kept)
    sealed = record.sealed
    if chosen.json:
        match_id = sealed.match if sealed else ""
        print(jsontext.dump(found | {"game": record.game, "match": match_id, "choices": match.made}))
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(words("verify.all", count=found["throws"], seal=found["seal"]))
    if kept is None:
        console.print(words("verify.alone"))
    console.print(words("verify.shares", given=found["shares"] - found["missing"], missing=found["missing"]))
    if "confirmed" in found:
        console.print(words("verify.confirmed", count=found["confirmed"], of=found["shares"]))
    if found["typed"]:
        console.print(words("verify.typed", count=found["typed"]))
    console.print(words("verify.rules", count=match.made, game=record.game))
    if "confirmed" not in found and match.actor != OVER:
        console.print(words("verify.unended"))


def judge(text: str, kept: dict[str, Any] | None = None) -> tuple[dict[str, Any], Match, Record]:
    """Check a record, by what was kept of its seal if anything was, and by the rules; return what was found."""
    record = parse(text)
    if record.sealed is None:
        raise NotVerified(Phrase("verify.unsealed"))
    is_older = record.sealed.sheet is None
    verifier: ModuleType = verify2 if is_older else verify
    try:
        found: dict[str, Any] = verify2.check(text, kept) if is_older else verify.check(text, kept, is_strict=False)
    except verifier.Fault as fault:
        if not fault.line:
            raise NotVerified(Phrase("verify.other_seal", key=fault.reason)) from fault
        raise InvalidRecord(fault.line, Phrase(f"verify.faults.{fault.reason}"), package=PACKAGE) from fault
    match = replay(record)
    if not is_older:
        _check_end(match, record.sealed, found)
    return found, match, record


def _check_end(match: Match, sealed: Sealed, found: dict[str, Any]) -> None:
    """Refuse a record that ends where the match did not."""
    gone, is_over = sealed.end["gone"], match.actor == OVER
    stayed = match.seats - len(set(gone))
    left = [stayed + 1 if seat in gone else 1 for seat in range(match.seats)]
    if sealed.end["ended"] == "closed":
        left = []
    is_end = is_over if sealed.end["ended"] == "rules" else not is_over
    if not is_end or sealed.end["places"] != (match.places() if is_over else left):
        raise InvalidRecord(found["end"], Phrase("verify.faults.end"), package=PACKAGE)
    if not is_over and not found["confirmed"]:
        # Only those who were there know when somebody gave up.
        raise InvalidRecord(found["end"], Phrase("verify.faults.unconfirmed"), package=PACKAGE)


def _kept(path: str) -> dict[str, Any]:
    try:
        kept = jsontext.parse(files.read(path))
    except jsontext.NotJson as fault:
        raise NotVerified(Phrase("verify.no_seal")) from fault
    if not isinstance(kept, dict):
        raise NotVerified(Phrase("verify.no_seal"))
    return kept
