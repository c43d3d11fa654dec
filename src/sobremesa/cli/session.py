"""A session: people and bots at one screen, until the match is over or somebody quits."""

import re
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from shlex import quote

from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from sobremesa import bots
from sobremesa.bots.guest import Guest
from sobremesa.bots.levels import LEVELS
from sobremesa.cli.picture import badge, board_of, board_targets, changes, occupied, picture
from sobremesa.cli.terminal import Quit, listen, show_pages
from sobremesa.core import files
from sobremesa.core.engine import Engine
from sobremesa.core.errors import FileFault
from sobremesa.core.match import Match, position
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import Move, View
from sobremesa.core.words import LANGUAGES, Phrase, Seat, Words
from sobremesa.lab.playing import warm_up
from sobremesa.search import thinker
from sobremesa.search.hints import hints

LOG_LINES = 12
HINTS = 3
HINT_SECONDS = 1.0
LOG_WIDTH = 30
"""Where less than this is left beside the board, the log stands under it."""
GAP = 3
LEAST_LOG = 6
"""How many lines of the log a menu beside the board must leave."""
MUCH = 1.7
"""How many times as long a menu may be that stands beside the log instead of beneath it."""
LONG_MENU = 40
"""From how many moves on a menu says once what can be done with every place."""
ALIKE = 3
"""How many moves must differ by their place alone to be said as one."""
RECALLED = 60
"""How many of the last choices are told again to those who go on with a match."""
AHEAD = 60
"""How many choices ahead it is tried whether people come to see different things."""
BEAT = 0.6
"""Seconds between two things that happen by themselves, so that eyes can follow."""


class Session:
    """This is a match being played at one screen."""

    def __init__(self, match: Match, path: Path, console: Console, language: str) -> None:
        self.match = match
        self.path = path
        self.console = console
        self.players = match.players or ("",) * match.seats
        self.bots = [bots.find(name) if name else None for name in self.players]
        self.people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        self.has_secrets = have_secrets(match, self.people)
        # Who looks at the screen, what each of those who may look has been told, and how many choices stand for good.
        self.holder = SPECTATOR if self.has_secrets else next(iter(self.people), SPECTATOR)
        self.logs: dict[int, list[Phrase]] = {seat: [] for seat in (*self.people, SPECTATOR)}
        # Who made the last moves, and what they moved.
        self.mover = SPECTATOR
        self.moved: set[str] = set()
        self.recall()
        self.settled = match.made
        self.is_device = path.exists() and not path.is_file()
        self.written: str | None = files.read(path) if path.is_file() else None
        self.speak(language)

    def speak(self, language: str) -> None:
        """This goes on in a language, and the record says so."""
        self.match.language = language
        self.words = Words(language, self.match.game.package, "sobremesa.cli", "sobremesa.core")
        self.names = [
            self.words("play.bot" if name else "seat", number=seat + 1) for seat, name in enumerate(self.players)
        ]

    def run(self) -> None:
        """This plays on until the match is over or somebody quits."""
        self.warm_up()
        self.keep()
        try:
            with ExitStack() as stack:
                if self.has_secrets:
                    # What stood on a screen of its own cannot be scrolled back to.
                    stack.enter_context(self.console.screen(hide_cursor=False))
                while self.may_undo or self.match.actor != OVER:
                    self.go_on()
        except (Quit, KeyboardInterrupt):
            self.console.print(self.words("play.kept", path=quote(str(self.path))), soft_wrap=True)
            return
        if self.has_secrets:
            self.holder = SPECTATOR
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
        seat = self.match.actor
        key = "play.thinking_guest" if isinstance(bot, Guest) else "play.thinking"
        told = Phrase(key, seat=Seat(seat), limit=f"{bots.LIMIT:g}")
        with self.console.status(self.words.say(told, self.names)):
            answer = bots.ask(bot, self.match)
        if answer.fault:
            for log in self.logs.values():
                log.append(Phrase("play.fault", seat=Seat(seat), fault=answer.fault))
        self.make(answer.move.text)

    # Choices

    def make(self, choice: str) -> None:
        """This makes a choice; only when it is on the disk is it told, to everybody what they may know."""
        actor, before = self.match.actor, self.match.view()
        self.match.push(choice)
        self.keep()
        if self.match.revealed():
            self.settled = self.match.made
        self.tell(actor, before)

    def tell(self, actor: int, before: View) -> None:
        """This notes what the last choice brought about, and what the last player to move has moved."""
        for seat, log in self.logs.items():
            log += self.match.story(seat)
        if actor not in (self.mover, CHANCE):
            self.mover, self.moved = actor, set()
        self.moved |= changes(before, self.match.view())

    def recall(self) -> None:
        """This tells again how the match has come to where it is."""
        steps = self.match.record.steps[-RECALLED:]
        for _ in steps:
            self.match.pop()
        for step in steps:
            actor, before = self.match.actor, self.match.view()
            self.match.push(step.choice)
            self.tell(actor, before)

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
        self.moved = set()
        self.keep()
        self.note(Phrase("play.undone"))

    def ask_move(self) -> None:
        """This asks the person whose turn it is for a move."""
        moves = self.match.moves()
        self.show(moves)
        captions = self.captions(moves)
        question = "play.ask_listed" if self.alike(moves, captions) else "play.ask_move"
        answer = self.listen(question, count=len(moves))
        found = chosen(answer, moves, captions)
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
                self.cover(actor)
            self.holder = actor

    def cover(self, actor: int) -> None:
        """This hides the table until the next player takes the screen: only Enter alone goes on."""
        self.clear()
        while answer := self.listen("play.cover", seat=Seat(actor)):
            if answer.lower() == "q":
                raise Quit
            self.clear()

    def command(self, answer: str) -> None:
        """This does what is no move: undo, quit, a hint, rules, another language."""
        answer = answer.lower()
        if answer == "":
            return
        if answer == "q":
            raise Quit
        if answer == "u":
            self.undo()
        elif answer == "h":
            self.hint()
        elif answer == "?":
            self.show_rules()
        elif answer in LANGUAGES:
            self.speak(answer)
            self.keep()
        else:
            self.note(Phrase("play.not_understood", answer=answer))

    def hint(self) -> None:
        """This names the best moves for whoever must choose, with the chances of winning."""
        if self.match.actor != self.holder:
            return
        with self.console.status(self.words("play.preparing")):
            thinker.warm_up(self.match.game)
        with self.console.status(self.words("play.hinting")):
            best = hints(self.match, seconds=HINT_SECONDS)[:HINTS]
        moves = self.match.moves()
        lines = dict(zip(moves, numbered(self.captions(moves)), strict=True))
        said = [self.words("play.hint_move", move=lines[each.move], chance=round(100 * each.chance)) for each in best]
        self.note(Phrase("play.hint", moves=", ".join(said)))

    def listen(self, key: str, **values: int) -> str:
        """This asks a question."""
        return listen(self.console, self.words.say(Phrase(key, **values), self.names))

    # The screen

    def show(self, moves: list[Move] | None = None) -> None:
        """This draws the table: the board, beside it seats and log, and a menu of moves where there is room for it."""
        view = self.match.view(self.holder)
        gestures = [view.game.scenery.gesture(view.table, move.number) for move in moves or []]
        closes = Counter(gesture.close for gesture in gestures)
        numbers = {gesture.close: number for number, gesture in enumerate(gestures, start=1)}
        is_plain = not any(gesture.picks for gesture in gestures) and set(numbers) <= board_targets(view)
        menu = [] if is_plain else self.menu(moves or [])
        if not is_plain:
            # The menu has all numbers; on the board they help where each is alone and hides nothing.
            hidden = occupied(view) if len(menu) == len(gestures) else board_targets(view)
            numbers = {close: n for close, n in numbers.items() if closes[close] == 1 and close not in hidden}
        board = picture(view, self.words, numbers, self.moved)
        self.clear()
        self.console.print(self.words("name"), style="bold")
        width = self.console.measure(board).maximum
        side = self.console.width - width - GAP
        if side + GAP < LOG_WIDTH:
            self.console.print(board, self.seats(), *self.told(self.console.width, LOG_LINES))
        else:
            menu = self.show_beside(board, menu, width, side)
        self.console.print()
        for line in in_columns(menu, self.console.width):
            self.console.print(line)
        self.console.print(self.words.say(view.prompt(), self.names), style="bold")

    def show_beside(self, board: RenderableType, menu: list[str], width: int, side: int) -> list[str]:
        """This draws the board with seats and log beside it; what is left of the menu comes back."""
        height = len(self.console.render_lines(board, self.console.options.update(width=width), pad=False))
        room = height - len(self.names) - 1
        left: list[RenderableType] = [board]
        right: list[RenderableType] = [self.seats()]
        if menu and len(menu) + 1 + LEAST_LOG <= room and max(map(cell_len, menu)) <= side:
            room -= len(menu) + 1
            right += [*self.told(side, room), Text(), *map(Text, menu)]
            menu = []
        else:
            lines, beneath = in_columns(menu, width), in_columns(menu, self.console.width)
            if menu and not board_of(self.match.view(self.holder).scene()) and len(lines) <= MUCH * len(beneath):
                # Where there is no board, the menu stands in its place, unless that makes it much longer.
                left += [Text(), *map(Text, lines)]
                room += len(lines) + 1
                menu = []
            right += self.told(side, max(room, LOG_LINES))
        table = Table.grid(padding=(0, GAP, 0, 0))
        table.add_column(no_wrap=True, width=width)
        table.add_column()
        table.add_row(Group(*left), Group(*right))
        self.console.print(table)
        return menu

    def told(self, width: int, most: int) -> list[Text]:
        """This is the end of the log, as many sentences as there is room for."""
        lines: list[Text] = []
        for phrase in reversed(self.logs[self.holder]):
            wrapped = Text(self.words.say(phrase, self.names)).wrap(self.console, width)
            if len(lines) + len(wrapped) > most:
                break
            lines[:0] = wrapped
        return lines

    def menu(self, moves: list[Move]) -> list[str]:
        """This is what can be done, in words, each with the number to type; in a long one what is alike is one line."""
        captions = self.captions(moves)
        alike = self.alike(moves, captions)
        lines: list[str] = []
        wide = len(str(len(moves)))
        for number, (move, caption) in enumerate(zip(moves, captions, strict=True), start=1):
            if move.text not in alike:
                lines.append(f"{number:{wide}} {caption}")
            elif alike[move.text] not in lines:
                lines.append(alike[move.text])
        return lines

    def captions(self, moves: list[Move]) -> list[str]:
        """This is what each move does, in words."""
        view = self.match.view(self.holder)
        return [self.words.say(view.game.scenery.caption(view.table, move.number), self.names) for move in moves]

    def alike(self, moves: list[Move], captions: list[str]) -> dict[str, str]:
        """This finds moves in a long menu that differ by a place alone: what to say for them, by their texts."""
        if len(moves) < LONG_MENU:
            return {}
        view = self.match.view(self.holder)
        labels = {name: place.label for name, place in board_of(view.scene()).items()}
        kinds: dict[str, dict[str, str]] = {}
        for move, caption in zip(moves, captions, strict=True):
            gesture = view.game.scenery.gesture(view.table, move.number)
            for label in {labels.get(pick, "") for pick in gesture.picks} - {""}:
                typed = label + move.text.partition(label)[2]
                if label in caption and gesture.close not in labels and chosen(typed, moves) == move:
                    kinds.setdefault(caption.replace(label, "…", 1), {})[move.text] = typed
        return {
            text: self.words("play.alike", caption=kind, typed=next(iter(typed.values())))
            for kind, typed in kinds.items()
            if len(typed) >= ALIKE
            for text in typed
        }

    def seats(self) -> Text:
        """This is a line for each seat: who sits there, with what, and whether it is asked."""
        view = self.match.view(self.holder)
        text = Text()
        for seat, name in enumerate(self.names):
            text.append("▶ " if seat == self.match.actor else "  ")
            text.append_text(badge(view, seat))
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
        plain = without_pictures(re.sub(r"<a id=.*?></a>", "", text))
        show_pages(self.console, Markdown(plain), self.words)

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


def without_pictures(text: str) -> str:
    r"""This is a rulebook for the terminal, with what pictures show said in a line of its own.

    >>> without_pictures("![A line of six.](example:line)\n![A swap.](example:swap)")
    '\n*A line of six.*\n\n\n*A swap.*\n'
    """
    return re.sub(r"!\[([^]]*)\]\([^)]*\)", r"\n*\1*\n", text)


def in_columns(lines: list[str], width: int) -> list[str]:
    """This sets lines in as many columns as fit side by side, to be read downwards."""
    if not lines:
        return []
    for height in range(1, len(lines) + 1):
        columns = [lines[first : first + height] for first in range(0, len(lines), height)]
        widths = [max(map(cell_len, column)) for column in columns]
        if sum(widths) + GAP * (len(columns) - 1) <= width:
            break
    rows = zip_longest(*columns, fillvalue="")
    return [(" " * GAP).join(set_cell_size(*pair) for pair in zip(row, widths, strict=True)).rstrip() for row in rows]


def numbered(captions: Sequence[str]) -> list[str]:
    """This is what moves do, each after the number to type for it."""
    return [f"{number} {caption}" for number, caption in enumerate(captions, start=1)]


def chosen(answer: str, moves: list[Move], captions: Sequence[str] = ()) -> Move | None:
    """This finds the move that an answer means: its number on the screen, its text or the end of it, or its caption."""
    by_number = {str(number): move for number, move in enumerate(moves, start=1)}
    if answer in by_number:
        return by_number[answer]
    for same in (str, str.lower):
        typed = same(answer)
        alike = [move for move in moves if typed and f" {same(move.text)}".endswith(f" {typed}")]
        if len(alike) == 1:
            return alike[0]
    shown = (*zip(captions, moves, strict=False), *zip(numbered(captions), moves, strict=False))
    alike = [move for line, move in shown if plain(line) == plain(answer)]
    return alike[0] if len(alike) == 1 else None


def plain(text: str) -> str:
    """This is a text without what nobody minds: capitals, and how wide its gaps are."""
    return " ".join(text.casefold().split())


def have_secrets(match: Match, people: Sequence[int]) -> bool:
    """This tells whether people at one screen see different things, now or a while from now."""
    if len(people) < 2:
        return False
    ahead = position(match.position(), seed=match.seed)
    for _ in range(AHEAD):
        if len({ahead.view(seat).table.tobytes() for seat in people}) > 1:
            return True
        if ahead.actor == OVER:
            break
        ahead.push(ahead.draw() if ahead.actor == CHANCE else ahead.default())
    return False
