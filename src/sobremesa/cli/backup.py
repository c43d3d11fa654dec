"""The command `backup`: a copy of all matches, made while they are played, and a look at each if wanted."""

import argparse
from pathlib import Path

from sobremesa.cli.parser import Parser
from sobremesa.core.words import Words


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("folder", key="backup", metavar="FOLDER")
    parser.say("--data", metavar="FOLDER")
    parser.say("--check", action="store_true")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This copies, and follows every log if that is wanted."""
    # The other commands need no server, and should not wait for it to load.
    from sobremesa.server.audit import audit
    from sobremesa.server.backup import back_up
    from sobremesa.server.refusals import Refused
    from sobremesa.server.serve import data_folder
    from sobremesa.server.store import SQLite

    copy = back_up(Path(chosen.data) if chosen.data else data_folder(), Path(chosen.folder))
    if not chosen.check:
        print(words("backup.done", path=str(copy)))
        return
    store = SQLite(copy.parent)
    try:
        found = audit(store)
    finally:
        store.close()
    for match, reason in found.faults.items():
        raise Refused("broken_log", match=match, reason=reason, count=len(found.faults))
    print(words("backup.checked", path=str(copy), matches=found.matches, finished=found.finished, events=found.events))
    if found.skipped:
        print(words("backup.skipped", count=found.skipped))
