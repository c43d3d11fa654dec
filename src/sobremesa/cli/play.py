"""The command `play`: a match in the terminal, at one screen or against bots."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from sobremesa.bots.levels import LEVELS
from sobremesa.cli.parser import Parser, Usage, bots_of, declare_match, options_of
from sobremesa.cli.session import Quit, Session, listen
from sobremesa.core.errors import FileFault
from sobremesa.core.game import find, names
from sobremesa.core.match import Match, replay, start
from sobremesa.core.words import LANGUAGES, Words

LATEST = ""
"""What --resume stands for when it is given without a file."""

OPPONENT = "normal"


def declare(parser: Parser) -> None:
    """This adds the arguments."""
    parser.say("game", nargs="?", metavar="GAME")
    declare_match(parser)
    parser.say("--save", metavar="FILE")
    parser.say("--resume", nargs="?", const=LATEST, metavar="FILE")


def run(chosen: argparse.Namespace, words: Words) -> None:
    """This plays until the match is over or somebody quits; every choice is on the disk before it is shown."""
    console = Console(highlight=False, markup=False)
    given = [name for name in ("game", "save", "seats", "option", "bots", "seed") if getattr(chosen, name)]
    if chosen.resume is not None:
        if given:
            raise Usage(words("play.resume_alone"))
        path = Path(chosen.resume) if chosen.resume != LATEST else latest(words)
        match = replay(path)
    elif chosen.game is None:
        if given:
            raise Usage(words("play.no_game", games=names()))
        try:
            match, words = ask(console, words)
        except Quit:
            return
        path = new_path(match)
    else:
        match = begin(chosen)
        path = Path(chosen.save) if chosen.save else new_path(match)
        if path.is_file():
            raise Usage(words("play.already_there", path=path))
    Session(match, path, console, words.language).run()


def begin(chosen: argparse.Namespace) -> Match:
    """This starts a match as the arguments say."""
    game = find(chosen.game)
    seats = game.usual_seats if chosen.seats is None else chosen.seats
    opponents = bots_of(game, seats, chosen.bots)
    players = [""] * (seats - len(opponents)) + opponents
    return start(game.name, seats=seats, options=options_of(game, chosen.option), seed=chosen.seed, players=players)


def ask(console: Console, words: Words) -> tuple[Match, Words]:
    """This asks what to play, with whom and in which language; Enter takes what stands in brackets."""
    if not sys.stdin.isatty():
        raise Usage(words("play.no_game", games=names()))
    console.print(words("play.welcome"), style="bold")
    words = Words(_choice(console, words, "language", LANGUAGES, words.language), *words.packages)
    game = find(_choice(console, words, "game", names(), names()[0]))
    seats = int(_choice(console, words, "seats", [str(count) for count in game.seats], str(game.usual_seats)))
    people = int(_choice(console, words, "people", [str(count) for count in range(1, seats + 1)], "1"))
    opponent = _ask_level(console, words) if people < seats else ""
    return start(game.name, seats=seats, players=[""] * people + [opponent] * (seats - people)), words


def _ask_level(console: Console, words: Words) -> str:
    spoken = {words(f"levels.{level}"): level for level in LEVELS}
    return spoken[_choice(console, words, "level", list(spoken), words(f"levels.{OPPONENT}"))]


def _choice(console: Console, words: Words, question: str, answers: Sequence[str], usual: str) -> str:
    if len(answers) == 1:
        return answers[0]
    while True:
        answer = listen(console, words(f"play.ask_{question}", answers="/".join(answers), usual=usual)) or usual
        if answer in answers:
            return answer
        console.print(words("play.expected", answers=answers))


def data_folder() -> Path:
    """This is where records are kept: SOBREMESA_DATA, or the user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(os.environ.get("SOBREMESA_DATA") or Path(home) / "sobremesa")


def new_path(match: Match) -> Path:
    """This is where a new match is recorded: a file of its own, named by the game and the time."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise FileFault(path=folder, reason=fault.strerror) from fault
    stem = f"{match.game.name}-{time.strftime('%Y%m%d-%H%M%S')}"
    paths = (folder / f"{stem}{suffix}.jsonl" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in paths if not path.exists())


def latest(words: Words) -> Path:
    """This is the record that was written last."""
    paths = sorted(data_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    if not paths:
        raise Usage(words("play.nothing_to_resume", folder=data_folder()))
    return paths[-1]
