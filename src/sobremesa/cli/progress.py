"""Progress: a bar on standard error while something takes its time."""

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


def bar(console: Console) -> Progress:
    """This is a bar that counts matches and tells how long the rest will take."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # What is no terminal could not erase the bar.
    return Progress(*columns, console=console, disable=not console.is_terminal)
