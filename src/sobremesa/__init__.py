"""Sobremesa: one table for games of dice and wits."""

from sobremesa.core import interrupts

interrupts.end_quietly()

# ruff: noqa: E402 - what takes long to load comes when an interrupt does no harm any more
from sobremesa.core.batch import Batch
from sobremesa.core.engine import Count, Engine, PlayOuts
from sobremesa.core.errors import (
    BrokenBot,
    BrokenGame,
    EndlessMatch,
    FileFault,
    IllegalMove,
    InvalidArena,
    InvalidNumber,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    InvalidSeats,
    InvalidSeed,
    InvalidSetting,
    NothingToUndo,
    NotNow,
    NotSolved,
    SobremesaError,
    TooManyBots,
    UnknownBot,
    UnknownGame,
    UnknownLanguage,
    UnknownSeat,
    UnknownTheme,
    Unsolvable,
)
from sobremesa.core.game import Game, find, names
from sobremesa.core.match import Match, position, replay, start
from sobremesa.core.record import Record, Step
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import Move, Outcome, View
from sobremesa.core.words import Phrase, Words
from sobremesa.lab.review import Review, review
from sobremesa.search.hints import Hint, hints

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "Batch",
    "BrokenBot",
    "BrokenGame",
    "Count",
    "EndlessMatch",
    "Engine",
    "FileFault",
    "Game",
    "Hint",
    "IllegalMove",
    "InvalidArena",
    "InvalidNumber",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeats",
    "InvalidSeed",
    "InvalidSetting",
    "Match",
    "Move",
    "NotNow",
    "NotSolved",
    "NothingToUndo",
    "Outcome",
    "Phrase",
    "PlayOuts",
    "Record",
    "Review",
    "SobremesaError",
    "Step",
    "TooManyBots",
    "UnknownBot",
    "UnknownGame",
    "UnknownLanguage",
    "UnknownSeat",
    "UnknownTheme",
    "Unsolvable",
    "View",
    "Words",
    "find",
    "hints",
    "names",
    "position",
    "replay",
    "review",
    "start",
]
