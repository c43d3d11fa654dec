"""A session: people and bots at one screen, until the match is over or somebody quits."""

import re
import time
from importlib import resources
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from sobremesa import bots
from sobremesa.bots.guest import Guest
from sobremesa.bots.levels import LEVELS
from sobremesa.cli.picture import SHAPES, board_targets, owner_style, picture
from sobremesa.core import files
from sobremesa.core.engine import Engine
from sobremesa.core.errors import FileFault
from sobremesa.core.match import Match
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import Move
from sobremesa.core.words import LANGUAGES, Phrase, Seat, Words
from sobremesa.lab.playing import warm_up

LOG_LINES = 12
LOG_WIDTH = 30
"""Where less than this is left beside the board, the log stands under it."""
BEAT = 0.6
"""Seconds between two things that happen by themselves, so that eyes can follow."""


class Quit(Exception):
    """Somebody leaves the table."""


def listen(console: Console, question: str) -> str:
    """This asks for a line; the end of input means leaving."""
    try:
        return console.input(f"{question} ", markup=False).strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Quit from None


class Session:
    """This is a match being played at one screen."""

    def __init__(self, match: Match, path: Path, console: Console, language: str) -> None:
        self.match = match
        self.path = path
        self.console = console
        self.players = match.players or ("",) * match.seats
        self.bots = [bots.find(name) if name else None for name in self.players]
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        # Who looks at the screen, what each of those who may look has been told, and how many choices stand for good.
        self.holder = next(iter(self.people), SPECTATOR)
        self.logs: dict[int, list[Phrase]] = {seat: [] for seat in (*self.people, SPECTATOR)}
        self.settled = match.made
        self.is_device = path.exists() and not path.is_file()
        self.written: str | None = files.read(path) if path.is_file() else None
        self.speak(language)

    def speak(self, language: str) -> None:
        """This goes on in a language."""
        self.words = Words(language, self.match.game.package, "sobremesa.cli", "sobremesa.core")
        self.names = [
            self.words("play.bot" if name else "seat", number=seat + 1) for seat, name in enumerate(self.players)
        ]

    def run(self) -> None:
        """This plays on until the match is over or somebody quits."""
        self.warm_up()
        self.keep()
        try:
            while self.may_undo or self.match.actor != OVER:
                self.go_on()
        except (Quit, KeyboardInterrupt):
            self.console.print(self.words("play.kept", path=self.path), soft_wrap=True)
            return
        self.show()
        self.console.print(self.words("play.over", path=self.path), soft_wrap=True)

    def go_on(self) -> None:
        """This is one moment of the match: a move that can still be taken back, a throw, or a choice."""
        if self.may_undo and self.match.actor != self.holder:
            self.offer_undo()
        elif self.match.actor == CHANCE:
            self.make(self.match.draw().text)
            if self.console.is_terminal:
                self.show()
                self.wait()
        elif bot := self.bots[self.match.actor]:
            self.show()
            self.wait()
            self.ask_bot(bot)
        else:
            self.hand_over()
            self.ask_move()

    def ask_bot(self, bot: bots.Bot) -> None:
        """This lets a bot move; what it did wrong is told to everybody."""
        seat, answer = self.match.actor, bots.ask(bot, self.match)
        if answer.fault:
            for log in self.logs.values():
                log.append(Phrase("play.fault", seat=Seat(seat), fault=answer.fault))
        self.make(answer.move.text)

    # Choices

    def make(self, choice: str) -> None:
        """This makes a choice; only when it is on the disk is it told, to everybody what they may know."""
        self.match.push(choice)
        self.keep()
        if self.match.revealed():
            self.settled = self.match.made
        for seat, log in self.logs.items():
            log += self.match.story(seat)

    def keep(self) -> None:
        """This writes the record, unless somebody else has gone on with it in the meantime."""
        if self.written is not None and files.read(self.path) != self.written:
            raise FileFault(path=self.path, reason=Phrase("record.changed"))
        self.written = None if self.is_device else self.match.record.text()
        self.match.record.save(self.path)

    @property
    def may_undo(self) -> bool:
        """This tells whether the last choice was made by whoever looks at the screen, and nothing has come of it."""
        last = self.match.last
        return last is not None and last.actor == self.holder and self.match.made > self.settled

    def offer_undo(self) -> None:
        """This waits for the player who has just moved: go on, or take it back."""
        self.show()
        answer = self.listen("play.go_on")
        if answer == "":
            self.settled = self.match.made
        else:
            self.command(answer)

    def undo(self) -> None:
        """This takes the last choice back, unless dice or cards have fallen since."""
        if not self.may_undo:
            self.note(Phrase("play.too_late"))
            return
        self.match.pop()
        self.keep()
        self.note(Phrase("play.undone"))

    def ask_move(self) -> None:
        """This asks the person whose turn it is for a move."""
        moves = self.match.moves()
        self.show(moves)
        answer = self.listen("play.ask_move", count=len(moves))
        found = chosen(answer, moves)
        if found:
            self.make(found.text)
        else:
            self.command(answer)

    def hand_over(self) -> None:
        """This passes the screen to the actor; if there is something that others may not see, it is covered first."""
        actor = self.match.actor
        if actor != self.holder:
            self.settled = self.match.made
            seen = {self.match.view(seat).table.tobytes() for seat in self.people}
            if len(seen) > 1:
                self.clear()
                self.listen("play.cover", seat=Seat(actor))
            self.holder = actor

    def command(self, answer: str) -> None:
        """This does what is no move: undo, quit, rules, another language."""
        answer = answer.lower()
        if answer == "q":
            raise Quit
        if answer == "u":
            self.undo()
        elif answer == "?":
            self.show_rules()
        elif answer in LANGUAGES:
            self.speak(answer)
        else:
            self.note(Phrase("play.not_understood", answer=answer))

    def listen(self, key: str, **values: int) -> str:
        """This asks a question."""
        return listen(self.console, self.words.say(Phrase(key, **values), self.names))

    # The screen

    def show(self, moves: list[Move] | None = None) -> None:
        """This draws the table."""
        view = self.match.view(self.holder)
        gestures = [view.game.scenery.gesture(view.table, move.number) for move in moves or []]
        numbers = {gesture.close: number for number, gesture in enumerate(gestures, start=1)}
        is_plain = not any(gesture.picks for gesture in gestures) and set(numbers) <= board_targets(view)
        board = picture(view, self.words, numbers if is_plain else {})
        told = [self.words.say(phrase, self.names) for phrase in self.logs[self.holder][-LOG_LINES:]]
        beside = Group(self.seats(), Text(), *map(Text, told))
        self.clear()
        self.console.print(self.words("name"), style="bold")
        if self.console.width < self.console.measure(board).maximum + LOG_WIDTH:
            self.console.print(board, beside)
        else:
            table = Table.grid(padding=(0, 3))
            table.add_column(no_wrap=True)
            table.add_column()
            table.add_row(board, beside)
            self.console.print(table)
        self.console.print()
        if moves and not is_plain:
            self.console.print(self.menu(moves))
        self.console.print(self.words.say(view.prompt(), self.names), style="bold")

    def menu(self, moves: list[Move]) -> Columns:
        """This is what can be done, in words, where a number on the board would not say it."""
        view = self.match.view(self.match.actor)
        captions = [self.words.say(view.game.scenery.caption(view.table, move.number), self.names) for move in moves]
        return Columns([f"{number:3} {caption}" for number, caption in enumerate(captions, start=1)], padding=(0, 2))

    def seats(self) -> Text:
        """This is a line for each seat: who sits there, with what, and whether it is asked."""
        view = self.match.view(self.holder)
        text = Text()
        for seat, name in enumerate(self.names):
            owner = view.game.scenery.owner(view.table, seat)
            text.append("▶ " if seat == self.match.actor else "  ")
            text.append(f" {SHAPES[owner]} ", owner_style(view.scene(), owner))
            text.append(f" {name}{self.kind_of(seat)}\n")
        return text

    def kind_of(self, seat: int) -> str:
        """This is what kind of bot sits somewhere: its level in the language of the table, else its name."""
        name = self.players[seat]
        return f" ({self.words(f'levels.{name}') if name in LEVELS else name})" if name else ""

    def show_rules(self) -> None:
        """This shows the game's rulebook."""
        name = f"rulebook.{self.words.language}.md"
        text = resources.files(self.match.game.package).joinpath(name).read_text(encoding="utf-8")
        self.console.print(Markdown(re.sub(r"<a id=.*?></a>", "", text)))
        self.listen("play.enough")

    def note(self, phrase: Phrase) -> None:
        """This adds a line to the log of whoever looks at the screen."""
        self.logs[self.holder].append(phrase)

    def clear(self) -> None:
        """This wipes the screen."""
        if self.console.is_terminal:
            self.console.clear()

    def wait(self) -> None:
        """This lets eyes follow."""
        if self.console.is_terminal:
            time.sleep(BEAT)

    def warm_up(self) -> None:
        """This compiles the rules before bots need them, and says so, since that takes some seconds once."""
        if any(self.bots):
            with self.console.status(self.words("play.warming_up")):
                game = self.match.game
                # One of each kind; guests prepare themselves.
                kinds = {name: bot for name, bot in zip(self.players, self.bots, strict=True) if bot}
                ours = [bot for bot in kinds.values() if not isinstance(bot, Guest)]
                warm_up(Engine(game), game.table(self.match.seats), ours)


def chosen(answer: str, moves: list[Move]) -> Move | None:
    """This finds the move that an answer means: its number on the screen, its text, or the end of its text."""
    numbered = {str(number): move for number, move in enumerate(moves, start=1)}
    if answer in numbered:
        return numbered[answer]
    for same in (str, str.lower):
        typed = same(answer)
        alike = [move for move in moves if typed and f" {same(move.text)}".endswith(f" {typed}")]
        if len(alike) == 1:
            return alike[0]
    return None
