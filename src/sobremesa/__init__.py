"""Sobremesa: one table for games of dice and wits."""

from sobremesa.core.batch import Batch
from sobremesa.core.engine import Count, Engine, PlayOuts
from sobremesa.core.errors import (
    BrokenGame,
    EndlessMatch,
    FileFault,
    IllegalMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    InvalidSeats,
    InvalidSeed,
    NothingToUndo,
    SobremesaError,
    TooManyBots,
    UnknownBot,
    UnknownGame,
    UnknownSeat,
)
from sobremesa.core.game import Game, find, names
from sobremesa.core.match import Match, position, replay, start
from sobremesa.core.record import Record
from sobremesa.core.rules import CHANCE, OVER, SPECTATOR
from sobremesa.core.view import Move, Outcome, View

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
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidSeats",
    "InvalidSeed",
    "Match",
    "Move",
    "NothingToUndo",
    "Outcome",
    "PlayOuts",
    "Record",
    "SobremesaError",
    "TooManyBots",
    "UnknownBot",
    "UnknownGame",
    "UnknownSeat",
    "View",
    "find",
    "names",
    "position",
    "replay",
    "start",
]
