"""The terminal: questions that are answered only after they are asked, and long texts page by page."""

import contextlib
import sys
import termios

from rich.console import Console, RenderableType
from rich.segment import SegmentLines

from sobremesa.core.words import Words

BELOW_A_PAGE = 2
"""Lines of the screen that a page leaves to the question under it."""


class Quit(Exception):
    """Somebody leaves the table."""


def listen(console: Console, question: str) -> str:
    """This asks for a line; the end of input means leaving."""
    forget_keys()
    try:
        return console.input(f"{question} ", markup=False).strip()
    except (EOFError, KeyboardInterrupt):
        console.print()
        raise Quit from None


def forget_keys() -> None:
    """This drops what was typed while nobody had asked: it answers no question, least of all one not yet seen."""
    with contextlib.suppress(OSError, ValueError, termios.error):
        if sys.stdin.isatty():
            termios.tcflush(sys.stdin, termios.TCIFLUSH)


def show_pages(console: Console, text: RenderableType, words: Words) -> None:
    """This shows a long text, in a terminal as much at a time as fits on the screen."""
    lines = console.render_lines(text, pad=False)
    height = max(1, console.height - BELOW_A_PAGE) if console.is_terminal else max(1, len(lines))
    pages = [lines[first : first + height] for first in range(0, len(lines), height)]
    for number, page in enumerate(pages, start=1):
        if console.is_terminal:
            console.clear()
        console.print(SegmentLines(page, new_lines=True), end="")
        question = "play.enough" if number == len(pages) else "play.more"
        if listen(console, words(question, page=number, pages=len(pages))).lower() == "q":
            return
