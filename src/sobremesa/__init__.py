"""Sobremesa: one table for games of dice and wits."""

from sobremesa.core import interrupts

interrupts.end_quietly()

# ruff: noqa: E402 - what takes long to load comes when an interrupt does no harm any more
from sobremesa.core.batch import Batch
from sobremesa.core.engine import Count, Engine, PlayOuts
from sobremesa.core.errors import (
    BrokenGame,
    EndlessMatch,
    FileFault,
    IllegalMove,
    InvalidNumber,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    InvalidSeats,
    InvalidSeed,
    NothingToUndo,
    NotNow,
    SobremesaError,
    TooManyBots,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from sobremesa.core.game import Game, find, names
from sobremesa.core.match import Match, position, replay, start
from sobremesa.core.record import Record, Step
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import Move, Outcome, View
from sobremesa.core.words import Phrase, Words

__all__ = [
    "CHANCE",
    "OVER",
    "SPECTATOR",
    "Batch",
    "BrokenGame",
    "Count",
    "EndlessMatch",
    "Engine",
    "FileFault",
    "Game",
    "IllegalMove",
    "InvalidNumber",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeats",
    "InvalidSeed",
    "Match",
    "Move",
    "NotNow",
    "NothingToUndo",
    "Outcome",
    "Phrase",
    "PlayOuts",
    "Record",
    "SobremesaError",
    "Step",
    "TooManyBots",
    "UnknownBot",
    "UnknownGame",
    "UnknownSeat",
    "View",
    "Words",
    "find",
    "names",
    "position",
    "replay",
    "start",
]
