"""The worth of a table: what a game's worth.py tells bots and reviews about tables that are not over.

It is one readable judgement a game, a module like the rules, which the compiler takes as it stands. From the worth of
every side follow the chances of winning: a side with SCALE more than another is e times as likely to win.
"""

import sys
from typing import Any, Protocol, cast

HORIZON = WANDER = 1_000_000
SCALE = 1.0
EXPLORATION = 0.35


class Worth(Protocol):
    """This is what a game's worth.py provides. This module itself is the worth of a game that has none.

    A game may also define `hopeless(t, move)`, as this module does: moves that not even a beginner would make.
    """

    @property
    def __name__(self) -> str:
        """This is the module's name, by which its source is found."""

    @property
    def HORIZON(self) -> int:  # noqa: N802
        """This is about how many choices are made by what looks best before the worth is asked; 0 asks at once."""

    @property
    def WANDER(self) -> int:  # noqa: N802
        """This is about how many choices a search makes at random instead, beyond its tree; 0 if that misleads it."""

    @property
    def SCALE(self) -> float:  # noqa: N802
        """This is the difference in worth that makes a side e times as likely to win."""

    @property
    def EXPLORATION(self) -> float:  # noqa: N802
        """This is how much a search tries a move for having been tried seldom; less where moves differ little."""

    def side(self, t: Any, seat: int, /) -> int:
        """This is the lowest seat of those that win together with a seat."""

    def worth(self, t: Any, seat: int, /) -> float:
        """This is how well the side of a seat stands, in the game's own units; the table is not over.

        It sees all of a table that its owner knows or has guessed, and must not change it.
        """


def side(t: Any, seat: int) -> int:
    """This is the seat itself: everybody plays alone."""
    return seat


def worth(t: Any, seat: int) -> float:
    """This is 0: a table of which nothing is known is played to its end."""
    return 0.0


def hopeless(t: Any, move: int) -> bool:
    """Return False: nothing is known against any move."""
    return False


UNKNOWN_WORTH = cast(Worth, sys.modules[__name__])
