"""The command `verify`: whether every throw of a match came from its seal, and whether the rules allow the rest."""

import argparse
from typing import Any

from rich.console import Console

from sobremesa import verify
from sobremesa.cli.parser import Parser
from sobremesa.core import files, jsontext
from sobremesa.core.errors import InvalidRecord, SobremesaError
from sobremesa.core.match import replay
from sobremesa.core.record import parse
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
    """This checks the throws as the independent verifier does, and then plays the record by the rules."""
    text = files.read(chosen.record)
    sheet = _sheet(chosen.seal) if chosen.seal else None
    record = parse(text)
    if record.sealed is None:
        raise NotVerified(Phrase("verify.unsealed"))
    try:
        found = verify.check(text, sheet)
    except verify.Fault as fault:
        if not fault.line:
            raise NotVerified(Phrase("verify.other_seal", key=fault.reason)) from fault
        raise InvalidRecord(fault.line, Phrase(f"verify.faults.{fault.reason}"), package=PACKAGE) from fault
    match = replay(record)
    if chosen.json:
        print(jsontext.dump(found | {"game": record.game, "match": record.sealed.match, "choices": match.made}))
        return
    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(words("verify.all", count=found["throws"], seal=found["seal"]))
    console.print(words("verify.shares", given=found["shares"] - found["missing"], missing=found["missing"]))
    if found["typed"]:
        console.print(words("verify.typed", count=found["typed"]))
    console.print(words("verify.rules", count=match.made, game=record.game))


def _sheet(path: str) -> dict[str, Any]:
    try:
        sheet = jsontext.parse(files.read(path))
    except jsontext.NotJson as fault:
        raise NotVerified(Phrase("verify.no_seal")) from fault
    if not isinstance(sheet, dict):
        raise NotVerified(Phrase("verify.no_seal"))
    return sheet
