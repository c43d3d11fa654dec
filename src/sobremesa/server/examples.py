"""Examples: the tables that rulebooks show, each a position and what is chosen there.

A game keeps them by name in its file `examples.toml`; a rulebook shows one as an image,
`![what one sees](example:NAME)`; and where there are no pictures, it says what one sees.
"""

import tomllib
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from sobremesa.core.game import find
from sobremesa.core.match import Match, position
from sobremesa.core.rules import SPECTATOR
from sobremesa.draw.stage import stage

FILE = "examples.toml"
SCHEME = "example:"
"""How the address of an image in a rulebook begins if it is one of these."""


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This is a table to be shown: a position, what is chosen there, who looks on, and which part of it is drawn."""

    position: dict[str, Any]
    choices: tuple[str, ...] = ()
    seat: int = SPECTATOR
    part: tuple[float, float, float, float] | None = None
    """Left, top, width and height in units of the scene; all of it if there is none."""


class Examples(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """This is what a game's file holds: examples by name, and what the players in them are called in each language."""

    examples: dict[str, Example] = {}
    names: dict[str, tuple[str, ...]] = {}


@cache
def examples_of(game: str) -> Examples:
    """This is the examples of a game, which may have none."""
    file = resources.files(find(game).package).joinpath(FILE)
    if not file.is_file():
        return Examples()
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Examples)


def begun(game: str, example: Example) -> Match:
    """This is an example before anything is chosen."""
    return position({"game": game} | example.position, seed=0)


@cache
def box_of(game: str, name: str) -> tuple[float, float, float, float]:
    """This is what is drawn of an example: left, top, width and height, in units of the scene."""
    example = examples_of(game).examples[name]
    left, top, width, height = example.part or stage(begun(game, example).view())["box"]
    return left, top, width, height
