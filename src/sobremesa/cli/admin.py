"""The command `admin`: matches and guests of the running server, for its operator."""

import argparse
import re
import sys
import time
import unicodedata
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from rich.console import Console
from rich.table import Table

from sobremesa.cli.parser import Parser, Usage, whole
from sobremesa.cli.progress import bar
from sobremesa.core import files, jsontext
from sobremesa.core.words import Words

if TYPE_CHECKING:
    from sobremesa.cli.remote import Remote

UNITS = {"m": 60, "h": 60 * 60, "d": 24 * 60 * 60, "w": 7 * 24 * 60 * 60, "y": 365 * 24 * 60 * 60}
"""Seconds of each unit in which an age is given."""
PAGE = 20
POLL = 0.5
"""Seconds between two looks at how far a prune is."""
KILO = 1024

Work = Callable[[argparse.Namespace, Words, "Remote"], None]


def age(text: str) -> int:
    """Read an age.

    >>> age("90d"), age("12h")
    (7776000, 43200)
    """
    found = re.fullmatch(r"(\d{1,6})([mhdwy])", text)
    if found is None:
        raise ValueError
    return int(found[1]) * UNITS[found[2]]


age.__name__ = "90d, 12h, 30m, 8w, 1y"


def declare(parser: Parser) -> None:
    """Add the actions, and the arguments of each."""
    words = parser.words
    actions = parser.add_subparsers(metavar=words("admin.metavar"), title=words("admin.actions"), required=True)
    for name, (work, arguments) in ACTIONS.items():
        action = actions.add_parser(name, words=words, about=f"admin.{name}", help=words(f"admin.{name}.about"))
        arguments(action)
        action.say("--data", metavar="FOLDER")
        action.say("--json", action="store_true")
        action.set_defaults(work=work)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Do it on the server that runs on the data folder."""
    # The other commands need no server, and should not wait for it to load.
    from sobremesa.cli.remote import Remote
    from sobremesa.server.serve import data_folder

    folder = Path(chosen.data) if chosen.data else data_folder()
    work: Work = chosen.work
    work(chosen, words, Remote(folder, words.language))


# Matches


def declare_list(parser: Parser) -> None:
    """Add the arguments of `list`."""
    parser.say("--state", "admin_state", choices=("all", "running", "finished"), default="all")
    parser.say("--game", "admin_game", metavar="GAME")
    parser.say("--older-than", "older", type=age, metavar="AGE")
    parser.say("--newer-than", "newer", type=age, metavar="AGE")
    parser.say("--page", type=whole(1, 1_000_000), default=1, metavar="N")


def list_matches(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """List matches."""
    first = (chosen.page - 1) * PAGE
    told = remote.ask(
        "GET",
        "/matches",
        state=chosen.state,
        game=chosen.game,
        older=chosen.older_than,
        newer=chosen.newer_than,
        first=first,
        count=PAGE,
    )
    if chosen.json:
        print(jsontext.dump(told))
        return
    table = Table()
    for heading in ("match", "game", "who", "state", "changed", "size"):
        table.add_column(words(f"admin.columns.{heading}"), justify="right" if heading == "size" else "left")
    for line in told["matches"]:
        state = words(f"admin.states.{line['state']}")
        row = line["match"], line["game"], who(line["seats"], words), state, moment(line["changed"])
        table.add_row(*row, size(line["bytes"]))
    console = Console(highlight=False, markup=False)
    if told["matches"]:
        console.print(table)
    shown = len(told["matches"])
    console.print(words("admin.listed", first=first + bool(shown), last=first + shown, count=told["total"]))


def declare_match(parser: Parser) -> None:
    """Add the match that is meant."""
    parser.say("match", "admin_match", metavar="MATCH")


def show(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """Show a match."""
    told = remote.ask("GET", f"/matches/{_part(chosen.match)}")
    if chosen.json:
        print(jsontext.dump(told))
        return
    options = ", ".join(f"{name}={value}" for name, value in told["options"].items())
    print(words("admin.shown", match=told["match"], game=told["game"], state=words(f"admin.states.{told['state']}")))
    print(words("admin.times", made=moment(told["made"]), changed=moment(told["changed"])))
    print(words("admin.sizes", count=told["events"], size=size(told["bytes"]), options=options or "–"))
    for number, seat in enumerate(told["seats"]):
        print(words("admin.seat", seat=number, who=who([seat], words), guest=seat.get("guest", "–")))


def end(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """End a match."""
    told = remote.ask("POST", f"/matches/{_part(chosen.match)}/end", {})
    _tell(chosen, told, words("admin.ended", match=chosen.match))


def declare_deletion(parser: Parser) -> None:
    """Add the match that is deleted."""
    declare_match(parser)
    parser.say("--yes", action="store_true")


def delete(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """Delete a match."""
    confirm(chosen, words("admin.ask_delete", match=chosen.match), words)
    told = remote.ask("DELETE", f"/matches/{_part(chosen.match)}")
    _tell(chosen, told, words("admin.deleted", match=chosen.match))
    _warn(chosen, told, words)


def declare_export(parser: Parser) -> None:
    """Add the file for a match."""
    declare_match(parser)
    parser.say("file", "export", metavar="FILE|-")
    parser.say("--log", action="store_true")


def export(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """Write the record of a match, or all that is kept of it, to a file."""
    kind = "log" if chosen.log else "record"
    content = remote.fetch("GET", f"/matches/{_part(chosen.match)}/{kind}")
    if chosen.file == "-":
        print(content.decode(), end="" if content.endswith(b"\n") else "\n")
        return
    files.write(chosen.file, content)
    told = {"match": chosen.match, "file": chosen.file, "bytes": len(content)}
    _tell(chosen, told, words("admin.exported", match=chosen.match, path=chosen.file))


# Guests and ages


def declare_forget(parser: Parser) -> None:
    """Add the guest who is forgotten."""
    parser.say("guest", "admin_guest", metavar="GUEST|MATCH")
    parser.say("seat", "admin_seat", nargs="?", type=whole(0, 99), metavar="SEAT")
    parser.say("--yes", action="store_true")


def forget(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """Forget a guest."""
    who_is_meant: dict[str, Any] = {"guest": chosen.guest}
    if chosen.seat is not None:
        who_is_meant = {"match": chosen.guest, "seat": chosen.seat}
    confirm(chosen, words("admin.ask_forget"), words)
    told = remote.ask("POST", "/forget", who_is_meant)
    said = [
        words("admin.forgotten"),
        words("admin.forgot_deleted", count=len(told["deleted"])),
        words("admin.forgot_kept", count=len(told["anonymised"])),
    ]
    _tell(chosen, told, "\n".join(said))
    _warn(chosen, told, words)


def declare_prune(parser: Parser) -> None:
    """Add the age of the matches that are deleted."""
    parser.say("--older-than", "prune_older", type=age, metavar="AGE", required=True)
    parser.say("--unfinished", action="store_true")
    parser.say("--dry-run", action="store_true")
    parser.say("--yes", action="store_true")


def prune(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """Delete matches by age, and show how far it is."""
    from sobremesa.cli.remote import Declined

    wish = {"older": chosen.older_than, "unfinished": chosen.unfinished}
    meant = remote.ask("POST", "/prune", wish | {"dry": True})
    if chosen.dry_run:
        _tell(chosen, meant, words("admin.would_prune", count=meant["total"]))
        return
    confirm(chosen, words("admin.ask_prune", count=meant["total"]), words)
    told = _follow(remote, remote.ask("POST", "/prune", wish), words)
    if "error" in told:
        raise Declined(words("admin.prune_failed", count=told["done"], reason=told["text"]))
    _tell(chosen, told, words("admin.pruned", count=told["done"]))
    if told["skipped"] and not chosen.json:
        print(words("admin.skipped", count=told["skipped"]))
    _warn(chosen, told, words)


def _follow(remote: "Remote", told: dict[str, Any], words: Words) -> dict[str, Any]:
    with bar(Console(stderr=True)) as progress:
        task = progress.add_task(words("admin.pruning"), total=None)
        try:
            while told["running"]:
                time.sleep(POLL)
                told = remote.ask("GET", "/prune")
                progress.update(task, total=told["total"], completed=told["done"] + told["skipped"])
        except KeyboardInterrupt:
            remote.ask("DELETE", "/prune")
            raise
    return told


# Tokens


def declare_token(parser: Parser) -> None:
    """Add what is done with console tokens."""
    parser.say("what", "token_action", nargs="?", choices=("create", "list", "revoke"), default="create")
    parser.say("which", "token_which", nargs="?", default="", metavar="NAME|ID")


def token(chosen: argparse.Namespace, words: Words, remote: "Remote") -> None:
    """Make, list or revoke console tokens."""
    if chosen.what == "create":
        told = remote.ask("POST", "/tokens", {"name": chosen.which})
        _tell(chosen, told, words("admin.token_made", token=told["token"], id=told["id"]))
    elif chosen.what == "revoke":
        if not chosen.which:
            raise Usage(words("admin.token_which"))
        told = remote.ask("DELETE", f"/tokens/{_part(chosen.which)}")
        _tell(chosen, told, words("admin.token_revoked", id=chosen.which))
    else:
        made = remote.ask("GET", "/tokens")
        lines = [_token_line(each, words) for each in made]
        _tell(chosen, made, "\n".join(lines) or words("admin.no_tokens"))


def _token_line(made: dict[str, Any], words: Words) -> str:
    day = datetime.fromtimestamp(made["made"] / 1000).astimezone().strftime("%Y-%m-%d")
    return words("admin.token_line", id=made["id"], name=made["name"] or "–", made=day)


# Speaking


def confirm(chosen: argparse.Namespace, question: str, words: Words) -> None:
    """Ask whether something that cannot be undone shall be done; Declined if nobody can be asked, or says no."""
    from sobremesa.cli.remote import Declined

    if chosen.yes:
        return
    if not sys.stdin.isatty():
        raise Declined(words("admin.say_yes"))
    print(f"{question} {words('admin.answers')} ", end="", file=sys.stderr, flush=True)
    if _plain(sys.stdin.readline()) not in (_plain(words("admin.yes")), words("admin.yes")[0]):
        raise Declined(words("admin.not_done"))


def who(seats: Sequence[dict[str, str]], words: Words) -> str:
    """Return who sits there, in one line."""
    return ", ".join(
        seat.get("name") or words(f"admin.seats.{seat['kind']}", level=seat.get("level", "")) for seat in seats
    )


def moment(text: str) -> str:
    """Return a moment as people here write it, to the minute."""
    return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M")


def size(count: int) -> str:
    """Return a number of bytes for people.

    >>> size(700), size(7000), size(7_000_000)
    ('700 B', '6.8 KB', '6.7 MB')
    """
    if count < KILO:
        return f"{count} B"
    return f"{count / KILO:.1f} KB" if count < KILO * KILO else f"{count / KILO / KILO:.1f} MB"


def _tell(chosen: argparse.Namespace, told: Any, sentence: str) -> None:
    print(jsontext.dump(told) if chosen.json else sentence)


def _warn(chosen: argparse.Namespace, told: dict[str, Any], words: Words) -> None:
    if told["remnants"] and not chosen.json:
        print(words("admin.remnants"), file=sys.stderr)


def _plain(text: str) -> str:
    """Return an answer without accents: many leave them out where they type."""
    letters = unicodedata.normalize("NFD", text.strip().lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _part(text: str) -> str:
    return quote(text, safe="")


ACTIONS: dict[str, tuple[Work, Callable[[Parser], None]]] = {
    "list": (list_matches, declare_list),
    "show": (show, declare_match),
    "end": (end, declare_match),
    "delete": (delete, declare_deletion),
    "forget": (forget, declare_forget),
    "prune": (prune, declare_prune),
    "export": (export, declare_export),
    "token": (token, declare_token),
}
"""What can be done, and the arguments of each."""
