"""The command `play`: a match in the terminal, at one screen or against bots."""

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from rich.console import Console

from sobremesa import bots
from sobremesa.bots.levels import LEVELS
from sobremesa.cli.parser import Parser, Usage, bots_of, declare_match, options_of
from sobremesa.cli.session import Session
from sobremesa.cli.terminal import Quit, listen
from sobremesa.core import files
from sobremesa.core.errors import FileFault, InvalidOption
from sobremesa.core.game import Game, find, names
from sobremesa.core.match import Match, replay, start
from sobremesa.core.option import Option, Value
from sobremesa.core.words import LANGUAGES, Words

LATEST = ""
"""What --resume stands for when it is given without a file."""

OPPONENT = "normal"

T = TypeVar("T")


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
        if chosen.lang is None and match.language in LANGUAGES:
            words = Words(match.language, *words.packages)
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
    language = choose(console, words, "play.ask_language", {name: name for name in LANGUAGES}, words.language)
    words = Words(language, *words.packages)
    game = ask_game(console, words)
    seats = choose(console, words, "play.ask_seats", {str(n): n for n in game.seats}, str(game.usual_seats))
    players = [ask_player(console, words, seat) for seat in range(seats)]
    return start(game.name, seats=seats, players=players, options=ask_options(console, words, game, seats)), words


def ask_game(console: Console, words: Words) -> Game:
    """This asks for a game by its name, or by its number in the list."""
    games = [find(name) for name in names()]
    titles = [Words(words.language, game.package)("name") for game in games]
    for number, title in enumerate(titles, start=1):
        console.print(f"{number:3} {title}")
    known = {str(number): game for number, game in enumerate(games, start=1)}
    known |= dict(zip(titles, games, strict=True)) | {game.name: game for game in games}
    return choose(console, words, "play.ask_game", known, "1", said=titles)


def ask_player(console: Console, words: Words, seat: int) -> str:
    """This asks who sits on a seat: a person, or a bot, by level; whoever knows them may name others."""
    spoken = {words("play.person"): ""} | {words(f"levels.{level}"): level for level in LEVELS}
    known = {name: name for name in bots.names()} | spoken
    usual = words("play.person") if seat == 0 else words(f"levels.{OPPONENT}")
    return choose(console, words, "play.ask_player", known, usual, said=list(spoken), number=seat + 1)


def ask_options(console: Console, words: Words, game: Game, seats: int) -> dict[str, Value]:
    """This asks for the options of a game, one by one, if the players want any but the usual ones."""
    spoken = Words(words.language, game.package, *words.packages)
    answers = {words("play.yes"): True, words("play.no"): False}
    options: dict[str, Value] = {}
    if not game.options or not choose(console, words, "play.ask_options", answers, words("play.no")):
        return options
    known: dict[str, Option | None] = {str(number): option for number, option in enumerate(game.options, start=1)}
    while True:
        for number, option in enumerate(game.options, start=1):
            now = as_said(words, options.get(option.name, option.default))
            console.print(f"{number:3} {spoken(f'options.{option.name}.name')}: {now}")
        wanted = choose(console, words, "play.ask_option", known | {"": None}, "")
        if wanted is None:
            return options
        # Here values are typed, so they are called what they are.
        typed = {value if isinstance(value, str) else f"n{value}": value for value in wanted.values}
        console.print(spoken(f"options.{wanted.name}.meaning", **typed))
        now = as_said(words, options.get(wanted.name, wanted.default))
        value = choose(console, words, "play.ask_value", {as_said(words, value): value for value in wanted.values}, now)
        try:
            options[wanted.name] = game.check_option(wanted.name, value, seats)
        except InvalidOption as fault:
            console.print(fault.say(words.language))


def as_said(words: Words, value: Value) -> str:
    """This is the value of an option as people say it."""
    return words("on" if value else "off") if isinstance(value, bool) else str(value)


def choose(
    console: Console,
    words: Words,
    question: str,
    answers: Mapping[str, T],
    usual: str,
    said: Sequence[str] = (),
    **values: int,
) -> T:
    """This asks until the answer is one of those that are known; Enter means the usual one."""
    known = {answer.casefold(): value for answer, value in answers.items()}
    listed = said or [answer for answer in answers if answer]
    while True:
        sentence = words(question, answers="/".join(listed), usual=usual, **values)
        answer = (listen(console, sentence) or usual).casefold()
        if answer in known:
            return known[answer]
        console.print(words("play.expected", answers=listed))


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
        raise FileFault(path=folder, reason=files.reason_of(fault)) from fault
    stem = f"{match.game.name}-{time.strftime('%Y%m%d-%H%M%S')}"
    paths = (folder / f"{stem}{suffix}.jsonl" for suffix in ("", *(f"-{number}" for number in range(2, 1000))))
    return next(path for path in paths if not path.exists())


def latest(words: Words) -> Path:
    """This is the record that was written last."""
    paths = sorted(data_folder().glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    if not paths:
        raise Usage(words("play.nothing_to_resume", folder=data_folder()))
    return paths[-1]
